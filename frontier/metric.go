package frontier

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"paretocov/pareto"
)

// An Axis is a metric with what is needed to compare and print it.
type Axis struct {
	Name   string           // the column
	Unit   string           // "" if unknown
	Better pareto.Direction // which values are better
}

// DefaultY is the throughput that frontiers are about.
const DefaultY = "tput_per_gpu"

// defaultXs are the x axes of the default views, E2E latency first.
var defaultXs = [...]string{"p90_e2el", "p75_e2el", "median_e2el", "mean_intvty", "median_intvty"}

// DefaultXs returns the x axes that default views are made of.
func DefaultXs() []string { return slices.Clone(defaultXs[:]) }

// A metricFamily is a pattern of column names that share unit and direction.
type metricFamily struct {
	pattern *regexp.Regexp
	unit    string
	better  pareto.Direction
}

// metricFamilies are the metrics known by name (InferenceX result schema). The
// standard deviations have no better direction and are left out on purpose. The
// bounds of a metric's confidence interval, M_ci_low and M_ci_high, are as M.
var metricFamilies = [...]metricFamily{
	{regexp.MustCompile(`^(mean|median|p\d+(\.\d+)?)_(ttft|e2el)(_ci_low|_ci_high)?$`), "s", pareto.Minimize},
	{regexp.MustCompile(`^(mean|median|p\d+(\.\d+)?)_(tpot|itl|full_response_itl)(_ci_low|_ci_high)?$`), "s/tok", pareto.Minimize},
	{regexp.MustCompile(`^(mean|median|p\d+(\.\d+)?)_(intvty|full_response_intvty|e2e_norm_intvty)(_ci_low|_ci_high)?$`), "tok/s/user", pareto.Maximize},
	{regexp.MustCompile(`^((input|output)_)?tput_per_gpu(_ci_low|_ci_high)?$`), "tok/s/GPU", pareto.Maximize},
	{regexp.MustCompile(`^(input|output|total)_tput_tps(_ci_low|_ci_high)?$`), "tok/s", pareto.Maximize},
	{regexp.MustCompile(`^` + FailureRate + `$`), "", pareto.Minimize}, // a share, 0 to 1
	{regexp.MustCompile(`^joules_per_(input_|output_|total_)?token$`), "J/tok", pareto.Minimize},
}

// IsMetric reports whether the name is that of a metric known by name.
func IsMetric(name string) bool {
	_, ok := knownAxis(name)
	return ok
}

func knownAxis(name string) (Axis, bool) {
	for _, f := range metricFamilies {
		if f.pattern.MatchString(name) {
			return Axis{Name: name, Unit: f.unit, Better: f.better}, true
		}
	}
	return Axis{}, false
}

// ParseAxis reads an axis as users write it: the name of a metric, with :min
// or :max behind it where the direction is not known from the name (or is
// known and the same).
func ParseAxis(s string) (Axis, error) {
	name, dir, given := s, "", false
	if i := strings.LastIndex(s, ":"); i >= 0 { // a name may hold colons
		if d := strings.ToLower(s[i+1:]); d == "min" || d == "max" {
			name, dir, given = s[:i], d, true
		}
	}
	if _, known := knownAxis(strings.ToLower(name)); known {
		name = strings.ToLower(name)
	}
	if name == "" {
		return Axis{}, fmt.Errorf("axis %q has no name", s)
	}
	axis, known := knownAxis(name)
	if !given {
		if !known {
			if near := nearAxis(name); near != "" {
				return Axis{}, fmt.Errorf("%q is not known; did you mean %s? For a column of that name write %s:min or %s:max", name, near, name, name)
			}
			return Axis{}, fmt.Errorf("which values of %q are better is not known; write %s:min or %s:max", name, name, name)
		}
		return axis, nil
	}
	better := pareto.Minimize
	if dir == "max" {
		better = pareto.Maximize
	}
	if known && better != axis.Better {
		return Axis{}, fmt.Errorf("%s is better when it is %s, not %s", name, word(axis.Better), word(better))
	}
	axis.Name, axis.Better = name, better
	return axis, nil
}

// nearAxis returns a known metric that a name may be a slip of, "" if none is
// near: the same statistic of a quantity that begins the same way.
func nearAxis(name string) string {
	stat, quantity, _ := strings.Cut(strings.ToLower(name), "_")
	for _, q := range []string{"e2el", "intvty", "ttft", "tpot", "itl"} {
		known := stat + "_" + q
		if n := min(len(q), len(quantity), 3); n >= 3 && q[:n] == quantity[:n] && IsMetric(known) {
			return known
		}
	}
	return ""
}

func word(d pareto.Direction) string {
	if d == pareto.Minimize {
		return "less"
	}
	return "more"
}

// isE2EL reports whether the axis is one of the E2E latencies that the
// recommended count of frontier points is about.
func (a Axis) isE2EL() bool { return strings.HasSuffix(a.Name, "_e2el") }

package cli

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"paretocov/frontier"
	"paretocov/frontier/ingest"
	"paretocov/pareto"
)

// dataFlags are the flags of all commands that read points.
type dataFlags struct {
	x        []string
	y        string
	groupBy  string
	match    string
	where    []string
	alias    []string
	maps     []string
	units    []string
	decimal  string
	gpus     string
	maxBytes string
	repeats  string

	maxFailureRate string
	set            *pflag.FlagSet // which tells what was given
}

func (f *dataFlags) add(fs *pflag.FlagSet) {
	f.set = fs
	fs.StringArrayVar(&f.x, "x", nil, "x axes, `NAME[,NAME]`; the default depends on the scenario (NAME:min or NAME:max for unknown names)")
	fs.StringVar(&f.y, "y", frontier.DefaultY, "y axis, `NAME`")
	fs.StringVar(&f.groupBy, "group-by", "", "`FIELDS` that make a curve, separated by commas; none: one curve of all")
	fs.StringVar(&f.match, "match", "", "`FIELDS` that identify a point within its curve, separated by commas")
	fs.StringArrayVar(&f.where, "where", nil, "keep only rows that meet a condition, `'FIELD OP VALUE'` in quotes, OP one of = != < <= > >=; repeatable")
	fs.StringArrayVar(&f.alias, "alias", nil, "read one value as another, `FIELD:OLD=NEW`; repeatable")
	fs.StringArrayVar(&f.maps, "map", nil, "read a column under another name, `COLUMN=NAME`; repeatable")
	fs.StringArrayVar(&f.units, "unit", nil, "the unit of a column, `COLUMN=UNIT` such as 'latency=ms', where the file does not tell it; repeatable")
	fs.StringVar(&f.decimal, "decimal", ".", "decimal mark of CSV numbers, `MARK`, a point or a comma (--decimal=, reads 1.200,5 as 1200.5)")
	fs.StringVar(&f.gpus, "gpus", "", "GPU count of rows that tell none, `N|filename`; filename takes it from names such as tp8, dep8, gpus_16")
	fs.StringVar(&f.repeats, "repeats", "newest", "unequal rows of one point: `newest|samples`; samples pools them as runs of one configuration")
	addMaxFailureRate(fs, &f.maxFailureRate)
	fs.StringVar(&f.maxBytes, "max-bytes", "1G", "limit on each file and, 128M where it is not given, on what a compressed file or an archive member unpacks to, `SIZE` such as 500M")
}

// parse checks the flags and returns what they ask for, before any file is read.
func (f *dataFlags) parse() (frontier.Options, ingest.Options, error) {
	var o frontier.Options
	var in ingest.Options
	var err error
	if o.Y, err = frontier.ParseAxis(f.y); err != nil {
		return o, in, usagef("--y: %v", err)
	}
	for _, s := range splitLists(f.x) {
		x, err := frontier.ParseAxis(s)
		if err != nil {
			return o, in, usagef("--x: %v", err)
		}
		if x.Name == o.Y.Name {
			return o, in, usagef("--x %s is the y axis too; a frontier needs two objectives", x.Name)
		}
		if slices.ContainsFunc(o.X, func(y frontier.Axis) bool { return y.Name == x.Name }) {
			return o, in, usagef("--x names %s twice", x.Name)
		}
		o.X = append(o.X, x)
	}
	for _, s := range f.where {
		c, err := frontier.ParseCondition(s)
		if err != nil {
			return o, in, usagef("--where %v", err)
		}
		o.Where = append(o.Where, c)
		in.Fields = append(in.Fields, c.Field)
	}
	for _, s := range f.alias {
		a, err := frontier.ParseAlias(s)
		if err != nil {
			return o, in, usagef("--alias %v", err)
		}
		if slices.ContainsFunc(o.Aliases, func(b frontier.Alias) bool {
			return a.Field == b.Field && frontier.Normalize(a.Field, a.Old) == frontier.Normalize(b.Field, b.Old)
		}) {
			return o, in, usagef("--alias reads %s %s as two different values", a.Field, a.Old)
		}
		o.Aliases = append(o.Aliases, a)
	}
	if f.groupBy != "" {
		o.GroupBy = []string{}
		if f.groupBy != "none" {
			if o.GroupBy, err = fieldList("--group-by", f.groupBy); err != nil {
				return o, in, err
			}
		}
	}
	if f.match != "" {
		if o.Match, err = fieldList("--match", f.match); err != nil {
			return o, in, err
		}
	}
	in.Fields = append(append(in.Fields, o.GroupBy...), o.Match...)
	in.Map = map[string]string{}
	for _, s := range f.maps {
		column, name, ok := cutLast(s, "=")
		if !ok || column == "" || name == "" {
			return o, in, usagef("--map %q is not COLUMN=NAME", s)
		}
		if _, twice := in.Map[column]; twice {
			return o, in, usagef("--map names column %s twice", column)
		}
		in.Map[column] = name
	}
	for _, s := range f.units {
		column, unit, ok := cutLast(s, "=")
		if !ok || column == "" || !unitPattern.MatchString(unit) {
			return o, in, usagef("--unit %q is not COLUMN=UNIT such as latency=ms", s)
		}
		if _, twice := in.Units[column]; twice {
			return o, in, usagef("--unit names column %s twice", column)
		}
		if in.Units == nil {
			in.Units = map[string]string{}
		}
		in.Units[column] = unit
	}
	switch f.decimal {
	case ".":
	case ",":
		in.DecimalComma = true
	default:
		return o, in, usagef("--decimal %q is neither a point nor a comma", f.decimal)
	}
	if in.GPUs, in.GPUsByName, err = parseGPUs(f.gpus); err != nil {
		return o, in, err
	}
	if o.Repeats, err = parseRepeats(f.repeats); err != nil {
		return o, in, err
	}
	if o.MaxFailureRate, err = parseMaxFailureRate(f.maxFailureRate); err != nil {
		return o, in, err
	}
	if in.MaxBytes, err = parseSize(f.maxBytes); err != nil {
		return o, in, err
	}
	if f.set.Changed("max-bytes") {
		in.MaxUnpacked = in.MaxBytes
	}
	in.Metrics = metricsFor(o)
	for _, c := range o.Where {
		if frontier.IsMetric(c.Field) {
			in.Metrics = append(in.Metrics, c.Field)
		}
	}
	return o, in, nil
}

// metricsFor returns the metrics to read: y first, the x axes, and what tells
// the convention of an interactivity.
func metricsFor(o frontier.Options) []string {
	xs := o.X
	if len(xs) == 0 {
		for _, n := range frontier.DefaultXs() {
			x, _ := frontier.ParseAxis(n) // known names
			xs = append(xs, x)
		}
	}
	names := []string{o.Y.Name}
	for _, x := range xs {
		names = append(names, x.Name)
		names = append(names, frontier.Companions(x)...)
	}
	return names
}

func splitLists(flags []string) []string {
	var out []string
	for _, f := range flags {
		for s := range strings.SplitSeq(f, ",") {
			out = append(out, strings.TrimSpace(s))
		}
	}
	return out
}

func fieldList(flag, s string) ([]string, error) {
	var out []string
	for f := range strings.SplitSeq(s, ",") {
		if strings.TrimSpace(f) == "" {
			return nil, usagef("%s %q has an empty name", flag, s)
		}
		out = append(out, frontier.FieldName(f))
	}
	return out, nil
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// unitPattern is a unit as results can show it.
var unitPattern = regexp.MustCompile(`^([A-Za-z/%]+|[µμ]s)$`)

var sizePattern = regexp.MustCompile(`^(\d{1,15})([KMGkmg]?)$`)

func parseSize(s string) (int64, error) {
	m := sizePattern.FindStringSubmatch(s)
	if m == nil {
		return 0, usagef("--max-bytes %q is not a size such as 1000000, 500M or 2G", s)
	}
	n, err := strconv.ParseInt(m[1], 10, 64)
	shift := map[string]int{"": 0, "K": 10, "M": 20, "G": 30}[strings.ToUpper(m[2])]
	if err != nil || n <= 0 || n > math.MaxInt64>>shift>>1 {
		return 0, usagef("--max-bytes %q is out of range", s)
	}
	return n << shift, nil
}

// parseGPUs reads a count of GPUs, or the word for that of file names; "" is
// neither.
func parseGPUs(s string) (n int, byName bool, err error) {
	switch s {
	case "":
		return 0, false, nil
	case "filename":
		return 0, true, nil
	}
	n, err = strconv.Atoi(s)
	if err != nil || n < 1 || n > ingest.MaxGPUs || s[0] == '+' {
		return 0, false, usagef("--gpus %q is neither a count of GPUs nor the word filename", s)
	}
	return n, false, nil
}

// coverFlags are the flags of commands that compare two sides.
type coverFlags struct {
	curve     string
	maxSpan   string
	tolerance string
	scope     string
	allowLost []string
}

func (f *coverFlags) add(fs *pflag.FlagSet, defaultScope frontier.Scope) {
	fs.StringVar(&f.curve, "curve", "line", "what covers beside measured points: `line|measured|loglog|hull`")
	fs.StringVar(&f.maxSpan, "max-span", "2", "longest line as a `FACTOR` in x, 0 for no limit; longer lines are clipped")
	fs.StringVar(&f.tolerance, "tolerance", "1e-9", "how far a point may fall short, such as `2%` or 0.02; 0 is exact")
	fs.StringVar(&f.scope, "scope", string(defaultScope), "curves that count: `head|all`; those that head measured, or all of base")
	fs.StringArrayVar(&f.allowLost, "allow-lost", nil, "`KEY` of a curve that head may lack under --scope all; repeatable")
}

var curveRules = map[string]pareto.CurveRule{
	"line": pareto.Line, "measured": pareto.Measured, "loglog": pareto.LogLog, "hull": pareto.Hull,
}

func (f *coverFlags) parse() (frontier.CoverPolicy, error) {
	var p frontier.CoverPolicy
	var ok bool
	if p.Curve, ok = curveRules[f.curve]; !ok {
		return p, usagef("--curve %q is none of line, measured, loglog and hull", f.curve)
	}
	span, ok := parseDecimal(f.maxSpan)
	if !ok || !(span == 0 || span >= 1) {
		return p, usagef("--max-span %q is neither 0 nor a factor of at least 1", f.maxSpan)
	}
	p.MaxSpan = span
	var err error
	if p.Tolerance, err = parseShare("--tolerance", f.tolerance); err != nil {
		return p, err
	}
	p.Scope = frontier.Scope(f.scope)
	if p.Scope != frontier.ScopeHead && p.Scope != frontier.ScopeAll {
		return p, usagef("--scope %q is neither head nor all", f.scope)
	}
	p.AllowLost = f.allowLost
	return p, nil
}

var decimalPattern = regexp.MustCompile(`^(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$`)

// parseDecimal reads a plain decimal number: no sign, no hexadecimal, no
// underscores, no NaN or infinity.
func parseDecimal(s string) (float64, bool) {
	if !decimalPattern.MatchString(s) {
		return 0, false
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil
}

// shareIn reads a number, or a percentage as a hundredth of it.
func shareIn(s string) (f float64, percent, ok bool) {
	digits, percent := strings.CutSuffix(s, "%")
	f, ok = parseDecimal(strings.TrimSpace(digits))
	if percent {
		f /= 100
	}
	return f, percent, ok
}

// parseShare reads a share below 1 as "2%" or "0.02".
func parseShare(flag, s string) (float64, error) {
	f, percent, ok := shareIn(s)
	switch {
	case !ok:
		return 0, usagef("%s %q is not a share such as 2%% or 0.02", flag, s)
	case f >= 1 && !percent:
		return 0, usagef("%s %s is 100 %% or more; if you mean %s %%, write %s%%", flag, s, s, s)
	case !(f < 1):
		return 0, usagef("%s %s must be below 100 %%", flag, s)
	}
	return f, nil
}

// parseRatio reads a share that may be 100 % and more, up to most, as "120%" or
// "0.9".
func parseRatio(flag, s string, most float64) (float64, error) {
	f, _, ok := shareIn(s)
	if !ok || !(f <= most) {
		return 0, usagef("%s %q is not a share such as 90%% or 0.9", flag, s)
	}
	return f, nil
}

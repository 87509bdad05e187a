package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
	"github.com/spf13/pflag"

	"paretocov/frontier"
)

// defaultPolicyFile is read where it exists and no other is named.
const defaultPolicyFile = ".paretocov.yaml"

// A policyFile is the gate's policy as a team keeps it in its repository. Flags
// on the command line win. Its JSON Schema is docs/policy.schema.json.
type policyFile struct {
	Version     int           `yaml:"version"`
	Curve       string        `yaml:"curve"`
	MaxSpan     scalar        `yaml:"max-span"`
	Tolerance   scalar        `yaml:"tolerance"`
	Warn        scalar        `yaml:"warn"`
	MaxLoss     scalar        `yaml:"max-loss"`
	MinReach    scalar        `yaml:"min-reach"`
	MaxAreaLoss scalar        `yaml:"max-area-loss"`
	MinPoints   scalar        `yaml:"min-points"`
	Rule        string        `yaml:"rule"`
	Noise       scalar        `yaml:"noise"`
	Scope       string        `yaml:"scope"`
	GroupBy     []string      `yaml:"group-by"`
	Match       []string      `yaml:"match"`
	X           []string      `yaml:"x"`
	Exceptions  []exception   `yaml:"exceptions"`
	AllowLost   []allowedLoss `yaml:"allow-lost"`

	MaxFailureRate scalar `yaml:"max-failure-rate"`

	path string
}

// An exception changes the policy of some curves and views.
type exception struct {
	Key       string `yaml:"key"`  // of the curve; * stands for any text
	View      string `yaml:"view"` // the x axis
	Tolerance scalar `yaml:"tolerance"`
	MinPoints scalar `yaml:"min-points"`
}

// An allowedLoss is a curve that may go, why, and until when that holds.
type allowedLoss struct {
	Key     string `yaml:"key"`
	Reason  string `yaml:"reason"`
	Expires string `yaml:"expires"`
}

// A scalar is a number or text as it stands in the file, such as 2% or 0.02.
type scalar string

// UnmarshalYAML takes the text of a scalar and refuses anything else.
func (s *scalar) UnmarshalYAML(b []byte) error {
	var v any
	if err := yaml.Unmarshal(b, &v); err != nil {
		return err
	}
	switch v := v.(type) {
	case string:
		*s = scalar(v)
	case uint64, int64, int, float64:
		*s = scalar(strings.TrimSpace(string(b)))
	default:
		return fmt.Errorf("%q is neither a number nor a share such as 2%%", strings.TrimSpace(string(b)))
	}
	return nil
}

// policyFile reads the policy file that is named, or the default one; nil where
// there is none.
func (o *gateOptions) policyFile() (*policyFile, error) {
	path := o.policyPath()
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && o.policy == "" {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("policy: %w", err)
	}
	f := &policyFile{path: path}
	if err := parseYAML(text, f); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := f.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// policyPath is where the policy file is, if there is one.
func (o *gateOptions) policyPath() string { return cmp.Or(o.policy, defaultPolicyFile) }

// parseYAML reads a policy file strictly. The YAML package panics on some broken
// documents; that is an error like any other.
func parseYAML(text []byte, f *policyFile) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("not YAML that can be read; plain keys and values are enough, see paretocov help policy")
		}
	}()
	if len(text) > maxPolicy || nesting(text) > maxNesting {
		return fmt.Errorf("over %d bytes or %d levels deep; that is no policy file", maxPolicy, maxNesting)
	}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	for _, t := range lexer.Tokenize(string(text)) {
		if t.Type == token.AnchorType || t.Type == token.AliasType {
			return errors.New("anchors and aliases are not taken; write each value out")
		}
	}
	var raw map[string]any
	if err := yaml.Unmarshal(text, &raw); err == nil {
		if key, empty := emptyValue(raw); empty {
			return fmt.Errorf("%s has no value; give it one or take it out", key)
		}
		if _, whole := raw["version"].(uint64); !whole && raw["version"] != nil {
			return errors.New("version is no whole number; this paretocov knows version: 1")
		}
	}
	dec := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict())
	err = dec.Decode(f)
	if err == nil && !errors.Is(dec.Decode(new(any)), io.EOF) {
		return errors.New("more than one document; put the policy into one")
	}
	if errors.Is(err, io.EOF) {
		return nil // an empty file, which lacks its version
	}
	if err != nil {
		what := strings.TrimSpace(yaml.FormatError(err, false, false))
		return errors.New(wrongType.ReplaceAllString(what, "a value of the wrong kind; see paretocov help policy"))
	}
	return nil
}

// Limits of a policy file, so that a hostile one costs nothing.
const (
	maxPolicy  = 64 << 10
	maxNesting = 16
)

// nesting returns how deep brackets nest in a text at the most, and at least
// how deep block lists do.
func nesting(text []byte) int {
	depth, deepest := 0, 0
	for line := range bytes.Lines(text) {
		deepest = max(deepest, bytes.Count(line, []byte("- ")))
		for _, b := range line {
			switch b {
			case '[', '{':
				depth++
				deepest = max(deepest, depth)
			case ']', '}':
				depth--
			}
		}
	}
	return deepest
}

// emptyValue returns the first key, in order, that has no value: a limit that
// says nothing would be no limit.
func emptyValue(v any) (key string, empty bool) {
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			if text, isText := v[k].(string); v[k] == nil || isText && strings.TrimSpace(text) == "" {
				return k, true
			}
			if key, empty := emptyValue(v[k]); empty {
				return key, true
			}
		}
	case []any:
		if len(v) == 0 {
			return "a list", true
		}
		for _, e := range v {
			if key, empty := emptyValue(e); empty {
				return key, true
			}
			if text, isText := e.(string); e == nil || isText && strings.TrimSpace(text) == "" {
				return "an entry of a list", true
			}
		}
	}
	return "", false
}

// wrongType is how the YAML package says that a value does not fit.
var wrongType = regexp.MustCompile(`cannot unmarshal .* of type \S+`)

// named puts the file's name before the error of a value that came from it.
// Such a value is no fault of the command line.
func (f *policyFile) named(err error, flags *pflag.FlagSet) error {
	var usage *usageError
	if f == nil || !errors.As(err, &usage) {
		return err
	}
	name := strings.TrimPrefix(usage.text, "--")
	if i := strings.IndexAny(name, " :"); i >= 0 {
		name = name[:i]
	}
	if flag := flags.Lookup(name); flag == nil || flag.Changed {
		return err
	}
	return fmt.Errorf("%s: %s", f.path, strings.TrimPrefix(usage.text, "--"))
}

// check refuses what a policy file may not say. Numbers that are flags too are
// checked with the flags.
func (f *policyFile) check() error {
	if f.Version != 1 {
		return fmt.Errorf("version is %d; this paretocov knows version: 1", f.Version)
	}
	for i, e := range f.Exceptions {
		if e.Key == "" && e.View == "" {
			return fmt.Errorf("exceptions, entry %d names neither key nor view", i+1)
		}
		if e.Tolerance != "" {
			if _, err := parseShare("tolerance", string(e.Tolerance)); err != nil {
				return fmt.Errorf("exceptions, entry %d: %w", i+1, err)
			}
		}
		if e.MinPoints != "" && !wholeNumber.MatchString(string(e.MinPoints)) {
			return fmt.Errorf("exceptions, entry %d: min-points %q is not a whole number", i+1, e.MinPoints)
		}
	}
	for i, a := range f.AllowLost {
		switch {
		case a.Key == "":
			return fmt.Errorf("allow-lost, entry %d has no key", i+1)
		case strings.TrimSpace(a.Reason) == "":
			return fmt.Errorf("allow-lost, %s: give a reason", a.Key)
		case a.Expires == "":
			return fmt.Errorf("allow-lost, %s: give a date on which it expires, such as 2027-01-31", a.Key)
		}
		if _, err := time.Parse(time.DateOnly, a.Expires); err != nil {
			return fmt.Errorf("allow-lost, %s: expires %q is not a date such as 2027-01-31", a.Key, a.Expires)
		}
	}
	return nil
}

var wholeNumber = regexp.MustCompile(`^\d{1,9}$`)

// checkToday checks the date that expiry dates are judged as of.
func (o *gateOptions) checkToday() error {
	if o.today == "" {
		return nil
	}
	if _, err := time.Parse(time.DateOnly, o.today); err != nil {
		return usagef("--today %q is not a date such as 2026-01-31", o.today)
	}
	return nil
}

// apply sets the options that the command line leaves alone. It returns notes
// on allowed losses.
func (f *policyFile) apply(o *gateOptions, flags *pflag.FlagSet) ([]string, error) {
	set := func(flag string, to *string, value string) {
		if value != "" && !flags.Changed(flag) {
			*to = value
		}
	}
	set("curve", &o.cover.curve, f.Curve)
	set("max-span", &o.cover.maxSpan, string(f.MaxSpan))
	set("tolerance", &o.cover.tolerance, string(f.Tolerance))
	set("scope", &o.cover.scope, f.Scope)
	set("warn", &o.warn, string(f.Warn))
	set("max-loss", &o.maxLoss, string(f.MaxLoss))
	set("min-reach", &o.minReach, string(f.MinReach))
	set("max-area-loss", &o.maxAreaLoss, string(f.MaxAreaLoss))
	set("rule", &o.rule, f.Rule)
	set("noise", &o.noise, string(f.Noise))
	set("max-failure-rate", &o.data.maxFailureRate, string(f.MaxFailureRate))
	set("group-by", &o.data.groupBy, strings.Join(f.GroupBy, ","))
	set("match", &o.data.match, strings.Join(f.Match, ","))
	if len(f.X) > 0 && !flags.Changed("x") {
		o.data.x = f.X
	}
	if f.MinPoints != "" && !flags.Changed("min-points") {
		n, err := strconv.Atoi(string(f.MinPoints))
		if err != nil {
			return nil, fmt.Errorf("%s: min-points %q is not a whole number", f.path, f.MinPoints)
		}
		o.minPoints = n
	}
	today := o.today
	if today == "" {
		today = time.Now().UTC().Format(time.DateOnly)
	}
	var notes []string
	for _, a := range f.AllowLost {
		// Dates of this form are in the order of their texts.
		if a.Expires < today {
			notes = append(notes, fmt.Sprintf("%s: the leave for losing %s expired on %s", f.path, a.Key, a.Expires))
			continue
		}
		o.cover.allowLost = append(o.cover.allowLost, a.Key)
		notes = append(notes, fmt.Sprintf("%s: %s may be lost until %s: %s", f.path, a.Key, a.Expires, a.Reason))
	}
	return notes, nil
}

// overrides returns the exceptions, which have been checked. A tolerance or a
// number of points on the command line wins over them.
func (f *policyFile) overrides(flags *pflag.FlagSet) []frontier.Override {
	var out []frontier.Override
	for _, e := range f.Exceptions {
		o := frontier.Override{Key: e.Key, View: e.View, Tolerance: math.NaN(), MinPoints: -1}
		if e.Tolerance != "" && !flags.Changed("tolerance") {
			o.Tolerance, _ = parseShare("tolerance", string(e.Tolerance))
		}
		if e.MinPoints != "" && !flags.Changed("min-points") {
			o.MinPoints, _ = strconv.Atoi(string(e.MinPoints))
		}
		out = append(out, o)
	}
	return out
}

package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/spf13/pflag"

	"paretocov/frontier"
	"paretocov/frontier/ingest"
	"paretocov/pareto"
)

// parsed is what flag lines ask for.
type parsed struct {
	Options frontier.Options
	Ingest  ingest.Options
	Policy  frontier.CoverPolicy
}

// parseFlags parses a flag line as cover does.
func parseFlags(args ...string) (parsed, error) {
	var data dataFlags
	var cover coverFlags
	fs := pflag.NewFlagSet("cover", pflag.ContinueOnError)
	fs.SetOutput(io.Discard)
	data.add(fs)
	cover.add(fs, frontier.ScopeHead)
	if err := fs.Parse(args); err != nil {
		return parsed{}, err
	}
	o, in, err := data.parse()
	if err != nil {
		return parsed{}, err
	}
	p, err := cover.parse()
	return parsed{o, in, p}, err
}

// byDefault is what no flag asks for.
func byDefault() parsed {
	return parsed{
		Options: frontier.Options{Y: frontier.Axis{Name: "tput_per_gpu", Unit: "tok/s/GPU", Better: pareto.Maximize}, MaxFailureRate: 0.05},
		Ingest: ingest.Options{
			Metrics: []string{
				"tput_per_gpu", "p90_e2el", "p75_e2el", "median_e2el",
				"mean_intvty", "mean_tpot", "mean_itl", "mean_full_response_itl", "mean_e2el",
				"median_intvty", "median_tpot", "median_itl", "median_full_response_itl", "median_e2el",
			},
			Map: map[string]string{}, MaxBytes: 1 << 30,
		},
		Policy: frontier.CoverPolicy{Policy: pareto.Policy{Curve: pareto.Line, MaxSpan: 2, Tolerance: 1e-9}, Scope: frontier.ScopeHead},
	}
}

func TestFlagLines(t *testing.T) {
	p90 := frontier.Axis{Name: "p90_e2el", Unit: "s", Better: pareto.Minimize}
	intvty := frontier.Axis{Name: "mean_intvty", Unit: "tok/s/user", Better: pareto.Maximize}
	own := frontier.Axis{Name: "acc", Better: pareto.Maximize}
	condition := func(s string) frontier.Condition {
		c, err := frontier.ParseCondition(s)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	rates := []string{"mean_intvty", "mean_tpot", "mean_itl", "mean_full_response_itl", "mean_e2el"}
	for _, test := range []struct {
		line string // separated by ;
		want func(*parsed)
	}{
		{"", func(*parsed) {}},

		{"--max-failure-rate=2.5%", func(p *parsed) { p.Options.MaxFailureRate = 0.025 }},
		{"--max-failure-rate=0", func(p *parsed) { p.Options.MaxFailureRate = 0 }},
		{"--max-failure-rate=1", func(p *parsed) { p.Options.MaxFailureRate = 1 }},
		{"--max-failure-rate=100%", func(p *parsed) { p.Options.MaxFailureRate = 1 }},
		{"--tolerance=2%", func(p *parsed) { p.Policy.Tolerance = 0.02 }},
		{"--tolerance=0.02", func(p *parsed) { p.Policy.Tolerance = 0.02 }},
		{"--tolerance;.5", func(p *parsed) { p.Policy.Tolerance = 0.5 }},
		{"--tolerance;2.5 %", func(p *parsed) { p.Policy.Tolerance = 0.025 }},
		{"--tolerance=99.9%", func(p *parsed) { p.Policy.Tolerance = 0.9990000000000001 }},
		{"--tolerance=1e-3", func(p *parsed) { p.Policy.Tolerance = 1e-3 }},
		{"--tolerance=0", func(p *parsed) { p.Policy.Tolerance = 0 }},
		{"--tolerance=0%", func(p *parsed) { p.Policy.Tolerance = 0 }},

		{"--max-span=0", func(p *parsed) { p.Policy.MaxSpan = 0 }},
		{"--max-span=1", func(p *parsed) { p.Policy.MaxSpan = 1 }},
		{"--max-span=1.5", func(p *parsed) { p.Policy.MaxSpan = 1.5 }},

		{"--curve=line", func(p *parsed) { p.Policy.Curve = pareto.Line }},
		{"--curve=measured", func(p *parsed) { p.Policy.Curve = pareto.Measured }},
		{"--curve=loglog", func(p *parsed) { p.Policy.Curve = pareto.LogLog }},
		{"--curve=hull", func(p *parsed) { p.Policy.Curve = pareto.Hull }},
		{"--scope=all;--allow-lost=a, b;--allow-lost=c", func(p *parsed) {
			p.Policy.Scope, p.Policy.AllowLost = frontier.ScopeAll, []string{"a, b", "c"}
		}},
		{"--scope=head", func(*parsed) {}},

		{"--x=p90_e2el,mean_intvty", func(p *parsed) {
			p.Options.X, p.Ingest.Metrics = []frontier.Axis{p90, intvty}, append([]string{"tput_per_gpu", "p90_e2el"}, rates...)
		}},
		{"--x=p90_e2el:min;--x; mean_intvty", func(p *parsed) {
			p.Options.X, p.Ingest.Metrics = []frontier.Axis{p90, intvty}, append([]string{"tput_per_gpu", "p90_e2el"}, rates...)
		}},
		{"--x=p90_e2el;--y=acc:max", func(p *parsed) {
			p.Options.X, p.Options.Y, p.Ingest.Metrics = []frontier.Axis{p90}, own, []string{"acc", "p90_e2el"}
		}},

		{"--group-by=none", func(p *parsed) { p.Options.GroupBy = []string{} }},
		{"--group-by=isl,HW", func(p *parsed) {
			p.Options.GroupBy, p.Ingest.Fields = []string{"isl", "hardware"}, []string{"isl", "hardware"}
		}},
		{"--match=conc, My Column", func(p *parsed) {
			p.Options.Match, p.Ingest.Fields = []string{"conc", "My Column"}, []string{"conc", "My Column"}
		}},
		{"--where=conc >= 8;--where=engine=a,b", func(p *parsed) {
			p.Options.Where = []frontier.Condition{condition("conc >= 8"), condition("engine=a,b")}
			p.Ingest.Fields = []string{"conc", "engine"}
		}},
		{"--alias=hw:b300=b200;--alias=framework:a=b", func(p *parsed) {
			p.Options.Aliases = []frontier.Alias{{Field: "hardware", Old: "b300", New: "b200"}, {Field: "framework", Old: "a", New: "b"}}
		}},
		{"--map=tput=tput_per_gpu;--map=a=b=p90_e2el", func(p *parsed) {
			p.Ingest.Map = map[string]string{"tput": "tput_per_gpu", "a=b": "p90_e2el"}
		}},

		{"--max-bytes=1", func(p *parsed) { p.Ingest.MaxBytes, p.Ingest.MaxUnpacked = 1, 1 }},
		{"--max-bytes=500M", func(p *parsed) { p.Ingest.MaxBytes, p.Ingest.MaxUnpacked = 500<<20, 500<<20 }},
		{"--max-bytes=2g", func(p *parsed) { p.Ingest.MaxBytes, p.Ingest.MaxUnpacked = 2<<30, 2<<30 }},
		{"--max-bytes=64k", func(p *parsed) { p.Ingest.MaxBytes, p.Ingest.MaxUnpacked = 64<<10, 64<<10 }},
	} {
		want := byDefault()
		test.want(&want)
		got, err := parseFlags(words(test.line)...)
		if err != nil {
			t.Errorf("%s: %v", test.line, err)
			continue
		}
		// Where the order is of no account, and repeats are of none.
		set := func(s []string) map[string]bool {
			m := map[string]bool{}
			for _, v := range s {
				m[v] = true
			}
			return m
		}
		if len(got.Ingest.Metrics) == 0 || got.Ingest.Metrics[0] != got.Options.Y.Name {
			t.Errorf("%s: the first metric read is not y: %q", test.line, got.Ingest.Metrics)
		}
		diff := cmp.Diff(want, got, cmp.AllowUnexported(frontier.Condition{}), cmpopts.IgnoreUnexported(ingest.Options{}),
			cmpopts.IgnoreFields(ingest.Options{}, "Allocator"), cmp.Transformer("set", set))
		if test.line == "--group-by=none" && got.Options.GroupBy == nil {
			t.Errorf("%s: the default grouping", test.line)
		}
		if diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.line, diff)
		}
	}
}

// words splits a flag line.
func words(line string) []string {
	if line == "" {
		return nil
	}
	return strings.Split(line, ";")
}

func TestFlagLinesThatAreRefused(t *testing.T) {
	share := func(s string) string { return fmt.Sprintf("--tolerance %q is not a share such as 2%% or 0.02", s) }
	span := func(s string) string { return fmt.Sprintf("--max-span %q is neither 0 nor a factor of at least 1", s) }
	size := func(s string) string {
		return fmt.Sprintf("--max-bytes %q is not a size such as 1000000, 500M or 2G", s)
	}
	for _, test := range []struct{ line, want string }{
		{"--max-failure-rate=2", "--max-failure-rate 2 is over 100 %; if you mean 2 %, write 2%"},
		{"--max-failure-rate=101%", "--max-failure-rate 101% is over 100 %; 100% is no limit"},
		{"--max-failure-rate=", "--max-failure-rate \"\" is not a share such as 5% or 0.05"},
		{"--max-failure-rate=nan", "--max-failure-rate \"nan\" is not a share such as 5% or 0.05"},
		{"--max-failure-rate=-1", "--max-failure-rate \"-1\" is not a share such as 5% or 0.05"},
		{"--max-failure-rate=inf", "--max-failure-rate \"inf\" is not a share such as 5% or 0.05"},
		{"--tolerance=2", "--tolerance 2 is 100 % or more; if you mean 2 %, write 2%"},
		{"--tolerance=1", "--tolerance 1 is 100 % or more; if you mean 1 %, write 1%"},
		{"--tolerance=100%", "--tolerance 100% must be below 100 %"},
		{"--tolerance=250%", "--tolerance 250% must be below 100 %"},
		{"--tolerance=nan", share("nan")},
		{"--tolerance=NaN%", share("NaN%")},
		{"--tolerance=inf", share("inf")},
		{"--tolerance=+Inf", share("+Inf")},
		{"--tolerance=-1", share("-1")},
		{"--tolerance=-0.01", share("-0.01")},
		{"--tolerance=-2%", share("-2%")},
		{"--tolerance=+2%", share("+2%")},
		{"--tolerance=0x1p-2", share("0x1p-2")},
		{"--tolerance=1_0", share("1_0")},
		{"--tolerance=1_0%", share("1_0%")},
		{"--tolerance=", share("")},
		{"--tolerance=%", share("%")},
		{"--tolerance=2%%", share("2%%")},
		{"--tolerance=2,5%", share("2,5%")},
		{"--tolerance=two", share("two")},
		{"--tolerance=1e999", share("1e999")},

		{"--max-span=0.5", span("0.5")},
		{"--max-span=0.999999", span("0.999999")},
		{"--max-span=nan", span("nan")},
		{"--max-span=inf", span("inf")},
		{"--max-span=-1", span("-1")},
		{"--max-span=-0", span("-0")},
		{"--max-span=0x2", span("0x2")},
		{"--max-span=2x", span("2x")},
		{"--max-span=", span("")},
		{"--max-span=1e999", span("1e999")},

		{"--curve=spline", `--curve "spline" is none of line, measured, loglog and hull`},
		{"--curve=Line", `--curve "Line" is none of line, measured, loglog and hull`},
		{"--curve=", `--curve "" is none of line, measured, loglog and hull`},
		{"--scope=base", `--scope "base" is neither head nor all`},
		{"--scope=", `--scope "" is neither head nor all`},

		{"--max-bytes=0", `--max-bytes "0" is out of range`},
		{"--max-bytes=", size("")},
		{"--max-bytes=-1", size("-1")},
		{"--max-bytes=1.5G", size("1.5G")},
		{"--max-bytes=1T", size("1T")},
		{"--max-bytes=9223372036854775808", size("9223372036854775808")},
		{"--max-bytes=999999999999999G", `--max-bytes "999999999999999G" is out of range`},

		{"--x=latency", `--x: which values of "latency" are better is not known; write latency:min or latency:max`},
		{"--x=p90_e2el:max", "--x: p90_e2el is better when it is less, not more"},
		{"--x=", `--x: axis "" has no name`},
		{"--x=p90_e2el,", `--x: axis "" has no name`},
		{"--x=p90_e2el,p90_e2el", "--x names p90_e2el twice"},
		{"--x=p90_e2el;--x=p90_e2el:min", "--x names p90_e2el twice"},
		{"--x=tput_per_gpu", "--x tput_per_gpu is the y axis too; a frontier needs two objectives"},
		{"--y=cost:min;--x=cost:max", "--x cost is the y axis too; a frontier needs two objectives"},
		{"--y=tput_per_gpu:min", "--y: tput_per_gpu is better when it is more, not less"},
		{"--y=", `--y: axis "" has no name`},

		{"--where=conc", `--where "conc" has no operator; write FIELD OP VALUE with one of = != < <= > >=`},
		{"--where=hardware > b200", `--where "hardware > b200": > needs a number, not "b200"`},
		{"--alias=hardware", `--alias "hardware" is not FIELD:OLD=NEW, such as framework:tensorrt-llm=trt`},
		{"--map=tput", `--map "tput" is not COLUMN=NAME`},
		{"--map==x", `--map "=x" is not COLUMN=NAME`},
		{"--map=x=", `--map "x=" is not COLUMN=NAME`},
	} {
		got, err := parseFlags(words(test.line)...)
		var usage *usageError
		if !errors.As(err, &usage) {
			t.Errorf("%s: %+v, error %v; want a usage error", test.line, got, err)
			continue
		}
		if usage.text != test.want {
			t.Errorf("%s: %s\nwant %s", test.line, usage.text, test.want)
		}
	}
}

// TestFlagsAreCheckedBeforeFilesAreRead: exit 2 and the usage, though the files
// do not exist, which is exit 3.
func TestFlagsAreCheckedBeforeFilesAreRead(t *testing.T) {
	for _, test := range []struct {
		line string
		code int
	}{
		{"cover;nowhere/a;nowhere/b", 3},
		{"front;nowhere/a", 3},
		{"cover;nowhere/a;nowhere/b;--tolerance;nan", 2},
		{"cover;nowhere/a;nowhere/b;--tolerance;2", 2},
		{"cover;nowhere/a;nowhere/b;--max-span;0.5", 2},
		{"cover;nowhere/a;nowhere/b;--max-bytes;0", 2},
		{"cover;nowhere/a;nowhere/b;--curve;spline", 2},
		{"cover;nowhere/a;nowhere/b;--scope;none", 2},
		{"cover;nowhere/a;nowhere/b;--x;latency", 2},
		{"cover;nowhere/a;nowhere/b;--where;conc", 2},
		{"cover;nowhere/a;nowhere/b;--map;x", 2},
		{"cover;nowhere/a;nowhere/b;--format;yaml", 2},
		{"cover;nowhere/a;nowhere/b;--export;json", 2},
		{"cover;nowhere/a;nowhere/b;--color;green", 2},
		{"cover;nowhere/a;nowhere/b;--no-such-flag", 2},
		{"cover;nowhere/a", 2},
		{"cover;-;-", 2},
		{"cover;a;b;c", 2},
		{"front", 2},
		{"front;nowhere/a;--rule;loose", 2},
		{"front;nowhere/a;--min-points;-1", 2},
		{"front;nowhere/a;--min-points;x", 2},
		{"cover;nowhere/a;nowhere/b;--help", 0},
		{"no-such-command", 2},
	} {
		var out, errOut bytes.Buffer
		code := Main(words(test.line), strings.NewReader(""), &out, &errOut)
		if code != test.code {
			t.Errorf("%s: exit %d, want %d\n%s", test.line, code, test.code, &errOut)
		}
		usage := strings.Contains(errOut.String(), "\nUsage: ")
		if test.code != 0 && (!strings.HasPrefix(errOut.String(), "paretocov: ") || usage != (test.code == 2) || out.Len() > 0) {
			t.Errorf("%s: usage %v, on stdout %q, on stderr %q", test.line, usage, &out, &errOut)
		}
	}
}

func TestExitCodes(t *testing.T) {
	for _, test := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{&verdictError{1}, 1},
		{&verdictError{4}, 4},
		{usagef("x"), 2},
		{errors.New("anything else"), 3},
		{&frontier.DataError{Text: "x"}, 3},
		{&ingest.Error{Path: "x"}, 3},
		{io.ErrUnexpectedEOF, 3},
		{&frontier.NoCommonCurve{}, 4},
		{fmt.Errorf("wrapped: %w", usagef("x")), 2},
		{fmt.Errorf("wrapped: %w", &verdictError{1}), 1},
		{fmt.Errorf("wrapped: %w", &frontier.NoCommonCurve{}), 4},
		{fmt.Errorf("wrapped: %w", &frontier.DataError{}), 3},
	} {
		if got := exitCode(test.err); got != test.want {
			t.Errorf("%v (%T): exit %d, want %d", test.err, test.err, got, test.want)
		}
	}
}

// TestVerdictsAreExitCodes: a verdict of no known word is not a pass.
func TestVerdictsAreExitCodes(t *testing.T) {
	for verdict, want := range map[frontier.Verdict]int{
		frontier.VerdictPass: 0, frontier.VerdictFail: 1, frontier.VerdictInconclusive: 4, frontier.VerdictNoBaseline: 0, "": 1, "PASS": 1, "other": 1,
	} {
		if got := exitCode(verdictExit(verdict)); got != want {
			t.Errorf("%q: exit %d, want %d", verdict, got, want)
		}
	}
	view := func(status frontier.Status, n int) frontier.FrontView {
		return frontier.FrontView{Status: status, OnFrontier: n}
	}
	for _, test := range []struct {
		what  string
		least int
		views []frontier.FrontView
		want  int
	}{
		{"not asked", 0, []frontier.FrontView{view(frontier.Warn, 0)}, 0},
		{"met", 3, []frontier.FrontView{view(frontier.Warn, 3), view(frontier.Pass, 5)}, 0},
		{"not met", 5, []frontier.FrontView{view(frontier.Pass, 5), view(frontier.Warn, 4)}, 1},
		{"unavailable", 3, []frontier.FrontView{view(frontier.Warn, 3), view(frontier.Unavailable, 0)}, 4},
		{"unavailable, and not met", 3, []frontier.FrontView{view(frontier.Unavailable, 0), view(frontier.Warn, 2)}, 1},
	} {
		r := &frontier.FrontResult{Curves: []frontier.FrontCurve{{Views: test.views}}}
		r.Require(test.least)
		if got := exitCode(verdictExit(r.Verdict)); got != test.want {
			t.Errorf("--min-points %s: exit %d, want %d", test.what, got, test.want)
		}
	}
}

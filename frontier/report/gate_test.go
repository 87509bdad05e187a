package report

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"paretocov/frontier"
	"paretocov/pareto"
)

// gatePolicy is the command line's default.
func gatePolicy() frontier.GatePolicy {
	nan := math.NaN()
	return frontier.GatePolicy{
		CoverPolicy: frontier.CoverPolicy{Policy: pareto.Policy{MaxSpan: 2, Tolerance: 1e-9}, Scope: frontier.ScopeAll},
		Warn:        nan, MaxLoss: nan, MinReach: nan, MaxAreaLoss: nan, Suspicious: 1,
	}
}

// gated is what gate makes of two documents.
func gated(t testing.TB, base, head source, o frontier.Options, p frontier.GatePolicy) *frontier.GateResult {
	t.Helper()
	b := base.read(t, &o)
	h := head.read(t, &o)
	a, err := frontier.Arrange(o, b, h)
	if err != nil {
		t.Fatal(err)
	}
	r, err := frontier.Gate(a, p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func gateJSONOf(t testing.TB, r *frontier.GateResult) string {
	return written(t, func(w io.Writer) error { return GateJSON(w, r) })
}

func gateTextOf(t testing.TB, r *frontier.GateResult) string {
	return written(t, func(w io.Writer) error { return GateText(w, r, Style{}) })
}

func gateMarkdownOf(t testing.TB, r *frontier.GateResult) string {
	return written(t, func(w io.Writer) error { return GateMarkdown(w, r, MarkdownLimit) })
}

func gateGitHubOf(t testing.TB, r *frontier.GateResult) string {
	return written(t, func(w io.Writer) error { return GateGitHub(w, r) })
}

func gateJUnitOf(t testing.TB, r *frontier.GateResult) string {
	return written(t, func(w io.Writer) error { return GateJUnit(w, r) })
}

// TestGateGolden pins what people and CI see of one real pair.
func TestGateGolden(t *testing.T) {
	p := gatePolicy()
	p.MaxLoss, p.MinReach = 0.1, 0.9
	r := gated(t, fixture(t, "demo/base.json"), fixture(t, "demo/head.json"), frontier.Options{}, p)
	if r.Verdict != frontier.VerdictFail {
		t.Errorf("the pair gives %s; the test needs one that fails", r.Verdict)
	}
	for name, doc := range map[string]string{
		"demo.gate.txt": gateTextOf(t, r), "demo.gate.md": gateMarkdownOf(t, r),
		"demo.gate.github": gateGitHubOf(t, r), "demo.gate.xml": gateJUnitOf(t, r),
	} {
		wantGolden(t, name, doc)
		switch {
		case strings.HasSuffix(name, ".md"):
			noLiveText(t, doc)
			tables(t, doc)
		case strings.HasSuffix(name, ".txt"):
			for i, line := range strings.Split(doc, "\n") {
				if n := len([]rune(line)); n > 100 {
					t.Errorf("%s: line %d has %d columns: %s", name, i+1, n, line)
				}
			}
		}
	}
}

// wantGate are the fields of paretocov.gate/1: those of the contract, and those
// that have been added to it.
var wantGate = map[string][]string{
	"":                           {"schema", "base", "head", "policy", "verdict", "needed_tolerance", "summary", "noise", "reasons", "curves", "filtered", "repeats", "warnings"},
	"base":                       {"label", "inputs"},
	"head":                       {"label", "inputs"},
	"base.inputs":                wantInput,
	"head.inputs":                wantInput,
	"policy":                     {"curve", "max_span", "tolerance", "scope", "warn", "max_loss", "min_reach", "max_area_loss", "min_points", "rule", "suspicious", "strict_noise", "allow_lost", "append_only", "overrides"},
	"policy.overrides":           {"key", "view", "tolerance", "min_points"},
	"summary":                    {"points", "covered", "uncovered", "unverifiable", "inconclusive", "lost", "lost_allowed"},
	"noise":                      {"status", "assumed", "points_of_one_run", "points_of_several_runs"},
	"reasons":                    {"kind", "key", "x", "id", "margin", "value", "limit", "text", "rerun"},
	"curves":                     {"key", "series", "status", "allowed", "views"},
	"curves.views":               {"x", "x_unit", "x_better", "y", "y_unit", "y_better", "tolerance", "min_points", "base_points", "head_points", "frontier", "worst_ratio", "worst_x", "reach", "hypervolume_ratio", "ref"},
	"curves.views.reach":         {"x", "y"},
	"curves.views.frontier":      {"id", "x", "y", "was_on_frontier", "coverage", "by", "gain", "span", "evidence", "margin", "curve_y_at_x", "curve_x_at_y", "reason", "members", "in_head"},
	"curves.views.frontier.gain": {"x", "y"},
}

func TestGateFieldNames(t *testing.T) {
	p := gatePolicy()
	p.Overrides = []frontier.Override{{Key: "*", Tolerance: 0.01, MinPoints: 3}}
	o := frontier.Options{X: []frontier.Axis{axis(t, "p90_e2el"), axis(t, "mean_intvty")}}
	r := gated(t, source{"base.csv", richBase}, source{"head.csv", richHead}, o, p)
	doc := gateJSONOf(t, r)
	checkNames(t, doc, wantGate)
	if !strings.HasPrefix(doc, "{\n  \"schema\": \"paretocov.gate/1\",") {
		t.Errorf("the document begins with %.60q", doc)
	}
}

// TestGateLimitsOfZero: 0 is a number. A limit of 0 that was passed, and a
// frontier of 0 points, are not null.
func TestGateLimitsOfZero(t *testing.T) {
	o := frontier.Options{X: []frontier.Axis{axis(t, "p90_e2el"), axis(t, "p75_e2el")}}
	p := gatePolicy()
	p.MinPoints, p.Warn, p.Tolerance = 1, 0, 0.5
	base := source{"base.csv", "curve,id,p90_e2el,p75_e2el,tput_per_gpu\nk,a,2,1,100\nl,a,2,1,100\n"}
	head := source{"head.csv", "curve,id,p90_e2el,p75_e2el,tput_per_gpu\nk,a,2,,90\nl,a,2,1,100\n"}
	var doc struct {
		Reasons []struct {
			Kind, Key, X string
			Value, Limit *float64
		}
	}
	if err := json.Unmarshal([]byte(gateJSONOf(t, gated(t, base, head, o, p))), &doc); err != nil {
		t.Fatal(err)
	}
	points, warned := false, false
	for _, r := range doc.Reasons {
		switch r.Kind {
		case "points":
			points = true
			if r.Value == nil || *r.Value != 0 || r.Limit == nil || *r.Limit != 1 {
				t.Errorf("%s %s: 0 points of 1: value %v, limit %v", r.Key, r.X, r.Value, r.Limit)
			}
		case "warn":
			warned = true
			if r.Limit == nil || *r.Limit != 0 {
				t.Errorf("%s %s: --warn 0: limit %v", r.Key, r.X, r.Limit)
			}
		}
	}
	if !points || !warned {
		t.Errorf("reasons %+v; want one for the points and a warning", doc.Reasons)
	}
}

// hostileGate has hostile names in ids, curves and files, in base and head, and
// everything that a gate can say.
func hostileGate(t *testing.T) *frontier.GateResult {
	t.Helper()
	var base, head strings.Builder
	for _, b := range []*strings.Builder{&base, &head} {
		b.WriteString("curve,id,image,p90_e2el,tput_per_gpu\n")
	}
	names := append([]string{"line\nbreak", "\x1b[31mred", "50%, a: b", "x::y", "::error::z", "]]>", "a&b", "\"q\" 'r'", "%0A::error::z", "\ufffe"}, hostile...)
	for i, name := range names {
		curve := names[(i+3)%len(names)]
		fmt.Fprintf(&base, "%s,%s,v,%d,%d\n", csvCell(curve), csvCell(name), 10, 100)
		fmt.Fprintf(&base, "%s,%s,v,%d,%d\n", csvCell(curve), csvCell(name+" 2"), 20, 200)
		if i%4 > 0 { // some are lost
			fmt.Fprintf(&head, "%s,%s,v,%d,%d\n", csvCell(curve), csvCell(name), 10+i%2, 100-i%3)
		}
	}
	p := gatePolicy()
	p.MinPoints, p.MaxLoss, p.Noise, p.MinReach = 2, 0, 0.001, 1
	p.AllowLost = []string{"@no such", "<b>#12"}
	r := gated(t, source{"@octo-team/`x`|<b>/fixes #12 ~~gone~~.csv", base.String()}, source{"#12.csv", head.String()},
		frontier.Options{X: []frontier.Axis{axis(t, "p90_e2el")}, Labels: []string{"@octo|base", "#12 head"}}, p)
	r.Base.Label, r.Head.Label = "@octo|`base` #12", "GH-7"
	r.Warnings = append(r.Warnings, "@octo-team/x may be lost: fixes #12 | `x` <b> https://example.com/x")
	return r
}

// TestHostileNamesInGateMarkdown: no mention, link or markup is live. GitHub acts
// on the text that a reader sees, so character references do not help: the text
// is checked as it is and decoded. (B97, B101)
func TestHostileNamesInGateMarkdown(t *testing.T) {
	doc := gateMarkdownOf(t, hostileGate(t))
	noLiveText(t, doc)
	tables(t, doc)
	for i, line := range strings.Split(doc, "\n") {
		rest, _ := withoutCode(line)
		decoded := html.UnescapeString(rest)
		for _, bad := range []string{"@octo", "#12", "GH-7", "https://"} {
			if strings.Contains(decoded, bad) {
				t.Errorf("line %d: a reader sees a live %s: %s", i+1, bad, line)
			}
		}
	}
}

// TestHostileNamesInJUnit: well-formed XML whose texts are the names, and counts
// that are those of the elements.
func TestHostileNamesInJUnit(t *testing.T) {
	r := hostileGate(t)
	doc := gateJUnitOf(t, r)
	d := xml.NewDecoder(strings.NewReader(doc))
	d.Strict = true
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("not XML: %v\n%s", err, doc)
		}
	}
	var suites struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Skipped  int `xml:"skipped,attr"`
		Suites   []struct {
			Name     string `xml:"name,attr"`
			Tests    int    `xml:"tests,attr"`
			Failures int    `xml:"failures,attr"`
			Skipped  int    `xml:"skipped,attr"`
			Cases    []struct {
				Name    string `xml:"name,attr"`
				Class   string `xml:"classname,attr"`
				Failure *struct {
					Message string `xml:"message,attr"`
					Text    string `xml:",chardata"`
				} `xml:"failure"`
				Skipped *struct{} `xml:"skipped"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(doc), &suites); err != nil {
		t.Fatal(err)
	}
	var tests, failures, skipped int
	var failing, names []string
	for _, s := range suites.Suites {
		names = append(names, s.Name)
		n, f, k := len(s.Cases), 0, 0
		for _, c := range s.Cases {
			if c.Failure != nil {
				f++
				failing = append(failing, c.Class)
			}
			if c.Skipped != nil {
				k++
			}
			if c.Class != s.Name || c.Name == "" {
				t.Errorf("case %q of class %q in suite %q", c.Name, c.Class, s.Name)
			}
		}
		if s.Tests != n || s.Failures != f || s.Skipped != k {
			t.Errorf("%s: counts %d, %d, %d; there are %d, %d, %d", s.Name, s.Tests, s.Failures, s.Skipped, n, f, k)
		}
		tests, failures, skipped = tests+n, failures+f, skipped+k
	}
	if suites.Tests != tests || suites.Failures != failures || suites.Skipped != skipped {
		t.Errorf("counts %d, %d, %d; there are %d, %d, %d", suites.Tests, suites.Failures, suites.Skipped, tests, failures, skipped)
	}
	for _, c := range r.Curves {
		if !slices.Contains(names, xmlText(c.Key)) {
			t.Errorf("no suite %q", c.Key)
		}
	}
	for _, reason := range r.Reasons {
		if reason.Kind.Fails() && !slices.Contains(failing, xmlText(reason.Key)) {
			t.Errorf("%s: %s, and no failure in it", reason.Key, reason.Kind)
		}
	}
	for _, plain := range []string{"@octo-team/run", "fixes #12", "</script><script>alert(1)</script>", "]]>", "a&b", "50%, a: b"} {
		if !slices.Contains(names, plain) {
			t.Errorf("no suite of the name %q", plain)
		}
	}
}

// workflowCommand decodes a line as the runner does.
func workflowCommand(line string) (level, title, message string, ok bool) {
	rest, ok := strings.CutPrefix(line, "::")
	if !ok {
		return "", "", "", false
	}
	head, message, ok := strings.Cut(rest, "::")
	if !ok {
		return "", "", "", false
	}
	level, properties, _ := strings.Cut(head, " ")
	for p := range strings.SplitSeq(properties, ",") {
		name, value, _ := strings.Cut(p, "=")
		if name != "title" {
			return "", "", "", false
		}
		title = strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",").Replace(value)
	}
	return level, title, strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n").Replace(message), true
}

// TestHostileNamesInAnnotations: every line is one command, whose title and
// message are the texts that went in. (B101)
func TestHostileNamesInAnnotations(t *testing.T) {
	for _, r := range []*frontier.GateResult{hostileGate(t), oneReason("50%, a: b\nc\r::error::x", "a%,:\nb"), oneReason("%0A%25", "%3A::x"), oneReason("\x00nul", "\x1b[31m\u2028")} {
		doc := gateGitHubOf(t, r)
		lines := strings.Split(strings.TrimSuffix(doc, "\n"), "\n")
		shown := 0
		for i, line := range lines {
			level, title, message, ok := workflowCommand(line)
			if !ok || message == "" || !slices.Contains([]string{"error", "warning", "notice"}, level) {
				t.Fatalf("no command: %s", line)
			}
			if level == "error" {
				shown++
			}
			if i == len(lines)-1 {
				if title != "paretocov gate" || !strings.HasPrefix(message, "FAIL: ") {
					t.Errorf("the last one is %s", line)
				}
				continue
			}
			if !slices.ContainsFunc(r.Reasons, func(g frontier.GateReason) bool {
				return title == clean(g.Key) && message == reasonText(g, clean)
			}) {
				t.Errorf("%q: %q is of no reason", title, message)
			}
		}
		if shown > 10 {
			t.Errorf("%d errors; a step shows ten", shown)
		}
	}
}

func oneReason(key, id string) *frontier.GateResult {
	nan := math.NaN()
	return &frontier.GateResult{
		Policy: gatePolicy(), Verdict: frontier.VerdictFail, NeededTolerance: nan,
		Reasons: []frontier.GateReason{{
			Kind: frontier.ReasonUncovered, Key: key, ID: id, Margin: -0.5, Value: nan, Limit: nan,
			X: frontier.Axis{Name: "a,b: %\nc", Better: pareto.Minimize},
		}},
	}
}

// TestGateMarkdownKeepsTheUncovered: whatever else there is to say, rows of
// points that are not covered and the verdict are the last to go. (B98)
func TestGateMarkdownKeepsTheUncovered(t *testing.T) {
	var base, head strings.Builder
	base.WriteString("curve,id,median_intvty,tput_per_gpu\n")
	head.WriteString("curve,id,median_intvty,tput_per_gpu\n")
	id := func(i int) string { return fmt.Sprintf("%060d", i) }
	// A thousand curves that got suspiciously better come before the one that fails.
	for i := range 1000 {
		fmt.Fprintf(&base, "c%04d,%s,10,100\n", i, id(i))
		fmt.Fprintf(&head, "c%04d,%s,100,1000\n", i, id(i))
	}
	for i := range 10 {
		fmt.Fprintf(&base, "z,%s,%d,%d\n", id(5000+i), 10+i, 1000-i)
	}
	fmt.Fprintf(&head, "z,%s,%d,%d\n", id(6000), 9, 900)
	r := gated(t, source{"base.csv", base.String()}, source{"head.csv", head.String()}, frontier.Options{}, gatePolicy())
	doc := gateMarkdownOf(t, r)
	if len(doc) > MarkdownLimit {
		t.Errorf("%d bytes", len(doc))
	}
	if !strings.Contains(doc, "FAIL") || !strings.Contains(doc, "left out") {
		t.Errorf("no verdict, or no word on what is left out:\n%.300s", doc)
	}
	for i := range 10 {
		if !strings.Contains(doc, "`"+id(5000+i)+"`") {
			t.Errorf("%s is not covered, and not there", id(5000+i))
		}
	}
	tables(t, doc)
}

// TestGateMarkdownOfLongNames: names that do not fit are no reason for a comment
// that is refused, nor for one without its verdict. (B98)
func TestGateMarkdownOfLongNames(t *testing.T) {
	long := strings.Repeat("x", 70_000)
	base := source{"base.csv", "curve,id,median_intvty,tput_per_gpu\n" + long + ",a,10,100\n" + long + "2,a,10,100\nk," + long + ",10,100\n"}
	head := source{"head.csv", "curve,id,median_intvty,tput_per_gpu\n" + long + ",a,10,90\nk," + long + ",10,50\n"}
	p := gatePolicy()
	for _, allow := range []bool{false, true} {
		if allow {
			p.AllowLost = []string{long + "2"}
		}
		doc := gateMarkdownOf(t, gated(t, base, head, frontier.Options{}, p))
		if len(doc) > MarkdownLimit || !strings.Contains(doc, "### Frontier gate: FAIL") {
			t.Errorf("%d bytes: %.200s", len(doc), doc)
		}
	}
}

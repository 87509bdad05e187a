package report

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"paretocov/frontier"
	"paretocov/pareto"
)

// The names of fields are a contract with the programs of others: fields may be
// added, none renamed or left out. They are written out here again, by hand.

var (
	wantInput = []string{"path", "format", "rows", "rejected", "sha256"}
	wantFront = map[string][]string{
		"":                         {"schema", "rule", "inputs", "curves", "warnings"},
		"inputs":                   wantInput,
		"curves":                   {"key", "series", "points", "views"},
		"curves.views":             {"x", "x_unit", "x_better", "y", "y_unit", "y_better", "measured", "invalid", "on_frontier", "on_strict_frontier", "recommended", "status", "frontier", "dominated", "rejected", "hypervolume", "widest_gap"},
		"curves.views.frontier":    {"id", "x", "y", "members"},
		"curves.views.dominated":   {"id", "x", "y", "by"},
		"curves.views.rejected":    {"id", "field", "reason"},
		"curves.views.hypervolume": {"value", "ref"},
		"curves.views.widest_gap":  {"from", "to", "x_ratio"},
	}
	wantCover = map[string][]string{
		"":                          {"schema", "base", "head", "policy", "verdict", "needed_tolerance", "summary", "curves"},
		"base":                      {"label", "inputs"},
		"head":                      {"label", "inputs"},
		"base.inputs":               wantInput,
		"head.inputs":               wantInput,
		"policy":                    {"curve", "max_span", "tolerance", "scope"},
		"summary":                   {"removed", "covered", "uncovered", "unverifiable"},
		"curves":                    {"key", "status", "removed", "added", "kept", "changed", "merged", "changed_worst_margin", "views"},
		"curves.views":              {"x", "y", "covered", "uncovered", "unverifiable", "removed"},
		"curves.views.removed":      {"id", "x", "y", "was_on_frontier", "coverage", "by", "gain", "span", "evidence", "margin", "curve_y_at_x", "curve_x_at_y", "reason"},
		"curves.views.removed.gain": {"x", "y"},
	}
)

// checkNames checks that every object at a path has the fields, and that there is
// one.
func checkNames(t *testing.T, doc string, want map[string][]string) {
	t.Helper()
	var v any
	d := json.NewDecoder(strings.NewReader(doc))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("not JSON: %v\n%s", err, doc)
	}
	seen := map[string]int{}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				walk(path, e)
			}
		case map[string]any:
			seen[path]++
			for _, name := range want[path] {
				if _, ok := v[name]; !ok {
					t.Errorf("%s: no field %s in %v", path, name, v)
				}
			}
			for name, member := range v {
				walk(strings.TrimPrefix(path+"."+name, "."), member)
			}
		}
	}
	walk("", v)
	for path := range want {
		if seen[path] == 0 {
			t.Errorf("no object at %q", path)
		}
	}
}

const (
	richBase = "id,p90_e2el,mean_intvty,tput_per_gpu\nonline,20,20,60\nbeaten,40,10,90\nfaster,1,60,1\nkept,15,20,40\nagain,15,20,41\ndead,,,5\nhalf,,30,5\n"
	richHead = "id,p90_e2el,mean_intvty,tput_per_gpu\na,12,16,100\nb,6,31,40\nkept,15,20,40\nagain,15,20,40\nagain,15,20,40\ndead,0,0,0\n"
)

func rich(t *testing.T) *frontier.CoverResult {
	t.Helper()
	o := frontier.Options{X: []frontier.Axis{axis(t, "p90_e2el"), axis(t, "mean_intvty")}}
	return comparison(t, source{"base.csv", richBase}, source{"head.csv", richHead}, o, frontier.ScopeHead)
}

func TestCoverFieldNames(t *testing.T) {
	doc := coverJSONOf(t, rich(t))
	checkNames(t, doc, wantCover)
	if !strings.HasPrefix(doc, "{\n  \"schema\": \"paretocov.cover/1\",") {
		t.Errorf("the document begins with %.60q", doc)
	}
	for what, path := range map[string]string{"x_unit": "", "x_better": "", "y_unit": "", "y_better": ""} {
		if !strings.Contains(doc, `"`+what+`": `) {
			t.Errorf("no %s%s", path, what)
		}
	}
}

func TestFrontFieldNames(t *testing.T) {
	o := frontier.Options{X: []frontier.Axis{axis(t, "p90_e2el"), axis(t, "mean_intvty")}}
	doc := frontJSONOf(t, fronts(t, source{"base.csv", richBase}, o))
	checkNames(t, doc, wantFront)
	if !strings.HasPrefix(doc, "{\n  \"schema\": \"paretocov.front/1\",") {
		t.Errorf("the document begins with %.60q", doc)
	}
}

// coverDoc is a part of a cover document.
type coverDoc struct {
	Verdict string
	Needed  *float64 `json:"needed_tolerance"`
	Policy  struct {
		Curve     string
		MaxSpan   float64 `json:"max_span"`
		Tolerance float64
		Scope     string
	}
	Summary struct{ Removed, Covered, Uncovered, Unverifiable int }
	Curves  []struct {
		Key, Status                           string
		Removed, Added, Kept, Changed, Merged int
		Worst                                 *float64 `json:"changed_worst_margin"`
		Views                                 []struct {
			X                                string
			XUnit                            *string `json:"x_unit"`
			XBetter                          string  `json:"x_better"`
			Covered, Uncovered, Unverifiable int
			Removed                          []judgedDoc
		}
	}
}

type judgedDoc struct {
	ID       string
	X, Y     *float64
	Was      bool `json:"was_on_frontier"`
	Coverage string
	By       []string
	Gain     struct{ X, Y *float64 }
	Span     *float64
	Evidence *string
	Margin   *float64
	CurveY   *float64 `json:"curve_y_at_x"`
	CurveX   *float64 `json:"curve_x_at_y"`
	Reason   *string
}

// String writes a judgement in one line, null as -.
func (j judgedDoc) String() string {
	f := func(v *float64) string {
		if v == nil {
			return "-"
		}
		return fmt.Sprintf("%.6g", *v)
	}
	s := func(v *string) string {
		if v == nil {
			return "-"
		}
		return *v
	}
	return fmt.Sprintf("%s %s,%s %v %s by %s gain %s,%s span %s evidence %s margin %s curve %s,%s reason %s", j.ID, f(j.X), f(j.Y), j.Was, j.Coverage,
		strings.Join(j.By, "+"), f(j.Gain.X), f(j.Gain.Y), f(j.Span), s(j.Evidence), f(j.Margin), f(j.CurveY), f(j.CurveX), s(j.Reason))
}

// TestCoverValues checks what the fields hold: gain is of the first witness and
// null for lines, what is undefined is null, coverage is one of the words.
func TestCoverValues(t *testing.T) {
	var doc coverDoc
	if err := json.Unmarshal([]byte(coverJSONOf(t, rich(t))), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Verdict != "fail" || doc.Needed == nil || !(*doc.Needed > 0 && *doc.Needed < 1) || doc.Policy.Curve != "line" || doc.Policy.MaxSpan != 2 || doc.Policy.Tolerance != 1e-9 || doc.Policy.Scope != "head" {
		t.Errorf("%+v", doc)
	}
	if doc.Summary.Removed != 4 || doc.Summary.Covered != 3 || doc.Summary.Uncovered != 1 || doc.Summary.Unverifiable != 0 {
		t.Errorf("summary %+v", doc.Summary)
	}
	if len(doc.Curves) != 1 {
		t.Fatalf("%d curves", len(doc.Curves))
	}
	c := doc.Curves[0]
	if c.Key != "all" || c.Status != "compared" || c.Removed != 4 || c.Added != 2 || c.Kept != 1 || c.Changed != 1 || c.Merged != 1 || c.Worst == nil {
		t.Errorf("curve %+v", c)
	}
	if v := c.Views[0]; v.X != "p90_e2el" || v.XUnit == nil || *v.XUnit != "s" || v.XBetter != "min" || v.Covered != 2 || v.Uncovered != 1 || v.Unverifiable != 0 {
		t.Errorf("view %+v", v)
	}
	var got []string
	for _, v := range c.Views {
		for _, j := range v.Removed {
			got = append(got, v.X+": "+j.String())
		}
	}
	want := []string{
		"p90_e2el: beaten 40,90 true exceeded by a gain 2.33333,0.111111 span - evidence - margin 0.111111 curve 100,11 reason -",
		"p90_e2el: faster 1,1 true uncovered by  gain -,- span - evidence - margin -0.833333 curve -,6 reason -",
		"p90_e2el: half -,- false n/a by  gain -,- span - evidence - margin - curve -,- reason base: p90_e2el is missing",
		"p90_e2el: online 20,60 true exceeded by a gain 0.666667,0.666667 span - evidence - margin 0.666667 curve 100,8 reason -",
	}
	for _, w := range want {
		if !slices.Contains(got, w) {
			t.Errorf("no judgement %s", w)
		}
	}
	// On the rate online lies on the line from a (16, 100) to b (31, 40): at 20 it
	// has 84, and the ray through (20, 60) meets y = 164 - 4 x at s = 164/140.
	for _, w := range []string{
		"mean_intvty: online 20,60 true line by a+b gain -,- span 1.9375 evidence strong margin 0.171429 curve 84,26 reason -",
		"mean_intvty: beaten 10,90 true exceeded by a gain 0.6,0.111111 span - evidence - margin 0.111111 curve 100,18.5 reason -",
	} {
		if !slices.Contains(got, w) {
			t.Errorf("no judgement %s", w)
		}
	}
	if t.Failed() {
		t.Logf("judgements:\n%s", strings.Join(got, "\n"))
	}
}

// TestUndefinedIsNull: what is undefined is null, never NaN, 0 or a missing field.
func TestUndefinedIsNull(t *testing.T) {
	o := frontier.Options{X: []frontier.Axis{axis(t, "p90_e2el"), axis(t, "p75_e2el")}}
	const columns = "curve,id,p90_e2el,p75_e2el,tput_per_gpu\n"
	r := comparison(t, source{"b", columns + "k,a,1,1,1\nlost,l,1,1,1\nz,z,1,1,1\n"}, source{"h", columns + "k,n,1,,2\nz,z,1,1,1\n"}, o, frontier.ScopeAll)
	doc := coverJSONOf(t, r)
	if strings.Contains(doc, "NaN") || strings.Contains(doc, "Inf") || !json.Valid([]byte(doc)) {
		t.Error("not JSON")
	}
	checkNames(t, doc, wantCover) // null, not left out
	var d coverDoc
	if err := json.Unmarshal([]byte(doc), &d); err != nil {
		t.Fatal(err)
	}
	if d.Needed != nil || d.Curves[0].Worst != nil {
		t.Errorf("needed tolerance %v, worst margin %v; want null", d.Needed, d.Curves[0].Worst)
	}
	for want, j := range map[string]judgedDoc{
		"a 1,1 true unverifiable by  gain -,- span - evidence - margin - curve -,-": d.Curves[0].Views[1].Removed[0],
		"l 1,1 true uncovered by  gain -,- span - evidence - margin - curve -,-":    d.Curves[1].Views[0].Removed[0],
	} {
		if got := j.String(); !strings.HasPrefix(got, want) {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
	if !strings.Contains(doc, `"by": []`) || strings.Contains(doc, `"by": null`) {
		t.Error("an empty list is not []")
	}

	f := fronts(t, source{"f", "benchmark_type,id,p90_e2el,p75_e2el,tput_per_gpu\nagentic-coding,a,1,,1\n"}, frontier.Options{E2ELOnly: true})
	var fd struct {
		Curves []struct {
			Views []struct {
				X, Status string
				On        *int            `json:"on_frontier"`
				Strict    *int            `json:"on_strict_frontier"`
				Area      json.RawMessage `json:"hypervolume"`
				Gap       json.RawMessage `json:"widest_gap"`
			}
		}
	}
	if err := json.Unmarshal([]byte(frontJSONOf(t, f)), &fd); err != nil {
		t.Fatal(err)
	}
	if v := fd.Curves[0].Views[1]; v.X != "p75_e2el" || v.Status != "UNAVAILABLE" || v.On != nil || v.Strict != nil || string(v.Area) != "null" || string(v.Gap) != "null" {
		t.Errorf("an unavailable view: %+v", v)
	}
	if v := fd.Curves[0].Views[0]; v.On == nil || *v.On != 1 || string(v.Gap) != "null" {
		t.Errorf("a view of one point: %+v", v)
	}
}

// TestNumbersKeepFullPrecision, names too.
func TestNumbersKeepFullPrecision(t *testing.T) {
	x := 0.1 + 0.2
	y := math.Nextafter(100, 200)
	doc := fmt.Sprintf("id,p90_e2el,tput_per_gpu\n\"a <&> \u2028 \"\"q\"\"\",%v,%v\n", x, y)
	out := frontJSONOf(t, fronts(t, source{"a.csv", doc}, frontier.Options{X: []frontier.Axis{axis(t, "p90_e2el")}}))
	var d struct {
		Curves []struct {
			Views []struct {
				Frontier []struct {
					ID   string
					X, Y float64
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &d); err != nil {
		t.Fatal(err)
	}
	if p := d.Curves[0].Views[0].Frontier[0]; p.X != x || p.Y != y || p.ID != "a <&> \u2028 \"q\"" {
		t.Errorf("%+v, want %v, %v", p, x, y)
	}
}

// TestKindsAndStatuses are words of the contract.
func TestKindsAndStatuses(t *testing.T) {
	var got []string
	for k := pareto.Unverifiable; k <= pareto.Exceeded; k++ {
		got = append(got, kindWord(frontier.Judged{Kind: k}))
	}
	got = append(got, kindWord(frontier.Judged{Kind: pareto.Uncovered, NotApplicable: true}))
	want := []string{"unverifiable", "uncovered", "wide", "within", "line", "matched", "exceeded", "n/a"}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for want, got := range map[string]any{
		"pass": frontier.VerdictPass, "fail": frontier.VerdictFail, "inconclusive": frontier.VerdictInconclusive, "compared": frontier.Compared,
		"lost": frontier.Lost, "new": frontier.NewInHead, "PASS": frontier.Pass, "WARN": frontier.Warn, "UNAVAILABLE": frontier.Unavailable,
		"head": frontier.ScopeHead, "all": frontier.ScopeAll, "dashboard": ruleName(pareto.Dashboard), "strict": ruleName(pareto.Strict),
	} {
		if fmt.Sprint(got) != want {
			t.Errorf("%v, want %s", got, want)
		}
	}
}

package frontier_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"paretocov/frontier"
	"paretocov/pareto"
)

// The tests of this file compare with ../fixtures/expected, which an independent
// reference in Python computed from the definitions (see gen.py there).

// within is how far a margin may be from the reference, which keeps 12 digits.
const within = 1e-9

// readExpected decodes one of the reference files.
func readExpected(t *testing.T, name string, into any) {
	t.Helper()
	doc, err := os.ReadFile("../fixtures/expected/" + name)
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(strings.NewReader(string(doc)))
	d.UseNumber() // isl and osl are texts in a key
	if err := d.Decode(into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// A wantSeries is what a curve is made of, in the words of the reference.
type wantSeries struct {
	Model, Hardware, Framework, Precision string
	BenchmarkType                         string `json:"benchmark_type"`
	ISL, OSL                              *json.Number
	SpecMethod                            string `json:"spec_method"`
}

// key is the printed key: model / scenario / hw_framework / precision, and
// isl/osl and spec method for fixed-sequence runs.
func (s wantSeries) key() string {
	k := fmt.Sprintf("%s / %s / %s_%s / %s", s.Model, s.BenchmarkType, s.Hardware, s.Framework, s.Precision)
	if s.ISL != nil {
		k += fmt.Sprintf(" / %s/%s / %s", *s.ISL, *s.OSL, s.SpecMethod)
	}
	return k
}

// A wantJudged is one removed point on one view.
type wantJudged struct {
	X, Y, Margin float64
	Kind         string
	Evidence     string
	Span         *float64
	By           json.RawMessage
}

// A wantTotals counts over all curves.
type wantTotals struct {
	Removed, Curves, Added, Kept, Changed int
	Covered                               int                   `json:"covered_on_all_views"`
	Kinds                                 map[string]wantCounts `json:"-"`
}

type wantCounts struct {
	Exceeded, Matched, Line, Wide, Uncovered int
	Strong                                   int `json:"line_strong"`
}

// UnmarshalJSON takes the members that are views apart from the counts.
func (w *wantTotals) UnmarshalJSON(doc []byte) error {
	type plain wantTotals
	if err := json.Unmarshal(doc, (*plain)(w)); err != nil {
		return err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(doc, &members); err != nil {
		return err
	}
	w.Kinds = map[string]wantCounts{}
	for name, m := range members {
		if !strings.HasPrefix(string(m), "{") {
			continue
		}
		var c wantCounts
		if err := json.Unmarshal(m, &c); err != nil {
			return err
		}
		w.Kinds[name] = c
	}
	return nil
}

// totalsOf counts a result in the words of the reference.
func totalsOf(r *frontier.CoverResult) wantTotals {
	w := wantTotals{Covered: r.Summary.Covered, Removed: r.Summary.Removed, Kinds: map[string]wantCounts{}}
	for _, c := range r.Curves {
		w.Added += c.Added
		w.Kept += c.Kept + c.Changed
		w.Changed += c.Changed
		if c.Status != frontier.Compared {
			continue
		}
		if c.Removed > 0 {
			w.Curves++
		}
		for _, v := range c.Views {
			n := w.Kinds[v.X.Name]
			for _, j := range v.Removed {
				switch j.Kind {
				case pareto.Exceeded:
					n.Exceeded++
				case pareto.Matched:
					n.Matched++
				case pareto.OnLine:
					n.Line++
				case pareto.Wide:
					n.Wide++
				case pareto.Uncovered:
					n.Uncovered++
				case pareto.Within, pareto.Unverifiable:
				}
				if j.Evidence == pareto.Strong {
					n.Strong++
				}
			}
			w.Kinds[v.X.Name] = n
		}
	}
	return w
}

// sameJudgement compares one judgement with the reference.
func sameJudgement(t *testing.T, what string, got frontier.Judged, want wantJudged) {
	t.Helper()
	if got.Kind.String() != want.Kind || got.Evidence.String() != want.Evidence {
		t.Errorf("%s: %v %q, want %s %q", what, got.Kind, got.Evidence, want.Kind, want.Evidence)
	}
	if !(math.Abs(got.Margin-want.Margin) <= within) {
		t.Errorf("%s: margin %.15g, want %.12g", what, got.Margin, want.Margin)
	}
	if want.Span != nil && !(math.Abs(got.Span-*want.Span) <= within**want.Span) {
		t.Errorf("%s: span %.15g, want %.12g", what, got.Span, *want.Span)
	}
	if want.Kind == "exceeded" && got.Span != 0 {
		t.Errorf("%s: %s with the span %v of a line", what, want.Kind, got.Span)
	}
}

func cover(t *testing.T, a *frontier.Arrangement, p frontier.CoverPolicy) *frontier.CoverResult {
	t.Helper()
	r, err := frontier.Cover(a, p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestReferenceCover(t *testing.T) {
	var want struct {
		Totals  wantTotals
		NoLimit wantTotals `json:"totals_no_limit"`
		Removed []struct {
			Curve wantSeries
			ID    struct{ Conc json.Number }
			Intvt wantJudged `json:"median_intvty"`
			E2EL  wantJudged `json:"median_e2el"`
		}
	}
	readExpected(t, "cover.json", &want)
	o := frontier.Options{X: axes("median_intvty", "median_e2el")}
	base, head := files(t, o, "../fixtures/inferencex-dsr1/base.json"), files(t, o, "../fixtures/inferencex-dsr1/head.json")
	a := arrange(t, o, base, head)

	for _, tolerance := range []float64{0, 1e-9} {
		p := exact()
		p.Tolerance = tolerance
		r := cover(t, a, p)
		if diff := gocmp.Diff(want.Totals, totalsOf(r)); diff != "" {
			t.Errorf("totals at tolerance %g (-want +got):\n%s", tolerance, diff)
		}
		byPlace := map[string]frontier.Judged{}
		at := func(key, view string, x, y float64) string { return fmt.Sprint(key, view, x, y) }
		for _, c := range r.Curves {
			for _, v := range c.Views {
				for _, j := range v.Removed {
					if !j.NotApplicable {
						byPlace[at(c.Key, v.X.Name, j.X, j.Y)] = j
					}
				}
			}
		}
		if len(byPlace) != 2*len(want.Removed) {
			t.Errorf("%d judgements, want %d", len(byPlace), 2*len(want.Removed))
		}
		for _, w := range want.Removed {
			for view, j := range map[string]wantJudged{"median_intvty": w.Intvt, "median_e2el": w.E2EL} {
				what := w.Curve.key() + " c" + w.ID.Conc.String() + " " + view
				got, ok := byPlace[at(w.Curve.key(), view, j.X, j.Y)]
				if !ok {
					t.Errorf("%s: not judged", what)
					continue
				}
				sameJudgement(t, what, got, j)
				var by [][2]float64
				if err := json.Unmarshal(j.By, &by); err != nil {
					t.Fatal(err)
				}
				if diff := gocmp.Diff(by, places(a, w.Curve.key(), got.By, axis(view)), gocmp.Transformer("sorted", sortedPlaces)); diff != "" {
					t.Errorf("%s: by (-want +got):\n%s", what, diff)
				}
			}
		}
	}

	p := exact()
	p.MaxSpan = 0
	if diff := gocmp.Diff(want.NoLimit, totalsOf(cover(t, a, p))); diff != "" {
		t.Errorf("totals without a span limit (-want +got):\n%s", diff)
	}
}

// places are the coordinates of head points of a curve.
func places(a *frontier.Arrangement, key string, names []string, x frontier.Axis) [][2]float64 {
	ps := [][2]float64{}
	for _, c := range a.Curves {
		for _, p := range c.Sides[1].Points {
			if c.Key == key && slices.Contains(names, p.Name) {
				ps = append(ps, [2]float64{a.Tables[1].Metric(x.Name).Values[p.Row], a.Tables[1].Metric(a.Y.Name).Values[p.Row]})
			}
		}
	}
	return ps
}

func sortedPlaces(ps [][2]float64) map[string]bool {
	set := map[string]bool{}
	for _, p := range ps {
		set[fmt.Sprint(p)] = true
	}
	return set
}

type wantFrontier struct{ Points, Strict, Dashboard int }

func TestReferenceFrontier(t *testing.T) {
	var want struct {
		Sets []struct {
			wantFrontier
			File, X string
			GroupBy string `json:"group_by"`
			Curves  int
		}
		Curves []map[string]json.RawMessage
	}
	readExpected(t, "frontier.json", &want)
	if len(want.Sets) != 45 || len(want.Curves) != 296 {
		t.Fatalf("%d sets and %d curves in the reference, want 45 and 296", len(want.Sets), len(want.Curves))
	}
	// fronts computes both rules; every set is asked for once per view.
	type result struct{ dashboard, strict *frontier.FrontResult }
	done := map[string]result{}
	fronts := func(file, groupBy string, x frontier.Axis) result {
		at := file + groupBy + x.Name
		if r, ok := done[at]; ok {
			return r
		}
		o := frontier.Options{X: []frontier.Axis{x}}
		switch {
		case groupBy == "isl,osl":
			o.GroupBy = []string{"isl", "osl"}
		case groupBy != "curve":
			o.Where = []frontier.Condition{condition(strings.Replace(groupBy, "offload ", "offload=", 1))}
		}
		a := arrange(t, o, files(t, o, "../fixtures/"+file))
		var r result
		var err1, err2 error
		r.dashboard, err1 = frontier.Front(a, pareto.Dashboard)
		r.strict, err2 = frontier.Front(a, pareto.Strict)
		if err := cmp.Or(err1, err2); err != nil {
			t.Fatalf("%s %s %s: %v", file, groupBy, x.Name, err)
		}
		done[at] = r
		return r
	}
	for _, w := range want.Sets {
		r := fronts(w.File, w.GroupBy, axis(w.X))
		var got wantFrontier
		curves := 0
		for i, c := range r.dashboard.Curves {
			v := c.Views[0]
			got.Points += v.Measured
			got.Strict += v.OnStrictFrontier
			got.Dashboard += v.OnFrontier
			if v.Measured > 0 {
				curves++
			}
			if s := r.strict.Curves[i].Views[0]; s.OnFrontier != v.OnStrictFrontier || len(s.Frontier) != s.OnFrontier || len(v.Frontier) != v.OnFrontier {
				t.Errorf("%s %s: on the strict frontier %d, under the dashboard rule it says %d", c.Key, w.X, s.OnFrontier, v.OnStrictFrontier)
			}
		}
		if got != w.wantFrontier || curves != w.Curves {
			t.Errorf("%s by %s on %s: %+v in %d curves, want %+v in %d", w.File, w.GroupBy, w.X, got, curves, w.wantFrontier, w.Curves)
		}
	}
	for _, w := range want.Curves {
		var file string
		var s wantSeries
		for name, into := range map[string]any{"file": &file, "curve": &s} {
			if err := json.Unmarshal(w[name], into); err != nil {
				t.Fatal(err)
			}
			delete(w, name)
		}
		for x, doc := range w {
			var n wantFrontier
			if err := json.Unmarshal(doc, &n); err != nil {
				t.Fatal(err)
			}
			r := fronts(file, "curve", axis(x))
			i := slices.IndexFunc(r.dashboard.Curves, func(c frontier.FrontCurve) bool { return c.Key == s.key() })
			if i < 0 {
				t.Errorf("%s: no curve %s", file, s.key())
				continue
			}
			v := r.dashboard.Curves[i].Views[0]
			if got := (wantFrontier{v.Measured, v.OnStrictFrontier, v.OnFrontier}); got != n {
				t.Errorf("%s %s %s: %+v, want %+v", file, s.key(), x, got, n)
			}
			if (v.Status == frontier.Unavailable) != (n.Points == 0) {
				t.Errorf("%s %s %s: status %s with %d points", file, s.key(), x, v.Status, n.Points)
			}
		}
	}
}

func TestReferenceStory(t *testing.T) {
	var want struct {
		Totals  wantTotals
		Removed []map[string]json.RawMessage
		Seven   []struct {
			X         string `json:"x_name"`
			Frontier  []string
			Dominated map[string][]string
		}
	}
	readExpected(t, "story.json", &want)
	views := []string{"mean_intvty", "p90_e2el", "p75_e2el"}
	o := frontier.Options{X: axes(views...)}
	a := arrange(t, o, files(t, o, "../fixtures/story/base"), files(t, o, "../fixtures/story/head"))
	r := cover(t, a, exact())
	if diff := gocmp.Diff(want.Totals, totalsOf(r)); diff != "" {
		t.Errorf("totals (-want +got):\n%s", diff)
	}
	if r.Verdict != frontier.VerdictPass || r.NeededTolerance != 0 {
		t.Errorf("verdict %s, needed tolerance %v; want a pass that needs none", r.Verdict, r.NeededTolerance)
	}
	if len(r.Curves) != 1 || len(want.Removed) != 9 {
		t.Fatalf("%d curves, %d removed points in the reference, want 1 and 9", len(r.Curves), len(want.Removed))
	}
	for i, view := range views {
		v := r.Curves[0].Views[i]
		if v.X.Name != view || len(v.Removed) != 9 {
			t.Fatalf("view %d is %s with %d points", i, v.X.Name, len(v.Removed))
		}
		for _, w := range want.Removed {
			var name string
			var j wantJudged
			var by []string
			for from, into := range map[string]any{string(w["name"]): &name, string(w[view]): &j} {
				if err := json.Unmarshal([]byte(from), into); err != nil {
					t.Fatal(err)
				}
			}
			if err := json.Unmarshal(j.By, &by); err != nil {
				t.Fatal(err)
			}
			k := slices.IndexFunc(v.Removed, func(j frontier.Judged) bool { return j.ID == name })
			if k < 0 {
				t.Errorf("%s: no point %s", view, name)
				continue
			}
			got := v.Removed[k]
			sameJudgement(t, view+" "+name, got, j)
			if got.X != j.X || got.Y != j.Y {
				t.Errorf("%s %s: at %v, %v, want %v, %v", view, name, got.X, got.Y, j.X, j.Y)
			}
			gotBy := slices.Sorted(slices.Values(got.By))
			slices.Sort(by)
			if diff := gocmp.Diff(by, gotBy); diff != "" {
				t.Errorf("%s %s: by (-want +got):\n%s", view, name, diff)
			}
		}
	}

	a = arrange(t, o, files(t, o, "../fixtures/story/seven"))
	f, err := frontier.Front(a, pareto.Strict)
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range want.Seven {
		v := f.Curves[0].Views[i]
		var on []string
		for _, p := range v.Frontier {
			on = append(on, p.ID)
		}
		beaten := map[string][]string{}
		for _, d := range v.Dominated {
			beaten[d.ID] = d.By
		}
		if v.X.Name != w.X {
			t.Fatalf("view %d is %s, want %s", i, v.X.Name, w.X)
		}
		if diff := gocmp.Diff(w.Frontier, on); diff != "" {
			t.Errorf("seven on %s: frontier (-want +got):\n%s", w.X, diff)
		}
		if diff := gocmp.Diff(w.Dominated, beaten); diff != "" {
			t.Errorf("seven on %s: dominated (-want +got):\n%s", w.X, diff)
		}
	}
	// The default of front: the E2EL views, by the dashboard's rule.
	o = frontier.Options{E2ELOnly: true}
	f, err = frontier.Front(arrange(t, o, files(t, o, "../fixtures/story/seven")), pareto.Dashboard)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range f.Curves[0].Views {
		got = append(got, fmt.Sprintf("%s %d/%d %s", v.X.Name, v.OnFrontier, v.Measured, v.Status))
	}
	if diff := gocmp.Diff([]string{"p90_e2el 5/7 PASS", "p75_e2el 6/7 PASS"}, got); diff != "" {
		t.Errorf("seven by default (-want +got):\n%s", diff)
	}
}

// TestReferenceDemo checks what the demo shows first: on the curve 1024/1024 of
// b200 sglang fp4, of five removed points two are exceeded, two below a line
// that is too wide, one uncovered (of median interactivity).
func TestReferenceDemo(t *testing.T) {
	o := frontier.Options{}
	a := arrange(t, o, files(t, o, "../fixtures/demo/base.json"), files(t, o, "../fixtures/demo/head.json"))
	r := cover(t, a, exact())
	i := slices.IndexFunc(r.Curves, func(c frontier.CoverCurve) bool {
		return c.Key == "dsr1 / single_turn / b200_sglang / fp4 / 1024/1024 / none"
	})
	if i < 0 || len(r.Curves) != 4 {
		t.Fatalf("%d curves, want 4, with 1024/1024 of fp4", len(r.Curves))
	}
	c := r.Curves[i]
	if len(c.Views) != 2 || c.Views[0].X.Name != "median_e2el" || c.Views[1].X.Name != "median_intvty" {
		t.Fatalf("views: %+v", c.Views)
	}
	kinds := map[string]int{}
	for _, j := range c.Views[1].Removed {
		kinds[j.Kind.String()]++
	}
	if diff := gocmp.Diff(map[string]int{"exceeded": 2, "wide": 2, "uncovered": 1}, kinds); diff != "" {
		t.Errorf("median_intvty (-want +got):\n%s", diff)
	}
	if r.Verdict != frontier.VerdictFail {
		t.Errorf("verdict %s", r.Verdict)
	}
}

// TestReferenceGate judges base's frontier of a rerun by head's points: the
// values of changed points, which cover counts and gate is about.
func TestReferenceGate(t *testing.T) {
	var want struct {
		Base, Head string
		Frontier   []struct {
			wantJudged
			XName string `json:"x_name"`
		}
	}
	readExpected(t, "gate.json", &want)
	o := frontier.Options{X: axes("p75_e2el", "p90_e2el", "mean_intvty")}
	a := arrange(t, o, files(t, o, "../fixtures/"+want.Base), files(t, o, "../fixtures/"+want.Head))
	f, err := frontier.Front(a, pareto.Strict)
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]int, a.Tables[1].Rows)
	for i := range rows {
		rows[i] = i
	}
	seen := 0
	for _, v := range f.Curves[0].Views {
		head := pareto.NewFront(pareto.Points{
			X: a.Tables[1].Metric(v.X.Name).Values, Y: a.Tables[1].Metric(a.Y.Name).Values, XDir: v.X.Better, YDir: a.Y.Better, Rows: rows,
		}, pareto.Strict)
		for _, p := range v.Frontier {
			for _, w := range want.Frontier {
				if w.XName != v.X.Name || w.X != p.X || w.Y != p.Y {
					continue
				}
				seen++
				c := head.Cover(p.X, p.Y, exact().Policy)
				if c.Kind.String() != w.Kind || !(math.Abs(c.Margin-w.Margin) <= within) {
					t.Errorf("%s %s: %v, margin %v; want %s, %v", v.X.Name, p.ID, c.Kind, c.Margin, w.Kind, w.Margin)
				}
			}
		}
	}
	if seen != len(want.Frontier) || seen == 0 {
		t.Errorf("%d frontier points are those of the reference, want all %d", seen, len(want.Frontier))
	}
}

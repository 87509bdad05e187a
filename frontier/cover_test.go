package frontier_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"paretocov/frontier"
	"paretocov/pareto"
)

// judgedBy compares CSV tables and returns the result.
func judgedBy(t *testing.T, base, head string, p frontier.CoverPolicy, x ...string) *frontier.CoverResult {
	t.Helper()
	o := frontier.Options{X: axes(x...)}
	return cover(t, arrange(t, o, table(t, "base.csv", base, o), table(t, "head.csv", head, o)), p)
}

// judgement returns that of a removed point on the first view it has.
func judgement(t *testing.T, r *frontier.CoverResult, id string) frontier.Judged {
	t.Helper()
	for _, c := range r.Curves {
		for _, v := range c.Views {
			for _, j := range v.Removed {
				if j.ID == id {
					return j
				}
			}
		}
	}
	t.Fatalf("no removed point %s", id)
	return frontier.Judged{}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-12*math.Max(1, math.Abs(b)) }

// TestLineBetweenTwoPoints: by a line, not by a point; the report says which,
// how far off, and what the curve has there.
func TestLineBetweenTwoPoints(t *testing.T) {
	const (
		base = "id,mean_intvty,tput_per_gpu\nu,20,65\nv,20,75\nw,20,70\n"
		head = "id,mean_intvty,tput_per_gpu\ne,10,100\nh,30,40\n"
	)
	p := exact()
	p.MaxSpan = 0
	r := judgedBy(t, base, head, p, "mean_intvty")
	u, v, w := judgement(t, r, "u"), judgement(t, r, "v"), judgement(t, r, "w")
	for _, j := range []frontier.Judged{u, v, w} {
		if !near(j.CurveYAtX, 70) {
			t.Errorf("%s: the curve has %v at 20, want 70", j.ID, j.CurveYAtX)
		}
	}
	// The ray through u, (20 s, 65 s), meets y = 130 - 3 x at s = 130/125.
	if u.Kind != pareto.OnLine || !near(u.Margin, 130./125-1) || u.Span != 3 || !math.IsNaN(u.GainX) || !math.IsNaN(u.GainY) {
		t.Errorf("u: %+v", u)
	}
	if diff := gocmp.Diff([]string{"e", "h"}, u.By); diff != "" {
		t.Errorf("u is covered by (-want +got):\n%s", diff)
	}
	// XAt: the x at which the curve has 65 is 65/3.
	if !near(u.CurveXAtY, 65./3) {
		t.Errorf("u: the curve reaches 65 at %v", u.CurveXAtY)
	}
	if v.Kind != pareto.Uncovered || !near(v.Margin, 130./135-1) || !near(v.ShortfallY, 70./75-1) || len(v.By) != 0 || v.Faster {
		t.Errorf("v: %+v", v)
	}
	if diff := gocmp.Diff([]string{"e", "h"}, v.Nearest); diff != "" {
		t.Errorf("v is nearest to (-want +got):\n%s", diff)
	}
	if w.Kind != pareto.OnLine || w.Margin != 0 {
		t.Errorf("w, exactly on the line: %v, margin %v", w.Kind, w.Margin)
	}
	if r.Verdict != frontier.VerdictFail || !near(r.NeededTolerance, 1-130./135) {
		t.Errorf("%s, needed tolerance %v", r.Verdict, r.NeededTolerance)
	}

	p.Curve = pareto.Measured
	if u := judgement(t, judgedBy(t, base, head, p, "mean_intvty"), "u"); u.Kind != pareto.Uncovered || u.Reason != "below a drawn line" {
		t.Errorf("u, measured points only: %v, %q", u.Kind, u.Reason)
	}
	// The default limit of 2 clips the line's hard end from 30 to 20, where it
	// keeps 40.
	u = judgement(t, judgedBy(t, base, head, exact(), "mean_intvty"), "u")
	if u.Kind != pareto.Wide || u.Span != 3 {
		t.Errorf("u, with a limit on the span: %v, span %v", u.Kind, u.Span)
	}
}

// TestNeighboursOrAnyPair: a line is drawn between x-neighbours; hull takes any
// two points of the frontier.
func TestNeighboursOrAnyPair(t *testing.T) {
	const (
		base = "id,mean_intvty,tput_per_gpu\nm,20,60\n"
		head = "id,mean_intvty,tput_per_gpu\na,10,100\nb,20,50\nc,30,45\n"
	)
	p := exact()
	p.MaxSpan = 0
	if m := judgement(t, judgedBy(t, base, head, p, "mean_intvty"), "m"); m.Kind != pareto.Uncovered || m.CurveYAtX != 50 {
		t.Errorf("neighbours: %v, the curve has %v", m.Kind, m.CurveYAtX)
	}
	p.Curve = pareto.Hull
	m := judgement(t, judgedBy(t, base, head, p, "mean_intvty"), "m")
	if m.Kind != pareto.OnLine || gocmp.Diff([]string{"a", "c"}, m.By) != "" {
		t.Errorf("any pair: %v by %q, want a line from a to c", m.Kind, m.By)
	}
}

// TestNothingIsExtrapolated: faster than the fastest point nothing is covered;
// on the easy side the last point is at least as good.
func TestNothingIsExtrapolated(t *testing.T) {
	const head = "id,mean_intvty,tput_per_gpu\na,10,100\nb,30,40\n"
	r := judgedBy(t, "id,mean_intvty,tput_per_gpu\nl,5,90\nr1,35,30\nr2,30.0001,1\n", head, exact(), "mean_intvty")
	if l := judgement(t, r, "l"); l.Kind != pareto.Exceeded || gocmp.Diff([]string{"a"}, l.By) != "" || !near(l.GainX, 1) || !near(l.GainY, 100./90-1) {
		t.Errorf("l: %v by %q, gains %v and %v", l.Kind, l.By, l.GainX, l.GainY)
	}
	for _, id := range []string{"r1", "r2"} {
		if j := judgement(t, r, id); j.Kind != pareto.Uncovered || !j.Faster || !math.IsNaN(j.CurveYAtX) || !math.IsNaN(j.ShortfallY) {
			t.Errorf("%s: %+v", id, j)
		}
	}
	one := "id,mean_intvty,tput_per_gpu\nonly,20,60\n"
	r = judgedBy(t, "id,mean_intvty,tput_per_gpu\nat,20,60\nslower,19,60\nfaster,21,10\n", one, exact(), "mean_intvty")
	for id, want := range map[string]pareto.Kind{"at": pareto.Matched, "slower": pareto.Matched, "faster": pareto.Uncovered} {
		if j := judgement(t, r, id); j.Kind != want {
			t.Errorf("%s of a one-point curve: %v, want %v", id, j.Kind, want)
		}
	}
}

// TestGainsAreOriented: above 0 is better, for a latency too.
func TestGainsAreOriented(t *testing.T) {
	r := judgedBy(t, "id,p90_e2el,tput_per_gpu\nold,12,100\n", "id,p90_e2el,tput_per_gpu\nnew,10,110\n", exact(), "p90_e2el")
	j := judgement(t, r, "old")
	if !near(j.GainX, 0.2) || !near(j.GainY, 0.1) || !near(j.Margin, 0.1) || j.Kind != pareto.Exceeded {
		t.Errorf("%v, gains %v and %v, margin %v; want exceeded, 0.2, 0.1, 0.1", j.Kind, j.GainX, j.GainY, j.Margin)
	}
	// The witness is the point with the largest margin of its own.
	r = judgedBy(t, "id,p90_e2el,tput_per_gpu\nold,12,100\n", "id,p90_e2el,tput_per_gpu\nfast,4,101\neven,10,120\nmuch,11.9,500\n", exact(), "p90_e2el")
	if j := judgement(t, r, "old"); gocmp.Diff([]string{"even"}, j.By) != "" {
		t.Errorf("covered by %q, want even", j.By)
	}
}

func TestEqualPlaceUnderAnotherName(t *testing.T) {
	r := judgedBy(t, "id,mean_intvty,tput_per_gpu\na,20,50\nc,25,30\n", "id,mean_intvty,tput_per_gpu\nb,20,50\nc,25,30\n", exact(), "mean_intvty")
	j := judgement(t, r, "a")
	if j.Kind != pareto.Matched || j.Margin != 0 || gocmp.Diff([]string{"b"}, j.By) != "" || !j.WasOnFrontier {
		t.Errorf("%+v", j)
	}
	if c := r.Curves[0]; c.Removed != 1 || c.Added != 1 || c.Kept != 1 || r.Verdict != frontier.VerdictPass {
		t.Errorf("%+v", c)
	}
}

// TestLastBits: rounding is forgiven by the default tolerance and by no other.
func TestLastBits(t *testing.T) {
	const base, head = "id,mean_intvty,tput_per_gpu\na,20,50\n", "id,mean_intvty,tput_per_gpu\nb,20,49.99999999999999\n"
	p := exact()
	p.Tolerance = 1e-9
	if r := judgedBy(t, base, head, p, "mean_intvty"); r.Verdict != frontier.VerdictPass || judgement(t, r, "a").Kind != pareto.Within {
		t.Errorf("by default: %s, %v", r.Verdict, judgement(t, r, "a").Kind)
	}
	r := judgedBy(t, base, head, exact(), "mean_intvty")
	if j := judgement(t, r, "a"); r.Verdict != frontier.VerdictFail || j.Kind != pareto.Uncovered || !(j.Margin < 0 && j.Margin > -1e-15) {
		t.Errorf("exactly: %s, %v, margin %v", r.Verdict, j.Kind, j.Margin)
	}
}

// TestChangedPointsAreCountedApart: the same identity with other values is
// re-measured, with the worst margin of the old values, and no verdict.
func TestChangedPointsAreCountedApart(t *testing.T) {
	const (
		base = "id,mean_intvty,tput_per_gpu\na,20,100\nb,30,50\nc,10,200\n"
		head = "id,mean_intvty,tput_per_gpu\na,20,90\nb,30,60\nc,10,200\n"
	)
	r := judgedBy(t, base, head, exact(), "mean_intvty")
	c := r.Curves[0]
	if c.Removed != 0 || c.Kept != 1 || c.Changed != 2 || c.Added != 0 || r.Verdict != frontier.VerdictPass || r.NeededTolerance != 0 {
		t.Errorf("%s, needed tolerance %v: %+v", r.Verdict, r.NeededTolerance, c)
	}
	// a's old value (20, 100): the line from c (10, 200) to a (20, 90) is at 90.
	// The ray (20 s, 100 s) meets y = 310 - 11 x at s = 310/320.
	if !near(c.ChangedWorstMargin, 310./320-1) {
		t.Errorf("worst margin %v, want %v", c.ChangedWorstMargin, 310./320-1)
	}
	// A value that was measured and is no more, or the reverse, is a change.
	for _, pair := range [][2]string{{"1,1", "1,"}, {"1,", "1,1"}, {"1,0", "1,"}} {
		const columns = "id,p90_e2el,p75_e2el,tput_per_gpu\nz,9,9,9\na,"
		want := 1
		if pair[0] == "1,0" { // neither is a value
			want = 0
		}
		r := judgedBy(t, columns+pair[0]+",5\n", columns+pair[1]+",5\n", exact(), "p90_e2el", "p75_e2el")
		if c := r.Curves[0]; c.Changed != want || c.Kept != 2-want {
			t.Errorf("%s, then %s: %d changed, %d kept", pair[0], pair[1], c.Changed, c.Kept)
		}
	}
	// Another y of the file is no change of a view that was asked for.
	r = judgedBy(t, "id,mean_intvty,p90_e2el,tput_per_gpu\na,20,1,100\n", "id,mean_intvty,p90_e2el,tput_per_gpu\na,20,2,100\n", exact(), "mean_intvty")
	if c := r.Curves[0]; c.Kept != 1 || c.Changed != 0 {
		t.Errorf("a change of a view that is not asked for: %d kept, %d changed", c.Kept, c.Changed)
	}
}

func TestMovedRowsRemoveNothing(t *testing.T) {
	const base = "id,mean_intvty,tput_per_gpu\na,20,100\nb,30,50\nc,10,200\n"
	r := judgedBy(t, base, "id,mean_intvty,tput_per_gpu\nc,10,200\n\na,20,100\nd,40,10\nb,30,50\n", exact(), "mean_intvty")
	if c := r.Curves[0]; c.Removed != 0 || c.Added != 1 || c.Kept != 3 || r.Verdict != frontier.VerdictPass || r.Summary.Removed != 0 {
		t.Errorf("%s: %+v", r.Verdict, c)
	}
	r = judgedBy(t, base, "id,mean_intvty,tput_per_gpu\nc,10,200\na,20,100\nd,40,10\n", exact(), "mean_intvty")
	if c := r.Curves[0]; c.Removed != 1 || r.Summary.Removed != 1 {
		t.Errorf("b dropped: %+v", c)
	}
}

// TestRowsThatAreNoPoints: in base they are listed, without effect; in head they
// do not hold their identity.
func TestRowsThatAreNoPoints(t *testing.T) {
	const (
		base = "id,mean_intvty,tput_per_gpu\na,20,100\nb,NaN,50\nc,10,0\nd,15,\ne,inf,5\nf,-1,5\n"
		head = "id,mean_intvty,tput_per_gpu\na,20,-1\nn,25,120\nb,30,50\n"
	)
	r := judgedBy(t, base, head, exact(), "mean_intvty")
	c := r.Curves[0]
	if c.Removed != 1 || c.Kept != 0 || c.Added != 2 || r.Summary.Removed != 1 {
		t.Errorf("%d removed, %d kept, %d added; want a alone removed", c.Removed, c.Kept, c.Added)
	}
	if diff := gocmp.Diff([]string{"a"}, c.FailedAgain); diff != "" {
		t.Errorf("failed again (-want +got):\n%s", diff)
	}
	rows := func(dead []frontier.DeadRow) []string {
		var all []string
		for _, d := range dead {
			all = append(all, d.Name+" "+d.Field+" "+d.Reason.String()+" "+d.Place)
		}
		return all
	}
	// An empty cell and a null word are missing.
	want := []string{
		"b mean_intvty missing base.csv:3", "c tput_per_gpu 0 base.csv:4", "d tput_per_gpu missing base.csv:5",
		"e mean_intvty infinite base.csv:6", "f mean_intvty negative base.csv:7",
	}
	if diff := gocmp.Diff(want, rows(c.BaseDead)); diff != "" {
		t.Errorf("base (-want +got):\n%s", diff)
	}
	if diff := gocmp.Diff([]string{"a tput_per_gpu negative head.csv:2"}, rows(c.HeadDead)); diff != "" {
		t.Errorf("head (-want +got):\n%s", diff)
	}
	if r.Base.Rejected[0] != 5 || r.Head.Rejected[0] != 1 {
		t.Errorf("%d and %d rows rejected, want 5 and 1", r.Base.Rejected[0], r.Head.Rejected[0])
	}
}

// TestBaseWithoutTheViewIsNotApplicable: what base has no value of is not judged
// and not counted, whatever the scope.
func TestBaseWithoutTheViewIsNotApplicable(t *testing.T) {
	const (
		base = "curve,id,p90_e2el,p75_e2el,tput_per_gpu\nkept,a,2,1,100\nlost,b,2,,100\n"
		head = "curve,id,p90_e2el,p75_e2el,tput_per_gpu\nkept,a,2,1,100\n"
	)
	p := exact()
	p.Scope = frontier.ScopeAll
	r := judgedBy(t, base, head, p, "p90_e2el", "p75_e2el")
	for _, c := range r.Curves {
		if c.Key != "lost" {
			continue
		}
		p90, p75 := c.Views[0], c.Views[1]
		if j := p90.Removed[0]; j.NotApplicable || !j.Lost || j.Kind != pareto.Uncovered || !math.IsNaN(j.Margin) || p90.Uncovered != 1 {
			t.Errorf("p90, lost: %+v", j)
		}
		if j := p75.Removed[0]; !j.NotApplicable || p75.Uncovered != 0 {
			t.Errorf("p75, which base has no value of: %v, counted %d times as uncovered; want n/a and no count", j.Kind, p75.Uncovered)
		}
	}
	if r.Summary.Uncovered != 1 || r.Summary.Removed != 1 {
		t.Errorf("%+v", r.Summary)
	}
}

// TestLostCurves: under head's scope they are listed and do not count; under all
// their points are uncovered, unless the loss is allowed by key.
func TestLostCurves(t *testing.T) {
	const (
		base = "hardware,id,mean_intvty,tput_per_gpu\nh100,a,20,100\nb200,b,20,100\nb200,c,30,50\n"
		head = "hardware,id,mean_intvty,tput_per_gpu\nh100,a,20,100\nmi300x,n,20,100\n"
	)
	p := exact()
	for _, test := range []struct {
		scope   frontier.Scope
		allow   []string
		verdict frontier.Verdict
		summary frontier.Summary
		needed  float64
	}{
		{frontier.ScopeHead, nil, frontier.VerdictPass, frontier.Summary{}, 0},
		{frontier.ScopeAll, nil, frontier.VerdictFail, frontier.Summary{Removed: 2, Uncovered: 2}, math.NaN()},
		{frontier.ScopeAll, []string{"b200"}, frontier.VerdictPass, frontier.Summary{}, 0},
		{frontier.ScopeAll, []string{"h100"}, frontier.VerdictFail, frontier.Summary{Removed: 2, Uncovered: 2}, math.NaN()},
	} {
		p.Scope, p.AllowLost = test.scope, test.allow
		r := judgedBy(t, base, head, p, "mean_intvty")
		if r.Verdict != test.verdict || r.Summary != test.summary || !equalOrNaN(r.NeededTolerance, test.needed) {
			t.Errorf("scope %s, allowed %q: %s, %+v, needed tolerance %v", test.scope, test.allow, r.Verdict, r.Summary, r.NeededTolerance)
		}
		status := map[string]frontier.CurveStatus{}
		for _, c := range r.Curves {
			status[c.Key] = c.Status
		}
		want := map[string]frontier.CurveStatus{"h100": frontier.Compared, "b200": frontier.Lost, "mi300x": frontier.NewInHead}
		if diff := gocmp.Diff(want, status); diff != "" {
			t.Errorf("scope %s (-want +got):\n%s", test.scope, diff)
		}
	}
}

func equalOrNaN(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// TestUnverifiable: head's curve has no usable value on a view. One uncovered
// point decides, whatever else.
func TestUnverifiable(t *testing.T) {
	const columns = "curve,id,p90_e2el,p75_e2el,tput_per_gpu\n"
	const other = "two,z,1,1,1\n" // head does have the view, on another curve
	for _, test := range []struct {
		what, base, head string
		verdict          frontier.Verdict
		summary          frontier.Summary
	}{
		{"covered on the other view", "one,a,2,1,100\n", "one,n,1,,200\n", frontier.VerdictInconclusive, frontier.Summary{Removed: 1, Unverifiable: 1}},
		{"uncovered on the other view", "one,a,2,1,100\n", "one,n,1,,50\n", frontier.VerdictFail, frontier.Summary{Removed: 1, Uncovered: 1}},
		{"another point is uncovered", "one,a,2,1,100\none,b,2,,900\n", "one,n,1,,200\n", frontier.VerdictFail, frontier.Summary{Removed: 2, Uncovered: 1, Unverifiable: 1}},
		{"base has not got it either", "one,a,2,,100\n", "one,n,1,,200\n", frontier.VerdictPass, frontier.Summary{Removed: 1, Covered: 1}},
		{"nothing in head's curve was measured", "one,a,2,1,100\n", "one,n,,,\n", frontier.VerdictInconclusive, frontier.Summary{Removed: 1, Unverifiable: 1}},
	} {
		r := judgedBy(t, columns+test.base+other, columns+test.head+other, exact(), "p90_e2el", "p75_e2el")
		if r.Verdict != test.verdict || r.Summary != test.summary {
			t.Errorf("%s: %s, %+v; want %s, %+v", test.what, r.Verdict, r.Summary, test.verdict, test.summary)
		}
		if test.summary.Unverifiable > 0 && !math.IsNaN(r.NeededTolerance) {
			t.Errorf("%s: a tolerance of %v would do", test.what, r.NeededTolerance)
		}
	}
}

// TestPercentilesAreJudgedApart: covered on P90 and not on P75 is not covered.
func TestPercentilesAreJudgedApart(t *testing.T) {
	const columns = "id,p90_e2el,p75_e2el,tput_per_gpu\n"
	r := judgedBy(t, columns+"a,10,5,100\n", columns+"n,9,6,110\n", exact(), "p90_e2el", "p75_e2el")
	v := r.Curves[0].Views
	if v[0].Removed[0].Kind != pareto.Exceeded || v[1].Removed[0].Kind != pareto.Uncovered || r.Summary.Uncovered != 1 || r.Verdict != frontier.VerdictFail {
		t.Errorf("%v, %v, %+v, %s", v[0].Removed[0].Kind, v[1].Removed[0].Kind, r.Summary, r.Verdict)
	}
}

// TestInputThatCannotBeJudged: not a pass and not a failure, but an error that
// names side, column or rows, and what there is instead.
func TestInputThatCannotBeJudged(t *testing.T) {
	const columns = "id,p90_e2el,p75_e2el,tput_per_gpu\n"
	good := columns + "a,2,1,100\nb,3,2,200\n"
	for _, test := range []struct {
		what, base, head string
		x, where         string
		words            []string
	}{
		{"all of head is NaN", good, columns + "n,NaN,NaN,NaN\n", "", "", []string{"head", "nothing measured", "head.csv:2", "tput_per_gpu"}},
		{"all of base is NaN", columns + "n,NaN,NaN,NaN\n", good, "", "", []string{"base", "nothing measured", "base.csv:2"}},
		{"head's values are 0", good, "id,p90_e2el,tput_per_gpu\nm,0,1\nn,0,2\n", "p90_e2el", "", []string{"head", "no eligible value for p90_e2el", "2 rows are 0"}},
		{"no column for the view", good, "id,p90_e2el,tput_per_gpu\nn,2,100\n", "p75_e2el", "", []string{"head", "no column p75_e2el", "p90_e2el", "--map"}},
		{"no value for the view", good, columns + "n,2,,100\n", "p90_e2el p75_e2el", "", []string{"head", "no eligible value for p75_e2el", "missing in 1 row"}},
		{"a condition that drops all", good, good, "p90_e2el", "p90_e2el > 100", []string{"base", "no eligible point", "--where"}},
	} {
		o := frontier.Options{X: axes(strings.Fields(test.x)...)}
		if test.where != "" {
			o.Where = []frontier.Condition{condition(test.where)}
		}
		a := arrange(t, o, table(t, "base.csv", test.base, o), table(t, "head.csv", test.head, o))
		r, err := frontier.Cover(a, exact())
		var data *frontier.DataError
		if !errors.As(err, &data) {
			t.Errorf("%s: %+v, error %v", test.what, r, err)
			continue
		}
		for _, w := range test.words {
			if !strings.Contains(data.Text, w) {
				t.Errorf("%s: %q does not say %q", test.what, data.Text, w)
			}
		}
	}
}

// TestNoCommonCurve: no verdict, but the nearest keys, the field that differs
// and the alias that would join them, which does.
func TestNoCommonCurve(t *testing.T) {
	const columns = "hardware,framework,precision,id,mean_intvty,tput_per_gpu\n"
	base := columns + "b200,sglang,fp4,a,20,100\nh100,vllm,fp8,b,20,100\n"
	head := columns + "b300,sglang,fp4,a,20,100\nmi355x,trt,bf16,c,20,100\n"
	o := frontier.Options{X: axes("mean_intvty")}
	a := arrange(t, o, table(t, "base.csv", base, o), table(t, "head.csv", head, o))
	_, err := frontier.Cover(a, exact())
	var no *frontier.NoCommonCurve
	if !errors.As(err, &no) {
		t.Fatalf("error %v", err)
	}
	if no.Base != "b200_sglang / fp4" || no.Head != "b300_sglang / fp4" || gocmp.Diff([]string{"hardware"}, no.Differs) != "" {
		t.Errorf("%+v", no)
	}
	for _, w := range []string{"no curve in common", "b200_sglang / fp4", "b300_sglang / fp4", "hardware differs (b200, b300)", "--alias 'hardware:b300=b200'"} {
		if !strings.Contains(no.Error(), w) {
			t.Errorf("%q does not say %q", no.Error(), w)
		}
	}
	alias, err := frontier.ParseAlias("hardware:b300=b200")
	if err != nil {
		t.Fatal(err)
	}
	o.Aliases = []frontier.Alias{alias}
	a = arrange(t, o, table(t, "base.csv", base, o), table(t, "head.csv", head, o))
	if r := cover(t, a, exact()); r.Curves[0].Kept != 1 {
		t.Errorf("with the alias: %+v", r.Curves[0])
	}
}

// TestMergedRowsAreCounted of both sides.
func TestMergedRowsAreCounted(t *testing.T) {
	r := judgedBy(t, "id,mean_intvty,tput_per_gpu\na,20,100\na,20,100\n", "id,mean_intvty,tput_per_gpu\na,20,100\na,20,100\na,20.0,100\n", exact(), "mean_intvty")
	if c := r.Curves[0]; c.Merged != 3 || c.Kept != 1 || len(r.Repeats) != 2 || r.Repeats[0].Side != 0 || r.Repeats[1].Side != 1 {
		t.Errorf("%+v, repeats %+v", c, r.Repeats)
	}
}

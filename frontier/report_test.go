package frontier_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"paretocov/frontier"
	"paretocov/pareto"
)

func reportPolicy() frontier.GatePolicy {
	nan := math.NaN()
	return frontier.GatePolicy{CoverPolicy: exact(), Warn: nan, MaxLoss: nan, MinReach: nan, MaxAreaLoss: nan, Rule: pareto.Dashboard}
}

// curvePoints are the measured points of one side of a view, on the frontier
// and off it.
func curvePoints(v frontier.FrontView) (pts [][2]float64) {
	for _, p := range v.Frontier {
		pts = append(pts, [2]float64{p.X, p.Y})
	}
	for _, d := range v.Dominated {
		pts = append(pts, [2]float64{d.X, d.Y})
	}
	return pts
}

// undominated is the strict frontier by its definition, x ascending. y is better
// the larger it is.
func undominated(pts [][2]float64, x pareto.Direction) [][2]float64 {
	noWorse := func(a, b float64) bool { return a == b || x.Better(a, b) }
	var out [][2]float64
	for _, p := range pts {
		beaten := slices.ContainsFunc(pts, func(q [2]float64) bool { return q != p && noWorse(q[0], p[0]) && q[1] >= p[1] })
		if !beaten && !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b [2]float64) int {
		if a[0] < b[0] {
			return -1
		}
		return 1
	})
	return out
}

// readOff is the height of the straight lines through points at x, and the factor
// between the points around; NaN outside of them.
func readOff(pts [][2]float64, x float64) (y, span float64) {
	for i, p := range pts {
		switch {
		case p[0] == x:
			return p[1], 1
		case i > 0 && pts[i-1][0] < x && x < p[0]:
			q := pts[i-1]
			return q[1] + (p[1]-q[1])*(x-q[0])/(p[0]-q[0]), p[0] / q[0]
		}
	}
	return math.NaN(), math.NaN()
}

// TestReportLaw holds readings, areas, and what is affected to definitions.
func TestReportLaw(t *testing.T) {
	near := func(a, b float64) bool {
		return math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-9*(1+math.Abs(b))
	}
	readings, areas, unaffected := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		base := w.records(t, 1, 30)
		head := w.records(t, 1, 30)
		same := rapid.Bool().Draw(t, "same")
		if same {
			head = base
		}
		a, err := frontier.Arrange(frontier.Options{Y: axis(frontier.DefaultY)}, tableOf(base), tableOf(head))
		if err != nil {
			return
		}
		p := reportPolicy()
		r, err := frontier.Report(a, exact(), p)
		if err != nil {
			return
		}
		cover, err := frontier.Cover(a, exact())
		if err != nil {
			t.Fatal(err)
		}
		gate, err := frontier.Gate(a, p)
		if err != nil {
			t.Fatal(err)
		}
		want := frontier.VerdictPass
		for _, v := range []frontier.Verdict{frontier.VerdictInconclusive, frontier.VerdictFail} {
			if cover.Verdict == v || gate.Verdict == v {
				want = v
			}
		}
		if r.Verdict != want || r.Cover.Verdict != cover.Verdict || r.Gate.Verdict != gate.Verdict {
			t.Fatalf("verdict %s of %s and %s", r.Verdict, cover.Verdict, gate.Verdict)
		}
		for i, c := range r.Curves {
			cc := cover.Curves[i]
			if c.Key != cc.Key || c.Status != cc.Status {
				t.Fatalf("curve %s %s is %s %s in the cover result", c.Key, c.Status, cc.Key, cc.Status)
			}
			moved := cc.Removed+cc.Added+cc.Changed > 0
			measured := c.Head.Points+len(c.Head.Dead) > 0
			failed := !same && len(cc.HeadDead) > 0 // which may be news, or not
			if c.Affected && (!measured || !moved && !failed) || !c.Affected && measured && moved {
				t.Fatalf("%s: affected %v, with %+v", c.Key, c.Affected, cc)
			}
			if !c.Affected {
				unaffected++
			}
			for k, v := range c.Views {
				b := undominated(curvePoints(c.Base.Views[k]), v.X.Better)
				h := undominated(curvePoints(c.Head.Views[k]), v.X.Better)
				if v.X.Better == pareto.Minimize && len(v.At) > 0 {
					t.Fatalf("%s: readings at latencies", v.X.Name)
				}
				for _, at := range v.At {
					readings++
					yb, sb := readOff(b, at.X)
					yh, sh := readOff(h, at.X)
					if !near(at.Base, yb) || !near(at.Head, yh) || !near(at.BaseSpan, sb) || !near(at.HeadSpan, sh) {
						t.Fatalf("%+v, want base %v (%v) of %v, head %v (%v) of %v", at, yb, sb, b, yh, sh, h)
					}
				}
				if len(b) == 0 || len(h) == 0 {
					if v.Common != nil {
						t.Fatalf("a common range with a side that has no point: %+v", v.Common)
					}
					continue
				}
				lo, hi := max(b[0][0], h[0][0]), min(b[len(b)-1][0], h[len(h)-1][0])
				if (v.Common == nil) != (lo >= hi) {
					t.Fatalf("common range %+v of %v and %v", v.Common, b, h)
				}
				if v.Common == nil {
					continue
				}
				areas++
				if sb, sh := widestOf(b, lo, hi), widestOf(h, lo, hi); v.Common.BaseSpan != sb || v.Common.HeadSpan != sh {
					t.Fatalf("%+v rests on spans of %v and %v", v.Common, sb, sh)
				}
				if v.Common.From != lo || v.Common.To != hi || !near(v.Common.Base, areaOf(b, lo, hi)) || !near(v.Common.Head, areaOf(h, lo, hi)) {
					t.Fatalf("%+v, want %v and %v from %v to %v", v.Common, areaOf(b, lo, hi), areaOf(h, lo, hi), lo, hi)
				}
			}
		}
	})
	if !testing.Short() && (readings == 0 || areas == 0 || unaffected == 0) { // short runs may draw none
		t.Errorf("%d readings, %d areas, %d unaffected curves were looked at", readings, areas, unaffected)
	}
}

// widestOf is the largest factor between the ends of the lines that are drawn
// somewhere between lo and hi.
func widestOf(pts [][2]float64, lo, hi float64) float64 {
	most := 1.0
	for i := 1; i < len(pts); i++ {
		if a, b := pts[i-1][0], pts[i][0]; min(b, hi) > max(a, lo) {
			most = max(most, b/a)
		}
	}
	return most
}

// areaOf sums the trapezoids between all x where the lines bend.
func areaOf(pts [][2]float64, lo, hi float64) float64 {
	xs := []float64{lo, hi}
	for _, p := range pts {
		if p[0] > lo && p[0] < hi {
			xs = append(xs, p[0])
		}
	}
	slices.Sort(xs)
	area := 0.0
	for i := 1; i < len(xs); i++ {
		a, _ := readOff(pts, xs[i-1])
		b, _ := readOff(pts, xs[i])
		area += (xs[i] - xs[i-1]) * (a + b) / 2
	}
	return area
}

// TestReportWithoutBase: head's frontiers alone, and no verdict on them.
func TestReportWithoutBase(t *testing.T) {
	head := []record{{numbers: map[string]float64{"mean_intvty": 10, frontier.DefaultY: 5}}, {numbers: map[string]float64{"mean_intvty": 20, frontier.DefaultY: 3}}}
	a, err := frontier.Arrange(frontier.Options{Y: axis(frontier.DefaultY)}, tableOf(head))
	if err != nil {
		t.Fatal(err)
	}
	r := frontier.ReportWithoutBase(a, &frontier.GateResult{Verdict: frontier.VerdictNoBaseline})
	if r.Cover != nil || r.Verdict != frontier.VerdictNoBaseline || len(r.Curves) != 1 {
		t.Fatalf("%+v", r)
	}
	c := r.Curves[0]
	if c.Status != frontier.NewInHead || !c.Affected || c.Base.Points != 0 || c.Head.Views[0].OnFrontier != 2 || c.Views[0].Common != nil {
		t.Errorf("%+v", c)
	}
	if at := c.Views[0].At[0]; at.X != 10 || at.Head != 5 || !math.IsNaN(at.Base) {
		t.Errorf("%+v", at)
	}
}

// TestReportOfDelta: an append-only run removes nothing, so nothing is asked of
// removed points.
func TestReportOfDelta(t *testing.T) {
	at := func(conc string, x, y float64) record {
		return record{
			texts:   map[string]string{"image": "v1", "conc": conc, "hardware": "h"},
			numbers: map[string]float64{"mean_intvty": x, frontier.DefaultY: y},
		}
	}
	a, err := frontier.Arrange(frontier.Options{Y: axis(frontier.DefaultY)}, tableOf([]record{at("1", 10, 5)}), tableOf([]record{at("2", 5, 9)}))
	if err != nil {
		t.Fatal(err)
	}
	p := reportPolicy()
	p.Delta = frontier.DeltaOnly
	r, err := frontier.Report(a, p.CoverPolicy, p)
	if err != nil || r.Cover != nil || r.Verdict != frontier.VerdictPass {
		t.Errorf("%+v, %v", r, err)
	}
}

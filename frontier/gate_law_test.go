package frontier_test

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"paretocov/frontier"
	"paretocov/frontier/report"
	"paretocov/pareto"
)

// withoutLimits is a gate's policy that asks for coverage alone.
func withoutLimits(p frontier.CoverPolicy) frontier.GatePolicy {
	nan := math.NaN()
	return frontier.GatePolicy{CoverPolicy: p, Warn: nan, MaxLoss: nan, MinReach: nan, MaxAreaLoss: nan}
}

// drawLimits draws limits of a gate, often none.
func drawLimits(t *rapid.T, p *frontier.GatePolicy) {
	some := func(name string, to *float64, values ...float64) {
		if rapid.IntRange(0, 2).Draw(t, name+" asked for") == 0 {
			*to = rapid.SampledFrom(values).Draw(t, name)
		}
	}
	some("max loss", &p.MaxLoss, 0, 0.1, 0.5)
	some("min reach", &p.MinReach, 1, 0.9, 0.3)
	some("max area loss", &p.MaxAreaLoss, 0, 0.1, 0.5)
	some("noise", &p.Noise, 0.01, 0.2)
	p.MinPoints = rapid.SampledFrom([]int{0, 0, 0, 1, 2, 5}).Draw(t, "min points")
	p.Rule = rapid.SampledFrom([]pareto.Rule{pareto.Strict, pareto.Dashboard}).Draw(t, "rule")
	p.StrictNoise = rapid.Bool().Draw(t, "strict noise")
	p.Suspicious = rapid.SampledFrom([]float64{0, 0.05, 1}).Draw(t, "suspicious")
}

// gate judges tables that can be judged; others are drawn anew.
func gate(t *rapid.T, o frontier.Options, p frontier.GatePolicy, base, head []record) (*frontier.Arrangement, *frontier.GateResult) {
	a, err := frontier.Arrange(o, tableOf(base), tableOf(head))
	if err != nil {
		t.Skip(err)
	}
	r, err := frontier.Gate(a, p)
	if err != nil {
		t.Skip(err)
	}
	return a, r
}

// kindsOf counts reasons.
func kindsOf(r *frontier.GateResult) map[frontier.GateReasonKind]int {
	m := map[frontier.GateReasonKind]int{}
	for _, reason := range r.Reasons {
		m[reason.Kind]++
	}
	return m
}

// gateDocs is a result in every format.
func gateDocs(t *rapid.T, r *frontier.GateResult) map[string]string {
	docs := map[string]string{}
	write := func(name string, f func(b *bytes.Buffer) error) {
		var b bytes.Buffer
		if err := f(&b); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		docs[name] = b.String()
	}
	write("json", func(b *bytes.Buffer) error { return report.GateJSON(b, r) })
	write("text", func(b *bytes.Buffer) error { return report.GateText(b, r, report.Style{}) })
	write("markdown", func(b *bytes.Buffer) error { return report.GateMarkdown(b, r, report.MarkdownLimit) })
	write("github", func(b *bytes.Buffer) error { return report.GateGitHub(b, r) })
	write("junit", func(b *bytes.Buffer) error { return report.GateJUnit(b, r) })
	return docs
}

// TestGateOnItself: a table against itself passes with every limit at its
// strictest, whatever it holds.
func TestGateOnItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		p := withoutLimits(drawPolicy(t))
		p.Tolerance, p.Scope = 0, frontier.ScopeAll
		p.Warn, p.MaxLoss, p.MinReach, p.MaxAreaLoss, p.StrictNoise = 0, 0, 1, 0, true
		p.Delta = rapid.SampledFrom([]frontier.Delta{frontier.NotAppendOnly, frontier.DeltaAndBase}).Draw(t, "delta")
		rows := w.records(t, 1, 24)
		_, r := gate(t, drawOptions(t), p, rows, shuffled(t, rows, "order"))
		if r.Verdict != frontier.VerdictPass || r.NeededTolerance != 0 || len(r.Reasons) != 0 || r.Summary.Covered != r.Summary.Points || r.Summary.Lost != 0 {
			t.Fatalf("%s, needed tolerance %v, %+v, %+v", r.Verdict, r.NeededTolerance, r.Summary, r.Reasons)
		}
		for _, c := range r.Curves {
			for _, v := range c.Views {
				if len(v.Frontier) > 0 && (v.WorstRatio != 1 || v.ReachX != 1 || v.ReachY != 1 || v.AreaRatio != 1) {
					t.Errorf("%s %s: worst ratio %v, reach %v and %v, area %v; want 1", c.Key, v.X.Name, v.WorstRatio, v.ReachX, v.ReachY, v.AreaRatio)
				}
				for _, g := range v.Frontier {
					if g.Fate != frontier.Kept {
						t.Errorf("%s %s: %s is %s", c.Key, v.X.Name, g.ID, g.Fate)
					}
				}
			}
		}
	})
}

func TestGateLargerTolerancePasses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o, p := drawOptions(t), withoutLimits(drawPolicy(t))
		drawLimits(t, &p)
		base, head := w.pair(t)
		before, covered := -1, -1
		for _, tolerance := range []float64{0, 1e-12, 1e-9, 0.001, 0.0213, 0.25, 0.5, 0.9, 0.999999} {
			p.Tolerance = tolerance
			_, r := gate(t, o, p, base, head)
			if rank(r.Verdict) < before || r.Summary.Covered < covered {
				t.Fatalf("at the tolerance %v it is %s with %+v, and better at a smaller one", tolerance, r.Verdict, r.Summary)
			}
			before, covered = rank(r.Verdict), r.Summary.Covered
		}
	})
}

func TestGateNeededTolerance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o, p := drawOptions(t), withoutLimits(drawPolicy(t))
		drawLimits(t, &p)
		base, head := w.pair(t)
		_, r := gate(t, o, p, base, head)
		needed := r.NeededTolerance
		try := func(tolerance float64) frontier.Verdict {
			p.Tolerance = tolerance
			_, r := gate(t, o, p, base, head)
			if !equalOrNaN(r.NeededTolerance, needed) {
				t.Fatalf("needed tolerance %v at the tolerance %v, %v before", r.NeededTolerance, tolerance, needed)
			}
			return r.Verdict
		}
		switch {
		case math.IsNaN(needed): // no tolerance would do
			if v := try(math.Nextafter(1, 0)); v == frontier.VerdictPass {
				t.Fatalf("none is needed, and %s", v)
			}
			return
		case !(needed >= 0 && needed < 1):
			t.Fatalf("needed tolerance %v", needed)
		}
		if v := try(needed); v != frontier.VerdictPass {
			t.Fatalf("%s at the needed tolerance %v", v, needed)
		}
		if needed == 0 {
			return
		}
		// A tolerance above 0 has 1e-9 of slack for rounding, 0 has none.
		for _, less := range []float64{max(0, needed-2e-9), 0} {
			if v := try(less); v == frontier.VerdictPass {
				t.Fatalf("%s at the tolerance %v, below the needed one, %v", v, less, needed)
			}
		}
	})
}

// TestGateNeededToleranceBelowOne: a shortfall of so much that 1 plus the margin
// rounds to 0 needs a tolerance of 1, which there is not.
func TestGateNeededToleranceBelowOne(t *testing.T) {
	o := frontier.Options{Y: axis(frontier.DefaultY), X: axes("mean_intvty")}
	base := table(t, "base.csv", "id,mean_intvty,tput_per_gpu\na,1e10,1e20\n", o)
	head := table(t, "head.csv", "id,mean_intvty,tput_per_gpu\na,1e-12,1\n", o)
	r, err := frontier.Gate(arrange(t, o, base, head), withoutLimits(exact()))
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != frontier.VerdictFail || !math.IsNaN(r.NeededTolerance) {
		t.Errorf("%s, needed tolerance %v; want fail, and that none would do", r.Verdict, r.NeededTolerance)
	}
}

func TestGateShuffledRowsGiveTheSameBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o, p := drawOptions(t), withoutLimits(drawPolicy(t))
		o.Repeats = rapid.SampledFrom([]frontier.RepeatRule{frontier.NewestWins, frontier.PoolSamples}).Draw(t, "repeats")
		drawLimits(t, &p)
		base, head := w.pair(t)
		_, r := gate(t, o, p, base, head)
		_, again := gate(t, o, p, shuffled(t, base, "base order"), shuffled(t, head, "head order"))
		if diff := gocmp.Diff(gateDocs(t, r), gateDocs(t, again)); diff != "" {
			t.Fatalf("another order of rows, another result (-first +shuffled):\n%s", diff)
		}
	})
}

func TestGateScopes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o, p := drawOptions(t), withoutLimits(drawPolicy(t))
		drawLimits(t, &p)
		base, head := w.pair(t)
		p.Scope = frontier.ScopeAll
		a, wide := gate(t, o, p, base, head)
		p.Scope = frontier.ScopeHead
		_, narrow := gate(t, o, p, base, head)
		if rank(wide.Verdict) > rank(narrow.Verdict) {
			t.Fatalf("%s with all curves, %s with head's", wide.Verdict, narrow.Verdict)
		}
		lost := 0
		for _, c := range a.Curves {
			if len(c.Sides[0].Points) > 0 && len(c.Sides[1].Points)+len(c.Sides[1].Dead) == 0 {
				lost++
			}
		}
		if n := kindsOf(wide)[frontier.ReasonLost]; n != lost || wide.Summary.Lost != lost || wide.Summary.LostAllowed != 0 {
			t.Errorf("%d reasons for %d lost curves, %+v", n, lost, wide.Summary)
		}
		if lost > 0 && (wide.Verdict != frontier.VerdictFail || !math.IsNaN(wide.NeededTolerance)) {
			t.Errorf("%d curves are lost: %s, needed tolerance %v", lost, wide.Verdict, wide.NeededTolerance)
		}
		p.Scope = frontier.ScopeAll
		for _, c := range a.Curves {
			p.AllowLost = append(p.AllowLost, c.Key)
		}
		_, allowed := gate(t, o, p, base, head)
		if allowed.Verdict != narrow.Verdict || allowed.Summary != narrow.Summary || !equalOrNaN(allowed.NeededTolerance, narrow.NeededTolerance) {
			t.Errorf("all losses allowed: %s %+v; scope head: %s %+v", allowed.Verdict, allowed.Summary, narrow.Verdict, narrow.Summary)
		}
		if diff := gocmp.Diff(allowed.Reasons, narrow.Reasons, equateNaNs); diff != "" {
			t.Errorf("reasons with all losses allowed and in head's scope:\n%s", diff)
		}
	})
}

// TestGateFrontierIsBases: what is judged is base's strict frontier, all of it,
// and the counts are those of the judgements.
func TestGateFrontierIsBases(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o, p := drawOptions(t), withoutLimits(drawPolicy(t))
		drawLimits(t, &p)
		base, head := w.pair(t)
		a, r := gate(t, o, p, base, head)
		var sum frontier.GateSummary
		lost := map[string]bool{}
		for _, c := range r.Curves {
			lost[c.Key] = c.Status == frontier.Lost
			if c.Status == frontier.Lost {
				sum.Lost++
				if c.Allowed {
					sum.LostAllowed++
				}
			}
			for _, v := range c.Views {
				want := strictFrontier(drawn(a, c.Key, 0, v.X), v.X.Better == pareto.Maximize)
				if v.X.Better == pareto.Minimize {
					slices.Reverse(want)
				}
				var got []gatePoint
				for _, g := range v.Frontier {
					got = append(got, gatePoint{g.X, g.Y})
					if !g.WasOnFrontier || len(g.Members) == 0 || g.Members[0] != g.ID {
						t.Errorf("%s %s: %+v", c.Key, v.X.Name, g)
					}
					if g.NotApplicable {
						continue
					}
					sum.Points++
					switch {
					case g.Kind == pareto.Unverifiable:
						sum.Unverifiable++
					case g.Kind.Covers():
						sum.Covered++
					case g.Inconclusive:
						sum.Inconclusive++
					default:
						sum.Uncovered++
					}
				}
				if diff := gocmp.Diff(want, got, gocmp.AllowUnexported(gatePoint{})); diff != "" {
					t.Errorf("%s %s: frontier (-want +got):\n%s", c.Key, v.X.Name, diff)
				}
			}
		}
		if sum != r.Summary {
			t.Errorf("summary %+v, want %+v", r.Summary, sum)
		}
		kinds, want := kindsOf(r), frontier.VerdictPass
		switch {
		case sum.Uncovered > 0 || sum.Lost > sum.LostAllowed || kinds[frontier.ReasonLoss]+kinds[frontier.ReasonReach]+kinds[frontier.ReasonArea]+kinds[frontier.ReasonPoints] > 0:
			want = frontier.VerdictFail
		case sum.Unverifiable+sum.Inconclusive > 0:
			want = frontier.VerdictInconclusive
		}
		if r.Verdict != want {
			t.Errorf("%s with %+v and %v", r.Verdict, sum, kinds)
		}
	})
}

// TestGatePassMeansLimitsHold: where the verdict is no failure every number
// that a limit was asked for is there, and within it.
func TestGatePassMeansLimitsHold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o, p := drawOptions(t), withoutLimits(drawPolicy(t))
		drawLimits(t, &p)
		p.Tolerance = rapid.SampledFrom([]float64{0, 0.9, 0.99}).Draw(t, "another tolerance")
		base, head := w.pair(t)
		_, r := gate(t, o, p, base, head)
		if r.Verdict == frontier.VerdictFail {
			return
		}
		const slack = 2e-9
		for _, c := range r.Curves {
			for _, v := range c.Views {
				if c.Status == frontier.Compared && len(v.Frontier) > 0 {
					for name, pair := range map[string][2]float64{
						"worst ratio": {v.WorstRatio, 1 - p.MaxLoss}, "reach in x": {v.ReachX, p.MinReach},
						"reach in y": {v.ReachY, p.MinReach}, "area": {v.AreaRatio, 1 - p.MaxAreaLoss},
					} {
						if !math.IsNaN(pair[1]) && !(pair[0] >= pair[1]-slack) {
							t.Errorf("%s %s: %s: %s is %v, the limit %v", r.Verdict, c.Key, v.X.Name, name, pair[0], pair[1])
						}
					}
				}
				if c.Status != frontier.Lost && len(v.Frontier)+v.HeadPoints > 0 && v.HeadPoints < p.MinPoints {
					t.Errorf("%s %s: %s: %d points, the limit is %d", r.Verdict, c.Key, v.X.Name, v.HeadPoints, p.MinPoints)
				}
			}
		}
	})
}

// TestGatePassImplies: what is true of head where the gate passes without noise:
// it reaches base's best within the tolerance at both ends, its drawn curve is
// nowhere below a base frontier point, every removed point is covered, and where
// only measured points count its area is no smaller.
func TestGatePassImplies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o, p := drawOptions(t), withoutLimits(drawPolicy(t))
		p.Scope = frontier.ScopeAll
		base, head := w.pair(t)
		if rapid.Bool().Draw(t, "better head") { // so that it passes more often
			for i := range head {
				for _, m := range []string{frontier.DefaultY, "mean_intvty"} {
					if v, ok := head[i].numbers[m]; ok {
						head[i].numbers[m] = v * 3
					}
				}
			}
		}
		a, r := gate(t, o, p, base, head)
		if r.Verdict != frontier.VerdictPass {
			return
		}
		c, err := frontier.Cover(a, p.CoverPolicy)
		if err != nil {
			t.Fatal(err)
		}
		if c.Verdict != frontier.VerdictPass || !(c.NeededTolerance <= r.NeededTolerance+1e-12) {
			t.Errorf("the gate passes and needs %v; cover: %s %+v, needs %v", r.NeededTolerance, c.Verdict, c.Summary, c.NeededTolerance)
		}
		const slack = 3e-9
		for _, c := range r.Curves {
			for _, v := range c.Views {
				if len(v.Frontier) == 0 {
					continue
				}
				if least := 1 - p.Tolerance - slack; !(v.ReachX >= least && v.ReachY >= least) {
					t.Errorf("%s %s: reach %v and %v at the tolerance %v", c.Key, v.X.Name, v.ReachX, v.ReachY, p.Tolerance)
				}
				if p.Tolerance > 0 {
					continue
				}
				for _, g := range v.Frontier {
					if p.Curve != pareto.Hull && !(g.CurveYAtX >= g.Y*(1-slack)) {
						t.Errorf("%s %s: %s has %v, the drawn curve %v", c.Key, v.X.Name, g.ID, g.Y, g.CurveYAtX)
					}
				}
				if p.Curve == pareto.Measured && !(v.AreaRatio >= 1-slack) {
					t.Errorf("%s %s: measured points cover all, and the area is %v of base's", c.Key, v.X.Name, v.AreaRatio)
				}
			}
		}
	})
}

// TestGateNoise: an assumed spread only ever makes a failure inconclusive, the
// more of it the more, and counted strictly nothing at all.
func TestGateNoise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o, p := drawOptions(t), withoutLimits(drawPolicy(t))
		o.Repeats = rapid.SampledFrom([]frontier.RepeatRule{frontier.NewestWins, frontier.PoolSamples}).Draw(t, "repeats")
		base, head := w.pair(t)
		before, uncovered := -1, math.MaxInt
		for _, noise := range []float64{0, 1e-9, 0.01, 0.1, 0.5, 0.99} {
			p.Noise, p.StrictNoise = noise, false
			_, r := gate(t, o, p, base, head)
			if rank(r.Verdict) < before || r.Summary.Uncovered > uncovered {
				t.Fatalf("with a noise of %v %s %+v, with less it was better", noise, r.Verdict, r.Summary)
			}
			before, uncovered = rank(r.Verdict), r.Summary.Uncovered
			p.StrictNoise = true
			_, strict := gate(t, o, p, base, head)
			if rank(strict.Verdict) > rank(r.Verdict) || strict.Summary.Inconclusive != 0 || strict.Summary.Covered != r.Summary.Covered {
				t.Fatalf("strictly %s %+v, else %s %+v", strict.Verdict, strict.Summary, r.Verdict, r.Summary)
			}
			if !equalOrNaN(strict.NeededTolerance, r.NeededTolerance) {
				t.Fatalf("needed tolerance strictly %v, else %v", strict.NeededTolerance, r.NeededTolerance)
			}
			p.Noise = 0
			_, without := gate(t, o, p, base, head)
			if without.Summary.Uncovered != strict.Summary.Uncovered || without.Verdict != strict.Verdict {
				t.Fatalf("strictly with a noise of %v %+v, without %+v", noise, strict.Summary, without.Summary)
			}
			for _, reason := range r.Reasons {
				if reason.Kind == frontier.ReasonInconclusive && len(reason.Rerun) < 2 {
					t.Errorf("%s %s is inconclusive; to rerun: %q", reason.Key, reason.ID, reason.Rerun)
				}
			}
		}
	})
}

// drawn returns the usable points of one side of a curve on a view.
func drawn(a *frontier.Arrangement, key string, side int, x frontier.Axis) []gatePoint {
	var ps []gatePoint
	for _, c := range a.Curves {
		if c.Key != key {
			continue
		}
		mx, my := a.Tables[side].Metric(x.Name), a.Tables[side].Metric(a.Y.Name)
		for _, p := range c.Sides[side].Points {
			if mx != nil && my != nil && mx.Reason(p.Row) == frontier.Usable && my.Reason(p.Row) == frontier.Usable {
				ps = append(ps, gatePoint{mx.Values[p.Row], my.Values[p.Row]})
			}
		}
	}
	return ps
}

// drawnAt is the y of a drawn curve, by its definition: flat on the easy side,
// undefined on the hard side, straight between neighbours. front begins at the
// easy end.
func drawnAt(front []gatePoint, x float64, maxX bool) (float64, bool) {
	harder := func(a, b float64) bool { return a != b && (a > b) == maxX }
	for i, p := range front {
		switch {
		case x == p.x:
			return p.y, true
		case harder(x, p.x):
			continue
		case i == 0:
			return p.y, true
		}
		e := front[i-1]
		return e.y + (p.y-e.y)*(x-e.x)/(p.x-e.x), true
	}
	return 0, false
}

func TestWorstRatioIsTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o, p := drawOptions(t), withoutLimits(drawPolicy(t))
		base, head := w.pair(t)
		a, r := gate(t, o, p, base, head)
		for _, c := range r.Curves {
			for _, v := range c.Views {
				if c.Status != frontier.Compared {
					if !math.IsNaN(v.WorstRatio) || !math.IsNaN(v.ReachX) || !math.IsNaN(v.ReachY) || !math.IsNaN(v.AreaRatio) {
						t.Errorf("%s %s is %s, with ratios %+v", c.Key, v.X.Name, c.Status, v)
					}
					continue
				}
				maxX := v.X.Better == pareto.Maximize
				bf, hf := strictFrontier(drawn(a, c.Key, 0, v.X), maxX), strictFrontier(drawn(a, c.Key, 1, v.X), maxX)
				if len(bf) == 0 {
					continue
				}
				lo, hi := min(bf[0].x, bf[len(bf)-1].x), max(bf[0].x, bf[len(bf)-1].x)
				var xs []float64
				for i := range 301 {
					xs = append(xs, lo+(hi-lo)*float64(i)/300)
				}
				for _, q := range slices.Concat(bf, hf) {
					xs = append(xs, q.x)
				}
				least := math.NaN()
				for _, x := range xs {
					if x < lo || x > hi {
						continue
					}
					by, _ := drawnAt(bf, x, maxX)
					hy, ok := drawnAt(hf, x, maxX)
					if ok && !(hy/by >= least) {
						least = hy / by
					}
				}
				if math.IsNaN(least) != math.IsNaN(v.WorstRatio) || math.Abs(least-v.WorstRatio) > 1e-9*least {
					t.Errorf("%s %s: worst ratio %v, by sampling %v\nbase %v\nhead %v", c.Key, v.X.Name, v.WorstRatio, least, bf, hf)
				}
				if math.IsNaN(v.WorstRatio) {
					continue
				}
				by, ok1 := drawnAt(bf, v.WorstX, maxX)
				hy, ok2 := drawnAt(hf, v.WorstX, maxX)
				if !ok1 || !ok2 || v.WorstX < lo || v.WorstX > hi || math.Abs(hy/by-v.WorstRatio) > 1e-9*v.WorstRatio {
					t.Errorf("%s %s: worst at %v, where it is %v / %v", c.Key, v.X.Name, v.WorstX, hy, by)
				}
				ratio := func(h, b float64) float64 {
					if maxX {
						return h / b
					}
					return b / h
				}
				if rx := ratio(hf[len(hf)-1].x, bf[len(bf)-1].x); !near(v.ReachX, rx) || !near(v.ReachY, hf[0].y/bf[0].y) {
					t.Errorf("%s %s: reach %v and %v", c.Key, v.X.Name, v.ReachX, v.ReachY)
				}
			}
		}
	})
}

// TestAppendOnlyDeltaCovers: base and a delta of new points together cover base,
// whatever the delta holds; what is wrong is a breach of the rules.
func TestAppendOnlyDeltaCovers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o, p := drawOptions(t), withoutLimits(drawPolicy(t))
		o.GroupBy = nil
		p.Tolerance, p.Delta = 0, frontier.DeltaOnly
		p.MaxLoss, p.MinReach, p.MaxAreaLoss, p.Warn = 0, 1, 0, 0
		p.Noise = rapid.SampledFrom([]float64{0, 0.1}).Draw(t, "noise")
		base := w.records(t, 1, 16)
		head := slices.DeleteFunc(w.records(t, 1, 16), func(h record) bool {
			return slices.ContainsFunc(base, func(b record) bool {
				return fmt.Sprint(w.identity(h)) == fmt.Sprint(w.identity(b))
			})
		})
		image := rapid.Bool().Draw(t, "images")
		for i := range base {
			if image {
				base[i].texts["image"] = "v1"
			}
		}
		for i := range head {
			if image {
				head[i].texts["image"] = "v1"
			}
		}
		a, r := gate(t, o, p, base, head)
		kinds, breaches := kindsOf(r), 0
		for k, n := range kinds {
			// A line from a base point to a new one can be drawn below base's: B09.
			if k != frontier.ReasonAppendOnly && k != frontier.ReasonLoss {
				t.Errorf("%d reasons of kind %s", n, k)
			}
		}
		if r.Summary.Covered != r.Summary.Points || r.Summary.Lost != 0 {
			t.Errorf("base is not covered by itself and more: %+v", r.Summary)
		}
		for _, c := range a.Curves {
			inBase := map[string]bool{}
			for _, pt := range c.Sides[0].Points {
				inBase[pt.Identity] = true
			}
			if len(inBase) == 0 && len(c.Sides[1].Points) > 0 {
				breaches++
				continue
			}
			for _, pt := range c.Sides[1].Points {
				if !image || inBase[pt.Identity] {
					breaches++
				}
			}
		}
		if (breaches > 0) != (kinds[frontier.ReasonAppendOnly] > 0) {
			t.Errorf("%d breaches of append-only, want %d", kinds[frontier.ReasonAppendOnly], breaches)
		}
	})
}

// TestAppendOnlyRepeatsFail: a delta that holds a base point fails, whatever its
// numbers, and without a panic.
func TestAppendOnlyRepeatsFail(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o, p := drawOptions(t), withoutLimits(drawPolicy(t))
		o.Repeats = rapid.SampledFrom([]frontier.RepeatRule{frontier.NewestWins, frontier.PoolSamples}).Draw(t, "repeats")
		drawLimits(t, &p)
		p.Delta = frontier.DeltaOnly
		base, head := w.pair(t)
		a, r := gate(t, o, p, base, head)
		again := false
		for _, c := range a.Curves {
			for _, b := range c.Sides[0].Points {
				again = again || slices.ContainsFunc(c.Sides[1].Points, func(h frontier.Point) bool { return h.Identity == b.Identity })
			}
		}
		if again && (r.Verdict != frontier.VerdictFail || kindsOf(r)[frontier.ReasonAppendOnly] == 0) {
			t.Errorf("head repeats base's points: %s, %+v", r.Verdict, r.Reasons)
		}
	})
}

// TestGateOverrides: an exception for all curves and views is the policy.
func TestGateOverrides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o, p := drawOptions(t), withoutLimits(drawPolicy(t))
		drawLimits(t, &p)
		base, head := w.pair(t)
		_, want := gate(t, o, p, base, head)
		q := p
		q.Tolerance, q.MinPoints = 0.77, 9
		q.Overrides = []frontier.Override{
			{Key: "*", Tolerance: 0.5, MinPoints: -1},
			{Key: rapid.SampledFrom([]string{"*", "**", ""}).Draw(t, "pattern"), Tolerance: p.Tolerance, MinPoints: p.MinPoints},
			{Key: "no such curve", Tolerance: 0.9, MinPoints: 0},
			{View: "no_such_view", Tolerance: 0.9, MinPoints: 0},
		}
		_, got := gate(t, o, q, base, head)
		if got.Verdict != want.Verdict || got.Summary != want.Summary {
			t.Errorf("%s %+v, want %s %+v", got.Verdict, got.Summary, want.Verdict, want.Summary)
		}
		if diff := gocmp.Diff(want.Reasons, got.Reasons, equateNaNs); diff != "" {
			t.Errorf("reasons:\n%s", diff)
		}
	})
}

// TestGateLostValuesNeverHelp: values that head could not measure never turn a
// failure into a pass, where no line between other points can step in (B09).
func TestGateLostValuesNeverHelp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o, p := drawOptions(t), withoutLimits(drawPolicy(t))
		drawLimits(t, &p)
		p.MaxLoss = math.NaN() // of the drawn curve
		p.MinPoints = 0        // a new curve that is too thin may go
		p.Scope = frontier.ScopeAll
		p.Curve = rapid.SampledFrom([]pareto.CurveRule{pareto.Measured, pareto.Hull}).Draw(t, "rule of the curve")
		base, head := w.pair(t)
		a, whole := gate(t, o, p, base, head)
		if len(a.Repeats) > 0 {
			return // an older row may count where the newest says nothing
		}
		worse := make([]record, 0, len(head))
		for _, r := range head {
			r = r.clone()
			if rapid.IntRange(0, 3).Draw(t, "row") == 0 {
				continue
			}
			for _, m := range append([]string{frontier.DefaultY}, viewNames...) {
				if rapid.IntRange(0, 5).Draw(t, "cell") == 0 {
					r.numbers[m] = rapid.SampledFrom([]float64{math.NaN(), 0, -1, math.Inf(1)}).Draw(t, "value")
				}
			}
			worse = append(worse, r)
		}
		_, broken := gate(t, o, p, base, worse)
		if broken.Verdict == frontier.VerdictPass && whole.Verdict != frontier.VerdictPass {
			t.Errorf("%s, and with fewer values %s\n%+v", whole.Verdict, broken.Verdict, whole.Reasons)
		}
	})
}

// TestGateReasonsWorstFirst: within a curve and view the worst comes first, since
// an annotation of a run shows but a few.
func TestGateReasonsWorstFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o, p := drawOptions(t), withoutLimits(drawPolicy(t))
		base, head := w.pair(t)
		_, r := gate(t, o, p, base, head)
		at := func(g frontier.GateReason) string { return g.Key + "\x00" + g.X.Name }
		for i, g := range r.Reasons {
			if i > 0 && at(r.Reasons[i-1]) == at(g) && g.Kind == frontier.ReasonUncovered && r.Reasons[i-1].Kind == g.Kind && cmp.Compare(r.Reasons[i-1].Margin, g.Margin) > 0 {
				t.Fatalf("%s %s: %s at %v comes before %s at %v", g.Key, g.X.Name, r.Reasons[i-1].ID, r.Reasons[i-1].Margin, g.ID, g.Margin)
			}
		}
	})
}

// TestGateDocumentsAreWhole: whatever the names, a document of each format holds
// the verdict, and no format a NaN or an infinity.
func TestGateDocumentsAreWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o, p := drawOptions(t), withoutLimits(drawPolicy(t))
		drawLimits(t, &p)
		base, head := w.pair(t)
		_, r := gate(t, o, p, base, head)
		for format, doc := range gateDocs(t, r) {
			// NaN is a reason, and points without settings are named by their values.
			plain := strings.NewReplacer("=NaN", "", " is NaN", "", `"reason": "NaN"`, "").Replace(strings.Join(strings.Fields(doc), " "))
			for _, bad := range []string{"NaN", "+Inf", "-Inf", "%!", "-0.0 %", "-0 %", "<nil>"} {
				if strings.Contains(plain, bad) {
					t.Errorf("%s: %q in\n%s", format, bad, doc)
				}
			}
			// What fails is an error in an annotation and a failure of a test case, and
			// nothing else is.
			if mark := map[string]string{"junit": "<failure ", "github": "::error "}[format]; mark != "" && strings.Contains(doc, mark) != (r.Verdict == frontier.VerdictFail) {
				t.Errorf("%s and %s: %s in it: %v\n%+v\n%s", r.Verdict, format, mark, strings.Contains(doc, mark), r.Reasons, doc)
			}
			if format != "junit" && !strings.Contains(strings.ToLower(doc), string(r.Verdict)) {
				t.Errorf("%s does not say %s:\n%s", format, r.Verdict, doc)
			}
		}
	})
}

package pareto_test

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"paretocov/pareto"
)

// nearMargin reports whether two margins are equal but for the rounding slack,
// which may have turned one of them into 0.
func nearMargin(a, b float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1.001e-9*max(1, math.Abs(a), math.Abs(b))
}

// fell reports whether margin a is below b, which it must not be, by more than
// the rounding slack.
func fell(a, b float64) bool { return a < b && !nearMargin(a, b) }

// coverIsTheDefinition compares every field of judgements with the definition.
func coverIsTheDefinition(t *rapid.T) {
	s := drawSource(t)
	p := s.points(t)
	var f *pareto.Front
	keeping(t, p, func() { f = pareto.NewFront(p, pareto.Strict) })
	for range 4 {
		x, y := s.query(t, p)
		policy := drawPolicy(t)
		var c pareto.Coverage
		keeping(t, pareto.Points{X: f.X, Y: f.Y}, func() { c = f.Cover(x, y, policy) })
		checkCoverage(t, plane{p}.under(policy), f, x, y, c)
	}
}

func checkCoverage(t rapid.TB, o oracle, f *pareto.Front, x, y float64, c pareto.Coverage) {
	t.Helper()
	fail := func(format string, args ...any) {
		t.Helper()
		t.Logf("point (%v, %v), front %v %v, %v x, %v y, policy %+v: %+v", x, y, f.X, f.Y, f.XDir, f.YDir, o.policy, c)
		t.Fatalf(format, args...)
	}
	if allowed := o.verdicts(x, y); !slices.Contains(allowed, verdict{c.Kind, c.Reason}) {
		fail("kind %v, reason %q, want one of %v", c.Kind, c.Reason, allowed)
	}
	if c.Kind == pareto.Unverifiable {
		if !math.IsNaN(c.Margin) || !math.IsNaN(c.Y) || c.By != [2]int{-1, -1} || c.Span != 0 || c.Evidence != pareto.NoEvidence || c.IsLine() {
			fail("something is known of what cannot be verified")
		}
		return
	}
	if want := o.margin(x, y, o.covered); !nearMargin(c.Margin, want) {
		fail("margin %v, want %v", c.Margin, want)
	}
	if reachable := o.covered(x, worst(f.YDir)); reachable == math.IsNaN(c.Y) || reachable && !o.onEdge(x, c.Y, o.covered) {
		fail("y %v is not the best that is accepted at x", c.Y)
	}

	// The witness.
	at := func(i int) place { return place{x: f.X[i], y: f.Y[i]} }
	e := at(c.By[0])
	if c.IsLine() != (c.By[1] >= 0) {
		fail("IsLine is %v", c.IsLine())
	}
	if !c.IsLine() {
		single := func(x, y float64) bool { return o.attains(e.x, e.y, x, y) }
		if c.Span != 0 || c.Evidence != pareto.NoEvidence {
			fail("a single position has a span or evidence")
		}
		switch got, want := o.margin(x, y, single), o.margin(x, y, o.attained); {
		case !near(1+got, 1+want, 1e-14):
			fail("the witness' margin is %v, another position's %v", got, want)
		case c.Kind == pareto.Exceeded && !o.exceeds(e.x, e.y, x, y):
			fail("the witness does not exceed the point")
		case c.Kind == pareto.Matched && !single(x, y):
			fail("the witness does not attain the point")
		case c.Kind == pareto.OnLine || c.Kind == pareto.Wide:
			fail("covered by a line, but the witness is none")
		case c.Kind < pareto.OnLine && !nearMargin(c.Margin, got):
			fail("the witness' margin is %v", got)
		}
		return
	}
	h := at(c.By[1])
	if c.Kind == pareto.Exceeded || c.Kind == pareto.Matched {
		fail("a line where a position covers")
	}
	if !better(f.YDir, e.y, h.y) || !better(f.XDir, h.x, e.x) {
		fail("By is not an easy and a hard end")
	}
	if o.policy.Curve != pareto.Hull && c.By[0]-c.By[1] != 1 && c.By[1]-c.By[0] != 1 {
		fail("the ends are no neighbours")
	}
	limit := o.policy.MaxSpan
	if c.Kind == pareto.Wide {
		limit = 0
	}
	line := o.chord(e, h, limit)
	if !near(c.Span, line.span, 1e-15) {
		fail("span %v, want %v", c.Span, line.span)
	}
	straight := func(x, y float64) bool { return line.covers(x, y, false) }
	logs := func(x, y float64) bool { return line.covers(x, y, true) }
	// The witness alone gives the margin.
	accepts := func(x, y float64) bool {
		return straight(x, y) && (o.policy.Curve != pareto.LogLog || c.Kind == pareto.Wide || logs(x, y))
	}
	got := o.margin(x, y, func(x, y float64) bool {
		return accepts(x, y) || o.attains(e.x, e.y, x, y) || o.attains(h.x, h.y, x, y)
	})
	if c.Kind == pareto.Wide {
		if got < 0 && !nearMargin(got, 0) {
			fail("the unclipped line passes below the point, its margin is %v", got)
		}
		if c.Evidence != pareto.NoEvidence {
			fail("evidence from where the line was clipped away")
		}
		return
	}
	if !nearMargin(got, c.Margin) {
		fail("the line's margin is %v", got)
	}
	// Strong evidence: on or below the log-log line too, but for the slack.
	const slack = 1 - pareto.LineSlack
	sure := logs(x, y) || o.at(x, y, slack+wobble, logs)
	maybe := sure || o.at(x, y, slack-wobble, logs) || o.at(x, y, slack-wobble, func(x, y float64) bool { return o.attains(e.x, e.y, x, y) })
	if c.Evidence == pareto.NoEvidence || sure && c.Evidence != pareto.Strong || !maybe && c.Evidence != pareto.Weak {
		fail("evidence %q, the log-log line covers the point: %v", c.Evidence, sure)
	}
}

func TestCoverIsTheDefinition(t *testing.T) { rapid.Check(t, coverIsTheDefinition) }

// A collinear frontier gives every pair of positions around the point the same
// margin; the shortest line is the witness.
func TestCoverTakesTheShorterOfEqualLines(t *testing.T) {
	f := pareto.NewFront(pareto.Points{
		X: []float64{10, 20, 30, 40}, Y: []float64{40, 30, 20, 10},
		XDir: pareto.Maximize, YDir: pareto.Maximize,
	}, pareto.Strict)
	c := f.Cover(25, 25, pareto.Policy{Curve: pareto.Hull})
	if c.By != [2]int{1, 2} || c.Span != 1.5 || c.Margin != 0 {
		t.Errorf("Cover = %+v, want the line between positions 1 and 2", c)
	}
}

// Judgement of a point must not hang on the units: powers of two change no bit
// of it where no logarithm is involved, other factors no more than rounding.
func TestCoverIgnoresUnits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSource(t)
		p := s.points(t)
		x, y := s.query(t, p)
		policy := drawPolicy(t)
		want := pareto.NewFront(p, pareto.Strict).Cover(x, y, policy)

		kx, ky := math.Ldexp(1, rapid.IntRange(-40, 40).Draw(t, "x")), math.Ldexp(1, rapid.IntRange(-40, 40).Draw(t, "y"))
		got := pareto.NewFront(mapped(p, times(kx), times(ky)), pareto.Strict).Cover(x*kx, y*ky, policy)
		identical := math.Float64bits(got.Margin) == math.Float64bits(want.Margin) && got.By == want.By &&
			got.Span == want.Span && got.Evidence == want.Evidence && near(got.Y, want.Y*ky, 1e-9)
		if policy.Curve == pareto.LogLog { // a logarithm rounds, and of two equals either may win
			identical = near(1+got.Margin, 1+want.Margin, 1e-13) && near(got.Y, want.Y*ky, 1e-6)
		}
		if !identical || got.Kind != want.Kind || got.Reason != want.Reason {
			t.Fatalf("in other units %+v, was %+v", got, want)
		}

		k := rapid.SampledFrom([]float64{0.001, 0.1, 3, 60, 1e6}).Draw(t, "k")
		for _, got := range []pareto.Coverage{
			pareto.NewFront(mapped(p, times(k), same), pareto.Strict).Cover(x*k, y, policy),
			pareto.NewFront(mapped(p, same, times(k)), pareto.Strict).Cover(x, y*k, policy),
		} {
			// The slack rounds a line's margin off at 1e-9, on one side of the
			// edge or the other.
			if !near(1+got.Margin, 1+want.Margin, 1e-12) && math.Abs(want.Margin) > 2*pareto.LineSlack || !nearMargin(got.Margin, want.Margin) {
				t.Fatalf("margin %v in other units, was %v", got.Margin, want.Margin)
			}
		}
	})
}

func TestCoverIgnoresTheOrderOfRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSource(t)
		p := s.points(t)
		x, y := s.query(t, p)
		policy := drawPolicy(t)
		q := p
		if len(p.X) > 0 {
			rows := make([]int, len(p.X))
			for i := range rows {
				rows[i] = i
			}
			q.Rows = rapid.Permutation(rows).Draw(t, "order")
		}
		a, b := pareto.NewFront(p, pareto.Strict).Cover(x, y, policy), pareto.NewFront(q, pareto.Strict).Cover(x, y, policy)
		if !cmp.Equal(a, b, cmpopts.EquateNaNs()) {
			t.Fatalf("%+v, in another order %+v", a, b)
		}
	})
}

// Seconds may be read as a rate, 1/x with the other direction. Measured points
// and log-log lines, which are straight in 1/x too, must give the same margin;
// straight lines are not straight in 1/x, so under the other rules only what
// does not hang on them is the same.
func TestCoverMirrored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSource(t)
		p := s.points(t)
		x, y := s.query(t, p)
		policy := drawPolicy(t)
		straight := func(p pareto.Points, x, y float64, rule pareto.CurveRule) pareto.Coverage {
			policy := policy
			policy.Curve = rule
			return pareto.NewFront(p, pareto.Strict).Cover(x, y, policy)
		}
		for _, axis := range []string{"x", "y"} {
			q, qx, qy := mapped(p, inverse, same), 1/x, y
			q.XDir = flip(p.XDir)
			if axis == "y" {
				q, qx, qy = mapped(p, same, inverse), x, 1/y
				q.YDir = flip(p.YDir)
			}
			a, b := straight(p, x, y, pareto.Measured), straight(q, qx, qy, pareto.Measured)
			if !near(1+a.Margin, 1+b.Margin, 1e-12) {
				t.Fatalf("measured: margin %v, mirrored in %s %v", a.Margin, axis, b.Margin)
			}
			// On two maximised axes the log-log line is convex, below the
			// straight one, so it alone decides. Elsewhere the straight one may
			// take more away, never give.
			a, b = straight(p, x, y, pareto.LogLog), straight(q, qx, qy, pareto.LogLog)
			if p.XDir == pareto.Maximize && p.YDir == pareto.Maximize && fell(a.Margin, b.Margin) {
				t.Fatalf("log-log: margin %v, mirrored in %s %v", a.Margin, axis, b.Margin)
			}
		}
		// On two minimised axes the log-log line is the better one, so that the
		// straight one decides alone.
		if p.XDir == pareto.Minimize && p.YDir == pareto.Minimize {
			a, b := straight(p, x, y, pareto.LogLog), straight(p, x, y, pareto.Line)
			if !nearMargin(a.Margin, b.Margin) {
				t.Fatalf("margin %v under log-log, %v under line", a.Margin, b.Margin)
			}
			q := mapped(p, inverse, inverse)
			q.XDir, q.YDir = pareto.Maximize, pareto.Maximize
			if b := straight(q, 1/x, 1/y, pareto.LogLog); fell(b.Margin, 0) && a.IsLine() && a.Evidence == pareto.Strong {
				t.Fatalf("strong evidence, but the same log-log line mirrored has margin %v", b.Margin)
			}
		}
	})
}

// Making a point of the head frontier better never lowers a margin, whatever
// the rule: a clipped line keeps what it covered.
func TestCoverImprovingAFrontierPoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSource(t)
		p := s.points(t)
		f := pareto.NewFront(p, pareto.Strict)
		if f.Len() == 0 {
			return
		}
		for range 6 {
			r := f.Members(rapid.IntRange(0, f.Len()-1).Draw(t, "position"))[0]
			q := improved(t, p, r)
			x, y := s.query(t, p)
			checkNotLower(t, p, q, x, y, drawPolicy(t))
		}
	})
}

// improved returns p with row r made better on either axis or both: by a
// factor, or up to another row's value.
func improved(t *rapid.T, p pareto.Points, r int) pareto.Points {
	factors := []float64{1, 1 + 1e-6, 1.01, 1.3, 2, 10, 1e4}
	gain := func(d pareto.Direction, column []float64, name string) {
		v := improve(d, column[r], rapid.SampledFrom(factors).Draw(t, name))
		if o := column[rapid.IntRange(0, len(column)-1).Draw(t, name+" of row")]; better(d, o, column[r]) {
			v = o
		}
		column[r] = v
	}
	q := mapped(p, same, same)
	gain(q.XDir, q.X, "gain x")
	gain(q.YDir, q.Y, "gain y")
	return q
}

// checkNotLower fails if head q gives (x, y) a lower margin than head p.
func checkNotLower(t rapid.TB, p, q pareto.Points, x, y float64, policy pareto.Policy) {
	t.Helper()
	before, after := pareto.NewFront(p, pareto.Strict), pareto.NewFront(q, pareto.Strict)
	a, b := before.Cover(x, y, policy), after.Cover(x, y, policy)
	if fell(b.Margin, a.Margin) {
		t.Fatalf("margin of (%v, %v) fell from %v to %v, policy %+v, %v x, %v y, front\n%v %v, was\n%v %v",
			x, y, a.Margin, b.Margin, policy, p.XDir, p.YDir, after.X, after.Y, before.X, before.Y)
	}
}

// Under measured and hull no head point can harm: not one that is made better,
// not a new one, be it on the frontier or not.
func TestCoverImprovingOrAddingAnyPoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSource(t)
		p := s.points(t)
		for range 6 {
			policy := drawPolicy(t)
			policy.Curve = rapid.SampledFrom([]pareto.CurveRule{pareto.Measured, pareto.Hull}).Draw(t, "rule")
			x, y := s.query(t, p)
			var q pareto.Points
			if len(p.X) > 0 && rapid.Bool().Draw(t, "improve") {
				q = improved(t, p, rapid.IntRange(0, len(p.X)-1).Draw(t, "row"))
			} else {
				nx, ny := s.query(t, p)
				q = with(p, nx, ny)
			}
			checkNotLower(t, p, q, x, y, policy)
		}
	})
}

// A rule that accepts more gives no smaller margin: measured, log-log, line,
// hull in this order.
func TestCoverRulesInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSource(t)
		p := s.points(t)
		f := pareto.NewFront(p, pareto.Strict)
		x, y := s.query(t, p)
		policy := drawPolicy(t)
		order := []pareto.CurveRule{pareto.Measured, pareto.LogLog, pareto.Line, pareto.Hull}
		var last pareto.Coverage
		for i, rule := range order {
			policy.Curve = rule
			c := f.Cover(x, y, policy)
			if i > 0 && (fell(c.Margin, last.Margin) || last.Kind.Covers() && !c.Kind.Covers()) {
				t.Fatalf("%v: %+v, but %v: %+v", rule, c, order[i-1], last)
			}
			// Y is NaN under all of them or none.
			if i > 0 && (math.IsNaN(c.Y) != math.IsNaN(last.Y) || better(f.YDir, last.Y, c.Y) && !near(last.Y, c.Y, 1e-9)) {
				t.Fatalf("%v accepts y %v, %v accepts %v", rule, c.Y, order[i-1], last.Y)
			}
			last = c
		}
	})
}

// A longer span clips less, so it never lowers a margin; no limit is the
// longest.
func TestCoverSpansInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSource(t)
		p := s.points(t)
		f := pareto.NewFront(p, pareto.Strict)
		x, y := s.query(t, p)
		policy := drawPolicy(t)
		last := math.Inf(-1)
		for _, span := range []float64{1, 1.2, 1.5, 2, 3, 1000, 0} {
			policy.MaxSpan = span
			m := f.Cover(x, y, policy).Margin
			if fell(m, last) {
				t.Fatalf("margin %v at max span %v, was %v at a smaller one", m, span, last)
			}
			last = m
		}
	})
}

func TestCoverTolerancesInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSource(t)
		p := s.points(t)
		f := pareto.NewFront(p, pareto.Strict)
		x, y := s.query(t, p)
		policy := drawPolicy(t)
		var last pareto.Coverage
		for i, tolerance := range []float64{0, 1e-9, 0.01, 0.02, 0.19, 0.2, 0.5, 0.999} {
			policy.Tolerance = tolerance
			c := f.Cover(x, y, policy)
			if i > 0 && (last.Kind.Covers() && !c.Kind.Covers() || !nearMargin(c.Margin, last.Margin)) {
				t.Fatalf("%+v at tolerance %v, was %+v at a smaller one", c, tolerance, last)
			}
			last = c
		}
	})
}

// What is covered stays so when it gets worse.
func TestCoverWorsePoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSource(t)
		p := s.points(t)
		f := pareto.NewFront(p, pareto.Strict)
		x, y := s.query(t, p)
		policy := drawPolicy(t)
		c := f.Cover(x, y, policy)
		wx := x / improve(f.XDir, 1, rapid.SampledFrom([]float64{1, 1.0001, 1.3, 2, 50}).Draw(t, "worse x"))
		wy := y / improve(f.YDir, 1, rapid.SampledFrom([]float64{1, 1.0001, 1.3, 2, 50}).Draw(t, "worse y"))
		w := f.Cover(wx, wy, policy)
		if fell(w.Margin, c.Margin) {
			t.Fatalf("(%v, %v): %+v, but the worse (%v, %v): %+v", x, y, c, wx, wy, w)
		}
		// The slack of a line ends with the line.
		policy.Tolerance += 1.1 * pareto.LineSlack
		if w = f.Cover(wx, wy, policy); c.Kind.Covers() && !w.Kind.Covers() {
			t.Fatalf("(%v, %v): %+v, but the worse (%v, %v): %+v", x, y, c, wx, wy, w)
		}
	})
}

package pareto_test

import (
	"math"
	"testing"

	"paretocov/pareto"
)

// frontOf returns the strict frontier of points given as x, y, x, y and so on.
func frontOf(xd, yd pareto.Direction, xy ...float64) *pareto.Front {
	p := pareto.Points{XDir: xd, YDir: yd}
	for i := 0; i < len(xy); i += 2 {
		p.X, p.Y = append(p.X, xy[i]), append(p.Y, xy[i+1])
	}
	return pareto.NewFront(p, pareto.Strict)
}

func TestCoverMarginByHand(t *testing.T) {
	check := func(f *pareto.Front, x, y float64, want float64) {
		t.Helper()
		c := f.Cover(x, y, pareto.Policy{})
		if !near(1+c.Margin, 1+want, 1e-15) || c.Kind != pareto.OnLine {
			t.Errorf("%v x, %v y: margin of (%v, %v) is %v, %v, want %v on the line", f.XDir, f.YDir, x, y, c.Margin, c.Kind, want)
		}
	}
	// y = 130-3x: 65s = 130-60s.
	check(frontOf(pareto.Maximize, pareto.Maximize, 10, 100, 30, 40), 20, 65, 130.0/125-1)
	// y = 20x: 50s = 60/s.
	check(frontOf(pareto.Minimize, pareto.Maximize, 2, 40, 6, 120), 3, 50, math.Sqrt(1.2)-1)
	// y = 12-2x: 6/s = 12-8/s.
	check(frontOf(pareto.Minimize, pareto.Minimize, 1, 10, 5, 2), 4, 6, 14.0/12-1)
	// y = 2x-3: 6/s = 8s-3.
	check(frontOf(pareto.Maximize, pareto.Minimize, 2, 1, 6, 9), 4, 6, (3+math.Sqrt(9+4*8*6))/16-1)
}

func TestCoverKinds(t *testing.T) {
	f := frontOf(pareto.Maximize, pareto.Maximize, 10, 100, 40, 40)
	check := func(x, y float64, p pareto.Policy, want pareto.Kind, reason pareto.Reason) {
		t.Helper()
		if c := f.Cover(x, y, p); c.Kind != want || c.Reason != reason {
			t.Errorf("(%v, %v) under %+v: %v, %q, want %v, %q", x, y, p, c.Kind, c.Reason, want, reason)
		}
	}
	// Clipped at a factor of 2 the line ends at (20, 40): y = 160-6x. As a whole
	// it is y = 120-2x. The log-log line through the clipped ends passes (15, 58.5).
	two := pareto.Policy{MaxSpan: 2}
	check(9, 99, two, pareto.Exceeded, pareto.NoReason)
	check(9, 100, two, pareto.Matched, pareto.NoReason)
	check(40, 40, two, pareto.Matched, pareto.NoReason)
	check(15, 70, two, pareto.OnLine, pareto.NoReason)
	check(15, 71, two, pareto.Wide, pareto.NoReason)
	check(15, 71, pareto.Policy{MaxSpan: 2, Tolerance: 0.1}, pareto.Within, pareto.NoReason)
	check(15, 71, pareto.Policy{}, pareto.OnLine, pareto.NoReason)
	check(15, 90, pareto.Policy{}, pareto.OnLine, pareto.NoReason)
	check(15, 91, two, pareto.Uncovered, pareto.NoReason)
	check(30, 60, two, pareto.Wide, pareto.NoReason)
	check(30, 60, pareto.Policy{MaxSpan: 4}, pareto.OnLine, pareto.NoReason)
	check(30, 60, pareto.Policy{Curve: pareto.Hull, MaxSpan: 2}, pareto.Wide, pareto.NoReason)
	check(15, 58, pareto.Policy{Curve: pareto.LogLog, MaxSpan: 2}, pareto.OnLine, pareto.NoReason)
	check(15, 60, pareto.Policy{Curve: pareto.LogLog, MaxSpan: 2}, pareto.Uncovered, pareto.BelowStraightOnly)
	check(15, 71, pareto.Policy{Curve: pareto.LogLog, MaxSpan: 2}, pareto.Wide, pareto.NoReason)
	check(30, 60, pareto.Policy{Curve: pareto.Measured, MaxSpan: 2}, pareto.Uncovered, pareto.BelowDrawnLine)
	check(30, 61, pareto.Policy{Curve: pareto.Measured}, pareto.Uncovered, pareto.NoReason)
}

// The slack is for lying on a line and for nothing else.
func TestCoverSlack(t *testing.T) {
	check := func(f *pareto.Front, x, y float64, p pareto.Policy, want pareto.Kind) {
		t.Helper()
		c := f.Cover(x, y, p)
		if c.Kind != want || c.Kind == pareto.OnLine && c.Margin != 0 {
			t.Errorf("%v x, %v y, (%v, %v): %v, margin %v, want %v", f.XDir, f.YDir, x, y, c.Kind, c.Margin, want)
		}
	}
	fine := pareto.Policy{Tolerance: 1e-9}
	for _, pair := range pairs {
		// The middle of a line, to which both coordinates give the same weight.
		f := frontOf(pair.x, pair.y, 10, 30, 30, 10)
		if pair.x != pair.y {
			f = frontOf(pair.x, pair.y, 10, 10, 30, 30)
		}
		short := func(by float64) (x, y float64) { return improve(pair.x, 20, 1+by), improve(pair.y, 20, 1+by) }
		for by, want := range map[float64]pareto.Kind{0: pareto.OnLine, 1e-12: pareto.OnLine, 9e-10: pareto.OnLine, 1.1e-9: pareto.Uncovered} {
			x, y := short(by)
			check(f, x, y, pareto.Policy{}, want)
			check(f, x, y, pareto.Policy{Curve: pareto.Hull}, want)
		}
		x, y := short(1.9e-9)
		check(f, x, y, pareto.Policy{Tolerance: 2e-9}, pareto.Within)

		one := frontOf(pair.x, pair.y, 20, 20)
		for _, by := range []float64{1e-15, 1e-12, 5e-10} {
			x, y = short(by)
			check(one, x, y, pareto.Policy{}, pareto.Uncovered)
			check(one, x, y, fine, pareto.Within)
		}
	}
}

func TestCoverUnverifiable(t *testing.T) {
	for _, pair := range pairs {
		for _, rule := range curves {
			p := pareto.Policy{Curve: rule, MaxSpan: 2, Tolerance: 0.1}
			check := func(f *pareto.Front, x, y float64) {
				t.Helper()
				c := f.Cover(x, y, p)
				if c.Kind != pareto.Unverifiable || c.Kind.Covers() || !math.IsNaN(c.Margin) || !math.IsNaN(c.Y) || c.By != [2]int{-1, -1} || c.IsLine() {
					t.Errorf("Cover(%v, %v) = %+v, want unverifiable", x, y, c)
				}
			}
			check(frontOf(pair.x, pair.y), 1, 1)
			check(frontOf(pair.x, pair.y, math.NaN(), 1, 1, math.Inf(1)), 1, 1)
			full := frontOf(pair.x, pair.y, 1, 1, 2, 2, 3, 1)
			for _, v := range []float64{0, math.Copysign(0, -1), -1, math.NaN(), math.Inf(-1)} {
				check(full, v, 1)
				check(full, 1, v)
			}
		}
	}
}

// The best y under each rule at one x.
func TestCoverY(t *testing.T) {
	f := frontOf(pareto.Maximize, pareto.Maximize, 10, 100, 20, 50, 30, 45)
	check := func(x float64, p pareto.Policy, want float64) {
		t.Helper()
		if c := f.Cover(x, 1, p); !near(c.Y, want, 1e-14) {
			t.Errorf("at x %v under %+v y is %v, want %v", x, p, c.Y, want)
		}
	}
	check(15, pareto.Policy{}, 75)
	check(15, pareto.Policy{Curve: pareto.Measured}, 50)
	check(15, pareto.Policy{Curve: pareto.LogLog}, 100*math.Pow(1.5, math.Log2(0.5)))
	check(15, pareto.Policy{Curve: pareto.Hull}, 100-55.0/4)
	check(14, pareto.Policy{MaxSpan: 1.5}, 60)
	check(16, pareto.Policy{MaxSpan: 1.5}, 50)
	check(5, pareto.Policy{}, 100)
	check(30, pareto.Policy{}, 45)
	check(31, pareto.Policy{}, math.NaN())
}

func TestWords(t *testing.T) {
	check := func(got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	for i, want := range []string{"unverifiable", "uncovered", "wide", "within", "line", "matched", "exceeded", "invalid"} {
		k := pareto.Kind(i)
		check(k.String(), want)
		if k.Covers() != (i >= 3) {
			t.Errorf("%v covers: %v", k, k.Covers())
		}
	}
	for i, want := range []string{"line", "measured", "loglog", "hull", "invalid"} {
		check(pareto.CurveRule(i).String(), want)
	}
	for i, want := range []string{"invalid", "min", "max", "invalid"} {
		check(pareto.Direction(i).String(), want)
	}
	for i, want := range []string{"", "weak", "strong"} {
		check(pareto.Evidence(i).String(), want)
	}
	for i, want := range []string{"", "below a drawn line", "below the straight line only"} {
		check(pareto.Reason(i).String(), want)
	}
}

// TestCoverAtTheEdgeOfTheTolerance: of two-decimal values exactly 2 % apart many
// are more than 2 % apart in binary. They are within a tolerance of 2 % all the
// same; without a tolerance there is no slack.
func TestCoverAtTheEdgeOfTheTolerance(t *testing.T) {
	for cents := 1.0; cents < 2000; cents++ {
		want := cents / 100
		have := math.Round(cents*98) / 10000
		f := pareto.NewFront(pareto.Points{X: []float64{have}, Y: []float64{have}, XDir: pareto.Maximize, YDir: pareto.Maximize}, pareto.Strict)
		if c := f.Cover(want, want, pareto.Policy{Tolerance: 0.02}); c.Kind != pareto.Within {
			t.Fatalf("%v against %v: %v, margin %v", have, want, c.Kind, c.Margin)
		}
		if c := f.Cover(want, want, pareto.Policy{Tolerance: 0.0199}); c.Kind != pareto.Uncovered {
			t.Fatalf("%v against %v at 1.99 %%: %v", have, want, c.Kind)
		}
	}
	f := pareto.NewFront(pareto.Points{X: []float64{20}, Y: []float64{49.99999999999999}, XDir: pareto.Maximize, YDir: pareto.Maximize}, pareto.Strict)
	if c := f.Cover(20, 50, pareto.Policy{}); c.Kind != pareto.Uncovered || !(c.Margin < 0) {
		t.Fatalf("without a tolerance: %v, margin %v", c.Kind, c.Margin)
	}
}

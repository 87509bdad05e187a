package pareto_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"paretocov/pareto"
)

var extremes = []float64{
	math.SmallestNonzeroFloat64, 2 * math.SmallestNonzeroFloat64, 1e-310, 2.2250738585072014e-308, 1e-300,
	1 - 1.0/(1<<53), 1, 1 + 1.0/(1<<52), 1e300, 1e308, math.Nextafter(math.MaxFloat64, 0), math.MaxFloat64,
}

func TestExtremeFront(t *testing.T) {
	signed := []float64{0, math.Copysign(0, -1)}
	for _, v := range extremes {
		signed = append(signed, v, -v)
	}
	rapid.Check(t, func(t *rapid.T) {
		pair := rapid.SampledFrom(pairs).Draw(t, "directions")
		p := pareto.Points{XDir: pair.x, YDir: pair.y}
		for range rapid.SampledFrom(sizes).Draw(t, "points") {
			p = with(p, rapid.SampledFrom(signed).Draw(t, "x"), rapid.SampledFrom(signed).Draw(t, "y"))
		}
		x, y := rapid.SampledFrom(signed).Draw(t, "at x"), rapid.SampledFrom(signed).Draw(t, "at y")
		for _, rule := range rules {
			f := pareto.NewFront(p, rule)
			equalPlaces(t, places(f), plane{p}.front(rule))
			lo, hi := f.Dominators(x, y)
			for i := range f.Len() {
				if in := lo <= i && i < hi; in != (plane{p}).dominates(f.X[i], f.Y[i], x, y) {
					t.Fatalf("Dominators(%v, %v) = [%d, %d) on %v %v", x, y, lo, hi, f.X, f.Y)
				}
			}
		}
	})
}

// Whatever the size of the numbers: what a position covers is found exactly, a
// line never covers what it should not, and a margin is a number.
func TestExtremeCover(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pair := rapid.SampledFrom(pairs).Draw(t, "directions")
		p := pareto.Points{XDir: pair.x, YDir: pair.y}
		for range rapid.SampledFrom(sizes[1:]).Draw(t, "points") {
			p = with(p, rapid.SampledFrom(extremes).Draw(t, "x"), rapid.SampledFrom(extremes).Draw(t, "y"))
		}
		f := pareto.NewFront(p, pareto.Strict)
		for range 8 {
			x, y := rapid.SampledFrom(extremes).Draw(t, "at x"), rapid.SampledFrom(extremes).Draw(t, "at y")
			policy := drawPolicy(t)
			policy.Tolerance = 0
			c := f.Cover(x, y, policy)
			o := plane{p}.under(policy)
			exceeded, attained := o.exceeded(x, y), o.attained(x, y)
			if (c.Kind == pareto.Exceeded) != exceeded || (c.Kind >= pareto.Matched) != attained {
				t.Fatalf("Cover(%v, %v) = %+v, exceeded %v, attained %v on %v %v", x, y, c, exceeded, attained, f.X, f.Y)
			}
			if !(c.Margin >= -1 && c.Margin <= math.MaxFloat64) || (c.Margin >= 0) != c.Kind.Covers() || exceeded && c.Margin == 0 {
				t.Fatalf("Cover(%v, %v) = %+v on %v %v", x, y, c, f.X, f.Y)
			}
			// Below this a float64 has too few bits to tell how near a line is.
			if min(x, y) < 1e-300 || slices.Min(f.X) < 1e-300 || slices.Min(f.Y) < 1e-300 {
				continue
			}
			if c.Kind == pareto.OnLine && !o.at(x, y, 1-2e-9, o.covered) {
				t.Fatalf("Cover(%v, %v) = %+v under %+v, but nothing covers it of %v %v", x, y, c, policy, f.X, f.Y)
			}
		}
	})
}

// Over 150 decades nothing is lost at all.
func TestWideRangeCover(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := func(name string) float64 {
			return math.Ldexp(1+rapid.Float64Range(0, 0.9).Draw(t, name), rapid.IntRange(-250, 250).Draw(t, "exponent"))
		}
		pair := rapid.SampledFrom(pairs).Draw(t, "directions")
		p := pareto.Points{XDir: pair.x, YDir: pair.y}
		for range rapid.IntRange(1, 5).Draw(t, "points") {
			p = with(p, value("x"), value("y"))
		}
		f := pareto.NewFront(p, pareto.Strict)
		for range 4 {
			x, y, policy := value("at x"), value("at y"), drawPolicy(t)
			c := f.Cover(x, y, policy)
			o := plane{p}.under(policy)
			if allowed := o.verdicts(x, y); !slices.Contains(allowed, verdict{c.Kind, c.Reason}) {
				t.Fatalf("Cover(%v, %v) = %+v under %+v, want one of %v on %v %v", x, y, c, policy, allowed, f.X, f.Y)
			}
			if want := o.margin(x, y, o.covered); !nearMargin(c.Margin, want) {
				t.Fatalf("Cover(%v, %v) = %+v under %+v, want margin %v on %v %v", x, y, c, policy, want, f.X, f.Y)
			}
		}
	})
}

func TestNegativeZero(t *testing.T) {
	zero := math.Copysign(0, -1)
	for _, pair := range pairs {
		for _, rule := range rules {
			p := pareto.Points{X: []float64{0, zero, 0}, Y: []float64{zero, 0, 0}, XDir: pair.x, YDir: pair.y}
			f := pareto.NewFront(p, rule)
			if f.Len() != 1 || !slices.Equal(f.Members(0), []int{0, 1, 2}) {
				t.Errorf("%s: %v, want one position with three members", pair.name, places(f))
			}
			if lo, hi := f.Dominators(zero, 0); lo != hi {
				t.Errorf("%s: zero dominates negative zero", pair.name)
			}
		}
	}
}

// Inputs that sorts may take special ways for, of more than a few points.
func TestSortedReversedEqual(t *testing.T) {
	const n = 1000
	up, down, flat, all := make([]float64, n), make([]float64, n), make([]float64, n), make([]int, n)
	for i := range n {
		up[i], down[i], flat[i], all[i] = float64(i+1), float64(n-i), 7, i
	}
	check := func(name string, x, y []float64, xd, yd pareto.Direction, rule pareto.Rule, positions int) {
		t.Helper()
		f := pareto.NewFront(pareto.Points{X: x, Y: y, XDir: xd, YDir: yd}, rule)
		if f.Len() != positions {
			t.Errorf("%s, %v x, %v y, rule %d: %d positions, want %d", name, xd, yd, rule, f.Len(), positions)
		}
		if !slices.IsSorted(f.X) {
			t.Errorf("%s, %v x, %v y: x is not ascending", name, xd, yd)
		}
	}
	for _, pair := range pairs {
		for _, rule := range rules {
			tradeOff, tie := 1, 1
			if pair.x != pair.y {
				tradeOff = n // x and y rise together
			}
			if rule == pareto.Dashboard && pair.name == "min-max" {
				tie = n // a plateau
			}
			check("sorted", up, up, pair.x, pair.y, rule, tradeOff)
			check("reversed", down, down, pair.x, pair.y, rule, tradeOff)
			check("opposed", up, down, pair.x, pair.y, rule, n+1-tradeOff)
			check("opposed, reversed", down, up, pair.x, pair.y, rule, n+1-tradeOff)
			check("equal y", up, flat, pair.x, pair.y, rule, tie)
			check("equal y, reversed", down, flat, pair.x, pair.y, rule, tie)
			check("equal x", flat, up, pair.x, pair.y, rule, 1)
			check("equal x, reversed", flat, down, pair.x, pair.y, rule, 1)
			check("equal", flat, flat, pair.x, pair.y, rule, 1)
			f := pareto.NewFront(pareto.Points{X: flat, Y: flat, XDir: pair.x, YDir: pair.y}, rule)
			if !slices.Equal(f.Members(0), all) {
				t.Errorf("equal points: members %v", f.Members(0))
			}
		}
	}
}

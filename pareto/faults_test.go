package pareto_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"paretocov/pareto"
)

// Faults that users of similar tools have met, under the numbers by which this
// project knows them.

const (
	lower  = pareto.Minimize
	higher = pareto.Maximize
)

// checkFront fails unless the strict frontier of the named rows is what is
// wanted, by the names of its members in the order of ascending x.
func checkFront(t *testing.T, p pareto.Points, names, want string) *pareto.Front {
	t.Helper()
	f := pareto.NewFront(p, pareto.Strict)
	var got []byte
	for i := range f.Len() {
		for _, r := range f.Members(i) {
			got = append(got, names[r])
		}
	}
	if string(got) != want {
		t.Errorf("frontier %q, want %q", got, want)
	}
	return f
}

// B01: a point that ties on one axis and is worse on the other is dominated.
func TestB01DominatedTie(t *testing.T) {
	check := func(x, y []float64, by int) {
		t.Helper()
		f := checkFront(t, pareto.Points{X: x, Y: y, XDir: higher, YDir: higher}, "ab", "a")
		if lo, hi := f.Dominators(x[1], y[1]); hi-lo != 1 || f.Members(lo)[0] != by {
			t.Errorf("b is dominated by positions [%d, %d)", lo, hi)
		}
		if lo, hi := f.Dominators(x[0], y[0]); lo != hi {
			t.Errorf("a is dominated by positions [%d, %d)", lo, hi)
		}
	}
	check([]float64{18, 7}, []float64{140, 140}, 0)
	check([]float64{18, 18}, []float64{140, 90}, 0)
}

// B03: among equal x the best y must come first, in either direction.
func TestB03EqualXWorstFirst(t *testing.T) {
	p := pareto.Points{X: []float64{2, 2, 2, 4, 4, 9}, Y: []float64{61, 48, 33, 52, 77, 90}, XDir: lower, YDir: higher}
	for range 2 { // and with the rows reversed
		names := "abcdef"
		if p.X[0] == 9 {
			names = "fedcba"
		}
		p.XDir, p.YDir = lower, higher
		checkFront(t, p, names, "aef")
		p.XDir, p.YDir = higher, lower
		checkFront(t, p, names, "cdf")
		p = mapped(p, same, same)
		slices.Reverse(p.X)
		slices.Reverse(p.Y)
	}
}

// B05: one objective, given as both axes, has a frontier of one position; the
// answer is the same every time, and one row or none is no special case.
func TestB05RepeatedCallsAgree(t *testing.T) {
	tput := []float64{31, 44, 12, 44}
	for range 100 {
		f := checkFront(t, pareto.Points{X: tput, Y: tput, XDir: higher, YDir: higher}, "abcd", "bd")
		if f.Len() != 1 {
			t.Fatalf("%d positions, want 1", f.Len())
		}
	}
	for _, pair := range pairs {
		checkFront(t, pareto.Points{X: []float64{3}, Y: []float64{5}, XDir: pair.x, YDir: pair.y}, "a", "a")
		f := checkFront(t, pareto.Points{XDir: pair.x, YDir: pair.y}, "", "")
		if lo, hi := f.Dominators(1, 1); lo != hi {
			t.Errorf("nothing dominates: [%d, %d)", lo, hi)
		}
		if _, ok := f.WidestGap(); ok || f.Hypervolume(0, 0) != 0 || f.Len() != 0 {
			t.Error("an empty frontier has a gap, an area or a length")
		}
	}
}

// B06: every plane has its own winners.
func TestB06EveryPlaneAfresh(t *testing.T) {
	intvty, e2e, tput := []float64{40, 30, 20}, []float64{9, 8, 12}, []float64{100, 110, 130}
	checkFront(t, pareto.Points{X: intvty, Y: tput, XDir: higher, YDir: higher}, "abc", "cba")
	f := checkFront(t, pareto.Points{X: e2e, Y: tput, XDir: lower, YDir: higher}, "abc", "bc")
	if lo, hi := f.Dominators(9, 100); lo != 0 || hi != 1 {
		t.Errorf("a is dominated by positions [%d, %d), want b alone", lo, hi)
	}
}

// B08: what a point covers and what a line covers are told apart.
func TestB08LineIsNoPoint(t *testing.T) {
	f := frontOf(higher, higher, 10, 100, 30, 40)
	u, v, w := f.Cover(20, 65, pareto.Policy{}), f.Cover(20, 75, pareto.Policy{}), f.Cover(20, 70, pareto.Policy{})
	if u.Kind != pareto.OnLine || u.By != [2]int{0, 1} || !u.IsLine() || u.Y != 70 || u.Span != 3 {
		t.Errorf("u: %+v, want it on the line", u)
	}
	if lo, hi := f.Dominators(20, 65); lo != hi {
		t.Errorf("u is dominated by positions [%d, %d)", lo, hi)
	}
	if v.Kind.Covers() || v.Y != 70 || !near(75/v.Y-1, 5.0/70, 1e-12) || !(v.Margin < 0) {
		t.Errorf("v: %+v, want it uncovered, 5 above the line", v)
	}
	if w.Kind != pareto.OnLine || w.Margin != 0 {
		t.Errorf("w: %+v, want it on the line exactly", w)
	}
	// Where no line counts, none of the three is covered.
	for _, y := range []float64{65, 70, 75} {
		if c := f.Cover(20, y, pareto.Policy{Curve: pareto.Measured}); c.Kind.Covers() || c.IsLine() {
			t.Errorf("(20, %v) by measured points: %+v", y, c)
		}
	}
}

// B09: lines join neighbours unless any pair is asked for; so under line a new
// point in the middle can take coverage away, under hull it cannot.
func TestB09NeighboursOrAnyPair(t *testing.T) {
	f := frontOf(higher, higher, 10, 100, 20, 50, 30, 45)
	without := frontOf(higher, higher, 10, 100, 30, 45)
	check := func(name string, f *pareto.Front, rule pareto.CurveRule, want pareto.Kind, y float64) {
		t.Helper()
		c := f.Cover(20, 60, pareto.Policy{Curve: rule})
		if c.Kind != want || c.Y != y {
			t.Errorf("%s: %+v, want %v and y %v", name, c, want, y)
		}
	}
	if f.Len() != 3 {
		t.Fatalf("%d positions, want 3", f.Len())
	}
	check("line", f, pareto.Line, pareto.Uncovered, 50)
	check("hull", f, pareto.Hull, pareto.OnLine, 72.5)
	check("line without the middle", without, pareto.Line, pareto.OnLine, 72.5)
	check("hull without the middle", without, pareto.Hull, pareto.OnLine, 72.5)
	if c := f.Cover(20, 60, pareto.Policy{Curve: pareto.Hull}); c.By != [2]int{0, 2} || c.Span != 3 {
		t.Errorf("hull: %+v, want the line between the ends", c)
	}
}

// B10: nothing is read off beyond the fastest point.
func TestB10NoExtrapolation(t *testing.T) {
	for _, rule := range curves {
		f := frontOf(higher, higher, 10, 100, 30, 40)
		p := pareto.Policy{Curve: rule}
		if c := f.Cover(5, 90, p); c.Kind != pareto.Exceeded || c.By != [2]int{0, -1} || c.Y != 100 {
			t.Errorf("%v: l is %+v, want it exceeded by the first point", rule, c)
		}
		for _, r := range [][2]float64{{35, 30}, {30.0001, 1}} {
			if c := f.Cover(r[0], r[1], p); c.Kind.Covers() || !math.IsNaN(c.Y) || !(c.Margin < 0) {
				t.Errorf("%v: %v is %+v, want it uncovered", rule, r, c)
			}
			if y, ok := f.YAt(r[0]); ok {
				t.Errorf("the curve is said to be %v at %v", y, r[0])
			}
		}
		one := frontOf(higher, higher, 20, 60)
		for _, c := range []struct {
			x, y float64
			want pareto.Kind
		}{{20, 60, pareto.Matched}, {19, 60, pareto.Matched}, {19, 59, pareto.Exceeded}, {21, 10, pareto.Uncovered}} {
			if got := one.Cover(c.x, c.y, p); got.Kind != c.want {
				t.Errorf("%v: (%v, %v) is %v, want %v", rule, c.x, c.y, got.Kind, c.want)
			}
		}
		// The hard end of a latency is the low one.
		f = frontOf(lower, higher, 10, 40, 30, 100)
		if c := f.Cover(9.9999, 1, p); c.Kind.Covers() {
			t.Errorf("%v: a latency below all is %v", rule, c.Kind)
		}
		if c := f.Cover(50, 99, p); c.Kind != pareto.Exceeded {
			t.Errorf("%v: a latency above all is %v", rule, c.Kind)
		}
	}
}

// B18: equal points share a position, and none dominates another.
func TestB18EqualPointsShareAPosition(t *testing.T) {
	p := pareto.Points{X: []float64{20, 20, 25}, Y: []float64{50, 50, 30}, XDir: higher, YDir: higher}
	f := checkFront(t, p, "abc", "abc")
	if f.Len() != 2 || !slices.Equal(f.Members(0), []int{0, 1}) {
		t.Errorf("frontier %v, want two positions, the first with two members", places(f))
	}
	if lo, hi := f.Dominators(20, 50); lo != hi {
		t.Errorf("a is dominated by positions [%d, %d)", lo, hi)
	}
	// Where head has only b, at the same place, a is covered by it.
	p.Rows = []int{1, 2}
	f = pareto.NewFront(p, pareto.Strict)
	c := f.Cover(20, 50, pareto.Policy{})
	if c.Kind != pareto.Matched || c.Margin != 0 || f.Members(c.By[0])[0] != 1 {
		t.Errorf("a: %+v, want it matched by b", c)
	}
}

// B22: less is better where it was asked for, and no direction is the default.
func TestB22DirectionIsAskedFor(t *testing.T) {
	e2e := []float64{3, 8}
	checkFront(t, pareto.Points{X: e2e, Y: e2e, XDir: lower, YDir: lower}, "ab", "a")
	checkFront(t, pareto.Points{X: e2e, Y: e2e, XDir: higher, YDir: higher}, "ab", "b")
	if lower.Better(8, 3) || !lower.Better(3, 8) || lower.Ratio(3, 6) != 2 || higher.Ratio(3, 6) != 0.5 {
		t.Error("less is not better under Minimize")
	}
	if pareto.Direction(0).Valid() || !lower.Valid() || !higher.Valid() {
		t.Error("the zero direction is valid")
	}
	defer func() {
		if recover() == nil {
			t.Error("a front without directions was built")
		}
	}()
	pareto.NewFront(pareto.Points{X: e2e, Y: e2e}, pareto.Strict)
}

// B26: a NaN is never beaten by comparison, so it must never take part.
func TestB26NaNNeverOnFrontier(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, pair := range pairs {
		p := pareto.Points{X: []float64{nan, 4, 5, nan, inf, 6, -inf, 7}, Y: []float64{999, nan, 100, nan, 1, inf, 1, -inf}, XDir: pair.x, YDir: pair.y}
		for range 2 {
			for _, rule := range rules {
				f := pareto.NewFront(p, rule)
				if f.Len() != 1 || f.X[0] != 5 || f.Y[0] != 100 || len(f.Members(0)) != 1 {
					t.Errorf("%s: frontier %v, want (5, 100) alone", pair.name, places(f))
				}
			}
			slices.Reverse(p.X)
			slices.Reverse(p.Y)
		}
		f := pareto.NewFront(p, pareto.Strict)
		if lo, hi := f.Dominators(nan, 1); lo != hi {
			t.Errorf("%s: a NaN is dominated", pair.name)
		}
		if lo, hi := f.Dominators(1, nan); lo != hi {
			t.Errorf("%s: a NaN is dominated", pair.name)
		}
	}
}

// B34: the percentile is the one of numpy and of the benchmark's own harness.
func TestB34QuantileIsNumpys(t *testing.T) {
	for p, want := range map[float64]float64{0.5: 30, 0.75: 42, 0.9: 52.8} {
		if got, err := pareto.Quantile(p, []float64{12, 24, 36, 60}); err != nil || !near(got, want, 1e-15) {
			t.Errorf("P%v = %v, %v, want %v", 100*p, got, err, want)
		}
	}
}

// B35: unsorted samples are in order, none and NaN are errors.
func TestB35QuantileOfOddSamples(t *testing.T) {
	samples := []float64{30, 10, 20}
	if got, err := pareto.Quantile(0.5, samples); err != nil || got != 20 {
		t.Errorf("P50 = %v, %v, want 20", got, err)
	}
	if !slices.Equal(samples, []float64{30, 10, 20}) {
		t.Errorf("the samples were changed to %v", samples)
	}
	if got, err := pareto.Quantile(0.5, nil); !errors.Is(err, pareto.ErrNoSamples) || got != 0 {
		t.Errorf("of none: %v, %v", got, err)
	}
	if got, err := pareto.Quantile(0.5, []float64{10, math.NaN(), 20}); err == nil || got != 0 {
		t.Errorf("with NaN: %v, %v", got, err)
	}
}

// B43: against one reference the better set has the larger area.
func TestB43AreaAgainstOneReference(t *testing.T) {
	s1, s2 := frontOf(lower, higher, 5, 50, 10, 80), frontOf(lower, higher, 4, 50, 10, 80)
	if a1, a2 := s1.Hypervolume(20, 0), s2.Hypervolume(20, 0); a1 != 1050 || a2 != 1100 {
		t.Errorf("areas %v and %v, want 1050 and 1100", a1, a2)
	}
}

// B45: points on or beyond the reference add nothing, and take nothing.
func TestB45AreaBeyondTheReference(t *testing.T) {
	f := frontOf(lower, higher, 5, 50, 10, 80, 12, 90)
	for _, c := range [][3]float64{{10, 0, 250}, {10, 50, 0}, {5, 0, 0}, {4, 0, 0}, {12, 0, 5*50 + 2*80}, {10, 60, 0}, {11, 60, 20}, {20, 100, 0}} {
		if got := f.Hypervolume(c[0], c[1]); got != c[2] {
			t.Errorf("area to (%v, %v) is %v, want %v", c[0], c[1], got, c[2])
		}
	}
	if got := frontOf(lower, higher).Hypervolume(10, 0); got != 0 {
		t.Errorf("area of nothing is %v", got)
	}
}

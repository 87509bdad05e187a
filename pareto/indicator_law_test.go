package pareto_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"paretocov/pareto"
)

// keepingSets calls f and fails if it changed a set.
func keepingSets(t rapid.TB, sets []pareto.Set, f func()) {
	t.Helper()
	before := fmt.Sprint(sets)
	f()
	if after := fmt.Sprint(sets); after != before {
		t.Fatalf("inputs changed: %v, were %v", after, before)
	}
}

func drawReference(t *rapid.T, d, lo, hi int) []float64 {
	ref := make([]float64, d)
	for k := range ref {
		ref[k] = float64(rapid.IntRange(lo, hi).Draw(t, "reference"))
	}
	return ref
}

func hypervolumeIsTheDefinition(t *rapid.T) {
	const top = 4
	sets := drawSets(t, 1, []int{1, 2, 3, 4, 5}, 24, 0, top)
	s := sets[0]
	ref := drawReference(t, len(s.Dirs), -1, top+1)
	// Cells are counted from 0 to top, so a reference beyond adds none.
	for k := range ref {
		ref[k] = min(max(ref[k], 0), top)
	}
	keepingSets(t, sets, func() {
		if got, ok := pareto.Hypervolume(s, ref); !ok || got != float64(unitCells(s, ref, top)) {
			t.Fatalf("volume %v, %v to %v, want %d cells, of %+v", got, ok, ref, unitCells(s, ref, top), s)
		}
	})
}

func TestHypervolumeIsTheDefinition(t *testing.T) { rapid.Check(t, hypervolumeIsTheDefinition) }

// Volumes of whole numbers are whole numbers, so the methods must agree to the
// last bit with a sum over slabs.
func TestHypervolumeOfManyPoints(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct{ d, n, rounds, top int }{
		{1, 500, 2, 99}, {2, 600, 2, 999}, {3, 150, 5, 20}, {3, 200, 1, 9999}, {4, 50, 2, 30}, {4, 40, 5, 6}, {5, 16, 3, 12}, {6, 12, 3, 6}, {7, 8, 2, 4},
	} {
		for range c.rounds {
			for _, tradeOff := range []bool{false, true} {
				s := pareto.Set{Columns: make([][]float64, c.d), Dirs: make([]pareto.Direction, c.d)}
				ref := make([]float64, c.d)
				for k := range s.Dirs {
					s.Dirs[k] = pareto.Minimize + pareto.Direction(r.IntN(2))
					if ref[k] = float64(-r.IntN(3)); s.Dirs[k] == pareto.Minimize {
						ref[k] = float64(c.top + r.IntN(3))
					}
				}
				for range c.n {
					left := c.top * c.d / 2
					for k, d := range s.Dirs {
						v := r.IntN(c.top + 1)
						if tradeOff {
							if v = min(v, left); k == c.d-1 {
								v = min(left, c.top)
							}
							left -= v
						}
						if d == pareto.Minimize {
							v = c.top - v
						}
						s.Columns[k] = append(s.Columns[k], float64(v))
					}
				}
				want := slabs(s, rowsOf(s), ref, c.d)
				if got, ok := pareto.Hypervolume(s, ref); !ok || got != want {
					t.Fatalf("%d axes, %d points: volume %v, %v, want %v", c.d, c.n, got, ok, want)
				}
			}
		}
	}
}

// withRows returns s with other rows at the end.
func withRows(s pareto.Set, rows ...[]float64) pareto.Set {
	s.Columns = slices.Clone(s.Columns)
	for k := range s.Columns {
		s.Columns[k] = slices.Clone(s.Columns[k])
		for _, row := range rows {
			s.Columns[k] = append(s.Columns[k], row[k])
		}
	}
	return s
}

// Neither the order of the rows nor what is dominated changes a bit; nor does an
// axis that is turned round. The order of the axes changes no more than rounding.
func TestHypervolumeIgnoresWhatDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSets(t, 1, []int{1, 2, 3, 4, 5}, 40, 1, 30)[0]
		s.Rows = append([]int{}, rowsOf(s)...)
		d := len(s.Dirs)
		for _, c := range s.Columns { // so that sums round
			for r := range c {
				c[r] = math.Sqrt(c[r])
			}
		}
		ref := make([]float64, d)
		for k := range ref {
			if ref[k] = 0.3; s.Dirs[k] == pareto.Minimize {
				ref[k] = 5.7
			}
		}
		want, _ := pareto.Hypervolume(s, ref)
		same := func(name string, s pareto.Set, ref []float64) {
			t.Helper()
			if got, ok := pareto.Hypervolume(s, ref); !ok || got != want {
				t.Fatalf("%s: volume %v, %v, was %v, of %+v", name, got, ok, want, s)
			}
		}
		other := s
		other.Columns = make([][]float64, d)
		for _, r := range rapid.Permutation(slices.Clone(s.Rows)).Draw(t, "order") {
			for k, c := range s.Columns {
				other.Columns[k] = append(other.Columns[k], c[r])
			}
		}
		other.Rows = nil
		same("rows in another order", other, ref)

		if len(s.Rows) > 0 {
			r := rapid.SampledFrom(s.Rows).Draw(t, "row")
			worse := make([]float64, d)
			for k, dir := range s.Dirs {
				worse[k] = s.Columns[k][r]
				if rapid.Bool().Draw(t, "worse") {
					worse[k] = improve(dir, worse[k], 1/1.01)
				}
			}
			more := withRows(s, worse)
			more.Rows = append(slices.Clone(s.Rows), len(more.Columns[0])-1)
			same("with a dominated point", more, ref)
		}

		turned := s
		turned.Columns, turned.Dirs = slices.Clone(s.Columns), slices.Clone(s.Dirs)
		k := rapid.IntRange(0, d-1).Draw(t, "axis")
		turned.Columns[k] = make([]float64, len(s.Columns[k]))
		for r, v := range s.Columns[k] {
			turned.Columns[k][r] = -v
		}
		turned.Dirs[k] = flip(s.Dirs[k])
		back := slices.Clone(ref)
		back[k] = -ref[k]
		same("with an axis turned round", turned, back)

		axes := make([]int, d)
		for k := range axes {
			axes[k] = k
		}
		permuted := pareto.Set{Rows: s.Rows}
		var permutedRef []float64
		for _, k := range rapid.Permutation(axes).Draw(t, "axes in order") {
			permuted.Columns, permuted.Dirs = append(permuted.Columns, s.Columns[k]), append(permuted.Dirs, s.Dirs[k])
			permutedRef = append(permutedRef, ref[k])
		}
		if got, ok := pareto.Hypervolume(permuted, permutedRef); !ok || !near(got, want, 1e-11) {
			t.Fatalf("axes in another order: volume %v, %v, was %v", got, ok, want)
		}
	})
}

// B43: a set that weakly dominates another has no smaller volume against the
// reference that they share.
func TestIndicatorsFollowDominance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSets(t, 1, []int{1, 2, 3, 4, 5}, 40, 1, 20)[0]
		better := withRows(s)
		for k, c := range better.Columns {
			for r := range c {
				c[r] = improve(s.Dirs[k], c[r], rapid.SampledFrom([]float64{1, 1.25, 2}).Draw(t, "gain"))
			}
		}
		ref := pareto.Reference(s, better)
		less, ok1 := pareto.Hypervolume(s, ref)
		more, ok2 := pareto.Hypervolume(better, ref)
		if !ok1 || !ok2 || more < less && !near(more, less, 1e-11) || less < 0 {
			t.Fatalf("volume %v, %v of the better set, %v, %v of the other, to %v", more, ok2, less, ok1, ref)
		}
		if len(rowsOf(s)) == 0 {
			return
		}
		if eps, ok := pareto.EpsilonAdditive(better, s); !ok || eps > 0 {
			t.Fatalf("additive epsilon %v, %v of the better set", eps, ok)
		}
		if eps, ok := pareto.EpsilonMultiplicative(better, s); !ok || eps > 1 {
			t.Fatalf("multiplicative epsilon %v, %v of the better set", eps, ok)
		}
		if share, ok := pareto.CMetric(better, s); !ok || share != 1 {
			t.Fatalf("the better set covers %v, %v", share, ok)
		}
	})
}

// Where the work is limited there is no answer or the same one.
func TestHypervolumeWork(t *testing.T) {
	s := surface(1, 60, 5)
	ref := []float64{2.2, 2.2, 2.2, 2.2, 2.2}
	want, ok := pareto.Hypervolume(s, ref)
	if !ok || !(want > 0) {
		t.Fatalf("volume %v, %v", want, ok)
	}
	was := false
	for work := int64(1); work < 1<<30; work *= 2 {
		got, ok := pareto.HypervolumeWithin(s, ref, work)
		if ok && got != want || !ok && (was || !math.IsNaN(got)) {
			t.Fatalf("within %d: volume %v, %v, want %v", work, got, ok, want)
		}
		if work == 1 && ok {
			t.Fatal("no limit")
		}
		was = ok
	}
	if !was {
		t.Fatal("no answer within 2^29")
	}
	// Up to three axes it takes no more than a sort does.
	if _, ok := pareto.HypervolumeWithin(surface(1, 1000, 3), ref[:3], 1); !ok {
		t.Fatal("a sweep is limited")
	}
}

// Whatever the size of the numbers, a volume is a number or too large for one.
func TestHypervolumeOfExtremes(t *testing.T) {
	values := []float64{0, math.Copysign(0, -1)}
	for _, v := range extremes {
		values = append(values, v, -v)
	}
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 5).Draw(t, "axes")
		s := pareto.Set{Columns: make([][]float64, d), Dirs: make([]pareto.Direction, d)}
		ref := make([]float64, d)
		n := rapid.SampledFrom(sizes).Draw(t, "points")
		for k := range d {
			s.Dirs[k] = rapid.SampledFrom([]pareto.Direction{pareto.Minimize, pareto.Maximize}).Draw(t, "direction")
			ref[k] = rapid.SampledFrom(values).Draw(t, "reference")
			for range n {
				s.Columns[k] = append(s.Columns[k], rapid.SampledFrom(values).Draw(t, "value"))
			}
		}
		v, ok := pareto.Hypervolume(s, ref)
		if !ok || !(v >= 0) {
			t.Fatalf("volume %v, %v of %+v to %v", v, ok, s, ref)
		}
		for _, eps := range []func(a, b pareto.Set) (float64, bool){pareto.EpsilonAdditive, pareto.EpsilonMultiplicative} {
			if v, ok := eps(s, s); ok && math.IsNaN(v) {
				t.Fatalf("epsilon is NaN of %+v", s)
			}
		}
		for _, v := range pareto.Reference(s) {
			if !finite(v) {
				t.Fatalf("reference %v of %+v", v, s)
			}
		}
	})
}

func epsilonIsTheDefinition(t *rapid.T) {
	n := rapid.SampledFrom([]int{2, 12, 40, 90}).Draw(t, "at most")
	sets := drawSets(t, 2, []int{1, 2, 3, 4, 5}, n, rapid.SampledFrom([]int{-3, 0, 1, 5}).Draw(t, "least"), rapid.SampledFrom([]int{2, 9, 40}).Draw(t, "range"))
	a, b := sets[0], sets[1]
	var got, gotFactor, gotShare float64
	var ok, okFactor, okShare bool
	keepingSets(t, sets, func() {
		got, ok = pareto.EpsilonAdditive(a, b)
		gotFactor, okFactor = pareto.EpsilonMultiplicative(a, b)
		gotShare, okShare = pareto.CMetric(a, b)
	})
	if want, wantOK := epsilonBy(a, b, difference); ok != wantOK || ok && got != want {
		t.Fatalf("additive epsilon %v, %v, want %v, %v of %+v against %+v", got, ok, want, wantOK, a, b)
	}
	want, wantOK := epsilonBy(a, b, factor)
	for _, s := range sets {
		for _, r := range rowsOf(s) {
			for _, c := range s.Columns {
				wantOK = wantOK && c[r] > 0
			}
		}
	}
	if okFactor != wantOK || wantOK && gotFactor != want {
		t.Fatalf("multiplicative epsilon %v, %v, want %v, %v of %+v against %+v", gotFactor, okFactor, want, wantOK, a, b)
	}
	share, wantOK := shareBy(a, b)
	if okShare != wantOK || wantOK && gotShare != share {
		t.Fatalf("share %v, %v, want %v, %v of %+v in %+v", gotShare, okShare, share, wantOK, b, a)
	}
	if wantOK && ok && (share == 1) != (got <= 0) {
		t.Fatalf("epsilon %v, but a covers %v of b", got, share)
	}
}

func TestEpsilonAndCMetricAreTheDefinition(t *testing.T) { rapid.Check(t, epsilonIsTheDefinition) }

// Going by way of a third set is no shorter.
func TestEpsilonTriangle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sets := drawSets(t, 3, []int{1, 2, 3, 4}, 20, 1, 40)
		a, b, c := sets[0], sets[1], sets[2]
		ab, ok1 := pareto.EpsilonMultiplicative(a, b)
		bc, ok2 := pareto.EpsilonMultiplicative(b, c)
		ac, ok := pareto.EpsilonMultiplicative(a, c)
		if ok1 && ok2 && (!ok || ac > ab*bc && !near(ac, ab*bc, 1e-14)) {
			t.Fatalf("epsilon %v, by way of another set %v times %v", ac, ab, bc)
		}
	})
}

// The result does not hang on the number of processors. Of more points than a
// part has, in two sets that are hard to tell apart.
func TestIndicatorsOfManyPoints(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for d := 2; d <= 4; d++ {
		a, b := surface(1, 700, d), surface(2, 900, d)
		want, _ := epsilonBy(a, b, difference)
		wantFactor, _ := epsilonBy(a, b, factor)
		wantShare, _ := shareBy(a, b)
		ref := pareto.Reference(a, b)
		wantVolume, _ := pareto.Hypervolume(a, ref)
		for _, procs := range []int{1, 2, 4} {
			runtime.GOMAXPROCS(procs)
			if got, ok := pareto.EpsilonAdditive(a, b); !ok || got != want {
				t.Errorf("%d axes: additive epsilon %v, %v, want %v", d, got, ok, want)
			}
			if got, ok := pareto.EpsilonMultiplicative(a, b); !ok || got != wantFactor {
				t.Errorf("%d axes: multiplicative epsilon %v, %v, want %v", d, got, ok, wantFactor)
			}
			if got, ok := pareto.CMetric(a, b); !ok || got != wantShare {
				t.Errorf("%d axes: share %v, %v, want %v", d, got, ok, wantShare)
			}
			if got, ok := pareto.Hypervolume(a, ref); !ok || got != wantVolume {
				t.Errorf("%d axes: volume %v, %v, was %v", d, got, ok, wantVolume)
			}
		}
	}
}

func TestReferenceIsTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sets := drawSets(t, 2, []int{1, 2, 3}, 8, rapid.SampledFrom([]int{-30, -3, 0, 1}).Draw(t, "least"), 9)
		ref := pareto.Reference(sets...)
		for k, d := range sets[0].Dirs {
			var values []float64
			for _, s := range sets {
				for _, r := range rowsOf(s) {
					values = append(values, s.Columns[k][r])
				}
			}
			want := 0.0
			if len(values) > 0 {
				lo, hi := slices.Min(values), slices.Max(values)
				switch {
				case d == pareto.Maximize:
					want = min(0, 1.1*lo)
				case hi < 0:
					want = 0.9 * hi
				default:
					want = 1.1 * hi
				}
			}
			if ref[k] != want {
				t.Fatalf("reference %v on axis %d, want %v, of %+v", ref, k, want, sets)
			}
		}
	})
}

func TestIndicatorsWantTheSameAxes(t *testing.T) {
	one := pareto.Set{Columns: [][]float64{{1}}, Dirs: []pareto.Direction{lower}}
	other := pareto.Set{Columns: [][]float64{{1}}, Dirs: []pareto.Direction{higher}}
	two := pareto.Set{Columns: [][]float64{{1}, {1}}, Dirs: []pareto.Direction{lower, lower}}
	for name, f := range map[string]func(){
		"directions": func() { pareto.EpsilonAdditive(one, other) },
		"axes":       func() { pareto.EpsilonMultiplicative(one, two) },
		"share":      func() { pareto.CMetric(two, one) },
		"reference":  func() { pareto.Reference(one, two) },
		"no sets":    func() { pareto.Reference() },
		"volume":     func() { pareto.Hypervolume(one, []float64{1, 1}) },
	} {
		panics := func() (what any) {
			defer func() { what = recover() }()
			f()
			return nil
		}
		if text, _ := panics().(string); len(text) < 8 || text[:8] != "pareto: " {
			t.Errorf("%s: panic %q", name, text)
		}
	}
}

func TestHypervolumeOfAnOddReference(t *testing.T) {
	for d := 1; d <= 4; d++ {
		s := surface(1, 5, d)
		for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
			ref := slices.Repeat([]float64{2.2}, d)
			ref[d-1] = v
			if got, ok := pareto.Hypervolume(s, ref); ok || !math.IsNaN(got) {
				t.Errorf("%d axes to %v: %v, %v", d, ref, got, ok)
			}
		}
	}
}

// B43, B45 and B47: one reference, points on or beyond it, three axes.
func TestB43B45B47Hypervolume(t *testing.T) {
	check := func(name string, s pareto.Set, ref []float64, want float64) {
		t.Helper()
		if got, ok := pareto.Hypervolume(s, ref); !ok || got != want {
			t.Errorf("%s: %v, %v, want %v", name, got, ok, want)
		}
	}
	two := func(x, y []float64) pareto.Set {
		return pareto.Set{Columns: [][]float64{x, y}, Dirs: []pareto.Direction{lower, higher}}
	}
	check("B43, S1", two([]float64{5, 10}, []float64{50, 80}), []float64{20, 0}, 1050)
	check("B43, S2", two([]float64{4, 10}, []float64{50, 80}), []float64{20, 0}, 1100)
	check("B45", two([]float64{5, 10, 12}, []float64{50, 80, 90}), []float64{10, 0}, 250)
	check("B45, none", two(nil, nil), []float64{10, 0}, 0)
	three := func(x, y, z []float64) pareto.Set {
		return pareto.Set{Columns: [][]float64{x, y, z}, Dirs: []pareto.Direction{lower, lower, lower}}
	}
	check("B47", three([]float64{1}, []float64{2}, []float64{3}), []float64{3, 4, 5}, 8)
	check("B47, twice", three([]float64{1, 1}, []float64{2, 2}, []float64{3, 3}), []float64{3, 4, 5}, 8)
}

func FuzzHypervolume(f *testing.F) { f.Fuzz(rapid.MakeFuzz(hypervolumeIsTheDefinition)) }

func FuzzEpsilon(f *testing.F) { f.Fuzz(rapid.MakeFuzz(epsilonIsTheDefinition)) }

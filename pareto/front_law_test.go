package pareto_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"paretocov/pareto"
)

var rules = []pareto.Rule{pareto.Strict, pareto.Dashboard}

// places reads a front out in the oracle's form.
func places(f *pareto.Front) []place {
	var ps []place
	for i := range f.Len() {
		ps = append(ps, place{f.X[i], f.Y[i], f.Members(i)})
	}
	return ps
}

var comparePlaces = cmp.AllowUnexported(place{})

func equalPlaces(t rapid.TB, got, want []place) {
	t.Helper()
	if d := cmp.Diff(want, got, comparePlaces); d != "" {
		t.Fatalf("front differs (-want +got):\n%s", d)
	}
}

// coordinates returns places without their rows.
func coordinates(ps []place) []place {
	ps = slices.Clone(ps)
	for i := range ps {
		ps[i].rows = nil
	}
	return ps
}

// anyPoints draws points that may be NaN, infinite, zero or negative.
func anyPoints(t *rapid.T) pareto.Points {
	p := drawSource(t).points(t)
	odd := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), -1, -3}
	for range rapid.IntRange(0, min(6, 2*len(p.X))).Draw(t, "odd values") {
		column := p.X
		if rapid.Bool().Draw(t, "in y") {
			column = p.Y
		}
		column[rapid.IntRange(0, len(column)-1).Draw(t, "row")] = rapid.SampledFrom(odd).Draw(t, "odd")
	}
	return p
}

// frontIsTheDefinition compares both fronts of one drawn table, whole and in
// part, with the definition.
func frontIsTheDefinition(t *rapid.T) {
	p := anyPoints(t)
	if rapid.Bool().Draw(t, "subset") {
		rows := make([]int, len(p.X))
		for i := range rows {
			rows[i] = i
		}
		if len(rows) > 0 {
			rows = rapid.Permutation(rows).Draw(t, "order")[:rapid.IntRange(0, len(rows)).Draw(t, "rows")]
		}
		p.Rows = rows // never nil: no rows are none, not all
	}
	for _, rule := range rules {
		keeping(t, p, func() {
			f := pareto.NewFront(p, rule)
			equalPlaces(t, places(f), plane{p}.front(rule))
			if f.XDir != p.XDir || f.YDir != p.YDir {
				t.Fatalf("directions %v, %v are not those of the points", f.XDir, f.YDir)
			}
			for i := 1; i < f.Len(); i++ {
				if !(f.X[i-1] < f.X[i]) {
					t.Fatalf("x is not strictly ascending: %v", f.X)
				}
			}
		})
	}
}

func TestFrontIsTheDefinition(t *testing.T) { rapid.Check(t, frontIsTheDefinition) }

func TestFrontIgnoresTheOrderOfRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPoints(t)
		old := make([]int, len(p.X)) // old[i] is where row i of q was in p
		for i := range old {
			old[i] = i
		}
		if len(old) > 0 {
			old = rapid.Permutation(old).Draw(t, "order")
		}
		q := p
		q.X, q.Y = make([]float64, len(old)), make([]float64, len(old))
		for i, r := range old {
			q.X[i], q.Y[i] = p.X[r], p.Y[r]
		}
		for _, rule := range rules {
			got := places(pareto.NewFront(q, rule))
			for i := range got {
				rows := slices.Clone(got[i].rows)
				for j := range rows {
					rows[j] = old[rows[j]]
				}
				slices.Sort(rows)
				got[i].rows = rows
			}
			equalPlaces(t, got, places(pareto.NewFront(p, rule)))
		}
	})
}

func TestFrontOfFrontIsFront(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPoints(t)
		again := func(f *pareto.Front, rule pareto.Rule) *pareto.Front {
			return pareto.NewFront(pareto.Points{X: f.X, Y: f.Y, XDir: f.XDir, YDir: f.YDir}, rule)
		}
		strict, dashboard := pareto.NewFront(p, pareto.Strict), pareto.NewFront(p, pareto.Dashboard)
		check := func(got, want *pareto.Front) {
			t.Helper()
			equalPlaces(t, coordinates(places(got)), coordinates(places(want)))
		}
		check(again(strict, pareto.Strict), strict)
		check(again(dashboard, pareto.Dashboard), dashboard)
		check(again(dashboard, pareto.Strict), strict)
		check(again(strict, pareto.Dashboard), strict)
	})
}

// The rules part only where plateaus can be, and there only by points that tie.
func TestDashboardDiffersByPlateausOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPoints(t)
		strict, dashboard := places(pareto.NewFront(p, pareto.Strict)), places(pareto.NewFront(p, pareto.Dashboard))
		if p.XDir != pareto.Minimize || p.YDir != pareto.Maximize {
			equalPlaces(t, dashboard, strict)
			return
		}
		var first []place // of each plateau
		for i, d := range dashboard {
			if i > 0 && d.y < dashboard[i-1].y {
				t.Fatalf("y falls along the dashboard's frontier: %v", dashboard)
			}
			if i == 0 || d.y != dashboard[i-1].y {
				first = append(first, d)
			}
		}
		equalPlaces(t, first, strict)
	})
}

func TestFrontIgnoresUnitsAndMirrors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawSource(t).points(t)
		// No two of the drawn values merge under these maps.
		k := rapid.SampledFrom([]float64{0.001, 0.1, 0.5, 3, 1024, 1e9}).Draw(t, "unit")
		for _, rule := range rules {
			check := func(name string, q pareto.Points, fx, fy func(float64) float64) {
				t.Helper()
				want := places(pareto.NewFront(p, rule))
				for i := range want {
					want[i].x, want[i].y = fx(want[i].x), fy(want[i].y)
				}
				if q.XDir != p.XDir {
					slices.Reverse(want)
				}
				if d := cmp.Diff(want, places(pareto.NewFront(q, rule)), comparePlaces); d != "" {
					t.Fatalf("%s changed the frontier (-want +got):\n%s", name, d)
				}
			}
			check("x in another unit", mapped(p, times(k), same), times(k), same)
			check("y in another unit", mapped(p, same, times(k)), same, times(k))

			// A mirror makes another pair of directions, which has its own
			// plateaus or none.
			if rule == pareto.Dashboard {
				continue
			}
			for _, m := range []struct {
				name string
				f    func(float64) float64
			}{{"c-v", func(v float64) float64 { return 64 - v }}, {"1/v", inverse}} {
				q := mapped(p, m.f, same)
				q.XDir = flip(p.XDir)
				check("x as "+m.name, q, m.f, same)
				q = mapped(p, same, m.f)
				q.YDir = flip(p.YDir)
				check("y as "+m.name, q, same, m.f)
			}
		}
	})
}

func TestFrontIgnoresDominatedPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSource(t)
		p := s.points(t)
		for range 8 {
			x, y := s.query(t, p)
			for _, rule := range rules {
				if (plane{p}).onFront(rule, x, y) {
					continue
				}
				equalPlaces(t, places(pareto.NewFront(with(p, x, y), rule)), places(pareto.NewFront(p, rule)))
			}
		}
	})
}

func TestDominatorsAreTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSource(t)
		p := s.points(t)
		for range 16 {
			x, y := s.query(t, p)
			switch rapid.IntRange(0, 15).Draw(t, "far") {
			case 14:
				x = rapid.SampledFrom([]float64{0, -1, math.Inf(1), math.Inf(-1), math.NaN()}).Draw(t, "x")
			case 15:
				y = rapid.SampledFrom([]float64{0, -1, math.Inf(1), math.Inf(-1), math.NaN()}).Draw(t, "y")
			}
			for _, rule := range rules {
				f := pareto.NewFront(p, rule)
				var want, got []int
				for i := range f.Len() {
					if (plane{p}).dominates(f.X[i], f.Y[i], x, y) {
						want = append(want, i)
					}
				}
				lo, hi := f.Dominators(x, y)
				for i := lo; i < hi; i++ {
					got = append(got, i)
				}
				if lo < 0 || lo > hi || !slices.Equal(got, want) {
					t.Fatalf("Dominators(%v, %v) = [%d, %d), want %v on %v %v", x, y, lo, hi, want, f.X, f.Y)
				}
			}
		}
	})
}

// The vectors come from a reimplementation of the dashboard's four scans and,
// the last one, from its own regression data for MiniMax-M3.
func TestFrontDashboardVectors(t *testing.T) {
	first := []place{{x: 1, y: 100}, {x: 2, y: 100}, {x: 2, y: 80}, {x: 3, y: 90}, {x: 3, y: 120}, {x: 3, y: 120}, {x: 4, y: 120}, {x: 5, y: 110}, {x: 6, y: 130}}
	second := []place{{x: 20, y: 900}, {x: 20, y: 950}, {x: 30, y: 800}, {x: 30, y: 800}, {x: 40, y: 800}, {x: 50, y: 700}, {x: 60, y: 750}, {x: 70, y: 300}}
	minimax := []place{{x: 10.78256, y: 9091}, {x: 11.35504, y: 17113}, {x: 10.55072, y: 22505}, {x: 14.05108, y: 34255}, {x: 17.62118, y: 46840}, {x: 25.18999, y: 54350}, {x: 40.75138, y: 54443}}

	check := func(name string, in []place, x, y pareto.Direction, rule pareto.Rule, want ...int) {
		t.Helper()
		p := pareto.Points{XDir: x, YDir: y}
		for _, c := range in {
			p.X, p.Y = append(p.X, c.x), append(p.Y, c.y)
		}
		f := pareto.NewFront(p, rule)
		var got []int // the first member stands for the others
		for i := range f.Len() {
			got = append(got, f.Members(i)[0])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s, %v x, %v y, rule %d: rows %v, want %v", name, x, y, rule, got, want)
		}
	}
	for _, v := range []struct {
		name                                               string
		in                                                 []place
		upperRight, upperLeft, lowerLeft, lowerRight, best []int
	}{
		{"first", first, []int{0, 1, 4, 6, 8}, []int{8}, []int{0, 2}, []int{2, 3, 7, 8}, []int{0, 4, 8}},
		{"second", second, []int{1}, []int{1, 4, 6, 7}, []int{0, 2, 5, 7}, []int{7}, []int{1}},
	} {
		check(v.name, v.in, pareto.Minimize, pareto.Maximize, pareto.Dashboard, v.upperRight...)
		check(v.name, v.in, pareto.Minimize, pareto.Maximize, pareto.Strict, v.best...)
		for _, rule := range rules {
			check(v.name, v.in, pareto.Maximize, pareto.Maximize, rule, v.upperLeft...)
			check(v.name, v.in, pareto.Minimize, pareto.Minimize, rule, v.lowerLeft...)
			check(v.name, v.in, pareto.Maximize, pareto.Minimize, rule, v.lowerRight...)
		}
	}
	for _, rule := range rules {
		check("minimax", minimax, pareto.Minimize, pareto.Maximize, rule, 2, 3, 4, 5, 6)
	}
}

func TestFrontMembers(t *testing.T) {
	p := pareto.Points{X: []float64{2, 1, 2, 1, 3}, Y: []float64{5, 9, 5, 9, 5}, XDir: pareto.Maximize, YDir: pareto.Maximize}
	f := pareto.NewFront(p, pareto.Strict)
	equalPlaces(t, places(f), []place{{1, 9, []int{1, 3}}, {3, 5, []int{4}}})
	// What a caller appends must not run into the next position.
	_ = append(f.Members(0), 77)
	equalPlaces(t, places(f), []place{{1, 9, []int{1, 3}}, {3, 5, []int{4}}})
}

func TestFrontWantsAContract(t *testing.T) {
	check := func(name string, p pareto.Points) {
		t.Helper()
		defer func() {
			t.Helper()
			if text := fmt.Sprint(recover()); len(text) < 7 || text[:7] != "pareto:" {
				t.Errorf("%s: recovered %q, want a panic that starts with pareto:", name, text)
			}
		}()
		pareto.NewFront(p, pareto.Strict)
	}
	check("no x direction", pareto.Points{YDir: pareto.Maximize})
	check("no y direction", pareto.Points{XDir: pareto.Maximize})
	check("unknown direction", pareto.Points{XDir: pareto.Maximize, YDir: 3})
	check("columns of different lengths", pareto.Points{X: []float64{1}, XDir: pareto.Maximize, YDir: pareto.Maximize})
}

func TestDirectionRatio(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Float64Range(math.SmallestNonzeroFloat64, math.MaxFloat64).Draw(t, "a")
		b := rapid.Float64Range(math.SmallestNonzeroFloat64, math.MaxFloat64).Draw(t, "b")
		if rapid.Bool().Draw(t, "neighbours") { // a difference of one bit still shows
			b = math.Nextafter(a, rapid.SampledFrom([]float64{0, math.MaxFloat64}).Draw(t, "towards"))
		}
		for _, d := range []pareto.Direction{pareto.Minimize, pareto.Maximize} {
			if got := d.Better(a, b); got != better(d, a, b) {
				t.Fatalf("%v: Better(%v, %v) = %v", d, a, b, got)
			}
			if b == 0 {
				continue
			}
			if r := d.Ratio(a, b); (r > 1) != better(d, a, b) || (r < 1) != better(d, b, a) {
				t.Fatalf("%v: Ratio(%v, %v) = %v", d, a, b, r)
			}
		}
	})
}

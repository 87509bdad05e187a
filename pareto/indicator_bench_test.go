package pareto_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"paretocov/pareto"
)

// surface returns n points of d axes, less is better on each, that are all on the
// front: on a part of a sphere or, for 2 axes, of a circle.
func surface(seed uint64, n, d int) pareto.Set {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	s := pareto.Set{Columns: make([][]float64, d), Dirs: slices.Repeat([]pareto.Direction{pareto.Minimize}, d)}
	for k := range s.Columns {
		s.Columns[k] = make([]float64, n)
	}
	for i := range n {
		length := 0.0
		for _, c := range s.Columns {
			c[i] = math.Abs(r.NormFloat64())
			length = math.Hypot(length, c[i])
		}
		for _, c := range s.Columns {
			c[i] = 2 - c[i]/length
		}
	}
	return s
}

// The front is built on the way.
func BenchmarkHypervolume(b *testing.B) {
	for _, c := range []struct{ n, d int }{
		{1000, 2},
		{100_000, 2},
		{1_000_000, 2},
		{1000, 3},
		{100_000, 3},
		{1_000_000, 3},
		{100, 4},
		{1000, 4},
		{10_000, 4},
		{100, 5},
		{1000, 5},
		{100, 6},
		{100, 8},
	} {
		s := surface(1, c.n, c.d)
		ref := slices.Repeat([]float64{2.2}, c.d)
		b.Run(fmt.Sprintf("n=%d/d=%d/data=anti/alg=hypervolume", c.n, c.d), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				pareto.Hypervolume(s, ref)
			}
		})
	}
	for _, n := range []int{1000, 100_000, 1_000_000} {
		b.Run(fmt.Sprintf("n=%d/alg=sort", n), func(b *testing.B) { sortYardstick(b, n) })
	}
}

// Of two sets of n points that are all on their fronts; neither covers the other.
func BenchmarkSetAgainstSet(b *testing.B) {
	for _, c := range []struct{ n, d int }{{100_000, 2}, {1000, 3}, {10_000, 3}, {100_000, 3}, {1000, 4}, {10_000, 4}} {
		base, head := surface(1, c.n, c.d), surface(2, c.n, c.d)
		run := func(alg string, indicator func(a, b pareto.Set) (float64, bool)) {
			b.Run(fmt.Sprintf("n=%d/d=%d/data=anti/alg=%s", c.n, c.d, alg), func(b *testing.B) {
				for b.Loop() {
					indicator(head, base)
				}
			})
		}
		run("cmetric", pareto.CMetric)
		if c.n <= 10_000 || c.d == 2 { // quadratic on three axes and more
			run("epsilon", pareto.EpsilonMultiplicative)
		}
	}
	for _, n := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprintf("n=%d/alg=sort", n), func(b *testing.B) { sortYardstick(b, n) })
	}
}

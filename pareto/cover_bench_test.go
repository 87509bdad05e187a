package pareto_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"paretocov/pareto"
)

// sortYardstick is what benchmarks are measured against in the same run.
func sortYardstick(b *testing.B, n int) {
	r := rand.New(rand.NewPCG(3, uint64(n)))
	column, work := make([]float64, n), make([]float64, n)
	for i := range column {
		column[i] = r.Float64()
	}
	for b.Loop() {
		copy(work, column)
		slices.Sort(work)
	}
}

// tradeOff returns n points that are all on the frontier, in random order, of
// latencies and throughputs over some factor.
func tradeOff(seed uint64, n int, factor float64) pareto.Points {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	p := pareto.Points{X: make([]float64, n), Y: make([]float64, n), XDir: pareto.Minimize, YDir: pareto.Maximize}
	for i, at := range r.Perm(n) {
		v := math.Pow(factor, (float64(at)+0.5*r.Float64())/float64(n))
		p.X[i], p.Y[i] = v, math.Sqrt(v)
	}
	return p
}

// The whole check of n removed points against n new ones, all on their frontiers,
// with the building of the frontier: alg=cover. alg=judge is without that, with
// the frontier's points in place.
func BenchmarkCover(b *testing.B) {
	for _, n := range []int{100, 10_000, 100_000} {
		for _, data := range []struct {
			name   string
			factor float64
		}{{"narrow", 2}, {"wide", 1000}} {
			base, head := tradeOff(1, n, data.factor), tradeOff(2, n, data.factor)
			for _, rule := range curves {
				policy := pareto.Policy{Curve: rule, MaxSpan: 2, Tolerance: 1e-9}
				name := func(alg string) string { return fmt.Sprintf("n=%d/data=%s/rule=%v/alg=%s", n, data.name, rule, alg) }
				b.Run(name("cover"), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						pareto.NewJudge(pareto.NewFront(head, pareto.Strict), policy).CoverAll(base.X, base.Y, nil)
					}
				})
				b.Run(name("judge"), func(b *testing.B) {
					f := pareto.NewFront(head, pareto.Strict)
					b.ReportAllocs()
					for b.Loop() {
						pareto.NewJudge(f, policy).CoverAll(base.X, base.Y, nil)
					}
				})
			}
		}
		b.Run(fmt.Sprintf("n=%d/alg=sort", n), func(b *testing.B) { sortYardstick(b, n) })
	}
}

package pareto_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"paretocov/pareto"
)

// benchPoints returns n points of latency and throughput: unif has a short
// frontier, of anti every point is on it.
func benchPoints(n int, data string) pareto.Points {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	p := pareto.Points{X: make([]float64, n), Y: make([]float64, n), XDir: pareto.Minimize, YDir: pareto.Maximize}
	for i, at := range r.Perm(n) {
		p.X[i], p.Y[i] = 1+r.Float64(), 1+r.Float64()
		if data == "anti" {
			p.X[i], p.Y[i] = 1+float64(at)/float64(n), 2+float64(at)/float64(n)
		}
	}
	return p
}

func BenchmarkFront(b *testing.B) {
	for _, n := range []int{100, 10_000, 1_000_000} {
		for _, data := range []string{"unif", "anti"} {
			b.Run(fmt.Sprintf("n=%d,data=%s", n, data), func(b *testing.B) {
				p := benchPoints(n, data)
				b.ReportAllocs()
				for b.Loop() {
					pareto.NewFront(p, pareto.Strict)
				}
			})
		}
	}
}

func BenchmarkCover(b *testing.B) {
	bench := func(n int, rule pareto.CurveRule) {
		b.Run(fmt.Sprintf("n=%d,rule=%v", n, rule), func(b *testing.B) {
			f := pareto.NewFront(benchPoints(n, "anti"), pareto.Strict)
			policy := pareto.Policy{Curve: rule, MaxSpan: 2, Tolerance: 1e-9}
			r := rand.New(rand.NewPCG(1, 2))
			b.ReportAllocs()
			for b.Loop() {
				x := 1 + r.Float64()
				f.Cover(x, 1+x-0.1*r.Float64(), policy)
			}
		})
	}
	for _, rule := range curves {
		n := 100_000
		if rule == pareto.Hull { // quadratic
			n = 100
		}
		bench(n, rule)
	}
}

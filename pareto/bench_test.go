package pareto_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"

	"gonum.org/v1/gonum/floats"

	"paretocov/pareto"
)

// benchPoints returns n points of latency and throughput. Of unif, independent
// and uniform, and of corr, good with good, few are on the frontier; of antn,
// a trade-off with noise, some dozens; of anti all.
func benchPoints(n int, data string) pareto.Points {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	p := pareto.Points{X: make([]float64, n), Y: make([]float64, n), XDir: pareto.Minimize, YDir: pareto.Maximize}
	for i := range n {
		u := r.Float64()
		switch data {
		case "unif":
			p.X[i], p.Y[i] = 1+u, 1+r.Float64()
		case "corr":
			p.X[i], p.Y[i] = 2-u+0.1*r.NormFloat64(), 1+u+0.1*r.NormFloat64()
		case "antn":
			p.X[i], p.Y[i] = 2+u+0.1*r.NormFloat64(), 2+u+0.1*r.NormFloat64()
		case "anti":
			p.X[i], p.Y[i] = 1+u, 2+u
		}
	}
	return p
}

// BenchmarkFront times frontiers beside yardsticks: a sort of one column, the
// sum of both on all processors, and the plain way, a sort and a scan.
func BenchmarkFront(b *testing.B) {
	for _, n := range []int{7, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000} {
		p := sync.OnceValue(func() pareto.Points { return benchPoints(n, "unif") })
		run := func(data, alg string, f func(b *testing.B)) {
			b.Run(fmt.Sprintf("n=%d/data=%s/alg=%s", n, data, alg), func(b *testing.B) {
				b.ReportAllocs()
				f(b)
			})
		}
		run("unif", "sort", func(b *testing.B) {
			x := p().X
			column := make([]float64, n)
			for b.Loop() {
				copy(column, x)
				slices.Sort(column)
			}
		})
		run("unif", "sum", func(b *testing.B) {
			p := p()
			for b.Loop() {
				sumAll(p.X, p.Y)
			}
		})
		if n <= 1_000_000 {
			run("unif", "sortscan", func(b *testing.B) {
				p := p()
				for b.Loop() {
					sortScan(p, pareto.Strict)
				}
			})
		}
		for _, data := range []string{"unif", "corr", "antn", "anti"} {
			run(data, "front", func(b *testing.B) {
				p := p()
				if data != "unif" {
					p = benchPoints(n, data)
				}
				var f *pareto.Front
				for b.Loop() {
					f = pareto.NewFront(p, pareto.Strict)
				}
				b.ReportMetric(float64(f.Len()), "positions")
			})
		}
	}
}

// BenchmarkStream times frontiers of points that come in batches.
func BenchmarkStream(b *testing.B) {
	const batch = 1 << 16
	for _, n := range []int{10_000, 100_000, 1_000_000, 10_000_000} {
		for _, data := range []string{"unif", "corr", "antn", "anti"} {
			b.Run(fmt.Sprintf("n=%d/data=%s/alg=stream", n, data), func(b *testing.B) {
				p := benchPoints(n, data)
				b.ReportAllocs()
				for b.Loop() {
					c := pareto.NewCollector(p.XDir, p.YDir, pareto.Strict)
					for lo := 0; lo < n; lo += batch {
						hi := min(lo+batch, n)
						c.Add(p.X[lo:hi], p.Y[lo:hi], lo)
					}
					c.Front()
				}
			})
		}
	}
}

// sumAll adds up two columns on all processors, as fast as memory is read.
func sumAll(x, y []float64) float64 {
	workers := runtime.GOMAXPROCS(0)
	if len(x) < 100_000 {
		workers = 1
	}
	sums := make([]float64, workers)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			lo, hi := len(x)*w/workers, len(x)*(w+1)/workers
			x, y := x[lo:hi], y[lo:hi]
			var a, b, c, d float64
			for len(x) >= 4 && len(y) >= 4 {
				a += x[0] + y[0]
				b += x[1] + y[1]
				c += x[2] + y[2]
				d += x[3] + y[3]
				x, y = x[4:], y[4:]
			}
			sums[w] = a + b + c + d
		})
	}
	wg.Wait()
	return floats.Sum(sums)
}

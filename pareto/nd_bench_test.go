package pareto_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"paretocov/pareto"
)

// benchSet returns n points on d axes, less is better on each:
//
//	unif  independent and even
//	corr  good on one axis, good on the others
//	antn  a trade-off with noise: near a plane on which the axes add up to 1
//	anti  every point is on the front: on that plane, or to within rounding, which
//	      can put a point below another one only if they all but coincide
func benchSet(n, d int, data string) pareto.Set {
	r := rand.New(rand.NewPCG(uint64(d), uint64(n)))
	s := pareto.Set{Columns: make([][]float64, d), Dirs: slices.Repeat([]pareto.Direction{pareto.Minimize}, d)}
	for k := range s.Columns {
		s.Columns[k] = make([]float64, n)
	}
	for i := range n {
		common, sum := r.Float64(), 0.0
		for _, c := range s.Columns {
			switch data {
			case "unif":
				c[i] = r.Float64()
			case "corr":
				c[i] = common + 0.1*r.NormFloat64()
			default:
				c[i] = r.ExpFloat64()
				sum += c[i]
			}
		}
		if sum > 0 {
			for _, c := range s.Columns {
				c[i] /= sum
				if data == "antn" {
					c[i] += 0.1 * r.NormFloat64()
				}
			}
		}
	}
	return s
}

// sortAndScan is the simple method: sort, then compare each row with the front
// found so far. It returns the front in sorted order.
func sortAndScan(s pareto.Set) []int {
	n, d := len(s.Columns[0]), len(s.Columns)
	points := make([]float64, n*d) // by row, less is better
	rows := make([]int, n)
	for r := range rows {
		rows[r] = r
		for k, c := range s.Columns {
			points[r*d+k] = c[r]
			if s.Dirs[k] == pareto.Maximize {
				points[r*d+k] = -c[r]
			}
		}
	}
	point := func(r int) []float64 { return points[r*d : r*d+d] }
	slices.SortFunc(rows, func(a, b int) int { return slices.Compare(point(a), point(b)) })
	var front []int
	var kept []float64
next:
	for _, r := range rows {
		p := point(r)
	scan:
		for i := 0; i < len(kept); i += d {
			for k, x := range kept[i : i+d] {
				if x > p[k] {
					continue scan
				}
			}
			if !slices.Equal(kept[i:i+d], p) {
				continue next
			}
		}
		front, kept = append(front, r), append(kept, p...)
	}
	return front
}

func BenchmarkNonDominated(b *testing.B) {
	for _, size := range []struct{ n, d int }{
		{100, 3},
		{1000, 3},
		{100_000, 3},
		{1_000_000, 3},
		{100, 4},
		{1000, 4},
		{10_000, 4},
		{100_000, 4},
		{10_000, 6},
		{100_000, 6},
		{10_000, 8},
		{100_000, 8},
	} {
		name := func(data, alg string) string {
			return fmt.Sprintf("n=%d/d=%d/data=%s/alg=%s", size.n, size.d, data, alg)
		}
		b.Run(name("unif", "sort"), func(b *testing.B) {
			column := benchSet(size.n, 1, "unif").Columns[0]
			work := make([]float64, len(column))
			for b.Loop() {
				copy(work, column)
				slices.Sort(work)
			}
		})
		for _, data := range []string{"unif", "corr", "antn", "anti"} {
			s := benchSet(size.n, size.d, data)
			b.Run(name(data, "nondominated"), func(b *testing.B) {
				front := 0
				b.ReportAllocs()
				for b.Loop() {
					front = len(pareto.NonDominated(s))
				}
				b.ReportMetric(float64(front), "front")
			})
			if size.n <= 10_000 { // quadratic
				b.Run(name(data, "simple"), func(b *testing.B) {
					for b.Loop() {
						sortAndScan(s)
					}
				})
			}
		}
	}
}

func BenchmarkRanks(b *testing.B) {
	for _, size := range []struct{ n, d int }{{100_000, 2}, {100_000, 3}, {100_000, 4}} {
		for _, data := range []string{"unif", "anti"} {
			b.Run(fmt.Sprintf("n=%d/d=%d/data=%s/alg=ranks", size.n, size.d, data), func(b *testing.B) {
				s := benchSet(size.n, size.d, data)
				for b.Loop() {
					pareto.Ranks(s)
				}
			})
		}
	}
}

func BenchmarkWitnesses(b *testing.B) {
	for _, size := range []struct{ n, d int }{{100_000, 3}, {100_000, 4}, {100_000, 8}} {
		for _, data := range []string{"unif", "antn", "anti"} {
			b.Run(fmt.Sprintf("n=%d/d=%d/data=%s/alg=witnesses", size.n, size.d, data), func(b *testing.B) {
				s := benchSet(size.n, size.d, data)
				front := pareto.NonDominated(s)
				rows := make([]int, size.n)
				for r := range rows {
					rows[r] = r
				}
				for b.Loop() {
					pareto.Witnesses(s, front, rows)
				}
			})
		}
	}
}

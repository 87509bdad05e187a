package pareto_test

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"paretocov/pareto"
)

// A judge says of many points what is said of each alone.
func TestJudgeIsCover(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSource(t)
		p := s.points(t)
		f := pareto.NewFront(p, pareto.Strict)
		policy := drawPolicy(t)
		j := pareto.NewJudge(f, policy)
		var xs, ys []float64
		var want []pareto.Coverage
		for range rapid.IntRange(0, 5).Draw(t, "queries") {
			x, y := s.query(t, p)
			if rapid.IntRange(0, 9).Draw(t, "odd") == 0 {
				x = rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), 0, -1}).Draw(t, "x")
			}
			xs, ys = append(xs, x), append(ys, y)
			want = append(want, f.Cover(x, y, policy))
			if got := j.Cover(x, y); !cmp.Equal(got, want[len(want)-1], cmpopts.EquateNaNs()) {
				t.Fatalf("the judge says %+v, Cover %+v", got, want[len(want)-1])
			}
		}
		if got := j.CoverAll(xs, ys, nil); !cmp.Equal(got, want, cmpopts.EquateNaNs(), cmpopts.EquateEmpty()) {
			t.Fatalf("of all %+v, of each %+v", got, want)
		}
	})
}

// Of more points than are judged one by one, in any order, some named twice,
// some no points, on any number of processors.
func TestCoverAllOfManyPoints(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	r := rand.New(rand.NewPCG(1, 1))
	odd := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, -1, math.MaxFloat64, math.SmallestNonzeroFloat64}
	for _, pair := range pairs {
		for _, m := range []int{0, 1, 511, 512, 513, 5000} {
			p := pareto.Points{XDir: pair.x, YDir: pair.y}
			var xs, ys []float64
			for range 300 {
				v := math.Exp(5 * r.Float64())
				p = with(p, improve(pair.x, 1, v), improve(pair.y, 1, 1/v))
			}
			for range m {
				v := math.Exp(5 * r.Float64())
				xs, ys = append(xs, improve(pair.x, 1, v)), append(ys, improve(pair.y, 1, (1+0.1*r.NormFloat64())/v))
				if r.IntN(50) == 0 {
					xs[len(xs)-1] = odd[r.IntN(len(odd))]
				}
				if r.IntN(50) == 0 {
					ys[len(ys)-1] = odd[r.IntN(len(odd))]
				}
			}
			rows := make([]int, m)
			for i := range rows {
				rows[i] = r.IntN(m)
			}
			f := pareto.NewFront(p, pareto.Strict)
			for _, rule := range curves {
				j := pareto.NewJudge(f, pareto.Policy{Curve: rule, MaxSpan: 1.5, Tolerance: 0.01})
				want := make([]pareto.Coverage, m)
				for i := range want {
					want[i] = j.Cover(xs[i], ys[i])
				}
				for _, procs := range []int{1, 2, 4} {
					runtime.GOMAXPROCS(procs)
					if got := j.CoverAll(xs, ys, nil); !equalCoverages(got, want) {
						t.Fatalf("%s, %d points, %v, %d processors: not what is said of each alone", pair.name, m, rule, procs)
					}
				}
				some := make([]pareto.Coverage, m)
				for i, row := range rows {
					some[i] = want[row]
				}
				if got := j.CoverAll(xs, ys, rows); !equalCoverages(got, some) {
					t.Fatalf("%s, %d rows, %v: not what is said of each alone", pair.name, m, rule)
				}
			}
		}
	}
}

func equalCoverages(a, b []pareto.Coverage) bool {
	bits := math.Float64bits
	return slices.EqualFunc(a, b, func(a, b pareto.Coverage) bool {
		equal := bits(a.Margin) == bits(b.Margin) && bits(a.Y) == bits(b.Y)
		a.Margin, a.Y, b.Margin, b.Y = 0, 0, 0, 0
		return equal && a == b
	})
}

func TestCoverAllWantsEqualColumns(t *testing.T) {
	defer func() {
		if text, _ := recover().(string); text != "pareto: columns differ in length" {
			t.Errorf("panic %q", text)
		}
	}()
	pareto.NewJudge(frontOf(lower, higher, 1, 1), pareto.Policy{}).CoverAll([]float64{1}, nil, nil)
}

// Under hull every pair of positions has a line. On long frontiers, of any
// shape, the upper edge is that of all lines.
func TestHullOfLongFronts(t *testing.T) {
	shapes := map[string]func(v float64, r *rand.Rand) float64{
		"bulging":  func(v float64, _ *rand.Rand) float64 { return 100 - v*v/100 },
		"hollow":   func(v float64, _ *rand.Rand) float64 { return 100 / v },
		"straight": func(v float64, _ *rand.Rand) float64 { return 128 - v },
		"waves":    func(v float64, _ *rand.Rand) float64 { return 128 - v + 0.9*math.Sin(v) },
		"steps":    func(v float64, _ *rand.Rand) float64 { return 128 - 8*math.Floor(v/8) - v/1024 },
		"noise":    func(v float64, r *rand.Rand) float64 { return 100 / (v + r.Float64()) },
	}
	r := rand.New(rand.NewPCG(1, 1))
	for name, shape := range shapes {
		for _, pair := range pairs {
			for _, span := range []float64{0, 1.05, 1.3, 2, 8} {
				p := pareto.Points{XDir: pair.x, YDir: pair.y}
				n := 60 + r.IntN(120)
				for range n {
					v := 1 + 0.5*float64(r.IntN(180))
					y := shape(v, r)
					if pair.x == pareto.Minimize {
						v = 100 - v
					}
					if pair.y == pareto.Minimize {
						y = 140 - y
					}
					p = with(p, v, y)
				}
				policy := pareto.Policy{Curve: pareto.Hull, MaxSpan: span}
				j := pareto.NewJudge(pareto.NewFront(p, pareto.Strict), policy)
				o := plane{p}.under(policy)
				for range 12 {
					a, b := r.IntN(n), r.IntN(n)
					w := r.Float64()
					x, y := p.X[a]*w+p.X[b]*(1-w), p.Y[a]*w+p.Y[b]*(1-w)
					c := j.Cover(x, y)
					if s := 1 + c.Margin; !o.onEdge(improve(pair.x, x, s), improve(pair.y, y, s), o.covered) && c.Margin != 0 {
						t.Fatalf("%s, %s, span %v: margin %v of (%v, %v) is not that of all lines", name, pair.name, span, c.Margin, x, y)
					}
					if !math.IsNaN(c.Y) && !o.onEdge(x, c.Y, o.covered) {
						t.Fatalf("%s, %s, span %v: y %v at %v is not that of all lines", name, pair.name, span, c.Y, x)
					}
				}
			}
		}
	}
}

// B115: every point is on the frontier, none is beaten, and the check is no
// comparison of all with all.
func TestB115AllOnTheFrontier(t *testing.T) {
	const n = 100_000
	head := pareto.Points{X: make([]float64, n), Y: make([]float64, n), XDir: higher, YDir: higher}
	removed := make([]float64, n)
	for i := range n {
		head.X[i], head.Y[i], removed[i] = float64(i), float64(n-i), float64(n-1-i)
	}
	f := pareto.NewFront(head, pareto.Strict)
	if f.Len() != n {
		t.Fatalf("%d positions, want %d", f.Len(), n)
	}
	for _, rule := range curves {
		for i, c := range pareto.NewJudge(f, pareto.Policy{Curve: rule, MaxSpan: 2}).CoverAll(head.X, removed, nil) {
			want := pareto.Matched
			if i == 0 || i == n-1 { // 0 is no value
				want = pareto.Unverifiable
			}
			if c.Kind != want {
				t.Fatalf("%v: point %d is %v, want %v", rule, i, c.Kind, want)
			}
		}
	}
}

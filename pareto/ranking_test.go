package pareto

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestAscending compares the radix sort with a stable one, on values that spoil
// an even scale.
func TestAscending(t *testing.T) {
	kinds := map[string]func(r *rand.Rand, i int) float64{
		"even":     func(r *rand.Rand, _ int) float64 { return r.Float64() },
		"few":      func(r *rand.Rand, _ int) float64 { return float64(r.IntN(7)) },
		"equal":    func(*rand.Rand, int) float64 { return 1 },
		"sorted":   func(_ *rand.Rand, i int) float64 { return float64(i) },
		"reversed": func(_ *rand.Rand, i int) float64 { return -float64(i) },
		"tails":    func(r *rand.Rand, _ int) float64 { return math.Exp(1400 * (r.Float64() - 0.5)) },
		"outlier": func(r *rand.Rand, i int) float64 {
			return map[bool]float64{true: math.MaxFloat64, false: r.Float64()}[i == 700]
		},
		"nested outliers": func(r *rand.Rand, i int) float64 {
			return r.Float64() * math.Ldexp(1, -100*min(i, 9))
		},
		"whole range": func(r *rand.Rand, _ int) float64 { return math.MaxFloat64 * (2*r.Float64() - 1) },
		"subnormal":   func(r *rand.Rand, _ int) float64 { return math.Float64frombits(r.Uint64N(500)) },
	}
	for name, value := range kinds {
		for _, n := range []int{1, 2, 100, 1000, 20_000} {
			r := rand.New(rand.NewPCG(1, uint64(n)))
			v, want := make([]float64, n), make([]int32, n)
			for i := range v {
				v[i], want[i] = value(r, i), int32(i)
			}
			slices.SortStableFunc(want, func(a, b int32) int { return cmp.Compare(v[a], v[b]) })
			for _, radix := range []int{1, 512, math.MaxInt} {
				if got := (tuning{radix: radix}).ascending(v); !slices.Equal(got, want) {
					t.Errorf("%s: %d values are not in order with a radix sort from %d on", name, n, radix)
				}
			}
		}
	}
}

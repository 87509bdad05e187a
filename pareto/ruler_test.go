package pareto_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"paretocov/pareto"
)

// A ruler keeps the order of all finite numbers, whatever it was made for, and
// finds a cell for what is no number.
func TestRulerKeepsOrder(t *testing.T) {
	special := []float64{
		0, math.Copysign(0, -1), 1, -1, math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64,
		math.MaxFloat64, -math.MaxFloat64, math.Nextafter(1, 2), 1e-300, 1e300,
	}
	number := rapid.OneOf(rapid.SampledFrom(special), rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64),
		rapid.Float64Range(0, 2))
	rapid.Check(t, func(t *rapid.T) {
		lo, hi := number.Draw(t, "lo"), number.Draw(t, "hi")
		if lo > hi { // 0 and -0 stay in either order, as a sort leaves them
			lo, hi = hi, lo
		}
		octaves := rapid.SampledFrom([]int{1, 4, 16, 64}).Draw(t, "octaves")
		cells := 1 << rapid.IntRange(0, 12).Draw(t, "cells")
		cell := func(x float64) int {
			c := pareto.RulerCell(lo, hi, octaves, cells, x)
			if c < 0 || c >= cells {
				t.Fatalf("%v is in cell %d of %d", x, c, cells)
			}
			return c
		}
		a, b := number.Draw(t, "a"), number.Draw(t, "b")
		if a > b {
			a, b = b, a
		}
		if cell(a) > cell(b) || a == b && cell(a) != cell(b) {
			t.Fatalf("%v is in cell %d, %v in %d", a, cell(a), b, cell(b))
		}
		for _, x := range []float64{math.NaN(), -math.NaN(), math.Inf(1), math.Inf(-1)} {
			cell(x)
		}
	})
}

// An even ruler makes use of its cells.
func TestRulerIsEven(t *testing.T) {
	for _, shift := range []float64{0, 1, -1, 1e6} {
		seen := map[int]bool{}
		for i := range 10_000 {
			seen[pareto.RulerCell(shift, shift+1, 1, 256, shift+float64(i)/10_000)] = true
		}
		if len(seen) < 250 {
			t.Errorf("%d of 256 cells used from %v", len(seen), shift)
		}
	}
}

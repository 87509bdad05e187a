package pareto

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestAreaOverCommonRange is fault B42: over the common range both are measured
// by the same rule, and neither pays for the other's reach.
func TestAreaOverCommonRange(t *testing.T) {
	front := func(x, y []float64) *Front {
		return NewFront(Points{X: x, Y: y, XDir: Maximize, YDir: Maximize}, Strict)
	}
	a, b := front([]float64{10, 30}, []float64{100, 40}), front([]float64{10, 50}, []float64{90, 30})
	for _, test := range []struct {
		f            *Front
		lo, hi, want float64
	}{{a, 10, 30, 1400}, {b, 10, 50, 2400}, {b, 10, 30, 1500}, {a, 20, 20, 0}} {
		if got, ok := test.f.Area(test.lo, test.hi); !ok || got != test.want {
			t.Errorf("area from %v to %v is %v, %v; want %v", test.lo, test.hi, got, ok, test.want)
		}
	}
	nan := math.NaN()
	for _, r := range [][2]float64{{10, 31}, {9, 30}, {30, 10}, {nan, 30}, {10, nan}} {
		if got, ok := a.Area(r[0], r[1]); ok {
			t.Errorf("area from %v to %v is %v, want none", r[0], r[1], got)
		}
	}
	if _, ok := front(nil, nil).Area(1, 1); ok {
		t.Error("an empty frontier has an area")
	}
}

// TestAreaLaw holds Area to sums of YAt over thin strips, and SpanAt to a scan.
func TestAreaLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		grid := rapid.Float64Range(1, 20)
		n := rapid.IntRange(1, 40).Draw(t, "n")
		p := Points{XDir: rapid.SampledFrom([]Direction{Minimize, Maximize}).Draw(t, "x"), YDir: rapid.SampledFrom([]Direction{Minimize, Maximize}).Draw(t, "y")}
		for range n {
			p.X = append(p.X, math.Round(grid.Draw(t, "px")))
			p.Y = append(p.Y, math.Round(grid.Draw(t, "py")))
		}
		f := NewFront(p, Strict)
		first, last := f.X[0], f.X[f.Len()-1]
		lo := first + (last-first)*rapid.Float64Range(0, 1).Draw(t, "lo")
		hi := lo + (last-lo)*rapid.Float64Range(0, 1).Draw(t, "hi")
		got, ok := f.Area(lo, hi)
		if !ok {
			t.Fatalf("no area from %v to %v of %v", lo, hi, f.X)
		}
		const strips = 4000
		want := 0.0
		for i := range strips {
			y, _ := f.YAt(lo + (hi-lo)*(float64(i)+0.5)/strips)
			want += y * (hi - lo) / strips
		}
		// The middle of a strip errs where the curve bends: by less than the
		// strip's area times its rise.
		if math.Abs(got-want) > 1e-9+20*(hi-lo)/strips {
			t.Fatalf("area %v, strips sum to %v", got, want)
		}
		mid := lo + (hi-lo)/2
		left, _ := f.Area(lo, mid)
		right, _ := f.Area(mid, hi)
		if math.Abs(left+right-got) > 1e-9*(1+got) {
			t.Fatalf("%v + %v is not %v", left, right, got)
		}

		span, ok := f.SpanAt(mid)
		wantSpan := math.NaN()
		for i, x := range f.X {
			if x == mid {
				wantSpan = 1
			} else if i > 0 && f.X[i-1] < mid && mid < x {
				wantSpan = x / f.X[i-1]
			}
		}
		if !ok || span != wantSpan {
			t.Fatalf("span at %v is %v, want %v of %v", mid, span, wantSpan, f.X)
		}
		if _, ok := f.SpanAt(last * 2); ok {
			t.Fatal("a span beyond the curve")
		}
	})
}

package pareto_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"paretocov/pareto"
)

// typeSeven is Hyndman and Fan's definition 7 by counting: the k-th of n order
// statistics lies at p = (k-1)/(n-1), and values between are interpolated.
func typeSeven(p float64, samples []float64) float64 {
	n := len(samples)
	order := func(k int) float64 { // the k-th smallest, k from 1
		for _, s := range samples {
			below, upTo := 0, 0
			for _, o := range samples {
				if o < s {
					below++
				}
				if o <= s {
					upTo++
				}
			}
			if below < k && k <= upTo {
				return s
			}
		}
		return math.NaN()
	}
	for k := 1; k < n; k++ {
		left, right := float64(k-1)/float64(n-1), float64(k)/float64(n-1)
		if left <= p && p <= right {
			w := (p - left) / (right - left)
			return order(k)*(1-w) + order(k+1)*w
		}
	}
	return order(1)
}

func TestQuantileIsTypeSeven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		samples := rapid.SliceOfN(rapid.OneOf(
			rapid.Map(rapid.IntRange(-3, 3), func(i int) float64 { return float64(i) }),
			rapid.Float64Range(-1e6, 1e6)), 1, 40).Draw(t, "samples")
		p := rapid.OneOf(rapid.Float64Range(0, 1), rapid.SampledFrom([]float64{0, 0.25, 0.5, 0.75, 0.9, 0.99, 1})).Draw(t, "p")
		before := slices.Clone(samples)
		got, err := pareto.Quantile(p, samples)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(samples, before) {
			t.Fatalf("samples changed: %v", samples)
		}
		scale := max(math.Abs(slices.Min(samples)), math.Abs(slices.Max(samples)))
		if want := typeSeven(p, samples); math.Abs(got-want) > 1e-12*scale {
			t.Fatalf("Quantile(%v) = %v, want %v", p, got, want)
		}
	})
}

func TestQuantileKnownValues(t *testing.T) {
	check := func(p, want float64, samples ...float64) {
		t.Helper()
		if got, err := pareto.Quantile(p, samples); err != nil || !near(got, want, 1e-15) {
			t.Errorf("Quantile(%v, %v) = %v, %v, want %v", p, samples, got, err, want)
		}
	}
	// numpy.quantile of 1..10.
	check(0.9, 9.1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
	check(0.75, 7.75, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
	check(0, 1, 3, 1, 2)
	check(1, 3, 3, 1, 2)
	for _, p := range []float64{0, 0.3, 1} {
		check(p, 7, 7)
		check(p, 0.1, 0.1, 0.1, 0.1) // equal samples stay exact
	}
}

func TestQuantileErrors(t *testing.T) {
	check := func(p float64, samples ...float64) {
		t.Helper()
		if got, err := pareto.Quantile(p, samples); err == nil || got != 0 {
			t.Errorf("Quantile(%v, %v) = %v, %v, want an error", p, samples, got, err)
		}
	}
	for _, p := range []float64{-0.1, 1.1, 90, math.NaN(), math.Inf(1)} {
		check(p, 1, 2, 3)
	}
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		check(0.5, 1, v, 3)
		check(0, v)
	}
	if _, err := pareto.Quantile(0.5, nil); !errors.Is(err, pareto.ErrNoSamples) {
		t.Errorf("no samples: %v, want ErrNoSamples", err)
	}
}

package pareto_test

import (
	"fmt"
	"math"
	"testing"

	"paretocov/pareto"
)

// TestNewSample: the interval of the mean by Student's t. Its 97.5 % quantiles
// at 1, 2 and 4 degrees of freedom are 12.7062, 4.3027 and 2.7764 (any table).
func TestNewSample(t *testing.T) {
	for _, test := range []struct {
		values       []float64
		mean, sd, tq float64
	}{
		{[]float64{99, 101}, 100, math.Sqrt2, 12.7062},
		{[]float64{98, 100, 102}, 100, 2, 4.3027},
		{[]float64{102, 98, 100}, 100, 2, 4.3027},
		{[]float64{1, 2, 3, 4, 5}, 3, math.Sqrt(2.5), 2.7764},
		{[]float64{7, 7, 7}, 7, 0, 4.3027},
	} {
		s := pareto.NewSample(test.values)
		half := test.tq * test.sd / math.Sqrt(float64(len(test.values)))
		if s.N != len(test.values) || !near(s.Mean, test.mean, 1e-12) || math.Abs(s.StdDev-test.sd) > 1e-12 ||
			math.Abs(s.Lo-(test.mean-half)) > 1e-4*half || math.Abs(s.Hi-(test.mean+half)) > 1e-4*half {
			t.Errorf("%v: %+v, want mean %v, deviation %v, interval of half width %v", test.values, s, test.mean, test.sd, half)
		}
	}
}

// TestNewSampleOfOne: one run tells nothing of its spread, least of all that it
// is 0.
func TestNewSampleOfOne(t *testing.T) {
	s := pareto.NewSample([]float64{42})
	if s.N != 1 || s.Mean != 42 || !math.IsNaN(s.StdDev) || !math.IsNaN(s.Lo) || !math.IsNaN(s.Hi) {
		t.Errorf("%+v", s)
	}
	defer func() {
		if recover() == nil {
			t.Error("no values make a sample")
		}
	}()
	pareto.NewSample(nil)
}

// Three runs of one configuration, in tok/s/GPU.
func ExampleNewSample() {
	s := pareto.NewSample([]float64{1480, 1500, 1520})
	fmt.Printf("%.0f, between %.0f and %.0f\n", s.Mean, s.Lo, s.Hi)
	// Output: 1500, between 1450 and 1550
}

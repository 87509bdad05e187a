package pareto

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// ConfidenceLevel is the level of a Sample's interval.
const ConfidenceLevel = 0.95

// A Sample sums up several runs of one measurement, in the unit of its values.
type Sample struct {
	N    int
	Mean float64
	// StdDev is the sample standard deviation (divisor N-1); NaN with one run.
	StdDev float64
	// Lo and Hi bound the mean at ConfidenceLevel by Student's t, which assumes
	// that runs differ independently and about normally; NaN with one run, whose
	// spread is unknown.
	Lo, Hi float64
}

// NewSample sums up the values of one or more runs, which are finite. O(n).
func NewSample(values []float64) Sample {
	if len(values) == 0 {
		panic("pareto: a sample has no values")
	}
	s := Sample{N: len(values), Mean: values[0], StdDev: math.NaN(), Lo: math.NaN(), Hi: math.NaN()}
	if s.N == 1 {
		return s
	}
	s.Mean, s.StdDev = stat.MeanStdDev(values, nil)
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(s.N - 1)}.Quantile((1 + ConfidenceLevel) / 2)
	half := t * s.StdDev / math.Sqrt(float64(s.N))
	s.Lo, s.Hi = s.Mean-half, s.Mean+half
	return s
}

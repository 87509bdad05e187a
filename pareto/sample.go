package pareto

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"
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
	n := float64(s.N)
	s.Mean = floats.Sum(values) / n
	// The second sum makes up for the rounding of the mean (Chan, Golub and LeVeque,
	// The American Statistician 37(3), 1983).
	squares, rest := 0.0, 0.0
	for _, v := range values {
		d := v - s.Mean
		squares += d * d
		rest += d
	}
	s.StdDev = math.Sqrt(max(0, squares-rest*rest/n) / (n - 1))
	half := studentT((1+ConfidenceLevel)/2, n-1) * s.StdDev / math.Sqrt(n)
	s.Lo, s.Hi = s.Mean-half, s.Mean+half
	return s
}

// studentT returns the quantile at p, above 1/2, of Student's t distribution with
// nu degrees of freedom, by the inverse of the incomplete beta function
// (Abramowitz and Stegun 26.7.1). gonum's stat/distuv has it too, with matrices
// and linear programs in tow: two megabytes of every binary.
func studentT(p, nu float64) float64 {
	t := mathext.InvRegIncBeta(nu/2, 0.5, 2*(1-p))
	return math.Sqrt(nu * (1 - t) / t)
}

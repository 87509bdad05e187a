package pareto

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// ErrNoSamples is returned by Quantile for an empty sample.
var ErrNoSamples = errors.New("no samples")

// Quantile returns the p-quantile of the samples, 0 <= p <= 1, by linear
// interpolation between order statistics: type 7 of Hyndman and Fan (The
// American Statistician 50(4), 1996), numpy's default and the one of the
// InferenceX harness. gonum's stat.Quantile with LinInterp is type 4 and gives
// other numbers, which is why it is not used.
//
// The samples may be in any order and are not changed. No samples, a sample
// that is NaN or infinite, or a p outside its range is an error. O(n log n).
func Quantile(p float64, samples []float64) (float64, error) {
	if !(p >= 0 && p <= 1) {
		return 0, fmt.Errorf("quantile %v is not between 0 and 1", p)
	}
	if len(samples) == 0 {
		return 0, ErrNoSamples
	}
	for i, s := range samples {
		if math.IsNaN(s) || math.IsInf(s, 0) {
			return 0, fmt.Errorf("sample %d is %v", i, s)
		}
	}
	sorted := slices.Clone(samples)
	slices.Sort(sorted)
	at := p * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1], nil
	}
	part, step := at-float64(i), sorted[i+1]-sorted[i]
	if math.IsInf(step, 0) {
		return sorted[i]*(1-part) + sorted[i+1]*part, nil
	}
	return sorted[i] + part*step, nil
}

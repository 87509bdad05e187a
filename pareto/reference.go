package pareto

import "math"

// Reference returns one reference point for the hypervolumes of sets on the same
// axes, to be recorded with them: on an axis where more is better 0, where less is
// better 1.1 times the worst value of all points. Give it the points of the fronts
// for their nadir, or all points for a reference that does not hang on which are
// on the front. Where values are below zero the reference is moved as far beyond
// the worst of them: 0.9 times a negative worst value where less is better, 1.1
// times it where more is. It is 0 where there are no points. O(n d).
func Reference(sets ...Set) []float64 {
	if len(sets) == 0 {
		panic("pareto: a reference for no sets")
	}
	var ref []float64
	for _, s := range sets {
		mustMatch(sets[0], s)
		s.each(func(r int) {
			if ref == nil {
				ref = make([]float64, len(s.Columns))
				for k, c := range s.Columns {
					ref[k] = c[r]
				}
			}
			for k, c := range s.Columns {
				if s.Dirs[k].Better(ref[k], c[r]) {
					ref[k] = c[r]
				}
			}
		})
	}
	if ref == nil {
		return make([]float64, len(sets[0].Columns))
	}
	for k, worst := range ref {
		switch more := sets[0].Dirs[k] == Maximize; {
		case more && worst >= 0:
			ref[k] = 0
		case more || worst >= 0:
			ref[k] = max(min(1.1*worst, math.MaxFloat64), -math.MaxFloat64)
		default:
			ref[k] = 0.9 * worst
		}
	}
	return ref
}

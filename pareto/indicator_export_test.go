package pareto

// HypervolumeWithin is Hypervolume with so much work allowed.
func HypervolumeWithin(s Set, ref []float64, work int64) (volume float64, ok bool) {
	return tuned().hypervolume(s, ref, work)
}

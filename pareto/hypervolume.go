package pareto

// Hypervolume returns the area that the frontier dominates, bounded by the
// reference point (refX, refY): the measure of all points that are no better
// than some frontier position and no worse than the reference (Zitzler and
// Thiele, PPSN V, 1998). Its unit is that of x times that of y. Positions that
// are no better than the reference on an axis add nothing; an empty frontier
// has area 0. Compare two frontiers only against one shared reference. O(n).
func (f *Front) Hypervolume(refX, refY float64) float64 {
	gain := func(d Direction, v, ref float64) float64 {
		if d == Minimize {
			return ref - v
		}
		return v - ref
	}
	// From the hard end, where y is worst: each position adds the strip between
	// its own y and the best y before it, as wide as its x reaches.
	area, below := 0.0, 0.0
	for rank := f.Len() - 1; rank >= 0; rank-- {
		i := f.easy(rank)
		w, h := gain(f.XDir, f.X[i], refX), gain(f.YDir, f.Y[i], refY)
		if w > 0 && h > below {
			area += w * (h - below)
			below = h
		}
	}
	return area
}

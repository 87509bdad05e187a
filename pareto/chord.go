package pareto

import "sort"

// chords visits, for every position on the easy side of a split, the lines that
// may be highest on the hard side of it: of all lines from that position to
// positions of rank split or more, the highest that the limit leaves whole, and
// the highest that it clips.
//
// Lines through one easy end are ordered by their slope, the same everywhere
// beyond that end, so the highest whole one leads to the tangent point of the
// upper hull of the positions in reach. The reach only grows from one easy end to
// the next, so the hull is built once. Of the clipped ones, which all end at one
// x, the first position out of reach gives the highest. O(n log n).
func (f *Front) chords(split int, limit float64, visit func(segment)) {
	n := f.Len()
	hull := make([]int, 0, n-split) // ranks, slopes falling
	next := split                   // first rank not in the hull
	for e := range split {
		from := f.easy(e)
		for next < n && (limit == 0 || f.XDir.Ratio(f.X[f.easy(next)], f.X[from]) <= limit) {
			for len(hull) > 1 && f.rises(hull[len(hull)-2], hull[len(hull)-1], next) {
				hull = hull[:len(hull)-1]
			}
			hull = append(hull, next)
			next++
		}
		if len(hull) > 0 {
			// Along the hull the slope seen from outside rises, then falls.
			t := sort.Search(len(hull)-1, func(i int) bool { return f.slope(e, hull[i]) >= f.slope(e, hull[i+1]) })
			// Slopes over very different lengths tie by rounding, so its neighbours
			// on the hull are looked at too.
			for _, h := range hull[max(t-1, 0):min(t+3, len(hull))] {
				visit(f.segment(from, f.easy(h), limit))
			}
		}
		if next < n {
			visit(f.segment(from, f.easy(next), limit))
		}
	}
}

// slope returns by how much y gets better per unit of x towards the hard side,
// between two ranks. It is below zero.
func (f *Front) slope(a, b int) float64 {
	i, j := f.easy(a), f.easy(b)
	dx, dy := f.X[j]-f.X[i], f.Y[j]-f.Y[i]
	if f.XDir == Minimize {
		dx = -dx
	}
	if f.YDir == Minimize {
		dy = -dy
	}
	return dy / dx
}

// rises reports whether the slope rises from one step to the next, so that b is
// below the line from a to c.
func (f *Front) rises(a, b, c int) bool { return f.slope(a, b) < f.slope(b, c) }

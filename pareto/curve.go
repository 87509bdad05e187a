package pareto

import (
	"math"
	"sort"
)

// YAt returns y of the drawn curve of a strict frontier at x: linear between
// neighbouring positions, flat past the easy end. ok is false past the hard
// end, where nothing is attained, and for an empty frontier. O(log n).
func (f *Front) YAt(x float64) (y float64, ok bool) {
	n := f.Len()
	i := sort.Search(n, func(i int) bool { return f.X[i] >= x }) // first position at or beyond x
	switch {
	case i < n && f.X[i] == x:
		return f.Y[i], true
	case n == 0 || math.IsNaN(x):
		return 0, false
	case i == 0 && f.XDir == Maximize, i == n && f.XDir == Minimize: // past the easy end
		return f.Y[f.easy(0)], true
	case i == 0, i == n:
		return 0, false
	}
	return between(x, f.X[i-1], f.Y[i-1], f.X[i], f.Y[i]), true
}

// XAt returns the best x of the drawn curve of a strict frontier at which y is
// attained: linear between neighbouring positions; the hard end's x for a y
// that the hard end attains. ok is false for a y better than the whole curve's
// and for an empty frontier. O(log n).
func (f *Front) XAt(y float64) (x float64, ok bool) {
	n := f.Len()
	if n == 0 || math.IsNaN(y) {
		return 0, false
	}
	// The first rank, from the easy end, whose y is worse than asked for.
	rank := sort.Search(n, func(r int) bool { return f.YDir.Better(y, f.Y[f.easy(r)]) })
	switch rank {
	case 0:
		return 0, false
	case n:
		return f.X[f.easy(n-1)], true
	}
	a, b := f.easy(rank-1), f.easy(rank)
	if f.Y[a] == y {
		return f.X[a], true
	}
	return between(y, f.Y[a], f.X[a], f.Y[b], f.X[b]), true
}

// between returns the height at t of the line through (t0, v0) and (t1, v1).
func between(t, t0, v0, t1, v1 float64) float64 {
	w := (t - t0) / (t1 - t0)
	return v0*(1-w) + v1*w
}

// A Gap is a pair of neighbouring positions.
type Gap struct {
	From, To int     // positions, From = To-1
	Ratio    float64 // the larger x over the smaller, above 1
}

// WidestGap returns the neighbouring positions whose x differ by the largest
// factor, the first of them on a tie; ok is false with fewer than two
// positions. It wants x above zero. O(n).
func (f *Front) WidestGap() (g Gap, ok bool) {
	for i := 1; i < f.Len(); i++ {
		if r := f.X[i] / f.X[i-1]; r > g.Ratio {
			g, ok = Gap{From: i - 1, To: i, Ratio: r}, true
		}
	}
	return g, ok
}

package pareto

import (
	"math"
	"sort"
)

// Area returns the area between the drawn curve of a strict frontier and y = 0,
// from x = lo to x = hi: the integral of YAt by the trapezoidal rule, which is
// exact for straight segments. Its unit is that of x times that of y; where less
// y is better, a smaller area is better. ok is false unless lo <= hi and both
// are within the x of the frontier's positions: nothing was measured beyond, and
// a curve must not gain, or lose, by the range that it does not reach. Compare
// two frontiers over one range. O(n).
func (f *Front) Area(lo, hi float64) (area float64, ok bool) {
	n := f.Len()
	if n == 0 || !(f.X[0] <= lo && lo <= hi && hi <= f.X[n-1]) {
		return 0, false
	}
	x, y := lo, f.heightAt(lo)
	step := func(toX, toY float64) {
		area += (toX - x) * (y/2 + toY/2) // halves, since a sum may overflow
		x, y = toX, toY
	}
	for i := sort.Search(n, func(i int) bool { return f.X[i] > lo }); i < n && f.X[i] < hi; i++ {
		step(f.X[i], f.Y[i])
	}
	step(hi, f.heightAt(hi))
	return area, true
}

// heightAt is YAt within the x of the positions.
func (f *Front) heightAt(x float64) float64 {
	y, _ := f.YAt(x)
	return y
}

// SpanAt returns the factor by which the x of the two positions around x differ:
// how far apart the measurements are that the drawn curve rests on there. It is
// 1 at a position. ok is false outside the x of the positions. It wants x above
// zero. O(log n).
func (f *Front) SpanAt(x float64) (span float64, ok bool) {
	n := f.Len()
	if n == 0 || !(f.X[0] <= x && x <= f.X[n-1]) {
		return math.NaN(), false
	}
	i := sort.Search(n, func(i int) bool { return f.X[i] >= x })
	if f.X[i] == x {
		return 1, true
	}
	return f.X[i] / f.X[i-1], true
}

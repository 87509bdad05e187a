package pareto

import "math"

// WorstRatio returns the smallest ratio of head's drawn curve to base's over
// the x range of base's frontier, as far as head's curve is defined there (its
// flat easy side included), and the x where it is. Above 1 is better for head,
// whichever values of y are better. ok is false where head's curve is defined
// nowhere in the range, and for an empty frontier. Both frontiers are strict,
// of the same directions, with y above zero. O((m + n) log(m n)).
//
// Between two neighbouring positions of either curve both are straight, and
// the ratio of two straight lines is monotone, so it is smallest at a position
// or at an end of the range.
func WorstRatio(base, head *Front) (ratio, x float64, ok bool) {
	if base.Len() == 0 || head.Len() == 0 {
		return 0, 0, false
	}
	lo, hi := base.X[0], base.X[base.Len()-1]
	if hard := head.hardX(); head.XDir == Maximize {
		hi = min(hi, hard)
	} else {
		lo = max(lo, hard)
	}
	if !(lo <= hi) {
		return 0, 0, false
	}
	ratio = math.Inf(1)
	at := func(t float64) {
		if !(t >= lo && t <= hi) {
			return
		}
		b, okB := base.YAt(t)
		h, okH := head.YAt(t)
		if r := base.YDir.Ratio(h, b); okB && okH && (r < ratio || !ok) {
			ratio, x, ok = r, t, true
		}
	}
	at(lo)
	at(hi)
	for _, t := range base.X {
		at(t)
	}
	for _, t := range head.X {
		at(t)
	}
	return ratio, x, ok
}

// Reach returns how far head's frontier reaches in comparison with base's at
// each end: the ratio of the best x and of the best y, above 1 where head's is
// better. ok is false if a frontier is empty.
func Reach(base, head *Front) (x, y float64, ok bool) {
	if base.Len() == 0 || head.Len() == 0 {
		return 0, 0, false
	}
	best := func(f *Front) float64 { return f.Y[f.easy(0)] }
	return base.XDir.Ratio(head.hardX(), base.hardX()), base.YDir.Ratio(best(head), best(base)), true
}

// hardX returns the best x of a frontier that is not empty.
func (f *Front) hardX() float64 { return f.X[f.easy(f.Len()-1)] }

package pareto

import (
	"math"
	"slices"
)

// Hypervolume returns the area that the frontier dominates, bounded by the
// reference point (refX, refY): the measure of all points that are no better
// than some frontier position and no worse than the reference (Zitzler and
// Thiele, PPSN V, 1998). Its unit is that of x times that of y. Positions that
// are no better than the reference on an axis add nothing; an empty frontier
// has area 0, and a product that is too large is +Inf. Compare two frontiers only
// against one shared reference. O(n).
func (f *Front) Hypervolume(refX, refY float64) float64 {
	signX, signY := 1.0, 1.0
	at, step := f.Len()-1, -1 // from the hard end, where y is worst
	if f.XDir == Minimize {
		signX, at, step = -1, 0, 1
	}
	if f.YDir == Minimize {
		signY = -1
	}
	// Each position adds the strip between its own y and the best y before it, as
	// wide as its x reaches.
	area, below := 0.0, 0.0
	ys := f.Y[:len(f.X)]
	for ; uint(at) < uint(len(f.X)); at += step {
		w, h := signX*(f.X[at]-refX), signY*(ys[at]-refY)
		if w > 0 && h > below {
			area += w * (h - below)
			below = h
		}
	}
	return area
}

// Hypervolume returns the volume that the points of s dominate, bounded by the
// reference point ref, on any number of axes: see Front.Hypervolume. Its unit is
// the product of the axes' units. Points that others dominate, duplicates, rows
// that are no points and points that are no better than the reference on some
// axis add nothing; a volume that is too large for a number is +Inf.
//
// On up to three axes it takes O(n log n) time and O(n) memory, on three by the
// sweep of Beume, Fonseca, López-Ibáñez, Paquete and Vahrenhold (IEEE TEVC
// 13(5), 2009). On more it adds up what each point has to itself (While,
// Bradstreet and Barone, IEEE TEVC 16(1), 2012), which is exact but exponential in
// the number of axes. There its work is limited, by a count and not by time, so
// that the answer is the same on every machine: ok is false, and the volume NaN,
// where more than 2^28 points would be touched, which takes some ten seconds. Of
// points that are all on the front (a sphere seen from within, the harder side)
// that is the case above about 70,000 on four axes, 9,000 on five, 3,000 on six,
// 1,000 on seven, 400 on eight and 100 on ten.
//
// ok is false too where the reference is not finite.
func Hypervolume(s Set, ref []float64) (volume float64, ok bool) {
	return tuned().hypervolume(s, ref, 1<<28)
}

func (t tuning) hypervolume(s Set, ref []float64, work int64) (volume float64, ok bool) {
	s.must()
	d := len(s.Columns)
	if len(ref) != d {
		panic("pareto: a reference of another number of axes")
	}
	for _, v := range ref {
		if math.IsNaN(v - v) {
			return math.NaN(), false
		}
	}
	if d == 2 {
		f := s.front()
		return f.Hypervolume(ref[0], ref[1]), true
	}
	vals := s.turned(t, t.survivors(s))
	exponent, finite := fromReference(vals, s.Dirs, ref)
	switch {
	case !finite:
		return math.Inf(1), true
	case len(vals[0]) == 0:
		return 0, true
	case d == 1:
		volume = -slices.Min(vals[0])
	case d == 3:
		volume = t.sweepVolume(vals)
	default:
		volume, ok = exclusiveVolume(vals, work)
		if !ok {
			return math.NaN(), false
		}
	}
	return math.Ldexp(volume, exponent), true
}

// fromReference takes the reference away from costs, which makes them negative,
// and drops the points where it does not. Each axis is scaled by a power of two,
// so that products do not overflow; the product of the axes is to be scaled back
// by the exponent. ok is false where a point is too far from the reference for a
// number.
func fromReference(costs [][]float64, dirs []Direction, ref []float64) (exponent int, ok bool) {
	n := len(costs[0])
	keep := make([]bool, n)
	for i := range keep {
		keep[i] = true
	}
	all := true
	for k, c := range costs {
		worst := ref[k]
		if dirs[k] == Maximize {
			worst = -worst
		}
		for i, v := range c {
			c[i] = v - worst
			if !(c[i] < 0) {
				keep[i], all = false, false
			}
		}
	}
	for k, c := range costs {
		if !all {
			m := 0
			for i, v := range c {
				if keep[i] {
					c[m] = v
					m++
				}
			}
			c = c[:m]
			costs[k] = c
		}
		if len(c) == 0 {
			continue
		}
		most := -slices.Min(c)
		if math.IsInf(most, 1) {
			return 0, false
		}
		_, e := math.Frexp(most)
		e = min(max(e, -1000), 1000) // so that the factor is a number too
		factor := math.Ldexp(1, -e)
		for i := range c {
			c[i] *= factor
		}
		exponent += e
	}
	return exponent, true
}

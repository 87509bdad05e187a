package pareto

import (
	"math"
	"math/bits"
	"slices"
)

// A ruler sorts numbers into cells. It keeps order: of two finite numbers the
// larger never gets the smaller key. That holds for every origin, because
// rounding keeps order, the bits of positive floats are in the order of the
// floats, and what falls outside is clamped; so a badly chosen ruler costs
// time, never a wrong answer. Numbers that differ may share a key.
//
// The key is the distance from the origin as a bit pattern, which is linear
// within an octave and logarithmic across octaves. How far the origin lies
// below the data sets how many octaves the data span: one is an even grid, many
// resolve data that crowd at their low end.
type ruler struct {
	origin float64
	base   int64 // the bit pattern of key 0
	top    int64 // the largest key
	shift  uint8 // cell = key >> shift
}

// newRuler returns the ruler that spreads lo to hi, both finite, over cells (a
// power of two), with hi the given number of octaves above lo.
func newRuler(lo, hi float64, octaves, cells int) ruler {
	width := hi - lo
	r := ruler{origin: lo - width/(math.Exp2(float64(octaves))-1)}
	if math.IsInf(width, 0) || math.IsInf(r.origin, 0) {
		r.origin = lo
	}
	// The distance may be -0, whose pattern is the least of all.
	pattern := func(x float64) int64 { return max(0, int64(math.Float64bits(x-r.origin))) }
	// Where rounding moved the origin onto lo, the octaves below are cut off.
	last := pattern(hi)
	r.base = min(max(pattern(lo), last-int64(octaves+1)<<52), last)
	// An octave has a power of two of patterns and one more; that one must not
	// make every cell twice as wide.
	span := last - r.base
	span -= span >> 12
	r.shift = uint8(max(0, bits.Len64(uint64(span))-bits.Len(uint(cells))+1))
	r.top = int64(cells)<<r.shift - 1
	return r
}

// key returns a number from 0 to r.top; that of a NaN or an infinity is one of
// them.
func (r ruler) key(x float64) int64 {
	return min(max(int64(math.Float64bits(x-r.origin)), r.base)-r.base, r.top)
}

// cell returns a number from 0 to the number of cells less one.
func (r ruler) cell(x float64) int { return int(r.key(x) >> (r.shift & 63)) }

// bestRuler returns the first ruler whose cost is at most enough, or else that of
// least cost, for a sample of finite numbers. The candidates are the even one and
// some that leave out a part of the ends, where outliers may be, or crowd their
// cells at the low end.
func bestRuler(sample []float64, cells int, enough float64, cost func(ruler) float64) ruler {
	best := newRuler(slices.Min(sample), slices.Max(sample), 1, cells)
	least := cost(best)
	if least <= enough {
		return best
	}
	xs := slices.Clone(sample)
	slices.Sort(xs)
	for _, cut := range []int{0, len(xs) / 128, len(xs) / 16} {
		for _, octaves := range []int{1, 4, 16, 64} {
			r := newRuler(xs[cut], xs[len(xs)-1-cut], octaves, cells)
			if c := cost(r); c < least {
				best, least = r, c
			}
			if least <= enough {
				return best
			}
		}
	}
	return best
}

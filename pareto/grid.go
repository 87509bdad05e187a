package pareto

import "math"

// A grid drops rows by one look-up: all axes but the last are cut into buckets,
// and each cell knows the least value on the last axis among points that are
// in a lower bucket on every other axis. A row of the cell that is not below
// that is dominated.
//
// The buckets hold about equal parts of a sample, so that an outlier or a long
// tail costs no resolution where the points are. A row's bucket comes from its
// place on a fine even scale, which is monotone whatever the rounding; that is
// all that exactness needs.
type grid struct {
	axes  []axisSteps
	least []float64 // the last of the axes varies fastest
}

// An axisSteps maps the values of one axis to the offset of their bucket.
type axisSteps struct {
	lo, factor float64
	offset     [fine]int32
}

// fine is the number of steps of axisSteps.
const fine = 1024

// place returns the offset of x's bucket. Values outside them, and NaN, are
// in the first or the last one.
func (s *axisSteps) place(x float64) int32 {
	return s.offset[max(int64(min((x-s.lo)*s.factor, fine-1)), 0)&(fine-1)]
}

// newGrid returns a grid of the points, given how a sample's values spread, or
// nil if there is no even scale for an axis.
func (t tuning) newGrid(spread, points [][]float64) *grid {
	last := len(spread) - 1
	buckets := int(math.Pow(float64(t.grid), 1/float64(last)))
	buckets = min(buckets, fine/4)
	if buckets < 2 {
		return nil
	}
	g := &grid{axes: make([]axisSteps, last)}
	cells := 1
	for k := last - 1; k >= 0; k-- {
		sorted := spread[k]
		s := &g.axes[k]
		// What is in the worst tenth is dominated if anything is: it needs no
		// resolution, and long tails are there.
		s.lo = sorted[0]
		s.factor = (fine - 1) / (sorted[len(sorted)*9/10] - s.lo)
		if !(s.factor > 0 && s.factor <= math.MaxFloat64) {
			return nil
		}
		// A step belongs to the bucket of the share of the sample below it.
		at := 0
		for step := range s.offset {
			for at < len(sorted) && (sorted[at]-s.lo)*s.factor < float64(step) {
				at++
			}
			s.offset[step] = int32(min(at*buckets/len(sorted), buckets-1) * cells)
		}
		cells *= buckets
	}
	g.least = make([]float64, cells)
	for i := range g.least {
		g.least[i] = math.Inf(1)
	}
	for i, z := range points[last] {
		at := g.cell(points, int32(i))
		g.least[at] = min(g.least[at], z)
	}
	// From the least of each cell to the least of all lower ones, axis by axis.
	for stride := 1; stride < cells; stride *= buckets {
		for from := 0; from < cells; from += stride * buckets {
			for i := from; i < from+stride; i++ {
				below := math.Inf(1)
				for at := i; at < from+stride*buckets; at += stride {
					below, g.least[at] = min(below, g.least[at]), below
				}
			}
		}
	}
	return g
}

func (g *grid) cell(vals [][]float64, i int32) int32 {
	at := int32(0)
	for k := range g.axes {
		at += g.axes[k].place(vals[k][i])
	}
	return at
}

// sift leaves the rows that the grid does not drop.
func (g *grid) sift(vals [][]float64, alive []int32) []int32 {
	last := vals[len(vals)-1]
	k := 0
	if len(g.axes) == 2 {
		s, t, x, y := &g.axes[0], &g.axes[1], vals[0], vals[1]
		for _, i := range alive {
			alive[k] = i
			if !(last[i] >= g.least[s.place(x[i])+t.place(y[i])]) {
				k++
			}
		}
		return alive[:k]
	}
	for _, i := range alive {
		alive[k] = i
		if !(last[i] >= g.least[g.cell(vals, i)]) {
			k++
		}
	}
	return alive[:k]
}

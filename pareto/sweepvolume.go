package pareto

import "slices"

// sweepVolume returns the volume that points dominate on three axes; vals are
// their costs relative to the reference, below zero. From the best z to the worst
// it keeps the staircase of what was met in x and y, and its area. Every sum is of
// terms of one sign.
func (t tuning) sweepVolume(vals [][]float64) float64 {
	n := len(vals[0])
	xs, ys, zs := vals[0], vals[1], vals[2]
	// Ties on one axis are broken by the others, the best first, so that what the
	// order of the rows is changes no bit of the result.
	var ranks, order []int32
	inParallel(2, func(k int) {
		if k == 0 {
			byX := t.ascending(xs)
			untie([][]float64{xs, zs, ys}, byX)
			ranks = make([]int32, n)
			for rank, p := range byX {
				ranks[p] = int32(rank)
			}
		} else {
			order = t.ascending(zs)
			untie([][]float64{zs, xs, ys}, order)
		}
	})
	s := sweep{steps: make([]step, n), stairs: newStairs(n)}
	type point struct {
		at   [3]float64
		rank int32
	}
	var near [64]point
	for block := range slices.Chunk(order, len(near)) {
		// Fetched together, they do not wait for memory one by one.
		for i, p := range block {
			near[i] = point{[3]float64{-xs[p], -ys[p], -zs[p]}, ranks[p]}
		}
		for i := range block {
			s.add(near[i].rank, near[i].at)
		}
	}
	return s.volume + s.area*s.z
}

// A step is a point of a staircase, by its distances from the reference.
type step struct{ x, y float64 }

// A sweep adds up a volume from the best z to the worst.
type sweep struct {
	steps  []step  // by the rank of x, the best first
	stairs stairs  // ranks of the steps; from one to the next, y gets better
	area   float64 // that they dominate
	z      float64 // down to which the volume is taken
	volume float64
}

// add adds a point that comes after all of better z and, of equal x, has a larger
// rank than those before.
func (s *sweep) add(rank int32, p [3]float64) {
	x, y, z := p[0], p[1], p[2]
	low := 0.0 // up to which the steps of x as good reach
	if i := s.stairs.upTo(rank); i >= 0 {
		if low = s.steps[i].y; low >= y {
			return
		}
	}
	s.volume += s.area * (s.z - z)
	s.z = z
	// Between low and y, x has so far reached as far as the steps of worse x.
	reached, area := 0.0, 0.0
	for next := s.stairs.after(rank); next >= 0; next = s.stairs.after(next) {
		q := s.steps[next]
		if q.y > y {
			reached = q.x
			break
		}
		area += (x - q.x) * (q.y - low)
		low = q.y
		s.stairs.remove(next)
	}
	s.area += area + (x-reached)*(y-low)
	s.steps[rank] = step{x, y}
	s.stairs.add(rank)
}

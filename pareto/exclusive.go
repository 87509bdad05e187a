package pareto

import (
	"cmp"
	"slices"
	"sort"
)

// exclusiveVolume returns the volume that points dominate on four axes or more;
// vals are their costs relative to the reference, below zero. ok is false if that
// touches more than so many points.
func exclusiveVolume(vals [][]float64, work int64) (volume float64, ok bool) {
	n, d := len(vals[0]), len(vals)
	points := make([][]float64, n)
	cells := make([]float64, n*d)
	for i := range points {
		points[i] = cells[i*d : (i+1)*d : (i+1)*d]
		for k, v := range vals {
			points[i][k] = -v[i]
		}
	}
	b := boxes{left: work, levels: make([]level, d+1)}
	volume = b.volume(points, d)
	return volume, b.left >= 0
}

// boxes takes volumes of points that are given by their distances from the
// reference, along a recursion over the axes.
type boxes struct {
	left   int64 // points that may still be touched
	levels []level
	steps  []step
}

// A level is work space for one number of axes.
type level struct {
	cells    []float64
	cut, met [][]float64
}

// volume returns the volume that points dominate on the first d axes, four or
// more, and reorders the points. From the best value on the last axis to the worst
// it keeps the volume that the points so far dominate on the other axes, to which
// each adds what it has to itself there.
func (b *boxes) volume(points [][]float64, d int) float64 {
	slices.SortFunc(points, func(a, b []float64) int { return bestLast(a[:d], b[:d]) })
	area, volume, z := 0.0, 0.0, 0.0
	met := b.levels[d].met[:0]
	for _, p := range points {
		own := b.own(p, met, d-1)
		if b.left < 0 {
			return 0
		}
		if !(own > 0) {
			continue
		}
		volume += area * (z - p[d-1])
		z = p[d-1]
		area += own
		// On the other axes, what p covers matters no more.
		met = slices.DeleteFunc(met, func(q []float64) bool { return covers(p, q[:d-1]) })
		at := len(met)
		if d == 4 { // a sweep is next
			at = sort.Search(len(met), func(i int) bool { return bestLast(met[i][:3], p[:3]) > 0 })
		}
		met = slices.Insert(met, at, p)
	}
	b.levels[d].met = met
	return volume + area*z
}

// own returns the volume of what p dominates on the first d axes and none of the
// points met before does: its box less what they dominate within it, as if they
// were cut to the box.
func (b *boxes) own(p []float64, met [][]float64, d int) float64 {
	b.left -= int64(len(met)) + 1
	for _, q := range met {
		if covers(q, p[:d]) {
			return 0
		}
	}
	box := 1.0
	for _, v := range p[:d] {
		box *= v
	}
	if d == 3 {
		return max(0, box-b.sweepVolume(p, met))
	}
	l := &b.levels[d]
	cells, cut := slices.Grow(l.cells[:0], len(met)*d), l.cut[:0]
next:
	for _, q := range met {
		at := len(cells)
		for k, v := range p[:d] {
			cells = append(cells, min(v, q[k]))
		}
		r := cells[at:len(cells):len(cells)]
		// Of what is cut to a box little is left on the front.
		for i, o := range cut {
			b.left--
			if covers(o, r) {
				cells = cells[:at]
				cut[0], cut[i] = o, cut[0]
				continue next
			}
		}
		cut = append(slices.DeleteFunc(cut, func(o []float64) bool { return covers(r, o) }), r)
	}
	l.cells, l.cut = cells, cut
	if b.left < 0 {
		return 0
	}
	return max(0, box-b.volume(cut, d))
}

// sweepVolume is tuning.sweepVolume for points that are cut to the box of p; they
// come by their third coordinate, the best first. The staircase is a list, as it
// is short.
func (b *boxes) sweepVolume(p []float64, met [][]float64) float64 {
	steps := b.steps[:0] // x falling, y rising
	area, volume, z := 0.0, 0.0, 0.0
	for _, q := range met {
		x, y, down := min(p[0], q[0]), min(p[1], q[1]), min(p[2], q[2])
		// The steps of no worse x are before at; what is left of y is above low.
		at := sort.Search(len(steps), func(i int) bool { return steps[i].x < x })
		low := 0.0
		if at > 0 {
			if low = steps[at-1].y; low >= y {
				continue
			}
		}
		volume += area * (z - down)
		z = down
		end, reached, more := at, 0.0, 0.0
		for ; end < len(steps); end++ {
			s := steps[end]
			if s.y > y {
				reached = s.x
				break
			}
			more += (x - s.x) * (s.y - low)
			low = s.y
		}
		area += more + (x-reached)*(y-low)
		if at > 0 && steps[at-1].x == x {
			at--
		}
		steps = slices.Replace(steps, at, end, step{x, y})
		if x == p[0] && y == p[1] {
			break // no more can be added
		}
	}
	b.steps = steps
	return volume + area*z
}

// bestLast orders points from best to worst by their last coordinate, of equal
// ones by that before it, and so on. What dominates a point comes before it.
func bestLast(a, b []float64) int {
	for k, v := range slices.Backward(a) {
		if v != b[k] {
			return cmp.Compare(b[k], v)
		}
	}
	return 0
}

// covers reports whether a is nowhere below b, where b has a coordinate.
func covers(a, b []float64) bool {
	for k, v := range b {
		if a[k] < v {
			return false
		}
	}
	return true
}

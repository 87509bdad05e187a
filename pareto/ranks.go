package pareto

import (
	"math"
	"slices"
	"sort"
)

// Ranks returns the layer of every row of the columns: 0 for the rows that
// nothing dominates, 1 for those that nothing dominates once layer 0 is taken
// away, and so on; -1 for rows that do not take part or are no points. A row's
// layer is the length of the longest chain of rows that dominate each other and
// end in it (non-dominated sorting: Goldberg, 1989; Deb et al., IEEE TEC 6(2),
// 2002). Equal points share a layer.
//
// Among n points O(n log n) time for one and two axes, for d more
// O(n log^(d-1) n) by divide and conquer. Memory is O(n).
func Ranks(s Set) []int { return tuned().layers(s) }

func (t tuning) layers(s Set) []int {
	s.must()
	rows := t.sift(s.all(), sieve{})
	vals := s.turned(t, rows)
	var layers []int32
	switch len(vals) {
	case 1:
		layers = ranked(vals[0], t.ascending(vals[0]))
	case 2:
		layers = t.layers2(vals)
	default:
		layers = t.divideLayers(vals)
	}
	ranks := make([]int, len(s.Columns[0]))
	for i := range ranks {
		ranks[i] = -1
	}
	for i, r := range rows {
		ranks[r] = int(layers[i])
	}
	return ranks
}

// layers2 returns the layers of points on two axes. In lexicographic order each
// point is compared with the least y of every layer so far, which get no better
// from layer to layer: its own is the first that does not dominate it.
func (t tuning) layers2(vals [][]float64) []int32 {
	order := t.ascending(vals[0])
	untie(vals, order)
	layers := make([]int32, len(order))
	var least []float64 // by layer
	for i, p := range order {
		if i > 0 && equalOn(vals, order[i-1], p) {
			layers[p] = layers[order[i-1]]
			continue
		}
		y := vals[1][p]
		at := sort.Search(len(least), func(i int) bool { return least[i] > y })
		if at == len(least) {
			least = append(least, y)
		}
		least[at] = y
		layers[p] = int32(at)
	}
	return layers
}

// divideLayers returns the layers of points on three or more axes.
func (t tuning) divideLayers(vals [][]float64) []int32 {
	v, points, same := t.newDivision(vals)
	v.layer = make([]int32, len(points))
	v.solve(0, len(points), &scratch{})
	layers := make([]int32, len(same))
	for number, p := range points {
		layers[p] = v.layer[number]
	}
	for p, q := range same {
		layers[p] = layers[q]
	}
	return layers
}

// climb raises the layers of the points that may be dominated in a pairing on the
// axes 1 and 2. The order of the list is that of axis 1, so that a point's layer
// is above the greatest layer among the points before it that are not above it on
// axis 2. A tree of least ranks over the layers, the greatest first, finds that
// (Fenwick, Software 24(3), 1994), in O(n log n).
func (v *division) climb(p pairing, s *scratch) {
	ranks := v.ranks[2]
	lo, hi := int32(math.MaxInt32), int32(-1)
	for _, e := range p.entries {
		if e&1 == 0 {
			lo, hi = min(lo, v.layer[e>>1]), max(hi, v.layer[e>>1])
		}
	}
	size := int(hi-lo) + 1
	// A tree between two calls is full of the largest number.
	for len(s.least) <= size {
		s.least = slices.Grow(s.least, size+1-len(s.least))
		for range size + 1 - len(s.least) {
			s.least = append(s.least, math.MaxInt32)
		}
	}
	tree := s.least[:size+1]
	top := 1
	for 2*top <= size {
		top *= 2
	}
	for _, e := range p.entries {
		number := e >> 1
		r := ranks[number]
		if e&1 == 0 {
			for i := int(hi-v.layer[number]) + 1; i <= size && tree[i] > r; i += i & -i {
				tree[i] = r
			}
			continue
		}
		at := 0 // how many of the greatest layers have nothing up to r
		for step := top; step > 0; step /= 2 {
			if at+step <= size && tree[at+step] > r {
				at += step
			}
		}
		if at < size {
			v.layer[number] = max(v.layer[number], hi-int32(at)+1)
		}
	}
	for _, e := range p.entries {
		if e&1 == 0 {
			for i := int(hi-v.layer[e>>1]) + 1; i <= size && tree[i] != math.MaxInt32; i += i & -i {
				tree[i] = math.MaxInt32
			}
		}
	}
}

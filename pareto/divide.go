package pareto

import (
	"math"
	"runtime"
	"slices"
)

// A division finds what is dominated, or the layers, among distinct points on
// three or more axes by divide and conquer: Kung, Luccio and Preparata (JACM
// 22(4), 1975) for the frontier; Jensen (IEEE TEC 7(5), 2003) with the
// corrections of Fortin, Grenier and Parizeau (GECCO 2013) for ties in layers.
//
// Values are replaced by ranks, once. Points are numbered by their rank on the
// second axis and, where they tie there, by their place in lexicographic order,
// so that a point's number is above those of all points that dominate it. Lists
// are kept in ascending order and only ever split, never sorted.
type division struct {
	t     tuning
	crew  crew
	place []int32   // by number: the place in lexicographic order
	ranks [][]int32 // by axis, then by number; nil for the first two axes
	pairs packed    // the same ranks, to compare single points
	dead  []uint8   // by number: 1 if dominated
	layer []int32   // by number; nil where only the frontier is asked for
}

// newDivision returns the division of points, the point that each number
// stands for, and for every point the one of equal points that has a number.
func (t tuning) newDivision(vals [][]float64) (v *division, points, same []int32) {
	n, d := len(vals[0]), len(vals)
	ranks := make([][]int32, d)
	var order, second []int32
	t.eachOf(n, d, func(k int) {
		by := t.ascending(vals[k])
		switch k {
		case 0:
			untie(vals, by)
			order = by
			return
		case 1:
			second = by
		}
		ranks[k] = ranked(vals[k], by)
	})
	same = make([]int32, n)
	place := make([]int32, n)
	distinct := int32(0)
	for i, p := range order {
		if i > 0 && equalOn(vals, order[i-1], p) {
			same[p] = same[order[i-1]]
			continue
		}
		same[p], place[p] = p, distinct
		distinct++
	}
	points = make([]int32, 0, distinct)
	for i := 0; i < n; {
		from := len(points)
		r := ranks[1][second[i]]
		for ; i < n && ranks[1][second[i]] == r; i++ {
			if p := second[i]; same[p] == p {
				points = append(points, p)
			}
		}
		if len(points)-from > 1 {
			slices.SortFunc(points[from:], func(a, b int32) int { return int(place[a] - place[b]) })
		}
	}
	v = &division{t: t, crew: newCrew(runtime.GOMAXPROCS(0)), place: make([]int32, distinct), ranks: make([][]int32, d)}
	t.eachOf(n, d, func(k int) {
		switch k {
		case 0:
			for number, p := range points {
				v.place[number] = place[p]
			}
		case 1:
		default:
			v.ranks[k] = make([]int32, distinct)
			for number, p := range points {
				v.ranks[k][number] = ranks[k][p]
			}
		}
	})
	v.pairs = pack(v.ranks[2:], int(distinct))
	return v, points, same
}

// divideFront tells which points another one dominates.
func (t tuning) divideFront(vals [][]float64) []bool {
	v, points, same := t.newDivision(vals)
	v.dead = make([]uint8, len(points))
	v.solve(0, len(points), &scratch{})
	dominated := make([]bool, len(same))
	for number, p := range points {
		dominated[p] = v.dead[number] != 0
	}
	for p, q := range same {
		dominated[p] = dominated[q]
	}
	return dominated
}

// solve solves all points, whose places are from lo to below hi.
func (v *division) solve(lo, hi int, s *scratch) {
	defer s.release(s.mark())
	all := s.take(len(v.place))
	for i := range all {
		all[i] = int32(i)
	}
	v.alone(all, lo, hi, s)
}

// alone solves a list of points whose places are from lo to below hi.
func (v *division) alone(list []int32, lo, hi int, s *scratch) {
	if len(list) <= 2*v.t.leaf+1 {
		v.aloneByPairs(list)
		return
	}
	if len(list) <= v.t.near && 4*len(list) <= len(v.place) {
		v.aloneNear(list, lo, hi, s)
		return
	}
	defer s.release(s.mark())
	mid := lo + (hi-lo)/2
	low, high := s.take(len(list)), s.take(len(list))
	nl, nh := 0, 0
	for _, p := range list {
		is := isBelow(v.place[p], int32(mid))
		low[nl], high[nh] = p, p
		nl += is
		nh += 1 - is
	}
	low, high = low[:nl], high[:nh]
	if v.layer != nil {
		v.alone(low, lo, mid, s)
		v.across(v.sided(list, mid, s), len(v.ranks)-1, s)
		v.alone(high, mid, hi, s)
		return
	}
	if len(list) >= v.t.fork {
		wait := v.crew.fork(func() { v.alone(low, lo, mid, &scratch{}) })
		v.alone(high, mid, hi, s)
		wait()
	} else {
		v.alone(low, lo, mid, s)
		v.alone(high, mid, hi, s)
	}
	v.across(v.sided(list, mid, s), len(v.ranks)-1, s)
}

// aloneNear solves a list as a division of its own, with its points side by
// side in memory. The points of a list are spread over all memory otherwise, and
// waiting for it would be most of the work.
func (v *division) aloneNear(list []int32, lo, hi int, s *scratch) {
	near := &division{t: v.t, crew: v.crew, place: chosen(v.place, list), ranks: make([][]int32, len(v.ranks))}
	for k, ranks := range v.ranks {
		if ranks != nil {
			near.ranks[k] = chosen(ranks, list)
		}
	}
	near.pairs = packed{free: v.pairs.free, first: chosen(v.pairs.first, list)}
	for _, words := range v.pairs.rest {
		near.pairs.rest = append(near.pairs.rest, chosen(words, list))
	}
	if v.layer != nil {
		near.layer = chosen(v.layer, list)
	} else {
		near.dead = chosen(v.dead, list)
	}
	near.solve(lo, hi, s)
	for i, p := range list {
		if v.layer != nil {
			v.layer[p] = near.layer[i]
		} else {
			v.dead[p] = near.dead[i]
		}
	}
}

// chosen returns the elements of from at the positions of the list.
func chosen[T any](from []T, list []int32) []T {
	to := make([]T, len(list))
	for i, p := range list {
		to[i] = from[p]
	}
	return to
}

// isBelow returns 1 if a < b, else 0, for ranks.
func isBelow(a, b int32) int { return int(uint32(a-b) >> 31) }

// A pairing is a list of points of two sides, in ascending order. The lowest bit
// of an entry tells the side, the others are the point's number: 0 for a point
// that may dominate, 1 for one that may be dominated. On all axes that are not
// named beside a pairing, the former are as good as the latter or better.
type pairing struct {
	entries []int32
	above   int // number of points that may dominate
}

// sided returns the pairing of a list's points with a place below mid with the
// others, without those that are dead.
func (v *division) sided(list []int32, mid int, s *scratch) pairing {
	entries := s.take(len(list))
	n, above := 0, 0
	for _, p := range list {
		is := isBelow(v.place[p], int32(mid))
		entries[n] = p<<1 | int32(1-is)
		if v.layer == nil {
			alive := int(1 - v.dead[p])
			n += alive
			above += is & alive
			continue
		}
		n++
		above += is
	}
	return pairing{entries[:n], above}
}

// across applies what one side of a pairing does to the other, on the axes 1 to
// top. It returns how many points died.
func (v *division) across(p pairing, top int, s *scratch) int {
	above, below := p.above, len(p.entries)-p.above
	if above == 0 || below == 0 {
		return 0
	}
	if top == 2 {
		return v.acrossTwo(p, s)
	}
	if above*below <= v.t.leaf*(above+below) || above == 1 || below == 1 {
		return v.acrossByPairs(p, s)
	}
	ranks := v.ranks[top]
	const most = math.MaxInt32
	from, aboveTo := int32(most), int32(0) // ranks of the points above
	belowFrom, to := int32(most), int32(0) // and of those below
	for _, e := range p.entries {
		r, side := ranks[e>>1], -(e & 1)
		from, aboveTo = min(from, r|side&most), max(aboveTo, r&^side)
		belowFrom, to = min(belowFrom, r|^side&most), max(to, r&side)
	}
	switch {
	case aboveTo <= belowFrom:
		return v.across(p, top-1, s)
	case from > to:
		return 0
	}
	defer s.release(s.mark())
	if from == to { // of both sides only those with this rank matter
		ties := pairing{entries: s.take(len(p.entries))[:0]}
		for _, e := range p.entries {
			if ranks[e>>1] == from {
				ties.entries = append(ties.entries, e)
				ties.above += int(1 - e&1)
			}
		}
		return v.across(ties, top-1, s)
	}
	mid := from + (to-from+1)/2
	n := len(p.entries)
	low, high, cross := s.take(n), s.take(n), s.take(n)
	nl, nh, nc, lowAbove := 0, 0, 0, 0
	for _, e := range p.entries {
		is, side := isBelow(ranks[e>>1], mid), int(e&1)
		low[nl], high[nh], cross[nc] = e, e, e
		nl += is
		nh += 1 - is
		nc += is ^ side
		lowAbove += is &^ side
	}
	lower := pairing{low[:nl], lowAbove}
	higher := pairing{high[:nh], above - lowAbove}
	died := v.across(pairing{cross[:nc], lowAbove}, top-1, s)
	if died > 0 && v.layer == nil {
		left := higher.entries[:0]
		for _, e := range higher.entries {
			if e&1 == 0 || v.dead[e>>1] == 0 {
				left = append(left, e)
			}
		}
		higher.entries = left
	}
	if n >= v.t.fork {
		other := 0
		wait := v.crew.fork(func() { other = v.across(lower, top, &scratch{}) })
		died += v.across(higher, top, s)
		wait()
		return died + other
	}
	return died + v.across(lower, top, s) + v.across(higher, top, s)
}

// acrossTwo applies a pairing on the axes 1 and 2. The order of the list is that
// of axis 1.
func (v *division) acrossTwo(p pairing, s *scratch) int {
	ranks := v.ranks[2]
	if v.layer != nil {
		v.climb(p, s)
		return 0
	}
	least := int32(math.MaxInt32)
	died := 0
	for _, e := range p.entries {
		r, side := ranks[e>>1], e&1
		hit := isBelow(least-1, r) & int(side)
		v.dead[e>>1] |= uint8(hit)
		died += hit
		// All bits set for a point that cannot dominate.
		least = min(least, r|(-side&math.MaxInt32))
	}
	return died
}

// aloneByPairs solves a short list by comparing all pairs.
func (v *division) aloneByPairs(list []int32) {
	for j, q := range list {
		place := v.place[q]
		for _, p := range list[:j] {
			if v.place[p] < place && v.pairs.noWorse(p, q) {
				v.hit(p, q)
			}
		}
	}
}

// acrossByPairs is across by comparing all pairs. It looks at all axes, as the
// others agree anyway.
func (v *division) acrossByPairs(p pairing, s *scratch) int {
	defer s.release(s.mark())
	above := s.take(p.above)[:0]
	words := s.words[:0]
	free, first := v.pairs.free, v.pairs.first
	died := 0
	for _, e := range p.entries {
		number := e >> 1
		if e&1 == 0 {
			above = append(above, number)
			words = append(words, first[number])
			continue
		}
		lent := first[number] | free
		for i, w := range words {
			if (lent-w)&free != free || !v.pairs.restNoWorse(above[i], number) {
				continue
			}
			v.hit(above[i], number)
			died++
			if v.layer == nil {
				break
			}
		}
	}
	s.words = words
	return died
}

// hit records that p dominates q.
func (v *division) hit(p, q int32) {
	if v.layer == nil {
		v.dead[q] = 1
		return
	}
	v.layer[q] = max(v.layer[q], v.layer[p]+1)
}

// A scratch is a stack of work space.
type scratch struct {
	chunks   [][]int32
	at, used int
	least    []int32  // of climb
	words    []uint64 // of acrossByPairs
}

// take returns work space of n numbers, with any content.
func (s *scratch) take(n int) []int32 {
	for s.at < len(s.chunks) {
		if chunk := s.chunks[s.at]; s.used+n <= len(chunk) {
			s.used += n
			return chunk[s.used-n : s.used : s.used]
		}
		s.at++
		s.used = 0
	}
	size := 1 << 12
	if last := len(s.chunks) - 1; last >= 0 {
		size = 2 * len(s.chunks[last])
	}
	s.chunks = append(s.chunks, make([]int32, max(n, size)))
	s.used = n
	return s.chunks[s.at][:n:n]
}

// mark returns how much is taken, for release to return to.
func (s *scratch) mark() [2]int { return [2]int{s.at, s.used} }

func (s *scratch) release(mark [2]int) { s.at, s.used = mark[0], mark[1] }

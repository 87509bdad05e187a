package pareto

import (
	"cmp"
	"math/bits"
	"slices"
)

const (
	fewPoints  = 16 // are sorted by insertion
	overfull   = 4  // times the size of a leaf: it is divided again
	deepest    = 4  // divisions within each other, after which points are compared
	binsPerOne = 1  // bins of a leaf for each of its points, at least
)

// A sorter finds the frontiers of leaves, which are lists short enough for a
// cache: it puts points into about as many bins as there are points, in the
// order of x, sorts what little is left by insertion, and scans. Its arrays
// serve leaf after leaf.
type sorter[R rowID] struct {
	sense
	leaf    int     // points that a leaf should have
	restore float64 // what costs of the result are multiplied by
	ties    bool    // two points of a result were equal

	spare cloud[R]
	bin   []uint32 // of each point
	count []uint32 // of each bin, later where its points begin
}

// front replaces the points of c, any finite ones, by their frontier together
// with a point of cost best at a better x, and returns how many are left. They
// are sorted, at the start of c, or at its end if x is falling.
//
// The points' keys on the ruler start at first and span the given number of
// bits. Equal points keep their order.
func (s *sorter[R]) front(c cloud[R], r ruler, first int64, span int, best float64, depth int) int {
	n := c.len()
	if n > overfull*s.leaf {
		return s.divide(c, best, depth)
	}
	if s.spare.len() < n {
		s.spare = newCloud[R](n + n/8)
		s.bin = make([]uint32, n+n/8)
	}
	sorted := s.spare.slice(0, n)
	if n <= fewPoints {
		sorted.copyFrom(c)
		s.insert(sorted)
	} else {
		s.spread(sorted, c, r, first, span)
	}
	kept, ties := scan(s.sense, c, sorted, best, s.restore)
	s.ties = s.ties || ties
	return kept
}

// spread sorts c into dst.
func (s *sorter[R]) spread(dst, c cloud[R], r ruler, first int64, span int) {
	n := c.len()
	wide := bits.Len(uint(n*binsPerOne - 1))
	if bins := 1 << wide; len(s.count) < bins {
		s.count = make([]uint32, bins)
	}
	count, bin := s.count[:1<<wide], s.bin[:n]
	clear(count)
	countBins(r, c.x, first, max(0, span-wide), bin, count)
	if startBins(count) <= fewPoints {
		fillBins(bin, count, c, dst)
		s.insert(dst)
		return
	}
	fillBins(bin, count, c, dst)
	// Points crowd in some bins. Insertion sorts what lies between these.
	from, sorted := 0, 0
	for _, end := range count { // each has moved on to where its bin ends
		to := int(end)
		if to-from > fewPoints {
			s.insert(dst.slice(sorted, from))
			s.compare(dst.slice(from, to))
			sorted = to
		}
		from = to
	}
	s.insert(dst.slice(sorted, n))
}

// countBins writes down the bin of each x and how many there are in each bin.
func countBins(r ruler, xs []float64, first int64, shift int, bin, count []uint32) {
	bin = bin[:len(xs)]
	for i, x := range xs {
		b := uint32((r.key(x)-first)>>(shift&63)) & uint32(len(count)-1)
		bin[i] = b
		count[b]++
	}
}

// startBins turns counts into where each bin starts, and returns the largest.
func startBins(count []uint32) (most uint32) {
	var sum uint32
	for b, k := range count {
		count[b] = sum
		sum += k
		most = max(most, k)
	}
	return most
}

// fillBins moves points into their bins. Then each start has become an end.
func fillBins[R rowID](bin, start []uint32, c, dst cloud[R]) {
	n := len(bin)
	xs, ys, rows := c.x[:n], c.y[:n], c.row[:n]
	dx, dy, dr := dst.x[:n], dst.y[:n], dst.row[:n]
	for i, b := range bin {
		at := start[b]
		start[b] = at + 1
		dx[at], dy[at], dr[at] = xs[i], ys[i], rows[i]
	}
}

// insert sorts by insertion, which is stable.
func (s *sorter[R]) insert(c cloud[R]) { insert(s.sense, c) }

func insert[R rowID](s sense, c cloud[R]) {
	n := c.len()
	xs, ys, rows := c.x, c.y[:n], c.row[:n]
	for i := 1; i < n; i++ {
		x := xs[i]
		if x > xs[i-1] {
			continue
		}
		y, row := ys[i], rows[i]
		j := i
		for j > 0 && s.before(x, y, xs[j-1], ys[j-1]) {
			xs[j], ys[j], rows[j] = xs[j-1], ys[j-1], rows[j-1]
			j--
		}
		xs[j], ys[j], rows[j] = x, y, row
	}
}

// compare sorts by comparisons; equal points get into the order of rows. Where
// all have one x, all but the best cost may end in any order, since a scan
// passes them over.
func (s *sorter[R]) compare(c cloud[R]) {
	n := c.len()
	if slices.Min(c.x) == slices.Max(c.x) {
		best := slices.Min(c.y)
		if s.falling {
			w := n
			for i := n - 1; i >= 0; i-- {
				if c.y[i] == best {
					w--
					c.swap(i, w)
				}
			}
			return
		}
		w := 0
		for i, y := range c.y {
			if y == best {
				c.swap(i, w)
				w++
			}
		}
		return
	}
	type point struct {
		x, y float64
		row  R
	}
	points := make([]point, n)
	for i := range points {
		points[i] = point{c.x[i], c.y[i], c.row[i]}
	}
	slices.SortFunc(points, func(a, b point) int {
		switch {
		case s.before(a.x, a.y, b.x, b.y):
			return -1
		case s.before(b.x, b.y, a.x, a.y):
			return 1
		}
		return cmp.Compare(a.row, b.row)
	})
	for i, p := range points {
		c.x[i], c.y[i], c.row[i] = p.x, p.y, p.row
	}
}

// divide is front for a list that is too long for a leaf.
func (s *sorter[R]) divide(c cloud[R], best float64, depth int) int {
	n := c.len()
	if depth >= deepest || slices.Min(c.x) == slices.Max(c.x) {
		s.compare(c)
		kept, ties := scan(s.sense, c, c, best, s.restore)
		s.ties = s.ties || ties
		return kept
	}
	all := newCloud[R](n)
	all.copyFrom(c)
	d := ranges[R]{sense: s.sense, from: source[R]{x: all.x, y: all.y, sign: 1, ids: all.row}}
	d.plan(s.leaf, 1)
	d.count()
	d.scatter(c)
	kept := make([]int, len(d.ends))
	for b := range kept {
		kept[b] = s.front(c.slice(d.start(b), d.ends[b]), d.ruler, int64(b)<<d.shift, int(d.shift), min(best, d.before[b]), depth+1)
	}
	return d.close(c, kept)
}

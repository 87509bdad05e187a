package pareto

import (
	"math"
	"math/bits"
	"slices"
	"sync/atomic"
)

// NewFront returns the frontier of p under the rule.
//
// It looks at a sample. Where few points are on the frontier it makes one pass
// over the columns that drops what the sample beats, and sorts the few that are
// left: O(n) time, and memory for the frontier. Where most may be on it, it
// distributes them by ranges of x and sorts range by range: O(n) time, and
// memory for the result, 24 bytes or less per point; O(n log n) where x crowd
// on so many scales that a range has to be sorted by comparisons. Large inputs
// are shared among all processors, whose number does not change the result.
func NewFront(p Points, rule Rule) *Front { return newFront(p, rule, tunedFront()) }

func newFront(p Points, rule Rule, t frontTuning) *Front {
	mustDirections(p.XDir, p.YDir)
	if len(p.X) != len(p.Y) {
		panic("pareto: columns differ in length")
	}
	s := newSense(p.XDir, p.YDir, rule)
	from := source[int]{x: p.X, y: p.Y, sign: s.sign, rows: p.Rows}
	n := from.len()
	f := &Front{XDir: p.XDir, YDir: p.YDir}
	if n < t.few {
		c, ties, ok := frontOfFew(s, from, s.sign)
		if !ok {
			c, ties = frontOf(s, from, t.alone(), s.sign, cloud[int]{})
		}
		f.X, f.Y, f.wide = positions(c, ties)
		return f
	}
	probe := newScreen(s, t)
	probe.cells = min(t.cells, 1<<bits.Len(uint(n/8)))
	share := probe.sift(from.sample(min(t.sample, n/16)), cloud[int]{})
	switch {
	case share <= 0.5:
		c, ties := frontThrough(probe, from)
		f.X, f.Y, f.wide = positions(c, ties)
	case n <= math.MaxInt32:
		c, ties := frontOf(s, source[int32]{x: p.X, y: p.Y, sign: s.sign, rows: p.Rows}, t, s.sign, cloud[int32]{})
		f.X, f.Y, f.narrow = positions(c, ties)
	default:
		c, ties := frontOf(s, from, t, s.sign, cloud[int]{})
		f.X, f.Y, f.wide = positions(c, ties)
	}
	return f
}

// frontThrough returns the frontier of a source by way of screens like the one
// given, and whether any two points are equal.
func frontThrough(s *screen, from source[int]) (c cloud[int], ties bool) {
	n := from.len()
	screens := make([]*screen, s.t.workers(n))
	screens[0] = s
	for i := range screens[1:] {
		screens[i+1] = s.another()
	}
	inParallel(len(screens), func(w int) {
		lo, hi := share(n, w, len(screens))
		screens[w].add(from, lo, hi, 0)
	})
	var left cloud[int]
	for _, s := range screens {
		left.addAll(s.held)
	}
	return frontOf(s.sense, source[int]{x: left.x, y: left.y, sign: 1, ids: left.row}, s.t, s.sign, cloud[int]{})
}

// positions returns the coordinates of the positions of a frontier, and their
// members. It takes the columns of c over.
func positions[R rowID](c cloud[R], ties bool) (x, y []float64, m members[R]) {
	if !ties {
		return fitted(c.x), fitted(c.y), members[R]{rows: fitted(c.row)}
	}
	n := 1
	for i := 1; i < c.len(); i++ {
		if c.x[i] != c.x[i-1] || c.y[i] != c.y[i-1] {
			n++
		}
	}
	start := make([]R, 0, n)
	for from, to := 0, 0; from < c.len(); from = to {
		for to = from + 1; to < c.len() && c.x[to] == c.x[from] && c.y[to] == c.y[from]; to++ {
		}
		first := from // -0 equals 0: the lowest row says which it is
		if rows := c.row[from:to]; !slices.IsSorted(rows) {
			first += slices.Index(rows, slices.Min(rows))
			slices.Sort(rows)
		}
		k := len(start)
		c.x[k], c.y[k] = c.x[first], c.y[first]
		start = append(start, R(from))
	}
	return fitted(c.x[:n]), fitted(c.y[:n]), members[R]{fitted(c.row), start}
}

// fitted returns s, or a copy where the array behind s is much too long for it.
func fitted[E any](s []E) []E {
	if cap(s) < 2*len(s)+16 {
		return slices.Clip(s)
	}
	return append(make([]E, 0, len(s)), s...)
}

// frontOf returns the frontier of a source, sorted by x, its costs multiplied
// by restore, and whether any two points are equal. Equal points are in the
// source's order or that of rows. The result is in the arrays of dst if they are
// long enough for all points of the source, which must not be in them.
//
// It takes O(n) time where x is spread somewhat evenly on a linear or a
// logarithmic scale, and then no memory beyond the result but a leaf per worker;
// O(n log n) time and O(n) memory at worst.
func frontOf[R rowID](s sense, from source[R], t frontTuning, restore float64, dst cloud[R]) (c cloud[R], ties bool) {
	n := from.len()
	if n <= 2*t.leaf {
		return frontOfLeaf(s, from, t, restore, dst)
	}
	workers := t.workers(n)
	d := ranges[R]{sense: s, from: from}
	d.plan(t.leaf, workers)
	c = dst.room(d.count())
	d.scatter(c)

	kept := make([]int, len(d.ends))
	tied := make([]bool, workers)
	var next atomic.Int64
	inParallel(workers, func(w int) {
		s := sorter[R]{sense: s, leaf: t.leaf, restore: restore}
		for {
			b := int(next.Add(1)) - 1
			if b >= len(kept) {
				break
			}
			kept[b] = s.front(c.slice(d.start(b), d.ends[b]), d.ruler, int64(b)<<d.shift, int(d.shift), d.before[b], 0)
		}
		tied[w] = s.ties
	})
	return c.best(s, d.close(c, kept)), slices.Contains(tied, true)
}

// frontOfLeaf is frontOf for a source that need not be divided.
func frontOfLeaf[R rowID](s sense, from source[R], t frontTuning, restore float64, dst cloud[R]) (c cloud[R], ties bool) {
	c = dst.room(from.len())
	var buf sourceBuffer
	n, lo, hi := 0, math.Inf(1), math.Inf(-1)
	for at := 0; at < from.len(); at += sourceBlock {
		end := min(at+sourceBlock, from.len())
		xs, ys := from.block(at, end, &buf)
		first := n
		from.number(at, end, c.row[first:])
		ys = ys[:len(xs)]
		for i, x := range xs {
			cost := ys[i] * from.sign
			if !isPoint(x, cost) {
				continue
			}
			c.x[n], c.y[n], c.row[n] = x, cost, c.row[first+i]
			n++
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	c = c.slice(0, n)
	if n == 0 {
		return c, false
	}
	r := newRuler(lo, hi, 1, 1)
	one := sorter[R]{sense: s, leaf: t.leaf, restore: restore}
	return c.best(s, one.front(c, r, 0, int(r.shift), math.Inf(1), 0)), one.ties
}

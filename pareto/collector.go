package pareto

import (
	"math"
	"slices"
)

// A Collector finds the frontier of points that come in batches and need not fit
// in memory. Its frontier is that of NewFront for all points together, whatever
// the batches, their order, and the order in which collectors are merged.
//
// Rows are numbered by the caller across all batches. A row that is added twice
// is two members.
//
// A collector remembers coordinates and numbers only. A caller that needs more
// of a row, its name say, keeps that for the rows that Add returns, which are
// few where few are on the frontier; and whenever it holds twice as many as
// after the last time, it drops those that are not among Rows. So it needs memory
// for the frontier only, too.
//
// It takes memory for some multiple of the frontier and, by amortisation, time
// O(1) per point where NewFront does. It is not safe for concurrent use: let
// each goroutine have one, and merge them.
type Collector struct {
	xd, yd Direction
	rule   Rule
	s      *screen
}

// NewCollector returns a collector without points.
func NewCollector(xd, yd Direction, rule Rule) *Collector {
	return newCollector(xd, yd, rule, tunedFront())
}

func newCollector(xd, yd Direction, rule Rule, t frontTuning) *Collector {
	mustDirections(xd, yd)
	c := &Collector{xd: xd, yd: yd, rule: rule, s: newScreen(newSense(xd, yd, rule), t)}
	c.s.telling = true
	return c
}

// Add takes in a batch of points, rows first, first+1 and so on. It returns the
// rows among them that may be on the frontier, ascending: all that are, and some
// that are not. The columns are not used afterwards.
func (c *Collector) Add(x, y []float64, first int) []int {
	return c.add(source[int]{x: x, y: y}, first)
}

// AddRows is Add for points that are numbered in any way: the i-th is rows[i].
// It returns rows in the order of the batch.
func (c *Collector) AddRows(x, y []float64, rows []int) []int {
	if len(rows) != len(x) {
		panic("pareto: columns and rows differ in length")
	}
	return c.add(source[int]{x: x, y: y, ids: rows}, 0)
}

func (c *Collector) add(from source[int], first int) []int {
	if len(from.x) != len(from.y) {
		panic("pareto: columns differ in length")
	}
	from.sign = c.s.sign
	c.s.told = nil
	c.s.add(from, 0, from.len(), first)
	return c.s.told
}

// Merge takes in the points of another collector, which has the same directions
// and rule and is not changed.
func (c *Collector) Merge(o *Collector) {
	if c.xd != o.xd || c.yd != o.yd || c.rule != o.rule {
		panic("pareto: collectors of different directions or rules")
	}
	if c == o {
		panic("pareto: a collector merged into itself")
	}
	c.s.held.addAll(o.s.held)
	c.s.seen += o.s.held.len()
	if c.s.held.len() >= c.s.most {
		c.s.settle()
	}
}

// Rows returns the rows of the frontier of all points so far, ascending.
// It takes O(n log n) time for a frontier of n points.
func (c *Collector) Rows() []int {
	c.s.settle()
	rows := slices.Clone(c.s.held.row)
	slices.Sort(rows)
	return rows
}

// Front returns the frontier of all points so far. More can be added afterwards,
// which does not change it. It takes O(n) time for a frontier of n points.
func (c *Collector) Front() *Front {
	c.s.settle()
	f := &Front{XDir: c.xd, YDir: c.yd}
	on := newCloud[int](c.s.held.len())
	_, ties := scan(c.s.sense, on, c.s.held, math.Inf(1), c.s.sign)
	f.X, f.Y, f.wide = positions(on, ties)
	return f
}

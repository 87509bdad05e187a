package pareto

import (
	"math"
	"slices"
	"sort"
)

// Points is a set of rows on two axes.
type Points struct {
	// X and Y are the columns, of equal length, in any unit.
	X, Y []float64
	// XDir and YDir say what is better on each axis.
	XDir, YDir Direction
	// Rows are the rows that take part, in any order; nil means all of them.
	Rows []int
}

// A Rule decides which points are on a frontier.
type Rule int8

// The two rules. They differ only where points tie.
const (
	// Strict is the set of non-dominated points. Equal coordinates are one
	// position with several members.
	Strict Rule = iota
	// Dashboard is what the InferenceX dashboard counts (its upper_right scan):
	// as Strict, except that with a minimised x and a maximised y a point that
	// ties the best y so far at a larger x stays. For the other three pairs of
	// directions it equals Strict.
	Dashboard
)

// A Front is a frontier: positions in the order of ascending x.
// It is immutable and safe for concurrent use.
type Front struct {
	// X and Y are the coordinates of the positions, x strictly ascending.
	// On a strict frontier y is strictly monotone too.
	X, Y []float64
	// XDir and YDir are the directions of the axes.
	XDir, YDir Direction

	rows  []int // members of all positions
	start []int // start[i] is where the members of position i begin in rows
}

// NewFront returns the frontier of p under the rule, by a sort and one scan.
// Among n points it takes O(n log n) time and O(n) memory.
func NewFront(p Points, rule Rule) *Front {
	mustDirections(p.XDir, p.YDir)
	if len(p.X) != len(p.Y) {
		panic("pareto: columns differ in length")
	}
	f := &Front{XDir: p.XDir, YDir: p.YDir}
	rows := finiteRows(p)
	// Best x first, of equal x the best y first, of equal points the lowest row:
	// then a point is on the frontier exactly if its y beats all before it.
	slices.SortFunc(rows, func(a, b int) int {
		switch {
		case p.X[a] != p.X[b]:
			return bestFirst(p.XDir, p.X[a], p.X[b])
		case p.Y[a] != p.Y[b]:
			return bestFirst(p.YDir, p.Y[a], p.Y[b])
		}
		return a - b
	})
	plateaus := rule == Dashboard && p.XDir == Minimize && p.YDir == Maximize
	for _, r := range rows {
		x, y := p.X[r], p.Y[r]
		if n := len(f.X); n > 0 {
			same := x == f.X[n-1] && y == f.Y[n-1]
			if !same && !p.YDir.Better(y, f.Y[n-1]) && (!plateaus || y != f.Y[n-1] || x == f.X[n-1]) {
				continue
			}
			if same {
				f.rows = append(f.rows, r)
				continue
			}
		}
		f.X, f.Y = append(f.X, x), append(f.Y, y)
		f.start = append(f.start, len(f.rows))
		f.rows = append(f.rows, r)
	}
	if p.XDir == Maximize {
		f.reverse()
	}
	return f
}

// finiteRows returns the rows of p whose coordinates are finite, as a new slice.
func finiteRows(p Points) []int {
	finite := func(r int) bool {
		return !math.IsNaN(p.X[r]-p.X[r]) && !math.IsNaN(p.Y[r]-p.Y[r])
	}
	var rows []int
	if p.Rows == nil {
		rows = make([]int, 0, len(p.X))
		for r := range p.X {
			if finite(r) {
				rows = append(rows, r)
			}
		}
		return rows
	}
	rows = make([]int, 0, len(p.Rows))
	for _, r := range p.Rows {
		if finite(r) {
			rows = append(rows, r)
		}
	}
	return rows
}

func bestFirst(d Direction, a, b float64) int {
	if d.Better(a, b) {
		return -1
	}
	return 1
}

// reverse turns positions from best x first into ascending x.
func (f *Front) reverse() {
	ends := append(slices.Clone(f.start), len(f.rows))
	rows := make([]int, 0, len(f.rows))
	start := make([]int, 0, len(f.start))
	for i, from := range slices.Backward(f.start) {
		start = append(start, len(rows))
		rows = append(rows, f.rows[from:ends[i+1]]...)
	}
	slices.Reverse(f.X)
	slices.Reverse(f.Y)
	f.rows, f.start = rows, start
}

// Len returns the number of positions.
func (f *Front) Len() int { return len(f.X) }

// Members returns the rows at position i, ascending. The slice belongs to the
// frontier and must not be changed.
func (f *Front) Members(i int) []int {
	end := len(f.rows)
	if i+1 < len(f.start) {
		end = f.start[i+1]
	}
	return f.rows[f.start[i]:end:end]
}

// Dominators returns the positions that dominate (x, y) as the half-open
// range [lo, hi); it is empty when none does. A position equal to (x, y) does
// not dominate it. The point may lie anywhere. O(log n) for n positions.
func (f *Front) Dominators(x, y float64) (lo, hi int) {
	n := f.Len()
	if math.IsNaN(x) || math.IsNaN(y) {
		return 0, 0
	}
	// Along ascending x one of the two conditions starts true and ends false,
	// the other the reverse.
	if f.XDir == Minimize { // x no larger: a prefix; y at least as good: a suffix
		hi = sort.Search(n, func(i int) bool { return f.X[i] > x })
		lo = sort.Search(n, func(i int) bool { return !f.YDir.Better(y, f.Y[i]) })
	} else {
		lo = sort.Search(n, func(i int) bool { return f.X[i] >= x })
		hi = sort.Search(n, func(i int) bool { return f.YDir.Better(y, f.Y[i]) })
	}
	if lo >= hi {
		return 0, 0
	}
	equal := func(i int) bool { return f.X[i] == x && f.Y[i] == y }
	switch {
	case equal(lo):
		lo++
	case equal(hi - 1):
		hi--
	}
	if lo >= hi {
		return 0, 0
	}
	return lo, hi
}

// easy maps a rank along the frontier, counted from the easy end (best y), to
// a position.
func (f *Front) easy(rank int) int {
	if f.XDir == Maximize {
		return rank
	}
	return f.Len() - 1 - rank
}

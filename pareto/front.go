package pareto

import (
	"math"
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

	wide   members[int]
	narrow members[int32] // instead, of many rows
}

// members are the rows at all positions, one after the other.
type members[R rowID] struct {
	rows  []R
	start []R // where those of each position begin; nil if each has one
}

func (m members[R]) at(i int) []R {
	if m.start == nil {
		return m.rows[i : i+1 : i+1]
	}
	end := len(m.rows)
	if i+1 < len(m.start) {
		end = int(m.start[i+1])
	}
	return m.rows[m.start[i]:end:end]
}

// Len returns the number of positions.
func (f *Front) Len() int { return len(f.X) }

// Members returns the rows at position i, ascending. The slice may belong to the
// frontier and must not be changed.
func (f *Front) Members(i int) []int {
	if f.narrow.rows == nil {
		return f.wide.at(i)
	}
	rows := f.narrow.at(i)
	wide := make([]int, len(rows))
	for i, r := range rows {
		wide[i] = int(r)
	}
	return wide
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

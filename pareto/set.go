package pareto

import "math"

// A Set is a set of rows on any number of axes, one or more.
type Set struct {
	// Columns are the axes' values, of equal length, each in any unit.
	Columns [][]float64
	// Dirs say what is better on each axis.
	Dirs []Direction
	// Rows are the rows that take part, in any order; one named twice counts
	// once. Nil means all of them.
	Rows []int
}

// must panics where the caller broke the contract of a Set. Rows are numbered
// in 32 bits inside, with one bit to spare, which bounds the columns' length.
func (s Set) must() {
	if len(s.Columns) == 0 {
		panic("pareto: a set has no axis")
	}
	if len(s.Columns) != len(s.Dirs) {
		panic("pareto: columns and directions differ in number")
	}
	for i, c := range s.Columns {
		if !s.Dirs[i].Valid() {
			panic("pareto: direction is neither Minimize nor Maximize")
		}
		if len(c) != len(s.Columns[0]) {
			panic("pareto: columns differ in length")
		}
	}
	if len(s.Columns[0]) > math.MaxInt32/2 {
		panic("pareto: a set has more than 2^30 rows")
	}
	for _, r := range s.Rows {
		if r < 0 || r >= len(s.Columns[0]) {
			panic("pareto: a row is not in the columns")
		}
	}
}

package pareto_test

import (
	"slices"

	"paretocov/pareto"
)

// This file holds the definitions for any number of axes, pair by pair.

// A space answers by definition for the rows of a set.
type space struct{ pareto.Set }

// takesPart reports whether row r is a point of the set.
func (s space) takesPart(r int) bool {
	if s.Rows != nil && !slices.Contains(s.Rows, r) {
		return false
	}
	for _, column := range s.Columns {
		if !finite(column[r]) {
			return false
		}
	}
	return true
}

// rows returns the rows that are points, ascending.
func (s space) rows() []int {
	var rows []int
	for r := range s.Columns[0] {
		if s.takesPart(r) {
			rows = append(rows, r)
		}
	}
	return rows
}

func (s space) dominates(a, b int) bool {
	somewhere := false
	for k, column := range s.Columns {
		if !noWorse(s.Dirs[k], column[a], column[b]) {
			return false
		}
		somewhere = somewhere || better(s.Dirs[k], column[a], column[b])
	}
	return somewhere
}

// nonDominated returns those of the rows that none of them dominates.
func (s space) nonDominated(rows []int) []int {
	var front []int
	for _, b := range rows {
		if !slices.ContainsFunc(rows, func(a int) bool { return s.dominates(a, b) }) {
			front = append(front, b)
		}
	}
	return front
}

// ranks returns the layer of every row by taking one layer away after the other.
func (s space) ranks() []int {
	ranks := slices.Repeat([]int{-1}, len(s.Columns[0]))
	rows := s.rows()
	for layer := 0; len(rows) > 0; layer++ {
		front := s.nonDominated(rows)
		for _, r := range front {
			ranks[r] = layer
		}
		rows = slices.DeleteFunc(rows, func(r int) bool { return slices.Contains(front, r) })
	}
	return ranks
}

// witness returns the row of front that dominates row b and is first in
// lexicographic order from the best values on, of equal points the lowest; -1 if
// there is none.
func (s space) witness(front []int, b int) int {
	best := -1
	s.Rows = nil
	for _, a := range front {
		if !s.takesPart(a) || !s.takesPart(b) || !s.dominates(a, b) {
			continue
		}
		if best < 0 || s.before(a, best) {
			best = a
		}
	}
	return best
}

func (s space) before(a, b int) bool {
	for k, column := range s.Columns {
		if column[a] != column[b] {
			return better(s.Dirs[k], column[a], column[b])
		}
	}
	return a < b
}

package pareto

import "slices"

// NonDominated returns the rows of s that no row of s dominates, ascending:
// those for which no other row is at least as good on every axis and better on
// one. Equal points stay or go together. A row with a NaN or an infinity on any
// axis is no point. For two axes it is the strict frontier's rows.
//
// Rows that a few good points dominate are dropped first, in O(n d). What
// happens to the m rows that are left depends on the number of axes d: a scan
// for 1, a sort and a scan for 2, a sweep in O(m log m) for 3 (Kung, Luccio and
// Preparata, JACM 22(4), 1975) and their divide and conquer in
// O(m log^(d-2) m) for more, which is practical up to 8 axes or so. Memory is O(n).
func NonDominated(s Set) []int { return tuned().nonDominated(s) }

func (t tuning) nonDominated(s Set) []int {
	s.must()
	if len(s.Columns) == 2 {
		return front2(s)
	}
	rows := t.survivors(s)
	vals := s.turned(t, rows)
	var dominated []bool
	ok := false
	if s.size() < t.sieve { // of what a sieve leaves, many are on the front
		dominated, ok = pairwise(vals, t.pairs)
	}
	if !ok {
		dominated = t.dominated(vals)
	}
	front := make([]int, 0, len(rows))
	for i, r := range rows {
		if !dominated[i] {
			front = append(front, int(r))
		}
	}
	return slices.Clip(front)
}

// front2 returns the rows of the strict frontier of a set on two axes.
func front2(s Set) []int {
	rows := s.Rows
	if rows != nil { // a row named twice is one row
		rows = slices.Clone(rows)
		slices.Sort(rows)
		rows = slices.Compact(rows)
	}
	f := NewFront(Points{X: s.Columns[0], Y: s.Columns[1], XDir: s.Dirs[0], YDir: s.Dirs[1], Rows: rows}, Strict)
	var front []int
	for i := range f.Len() {
		front = append(front, f.Members(i)...)
	}
	slices.Sort(front)
	return front
}

// dominated tells which points another one dominates. vals are the points axis by
// axis, less is better, all finite and zero with one sign.
func (t tuning) dominated(vals [][]float64) []bool {
	if len(vals) == 1 {
		return beaten(vals[0])
	}
	if len(vals) == 3 {
		return t.sweep3(vals)
	}
	return t.divideFront(vals)
}

// beaten tells which values are above the least one.
func beaten(v []float64) []bool {
	beaten := make([]bool, len(v))
	if len(v) > 0 {
		least := slices.Min(v)
		for i, x := range v {
			beaten[i] = x > least
		}
	}
	return beaten
}

// size returns how many rows take part, those that are no points among them.
func (s Set) size() int {
	if s.Rows == nil {
		return len(s.Columns[0])
	}
	return len(s.Rows)
}

// turned returns the values of the rows axis by axis, turned so that less is
// better everywhere and zero has one sign.
func (s Set) turned(t tuning, rows []int32) [][]float64 {
	vals := make([][]float64, len(s.Columns))
	for k := range vals {
		vals[k] = make([]float64, len(rows))
	}
	parts := t.parts(len(rows))
	inParallel(parts*len(vals), func(i int) {
		k, lo, hi := i/parts, len(rows)*(i%parts)/parts, len(rows)*(i%parts+1)/parts
		column, to, part := s.Columns[k], vals[k][lo:hi], rows[lo:hi]
		if s.Dirs[k] == Maximize {
			for i, r := range part {
				to[i] = 0 - column[r]
			}
			return
		}
		for i, r := range part {
			to[i] = 0 + column[r]
		}
	})
	return vals
}

package pareto_test

import (
	"math"
	"slices"

	"pgregory.net/rapid"

	"paretocov/pareto"
)

// This file holds the definitions of the indicators, point by point and cell by
// cell.

// rowsOf returns the rows of s that are points.
func rowsOf(s pareto.Set) []int {
	var rows []int
	for r := range s.Columns[0] {
		usable := s.Rows == nil || slices.Contains(s.Rows, r)
		for _, c := range s.Columns {
			usable = usable && finite(c[r])
		}
		if usable {
			rows = append(rows, r)
		}
	}
	return rows
}

// coversRow reports whether row p of a is at least as good as row q of b on every
// axis.
func coversRow(a pareto.Set, p int, b pareto.Set, q int) bool {
	for k, d := range a.Dirs {
		if !noWorse(d, a.Columns[k][p], b.Columns[k][q]) {
			return false
		}
	}
	return true
}

// slabs returns the volume that points dominate, as a sum over slabs: between two
// neighbouring values of the last axis the cross-section is the volume, on the
// other axes, of the points that reach as far.
func slabs(s pareto.Set, rows []int, ref []float64, d int) float64 {
	distance := func(r, k int) float64 {
		if s.Dirs[k] == pareto.Minimize {
			return ref[k] - s.Columns[k][r]
		}
		return s.Columns[k][r] - ref[k]
	}
	if d == 0 {
		return 1
	}
	cuts := []float64{0}
	for _, r := range rows {
		if v := distance(r, d-1); v > 0 {
			cuts = append(cuts, v)
		}
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	sum := 0.0
	for i := 1; i < len(cuts); i++ {
		var reach []int
		for _, r := range rows {
			if distance(r, d-1) >= cuts[i] {
				reach = append(reach, r)
			}
		}
		sum += (cuts[i] - cuts[i-1]) * slabs(s, reach, ref, d-1)
	}
	return sum
}

// unitCells counts the unit cells between the reference and any point, where the
// coordinates are whole numbers from 0 to top.
func unitCells(s pareto.Set, ref []float64, top int) (n int) {
	d := len(s.Dirs)
	corner := make([]int, d)
	for {
		for _, r := range rowsOf(s) {
			inside := true
			for k, dir := range s.Dirs {
				lo, v := float64(corner[k]), s.Columns[k][r]
				if dir == pareto.Minimize {
					inside = inside && v <= lo && lo+1 <= ref[k]
				} else {
					inside = inside && ref[k] <= lo && lo+1 <= v
				}
			}
			if inside {
				n++
				break
			}
		}
		k := 0
		for ; k < d; k++ {
			if corner[k]++; corner[k] < top {
				break
			}
			corner[k] = 0
		}
		if k == d {
			return n
		}
	}
}

// epsilonBy returns the epsilon indicator by definition.
func epsilonBy(a, b pareto.Set, loss func(d pareto.Direction, of, than float64) float64) (eps float64, ok bool) {
	eps = math.Inf(-1)
	for _, q := range rowsOf(b) {
		least := math.Inf(1)
		for _, p := range rowsOf(a) {
			most := math.Inf(-1)
			for k, d := range a.Dirs {
				most = max(most, loss(d, a.Columns[k][p], b.Columns[k][q]))
			}
			least = min(least, most)
		}
		eps = max(eps, least)
	}
	return eps, len(rowsOf(a)) > 0 && len(rowsOf(b)) > 0
}

func difference(d pareto.Direction, of, than float64) float64 {
	if d == pareto.Minimize {
		return of - than
	}
	return than - of
}

func factor(d pareto.Direction, of, than float64) float64 { return gain(d, than, of) }

// shareBy returns the share of b that a covers by definition.
func shareBy(a, b pareto.Set) (share float64, ok bool) {
	rows := rowsOf(b)
	covered := 0
	for _, q := range rows {
		if slices.ContainsFunc(rowsOf(a), func(p int) bool { return coversRow(a, p, b, q) }) {
			covered++
		}
	}
	return float64(covered) / float64(len(rows)), len(rows) > 0
}

// drawSets draws sets on the same axes of whole numbers from lo to lo+top, with
// rows that are no points and rows that do not take part.
func drawSets(t *rapid.T, sets int, axes []int, n, lo, top int) []pareto.Set {
	d := rapid.SampledFrom(axes).Draw(t, "axes")
	dirs := make([]pareto.Direction, d)
	for k := range dirs {
		dirs[k] = rapid.SampledFrom([]pareto.Direction{pareto.Minimize, pareto.Maximize}).Draw(t, "direction")
	}
	// Points of about the same sum trade one axis for another.
	tradeOff := rapid.Bool().Draw(t, "trade-off")
	drawn := make([]pareto.Set, sets)
	for i := range drawn {
		s := pareto.Set{Columns: make([][]float64, d), Dirs: dirs}
		for range rapid.IntRange(0, n).Draw(t, "points") {
			left := top * (d + 1) / 2
			for k := range d {
				v := rapid.IntRange(0, top).Draw(t, "value")
				if tradeOff {
					v = min(v, left)
					if k == d-1 {
						v = min(left, top)
					}
					left -= v
				}
				if dirs[k] == pareto.Minimize {
					v = top - v
				}
				s.Columns[k] = append(s.Columns[k], float64(lo+v))
			}
		}
		for r := range s.Columns[0] {
			if rapid.IntRange(0, 15).Draw(t, "broken") == 0 {
				k := rapid.IntRange(0, d-1).Draw(t, "axis")
				s.Columns[k][r] = rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1)}).Draw(t, "no number")
			}
		}
		if rapid.Bool().Draw(t, "some rows") {
			s.Rows = []int{}
			for r := range s.Columns[0] {
				if rapid.IntRange(0, 3).Draw(t, "takes part") > 0 {
					s.Rows = append(s.Rows, r)
				}
			}
			if len(s.Rows) > 0 {
				s.Rows = append(s.Rows, s.Rows[0]) // named twice, counts once
				s.Rows = rapid.Permutation(s.Rows).Draw(t, "order")
			}
		}
		drawn[i] = s
	}
	return drawn
}

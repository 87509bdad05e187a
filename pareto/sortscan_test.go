package pareto_test

import (
	"cmp"
	"slices"

	"paretocov/pareto"
)

// sortScan finds a frontier the plain way, in O(n log n): all points sorted by
// comparisons, best x first and then best y, and one scan. It shares nothing
// with the fast ways and is itself held to the definition; the laws use it where
// the definition, which is quadratic, would take too long.
func sortScan(p pareto.Points, rule pareto.Rule) []place {
	plateaus := rule == pareto.Dashboard && p.XDir == pareto.Minimize && p.YDir == pareto.Maximize
	var rows []int
	take := func(r int) {
		if finite(p.X[r]) && finite(p.Y[r]) {
			rows = append(rows, r)
		}
	}
	if p.Rows == nil {
		for r := range p.X {
			take(r)
		}
	}
	for _, r := range p.Rows {
		take(r)
	}
	bestFirst := func(d pareto.Direction, a, b float64) int {
		if d == pareto.Minimize {
			return cmp.Compare(a, b)
		}
		return cmp.Compare(b, a)
	}
	slices.SortFunc(rows, func(a, b int) int {
		return cmp.Or(bestFirst(p.XDir, p.X[a], p.X[b]), bestFirst(p.YDir, p.Y[a], p.Y[b]), a-b)
	})
	var places []place
	for _, r := range rows {
		x, y := p.X[r], p.Y[r]
		if len(places) > 0 {
			last := &places[len(places)-1]
			if x == last.x && y == last.y {
				last.rows = append(last.rows, r)
				continue
			}
			plateau := plateaus && y == last.y && x != last.x
			if !better(p.YDir, y, last.y) && !plateau {
				continue
			}
		}
		places = append(places, place{x, y, []int{r}})
	}
	if p.XDir == pareto.Maximize {
		slices.Reverse(places)
	}
	return places
}

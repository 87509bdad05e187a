package frontier

import (
	"math"
	"slices"
	"strings"
)

// A checkedCurve holds the measured rows of one curve.
type checkedCurve struct {
	key  string
	rows []Point
}

// checkCurves checks rows together: those of one curve and those of one point.
func (c *checker) checkCurves() {
	for r := range c.t.Rows {
		if c.state[r] == outside {
			continue
		}
		series := c.rd.series(0, r)
		at := identity(nil, series)
		curve := c.curves[at]
		if curve == nil {
			curve = &checkedCurve{key: c.rd.key(series)}
			c.curves[at] = curve
		}
		if c.state[r] == measured {
			curve.rows = append(curve.rows, c.rd.point(0, r, series))
		}
	}
	var all []*checkedCurve
	for _, curve := range c.curves {
		all = append(all, curve)
	}
	slices.SortFunc(all, func(a, b *checkedCurve) int {
		return strings.Compare(a.key, b.key)
	})
	rs := resolver{table: c.t, stamps: newStampReader(c.t)}
	for i := range c.t.Metrics {
		rs.axes = append(rs.axes, &c.t.Metrics[i])
	}
	for _, curve := range all {
		c.checkMissing(c.checkRepeats(rs, curve))
		c.checkConventions(curve)
	}
}

// checkRepeats checks the rows of each point of a curve, and returns the rows
// that count: all but those that a newer one replaces.
func (c *checker) checkRepeats(rs resolver, curve *checkedCurve) []int {
	groups := map[string][]Point{}
	for _, p := range curve.rows {
		at := p.Identity + "\x1d" + p.fingerprint
		groups[at] = append(groups[at], p)
	}
	var counting []int
	for _, id := range sortedNames(groups) {
		g := groups[id]
		if len(g) == 1 {
			counting = append(counting, g[0].Row)
			continue
		}
		// Files of the same bytes are named as such.
		if own := slices.DeleteFunc(slices.Clone(g), func(p Point) bool { return c.again[c.t.Places[p.Row].Source] }); len(own) > 0 {
			g = own
		}
		counting = append(counting, c.checkGroup(rs, curve.key, g)...)
	}
	return counting
}

// checkGroup checks the rows of one point and returns those that count.
func (c *checker) checkGroup(rs resolver, key string, g []Point) []int {
	slices.SortFunc(g, func(a, b Point) int {
		if d := rs.compareValues(a.Row, b.Row); d != 0 {
			return d
		}
		return comparePlaces(c.t, a.Row, b.Row)
	})
	var distinct []Point // the first row of each reading
	for i, p := range g {
		if i == 0 || rs.compareValues(g[i-1].Row, p.Row) != 0 {
			distinct = append(distinct, p)
			continue
		}
		c.add(FindingRepeat, p.Row, "", func(f *Finding) { f.Other = c.t.Place(distinct[len(distinct)-1].Row) })
	}
	if len(distinct) == 1 || c.o.Repeats == PoolSamples {
		rows := make([]int, len(distinct))
		for i, p := range distinct {
			rows[i] = p.Row
		}
		return rows
	}
	newest, _, err := rs.newest(key, slices.Clone(g))
	slices.SortFunc(distinct, func(a, b Point) int { return comparePlaces(c.t, a.Row, b.Row) })
	code, than := FindingRecipe, newest.Row
	switch {
	case err != nil:
		code, than = FindingConflict, distinct[0].Row
	case newest.fingerprint == "":
		return []int{newest.Row} // measured again, as is usual
	}
	// One finding for each point, about the first row that is not the other.
	other := distinct[slices.IndexFunc(distinct, func(p Point) bool { return rs.compareValues(p.Row, than) != 0 })]
	field, value, with := c.difference(rs, other.Row, than)
	c.add(code, other.Row, field, func(f *Finding) {
		f.Value, f.Other, f.Rows = value, c.t.Place(than), len(distinct)
		if field != "" {
			f.With = []Against{{field, with}}
		}
	})
	return []int{than}
}

// difference returns a metric in which two rows differ, one that both have if
// there is such.
func (c *checker) difference(rs resolver, a, b int) (field string, of, than float64) {
	of, than = math.NaN(), math.NaN()
	for _, m := range rs.axes {
		x, ok := at(m, a)
		y, ok2 := at(m, b)
		if ok && ok2 && x != y && (field == "" || m.Name == c.o.Y.Name) {
			field, of, than = m.Name, x, y
		}
	}
	return field, of, than
}

// checkMissing names the rows of a curve that lack an axis that others have.
func (c *checker) checkMissing(rows []int) {
	names := append([]string{c.o.Y.Name}, defaultXs[:]...)
	for _, x := range c.o.X {
		if !slices.Contains(names, x.Name) {
			names = append(names, x.Name)
		}
	}
	for _, name := range names {
		m := c.t.Metric(name)
		if m == nil || !slices.ContainsFunc(rows, func(r int) bool { return m.Reason(r) == Usable }) {
			continue
		}
		for _, r := range rows {
			if m.Reason(r) == Missing {
				c.add(FindingMissing, r, name, nil)
			}
		}
	}
}

// checkConventions names a curve whose rows mean different things by an
// interactivity, once for each statistic.
func (c *checker) checkConventions(curve *checkedCurve) {
	for s, shown := range c.shown {
		if shown == nil || s == statP50 && c.quantity("intvty").stats[statMedian] != nil {
			continue
		}
		var first [len(shownNames)]int // row + 1
		for _, p := range curve.rows {
			if at := &first[shown[p.Row]]; *at == 0 || comparePlaces(c.t, p.Row, *at-1) < 0 {
				*at = p.Row + 1
			}
		}
		var rows []int
		var names []Convention
		for cv := shownSlowTail; cv <= shownOfRates; cv++ {
			if first[cv] > 0 {
				rows, names = append(rows, first[cv]-1), append(names, shownNames[cv])
			}
		}
		if len(names) < 2 {
			continue
		}
		m := c.quantity("intvty").stats[s]
		row := rows[len(rows)-1]
		c.add(FindingConventions, row, m.Name, func(f *Finding) {
			f.Value, f.Conventions, f.Other = m.Values[row], names, c.t.Place(rows[0])
		})
	}
}

func sortedNames(m map[string][]Point) []string {
	names := make([]string, 0, len(m))
	for n := range m {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

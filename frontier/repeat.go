package frontier

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// A resolver resolves the repeats of one table.
type resolver struct {
	table  *Table
	stamps *stampReader
	axes   []*Metric // that tell equal rows from unequal ones
}

// on returns the resolver for rows that are judged on these axes.
func (rs resolver) on(axes []string) *resolver {
	rs.axes = nil
	for _, name := range axes {
		if m := rs.table.Metric(name); m != nil {
			rs.axes = append(rs.axes, m)
		}
	}
	return &rs
}

// resolve returns one point per identity and recipe of the rows of one
// side of a curve. Equal rows merge; of unequal ones the newest wins, where
// their dates, runs or attempts tell; else it is an error that names both, for each
// identity.
func (rs *resolver) resolve(side int, key string, rows []Point, rule RepeatRule) ([]Point, []Repeat, error) {
	at := func(p *Point) string {
		if p.fingerprint == "" {
			return p.Identity
		}
		return p.Identity + "\x1d" + p.fingerprint
	}
	first := make(map[string]int, len(rows)) // row of an identity; -1-group where there are several
	var groups [][]int
	for i := range rows {
		id := at(&rows[i])
		switch f, known := first[id]; {
		case !known:
			first[id] = i
		case f < 0:
			groups[-1-f] = append(groups[-1-f], i)
		default:
			first[id] = -1 - len(groups)
			groups = append(groups, []int{f, i})
		}
	}
	if len(groups) == 0 {
		return rows, nil, nil
	}
	slices.SortFunc(groups, func(a, b []int) int { return strings.Compare(at(&rows[a[0]]), at(&rows[b[0]])) })
	repeated := make([]bool, len(rows))
	points := make([]Point, 0, len(rows))
	var repeats []Repeat
	var broken conflicts
	for _, g := range groups {
		same := make([]Point, len(g))
		for i, r := range g {
			same[i], repeated[r] = rows[r], true
		}
		resolve := rs.newest
		if rule == PoolSamples {
			resolve = rs.pool
		}
		p, rep, err := resolve(key, same)
		if broken.add(err); err != nil {
			continue
		}
		rep.Key, rep.Side, rep.Name = key, side, p.Identity
		points, repeats = append(points, p), append(repeats, rep)
	}
	for i := range rows {
		if !repeated[i] {
			points = append(points, rows[i])
		}
	}
	if err := broken.err(nil); err != nil {
		return nil, nil, err
	}
	return points, repeats, nil
}

// A reading is the rows of one identity that have the same values.
type reading struct {
	rows  []Point // the newest first, of several the first by place
	newer stamp   // the newest that any of them tells, field by field
}

// newest returns the newest of several readings of one identity. Equal rows
// merge; the newest has to be newer than every other reading.
func (rs *resolver) newest(key string, g []Point) (Point, Repeat, error) {
	t := rs.table
	slices.SortFunc(g, func(a, b Point) int {
		return cmp.Or(rs.compareValues(a.Row, b.Row), comparePlaces(t, a.Row, b.Row))
	})
	var readings []reading
	for i, p := range g {
		if i == 0 || rs.compareValues(g[i-1].Row, p.Row) != 0 {
			readings = append(readings, reading{})
		}
		r := &readings[len(readings)-1]
		s := rs.stamps.of(p.Row)
		r.rows = append(r.rows, p)
		if last := len(r.rows) - 1; s.compare(rs.stamps.of(r.rows[0].Row)) > 0 {
			r.rows[0], r.rows[last] = r.rows[last], r.rows[0]
		}
		r.newer = r.newer.join(s)
	}
	newest, ok := newestOf(readings)
	if !ok {
		slices.SortFunc(readings, func(a, b reading) int { return comparePlaces(t, a.rows[0].Row, b.rows[0].Row) })
		p, q := readings[0].rows[0], readings[1].rows[0]
		return Point{}, Repeat{}, conflictf(t, p,
			"measured twice with different values, here and at %s (curve %s), and nothing tells which is newer; drop one, give both a date (2026-01-31), run or attempt, tell them apart with --match, or take them for runs of one configuration with --repeats samples",
			t.Place(q.Row), key)
	}
	p := readings[newest].rows[0]
	p.Merged = len(readings[newest].rows) - 1
	rep := Repeat{Kept: t.Place(p.Row), Merged: p.Merged}
	for i, r := range readings {
		for _, old := range r.rows {
			if i != newest {
				rep.Dropped = append(rep.Dropped, t.Place(old.Row))
			}
		}
	}
	slices.Sort(rep.Dropped)
	return p, rep, nil
}

// newestOf returns the reading that is newer than every other one, if one is. The
// order is not transitive, where some rows lack a date: but one that is newer than
// all stays from where it is met, so that a second pass tells. O(readings).
func newestOf(readings []reading) (newest int, ok bool) {
	for i := range readings {
		if readings[newest].newer.compare(readings[i].newer) <= 0 {
			newest = i
		}
	}
	for i := range readings {
		if i != newest && readings[newest].newer.compare(readings[i].newer) <= 0 {
			return 0, false
		}
	}
	return newest, true
}

// compareValues orders two rows by their values on the axes; 0 means that they
// are equal on all.
func (rs *resolver) compareValues(a, b int) int {
	for _, m := range rs.axes {
		if c := cmp.Compare(m.read(a), m.read(b)); c != 0 {
			return c
		}
		if m.read(a) == Usable {
			if c := cmp.Compare(m.Values[a], m.Values[b]); c != 0 {
				return c
			}
		}
	}
	return 0
}

func comparePlaces(t *Table, a, b int) int {
	p, q := t.Places[a], t.Places[b]
	return cmp.Or(strings.Compare(t.Sources[p.Source].Path, t.Sources[q.Source].Path), cmp.Compare(p.Row, q.Row))
}

// compareNatural compares texts, runs of digits by their value.
func compareNatural(a, b string) int {
	for a != "" && b != "" {
		na, nb := digits(a), digits(b)
		if na > 0 && nb > 0 {
			x, y := strings.TrimLeft(a[:na], "0"), strings.TrimLeft(b[:nb], "0")
			if c := cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y)); c != 0 {
				return c
			}
			a, b = a[na:], b[nb:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

// digits returns how many leading bytes of s are digits.
func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// nameRepeats gives repeats the names of their points.
func (a *Arrangement) nameRepeats() {
	if len(a.Repeats) == 0 {
		return
	}
	type at struct {
		key, identity string
		side          int
	}
	names := map[at]string{}
	for _, c := range a.Curves {
		for side := range c.Sides {
			for _, p := range c.Sides[side].Points {
				names[at{c.Key, p.Identity, side}] = p.Name
			}
		}
	}
	for i := range a.Repeats {
		r := &a.Repeats[i]
		r.Name = names[at{r.Key, r.Name, r.Side}]
	}
}

func formatFloat(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

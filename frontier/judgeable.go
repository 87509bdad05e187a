package frontier

import (
	"fmt"
	"slices"
	"strings"
)

// judgeable checks that a side has something to judge: a usable point, and one
// on each axis asked for by name.
func (a *Arrangement) judgeable(side int) error {
	t := a.Tables[side]
	dropped := 0
	for _, f := range a.Filtered {
		if f.Side == side {
			dropped += f.Rows
		}
	}
	if rows := max(t.Rows, a.streamed); rows > 0 && dropped == rows {
		return dataErrorf("%s: no eligible point: --where drops every row (%d)", a.sideName(side), rows)
	}
	if err := a.viewsExist(side); err != nil {
		return err
	}
	for _, c := range a.Curves {
		if len(c.Sides[side].Points) > 0 {
			return nil
		}
	}
	if len(a.asked) == 0 && !slices.ContainsFunc(defaultXs[:], func(x string) bool { return t.Metric(x) != nil }) {
		have := ""
		if xs := a.usableXs(side); len(xs) > 0 {
			have = "; it has " + strings.Join(xs, ", ")
		}
		return dataErrorf("%s: nothing measured on any default x axis (%s)%s; name one with --x, or rename one with --map COLUMN=NAME",
			a.sideName(side), strings.Join(defaultXs[:], ", "), have)
	}
	return dataErrorf("%s: nothing measured: no row has usable values of %s and an x axis%s", a.sideName(side), a.Y.Name, a.blame(side))
}

// blame lists the first unusable rows of a side.
func (a *Arrangement) blame(side int) string {
	const most = 5
	var b strings.Builder
	n := 0
	for _, c := range a.Curves {
		for _, d := range c.Sides[side].Dead {
			if n++; n <= most {
				b.WriteString("; " + d.Place + ": " + d.Name + ": ")
				if d.Reason == TooManyFailed {
					fmt.Fprintf(&b, "%.4g %% of requests failed (see --max-failure-rate)", 100*d.FailureRate)
				} else {
					b.WriteString(d.Field + " is " + d.Reason.String())
				}
			}
		}
	}
	if n > most {
		b.WriteString("; and so on, " + formatFloat(float64(n)) + " rows")
	}
	return b.String()
}

// viewsExist checks that a side has some usable row on each axis asked for by
// name.
func (a *Arrangement) viewsExist(side int) error {
	t := a.Tables[side]
	for _, x := range a.asked {
		reasons := map[Reason]int{}
		found := false
		for _, c := range a.Curves {
			s := &c.Sides[side]
			for _, p := range s.Points {
				r := reasonOf(t, x.Name, p.Row)
				found = found || r == Usable
				reasons[r]++
			}
			for _, d := range s.Dead {
				r := reasonOf(t, x.Name, d.row)
				if r == Usable {
					r = d.Reason
				}
				reasons[r]++
			}
		}
		if found {
			continue
		}
		var counts []string
		for _, r := range Reasons() {
			if reasons[r] > 0 {
				counts = append(counts, rowsAre(reasons[r], r))
			}
		}
		have := ""
		xs := slices.DeleteFunc(a.usableXs(side), func(m string) bool { return m == x.Name })
		switch {
		case reasons[TooManyFailed]+reasons[NotAShare] > 0:
			have = a.blame(side)
		case len(xs) > 0:
			have = "; it has " + strings.Join(xs, ", ")
		}
		if t.Metric(x.Name) == nil || len(counts) == 0 {
			rename := "rename one with --map COLUMN=" + x.Name
			if near := nearColumn(x.Name, a.usableXs(side)); near != "" {
				rename = "if " + near + " is that, rename it with --map '" + near + "=" + x.Name + "'"
			}
			return dataErrorf("%s: no column %s%s; name it with --x, or %s", a.sideName(side), x.Name, have, rename)
		}
		return dataErrorf("%s: no eligible value for %s (%s)%s", a.sideName(side), x.Name, strings.Join(counts, ", "), have)
	}
	return nil
}

// usableXs names the metrics that a side has beside y: those read that hold a
// usable value, and those seen and not read.
func (a *Arrangement) usableXs(side int) []string {
	t := a.Tables[side]
	names := slices.Clone(t.Unread)
	for i := range t.Metrics {
		if m := t.Metrics[i].Name; m != a.Y.Name && m != FailureRate && t.hasUsable(m) {
			names = append(names, m)
		}
	}
	slices.SortFunc(names, compareNatural)
	return slices.Compact(names)
}

// hasUsable reports whether a metric has a usable value in some row.
func (t *Table) hasUsable(metric string) bool {
	m := t.Metric(metric)
	if m == nil {
		return false
	}
	for row := range t.Rows {
		if m.Reason(row) == Usable {
			return true
		}
	}
	return false
}

// rowsAre is "missing in 2 rows" or "2 rows are 0".
func rowsAre(n int, r Reason) string {
	rows, are := fmt.Sprintf("%d rows", n), " are "
	if n == 1 {
		rows, are = "1 row", " is "
	}
	if r == Missing || r == Null {
		return r.String() + " in " + rows
	}
	return rows + are + r.String()
}

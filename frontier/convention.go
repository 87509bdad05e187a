package frontier

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Convention says how a table's interactivity came about, told from the
// numbers themselves: which of them multiply to 1, or to the output length.
type Convention string

// The conventions.
const (
	// SlowTail is the reciprocal of the same statistic of the time per token:
	// its percentiles are of the slow tail.
	SlowTail Convention = "1/time-per-token"
	// PerRequest is the output length over the end-to-end latency.
	PerRequest Convention = "osl/e2el"
	// OfRates is a statistic of per-request rates: its percentiles are of the
	// fast tail.
	OfRates Convention = "statistic-of-rates"
)

// sameShare is how far the product may be from 1. Artifacts keep five decimals,
// which for a time per token of 1 ms is half a per cent.
const sameShare = 0.01

// Companions returns the metrics that tell the convention of an axis, none for
// an axis that is no interactivity.
func Companions(x Axis) []string {
	stat, quantity, _ := strings.Cut(x.Name, "_")
	if quantity != "intvty" {
		return nil
	}
	return []string{stat + "_tpot", stat + "_itl", stat + "_full_response_itl", stat + "_e2el"}
}

// conventionsOf returns the conventions that the points of a side of a curve show
// on an axis, sorted. Without the companions they show none.
func (a *Arrangement) conventionsOf(c *Curve, side int, x Axis) []Convention {
	t := a.Tables[side]
	own, names := t.Metric(x.Name), Companions(x)
	if own == nil || names == nil {
		return nil
	}
	osl := t.Label(fieldOSL)
	var all []Convention
	for _, p := range c.Sides[side].Points {
		if own.Reason(p.Row) != Usable {
			continue
		}
		if cv, ok := conventionOf(t, own.Values[p.Row], p.Row, names, osl); ok && !slices.Contains(all, cv) {
			all = append(all, cv)
		}
	}
	slices.Sort(all)
	return all
}

func conventionOf(t *Table, rate float64, row int, companions []string, osl *Label) (Convention, bool) {
	value := func(name string) (float64, bool) {
		m := t.Metric(name)
		if m == nil || m.Reason(row) != Usable {
			return 0, false
		}
		return m.Values[row], true
	}
	near := func(a, b float64) bool { return math.Abs(a/b-1) <= sameShare }
	last := len(companions) - 1
	known := false
	for _, name := range companions[:last] {
		if perToken, ok := value(name); ok {
			known = true
			if near(rate*perToken, 1) {
				return SlowTail, true
			}
		}
	}
	if length, err := strconv.ParseFloat(osl.Text(row), 64); err == nil {
		if e2el, ok := value(companions[last]); ok && near(rate*e2el, length) {
			return PerRequest, true
		}
	}
	return OfRates, known
}

// checkConventions refuses curves whose interactivity means different things in
// base and in head, and notes a side that mixes meanings.
func (a *Arrangement) checkConventions() error {
	noted := map[string]bool{}
	for _, c := range a.Curves {
		for _, x := range c.Views {
			var sides [2][]Convention
			for side := range a.Tables {
				cs := a.conventionsOf(c, side, x)
				sides[side] = cs
				note := a.sideName(side) + ": " + x.Name + " mixes definitions: " + joinConventions(cs)
				if len(cs) > 1 && !noted[note] {
					noted[note] = true
					a.notes = append(a.notes, note)
				}
			}
			if differ(sides[0], sides[1]) {
				return dataErrorf("%s means different things in curve %s: in %s it is %s, in %s %s; different definitions are never compared; keep the rows of one with --where, or name another axis with --x",
					x.Name, c.Key, a.sideName(0), joinConventions(sides[0]), a.sideName(1), joinConventions(sides[1]))
			}
		}
	}
	return nil
}

// differ reports whether the conventions that two sides show are not the same.
// A side that shows none is taken for the same. A statistic of rates may be near
// the reciprocal by chance in rows of little spread, so a side that shows both may
// be of one convention, that of rates.
func differ(base, head []Convention) bool {
	if len(base) == 0 || len(head) == 0 || slices.Equal(base, head) {
		return false
	}
	ofRates := func(cs []Convention) bool {
		return slices.Equal(cs, []Convention{OfRates}) || slices.Equal(cs, []Convention{SlowTail, OfRates})
	}
	return !ofRates(base) || !ofRates(head)
}

func joinConventions(cs []Convention) string {
	var s []string
	for _, c := range cs {
		s = append(s, string(c))
	}
	return strings.Join(s, " and ")
}

// convention returns the convention of an axis in a curve, "" if it is unknown
// or mixed.
func (a *Arrangement) convention(c *Curve, x Axis) Convention {
	var all []Convention
	for side := range a.Tables {
		all = append(all, a.conventionsOf(c, side, x)...)
	}
	slices.Sort(all)
	if all = slices.Compact(all); len(all) == 1 {
		return all[0]
	}
	return ""
}

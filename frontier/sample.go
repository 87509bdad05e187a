package frontier

import (
	"cmp"
	"slices"

	"paretocov/pareto"
)

// A RepeatRule says what to do with unequal rows of one identity.
type RepeatRule int8

// The rules.
const (
	// NewestWins keeps the newest row, where dates, runs or attempts tell.
	NewestWins RepeatRule = iota
	// PoolSamples takes the rows for runs of one configuration: their mean
	// stands for the point, with the interval of the mean.
	PoolSamples
)

// pool joins the rows of one identity to one point. Rows that are equal on
// the axes are one run. Rows of different images are not runs of one
// configuration.
func (rs *resolver) pool(key string, g []Point) (Point, Repeat, error) {
	t := rs.table
	slices.SortFunc(g, func(a, b Point) int {
		return cmp.Or(rs.compareValues(a.Row, b.Row), comparePlaces(t, a.Row, b.Row))
	})
	p := g[0]
	rep := Repeat{Kept: t.Place(p.Row)}
	runs := []Point{p}
	image := t.Label("image")
	for _, q := range g[1:] {
		if rs.compareValues(runs[len(runs)-1].Row, q.Row) == 0 {
			p.Merged++
			continue
		}
		if Normalize("image", image.Text(p.Row)) != Normalize("image", image.Text(q.Row)) {
			return Point{}, rep, conflictf(t, p,
				"measured here and at %s (curve %s) with different images, so these are not runs of one configuration; drop one, or tell them apart with --match",
				t.Place(q.Row), key)
		}
		runs = append(runs, q)
	}
	rep.Merged = p.Merged
	rep.Runs = len(runs)
	if len(runs) == 1 {
		return p, rep, nil
	}
	p.samples = map[string]pareto.Sample{}
	for i := range t.Metrics {
		m := &t.Metrics[i]
		var values []float64
		for _, q := range runs {
			if m.Reason(q.Row) == Usable {
				values = append(values, m.Values[q.Row])
			}
		}
		if len(values) > 0 {
			p.samples[m.Name] = pareto.NewSample(values)
		}
	}
	return p, rep, nil
}

// runs returns how many runs a point's value of a metric is made of.
func (p *Point) runs(metric string) int {
	if s, ok := p.samples[metric]; ok {
		return s.N
	}
	return 1
}

// bound returns the end of the interval of a point's value that is better, or
// worse, in the axis' direction. A value of one run has the assumed spread
// around it, as a share; without one it has no interval. Bounds stay above zero.
func (p *Point) bound(t *Table, a Axis, better bool, spread float64) float64 {
	v := p.value(t, a.Name)
	lo, hi := v/(1+spread), v*(1+spread)
	if s, ok := p.samples[a.Name]; ok && s.N > 1 {
		lo, hi = max(s.Lo, v/1e6), s.Hi
	}
	if better == (a.Better == pareto.Maximize) {
		return hi
	}
	return lo
}

package frontier

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"paretocov/pareto"
)

// A viewSide is what one side of a curve has on one view.
type viewSide struct {
	axes     [2]Axis    // x, y
	points   []*Point   // usable on the view, by name
	x, y     []float64  // of the points
	tables   []*Table   // of the points
	rejected []Rejected // rows that are not usable on the view
	partial  []Rejected // of these, points that are usable on another view
}

// viewOf collects the points of a side that are usable on a view, and the rows
// that are not.
func (a *Arrangement) viewOf(c *Curve, side int, x Axis) *viewSide {
	t := a.Tables[side]
	s := &viewSide{axes: [2]Axis{x, a.Y}}
	for _, d := range c.Sides[side].Dead {
		p := Point{Row: d.row}
		r := Rejected{ID: d.Name, Place: d.Place}
		if r.Field, r.Reason = p.unusableOn(t, s.axes[:]); r.Reason == Usable { // what is wrong is not its values
			r.Field, r.Reason, r.FailureRate = d.Field, d.Reason, d.FailureRate
		}
		s.rejected = append(s.rejected, r)
	}
	points := c.Sides[side].Points
	s.points, s.tables = make([]*Point, 0, len(points)), make([]*Table, 0, len(points))
	s.x, s.y = make([]float64, 0, len(points)), make([]float64, 0, len(points))
	mx, my := t.Metric(x.Name), t.Metric(a.Y.Name)
	for i := range points {
		p := &points[i]
		vx, vy := p.valueOf(mx), p.valueOf(my)
		if !(vx > 0 && vy > 0) {
			field, reason := p.unusableOn(t, s.axes[:])
			s.partial = append(s.partial, Rejected{ID: p.Name, Field: field, Reason: reason, Place: t.Place(p.Row)})
			continue
		}
		s.points, s.tables = append(s.points, p), append(s.tables, t)
		s.x, s.y = append(s.x, vx), append(s.y, vy)
	}
	s.rejected = append(s.rejected, s.partial...)
	slices.SortFunc(s.rejected, func(p, q Rejected) int {
		return cmp.Or(compareNatural(p.ID, q.ID), strings.Compare(p.Place, q.Place))
	})
	return s
}

// invalid returns the points whose value on the view is missing or wrong while
// others of the side have one, or is there and wrong; where no row has the view,
// nothing is wrong with any.
func (s *viewSide) invalid() []Rejected {
	var out []Rejected
	for _, r := range s.partial {
		if len(s.points) > 0 || r.Reason != Missing && r.Reason != Null {
			out = append(out, r)
		}
	}
	return out
}

// value returns a point's value of a metric that is usable: that of its row,
// or the mean of its runs.
func (p *Point) value(t *Table, metric string) float64 {
	if s, ok := p.samples[metric]; ok {
		return s.Mean
	}
	return t.Metric(metric).Values[p.Row]
}

// valueOf returns a point's value of a metric, as value does; NaN if it is not
// usable. The metric may be nil.
func (p *Point) valueOf(m *Metric) float64 {
	if m == nil {
		return math.NaN()
	}
	if s, ok := p.samples[m.Name]; ok {
		return s.Mean
	}
	if m.Reason(p.Row) != Usable {
		return math.NaN()
	}
	return m.Values[p.Row]
}

// reason returns why a point has no usable value of a metric. Of several runs
// one usable value is enough.
func (p *Point) reason(t *Table, metric string) Reason {
	if _, ok := p.samples[metric]; ok {
		return Usable
	}
	return reasonOf(t, metric, p.Row)
}

// unusableOn returns the first of the axes that the point has no usable value
// of, and why; Usable if it has all.
func (p *Point) unusableOn(t *Table, axes []Axis) (field string, reason Reason) {
	for _, a := range axes {
		if r := p.reason(t, a.Name); r != Usable {
			return a.Name, r
		}
	}
	return "", Usable
}

// front returns the frontier of the points; its members are indices of points.
func (s *viewSide) front(rule pareto.Rule) *pareto.Front {
	return pareto.NewFront(pareto.Points{X: s.x, Y: s.y, XDir: s.axes[0].Better, YDir: s.axes[1].Better}, rule)
}

// name returns the name of a position of a frontier of s: that of its first
// member, since points are in the order of their names.
func (s *viewSide) name(f *pareto.Front, position int) string {
	return s.points[f.Members(position)[0]].Name
}

// members returns the names of all members of a position of a frontier of s.
func (s *viewSide) members(f *pareto.Front, position int) []string {
	names := make([]string, 0, 1)
	for _, m := range f.Members(position) {
		names = append(names, s.points[m].Name)
	}
	return names
}

// reference returns the reference point of areas that the frontiers share: 0
// where more is better, 1.1 times the largest value of all where less is.
func reference(x, y Axis, fronts ...*pareto.Front) (refX, refY float64) {
	for _, f := range fronts {
		for i := range f.Len() {
			refX, refY = max(refX, 1.1*f.X[i]), max(refY, 1.1*f.Y[i])
		}
	}
	if x.Better == pareto.Maximize {
		refX = 0
	}
	if y.Better == pareto.Maximize {
		refY = 0
	}
	return refX, refY
}

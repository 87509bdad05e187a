package frontier

import (
	"cmp"
	"slices"
	"strings"

	"paretocov/pareto"
)

// Recommended is the number of measured frontier points per curve that
// InferenceX's Check 14 recommends.
const Recommended = 5

// A Status is the answer to the recommended count.
type Status string

// The statuses.
const (
	Pass        Status = "PASS"        // enough points, and no invalid row
	Warn        Status = "WARN"        // too few points, or an invalid row
	Unavailable Status = "UNAVAILABLE" // the data does not have the view
)

// A FrontResult holds the frontiers of all curves.
type FrontResult struct {
	Rule     pareto.Rule
	Inputs   Inputs
	Curves   []FrontCurve
	Filtered []Filtered
	Repeats  []Repeat
	Warnings []string
}

// Inputs describes what one side was read from.
type Inputs struct {
	Label   string
	Paths   []string // as named
	Sources []Source
	// Rejected counts, per source, the rows that are no measured points.
	Rejected []int
	Skipped  map[string]int
}

// A FrontCurve is one curve's frontiers.
type FrontCurve struct {
	Key    string
	Series []Field
	Points int
	Dead   []DeadRow
	Views  []FrontView
}

// A FrontView is one frontier.
type FrontView struct {
	X, Y             Axis
	Convention       Convention // of an interactivity, "" if unknown
	Measured         int        // points with a usable value on both axes
	Invalid          int        // rows without
	OnFrontier       int        // positions under the rule asked for
	OnStrictFrontier int        // positions of the strict frontier
	Status           Status
	Frontier         []Position // x ascending
	Dominated        []Dominated
	Rejected         []Rejected
	Area             *Area // nil without a frontier
	WidestGap        *Gap  // nil with fewer than two positions
}

// A Position is one place on a frontier.
type Position struct {
	ID      string // the first of Members
	X, Y    float64
	Members []string // names, in natural order
}

// A Dominated is a point that is not on the frontier.
type Dominated struct {
	ID   string
	X, Y float64
	By   []string // positions of the frontier that dominate it, x ascending
}

// A Rejected is a row without a usable value on a view.
type Rejected struct {
	ID     string
	Field  string
	Reason Reason
	Place  string
}

// An Area is a hypervolume with the reference it was measured against.
type Area struct{ Value, RefX, RefY float64 }

// A Gap is the widest step between neighbours on the strict frontier.
type Gap struct {
	From, To   string
	FromX, ToX float64
	Ratio      float64
}

// Front computes the frontiers of an arrangement's first table.
// O(n log n) in the number of points, for each view.
func Front(a *Arrangement, rule pareto.Rule) (*FrontResult, error) {
	res := &FrontResult{Rule: rule, Inputs: a.inputs(0), Filtered: a.Filtered, Repeats: a.Repeats, Warnings: a.warnings()}
	if err := a.judgeable(0); err != nil {
		return nil, err
	}
	for _, c := range a.Curves {
		fc := FrontCurve{Key: c.Key, Series: c.Series, Points: len(c.Sides[0].Points), Dead: c.Sides[0].Dead}
		for _, x := range c.Views {
			fc.Views = append(fc.Views, a.frontView(c, x, rule))
		}
		res.Curves = append(res.Curves, fc)
	}
	return res, nil
}

func (a *Arrangement) frontView(c *Curve, x Axis, rule pareto.Rule) FrontView {
	v := FrontView{X: x, Y: a.Y, Convention: a.conventions[x.Name], Status: Unavailable}
	s := a.viewOf(c, 0, x)
	v.Measured = len(s.points)
	v.Rejected = s.rejected
	absent := true
	for _, r := range s.rejected {
		absent = absent && r.Field == x.Name && (r.Reason == Missing || r.Reason == Null)
	}
	if v.Measured == 0 && absent {
		return v
	}
	v.Invalid = len(s.rejected)
	strict := pareto.NewFront(s.pareto(), pareto.Strict)
	front := strict
	if rule != pareto.Strict {
		front = pareto.NewFront(s.pareto(), rule)
	}
	v.OnFrontier, v.OnStrictFrontier = front.Len(), strict.Len()
	v.Status = Warn
	if v.OnFrontier >= Recommended && v.Invalid == 0 {
		v.Status = Pass
	}
	on := map[int]bool{}
	for i := range front.Len() {
		p := Position{X: front.X[i], Y: front.Y[i]}
		for _, row := range front.Members(i) {
			on[row] = true
			p.Members = append(p.Members, s.names[row])
		}
		slices.SortFunc(p.Members, compareNatural)
		p.ID = p.Members[0]
		v.Frontier = append(v.Frontier, p)
	}
	for _, p := range s.points {
		if on[p.Row] {
			continue
		}
		d := Dominated{ID: p.Name, X: s.x.Values[p.Row], Y: s.y.Values[p.Row]}
		lo, hi := front.Dominators(d.X, d.Y)
		for i := lo; i < hi; i++ {
			d.By = append(d.By, v.Frontier[i].ID)
		}
		v.Dominated = append(v.Dominated, d)
	}
	if strict.Len() > 0 {
		area := Area{}
		area.RefX, area.RefY = reference(x, a.Y, strict)
		area.Value = strict.Hypervolume(area.RefX, area.RefY)
		v.Area = &area
	}
	if g, ok := strict.WidestGap(); ok {
		name := func(i int) string {
			var names []string
			for _, row := range strict.Members(i) {
				names = append(names, s.names[row])
			}
			return slices.MinFunc(names, compareNatural)
		}
		v.WidestGap = &Gap{From: name(g.From), To: name(g.To), FromX: strict.X[g.From], ToX: strict.X[g.To], Ratio: g.Ratio}
	}
	return v
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

// A viewSide is what one side of a curve has on one view.
type viewSide struct {
	x, y     *Metric // nil where the table lacks the column, and then points is empty
	xd, yd   pareto.Direction
	points   []Point // usable on the view, by name
	rejected []Rejected
	names    map[int]string // of the points, by row
}

// viewOf collects the points of a side that are usable on a view, and the rows
// that are not.
func (a *Arrangement) viewOf(c *Curve, side int, x Axis) *viewSide {
	t := a.Tables[side]
	s := &viewSide{
		x: t.Metric(x.Name), y: t.Metric(a.Y.Name), xd: x.Better, yd: a.Y.Better, names: map[int]string{},
	}
	for _, d := range c.Sides[side].Dead {
		s.rejected = append(s.rejected, Rejected{ID: d.Name, Field: d.Field, Reason: d.Reason, Place: d.Place})
	}
	for _, p := range c.Sides[side].Points {
		field := x.Name
		reason := reasonOf(t, x.Name, p.Row)
		if reason == Usable {
			field, reason = a.Y.Name, reasonOf(t, a.Y.Name, p.Row)
		}
		if reason != Usable {
			s.rejected = append(s.rejected, Rejected{ID: p.Name, Field: field, Reason: reason, Place: t.Place(p.Row)})
			continue
		}
		s.points = append(s.points, p)
		s.names[p.Row] = p.Name
	}
	slices.SortFunc(s.rejected, func(p, q Rejected) int {
		return cmp.Or(compareNatural(p.ID, q.ID), strings.Compare(p.Place, q.Place))
	})
	return s
}

// pareto returns the points as columns and rows.
func (s *viewSide) pareto() pareto.Points {
	p := pareto.Points{XDir: s.xd, YDir: s.yd, Rows: []int{}}
	if len(s.points) == 0 {
		return p
	}
	p.X, p.Y = s.x.Values, s.y.Values
	for _, q := range s.points {
		p.Rows = append(p.Rows, q.Row)
	}
	return p
}

// inputs describes what a side was read from.
func (a *Arrangement) inputs(side int) Inputs {
	t := a.Tables[side]
	in := Inputs{Sources: t.Sources, Rejected: make([]int, len(t.Sources)), Skipped: t.Skipped}
	for _, c := range a.Curves {
		for _, d := range c.Sides[side].Dead {
			in.Rejected[d.source]++
		}
	}
	return in
}

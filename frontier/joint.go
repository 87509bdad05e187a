package frontier

import (
	"cmp"
	"slices"

	"paretocov/pareto"
)

// A JointView is the frontier of a curve on all its axes together: the points
// that no other point equals or beats on every axis and beats on one. With more
// axes more points are on it, so it stands beside the views of two axes and
// decides no verdict.
type JointView struct {
	Axes      []Axis // x axes, then y
	Measured  int    // points with a usable value on all axes
	Invalid   int    // points without
	Frontier  []JointPosition
	Dominated []JointDominated
	Others    int // dominated points that thinning left out of Dominated
}

// A JointPosition is one place on a joint frontier.
type JointPosition struct {
	ID      string    // the first of Members
	Values  []float64 // by axis
	Members []string  // names, in natural order
}

// A JointDominated is a point that is not on a joint frontier.
type JointDominated struct {
	ID     string
	Values []float64
	By     string // a point that dominates it: the best on the first axis, then on the second, and so on
}

// jointView computes the frontier on all views of a curve together. The
// positions are in the order of their values. O(n log n) for n points on three
// axes; see pareto.NonDominated for more.
func (a *Arrangement) jointView(c *Curve) *JointView {
	t, points := a.Tables[0], c.Sides[0].Points
	v := &JointView{Axes: append(slices.Clone(c.Views), a.Y), Others: c.Sides[0].others.points}
	set := pareto.Set{}
	var of []*Point
	metrics := make([]*Metric, len(v.Axes))
	for k, axis := range v.Axes {
		metrics[k] = t.Metric(axis.Name)
		set.Dirs = append(set.Dirs, axis.Better)
		set.Columns = append(set.Columns, make([]float64, 0, len(points)))
	}
	values := make([]float64, len(v.Axes))
	for i := range points {
		usable := true
		for k, m := range metrics {
			values[k] = points[i].valueOf(m)
			usable = usable && values[k] > 0
		}
		if !usable {
			v.Invalid++
			continue
		}
		of = append(of, &points[i])
		for k, x := range values {
			set.Columns[k] = append(set.Columns[k], x)
		}
	}
	if len(of) == 0 { // an axis that no row has: those left out lack it, too
		v.Invalid, v.Others = v.Invalid+v.Others, 0
	}
	v.Measured = len(of) + v.Others
	valuesOf := func(row int) []float64 {
		out := make([]float64, len(set.Columns))
		for k, c := range set.Columns {
			out[k] = c[row]
		}
		return out
	}
	front := pareto.NonDominated(set)
	dominated := make([]int, 0, len(of)-len(front))
	for i, r := 0, 0; r < len(of); r++ {
		if i < len(front) && front[i] == r {
			i++
			continue
		}
		dominated = append(dominated, r)
	}
	for i, by := range pareto.Witnesses(set, front, dominated) {
		r := dominated[i]
		v.Dominated = append(v.Dominated, JointDominated{ID: of[r].Name, Values: valuesOf(r), By: of[by].Name})
	}
	slices.SortStableFunc(front, func(p, q int) int { // equal points stay in the order of their names
		for _, c := range set.Columns {
			if o := cmp.Compare(c[p], c[q]); o != 0 {
				return o
			}
		}
		return 0
	})
	for _, r := range front {
		at := valuesOf(r)
		if n := len(v.Frontier); n > 0 && slices.Equal(v.Frontier[n-1].Values, at) {
			v.Frontier[n-1].Members = append(v.Frontier[n-1].Members, of[r].Name)
			continue
		}
		v.Frontier = append(v.Frontier, JointPosition{ID: of[r].Name, Values: at, Members: []string{of[r].Name}})
	}
	return v
}

// Joint adds to every curve that has two or more views its frontier on all of
// them together.
func (res *FrontResult) Joint(a *Arrangement) {
	for i, c := range a.Curves {
		if len(c.Views) > 1 {
			res.Curves[i].Joint = a.jointView(c)
		}
	}
}

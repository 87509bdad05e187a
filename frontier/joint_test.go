package frontier_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"paretocov/frontier"
	"paretocov/pareto"
)

// TestJointFrontier: of the points with values on all axes those are on it that
// no other equals or beats on every axis and beats on one; each of the others
// names one that does; the order of rows does not matter.
func TestJointFrontier(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, o := drawWorld(t), drawOptions(t)
		o.X = axes("p90_e2el", "mean_intvty", "median_e2el")[:rapid.IntRange(2, 3).Draw(t, "axes")]
		rows := w.records(t, 1, 40)
		jointOf := func(rows []record) (*frontier.Arrangement, *frontier.FrontResult) {
			a, err := frontier.Arrange(o, tableOf(rows))
			if err != nil {
				t.Skip(err)
			}
			res, err := frontier.Front(a, pareto.Dashboard)
			if err != nil {
				t.Skip(err)
			}
			res.Joint(a)
			return a, res
		}
		a, res := jointOf(rows)
		_, again := jointOf(shuffled(t, rows, "order"))
		for i, c := range res.Curves {
			if got := fmt.Sprint(*again.Curves[i].Joint); w.kind != "values" && got != fmt.Sprint(*c.Joint) {
				t.Errorf("in another order:\n%s\nwas\n%v", got, *c.Joint)
			}
			checkJoint(t, a, a.Curves[i], c.Joint)
		}
	})
}

func checkJoint(t *rapid.T, a *frontier.Arrangement, c *frontier.Curve, v *frontier.JointView) {
	values := map[string][]float64{}
	invalid := 0
	for _, p := range c.Sides[0].Points {
		var at []float64
		for _, axis := range v.Axes {
			if m := a.Tables[0].Metric(axis.Name); m != nil && m.Reason(p.Row) == frontier.Usable {
				at = append(at, m.Values[p.Row])
			}
		}
		if len(at) < len(v.Axes) {
			invalid++
			continue
		}
		values[p.Name] = at
	}
	dominates := func(p, q []float64) bool {
		better := false
		for k, axis := range v.Axes {
			if axis.Better.Better(q[k], p[k]) {
				return false
			}
			better = better || axis.Better.Better(p[k], q[k])
		}
		return better
	}
	if v.Measured != len(values) || v.Invalid != invalid {
		t.Errorf("%d measured and %d invalid points, want %d and %d", v.Measured, v.Invalid, len(values), invalid)
	}
	on := map[string]bool{}
	for i, p := range v.Frontier {
		if p.ID != p.Members[0] || i > 0 && slices.Compare(v.Frontier[i-1].Values, p.Values) >= 0 {
			t.Errorf("position %d, %v, is out of order", i, p)
		}
		for _, m := range p.Members {
			on[m] = true
			if !slices.Equal(values[m], p.Values) {
				t.Errorf("%s stands at %v and is at %v", m, p.Values, values[m])
			}
		}
	}
	for name, at := range values {
		var by []string
		for other, q := range values {
			if dominates(q, at) {
				by = append(by, other)
			}
		}
		if on[name] != (len(by) == 0) {
			t.Errorf("%s on the frontier: %v, though dominated by %v", name, on[name], by)
		}
	}
	if len(on)+len(v.Dominated) != len(values) {
		t.Errorf("%d on the frontier and %d dominated of %d points", len(on), len(v.Dominated), len(values))
	}
	for _, d := range v.Dominated {
		if !dominates(values[d.By], d.Values) || !on[d.By] || !slices.Equal(d.Values, values[d.ID]) {
			t.Errorf("%s at %v is not dominated by %s", d.ID, d.Values, d.By)
		}
	}
}

// TestJointFrontierHoldsMore: a point may be on the joint frontier for one axis that
// no view of two axes shows it on.
func TestJointFrontierHoldsMore(t *testing.T) {
	table := tableOf([]record{
		{texts: map[string]string{"id": "fast"}, numbers: map[string]float64{"p90_e2el": 1, "mean_intvty": 10, "tput_per_gpu": 50}},
		{texts: map[string]string{"id": "big"}, numbers: map[string]float64{"p90_e2el": 9, "mean_intvty": 20, "tput_per_gpu": 90}},
		{texts: map[string]string{"id": "between"}, numbers: map[string]float64{"p90_e2el": 5, "mean_intvty": 15, "tput_per_gpu": 40}},
		{texts: map[string]string{"id": "worse"}, numbers: map[string]float64{"p90_e2el": 6, "mean_intvty": 15, "tput_per_gpu": 40}},
	})
	a, err := frontier.Arrange(frontier.Options{X: axes("p90_e2el", "mean_intvty"), Y: axis("tput_per_gpu")}, table)
	if err != nil {
		t.Fatal(err)
	}
	res, err := frontier.Front(a, pareto.Strict)
	if err != nil {
		t.Fatal(err)
	}
	res.Joint(a)
	v := res.Curves[0].Joint
	var on []string
	for _, p := range v.Frontier {
		on = append(on, p.ID)
	}
	if got := strings.Join(on, " "); got != "fast between big" {
		t.Errorf("on the joint frontier: %s", got)
	}
	if len(v.Dominated) != 1 || v.Dominated[0].ID != "worse" || v.Dominated[0].By != "between" {
		t.Errorf("dominated: %v", v.Dominated)
	}
}

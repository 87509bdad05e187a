package chart

import (
	"fmt"
	"strings"

	"paretocov/frontier"
	"paretocov/pareto"
)

// OfFront returns the chart of one curve on one view, of a single set of
// points.
func OfFront(key, label string, v frontier.FrontView, p pareto.Policy) Chart {
	c := Chart{Key: key, X: v.X, Y: v.Y, Policy: p}
	c.Series = []Series{{Key: key, Label: label, Points: pointsOf(v)}}
	c.leaveOut("", v.Rejected)
	return c
}

// Of returns the chart of base and head on one view: their frontiers as
// frontier.Sides gives them, and the judgement of the removed points.
func Of(key string, labels [2]string, base, head frontier.FrontView, judged frontier.CoverView, p pareto.Policy) Chart {
	c := Chart{Key: key, X: judged.X, Y: judged.Y, Policy: p}
	c.Series = []Series{
		{Key: key, Label: labels[0], Base: true, Points: pointsOf(base)},
		{Key: key, Label: labels[1], Points: pointsOf(head)},
	}
	for _, j := range judged.Removed {
		r := Removed{Point: Point{j.ID, j.X, j.Y}, NotApplicable: j.NotApplicable, Kind: j.Kind, Margin: j.Margin, By: j.By}
		if len(r.By) == 0 {
			r.By = j.Nearest
		}
		c.Removed = append(c.Removed, r)
	}
	c.leaveOut("base ", base.Rejected)
	c.leaveOut("head ", head.Rejected)
	return c
}

// pointsOf returns all points of a view.
func pointsOf(v frontier.FrontView) []Point {
	var pts []Point
	for _, p := range v.Frontier {
		for _, m := range p.Members {
			pts = append(pts, Point{m, p.X, p.Y})
		}
	}
	for _, d := range v.Dominated {
		pts = append(pts, Point{d.ID, d.X, d.Y})
	}
	return pts
}

func (c *Chart) leaveOut(side string, rejected []frontier.Rejected) {
	for _, r := range rejected {
		why := r.Field + " is " + r.Reason.String()
		if r.Reason == frontier.TooManyFailed {
			why = fmt.Sprintf("%.4g %% of requests failed", 100*r.FailureRate)
		}
		c.LeftOut = append(c.LeftOut, LeftOut{Name: side + r.ID, Why: why})
	}
}

// Join returns the chart of several curves of one view on one pair of axes: of
// each the series that is not base, or base where there is no other. Judgements
// are left to the curves' own charts.
func Join(charts []Chart) Chart {
	var c Chart
	var keys []string
	for _, one := range charts {
		keys = append(keys, one.Key)
		c.X, c.Y, c.Policy = one.X, one.Y, one.Policy
		c.LeftOut = append(c.LeftOut, one.LeftOut...)
	}
	if len(charts) == 0 {
		return c
	}
	common, rest := sharedFields(keys)
	c.Key = "All curves"
	if common != "" {
		c.Key = common + ": all curves"
	}
	for i, one := range charts {
		var pick *Series
		for k := range one.Series {
			if s := &one.Series[k]; pick == nil || len(s.Points) > 0 && (len(pick.Points) == 0 || !s.Base) {
				pick = s
			}
		}
		if pick != nil && len(pick.Points) > 0 {
			c.Series = append(c.Series, Series{Key: pick.Key, Label: rest[i], Points: pick.Points})
		}
	}
	return c
}

// sharedFields returns the fields of keys that all have in common, and
// what is left of each key.
func sharedFields(keys []string) (common string, rest []string) {
	const between = " / "
	first := strings.Split(keys[0], between)
	shared := make([]bool, len(first))
	for i := range shared {
		shared[i] = len(keys) > 1
	}
	fields := make([][]string, len(keys))
	for i, key := range keys {
		fields[i] = strings.Split(key, between)
		for k := range shared {
			shared[k] = shared[k] && len(fields[i]) == len(first) && fields[i][k] == first[k]
		}
	}
	pick := func(fields []string, want bool) string {
		var out []string
		for k, f := range fields {
			if (k < len(shared) && shared[k]) == want {
				out = append(out, f)
			}
		}
		return strings.Join(out, between)
	}
	for _, f := range fields {
		rest = append(rest, pick(f, false))
	}
	return pick(first, true), rest
}

// Names returns the texts of a chart that come from data, in no order and
// with repetitions.
func (c Chart) Names() []string {
	names := []string{c.Key, c.X.Name, c.Y.Name}
	for _, s := range c.Series {
		names = append(names, s.Label)
		for _, p := range s.Points {
			names = append(names, p.Name)
		}
	}
	for _, o := range c.LeftOut {
		names = append(names, o.Name)
	}
	return names
}

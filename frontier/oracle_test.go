package frontier_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"paretocov/frontier"
	"paretocov/pareto"
)

// This file judges whole tables from the definitions, pair by pair and by
// bisection, and shares no code with the packages: what is removed, what covers
// it, with what margin, and what follows for the verdict. Throughput is y.

// A spot is a measured place on a view.
type spot struct{ x, y float64 }

// A line is a pair of frontier spots; end is where the hard one is clipped to.
type line struct{ easy, hard, end spot }

// A drawing is what head has of a curve on one view.
type drawing struct {
	less   bool // less x is better
	spots  []spot
	policy pareto.Policy
}

// gain is how many times better a is than b, on x.
func (d drawing) gain(a, b float64) float64 {
	if d.less {
		return b / a
	}
	return a / b
}

// reaches: a is at least as good as b on both axes. beats: better on both.
func (d drawing) reaches(a, b spot) bool {
	if d.less {
		return a.x <= b.x && a.y >= b.y
	}
	return a.x >= b.x && a.y >= b.y
}

func (d drawing) beats(a, b spot) bool { return d.reaches(a, b) && a.x != b.x && a.y != b.y }

func (d drawing) dominates(a, b spot) bool { return d.reaches(a, b) && a != b }

// frontier are the spots that none dominates, the easy end (most y) first.
func (d drawing) frontier() []spot {
	on := map[spot]bool{}
	for _, a := range d.spots {
		on[a] = !slices.ContainsFunc(d.spots, func(b spot) bool { return d.dominates(b, a) })
	}
	maps.DeleteFunc(on, func(_ spot, v bool) bool { return !v })
	all := slices.Collect(maps.Keys(on))
	slices.SortFunc(all, func(a, b spot) int { return int(math.Copysign(1, b.y-a.y)) })
	return all
}

// lines are the lines that the rule draws, clipped to a span, 0 for none.
func (d drawing) lines(rule pareto.CurveRule, span float64) []line {
	var all []line
	f := d.frontier()
	for i, easy := range f {
		for k, hard := range f[i+1:] {
			if rule == pareto.Measured || rule != pareto.Hull && k > 0 {
				break
			}
			l := line{easy, hard, hard}
			if span > 0 && d.gain(hard.x, easy.x) > span {
				l.end.x = easy.x * span
				if d.less {
					l.end.x = easy.x / span
				}
			}
			all = append(all, l)
		}
	}
	return all
}

// below: some place of the line is at least as good as p, where y may be a
// share slack short. In logs the line is straight in log x and log y.
func (d drawing) below(p spot, l line, slack float64, logs bool) bool {
	ex, hx, px := l.easy.x, l.end.x, p.x
	ey, hy := l.easy.y, l.end.y
	if logs {
		ex, hx, px, ey, hy = math.Log(ex), math.Log(hx), math.Log(px), math.Log(ey), math.Log(hy)
	}
	if ex == hx { // clipped to its easy end, and beyond it nothing is attained
		return d.reaches(l.easy, p)
	}
	t := max(0, (px-ex)/(hx-ex)) // from here on the line is at least as good in x
	if t > 1 {
		return false
	}
	y := ey + t*(hy-ey)
	if logs {
		y = math.Exp(y)
	}
	return p.y <= y*(1+slack)
}

// lined: some line that the policy accepts is over p.
func (d drawing) lined(p spot, policy pareto.Policy, slack float64) bool {
	return slices.ContainsFunc(d.lines(policy.Curve, policy.MaxSpan), func(l line) bool {
		return d.below(p, l, slack, false) && (policy.Curve != pareto.LogLog || d.below(p, l, slack, true))
	})
}

// covered: what the policy accepts, without slack and tolerance.
func (d drawing) covered(p spot) bool {
	return slices.ContainsFunc(d.spots, func(q spot) bool { return d.reaches(q, p) }) || d.lined(p, d.policy, 0)
}

// margin is the largest s with p made s times better still covered, minus 1.
func (d drawing) margin(p spot) float64 {
	at := func(s float64) bool {
		if d.less {
			return d.covered(spot{p.x / s, p.y * s})
		}
		return d.covered(spot{p.x * s, p.y * s})
	}
	lo, hi := 1.0, 1.0
	for !at(lo) {
		lo /= 2
	}
	for at(hi) {
		hi *= 2
	}
	for range 200 {
		mid := (lo + hi) / 2
		if mid <= lo || mid >= hi {
			break
		}
		if at(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo - 1
}

// A finding is a judgement by definition.
type finding struct {
	Kind     string
	Evidence string
	Reason   string
	Margin   float64
	Span     float64 // of a line's ends, where only one line can be meant
}

const lineSlack = 1e-9

// judge finds the kind of coverage of a base spot.
func (d drawing) judge(p spot) finding {
	if len(d.spots) == 0 {
		return finding{Kind: "unverifiable", Margin: math.NaN()}
	}
	f := finding{Kind: "uncovered", Margin: d.margin(p)}
	any := func(holds func(a, b spot) bool) bool {
		return slices.ContainsFunc(d.spots, func(q spot) bool { return holds(q, p) })
	}
	// over returns the line with the largest margin over p, of those drawn.
	over := func(rule pareto.CurveRule, span float64) (line, bool) {
		for _, l := range d.lines(rule, span) {
			if d.below(p, l, lineSlack, false) && (rule != pareto.LogLog || d.below(p, l, lineSlack, true)) {
				return l, true
			}
		}
		return line{}, false
	}
	named := d.policy.Curve == pareto.Line || d.policy.Curve == pareto.LogLog
	switch {
	case any(d.beats):
		f.Kind = "exceeded"
		return f
	case any(d.reaches):
		f.Kind = "matched"
		return f
	}
	if l, ok := over(d.policy.Curve, d.policy.MaxSpan); ok {
		f.Kind, f.Margin = "line", max(f.Margin, 0)
		if named {
			f.Span = d.gain(l.hard.x, l.easy.x)
			f.Evidence = "weak"
			if d.below(p, l, lineSlack, true) {
				f.Evidence = "strong"
			}
		}
		return f
	}
	// A tolerance above 0 has slack for rounding too.
	if t := d.policy.Tolerance; f.Margin >= -t || t > 0 && f.Margin >= -t-lineSlack {
		f.Kind = "within"
		return f
	}
	switch d.policy.Curve {
	case pareto.Measured:
		if _, ok := over(pareto.Line, 0); ok {
			f.Reason = "below a drawn line"
		}
		return f
	case pareto.LogLog:
		if _, ok := over(pareto.Line, d.policy.MaxSpan); ok {
			f.Reason = "below the straight line only"
			return f
		}
	case pareto.Line, pareto.Hull:
	}
	drawn := d.policy.Curve
	if drawn == pareto.LogLog {
		drawn = pareto.Line
	}
	if l, ok := over(drawn, 0); ok {
		f.Kind = "wide"
		if named {
			f.Span = d.gain(l.hard.x, l.easy.x)
		}
	}
	return f
}

// usable is the number of a cell, and whether it is a measured value.
func usable(r record, metric string) (float64, bool) {
	v, ok := r.numbers[metric]
	return v, ok && r.reasons[metric] == frontier.Usable && v > 0 && !math.IsInf(v, 0)
}

// alive: a row with y and some x, which makes it a measured point.
func alive(r record, views []string) bool {
	_, y := usable(r, frontier.DefaultY)
	return y && slices.ContainsFunc(views, func(v string) bool { _, x := usable(r, v); return x })
}

// A verdict is what follows for a whole comparison.
type verdict struct {
	Verdict frontier.Verdict
	Needed  float64
	Summary frontier.Summary
	Curves  map[string]outcome
}

type outcome struct {
	Status                        frontier.CurveStatus
	Removed, Added, Kept, Changed int
	ChangedWorst                  float64
	Views                         map[string]map[string]finding // by view, by id
}

// compare judges tables of the columns curve and id by definition.
func compare(base, head []record, views []string, p frontier.CoverPolicy) verdict {
	type side struct{ rows, points map[string]map[string]record } // by curve, by id
	read := func(rows []record) side {
		s := side{map[string]map[string]record{}, map[string]map[string]record{}}
		for _, r := range rows {
			c := r.texts["curve"]
			if s.rows[c] == nil {
				s.rows[c], s.points[c] = map[string]record{}, map[string]record{}
			}
			s.rows[c][r.texts["id"]] = r
			if alive(r, views) {
				s.points[c][r.texts["id"]] = r
			}
		}
		return s
	}
	b, h := read(base), read(head)
	v := verdict{Curves: map[string]outcome{}}
	keys := maps.Clone(b.rows)
	maps.Copy(keys, h.rows)
	for key := range keys {
		o := outcome{Status: frontier.Compared, Views: map[string]map[string]finding{}, ChangedWorst: math.NaN()}
		switch {
		case len(h.rows[key]) == 0:
			o.Status = frontier.Lost
		case len(b.points[key]) == 0 && len(h.points[key]) > 0:
			o.Status = frontier.NewInHead
		}
		for id, r := range b.points[key] {
			again, ok := h.points[key][id]
			switch {
			case !ok:
				o.Removed++
			case sameValues(r, again, views):
				o.Kept++
			default:
				o.Changed++
			}
		}
		for id := range h.points[key] {
			if _, ok := b.points[key][id]; !ok {
				o.Added++
			}
		}
		judged := map[string]map[string]finding{}
		for _, view := range views {
			o.Views[view] = map[string]finding{}
			d := drawing{less: axis(view).Better == pareto.Minimize, policy: p.Policy}
			for _, r := range h.points[key] {
				x, okX := usable(r, view)
				y, okY := usable(r, frontier.DefaultY)
				if okX && okY {
					d.spots = append(d.spots, spot{x, y})
				}
			}
			for id, r := range b.points[key] {
				x, ok := usable(r, view)
				y, _ := usable(r, frontier.DefaultY)
				again, there := h.points[key][id]
				if there {
					if ok && !sameValues(r, again, views) {
						if m := d.judge(spot{x, y}).Margin; !(m >= o.ChangedWorst) && !math.IsNaN(m) {
							o.ChangedWorst = m
						}
					}
					continue
				}
				f := finding{Kind: "n/a", Margin: math.NaN()}
				switch {
				case !ok:
				case o.Status == frontier.Lost && p.Scope == frontier.ScopeAll:
					f.Kind = "uncovered"
				case o.Status == frontier.Lost:
				default:
					f = d.judge(spot{x, y})
				}
				o.Views[view][id] = f
				if judged[id] == nil {
					judged[id] = map[string]finding{}
				}
				judged[id][view] = f
			}
		}
		for _, views := range judged {
			kinds := map[string]bool{}
			for _, f := range views {
				switch f.Kind {
				case "n/a":
					continue
				case "uncovered", "wide":
					kinds["uncovered"] = true
				case "unverifiable":
					kinds["unverifiable"] = true
				default:
					kinds["covered"] = true
				}
				if math.IsNaN(f.Margin) || math.IsNaN(v.Needed) {
					v.Needed = math.NaN()
				} else {
					v.Needed = max(v.Needed, -f.Margin)
				}
			}
			switch {
			case len(kinds) == 0:
				continue
			case kinds["uncovered"]:
				v.Summary.Uncovered++
			case kinds["unverifiable"]:
				v.Summary.Unverifiable++
			default:
				v.Summary.Covered++
			}
			v.Summary.Removed++
		}
		v.Curves[key] = o
	}
	v.Verdict = frontier.VerdictPass
	switch {
	case v.Summary.Uncovered > 0:
		v.Verdict = frontier.VerdictFail
	case v.Summary.Unverifiable > 0:
		v.Verdict = frontier.VerdictInconclusive
	}
	return v
}

// sameValues: y and all views are the same, where unusable is unusable.
func sameValues(a, b record, views []string) bool {
	for _, name := range append([]string{frontier.DefaultY}, views...) {
		x, okX := usable(a, name)
		y, okY := usable(b, name)
		if okX != okY || okX && x != y {
			return false
		}
	}
	return true
}

// verdictOf is a result in the words of the definitions.
func verdictOf(r *frontier.CoverResult) verdict {
	v := verdict{Verdict: r.Verdict, Needed: r.NeededTolerance, Summary: r.Summary, Curves: map[string]outcome{}}
	named := r.Policy.Curve == pareto.Line || r.Policy.Curve == pareto.LogLog
	for _, c := range r.Curves {
		o := outcome{
			Status: c.Status, Removed: c.Removed, Added: c.Added, Kept: c.Kept, Changed: c.Changed,
			ChangedWorst: c.ChangedWorstMargin, Views: map[string]map[string]finding{},
		}
		for _, view := range c.Views {
			o.Views[view.X.Name] = map[string]finding{}
			for _, j := range view.Removed {
				f := finding{Kind: j.Kind.String(), Margin: j.Margin}
				if j.Kind == pareto.Uncovered && !j.Lost {
					f.Reason = j.Reason
				}
				if named && (j.Kind == pareto.OnLine || j.Kind == pareto.Wide) {
					f.Span, f.Evidence = j.Span, j.Evidence.String()
				}
				if j.NotApplicable {
					f = finding{Kind: "n/a", Margin: math.NaN()}
				}
				o.Views[view.X.Name][j.ID] = f
			}
		}
		v.Curves[c.Key] = o
	}
	return v
}

// equateNear: equal to 12 digits of the larger, and so are two NaNs.
var equateNear = gocmp.Comparer(func(a, b float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b))
})

func TestDefinitionAgreesOnWholeTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		p := drawPolicy(t)
		views := rapid.SampledFrom([][]string{{"p90_e2el"}, {"mean_intvty"}, {"p75_e2el", "mean_intvty"}}).Draw(t, "views")
		draw := func(side string) []record {
			var rows []record
			for _, key := range []string{"c1", "c2", "c3"} {
				if rapid.IntRange(0, 5).Draw(t, side+" has no "+key) == 0 {
					continue
				}
				for i := range rapid.IntRange(0, 14).Draw(t, side+" rows of "+key) {
					ids := "bh"
					if rapid.IntRange(0, 2).Draw(t, "on both sides") == 0 {
						ids = "ss"
					}
					r := record{numbers: map[string]float64{}, reasons: map[string]frontier.Reason{}, line: int32(len(rows) + 2)}
					drawn := w.record(t)
					maps.Copy(r.numbers, drawn.numbers)
					maps.Copy(r.reasons, drawn.reasons)
					id := string(ids[0])
					if side == "head" {
						id = string(ids[1])
					}
					r.texts = map[string]string{"curve": key, "id": fmt.Sprint(id, i)}
					rows = append(rows, r)
				}
			}
			return rows
		}
		base, head := draw("base"), draw("head")
		for i := range head { // some points of both sides have kept their values
			for _, b := range base {
				if maps.Equal(b.texts, head[i].texts) && i%2 == 0 {
					head[i].numbers, head[i].reasons = maps.Clone(b.numbers), maps.Clone(b.reasons)
					if i%4 == 0 { // but for one view
						head[i].numbers[views[0]] = rapid.SampledFrom([]float64{0, 1, 7}).Draw(t, "another value")
					}
				}
			}
		}
		o := frontier.Options{Y: axis(frontier.DefaultY), X: axes(views...)}
		_, r := judgeable(t, o, p, base, head)
		if diff := gocmp.Diff(compare(base, head, views, p), verdictOf(r), equateNear); diff != "" {
			t.Fatalf("policy %+v (-definition +got):\n%s", p, diff)
		}
	})
}

// TestDefinitionAgreesOnRealData judges the removed points of real snapshots
// under every rule, with and without a limit on the span.
func TestDefinitionAgreesOnRealData(t *testing.T) {
	o := frontier.Options{X: axes("median_intvty", "median_e2el")}
	a := arrange(t, o, files(t, o, "../fixtures/inferencex-dsr1/base.json"), files(t, o, "../fixtures/inferencex-dsr1/head.json"))
	for _, rule := range []pareto.CurveRule{pareto.Line, pareto.Measured, pareto.LogLog, pareto.Hull} {
		for _, span := range []float64{0, 1, 1.5, 2, 3} {
			p := exact()
			p.Curve, p.MaxSpan = rule, span
			r := cover(t, a, p)
			got := verdictOf(r)
			judged := 0
			for i, c := range r.Curves {
				for _, v := range c.Views {
					d := drawing{less: v.X.Better == pareto.Minimize, policy: p.Policy}
					for _, pt := range a.Curves[i].Sides[1].Points {
						d.spots = append(d.spots, spot{a.Tables[1].Metric(v.X.Name).Values[pt.Row], a.Tables[1].Metric(a.Y.Name).Values[pt.Row]})
					}
					for _, j := range v.Removed {
						if j.NotApplicable {
							continue
						}
						judged++
						if diff := gocmp.Diff(d.judge(spot{j.X, j.Y}), got.Curves[c.Key].Views[v.X.Name][j.ID], equateNear); diff != "" {
							t.Errorf("%v, span %v: %s %s %s (-definition +got):\n%s", rule, span, c.Key, v.X.Name, j.ID, diff)
						}
					}
				}
			}
			if judged != 2*68 {
				t.Errorf("%v, span %v: %d judgements, want %d", rule, span, judged, 2*68)
			}
		}
	}
}

package pareto_test

import (
	"cmp"
	"math"
	"slices"

	"paretocov/pareto"
)

// This file holds the definitions, spelled out pair by pair and without a sort
// or a formula of the fast path, for the laws to compare with. Everything is
// decided by one question, "is this point covered?"; a margin or a height of
// the curve is the largest number for which the answer is yes.

func better(d pareto.Direction, a, b float64) bool {
	if d == pareto.Minimize {
		return a < b
	}
	return a > b
}

func noWorse(d pareto.Direction, a, b float64) bool { return a == b || better(d, a, b) }

// improve makes v s times better.
func improve(d pareto.Direction, v, s float64) float64 {
	if d == pareto.Minimize {
		return v / s
	}
	return v * s
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// A place is a pair of coordinates and the rows that share it, ascending.
type place struct {
	x, y float64
	rows []int
}

// A plane answers by definition for the same points that a front is built of.
type plane struct{ pareto.Points }

// rows returns the rows that are points.
func (p plane) rows() []int {
	var rows []int
	for r := range p.X {
		if (p.Rows == nil || slices.Contains(p.Rows, r)) && finite(p.X[r]) && finite(p.Y[r]) {
			rows = append(rows, r)
		}
	}
	return rows
}

// attains reports whether (ax, ay) is at least as good as (bx, by) on both axes.
func (p plane) attains(ax, ay, bx, by float64) bool {
	return noWorse(p.XDir, ax, bx) && noWorse(p.YDir, ay, by)
}

// exceeds reports whether (ax, ay) is better than (bx, by) on both axes.
func (p plane) exceeds(ax, ay, bx, by float64) bool {
	return better(p.XDir, ax, bx) && better(p.YDir, ay, by)
}

func (p plane) dominates(ax, ay, bx, by float64) bool {
	return p.attains(ax, ay, bx, by) && (ax != bx || ay != by)
}

// onFront reports whether (x, y) would be on the frontier of the plane's rows.
func (p plane) onFront(rule pareto.Rule, x, y float64) bool {
	plateaus := rule == pareto.Dashboard && p.XDir == pareto.Minimize && p.YDir == pareto.Maximize
	for _, r := range p.rows() {
		if !p.dominates(p.X[r], p.Y[r], x, y) {
			continue
		}
		// The dashboard keeps a point that ties the best y at a larger x.
		if plateaus && p.Y[r] == y && p.X[r] != x {
			continue
		}
		return false
	}
	return true
}

// front returns the frontier's places, x ascending.
func (p plane) front(rule pareto.Rule) []place {
	var places []place
next:
	for _, r := range p.rows() {
		if !p.onFront(rule, p.X[r], p.Y[r]) {
			continue
		}
		for i := range places {
			if places[i].x == p.X[r] && places[i].y == p.Y[r] {
				places[i].rows = append(places[i].rows, r)
				continue next
			}
		}
		places = append(places, place{p.X[r], p.Y[r], []int{r}})
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Compare(a.x, b.x) })
	return places
}

// A chord is a line from an easy end to a hard end that may have been clipped.
type chord struct {
	xd, yd         pareto.Direction
	xe, ye, xh, yh float64
	span           float64 // before clipping
}

// chord returns the line between two places of the frontier, clipped to the
// limit unless that is 0.
func (p plane) chord(a, b place, limit float64) chord {
	if better(p.YDir, b.y, a.y) {
		a, b = b, a
	}
	c := chord{p.XDir, p.YDir, a.x, a.y, b.x, b.y, max(a.x, b.x) / min(a.x, b.x)}
	if limit > 0 && c.span > limit {
		c.xh = improve(p.XDir, c.xe, limit)
	}
	return c
}

// at returns y of the chord at x and whether x is in its range; in logs, of the
// line that is straight in log x and log y.
func (c chord) at(x float64, logs bool) (y float64, ok bool) {
	if x < min(c.xe, c.xh) || x > max(c.xe, c.xh) {
		return 0, false
	}
	xe, xh, ye, yh := c.xe, c.xh, c.ye, c.yh
	if xe == xh { // all that is left of the line is its easy end
		return ye, true
	}
	if logs {
		x, xe, xh, ye, yh = math.Log(x), math.Log(xe), math.Log(xh), math.Log(ye), math.Log(yh)
	}
	length := math.Abs(xh - xe)
	y = ye*(math.Abs(xh-x)/length) + yh*(math.Abs(x-xe)/length)
	if logs {
		y = math.Exp(y)
	}
	return y, true
}

// covers reports whether (x, y) is on or below the chord within its range.
func (c chord) covers(x, y float64, logs bool) bool {
	line, ok := c.at(x, logs)
	return ok && noWorse(c.yd, line, y)
}

// An oracle decides coverage under one policy.
type oracle struct {
	plane
	policy pareto.Policy
	chords []chord
}

// under returns the oracle for a policy.
func (p plane) under(policy pareto.Policy) oracle {
	o := oracle{plane: p, policy: policy}
	front := p.front(pareto.Strict)
	for i := range front {
		for j := range i {
			neighbours := !slices.ContainsFunc(front, func(c place) bool { return front[j].x < c.x && c.x < front[i].x })
			if policy.Curve == pareto.Hull || neighbours && policy.Curve != pareto.Measured {
				o.chords = append(o.chords, p.chord(front[i], front[j], policy.MaxSpan))
			}
		}
	}
	return o
}

// attained reports whether a measured point is at least as good as (x, y).
func (o oracle) attained(x, y float64) bool {
	return slices.ContainsFunc(o.rows(), func(r int) bool { return o.attains(o.X[r], o.Y[r], x, y) })
}

// exceeded reports whether a measured point is better than (x, y) on both axes.
func (o oracle) exceeded(x, y float64) bool {
	return slices.ContainsFunc(o.rows(), func(r int) bool { return o.exceeds(o.X[r], o.Y[r], x, y) })
}

// lined reports whether a line that the policy accepts covers (x, y).
func (o oracle) lined(x, y float64) bool {
	return slices.ContainsFunc(o.chords, func(c chord) bool {
		return c.covers(x, y, false) && (o.policy.Curve != pareto.LogLog || c.covers(x, y, true))
	})
}

// covered reports whether the policy covers (x, y), its tolerance aside.
func (o oracle) covered(x, y float64) bool { return o.attained(x, y) || o.lined(x, y) }

// largest returns the largest float64 above or equal to 0 for which yes holds,
// where yes holds up to some number and not beyond; NaN where it never holds.
// It bisects the bit pattern, which is in the order of the numbers.
func largest(yes func(float64) bool) float64 {
	if !yes(0) {
		return math.NaN()
	}
	lo, hi := uint64(0), math.Float64bits(math.MaxFloat64)+1
	for lo+1 < hi {
		mid := lo + (hi-lo)/2
		if yes(math.Float64frombits(mid)) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return math.Float64frombits(lo)
}

// at reports whether (x, y) made s times better is covered.
func (p plane) at(x, y, s float64, covered func(x, y float64) bool) bool {
	return covered(improve(p.XDir, x, s), improve(p.YDir, y, s))
}

// margin returns the margin of a point under a decision.
func (p plane) margin(x, y float64, covered func(x, y float64) bool) float64 {
	return largest(func(s float64) bool { return p.at(x, y, s, covered) }) - 1
}

// onEdge reports whether covered ends at (x, y): it holds when the point is made
// a little worse, and no more when it is made a little better.
func (p plane) onEdge(x, y float64, covered func(x, y float64) bool) bool {
	const little = 1e-9
	return p.at(x, y, 1-little, covered) && !p.at(x, y, 1+little, covered)
}

// worst returns the worst value that is above zero.
func worst(d pareto.Direction) float64 {
	if d == pareto.Minimize {
		return math.MaxFloat64
	}
	return math.SmallestNonzeroFloat64
}

// A verdict is a kind with its reason.
type verdict struct {
	kind   pareto.Kind
	reason pareto.Reason
}

// wobble is how near to an edge rounding may decide either way.
const wobble = 1e-12

// verdicts returns the verdicts that the definition allows for a point: one,
// or more where the point lies on the edge of the slack or of the tolerance to
// within rounding.
func (o oracle) verdicts(x, y float64) []verdict {
	if len(o.rows()) == 0 || !(x > 0) || !(y > 0) {
		return []verdict{{kind: pareto.Unverifiable}}
	}
	if o.exceeded(x, y) {
		return []verdict{{kind: pareto.Exceeded}}
	}
	if o.attained(x, y) {
		return []verdict{{kind: pareto.Matched}}
	}
	at := func(s float64, covered func(x, y float64) bool) bool { return o.at(x, y, s, covered) }
	// Lying on a line allows for the slack. A point that is less than the slack
	// short of a measured point may or may not count as lying on a line from
	// there.
	const slack = 1 - pareto.LineSlack
	onLine := func(o oracle) (sure, maybe bool) {
		atEnd := len(o.chords) > 0 && at(slack-wobble, o.attained)
		sure = o.lined(x, y) || at(slack+wobble, o.lined) && !atEnd
		return sure, sure || at(slack-wobble, o.lined) || atEnd
	}

	var vs []verdict
	decided := func(sure, maybe bool, v verdict) bool {
		if maybe {
			vs = append(vs, v)
		}
		return sure
	}
	sure, maybe := onLine(o)
	if decided(sure, maybe, verdict{kind: pareto.OnLine}) {
		return vs
	}
	if t := o.policy.Tolerance; t > 0 {
		t += pareto.LineSlack // a tolerance allows for rounding
		if decided(at(1-t+wobble, o.covered), at(1-t-wobble, o.covered), verdict{kind: pareto.Within}) {
			return vs
		}
	}
	// What else could have covered it.
	var wider oracle
	switch o.policy.Curve {
	case pareto.Measured:
		sure, maybe := onLine(o.under(pareto.Policy{Curve: pareto.Line}))
		if decided(sure, maybe, verdict{pareto.Uncovered, pareto.BelowDrawnLine}) {
			return vs
		}
		return append(vs, verdict{kind: pareto.Uncovered})
	case pareto.LogLog:
		sure, maybe := onLine(o.under(pareto.Policy{Curve: pareto.Line, MaxSpan: o.policy.MaxSpan}))
		if decided(sure, maybe, verdict{pareto.Uncovered, pareto.BelowStraightOnly}) {
			return vs
		}
		wider = o.under(pareto.Policy{Curve: pareto.Line})
	case pareto.Line, pareto.Hull:
		wider = o.under(pareto.Policy{Curve: o.policy.Curve})
	}
	sure, maybe = onLine(wider)
	if decided(sure, maybe, verdict{kind: pareto.Wide}) {
		return vs
	}
	return append(vs, verdict{kind: pareto.Uncovered})
}

// drawn reports whether (x, y) is on or below the drawn curve: the unclipped
// lines between neighbours and all that the points attain.
func (p plane) drawn() func(x, y float64) bool {
	return p.under(pareto.Policy{Curve: pareto.Line}).covered
}

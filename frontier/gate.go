package frontier

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"paretocov/pareto"
)

// A GatePolicy says when a frontier counts as worse.
type GatePolicy struct {
	CoverPolicy
	// Warn is the share from which a shortfall within the tolerance is a
	// warning; NaN for none.
	Warn float64
	// MaxLoss is how far head's drawn curve may fall below base's anywhere on
	// base's range; NaN for no limit.
	MaxLoss float64
	// MinReach is the least that head must reach of base's best at either end;
	// NaN for no limit.
	MinReach float64
	// MaxAreaLoss is how much of base's area may be lost; NaN for no limit.
	MaxAreaLoss float64
	// MinPoints is the least number of head's frontier points; 0 for no limit.
	MinPoints int
	// Rule is how MinPoints counts.
	Rule pareto.Rule
	// Suspicious is the margin from which an improvement is flagged as too good
	// to be taken unseen.
	Suspicious float64
	// Noise is the assumed run-to-run spread of a value of one run, as a share;
	// 0 where it is unknown.
	Noise float64
	// StrictNoise makes a shortfall within the noise fail.
	StrictNoise bool
	// Overrides change the policy of some curves and views.
	Overrides []Override
	// Delta says what head holds of an append-only change.
	Delta Delta
}

// An Override changes the tolerance or the least number of points of the curves
// and views that it names. Of several that match, the last counts.
type Override struct {
	Key       string  // of the curve, where * stands for any text; "" for all
	View      string  // name of the x axis, "" for all
	Tolerance float64 // NaN for no change
	MinPoints int     // negative for no change
}

// at returns the policy of a curve and view.
func (p GatePolicy) at(key string, x Axis) GatePolicy {
	for _, o := range p.Overrides {
		if !o.matches(key, x) {
			continue
		}
		if !math.IsNaN(o.Tolerance) {
			p.Tolerance = o.Tolerance
		}
		if o.MinPoints >= 0 {
			p.MinPoints = o.MinPoints
		}
	}
	return p
}

func (o Override) matches(key string, x Axis) bool {
	return (o.Key == "" || matchKey(o.Key, key)) && (o.View == "" || o.View == x.Name)
}

// matchKey reports whether a key is of a pattern in which * stands for any text.
func matchKey(pattern, key string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == key
	}
	rest, ok := strings.CutPrefix(key, parts[0])
	if !ok {
		return false
	}
	last := parts[len(parts)-1]
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(rest, part)
		if i < 0 {
			return false
		}
		rest = rest[i+len(part):]
	}
	return strings.HasSuffix(rest, last)
}

// A GateResult is the judgement of base's frontiers against head's curves.
type GateResult struct {
	Base, Head Inputs
	Policy     GatePolicy
	Verdict    Verdict
	// NeededTolerance is the smallest tolerance that would pass; NaN if none would.
	NeededTolerance float64
	Summary         GateSummary
	Noise           Noise
	// Reasons are what the verdict rests on, worst first within a curve and view.
	Reasons  []GateReason
	Curves   []GateCurve
	Filtered []Filtered
	Repeats  []Repeat
	Warnings []string
}

// A GateSummary counts base frontier points over all curves and views.
type GateSummary struct {
	Points, Covered, Uncovered, Unverifiable int
	Inconclusive                             int // not covered, but within the noise
	Lost                                     int // curves that head lacks
	LostAllowed                              int // of these, allowed to be lost
}

// A GateReasonKind says what a reason is about.
type GateReasonKind string

// The reasons. Warnings and suspicions never fail; what is unverifiable or
// within the noise makes the verdict inconclusive where nothing fails.
const (
	ReasonUncovered    GateReasonKind = "uncovered"
	ReasonInconclusive GateReasonKind = "inconclusive"
	ReasonLost         GateReasonKind = "lost"
	ReasonLoss         GateReasonKind = "loss"
	ReasonReach        GateReasonKind = "reach"
	ReasonArea         GateReasonKind = "area"
	ReasonPoints       GateReasonKind = "points"
	ReasonUnverifiable GateReasonKind = "unverifiable"
	ReasonWarn         GateReasonKind = "warn"
	ReasonSuspicious   GateReasonKind = "suspicious"
	ReasonAppendOnly   GateReasonKind = "append-only"
)

// Fails reports whether a reason of this kind makes the verdict fail.
func (k GateReasonKind) Fails() bool {
	switch k {
	case ReasonWarn, ReasonSuspicious, ReasonUnverifiable, ReasonInconclusive:
		return false
	default:
		return true
	}
}

// A GateReason is one thing that is wrong, or doubtful.
type GateReason struct {
	Kind   GateReasonKind
	Key    string
	X      Axis    // the view; zero if the whole curve is meant
	ID     string  // the point, "" if none
	Margin float64 // NaN if none
	// Value is what was measured against Limit; NaN if there is none.
	Value, Limit float64
	// Detail says more, where numbers do not; Name is what it is about.
	Detail, Name string
	// Rerun names what to measure again to settle an inconclusive point.
	Rerun []string
}

// newReason returns a reason whose numbers are undefined.
func newReason(k GateReasonKind, key string) GateReason {
	nan := math.NaN()
	return GateReason{Kind: k, Key: key, Margin: nan, Value: nan, Limit: nan}
}

// A GateCurve is one curve's judgement.
type GateCurve struct {
	Key     string
	Series  []Field
	Status  CurveStatus
	Allowed bool // lost, and allowed to be
	// BaseDead, HeadDead, BaseInvalid and HeadInvalid are as in CoverCurve.
	BaseDead, HeadDead       []DeadRow
	BaseInvalid, HeadInvalid []Rejected
	Views                    []GateView
}

// A GateView is one frontier of base against head's curve.
type GateView struct {
	X, Y       Axis
	Convention Convention
	// Frontier are base's strict frontier points, x ascending.
	Frontier []Judged
	// Tolerance and MinPoints are those that this view was judged by.
	Tolerance float64
	MinPoints int
	// BasePoints and HeadPoints count the frontiers under the policy's rule.
	BasePoints, HeadPoints int
	// WorstRatio is the smallest ratio of head's drawn curve to base's, at
	// WorstX; NaN where head's curve is not defined on base's range.
	WorstRatio, WorstX float64
	// ReachX and ReachY are head's best over base's best; NaN without a frontier.
	ReachX, ReachY float64
	// AreaRatio is head's hypervolume over base's; NaN without a frontier.
	AreaRatio  float64
	RefX, RefY float64
}

// Gate judges the frontiers of base (the first table) against head's curves
// (the second): every frontier point of base has to be covered, no curve may be
// lost, and the limits that were asked for have to hold. A number that is not
// defined passes no limit. Errors are those of Cover.
func Gate(a *Arrangement, p GatePolicy) (*GateResult, error) {
	if err := a.comparable(); err != nil {
		return nil, err
	}
	res := &GateResult{
		Base: a.inputs(0), Head: a.inputs(1), Policy: p, Filtered: a.Filtered, Repeats: a.Repeats, Warnings: a.warnings(),
	}
	res.Noise = noiseOf(a, p.Noise)
	res.Warnings = append(res.Warnings, a.unknownLosses(p.AllowLost)...)
	for _, o := range p.Overrides {
		if !slices.ContainsFunc(a.Curves, func(c *Curve) bool {
			return slices.ContainsFunc(c.Views, func(x Axis) bool { return o.matches(c.Key, x) })
		}) {
			res.Warnings = append(res.Warnings, "an exception of the policy file matches no curve and view: "+strings.TrimSpace(o.Key+" "+o.View))
		}
	}
	for _, c := range a.Curves {
		if p.Delta != NotAppendOnly {
			a.appendOnly(c, p.Delta, res)
		}
		if len(c.Sides[0].Points)+len(c.Sides[0].Dead)+len(c.Sides[1].Points)+len(c.Sides[1].Dead) > 0 {
			res.Curves = append(res.Curves, a.gateCurve(c, p, res))
		}
	}
	res.decide()
	return res, nil
}

// decide sets the verdict and the needed tolerance from the reasons.
func (res *GateResult) decide() {
	res.Verdict = VerdictPass
	for _, r := range res.Reasons {
		doubtful := r.Kind == ReasonUnverifiable || r.Kind == ReasonInconclusive
		switch {
		case r.Kind.Fails():
			res.Verdict = VerdictFail
		case doubtful && res.Verdict == VerdictPass:
			res.Verdict = VerdictInconclusive
		}
		if r.Kind == ReasonUnverifiable || r.Kind.Fails() && r.Kind != ReasonUncovered {
			res.NeededTolerance = math.NaN() // no tolerance helps
		}
	}
	if !(res.NeededTolerance < 1) {
		res.NeededTolerance = math.NaN() // no tolerance is that large
	}
}

func (a *Arrangement) gateCurve(c *Curve, p GatePolicy, res *GateResult) GateCurve {
	gc := GateCurve{Key: c.Key, Series: c.Series, Status: Compared, BaseDead: c.Sides[0].Dead, HeadDead: c.Sides[1].Dead}
	switch {
	case len(c.Sides[0].Points) > 0 && len(c.Sides[1].Points)+len(c.Sides[1].Dead) == 0 && p.Delta != DeltaOnly:
		gc.Status = Lost
		gc.Allowed = p.Scope == ScopeHead || slices.Contains(p.AllowLost, c.Key)
	case len(c.Sides[0].Points) == 0 && len(c.Sides[1].Points) > 0:
		gc.Status = NewInHead
	}
	if gc.Status == Lost {
		res.Summary.Lost++
		if gc.Allowed {
			res.Summary.LostAllowed++
		} else {
			res.Reasons = append(res.Reasons, newReason(ReasonLost, c.Key))
		}
	}
	fates := a.fates(c)
	for _, x := range c.Views {
		gc.Views = append(gc.Views, a.gateView(c, x, p, &gc, fates, res))
	}
	return gc
}

func (a *Arrangement) gateView(c *Curve, x Axis, p GatePolicy, gc *GateCurve, fates map[string]Fate, res *GateResult) GateView {
	nan := math.NaN()
	v := GateView{
		X: x, Y: a.Y, Convention: a.convention(c, x),
		WorstRatio: nan, WorstX: nan, ReachX: nan, ReachY: nan, AreaRatio: nan, RefX: nan, RefY: nan,
	}
	p = p.at(c.Key, x)
	j := a.newJudge(c, x, p.Policy)
	if p.Delta == DeltaOnly {
		j.joinBase()
	}
	gc.BaseInvalid = append(gc.BaseInvalid, j.base.invalid()...)
	gc.HeadInvalid = append(gc.HeadInvalid, j.head.invalid()...)
	base, head := j.base.front(pareto.Strict), j.front
	v.BasePoints, v.HeadPoints = j.base.front(p.Rule).Len(), j.head.front(p.Rule).Len()
	v.Tolerance, v.MinPoints = p.Tolerance, p.MinPoints
	reason := func(k GateReasonKind) *GateReason {
		res.Reasons = append(res.Reasons, newReason(k, c.Key))
		r := &res.Reasons[len(res.Reasons)-1]
		r.X = x
		return r
	}
	point := func(k GateReasonKind, g Judged) *GateReason {
		r := reason(k)
		r.ID, r.Margin = g.ID, g.Margin
		return r
	}
	first := len(res.Reasons)
	for i := range base.Len() {
		pt := j.base.points[base.Members(i)[0]]
		g := j.judge(pt)
		g.Members = j.base.members(base, i)
		g.Fate = fates[pt.Identity]
		if gc.Status == Lost {
			g.lose(gc.Allowed)
		}
		failed := !g.NotApplicable && gc.Status != Lost && g.Kind != pareto.Unverifiable && !g.Kind.Covers()
		if failed && !p.StrictNoise {
			g.Inconclusive = j.withinNoise(pt, p.Noise)
		}
		v.Frontier = append(v.Frontier, g)
		res.count(g, gc)
		switch {
		case g.NotApplicable || gc.Status == Lost:
		case g.Kind == pareto.Unverifiable:
			point(ReasonUnverifiable, g)
		case g.Inconclusive:
			point(ReasonInconclusive, g).Rerun = append([]string{"base " + g.ID}, prefixed("head ", slices.Concat(g.By, g.Nearest))...)
		case failed:
			point(ReasonUncovered, g)
		case g.Margin < -p.Warn:
			point(ReasonWarn, g).Limit = p.Warn
		case p.Suspicious > 0 && g.Margin > p.Suspicious:
			point(ReasonSuspicious, g).Limit = p.Suspicious
		}
	}
	slices.SortStableFunc(res.Reasons[first:], func(a, b GateReason) int { return cmp.Compare(a.Margin, b.Margin) })
	if gc.Status == Compared && base.Len() > 0 {
		if r, at, ok := pareto.WorstRatio(base, head); ok {
			v.WorstRatio, v.WorstX = r, at
		}
		if rx, ry, ok := pareto.Reach(base, head); ok {
			v.ReachX, v.ReachY = rx, ry
		}
		if head.Len() > 0 {
			v.RefX, v.RefY = reference(x, a.Y, base, head)
			v.AreaRatio = head.Hypervolume(v.RefX, v.RefY) / base.Hypervolume(v.RefX, v.RefY)
		}
		limit := func(k GateReasonKind, value, least float64) {
			// A ratio that overflows is undefined, and passes nothing.
			if !math.IsNaN(least) && (!(value >= least-pareto.LineSlack) || math.IsInf(value, 0)) {
				r := reason(k)
				r.Value, r.Limit = value, least
			}
		}
		limit(ReasonLoss, v.WorstRatio, 1-p.MaxLoss)
		limit(ReasonReach, min(v.ReachX, v.ReachY), p.MinReach)
		limit(ReasonArea, v.AreaRatio, 1-p.MaxAreaLoss)
	}
	if p.MinPoints > 0 && gc.Status != Lost && v.HeadPoints < p.MinPoints && (base.Len() > 0 || head.Len() > 0) {
		r := reason(ReasonPoints)
		r.Value, r.Limit = float64(v.HeadPoints), float64(p.MinPoints)
	}
	return v
}

func prefixed(prefix string, names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = prefix + n
	}
	return out
}

// count adds a base frontier point to the summary.
func (res *GateResult) count(g Judged, gc *GateCurve) {
	if g.NotApplicable {
		return
	}
	s := &res.Summary
	s.Points++
	switch {
	case g.Kind == pareto.Unverifiable:
		s.Unverifiable++
	case g.Kind.Covers():
		s.Covered++
		res.NeededTolerance = max(res.NeededTolerance, -g.Margin)
	case g.Inconclusive:
		s.Inconclusive++
		res.NeededTolerance = max(res.NeededTolerance, -g.Margin)
	default:
		s.Uncovered++
		if gc.Status != Lost {
			res.NeededTolerance = max(res.NeededTolerance, -g.Margin)
		}
	}
}

package frontier

import (
	"math"
	"slices"
	"strings"

	"paretocov/pareto"
)

// A Verdict is the outcome of a comparison.
type Verdict string

// The verdicts. One uncovered point decides for VerdictFail, whatever else;
// the zero value is none of them.
const (
	VerdictPass         Verdict = "pass"
	VerdictFail         Verdict = "fail"
	VerdictInconclusive Verdict = "inconclusive"
	// VerdictNoBaseline: there is nothing to compare with, and that is allowed.
	VerdictNoBaseline Verdict = "no baseline"
)

// A Scope says which curves of base are judged.
type Scope string

// The scopes.
const (
	ScopeHead Scope = "head" // those that head measured
	ScopeAll  Scope = "all"  // all; points of lost curves are uncovered
)

// A CoverPolicy says what covers and which curves count.
type CoverPolicy struct {
	pareto.Policy
	Scope Scope
	// AllowLost are the keys of curves whose loss is allowed under ScopeAll.
	AllowLost []string
}

// A CurveStatus says which sides have a curve.
type CurveStatus string

// The statuses of curves.
const (
	Compared  CurveStatus = "compared"
	Lost      CurveStatus = "lost" // base has it, head has none of it
	NewInHead CurveStatus = "new"
)

// A CoverResult is the judgement of all points that head removes from base.
type CoverResult struct {
	Base, Head Inputs
	Policy     CoverPolicy
	Verdict    Verdict
	// NeededTolerance is the smallest tolerance that would pass; NaN if none would.
	NeededTolerance float64
	Summary         Summary
	Curves          []CoverCurve
	Filtered        []Filtered
	Repeats         []Repeat
	Warnings        []string
}

// A Summary counts removed points by their judgement over all views.
type Summary struct{ Removed, Covered, Uncovered, Unverifiable int }

// A CoverCurve is one curve's judgement.
type CoverCurve struct {
	Key                           string
	Series                        []Field
	Status                        CurveStatus
	Removed, Added, Kept, Changed int
	// Merged counts equal rows that were joined, on both sides.
	Merged int
	// ChangedWorstMargin is the smallest margin of the old values of changed
	// points over all views; NaN without one.
	ChangedWorstMargin float64
	// BaseDead and HeadDead are rows that are no measured points.
	BaseDead, HeadDead []DeadRow
	// BaseInvalid and HeadInvalid are points that lack a usable value on a view;
	// removed points are not among them, since their judgement says so.
	BaseInvalid, HeadInvalid []Rejected
	// FailedAgain names removed points that head tried to measure and could not.
	FailedAgain []string
	Views       []CoverView
	// Points are the removed points' judgements over all views, by name.
	Points []RemovedPoint
}

// A RemovedPoint is a removed point's judgement over all views.
type RemovedPoint struct {
	ID      string
	Outcome Outcome
}

// An Outcome is a removed point's judgement over all views.
type Outcome int8

// The outcomes.
const (
	OutcomeNotApplicable Outcome = iota
	OutcomeUncovered
	OutcomeUnverifiable
	OutcomeCovered
)

// A CoverView is one curve's judgement on one view.
type CoverView struct {
	X, Y                             Axis
	Convention                       Convention // of an interactivity, "" if unknown
	Covered, Uncovered, Unverifiable int
	Removed                          []Judged // by name
}

// A Judged is the judgement of one base point on one view.
type Judged struct {
	ID            string
	Members       []string // of a frontier position: all its points' names
	X, Y          float64  // NaN where unusable
	WasOnFrontier bool
	// NotApplicable: base has no value to judge here, or the curve is lost and
	// out of scope. Lost: the curve is lost and in scope.
	NotApplicable, Lost bool
	Kind                pareto.Kind
	// By names the witnesses of a covered point, or the line's ends of a wide
	// one, easy end first.
	By []string
	// Nearest names what comes nearest to covering an uncovered point.
	Nearest []string
	// GainX and GainY are how much better By[0] is, as fractions; NaN for lines.
	GainX, GainY float64
	Span         float64 // of a line's ends, 0 if none
	Evidence     pareto.Evidence
	Margin       float64 // NaN if there is none
	// CurveYAtX and CurveXAtY are of head's drawn curve; NaN where undefined.
	CurveYAtX, CurveXAtY float64
	// ShortfallY is how far the point's y is above what the policy accepts at
	// its x, as a negative fraction; NaN where nothing is accepted.
	ShortfallY float64
	// Faster: the point's x is better than that of every head point.
	Faster bool
	Reason string
	// Fate is what became of the point in head; only a gate asks.
	Fate Fate
	// Inconclusive: not covered, but the spread between runs allows for it.
	Inconclusive bool
}

// A Fate is what became of a base point in head.
type Fate string

// The fates.
const (
	Removed    Fate = "removed"
	Kept       Fate = "kept"
	Remeasured Fate = "re-measured"
)

// fates returns what became of base's points in head, by identity.
func (a *Arrangement) fates(c *Curve) map[string]Fate {
	inHead := byIdentity(c.Sides[1].Points)
	fates := map[string]Fate{}
	for _, p := range c.Sides[0].Points {
		fates[p.Identity] = a.fate(c, p, inHead[p.Identity])
	}
	return fates
}

// fate returns what became of a base point, given head's points of its identity.
func (a *Arrangement) fate(c *Curve, p Point, same []Point) Fate {
	switch {
	case len(same) == 0:
		return Removed
	case slices.ContainsFunc(same, func(h Point) bool { return a.equal(c, p, h) }):
		return Kept
	}
	return Remeasured
}

// byIdentity groups points; recipes of one identity stand together.
func byIdentity(points []Point) map[string][]Point {
	m := make(map[string][]Point, len(points))
	for _, p := range points {
		m[p.Identity] = append(m[p.Identity], p)
	}
	return m
}

// Cover judges every point of base (the first table) that head (the second)
// does not have, on every view of its curve.
//
// It returns a *DataError where a side has nothing to judge and a
// *NoCommonCurve where no curve is on both sides. O((m + n) log n) per view for
// m points of base and n of head, but for the curve rule Hull.
func Cover(a *Arrangement, p CoverPolicy) (*CoverResult, error) {
	if err := a.comparable(); err != nil {
		return nil, err
	}
	res := &CoverResult{Base: a.inputs(0), Head: a.inputs(1), Policy: p, Filtered: a.Filtered, Repeats: a.Repeats}
	res.Warnings = a.warnings()
	res.Warnings = append(res.Warnings, a.unknownLosses(p.AllowLost)...)
	for _, c := range a.Curves {
		if len(c.Sides[0].Points)+len(c.Sides[0].Dead)+len(c.Sides[1].Points)+len(c.Sides[1].Dead) == 0 {
			continue
		}
		cc := a.coverCurve(c, p)
		for _, rp := range cc.Points {
			switch rp.Outcome {
			case OutcomeNotApplicable:
				continue
			case OutcomeUncovered:
				res.Summary.Uncovered++
			case OutcomeUnverifiable:
				res.Summary.Unverifiable++
			case OutcomeCovered:
				res.Summary.Covered++
			}
			res.Summary.Removed++
		}
		res.Curves = append(res.Curves, cc)
	}
	switch s := res.Summary; {
	case s.Uncovered > 0:
		res.Verdict = VerdictFail
	case s.Unverifiable > 0:
		res.Verdict = VerdictInconclusive
	default:
		res.Verdict = VerdictPass
	}
	res.NeededTolerance = res.neededTolerance()
	return res, nil
}

// unknownLosses notes allowed losses of curves that base does not have.
func (a *Arrangement) unknownLosses(keys []string) []string {
	var notes []string
	for _, k := range keys {
		if !slices.ContainsFunc(a.Curves, func(c *Curve) bool { return c.Key == k && len(c.Sides[0].Points) > 0 }) {
			notes = append(notes, "--allow-lost "+k+": base has no such curve")
		}
	}
	return notes
}

// neededTolerance returns the smallest tolerance under which all judged points
// are covered, NaN if there is none.
func (res *CoverResult) neededTolerance() float64 {
	needed := 0.0
	for _, c := range res.Curves {
		for _, v := range c.Views {
			for _, j := range v.Removed {
				if j.NotApplicable {
					continue
				}
				if !(j.Margin > -1) {
					return math.NaN()
				}
				needed = max(needed, -j.Margin)
			}
		}
	}
	return needed
}

func (a *Arrangement) coverCurve(c *Curve, p CoverPolicy) CoverCurve {
	base, head := &c.Sides[0], &c.Sides[1]
	cc := CoverCurve{
		Key: c.Key, Series: c.Series, Status: Compared, ChangedWorstMargin: math.NaN(),
		BaseDead: base.Dead, HeadDead: head.Dead,
	}
	switch {
	case len(base.Points)+len(base.Dead) > 0 && len(head.Points)+len(head.Dead) == 0:
		cc.Status = Lost
	case len(base.Points) == 0 && len(head.Points) > 0:
		cc.Status = NewInHead
	}
	removed, changed := a.sort(c, &cc)
	cc.FailedAgain = failedAgain(removed, head.Dead)
	lostInScope := cc.Status == Lost && p.Scope == ScopeAll && !slices.Contains(p.AllowLost, c.Key)

	outcomes := make([]Outcome, len(removed))
	for _, x := range c.Views {
		v := a.newJudge(c, x, p.Policy)
		cc.BaseInvalid = append(cc.BaseInvalid, except(v.base.invalid(), removed)...)
		cc.HeadInvalid = append(cc.HeadInvalid, v.head.invalid()...)
		view := CoverView{X: x, Y: a.Y, Convention: a.convention(c, x)}
		for i := range removed {
			j := v.judge(&removed[i])
			if cc.Status == Lost {
				j.lose(!lostInScope)
			}
			outcomes[i] = worse(outcomes[i], view.count(j))
			view.Removed = append(view.Removed, j)
		}
		for i := range changed {
			if m := v.judge(&changed[i]).Margin; !(m >= cc.ChangedWorstMargin) && !math.IsNaN(m) {
				cc.ChangedWorstMargin = m
			}
		}
		cc.Views = append(cc.Views, view)
	}
	for i, pt := range removed {
		cc.Points = append(cc.Points, RemovedPoint{ID: pt.Name, Outcome: outcomes[i]})
	}
	return cc
}

// except returns the rejected rows that are none of the points.
func except(rejected []Rejected, points []Point) []Rejected {
	names := make(map[string]bool, len(points))
	for _, p := range points {
		names[p.Name] = true
	}
	return slices.DeleteFunc(rejected, func(r Rejected) bool { return names[r.ID] })
}

// count adds a judgement to the view's counts.
func (v *CoverView) count(j Judged) Outcome {
	switch {
	case j.NotApplicable:
		return OutcomeNotApplicable
	case j.Kind == pareto.Unverifiable:
		v.Unverifiable++
		return OutcomeUnverifiable
	case j.Kind.Covers():
		v.Covered++
		return OutcomeCovered
	}
	v.Uncovered++
	return OutcomeUncovered
}

// worse joins the outcomes of two views: uncovered, then unverifiable, then
// covered; views that do not apply say nothing.
func worse(a, b Outcome) Outcome {
	if a == OutcomeNotApplicable {
		return b
	}
	if b == OutcomeNotApplicable {
		return a
	}
	return min(a, b)
}

// sort counts how base's points fare in head and returns the removed and the
// changed ones, by name.
func (a *Arrangement) sort(c *Curve, cc *CoverCurve) (removed, changed []Point) {
	inBase := byIdentity(c.Sides[0].Points)
	inHead := byIdentity(c.Sides[1].Points)
	for _, p := range c.Sides[0].Points {
		cc.Merged += p.Merged
		switch a.fate(c, p, inHead[p.Identity]) {
		case Removed:
			removed = append(removed, p)
		case Kept:
			cc.Kept++
		case Remeasured:
			changed = append(changed, p)
		}
	}
	for _, p := range c.Sides[1].Points {
		cc.Merged += p.Merged
		if len(inBase[p.Identity]) == 0 {
			cc.Added++
		}
	}
	cc.Removed, cc.Changed = len(removed), len(changed)
	return removed, changed
}

// equal reports whether a base and a head point have the same values on all
// views of the curve. Two unusable values are the same.
func (a *Arrangement) equal(c *Curve, base, head Point) bool {
	same := func(metric string) bool {
		rb, rh := base.reason(a.Tables[0], metric), head.reason(a.Tables[1], metric)
		if rb != Usable || rh != Usable {
			return rb != Usable && rh != Usable
		}
		return base.value(a.Tables[0], metric) == head.value(a.Tables[1], metric)
	}
	for _, x := range c.Views {
		if !same(x.Name) {
			return false
		}
	}
	return same(a.Y.Name)
}

// failedAgain names the removed points that head has dead rows of.
func failedAgain(removed []Point, dead []DeadRow) []string {
	tried := make(map[string]bool, len(dead))
	for _, d := range dead {
		tried[d.identity] = true
	}
	var names []string
	for _, p := range removed {
		if tried[p.Identity] {
			names = append(names, p.Name)
		}
	}
	return names
}

// A judge judges base points of one curve on one view.
type judge struct {
	a       *Arrangement
	x       Axis
	policy  pareto.Policy
	base    *viewSide
	head    *viewSide
	front   *pareto.Front   // head's strict frontier
	against *pareto.Judge   // of that frontier, made when needed
	hopeful *pareto.Judge   // of the same through the better ends of intervals; made when needed
	onFront map[string]bool // names of base points on its strict frontier
}

func (a *Arrangement) newJudge(c *Curve, x Axis, p pareto.Policy) *judge {
	j := &judge{a: a, x: x, policy: p, base: a.viewOf(c, 0, x), head: a.viewOf(c, 1, x), onFront: map[string]bool{}}
	j.front = j.head.front(pareto.Strict)
	base := j.base.front(pareto.Strict)
	for i := range base.Len() {
		for _, name := range j.base.members(base, i) {
			j.onFront[name] = true
		}
	}
	return j
}

// joinBase makes the judged curve that of base's and head's points together.
func (j *judge) joinBase() {
	have := map[string]bool{}
	for _, p := range j.head.points {
		have[p.Name] = true
	}
	joined := *j.head
	for i, p := range j.base.points {
		if !have[p.Name] {
			joined.points = append(joined.points, p)
			joined.x = append(joined.x, j.base.x[i])
			joined.y = append(joined.y, j.base.y[i])
			joined.tables = append(joined.tables, j.base.tables[i])
		}
	}
	j.head = &joined
	j.front, j.against = joined.front(pareto.Strict), nil
}

// lose makes the judgement that of a point of a lost curve.
func (j *Judged) lose(allowed bool) {
	if j.NotApplicable {
		return // base has nothing to lose here
	}
	j.NotApplicable, j.Lost = allowed, !allowed
	j.Kind, j.Margin, j.Reason = pareto.Uncovered, math.NaN(), ""
}

func (j *judge) judge(p *Point) Judged {
	nan := math.NaN()
	t := j.a.Tables[0]
	r := Judged{
		ID: p.Name, X: nan, Y: nan, Margin: nan, GainX: nan, GainY: nan,
		CurveYAtX: nan, CurveXAtY: nan, ShortfallY: nan,
	}
	if field, reason := p.unusableOn(t, []Axis{j.x, j.a.Y}); reason != Usable {
		r.NotApplicable, r.Reason = true, "base: "+field+" is "+reason.String()
		return r
	}
	r.X, r.Y = p.value(t, j.x.Name), p.value(t, j.a.Y.Name)
	r.WasOnFrontier = j.onFront[p.Name]
	f := j.front
	if j.against == nil {
		j.against = pareto.NewJudge(f, j.policy)
	}
	c := j.against.Cover(r.X, r.Y)
	r.Kind, r.Margin = c.Kind, c.Margin
	if c.Kind == pareto.Unverifiable {
		r.Reason = "head has no usable value of this curve on this view"
		return r
	}
	r.Reason = c.Reason.String()
	witnesses := []string{j.head.name(f, c.By[0])}
	if c.IsLine() {
		witnesses = append(witnesses, j.head.name(f, c.By[1]))
		r.Span = c.Span
		if c.Kind.Covers() {
			r.Evidence = c.Evidence
		}
	} else if c.Kind.Covers() {
		r.GainX = f.XDir.Ratio(f.X[c.By[0]], r.X) - 1
		r.GainY = f.YDir.Ratio(f.Y[c.By[0]], r.Y) - 1
	}
	if c.Kind.Covers() || c.Kind == pareto.Wide {
		r.By = witnesses
	} else {
		r.Nearest = witnesses
	}
	if y, ok := f.YAt(r.X); ok {
		r.CurveYAtX = y
	}
	if x, ok := f.XAt(r.Y); ok {
		r.CurveXAtY = x
	}
	r.Faster = math.IsNaN(c.Y)
	if !r.Faster && c.Margin < 0 {
		r.ShortfallY = f.YDir.Ratio(c.Y, r.Y) - 1
	}
	return r
}

// A NoCommonCurve says that base and head share no curve.
type NoCommonCurve struct {
	Base, Head string   // the nearest keys
	Differs    []string // fields in which they differ
	Values     [][2]string
}

func (e *NoCommonCurve) Error() string {
	parts := []string{"base and head have no curve in common; the nearest are " + e.Base + " in base and " + e.Head + " in head"}
	for i, f := range e.Differs {
		parts = append(parts, f+" differs ("+orUnknown(e.Values[i][0])+", "+orUnknown(e.Values[i][1])+")")
	}
	if len(e.Differs) == 1 && e.Values[0][0] != "" && e.Values[0][1] != "" {
		parts = append(parts, "if they are the same, add --alias '"+e.Differs[0]+":"+e.Values[0][1]+"="+e.Values[0][0]+"'")
	}
	return strings.Join(parts, "; ")
}

// comparable checks that two sides can be compared at all: that both measured
// something and have a curve in common, and every view that was asked for.
func (a *Arrangement) comparable() error {
	if err := a.commonCurve(); err != nil {
		return err
	}
	for side := range a.Tables {
		if err := a.judgeable(side); err != nil {
			return err
		}
	}
	return nil
}

// commonCurve checks that some curve is on both sides, if both sides have any.
func (a *Arrangement) commonCurve() error {
	for _, c := range a.Curves {
		if len(c.Sides[0].Points) > 0 && len(c.Sides[1].Points)+len(c.Sides[1].Dead) > 0 {
			return nil
		}
	}
	b, h, fields := a.nearest()
	if b == nil {
		return nil // a side has nothing measured, which is for judgeable to say
	}
	e := &NoCommonCurve{Base: b.Key, Head: h.Key, Differs: fields}
	for _, f := range fields {
		e.Values = append(e.Values, [2]string{valueOf(b.Series, f), valueOf(h.Series, f)})
	}
	return e
}

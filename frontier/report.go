package frontier

import (
	"math"
	"slices"
	"strconv"

	"paretocov/pareto"
)

// A ReportResult is all that is said of one base and one head: what Cover and
// Gate say, and the frontiers of both sides.
type ReportResult struct {
	// Cover is nil where no point can be removed: without a baseline, and where
	// head holds only the points that it adds.
	Cover   *CoverResult
	Gate    *GateResult
	Verdict Verdict // of both together
	Rule    pareto.Rule
	Curves  []ReportCurve // by key
}

// A ReportCurve is one curve on both sides.
type ReportCurve struct {
	Key    string
	Series []Field
	Status CurveStatus
	// Affected: head measured the curve, and did more than repeat base's values.
	Affected bool
	// Base and Head have the views of Views, in that order, without points where
	// the side lacks the curve.
	Base, Head FrontCurve
	Views      []ReportView
}

// A ReportView compares the drawn curves of base and head on one view.
type ReportView struct {
	X, Y       Axis
	Convention Convention
	// At are readings at round x, ascending, where more x is better.
	At []Reading
	// Common is the range of x that both frontiers reach; nil if there is none, or
	// only one x.
	Common *CommonRange
}

// A Reading is y of both drawn curves at one x: linear between measured points,
// NaN outside of what was measured.
type Reading struct {
	X, Base, Head float64
	// BaseSpan and HeadSpan are the factors between the x of the points around,
	// 1 at a measured point, NaN outside.
	BaseSpan, HeadSpan float64
}

// A CommonRange is the area under both drawn curves over the range of x that
// both frontiers reach.
type CommonRange struct {
	From, To, Base, Head float64
	// BaseSpan and HeadSpan are the largest factors between neighbouring points
	// that the areas rest on.
	BaseSpan, HeadSpan float64
}

// Report compares base (the first table) and head (the second) in all ways.
// Errors are those of Cover and Gate.
func Report(a *Arrangement, c CoverPolicy, g GatePolicy) (*ReportResult, error) {
	r := &ReportResult{Rule: g.Rule}
	var err error
	if r.Gate, err = Gate(a, g); err != nil {
		return nil, err
	}
	r.Verdict = r.Gate.Verdict
	if g.Delta != DeltaOnly {
		if r.Cover, err = Cover(a, c); err != nil {
			return nil, err
		}
		r.Verdict = worseVerdict(r.Verdict, r.Cover.Verdict)
	}
	base, head := Sides(a, g.Rule)
	for i, curve := range a.Curves {
		if len(curve.Sides[0].Points)+len(curve.Sides[0].Dead)+len(curve.Sides[1].Points)+len(curve.Sides[1].Dead) > 0 {
			r.Curves = append(r.Curves, newReportCurve(base[i], head[i], a.changedByHead(curve)))
		}
	}
	return r, nil
}

// ReportWithoutBase is the report on the one table of an arrangement, where
// there is no baseline. The gate's result says why.
func ReportWithoutBase(a *Arrangement, g *GateResult) *ReportResult {
	r := &ReportResult{Gate: g, Verdict: g.Verdict, Rule: g.Policy.Rule}
	for _, c := range a.Curves {
		head := a.frontCurve(c, 0, r.Rule)
		none := FrontCurve{Key: head.Key, Series: head.Series}
		for _, v := range head.Views {
			none.Views = append(none.Views, FrontView{X: v.X, Y: v.Y, Status: Unavailable})
		}
		r.Curves = append(r.Curves, newReportCurve(none, head, head.Points+len(head.Dead) > 0))
	}
	return r
}

// worseVerdict joins two verdicts: a failure, then a doubt, then a pass.
func worseVerdict(a, b Verdict) Verdict {
	for _, v := range []Verdict{VerdictFail, VerdictInconclusive, VerdictPass} {
		if a == v || b == v {
			return v
		}
	}
	return a
}

// changedByHead reports whether head measured a curve and has not just base's
// values.
func (a *Arrangement) changedByHead(c *Curve) bool {
	base, head := c.Sides[0], c.Sides[1]
	if len(head.Points)+len(head.Dead) == 0 {
		return false
	}
	if len(base.Points) != len(head.Points) {
		return true
	}
	dead := map[string]bool{}
	for _, d := range base.Dead {
		dead[d.identity] = true
	}
	if slices.ContainsFunc(head.Dead, func(d DeadRow) bool { return !dead[d.identity] }) {
		return true // a measurement failed, and that is new
	}
	inHead := byIdentity(head.Points)
	return slices.ContainsFunc(base.Points, func(p Point) bool { return a.fate(c, p, inHead[p.Identity]) != Kept })
}

// newReportCurve compares the sides of a curve, which have the same views.
func newReportCurve(base, head FrontCurve, affected bool) ReportCurve {
	c := ReportCurve{Key: head.Key, Series: head.Series, Status: Compared, Affected: affected, Base: base, Head: head}
	switch {
	case base.Points+len(base.Dead) > 0 && head.Points+len(head.Dead) == 0:
		c.Status = Lost
	case base.Points == 0 && head.Points > 0:
		c.Status = NewInHead
	}
	for i, v := range head.Views {
		rv := ReportView{X: v.X, Y: v.Y, Convention: v.Convention}
		if v.Convention == "" {
			rv.Convention = base.Views[i].Convention
		}
		rv.compare(base.Views[i].drawn(), v.drawn())
		c.Views = append(c.Views, rv)
	}
	return c
}

// drawn is the strict frontier of a view, whatever rule its positions are of.
func (v FrontView) drawn() *pareto.Front {
	p := pareto.Points{XDir: v.X.Better, YDir: v.Y.Better}
	for _, pos := range v.Frontier {
		p.X, p.Y = append(p.X, pos.X), append(p.Y, pos.Y)
	}
	return pareto.NewFront(p, pareto.Strict)
}

func (v *ReportView) compare(base, head *pareto.Front) {
	lo, hi := math.Inf(1), math.Inf(-1)   // of either
	from, to := math.Inf(-1), math.Inf(1) // of both
	for _, f := range []*pareto.Front{base, head} {
		if n := f.Len(); n > 0 {
			lo, hi = min(lo, f.X[0]), max(hi, f.X[n-1])
			from, to = max(from, f.X[0]), min(to, f.X[n-1])
		}
	}
	if v.X.Better == pareto.Maximize {
		for _, x := range roundValues(lo, hi) {
			v.At = append(v.At, readAt(x, base, head))
		}
	}
	b, okB := base.Area(from, to)
	h, okH := head.Area(from, to)
	if okB && okH && from < to {
		v.Common = &CommonRange{From: from, To: to, Base: b, Head: h, BaseSpan: widest(base, from, to), HeadSpan: widest(head, from, to)}
	}
}

func readAt(x float64, base, head *pareto.Front) Reading {
	at := func(f *pareto.Front) (y, span float64) {
		span, ok := f.SpanAt(x)
		if !ok {
			return math.NaN(), math.NaN()
		}
		y, _ = f.YAt(x)
		return y, span
	}
	r := Reading{X: x}
	r.Base, r.BaseSpan = at(base)
	r.Head, r.HeadSpan = at(head)
	return r
}

// widest returns the largest factor between neighbours that the curve from x =
// from to x = to rests on.
func widest(f *pareto.Front, from, to float64) float64 {
	span := 1.0
	for i := 1; i < f.Len(); i++ {
		if f.X[i-1] < to && f.X[i] > from {
			span = max(span, f.X[i]/f.X[i-1])
		}
	}
	return span
}

// roundValues returns the numbers from lo to hi, both above zero, that people
// would put into a table: about a dozen at most. Over a factor of eight they are
// multiples of one step, further they grow with the decades.
func roundValues(lo, hi float64) []float64 {
	const most = 12
	if !(lo > 1e-290 && lo <= hi && hi <= math.MaxFloat64) { // below, steps would be 0
		return nil
	}
	if hi/lo <= 8 {
		for exp := int(math.Floor(math.Log10(hi))) - 2; ; exp++ {
			for _, m := range []float64{1, 2, 5} {
				step := m * math.Pow(10, float64(exp))
				first, last := math.Ceil(lo/step-1e-9), math.Floor(hi/step+1e-9)
				if last-first >= most {
					continue
				}
				var out []float64
				for k := first; k <= last; k++ {
					if v := scaled(k*m, exp); v >= lo && v <= hi {
						out = append(out, v)
					}
				}
				return out
			}
		}
	}
	decades := math.Log10(hi) - math.Log10(lo)
	mantissas, every := []float64{1}, int(math.Ceil(decades/most))
	switch {
	case decades <= 2.1:
		mantissas, every = []float64{1, 1.5, 2, 3, 5, 7}, 1
	case decades <= 3:
		mantissas, every = []float64{1, 2, 5}, 1
	}
	var out []float64
	for exp := int(math.Floor(math.Log10(lo))); exp <= int(math.Floor(math.Log10(hi))); exp++ {
		if exp%every != 0 {
			continue
		}
		for _, m := range mantissas {
			if v := scaled(m, exp); v >= lo && v <= hi {
				out = append(out, v)
			}
		}
	}
	return out
}

// scaled is m times ten to the power of exp, the float nearest to the decimal
// number.
func scaled(m float64, exp int) float64 {
	v, err := strconv.ParseFloat(strconv.FormatFloat(m, 'f', -1, 64)+"e"+strconv.Itoa(exp), 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

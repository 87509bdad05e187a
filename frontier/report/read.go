package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"

	"paretocov/frontier"
	"paretocov/pareto"
)

// Read reads a report that JSON wrote. What it returns makes the same documents
// as the report that was written. It refuses a document of another schema, and
// one whose parts contradict each other, with an error that says where.
func Read(r io.Reader) (*Report, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var doc reportJSON
	if err := json.Unmarshal(text, &doc); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return nil, fmt.Errorf("line %d: no JSON: %w", 1+bytes.Count(text[:syntax.Offset], []byte("\n")), err)
		}
		return nil, fmt.Errorf("no report: %w", err)
	}
	switch {
	case doc.Schema != reportSchema:
		return nil, fmt.Errorf("schema is %q, not %q; name the report.json of paretocov report", doc.Schema, reportSchema)
	case doc.Gate == nil:
		return nil, errors.New("the report has no gate")
	}
	return doc.report()
}

func (doc *reportJSON) report() (*Report, error) {
	res := &frontier.ReportResult{Verdict: frontier.Verdict(doc.Verdict)}
	r := &Report{
		ReportResult: res, Version: doc.Version, Command: doc.Command, ImageURL: orEmptyText(doc.Text.ImageURL),
		Provenance: Provenance{Run: orEmptyText(doc.Text.Run), SHA: orEmptyText(doc.Text.SHA)},
	}
	for _, f := range doc.Text.Charts {
		if !slices.Contains(ChartFormats(), f) {
			return nil, fmt.Errorf("text.charts holds %q, which is none of %s", f, strings.Join(ChartFormats(), ", "))
		}
	}
	r.Charts = doc.Text.Charts
	var ok bool
	if r.Lang, ok = ParseLang(doc.Text.Lang); !ok {
		return nil, fmt.Errorf("text.lang %q is none of en, zh and both", doc.Text.Lang)
	}
	if f := doc.PolicyFile; f != nil {
		if r.PolicyFile = (&File{f.Path, f.SHA256}); !hexText.MatchString(f.SHA256) {
			return nil, fmt.Errorf("sha256 of %q is %q", f.Path, f.SHA256)
		}
	}
	var err error
	if err = checkVerdict(res.Verdict); err != nil {
		return nil, err
	}
	if res.Rule, err = ruleOf(doc.Rule); err != nil {
		return nil, err
	}
	if doc.Cover != nil {
		if res.Cover, err = doc.Cover.result(); err != nil {
			return nil, fmt.Errorf("cover: %w", err)
		}
	}
	if res.Gate, err = doc.Gate.result(); err != nil {
		return nil, fmt.Errorf("gate: %w", err)
	}
	for i, c := range doc.Curves {
		rc, err := c.curve()
		if err != nil {
			return nil, fmt.Errorf("curves[%d]: %w", i, err)
		}
		res.Curves = append(res.Curves, rc)
	}
	return r, nil
}

func checkVerdict(v frontier.Verdict) error {
	switch v {
	case frontier.VerdictPass, frontier.VerdictFail, frontier.VerdictInconclusive, frontier.VerdictNoBaseline:
		return nil
	}
	return fmt.Errorf("verdict %q is none of this schema", v)
}

func ruleOf(s string) (pareto.Rule, error) {
	for _, r := range []pareto.Rule{pareto.Strict, pareto.Dashboard} {
		if s == ruleName(r) {
			return r, nil
		}
	}
	return 0, fmt.Errorf("rule %q is neither dashboard nor strict", s)
}

func (s sideJSON) inputs() (frontier.Inputs, error) {
	in := frontier.Inputs{Label: s.Label, Paths: s.Paths, Skipped: s.Skipped, From: orEmptyText(s.From), To: orEmptyText(s.To), Commits: s.Commits, Failures: frontier.Failures(s.Failures)}
	for kind := range s.Skipped {
		if !plainText.MatchString(kind) {
			return in, fmt.Errorf("skipped %q is none of this schema", kind)
		}
	}
	for _, i := range s.Inputs {
		if !hexText.MatchString(i.SHA256) {
			return in, fmt.Errorf("sha256 of %q is %q", i.Path, i.SHA256)
		}
		in.Sources = append(in.Sources, frontier.Source{Path: i.Path, Format: i.Format, Rows: i.Rows, SHA256: i.SHA256})
		in.Rejected = append(in.Rejected, i.Rejected)
	}
	return in, nil
}

var hexText = regexp.MustCompile(`^[0-9a-f]{64}$`)

func (p policyJSON) policy() (frontier.CoverPolicy, error) {
	out := frontier.CoverPolicy{Policy: pareto.Policy{MaxSpan: p.MaxSpan, Tolerance: p.Tolerance}, Scope: frontier.Scope(p.Scope)}
	for _, c := range []pareto.CurveRule{pareto.Line, pareto.Measured, pareto.LogLog, pareto.Hull} {
		if p.Curve == c.String() {
			out.Curve = c
			return out, nil
		}
	}
	return out, fmt.Errorf("policy.curve %q is none of this schema", p.Curve)
}

func (doc *coverJSON) result() (*frontier.CoverResult, error) {
	r := &frontier.CoverResult{
		Verdict:         frontier.Verdict(doc.Verdict),
		NeededTolerance: orNaN(doc.NeededTolerance), Summary: frontier.Summary(doc.Summary), Warnings: doc.Warnings,
	}
	var err error
	if r.Base, err = doc.Base.inputs(); err != nil {
		return nil, err
	}
	if r.Head, err = doc.Head.inputs(); err != nil {
		return nil, err
	}
	if err = checkVerdict(r.Verdict); err != nil {
		return nil, err
	}
	if r.Policy, err = doc.Policy.policy(); err != nil {
		return nil, err
	}
	if r.Filtered, err = filteredOf(doc.Filtered); err != nil {
		return nil, err
	}
	if r.Repeats, err = repeatsOf(doc.Repeats); err != nil {
		return nil, err
	}
	for i, cj := range doc.Curves {
		c, err := cj.curve()
		if err != nil {
			return nil, fmt.Errorf("curves[%d]: %w", i, err)
		}
		r.Curves = append(r.Curves, c)
	}
	return r, nil
}

func (cj coverCurveJSON) curve() (frontier.CoverCurve, error) {
	c := frontier.CoverCurve{
		Key: cj.Key, Removed: cj.Removed, Added: cj.Added, Kept: cj.Kept, Changed: cj.Changed,
		Merged: cj.Merged, ChangedWorstMargin: orNaN(cj.ChangedWorstMargin), FailedAgain: cj.FailedAgain,
	}
	var err error
	if c.Status, err = statusOf(cj.Status); err != nil {
		return c, err
	}
	if c.Series, err = fieldsOf(cj.Series); err != nil {
		return c, err
	}
	if err = splitRejected(cj.Rejected, &c.BaseDead, &c.HeadDead, &c.BaseInvalid, &c.HeadInvalid); err != nil {
		return c, err
	}
	for _, p := range cj.Points {
		o := slices.Index(outcomes[:], p.Outcome)
		if o < 0 {
			return c, fmt.Errorf("outcome %q is none of this schema", p.Outcome)
		}
		c.Points = append(c.Points, frontier.RemovedPoint{ID: p.ID, Outcome: frontier.Outcome(o)})
	}
	for i, vj := range cj.Views {
		v := frontier.CoverView{Covered: vj.Covered, Uncovered: vj.Uncovered, Unverifiable: vj.Unverifiable}
		if v.X, v.Y, v.Convention, err = vj.axes(); err != nil {
			return c, fmt.Errorf("views[%d]: %w", i, err)
		}
		for k, jj := range vj.Removed {
			j, err := jj.judged(c.Status == frontier.Lost)
			if err != nil {
				return c, fmt.Errorf("views[%d].removed[%d]: %w", i, k, err)
			}
			v.Removed = append(v.Removed, j)
		}
		c.Views = append(c.Views, v)
	}
	return c, nil
}

func (doc *gateJSON) result() (*frontier.GateResult, error) {
	r := &frontier.GateResult{
		Verdict:         frontier.Verdict(doc.Verdict),
		NeededTolerance: orNaN(doc.NeededTolerance), Summary: frontier.GateSummary(doc.Summary), Warnings: doc.Warnings,
		Noise: frontier.Noise{Single: doc.Noise.Single, Pooled: doc.Noise.Pooled},
	}
	if doc.Noise.Assumed != nil {
		r.Noise.Assumed = *doc.Noise.Assumed
	}
	var err error
	if r.Base, err = doc.Base.inputs(); err != nil {
		return nil, err
	}
	if r.Head, err = doc.Head.inputs(); err != nil {
		return nil, err
	}
	if err = checkVerdict(r.Verdict); err != nil {
		return nil, err
	}
	if r.Policy, err = doc.Policy.policy(); err != nil {
		return nil, err
	}
	r.Policy.Noise = r.Noise.Assumed
	if r.Filtered, err = filteredOf(doc.Filtered); err != nil {
		return nil, err
	}
	if r.Repeats, err = repeatsOf(doc.Repeats); err != nil {
		return nil, err
	}
	view := map[[2]string]frontier.Axis{}
	for i, cj := range doc.Curves {
		c, err := cj.curve()
		if err != nil {
			return nil, fmt.Errorf("curves[%d]: %w", i, err)
		}
		r.Curves = append(r.Curves, c)
		for _, v := range c.Views {
			view[[2]string{c.Key, v.X.Name}] = v.X
		}
	}
	for i, rj := range doc.Reasons {
		if !slices.Contains(gateReasonKinds, frontier.GateReasonKind(rj.Kind)) || !plainText.MatchString(orEmptyText(rj.Detail)) {
			return nil, fmt.Errorf("reasons[%d]: kind %q or its detail is none of this schema", i, rj.Kind)
		}
		g := frontier.GateReason{
			Kind: frontier.GateReasonKind(rj.Kind), Key: rj.Key, ID: orEmptyText(rj.ID), Margin: orNaN(rj.Margin),
			Value: orNaN(rj.Value), Limit: orNaN(rj.Limit), Detail: orEmptyText(rj.Detail), Name: orEmptyText(rj.Name), Rerun: rj.Rerun,
		}
		if rj.X != nil {
			var ok bool
			if g.X, ok = view[[2]string{rj.Key, *rj.X}]; !ok {
				return nil, fmt.Errorf("reasons[%d]: the curve has no view %q", i, *rj.X)
			}
		}
		r.Reasons = append(r.Reasons, g)
	}
	return r, nil
}

var gateReasonKinds = []frontier.GateReasonKind{
	frontier.ReasonUncovered, frontier.ReasonInconclusive, frontier.ReasonLost, frontier.ReasonLoss, frontier.ReasonReach,
	frontier.ReasonArea, frontier.ReasonPoints, frontier.ReasonUnverifiable, frontier.ReasonWarn, frontier.ReasonSuspicious,
	frontier.ReasonAppendOnly,
}

// plainText are the sentences and words of results that stand in documents as
// they are; what else a report may hold is a name, and shown as one.
var plainText = regexp.MustCompile(`^[A-Za-z ,.;:'()-]*$`)

// unitText are the units of metrics.
var unitText = regexp.MustCompile(`^[A-Za-z/%]*$`)

func (p gatePolicyJSON) policy() (frontier.GatePolicy, error) {
	out := frontier.GatePolicy{
		Warn: orNaN(p.Warn), MaxLoss: orNaN(p.MaxLoss), MinReach: orNaN(p.MinReach), MaxAreaLoss: orNaN(p.MaxAreaLoss),
		MinPoints: p.MinPoints, Suspicious: p.Suspicious, StrictNoise: p.StrictNoise,
	}
	var err error
	if out.CoverPolicy, err = p.policyJSON.policy(); err != nil {
		return out, err
	}
	out.AllowLost = p.AllowLost
	if out.Rule, err = ruleOf(p.Rule); err != nil {
		return out, err
	}
	deltas := []frontier.Delta{frontier.NotAppendOnly, frontier.DeltaOnly, frontier.DeltaAndBase}
	i := slices.IndexFunc(deltas, func(d frontier.Delta) bool { return deltaName(d) == orEmptyText(p.AppendOnly) })
	if i < 0 {
		return out, fmt.Errorf("policy.append_only %q is none of this schema", *p.AppendOnly)
	}
	out.Delta = deltas[i]
	for _, oj := range p.Overrides {
		o := frontier.Override{Key: orEmptyText(oj.Key), View: orEmptyText(oj.View), Tolerance: orNaN(oj.Tolerance), MinPoints: -1}
		if oj.MinPoints != nil {
			o.MinPoints = *oj.MinPoints
		}
		out.Overrides = append(out.Overrides, o)
	}
	return out, nil
}

func (cj gateCurveJSON) curve() (frontier.GateCurve, error) {
	c := frontier.GateCurve{Key: cj.Key, Allowed: cj.Allowed}
	var err error
	if c.Status, err = statusOf(cj.Status); err != nil {
		return c, err
	}
	if c.Series, err = fieldsOf(cj.Series); err != nil {
		return c, err
	}
	if err = splitRejected(cj.Rejected, &c.BaseDead, &c.HeadDead, &c.BaseInvalid, &c.HeadInvalid); err != nil {
		return c, err
	}
	for i, vj := range cj.Views {
		v := frontier.GateView{
			Tolerance: vj.Tolerance, MinPoints: vj.MinPoints, BasePoints: vj.BasePoints, HeadPoints: vj.HeadPoints,
			WorstRatio: orNaN(vj.WorstRatio), WorstX: orNaN(vj.WorstX), ReachX: orNaN(vj.Reach.X), ReachY: orNaN(vj.Reach.Y),
			AreaRatio: orNaN(vj.HypervolumeRatio), RefX: math.NaN(), RefY: math.NaN(),
		}
		if vj.Ref != nil {
			v.RefX, v.RefY = orNaN(vj.Ref[0]), orNaN(vj.Ref[1])
		}
		if v.X, v.Y, v.Convention, err = vj.axes(); err != nil {
			return c, fmt.Errorf("views[%d]: %w", i, err)
		}
		for k, gj := range vj.Frontier {
			g, err := gj.judged(c.Status == frontier.Lost)
			if err != nil {
				return c, fmt.Errorf("views[%d].frontier[%d]: %w", i, k, err)
			}
			g.Members, g.Fate = gj.Members, frontier.Fate(gj.InHead)
			if !slices.Contains([]frontier.Fate{"", frontier.Removed, frontier.Kept, frontier.Remeasured}, g.Fate) {
				return c, fmt.Errorf("views[%d].frontier[%d]: in_head %q is none of this schema", i, k, gj.InHead)
			}
			v.Frontier = append(v.Frontier, g)
		}
		c.Views = append(c.Views, v)
	}
	return c, nil
}

// judged reads a judgement. lost says that head has none of the curve.
func (jj judgedJSON) judged(lost bool) (frontier.Judged, error) {
	j := frontier.Judged{
		ID: jj.ID, X: orNaN(jj.X), Y: orNaN(jj.Y), WasOnFrontier: jj.WasOnFrontier, By: jj.By, Nearest: jj.Nearest,
		GainX: orNaN(jj.Gain.X), GainY: orNaN(jj.Gain.Y), Margin: orNaN(jj.Margin), CurveYAtX: orNaN(jj.CurveYAtX),
		CurveXAtY: orNaN(jj.CurveXAtY), ShortfallY: orNaN(jj.YShortfall), Reason: orEmptyText(jj.Reason),
	}
	if jj.Span != nil {
		j.Span = *jj.Span
	}
	switch orEmptyText(jj.Evidence) {
	case pareto.Weak.String():
		j.Evidence = pareto.Weak
	case pareto.Strong.String():
		j.Evidence = pareto.Strong
	}
	kinds := []pareto.Kind{pareto.Unverifiable, pareto.Uncovered, pareto.Wide, pareto.Within, pareto.OnLine, pareto.Matched, pareto.Exceeded}
	switch i := slices.IndexFunc(kinds, func(k pareto.Kind) bool { return k.String() == jj.Coverage }); {
	case jj.Coverage == "n/a":
		j.NotApplicable = true
		return j, nil
	case jj.Coverage == "inconclusive":
		j.Inconclusive, j.Kind = true, pareto.Uncovered
		if len(j.By) == 2 {
			j.Kind = pareto.Wide
		}
	case i < 0:
		return j, fmt.Errorf("coverage %q is none of this schema", jj.Coverage)
	default:
		j.Kind = kinds[i]
	}
	if lost && j.Kind == pareto.Uncovered {
		j.Lost = true
		return j, nil
	}
	// A point that is not covered falls short of something, unless nothing is
	// accepted at its x.
	j.Faster = j.Kind == pareto.Uncovered && math.IsNaN(j.ShortfallY)
	if !namesFit(j) {
		return j, fmt.Errorf("coverage %q with %d names in by and %d in nearest", jj.Coverage, len(j.By), len(j.Nearest))
	}
	return j, nil
}

// namesFit reports whether a judgement names as many head points as its kind
// rests on.
func namesFit(j frontier.Judged) bool {
	switch j.Kind {
	case pareto.Exceeded, pareto.Matched:
		return len(j.By) == 1
	case pareto.Within:
		return len(j.By) == 1 || len(j.By) == 2
	case pareto.OnLine, pareto.Wide:
		return len(j.By) == 2
	case pareto.Uncovered:
		return len(j.Nearest) == 1 || len(j.Nearest) == 2
	case pareto.Unverifiable:
	}
	return true
}

func (c reportCurveJSON) curve() (frontier.ReportCurve, error) {
	out := frontier.ReportCurve{Key: c.Key, Affected: c.Affected}
	var err error
	if out.Status, err = statusOf(c.Status); err != nil {
		return out, err
	}
	if out.Series, err = fieldsOf(c.Series); err != nil {
		return out, err
	}
	for _, side := range []struct {
		from reportSideJSON
		to   *frontier.FrontCurve
	}{{c.Base, &out.Base}, {c.Head, &out.Head}} {
		*side.to = frontier.FrontCurve{Key: c.Key, Series: out.Series, Points: side.from.Points, Images: side.from.Images}
		for _, d := range side.from.Unmeasured {
			row, err := d.dead()
			if err != nil {
				return out, err
			}
			side.to.Dead = append(side.to.Dead, row)
		}
	}
	for i, vj := range c.Views {
		v := frontier.ReportView{}
		if v.X, v.Y, v.Convention, err = vj.axes(); err != nil {
			return out, fmt.Errorf("views[%d]: %w", i, err)
		}
		for _, side := range []struct {
			from frontSideJSON
			to   *frontier.FrontCurve
		}{{vj.Base, &out.Base}, {vj.Head, &out.Head}} {
			fv, err := side.from.view(v)
			if err != nil {
				return out, fmt.Errorf("views[%d]: %w", i, err)
			}
			side.to.Views = append(side.to.Views, fv)
		}
		for _, at := range vj.At {
			v.At = append(v.At, frontier.Reading{
				X: at.X, Base: orNaN(at.Base), BaseSpan: orNaN(at.BaseSpan), Head: orNaN(at.Head), HeadSpan: orNaN(at.HeadSpan),
			})
		}
		if o := vj.Common; o != nil {
			v.Common = &frontier.CommonRange{
				From: o.From, To: o.To, Base: orNaN(o.Base), BaseSpan: orNaN(o.BaseSpan), Head: orNaN(o.Head), HeadSpan: orNaN(o.HeadSpan),
			}
		}
		out.Views = append(out.Views, v)
	}
	return out, nil
}

func (s frontSideJSON) view(of frontier.ReportView) (frontier.FrontView, error) {
	v := frontier.FrontView{
		X: of.X, Y: of.Y, Convention: of.Convention, Measured: s.Measured, Invalid: s.Invalid, Status: frontier.Status(s.Status),
	}
	switch v.Status {
	case frontier.Pass, frontier.Warn, frontier.Unavailable:
	default:
		return v, fmt.Errorf("status %q is none of this schema", s.Status)
	}
	if s.OnFrontier != nil && s.OnStrictFrontier != nil {
		v.OnFrontier, v.OnStrictFrontier = *s.OnFrontier, *s.OnStrictFrontier
	}
	for i, p := range s.Frontier {
		if !measured(p.X, p.Y) || len(p.Members) == 0 {
			return v, fmt.Errorf("frontier[%d] is no measured point", i)
		}
		v.Frontier = append(v.Frontier, frontier.Position{ID: p.ID, X: p.X, Y: p.Y, Members: p.Members})
	}
	for i, d := range s.Dominated {
		if !measured(d.X, d.Y) {
			return v, fmt.Errorf("dominated[%d] is no measured point", i)
		}
		v.Dominated = append(v.Dominated, frontier.Dominated{ID: d.ID, X: d.X, Y: d.Y, By: d.By, ByTotal: d.ByTotal})
	}
	for _, rj := range s.Rejected {
		rej, err := rj.rejected()
		if err != nil {
			return v, err
		}
		v.Rejected = append(v.Rejected, rej)
	}
	if a := s.Hypervolume; a != nil {
		v.Area = &frontier.Area{Value: orNaN(a.Value), RefX: orNaN(a.Ref[0]), RefY: orNaN(a.Ref[1])}
	}
	if g := s.WidestGap; g != nil {
		ratio := math.Inf(1) // null where it overflows
		if g.XRatio != nil {
			ratio = *g.XRatio
		}
		v.WidestGap = &frontier.Gap{From: g.From, To: g.To, FromX: g.FromX, ToX: g.ToX, Ratio: ratio}
	}
	return v, nil
}

// measured reports whether values are those of a measured point.
func measured(x, y float64) bool { return x > 0 && y > 0 }

func (a axesJSON) axes() (x, y frontier.Axis, c frontier.Convention, err error) {
	axis := func(name string, unit *string, better string) frontier.Axis {
		out := frontier.Axis{Name: name, Unit: orEmptyText(unit)}
		if !unitText.MatchString(out.Unit) {
			err = fmt.Errorf("unit %q of %s is none of this schema", out.Unit, name)
		}
		for _, d := range []pareto.Direction{pareto.Minimize, pareto.Maximize} {
			if better == d.String() {
				out.Better = d
				return out
			}
		}
		err = fmt.Errorf("%s is better as %q, which is neither min nor max", name, better)
		return out
	}
	x, y = axis(a.X, a.XUnit, a.XBetter), axis(a.Y, a.YUnit, a.YBetter)
	c = frontier.Convention(orEmptyText(a.XConvention))
	if !slices.Contains([]frontier.Convention{"", frontier.SlowTail, frontier.PerRequest, frontier.OfRates}, c) {
		err = fmt.Errorf("x_convention %q is none of this schema", c)
	}
	return x, y, c, err
}

func statusOf(s string) (frontier.CurveStatus, error) {
	switch c := frontier.CurveStatus(s); c {
	case frontier.Compared, frontier.Lost, frontier.NewInHead:
		return c, nil
	}
	return "", fmt.Errorf("status %q is none of this schema", s)
}

// fieldsOf reads the fields of a curve's key in their order.
func fieldsOf(object json.RawMessage) ([]frontier.Field, error) {
	bad := errors.New("series is no object of texts")
	d := json.NewDecoder(bytes.NewReader(object))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, bad
	}
	var out []frontier.Field
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, bad
		}
		value, err := d.Token()
		if err != nil {
			return nil, bad
		}
		n, okN := name.(string)
		v, okV := value.(string)
		if !okN || !okV {
			return nil, bad
		}
		out = append(out, frontier.Field{Name: n, Value: v})
	}
	return out, nil
}

func (r rejectedJSON) reason() (frontier.Reason, error) {
	for _, reason := range frontier.Reasons() {
		if reason.String() == r.Reason {
			return reason, nil
		}
	}
	return 0, fmt.Errorf("reason %q of %q is none of this schema", r.Reason, r.ID)
}

func (r rejectedJSON) rejected() (frontier.Rejected, error) {
	reason, err := r.reason()
	return frontier.Rejected{ID: r.ID, Field: r.Field, Reason: reason, FailureRate: r.FailureRate, Place: r.Place}, err
}

func (r rejectedJSON) dead() (frontier.DeadRow, error) {
	reason, err := r.reason()
	return frontier.DeadRow{Name: r.ID, Field: r.Field, Reason: reason, FailureRate: r.FailureRate, Place: r.Place}, err
}

// splitRejected sorts rows that are not usable by side, and by whether they are
// measured points all the same.
func splitRejected(rows []sideRejectJSON, baseDead, headDead *[]frontier.DeadRow, baseInvalid, headInvalid *[]frontier.Rejected) error {
	for _, row := range rows {
		side, err := sideOf(&row.Side)
		if err != nil {
			return err
		}
		if row.MeasuredPoint {
			r, err := row.rejected()
			if err != nil {
				return err
			}
			to := [...]*[]frontier.Rejected{baseInvalid, headInvalid}[side]
			*to = append(*to, r)
			continue
		}
		d, err := row.dead()
		if err != nil {
			return err
		}
		to := [...]*[]frontier.DeadRow{baseDead, headDead}[side]
		*to = append(*to, d)
	}
	return nil
}

// sideOf returns the number of a side.
func sideOf(name *string) (int, error) {
	i := slices.Index(sideNames, orEmptyText(name))
	if i < 0 {
		return 0, fmt.Errorf("side %q is neither base nor head", orEmptyText(name))
	}
	return i, nil
}

func filteredOf(fs []filteredJSON) ([]frontier.Filtered, error) {
	var out []frontier.Filtered
	for _, f := range fs {
		side, err := sideOf(f.Side)
		if err != nil {
			return nil, err
		}
		out = append(out, frontier.Filtered{Condition: f.Condition, Side: side, Rows: f.Rows, Names: f.IDs})
	}
	return out, nil
}

func repeatsOf(rs []repeatJSON) ([]frontier.Repeat, error) {
	var out []frontier.Repeat
	for _, r := range rs {
		side, err := sideOf(r.Side)
		if err != nil {
			return nil, err
		}
		out = append(out, frontier.Repeat{Key: r.Key, Name: r.ID, Side: side, Kept: r.Kept, Dropped: r.Dropped, Merged: r.Merged, Runs: r.Runs})
	}
	return out, nil
}

func orNaN(f *float64) float64 {
	if f == nil {
		return math.NaN()
	}
	return *f
}

func orEmptyText(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

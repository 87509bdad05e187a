package report

import (
	"bytes"
	"encoding/json"
	"io"
	"math"

	"paretocov/frontier"
	"paretocov/pareto"
)

// The JSON of results. Field names are a contract: they may be added to, never
// renamed. Numbers keep full precision; what is undefined is null.

type inputJSON struct {
	Path     string `json:"path"`
	Format   string `json:"format"`
	Rows     int    `json:"rows"`
	Rejected int    `json:"rejected"`
	SHA256   string `json:"sha256"`
}

type sideJSON struct {
	Label    string          `json:"label"`
	Inputs   []inputJSON     `json:"inputs"`
	Skipped  map[string]int  `json:"skipped"`
	From     *string         `json:"from"`
	To       *string         `json:"to"`
	Commits  []string        `json:"commits"`
	Failures failureRateJSON `json:"failure_rate"`
	Paths    []string        `json:"paths"` // as named on the command line
}

// failureRateJSON counts the rows of a side by what they tell of failed requests.
type failureRateJSON struct {
	Limit   float64 `json:"limit"`
	Rows    int     `json:"rows"`
	Over    int     `json:"over"`
	Unknown int     `json:"unknown"`
}

type axesJSON struct {
	X           string  `json:"x"`
	XUnit       *string `json:"x_unit"`
	XBetter     string  `json:"x_better"`
	XConvention *string `json:"x_convention"`
	Y           string  `json:"y"`
	YUnit       *string `json:"y_unit"`
	YBetter     string  `json:"y_better"`
}

type frontJSON struct {
	Schema string `json:"schema"`
	Rule   string `json:"rule"`
	// MinPoints and Verdict are null where no number of points was asked for.
	MinPoints *int             `json:"min_points"`
	Verdict   *string          `json:"verdict"`
	Streamed  bool             `json:"streamed"`
	Failures  failureRateJSON  `json:"failure_rate"`
	Inputs    []inputJSON      `json:"inputs"`
	Skipped   map[string]int   `json:"skipped"`
	Curves    []frontCurveJSON `json:"curves"`
	Filtered  []filteredJSON   `json:"filtered"`
	Repeats   []repeatJSON     `json:"repeats"`
	Warnings  []string         `json:"warnings"`
}

type frontCurveJSON struct {
	Key    string          `json:"key"`
	Series json.RawMessage `json:"series"`
	Points int             `json:"points"`
	Images []string        `json:"images"`
	Views  []frontViewJSON `json:"views"`
	// Joint is there with --joint only.
	Joint *jointJSON `json:"joint,omitempty"`
}

type jointJSON struct {
	Axes       []axisJSON           `json:"axes"`
	Measured   int                  `json:"measured"`
	Invalid    int                  `json:"invalid"`
	OnFrontier int                  `json:"on_frontier"`
	Frontier   []jointPositionJSON  `json:"frontier"`
	Dominated  []jointDominatedJSON `json:"dominated"`
}

type axisJSON struct {
	Name   string  `json:"name"`
	Unit   *string `json:"unit"`
	Better string  `json:"better"`
}

type jointPositionJSON struct {
	ID      string    `json:"id"`
	Values  []float64 `json:"values"`
	Members []string  `json:"members"`
}

type jointDominatedJSON struct {
	ID     string    `json:"id"`
	Values []float64 `json:"values"`
	By     []string  `json:"by"`
}

type frontViewJSON struct {
	axesJSON
	frontSideJSON
}

type frontSideJSON struct {
	Measured         int             `json:"measured"`
	Invalid          int             `json:"invalid"`
	OnFrontier       *int            `json:"on_frontier"`
	OnStrictFrontier *int            `json:"on_strict_frontier"`
	Recommended      int             `json:"recommended"`
	Status           string          `json:"status"`
	Frontier         []positionJSON  `json:"frontier"`
	Dominated        []dominatedJSON `json:"dominated"`
	// DominatedOthers counts dominated points that are not listed: those of a stream.
	DominatedOthers int            `json:"dominated_others"`
	Rejected        []rejectedJSON `json:"rejected"`
	Hypervolume     *areaJSON      `json:"hypervolume"`
	WidestGap       *gapJSON       `json:"widest_gap"`
}

type positionJSON struct {
	ID      string   `json:"id"`
	X       float64  `json:"x"`
	Y       float64  `json:"y"`
	Members []string `json:"members"`
}

type dominatedJSON struct {
	ID string   `json:"id"`
	X  float64  `json:"x"`
	Y  float64  `json:"y"`
	By []string `json:"by"`
	// ByTotal is the number of points that dominate; By names 64 at most.
	ByTotal int `json:"by_total"`
}

type rejectedJSON struct {
	ID     string `json:"id"`
	Field  string `json:"field"`
	Reason string `json:"reason"`
	Place  string `json:"place"`
	// FailureRate is there where the reason is that too many requests failed.
	FailureRate float64 `json:"failure_rate,omitempty"`
}

type areaJSON struct {
	Value *float64    `json:"value"`
	Ref   [2]*float64 `json:"ref"`
}

type gapJSON struct {
	From   string   `json:"from"`
	To     string   `json:"to"`
	FromX  float64  `json:"from_x"`
	ToX    float64  `json:"to_x"`
	XRatio *float64 `json:"x_ratio"`
}

type filteredJSON struct {
	Condition string   `json:"condition"`
	Side      *string  `json:"side"` // null where there is one side only
	Rows      int      `json:"rows"`
	IDs       []string `json:"ids"`
}

type repeatJSON struct {
	Key     string   `json:"key"`
	ID      string   `json:"id"`
	Side    *string  `json:"side"` // null where there is one side only
	Kept    string   `json:"kept"`
	Dropped []string `json:"dropped"`
	Merged  int      `json:"merged"`
	Runs    int      `json:"runs"`
}

// FrontJSON writes frontiers as one JSON document (schema paretocov.front/1).
func FrontJSON(w io.Writer, r *frontier.FrontResult) error {
	doc := frontJSON{
		Schema: "paretocov.front/1", Rule: ruleName(r.Rule), Streamed: r.Streamed, Failures: failureRateJSON(r.Inputs.Failures), Inputs: inputsJSON(r.Inputs), Skipped: orEmpty(r.Inputs.Skipped),
		Curves: []frontCurveJSON{}, Filtered: filtered(r.Filtered, noSides), Repeats: repeats(r.Repeats, noSides), Warnings: texts(r.Warnings),
	}
	if r.MinPoints > 0 {
		doc.MinPoints, doc.Verdict = &r.MinPoints, textOrNull(string(r.Verdict))
	}
	for _, c := range r.Curves {
		cj := frontCurveJSON{Key: c.Key, Series: series(c.Series), Points: c.Points, Images: texts(c.Images), Views: []frontViewJSON{}}
		for _, v := range c.Views {
			cj.Views = append(cj.Views, frontViewJSON{axes(v.X, v.Y, v.Convention), frontSide(v)})
		}
		cj.Joint = joint(c.Joint)
		doc.Curves = append(doc.Curves, cj)
	}
	return writeJSON(w, doc)
}

func frontSide(v frontier.FrontView) frontSideJSON {
	vj := frontSideJSON{
		Measured: v.Measured, Invalid: v.Invalid, Recommended: frontier.Recommended, Status: string(v.Status),
		Frontier: []positionJSON{}, Dominated: []dominatedJSON{}, DominatedOthers: v.Others, Rejected: rejected(v.Rejected),
	}
	if v.Status != frontier.Unavailable {
		vj.OnFrontier, vj.OnStrictFrontier = &v.OnFrontier, &v.OnStrictFrontier
	}
	for _, p := range v.Frontier {
		vj.Frontier = append(vj.Frontier, positionJSON{p.ID, p.X, p.Y, p.Members})
	}
	for _, d := range v.Dominated {
		vj.Dominated = append(vj.Dominated, dominatedJSON{d.ID, d.X, d.Y, texts(d.By), d.ByTotal})
	}
	if a := v.Area; a != nil {
		vj.Hypervolume = &areaJSON{orNull(a.Value), [2]*float64{orNull(a.RefX), orNull(a.RefY)}}
	}
	if g := v.WidestGap; g != nil {
		vj.WidestGap = &gapJSON{g.From, g.To, g.FromX, g.ToX, orNull(g.Ratio)}
	}
	return vj
}

// joint is nil, and left out, where it was not asked for.
func joint(v *frontier.JointView) *jointJSON {
	if v == nil {
		return nil
	}
	out := &jointJSON{
		Measured: v.Measured, Invalid: v.Invalid, OnFrontier: len(v.Frontier),
		Frontier: []jointPositionJSON{}, Dominated: []jointDominatedJSON{},
	}
	for _, a := range v.Axes {
		out.Axes = append(out.Axes, axisJSON{a.Name, textOrNull(a.Unit), a.Better.String()})
	}
	for _, p := range v.Frontier {
		out.Frontier = append(out.Frontier, jointPositionJSON{p.ID, p.Values, p.Members})
	}
	for _, d := range v.Dominated {
		out.Dominated = append(out.Dominated, jointDominatedJSON{d.ID, d.Values, []string{d.By}})
	}
	return out
}

type coverJSON struct {
	Schema          string           `json:"schema"`
	Base            sideJSON         `json:"base"`
	Head            sideJSON         `json:"head"`
	Policy          policyJSON       `json:"policy"`
	Verdict         string           `json:"verdict"`
	NeededTolerance *float64         `json:"needed_tolerance"`
	Summary         summaryJSON      `json:"summary"`
	Curves          []coverCurveJSON `json:"curves"`
	Filtered        []filteredJSON   `json:"filtered"`
	Repeats         []repeatJSON     `json:"repeats"`
	Warnings        []string         `json:"warnings"`
}

type policyJSON struct {
	Curve     string  `json:"curve"`
	MaxSpan   float64 `json:"max_span"`
	Tolerance float64 `json:"tolerance"`
	Scope     string  `json:"scope"`
}

type summaryJSON struct {
	Removed      int `json:"removed"`
	Covered      int `json:"covered"`
	Uncovered    int `json:"uncovered"`
	Unverifiable int `json:"unverifiable"`
}

type coverCurveJSON struct {
	Key                string           `json:"key"`
	Series             json.RawMessage  `json:"series"`
	Status             string           `json:"status"`
	Removed            int              `json:"removed"`
	Added              int              `json:"added"`
	Kept               int              `json:"kept"`
	Changed            int              `json:"changed"`
	Merged             int              `json:"merged"`
	ChangedWorstMargin *float64         `json:"changed_worst_margin"`
	Rejected           []sideRejectJSON `json:"rejected"`
	FailedAgain        []string         `json:"failed_again"`
	Points             []removedPtJSON  `json:"points"`
	Views              []coverViewJSON  `json:"views"`
}

type sideRejectJSON struct {
	Side string `json:"side"`
	rejectedJSON
	// MeasuredPoint is false for a row that has no usable value on any view.
	MeasuredPoint bool `json:"measured_point"`
}

type removedPtJSON struct {
	ID      string `json:"id"`
	Outcome string `json:"outcome"`
}

type coverViewJSON struct {
	axesJSON
	Covered      int          `json:"covered"`
	Uncovered    int          `json:"uncovered"`
	Unverifiable int          `json:"unverifiable"`
	Removed      []judgedJSON `json:"removed"`
}

type judgedJSON struct {
	ID            string   `json:"id"`
	X             *float64 `json:"x"`
	Y             *float64 `json:"y"`
	WasOnFrontier bool     `json:"was_on_frontier"`
	Coverage      string   `json:"coverage"`
	By            []string `json:"by"`
	Nearest       []string `json:"nearest"`
	Gain          gainJSON `json:"gain"`
	Span          *float64 `json:"span"`
	Evidence      *string  `json:"evidence"`
	Margin        *float64 `json:"margin"`
	CurveYAtX     *float64 `json:"curve_y_at_x"`
	CurveXAtY     *float64 `json:"curve_x_at_y"`
	YShortfall    *float64 `json:"y_shortfall"`
	Reason        *string  `json:"reason"`
}

type gainJSON struct {
	X *float64 `json:"x"`
	Y *float64 `json:"y"`
}

// CoverJSON writes a coverage verdict as one JSON document (schema
// paretocov.cover/1).
func CoverJSON(w io.Writer, r *frontier.CoverResult) error { return writeJSON(w, coverDocument(r)) }

func coverDocument(r *frontier.CoverResult) *coverJSON {
	p := r.Policy
	doc := &coverJSON{
		Schema: "paretocov.cover/1", Base: side(r.Base), Head: side(r.Head),
		Policy:  policyJSON{p.Curve.String(), p.MaxSpan, p.Tolerance, string(p.Scope)},
		Verdict: string(r.Verdict), NeededTolerance: orNull(r.NeededTolerance),
		Summary: summaryJSON(r.Summary), Curves: []coverCurveJSON{},
		Filtered: filtered(r.Filtered, sideNames), Repeats: repeats(r.Repeats, sideNames), Warnings: texts(r.Warnings),
	}
	for _, c := range r.Curves {
		cj := coverCurveJSON{
			Key: c.Key, Series: series(c.Series), Status: string(c.Status), Removed: c.Removed, Added: c.Added, Kept: c.Kept,
			Changed: c.Changed, Merged: c.Merged, ChangedWorstMargin: orNull(c.ChangedWorstMargin),
			Rejected: sideRejected(c.BaseDead, c.HeadDead, c.BaseInvalid, c.HeadInvalid), FailedAgain: texts(c.FailedAgain), Points: []removedPtJSON{}, Views: []coverViewJSON{},
		}
		for _, rp := range c.Points {
			cj.Points = append(cj.Points, removedPtJSON{rp.ID, outcomes[rp.Outcome]})
		}
		for _, v := range c.Views {
			vj := coverViewJSON{axesJSON: axes(v.X, v.Y, v.Convention), Covered: v.Covered, Uncovered: v.Uncovered, Unverifiable: v.Unverifiable, Removed: []judgedJSON{}}
			for _, j := range v.Removed {
				vj.Removed = append(vj.Removed, judged(j))
			}
			cj.Views = append(cj.Views, vj)
		}
		doc.Curves = append(doc.Curves, cj)
	}
	return doc
}

// outcomes are the words for a point's judgement over all views.
var outcomes = [...]string{
	frontier.OutcomeNotApplicable: "n/a", frontier.OutcomeUncovered: "uncovered",
	frontier.OutcomeUnverifiable: "unverifiable", frontier.OutcomeCovered: "covered",
}

func judged(j frontier.Judged) judgedJSON {
	out := judgedJSON{
		ID: j.ID, X: orNull(j.X), Y: orNull(j.Y), WasOnFrontier: j.WasOnFrontier, Coverage: kindWord(j),
		By: texts(j.By), Nearest: texts(j.Nearest), Gain: gainJSON{orNull(j.GainX), orNull(j.GainY)},
		Evidence: textOrNull(j.Evidence.String()), Margin: orNull(j.Margin),
		CurveYAtX: orNull(j.CurveYAtX), CurveXAtY: orNull(j.CurveXAtY), YShortfall: orNull(j.ShortfallY), Reason: textOrNull(j.Reason),
	}
	if j.Evidence == pareto.NoEvidence {
		out.Evidence = nil
	}
	if j.Span > 0 {
		out.Span = orNull(j.Span)
	}
	return out
}

func dead(d frontier.DeadRow) rejectedJSON {
	return rejectedJSON{d.Name, d.Field, d.Reason.String(), d.Place, d.FailureRate}
}

func sideRejected(baseDead, headDead []frontier.DeadRow, baseInvalid, headInvalid []frontier.Rejected) []sideRejectJSON {
	out := []sideRejectJSON{}
	for _, d := range baseDead {
		out = append(out, sideRejectJSON{"base", dead(d), false})
	}
	for _, d := range headDead {
		out = append(out, sideRejectJSON{"head", dead(d), false})
	}
	for side, rs := range [][]frontier.Rejected{baseInvalid, headInvalid} {
		for _, r := range rejected(rs) {
			out = append(out, sideRejectJSON{sideNames[side], r, true})
		}
	}
	return out
}

func side(in frontier.Inputs) sideJSON {
	return sideJSON{
		Label: in.Label, Paths: texts(in.Paths), Inputs: inputsJSON(in), Skipped: orEmpty(in.Skipped),
		From: textOrNull(in.From), To: textOrNull(in.To), Commits: texts(in.Commits),
		Failures: failureRateJSON(in.Failures),
	}
}

func inputsJSON(in frontier.Inputs) []inputJSON {
	out := []inputJSON{}
	for i, s := range in.Sources {
		out = append(out, inputJSON{s.Path, s.Format, s.Rows, in.Rejected[i], s.SHA256})
	}
	return out
}

func axes(x, y frontier.Axis, c frontier.Convention) axesJSON {
	return axesJSON{x.Name, textOrNull(x.Unit), x.Better.String(), textOrNull(string(c)), y.Name, textOrNull(y.Unit), y.Better.String()}
}

// series keeps the fields in the order of the key.
func series(fields []frontier.Field) json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, f := range fields {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(quoted(f.Name))
		b.WriteByte(':')
		b.Write(quoted(f.Value))
	}
	b.WriteByte('}')
	return b.Bytes()
}

func quoted(s string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string always encodes
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func rejected(rs []frontier.Rejected) []rejectedJSON {
	out := []rejectedJSON{}
	for _, r := range rs {
		out = append(out, rejectedJSON{r.ID, r.Field, r.Reason.String(), r.Place, r.FailureRate})
	}
	return out
}

// sideNames are what results call base and head; a front has one side, without
// a name.
var (
	sideNames = []string{"base", "head"}
	noSides   = []string{""}
)

func filtered(fs []frontier.Filtered, sides []string) []filteredJSON {
	out := []filteredJSON{}
	for _, f := range fs {
		out = append(out, filteredJSON{f.Condition, textOrNull(sides[f.Side]), f.Rows, texts(f.Names)})
	}
	return out
}

func repeats(rs []frontier.Repeat, sides []string) []repeatJSON {
	out := []repeatJSON{}
	for _, r := range rs {
		out = append(out, repeatJSON{r.Key, r.Name, textOrNull(sides[r.Side]), r.Kept, texts(r.Dropped), r.Merged, r.Runs})
	}
	return out
}

func texts(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

func orEmpty(m map[string]int) map[string]int {
	if m == nil {
		return map[string]int{}
	}
	return m
}

// orNull is nil, thus null, for what is undefined.
func orNull(f float64) *float64 {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil
	}
	return &f
}

func textOrNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func writeJSON(w io.Writer, doc any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(doc)
}

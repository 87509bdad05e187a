package report

import (
	"encoding/json"
	"io"

	"paretocov/frontier"
)

type gateJSON struct {
	Schema          string           `json:"schema"`
	Base            sideJSON         `json:"base"`
	Head            sideJSON         `json:"head"`
	Policy          gatePolicyJSON   `json:"policy"`
	Verdict         string           `json:"verdict"`
	NeededTolerance *float64         `json:"needed_tolerance"`
	Summary         gateSummaryJSON  `json:"summary"`
	Noise           noiseJSON        `json:"noise"`
	Reasons         []gateReasonJSON `json:"reasons"`
	Curves          []gateCurveJSON  `json:"curves"`
	Filtered        []filteredJSON   `json:"filtered"`
	Repeats         []repeatJSON     `json:"repeats"`
	Warnings        []string         `json:"warnings"`
}

type gatePolicyJSON struct {
	policyJSON
	Warn        *float64       `json:"warn"`
	MaxLoss     *float64       `json:"max_loss"`
	MinReach    *float64       `json:"min_reach"`
	MaxAreaLoss *float64       `json:"max_area_loss"`
	MinPoints   int            `json:"min_points"`
	Rule        string         `json:"rule"`
	Suspicious  float64        `json:"suspicious"`
	StrictNoise bool           `json:"strict_noise"`
	AllowLost   []string       `json:"allow_lost"`
	AppendOnly  *string        `json:"append_only"`
	Overrides   []overrideJSON `json:"overrides"`
}

type overrideJSON struct {
	Key       *string  `json:"key"`
	View      *string  `json:"view"`
	Tolerance *float64 `json:"tolerance"`
	MinPoints *int     `json:"min_points"`
}

type gateSummaryJSON struct {
	Points       int `json:"points"`
	Covered      int `json:"covered"`
	Uncovered    int `json:"uncovered"`
	Unverifiable int `json:"unverifiable"`
	Inconclusive int `json:"inconclusive"`
	Lost         int `json:"lost"`
	LostAllowed  int `json:"lost_allowed"`
}

type noiseJSON struct {
	Status  string   `json:"status"`
	Assumed *float64 `json:"assumed"`
	Single  int      `json:"points_of_one_run"`
	Pooled  int      `json:"points_of_several_runs"`
}

type gateReasonJSON struct {
	Kind   string   `json:"kind"`
	Key    string   `json:"key"`
	X      *string  `json:"x"`
	ID     *string  `json:"id"`
	Margin *float64 `json:"margin"`
	Value  *float64 `json:"value"`
	Limit  *float64 `json:"limit"`
	Text   string   `json:"text"`
	// Detail and Name are what a breach of append-only is about.
	Detail *string  `json:"detail"`
	Name   *string  `json:"name"`
	Rerun  []string `json:"rerun"`
}

type gateCurveJSON struct {
	Key     string          `json:"key"`
	Series  json.RawMessage `json:"series"`
	Status  string          `json:"status"`
	Allowed bool            `json:"allowed"`
	// Rejected are the rows that are not usable, on a view or on all.
	Rejected []sideRejectJSON `json:"rejected"`
	Views    []gateViewJSON   `json:"views"`
}

type gateViewJSON struct {
	axesJSON
	Tolerance        float64         `json:"tolerance"`
	MinPoints        int             `json:"min_points"`
	BasePoints       int             `json:"base_points"`
	HeadPoints       int             `json:"head_points"`
	Frontier         []gatePointJSON `json:"frontier"`
	WorstRatio       *float64        `json:"worst_ratio"`
	WorstX           *float64        `json:"worst_x"`
	Reach            gainJSON        `json:"reach"`
	HypervolumeRatio *float64        `json:"hypervolume_ratio"`
	Ref              *[2]*float64    `json:"ref"`
}

type gatePointJSON struct {
	judgedJSON
	Members []string `json:"members"`
	InHead  string   `json:"in_head"`
}

// GateJSON writes a gate's verdict as one JSON document (schema
// paretocov.gate/1).
func GateJSON(w io.Writer, r *frontier.GateResult) error { return writeJSON(w, gateDocument(r)) }

func gateDocument(r *frontier.GateResult) *gateJSON {
	p := r.Policy
	doc := &gateJSON{
		Schema: "paretocov.gate/1", Base: side(r.Base), Head: side(r.Head),
		Policy: gatePolicyJSON{
			policyJSON: policyJSON{p.Curve.String(), p.MaxSpan, p.Tolerance, string(p.Scope)},
			Warn:       orNull(p.Warn), MaxLoss: orNull(p.MaxLoss), MinReach: orNull(p.MinReach), MaxAreaLoss: orNull(p.MaxAreaLoss),
			MinPoints: p.MinPoints, Rule: ruleName(p.Rule), Suspicious: p.Suspicious, StrictNoise: p.StrictNoise,
			AllowLost: texts(p.AllowLost), AppendOnly: textOrNull(deltaName(p.Delta)), Overrides: []overrideJSON{},
		},
		Verdict: string(r.Verdict), NeededTolerance: orNull(r.NeededTolerance), Summary: gateSummaryJSON(r.Summary),
		Noise:   noiseJSON{Status: noiseStatus(r.Noise), Single: r.Noise.Single, Pooled: r.Noise.Pooled},
		Reasons: []gateReasonJSON{}, Curves: []gateCurveJSON{},
		Filtered: filtered(r.Filtered, sideNames), Repeats: repeats(r.Repeats, sideNames), Warnings: texts(r.Warnings),
	}
	if r.Noise.Assumed > 0 {
		doc.Noise.Assumed = orNull(r.Noise.Assumed)
	}
	for _, o := range p.Overrides {
		oj := overrideJSON{Key: textOrNull(o.Key), View: textOrNull(o.View), Tolerance: orNull(o.Tolerance)}
		if o.MinPoints >= 0 {
			oj.MinPoints = &o.MinPoints
		}
		doc.Policy.Overrides = append(doc.Policy.Overrides, oj)
	}
	for _, g := range r.Reasons {
		doc.Reasons = append(doc.Reasons, gateReasonJSON{
			Kind: string(g.Kind), Key: g.Key, X: textOrNull(g.X.Name), ID: textOrNull(g.ID), Margin: orNull(g.Margin),
			Value: orNull(g.Value), Limit: orNull(g.Limit), Text: reasonText(g, clean), Detail: textOrNull(g.Detail), Name: textOrNull(g.Name), Rerun: texts(g.Rerun),
		})
	}
	for _, c := range r.Curves {
		cj := gateCurveJSON{
			Key: c.Key, Series: series(c.Series), Status: string(c.Status), Allowed: c.Allowed, Views: []gateViewJSON{},
			Rejected: sideRejected(c.BaseDead, c.HeadDead, c.BaseInvalid, c.HeadInvalid),
		}
		for _, v := range c.Views {
			vj := gateViewJSON{
				axesJSON: axes(v.X, v.Y, v.Convention), Tolerance: v.Tolerance, MinPoints: v.MinPoints,
				BasePoints: v.BasePoints, HeadPoints: v.HeadPoints, Frontier: []gatePointJSON{},
				WorstRatio: orNull(v.WorstRatio), WorstX: orNull(v.WorstX),
				Reach: gainJSON{orNull(v.ReachX), orNull(v.ReachY)}, HypervolumeRatio: orNull(v.AreaRatio),
			}
			if orNull(v.AreaRatio) != nil {
				vj.Ref = &[2]*float64{orNull(v.RefX), orNull(v.RefY)}
			}
			for _, g := range v.Frontier {
				gj := gatePointJSON{judgedJSON: judged(g), Members: texts(g.Members), InHead: string(g.Fate)}
				gj.Coverage = gateKindWord(g)
				vj.Frontier = append(vj.Frontier, gj)
			}
			cj.Views = append(cj.Views, vj)
		}
		doc.Curves = append(doc.Curves, cj)
	}
	return doc
}

func noiseStatus(n frontier.Noise) string {
	switch {
	case n.Pooled > 0:
		return "measured"
	case n.Assumed > 0:
		return "assumed"
	}
	return "unknown (n=1)"
}

func deltaName(d frontier.Delta) string {
	switch d {
	case frontier.DeltaOnly:
		return "delta"
	case frontier.DeltaAndBase:
		return "full"
	case frontier.NotAppendOnly:
	}
	return ""
}

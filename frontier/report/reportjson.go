package report

import (
	"encoding/json"
	"io"

	"paretocov/frontier"
)

const reportSchema = "paretocov.report/1"

type reportJSON struct {
	Schema     string            `json:"schema"`
	Version    string            `json:"version"`
	Command    []string          `json:"command"`
	PolicyFile *fileJSON         `json:"policy_file"`
	Text       textJSON          `json:"text"`
	Verdict    string            `json:"verdict"`
	Rule       string            `json:"rule"`
	Cover      *coverJSON        `json:"cover"` // null where nothing can be removed
	Gate       *gateJSON         `json:"gate"`
	Curves     []reportCurveJSON `json:"curves"`
}

type fileJSON struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// textJSON is what texts that are made of the report need beside it.
type textJSON struct {
	Lang     string   `json:"lang"`
	ImageURL *string  `json:"image_url"`
	Charts   []string `json:"charts"`
	Run      *string  `json:"run"`
	SHA      *string  `json:"sha"`
}

type reportCurveJSON struct {
	Key      string           `json:"key"`
	Series   json.RawMessage  `json:"series"`
	Status   string           `json:"status"`
	Affected bool             `json:"affected"`
	Base     reportSideJSON   `json:"base"`
	Head     reportSideJSON   `json:"head"`
	Views    []reportViewJSON `json:"views"`
}

type reportSideJSON struct {
	Points     int            `json:"points"`
	Images     []string       `json:"images"`
	Unmeasured []rejectedJSON `json:"unmeasured"`
}

type reportViewJSON struct {
	axesJSON
	Base   frontSideJSON `json:"base"`
	Head   frontSideJSON `json:"head"`
	At     []readingJSON `json:"at"`
	Common *commonJSON   `json:"common"`
}

type readingJSON struct {
	X        float64  `json:"x"`
	Base     *float64 `json:"base"`
	BaseSpan *float64 `json:"base_span"`
	Head     *float64 `json:"head"`
	HeadSpan *float64 `json:"head_span"`
}

type commonJSON struct {
	From     float64  `json:"from"`
	To       float64  `json:"to"`
	Base     *float64 `json:"base"`
	BaseSpan *float64 `json:"base_span"`
	Head     *float64 `json:"head"`
	HeadSpan *float64 `json:"head_span"`
}

// JSON writes the report as one JSON document (schema paretocov.report/1), which
// Read reads.
func (r *Report) JSON(w io.Writer) error {
	doc := reportJSON{
		Schema: reportSchema, Version: r.Version, Command: texts(r.Command),
		Text: textJSON{
			Lang: r.Lang.String(), ImageURL: textOrNull(r.ImageURL), Charts: texts(r.Charts),
			Run: textOrNull(r.Provenance.Run), SHA: textOrNull(r.Provenance.SHA),
		},
		Verdict: string(r.Verdict), Rule: ruleName(r.Rule), Gate: gateDocument(r.Gate), Curves: []reportCurveJSON{},
	}
	if r.PolicyFile != nil {
		doc.PolicyFile = &fileJSON{r.PolicyFile.Path, r.PolicyFile.SHA256}
	}
	if r.Cover != nil {
		doc.Cover = coverDocument(r.Cover)
	}
	for _, c := range r.Curves {
		cj := reportCurveJSON{
			Key: c.Key, Series: series(c.Series), Status: string(c.Status), Affected: c.Affected,
			Base: reportSide(c.Base), Head: reportSide(c.Head), Views: []reportViewJSON{},
		}
		for i, v := range c.Views {
			vj := reportViewJSON{
				axesJSON: axes(v.X, v.Y, v.Convention),
				Base:     frontSide(c.Base.Views[i]), Head: frontSide(c.Head.Views[i]), At: []readingJSON{},
			}
			for _, at := range v.At {
				vj.At = append(vj.At, readingJSON{at.X, orNull(at.Base), orNull(at.BaseSpan), orNull(at.Head), orNull(at.HeadSpan)})
			}
			if o := v.Common; o != nil {
				vj.Common = &commonJSON{o.From, o.To, orNull(o.Base), orNull(o.BaseSpan), orNull(o.Head), orNull(o.HeadSpan)}
			}
			cj.Views = append(cj.Views, vj)
		}
		doc.Curves = append(doc.Curves, cj)
	}
	return writeJSON(w, doc)
}

func reportSide(c frontier.FrontCurve) reportSideJSON {
	s := reportSideJSON{Points: c.Points, Images: texts(c.Images), Unmeasured: []rejectedJSON{}}
	for _, d := range c.Dead {
		s.Unmeasured = append(s.Unmeasured, dead(d))
	}
	return s
}

package report

import (
	"encoding/json"
	"math"
	"slices"

	"paretocov/frontier"
	"paretocov/pareto"
)

// The data of the page's chart. It is private to the page: its fields change as
// the script does. What machines should read is report.json.

type htmlData struct {
	Langs []string `json:"langs"`
	Rule  string   `json:"rule"`
	// Span is the longest line that counts, 0 for no limit; Lines: lines cover.
	Span  float64 `json:"span"`
	Lines bool    `json:"lines"`
	// Start is the curve and the view to show first.
	Start  [2]int      `json:"start"`
	Axes   []htmlAxis  `json:"axes"`
	Curves []htmlCurve `json:"curves"`
}

// htmlTexts are one text for each language of the page.
type htmlTexts []string

type htmlAxis struct {
	Name htmlTexts `json:"name"`
	Unit string    `json:"unit"`
	Min  bool      `json:"min"` // less is better
}

type htmlCurve struct {
	Key    string         `json:"key"`
	Config [][2]string    `json:"config"`
	Images [2][]string    `json:"images"`
	Status string         `json:"status"`
	Same   bool           `json:"same"` // head has base's values
	Failed int            `json:"failed"`
	Look   htmlLook       `json:"look"`
	Views  []htmlViewData `json:"views"`
}

type htmlLook struct {
	Light     string       `json:"light"`
	Dark      string       `json:"dark"`
	BaseLight string       `json:"baseLight"`
	BaseDark  string       `json:"baseDark"`
	Outline   [][2]float64 `json:"outline"`
}

type htmlViewData struct {
	X       int           `json:"x"` // of Axes
	Y       int           `json:"y"`
	Text    htmlTexts     `json:"text"` // what became of the removed points
	Sides   [2]htmlPoints `json:"sides"`
	Removed []htmlRemoved `json:"removed"`
	// Edge is the best y that head's curve covers, along x.
	Edge [][2]float64 `json:"edge"`
}

type htmlPoints struct {
	Names []string  `json:"names"`
	X     []float64 `json:"x"`
	Y     []float64 `json:"y"`
	// On has a bit for each rule under which the point is on the frontier: 1
	// strict, 2 dashboard.
	On []int `json:"on"`
	// By are up to three points that dominate it, and then how many do.
	By      map[int][]int `json:"by"`
	Counts  htmlCounts    `json:"counts"`
	Invalid []string      `json:"invalid"` // rows that cannot be drawn
	Left    int           `json:"left"`    // points left out, because there are too many
}

type htmlCounts struct {
	Strict    int `json:"strict"`
	Dashboard int `json:"dashboard"`
}

type htmlRemoved struct {
	Point  int       `json:"point"` // of base
	Kind   string    `json:"kind"`
	Margin string    `json:"margin"`
	By     []int     `json:"by"` // of head
	Text   htmlTexts `json:"text"`
}

// mostPoints is how many points of a side and view the page's chart may have.
// Those on the frontier come first.
const mostPoints = 20000

// pageData is the data of the page's chart as JSON in which no < stands, so that
// nothing in it ends the element around it.
func pageData(r *Report, looks map[string]Look) ([]byte, error) {
	m := &htmlDataMaker{r: r, cover: map[string]frontier.CoverCurve{}, axes: map[frontier.Axis]int{}}
	policy := r.Gate.Policy.Policy
	if r.Cover != nil {
		policy = r.Cover.Policy.Policy
		for _, c := range r.Cover.Curves {
			m.cover[c.Key] = c
		}
	}
	m.data = htmlData{Rule: ruleName(r.Rule), Span: policy.MaxSpan, Lines: policy.Curve == pareto.Line, Axes: []htmlAxis{}, Curves: []htmlCurve{}}
	switch r.Lang {
	case English:
		m.data.Langs = []string{"en"}
	case Chinese:
		m.data.Langs = []string{"zh"}
	case Both:
		m.data.Langs = []string{"en", "zh"}
	}
	most := -1
	for i, c := range r.Curves {
		curve := m.curve(c, policy)
		curve.Look = lookOf(looks, c.Key)
		m.data.Curves = append(m.data.Curves, curve)
		for k := range curve.Views { // show what fails most
			n := 0
			for _, rp := range curve.Views[k].Removed {
				if rp.Kind == "uncovered" || rp.Kind == "wide" {
					n += 1000
				}
				n++
			}
			if c.Affected {
				n++
			}
			if n > most {
				most, m.data.Start = n, [2]int{i, k}
			}
		}
	}
	return json.Marshal(m.data) // it escapes <, > and &
}

// lookOf is the look of a curve. One that was not told is that of the first
// series of charts.
func lookOf(looks map[string]Look, key string) htmlLook {
	l, ok := looks[key]
	if !ok {
		l = Look{Light: "#0072b2", Dark: "#4aa8e8", BaseLight: "#59636e", BaseDark: "#9aa4af"}
	}
	return htmlLook(l)
}

type htmlDataMaker struct {
	r     *Report
	data  htmlData
	cover map[string]frontier.CoverCurve
	axes  map[frontier.Axis]int
}

func (m *htmlDataMaker) texts(en, zh string) htmlTexts {
	switch m.r.Lang {
	case Chinese:
		return htmlTexts{zh}
	case Both:
		return htmlTexts{en, zh}
	case English:
	}
	return htmlTexts{en}
}

func (m *htmlDataMaker) axis(a frontier.Axis) int {
	i, ok := m.axes[a]
	if !ok {
		i = len(m.data.Axes)
		m.axes[a] = i
		m.data.Axes = append(m.data.Axes, htmlAxis{
			Name: m.texts(upperFirst(title(a, isolated)), titleChinese(a, isolated)), Unit: clean(a.Unit), Min: a.Better == pareto.Minimize,
		})
	}
	return i
}

func (m *htmlDataMaker) curve(c frontier.ReportCurve, policy pareto.Policy) htmlCurve {
	out := htmlCurve{Key: clean(c.Key), Config: [][2]string{}, Status: string(c.Status), Same: !c.Affected, Views: []htmlViewData{}}
	for _, f := range c.Series {
		if f.Value != "" {
			out.Config = append(out.Config, [2]string{clean(f.Name), clean(f.Value)})
		}
	}
	const mostImages = 5
	for side, images := range [2][]string{c.Base.Images, c.Head.Images} {
		out.Images[side] = cleaned(images[:min(len(images), mostImages)])
	}
	cover := m.cover[c.Key]
	for _, p := range cover.Points {
		if p.Outcome == frontier.OutcomeUncovered || p.Outcome == frontier.OutcomeUnverifiable {
			out.Failed++
		}
	}
	for k, v := range c.Views {
		view := htmlViewData{X: m.axis(v.X), Y: m.axis(v.Y), Removed: []htmlRemoved{}, Edge: [][2]float64{}}
		var base, head map[string]int
		view.Sides[0], base = sideData(c.Base.Views[k])
		view.Sides[1], head = sideData(c.Head.Views[k])
		view.Edge = edge(c.Head.Views[k], policy)
		for _, cv := range cover.Views {
			if cv.X.Name != v.X.Name {
				continue
			}
			if len(cv.Removed) > 0 {
				view.Text = m.texts(sentence(cv, isolated), sentenceChinese(cv, isolated))
			}
			for _, j := range cv.Removed {
				at, ok := base[j.ID]
				if j.NotApplicable || !ok {
					continue
				}
				rp := htmlRemoved{
					Point: at, Kind: kindWord(j), Margin: margin(j.Margin), By: []int{},
					Text: m.texts(why(j, cv.X, cv.Y, isolated), whyChinese(j, cv.X, cv.Y, isolated, isolated)),
				}
				by := j.By
				if len(by) == 0 {
					by = j.Nearest
				}
				for _, name := range by {
					if i, ok := head[name]; ok {
						rp.By = append(rp.By, i)
					}
				}
				view.Removed = append(view.Removed, rp)
			}
		}
		out.Views = append(out.Views, view)
	}
	return out
}

// sideData returns the points of a view and their places by name.
func sideData(v frontier.FrontView) (htmlPoints, map[string]int) {
	points, on := standings(v)
	d := htmlPoints{Names: []string{}, X: []float64{}, Y: []float64{}, On: []int{}, By: map[int][]int{}, Counts: on, Invalid: []string{}}
	if len(points) > mostPoints {
		d.Left = len(points) - mostPoints
		points = points[:mostPoints]
	}
	at := make(map[string]int, len(points))
	for i, p := range points {
		if _, ok := at[p.name]; !ok {
			at[p.name] = i
		}
		bits := 0
		if p.strict {
			bits |= 1
		}
		if p.dashboard {
			bits |= 2
		}
		d.Names, d.X, d.Y, d.On = append(d.Names, clean(p.name)), append(d.X, p.x), append(d.Y, p.y), append(d.On, bits)
		if by := slices.DeleteFunc(slices.Clone(p.by), func(k int) bool { return k >= len(points) }); len(by) > 0 {
			d.By[i] = append(by, p.total)
		}
	}
	const mostInvalid = 50
	for i, r := range v.Rejected {
		if i == mostInvalid || v.Status == frontier.Unavailable {
			break
		}
		d.Invalid = append(d.Invalid, rejectedPhrase(r, isolated))
	}
	return d, at
}

// edge returns the best y that the policy accepts as covered by head's frontier,
// from one end of x to the other: the corners of the line, and steps where lines
// are clipped.
func edge(v frontier.FrontView, p pareto.Policy) [][2]float64 {
	f := strictFront(v)
	n := f.Len()
	out := [][2]float64{}
	if n == 0 || n > 4000 || !(f.X[0] > 0) || !(min(f.Y[0], f.Y[n-1]) > 0) {
		return out
	}
	// Where less x is better, what a position covers reaches towards larger x.
	toEasy := math.Inf(-1)
	if f.XDir == pareto.Minimize {
		toEasy = math.Inf(1)
	}
	var xs []float64
	for i, x := range f.X {
		xs = append(xs, x, math.Nextafter(x, -toEasy))
		if i+1 == n {
			continue
		}
		a, b := x, f.X[i+1]
		if p.MaxSpan > 0 && b/a > p.MaxSpan {
			clip := b / p.MaxSpan
			if f.XDir == pareto.Maximize {
				clip = a * p.MaxSpan
			}
			xs = append(xs, clip, math.Nextafter(clip, -toEasy))
		}
		if p.Curve == pareto.LogLog || p.Curve == pareto.Hull {
			for k := 1; k < 16; k++ {
				xs = append(xs, a+(b-a)*float64(k)/16)
			}
		}
	}
	slices.Sort(xs)
	for _, x := range slices.Compact(xs) {
		if !(x > 0 && x <= math.MaxFloat64) {
			continue
		}
		if y := f.Cover(x, f.Y[0], p).Y; !math.IsNaN(y) && !math.IsInf(y, 0) {
			out = append(out, [2]float64{x, y})
		}
	}
	return out
}

// strictFront is the strict frontier of a view, whatever rule its positions are
// of.
func strictFront(v frontier.FrontView) *pareto.Front {
	p := pareto.Points{XDir: v.X.Better, YDir: v.Y.Better}
	for _, pos := range v.Frontier {
		p.X, p.Y = append(p.X, pos.X), append(p.Y, pos.Y)
	}
	return pareto.NewFront(p, pareto.Strict)
}

package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"paretocov/frontier"
	"paretocov/pareto"
)

func latency() frontier.Axis {
	return frontier.Axis{Name: "p90_e2el", Unit: "s", Better: pareto.Minimize}
}

func rate() frontier.Axis {
	return frontier.Axis{Name: "mean_intvty", Unit: "tok/s/user", Better: pareto.Maximize}
}

func throughput() frontier.Axis {
	return frontier.Axis{Name: "tput_per_gpu", Unit: "tok/s/GPU", Better: pareto.Maximize}
}

// one returns a chart of a single series.
func one(x frontier.Axis, pts ...Point) Chart {
	return Chart{
		Key: "model / hw", X: x, Y: throughput(), Policy: pareto.Policy{MaxSpan: 2},
		Series: []Series{{Key: "model / hw", Label: "frontier", Points: pts}},
	}
}

// hostileNames are names that break pictures of careless programs.
func hostileNames() []string {
	return []string{
		"TP8 c64", "</script><script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, "a & b", "]]>", "<!-- open",
		"line\nbreak\ttab", "\x00\x01\x1b[31m", "模型-甲", "模型-乙", "مرحبا", "🚀", "\u202egnp.exe", "\ufffe\uffff", "",
		" ", "a  b", strings.Repeat("long ", 60), "\xff\xfe broken UTF-8", "e\u0301", "::error::x", "-- end",
	}
}

// drawChart draws charts of coarse coordinates, so that points tie, with base
// and head judged by the policy.
func drawChart(t *rapid.T) Chart {
	x := rapid.SampledFrom([]frontier.Axis{latency(), rate()}).Draw(t, "x")
	y := throughput()
	if rapid.IntRange(0, 4).Draw(t, "minimise y") == 0 {
		y = frontier.Axis{Name: "joules_per_token", Unit: "J/tok", Better: pareto.Minimize}
	}
	top := rapid.SampledFrom([]int{3, 12, 100}).Draw(t, "grid")
	scale := rapid.SampledFrom([]float64{1, 1, 1, 1e-9, 1e12}).Draw(t, "scale")
	points := func(side string, least int) []Point {
		n := rapid.IntRange(least, rapid.SampledFrom([]int{3, 14, 60}).Draw(t, side+" most")).Draw(t, side+" points")
		pts := make([]Point, n)
		for i := range pts {
			name := fmt.Sprintf("%s %d", side, i)
			if rapid.IntRange(0, 3).Draw(t, "hostile") == 0 {
				name = rapid.SampledFrom(hostileNames()).Draw(t, "name") + strconv.Itoa(i)
			}
			pts[i] = Point{name, scale * float64(rapid.IntRange(1, top).Draw(t, "x")), float64(rapid.IntRange(1, top).Draw(t, "y"))}
		}
		return pts
	}
	c := Chart{Key: rapid.SampledFrom(hostileNames()).Draw(t, "key"), X: x, Y: y}
	c.Policy = pareto.Policy{
		Curve:   rapid.SampledFrom([]pareto.CurveRule{pareto.Line, pareto.Line, pareto.Measured, pareto.LogLog, pareto.Hull}).Draw(t, "rule"),
		MaxSpan: rapid.SampledFrom([]float64{0, 1, 1.5, 2}).Draw(t, "span"),
	}
	base, head := points("base", 0), points("head", 0)
	c.Series = []Series{{Key: "k", Label: "base", Base: true, Points: base}, {Key: "k", Label: "head", Points: head}}
	ps := pareto.Points{XDir: x.Better, YDir: y.Better}
	for _, p := range head {
		ps.X, ps.Y = append(ps.X, p.X), append(ps.Y, p.Y)
	}
	front := pareto.NewFront(ps, pareto.Strict)
	for _, p := range base {
		if rapid.Bool().Draw(t, "removed") {
			j := front.Cover(p.X, p.Y, c.Policy)
			r := Removed{Point: p, Kind: j.Kind, Margin: j.Margin}
			for _, b := range j.By {
				if b >= 0 {
					r.By = append(r.By, head[front.Members(b)[0]].Name)
				}
			}
			c.Removed = append(c.Removed, r)
		}
	}
	return c
}

func drawOptions(t *rapid.T) Options {
	o := Options{LogX: rapid.Bool().Draw(t, "log x"), LogY: rapid.Bool().Draw(t, "log y")}
	if rapid.Bool().Draw(t, "dark") {
		o.Theme = Dark
	}
	if rapid.Bool().Draw(t, "size") {
		o.Width, o.Height = rapid.IntRange(MinSize, 1000).Draw(t, "w"), rapid.IntRange(MinSize, 700).Draw(t, "h")
	}
	return o
}

// TestLaws checks what every picture has to be, on the scene that all formats
// are made of.
func TestLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c, o := drawChart(t), drawOptions(t)
		format := rapid.SampledFrom([]Format{SVG, PNG}).Draw(t, "format") // texts differ, not the drawing
		l, err := newLayout([]Chart{c}, format, o)
		if err != nil {
			t.Fatal(err)
		}
		l.chart(l.prepare(c))
		checkScene(t, l, 0)
		checkXML(t, l.svg())
	})
}

// TestOverviewLaws is TestLaws for small multiples.
func TestOverviewLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 7).Draw(t, "charts")
		charts := make([]Chart, n)
		for i := range charts {
			charts[i] = drawChart(t)
			charts[i].X, charts[i].Y = latency(), throughput()
		}
		o := drawOptions(t)
		l, err := newLayout(charts, SVG, o)
		if err != nil {
			t.Fatal(err)
		}
		panels := make([]*prepared, n)
		for i, c := range charts {
			panels[i] = l.prepare(c)
		}
		l.overview(panels)
		checkScene(t, l, 0)
		checkXML(t, l.svg())
	})
}

type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// checkScene checks that everything is on the canvas, that texts do not overlap
// and that no coordinate is lost.
func checkScene(t failer, l *layout, slack float64) {
	t.Helper()
	canvas := box{-slack, -slack, l.w + slack, l.h + slack}
	var labels []box
	var names []string
	for _, it := range l.items {
		for _, st := range it.path {
			n := map[byte]int{'M': 1, 'L': 1, 'C': 3}[st.op]
			for _, p := range st.p[:n] {
				if math.IsNaN(p.x-p.x) || math.IsNaN(p.y-p.y) {
					t.Fatalf("a coordinate of %q is not a number: %v", it.tip, it.path)
				}
				if !(box{p.x, p.y, p.x, p.y}).within(canvas) {
					t.Fatalf("%v is off the canvas of %v by %v (%q)", p, l.w, l.h, it.tip)
				}
			}
		}
		if it.text == nil {
			continue
		}
		b := it.text.box(l.t.width(it.text.s, it.text.size, it.text.bold))
		if !b.within(canvas) {
			t.Fatalf("the text %q at %v is off the canvas of %v by %v", it.text.s, b, l.w, l.h)
		}
		if it.labels == "" {
			continue
		}
		for i, o := range labels {
			if b.overlaps(o) {
				t.Fatalf("the labels %q and %q overlap", it.labels, names[i])
			}
		}
		labels, names = append(labels, b), append(names, it.labels)
	}
}

// badNumbers find a coordinate that is none in SVG attributes.
var badNumbers = regexp.MustCompile(`="[^"]*(NaN|Inf)`)

func checkXML(t failer, doc []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(doc))
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("no XML: %v\n%s", err, doc)
		}
		if e, ok := tok.(xml.StartElement); ok && !slices.Contains([]string{"svg", "title", "rect", "path", "text"}, e.Name.Local) {
			t.Fatalf("element %s: a name became markup", e.Name.Local)
		}
	}
	if badNumbers.Match(doc) {
		t.Fatalf("a coordinate that is no number: %s", badNumbers.Find(doc))
	}
}

// TestLineIsCurve checks that the line drawn is the frontier's curve, wherever
// it is looked at: the drawn pixels, turned back into data, satisfy YAt.
func TestLineIsCurve(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c, o := drawChart(t), drawOptions(t)
		l, err := newLayout([]Chart{c}, SVG, o)
		if err != nil {
			t.Fatal(err)
		}
		p := l.prepare(c)
		pn := l.newPane(p, box{20, 20, 700, 400}, full())
		for _, cv := range p.series {
			segs := pn.segments(cv.front, c.Policy.MaxSpan)
			if len(segs) != max(0, cv.front.Len()-1) {
				t.Fatalf("%d segments of %d positions", len(segs), cv.front.Len())
			}
			for i, s := range segs {
				if wide := c.Policy.MaxSpan > 0 && cv.front.X[i+1]/cv.front.X[i] > c.Policy.MaxSpan; s.wide != wide {
					t.Fatalf("segment %d: wide is %v, its span %v, the limit %v", i, s.wide, cv.front.X[i+1]/cv.front.X[i], c.Policy.MaxSpan)
				}
				for k, q := range s.pts {
					// Between two points of the drawing the line is straight, so look there too.
					mid := q
					if k > 0 {
						mid = pt{(q.x + s.pts[k-1].x) / 2, (q.y + s.pts[k-1].y) / 2}
					}
					for _, at := range []pt{q, mid} {
						y, ok := cv.front.YAt(min(max(pn.x.value(at.x), cv.front.X[i]), cv.front.X[i+1]))
						if !ok {
							t.Fatalf("the line goes where there is no curve: %v", at)
						}
						x, okX := cv.front.XAt(pn.y.value(at.y))
						// Within half a pixel, along x or along y where the line is steep.
						if math.Abs(pn.y.px(y)-at.y) > 0.5 && !(okX && math.Abs(pn.x.px(x)-at.x) <= 0.5) {
							t.Fatalf("at x %v the line is drawn at %v, the curve is at %v", pn.x.value(at.x), pn.y.value(at.y), y)
						}
					}
				}
			}
		}
	})
}

// TestShadeIsCovered checks the tinted area against Cover: a point just inside
// is covered, one just outside is not.
func TestShadeIsCovered(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := drawChart(t)
		l, err := newLayout([]Chart{c}, SVG, Options{})
		if err != nil {
			t.Fatal(err)
		}
		p := l.prepare(c)
		f := p.series[p.head].front
		if f.Len() == 0 {
			return
		}
		pn := l.newPane(p, box{20, 20, 700, 400}, full())
		edge := pn.accepted(f, c.Policy)
		worse, better := 0.999, 1.001
		if f.YDir == pareto.Minimize {
			worse, better = better, worse
		}
		for _, q := range edge {
			x, y := pn.x.value(q.x), pn.y.value(q.y)
			easier := 0.9999 // the edge itself, at a step, is on one side or the other
			if f.XDir == pareto.Minimize {
				easier = 1.0001
			}
			if !f.Cover(x*easier, y*worse, c.Policy).Kind.Covers() {
				t.Fatalf("inside the edge at (%v, %v) nothing is covered: %+v", x, y, f.Cover(x*easier, y*worse, c.Policy))
			}
			if f.Cover(x/easier, y*better, c.Policy).Kind.Covers() {
				t.Fatalf("outside the edge at (%v, %v) it is covered: %+v", x, y, f.Cover(x/easier, y*better, c.Policy))
			}
		}
	})
}

// TestSameBytes checks that the order of points changes nothing, and that
// drawing changes no input.
func TestSameBytes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c, o := drawChart(t), drawOptions(t)
		first, err := Draw(c, SVG, o)
		if err != nil {
			t.Fatal(err)
		}
		before := fmt.Sprintf("%#v", c)
		again, err := Draw(c, SVG, o)
		if err != nil || !bytes.Equal(first.Doc, again.Doc) {
			t.Fatalf("drawn twice, %v, it differs", err)
		}
		if after := fmt.Sprintf("%#v", c); after != before {
			t.Fatalf("drawing changed the chart")
		}
		shuffled := c
		shuffled.Series = slices.Clone(c.Series)
		for i := range shuffled.Series {
			shuffled.Series[i].Points = rapid.Permutation(c.Series[i].Points).Draw(t, "points")
		}
		shuffled.Removed = rapid.Permutation(c.Removed).Draw(t, "removed")
		other, err := Draw(shuffled, SVG, o)
		if err != nil || !bytes.Equal(first.Doc, other.Doc) {
			t.Fatalf("in another order, %v, it differs", err)
		}
	})
}

// TestFormatsTwice draws every format twice, with the clock in between for PDF.
func TestFormatsTwice(t *testing.T) {
	t.Parallel()
	c := one(latency(), Point{"TP8 c1", 2, 100}, Point{"模型", 4, 300}, Point{"TP8 c4", 12, 500}, Point{"d", 13, 20})
	for _, f := range []Format{SVG, PNG, PDF} {
		for _, theme := range []Theme{Light, Dark} {
			a, err := Draw(c, f, Options{Theme: theme})
			if err != nil {
				t.Fatal(err)
			}
			b, err := Draw(c, f, Options{Theme: theme})
			if err != nil || !bytes.Equal(a.Doc, b.Doc) {
				t.Errorf("%s: two drawings differ (%v)", f, err)
			}
			if want := []string{"模型"}; f != SVG && !slices.Equal(a.Numbered, want) {
				t.Errorf("%s numbers %q, want %q", f, a.Numbered, want)
			}
			if f == PDF && !bytes.Contains(a.Doc, []byte("CreationDate (D:20000101000000")) {
				t.Error("the PDF has the time of day in it")
			}
			if f == SVG && !bytes.Contains(a.Doc, []byte(">模型</text>")) {
				t.Error("the SVG lacks the Chinese name")
			}
		}
	}
}

// TestDegenerate draws data that has no proper range, in every format.
func TestDegenerate(t *testing.T) {
	t.Parallel()
	nan, inf := math.NaN(), math.Inf(1)
	many := make([]Point, 2000)
	for i := range many {
		x := float64(i%97) + 1
		many[i] = Point{"p" + strconv.Itoa(i), x, 1e4 / (x + float64(i%13))}
	}
	tests := []struct {
		name string
		pts  []Point
		want string // in the SVG
	}{
		{"nothing", nil, "No eligible points"},
		{"one point", []Point{{"a", 5, 7}}, ">a</text>"},
		{"one point at 1", []Point{{"a", 1, 5}}, ">a</text>"}, // B88 (a)
		{"equal points", []Point{{"a", 5, 7}, {"b", 5, 7}, {"c", 5, 7}}, ">a +2</text>"},
		{"equal x", []Point{{"a", 5, 7}, {"b", 5, 9}}, ">b</text>"},
		{"equal y", []Point{{"a", 5, 7}, {"b", 6, 7}}, ">a</text>"},
		{"one decade", []Point{{"a", 10, 100}, {"b", 100, 1000}}, ">b</text>"},
		{"300 orders of magnitude", []Point{{"a", 1e-150, 1e-150}, {"b", 1, 1}, {"c", 1e150, 1e150}}, ">c</text>"},
		{"the largest and the smallest", []Point{{"a", math.SmallestNonzeroFloat64, math.SmallestNonzeroFloat64}, {"b", math.MaxFloat64, math.MaxFloat64}}, ">b</text>"},
		{"two neighbours", []Point{{"a", 1, 1}, {"b", math.Nextafter(1, 2), math.Nextafter(1, 2)}}, "</text>"},
		{"zero", []Point{{"a", 0, 5}, {"b", 10, 9}}, ">b</text>"}, // B88 (b)
		{"below zero", []Point{{"a", -3, -5}, {"b", 10, -9}}, "</text>"},
		{"largest of both signs", []Point{{"a", -math.MaxFloat64, -math.MaxFloat64}, {"b", math.MaxFloat64, math.MaxFloat64}}, "</text>"},
		{"not numbers", []Point{{"a", 20, 100}, {"b", nan, 90}, {"c", 30, inf}}, "Not drawn: 2 rows: b (no finite value), c (no finite value)"}, // B89
		{"2000 points", many, "points named"},
	}
	for _, tt := range tests {
		for _, x := range []frontier.Axis{latency(), rate(), {Name: "odd"}} {
			for _, o := range []Options{{}, {LogX: true, LogY: true}, {LogY: true, Theme: Dark, Width: MinSize, Height: MinSize}} {
				for _, f := range []Format{SVG, PNG, PDF} {
					if f != SVG && (testing.Short() || o.Width == 0 && o.LogX != (x.Name == "odd")) {
						continue // one of the two large ones for each axis
					}
					p, err := Draw(one(x, tt.pts...), f, o)
					if err != nil {
						t.Errorf("%s: %v", tt.name, err)
						continue
					}
					if f != SVG {
						continue
					}
					checkXML(t, p.Doc)
					if o.Width == 0 && !o.LogX && !strings.Contains(string(p.Doc), tt.want) {
						t.Errorf("%s: the picture lacks %q:\n%s", tt.name, tt.want, p.Doc)
					}
				}
				l, err := newLayout([]Chart{one(x, tt.pts...)}, SVG, o)
				if err != nil {
					t.Fatal(err)
				}
				l.chart(l.prepare(one(x, tt.pts...)))
				checkScene(t, l, 0)
			}
		}
	}
	p, err := Draw(one(rate(), Point{"a", 0, 5}, Point{"b", 10, 9}), SVG, Options{LogX: true})
	if err != nil || !strings.Contains(string(p.Doc), "Not drawn: 1 row: a (0 or less has no place on a log axis)") {
		t.Errorf("0 on a log axis is not spoken of (%v)", err)
	}
}

// TestFortyNames checks that 40 names along a curve all find a place.
func TestFortyNames(t *testing.T) {
	t.Parallel()
	var pts []Point
	for i := range mostLabels {
		x := float64(i + 1)
		pts = append(pts, Point{fmt.Sprintf("TP8/EP8 c%d", i+1), x, 4000 / (x + 3)})
	}
	for _, o := range []Options{{}, {LogX: true}, {LogX: true, LogY: true}} {
		p, err := Draw(one(rate(), pts...), SVG, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range pts {
			if !strings.Contains(string(p.Doc), ">"+q.Name+"</text>") {
				t.Errorf("%+v: no name for %s", o, q.Name)
			}
		}
	}
}

// TestUncoveredFirst checks that in a thicket the names of uncovered points
// stay.
func TestUncoveredFirst(t *testing.T) {
	t.Parallel()
	c := one(rate())
	for i := range 300 {
		c.Series[0].Points = append(c.Series[0].Points, Point{fmt.Sprintf("h%d", i), float64(i%20) + 1, float64(i%17) + 1})
	}
	base := Series{Key: c.Key, Label: "base", Base: true}
	const gone, failed = 26, 13
	for i := range gone {
		p := Point{fmt.Sprintf("gone %d", i), 0.7*float64(i) + 1.5, 30 - float64(i%2)*6}
		base.Points = append(base.Points, p)
		r := Removed{Point: p, Kind: pareto.Exceeded, Margin: 0.5}
		if i%2 == 0 {
			r.Kind, r.Margin = pareto.Uncovered, -0.1-float64(i)/100
		}
		c.Removed = append(c.Removed, r)
	}
	c.Series = append([]Series{base}, c.Series...)
	p, err := Draw(c, SVG, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < gone; i += 2 {
		want := fmt.Sprintf(">gone %d</text>", i)
		if i >= 2*(failed-mostMargins) { // the worst have their margin
			want = fmt.Sprintf(">gone %d  %s</text>", i, percent(-0.1-float64(i)/100))
		}
		if !strings.Contains(string(p.Doc), want) {
			t.Errorf("the picture lacks %s", want)
		}
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	for _, o := range []Options{{Width: 10}, {Height: MaxSize + 1}, {Width: -5}} {
		if _, err := Draw(one(rate()), SVG, o); err == nil {
			t.Errorf("%+v is taken", o)
		}
	}
	if _, err := Draw(one(rate()), "gif", Options{}); err == nil {
		t.Error("gif is taken")
	}
}

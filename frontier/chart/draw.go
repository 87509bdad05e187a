package chart

import (
	"fmt"
	"strings"
)

// A Format is a kind of picture.
type Format string

// The formats. SVG has its texts as text, in the fonts of whoever looks at it.
// PNG has two pixels per unit of width and height. In PNG and PDF the texts are
// drawn with the built-in font and with Options.Font.
const (
	SVG Format = "svg"
	PNG Format = "png"
	PDF Format = "pdf"
)

// The sizes that a chart may have, in pixels.
const (
	MinSize = 240
	MaxSize = 8000
)

// Options say how charts are drawn.
type Options struct {
	// Width and Height are the size in CSS pixels; 0 is 880 by 560, which fits
	// the column of a pull request on GitHub. Overviews grow beyond Height.
	Width, Height int
	Theme         Theme
	// LogX and LogY draw an axis logarithmically. It changes no verdict: lines
	// between points become the curved images of the straight ones.
	LogX, LogY bool
	// Font draws the characters that the built-in font lacks; nil for none.
	Font *Font
	// Keys are those of all series of a set of charts, so that each has one look
	// in all of them; nil means the chart's own.
	Keys []string
}

// A Picture is a drawn chart.
type Picture struct {
	Doc []byte
	// Numbered are the names that the picture shows as [1], [2] and so on,
	// because no font could write them. SVG has none.
	Numbered []string
}

// Draw draws a chart. Equal charts with equal options give equal bytes; the
// order of points does not matter. Points whose coordinates are not finite, or
// not above zero on a logarithmic axis, are left out and counted in the caption.
// An error is about the options alone; data of any kind gives a picture.
// O(n log n) for n points, and O(l n) for l labels, at most 40.
func Draw(c Chart, f Format, o Options) (*Picture, error) {
	l, err := newLayout([]Chart{c}, f, o)
	if err != nil {
		return nil, err
	}
	l.chart(l.prepare(c))
	return l.picture(f)
}

// A layout builds a scene.
type layout struct {
	scene
	t      *typefaces
	col    colours
	o      Options
	looks  map[string]style
	native bool // the viewer's fonts write all names
	// numbers are those of names that no font can write.
	numbers  map[string]int
	numbered []string
}

func newLayout(charts []Chart, f Format, o Options) (*layout, error) {
	if o.Width == 0 {
		o.Width = 880
	}
	if o.Height == 0 {
		o.Height = 560
	}
	for _, n := range []int{o.Width, o.Height} {
		if n < MinSize || n > MaxSize {
			return nil, fmt.Errorf("a width or height of %d pixels is not between %d and %d", n, MinSize, MaxSize)
		}
	}
	if f != SVG && f != PNG && f != PDF {
		return nil, fmt.Errorf("format %q is none of svg, png and pdf", f)
	}
	keys := o.Keys
	if keys == nil {
		for _, c := range charts {
			for _, s := range c.Series {
				keys = append(keys, s.Key)
			}
		}
	}
	l := &layout{t: newTypefaces(o.Font), col: o.Theme.colours(), o: o, looks: styles(keys), native: f == SVG, numbers: map[string]int{}}
	l.w, l.h = float64(o.Width), float64(o.Height)
	l.background = l.col.background
	return l, nil
}

func (l *layout) picture(f Format) (*Picture, error) {
	p := &Picture{Numbered: l.numbered}
	var err error
	switch f {
	case PNG:
		p.Doc, err = l.png(l.t)
	case PDF:
		p.Doc, err = l.pdf(l.t)
	default:
		p.Doc = l.svg()
	}
	return p, err
}

// show returns what to write for a name: the name, or a number in brackets
// where no font can write it.
func (l *layout) show(name string) string {
	s := clean(name)
	if l.native || l.t.has(s) {
		return s
	}
	n, ok := l.numbers[s]
	if !ok {
		l.numbered = append(l.numbered, s)
		n = len(l.numbered)
		l.numbers[s] = n
	}
	return fmt.Sprintf("[%d]", n)
}

// write adds a text.
func (l *layout) write(s string, x, y, size, anchor float64, col rgb, bold bool) {
	if s == "" {
		return
	}
	l.add(item{text: &text{s: s, x: x, y: y, size: size, anchor: anchor, color: col, bold: bold}})
}

// wrap breaks a text into at most lines lines of a width; what does not fit
// ends in dots.
func (l *layout) wrap(s string, size, width float64, lines int) []string {
	var out []string
	line := ""
	for word := range strings.FieldsSeq(s) {
		if len(out) == lines-1 { // the last line takes the rest, to be cut
			line = strings.TrimSpace(line + " " + word)
			continue
		}
		next := strings.TrimSpace(line + " " + word)
		if line != "" && l.t.width(next, size, false) > width {
			out = append(out, line)
			next = word
		}
		line = next
	}
	if line != "" {
		out = append(out, line)
	}
	for i, s := range out {
		out[i] = l.cut(s, size, width)
	}
	return out
}

// cut ends a text in dots where it is too wide.
func (l *layout) cut(s string, size, width float64) string {
	if l.t.width(s, size, false) <= width {
		return s
	}
	room := width/size - l.t.advance('…', false)
	for i, r := range s {
		if room -= l.t.advance(r, false); room < 0 {
			return s[:i] + "…"
		}
	}
	return s
}

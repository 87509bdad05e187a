package chart

import (
	"fmt"
	"unicode"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// ppem is the size at which glyphs are read; they are scaled from there.
const ppem = 1024

// typefaces are the fonts that texts are measured and, in PNG and PDF, drawn
// with: Liberation Sans, whose letters are as wide as those of Arial and
// Helvetica, and a font for the characters that it lacks.
type typefaces struct {
	regular, bold *sfnt.Font
	more          *sfnt.Font // nil if there is none
	buf           sfnt.Buffer
}

// A Font is a font for characters beyond the built-in one's, such as Chinese.
type Font struct{ f *sfnt.Font }

// ParseFont reads a TrueType or OpenType font, or the first of a collection.
func ParseFont(doc []byte) (_ *Font, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("not a font that can be read: %v", r)
		}
	}()
	c, err := sfnt.ParseCollection(doc)
	if err != nil {
		return nil, fmt.Errorf("not a TrueType or OpenType font: %w", err)
	}
	f, err := c.Font(0)
	if err != nil {
		return nil, fmt.Errorf("not a TrueType or OpenType font: %w", err)
	}
	return &Font{f}, nil
}

// Has reports whether the font can draw all characters of s that the built-in
// font cannot.
func (f *Font) Has(s string) bool {
	faces := newTypefaces(f)
	return faces.has(clean(s))
}

// Lacks reports whether the built-in font lacks a character of s, so that in
// PNG and PDF it needs another font or becomes a number.
func Lacks(s string) bool {
	faces := newTypefaces(nil)
	return !faces.has(clean(s))
}

func newTypefaces(more *Font) *typefaces {
	parse := func(ttf []byte) *sfnt.Font {
		f, err := sfnt.Parse(ttf)
		if err != nil {
			panic("chart: the built-in font cannot be read: " + err.Error())
		}
		return f
	}
	t := &typefaces{regular: parse(liberationsansregular.TTF), bold: parse(liberationsansbold.TTF)}
	if more != nil {
		t.more = more.f
	}
	return t
}

// glyph returns the font and the glyph that draw r, 0 if none can.
func (t *typefaces) glyph(r rune, bold bool) (*sfnt.Font, sfnt.GlyphIndex) {
	first := t.regular
	if bold {
		first = t.bold
	}
	for _, f := range []*sfnt.Font{first, t.more} {
		if f == nil {
			continue
		}
		if g, err := f.GlyphIndex(&t.buf, r); err == nil && g != 0 {
			return f, g
		}
	}
	return first, 0
}

// has reports whether s can be drawn letter by letter, from left to right.
// Scripts that join or reorder their letters cannot.
func (t *typefaces) has(s string) bool {
	for _, r := range s {
		if needsShaping(r) {
			return false
		}
		if _, g := t.glyph(r, false); g == 0 {
			return false
		}
	}
	return true
}

// needsShaping reports whether letters of r's script change with their
// neighbours or run from right to left.
func needsShaping(r rune) bool {
	return r >= 0x590 && (unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko,
		unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil,
		unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Thai, unicode.Lao,
		unicode.Tibetan, unicode.Myanmar, unicode.Khmer, unicode.Mongolian) ||
		r == 0x200d || r >= 0xfe00 && r <= 0xfe0f)
}

// width returns how wide s is at a size. Characters that no font has count as
// one em, which is what they take at most in the fonts of a browser.
func (t *typefaces) width(s string, size float64, bold bool) float64 {
	w := 0.0
	for _, r := range s {
		w += t.advance(r, bold)
	}
	return w * size
}

// advance returns the width of r in ems.
func (t *typefaces) advance(r rune, bold bool) float64 {
	f, g := t.glyph(r, bold)
	if g == 0 {
		if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
			return 0
		}
		return 1
	}
	a, err := f.GlyphAdvance(&t.buf, g, fixed.I(ppem), font.HintingNone)
	if err != nil {
		return 1
	}
	return float64(a) / (64 * ppem)
}

// outline returns the letters of a text as a path.
func (t *typefaces) outline(tx *text) path {
	var p path
	x := tx.x - tx.anchor*t.width(tx.s, tx.size, tx.bold)
	for _, r := range tx.s {
		f, g := t.glyph(r, tx.bold)
		at := func(v fixed.Point26_6) pt {
			const unit = 64 * ppem
			return pt{x + float64(v.X)/unit*tx.size, tx.y + float64(v.Y)/unit*tx.size}
		}
		segments, err := f.LoadGlyph(&t.buf, g, fixed.I(ppem), nil)
		if err == nil {
			p.glyph(segments, at)
		}
		x += t.advance(r, tx.bold) * tx.size
	}
	return p
}

// glyph adds the outline of a glyph.
func (p *path) glyph(segments sfnt.Segments, at func(fixed.Point26_6) pt) {
	var last pt
	open := false
	for _, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if open {
				p.close()
			}
			last, open = at(s.Args[0]), true
			p.move(last)
		case sfnt.SegmentOpLineTo:
			last = at(s.Args[0])
			p.line(last)
		case sfnt.SegmentOpQuadTo: // raised to a cubic
			q, end := at(s.Args[0]), at(s.Args[1])
			third := func(a pt) pt { return pt{a.x + 2*(q.x-a.x)/3, a.y + 2*(q.y-a.y)/3} }
			p.cubic(third(last), third(end), end)
			last = end
		case sfnt.SegmentOpCubeTo:
			last = at(s.Args[2])
			p.cubic(at(s.Args[0]), at(s.Args[1]), last)
		}
	}
	if open {
		p.close()
	}
}

// shorten cuts s in the middle until it fits, so that both of its ends, which
// tell names apart, stay.
func (t *typefaces) shorten(s string, size float64, bold bool, most float64) string {
	if t.width(s, size, bold) <= most {
		return s
	}
	const dots = "…"
	room := most/size - t.advance('…', bold)
	r := []rune(s)
	i, j, used := 0, len(r), 0.0
	for i < j {
		at, next := i, i+1
		if i > len(r)-j {
			at, next = j-1, i
		}
		if used += t.advance(r[at], bold); used > room {
			break
		}
		if next == i {
			j--
		} else {
			i++
		}
	}
	return string(r[:i]) + dots + string(r[j:])
}

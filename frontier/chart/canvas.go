package chart

import (
	"bytes"
	"image/color"
	"regexp"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
)

// png draws a scene at two pixels per unit.
func (s *scene) png(t *typefaces) ([]byte, error) {
	c := vgimg.NewWith(vgimg.UseWH(vg.Length(s.w), vg.Length(s.h)), vgimg.UseDPI(144), vgimg.UseBackgroundColor(s.background.color()))
	s.draw(c, t)
	var b bytes.Buffer
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(&b)
	return b.Bytes(), err
}

// pdfDates are the times of day that a PDF is stamped with.
var pdfDates = regexp.MustCompile(`/(Creation|Mod)Date \(D:\d{14}`)

// pdf draws a scene on one page. The letters are outlines, because the canvas
// knows fonts of 256 characters only. Its time stamps become a fixed one, of
// the same length, so that equal charts are equal files.
func (s *scene) pdf(t *typefaces) ([]byte, error) {
	c := vgpdf.New(vg.Length(s.w), vg.Length(s.h))
	s.draw(c, t)
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, err
	}
	return pdfDates.ReplaceAll(b.Bytes(), []byte("/${1}Date (D:20000101000000")), nil
}

func (c rgb) color() color.Color { return color.NRGBA{c.r, c.g, c.b, 255} }

// draw puts a scene on a canvas of gonum/plot, whose y goes upwards.
func (s *scene) draw(c vg.Canvas, t *typefaces) {
	c.SetColor(s.background.color())
	c.Fill(s.flip(polygon(pt{0, 0}, pt{s.w, 0}, pt{s.w, s.h}, pt{0, s.h})))
	for i := range s.items {
		it := &s.items[i]
		if it.text != nil {
			letters := s.flip(t.outline(it.text))
			if len(letters) == 0 {
				continue
			}
			if it.text.halo != nil {
				stroke(c, letters, *it.text.halo, 3, nil)
			}
			c.SetColor(it.text.color.color())
			c.Fill(letters)
			continue
		}
		p := s.flip(it.path)
		if len(p) == 0 {
			continue
		}
		if it.fill != nil {
			c.SetColor(it.fill.color())
			c.Fill(p)
		}
		if it.stroke != nil {
			stroke(c, p, *it.stroke, it.width, it.dash)
		}
	}
}

func stroke(c vg.Canvas, p vg.Path, col rgb, width float64, dash []float64) {
	c.SetColor(col.color())
	c.SetLineWidth(vg.Length(width))
	lengths := make([]vg.Length, len(dash))
	for i, d := range dash {
		lengths[i] = vg.Length(d)
	}
	c.SetLineDash(lengths, 0)
	c.Stroke(p)
}

func (s *scene) flip(p path) vg.Path {
	at := func(a pt) vg.Point { return vg.Point{X: vg.Length(a.x), Y: vg.Length(s.h - a.y)} }
	var out vg.Path
	for _, st := range p {
		switch st.op {
		case 'M':
			out.Move(at(st.p[0]))
		case 'L':
			out.Line(at(st.p[0]))
		case 'C':
			out.CubeTo(at(st.p[0]), at(st.p[1]), at(st.p[2]))
		case 'Z':
			out.Close()
		}
	}
	return out
}

package chart

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
)

// svg writes a scene as SVG with its texts as text. The fonts named are as wide
// as the one that the scene was laid out with, wherever one of them is there;
// gonum/plot's own SVG canvas names Liberation Sans alone, which browsers
// without it replace by a serif font, and cannot say what is shown on hover.
func (s *scene) svg() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" role="img" `+
		`font-family="'Liberation Sans',Arial,Helvetica,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif">`+"\n",
		num(s.w), num(s.h), num(s.w), num(s.h))
	fmt.Fprintf(&b, "<title>%s</title>\n", escape(s.title))
	fmt.Fprintf(&b, `<rect width="%s" height="%s" fill="%v"/>`+"\n", num(s.w), num(s.h), s.background)
	for i := range s.items {
		s.items[i].svg(&b)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

func (it *item) svg(b *bytes.Buffer) {
	if t := it.text; t != nil {
		t.svg(b)
		return
	}
	b.WriteString(`<path d="`)
	for _, st := range it.path {
		b.WriteByte(st.op)
		n := map[byte]int{'M': 1, 'L': 1, 'C': 3}[st.op]
		for i, q := range st.p[:n] {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(num(q.x) + "," + num(q.y))
		}
	}
	b.WriteByte('"')
	if it.fill != nil {
		fmt.Fprintf(b, ` fill="%v"`, *it.fill)
	} else {
		b.WriteString(` fill="none"`)
	}
	if it.stroke != nil {
		fmt.Fprintf(b, ` stroke="%v" stroke-width="%s"`, *it.stroke, num(it.width))
		for i, d := range it.dash {
			if i == 0 {
				b.WriteString(` stroke-dasharray="`)
			} else {
				b.WriteByte(' ')
			}
			b.WriteString(num(d))
			if i == len(it.dash)-1 {
				b.WriteByte('"')
			}
		}
		if it.round {
			b.WriteString(` stroke-linecap="round" stroke-linejoin="round"`)
		} else {
			b.WriteString(` stroke-linejoin="round"`)
		}
	}
	if it.tip == "" {
		b.WriteString("/>\n")
		return
	}
	fmt.Fprintf(b, "><title>%s</title></path>\n", escape(it.tip))
}

func (t *text) svg(b *bytes.Buffer) {
	fmt.Fprintf(b, `<text x="%s" y="%s" font-size="%s" fill="%v"`, num(t.x), num(t.y), num(t.size), t.color)
	if t.bold {
		b.WriteString(` font-weight="bold"`)
	}
	switch t.anchor {
	case 0.5:
		b.WriteString(` text-anchor="middle"`)
	case 1:
		b.WriteString(` text-anchor="end"`)
	}
	if t.halo != nil {
		fmt.Fprintf(b, ` stroke="%v" stroke-width="3" stroke-linejoin="round" paint-order="stroke"`, *t.halo)
	}
	// Names may hold several spaces in a row, which would otherwise be one.
	fmt.Fprintf(b, ` xml:space="preserve">%s</text>`+"\n", escape(t.s))
}

// num writes a coordinate to a hundredth of a pixel.
func num(f float64) string {
	s := strconv.FormatFloat(f, 'f', 2, 64)
	for s[len(s)-1] == '0' {
		s = s[:len(s)-1]
	}
	if s[len(s)-1] == '.' {
		s = s[:len(s)-1]
	}
	if s == "-0" {
		return "0"
	}
	return s
}

func escape(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // a buffer takes everything
	return b.String()
}

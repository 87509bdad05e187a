package chart

import "math"

// A scene is a picture as shapes and texts in drawing order, before it becomes
// SVG, PNG or PDF. Coordinates are CSS pixels, y downwards.
type scene struct {
	w, h       float64
	background rgb
	title      string // for screen readers
	items      []item
}

// An item is a shape or a text.
type item struct {
	path   path
	fill   *rgb // nil for none
	stroke *rgb
	width  float64
	dash   []float64
	round  bool // round line ends

	text   *text
	tip    string // what a viewer shows on hover
	labels string // the point's name, on texts that label a point
}

// A text is one line.
type text struct {
	s      string
	x, y   float64 // y is the base line's
	size   float64
	bold   bool
	anchor float64 // what share of the width lies left of x: 0, 0.5 or 1
	color  rgb
	halo   *rgb // drawn around the letters, nil for none
}

// A pt is a place in a scene.
type pt struct{ x, y float64 }

// A path is a sequence of move, line, cubic and close steps.
type path []step

type step struct {
	op byte // 'M', 'L', 'C', 'Z'
	p  [3]pt
}

func (p *path) move(a pt)        { *p = append(*p, step{op: 'M', p: [3]pt{a}}) }
func (p *path) line(a pt)        { *p = append(*p, step{op: 'L', p: [3]pt{a}}) }
func (p *path) cubic(a, b, c pt) { *p = append(*p, step{op: 'C', p: [3]pt{a, b, c}}) }
func (p *path) close()           { *p = append(*p, step{op: 'Z'}) }

// polyline returns the path through the points.
func polyline(pts ...pt) path {
	var p path
	for i, a := range pts {
		if i == 0 {
			p.move(a)
		} else {
			p.line(a)
		}
	}
	return p
}

// polygon returns the closed path through the points.
func polygon(pts ...pt) path {
	p := polyline(pts...)
	p.close()
	return p
}

// circle returns a circle of four cubic arcs. The constant makes them round to
// 0.03 % of the radius.
func circle(c pt, r float64) path {
	const k = 0.5522847498
	var p path
	p.move(pt{c.x + r, c.y})
	p.cubic(pt{c.x + r, c.y + k*r}, pt{c.x + k*r, c.y + r}, pt{c.x, c.y + r})
	p.cubic(pt{c.x - k*r, c.y + r}, pt{c.x - r, c.y + k*r}, pt{c.x - r, c.y})
	p.cubic(pt{c.x - r, c.y - k*r}, pt{c.x - k*r, c.y - r}, pt{c.x, c.y - r})
	p.cubic(pt{c.x + k*r, c.y - r}, pt{c.x + r, c.y - k*r}, pt{c.x + r, c.y})
	p.close()
	return p
}

// star returns a closed path of points around c, given as pairs of an angle in
// turns (0 is up, clockwise) and a radius.
func star(c pt, spokes ...[2]float64) path {
	pts := make([]pt, len(spokes))
	for i, s := range spokes {
		sin, cos := math.Sincos(2 * math.Pi * s[0])
		pts[i] = pt{c.x + s[1]*sin, c.y - s[1]*cos}
	}
	return polygon(pts...)
}

// A box is a rectangle: left, top, right, bottom.
type box struct{ l, t, r, b float64 }

func (a box) overlaps(b box) bool { return a.l < b.r && b.l < a.r && a.t < b.b && b.t < a.b }

func (a box) within(b box) bool { return a.l >= b.l && a.r <= b.r && a.t >= b.t && a.b <= b.b }

func (a box) grow(by float64) box { return box{a.l - by, a.t - by, a.r + by, a.b + by} }

// nearest returns the place of the box that is nearest to p.
func (a box) nearest(p pt) pt {
	return pt{min(max(p.x, a.l), a.r), min(max(p.y, a.t), a.b)}
}

// cuts reports whether the segment from p to q touches the box.
func (a box) cuts(p, q pt) bool {
	// Clip the segment's parameter range by the four sides in turn.
	lo, hi := 0.0, 1.0
	for _, s := range [4][2]float64{{p.x - q.x, p.x - a.l}, {q.x - p.x, a.r - p.x}, {p.y - q.y, p.y - a.t}, {q.y - p.y, a.b - p.y}} {
		d, room := s[0], s[1]
		switch {
		case d == 0:
			if room < 0 {
				return false
			}
		case d > 0:
			hi = min(hi, room/d)
		default:
			lo = max(lo, room/d)
		}
	}
	return lo <= hi
}

// cross reports whether the segments ab and cd cross.
func cross(a, b, c, d pt) bool {
	side := func(p, q, r pt) float64 { return (q.x-p.x)*(r.y-p.y) - (q.y-p.y)*(r.x-p.x) }
	return side(a, b, c)*side(a, b, d) < 0 && side(c, d, a)*side(c, d, b) < 0
}

func (s *scene) add(it item) { s.items = append(s.items, it) }

// box returns what a text covers, given the width of its letters.
func (t *text) box(width float64) box {
	l := t.x - t.anchor*width
	return box{l, t.y - 0.78*t.size, l + width, t.y + 0.24*t.size}
}

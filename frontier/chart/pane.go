package chart

import (
	"math"

	"paretocov/pareto"
)

// sizes are those of the marks of a pane.
type sizes struct {
	tick, mark, dot, badge, line float64
	leaders, names               bool
}

// gapStrip is the room for the mark of the widest gap above the data.
const gapStrip = 22.0

func full() sizes {
	return sizes{tick: 11, mark: 4.2, dot: 2.6, badge: 6.5, line: 2.2, leaders: true, names: true}
}

func small() sizes { return sizes{tick: 10, mark: 2.8, dot: 1.7, badge: 4.6, line: 1.6} }

// newPane fits the axes of a chart between the outer edges, leaving room for
// the tick labels left and below and, where names are shown, for the mark of the
// widest gap at the top. It draws what lies below the data: what is covered, and
// the grid.
func (l *layout) newPane(p *prepared, outer box, z sizes) pane {
	xs, ys := p.values(func(q Point) float64 { return q.X }), p.values(func(q Point) float64 { return q.Y })
	pn := pane{box: outer}
	pn.b -= z.tick + 7
	strip := 0.0
	if z.names {
		strip = gapStrip
	}
	pn.y = newScale(ys, l.o.LogY, pn.b, pn.t+strip)
	yt := pn.y.ticks(16, func(string) float64 { return z.tick })
	width := 0.0
	for _, t := range yt {
		width = max(width, l.t.width(t.label, z.tick, false))
	}
	pn.l += min(width, (outer.r-outer.l)/3) + 8
	pn.x = newScale(xs, l.o.LogX, pn.l, pn.r)
	extent := func(s string) float64 { return l.t.width(s, z.tick, false) }
	xt := pn.x.ticks(18, extent)

	l.shade(p, pn)
	col := l.col
	for _, t := range yt {
		y := pn.y.px(t.value)
		l.add(item{path: polyline(pt{pn.l, y}, pt{pn.r, y}), stroke: &col.grid, width: 1})
		l.write(t.label, pn.l-7, y+0.36*z.tick, z.tick, 1, col.quiet, false)
	}
	for _, t := range xt {
		x := pn.x.px(t.value)
		l.add(item{path: polyline(pt{x, pn.t}, pt{x, pn.b}), stroke: &col.grid, width: 1})
		l.add(item{path: polyline(pt{x, pn.b}, pt{x, pn.b + 4}), stroke: &col.axis, width: 1})
		half := extent(t.label) / 2
		l.write(t.label, min(max(x, outer.l+half), l.w-2-half), pn.b+z.tick+6, z.tick, 0.5, col.quiet, false)
	}
	return pn
}

// axes draws the two axis lines, over what else is at the edges.
func (l *layout) axes(pn pane) {
	axis := l.col.axis
	l.add(item{path: polyline(pt{pn.l, pn.t}, pt{pn.l, pn.b}, pt{pn.r, pn.b}), stroke: &axis, width: 1})
}

// shade tints what a frontier covers: everything on the worse side of the edge
// of what the policy accepts, past its easy end too.
func (l *layout) shade(p *prepared, pn pane) {
	if p.head < 0 || !p.single() {
		return
	}
	cv := p.series[p.head]
	edge := pn.accepted(cv.front, p.Policy)
	if len(edge) == 0 {
		return
	}
	worseX, worseY := pn.l, pn.b
	if cv.front.XDir == pareto.Minimize {
		worseX = pn.r
	}
	if cv.front.YDir == pareto.Minimize {
		worseY = pn.t
	}
	tint := l.col.background.mix(l.col.series[cv.look.colour], 0.085)
	area := []pt{{worseX, worseY}, {worseX, edge[0].y}}
	area = append(area, edge...)
	area = append(area, pt{edge[len(edge)-1].x, worseY})
	l.add(item{path: polygon(area...), fill: &tint})
}

// colourOf returns the colour of a series: muted for base.
func (l *layout) colourOf(cv curve) rgb {
	c := l.col.series[cv.look.colour]
	if cv.Base {
		return c.mix(l.col.quiet, 0.6).mix(l.col.background, 0.25)
	}
	return c
}

// curve draws a series' line and returns its pieces.
func (l *layout) curve(p *prepared, pn pane, cv curve, z sizes) [][]pt {
	col := l.colourOf(cv)
	width := z.line
	if cv.Base {
		width *= 0.65
	}
	var pieces [][]pt
	counts := p.Policy.Curve == pareto.Line
	for _, s := range pn.segments(cv.front, p.Policy.MaxSpan) {
		it := item{path: polyline(s.pts...), stroke: &col, width: width, dash: dashes(cv.look.dash)}
		if s.wide || !counts {
			it.width, it.dash = 0.7*width, wideDash()
		}
		l.add(it)
		pieces = append(pieces, s.pts)
	}
	if !counts && !cv.Base {
		if edge := pn.accepted(cv.front, p.Policy); len(edge) > 1 {
			l.add(item{path: polyline(edge...), stroke: &col, width: width, dash: dashes(cv.look.dash)})
		}
	}
	return pieces
}

// dominated draws the points of a series that are not on its frontier. Many are
// one shape, to keep files small.
func (l *layout) dominated(pn pane, cv curve, z sizes) {
	col := l.colourOf(cv).mix(l.col.background, 0.45)
	bg := l.col.background
	it := item{fill: &col}
	if cv.Base {
		it = item{fill: &bg, stroke: &col, width: 1}
	}
	const many = 400
	together := len(cv.points)-cv.front.Len() > many
	for i, q := range cv.points {
		if cv.on[i] {
			continue
		}
		it.path = append(it.path, marker(cv.look.marker, pn.at(q.X, q.Y), z.dot)...)
		if !together {
			it.tip = l.tip(cv, q, "dominated")
			l.add(it)
			it.path = nil
		}
	}
	if len(it.path) > 0 {
		l.add(it)
	}
}

// positions draws a series' frontier points.
func (l *layout) positions(pn pane, cv curve, z sizes) {
	col, bg := l.colourOf(cv), l.col.background
	for i := range cv.front.Len() {
		at := pn.at(cv.front.X[i], cv.front.Y[i])
		for k, m := range cv.front.Members(i) {
			it := item{path: marker(cv.look.marker, at, z.mark), fill: &col, stroke: &bg, width: 1.2, tip: l.tip(cv, cv.points[m], "on the frontier")}
			if cv.Base {
				it.fill, it.stroke, it.width = &bg, &col, 1.5
			}
			if k > 0 && k < 50 { // equal points: one is seen, all can be read
				it.stroke = nil
			}
			if k < 50 {
				l.add(it)
			}
		}
	}
}

// tip is what a viewer shows for a point.
func (l *layout) tip(cv curve, q Point, what string) string {
	s := clean(q.Name)
	if cv.Label != "" {
		s += " (" + clean(cv.Label) + ")"
	}
	return s + ": " + what
}

// target returns where the leader of a removed point goes: to the one point
// that covers it or comes nearest, or where that is a line to the edge of what is
// covered, along the improvement that the margin is of.
func (p *prepared) target(pn pane, r Removed) (pt, bool) {
	if p.head < 0 || r.Kind == pareto.Unverifiable {
		return pt{}, false
	}
	cv := p.series[p.head]
	if len(r.By) == 1 {
		for _, q := range cv.points {
			if q.Name == r.By[0] {
				return pn.at(q.X, q.Y), true
			}
		}
	}
	s := 1 + r.Margin
	if !(s > 0) || !(r.X > 0) || !(r.Y > 0) {
		return pt{}, false
	}
	x, y := r.X*s, r.Y*s
	if cv.front.XDir == pareto.Minimize {
		x = r.X / s
	}
	if cv.front.YDir == pareto.Minimize {
		y = r.Y / s
	}
	at := pn.at(x, y)
	if math.IsNaN(at.x-at.x) || math.IsNaN(at.y-at.y) {
		return pt{}, false
	}
	return pn.nearest(at), true
}

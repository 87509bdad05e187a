package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"paretocov/frontier"
	"paretocov/pareto"
)

// What fits on a chart.
const (
	mostLabels  = 40
	mostLeaders = 24
	mostMargins = 8 // removed points whose margin is written out
)

const (
	edge       = 16.0 // empty space around
	legendSize = 11.5
)

// chart draws one chart on the whole scene.
func (l *layout) chart(p *prepared) {
	l.title = clean(p.Key) + ": " + axisName(p.Y) + " against " + axisName(p.X) + ". " + p.summary(false)
	col, z := l.col, full()
	top := l.heading(l.show(p.Key), p.summary(false))
	top = l.legend(p.legend(l), top)

	notes := l.notes(p)
	bottom := l.h - edge + 4
	for i := range notes {
		l.write(notes[i], edge, bottom-float64(len(notes)-1-i)*14, 11, 0, col.quiet, false)
	}
	bottom -= float64(len(notes)) * 14

	l.write(l.cut(l.axisTitle(p.Y), 12, l.w-2*edge), edge, top+13, 12, 0, col.text, false)
	pn := l.newPane(p, box{edge, top + 24, l.w - edge - 4, bottom - 22}, z)
	title := l.cut(l.axisTitle(p.X), 12, l.w-2*edge)
	l.write(title, pn.r, bottom-4, 12, 1, col.text, false)
	free := pn.r - l.t.width(title, 12, false) - 20 - edge // beside the title
	if p.total() == 0 {
		l.axes(pn)
		l.write("No eligible points on this view", (pn.l+pn.r)/2, (pn.t+pn.b)/2, 14, 0.5, col.quiet, false)
		return
	}
	lines, taken := l.marks(p, pn, z)
	if !p.single() && p.total() > mostLabels {
		return // the legend tells the curves apart, and names alone say little
	}
	shown, all := l.names(p, pn, z, lines, taken)
	if shown < all {
		note := fmt.Sprintf("%d of %d points named: first those not covered, then the frontier", shown, all)
		if l.t.width(note, 11, false) > free {
			note = fmt.Sprintf("%d of %d named", shown, all)
		}
		l.write(l.cut(note, 11, max(free, 0)), edge, bottom-4, 11, 0, col.quiet, false)
	}
}

// axisTitle is the title of an axis, its name as the picture can write it.
func (l *layout) axisTitle(a frontier.Axis) string {
	s := axisTitle(a)
	if l.native || l.t.has(s) {
		return s
	}
	return strings.Replace(s, clean(a.Name), l.show(a.Name), 1)
}

// heading writes title and summary and returns where it ends.
func (l *layout) heading(title, summary string) float64 {
	l.write(l.t.shorten(title, 15, true, l.w-2*edge), edge, edge+14, 15, 0, l.col.text, true)
	l.write(l.cut(summary, 12, l.w-2*edge), edge, edge+33, 12, 0, l.col.quiet, false)
	return edge + 42
}

// total counts the points that can be drawn.
func (p *prepared) total() int {
	n := len(p.removed)
	for _, s := range p.series {
		n += len(s.points)
	}
	return n
}

// marks draws everything of a pane but names. It returns the lines' pieces and
// boxes that names must leave free.
func (l *layout) marks(p *prepared, pn pane, z sizes) (lines [][]pt, taken []box) {
	for _, cv := range p.series {
		lines = append(lines, l.curve(p, pn, cv, z)...)
	}
	l.axes(pn)
	if z.names {
		taken = l.gap(p, pn)
	}
	for _, cv := range p.series {
		l.dominated(pn, cv, z)
	}
	if z.leaders {
		for i, r := range p.removed {
			to, ok := p.target(pn, r)
			if i >= mostLeaders || !ok {
				continue
			}
			col, from := l.col.badge(r.Kind), pn.at(r.X, r.Y)
			l.add(item{path: polyline(from, to), stroke: &col, width: 1})
			l.add(item{path: circle(to, 1.8), fill: &col})
			lines = append(lines, []pt{from, to})
		}
	}
	for _, cv := range p.series {
		l.positions(pn, cv, z)
	}
	for _, r := range slices.Backward(p.removed) { // the worst on top
		tip := clean(r.Name) + ": removed, " + kindWords(r.Kind)
		if m := percent(r.Margin); m != "" {
			tip += ", margin " + m
		}
		l.addBadge(l.col, r.Kind, pn.at(r.X, r.Y), l.badgeRadius(p, z), tip)
	}
	return lines, taken
}

// badgeRadius is smaller where there are many.
func (l *layout) badgeRadius(p *prepared, z sizes) float64 {
	if len(p.removed) > 60 {
		return min(z.badge, 4.6)
	}
	return z.badge
}

// gap marks the widest gap of head's frontier, above the data.
func (l *layout) gap(p *prepared, pn pane) []box {
	if p.head < 0 || !p.single() {
		return nil
	}
	f := p.series[p.head].front
	if f.Len() < 3 || !(f.X[0] > 0) {
		return nil
	}
	g, ok := f.WidestGap()
	if !ok {
		return nil
	}
	col, guide := l.col.quiet, l.col.quiet.mix(l.col.background, 0.55)
	a, b, y := pn.x.px(f.X[g.From]), pn.x.px(f.X[g.To]), pn.t+11
	for i, x := range [2]float64{a, b} {
		from := pn.y.px(f.Y[g.From+i])
		l.add(item{path: polyline(pt{x, from}, pt{x, y}), stroke: &guide, width: 0.8, dash: []float64{1.5, 3}})
	}
	a, b = min(a, b), max(a, b)
	var bracket path
	bracket.move(pt{a, y - 4})
	bracket.line(pt{a, y + 4})
	bracket.move(pt{b, y - 4})
	bracket.line(pt{b, y + 4})
	const size = 10.5
	s := "widest gap " + factor(g.Ratio)
	w := l.t.width(s, size, false)
	bg := l.background
	t := text{s: s, x: (a + b) / 2, y: y + 3.5, size: size, anchor: 0.5, color: col, halo: &bg}
	if b-a >= w+24 {
		bracket = append(bracket, polyline(pt{a, y}, pt{t.x - w/2 - 5, y})...)
		bracket = append(bracket, polyline(pt{t.x + w/2 + 5, y}, pt{b, y})...)
	} else { // beside the bracket
		bracket = append(bracket, polyline(pt{a, y}, pt{b, y})...)
		if t.x, t.anchor = b+6, 0; b+6+w > pn.r {
			t.x, t.anchor = a-6, 1
		}
	}
	tip := "the widest gap between neighbours on the frontier"
	if t.box(w).l < 0 { // a small picture has no room for the text
		l.add(item{path: bracket, stroke: &col, width: 1, tip: tip + ": " + factor(g.Ratio)})
		return []box{{a, y - 4, b, y + 4}}
	}
	l.add(item{path: bracket, stroke: &col, width: 1, tip: tip})
	l.add(item{text: &t})
	return []box{t.box(w).grow(2), {a, y - 4, b, y + 4}}
}

// single reports whether all series are of one curve.
func (p *prepared) single() bool {
	for _, s := range p.series {
		if s.Key != p.series[0].Key {
			return false
		}
	}
	return true
}

// numbersNote explains numbers in the place of names.
const numbersNote = "Names in brackets stand for names that this picture's font cannot write; the SVG has them."

// notes are the lines below the chart: rows that are not drawn, and names that
// are numbers.
func (l *layout) notes(p *prepared) []string {
	var out []string
	if n := len(p.LeftOut); n > 0 {
		s := "Not drawn: " + count(n, "row") + ": "
		var names []string
		for _, o := range p.LeftOut[:min(n, 6)] {
			names = append(names, l.t.shorten(l.show(o.Name), 11, false, 200)+" ("+clean(o.Why)+")")
		}
		if s += strings.Join(names, ", "); n > 6 {
			s += fmt.Sprintf(" and %d more", n-6)
		}
		out = append(out, l.wrap(s, 11, l.w-2*edge, 3)...)
	}
	for _, s := range p.series {
		for _, q := range s.points {
			if !l.native && !l.t.has(clean(q.Name)) || len(l.numbered) > 0 {
				return append(out, l.wrap(numbersNote, 11, l.w-2*edge, 2)...)
			}
		}
	}
	return out
}

// A site is a place with the names of all points there.
type site struct {
	at       pt
	names    []string
	priority int
	suffix   string
	color    rgb
	bold     bool
	radius   float64
}

// sites returns the places to name: points of equal coordinates share one.
func (l *layout) sites(p *prepared, pn pane, z sizes) []site {
	var all []site
	index := map[[2]float64]int{}
	visit := func(q Point, s site) {
		key := [2]float64{q.X, q.Y}
		i, ok := index[key]
		if !ok {
			s.at = pn.at(q.X, q.Y)
			i = len(all)
			index[key] = i
			all = append(all, s)
		}
		t := &all[i]
		if s.priority < t.priority {
			t.priority, t.color, t.suffix, t.bold = s.priority, s.color, s.suffix, s.bold
		}
		t.radius = max(t.radius, s.radius)
		if !slices.Contains(t.names, q.Name) && len(t.names) < 100 {
			t.names = append(t.names, q.Name)
		}
	}
	margins := 0
	for _, r := range p.removed {
		s := site{priority: 4, color: l.col.quiet, radius: l.badgeRadius(p, z)}
		failed := r.Kind == pareto.Uncovered || r.Kind == pareto.Wide
		if failed {
			s.priority, s.color, s.bold = 0, l.col.badge(r.Kind), true
		}
		if m := percent(r.Margin); m != "" && (failed && margins < mostMargins || margins < 3) {
			margins++
			s.suffix = "  " + m
			s.priority = min(s.priority, 1)
		}
		visit(r.Point, s)
	}
	for i, cv := range p.series {
		f := cv.front
		gap, hasGap := pareto.Gap{From: -1, To: -1}, false
		if i == p.head && f.Len() > 0 && f.X[0] > 0 {
			gap, hasGap = f.WidestGap()
		}
		for k := range f.Len() {
			s := site{priority: 3, color: l.col.text, radius: z.mark}
			switch {
			case cv.Base:
				s.priority, s.color = 5, l.col.quiet
			case k == 0, k == f.Len()-1, hasGap && (k == gap.From || k == gap.To):
				s.priority = 2
			}
			for _, m := range f.Members(k) {
				visit(cv.points[m], s)
			}
		}
		for k, q := range cv.points {
			if cv.on[k] {
				continue
			}
			s := site{priority: 6, color: l.col.quiet, radius: z.dot}
			if cv.Base {
				s.priority = 7
			}
			visit(q, s)
		}
	}
	return all
}

// names places the names of points and draws them. It returns how many places
// are named, of how many.
func (l *layout) names(p *prepared, pn pane, z sizes, lines [][]pt, taken []box) (shown, all int) {
	sites := l.sites(p, pn, z)
	all = len(sites)
	var obstacles []obstacle
	for _, s := range sites {
		cost := 90.0
		if s.priority >= 6 {
			cost = 14
		}
		obstacles = append(obstacles, obstacle{box{s.at.x, s.at.y, s.at.x, s.at.y}.grow(s.radius), cost})
	}
	if len(sites) > mostLabels {
		slices.SortFunc(sites, func(a, b site) int {
			return cmp.Or(a.priority-b.priority, cmp.Compare(a.at.x, b.at.x), cmp.Compare(a.at.y, b.at.y))
		})
		// Many names are a thicket: name only what matters.
		n := mostLabels
		for n > 0 && sites[n-1].priority > 4 {
			n--
		}
		sites = sites[:n]
	}
	var labels []label
	for _, s := range sites {
		labels = append(labels, label{
			s: l.nameOf(s), at: s.at, radius: s.radius, priority: s.priority, color: s.color, bold: s.bold,
		})
	}
	area := box{pn.l + 2, pn.t, l.w - 4, pn.b - 0.5}
	out := l.t.place(labels, obstacles, lines, taken, area)
	for _, q := range out {
		if q.leader[0] != q.leader[1] {
			quiet := l.col.quiet
			l.add(item{path: polyline(q.leader[0], q.leader[1]), stroke: &quiet, width: 0.7})
		}
	}
	bg := l.background
	for _, q := range out {
		l.add(item{labels: q.s, text: &text{s: q.s, x: q.box.l, y: q.box.b - 3, size: labelSize, bold: q.bold, color: q.color, halo: &bg}})
	}
	return len(out), all
}

// nameOf is what is written beside a place.
func (l *layout) nameOf(s site) string {
	slices.Sort(s.names)
	first := l.t.shorten(l.show(s.names[0]), labelSize, s.bold, 170)
	if n := len(s.names) - 1; n > 0 {
		first += fmt.Sprintf(" +%d", n)
	}
	return first + s.suffix
}

// An entry is one explanation in the legend.
type entry struct {
	words string
	draw  func(at pt) // the sample, 26 pixels wide, from at to the right
}

// legend returns what needs an explanation.
func (p *prepared) legend(l *layout) []entry {
	var out []entry
	col := l.col
	var wide, dominated bool
	for _, cv := range p.series {
		if len(cv.points) == 0 && len(p.series) > 1 {
			continue
		}
		dominated = dominated || slices.Contains(cv.on, false)
		for i := 1; i < cv.front.Len(); i++ {
			wide = wide || p.Policy.MaxSpan > 0 && cv.front.X[i]/cv.front.X[i-1] > p.Policy.MaxSpan
		}
		words := l.t.shorten(l.show(cv.Label), legendSize, false, 260)
		if cv.Base {
			words += " (hollow)"
		}
		out = append(out, entry{words, func(at pt) {
			c, bg := l.colourOf(cv), col.background
			it := item{path: polyline(at, pt{at.x + 26, at.y}), stroke: &c, width: 2.2, dash: dashes(cv.look.dash)}
			mark := item{path: marker(cv.look.marker, pt{at.x + 13, at.y}, 4.2), fill: &c, stroke: &bg, width: 1.2}
			if cv.Base {
				it.width, mark.fill, mark.stroke, mark.width = 1.4, &bg, &c, 1.5
			}
			l.add(it)
			l.add(mark)
		}})
	}
	if p.head >= 0 && wide && p.Policy.Curve != pareto.Measured {
		out = append(out, entry{"wide span (over " + factor(p.Policy.MaxSpan) + ")", func(at pt) {
			c := col.quiet
			if p.single() {
				c = l.colourOf(p.series[p.head])
			}
			l.add(item{path: polyline(at, pt{at.x + 26, at.y}), stroke: &c, width: 1.6, dash: wideDash()})
		}})
	}
	if dominated {
		out = append(out, entry{"dominated", func(at pt) {
			look, c := p.series[0].look, col.quiet.mix(col.background, 0.4)
			if p.head >= 0 {
				look = p.series[p.head].look
			}
			l.add(item{path: marker(look.marker, pt{at.x + 13, at.y}, 2.6), fill: &c})
		}})
	}
	var kinds []pareto.Kind
	counts := map[pareto.Kind]int{}
	for _, r := range p.removed {
		if counts[r.Kind]++; counts[r.Kind] == 1 {
			kinds = append(kinds, r.Kind) // worst first, as removed
		}
	}
	for _, k := range kinds {
		out = append(out, entry{fmt.Sprintf("%s: %d", kindWords(k), counts[k]), func(at pt) {
			l.addBadge(col, k, pt{at.x + 17, at.y}, 6.5, "")
		}})
	}
	return out
}

// legend draws entries in rows, in columns where there are many, and returns
// where it ends. Rows beyond the third make the picture higher.
func (l *layout) legend(entries []entry, top float64) float64 {
	if len(entries) == 0 {
		return top
	}
	const sample, between, row = 32.0, 18.0, 18.0
	avail := l.w - 2*edge
	widest := 0.0
	for _, e := range entries {
		widest = max(widest, sample+l.t.width(e.words, legendSize, false))
	}
	columns := 0
	if len(entries) > 8 {
		columns = max(1, int((avail+between)/(widest+between)))
	}
	x, y, rows := edge, top+12, 1
	for i, e := range entries {
		w := sample + l.t.width(e.words, legendSize, false)
		if columns > 0 {
			x = edge + float64(i%columns)*(widest+between)
		}
		if i > 0 && (columns > 0 && i%columns == 0 || columns == 0 && x+w > l.w-edge) {
			x, y, rows = edge, y+row, rows+1
		}
		e.draw(pt{x, y})
		l.write(l.cut(e.words, legendSize, avail-sample), x+sample, y+4, legendSize, 0, l.col.text, false)
		x += w + between
	}
	l.h += row * float64(max(0, rows-3))
	return math.Ceil(y + 14)
}

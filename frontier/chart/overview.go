package chart

import (
	"fmt"
	"math"
	"slices"

	"paretocov/pareto"
)

// mostPanels is how many charts one overview shows.
const mostPanels = 30

// Overview draws many charts of one view as small multiples: a panel for each
// curve, in the order given, with axes of its own. Where there are more than
// 30 it shows those that have the most uncovered points and says so. It grows in
// height as needed. Errors are those of Draw.
func Overview(charts []Chart, f Format, o Options) (*Picture, error) {
	l, err := newLayout(charts, f, o)
	if err != nil {
		return nil, err
	}
	panels := make([]*prepared, len(charts))
	for i, c := range charts {
		panels[i] = l.prepare(c)
	}
	l.overview(panels)
	return l.picture(f)
}

func (l *layout) overview(panels []*prepared) {
	col := l.col
	if len(panels) == 0 {
		panels = []*prepared{l.prepare(Chart{})}
	}
	all := len(panels)
	panels = mostTelling(panels)
	first := panels[0]
	cols := 2
	if len(panels) > 4 && l.w >= 780 {
		cols = 3
	}
	if l.w < 480 {
		cols = 1
	}
	const between, titles, foot = 18.0, 34.0, 14.0
	width := (l.w - 2*edge - float64(cols-1)*between) / float64(cols)
	height := titles + math.Round(0.62*width) + foot
	rows := (len(panels) + cols - 1) / cols

	curves, failed, removed := count(len(panels), "curve"), 0, 0
	for _, p := range panels {
		n, _ := p.uncovered()
		failed += n
		removed += len(p.removed)
	}
	if len(panels) < all {
		curves += fmt.Sprintf(" of %d", all)
	}
	summary := curves
	if removed > 0 {
		summary += fmt.Sprintf("; %s removed, %d of them not covered", count(removed, "point"), failed)
	}
	keys := make([]string, len(panels))
	for i, p := range panels {
		keys[i] = p.Key
	}
	common, names := sharedFields(keys)
	if common != "" {
		summary = l.show(common) + ": " + summary
	}
	title := l.axisTitle(first.Y) + " / " + l.axisTitle(first.X)
	l.title = title + ". " + summary
	top := l.heading(title, summary)
	top = l.legend(l.sharedLegend(panels), top) + 4
	l.h = top + float64(rows)*(height+between) + edge - between + 4

	for i, p := range panels {
		x, y := edge+float64(i%cols)*(width+between), top+float64(i/cols)*(height+between)
		l.write(l.t.shorten(l.show(names[i]), 11.5, true, width), x, y+11, 11.5, 0, col.text, true)
		words, c := p.summary(true), col.quiet
		if n, _ := p.uncovered(); n > 0 {
			c = col.uncovered
		}
		l.write(l.cut(words, 10.5, width), x, y+25, 10.5, 0, c, false)
		pn := l.newPane(p, box{x, y + titles, x + width, y + height - foot}, small())
		if p.total() == 0 {
			l.axes(pn)
			l.write("No eligible points", (pn.l+pn.r)/2, (pn.t+pn.b)/2, 11, 0.5, col.quiet, false)
			continue
		}
		l.marks(p, pn, small())
	}
	if len(l.numbered) > 0 {
		l.h += 14
		l.write(l.cut(numbersNote, 11, l.w-2*edge), edge, l.h-edge+4, 11, 0, col.quiet, false)
	}
}

// mostTelling returns at most mostPanels panels, in their order: those with the
// most uncovered points, then those with the most removed ones.
func mostTelling(panels []*prepared) []*prepared {
	if len(panels) <= mostPanels {
		return panels
	}
	order := make([]int, len(panels))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		na, _ := panels[a].uncovered()
		nb, _ := panels[b].uncovered()
		if na != nb {
			return nb - na
		}
		return len(panels[b].removed) - len(panels[a].removed)
	})
	order = order[:mostPanels]
	slices.Sort(order)
	out := make([]*prepared, len(order))
	for i, k := range order {
		out[i] = panels[k]
	}
	return out
}

// sharedLegend explains what all panels have: base and head by their shape, in
// no curve's colour, and the badges with their counts over all panels.
func (l *layout) sharedLegend(panels []*prepared) []entry {
	col := l.col
	var out []entry
	var base, head, wide bool
	counts := map[pareto.Kind]int{}
	span := 0.0
	for _, p := range panels {
		for _, cv := range p.series {
			base = base || cv.Base && len(cv.points) > 0
			head = head || !cv.Base && len(cv.points) > 0
			for i := 1; i < cv.front.Len(); i++ {
				if p.Policy.MaxSpan > 0 && cv.front.X[i]/cv.front.X[i-1] > p.Policy.MaxSpan {
					wide, span = true, p.Policy.MaxSpan
				}
			}
		}
		for _, r := range p.removed {
			counts[r.Kind]++
		}
	}
	line := func(words string, hollow bool, width float64, dash []float64) {
		out = append(out, entry{words, func(at pt) {
			it := item{path: polyline(at, pt{at.x + 26, at.y}), stroke: &col.quiet, width: width, dash: dash}
			l.add(it)
			if dash == nil {
				m := item{path: circle(pt{at.x + 13, at.y}, 3.4), fill: &col.quiet, stroke: &col.background, width: 1}
				if hollow {
					m.fill, m.stroke, m.width = &col.background, &col.quiet, 1.4
				}
				l.add(m)
			}
		}})
	}
	if base {
		line("base (hollow)", true, 1.2, nil)
		if head {
			line("head", false, 2, nil)
		}
	}
	if wide {
		line("wide span (over "+factor(span)+")", false, 1.3, wideDash())
	}
	kinds := []pareto.Kind{pareto.Uncovered, pareto.Wide, pareto.Unverifiable, pareto.Within, pareto.OnLine, pareto.Matched, pareto.Exceeded}
	for _, k := range kinds {
		if counts[k] > 0 {
			out = append(out, entry{fmt.Sprintf("%s: %d", kindWords(k), counts[k]), func(at pt) {
				l.addBadge(col, k, pt{at.x + 18, at.y}, 6, "")
			}})
		}
	}
	return out
}

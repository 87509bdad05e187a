package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"paretocov/pareto"
)

// A prepared is a chart whose points can all be drawn, with the frontiers.
type prepared struct {
	Chart
	series []curve
	// removed are the removed points that can be drawn, worst first.
	removed []Removed
	// head is the series that removed points were judged by, and that the
	// widest gap is of: the last that is not base; -1 if there is none.
	head int
}

// A curve is a series with its strict frontier.
type curve struct {
	Series
	points []Point
	front  *pareto.Front
	on     []bool // points on the frontier
	look   style
}

// prepare sorts a chart's points, drops those that cannot be drawn and computes
// the frontiers.
func (l *layout) prepare(c Chart) *prepared {
	p := &prepared{Chart: c, head: -1}
	p.LeftOut = slices.Clone(c.LeftOut)
	why := func(q Point) string {
		switch {
		case math.IsNaN(q.X-q.X) || math.IsNaN(q.Y-q.Y):
			return "no finite value"
		case l.o.LogX && !(q.X > 0), l.o.LogY && !(q.Y > 0):
			return "0 or less has no place on a log axis"
		}
		return ""
	}
	sides := 0
	for _, s := range c.Series {
		if len(s.Points) > 0 {
			sides++
		}
	}
	for i, s := range c.Series {
		cv := curve{Series: s, look: l.looks[s.Key]}
		for _, q := range s.Points {
			if w := why(q); w != "" {
				name := q.Name
				if sides > 1 {
					name = s.Label + " " + name
				}
				p.LeftOut = append(p.LeftOut, LeftOut{name, w})
				continue
			}
			cv.points = append(cv.points, q)
		}
		slices.SortFunc(cv.points, comparePoints)
		ps := pareto.Points{XDir: direction(c.X.Better), YDir: direction(c.Y.Better)}
		for _, q := range cv.points {
			ps.X, ps.Y = append(ps.X, q.X), append(ps.Y, q.Y)
		}
		cv.front = pareto.NewFront(ps, pareto.Strict)
		cv.on = make([]bool, len(cv.points))
		for i := range cv.front.Len() {
			for _, m := range cv.front.Members(i) {
				cv.on[m] = true
			}
		}
		if !s.Base {
			p.head = i
		}
		p.series = append(p.series, cv)
	}
	for _, r := range c.Removed {
		if !r.NotApplicable && why(r.Point) == "" {
			p.removed = append(p.removed, r)
		}
	}
	slices.SortFunc(p.removed, func(a, b Removed) int {
		return cmp.Or(severity(a.Kind)-severity(b.Kind), cmp.Compare(a.Margin, b.Margin), comparePoints(a.Point, b.Point))
	})
	slices.SortFunc(p.LeftOut, func(a, b LeftOut) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Why, b.Why)) })
	return p
}

// severity orders kinds, those that fail first.
func severity(k pareto.Kind) int {
	switch k {
	case pareto.Uncovered:
		return 0
	case pareto.Wide:
		return 1
	case pareto.Unverifiable:
		return 2
	default:
		return int(k)
	}
}

// direction makes the zero direction of an axis that nobody set a valid one.
func direction(d pareto.Direction) pareto.Direction {
	if d != pareto.Minimize && d != pareto.Maximize {
		return pareto.Maximize
	}
	return d
}

func comparePoints(a, b Point) int {
	return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y), cmp.Compare(a.Name, b.Name))
}

// values returns all coordinates of one axis.
func (p *prepared) values(of func(Point) float64) []float64 {
	var vs []float64
	for _, s := range p.series {
		for _, q := range s.points {
			vs = append(vs, of(q))
		}
	}
	for _, r := range p.removed {
		vs = append(vs, of(r.Point))
	}
	return vs
}

// uncovered counts the removed points that are not covered.
func (p *prepared) uncovered() (n, unverifiable int) {
	for _, r := range p.Removed {
		switch {
		case r.NotApplicable, r.Kind.Covers():
		case r.Kind == pareto.Unverifiable:
			unverifiable++
		default:
			n++
		}
	}
	return n, unverifiable
}

// summary says in words what the chart shows; short leaves out what the legend
// of an overview says.
func (p *prepared) summary(short bool) string {
	var base, head int
	hasBase := false
	for _, s := range p.series {
		if s.Base {
			base, hasBase = base+len(s.Points), true
		} else {
			head += len(s.Points)
		}
	}
	removed := 0
	for _, r := range p.Removed {
		if !r.NotApplicable {
			removed++
		}
	}
	var s string
	switch {
	case !hasBase:
		return count(head, "point")
	case base == 0 && removed == 0:
		return count(head, "point") + ", none in base"
	case head == 0:
		s = count(base, "point") + ", none in head"
	case short:
		s = fmt.Sprintf("%d → %s", base, count(head, "point"))
	default:
		s = count(base, "point") + " in base, " + count(head, "point") + " in head"
	}
	if removed == 0 {
		if head > 0 {
			s += "; none removed"
		}
		return s
	}
	s += fmt.Sprintf("; %d removed", removed)
	uncovered, unverifiable := p.uncovered()
	switch {
	case uncovered+unverifiable == 0 && removed == 1:
		return s + " and covered"
	case uncovered+unverifiable == 0:
		return s + ", all covered"
	}
	if uncovered > 0 {
		s += fmt.Sprintf(", %d not covered", uncovered)
	}
	if unverifiable > 0 {
		s += fmt.Sprintf(", %d unverifiable", unverifiable)
	}
	return s
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return grouped(fmt.Sprint(n)) + " " + noun + "s"
}

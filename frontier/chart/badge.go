package chart

import "paretocov/pareto"

// kindWords say in the legend what a badge means.
func kindWords(k pareto.Kind) string {
	switch k {
	case pareto.Exceeded:
		return "exceeded"
	case pareto.Matched:
		return "matched"
	case pareto.OnLine:
		return "below the line"
	case pareto.Within:
		return "within tolerance"
	case pareto.Wide:
		return "below a wide span only"
	case pareto.Uncovered:
		return "not covered"
	default:
		return "cannot be verified"
	}
}

// sign returns the strokes of a kind's sign in a badge of radius r: a tick for
// exceeded, = for matched, a sloping line, a wave for within, dots for wide, a
// cross for uncovered and a question mark. It tells the kinds apart without
// colour and in any language.
func sign(k pareto.Kind, c pt, r float64) path {
	at := func(x, y float64) pt { return pt{c.x + x*r, c.y + y*r} }
	join := func(ps ...path) path {
		var all path
		for _, p := range ps {
			all = append(all, p...)
		}
		return all
	}
	switch k {
	case pareto.Exceeded:
		return polyline(at(-.45, .02), at(-.12, .38), at(.48, -.36))
	case pareto.Matched:
		return join(polyline(at(-.45, -.2), at(.45, -.2)), polyline(at(-.45, .2), at(.45, .2)))
	case pareto.OnLine:
		return polyline(at(-.45, -.38), at(.45, .38))
	case pareto.Within:
		var p path
		p.move(at(-.5, .12))
		p.cubic(at(-.25, -.5), at(.25, .5), at(.5, -.12))
		return p
	case pareto.Wide:
		return join(polyline(at(-.52, 0), at(-.42, 0)), polyline(at(-.05, 0), at(.05, 0)), polyline(at(.42, 0), at(.52, 0)))
	case pareto.Uncovered:
		return join(polyline(at(-.38, -.38), at(.38, .38)), polyline(at(-.38, .38), at(.38, -.38)))
	case pareto.Unverifiable:
	}
	var p path
	p.move(at(-.3, -.22))
	p.cubic(at(-.28, -.72), at(.42, -.66), at(.32, -.18))
	p.cubic(at(.26, .02), at(0, .0), at(0, .22))
	return join(p, polyline(at(0, .52), at(0, .56)))
}

// addBadge draws the badge of a kind at c.
func (s *scene) addBadge(col colours, k pareto.Kind, c pt, r float64, tip string) {
	fill, on, bg := col.badge(k), col.onBadge, col.background
	s.add(item{path: circle(c, r), fill: &fill, stroke: &bg, width: 1.2, tip: tip})
	s.add(item{path: sign(k, c, r), stroke: &on, width: max(1.1, 0.24*r), round: true})
}

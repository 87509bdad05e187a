package chart

import (
	"cmp"
	"math"
	"slices"
)

// A label is a name that wants to stand beside a point.
type label struct {
	s        string
	at       pt
	radius   float64 // of the point's mark
	priority int     // 0 first
	color    rgb
	bold     bool

	places *places // where it may stand, filled in when asked for
}

// places are a label's candidates, cheapest first: near its point, and anywhere.
type places struct{ near, far []candidate }

// An obstacle is a mark that labels should not cover.
type obstacle struct {
	box
	cost float64
}

// A placed is a label with its place.
type placed struct {
	label
	box    box
	leader [2]pt // equal where the label is close enough to need none
}

const (
	labelSize   = 11.0
	worstPlace  = 300.0  // a place that costs more is worse than one farther away
	worstFar    = 1500.0 // a place that costs more is worse than no label
	leaderCross = 40.0
	lineCross   = 18.0
)

// place finds places for labels within the area. A label never overlaps another,
// its leader never crosses one, and of the places left the cheapest counts: near
// its point, off marks and lines.
//
// Labels are placed one after the other, so the order matters: first by
// priority; where that leaves some without a place, from one side to the other,
// by how crowded they are, and then with those first that found none. What finds no place in
// the best of these orders is dropped, and an order that drops the more important
// is never the best.
//
// For n labels, m obstacles and k points of lines O(n(m + k + n)), times the
// number of places and orders tried.
func (t *typefaces) place(labels []label, obstacles []obstacle, lines [][]pt, taken []box, area box) []placed {
	const repairs = 8
	labels = slices.Clone(labels)
	for i := range labels {
		labels[i].places = &places{}
	}
	var best []placed
	var again []label
	attempt := func(order []label) (done bool) {
		out, left := t.placeInOrder(order, obstacles, lines, taken, area)
		if best == nil || len(out) > len(best) && important(out) >= important(best) {
			best = out
		}
		// Those without a place come first next time.
		again = slices.Clone(left)
		for _, l := range order {
			if !slices.Contains(left, l) {
				again = append(again, l)
			}
		}
		return len(left) == 0
	}
	if slices.ContainsFunc(orders(labels), attempt) {
		return best
	}
	for range repairs {
		if attempt(again) {
			break
		}
	}
	return best
}

// important counts the labels of a high priority.
func important(labels []placed) int {
	n := 0
	for _, l := range labels {
		if l.priority <= 2 {
			n++
		}
	}
	return n
}

// orders returns the orders in which labels are tried.
func orders(labels []label) [][]label {
	sorted := func(by func(a, b label) int) []label {
		s := slices.Clone(labels)
		slices.SortFunc(s, func(a, b label) int {
			return cmp.Or(by(a, b), cmp.Compare(a.at.x, b.at.x), cmp.Compare(a.at.y, b.at.y), cmp.Compare(a.s, b.s))
		})
		return s
	}
	crowd := make(map[pt]int, len(labels))
	for _, a := range labels {
		for _, b := range labels {
			if math.Abs(a.at.x-b.at.x) < 80 && math.Abs(a.at.y-b.at.y) < 40 {
				crowd[a.at]++
			}
		}
	}
	return [][]label{
		sorted(func(a, b label) int { return a.priority - b.priority }),
		sorted(func(label, label) int { return 0 }),
		sorted(func(a, b label) int { return cmp.Compare(b.at.x, a.at.x) }),
		sorted(func(a, b label) int { return cmp.Compare(a.at.y, b.at.y) }),
		sorted(func(a, b label) int { return cmp.Compare(b.at.y, a.at.y) }),
		sorted(func(a, b label) int { return crowd[b.at] - crowd[a.at] }),
		sorted(func(a, b label) int { return crowd[a.at] - crowd[b.at] }),
	}
}

// placeInOrder finds places for labels, first come first served, and returns
// those left without one too.
func (t *typefaces) placeInOrder(labels []label, obstacles []obstacle, lines [][]pt, taken []box, area box) (out []placed, left []label) {
	try := func(l label, limit float64, places []candidate) bool {
		best, bestCost := placed{}, limit
		for _, c := range places {
			if c.cost >= bestCost {
				break
			}
			if !c.box.within(area) {
				continue
			}
			if cost := c.cost + crowding(c, obstacles, lines, taken, out, bestCost-c.cost); cost < bestCost {
				best, bestCost = placed{l, c.box, c.leader}, cost
			}
		}
		if bestCost == limit {
			return false
		}
		out = append(out, best)
		return true
	}
	for _, l := range labels {
		if l.places.near == nil {
			l.places.near = cheapest(candidates(l.at, l.radius, t.width(l.s, labelSize, l.bold)))
		}
		if try(l, worstPlace, l.places.near) {
			continue
		}
		if l.places.far == nil {
			l.places.far = cheapest(l.anywhere(t.width(l.s, labelSize, l.bold)))
		}
		if !try(l, worstFar, l.places.far) {
			left = append(left, l)
		}
	}
	return out, left
}

// crowding returns what a place costs for what it covers; it gives up where
// that passes the limit.
func crowding(c candidate, obstacles []obstacle, lines [][]pt, taken []box, labels []placed, limit float64) float64 {
	cost := 0.0
	tight := c.box.grow(1)
	for _, b := range taken {
		if tight.overlaps(b) || c.led() && b.cuts(c.leader[0], c.leader[1]) {
			return math.Inf(1)
		}
	}
	for _, o := range labels {
		if tight.overlaps(o.box) || c.led() && o.box.cuts(c.leader[0], c.leader[1]) {
			return math.Inf(1)
		}
		if o.leader[0] != o.leader[1] {
			if tight.cuts(o.leader[0], o.leader[1]) {
				return math.Inf(1)
			}
			if c.led() && cross(c.leader[0], c.leader[1], o.leader[0], o.leader[1]) {
				cost += leaderCross
			}
		}
	}
	// Near its own point a leader may meet the mark and the line there.
	far := pt{c.leader[1].x + 0.15*(c.leader[0].x-c.leader[1].x), c.leader[1].y + 0.15*(c.leader[0].y-c.leader[1].y)}
	for _, o := range obstacles {
		if c.box.overlaps(o.box) {
			cost += o.cost
		} else if c.led() && o.cuts(c.leader[0], far) {
			cost += 0.7 * o.cost
		}
		if cost > limit {
			return cost
		}
	}
	for _, l := range lines {
		for i := 1; i < len(l); i++ {
			if c.box.cuts(l[i-1], l[i]) {
				cost += lineCross
				break
			}
			if c.led() && cross(c.leader[0], far, l[i-1], l[i]) {
				cost += lineCross
			}
		}
		if cost > limit {
			return cost
		}
	}
	return cost
}

// A candidate is a place for a label.
type candidate struct {
	box    box
	leader [2]pt
	cost   float64
}

func (c candidate) led() bool { return c.leader[0] != c.leader[1] }

// cheapest sorts candidates by their cost, equal ones as they were.
func cheapest(cs []candidate) []candidate {
	order := make([]int, len(cs))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(cs[a].cost, cs[b].cost), a-b) })
	out := make([]candidate, len(cs))
	for i, k := range order {
		out[i] = cs[k]
	}
	return out
}

// anywhere returns places all over the surroundings of a point, for a text of
// width w.
func (l label) anywhere(w float64) []candidate {
	const h, reach = labelSize + 1, 400.0
	var out []candidate
	for cy := -reach; cy <= reach; cy += 8 {
		for cx := -reach; cx <= reach; cx += 12 {
			b := box{l.at.x + cx - w/2, l.at.y + cy - h/2, l.at.x + cx + w/2, l.at.y + cy + h/2}
			c := candidate{box: b}
			end := b.nearest(l.at)
			length := math.Hypot(end.x-l.at.x, end.y-l.at.y)
			if length < l.radius+2 || length > reach {
				continue
			}
			share := l.radius / length
			c.leader = [2]pt{end, {l.at.x + share*(end.x-l.at.x), l.at.y + share*(end.y-l.at.y)}}
			c.cost = 0.8 * length
			out = append(out, c)
		}
	}
	return out
}

// candidates returns places for a text of width w around a mark, on rings of
// growing distance, to the right and above first.
func candidates(at pt, radius, w float64) []candidate {
	const h = labelSize + 1
	var out []candidate
	for ring, gap := range []float64{3, 9, 18, 30, 44, 60, 80, 104, 132, 164, 200} {
		n := 24
		if ring == 0 {
			n = 8
		}
		for i := range n {
			turn := float64(i) / float64(n)
			sin, cos := math.Sincos(2 * math.Pi * turn)
			// The nearest edge or corner of the box stands at that angle.
			side := func(v float64) float64 { return math.Copysign(min(1, math.Abs(v)*2.2), v) }
			d := radius + gap
			if ring == 0 && i%2 == 1 {
				d = 1.35*radius + 1 // for a corner of the box not to touch the mark's
			}
			cx, cy := at.x+d*cos+side(cos)*w/2, at.y-d*sin-side(sin)*h/2
			b := box{cx - w/2, cy - h/2, cx + w/2, cy + h/2}
			// Rights before lefts, diagonals before straights above and below.
			taste := 3 * math.Abs(turn-0.125)
			if turn > 0.625 {
				taste = 3 * (1.125 - turn)
			}
			c := candidate{box: b, cost: 0.8*gap + taste}
			end := b.nearest(at)
			c.leader = [2]pt{end, end}
			if length := math.Hypot(end.x-at.x, end.y-at.y); length > radius+8 {
				share := radius / length
				c.leader[1] = pt{at.x + share*(end.x-at.x), at.y + share*(end.y-at.y)}
				c.cost += 6
			}
			out = append(out, c)
		}
	}
	return out
}

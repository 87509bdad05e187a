package chart

import (
	"math"
	"slices"

	"paretocov/pareto"
)

// A pane is the rectangle between the axes, with the scales of its sides.
type pane struct {
	box
	x, y scale
}

// at returns where a point of data stands.
func (p pane) at(x, y float64) pt { return pt{p.x.px(x), p.y.px(y)} }

// A segment is the line between two neighbouring positions of a frontier.
type segment struct {
	pts  []pt
	wide bool // its ends' x differ by more than the policy's span
}

// segments returns the drawn curve of a frontier, one segment for each pair of
// neighbours, straight in data space. Where an axis is logarithmic they are
// curved, and sampled evenly along both axes.
func (p pane) segments(f *pareto.Front, maxSpan float64) []segment {
	var all []segment
	for i := 1; i < f.Len(); i++ {
		a, b := p.at(f.X[i-1], f.Y[i-1]), p.at(f.X[i], f.Y[i])
		s := segment{pts: []pt{a, b}}
		s.wide = maxSpan > 0 && f.X[i]/f.X[i-1] > maxSpan
		if p.x.log || p.y.log {
			s.pts = p.sampled(f, a, b)
		}
		all = append(all, s)
	}
	return all
}

// sampled returns points of the drawn curve between two neighbours at a and b.
func (p pane) sampled(f *pareto.Front, a, b pt) []pt {
	n := int(min(max(math.Abs(b.x-a.x), math.Abs(b.y-a.y))/3, 400)) + 2
	pts := []pt{a, b}
	for i := 1; i < n; i++ {
		t := float64(i) / float64(n)
		x := p.x.value(a.x + t*(b.x-a.x))
		if y, ok := f.YAt(x); ok {
			pts = append(pts, p.at(x, y))
		}
		y := p.y.value(a.y + t*(b.y-a.y))
		if x, ok := f.XAt(y); ok {
			pts = append(pts, p.at(x, y))
		}
	}
	// Along a frontier y goes one way as x goes the other.
	rising := (b.y > a.y) == (b.x > a.x)
	slices.SortFunc(pts, func(p, q pt) int {
		if c := compare(p.x, q.x); c != 0 {
			return c
		}
		if rising {
			return compare(p.y, q.y)
		}
		return compare(q.y, p.y)
	})
	// Rounding may put a sample a hair outside its neighbours.
	lo, hi := box{min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y)}, pts[:0]
	for _, q := range pts {
		hi = append(hi, lo.nearest(q))
	}
	return hi
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// accepted returns the edge of what the policy accepts as covered, from the
// easy end to the hard one: at every x the best y that is covered. It is nil
// where nothing can be judged, because a coordinate is not above zero.
func (p pane) accepted(f *pareto.Front, policy pareto.Policy) []pt {
	n := f.Len()
	if n == 0 || !(f.X[0] > 0) || !(min(f.Y[0], f.Y[n-1]) > 0) {
		return nil
	}
	easy, hard := p.x.px(f.X[0]), p.x.px(f.X[n-1])
	xs := slices.Clone(f.X)
	if f.XDir == pareto.Minimize {
		easy, hard = hard, easy
	}
	for i := range n - 1 {
		if end := f.X[i] * policy.MaxSpan; f.XDir == pareto.Maximize && end > f.X[i] && end < f.X[i+1] {
			xs = append(xs, end)
		}
		if end := f.X[i+1] / policy.MaxSpan; f.XDir == pareto.Minimize && policy.MaxSpan > 0 && end < f.X[i+1] && end > f.X[i] {
			xs = append(xs, end)
		}
	}
	// Steps go down just past a position; elsewhere a sample every two pixels.
	past := 0.02
	if hard < easy {
		past = -past
	}
	for _, x := range f.X {
		if q := p.x.px(x) + past; (q-hard)*past < 0 {
			xs = append(xs, p.x.value(q))
		}
	}
	if policy.Curve != pareto.Measured && (policy.Curve != pareto.Line || p.x.log || p.y.log) {
		for i := 1.0; i < math.Abs(hard-easy)/2; i++ {
			xs = append(xs, p.x.value(easy+2*i*math.Copysign(1, past)))
		}
	}
	slices.Sort(xs)
	if f.XDir == pareto.Minimize {
		slices.Reverse(xs)
	}
	var pts []pt
	for _, x := range slices.Compact(xs) {
		if !(x > 0) {
			continue
		}
		if y := f.Cover(x, f.Y[0], policy).Y; !math.IsNaN(y) {
			// What underflows to 0 has no place on a log axis.
			if q := p.nearest(p.at(x, y)); !math.IsNaN(q.x) && !math.IsNaN(q.y) {
				pts = append(pts, q)
			}
		}
	}
	return pts
}

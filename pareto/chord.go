package pareto

import "sort"

// chords are the lines between any two positions that make up the upper edge of
// what all of them cover under a limit of span, from the easy end to the hard one.
// Where they leave a gap, positions reach higher than any line.
type chords []chord

// A chord is one of them, upper from where it starts to where the next one does
// or it ends.
type chord struct {
	easy, hard int     // ranks, counted from the easy end
	x, y       float64 // the start
}

// near returns the chords among which the highest at a place is, where at is the
// first of those that start beyond it: a start is rounded, so that its neighbours
// are looked at too.
func (cs chords) near(at int) chords { return cs[max(at-2, 0):min(at+1, len(cs))] }

// chords returns the chords under a limit (0: none). O(n log n) time and O(n)
// memory for n positions.
//
// One line from each easy end is enough, the highest: that to the tangent point
// of the positions in reach or, where that is higher, the one that the limit
// clips, to the x at the edge of the reach. Suppose that another line from there
// passes above it somewhere. Then it does so beyond the tangent point, where it is
// below a line from the tangent point to its own hard end or to where the limit
// clips that. (Of the clipped ones, which all end at one x, the first position out
// of reach gives the highest.)
//
// Of two such lines the one with the harder easy end starts on or below the
// other, since no position in reach is above a tangent, and crosses it once at
// most. So each is the highest on one stretch or on none, in the order of the
// easy ends, and a stack finds the stretches in O(n).
func (f *Front) chords(limit float64) chords {
	var cs chords
	for easy, hard := range f.tangents(limit) {
		if hard > easy {
			cs = f.push(cs, easy, hard, limit)
		}
	}
	return cs
}

// tangents returns for each rank, as an easy end, the rank of the hard end of its
// highest line, or its own where it has no line. Of lines of one height the
// shortest counts.
//
// The positions in reach are a window that slides to the hard side. It is cut in
// two at a fixed place: of the part before the cut, hulls are built from the cut
// backwards, which gives the tangent from each easy end on the way; of the part
// behind it, a hull grows with the window and is searched. When the easy end gets
// to the cut, the window's end becomes the next cut.
func (f *Front) tangents(limit float64) []int {
	n := f.Len()
	hard := make([]int, n)
	var hull []int // ranks behind the cut, slopes falling
	for from := 0; from < n; {
		cut := f.reach(from, from+1, limit)
		// The hull of e and what is between it and the cut is e, hard[e],
		// hard[hard[e]] and so on.
		for e := cut - 1; e >= from; e-- {
			t := e + 1
			if t == cut {
				t = e
			}
			for hard[t] > t && f.rises(e, t, hard[t]) {
				t = hard[t]
			}
			hard[e] = t
		}
		hull = hull[:0]
		end := cut // of the window
		for e := from; e < cut; e++ {
			for next := f.reach(e, end, limit); end < next; end++ {
				for len(hull) > 1 && f.rises(hull[len(hull)-2], hull[len(hull)-1], end) {
					hull = hull[:len(hull)-1]
				}
				hull = append(hull, end)
			}
			if len(hull) > 0 {
				// Along the hull the lines from e rise, then fall.
				t := hull[sort.Search(len(hull)-1, func(i int) bool { return !f.rises(e, hull[i], hull[i+1]) })]
				if hard[e] == e || f.rises(e, hard[e], t) {
					hard[e] = t
				}
			}
			if end < n && f.clipsHigher(e, hard[e], end, limit) {
				hard[e] = end
			}
		}
		from = cut
	}
	return hard
}

// reach returns the first rank from next on that is out of reach of an easy end,
// n if none is, where all before next are in reach.
func (f *Front) reach(easy, next int, limit float64) int {
	n := f.Len()
	if !(limit > 0) {
		return n
	}
	from := f.X[f.easy(easy)]
	for next < n && f.XDir.Ratio(f.X[f.easy(next)], from) <= limit {
		next++
	}
	return next
}

// clipsHigher reports whether the clipped line from an easy end to a rank out of
// reach is higher than that to a rank in reach, or the only one.
func (f *Front) clipsHigher(easy, in, out int, limit float64) bool {
	s := f.segment(f.easy(easy), f.easy(out), limit)
	if s.xh == s.xe {
		return false // clipped to nothing
	}
	if in == easy {
		return true
	}
	x, y := f.X[f.easy(in)], f.Y[f.easy(in)]
	return f.XDir.Better(s.xh, x) && f.fall(s.xe, s.ye, x, y) > f.fall(x, y, s.xh, s.yh)
}

// rises reports whether the slope rises from a to b to c, three ranks in order,
// so that b is below the line from a to c. It compares the slopes of the two
// steps, not of a step and the line, which over very different lengths tie by
// rounding.
func (f *Front) rises(a, b, c int) bool {
	i, j, k := f.easy(a), f.easy(b), f.easy(c)
	return f.fall(f.X[i], f.Y[i], f.X[j], f.Y[j]) > f.fall(f.X[j], f.Y[j], f.X[k], f.Y[k])
}

// fall returns by how much y gets worse per unit of x towards the hard side.
func (f *Front) fall(xe, ye, xh, yh float64) float64 {
	dx, dy := xh-xe, ye-yh
	if f.XDir == Minimize {
		dx = -dx
	}
	if f.YDir == Minimize {
		dy = -dy
	}
	return dy / dx
}

// push adds the line between two ranks to the chords of easier easy ends, and
// takes away those that it hides.
func (f *Front) push(cs chords, easy, hard int, limit float64) chords {
	s := f.segment(f.easy(easy), f.easy(hard), limit)
	start := chord{easy, hard, s.xe, s.ye}
	from := func(x float64) chords {
		start.x, start.y = x, f.height(s, x)
		return append(cs, start)
	}
	harder := f.XDir.Better
	for len(cs) > 0 {
		top := cs[len(cs)-1]
		o := f.segment(f.easy(top.easy), f.easy(top.hard), limit)
		if !harder(o.xh, s.xe) {
			break // it ends before this one starts
		}
		// Both are defined from lo to hi.
		lo, hi := s.xe, o.xh
		if harder(top.x, lo) {
			lo = top.x
		}
		if harder(hi, s.xh) {
			hi = s.xh
		}
		above := func(x float64) float64 {
			d := f.height(s, x) - f.height(o, x)
			if f.YDir == Minimize {
				d = -d
			}
			return d
		}
		first, last := above(lo), above(hi)
		switch {
		case !(last > 0):
			if harder(s.xh, o.xh) {
				return from(hi)
			}
			return cs // hidden
		case first < 0:
			// From the smaller x, so that nothing cancels.
			a, b, w := lo, hi, -first
			if hi < lo {
				a, b, w = hi, lo, last
			}
			w /= last - first
			return from(a + (b-a)*w)
		case lo == s.xe && lo != top.x:
			return from(lo)
		}
		cs = cs[:len(cs)-1]
	}
	return from(s.xe)
}

// height returns y of a segment at an x within it. Both terms have one sign, so
// that nothing cancels.
func (f *Front) height(s segment, x float64) float64 {
	if f.YDir == Maximize {
		return s.yh + (s.ye-s.yh)*((x-s.xh)/(s.xe-s.xh))
	}
	return s.ye + (s.yh-s.ye)*((x-s.xe)/(s.xh-s.xe))
}

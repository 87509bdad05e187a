package pareto

import "math"

// A sense is how a frontier is told: by the directions and the rule.
type sense struct {
	falling  bool    // more x is better, so that a scan for the frontier starts at the largest
	plateaus bool    // ties of the best cost at a worse x stay
	sign     float64 // y times sign is the cost
}

func newSense(xd, yd Direction, rule Rule) sense {
	s := sense{
		falling:  xd == Maximize,
		plateaus: rule == Dashboard && xd == Minimize && yd == Maximize,
		sign:     1,
	}
	if yd == Maximize {
		s.sign = -1
	}
	return s
}

// limit returns the number above which a cost is beaten by a point at a
// strictly better x. Under a rule without plateaus a tie is beaten too, and
// with the next number below one comparison decides both.
func (s sense) limit(cost float64) float64 {
	if s.plateaus {
		return cost
	}
	return math.Nextafter(cost, math.Inf(-1))
}

// before reports whether point a is sorted before point b: by x, and at equal
// x so that a scan meets the lower cost first.
func (s sense) before(ax, ay, bx, by float64) bool {
	if ax != bx {
		return ax < bx
	}
	if s.falling {
		return ay > by
	}
	return ay < by
}

// scan copies to dst the points of src, which is sorted, that are on the
// frontier of src and of a point of cost best at a better x than all of src.
// It multiplies the costs by restore. What it kept is the start of dst, or its
// end if x is falling; so dst may be src, and else has to be as long.
// Ties tells whether any two of the kept are equal.
func scan[R rowID](s sense, dst, src cloud[R], best, restore float64) (kept int, ties bool) {
	n := src.len()
	xs, ys, rows := src.x, src.y[:n], src.row[:n]
	dx, dy, dr := dst.x[:n], dst.y[:n], dst.row[:n]
	last := math.NaN() // x of the last that was kept; best is its cost
	if s.falling {
		w := n
		for i := n - 1; i >= 0; i-- {
			x, y := xs[i], ys[i]
			if !(y < best) {
				if !(y == best && x == last) {
					continue
				}
				ties = true
			}
			w--
			dx[w], dy[w], dr[w] = x, y*restore, rows[i]
			best, last = y, x
		}
		return n - w, ties
	}
	w := 0
	for i, x := range xs {
		y := ys[i]
		if !(y < best) {
			equal := y == best && x == last
			if !equal && !(s.plateaus && y == best) {
				continue
			}
			ties = ties || equal
		}
		dx[w], dy[w], dr[w] = x, y*restore, rows[i]
		w++
		best, last = y, x
	}
	return w, ties
}

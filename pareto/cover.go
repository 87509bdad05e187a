package pareto

import (
	"math"
	"sort"
)

// A Coverage is the judgement of one point against a strict frontier.
type Coverage struct {
	Kind Kind
	// Margin is the largest s such that the point made s times better on both
	// axes is still covered under the policy (its tolerance aside), minus 1.
	// NaN if Unverifiable.
	Margin float64
	// By are the positions that give the coverage or, where the point is not
	// covered, that come nearest to it: one position (By[1] is -1) or the easy
	// and the hard end of a line. Both are -1 if Unverifiable.
	By [2]int
	// Span is the larger x of a line's ends over the smaller, before clipping;
	// 0 if By is not a line.
	Span float64
	// Evidence grades the line.
	Evidence Evidence
	// Reason says more about Uncovered.
	Reason Reason
	// Y is the best y that the policy accepts at the point's x; NaN if none.
	Y float64
}

// IsLine reports whether By names a line rather than one position.
func (c Coverage) IsLine() bool { return c.By[1] >= 0 }

// Cover judges the point (x, y) against the strict frontier f. Coordinates of
// the point and of the frontier must be above zero.
//
// What a policy covers is closed downwards: a point that is no better than a
// covered one is covered too, so the margin along the ray of equal improvement
// has one value, and it is found in closed form. On the ray the point's
// coordinates are 1, the positions' are their oriented ratios to it, and
//
//   - a position covers up to the smaller of its two ratios;
//   - a line of two maximised or two minimised axes meets the ray where a
//     linear equation holds, a line of mixed axes where a quadratic one does
//     (the ray is a hyperbola in data space), a log-log line where an equation
//     linear in logs does.
//
// O(log n) for n positions, under Hull O(n log n): judge many points by a Judge.
func (f *Front) Cover(x, y float64, p Policy) Coverage {
	j := Judge{front: f, policy: p}
	if p.Curve == Hull {
		j.prepare()
	}
	return j.Cover(x, y)
}

// cover is Judge.Cover. It also returns the crossing, which it looks for from a
// guess on.
func (r ray) cover(guess int) (c Coverage, cross int) {
	f, rule := r.front, r.policy.Curve
	n := f.Len()
	if n == 0 || !(r.x > 0) || !(r.y > 0) {
		return Coverage{Kind: Unverifiable, Margin: math.NaN(), By: [2]int{-1, -1}, Y: math.NaN()}, guess
	}
	cross = r.crossing(guess)

	c = Coverage{Margin: math.Inf(-1), By: [2]int{-1, -1}}
	if cross > 0 {
		i := f.easy(cross - 1)
		c.Margin, c.By[0] = r.gainX(i)-1, i
	}
	if cross < n {
		i := f.easy(cross)
		if m := r.gainY(i) - 1; m > c.Margin {
			c.Margin, c.By[0] = m, i
		}
	}
	best := c.By[0]
	exceeds := f.XDir.Better(f.X[best], r.x) && f.YDir.Better(f.Y[best], r.y)
	attains := !f.XDir.Better(r.x, f.X[best]) && !f.YDir.Better(r.y, f.Y[best])

	line := r.bestLine(cross, rule, r.policy.MaxSpan)
	if line.margin > c.Margin {
		c.Margin = line.margin
		if !attains {
			c.By, c.Span, c.Evidence = [2]int{line.easy, line.hard}, line.span, r.evidence(line.segment)
		}
	}
	c.Margin = min(c.Margin, math.MaxFloat64)
	c.Y = r.acceptedY(cross)

	switch {
	case exceeds:
		c.Kind = Exceeded
	case attains:
		c.Kind = Matched
	case c.Margin >= 0: // only a line gets here
		c.Kind = OnLine
	case c.Margin >= -r.policy.allowed():
		c.Kind = Within
	default:
		r.explain(&c, cross, line)
	}
	return c, cross
}

// A ray is a point to judge, with the improvements of it that are equally good
// on both axes.
type ray struct {
	*Judge
	x, y float64
}

func (r ray) gainX(i int) float64 { return r.front.XDir.Ratio(r.front.X[i], r.x) }
func (r ray) gainY(i int) float64 { return r.front.YDir.Ratio(r.front.Y[i], r.y) }

// crossing returns the rank behind which the ray passes. Ranks run from the easy
// end, along which x gets better and y worse: it is the first position with more
// gain in x than in y. It is looked for from a guess on.
func (r ray) crossing(guess int) int {
	f := r.front
	return gallop(f.Len(), guess, func(rank int) bool { i := f.easy(rank); return r.gainX(i) > r.gainY(i) })
}

// guess returns the crossing but for rounding. Two divisions decide on which side
// a position is, and so do two products: for example X/x > y/Y where X*Y > x*y.
func (r ray) guess() int {
	f := r.front
	xs := f.X
	ys := f.Y[:len(xs)]
	lo, hi := 0, len(xs)
	if f.XDir != f.YDir {
		for product := r.x * r.y; lo < hi; {
			if i := int(uint(lo+hi) >> 1); xs[i]*ys[i] > product {
				hi = i
			} else {
				lo = i + 1
			}
		}
	} else {
		for lo < hi {
			if i := int(uint(lo+hi) >> 1); xs[i]*r.y > ys[i]*r.x {
				hi = i
			} else {
				lo = i + 1
			}
		}
	}
	if f.XDir == Minimize {
		return len(xs) - lo
	}
	return lo
}

// gallop returns the smallest number below n for which yes holds, n if there is
// none, where yes holds for all numbers from some one on. O(log d) where the
// guess, from 0 to n, is wrong by d.
func gallop(n, guess int, yes func(int) bool) int {
	lo, hi := guess, guess
	for step := 1; lo > 0 && yes(lo-1); step *= 2 {
		lo, hi = max(lo-step, 0), lo-1
	}
	if hi == guess {
		for step := 1; hi < n && !yes(hi); step *= 2 {
			lo, hi = hi+1, min(hi+step, n)
		}
	}
	for lo < hi {
		if mid := int(uint(lo+hi) >> 1); yes(mid) {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}

// A segment is a straight line between two positions, clipped or not.
type segment struct {
	easy, hard int     // positions
	xe, ye     float64 // the easy end
	xh, yh     float64 // the hard end, after clipping
	span       float64 // ratio of the ends' x before clipping
}

// segment returns the line from position easy to position hard, clipped to the
// limit (0: not clipped).
func (f *Front) segment(easy, hard int, limit float64) segment {
	s := segment{easy: easy, hard: hard, xe: f.X[easy], ye: f.Y[easy], xh: f.X[hard], yh: f.Y[hard]}
	s.span = f.XDir.Ratio(s.xh, s.xe)
	if limit > 0 && s.span > limit {
		if f.XDir == Maximize {
			s.xh = s.xe * limit
		} else {
			s.xh = s.xe / limit
		}
	}
	return s
}

// attains reports whether clipping left of the segment a part that is at least as
// good as x.
func (s segment) attains(d Direction, x float64) bool { return !d.Better(x, s.xh) && s.xh != s.xe }

// A crossing is where a ray meets a line; margin is NaN where it does not.
type crossing struct {
	segment
	margin float64
}

// bestLine returns the line that the rule accepts within a limit of span with
// the largest margin, of equal ones that with the smaller span. cross is the rank
// behind which the ray passes.
func (r ray) bestLine(cross int, rule CurveRule, limit float64) crossing {
	best := crossing{margin: math.NaN()}
	f := r.front
	if rule == Measured || cross == 0 || cross == f.Len() {
		return best
	}
	if rule != Hull {
		return r.meet(f.segment(f.easy(cross-1), f.easy(cross), limit), rule)
	}
	lines := r.chords(limit)
	at := sort.Search(len(lines), func(k int) bool {
		return f.XDir.Ratio(lines[k].x, r.x) > f.YDir.Ratio(lines[k].y, r.y)
	})
	for _, l := range lines.near(at) {
		if l.easy >= cross || l.hard < cross {
			continue
		}
		// Lines that differ by rounding only are equal, and then the shorter counts.
		const rounding = 1e-14
		switch c := r.meet(f.segment(f.easy(l.easy), f.easy(l.hard), limit), rule); {
		case math.IsNaN(best.margin), c.margin > best.margin+rounding*(1+math.Abs(c.margin)):
			best = c
		case c.margin >= best.margin-rounding*(1+math.Abs(best.margin)) && c.span < best.span:
			best = c
		}
	}
	return best
}

// meet returns where the ray meets the segment under the rule.
func (r ray) meet(s segment, rule CurveRule) crossing {
	c := crossing{segment: s, margin: math.NaN()}
	// Clipping may have moved the hard end to the easy side of the ray. Then
	// the line adds nothing to what its hard position attains.
	// One that was clipped to nothing is no line.
	if s.xh == s.xe || !(r.front.XDir.Ratio(s.xh, r.x) >= r.front.YDir.Ratio(s.yh, r.y)) {
		return c
	}
	c.margin = r.straightMargin(s)
	if rule == LogLog {
		c.margin = min(c.margin, r.logMargin(s))
	}
	return c
}

// evidence grades a segment that the ray meets.
func (r ray) evidence(s segment) Evidence {
	// Of the margin the sign is enough, unless the slack may change it.
	v := r.logGain(s)
	if v >= 0 || v > -2*LineSlack && onLine(math.Expm1(v)) >= 0 {
		return Strong
	}
	return Weak
}

// onLine rounds a margin to 0 within the slack for lying on a line.
func onLine(margin float64) float64 {
	if math.Abs(margin) <= LineSlack {
		return 0
	}
	return margin
}

// straightMargin returns by how much the point can improve before it passes
// the straight segment. In units of the point the ray is (s, s), (1/s, s),
// (s, 1/s) or (1/s, 1/s) by the axes' directions. All sums are of terms with
// one sign, but for the quadratic's middle term, so nothing cancels.
func (r ray) straightMargin(s segment) float64 {
	xd, yd := r.front.XDir, r.front.YDir
	xe, ye, xh, yh := s.xe/r.x, s.ye/r.y, s.xh/r.x, s.yh/r.y
	dx, dy := math.Abs(s.xh-s.xe)/r.x, math.Abs(s.yh-s.ye)/r.y
	switch {
	case xd == Maximize && yd == Maximize:
		return onLine((dx*ye+dy*xe)/(dx+dy) - 1)
	case xd == Minimize && yd == Minimize:
		return onLine((dx+dy)/(dx*ye+dy*xe) - 1)
	case xd == Minimize: // (1/s, s) through (xh, yh), rising by dy over dx
		return onLine(quadratic(dx, dy*xh-dx*yh, dy) - 1)
	default: // (s, 1/s), the same with the axes exchanged
		return onLine(quadratic(dy, dx*ye-dy*xe, dx) - 1)
	}
}

// quadratic returns the positive root of a s^2 + b s - c, a and c not negative.
func quadratic(a, b, c float64) float64 {
	root := math.Hypot(b, 2*math.Sqrt(a)*math.Sqrt(c))
	if b >= 0 {
		return 2 * c / (b + root)
	}
	return (root - b) / (2 * a)
}

// logMargin is straightMargin for the line that is straight in the logs of
// both axes: y as a power of x through the segment's ends.
func (r ray) logMargin(s segment) float64 { return onLine(math.Expm1(r.logGain(s))) }

// logGain returns the log of 1 plus that margin, but for the slack.
func (r ray) logGain(s segment) float64 {
	gain := func(d Direction, v, of float64) float64 {
		if d == Minimize {
			v, of = of, v
		}
		return logRatio(v, of)
	}
	xe, ye := gain(r.front.XDir, s.xe, r.x), gain(r.front.YDir, s.ye, r.y)
	xh, yh := gain(r.front.XDir, s.xh, r.x), gain(r.front.YDir, s.yh, r.y)
	dx, dy := xh-xe, ye-yh
	return (dx*ye + dy*xe) / (dx + dy)
}

// logRatio returns log(a/b), to full precision also where a and b are close.
func logRatio(a, b float64) float64 {
	if a < 2*b && b < 2*a {
		return math.Log1p((a - b) / b)
	}
	if q := a / b; q > 0 && !math.IsInf(q, 0) {
		return math.Log(q)
	}
	return math.Log(a) - math.Log(b)
}

// explain fills in why the point is not covered; line is the best that the policy
// accepts.
func (r ray) explain(c *Coverage, cross int, line crossing) {
	c.Kind = Uncovered
	rule, drawn := r.policy.Curve, Line
	switch rule {
	case Hull:
		drawn = Hull
	case Measured:
		if r.bestLine(cross, Line, 0).margin >= 0 {
			c.Reason = BelowDrawnLine
		}
		return
	case LogLog:
		if r.bestLine(cross, Line, r.policy.MaxSpan).margin >= 0 {
			c.Reason = BelowStraightOnly
			return
		}
	case Line:
	}
	limit := r.policy.MaxSpan
	if !(limit > 0) || drawn == Line && !(line.span > limit) {
		return // nothing was clipped away
	}
	if line := r.bestLine(cross, drawn, 0); line.margin >= 0 {
		c.Kind = Wide
		c.By, c.Span, c.Evidence = [2]int{line.easy, line.hard}, line.span, NoEvidence
	}
}

// acceptedY returns the best y that the policy accepts at the point's x. The
// place on the frontier is looked for from a guess.
func (r ray) acceptedY(guess int) float64 {
	f, rule, limit := r.front, r.policy.Curve, r.policy.MaxSpan
	n := f.Len()
	// The first rank whose x is at least as good as the point's: it attains its y.
	first := gallop(n, guess, func(rank int) bool { return !f.XDir.Better(r.x, f.X[f.easy(rank)]) })
	if first == n {
		return math.NaN()
	}
	best := f.Y[f.easy(first)]
	if rule == Measured || first == 0 {
		return best
	}
	if rule == Hull {
		lines := r.chords(limit)
		at := sort.Search(len(lines), func(k int) bool { return f.XDir.Better(lines[k].x, r.x) })
		for _, l := range lines.near(at) {
			if l.easy >= first || l.hard < first {
				continue
			}
			s := f.segment(f.easy(l.easy), f.easy(l.hard), limit)
			if y := f.height(s, r.x); s.attains(f.XDir, r.x) && f.YDir.Better(y, best) {
				best = y
			}
		}
		return best
	}
	s := f.segment(f.easy(first-1), f.easy(first), limit)
	if !s.attains(f.XDir, r.x) {
		return best
	}
	y := between(r.x, s.xe, s.ye, s.xh, s.yh)
	if rule == LogLog {
		w := logRatio(r.x, s.xe) / logRatio(s.xh, s.xe)
		if logY := s.ye * math.Exp(w*logRatio(s.yh, s.ye)); f.YDir.Better(y, logY) {
			y = logY
		}
	}
	if f.YDir.Better(y, best) {
		best = y
	}
	return best
}

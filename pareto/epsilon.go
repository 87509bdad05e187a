package pareto

import "math"

// EpsilonAdditive returns the additive epsilon indicator of a against b (Zitzler,
// Thiele, Laumanns, Fonseca and Grunert da Fonseca, IEEE TEVC 7(2), 2003): the
// least eps such that, with every value of a made better by eps, each point of b
// has a point of a that is at least as good on every axis. It is 0 or below exactly
// if a weakly dominates b, and with a reference set as b it is the unary
// indicator. eps is in the unit of all axes, so they should have one. ok is false
// if either set has no point. A difference that is too large is an infinity.
//
// On two axes O((n + m) log(n + m)), on more O(n m d) for n and m points on the
// fronts of d axes, as a rule far less, because a point of b that cannot raise the
// result any more is given up.
func EpsilonAdditive(a, b Set) (eps float64, ok bool) {
	return epsilon(a, b, func(d Direction, of, than float64) float64 {
		if d == Minimize {
			return of - than
		}
		return than - of
	})
}

// EpsilonMultiplicative is EpsilonAdditive with factors instead of differences: the
// least eps such that, with every value of a made better eps times, each point of
// b has a point of a that is at least as good on every axis. It is 1 or below
// exactly if a weakly dominates b, and it has no unit. ok is false too if a value of
// either set is not above zero.
func EpsilonMultiplicative(a, b Set) (eps float64, ok bool) {
	mustMatch(a, b)
	if !a.positive() || !b.positive() {
		return 0, false
	}
	return epsilon(a, b, func(d Direction, of, than float64) float64 { return d.Ratio(than, of) })
}

// epsilon returns the largest loss of a point of b, which is the smallest loss with
// a point of a, which is the largest of its axes'. The loss on an axis rises
// with the value in a and falls with that in b, so that only the points on the
// fronts of both matter.
func epsilon(a, b Set, loss func(d Direction, of, than float64) float64) (eps float64, ok bool) {
	mustMatch(a, b)
	if len(a.Columns) == 2 {
		return epsilon2(a.front(), b.front(), loss)
	}
	as, bs := NonDominated(a), NonDominated(b)
	if len(as) == 0 || len(bs) == 0 {
		return 0, false
	}
	const part = 256
	parts := (len(bs) + part - 1) / part
	worst := make([]float64, parts)
	inParallel(parts, func(i int) {
		most := math.Inf(-1)
		last := 0 // what decided for one point is likely to decide for the next
		for _, r := range bs[i*part : min((i+1)*part, len(bs))] {
			least, first := math.Inf(1), last
			for k := range as {
				switch k {
				case 0:
					k = first
				case first:
					k = 0
				}
				l := math.Inf(-1)
				for j, c := range a.Columns {
					l = max(l, loss(a.Dirs[j], c[as[k]], b.Columns[j][r]))
					if !(l < least) {
						break
					}
				}
				if l < least {
					least, last = l, k
				}
				if !(least > most) {
					break
				}
			}
			most = max(most, least)
		}
		worst[i] = most
	})
	eps = worst[0]
	for _, w := range worst {
		eps = max(eps, w)
	}
	return eps, true
}

// epsilon2 is epsilon for frontiers. For one point of b, the loss in x falls and
// that in y rises along a, so that it is smallest where they cross. From one point
// of b to the next the crossing only moves on, but for rounding.
func epsilon2(a, b *Front, loss func(d Direction, of, than float64) float64) (eps float64, ok bool) {
	n := a.Len()
	if n == 0 || b.Len() == 0 {
		return 0, false
	}
	eps = math.Inf(-1)
	cross := 0
	for rank := range b.Len() {
		i := b.easy(rank)
		lossX := func(rank int) float64 { return loss(a.XDir, a.X[a.easy(rank)], b.X[i]) }
		lossY := func(rank int) float64 { return loss(a.YDir, a.Y[a.easy(rank)], b.Y[i]) }
		cross = gallop(n, cross, func(rank int) bool { return lossX(rank) <= lossY(rank) })
		least := math.Inf(1)
		if cross < n {
			least = lossY(cross)
		}
		if cross > 0 {
			least = min(least, lossX(cross-1))
		}
		eps = max(eps, least)
	}
	return eps, true
}

// mustMatch panics unless two sets have the same axes.
func mustMatch(a, b Set) {
	a.must()
	b.must()
	if len(a.Dirs) != len(b.Dirs) {
		panic("pareto: sets of different numbers of axes")
	}
	for i, d := range a.Dirs {
		if b.Dirs[i] != d {
			panic("pareto: sets of different directions")
		}
	}
}

// front returns the strict frontier of a set on two axes.
func (s Set) front() *Front {
	return NewFront(Points{X: s.Columns[0], Y: s.Columns[1], XDir: s.Dirs[0], YDir: s.Dirs[1], Rows: s.Rows}, Strict)
}

// positive reports whether all values of the points of s are above zero.
func (s Set) positive() bool {
	positive := true
	s.each(func(r int) {
		for _, c := range s.Columns {
			positive = positive && c[r] > 0
		}
	})
	return positive
}

// each calls do with the rows of s that are points, those that are finite on
// every axis, ascending.
func (s Set) each(do func(r int)) {
	v := s.all()
next:
	for i := range v.n {
		r := v.row(i)
		for _, c := range s.Columns {
			if math.IsNaN(c[r] - c[r]) {
				continue next
			}
		}
		do(int(r))
	}
}

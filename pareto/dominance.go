package pareto

// CMetric returns the share of the points of b that a covers (Zitzler and Thiele,
// PPSN V, 1998): those for which a point of a is at least as good on every axis. A
// point that is equal on all of them covers too, so that the share of a set in
// itself is 1. Rows count one by one, equal ones too. CMetric(a, b) and
// CMetric(b, a) need not add up to 1. ok is false if b has no points; a set without
// points covers none.
//
// For n points of a and m of b it takes O((n + m) log(n + m)) on up to three axes,
// on more O(n m d) with n the points of a that are on its front; as a rule far
// less, because what covers one point is tried on the next one first.
func CMetric(a, b Set) (share float64, ok bool) {
	mustMatch(a, b)
	var rows []int
	b.each(func(r int) { rows = append(rows, r) })
	if len(rows) == 0 {
		return 0, false
	}
	b.Rows = rows
	covered := 0
	switch t := tuned(); len(a.Columns) {
	case 1:
		covered = coveredOn1(a, b)
	case 2:
		covered = coveredOn2(a, b)
	case 3:
		covered = t.coveredOn3(a, b)
	default:
		covered = coveredPairwise(a, b)
	}
	return float64(covered) / float64(len(rows)), true
}

func coveredOn1(a, b Set) (covered int) {
	front := NonDominated(a)
	for _, r := range b.Rows {
		if len(front) > 0 && !a.Dirs[0].Better(b.Columns[0][r], a.Columns[0][front[0]]) {
			covered++
		}
	}
	return covered
}

func coveredOn2(a, b Set) (covered int) {
	f := a.front()
	first := 0
	for _, r := range b.Rows {
		x, y := b.Columns[0][r], b.Columns[1][r]
		// Of the positions whose x is as good, this one has the best y.
		first = gallop(f.Len(), first, func(rank int) bool { return !f.XDir.Better(x, f.X[f.easy(rank)]) })
		if first < f.Len() && !f.YDir.Better(y, f.Y[f.easy(first)]) {
			covered++
		}
	}
	return covered
}

// coveredOn3 sweeps over the points of both sets from the best z to the worst, and
// keeps the staircase of those of a.
func (t tuning) coveredOn3(a, b Set) (covered int) {
	of, than := a.turned(t, t.survivors(a)), b.turned(t, narrow(b.Rows))
	n := len(of[0])
	vals := make([][]float64, 3)
	for k := range vals {
		vals[k] = append(of[k], than[k]...)
	}
	xs, ys, zs := vals[0], vals[1], vals[2]
	ranks := ranked(xs, t.ascending(xs)) // equal x share one
	best := make([]float64, len(xs))     // y of each step
	s := newStairs(len(xs))
	for _, p := range t.ascending(zs) { // of equal z, points of a come first
		at := s.upTo(ranks[p])
		under := at >= 0 && best[at] <= ys[p]
		switch {
		case int(p) >= n:
			if under {
				covered++
			}
		case !under:
			for next := s.after(ranks[p]); next >= 0 && best[next] >= ys[p]; next = s.after(next) {
				s.remove(next)
			}
			best[ranks[p]] = ys[p]
			s.add(ranks[p])
		}
	}
	return covered
}

func narrow(rows []int) []int32 {
	to := make([]int32, len(rows))
	for i, r := range rows {
		to[i] = int32(r)
	}
	return to
}

func coveredPairwise(a, b Set) int {
	as := NonDominated(a)
	covers := func(p, q int) bool {
		for j, c := range a.Columns {
			if a.Dirs[j].Better(b.Columns[j][q], c[p]) {
				return false
			}
		}
		return true
	}
	const part = 256
	counts := make([]int, (len(b.Rows)+part-1)/part)
	inParallel(len(counts), func(i int) {
		last := 0
		for _, q := range b.Rows[i*part : min((i+1)*part, len(b.Rows))] {
			if last < len(as) && covers(as[last], q) {
				counts[i]++
				continue
			}
			for k, p := range as {
				if covers(p, q) {
					counts[i]++
					last = k
					break
				}
			}
		}
	})
	covered := 0
	for _, c := range counts {
		covered += c
	}
	return covered
}

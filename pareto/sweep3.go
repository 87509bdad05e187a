package pareto

// sweep3 tells which points on three axes another one dominates (Kung, Luccio
// and Preparata, JACM 22(4), 1975). In lexicographic order a point comes after
// all that dominate it, so that two axes remain: of the points so far, those
// that nothing dominates on these two make a staircase, and a point is dominated
// exactly if the step at or before its y is not above its z. O(n log n), the sorts
// aside O(n log n / log 64).
func (t tuning) sweep3(vals [][]float64) []bool {
	n := len(vals[0])
	ys, zs := vals[1], vals[2]
	var order, rank []int32 // lexicographic order; ranks on y
	sortAxis := func(axis int) {
		if axis == 0 {
			order = t.ascending(vals[0])
			untie(vals, order)
			return
		}
		rank = ranked(ys, t.ascending(ys))
	}
	t.eachOf(n, 2, sortAxis)

	dominated := make([]bool, n)
	steps := newStairs(n)
	height := make([]float64, n) // z of the step at a rank
	last := int32(-1)
	// Points are fetched some at a time, so that waits for memory overlap.
	const some = 128
	var rs [some]int32
	var hs [some]float64
	for len(order) > 0 {
		next := order[:min(some, len(order))]
		order = order[len(next):]
		for i, p := range next {
			rs[i], hs[i] = rank[p], zs[p]
		}
		for i, p := range next {
			r, z := rs[i], hs[i]
			if at := steps.upTo(r); at >= 0 && height[at] <= z {
				// Where the step is an equal point's, that is the one before.
				dominated[p] = true
				if at == r && height[at] == z && equalOn(vals, last, p) {
					dominated[p] = dominated[last]
				}
				last = p
				continue
			}
			last = p
			for at := steps.after(r); at >= 0 && height[at] >= z; at = steps.after(r) {
				steps.remove(at)
			}
			steps.add(r)
			height[r] = z
		}
	}
	return dominated
}

// eachOf calls do with 0 to m-1, in parallel if each is work on n points that
// is worth it.
func (t tuning) eachOf(n, m int, do func(i int)) {
	if n >= t.fork {
		inParallel(m, do)
		return
	}
	for i := range m {
		do(i)
	}
}

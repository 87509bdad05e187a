package pareto

// pairwise tells which points another one dominates by comparing each with the
// points so far that nothing dominates (Börzsönyi, Kossmann and Stocker, ICDE
// 2001). A point that has dominated another one is tried first the next time, so
// that few comparisons are made where a few points dominate most. It gives up,
// with ok false, after so many comparisons per point. O(n m d) for a front of m.
func pairwise(vals [][]float64, each int) (dominated []bool, ok bool) {
	n, d := len(vals[0]), len(vals)
	dominated = make([]bool, n)
	window := make([]float64, 0, 16*d) // point by point
	owner := make([]int32, 0, 16)
	point := make([]float64, d)
	left := n * each
next:
	for i := range n {
		for k, v := range vals {
			point[k] = v[i]
		}
		kept := 0
		for w, o := range owner {
			if left--; left < 0 {
				return nil, false
			}
			old := window[w*d : w*d+d]
			switch worse, better := compare(old, point); {
			case better && !worse:
				// The point dominates none of the window, as the window's points do
				// not dominate each other: nothing has been moved.
				dominated[i] = true
				owner[0], owner[w] = o, owner[0]
				for k, x := range old {
					window[k], old[k] = x, window[k]
				}
				continue next
			case worse && !better:
				dominated[o] = true
			default:
				if kept < w {
					owner[kept] = o
					copy(window[kept*d:kept*d+d], old)
				}
				kept++
			}
		}
		owner = append(owner[:kept], int32(i))
		window = append(window[:kept*d], point...)
	}
	return dominated, true
}

// compare reports whether a is worse than b on some axis and whether it is
// better on some.
func compare(a, b []float64) (worse, better bool) {
	b = b[:len(a)]
	for k, x := range a {
		if x > b[k] {
			if better {
				return true, true
			}
			worse = true
		} else if x < b[k] {
			if worse {
				return true, true
			}
			better = true
		}
	}
	return worse, better
}

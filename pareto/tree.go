package pareto

import "slices"

// A tree is a k-d tree of points that finds the first one in lexicographic order
// that is at least as good as a given point. It is complete: the children of
// node i are 2i and 2i+1, the root is 1, and the last half of the nodes are leaves
// with equal shares of the points, to within one.
type tree struct {
	axes      int
	leaves    int
	low, high []float64 // bounds, by node, then axis
	first     []int32   // by node, the least place in lexicographic order
	place     []int32   // by position in the tree
	vals      []float64 // by position in the tree, then axis
	points    []int32   // by place
	columns   [][]float64
}

// leafLen is how many points a leaf has at most.
const leafLen = 8

func (t tuning) newTree(vals [][]float64) *tree {
	d, n := len(vals), len(vals[0])
	order := t.ascending(vals[0])
	untie(vals, order)
	tr := &tree{axes: d, leaves: 1, points: order, columns: vals, vals: make([]float64, n*d), place: make([]int32, n)}
	for n > tr.leaves*leafLen {
		tr.leaves *= 2
	}
	tr.low, tr.high = make([]float64, 2*tr.leaves*d), make([]float64, 2*tr.leaves*d)
	tr.first = make([]int32, 2*tr.leaves)
	for i := range tr.place {
		tr.place[i] = int32(i)
	}
	// Places in lexicographic order are the ranks on the first axis.
	ranks := make([][]int32, d)
	t.eachOf(n, d, func(k int) {
		ranks[k] = make([]int32, n)
		by := order
		if k > 0 {
			by = t.ascending(vals[k])
		}
		of := make([]int32, n)
		for i, p := range by {
			of[p] = int32(i)
		}
		for i, p := range order {
			ranks[k][i] = of[p]
		}
	})
	tr.split(ranks, 0, 0, tr.leaves)
	for i, place := range tr.place {
		for k := range vals {
			tr.vals[i*d+k] = vals[k][order[place]]
		}
	}
	for node := 2*tr.leaves - 1; node > 0; node-- {
		tr.bound(node)
	}
	return tr
}

// leaf returns the positions of a leaf's points.
func (tr *tree) leaf(i int) (lo, hi int) {
	return len(tr.place) * i / tr.leaves, len(tr.place) * (i + 1) / tr.leaves
}

// split arranges the points of the leaves from and up to below to so that those
// of the first half are no worse on one axis than the others, and so on.
func (tr *tree) split(ranks [][]int32, axis, from, to int) {
	if to-from == 1 {
		return
	}
	mid := (from + to) / 2
	lo, _ := tr.leaf(from)
	at, _ := tr.leaf(mid)
	_, hi := tr.leaf(to - 1)
	selectNth(tr.place[lo:hi], at-lo, ranks[axis])
	axis = (axis + 1) % tr.axes
	tr.split(ranks, axis, from, mid)
	tr.split(ranks, axis, mid, to)
}

// selectNth arranges the elements so that the one that would be n-th in order of
// their keys is there, and none before it has a larger key. Keys differ. O(n) on
// average.
func selectNth(list []int32, n int, keys []int32) {
	for len(list) > 24 {
		// The middle one of three, evenly spread, is near enough to the median.
		three := [3]int32{keys[list[0]], keys[list[len(list)/2]], keys[list[len(list)-1]]}
		slices.Sort(three[:])
		pivot := three[1]
		i, j := 0, len(list)-1
		for i <= j {
			for keys[list[i]] < pivot {
				i++
			}
			for keys[list[j]] > pivot {
				j--
			}
			if i <= j {
				list[i], list[j] = list[j], list[i]
				i++
				j--
			}
		}
		switch {
		case n <= j:
			list = list[:j+1]
		case n >= i:
			list, n = list[i:], n-i
		default:
			return
		}
	}
	slices.SortFunc(list, func(a, b int32) int { return int(keys[a] - keys[b]) })
}

// bound sets the bounds of a node whose children have theirs.
func (tr *tree) bound(node int) {
	d := tr.axes
	low, high := tr.low[node*d:node*d+d], tr.high[node*d:node*d+d]
	if node < tr.leaves {
		a, b := 2*node, 2*node+1
		for k := range d {
			low[k] = min(tr.low[a*d+k], tr.low[b*d+k])
			high[k] = max(tr.high[a*d+k], tr.high[b*d+k])
		}
		tr.first[node] = min(tr.first[a], tr.first[b])
		return
	}
	lo, hi := tr.leaf(node - tr.leaves)
	if lo == hi { // there are no points at all
		tr.first[node] = int32(len(tr.place))
		return
	}
	copy(low, tr.vals[lo*d:lo*d+d])
	copy(high, low)
	tr.first[node] = tr.place[lo]
	for i := lo + 1; i < hi; i++ {
		for k, x := range tr.vals[i*d : i*d+d] {
			low[k], high[k] = min(low[k], x), max(high[k], x)
		}
		tr.first[node] = min(tr.first[node], tr.place[i])
	}
}

// dominator returns the first point in lexicographic order that dominates q, -1
// if none does. The first that is at least as good is equal to q only if none
// dominates q, since those would come before.
func (tr *tree) dominator(q []float64) int32 {
	best := tr.search(1, q, int32(len(tr.place)))
	if int(best) == len(tr.place) {
		return -1
	}
	p := tr.points[best]
	for k, x := range q {
		if tr.columns[k][p] != x {
			return p
		}
	}
	return -1
}

// search returns the least place below best of a point of the node that is at
// least as good as q, or best.
func (tr *tree) search(node int, q []float64, best int32) int32 {
	if tr.first[node] >= best {
		return best
	}
	d := tr.axes
	low, high := tr.low[node*d:node*d+d], tr.high[node*d:node*d+d]
	all := true
	for k, x := range q {
		if low[k] > x {
			return best
		}
		all = all && high[k] <= x
	}
	switch {
	case all:
		return tr.first[node]
	case node < tr.leaves:
		a, b := 2*node, 2*node+1
		if tr.first[b] < tr.first[a] {
			a, b = b, a
		}
		return tr.search(b, q, tr.search(a, q, best))
	}
	lo, hi := tr.leaf(node - tr.leaves)
next:
	for i := lo; i < hi; i++ {
		if tr.place[i] >= best {
			continue
		}
		for k, x := range tr.vals[i*d : i*d+d] {
			if x > q[k] {
				continue next
			}
		}
		best = tr.place[i]
	}
	return best
}

package pareto

import (
	"math"
	"math/bits"
	"slices"
)

// Ranges distribute points over parts by ranges of x. Once the least cost of each
// part is known, the parts' frontiers can be found independently of each
// other, and lie side by side: there is nothing to merge.
type ranges[R rowID] struct {
	sense
	from    source[R]
	workers int

	ruler
	counts [][]int     // by worker, of each part; later where the worker's next point of the part goes
	least  [][]float64 // by worker, the least cost of each part
	ends   []int       // of each part
	before []float64   // of each part, the least cost at better x
}

// plan chooses the parts, of about leaf points each, and at most so many that
// as many streams of writes still run at full speed.
func (d *ranges[R]) plan(leaf, workers int) {
	const mostParts = 256
	d.workers = workers
	n := d.from.len()
	parts := 1 << min(bits.Len(uint(n/leaf)), bits.Len(mostParts-1))
	xs := d.from.sample(max(1024, 4*parts)).x
	if len(xs) == 0 { // perhaps there are points that the sample missed
		xs = []float64{0}
	}
	// The work that a part is grows about as the square of its points where they
	// crowd; of m points in k parts the sum is m+m*m/k if they are spread evenly.
	even := float64(len(xs)) + float64(len(xs)*len(xs))/float64(parts)
	d.ruler = bestRuler(xs, parts, 2*even, func(r ruler) (cost float64) {
		counts := make([]int, parts)
		for _, x := range xs {
			counts[r.cell(x)]++
		}
		for _, c := range counts {
			cost += float64(c * c)
		}
		return cost
	})
	d.ends = make([]int, parts)
}

// share returns the part of n that the i-th of k workers gets.
func share(n, i, k int) (from, to int) { return n / k * i, n/k*(i+1) + n%k*((i+1)/k) }

// count finds how many points there are in each part, and returns the sum.
func (d *ranges[R]) count() int {
	d.counts, d.least = make([][]int, d.workers), make([][]float64, d.workers)
	inParallel(d.workers, func(w int) {
		counts, least := make([]int, len(d.ends)), make([]float64, len(d.ends))
		for i := range least {
			least[i] = math.Inf(1)
		}
		var buf sourceBuffer
		lo, hi := share(d.from.len(), w, d.workers)
		for ; lo < hi; lo += sourceBlock {
			xs, ys := d.from.block(lo, min(lo+sourceBlock, hi), &buf)
			countParts(d.ruler, xs, ys, d.from.sign, counts, least)
		}
		d.counts[w], d.least[w] = counts, least
	})
	n := 0
	for b := range d.ends {
		for _, counts := range d.counts {
			counts[b], n = n, n+counts[b]
		}
		d.ends[b] = n
	}
	d.before = make([]float64, len(d.ends))
	best := math.Inf(1)
	for i := range d.before {
		b := i
		if d.falling {
			b = len(d.before) - 1 - i
		}
		d.before[b] = best
		for _, least := range d.least {
			best = min(best, least[b])
		}
	}
	return n
}

// scatter copies the points to dst, part after part, in the source's order
// within each.
func (d *ranges[R]) scatter(dst cloud[R]) {
	inParallel(d.workers, func(w int) {
		var buf sourceBuffer
		var ids [sourceBlock]R
		lo, hi := share(d.from.len(), w, d.workers)
		for ; lo < hi; lo += sourceBlock {
			end := min(lo+sourceBlock, hi)
			xs, ys := d.from.block(lo, end, &buf)
			d.from.number(lo, end, ids[:])
			scatterParts(d.ruler, cloud[R]{xs, ys, ids[:end-lo]}, d.from.sign, d.counts[w], dst)
		}
	})
}

// countParts counts the points in each part and finds the least cost there. It
// and scatterParts are functions of their own because the compiler keeps more in
// registers than it does in the middle of a method.
func countParts(r ruler, xs, ys []float64, sign float64, counts []int, least []float64) {
	ys = ys[:len(xs)]
	least = least[:len(counts)]
	for i, x := range xs {
		cost := ys[i] * sign
		if !isPoint(x, cost) {
			continue
		}
		c := r.cell(x)
		counts[c]++
		if cost < least[c] {
			least[c] = cost
		}
	}
}

func scatterParts[R rowID](r ruler, c cloud[R], sign float64, next []int, dst cloud[R]) {
	xs, ys, rows := c.x, c.y[:len(c.x)], c.row[:len(c.x)]
	dx, dy, dr := dst.x, dst.y[:len(dst.x)], dst.row[:len(dst.x)]
	for i, x := range xs {
		cost := ys[i] * sign
		if !isPoint(x, cost) {
			continue
		}
		part := r.cell(x)
		at := next[part]
		next[part] = at + 1
		dx[at], dy[at], dr[at] = x, cost, rows[i]
	}
}

// start returns where a part begins.
func (d *ranges[R]) start(part int) int {
	if part == 0 {
		return 0
	}
	return d.ends[part-1]
}

// close moves what was kept of each part together, at the start of c, or at
// its end if x is falling, and returns how many points that is.
func (d *ranges[R]) close(c cloud[R], kept []int) int {
	sum := 0
	for _, k := range kept {
		sum += k
	}
	if sum == c.len() {
		return sum
	}
	closeColumn(d, c.x, kept)
	closeColumn(d, c.y, kept)
	closeColumn(d, c.row, kept)
	return sum
}

func closeColumn[R rowID, E any](d *ranges[R], column []E, kept []int) {
	if d.falling {
		w := len(column)
		for b, k := range slices.Backward(kept) {
			w -= k
			copy(column[w:], column[d.ends[b]-k:d.ends[b]])
		}
		return
	}
	w := 0
	for b, k := range kept {
		w += copy(column[w:], column[d.start(b):d.start(b)+k])
	}
}

package pareto

import (
	"math"
	"math/bits"
	"slices"
)

// survivors returns, in ascending order, rows of s that are points, among them
// all that nothing dominates. Every row that it drops is no point or is dominated
// by a row of s.
//
// It passes over the rows as long as a pass drops half of them. A pass is
// chosen by a sample: up to four pivots, points that dominate many others, and on
// three to five axes, where pivots catch too few, a grid.
// O(n d) time; memory for the survivors.
func (t tuning) survivors(s Set) []int32 {
	v := s.all()
	for {
		var f sieve
		if v.n >= t.sieve && len(s.Columns) > 1 {
			f = t.chooseSieve(v)
		}
		rows := t.sift(v, f)
		if f.idle() || len(rows) > v.n/2 {
			return rows
		}
		v.rows, v.n = rows, len(rows)
	}
}

// A view is the rows of a set that still take part; rows nil means 0 to n-1.
type view struct {
	set  Set
	rows []int32
	n    int
}

// all returns the view of all rows that take part.
func (s Set) all() view {
	if s.Rows == nil {
		return view{set: s, n: len(s.Columns[0])}
	}
	rows := make([]int32, len(s.Rows))
	for i, r := range s.Rows {
		rows[i] = int32(r)
	}
	slices.Sort(rows)
	rows = slices.Compact(rows)
	return view{set: s, rows: rows, n: len(rows)}
}

func (v view) row(i int) int32 {
	if v.rows == nil {
		return int32(i)
	}
	return v.rows[i]
}

// blockLen is how many rows are sifted at a time: few enough to stay in the
// first cache on eight axes.
const blockLen = 256

// A block is some rows of a view, axis by axis, less is better on each.
type block struct {
	n     int
	vals  [][]float64
	own   [][]float64 // work space
	signs []uint64
	alive []int32 // offsets of the rows that are left
}

func newBlock(axes int) *block {
	b := &block{vals: make([][]float64, axes), own: make([][]float64, axes), signs: make([]uint64, blockLen), alive: make([]int32, 0, blockLen)}
	for k := range b.own {
		b.own[k] = make([]float64, blockLen)
	}
	return b
}

// load fills the block with the view's rows from lo to hi.
func (b *block) load(v view, lo, hi int) {
	b.n = hi - lo
	for k, column := range v.set.Columns {
		to := b.own[k][:b.n]
		switch {
		case v.rows == nil && v.set.Dirs[k] == Minimize:
			to = column[lo:hi]
		case v.rows == nil:
			for i, x := range column[lo:hi] {
				to[i] = -x
			}
		case v.set.Dirs[k] == Minimize:
			for i, r := range v.rows[lo:hi] {
				to[i] = column[r]
			}
		default:
			for i, r := range v.rows[lo:hi] {
				to[i] = -column[r]
			}
		}
		b.vals[k] = to
	}
}

// gather fills the block with single rows.
func (b *block) gather(v view, rows []int32) {
	v.rows = rows
	b.load(v, 0, len(rows))
}

// A sieve is points and a grid of points that drop what they dominate.
type sieve struct {
	pivots [][]float64
	grid   *grid
}

func (f sieve) idle() bool { return len(f.pivots) == 0 && f.grid == nil }

// sift leaves in b.alive the rows that are finite and that the sieve does not
// drop.
func (f sieve) sift(b *block) {
	b.alive = b.alive[:0]
	if len(f.pivots) == 0 {
		for i := range b.n {
			b.alive = append(b.alive, int32(i))
		}
	} else {
		b.first(f.pivots[0])
		for _, p := range f.pivots[1:] {
			b.next(p)
		}
	}
	if f.grid != nil {
		b.alive = f.grid.sift(b.vals, b.alive)
	}
	k := 0
	for _, i := range b.alive {
		finite := true
		for _, v := range b.vals {
			finite = finite && v[i]-v[i] == 0
		}
		if finite {
			b.alive[k] = i
			k++
		}
	}
	b.alive = b.alive[:k]
}

// A row stays if it is below the pivot on some axis or equal to it on all. The
// signs of the differences tell, without a branch: the difference of two
// different numbers is never 0, and an infinite one has the right sign. Where a
// zero's own sign makes a difference -0 the row stays, which is no harm.

// keeps returns 1 if a row with these differences, joined by OR, stays, else 0.
func keeps(differences uint64) int { return int((differences | (differences - 1)) >> 63) }

// first leaves the rows of the whole block that the pivot does not dominate.
func (b *block) first(pivot []float64) {
	alive := b.alive[:b.n]
	signs := b.signs[:b.n]
	x, y := b.vals[0][:b.n], b.vals[1][:b.n]
	px, py := pivot[0], pivot[1]
	k := 0
	if len(b.vals) == 3 {
		z, pz := b.vals[2][:b.n], pivot[2]
		for i := range x {
			alive[k] = int32(i)
			k += keeps(math.Float64bits(x[i]-px) | math.Float64bits(y[i]-py) | math.Float64bits(z[i]-pz))
		}
		b.alive = alive[:k]
		return
	}
	for i := range x {
		signs[i] = math.Float64bits(x[i]-px) | math.Float64bits(y[i]-py)
	}
	for a, v := range b.vals[2:] {
		p := pivot[2+a]
		for i, w := range v[:b.n] {
			signs[i] |= math.Float64bits(w - p)
		}
	}
	for i, w := range signs {
		alive[k] = int32(i)
		k += keeps(w)
	}
	b.alive = alive[:k]
}

// next does the same for the rows that are left.
func (b *block) next(pivot []float64) {
	signs := b.signs[:len(b.alive)]
	clear(signs)
	for a, v := range b.vals {
		p := pivot[a]
		for j, i := range b.alive {
			signs[j] |= math.Float64bits(v[i] - p)
		}
	}
	k := 0
	for j, w := range signs {
		b.alive[k] = b.alive[j]
		k += keeps(w)
	}
	b.alive = b.alive[:k]
}

// sift returns the rows of the view that the sieve leaves, ascending.
func (t tuning) sift(v view, f sieve) []int32 {
	parts := t.parts(v.n)
	left := make([][]int32, parts)
	inParallel(parts, func(part int) {
		b := newBlock(len(v.set.Columns))
		lo, hi := v.n*part/parts, v.n*(part+1)/parts
		var kept []int32
		if f.idle() {
			kept = make([]int32, 0, hi-lo)
		}
		for ; lo < hi; lo += blockLen {
			b.load(v, lo, min(lo+blockLen, hi))
			f.sift(b)
			kept = slices.Grow(kept, len(b.alive))
			for _, i := range b.alive {
				kept = append(kept, v.row(lo+int(i)))
			}
		}
		left[part] = kept
	})
	if parts == 1 {
		return left[0]
	}
	return slices.Concat(left...)
}

// strided returns about m rows of the view, evenly spread.
func (v view) strided(m int) []int32 {
	rows := make([]int32, min(m, v.n))
	for i := range rows {
		rows[i] = v.row(int(uint64(i) * uint64(v.n) / uint64(len(rows))))
	}
	return rows
}

// chooseSieve returns the sieve for a view; an idle one if it would drop too
// little. It looks at two samples: the first tells how values spread and judges
// what a pivot is worth, and the second, larger one holds better pivots.
func (t tuning) chooseSieve(v view) sieve {
	size := min(max(v.n/256, t.sample/8), t.sample)
	sample := t.look(v, size, sieve{})
	if sample.n < size/2 {
		return sieve{}
	}
	spread := make([][]float64, len(sample.vals))
	for k, col := range sample.vals {
		spread[k] = slices.Clone(col)
		slices.Sort(spread[k])
	}
	f := sieve{pivots: sample.pivots(sample, spread)}
	larger := t.look(v, min(v.n/16, 32*size), f)
	if larger.n > 0 && len(f.pivots) > 0 {
		larger.join(f.pivots)
		f.pivots = larger.pivots(sample, spread)
	}
	left := sample.left(f)
	if d := len(spread); left > sample.n/4 && d >= 3 && d <= 5 && larger.n > 0 {
		// Beside a grid a second pivot is not worth its pass.
		with := sieve{pivots: f.pivots[:min(1, len(f.pivots))]}
		if with.grid = t.newGrid(spread, larger.vals); with.grid != nil && sample.left(with) < left*3/4 {
			f, left = with, sample.left(with)
		}
	}
	if left > sample.n*4/5 {
		return sieve{}
	}
	return f
}

// A handful is points axis by axis, less is better on each.
type handful struct {
	n    int
	vals [][]float64
}

// look returns those of about m rows of the view that are points and that the
// sieve does not drop.
func (t tuning) look(v view, m int, f sieve) handful {
	rows := v.strided(m)
	h := handful{vals: make([][]float64, len(v.set.Columns))}
	b := newBlock(len(v.set.Columns))
	for lo := 0; lo < len(rows); lo += blockLen {
		b.gather(v, rows[lo:min(lo+blockLen, len(rows))])
		f.sift(b)
		h.n += len(b.alive)
		for k, vals := range b.vals {
			for _, i := range b.alive {
				h.vals[k] = append(h.vals[k], vals[i])
			}
		}
	}
	return h
}

// join adds points to the handful.
func (h *handful) join(points [][]float64) {
	for _, p := range points {
		for k, x := range p {
			h.vals[k] = append(h.vals[k], x)
		}
		h.n++
	}
}

// left returns how many of the handful the sieve leaves.
func (h handful) left(f sieve) int {
	b := newBlock(len(h.vals))
	left := 0
	for lo := 0; lo < h.n; lo += blockLen {
		hi := min(lo+blockLen, h.n)
		b.n = hi - lo
		for k := range b.vals {
			b.vals[k] = h.vals[k][lo:hi]
		}
		f.sift(b)
		left += len(b.alive)
	}
	return left
}

// pivots chooses up to four of the handful's points that together dominate as
// much of the sample as is found without trying all: of those that would
// dominate most if the axes were independent, with values spread as given, the
// one that dominates most, then the one that adds most, and so on.
func (h handful) pivots(sample handful, spread [][]float64) [][]float64 {
	const candidates, most, enough = 32, 4, 4096
	// worth is the log of the share that a point would dominate.
	worth := make([]float64, min(h.n, enough))
	for k, sorted := range spread {
		logs := make([]float64, len(sorted)+1)
		for i := range logs {
			logs[i] = math.Log(float64(len(sorted)-i) + 0.5)
		}
		for i, x := range h.vals[k][:len(worth)] {
			at, _ := slices.BinarySearch(sorted, x)
			worth[i] += logs[at]
		}
	}
	best := make([]int, 0, candidates+1)
	for i, w := range worth {
		if len(best) == candidates && !(w > worth[best[candidates-1]]) {
			continue
		}
		at := len(best)
		for at > 0 && w > worth[best[at-1]] {
			at--
		}
		best = slices.Insert(best, at, i)[:min(len(best)+1, candidates)]
	}

	words := (sample.n + 63) / 64
	drops := make([][]uint64, len(best))
	differences := make([]uint64, sample.n)
	for c, p := range best {
		clear(differences)
		for k, v := range sample.vals {
			x := h.vals[k][p]
			for i, y := range v {
				differences[i] |= math.Float64bits(y - x)
			}
		}
		drops[c] = make([]uint64, words)
		for i, w := range differences {
			drops[c][i>>6] |= uint64(1-keeps(w)) << (i & 63)
		}
	}
	var pivots [][]float64
	covered := make([]uint64, words)
	for len(pivots) < most {
		found, gain := -1, sample.n/32 // fewer are not worth a pass
		for c, d := range drops {
			g := 0
			for w := range d {
				g += bits.OnesCount64(d[w] &^ covered[w])
			}
			if g > gain {
				found, gain = c, g
			}
		}
		if found < 0 {
			break
		}
		pivot := make([]float64, len(h.vals))
		for k := range pivot {
			pivot[k] = h.vals[k][best[found]]
		}
		pivots = append(pivots, pivot)
		for w, d := range drops[found] {
			covered[w] |= d
		}
	}
	return pivots
}

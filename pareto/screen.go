package pareto

import (
	"math"
	"slices"
)

// A screen collects the points of a stream that may be on its frontier. It
// holds the frontier of all that it had taken in some time ago, and of the
// points since those that it lets through: it looks points up in a table of the
// least cost by ranges of x, so it lets through some that are beaten, but never
// beats one that is not.
//
// When it holds twice as many points as were on the frontier, it settles: it
// finds the frontier anew. So it holds no more than twice the frontier, and each
// point takes part in two sorts at most, by amortisation.
type screen struct {
	sense
	t frontTuning

	ruler
	limits []float64 // by cell of x, costs above are beaten; nil when nothing is known
	px, pl float64   // points at x worse than px that cost more than pl are beaten
	quick  bool      // most points are beaten by that one

	held    cloud[int]
	spare   cloud[int] // room to settle
	settled int        // so many of the held, the first ones, are a frontier, sorted
	most    int        // points that may be held

	cells  int     // of a table
	passed []int32 // of a block, the points that were not beaten
	seen   int     // points since it settled
	rest   int     // times to settle until the table may be made anew
	pause  int     // the same after the next time
	stale  bool    // the table lets too much through

	telling bool // told gets the rows of the points that were not beaten
	told    []int
}

func newScreen(s sense, t frontTuning) *screen {
	return &screen{sense: s, t: t, cells: t.cells, most: t.waiting, passed: make([]int32, sourceBlock)}
}

// another returns a screen that has been prepared alike.
func (s *screen) another() *screen {
	o := newScreen(s.sense, s.t)
	o.cells, o.ruler, o.limits = s.cells, s.ruler, slices.Clone(s.limits)
	o.px, o.pl, o.quick = s.px, s.pl, s.quick
	return o
}

// sift prepares a screen by a sample of points to come and by points that are
// known. It returns the share of the sample that the screen lets through; where
// that must be more than half, the screen is left as it was.
func (s *screen) sift(sample, known cloud[int]) float64 {
	all := float64(sample.len())
	if all == 0 {
		return 0
	}
	limits := make([]float64, s.cells)
	through := func(r ruler) float64 {
		for i := range limits {
			limits[i] = math.Inf(1)
		}
		lowest(r, sample, limits)
		lowest(r, known, limits)
		s.accumulate(limits)
		n := 0
		for i, x := range sample.x {
			if !(sample.y[i] > limits[r.cell(x)]) {
				n++
			}
		}
		return float64(n)
	}
	both := sample
	if known.len() > 0 {
		both = cloud[int]{}
		both.addAll(sample)
		for i, x := range known.x {
			both.add(x, known.y[i], -1)
		}
	}
	best := newRuler(slices.Min(both.x), slices.Max(both.x), 1, s.cells)
	n := through(best)
	if n > all/32+8 {
		// Is that the frontier, or does the ruler not suit the data?
		on, _ := frontOf(s.sense, source[int]{x: both.x, y: both.y, sign: 1, ids: both.row}, s.t.alone(), 1, cloud[int]{})
		least := 0.0
		for _, row := range on.row {
			if row >= 0 {
				least++
			}
		}
		if least > all/2 {
			return least / all
		}
		best = bestRuler(both.x, s.cells, least*1.25+8, through)
		n = through(best)
	}
	s.ruler, s.limits = best, limits
	s.choosePivot(sample)
	return n / all
}

// lowest lowers the least cost of each cell by those of c.
func lowest(r ruler, c cloud[int], least []float64) {
	for i, x := range c.x {
		if k := r.cell(x); c.y[i] < least[k] {
			least[k] = c.y[i]
		}
	}
}

// accumulate turns the least cost in each cell into the limit for it: what the
// cells at better x have, not the cell itself.
func (s *screen) accumulate(least []float64) {
	best := math.Inf(1)
	limit := best
	step := func(c int) {
		v := least[c]
		least[c] = limit
		if v < best {
			best, limit = v, s.limit(v)
		}
	}
	if s.falling {
		for c := range slices.Backward(least) {
			step(c)
		}
		return
	}
	for c := range least {
		step(c)
	}
}

// choosePivot looks for one point of the sample that beats most of the others.
func (s *screen) choosePivot(sample cloud[int]) {
	xs, costs := sample.x, sample.y
	const candidates, judges = 24, 256
	var at []int
	for i, x := range xs {
		if !(costs[i] > s.limits[s.cell(x)]) {
			at = append(at, i)
		}
	}
	every := (len(at) + candidates - 1) / candidates
	judged := (len(xs) + judges - 1) / judges
	most, all := 0, 0
	for k := 0; k < len(at); k += every {
		px, pl := xs[at[k]], s.limit(costs[at[k]])
		n, of := 0, 0
		for i := 0; i < len(xs); i += judged {
			of++
			if s.worse(xs[i], px) && costs[i] > pl {
				n++
			}
		}
		if n > most {
			most, all = n, of
			s.px, s.pl = px, pl
		}
	}
	s.quick = most > 0 && most*4 >= all*3
}

func (s *screen) worse(x, px float64) bool {
	if s.falling {
		return x < px
	}
	return x > px
}

// add takes in the points lo to hi of a source. Where the source does not number
// its rows, they are numbered from first.
func (s *screen) add(from source[int], lo, hi, first int) {
	var buf sourceBuffer
	for ; lo < hi; lo += sourceBlock {
		xs, ys := from.block(lo, min(lo+sourceBlock, hi), &buf)
		passed := s.passed[:s.test(xs, ys)]
		s.held = s.held.grown(len(passed))
		k := s.held.len()
		held := s.held.slice(0, k+len(passed))
		for _, i := range passed {
			x, cost := xs[i], ys[i]*s.sign
			if !isPoint(x, cost) {
				continue
			}
			row := first + lo + int(i)
			switch {
			case from.rows != nil:
				row = from.rows[lo+int(i)]
			case from.ids != nil:
				row = from.ids[lo+int(i)]
			}
			held.x[k], held.y[k], held.row[k] = x, cost, row
			k++
		}
		if s.telling {
			s.told = append(s.told, held.row[s.held.len():k]...)
		}
		s.held = held.slice(0, k)
		s.seen += len(xs)
		if k >= s.most {
			s.settle()
			s.adapt(xs, ys)
		}
	}
}

// test writes the places of the points that are not beaten into s.passed, and
// returns how many there are. Points that are none may be among them.
func (s *screen) test(xs, ys []float64) int {
	ys = ys[:len(xs)]
	passed := s.passed[:len(xs)]
	switch {
	case s.limits == nil:
		for i := range passed {
			passed[i] = int32(i)
		}
		return len(passed)
	case !s.quick:
		k, r, limits, sign := 0, s.ruler, s.limits, s.sign
		for i, x := range xs {
			passed[k] = int32(i)
			if !(ys[i]*sign > limits[r.cell(x)]) {
				k++
			}
		}
		return k
	}
	k := 0
	px, pl, sign := s.px, s.pl, s.sign
	if s.falling {
		for i, x := range xs {
			if x < px && ys[i]*sign > pl {
				continue
			}
			passed[k] = int32(i)
			k++
		}
	} else {
		for i, x := range xs {
			if x > px && ys[i]*sign > pl {
				continue
			}
			passed[k] = int32(i)
			k++
		}
	}
	w, r, limits := 0, s.ruler, s.limits
	for _, i := range passed[:k] {
		passed[w] = i
		if !(ys[i]*sign > limits[r.cell(xs[i])]) {
			w++
		}
	}
	return w
}

// settle reduces the held points to their frontier.
func (s *screen) settle() {
	h := s.held
	fresh := h.len() - s.settled
	if fresh == 0 {
		return
	}
	s.spare = s.spare.room(h.len())
	front, _ := frontOf(s.sense, source[int]{x: h.x, y: h.y, sign: 1, ids: h.row}, s.t.alone(), 1, s.spare)
	gained := front.len() - s.settled
	s.settled = front.len()
	s.most = max(s.t.waiting, 2*s.settled)
	s.held, s.spare = s.spare.room(s.most+sourceBlock).slice(0, 0), h
	s.held.addAll(front)
	s.learn(s.held)

	poor := fresh > s.seen/16 && gained < fresh/2
	s.seen = 0
	switch {
	case !poor:
		s.rest, s.pause = 0, 0
	case s.rest > 0:
		s.rest--
	default:
		s.stale = true
	}
}

// adapt makes a new table if the old one let too much through, from a block of
// the stream. Where that does not help, as when x gets better all the time, it
// is tried more and more rarely.
func (s *screen) adapt(xs, ys []float64) {
	if !s.stale {
		return
	}
	s.stale = false
	s.rest, s.pause = s.pause, min(2*s.pause+1, 63)
	block := source[int]{x: xs, y: ys, sign: s.sign}
	front := source[int]{x: s.held.x, y: s.held.y, sign: 1}
	s.sift(block.sample(s.t.sample), front.sample(s.t.sample))
	s.learn(s.held)
}

// learn lowers the limits by a frontier.
func (s *screen) learn(c cloud[int]) {
	if s.limits == nil {
		return
	}
	limit := math.Inf(1)
	if s.falling {
		i := c.len() - 1
		for cell := len(s.limits) - 1; cell >= 0; cell-- {
			for ; i >= 0 && s.cell(c.x[i]) > cell; i-- { // costs fall on the way
				limit = s.limit(c.y[i])
			}
			s.limits[cell] = min(s.limits[cell], limit)
		}
		return
	}
	i := 0
	for cell := range s.limits {
		for ; i < c.len() && s.cell(c.x[i]) < cell; i++ {
			limit = s.limit(c.y[i])
		}
		s.limits[cell] = min(s.limits[cell], limit)
	}
}

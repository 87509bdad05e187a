package pareto

// A source is where points are read from: columns of which all rows, or some,
// take part.
type source[R rowID] struct {
	x, y []float64
	sign float64 // y times sign is the cost
	rows []int   // the rows that take part, nil for all
	ids  []R     // how rows are numbered, nil for the row itself; not with rows
}

func (s source[R]) len() int {
	if s.rows != nil {
		return len(s.rows)
	}
	return len(s.x)
}

// at returns the i-th point.
func (s *source[R]) at(i int) (x, cost float64) {
	if s.rows != nil {
		i = s.rows[i]
	}
	return s.x[i], s.y[i] * s.sign
}

// sourceBlock is how many points of a source are read at a time.
const sourceBlock = 2048

// A sourceBuffer is room for a block that has to be gathered.
type sourceBuffer struct{ x, y [sourceBlock]float64 }

// block returns the coordinates of the points lo to hi, at most sourceBlock; y is
// not a cost yet.
func (s *source[R]) block(lo, hi int, buf *sourceBuffer) (xs, ys []float64) {
	if s.rows == nil {
		return s.x[lo:hi], s.y[lo:hi]
	}
	for i, r := range s.rows[lo:hi] {
		buf.x[i], buf.y[i] = s.x[r], s.y[r]
	}
	return buf.x[:hi-lo], buf.y[:hi-lo]
}

// number writes down by which numbers the rows of the points lo to hi go.
func (s *source[R]) number(lo, hi int, ids []R) {
	switch {
	case s.ids != nil:
		copy(ids, s.ids[lo:hi])
	case s.rows != nil:
		for i, r := range s.rows[lo:hi] {
			ids[i] = R(r)
		}
	default:
		for i := range ids[:hi-lo] {
			ids[i] = R(lo + i)
		}
	}
}

// isPoint reports whether both coordinates are finite.
func isPoint(x, y float64) bool { return (x-x)+(y-y) == 0 }

// sample returns up to n of the points, spread over the source, numbered from 0.
func (s *source[R]) sample(n int) cloud[int] {
	all := s.len()
	n = min(n, all)
	c := newCloud[int](n)
	k := 0
	for i := range n {
		// A step that is not even, so that data with a period are seen whole.
		from, to := all/n*i, all/n*(i+1)
		at := from + int((uint64(i)*0x9e3779b97f4a7c15>>32)*uint64(to-from)>>32)
		if x, cost := s.at(at); isPoint(x, cost) {
			c.x[k], c.y[k], c.row[k] = x, cost, k
			k++
		}
	}
	return c.slice(0, k)
}

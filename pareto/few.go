package pareto

// fewMembers is how many points of a frontier are found without work space.
const fewMembers = 24

// A shortFront is a frontier that is built point by point, in the order of a
// scan: best x first, then best cost. Its x is such that less is better.
type shortFront struct {
	sense
	n    int
	x, y [fewMembers]float64
	row  [fewMembers]int
}

// keeps reports whether a scan that has kept point i keeps (x, y) after it.
func (f *shortFront) keeps(i int, x, y float64) bool {
	return y < f.y[i] || y == f.y[i] && (f.plateaus || x == f.x[i])
}

// add takes a point in, or not if it is beaten, and reports whether there was
// room. It takes time in proportion to the frontier.
func (f *shortFront) add(x, y float64, row int) bool {
	at := f.n
	for at > 0 && (x < f.x[at-1] || x == f.x[at-1] && y < f.y[at-1]) {
		at--
	}
	if at > 0 && !f.keeps(at-1, x, y) {
		return true
	}
	end := at // of those that the point beats
	for end < f.n && !(f.y[end] < y || f.y[end] == y && f.plateaus) {
		end++
	}
	if end == at {
		if f.n == fewMembers {
			return false
		}
		copy(f.x[at+1:], f.x[at:f.n])
		copy(f.y[at+1:], f.y[at:f.n])
		copy(f.row[at+1:], f.row[at:f.n])
		f.n++
	} else if end > at+1 {
		copy(f.x[at+1:], f.x[end:f.n])
		copy(f.y[at+1:], f.y[end:f.n])
		copy(f.row[at+1:], f.row[end:f.n])
		f.n -= end - at - 1
	}
	f.x[at], f.y[at], f.row[at] = x, y, row
	return true
}

// frontOfFew is frontOf for a source of which few points are on the frontier;
// ok is false if there are too many.
func frontOfFew(s sense, from source[int], restore float64) (c cloud[int], ties, ok bool) {
	f := shortFront{sense: s}
	sign := 1.0
	if s.falling {
		sign = -1
	}
	for i := range from.len() {
		row := i
		if from.rows != nil {
			row = from.rows[i]
		}
		x, cost := from.x[row]*sign, from.y[row]*from.sign
		if isPoint(x, cost) && !f.add(x, cost, row) {
			return c, false, false
		}
	}
	both := make([]float64, 2*f.n)
	c = cloud[int]{both[:f.n:f.n], both[f.n:], make([]int, f.n)}
	for i := range f.n {
		at := i
		if s.falling {
			at = f.n - 1 - i
		}
		c.x[at], c.y[at], c.row[at] = f.x[i]*sign, f.y[i]*restore, f.row[i]
		ties = ties || i > 0 && f.x[i] == f.x[i-1] && f.y[i] == f.y[i-1]
	}
	return c, ties, true
}

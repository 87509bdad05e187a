package pareto

import "slices"

// A rowID numbers a row: 32 bits save memory while there are fewer than 2^31.
type rowID interface{ int32 | int }

// A cloud is a list of points in columns. Its y is a cost: less is better,
// whatever the direction of the axis. Its x is as given.
type cloud[R rowID] struct {
	x, y []float64
	row  []R
}

func newCloud[R rowID](n int) cloud[R] {
	return cloud[R]{make([]float64, n), make([]float64, n), make([]R, n)}
}

func (c cloud[R]) len() int { return len(c.x) }

func (c cloud[R]) slice(from, to int) cloud[R] {
	return cloud[R]{c.x[from:to], c.y[from:to], c.row[from:to]}
}

func (c *cloud[R]) add(x, y float64, row R) {
	c.x, c.y, c.row = append(c.x, x), append(c.y, y), append(c.row, row)
}

// grown returns c with room for n more points.
func (c cloud[R]) grown(n int) cloud[R] {
	return cloud[R]{slices.Grow(c.x, n), slices.Grow(c.y, n), slices.Grow(c.row, n)}
}

// room returns a cloud of n points of any value, in the arrays of c if they are
// long enough.
func (c cloud[R]) room(n int) cloud[R] {
	if min(cap(c.x), cap(c.y), cap(c.row)) < n {
		return newCloud[R](n)
	}
	return c.slice(0, n)
}

func (c *cloud[R]) addAll(d cloud[R]) {
	c.x, c.y, c.row = append(c.x, d.x...), append(c.y, d.y...), append(c.row, d.row...)
}

// copyFrom copies as many points as fit.
func (c cloud[R]) copyFrom(d cloud[R]) {
	copy(c.x, d.x)
	copy(c.y, d.y)
	copy(c.row, d.row)
}

func (c cloud[R]) swap(i, j int) {
	c.x[i], c.x[j] = c.x[j], c.x[i]
	c.y[i], c.y[j] = c.y[j], c.y[i]
	c.row[i], c.row[j] = c.row[j], c.row[i]
}

// best returns the n points that a scan has kept.
func (c cloud[R]) best(s sense, n int) cloud[R] {
	if s.falling {
		return c.slice(c.len()-n, c.len())
	}
	return c.slice(0, n)
}

package pareto

// A Direction says which values of an axis are better. The zero value is
// invalid, so that a forgotten direction is never taken for one of the two.
type Direction int8

// The two directions.
const (
	Minimize Direction = 1 + iota // less is better, as for a latency
	Maximize                      // more is better, as for a throughput
)

// Valid reports whether d is one of the two directions.
func (d Direction) Valid() bool { return d == Minimize || d == Maximize }

// String returns "min", "max" or "invalid".
func (d Direction) String() string {
	switch d {
	case Minimize:
		return "min"
	case Maximize:
		return "max"
	}
	return "invalid"
}

// Better reports whether a is strictly better than b. It is false when either
// is NaN.
func (d Direction) Better(a, b float64) bool {
	if d == Minimize {
		return a < b
	}
	return a > b
}

// Ratio returns how many times better a is than b, for a and b above zero:
// a/b when more is better, b/a when less is. Above 1 is better for both
// directions, and the result is above 1 exactly if a is better than b
// (rounding of the division never hides a difference of one bit).
func (d Direction) Ratio(a, b float64) float64 {
	if d == Minimize {
		return b / a
	}
	return a / b
}

func mustDirections(x, y Direction) {
	if !x.Valid() || !y.Valid() {
		panic("pareto: direction is neither Minimize nor Maximize")
	}
}

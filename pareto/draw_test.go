package pareto_test

import (
	"math"
	"slices"

	"pgregory.net/rapid"

	"paretocov/pareto"
)

// pairs are the four pairs of directions.
var pairs = []struct {
	name string
	x, y pareto.Direction
}{
	{"min-max", pareto.Minimize, pareto.Maximize},
	{"max-max", pareto.Maximize, pareto.Maximize},
	{"min-min", pareto.Minimize, pareto.Minimize},
	{"max-min", pareto.Maximize, pareto.Minimize},
}

// sizes has values on both sides of 12, up to which the standard library sorts
// stably whether asked to or not.
var sizes = []int{0, 1, 2, 3, 5, 8, 12, 13, 16, 24, 40, 64}

// A source draws points of one kind.
type source struct {
	xd, yd pareto.Direction
	point  func(t *rapid.T) (x, y float64)
}

// drawSource draws directions and a kind of points. All coordinates are above
// zero, and different ones differ by more than rounding.
func drawSource(t *rapid.T) source {
	pair := rapid.SampledFrom(pairs).Draw(t, "directions")
	s := source{xd: pair.x, yd: pair.y}
	// mirror turns a number that is better the larger it is, from 1 to top, into
	// a coordinate.
	mirror := func(d pareto.Direction, v, top float64) float64 {
		if d == pareto.Minimize {
			return top + 1 - v
		}
		return v
	}
	draw := func(t *rapid.T, top int, name string) float64 { return float64(rapid.IntRange(1, top).Draw(t, name)) }
	kind := rapid.SampledFrom([]string{"grid", "fine", "chain", "curve"}).Draw(t, "kind")
	switch kind {
	case "grid": // ties and duplicates
		top := rapid.SampledFrom([]int{2, 4, 9, 20}).Draw(t, "grid")
		s.point = func(t *rapid.T) (x, y float64) {
			return mirror(s.xd, draw(t, top, "x"), float64(top)), mirror(s.yd, draw(t, top, "y"), float64(top))
		}
	case "fine":
		const top = 1 << 20
		s.point = func(t *rapid.T) (x, y float64) {
			return mirror(s.xd, draw(t, top, "x"), top) / 1024, mirror(s.yd, draw(t, top, "y"), top) / 1024
		}
	case "chain": // many positions on the frontier
		const top = 60
		s.point = func(t *rapid.T) (x, y float64) {
			v := draw(t, top-4, "x")
			return mirror(s.xd, v, top), mirror(s.yd, top-v-draw(t, 4, "loss")+1, top)
		}
	case "curve": // a trade-off over three decades, as of real sweeps
		power := rapid.SampledFrom([]float64{0.5, 1, 2}).Draw(t, "power")
		s.point = func(t *rapid.T) (x, y float64) {
			v := draw(t, 1000, "x")
			w := 1e4 / math.Pow(v, power) / (1 + draw(t, 64, "loss")/128)
			return improve(s.xd, 1, v), improve(s.yd, 1, math.Round(w*(1<<16))/(1<<16))
		}
	}
	return s
}

// points draws up to 64 rows.
func (s source) points(t *rapid.T) pareto.Points {
	n := rapid.SampledFrom(sizes).Draw(t, "points")
	p := pareto.Points{X: make([]float64, n), Y: make([]float64, n), XDir: s.xd, YDir: s.yd}
	for i := range n {
		p.X[i], p.Y[i] = s.point(t)
	}
	return p
}

// query draws a point to judge, often near the frontier of p or on its edge.
func (s source) query(t *rapid.T, p pareto.Points) (x, y float64) {
	kinds := []string{"free"}
	if len(p.X) > 0 {
		kinds = []string{"between", "equal", "free", "clip"}
	}
	nudges := []float64{1, 1, 1 - 5e-10, 1 + 5e-10, 1 - 2.7e-9, 1 + 2.7e-9, 0.98, 1.02, 0.8, 1.25, 1.5}
	nudge := func(v float64, name string) float64 { return v * rapid.SampledFrom(nudges).Draw(t, name) }
	row := rapid.IntRange(0, max(0, len(p.X)-1))
	switch rapid.SampledFrom(kinds).Draw(t, "query") {
	case "between":
		front := plane{p}.front(pareto.Strict)
		a := rapid.IntRange(0, len(front)-1).Draw(t, "from")
		b := max(0, a-rapid.IntRange(0, 3).Draw(t, "back"))
		w := float64(rapid.IntRange(0, 8).Draw(t, "eighths")) / 8
		x, y = front[a].x*w+front[b].x*(1-w), front[a].y*w+front[b].y*(1-w)
	case "equal":
		r := row.Draw(t, "row")
		x, y = p.X[r], p.Y[r]
	case "clip":
		x = improve(s.xd, p.X[row.Draw(t, "easy")], rapid.SampledFrom(spans[1:]).Draw(t, "factor"))
		y = p.Y[row.Draw(t, "hard")]
	default:
		return s.point(t)
	}
	return nudge(x, "nudge x"), nudge(y, "nudge y")
}

var (
	curves     = []pareto.CurveRule{pareto.Line, pareto.Measured, pareto.LogLog, pareto.Hull}
	spans      = []float64{0, 1, 1.5, 2, 4, 1e6}
	tolerances = []float64{0, 1e-9, 0.02, 0.3}
)

func drawPolicy(t *rapid.T) pareto.Policy {
	return pareto.Policy{
		Curve:     rapid.SampledFrom(curves).Draw(t, "curve"),
		MaxSpan:   rapid.SampledFrom(spans).Draw(t, "max span"),
		Tolerance: rapid.SampledFrom(tolerances).Draw(t, "tolerance"),
	}
}

// with returns p with another row at the end.
func with(p pareto.Points, x, y float64) pareto.Points {
	p.X, p.Y = append(slices.Clone(p.X), x), append(slices.Clone(p.Y), y)
	return p
}

// mapped returns p with its coordinates passed through functions.
func mapped(p pareto.Points, fx, fy func(float64) float64) pareto.Points {
	p.X, p.Y = slices.Clone(p.X), slices.Clone(p.Y)
	for i := range p.X {
		p.X[i], p.Y[i] = fx(p.X[i]), fy(p.Y[i])
	}
	return p
}

func same(v float64) float64 { return v }

func times(k float64) func(float64) float64 { return func(v float64) float64 { return v * k } }

func inverse(v float64) float64 { return 1 / v }

func flip(d pareto.Direction) pareto.Direction {
	if d == pareto.Minimize {
		return pareto.Maximize
	}
	return pareto.Minimize
}

// keeping calls f and fails if it changed the columns or the rows of p.
func keeping(t rapid.TB, p pareto.Points, f func()) {
	t.Helper()
	x, y, rows := slices.Clone(p.X), slices.Clone(p.Y), slices.Clone(p.Rows)
	f()
	bits := func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }
	if !slices.EqualFunc(x, p.X, bits) || !slices.EqualFunc(y, p.Y, bits) || !slices.Equal(rows, p.Rows) {
		t.Fatalf("inputs changed: %v %v %v, were %v %v %v", p.X, p.Y, p.Rows, x, y, rows)
	}
}

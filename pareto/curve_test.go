package pareto_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"paretocov/pareto"
)

// near reports whether two numbers are equal within a relative tolerance; NaN
// is near to NaN only.
func near(a, b, tolerance float64) bool {
	if math.IsNaN(a) || math.IsNaN(b) {
		return math.IsNaN(a) && math.IsNaN(b)
	}
	return a == b || math.Abs(a-b) <= tolerance*max(math.Abs(a), math.Abs(b))
}

func TestYAtIsTheDrawnCurve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSource(t)
		p := s.points(t)
		f := pareto.NewFront(p, pareto.Strict)
		drawn := plane{p}.drawn()
		for range 8 {
			x, _ := s.query(t, p)
			y, ok := f.YAt(x)
			if ok != drawn(x, worst(p.YDir)) || ok && !(plane{p}).onEdge(x, y, drawn) {
				t.Fatalf("YAt(%v) = %v, %v on %v %v", x, y, ok, f.X, f.Y)
			}
		}
	})
}

func TestXAtIsTheDrawnCurve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSource(t)
		p := s.points(t)
		f := pareto.NewFront(p, pareto.Strict)
		drawn := plane{p}.drawn()
		for range 8 {
			_, y := s.query(t, p)
			x, ok := f.XAt(y)
			if ok != drawn(worst(p.XDir), y) || ok && !(plane{p}).onEdge(x, y, drawn) {
				t.Fatalf("XAt(%v) = %v, %v on %v %v", y, x, ok, f.X, f.Y)
			}
		}
	})
}

func TestCurveEnds(t *testing.T) {
	front := func(x, y pareto.Direction) *pareto.Front {
		p := pareto.Points{X: []float64{10, 20, 40}, Y: []float64{100, 80, 30}, XDir: x, YDir: y}
		if x != y { // a trade-off rises where the directions differ
			p.Y = []float64{30, 80, 100}
		}
		return pareto.NewFront(p, pareto.Strict)
	}
	nan := math.NaN()
	check := func(name string, at func(float64) (float64, bool), v, want float64) {
		t.Helper()
		got, ok := at(v)
		if ok == math.IsNaN(want) || ok && got != want {
			t.Errorf("%s(%v) = %v, %v, want %v", name, v, got, ok, want)
		}
	}
	f := front(pareto.Maximize, pareto.Maximize)
	for _, c := range [][2]float64{{5, 100}, {10, 100}, {15, 90}, {20, 80}, {30, 55}, {40, 30}, {40.001, nan}, {math.Inf(-1), 100}, {math.Inf(1), nan}, {nan, nan}} {
		check("max-max YAt", f.YAt, c[0], c[1])
	}
	for _, c := range [][2]float64{{100.001, nan}, {100, 10}, {90, 15}, {80, 20}, {55, 30}, {30, 40}, {1, 40}, {math.Inf(-1), 40}, {math.Inf(1), nan}, {nan, nan}} {
		check("max-max XAt", f.XAt, c[0], c[1])
	}
	f = front(pareto.Minimize, pareto.Maximize)
	for _, c := range [][2]float64{{9.999, nan}, {10, 30}, {15, 55}, {20, 80}, {30, 90}, {40, 100}, {1000, 100}, {math.Inf(1), 100}, {math.Inf(-1), nan}, {nan, nan}} {
		check("min-max YAt", f.YAt, c[0], c[1])
	}
	for _, c := range [][2]float64{{100.001, nan}, {100, 40}, {90, 30}, {80, 20}, {55, 15}, {30, 10}, {1, 10}, {nan, nan}} {
		check("min-max XAt", f.XAt, c[0], c[1])
	}
	f = front(pareto.Minimize, pareto.Minimize)
	for _, c := range [][2]float64{{9.999, nan}, {10, 100}, {15, 90}, {40, 30}, {1000, 30}, {nan, nan}} {
		check("min-min YAt", f.YAt, c[0], c[1])
	}
	for _, c := range [][2]float64{{29.999, nan}, {30, 40}, {55, 30}, {100, 10}, {1000, 10}, {nan, nan}} {
		check("min-min XAt", f.XAt, c[0], c[1])
	}
	f = front(pareto.Maximize, pareto.Minimize)
	for _, c := range [][2]float64{{1, 30}, {10, 30}, {15, 55}, {40, 100}, {40.001, nan}, {nan, nan}} {
		check("max-min YAt", f.YAt, c[0], c[1])
	}
	for _, c := range [][2]float64{{29.999, nan}, {30, 10}, {55, 15}, {100, 40}, {1000, 40}, {nan, nan}} {
		check("max-min XAt", f.XAt, c[0], c[1])
	}
	empty := pareto.NewFront(pareto.Points{XDir: pareto.Minimize, YDir: pareto.Maximize}, pareto.Strict)
	check("empty YAt", empty.YAt, 1, nan)
	check("empty XAt", empty.XAt, 1, nan)
}

func TestWidestGapIsTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawSource(t).points(t)
		f := pareto.NewFront(p, rapid.SampledFrom(rules).Draw(t, "rule"))
		got, ok := f.WidestGap()
		if ok != (f.Len() > 1) {
			t.Fatalf("ok is %v with %d positions", ok, f.Len())
		}
		if !ok {
			return
		}
		if got.From != got.To-1 || got.Ratio != f.X[got.To]/f.X[got.From] || !(got.Ratio > 1) {
			t.Fatalf("WidestGap() = %+v on x %v", got, f.X)
		}
		for i := 1; i < f.Len(); i++ {
			if r := f.X[i] / f.X[i-1]; r > got.Ratio || r == got.Ratio && i < got.To {
				t.Fatalf("WidestGap() = %+v, but %v to %v is as wide, x %v", got, f.X[i-1], f.X[i], f.X)
			}
		}
	})
}

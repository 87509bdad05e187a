package pareto_test

import (
	"testing"

	"pgregory.net/rapid"

	"paretocov/pareto"
)

// height returns y of the drawn curve at x: the best that a point attains there
// or a line between neighbours passes through.
func (p plane) height(x float64) (y float64, ok bool) {
	take := func(v float64) {
		if !ok || better(p.YDir, v, y) {
			y, ok = v, true
		}
	}
	for _, r := range p.rows() {
		if noWorse(p.XDir, p.X[r], x) {
			take(p.Y[r])
		}
	}
	for _, c := range p.under(pareto.Policy{Curve: pareto.Line}).chords {
		if v, in := c.at(x, false); in {
			take(v)
		}
	}
	return y, ok
}

// gain returns how many times better a is than b.
func gain(d pareto.Direction, a, b float64) float64 {
	if d == pareto.Minimize {
		return b / a
	}
	return a / b
}

func TestWorstRatioIsTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSource(t)
		base, head := s.points(t), s.points(t)
		bf, hf := pareto.NewFront(base, pareto.Strict), pareto.NewFront(head, pareto.Strict)
		ratio, x, ok := pareto.WorstRatio(bf, hf)

		ratioAt := func(x float64) (float64, bool) {
			h, defined := plane{head}.height(x)
			b, inRange := plane{base}.height(x)
			if !defined || !inRange || x < bf.X[0] || x > bf.X[bf.Len()-1] {
				return 0, false
			}
			return gain(s.yd, h, b), true
		}
		if ok {
			if want, defined := ratioAt(x); !defined || !near(ratio, want, 1e-9) {
				t.Fatalf("WorstRatio = %v at %v, want %v, %v there; base %v %v, head %v %v", ratio, x, want, defined, bf.X, bf.Y, hf.X, hf.Y)
			}
		}
		if bf.Len() == 0 {
			return
		}
		// Nowhere is it smaller: at positions, between them, at the ends.
		var at []float64
		for _, f := range []*pareto.Front{bf, hf} {
			at = append(at, f.X...)
		}
		for range 8 {
			w := float64(rapid.IntRange(0, 64).Draw(t, "64ths")) / 64
			at = append(at, bf.X[0]*(1-w)+bf.X[bf.Len()-1]*w)
		}
		for _, x := range at {
			r, defined := ratioAt(x)
			if defined && (!ok || r < ratio && !near(r, ratio, 1e-9)) {
				t.Fatalf("WorstRatio = %v, %v, but %v at %v; base %v %v, head %v %v", ratio, ok, r, x, bf.X, bf.Y, hf.X, hf.Y)
			}
		}
	})
}

// A curve is as good as itself, and a better one is nowhere worse.
func TestWorstRatioOfBetterCurve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSource(t)
		p := s.points(t)
		f := pareto.NewFront(p, pareto.Strict)
		ratio, _, ok := pareto.WorstRatio(f, f)
		if ok != (f.Len() > 0) || ok && ratio != 1 {
			t.Fatalf("against itself %v, %v", ratio, ok)
		}
		k := rapid.SampledFrom([]float64{1.25, 2, 4}).Draw(t, "k")
		g := pareto.NewFront(mapped(p, same, func(v float64) float64 { return improve(s.yd, v, k) }), pareto.Strict)
		if ratio, _, ok := pareto.WorstRatio(f, g); ok && !near(ratio, k, 1e-9) {
			t.Fatalf("%v times better everywhere, but ratio %v", k, ratio)
		}
	})
}

func TestReachIsTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSource(t)
		base, head := s.points(t), s.points(t)
		rx, ry, ok := pareto.Reach(pareto.NewFront(base, pareto.Strict), pareto.NewFront(head, pareto.Strict))
		if len(base.X) == 0 || len(head.X) == 0 {
			if ok {
				t.Fatal("reach of nothing")
			}
			return
		}
		best := func(d pareto.Direction, column []float64) float64 {
			b := column[0]
			for _, v := range column {
				if better(d, v, b) {
					b = v
				}
			}
			return b
		}
		wantX := gain(s.xd, best(s.xd, head.X), best(s.xd, base.X))
		wantY := gain(s.yd, best(s.yd, head.Y), best(s.yd, base.Y))
		if !ok || rx != wantX || ry != wantY {
			t.Fatalf("Reach = %v, %v, %v, want %v, %v", rx, ry, ok, wantX, wantY)
		}
	})
}

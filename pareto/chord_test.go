package pareto_test

import (
	"testing"

	"pgregory.net/rapid"

	"paretocov/pareto"
)

// Each stretch of the upper edge begins where its line becomes the highest of the
// lines between any two positions: no other is higher there, and the stretch
// before has the same height, unless its line ends or this one begins.
func TestStretchesBeginWhereTheyShould(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSource(t)
		p := s.points(t)
		f := pareto.NewFront(p, pareto.Strict)
		limit := rapid.SampledFrom(append([]float64{1.05, 1.2}, spans...)).Draw(t, "max span")
		o := plane{p}.under(pareto.Policy{Curve: pareto.Hull, MaxSpan: limit})
		line := func(s pareto.Stretch) chord {
			at := func(i int) place { return place{x: f.X[i], y: f.Y[i]} }
			return o.chord(at(s.Easy), at(s.Hard), limit)
		}
		stretches := f.Stretches(limit)
		for i, s := range stretches {
			c := line(s)
			y, ok := c.at(s.X, false)
			if !ok {
				t.Fatalf("stretch %+v begins off its line %+v", s, c)
			}
			if o.lined(s.X, improve(f.YDir, y, 1+1e-9)) {
				t.Fatalf("another line is higher where %+v begins, of %v %v", s, f.X, f.Y)
			}
			if i == 0 {
				continue
			}
			before := stretches[i-1]
			if !better(f.XDir, s.X, before.X) {
				t.Fatalf("%+v begins before %+v", s, before)
			}
			if v, ok := line(before).at(s.X, false); ok && s.X != c.xe && s.X != line(before).xh && !near(v, y, 1e-9) {
				t.Fatalf("%+v begins at height %v, %+v is at %v there", s, y, before, v)
			}
		}
	})
}

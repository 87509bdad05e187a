package pareto_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"paretocov/pareto"
)

// cells counts the unit cells between the reference and any point of p that
// they are no better than, coordinates being integers.
func cells(p pareto.Points, refX, refY int) (n int) {
	const reach = 32
	for i := -reach; i < reach; i++ {
		for j := -reach; j < reach; j++ {
			// The best and the worst corner of the cell from (i, j) to (i+1, j+1).
			bestX, worstX, bestY, worstY := float64(i+1), float64(i), float64(j+1), float64(j)
			if p.XDir == pareto.Minimize {
				bestX, worstX = worstX, bestX
			}
			if p.YDir == pareto.Minimize {
				bestY, worstY = worstY, bestY
			}
			if !(plane{p}).attains(worstX, worstY, float64(refX), float64(refY)) {
				continue
			}
			for r := range p.X {
				if (plane{p}).attains(p.X[r], p.Y[r], bestX, bestY) {
					n++
					break
				}
			}
		}
	}
	return n
}

func TestHypervolumeCountsCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pair := rapid.SampledFrom(pairs).Draw(t, "directions")
		p := pareto.Points{XDir: pair.x, YDir: pair.y}
		coordinate := rapid.IntRange(-15, 15)
		for range rapid.SampledFrom(sizes).Draw(t, "points") {
			p = with(p, float64(coordinate.Draw(t, "x")), float64(coordinate.Draw(t, "y")))
		}
		refX, refY := coordinate.Draw(t, "ref x"), coordinate.Draw(t, "ref y")
		for _, rule := range rules { // plateaus add nothing
			f := pareto.NewFront(p, rule)
			x, y := slices.Clone(f.X), slices.Clone(f.Y)
			if got, want := f.Hypervolume(float64(refX), float64(refY)), cells(p, refX, refY); got != float64(want) {
				t.Fatalf("area %v to (%d, %d), want %d cells, of %v %v", got, refX, refY, want, p.X, p.Y)
			}
			if !slices.Equal(x, f.X) || !slices.Equal(y, f.Y) {
				t.Fatal("the frontier changed")
			}
		}
	})
}

// A set that weakly dominates another has no smaller area.
func TestHypervolumeFollowsDominance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSource(t)
		p := s.points(t)
		q := mapped(p, same, same)
		for i := range q.X {
			q.X[i] = improve(q.XDir, q.X[i], rapid.SampledFrom([]float64{1, 1.25, 2}).Draw(t, "gain x"))
			q.Y[i] = improve(q.YDir, q.Y[i], rapid.SampledFrom([]float64{1, 1.25, 2}).Draw(t, "gain y"))
		}
		refX, refY := s.point(t)
		less := pareto.NewFront(p, pareto.Strict).Hypervolume(refX, refY)
		more := pareto.NewFront(q, pareto.Strict).Hypervolume(refX, refY)
		if more < less && !near(more, less, 1e-12) || less < 0 {
			t.Fatalf("area %v of the better set, %v of the other", more, less)
		}
	})
}

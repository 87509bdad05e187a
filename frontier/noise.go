package frontier

import "paretocov/pareto"

// Noise says what is known of the spread between runs.
type Noise struct {
	// Assumed is the spread that the policy states; 0 for none.
	Assumed float64
	// Single and Pooled count the points of both sides that are one run, and
	// those that are several.
	Single, Pooled int
}

// Known reports whether anything is known of the spread.
func (n Noise) Known() bool { return n.Assumed > 0 || n.Pooled > 0 }

// noiseOf counts the points of an arrangement by what is known of their spread.
func noiseOf(a *Arrangement, assumed float64) Noise {
	n := Noise{Assumed: assumed}
	for _, c := range a.Curves {
		for side := range c.Sides {
			for _, p := range c.Sides[side].Points {
				if p.runs(a.Y.Name) > 1 {
					n.Pooled++
				} else {
					n.Single++
				}
			}
		}
	}
	return n
}

// withinNoise reports whether a base point that is not covered might be, for
// all that is known of the spread between runs: whether the worse end of its
// interval is covered by head's curve through the better ends of head's
// intervals. A point of one run without an assumed spread has no interval.
func (j *judge) withinNoise(p *Point, spread float64) bool {
	t := j.a.Tables[0]
	x, y := p.bound(t, j.x, false, spread), p.bound(t, j.a.Y, false, spread)
	return j.hopefulJudge().Cover(x, y).Kind.Covers()
}

// hopefulJudge judges by head's frontier with the better end of each interval in
// the place of each value.
func (j *judge) hopefulJudge() *pareto.Judge {
	if j.hopeful == nil {
		s := *j.head
		s.x, s.y = make([]float64, len(s.points)), make([]float64, len(s.points))
		for i := range s.points {
			s.x[i] = s.points[i].bound(s.tables[i], j.x, true, 0)
			s.y[i] = s.points[i].bound(s.tables[i], j.a.Y, true, 0)
		}
		j.hopeful = pareto.NewJudge(s.front(pareto.Strict), j.policy)
	}
	return j.hopeful
}

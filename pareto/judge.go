package pareto

import (
	"math"
	"slices"
)

// A Judge judges points against one strict frontier under one policy, as
// Front.Cover does, with what can be prepared prepared once. It is immutable and
// safe for concurrent use.
type Judge struct {
	front  *Front
	policy Policy
	// Under Hull, the lines that count within the policy's span and without a
	// limit.
	within, unlimited chords
}

// NewJudge returns a judge. It takes no time and memory to speak of, under Hull
// O(n log n) and O(n) for n positions.
func NewJudge(f *Front, p Policy) *Judge {
	j := &Judge{front: f, policy: p}
	if p.Curve == Hull {
		j.prepare()
	}
	return j
}

func (j *Judge) prepare() {
	j.unlimited = j.front.chords(0)
	j.within = j.unlimited
	if j.policy.MaxSpan > 0 {
		j.within = j.front.chords(j.policy.MaxSpan)
	}
}

// chords returns the lines that count within a limit, which is the policy's or 0.
func (j *Judge) chords(limit float64) chords {
	if limit > 0 {
		return j.within
	}
	return j.unlimited
}

// Cover judges the point (x, y), with the result of Front.Cover. O(log n) for n
// positions, whatever the policy.
func (j *Judge) Cover(x, y float64) Coverage {
	r := ray{j, x, y}
	c, _ := r.cover(r.guess())
	return c
}

// CoverAll judges many points: the result has Cover(xs[r], ys[r]) for each r of
// rows, in their order; nil rows mean all. m points against n positions take
// O((m + n) log n) and, where m is large, all cores.
func (j *Judge) CoverAll(xs, ys []float64, rows []int) []Coverage {
	if len(xs) != len(ys) {
		panic("pareto: columns differ in length")
	}
	m := len(xs)
	if rows != nil {
		m = len(rows)
	}
	points := make([][2]float64, m)
	for k := range points {
		r := k
		if rows != nil {
			r = rows[k]
		}
		points[k] = [2]float64{xs[r], ys[r]}
	}
	cs := make([]Coverage, m)
	const few = 512 // are not worth an order
	if m < few {
		for k, p := range points {
			cs[k] = j.Cover(p[0], p[1])
		}
		return cs
	}
	// In the order in which their rays pass the frontier, one point's place is
	// next to the one's before.
	keys := make([]float64, m)
	for k, p := range points {
		key := p[0] * p[1]
		if j.front.XDir == j.front.YDir {
			key = p[0] / p[1]
		}
		if key > 0 {
			keys[k] = min(key, math.MaxFloat64)
		}
	}
	t := tuned()
	order := t.ascending(keys)
	part := m/t.parts(m) + 1
	inParallel((m+part-1)/part, func(i int) {
		guess := -1
		var near [64][2]float64
		for block := range slices.Chunk(order[i*part:min((i+1)*part, m)], len(near)) {
			// Fetched together, they do not wait for memory one by one.
			for n, k := range block {
				near[n] = points[k]
			}
			for n, k := range block {
				r := ray{j, near[n][0], near[n][1]}
				if guess < 0 {
					guess = r.guess()
				}
				cs[k], guess = r.cover(guess)
			}
		}
	})
	return cs
}

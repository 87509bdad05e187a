package pareto_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"paretocov/pareto"
)

// nastyKinds are kinds of data that fast ways to a frontier are prone to get
// wrong, or to be slow on.
var nastyKinds = []string{
	"unif", "corr", "antn", "anti", "grid 2", "grid 5", "grid 40", "all equal", "one x", "one y", "sorted", "reversed",
	"plateaus", "outlier low", "outlier high", "lognormal", "clusters", "bits", "zeros", "huge", "subnormal", "invalid",
	"mostly invalid", "period", "pairs", "powers", "heap of ties", "ulps", "signed zeros",
}

// nasty returns n points of a kind. Those of which many are on the frontier are
// for a minimised x and a maximised y; other directions turn them round.
func nasty(kind string, n int, seed uint64, xd, yd pareto.Direction) pareto.Points {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	p := pareto.Points{X: make([]float64, n), Y: make([]float64, n), XDir: xd, YDir: yd}
	var top int
	if _, err := fmt.Sscanf(kind, "grid %d", &top); err != nil {
		top = 1 // of no use
	}
	special := []float64{0, math.Copysign(0, -1), 1, -1, math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64}
	huge := []float64{math.MaxFloat64, -math.MaxFloat64, 1e308, -1e308, 1, -1, 0, 9e307}
	invalid := []float64{math.NaN(), math.Inf(1), math.Inf(-1)}
	for i := range n {
		u, v := r.Float64(), r.Float64()
		x, y := u, v
		switch kind {
		case "corr":
			x, y = 1-u+0.1*r.NormFloat64(), u+0.1*r.NormFloat64()
		case "antn":
			x, y = u+0.1*r.NormFloat64(), u+0.1*r.NormFloat64()
		case "anti":
			x, y = u, u
		case "grid 2", "grid 5", "grid 40":
			x, y = float64(r.IntN(top)), float64(r.IntN(top))
		case "all equal":
			x, y = 3, 4
		case "one x":
			x, y = 3, float64(r.IntN(3))
		case "one y":
			x, y = u, 3
		case "sorted":
			x, y = float64(i), float64(i)
		case "reversed":
			x, y = float64(-i), float64(-i)
		case "plateaus":
			x, y = math.Round(u*200), math.Round(u*20)
		case "outlier low", "outlier high":
			x, y = u, u
			if i == n/2 {
				x, y = -1e300, -1e300
				if kind == "outlier high" {
					x, y = 1e300, 1e300
				}
			}
		case "lognormal":
			x = math.Exp(8 * r.NormFloat64())
			y = x * (1 + 0.01*v*float64(seed%2))
		case "clusters":
			c := float64(r.IntN(3))
			x = 1e6*c + 1e-9*u
			y = x
		case "bits":
			x, y = math.Float64frombits(r.Uint64()), math.Float64frombits(r.Uint64())
		case "zeros":
			x, y = special[r.IntN(len(special))], special[r.IntN(len(special))]
		case "signed zeros": // equal points that are not the same bits
			x, y = special[r.IntN(2)], special[r.IntN(2)]
		case "huge":
			x, y = huge[r.IntN(len(huge))]*(1-u/1e3), huge[r.IntN(len(huge))]
			if seed%2 == 0 {
				x, y = (u-0.5)*2*math.MaxFloat64, (u-0.5)*2*math.MaxFloat64
			}
		case "subnormal":
			x = math.Float64frombits(r.Uint64N(1 << 12))
			y = x
		case "invalid", "mostly invalid":
			x, y = u, u
			if share := 10; r.IntN(share) == 0 || kind == "mostly invalid" && r.IntN(share) > 0 {
				if r.IntN(2) == 0 {
					x = invalid[r.IntN(3)]
				} else {
					y = invalid[r.IntN(3)]
				}
			}
		case "period":
			x, y = float64(i%16), float64((i/16)%16)
		case "pairs":
			x = math.Round(u * float64(n) / 2)
			y = x
		case "powers": // crowds on every scale
			x = math.Exp2(-float64(r.IntN(1000)))
			y = x
		case "ulps": // costs that are next to each other
			x, y = u, math.Float64frombits(math.Float64bits(1)+100+uint64(40*u)-r.Uint64N(3)*uint64(r.IntN(30)))
		case "heap of ties": // a crowd at one x among others
			x, y = u, u
			if r.IntN(2) == 0 {
				x, y = 0.5, 0.5-float64(r.IntN(2))/4
			}
		}
		if xd == pareto.Maximize {
			x = -x
		}
		if yd == pareto.Minimize {
			y = -y
		}
		p.X[i], p.Y[i] = x, y
	}
	if seed%3 == 0 && kind != "period" && n > 0 { // in the order of time, say
		slices.Sort(p.X)
	}
	return p
}

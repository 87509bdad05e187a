package pareto_test

import (
	"math"
	"testing"
	"fmt"
	"os"
	"math/rand/v2"

	"paretocov/pareto"
)

func TestExploreExtreme(t *testing.T) {
	if os.Getenv("EXPLORE") == "" { t.Skip() }
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[string]int{}
	for iter := 0; iter < 300000; iter++ {
		pair := pairs[r.IntN(4)]
		lo, hi := -60, 60
		
		val := func() float64 { 
			for { v := math.Ldexp(1+r.Float64(), lo+r.IntN(hi-lo+1)); if v>0 && !math.IsInf(v,0) {return v} } }
		n := 1+r.IntN(4)
		p := pareto.Points{XDir: pair.x, YDir: pair.y}
		for i := 0; i < n; i++ { p.X = append(p.X, val()); p.Y = append(p.Y, val()) }
		x, y := val(), val()
		pol := pareto.Policy{Curve: curves[r.IntN(4)], MaxSpan: spans[r.IntN(len(spans))], Tolerance: tolerances[r.IntN(4)]}
		f := pareto.NewFront(p, pareto.Strict)
		c := f.Cover(x, y, pol)
		o := plane{p}.under(pol)
		key := ""
		if math.IsNaN(c.Margin) || c.Margin < -1 { key = "NaN margin" }
		ok := false
		for _, v := range o.verdicts(x, y) { ok = ok || v == verdict{c.Kind, c.Reason} }
		if !ok { key = fmt.Sprintf("kind %v %v want %v", pol.Curve, c.Kind, o.verdicts(x,y)) }
		if m := o.margin(x, y, o.covered); key == "" && !nearMargin(m, c.Margin) { key = "margin " + pair.name+ " "+pol.Curve.String(); if seen[key]==0 { fmt.Println("want", m)} }
		if key == "" && o.covered(x, worst(f.YDir)) == math.IsNaN(c.Y) { key = "Y nan" }
		if key != "" {
			seen[key]++
			if seen[key] <= 1 { fmt.Printf("%s: %s front %v %v point %v %v policy %+v\n   got %+v\n", key, pair.name, f.X, f.Y, x, y, pol, c) }
		}
	}
	fmt.Println(seen)
}

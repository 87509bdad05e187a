package pareto_test

import (
	"fmt"

	"paretocov/pareto"
)

// Two curves of interactivity and throughput per GPU are compared over the range
// that both reach.
func ExampleFront_Area() {
	curve := func(x, y []float64) *pareto.Front {
		return pareto.NewFront(pareto.Points{X: x, Y: y, XDir: pareto.Maximize, YDir: pareto.Maximize}, pareto.Strict)
	}
	base := curve([]float64{10, 30}, []float64{100, 40})
	head := curve([]float64{10, 50}, []float64{90, 30})
	a, _ := base.Area(10, 30)
	b, _ := head.Area(10, 30)
	fmt.Printf("%v, then %v: %+.1f %%\n", a, b, 100*(b/a-1))
	// Output: 1400, then 1500: +7.1 %
}

// How far apart are the measurements that a reading of the curve rests on?
func ExampleFront_SpanAt() {
	f := pareto.NewFront(pareto.Points{
		X: []float64{10, 50}, Y: []float64{90, 30}, XDir: pareto.Maximize, YDir: pareto.Maximize,
	}, pareto.Strict)
	y, _ := f.YAt(30)
	span, _ := f.SpanAt(30)
	fmt.Printf("%v tok/s per GPU at 30, between points %vx apart\n", y, span)
	// Output: 60 tok/s per GPU at 30, between points 5x apart
}

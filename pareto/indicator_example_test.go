package pareto_test

import (
	"fmt"
	"slices"

	"paretocov/pareto"
)

// A judge is prepared once and judges every point that a pull request removes.
func ExampleJudge_CoverAll() {
	head := pareto.NewFront(pareto.Points{
		X: []float64{30, 50, 80}, Y: []float64{900, 700, 300},
		XDir: pareto.Maximize, YDir: pareto.Maximize,
	}, pareto.Strict)
	judge := pareto.NewJudge(head, pareto.Policy{Curve: pareto.Hull, MaxSpan: 2})
	for _, c := range judge.CoverAll([]float64{45, 40, 60}, []float64{650, 780, 600}, nil) {
		fmt.Printf("%v %+.3f\n", c.Kind, c.Margin)
	}
	// Output:
	// exceeded +0.091
	// line +0.017
	// uncovered -0.024
}

// Two sets on three axes: seconds, tok/s per GPU and dollars. They share one
// reference, which is to be printed with the volumes.
func ExampleHypervolume() {
	dirs := []pareto.Direction{pareto.Minimize, pareto.Maximize, pareto.Minimize}
	base := pareto.Set{Columns: [][]float64{{5, 10}, {50, 80}, {2, 1}}, Dirs: dirs}
	head := pareto.Set{Columns: [][]float64{{4, 10}, {50, 80}, {2, 1}}, Dirs: dirs}
	ref := pareto.Reference(base, head)
	fmt.Printf("reference %.4g\n", ref)
	for _, s := range []pareto.Set{base, head} {
		v, ok := pareto.Hypervolume(s, ref)
		fmt.Printf("%.1f %v\n", v, ok)
	}
	// Output:
	// reference [11 0 2.2]
	// 146.0 true
	// 156.0 true
}

// Latency 10 % up here, throughput 5 % up there: how much better would head have to
// be to hold everything that base attains?
func ExampleEpsilonMultiplicative() {
	dirs := []pareto.Direction{pareto.Minimize, pareto.Maximize}
	base := pareto.Set{Columns: [][]float64{{10, 20}, {400, 800}}, Dirs: dirs}
	head := pareto.Set{Columns: [][]float64{{11, 20}, {400, 840}}, Dirs: dirs}
	eps, ok := pareto.EpsilonMultiplicative(head, base)
	fmt.Println(eps, ok)
	// Output: 1.1 true
}

// The same in seconds, on an axis of latencies and another one.
func ExampleEpsilonAdditive() {
	dirs := []pareto.Direction{pareto.Minimize, pareto.Minimize}
	base := pareto.Set{Columns: [][]float64{{10, 20}, {3, 1}}, Dirs: dirs}
	head := pareto.Set{Columns: [][]float64{{11, 19}, {3, 1}}, Dirs: dirs}
	eps, ok := pareto.EpsilonAdditive(head, base)
	fmt.Println(eps, ok)
	// Output: 1 true
}

// Which share of base's points does head attain, and the other way round?
func ExampleCMetric() {
	dirs := []pareto.Direction{pareto.Minimize, pareto.Maximize}
	base := pareto.Set{Columns: [][]float64{{10, 20, 30, 40}, {400, 800, 900, 910}}, Dirs: dirs}
	head := pareto.Set{Columns: [][]float64{{11, 20, 30}, {400, 800, 950}}, Dirs: dirs}
	there, _ := pareto.CMetric(head, base)
	back, _ := pareto.CMetric(base, head)
	fmt.Printf("%.2f %.2f\n", there, back)
	// Output: 0.75 0.67
}

// One reference for both sides: 1.1 times the worst latency of all, no throughput.
func ExampleReference() {
	dirs := []pareto.Direction{pareto.Minimize, pareto.Maximize}
	base := pareto.Set{Columns: [][]float64{{10, 20}, {400, 800}}, Dirs: dirs}
	head := pareto.Set{Columns: [][]float64{{11, 40}, {400, 840}}, Dirs: dirs}
	ref := pareto.Reference(base, head)
	fmt.Println(slices.Equal(ref, []float64{44, 0}), ref)
	// Output: true [44 0]
}

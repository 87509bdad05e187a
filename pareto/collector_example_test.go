package pareto_test

import (
	"fmt"

	"paretocov/pareto"
)

// Measurements come in batches, with names that are too many to keep. Those of
// the rows that may be on the frontier are kept, and thinned out when they have
// doubled.
func ExampleCollector() {
	batches := []struct {
		names []string
		x, y  []float64 // seconds, tok/s per GPU
	}{
		{[]string{"TP8 c4", "TP8 c8", "TP4 c8"}, []float64{11.2, 13.5, 16}, []float64{310, 520, 480}},
		{[]string{"TP4 c16", "TP8 c16"}, []float64{21, 13}, []float64{900, 560}},
	}
	c := pareto.NewCollector(pareto.Minimize, pareto.Maximize, pareto.Strict)
	names, limit, first := map[int]string{}, 1000, 0
	for _, b := range batches {
		for _, row := range c.Add(b.x, b.y, first) {
			names[row] = b.names[row-first]
		}
		first += len(b.names)
		if len(names) > limit {
			on := map[int]string{}
			for _, row := range c.Rows() {
				on[row] = names[row]
			}
			names, limit = on, max(limit, 2*len(on))
		}
	}
	f := c.Front()
	for i := range f.Len() {
		fmt.Println(names[f.Members(i)[0]], f.X[i], f.Y[i])
	}
	// Output:
	// TP8 c4 11.2 310
	// TP8 c16 13 560
	// TP4 c16 21 900
}

// Two halves of a table are collected apart, by two machines say, and merged.
func ExampleCollector_Merge() {
	x, y := []float64{20, 30, 25, 90}, []float64{900, 700, 950, 200} // tok/s per user and per GPU
	a := pareto.NewCollector(pareto.Maximize, pareto.Maximize, pareto.Strict)
	b := pareto.NewCollector(pareto.Maximize, pareto.Maximize, pareto.Strict)
	a.Add(x[:2], y[:2], 0)
	b.Add(x[2:], y[2:], 2)
	a.Merge(b)
	fmt.Println(a.Rows())
	// Output: [1 2 3]
}

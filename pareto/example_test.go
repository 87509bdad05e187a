package pareto_test

import (
	"fmt"

	"paretocov/pareto"
)

// Five configurations by P90 end-to-end latency and throughput per GPU. The
// second is slower than the first at the same throughput.
func ExampleNewFront() {
	names := []string{"TP8 c4", "TP8 c1", "TP8 c8", "TP4 c16", "TP4 c8"}
	p := pareto.Points{
		X:    []float64{11.2, 14.0, 13.5, 21.0, 16.0}, // seconds
		Y:    []float64{310, 310, 520, 900, 480},      // tok/s per GPU
		XDir: pareto.Minimize,
		YDir: pareto.Maximize,
	}
	f := pareto.NewFront(p, pareto.Strict)
	for i := range f.Len() {
		fmt.Println(names[f.Members(i)[0]], f.X[i], f.Y[i])
	}
	// Output:
	// TP8 c4 11.2 310
	// TP8 c8 13.5 520
	// TP4 c16 21 900
}

// A pull request replaces a curve of interactivity and throughput per GPU. Is
// each point that it removes still covered by the new curve? The margin is that
// of the whole curve, so where a point covers, a line beside it may reach further.
func ExampleFront_Cover() {
	head := pareto.NewFront(pareto.Points{
		X:    []float64{30, 50, 80}, // tok/s per user
		Y:    []float64{900, 700, 300},
		XDir: pareto.Maximize,
		YDir: pareto.Maximize,
	}, pareto.Strict)
	policy := pareto.Policy{Curve: pareto.Line, MaxSpan: 2, Tolerance: 1e-9}

	for _, removed := range [][2]float64{{45, 650}, {50, 600}, {40, 780}, {60, 600}, {90, 100}} {
		c := head.Cover(removed[0], removed[1], policy)
		fmt.Printf("%v: %v, margin %+.1f %%", removed, c.Kind, 100*c.Margin)
		switch {
		case c.Kind.Covers() && c.IsLine():
			fmt.Printf(", by the line from %v to %v, evidence %v", head.X[c.By[0]], head.X[c.By[1]], c.Evidence)
		case c.Kind.Covers():
			fmt.Printf(", by the point at %v", head.X[c.By[0]])
		}
		fmt.Println()
	}
	// Output:
	// [45 650]: exceeded, margin +9.1 %, by the point at 50
	// [50 600]: matched, margin +7.9 %, by the point at 50
	// [40 780]: line, margin +1.7 %, by the line from 30 to 50, evidence strong
	// [60 600]: uncovered, margin -2.4 %
	// [90 100]: uncovered, margin -11.1 %
}

// Which points of the frontier beat a configuration of 15 s at 400 tok/s per GPU?
func ExampleFront_Dominators() {
	f := pareto.NewFront(pareto.Points{
		X:    []float64{11, 13, 15, 21},
		Y:    []float64{310, 520, 610, 900},
		XDir: pareto.Minimize,
		YDir: pareto.Maximize,
	}, pareto.Strict)
	lo, hi := f.Dominators(15, 400)
	fmt.Println(f.X[lo:hi], f.Y[lo:hi])
	// Output: [13 15] [520 610]
}

// The throughput that the drawn curve promises at a latency.
func ExampleFront_YAt() {
	f := pareto.NewFront(pareto.Points{
		X:    []float64{10, 20},
		Y:    []float64{300, 900},
		XDir: pareto.Minimize,
		YDir: pareto.Maximize,
	}, pareto.Strict)
	for _, seconds := range []float64{15, 60, 5} {
		if y, ok := f.YAt(seconds); ok {
			fmt.Printf("%v s: %v tok/s per GPU\n", seconds, y)
		} else {
			fmt.Printf("%v s: out of reach\n", seconds)
		}
	}
	// Output:
	// 15 s: 600 tok/s per GPU
	// 60 s: 900 tok/s per GPU
	// 5 s: out of reach
}

// The latency at which the drawn curve reaches a throughput.
func ExampleFront_XAt() {
	f := pareto.NewFront(pareto.Points{
		X:    []float64{10, 20},
		Y:    []float64{300, 900},
		XDir: pareto.Minimize,
		YDir: pareto.Maximize,
	}, pareto.Strict)
	for _, tput := range []float64{600, 100, 1000} {
		if x, ok := f.XAt(tput); ok {
			fmt.Printf("%v tok/s per GPU: %v s\n", tput, x)
		} else {
			fmt.Printf("%v tok/s per GPU: out of reach\n", tput)
		}
	}
	// Output:
	// 600 tok/s per GPU: 15 s
	// 100 tok/s per GPU: 10 s
	// 1000 tok/s per GPU: out of reach
}

// Two curves are compared against one reference: no throughput, and a latency
// that is worse than any measured.
func ExampleFront_Hypervolume() {
	base := pareto.NewFront(pareto.Points{
		X: []float64{5, 10}, Y: []float64{50, 80},
		XDir: pareto.Minimize, YDir: pareto.Maximize,
	}, pareto.Strict)
	head := pareto.NewFront(pareto.Points{
		X: []float64{4, 10}, Y: []float64{50, 80},
		XDir: pareto.Minimize, YDir: pareto.Maximize,
	}, pareto.Strict)
	fmt.Println(base.Hypervolume(20, 0), head.Hypervolume(20, 0))
	// Output: 1050 1100
}

// Where another concurrency would tell the most.
func ExampleFront_WidestGap() {
	f := pareto.NewFront(pareto.Points{
		X:    []float64{20, 30, 75, 90},
		Y:    []float64{900, 700, 300, 200},
		XDir: pareto.Maximize,
		YDir: pareto.Maximize,
	}, pareto.Strict)
	if g, ok := f.WidestGap(); ok {
		fmt.Printf("between %v and %v tok/s per user, a factor of %v\n", f.X[g.From], f.X[g.To], g.Ratio)
	}
	// Output: between 30 and 75 tok/s per user, a factor of 2.5
}

// At which latency has a curve lost the most throughput?
func ExampleWorstRatio() {
	base := pareto.NewFront(pareto.Points{
		X: []float64{5, 10, 20}, Y: []float64{300, 600, 900},
		XDir: pareto.Minimize, YDir: pareto.Maximize,
	}, pareto.Strict)
	head := pareto.NewFront(pareto.Points{
		X: []float64{6, 20}, Y: []float64{400, 950},
		XDir: pareto.Minimize, YDir: pareto.Maximize,
	}, pareto.Strict)
	ratio, at, _ := pareto.WorstRatio(base, head)
	fmt.Printf("%.3f of the throughput at %v s\n", ratio, at)
	// Output: 0.929 of the throughput at 10 s
}

// How far does a curve reach at its two ends, the lowest latency and the highest
// throughput?
func ExampleReach() {
	base := pareto.NewFront(pareto.Points{
		X: []float64{5, 20}, Y: []float64{300, 800},
		XDir: pareto.Minimize, YDir: pareto.Maximize,
	}, pareto.Strict)
	head := pareto.NewFront(pareto.Points{
		X: []float64{4, 20}, Y: []float64{300, 600},
		XDir: pareto.Minimize, YDir: pareto.Maximize,
	}, pareto.Strict)
	x, y, _ := pareto.Reach(base, head)
	fmt.Println(x, y)
	// Output: 1.25 0.75
}

// The P90 of raw latencies, in seconds.
func ExampleQuantile() {
	p90, err := pareto.Quantile(0.9, []float64{36, 12, 60, 24})
	fmt.Printf("%.1f %v\n", p90, err)
	// Output: 52.8 <nil>
}

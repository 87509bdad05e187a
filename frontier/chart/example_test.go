package chart_test

import (
	"bytes"
	"fmt"

	"paretocov/frontier"
	"paretocov/frontier/chart"
	"paretocov/pareto"
)

// A curve before and after a change that removes one point.
func ExampleDraw() {
	const key = "model / hw"
	c := chart.Chart{
		Key:    key,
		X:      frontier.Axis{Name: "p90_e2el", Unit: "s", Better: pareto.Minimize},
		Y:      frontier.Axis{Name: "tput_per_gpu", Unit: "tok/s/GPU", Better: pareto.Maximize},
		Policy: pareto.Policy{MaxSpan: 2},
		Series: []chart.Series{
			{Key: key, Label: "base", Base: true, Points: []chart.Point{{Name: "TP8 c4", X: 12, Y: 400}}},
			{Key: key, Label: "head", Points: []chart.Point{{Name: "TP8 c8", X: 10, Y: 500}, {Name: "TP4 c2", X: 6, Y: 200}}},
		},
		Removed: []chart.Removed{{
			Point: chart.Point{Name: "TP8 c4", X: 12, Y: 400}, Kind: pareto.Exceeded, Margin: 0.2, By: []string{"TP8 c8"},
		}},
	}
	p, err := chart.Draw(c, chart.SVG, chart.Options{Theme: chart.Dark})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(chart.FileName(c.Key, c.X.Name, c.Y.Name) + ".svg")
	fmt.Println(bytes.Contains(p.Doc, []byte("TP8 c4: removed, exceeded, margin +20.0 %")))
	// Output:
	// model-hw_p90_e2el_5e4b0b5b.svg
	// true
}

// The names of charts are safe on every file system.
func ExampleFileName() {
	fmt.Println(chart.FileName("dsr1 / 1k1k / B200", "p90_e2el", "tput_per_gpu"))
	fmt.Println(chart.FileName("模型", "p90_e2el", "tput_per_gpu"))
	// Output:
	// dsr1-1k1k-b200_p90_e2el_ba038406
	// chart_p90_e2el_b3f842e5
}

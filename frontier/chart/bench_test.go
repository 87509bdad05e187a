package chart

import (
	"fmt"
	"testing"
)

// BenchmarkDraw draws charts of growing size in each format.
func BenchmarkDraw(b *testing.B) {
	for _, n := range []int{7, 40, 2000} {
		c := one(rate())
		for i := range n {
			x := float64(i%50) + 1
			c.Series[0].Points = append(c.Series[0].Points, Point{fmt.Sprintf("TP8 c%d", i), x, 1e4 / (x + float64(i/50))})
		}
		for _, f := range []Format{SVG, PNG, PDF} {
			b.Run(fmt.Sprintf("n=%d/format=%s", n, f), func(b *testing.B) {
				for b.Loop() {
					if _, err := Draw(c, f, Options{}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

package frontier_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"paretocov/frontier"
	"paretocov/pareto"
)

// largeTable has n measured rows: with an id each and two text columns, or with
// nothing but numbers.
func largeTable(n int, data string) *frontier.Table {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	t := frontier.Table{Rows: n, Sources: []frontier.Source{{Path: "large.csv", Rows: n}}, Places: make([]frontier.Place, n)}
	for i := range t.Places {
		t.Places[i] = frontier.Place{Line: int32(i + 2), Row: int32(i + 1)}
	}
	for _, name := range []string{"p75_e2el", "p90_e2el", "tput_per_gpu"} {
		m := frontier.Metric{Name: name, Values: make([]float64, n)}
		for i := range m.Values {
			m.Values[i] = 1 + 99*r.Float64()
		}
		t.Metrics = append(t.Metrics, m)
	}
	if data == "ids" {
		id := frontier.Label{Name: "id", Codes: make([]int32, n), Words: make([]string, n)}
		hw := frontier.Label{Name: "hardware", Codes: make([]int32, n), Words: []string{"b200", "h200", "mi355x"}}
		fw := frontier.Label{Name: "framework", Codes: make([]int32, n), Words: []string{"sglang", "vllm"}}
		for i := range n {
			id.Codes[i], id.Words[i] = int32(i), fmt.Sprintf("p%d", i)
			hw.Codes[i], fw.Codes[i] = int32(i%3), int32(i%2)
		}
		t.Labels = []frontier.Label{id, hw, fw}
	}
	return &t
}

// BenchmarkLargeFront arranges a large table and computes its fronts, of the
// rows that thinning keeps and of all:
// go test ./frontier -run '^$' -bench LargeFront
func BenchmarkLargeFront(b *testing.B) {
	for _, data := range []string{"ids", "values"} {
		for _, n := range []int{100_000, 1_000_000} {
			t := largeTable(n, data)
			for _, alg := range []string{"thin", "all"} {
				b.Run(fmt.Sprintf("n=%d/data=%s/alg=%s", n, data, alg), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						o := frontier.Options{Y: axis(frontier.DefaultY), E2ELOnly: true}
						if alg == "thin" {
							th, ok := frontier.Thin(o, t, pareto.Dashboard)
							if !ok {
								b.Fatal("not thinned")
							}
							o.Thinned = th
						}
						a, err := frontier.Arrange(o, t)
						if err != nil {
							b.Fatal(err)
						}
						if _, err := frontier.Front(a, pareto.Dashboard); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}

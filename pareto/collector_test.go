package pareto_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"paretocov/pareto"
)

// A batch is a range of the rows of a table.
type batch struct{ lo, hi int }

// drawBatches cuts n rows into batches, in any order.
func drawBatches(t *rapid.T, n int) []batch {
	var all []batch
	for lo := 0; lo < n; {
		hi := min(n, lo+rapid.SampledFrom([]int{1, 2, 7, 64, 900, 3000}).Draw(t, "batch"))
		all = append(all, batch{lo, hi})
		lo = hi
	}
	if len(all) > 1 && rapid.Bool().Draw(t, "any order") {
		all = rapid.Permutation(all).Draw(t, "order")
	}
	return all
}

// A stream is cut into batches, given to several collectors, and merged as a
// tree: the frontier is that of all points at once. A caller that keeps only
// what Add tells it to, and of that only what Rows has, ends up with the rows of
// the frontier.
func collectorIsTheFront(t *rapid.T, most int) {
	p := drawNasty(t, most)
	p.Rows = nil
	rule := rapid.SampledFrom(rules).Draw(t, "rule")
	tuning := drawTuning(t)
	cs := make([]*pareto.Collector, rapid.IntRange(1, 4).Draw(t, "collectors"))
	for i := range cs {
		cs[i] = pareto.NewCollectorTuned(p.XDir, p.YDir, rule, tuning)
	}
	kept := make([]map[int]bool, len(cs))
	for i := range kept {
		kept[i] = map[int]bool{}
	}
	keeping(t, p, func() {
		for k, b := range drawBatches(t, len(p.X)) {
			i := (k*7 + b.lo) % len(cs)
			var may []int
			if b.lo%3 == 0 {
				rows := make([]int, b.hi-b.lo)
				for r := range rows {
					rows[r] = b.lo + r
				}
				may = cs[i].AddRows(p.X[b.lo:b.hi], p.Y[b.lo:b.hi], rows)
			} else {
				may = cs[i].Add(p.X[b.lo:b.hi], p.Y[b.lo:b.hi], b.lo)
			}
			if !slices.IsSorted(may) || len(may) > 0 && (may[0] < b.lo || may[len(may)-1] >= b.hi) {
				t.Fatalf("rows %v of batch %v", may, b)
			}
			for _, r := range may {
				if !finite(p.X[r]) || !finite(p.Y[r]) {
					t.Fatalf("row %d is no point", r)
				}
				kept[i][r] = true
			}
			if k%3 == 0 {
				held := map[int]bool{}
				for _, r := range cs[i].Rows() {
					if !kept[i][r] {
						t.Fatalf("row %d is on the frontier, but was not told", r)
					}
					held[r] = true
				}
				kept[i] = held
			}
		}
	})
	for len(cs) > 1 {
		a := rapid.IntRange(0, len(cs)-2).Draw(t, "into")
		last := len(cs) - 1
		if rapid.Bool().Draw(t, "settled") { // or with points still waiting
			before := places(cs[last].Front())
			cs[a].Merge(cs[last])
			samePlaces(t, cs[last].Front(), before)
		} else {
			cs[a].Merge(cs[last])
		}
		for r := range kept[last] {
			kept[a][r] = true
		}
		cs, kept = cs[:last], kept[:last]
	}
	want := sortScan(p, rule)
	samePlaces(t, cs[0].Front(), want)
	samePlaces(t, pareto.NewFrontTuned(p, rule, tuning), want)
	var rows []int
	for _, w := range want {
		rows = append(rows, w.rows...)
	}
	slices.Sort(rows)
	if !slices.Equal(cs[0].Rows(), rows) {
		t.Fatalf("rows %v, want %v", cs[0].Rows(), rows)
	}
	for _, r := range rows {
		if !kept[0][r] {
			t.Fatalf("row %d is on the frontier, but was not kept", r)
		}
	}
}

func TestCollectorIsTheFront(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { collectorIsTheFront(t, 1500) })
}

// More can be added after a frontier was taken, which stays what it was.
func TestCollectorGoesOn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawNasty(t, 400)
		p.Rows = nil
		half := len(p.X) / 2
		c := pareto.NewCollectorTuned(p.XDir, p.YDir, pareto.Strict, drawTuning(t))
		c.Add(p.X[:half], p.Y[:half], 0)
		first := c.Front()
		want := places(first)
		c.Add(p.X[half:], p.Y[half:], half)
		samePlaces(t, c.Front(), sortScan(p, pareto.Strict))
		samePlaces(t, first, want)
	})
}

// With the sizes that NewCollector uses, and streams that a table of earlier
// points does not suit: in the order of x, either way, or drifting.
func TestCollectorOfLongStreams(t *testing.T) {
	n := 200_000
	if testing.Short() {
		n = 20_000
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, kind := range []string{"unif", "anti", "falling", "rising", "drift"} {
		for _, pair := range pairs {
			p := pareto.Points{X: make([]float64, n), Y: make([]float64, n), XDir: pair.x, YDir: pair.y}
			for i := range n {
				u, v, at := r.Float64(), r.Float64(), float64(i)/float64(n)
				switch kind {
				case "anti":
					v = u
				case "falling":
					u = 1 - at
				case "rising":
					u = at
				case "drift":
					u, v = u+100*at, v+90*at*at
				}
				p.X[i], p.Y[i] = u, v
			}
			for _, rule := range rules {
				c := pareto.NewCollector(pair.x, pair.y, rule)
				for lo := 0; lo < n; lo += 50_000 {
					hi := min(lo+50_000, n)
					c.Add(p.X[lo:hi], p.Y[lo:hi], lo)
				}
				samePlaces(t, c.Front(), sortScan(p, rule))
			}
		}
	}
}

func TestCollectorWantsAContract(t *testing.T) {
	check := func(name string, f func()) {
		t.Helper()
		defer func() {
			t.Helper()
			if text, _ := recover().(string); len(text) < 7 || text[:7] != "pareto:" {
				t.Errorf("%s: recovered %q, want a panic that starts with pareto:", name, text)
			}
		}()
		f()
	}
	c := pareto.NewCollector(lower, higher, pareto.Strict)
	check("no direction", func() { pareto.NewCollector(lower, 0, pareto.Strict) })
	check("columns of different lengths", func() { c.Add([]float64{1}, nil, 0) })
	check("rows of another length", func() { c.AddRows([]float64{1}, []float64{1}, nil) })
	check("other direction", func() { c.Merge(pareto.NewCollector(higher, higher, pareto.Strict)) })
	check("other rule", func() { c.Merge(pareto.NewCollector(lower, higher, pareto.Dashboard)) })
	check("itself", func() { c.Merge(c) })
	if f := c.Front(); f.Len() != 0 || len(c.Rows()) != 0 {
		t.Errorf("frontier of nothing: %v, rows %v", f, c.Rows())
	}
}

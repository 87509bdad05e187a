package pareto_test

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"paretocov/pareto"
)

// samePlaces compares a front with places, to the bit: of equal points the lowest
// row says whether a coordinate is -0.
func samePlaces(t rapid.TB, f *pareto.Front, want []place) {
	t.Helper()
	if f.Len() != len(want) || len(f.X) != len(f.Y) {
		t.Fatalf("%d positions, want %d", f.Len(), len(want))
	}
	for i, w := range want {
		if !sameBits(f.X[i], w.x) || !sameBits(f.Y[i], w.y) || !slices.Equal(f.Members(i), w.rows) {
			t.Fatalf("position %d is (%v, %v) with rows %v, want (%v, %v) with %v",
				i, f.X[i], f.Y[i], f.Members(i), w.x, w.y, w.rows)
		}
	}
}

func sameBits(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }

// drawTuning draws sizes at which a few hundred points take every way.
func drawTuning(t *rapid.T) pareto.FrontTuning {
	few := rapid.SampledFrom([]int{0, 16, 1 << 30}).Draw(t, "few")
	return pareto.SmallFront(few,
		rapid.SampledFrom([]int{8, 64, 1024}).Draw(t, "sample"),
		rapid.SampledFrom([]int{1, 2, 16, 4096}).Draw(t, "cells"),
		rapid.SampledFrom([]int{1, 5, 64}).Draw(t, "waiting"),
		rapid.SampledFrom([]int{1, 3, 20, 8192}).Draw(t, "leaf"),
		rapid.SampledFrom([]int{1, 50}).Draw(t, "share"), 100)
}

func drawNasty(t *rapid.T, most int) pareto.Points {
	pair := rapid.SampledFrom(pairs).Draw(t, "directions")
	p := nasty(rapid.SampledFrom(nastyKinds).Draw(t, "kind"), rapid.IntRange(0, most).Draw(t, "points"),
		rapid.Uint64().Draw(t, "seed"), pair.x, pair.y)
	if rapid.IntRange(0, 3).Draw(t, "subset") == 0 {
		p.Rows = []int{}
		for r := range p.X {
			if r%7 < 5 {
				p.Rows = append(p.Rows, r)
			}
		}
		if rapid.Bool().Draw(t, "falling rows") {
			slices.Reverse(p.Rows)
		}
	}
	return p
}

// The plain way is the second oracle; it is the definition too.
func TestSortScanIsTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawNasty(t, 100)
		for _, rule := range rules {
			equalPlaces(t, sortScan(p, rule), plane{p}.front(rule))
		}
	})
}

func fastFrontIsTheDefinition(t *rapid.T) {
	p := drawNasty(t, 200)
	tuning := drawTuning(t)
	for _, rule := range rules {
		keeping(t, p, func() {
			samePlaces(t, pareto.NewFrontTuned(p, rule, tuning), plane{p}.front(rule))
		})
	}
}

func TestFastFrontIsTheDefinition(t *testing.T) { rapid.Check(t, fastFrontIsTheDefinition) }

func TestFastFrontIsThePlainOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawNasty(t, 3000)
		tuning := drawTuning(t)
		for _, rule := range rules {
			samePlaces(t, pareto.NewFrontTuned(p, rule, tuning), sortScan(p, rule))
		}
	})
}

// With the sizes that NewFront uses, on both sides of each, for any number of
// processors.
func TestFrontAtEverySize(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	sizes := []int{15, 16, 17, 255, 256, 257, 8191, 8192, 8193, 40_000, 99_999, 100_000, 131_073}
	if testing.Short() {
		sizes = sizes[:7]
	}
	for i, n := range sizes {
		for k, kind := range nastyKinds {
			if n > 10_000 && (k+i)%4 != 0 && kind != "anti" && kind != "unif" {
				continue
			}
			t.Run(fmt.Sprintf("n=%d/%s", n, kind), func(t *testing.T) {
				pair := pairs[(k+i)%len(pairs)]
				p := nasty(kind, n, uint64(k+i), pair.x, pair.y)
				for _, rule := range rules {
					want := sortScan(p, rule)
					for _, processors := range []int{1, 2, 4} {
						runtime.GOMAXPROCS(processors)
						samePlaces(t, pareto.NewFront(p, rule), want)
					}
				}
			})
		}
	}
}

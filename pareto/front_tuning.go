package pareto

import (
	"math"
	"runtime"
)

// A frontTuning holds the sizes at which frontiers are found in another way.
// Results never depend on it.
type frontTuning struct {
	few     int // fewest points that are worth a table
	sample  int // most points that are looked at to choose the way
	cells   int // most ranges of x that a screen tells apart
	waiting int // fewest points that a screen merges at a time
	leaf    int // points that are sorted at a time
	share   int // fewest points that are worth a goroutine, where there are many
	many    int // fewest points of which any are shared out
}

func tunedFront() frontTuning {
	return frontTuning{few: 256, sample: 1024, cells: 4096, waiting: 2048, leaf: 1 << 15, share: 1 << 15, many: 100_000}
}

// workers returns among how many goroutines n points are shared out.
func (t frontTuning) workers(n int) int {
	if n < t.many {
		return 1
	}
	return max(1, min(runtime.GOMAXPROCS(0), n/t.share))
}

// alone returns the tuning without goroutines.
func (t frontTuning) alone() frontTuning {
	t.many = math.MaxInt
	return t
}

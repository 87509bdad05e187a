package pareto

import "runtime"

// A tuning holds the sizes at which the methods for any number of axes change.
// Results never depend on it.
type tuning struct {
	sieve  int // fewest rows that are worth a sieve
	sample int // rows that a sieve is chosen by
	grid   int // most cells of a sieve's grid
	pairs  int // most comparisons per point where pairs are compared
	leaf   int // the same at the ends of a recursion
	near   int // most points that a recursion moves side by side
	radix  int // fewest values that are sorted by radix
	fork   int // fewest points that are worth another goroutine
}

func tuned() tuning {
	return tuning{sieve: 1024, sample: 1024, grid: 1 << 15, pairs: 24, leaf: 16, near: 16384, radix: 512, fork: 4096}
}

// parts returns into how many parts work on n rows is cut, more than there are
// processors, so that all end at about the same time.
func (t tuning) parts(n int) int {
	return max(1, min(n/t.fork, 4*runtime.GOMAXPROCS(0)))
}

package pareto

import (
	"runtime"
	"sync/atomic"
	"testing"
)

// TestInParallel: every number comes once, and a panic reaches the caller.
func TestInParallel(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, procs := range []int{1, 2, 4} {
		runtime.GOMAXPROCS(procs)
		for _, n := range []int{0, 1, 2, 3, 100} {
			calls := make([]atomic.Int32, n)
			inParallel(n, func(i int) { calls[i].Add(1) })
			for i := range calls {
				if c := calls[i].Load(); c != 1 {
					t.Errorf("%d processors: %d of %d came %d times", procs, i, n, c)
				}
			}
		}
		for _, bad := range []int{0, 1, 49} {
			func() {
				defer func() {
					if recover() != "bad" {
						t.Errorf("%d processors: the panic of %d is lost", procs, bad)
					}
				}()
				inParallel(50, func(i int) {
					if i == bad {
						panic("bad")
					}
				})
			}()
		}
	}
}

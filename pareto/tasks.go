package pareto

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// inParallel calls do with 0 to n-1, each once, on as many goroutines as there
// are processors. A panic in one of them is raised again on the caller's.
func inParallel(n int, do func(i int)) {
	workers := min(n, runtime.GOMAXPROCS(0))
	if workers < 2 {
		for i := range n {
			do(i)
		}
		return
	}
	var next atomic.Int64
	work := func() {
		for {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			do(i)
		}
	}
	c := newCrew(workers)
	for range workers - 1 {
		defer c.fork(work)()
	}
	work()
}

// A crew lends goroutines to a recursion, no more than there are processors.
type crew struct{ idle chan struct{} }

// newCrew returns a crew of so many workers, the caller's goroutine among them.
func newCrew(workers int) crew { return crew{make(chan struct{}, max(0, workers-1))} }

// fork starts f on a goroutine if one is idle, else calls it. The function that
// it returns waits for f, and raises again what f panicked with.
func (c crew) fork(f func()) (wait func()) {
	select {
	case c.idle <- struct{}{}:
	default:
		f()
		return func() {}
	}
	var done sync.WaitGroup
	var failure any
	done.Go(func() {
		defer func() {
			failure = recover()
			<-c.idle
		}()
		f()
	})
	return func() {
		done.Wait()
		if failure != nil {
			panic(failure)
		}
	}
}

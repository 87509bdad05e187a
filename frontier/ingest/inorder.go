package ingest

import (
	"sync"
	"sync/atomic"
)

// inOrder does n pieces of work on several goroutines and takes the results on
// the caller's one, in the order of the pieces, so that what comes out does not
// depend on which was ready first. A piece has a T to work with, of which there
// are two per worker, so that memory is bounded; take gets it and must keep
// nothing of it. take returns false to end early. A panic in a worker is raised
// again on the caller's goroutine. No goroutine outlives the call.
func inOrder[T any](n, workers int, fresh func() T, work func(i int, with T), take func(i int, with T) bool) {
	workers = min(workers, n)
	if workers <= 1 {
		if n == 0 {
			return
		}
		with := fresh()
		for i := range n {
			if work(i, with); !take(i, with) {
				return
			}
		}
		return
	}
	type result struct {
		piece  int
		with   T
		failed any // what a panic was raised with
	}
	// All of them fit, so that nobody waits to send.
	free, results := make(chan T, 2*workers), make(chan result, 2*workers)
	for range 2 * workers {
		free <- fresh()
	}
	stop := make(chan struct{})
	var next atomic.Int64
	var running sync.WaitGroup
	for range workers {
		running.Go(func() {
			// What to work with comes first: so the lowest piece that is not yet
			// taken always has it, and take never waits for ever.
			for {
				var r result
				select {
				case <-stop:
					return
				case r.with = <-free:
				}
				if r.piece = int(next.Add(1)) - 1; r.piece >= n {
					return
				}
				func() {
					defer func() { r.failed = recover() }()
					work(r.piece, r.with)
				}()
				results <- r
			}
		})
	}
	defer running.Wait()
	defer close(stop)
	waiting := map[int]T{}
	for i := 0; i < n; {
		r := <-results
		if r.failed != nil {
			panic(r.failed)
		}
		waiting[r.piece] = r.with
		for with, ok := waiting[i]; ok; with, ok = waiting[i] {
			delete(waiting, i)
			if !take(i, with) {
				return
			}
			free <- with
			i++
		}
	}
}

package pareto_test

import (
	"runtime"
	"testing"

	"paretocov/pareto"
)

// allocated returns the bytes that f allocates, whether or not they are freed.
func allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

// Beyond the columns, a frontier takes 25 bytes per point at most where all are
// on it (250 MB of 1e7), and 8 MB for any number of points where few are. The
// sum of all that is allocated bounds what is used at any time.
func TestFrontMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("needs large columns")
	}
	const n = 2_000_000
	for _, data := range []string{"unif", "corr", "antn", "anti"} {
		p := benchPoints(n, data)
		limit := 8_000_000
		if data == "anti" {
			limit = 25 * n
		}
		if got := allocated(func() { pareto.NewFront(p, pareto.Strict) }); got > limit {
			t.Errorf("%s: %d bytes allocated for %d points, more than %d", data, got, n, limit)
		}
	}
}

// A small frontier takes no work space: three arrays and the frontier itself.
func TestSmallFrontAllocations(t *testing.T) {
	p := benchPoints(7, "anti")
	if got := testing.AllocsPerRun(100, func() { pareto.NewFront(p, pareto.Strict) }); got > 3 {
		t.Errorf("%v allocations for 7 points", got)
	}
}

// What a stream holds does not grow with the points that have passed.
func TestCollectorMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("needs a long stream")
	}
	const batch = 100_000
	p := benchPoints(batch, "antn")
	c := pareto.NewCollector(p.XDir, p.YDir, pareto.Strict)
	var held [2]uint64
	for i := range held {
		for k := range 30 {
			c.Add(p.X, p.Y, k*batch)
			for j := range p.X { // other points of the same kind
				p.X[j] += 1e-6
			}
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		held[i] = m.HeapAlloc
	}
	runtime.KeepAlive(c)
	if held[1] > held[0]+500_000 {
		t.Errorf("%d bytes in use after 3e6 points, %d after 6e6", held[0], held[1])
	}
}

// The panic of a caller's broken contract reaches the caller, whichever
// goroutine it is met on.
func TestFrontPanicsOnTheCallersGoroutine(t *testing.T) {
	for _, data := range []string{"unif", "anti"} {
		p := benchPoints(300_000, data)
		for r := range p.X {
			p.Rows = append(p.Rows, r)
		}
		p.Rows[len(p.Rows)-5] = len(p.X)
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic for a row that is not there", data)
				}
			}()
			pareto.NewFront(p, pareto.Strict)
		}()
	}
}

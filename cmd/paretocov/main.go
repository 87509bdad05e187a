// Paretocov judges whether the points that a change removes from a benchmark
// curve are covered by the new curve. See paretocov help.
package main

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"

	"paretocov/cmd/paretocov/internal/cli"
)

func main() {
	collectLate()
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// collectLate puts off garbage collection until the heap has 64 MiB. Most
// commands end before that, and a fifth of their time would go into collecting
// what the exit frees anyway. From then on the collector works as usual. What the
// user set in the environment stays.
func collectLate() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(64 << 20)
	// The first collection finds this unreachable.
	runtime.SetFinalizer(new([16]byte), func(*[16]byte) {
		debug.SetMemoryLimit(math.MaxInt64)
		debug.SetGCPercent(100)
	})
}

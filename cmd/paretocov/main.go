// Paretocov judges whether the points that a change removes from a benchmark
// curve are covered by the new curve. See paretocov help.
package main

import (
	"os"

	"paretocov/cmd/paretocov/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

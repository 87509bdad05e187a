package pareto_test

import (
	"fmt"

	"paretocov/pareto"
)

// sweep is five configurations by P90 end-to-end latency in seconds, throughput
// per GPU and energy per token in joules.
func sweep() (names []string, s pareto.Set) {
	names = []string{"TP8 c4", "TP8 c16", "TP4 c16", "TP4 c64", "TP4 c8"}
	return names, pareto.Set{
		Columns: [][]float64{
			{11.2, 13.5, 21.0, 22.5, 24.0},
			{310, 520, 900, 880, 480},
			{5.1, 3.9, 2.2, 2.0, 4.0},
		},
		Dirs: []pareto.Direction{pareto.Minimize, pareto.Maximize, pareto.Minimize},
	}
}

// TP4 c64 is behind TP4 c16 on the first two axes and stays for its energy.
func ExampleNonDominated() {
	names, s := sweep()
	for _, r := range pareto.NonDominated(s) {
		fmt.Println(names[r])
	}
	// Output:
	// TP8 c4
	// TP8 c16
	// TP4 c16
	// TP4 c64
}

func ExampleRanks() {
	_, s := sweep()
	fmt.Println(pareto.Ranks(s))
	// Output:
	// [0 0 0 0 1]
}

// TP8 c16, TP4 c16 and TP4 c64 all dominate TP4 c8; the first has the lowest
// latency.
func ExampleWitnesses() {
	names, s := sweep()
	front := pareto.NonDominated(s)
	for _, w := range pareto.Witnesses(s, front, []int{4}) {
		fmt.Println(names[w])
	}
	// Output:
	// TP8 c16
}

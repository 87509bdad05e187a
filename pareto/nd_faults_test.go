package pareto_test

import (
	"runtime"
	"slices"
	"testing"

	"paretocov/pareto"
)

// B05: one axis is a frontier of the best values, the same in every call.
func TestB05OneAxis(t *testing.T) {
	s := pareto.Set{Columns: [][]float64{{31, 44, 12, 44}}, Dirs: []pareto.Direction{pareto.Maximize}}
	for range 100 {
		if got, want := pareto.NonDominated(s), []int{1, 3}; !slices.Equal(got, want) {
			t.Fatalf("front %v, want %v", got, want)
		}
		if got, want := pareto.Ranks(s), []int{1, 0, 2, 0}; !slices.Equal(got, want) {
			t.Fatalf("layers %v, want %v", got, want)
		}
	}
}

// B17: equal points stay at every size and on any number of axes.
func TestB17EqualPointsOnManyAxes(t *testing.T) {
	for _, k := range []int{1, 20, 400, 4000} {
		for d := 2; d <= 8; d++ {
			s := pareto.Set{Columns: make([][]float64, d), Dirs: slices.Repeat([]pareto.Direction{pareto.Maximize}, d)}
			for i := range s.Columns {
				s.Columns[i] = slices.Repeat([][]float64{{3, 1, 9}, {9, 1, 3}}[i%2], k)
			}
			front := pareto.NonDominated(s)
			if len(front) != 2*k {
				t.Errorf("k=%d, %d axes: a front of %d, want %d", k, d, len(front), 2*k)
			}
			if slices.ContainsFunc(front, func(r int) bool { return r%3 == 1 }) {
				t.Errorf("k=%d, %d axes: a dominated row is on the front", k, d)
			}
			for r, layer := range pareto.Ranks(s) {
				if want := r % 3 % 2; layer != want {
					t.Fatalf("k=%d, %d axes: row %d in layer %d, want %d", k, d, r, layer, want)
				}
			}
		}
	}
}

// B114: no table of n by n, which would be 40 GB here.
func TestB114MemoryIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("large")
	}
	for d := 2; d <= 5; d++ {
		for _, data := range []string{"unif", "anti"} {
			if d > 3 && data == "anti" {
				continue
			}
			s := benchSet(200_000, d, data)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			pareto.NonDominated(s)
			runtime.ReadMemStats(&after)
			if grown := after.TotalAlloc - before.TotalAlloc; grown > 200<<20 {
				t.Errorf("%d axes, %s: %d MB allocated", d, data, grown>>20)
			}
		}
	}
}

// B115: nothing is beaten, so that short-cuts do not help, and each of as many
// removed rows asks for a witness.
func TestB115NothingIsBeaten(t *testing.T) {
	n := 100_000
	if testing.Short() {
		n = 5_000
	}
	for d := 2; d <= 4; d++ {
		s := pareto.Set{Columns: make([][]float64, d), Dirs: slices.Repeat([]pareto.Direction{pareto.Maximize}, d)}
		for k := range s.Columns {
			s.Columns[k] = make([]float64, 2*n)
			for i := range n {
				s.Columns[k][i], s.Columns[k][n+i] = float64(i), float64(i)
				if k%2 == 1 {
					s.Columns[k][i], s.Columns[k][n+i] = float64(n-i), float64(n-1-i)
				}
			}
		}
		front := pareto.NonDominated(s)
		if len(front) != n || front[n-1] != n-1 {
			t.Fatalf("%d axes: a front of %d, want %d", d, len(front), n)
		}
		removed := make([]int, n)
		for i := range removed {
			removed[i] = n + i
		}
		// Of (i, n-i) and (i+1, n-i-1), which both dominate, the second is better on
		// the first axis; the last row has no second.
		for i, w := range pareto.Witnesses(s, front, removed) {
			if want := min(i+1, n-1); w != want {
				t.Fatalf("%d axes: witness of %d is %d, want %d", d, i, w, want)
			}
		}
	}
}

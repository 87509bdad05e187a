package pareto_test

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"paretocov/pareto"
)

// tunings have every method begin at a size that small sets have. Nil stands for
// the sizes of the product.
var tunings = []*pareto.Tuning{
	nil,
	{Sieve: 1, Sample: 4, Grid: 64, Pairs: 0, Leaf: 0, Near: 20, Radix: 1, Fork: 2},
	{Sieve: 8, Sample: 16, Grid: 4096, Pairs: 4, Leaf: 3, Near: 40, Radix: 8, Fork: 8},
	{Sieve: math.MaxInt, Sample: 8, Grid: 8, Pairs: 0, Leaf: 1, Radix: 1, Fork: 1},
	{Sieve: math.MaxInt, Sample: 8, Grid: 8, Pairs: 1 << 20, Leaf: 2, Radix: math.MaxInt, Fork: math.MaxInt},
}

func nonDominated(t *pareto.Tuning, s pareto.Set) []int {
	if t == nil {
		return pareto.NonDominated(s)
	}
	return t.NonDominated(s)
}

func ranks(t *pareto.Tuning, s pareto.Set) []int {
	if t == nil {
		return pareto.Ranks(s)
	}
	return t.Ranks(s)
}

func witnesses(t *pareto.Tuning, s pareto.Set, front, rows []int) []int {
	if t == nil {
		return pareto.Witnesses(s, front, rows)
	}
	return t.Witnesses(s, front, rows)
}

// drawSet draws a set on 1 to 8 axes.
func drawSet(t *rapid.T) pareto.Set {
	d := rapid.IntRange(1, 8).Draw(t, "axes")
	n := rapid.SampledFrom(append([]int{100, 160}, sizes...)).Draw(t, "rows")
	s := pareto.Set{Columns: make([][]float64, d), Dirs: make([]pareto.Direction, d)}
	odd := rapid.IntRange(0, 9).Draw(t, "odd") == 0
	values := make([]func() float64, d)
	kind := rapid.SampledFrom([]string{"grid", "fine", "skewed", "extreme", "surface"}).Draw(t, "kind")
	for k := range d {
		s.Columns[k] = make([]float64, n)
		s.Dirs[k] = rapid.SampledFrom([]pareto.Direction{pareto.Minimize, pareto.Maximize}).Draw(t, "direction")
		switch kind {
		case "grid", "surface": // ties and duplicates
			top := rapid.SampledFrom([]int{1, 2, 3, 8, 30}).Draw(t, "grid")
			values[k] = func() float64 { return float64(rapid.IntRange(0, top).Draw(t, "v")) }
		case "fine":
			values[k] = func() float64 { return float64(rapid.IntRange(-1<<30, 1<<30).Draw(t, "v")) / 1024 }
		case "skewed":
			values[k] = func() float64 { return math.Ldexp(1, rapid.IntRange(-40, 40).Draw(t, "v")) }
		case "extreme":
			values[k] = func() float64 {
				v := rapid.SampledFrom(extremes).Draw(t, "v")
				return v * rapid.SampledFrom([]float64{1, -1, 0, math.Copysign(0, -1)}).Draw(t, "sign")
			}
		}
	}
	for r := range n {
		sum := 0.0
		for k, v := range values {
			c := s.Columns[k]
			c[r] = v()
			if kind == "surface" { // a loss on the last axis for every gain on another
				switch {
				case k == d-1:
					c[r] = c[r]/64 + sum
				case s.Dirs[k] == s.Dirs[d-1]:
					sum -= c[r]
				default:
					sum += c[r]
				}
			}
			if odd && rapid.IntRange(0, 9).Draw(t, "no point") == 0 {
				c[r] = rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1)}).Draw(t, "v")
			}
		}
	}
	if n > 0 && rapid.Bool().Draw(t, "some rows") {
		s.Rows = append([]int{}, rapid.SliceOfN(rapid.IntRange(0, n-1), 0, n).Draw(t, "rows that take part")...)
	}
	return s
}

// keepingSet calls f and fails if it changed the set.
func keepingSet(t rapid.TB, s pareto.Set, f func()) {
	t.Helper()
	columns, rows := make([][]float64, len(s.Columns)), slices.Clone(s.Rows)
	for k, c := range s.Columns {
		columns[k] = slices.Clone(c)
	}
	f()
	for k, c := range s.Columns {
		for r, v := range c {
			if math.Float64bits(v) != math.Float64bits(columns[k][r]) {
				t.Fatalf("column %d changed", k)
			}
		}
	}
	if !slices.Equal(s.Rows, rows) {
		t.Fatalf("the rows changed")
	}
}

// setIsTheDefinition compares the front, the layers and the witnesses with the
// definition.
func setIsTheDefinition(t *rapid.T) {
	s := drawSet(t)
	o := space{s}
	tuning := rapid.SampledFrom(tunings).Draw(t, "tuning")
	keepingSet(t, s, func() {
		front := o.nonDominated(o.rows())
		if got := nonDominated(tuning, s); !slices.Equal(got, front) {
			t.Fatalf("front %v, want %v\n%+v", got, front, s)
		}
		if got, want := ranks(tuning, s), o.ranks(); !slices.Equal(got, want) {
			t.Fatalf("ranks %v, want %v\n%+v", got, want, s)
		}
		if rapid.Bool().Draw(t, "by all rows") {
			front = o.rows()
		}
		rows := make([]int, len(s.Columns[0]))
		for r := range rows {
			rows[r] = r
		}
		for r, got := range witnesses(tuning, s, front, rows) {
			if want := o.witness(front, r); got != want {
				t.Fatalf("witness of row %d is %d, want %d\n%+v", r, got, want, s)
			}
		}
	})
}

func TestSetIsTheDefinition(t *testing.T) { rapid.Check(t, setIsTheDefinition) }

func FuzzNonDominated(f *testing.F) { f.Fuzz(rapid.MakeFuzz(setIsTheDefinition)) }

// chosenRows returns the rows of the columns in the given order.
func chosenRows(s pareto.Set, rows []int) pareto.Set {
	c := pareto.Set{Dirs: s.Dirs}
	for _, column := range s.Columns {
		to := make([]float64, len(rows))
		for i, r := range rows {
			to[i] = column[r]
		}
		c.Columns = append(c.Columns, to)
	}
	return c
}

// TestSetTransformed: neither the order of rows or axes nor an axis turned round
// with its direction changes front or layers, and a dominated or an equal point
// changes nothing for the others.
func TestSetTransformed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSet(t)
		s.Rows = nil
		n := len(s.Columns[0])
		tuning := rapid.SampledFrom(tunings).Draw(t, "tuning")
		front, layers := nonDominated(tuning, s), ranks(tuning, s)
		onFront := func(layers []int) (front []int) {
			for r, l := range layers {
				if l == 0 {
					front = append(front, r)
				}
			}
			return front
		}
		if !slices.Equal(onFront(layers), front) {
			t.Fatalf("front %v, layers %v", front, layers)
		}

		order := make([]int, n)
		for r := range order {
			order[r] = r
		}
		order = rapid.Permutation(order).Draw(t, "order of rows")
		for i, layer := range ranks(tuning, chosenRows(s, order)) {
			if layer != layers[order[i]] {
				t.Fatalf("row %d: layer %d, in another order of rows %d", order[i], layers[order[i]], layer)
			}
		}
		shuffled := nonDominated(tuning, chosenRows(s, order))
		for i, r := range shuffled {
			shuffled[i] = order[r]
		}
		slices.Sort(shuffled)
		if !slices.Equal(shuffled, front) {
			t.Fatalf("front %v, in another order of rows %v", front, shuffled)
		}

		axes := make([]int, len(s.Columns))
		for k := range axes {
			axes[k] = k
		}
		var other pareto.Set
		for _, k := range rapid.Permutation(axes).Draw(t, "order of axes") {
			column, dir := slices.Clone(s.Columns[k]), s.Dirs[k]
			if rapid.Bool().Draw(t, "turned") {
				for r := range column {
					column[r] = -column[r]
				}
				dir = flip(dir)
			}
			other.Columns, other.Dirs = append(other.Columns, column), append(other.Dirs, dir)
		}
		if got := nonDominated(tuning, other); !slices.Equal(got, front) {
			t.Fatalf("front %v, with axes in another order or turned %v", front, got)
		}
		if got := ranks(tuning, other); !slices.Equal(got, layers) {
			t.Fatalf("layers %v, with axes in another order or turned %v", layers, got)
		}

		if len(front) == 0 {
			return
		}
		rows := make([]int, n, n+1)
		for r := range rows {
			rows[r] = r
		}
		from := rapid.SampledFrom(front).Draw(t, "row to repeat")
		more := chosenRows(s, append(rows, from))
		k := rapid.IntRange(0, len(s.Columns)-1).Draw(t, "worse axis")
		want := append(slices.Clone(front), n)
		if v := more.Columns[k][n]; rapid.Bool().Draw(t, "worse") && math.Abs(v) < 1e300 {
			worse := math.Inf(1)
			if s.Dirs[k] == pareto.Maximize {
				worse = math.Inf(-1)
			}
			more.Columns[k][n] = math.Nextafter(v, worse)
			want = front
		}
		if got := nonDominated(tuning, more); !slices.Equal(got, want) {
			t.Fatalf("front %v, want %v", got, want)
		}
	})
}

// largeSet returns n rows of a kind that small sets do not show.
func largeSet(n, d int, kind string) pareto.Set {
	switch kind {
	case "unif", "corr", "antn", "anti":
		return benchSet(n, d, kind)
	}
	s := benchSet(n, d, "unif")
	for k, c := range s.Columns {
		for i := range c {
			switch kind {
			case "equal":
				c[i] = 3
			case "few": // distinct values
				c[i] = math.Floor(c[i] * 5)
			case "outlier":
				if i == n/2 {
					c[i] = 1e308 * float64(1-k%2*2)
				}
			case "tails":
				c[i] = math.Exp(60 * (c[i] - 0.5))
			case "sorted": // along the front
				c[i] = float64(i)
				if k%2 == 1 {
					c[i] = float64(n - i)
				}
			case "reversed":
				c[i] = -float64(i)
			}
		}
	}
	return s
}

// TestLargeSets compares with the simple method and the definition of layers, at
// sizes on both sides of the product's switches, on any number of processors.
func TestLargeSets(t *testing.T) {
	kinds := []string{"unif", "corr", "antn", "anti", "equal", "few", "outlier", "tails", "sorted", "reversed"}
	sizes := []int{48, 50, 511, 513, 1023, 1025, 4200}
	if testing.Short() {
		sizes = []int{48, 513, 1025}
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for d := 1; d <= 8; d++ {
		for _, kind := range kinds {
			for _, n := range sizes {
				if n > 1025 && d != 3 && d != 4 && d != 8 {
					continue
				}
				s := largeSet(n, d, kind)
				name := fmt.Sprintf("n=%d/d=%d/data=%s", n, d, kind)
				front := sortAndScan(s)
				slices.Sort(front)
				var layers []int
				for _, procs := range []int{4, 2, 1} {
					runtime.GOMAXPROCS(procs)
					if got := pareto.NonDominated(s); !slices.Equal(got, front) {
						t.Fatalf("%s: a front of %d, want %d", name, len(got), len(front))
					}
					got := pareto.Ranks(s)
					if layers != nil && !slices.Equal(got, layers) {
						t.Fatalf("%s: other layers on %d processors", name, procs)
					}
					layers = got
				}
				if n < 999 || n > 1025 && d == 3 && kind == "unif" {
					checkLayers(t, name, s, layers)
				}
			}
		}
	}
}

// checkLayers checks that no row dominates another one of its layer or of an
// earlier one, and that one of the layer before dominates it.
func checkLayers(t *testing.T, name string, s pareto.Set, layers []int) {
	t.Helper()
	below := make([]bool, len(layers))
	for a := range layers {
		for b := range layers {
			if !(space{s}).dominates(a, b) {
				continue
			}
			if layers[a] >= layers[b] {
				t.Fatalf("%s: row %d of layer %d dominates row %d of layer %d", name, a, layers[a], b, layers[b])
			}
			below[b] = below[b] || layers[a] == layers[b]-1
		}
	}
	for b, layer := range layers {
		if layer != 0 && !below[b] {
			t.Fatalf("%s: no row of layer %d dominates row %d of layer %d", name, layer-1, b, layer)
		}
	}
}

// TestSimpleMethod: the method that stands in for the definition on large sets
// agrees with it.
func TestSimpleMethod(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSet(t)
		s.Rows = nil
		s = chosenRows(s, space{s}.rows())
		got := sortAndScan(s)
		slices.Sort(got)
		if want := (space{s}).nonDominated(space{s}.rows()); !slices.Equal(got, want) {
			t.Fatalf("front %v, want %v", got, want)
		}
	})
}

func TestSetContract(t *testing.T) {
	up := []pareto.Direction{pareto.Maximize, pareto.Maximize}
	for _, test := range []struct {
		name string
		set  pareto.Set
	}{
		{"no axis", pareto.Set{}},
		{"no direction", pareto.Set{Columns: [][]float64{{1}, {1}}, Dirs: up[:1]}},
		{"zero direction", pareto.Set{Columns: [][]float64{{1}}, Dirs: make([]pareto.Direction, 1)}},
		{"lengths", pareto.Set{Columns: [][]float64{{1}, {1, 2}}, Dirs: up}},
		{"negative row", pareto.Set{Columns: [][]float64{{1}, {1}}, Dirs: up, Rows: []int{-1}}},
		{"row beyond", pareto.Set{Columns: [][]float64{{1}, {1}}, Dirs: up, Rows: []int{1}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			mustPanic(t, func() { pareto.NonDominated(test.set) })
			mustPanic(t, func() { pareto.Ranks(test.set) })
			rows := test.set.Rows
			mustPanic(t, func() { pareto.Witnesses(test.set, rows, nil) })
			mustPanic(t, func() { pareto.Witnesses(test.set, nil, rows) })
		})
	}
}

func mustPanic(t *testing.T, f func()) {
	t.Helper()
	defer func() {
		if text := fmt.Sprint(recover()); !strings.HasPrefix(text, "pareto: ") {
			t.Errorf("panicked with %q", text)
		}
	}()
	f()
}

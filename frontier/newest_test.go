package frontier

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestNewestOf holds the two passes to the definition: newer than each other one,
// in an order that is not transitive.
func TestNewestOf(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		one := rapid.Custom(func(rt *rapid.T) reading {
			var r reading
			for i := range 3 {
				r.newer[i] = moment{rapid.Int64Range(0, 3).Draw(rt, "at"), rapid.IntRange(0, 3).Draw(rt, "known") > 0}
			}
			return r
		})
		readings := rapid.SliceOfN(one, 1, 6).Draw(rt, "readings")
		want := -1
		for i := range readings {
			beaten := slices.ContainsFunc(slices.Delete(slices.Clone(readings), i, i+1), func(o reading) bool {
				return readings[i].newer.compare(o.newer) <= 0
			})
			if !beaten {
				want = i
			}
		}
		got, ok := newestOf(readings)
		if ok != (want >= 0) || ok && got != want {
			rt.Fatalf("%d, %v, want %d", got, ok, want)
		}
	})
}

package pareto

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestStairs compares the bitmaps with a sorted slice, at sizes on both sides of
// a further level.
func TestStairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{1, 2, 63, 64, 65, 4095, 4096, 4097, 300_000}).Draw(t, "n")
		s := newStairs(n)
		var members []int32
		at := rapid.Int32Range(0, int32(n-1))
		for range 30 {
			i := at.Draw(t, "i")
			found, is := slices.BinarySearch(members, i)
			switch {
			case is && rapid.Bool().Draw(t, "remove"):
				s.remove(i)
				members = slices.Delete(members, found, found+1)
			case !is:
				s.add(i)
				members = slices.Insert(members, found, i)
			}
			q := at.Draw(t, "q")
			upTo, after := int32(-1), int32(-1)
			for _, m := range members {
				if m <= q {
					upTo = m
				} else if after < 0 {
					after = m
				}
			}
			if got := s.upTo(q); got != upTo {
				t.Fatalf("upTo(%d) = %d, want %d of %v", q, got, upTo, members)
			}
			if got := s.after(q); got != after {
				t.Fatalf("after(%d) = %d, want %d of %v", q, got, after, members)
			}
		}
	})
}

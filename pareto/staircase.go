package pareto

import "math/bits"

// A stairs is a set of small whole numbers that answers which member is next to
// a number: a tree of bitmaps, 64 children to a node, so that a million numbers
// are four levels and 130 kB. A sweep keeps the steps of its staircase in one.
type stairs struct{ levels [][]uint64 }

// newStairs returns an empty set of numbers below n.
func newStairs(n int) stairs {
	var s stairs
	for {
		n = (n + 63) / 64
		s.levels = append(s.levels, make([]uint64, max(n, 1)))
		if n <= 1 {
			return s
		}
	}
}

func (s stairs) add(i int32) {
	at := uint(i)
	for _, level := range s.levels {
		word := &level[at>>6]
		had := *word
		*word = had | 1<<(at&63)
		if had != 0 {
			return // the levels above know of this word
		}
		at >>= 6
	}
}

func (s stairs) remove(i int32) {
	at := uint(i)
	for _, level := range s.levels {
		word := &level[at>>6]
		*word &^= 1 << (at & 63)
		if *word != 0 {
			return
		}
		at >>= 6
	}
}

// upTo returns the largest member that is at most i, -1 if there is none.
func (s stairs) upTo(i int32) int32 {
	at := uint(i)
	for up, level := range s.levels {
		// All bits up to and including the number's own on the lowest level, the
		// bits below the word that had none on the others.
		mask := uint64(1)<<(at&63) - 1
		if up == 0 {
			mask = mask<<1 | 1
		}
		word := level[at>>6] & mask
		if word == 0 {
			at >>= 6
			continue
		}
		at = at&^63 | uint(63-bits.LeadingZeros64(word))
		for up--; up >= 0; up-- {
			at = at<<6 | uint(63-bits.LeadingZeros64(s.levels[up][at]))
		}
		return int32(at)
	}
	return -1
}

// after returns the smallest member that is above i, -1 if there is none.
func (s stairs) after(i int32) int32 {
	at := uint(i)
	for up, level := range s.levels {
		word := level[at>>6] >> (at & 63) >> 1 << (at & 63) << 1
		if word == 0 {
			at >>= 6
			continue
		}
		at = at&^63 | uint(bits.TrailingZeros64(word))
		for up--; up >= 0; up-- {
			at = at<<6 | uint(bits.TrailingZeros64(s.levels[up][at]))
		}
		return int32(at)
	}
	return -1
}

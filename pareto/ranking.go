package pareto

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// ascending returns the positions of v by ascending value, of equal values by
// ascending position. The values are finite and zero has one sign.
//
// Long columns are sorted by radix on their place within the range of values,
// taken to 8 bits more than n has: few neighbours then share a place, and those
// are put in order by value. Where many share one, as beside an outlier, the
// same is done among them. O(n) unless that fails time and again, then
// O(n log n).
func (t tuning) ascending(v []float64) []int32 {
	order := make([]int32, len(v))
	for i := range order {
		order[i] = int32(i)
	}
	if len(v) < t.radix {
		sortByValue(v, order)
		return order
	}
	t.radixSort(v, order, make([]uint64, len(v)), make([]uint64, len(v)), 3)
	return order
}

func sortByValue(v []float64, order []int32) {
	slices.SortFunc(order, func(a, b int32) int {
		switch {
		case v[a] < v[b]:
			return -1
		case v[a] > v[b]:
			return 1
		}
		return cmp.Compare(a, b)
	})
}

// radixSort sorts positions, which come in ascending order, by value. from and
// to are work space, as long as order; tries is how often it may call itself.
func (t tuning) radixSort(v []float64, order []int32, from, to []uint64, tries int) {
	n := len(order)
	lo, hi := v[order[0]], v[order[0]]
	for _, p := range order {
		lo, hi = min(lo, v[p]), max(hi, v[p])
	}
	if lo == hi {
		return
	}
	// Halves, so that the range of 1e308 and -1e308 is finite.
	width := hi/2 - lo/2
	size := min(bits.Len(uint(n))+8, 32)
	scale := float64(uint64(1)<<size-1) / width
	if tries == 0 || !(scale <= math.MaxFloat64) {
		sortByValue(v, order)
		return
	}
	// Three passes of up to 11 bits; the first histograms are taken on the way.
	digit := (size + 2) / 3
	mask := uint64(1)<<digit - 1
	var counts [3][]uint32
	for i := range counts {
		counts[i] = make([]uint32, mask+1)
	}
	for i, p := range order {
		q := uint64((v[p]/2 - lo/2) * scale)
		from[i] = q<<32 | uint64(uint32(p))
		counts[0][q&mask]++
		counts[1][q>>digit&mask]++
		counts[2][q>>(2*digit)&mask]++
	}
	for pass, count := range counts {
		sum := uint32(0)
		for i, c := range count {
			count[i], sum = sum, sum+c
		}
		shift := 32 + pass*digit
		for _, k := range from {
			at := &count[k>>shift&mask]
			to[*at] = k
			*at++
		}
		from, to = to, from
	}
	for i, k := range from {
		order[i] = int32(uint32(k))
	}
	for i := 0; i < n; {
		j := i + 1
		for j < n && from[j]>>32 == from[i]>>32 {
			j++
		}
		switch {
		case j-i > 24:
			if j-i < t.radix {
				sortByValue(v, order[i:j])
			} else {
				t.radixSort(v, order[i:j], from[i:j], to[i:j], tries-1)
			}
		case j-i > 1:
			insertByValue(v, order[i:j])
		}
		i = j
	}
}

func insertByValue(v []float64, order []int32) {
	for i := 1; i < len(order); i++ {
		p := order[i]
		j := i
		for ; j > 0 && v[order[j-1]] > v[p]; j-- {
			order[j] = order[j-1]
		}
		order[j] = p
	}
}

// ranked returns the rank of each position from the order of the values: equal
// values share a rank, and ranks leave no gaps.
func ranked(v []float64, order []int32) []int32 {
	ranks := make([]int32, len(v))
	rank := int32(-1)
	last := math.NaN()
	for _, p := range order {
		if v[p] != last {
			rank++
			last = v[p]
		}
		ranks[p] = rank
	}
	return ranks
}

// untie puts positions that tie on the first axis in the order of the other
// axes, the earlier ones first, so that order becomes lexicographic. A point then
// comes after all that dominate it, and equal points are neighbours, by
// ascending position.
func untie(vals [][]float64, order []int32) {
	first := vals[0]
	for i := 0; i < len(order); {
		j := i + 1
		for j < len(order) && first[order[j]] == first[order[i]] {
			j++
		}
		if j-i > 1 {
			slices.SortFunc(order[i:j], func(a, b int32) int {
				for _, v := range vals[1:] {
					if v[a] != v[b] {
						if v[a] < v[b] {
							return -1
						}
						return 1
					}
				}
				return cmp.Compare(a, b)
			})
		}
		i = j
	}
}

// equalOn reports whether two positions are equal on every axis.
func equalOn(vals [][]float64, a, b int32) bool {
	for _, v := range vals {
		if v[a] != v[b] {
			return false
		}
	}
	return true
}

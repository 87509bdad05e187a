package pareto

import "math/bits"

// A packed is points with their ranks on several axes side by side in 64-bit
// words, so that one subtraction compares several axes: each rank has a free bit
// above it, which is lent to the larger side and is still there afterwards if
// nothing had to be borrowed (Lamport, CACM 18(8), 1975).
type packed struct {
	free  uint64     // the free bits
	first []uint64   // by point
	rest  [][]uint64 // further words, by point each
}

// pack packs the ranks on the axes of n points; ranks are below n.
func pack(axes [][]int32, n int) packed {
	width := bits.Len(uint(n)) + 1
	each := 64 / width
	var p packed
	for i := range each {
		p.free |= 1 << (i*width + width - 1)
	}
	for from := 0; from < len(axes); from += each {
		words := make([]uint64, n)
		for k, ranks := range axes[from:min(from+each, len(axes))] {
			for i, r := range ranks {
				words[i] |= uint64(r) << (k * width)
			}
		}
		if from == 0 {
			p.first = words
		} else {
			p.rest = append(p.rest, words)
		}
	}
	return p
}

// noWorse reports whether a is as good as b or better on all axes.
func (p packed) noWorse(a, b int32) bool {
	return ((p.first[b]|p.free)-p.first[a])&p.free == p.free && p.restNoWorse(a, b)
}

// restNoWorse does so for the axes behind the first word.
func (p packed) restNoWorse(a, b int32) bool {
	for _, words := range p.rest {
		if ((words[b]|p.free)-words[a])&p.free != p.free {
			return false
		}
	}
	return true
}

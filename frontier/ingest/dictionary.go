package ingest

import (
	"bytes"
	"hash/maphash"
	"math"
	"unsafe"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// A dictionary numbers distinct texts from 0 in the order of their first
// appearance. The texts lie one behind the other, so that a million of them are
// a few allocations. The zero value is not ready: see newDictionary.
type dictionary struct {
	seed  maphash.Seed // decides places in the table, never the order
	data  []byte
	ends  []int // ends[c] is where text c ends in data
	table []slot
	last  int32 // code of the text asked for last; columns repeat
}

// A slot of the hash table holds a code plus 1, 0 where it is free, and a part
// of the hash, so that most comparisons of texts are not made.
type slot struct {
	hash uint32
	code int32
}

func newDictionary() *dictionary {
	return &dictionary{seed: maphash.MakeSeed(), table: make([]slot, 16), last: -1}
}

// len returns the number of distinct texts.
func (d *dictionary) len() int { return len(d.ends) }

// text returns the text of a code. It aliases the dictionary until the next add.
func (d *dictionary) text(code int32) []byte {
	from := 0
	if code > 0 {
		from = d.ends[code-1]
	}
	return d.data[from:d.ends[code]]
}

// add returns the code of a text, a new one if it is not there yet. It copies
// the text.
func (d *dictionary) add(text []byte) int32 {
	if d.last >= 0 && bytes.Equal(d.text(d.last), text) {
		return d.last
	}
	d.last = d.find(text)
	return d.last
}

// addString is add for a string.
func (d *dictionary) addString(text string) int32 {
	return d.add(unsafe.Slice(unsafe.StringData(text), len(text)))
}

func (d *dictionary) find(text []byte) int32 {
	h := maphash.Bytes(d.seed, text)
	short := uint32(h >> 32)
	mask := uint64(len(d.table) - 1)
	at := h & mask
	for d.table[at].code != 0 {
		if s := d.table[at]; s.hash == short && bytes.Equal(d.text(s.code-1), text) {
			return s.code - 1
		}
		at = (at + 1) & mask
	}
	d.data = append(d.data, text...)
	d.ends = append(d.ends, len(d.data))
	code := int32(len(d.ends))
	d.table[at] = slot{short, code}
	if 2*len(d.ends) > len(d.table) {
		d.rehash()
	}
	return code - 1
}

func (d *dictionary) rehash() {
	d.table = make([]slot, 4*len(d.table))
	mask := uint64(len(d.table) - 1)
	for c := range d.ends {
		h := maphash.Bytes(d.seed, d.text(int32(c)))
		at := h & mask
		for d.table[at].code != 0 {
			at = (at + 1) & mask
		}
		d.table[at] = slot{uint32(h >> 32), int32(c + 1)}
	}
}

// merge adds the texts of another dictionary and returns their codes here, by
// their codes there.
func (d *dictionary) merge(o *dictionary) []int32 {
	codes := make([]int32, o.len())
	for c := range codes {
		codes[c] = d.find(o.text(int32(c)))
	}
	return codes
}

// tooLarge reports whether the texts together are more than an Arrow array of
// 32-bit offsets can hold.
func (d *dictionary) tooLarge() bool { return len(d.data) > math.MaxInt32 }

// array returns the texts by their codes.
func (d *dictionary) array(mem memory.Allocator) arrow.Array {
	words := array.NewStringBuilder(mem)
	defer words.Release()
	words.Reserve(d.len())
	words.ReserveData(len(d.data))
	for c := range d.ends {
		words.BinaryBuilder.Append(d.text(int32(c)))
	}
	return words.NewArray()
}

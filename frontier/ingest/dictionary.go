package ingest

import (
	"bytes"
	"hash/maphash"
	"math"
	"math/bits"
	"slices"
	"unsafe"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// A dictionary numbers distinct texts from 0 in the order of their first
// appearance. The texts lie one behind the other, so that a million of them are
// a few allocations. The zero value is not ready: see newDictionaryOf.
type dictionary struct {
	seed   maphash.Seed // decides places in the table, never the order
	data   []byte
	ends   []int    // ends[c] is where text c ends in data
	hashes []uint32 // by code
	table  []slot
	last   int32 // code of the text asked for last; columns repeat

	looked  bool   // whether the table is in use
	fetched uint32 // without meaning: see merge

	_ [cacheLine]byte // another goroutine's dictionary may lie behind
}

// A slot of the hash table holds a code plus 1, 0 where it is free, and the hash,
// so that most comparisons of texts are not made.
type slot struct {
	hash uint32
	code int32
}

func newDictionaryOf(seed maphash.Seed) *dictionary {
	return &dictionary{seed: seed, table: make([]slot, 16), last: -1}
}

// local returns an empty dictionary that is quick to merge into this one.
func (d *dictionary) local() *dictionary { return newDictionaryOf(d.seed) }

// reset forgets all texts and keeps the memory.
func (d *dictionary) reset() {
	if d.looked {
		clear(d.table)
		d.looked = false
	}
	d.data, d.ends, d.hashes, d.last = d.data[:0], d.ends[:0], d.hashes[:0], -1
}

// len returns the number of distinct texts.
func (d *dictionary) len() int { return len(d.ends) }

// text returns the text of a code. It aliases the dictionary until the next add.
func (d *dictionary) text(code int32) []byte {
	return d.data[d.end(int(code)):d.ends[code]]
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

func (d *dictionary) find(text []byte) int32 { return d.findHashed(text, d.hash(text)) }

func (d *dictionary) hash(text []byte) uint32 { return uint32(maphash.Bytes(d.seed, text) >> 32) }

func (d *dictionary) findHashed(text []byte, hash uint32) int32 {
	mask := len(d.table) - 1
	at := int(hash) & mask
	for d.table[at].code != 0 {
		if s := d.table[at]; s.hash == hash && bytes.Equal(d.text(s.code-1), text) {
			return s.code - 1
		}
		at = (at + 1) & mask
	}
	code := d.append(text, hash)
	d.table[at] = slot{hash, code + 1}
	d.looked = true
	if 2*len(d.ends) > len(d.table) {
		d.rehash(4 * len(d.table))
	}
	return code
}

func (d *dictionary) append(text []byte, hash uint32) int32 {
	d.data = append(d.data, text...)
	d.ends = append(d.ends, len(d.data))
	d.hashes = append(d.hashes, hash)
	return int32(len(d.ends) - 1)
}

// note adds a text, though it may be there already. A dictionary with such texts
// is good for merging it into another one and no more.
func (d *dictionary) note(text []byte) int32 { return d.append(text, d.hash(text)) }

func (d *dictionary) rehash(size int) {
	d.table = make([]slot, size)
	d.fill()
}

// fill puts all texts into a table without any.
func (d *dictionary) fill() {
	mask := len(d.table) - 1
	for c, hash := range d.hashes {
		at := int(hash) & mask
		for d.table[at].code != 0 {
			at = (at + 1) & mask
		}
		d.table[at] = slot{hash, int32(c + 1)}
	}
}

// cut forgets all texts but the first n.
func (d *dictionary) cut(n int) {
	if n == d.len() {
		return
	}
	d.data = d.data[:d.end(n)]
	d.ends, d.hashes, d.last = d.ends[:n], d.hashes[:n], -1
	clear(d.table)
	d.fill()
}

// end is where the first n texts end in data.
func (d *dictionary) end(n int) int {
	if n == 0 {
		return 0
	}
	return d.ends[n-1]
}

// merge adds the texts of another dictionary and returns their codes here, by
// their codes there.
func (d *dictionary) merge(o *dictionary) []int32 {
	codes := make([]int32, o.len())
	if o.seed != d.seed {
		for c := range codes {
			codes[c] = d.find(o.text(int32(c)))
		}
		return codes
	}
	const together = 32
	for from := 0; from < len(codes); from += together {
		to := min(from+together, len(codes))
		// A large table is not in the cache: have all these slots fetched at once
		// before each is waited for.
		mask := len(d.table) - 1
		for _, hash := range o.hashes[from:to] {
			d.fetched ^= d.table[int(hash)&mask].hash
		}
		for c := from; c < to; c++ {
			codes[c] = d.findHashed(o.text(int32(c)), o.hashes[c])
		}
	}
	return codes
}

// expect makes room for n texts.
func (d *dictionary) expect(n int) {
	if 2*n > len(d.table) {
		d.rehash(1 << bits.Len(uint(2*n-1)))
	}
	if more := n - len(d.ends); more > 0 {
		d.ends = slices.Grow(d.ends, more)
		d.hashes = slices.Grow(d.hashes, more)
	}
}

// tooLarge reports whether the texts together are more than an Arrow array of
// 32-bit offsets can hold.
func (d *dictionary) tooLarge() bool { return len(d.data) > math.MaxInt32 }

// array returns the texts by their codes. The array keeps the dictionary's bytes.
func (d *dictionary) array(mem memory.Allocator) arrow.Array {
	offsets := memory.NewResizableBuffer(mem)
	defer offsets.Release()
	offsets.Resize((d.len() + 1) * arrow.Int32SizeBytes)
	ends := arrow.Int32Traits.CastFromBytes(offsets.Bytes())
	ends[0] = 0
	for c, end := range d.ends {
		ends[c+1] = int32(end)
	}
	data := array.NewData(arrow.BinaryTypes.String, d.len(), []*memory.Buffer{nil, offsets, memory.NewBufferBytes(d.data)}, nil, 0, 0)
	defer data.Release()
	return array.NewStringData(data)
}

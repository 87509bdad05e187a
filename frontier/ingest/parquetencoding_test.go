package ingest

import (
	"bytes"
	"encoding/binary"
	"testing"

	"pgregory.net/rapid"
)

// TestHybrid: runs and packed integers, written here bit by bit, are read in
// pieces of any size; what is cut short is an error and never a value.
func TestHybrid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(0, 32).Draw(t, "width")
		most := uint64(1)<<width - 1
		var doc []byte
		var want []int32
		for range rapid.IntRange(0, 6).Draw(t, "runs") {
			if rapid.Bool().Draw(t, "run") {
				n, v := rapid.IntRange(0, 300).Draw(t, "length"), rapid.Uint64Range(0, most).Draw(t, "value")
				doc = binary.AppendUvarint(doc, uint64(n)<<1)
				for i := range (width + 7) / 8 {
					doc = append(doc, byte(v>>(8*i)))
				}
				for range n {
					want = append(want, int32(uint32(v)))
				}
				continue
			}
			groups := rapid.IntRange(1, 5).Draw(t, "groups")
			doc = binary.AppendUvarint(doc, uint64(groups)<<1|1)
			packed := make([]byte, groups*width)
			for i := range 8 * groups {
				v := rapid.Uint64Range(0, most).Draw(t, "value")
				for b := range width {
					if v>>b&1 != 0 {
						packed[(i*width+b)/8] |= 1 << ((i*width + b) % 8)
					}
				}
				want = append(want, int32(uint32(v)))
			}
			doc = append(doc, packed...)
		}
		h := hybrid{rest: doc, width: width}
		got := make([]int32, len(want))
		for rest := got; len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "piece")
			if err := h.fill(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("value %d is %d, want %d", i, got[i], want[i])
			}
		}
		if err := h.fill(make([]int32, 1)); err == nil && width > 0 {
			t.Fatal("a value beyond the end")
		}
	})
}

// TestUnpackerIsExact: whatever a document says, it unpacks to as many bytes as
// are asked for, or is an error.
func TestUnpackerIsExact(t *testing.T) {
	var u unpacker
	defer u.close()
	doc := bytes.Repeat([]byte("frontier "), 100)
	packed := packedWith(t, doc)
	for c := codecNone; c <= codecLZ4Frame; c++ {
		dst := make([]byte, len(doc))
		if err := u.unpack(c, dst, packed[c]); err != nil || !bytes.Equal(dst, doc) {
			t.Errorf("codec %d: %v", c, err)
		}
		for _, n := range []int{0, 1, len(doc) - 1, len(doc) + 1, 1 << 20} {
			if err := u.unpack(c, make([]byte, n), packed[c]); err == nil {
				t.Errorf("codec %d: %d bytes of %d", c, n, len(doc))
			}
		}
		for n := range packed[c] {
			if err := u.unpack(c, dst, packed[c][:n]); err == nil && c != codecGzip && !bytes.Equal(dst, doc) {
				t.Errorf("codec %d: cut to %d bytes it unpacks", c, n)
			}
		}
	}
}

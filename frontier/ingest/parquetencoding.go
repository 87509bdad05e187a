package ingest

import (
	"encoding/binary"
	"errors"
	"fmt"
)

var errShortPage = errors.New("a page ends before its cells; was it cut?")

// A hybrid decodes Parquet's mixture of runs and bit-packed integers
// (parquet-format, Encodings.md, RLE). It never yields more than its bytes hold.
type hybrid struct {
	rest   []byte
	width  int // bits, at most 32
	run    int // how often value is yet to come
	value  int32
	packed int // how many packed integers are yet to come
	bits   []byte
	at     int // bit of the next one
}

// fill decodes the next integers.
func (h *hybrid) fill(out []int32) error {
	for len(out) > 0 {
		switch {
		case h.run > 0:
			n := min(h.run, len(out))
			for i := range out[:n] {
				out[i] = h.value
			}
			h.run -= n
			out = out[n:]
		case h.packed > 0:
			n := min(h.packed, len(out))
			unpackBits(out[:n], h.bits, h.at, h.width)
			h.at += n * h.width
			h.packed -= n
			out = out[n:]
		default:
			if err := h.next(); err != nil {
				return err
			}
		}
	}
	return nil
}

// next reads the head of a run.
func (h *hybrid) next() error {
	if h.width == 0 && len(h.rest) == 0 { // all are 0, and some writers leave out even the run
		h.run, h.value = 1<<31-1, 0
		return nil
	}
	head, n := binary.Uvarint(h.rest)
	if n <= 0 || head > 1<<32 {
		return errShortPage
	}
	h.rest = h.rest[n:]
	if head&1 == 0 {
		size := (h.width + 7) / 8
		if size > len(h.rest) {
			return errShortPage
		}
		v := uint32(0)
		for i := range size {
			v |= uint32(h.rest[i]) << (8 * i)
		}
		h.run, h.value, h.rest = int(head>>1), int32(v), h.rest[size:]
		return nil
	}
	groups := int(head >> 1)
	size := min(groups*h.width, len(h.rest)) // some writers cut the last group short
	h.bits, h.at, h.rest = h.rest[:size], 0, h.rest[size:]
	h.packed = 8 * groups
	if h.width > 0 {
		h.packed = min(h.packed, 8*size/h.width)
	}
	if h.packed == 0 && groups > 0 {
		return errShortPage
	}
	return nil
}

// unpackBits reads integers of width bits from a bit on; they are all there.
func unpackBits(out []int32, bits []byte, at, width int) {
	mask := uint64(1)<<width - 1
	for i := range out {
		out[i] = int32(bitsAt(bits, at) & mask)
		at += width
	}
}

// bitsAt returns 57 bits or more from a bit on, 0 beyond the end.
func bitsAt(bits []byte, at int) uint64 {
	b := bits[at>>3:]
	if len(b) >= 8 {
		return binary.LittleEndian.Uint64(b) >> (at & 7)
	}
	v := uint64(0)
	for i, x := range b {
		v |= uint64(x) << (8 * i)
	}
	return v >> (at & 7)
}

// deltaBinary decodes DELTA_BINARY_PACKED integers into cells of 4 or 8 bytes
// and returns what stands behind them. At most so many may be there.
func deltaBinary(room *[]byte, data []byte, width, most int) (raw, rest []byte, err error) {
	number := func() uint64 {
		v, n := binary.Uvarint(data)
		if n <= 0 {
			err = errShortPage
			return 0
		}
		data = data[n:]
		return v
	}
	zigzag := func() int64 {
		v := number()
		return int64(v>>1) ^ -int64(v&1)
	}
	block, minis, total, last := number(), number(), number(), zigzag()
	if err != nil {
		return nil, nil, err
	}
	if minis == 0 || minis > 1<<16 || block > 1<<24 || block%minis != 0 || block/minis == 0 || total > uint64(most) {
		return nil, nil, errors.New("a page of differences says of itself what cannot be")
	}
	n, perMini := int(total), int(block/minis)
	raw = enough(room, n*width)
	put := func(i int, v int64) {
		if width == 4 {
			binary.LittleEndian.PutUint32(raw[4*i:], uint32(v))
		} else {
			binary.LittleEndian.PutUint64(raw[8*i:], uint64(v))
		}
	}
	if n > 0 {
		put(0, last)
	}
	for i := 1; i < n; {
		least := zigzag()
		if err != nil || len(data) < int(minis) {
			return nil, nil, errShortPage
		}
		widths := data[:minis]
		data = data[minis:]
		for _, w := range widths {
			if i >= n {
				break // minis that are not needed have no bits
			}
			size := (perMini*int(w) + 7) / 8
			if w > 64 || size > len(data) {
				return nil, nil, errShortPage
			}
			for k := 0; k < perMini && i < n; k, i = k+1, i+1 {
				last += least + int64(packedInt(data[:size], k*int(w), int(w)))
				put(i, last)
			}
			data = data[size:]
		}
	}
	return raw, data, nil
}

// packedInt returns an integer of up to 64 bits.
func packedInt(bits []byte, at, width int) uint64 {
	if width == 0 {
		return 0
	}
	v := bitsAt(bits, at)
	if have := 64 - at&7; width > have {
		v |= uint64(bits[at>>3+8]) << have
	}
	return v & (1<<width - 1)
}

// deltaLength turns DELTA_LENGTH_BYTE_ARRAY texts into plain ones.
func deltaLength(w *worker, data []byte, most int) (plain []byte, err error) {
	lengths, text, err := deltaBinary(&w.other, data, 4, most)
	if err != nil {
		return nil, err
	}
	plain = w.text[:0]
	for i := 0; i < len(lengths); i += 4 {
		n := binary.LittleEndian.Uint32(lengths[i:])
		if uint64(n) > uint64(len(text)) {
			return nil, errShortPage
		}
		plain = append(append(plain, lengths[i:i+4]...), text[:n]...)
		text = text[n:]
	}
	w.text = plain
	return plain, nil
}

// deltaBytes turns DELTA_BYTE_ARRAY texts, each of which shares its beginning
// with the one before, into plain ones, of a fixed width (> 0) or with lengths.
func deltaBytes(w *worker, data []byte, fixed, most int) (plain []byte, err error) {
	shared, data, err := deltaBinary(&w.other, data, 4, most)
	if err != nil {
		return nil, err
	}
	var room []byte
	own, text, err := deltaBinary(&room, data, 4, most)
	if err != nil || len(own) != len(shared) {
		return nil, errShortPage
	}
	plain = w.text[:0]
	before := 0 // where the text before begins
	for i := 0; i < len(shared); i += 4 {
		s, n := int(binary.LittleEndian.Uint32(shared[i:])), int(binary.LittleEndian.Uint32(own[i:]))
		if n > len(text) || i == 0 && s > 0 || i > 0 && s > len(plain)-before {
			return nil, errShortPage
		}
		if fixed > 0 && s+n != fixed {
			return nil, fmt.Errorf("a cell of %d bytes in a column of %d", s+n, fixed)
		}
		if len(plain)+s+n > maxPage {
			return nil, fmt.Errorf("a page of more than %d bytes; write smaller ones", maxPage)
		}
		if fixed == 0 {
			plain = binary.LittleEndian.AppendUint32(plain, uint32(s+n))
		}
		from := len(plain)
		plain = append(append(plain, plain[before:before+s]...), text[:n]...)
		before, text = from, text[n:]
	}
	w.text = plain
	return plain, nil
}

// joinStreams turns BYTE_STREAM_SPLIT cells, of which the first bytes come
// first, then the second ones, into plain ones.
func joinStreams(room *[]byte, data []byte, width int) []byte {
	n := len(data) / width
	plain := enough(room, n*width)
	for k := range width {
		for i, b := range data[k*n : (k+1)*n] {
			plain[i*width+k] = b
		}
	}
	return plain
}

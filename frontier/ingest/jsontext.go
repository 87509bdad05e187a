package ingest

import (
	"encoding/binary"
	"math/bits"
)

// plainTextEnd returns the offset of the quote that ends a string whose text
// begins at i. plain is false where the text has anything but printable ASCII
// without escapes, or does not end; the offset is then of no use.
//
// It looks at eight bytes at a time. A byte's high bit is set in stop where the
// byte is a quote, a backslash, below a space or above ASCII; a borrow may set
// that of later bytes too, which does not matter to the first.
func plainTextEnd(doc []byte, i int) (end int, plain bool) {
	const each = 0x0101010101010101
	for ; i+8 <= len(doc); i += 8 {
		w := binary.LittleEndian.Uint64(doc[i:])
		quote, backslash := w^('"'*each), w^('\\'*each)
		stop := ((quote-each)&^quote | (backslash-each)&^backslash | (w-' '*each)&^w | w) & (0x80 * each)
		if stop != 0 {
			i += bits.TrailingZeros64(stop) >> 3
			return i, doc[i] == '"'
		}
	}
	for ; i < len(doc); i++ {
		switch c := doc[i]; {
		case c == '"':
			return i, true
		case c == '\\', c < ' ', c >= 0x80:
			return i, false
		}
	}
	return i, false
}

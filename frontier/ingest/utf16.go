package ingest

import (
	"errors"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// utf16Of tells UTF-16 text from its byte order mark, or from the NUL beside each
// of its first letters, as long as these are ASCII.
func utf16Of(head []byte) packing {
	if isUTF32(head) {
		return packedNot
	}
	if len(head) >= 2 {
		switch string(head[:2]) {
		case "\xff\xfe":
			return packedUTF16LE
		case "\xfe\xff":
			return packedUTF16BE
		}
	}
	const letters = 8
	n := min(len(head)/2, letters)
	little, big := n > 1, n > 1
	for i := range n {
		a, b := head[2*i], head[2*i+1]
		little, big = little && isASCIIText(a) && b == 0, big && a == 0 && isASCIIText(b)
	}
	switch {
	case little:
		return packedUTF16LE
	case big:
		return packedUTF16BE
	}
	return packedNot
}

func isASCIIText(b byte) bool {
	return b >= ' ' && b < 0x7f || b == '\t' || b == '\n' || b == '\r'
}

// isUTF32 reports whether a text has the byte order mark of UTF-32.
func isUTF32(head []byte) bool {
	return len(head) >= 4 && (string(head[:4]) == "\xff\xfe\x00\x00" || string(head[:4]) == "\x00\x00\xfe\xff")
}

// A utf16Reader reads UTF-16 as UTF-8, without a byte order mark. A lone
// surrogate or half a character at the end are errors with their line.
type utf16Reader struct {
	path  string
	from  io.Reader
	big   bool
	begun bool
	line  int
	high  uint16 // the first half of a pair, 0 if there is none
	in    []byte // read; the last byte may be half a unit
	left  int    // bytes of in that are half a unit
	out   []byte // decoded and not yet given
	room  []byte // of out
	err   error  // what follows out
}

func newUTF16Reader(path string, from io.Reader, big bool) *utf16Reader {
	return &utf16Reader{path: path, from: from, big: big, line: 1, in: make([]byte, 32<<10), room: make([]byte, 0, 64<<10)}
}

// Read reads UTF-8.
func (r *utf16Reader) Read(b []byte) (int, error) {
	for len(r.out) == 0 {
		if r.err != nil {
			return 0, r.err
		}
		n, err := io.ReadFull(r.from, r.in[r.left:])
		n += r.left
		r.left = n % 2
		r.out, r.err = r.decode(r.in[:n-r.left])
		if r.err != nil {
			continue
		}
		if r.left == 1 {
			r.in[0] = r.in[n-1]
		}
		switch {
		case err == nil:
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			if r.err = io.EOF; r.left == 1 || r.high != 0 {
				r.err = r.fault("the UTF-16 text ends within a character; was it cut? save it as UTF-8")
			}
		default:
			r.err = err
		}
	}
	n := copy(b, r.out)
	r.out = r.out[n:]
	return n, nil
}

// decode decodes whole units. Before an error it gives what is right.
func (r *utf16Reader) decode(in []byte) ([]byte, error) {
	out := r.room[:0]
	for i := 0; i < len(in); i += 2 {
		u := uint16(in[i]) | uint16(in[i+1])<<8
		if r.big {
			u = u<<8 | u>>8
		}
		if !r.begun {
			if r.begun = true; u == 0xfeff {
				continue
			}
		}
		switch {
		case r.high != 0:
			c := utf16.DecodeRune(rune(r.high), rune(u))
			if c == utf8.RuneError {
				return out, r.loneSurrogate()
			}
			out, r.high = utf8.AppendRune(out, c), 0
		case u < utf8.RuneSelf:
			if u == '\n' {
				r.line++
			}
			out = append(out, byte(u))
		case u >= 0xd800 && u < 0xdc00:
			r.high = u
		case u >= 0xdc00 && u < 0xe000:
			return out, r.loneSurrogate()
		default:
			out = utf8.AppendRune(out, rune(u))
		}
	}
	return out, nil
}

func (r *utf16Reader) loneSurrogate() error {
	return r.fault("half a character (a lone surrogate) in UTF-16 text; save it as UTF-8")
}

func (r *utf16Reader) fault(why string) error {
	return &Error{Path: r.path, Line: r.line, Why: why}
}

package ingest

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"
	"unsafe"
)

// parseDecimal reads the decimal number that b begins with: a sign or none,
// digits with a point before, among or behind them or without one, and an
// exponent or none. n is its length, 0 where b begins with no number; b may go
// on behind it, and reading is fastest if it does. f is the nearest float64, ties
// to even, infinite beyond the largest. strict reports whether JSON too has this
// form: no plus sign, no needless leading zero, digits on both sides of a point.
//
// Up to 19 digits and a small exponent are one operation, which rounds once: of
// floats where the digits and the power of ten are exact (Clinger, How to Read
// Floating Point Numbers Accurately, 1990), else a division of integers, whose
// quotient has more bits than a float64 and whose remainder breaks ties. strconv
// does the rest.
func parseDecimal(b []byte) (f float64, n int, strict bool) {
	if f, n, ok := plainDecimal(b, 0); ok && b[n]|0x20 != 'e' {
		return f, n, (b[0] != '0' || n == 1 || b[1] == '.') && b[n-1] != '.'
	}
	return parseAnyDecimal(b)
}

// parseAnyDecimal is parseDecimal without a quick way for usual numbers.
func parseAnyDecimal(b []byte) (f float64, n int, strict bool) {
	i := 0
	strict = true
	negative := false
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		negative = b[0] == '-'
		strict = negative
		i = 1
	}
	whole, digits := eightDigits(load8(b, i))
	first := i
	i += digits
	for more := digits; more == 8; {
		var next uint64
		next, more = eightDigits(load8(b, i))
		whole = whole*tens[more] + next
		digits += more
		i += more
	}
	if digits > 1 && b[first] == '0' {
		strict = false
	}
	places := 0
	if i < len(b) && b[i] == '.' {
		part, more := eightDigits(load8(b, i+1))
		whole = whole*tens[more] + part
		places = more
		for more == 8 {
			part, more = eightDigits(load8(b, i+1+places))
			whole = whole*tens[more] + part
			places += more
		}
		if places == 0 || digits == 0 {
			strict = false
			if digits == 0 && places == 0 {
				return 0, 0, false
			}
		}
		i += 1 + places
	} else if digits == 0 {
		return 0, 0, false
	}
	digits += places
	exponent := 0
	if i < len(b) && b[i]|0x20 == 'e' {
		e, length := parseExponent(b[i:])
		exponent = e
		i += length
	}
	scale := exponent - places
	switch {
	case digits > 19:
		return parseSlowly(b[:i]), i, strict
	case whole < 1<<53 && -len(floatTens) < scale && scale <= 0:
		f = float64(whole) / floatTens[-scale]
	case whole < 1<<53 && 0 < scale && scale < len(floatTens):
		f = float64(whole) * floatTens[scale]
	case whole >= 1<<53 && -len(tens) < scale && scale <= 0:
		f = quotient(whole, tens[-scale])
	default:
		return parseSlowly(b[:i]), i, strict
	}
	if negative {
		f = -f
	}
	return f, i, strict
}

// plainDecimal is parseDecimal for a number of 1 to 7 digits before the point and
// up to 15 behind it, without sign and exponent, that stands in b from i to end.
// ok is false for all others, and may be for some of these at the end of b.
func plainDecimal(b []byte, i int) (f float64, end int, ok bool) {
	if uint(i)+32 > uint(len(b)) {
		return 0, i, false
	}
	b = b[i : i+32]
	w := binary.LittleEndian.Uint64(b)
	mark := beyondDigits(w)
	before := (mark - 1) &^ mark >> 7 // the bytes before the first marked one
	digits := bits.OnesCount64(before) >> 3
	if digits == 0 || mark == 0 {
		return 0, i, false
	}
	if b[digits] != '.' {
		return float64(int64(digitsValue(w, digits))), i + digits, true
	}
	w = w&before | binary.LittleEndian.Uint64(b[1:])&^before // without the point
	n := firstMark(beyondDigits(w))
	if n < 8 || b[9]-'0' > 9 {
		return float64(int64(digitsValue(w, n))) / floatTens[n-digits], i + n + 1, true
	}
	whole := digitsValue(w, 8)
	w = binary.LittleEndian.Uint64(b[9:])
	more := firstMark(beyondDigits(w))
	whole = whole*tens[more] + digitsValue(w, more)
	if n += more; more == 8 {
		w = binary.LittleEndian.Uint64(b[17:])
		if more = firstMark(beyondDigits(w)); more > 3 {
			return 0, i, false
		}
		if more > 0 {
			whole = whole*tens[more] + digitsValue(w, more)
		}
		n += more
	}
	if whole < 1<<53 {
		f = float64(int64(whole)) / floatTens[n-digits]
	} else {
		f = quotient(whole, tens[n-digits])
	}
	return f, i + n + 1, true
}

// plainDecimalEnd is plainDecimal without the value.
func plainDecimalEnd(b []byte, i int) (end int, ok bool) {
	if uint(i)+32 > uint(len(b)) {
		return i, false
	}
	b = b[i : i+32]
	mark := beyondDigits(binary.LittleEndian.Uint64(b))
	digits := firstMark(mark)
	if digits == 0 || mark == 0 {
		return i, false
	}
	if b[digits] != '.' {
		return i + digits, true
	}
	for n := digits + 1; n <= 17; n += 8 {
		if mark = beyondDigits(binary.LittleEndian.Uint64(b[n : n+8])); mark != 0 {
			return i + n + firstMark(mark), true
		}
	}
	return i, false
}

const (
	eachByte = 0x0101010101010101
	highBits = 0x8080808080808080
)

// parseExponent reads the exponent that b begins with, its letter first. The
// length is 0 if what follows the letter is no exponent; an exponent beyond all
// floats need not be right.
func parseExponent(b []byte) (exponent, length int) {
	i := 1
	negative := false
	if i < len(b) && (b[i] == '-' || b[i] == '+') {
		negative = b[i] == '-'
		i++
	}
	from := i
	for ; i < len(b) && b[i]-'0' <= 9; i++ {
		exponent = min(10*exponent+int(b[i]-'0'), 1<<20)
	}
	if i == from {
		return 0, 0
	}
	if negative {
		exponent = -exponent
	}
	return exponent, i
}

// parseSlowly is the value of a decimal number, infinite if it is out of range.
func parseSlowly(number []byte) float64 {
	f, _ := strconv.ParseFloat(unsafe.String(&number[0], len(number)), 64)
	return f
}

// quotient is x/y rounded once to a float64. x is at least 2^53.
func quotient(x, y uint64) float64 {
	// Both with their highest bit set, x half of that: the quotient has 63 or 64
	// bits, and what is left of it only matters for being zero or not.
	zx, zy := bits.LeadingZeros64(x), bits.LeadingZeros64(y)
	x, y = x<<zx, y<<zy
	q, rest := bits.Div64(x>>1, x<<63, y)
	if rest != 0 {
		q |= 1 // below half of the last bit kept: breaks ties, moves nothing else
	}
	return float64(q) * math.Float64frombits(uint64(1023-63+zy-zx)<<52) // times 2^(zy-zx-63), exact
}

// eightDigits returns the digits that the eight bytes of w begin with, the first
// in the lowest byte, as a number, and how many they are.
func eightDigits(w uint64) (v uint64, n int) {
	if n = firstMark(beyondDigits(w)); n == 0 {
		return 0, 0
	}
	return digitsValue(w, n), n
}

// beyondDigits marks the high bits of the bytes of w that are no digits. Bytes
// behind the first one marked may be marked wrongly.
func beyondDigits(w uint64) uint64 {
	w ^= '0' * eachByte // digits become 0 to 9
	return (w + (0x80-10)*eachByte | w) & highBits
}

// digitsValue returns the number of n digits, 1 to 8, that the bytes of w begin with.
func digitsValue(w uint64, n int) uint64 {
	w = (w ^ '0'*eachByte) << (uint(64-8*n) & 63) // zeros in front
	w = w*10 + w>>8                               // pairs, in every second byte
	const pairs = 0x000000ff000000ff
	w = (w&pairs)*(100+1000000<<32) + (w>>16&pairs)*(1+10000<<32)
	return w >> 32
}

// firstMark returns the number of the first byte of which the high bit is set, 8
// if there is none. m has no other bits.
func firstMark(m uint64) int { return bits.OnesCount64((m-1)&^m) >> 3 } // quicker than TrailingZeros64 without TZCNT

// load8 returns the eight bytes of b from i on, zeros beyond its end.
func load8(b []byte, i int) uint64 {
	if uint(i)+8 <= uint(len(b)) {
		return binary.LittleEndian.Uint64(b[i:])
	}
	return loadEnd(b, i)
}

//go:noinline
func loadEnd(b []byte, i int) uint64 {
	var end [8]byte
	copy(end[:], b[min(i, len(b)):])
	return binary.LittleEndian.Uint64(end[:])
}

// tens are the powers of ten that fit into 64 bits.
var tens = [...]uint64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
}

// floatTens are the powers of ten that are exact.
var floatTens = [...]float64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

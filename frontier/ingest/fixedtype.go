package ingest

import (
	"encoding/binary"
	"math"
	"math/big"
	"strconv"
	"time"

	"github.com/apache/arrow/go/v17/arrow/float16"

	"paretocov/frontier"
)

// A fixedKind says what cells of a fixed width are.
type fixedKind int8

const (
	kindInt fixedKind = iota
	kindUint
	kindFloat
	kindDecimal
	kindDate      // days, or milliseconds, since 1970
	kindTime      // since midnight
	kindTimestamp // since 1970
	kindInt96     // Impala's timestamp: nanoseconds of the day, Julian day
	kindUUID
	kindBytes // text of a fixed length
)

// A fixedType is how cells of a fixed width are to be read. They are
// little-endian, but for decimals of Parquet's byte arrays.
type fixedType struct {
	kind      fixedKind
	width     int // bytes
	bigEndian bool
	scale     int   // of decimals: digits behind the point
	perSecond int64 // of times and dates, the unit; 0 for days
	utc       bool  // of timestamps
}

// isNumber reports whether the cells can be measured values.
func (t *fixedType) isNumber() bool { return t.kind <= kindDecimal }

// numbers reads cells into values and reasons, which are as long.
func (t *fixedType) numbers(values []float64, reasons []frontier.Reason, cells []byte) {
	clear(reasons)
	switch {
	case !t.isNumber():
		for i := range reasons {
			values[i], reasons[i] = 0, frontier.Text
		}
		return
	case t.kind == kindFloat && t.width == 8:
		for i := range values {
			values[i] = math.Float64frombits(binary.LittleEndian.Uint64(cells[8*i:]))
		}
	case t.kind == kindFloat && t.width == 4:
		for i := range values {
			values[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(cells[4*i:])))
		}
	case t.kind == kindFloat:
		for i := range values {
			values[i] = float64(float16.FromBits(binary.LittleEndian.Uint16(cells[2*i:])).Float32())
		}
	case t.kind == kindInt && t.width == 8:
		for i := range values {
			values[i] = float64(int64(binary.LittleEndian.Uint64(cells[8*i:])))
		}
		return
	case t.kind == kindInt && t.width == 4:
		for i := range values {
			values[i] = float64(int32(binary.LittleEndian.Uint32(cells[4*i:])))
		}
		return
	case t.kind == kindDecimal:
		for i := range values {
			values[i] = t.decimal(cells[t.width*i:][:t.width])
		}
	case t.kind == kindInt:
		for i := range values {
			values[i] = float64(t.signed(cells[t.width*i:]))
		}
		return
	default:
		for i := range values {
			values[i] = float64(t.unsigned(cells[t.width*i:]))
		}
		return
	}
	for i, v := range values {
		if v-v != 0 {
			values[i], reasons[i] = 0, notFinite(v)
		}
	}
}

func notFinite(v float64) frontier.Reason {
	if math.IsNaN(v) {
		return frontier.NaN
	}
	return frontier.Infinite
}

// unsigned and signed read an integer of up to 8 bytes.
func (t *fixedType) unsigned(cell []byte) uint64 {
	switch t.width {
	case 8:
		return binary.LittleEndian.Uint64(cell)
	case 4:
		return uint64(binary.LittleEndian.Uint32(cell))
	case 2:
		return uint64(binary.LittleEndian.Uint16(cell))
	}
	return uint64(cell[0])
}

func (t *fixedType) signed(cell []byte) int64 {
	unused := 64 - 8*t.width
	return int64(t.unsigned(cell)<<unused) >> unused
}

// Powers of ten up to this one, and integers up to 2^53, are exact, so that
// their quotient is the nearest number to the decimal.
const exactPower = 22

var powersOfTen = [exactPower + 1]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// decimal returns the number that is nearest to a decimal.
func (t *fixedType) decimal(cell []byte) float64 {
	if v, ok := t.unscaled(cell); ok && v <= 1<<53 && v >= -1<<53 && t.scale >= 0 && t.scale <= exactPower {
		return float64(v) / powersOfTen[t.scale]
	}
	f, _ := strconv.ParseFloat(string(t.appendDecimal(nil, cell)), 64) // an infinity if it is too large
	return f
}

// unscaled returns a decimal's digits as an integer; ok is false for more than
// 64 bits.
func (t *fixedType) unscaled(cell []byte) (v int64, ok bool) {
	n := len(cell)
	at := func(i int) byte { // the i-th byte, the least significant first
		if t.bigEndian {
			return cell[n-1-i]
		}
		return cell[i]
	}
	if n == 0 {
		return 0, true
	}
	for i := min(n, 8) - 1; i >= 0; i-- {
		v = v<<8 | int64(at(i))
	}
	if n < 8 {
		v = v << (64 - 8*n) >> (64 - 8*n)
	}
	for i := 8; i < n; i++ {
		if at(i) != byte(v>>63) {
			return 0, false
		}
	}
	return v, true
}

// appendDecimal writes a decimal with all its digits.
func (t *fixedType) appendDecimal(dst, cell []byte) []byte {
	var digits string
	if v, ok := t.unscaled(cell); ok {
		digits = strconv.FormatInt(v, 10)
	} else {
		b := make([]byte, len(cell)) // the most significant first
		for i := range cell {
			if b[i] = cell[i]; !t.bigEndian {
				b[i] = cell[len(cell)-1-i]
			}
		}
		v := new(big.Int).SetBytes(b)
		if b[0] >= 0x80 {
			v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
		}
		digits = v.String()
	}
	if digits[0] == '-' {
		dst, digits = append(dst, '-'), digits[1:]
	}
	switch {
	case digits == "0" || t.scale == 0:
		return append(dst, digits...)
	case t.scale < 0:
		return append(append(append(dst, digits...), 'e'), strconv.Itoa(-t.scale)...)
	}
	for len(digits) <= t.scale {
		digits = "0" + digits
	}
	point := len(digits) - t.scale
	return append(append(append(dst, digits[:point]...), '.'), digits[point:]...)
}

// appendText writes a cell as the text of a label: an integer or decimal with
// all its digits, a fraction with as many as tell it from others, a time as ISO
// 8601 has it. A number that is not finite has no text, as in JSON.
func (t *fixedType) appendText(dst, cell []byte) []byte {
	switch t.kind {
	case kindInt:
		return strconv.AppendInt(dst, t.signed(cell), 10)
	case kindUint:
		return strconv.AppendUint(dst, t.unsigned(cell), 10)
	case kindFloat:
		return t.appendFloat(dst, cell)
	case kindDecimal:
		return t.appendDecimal(dst, cell)
	case kindUUID:
		const hex = "0123456789abcdef"
		for i, b := range cell {
			if i == 4 || i == 6 || i == 8 || i == 10 {
				dst = append(dst, '-')
			}
			dst = append(dst, hex[b>>4], hex[b&15])
		}
		return dst
	case kindBytes:
		return append(dst, cell...)
	case kindInt96:
		const julian1970 = 2440588
		nanos, day := int64(binary.LittleEndian.Uint64(cell)), int64(binary.LittleEndian.Uint32(cell[8:]))-julian1970
		return appendTime(dst, day*secondsOfDay+nanos/1e9, nanos%1e9, localTime)
	default:
		return t.appendMoment(dst, cell)
	}
}

// appendMoment writes a date, a time or both.
func (t *fixedType) appendMoment(dst, cell []byte) []byte {
	v := t.signed(cell)
	if t.kind == kindDate && t.perSecond == 0 {
		return appendTime(dst, v*secondsOfDay, 0, time.DateOnly)
	}
	seconds, part := v/t.perSecond, v%t.perSecond
	layout := localTime
	switch {
	case t.kind == kindDate:
		layout = time.DateOnly
	case t.kind == kindTime:
		layout = "15:04:05.999999999"
	case t.utc:
		layout = time.RFC3339Nano
	}
	return appendTime(dst, seconds, part*(1e9/t.perSecond), layout)
}

const (
	secondsOfDay = 24 * 60 * 60
	localTime    = time.DateTime + ".999999999" // of no known zone
)

func appendTime(dst []byte, seconds, nanos int64, layout string) []byte {
	return time.Unix(seconds, nanos).UTC().AppendFormat(dst, layout)
}

func (t *fixedType) appendFloat(dst, cell []byte) []byte {
	bits := 64
	var v float64
	switch t.width {
	case 8:
		v = math.Float64frombits(binary.LittleEndian.Uint64(cell))
	case 4:
		v, bits = float64(math.Float32frombits(binary.LittleEndian.Uint32(cell))), 32
	default:
		v, bits = float64(float16.FromBits(binary.LittleEndian.Uint16(cell)).Float32()), 32
	}
	if v-v != 0 {
		return dst
	}
	format := byte('f')
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e21) { // as JavaScript and JSON writers do
		format = 'e'
	}
	return strconv.AppendFloat(dst, v, format, -1, bits)
}

package ingest

// The LogicalTypes of Parquet, by their field in the union.
const (
	logicalString    = 1
	logicalMap       = 2
	logicalList      = 3
	logicalEnum      = 4
	logicalDecimal   = 5
	logicalDate      = 6
	logicalTime      = 7
	logicalTimestamp = 8
	logicalInteger   = 10
	logicalUnknown   = 11
	logicalJSON      = 12
	logicalBSON      = 13
	logicalUUID      = 14
	logicalFloat16   = 15
)

// logicalOf are the logical types of the older ConvertedTypes.
var logicalOf = [...]parquetElement{
	0: {logical: logicalString}, 1: {logical: logicalMap}, 2: {logical: logicalMap}, 3: {logical: logicalList}, 4: {logical: logicalEnum},
	5: {logical: logicalDecimal}, 6: {logical: logicalDate}, 7: {logical: logicalTime, unit: 1}, 8: {logical: logicalTime, unit: 2},
	9: {logical: logicalTimestamp, unit: 1, utc: true}, 10: {logical: logicalTimestamp, unit: 2, utc: true},
	11: {logical: logicalInteger, bits: 8}, 12: {logical: logicalInteger, bits: 16}, 13: {logical: logicalInteger, bits: 32}, 14: {logical: logicalInteger, bits: 64},
	15: {logical: logicalInteger, bits: 8, signed: true}, 16: {logical: logicalInteger, bits: 16, signed: true},
	17: {logical: logicalInteger, bits: 32, signed: true}, 18: {logical: logicalInteger, bits: 64, signed: true},
	19: {logical: logicalJSON}, 20: {logical: logicalBSON}, 21: {logical: logicalBSON}, // intervals are as unreadable
}

// A parquetType is how the cells of a column are held and what they mean.
type parquetType struct {
	physical int8
	holds    cellsOf
	what     string
	fixed    fixedType // of all but booleans and byte arrays; of decimals in byte arrays too
}

// maxFixed is how many bytes a cell of a fixed width may have.
const maxFixed = 1 << 16

// typ returns the type of a leaf of the top level.
func (e *parquetElement) typ() parquetType {
	if e.logical == 0 && e.converted >= 0 && e.converted < int64(len(logicalOf)) {
		l := logicalOf[e.converted]
		e.logical, e.unit, e.utc, e.bits, e.signed = l.logical, l.unit, l.utc, l.bits, l.signed
	}
	t := parquetType{physical: int8(e.physical), what: "a column of a type of its own"}
	nothing := t
	nothing.holds = ofNothing
	if e.logical == logicalUnknown {
		t.holds = ofNulls
		return t
	}
	if e.physical < 0 || e.physical > parquetFixed {
		return nothing
	}
	scale := int(min(max(e.scale, -1000), 1000))
	switch e.physical {
	case parquetBoolean:
		return t
	case parquetInt32, parquetInt64:
		t.fixed = fixedType{kind: kindInt, width: 4 * int(e.physical)}
		t.holds = ofNumbers
		switch e.logical {
		case logicalDecimal:
			t.fixed.kind, t.fixed.scale = kindDecimal, scale
		case logicalInteger:
			if !e.signed {
				t.fixed.kind = kindUint
			}
		case logicalDate:
			t.fixed.kind, t.holds = kindDate, ofText
		case logicalTime, logicalTimestamp:
			t.fixed.kind, t.holds = kindTime, ofText
			if e.logical == logicalTimestamp {
				t.fixed.kind, t.fixed.utc = kindTimestamp, e.utc
			}
			t.fixed.perSecond = unitPerSecond(e.unit - 1)
			if t.fixed.perSecond == 0 {
				return nothing
			}
		}
	case parquetInt96:
		t.fixed = fixedType{kind: kindInt96, width: 12}
	case parquetFloat, parquetDouble:
		t.holds = ofNumbers
		t.fixed = fixedType{kind: kindFloat, width: 4}
		if e.physical == parquetDouble {
			t.fixed.width = 8
		}
	case parquetByteArray:
		switch e.logical {
		case logicalDecimal:
			t.holds, t.fixed = ofNumbers, fixedType{kind: kindDecimal, bigEndian: true, scale: scale}
		case logicalBSON:
			return nothing
		}
	case parquetFixed:
		if e.length < 1 || e.length > maxFixed {
			return nothing
		}
		t.fixed = fixedType{kind: kindBytes, width: int(e.length)}
		switch {
		case e.logical == logicalDecimal && e.length <= maxDecimal:
			t.holds, t.fixed.kind, t.fixed.scale, t.fixed.bigEndian = ofNumbers, kindDecimal, scale, true
		case e.logical == logicalFloat16 && e.length == 2:
			t.holds, t.fixed.kind = ofNumbers, kindFloat
		case e.logical == logicalUUID && e.length == 16:
			t.fixed.kind = kindUUID
		case e.logical != 0 && e.logical != logicalString && e.logical != logicalEnum && e.logical != logicalJSON:
			return nothing
		}
	}
	return t
}

// maxDecimal is how many bytes a decimal may have; 32 are 76 digits.
const maxDecimal = 64

// unitPerSecond returns how many milliseconds (0), microseconds (1) or
// nanoseconds (2) are a second, 0 for another unit.
func unitPerSecond(unit int) int64 {
	switch unit {
	case 0:
		return 1e3
	case 1:
		return 1e6
	case 2:
		return 1e9
	}
	return 0
}

package ingest

import (
	"errors"
	"fmt"
)

// Arrow's types, by their number in the metadata (apache/arrow,
// format/Schema.fbs).
const (
	arrowNull = iota + 1
	arrowInt
	arrowFloat
	arrowBinary
	arrowUtf8
	arrowBool
	arrowDecimal
	arrowDate
	arrowTime
	arrowTimestamp
	arrowInterval
	arrowList
	arrowStruct
	arrowUnion
	arrowFixedBinary
	arrowFixedList
	arrowMap
	arrowDuration
	arrowLargeBinary
	arrowLargeUtf8
	arrowLargeList
	arrowRunEnd
	arrowBinaryView
	arrowUtf8View
	arrowListView
	arrowLargeListView
)

// An ipcHolding says in which buffers the cells of a column lie, behind that of
// the validity.
type ipcHolding int8

const (
	holdFixed  ipcHolding = iota // cells of a fixed width
	holdBits                     // booleans
	holdText                     // 32-bit ends, text
	holdLarge                    // 64-bit ends, text
	holdViews                    // views, and buffers that they show
	holdOthers                   // not read
)

// An ipcType is how cells are held and what they mean.
type ipcType struct {
	holding ipcHolding
	holds   cellsOf
	fixed   fixedType
}

// An ipcField is a field of the schema.
type ipcField struct {
	name string
	what string
	unit string  // as stated, "" for none
	typ  ipcType // of the dictionary's values, where there is one
	// Of a field whose cells are places in a dictionary.
	coded bool
	dict  int64
	index fixedType
	// What the field and those below it take of a batch. Views take as many
	// buffers more as the batch says.
	nodes, buffers, views int
}

// An ipcSchema is the columns of a stream or a file.
type ipcSchema struct {
	fields []ipcField
	// What each field and those before it take: element i is where field i begins.
	nodes, buffers, views []int
}

// maxArrowFields and maxArrowDepth keep a broken schema from becoming large in
// memory.
const (
	maxArrowFields = 100_000
	maxArrowDepth  = 64
)

var errArrowMetadata = errors.New("its metadata is broken; was it cut?")

// readIPCSchema reads a Schema table. version is that of the metadata.
func readIPCSchema(t flatTable, version int16) (*ipcSchema, error) {
	if !t.ok() {
		return nil, errArrowMetadata
	}
	if version < 3 || version > 4 {
		return nil, fmt.Errorf("its metadata is of version %d; only 4 and 5 are read", version+1)
	}
	if t.int16(0, 0) != 0 {
		return nil, errors.New("it is big-endian; write it little-endian")
	}
	tables, ok := t.tables(1)
	if !ok {
		return nil, errArrowMetadata
	}
	s := &ipcSchema{nodes: []int{0}, buffers: []int{0}, views: []int{0}}
	left := maxArrowFields
	for i := range tables {
		f, err := readIPCField(tables[i], version, maxArrowDepth, &left)
		if err != nil {
			return nil, err
		}
		s.fields = append(s.fields, f)
		s.nodes = append(s.nodes, s.nodes[i]+f.nodes)
		s.buffers = append(s.buffers, s.buffers[i]+f.buffers)
		s.views = append(s.views, s.views[i]+f.views)
	}
	return s, nil
}

func readIPCField(t flatTable, version int16, depth int, left *int) (ipcField, error) {
	f := ipcField{nodes: 1}
	name, ok := t.text(0)
	if *left--; !ok || *left < 0 || depth == 0 {
		return f, errArrowMetadata
	}
	f.name = name
	kind := t.byte(2, 0)
	of := t.table(3)
	if !of.ok() && kind != arrowNull {
		return f, errArrowMetadata
	}
	f.typ, f.what = ipcTypeOf(kind, of)
	var err error
	if f.unit, err = statedUnit(t); err != nil {
		return f, err
	}
	if dict := t.table(4); dict.ok() {
		// The batches hold places; what is below the field is the dictionary's.
		f.coded, f.dict = true, dict.int64(0, 0)
		f.index = fixedType{kind: kindInt, width: 4}
		if index := dict.table(1); index.ok() {
			it, _ := ipcTypeOf(arrowInt, index)
			f.index = it.fixed
			if it.holding != holdFixed {
				return f, errArrowMetadata
			}
		}
		f.buffers = 2
		return f, nil
	}
	switch kind {
	case arrowNull, arrowRunEnd:
	case arrowStruct, arrowFixedList:
		f.buffers = 1
	case arrowUnion:
		f.buffers = 1 + int(of.int16(0, 0)&1) // types, and places if it is dense
		if version < 4 {
			f.buffers++
		}
	case arrowBinary, arrowUtf8, arrowLargeBinary, arrowLargeUtf8, arrowListView, arrowLargeListView:
		f.buffers = 3
	case arrowBinaryView, arrowUtf8View:
		f.buffers, f.views = 2, 1
	case arrowInt, arrowFloat, arrowBool, arrowDecimal, arrowDate, arrowTime, arrowTimestamp, arrowInterval,
		arrowFixedBinary, arrowDuration, arrowList, arrowLargeList, arrowMap:
		f.buffers = 2
	default: // where the columns behind it lie is not known
		return f, fmt.Errorf("column %s is of a type (%d) that is not known", f.name, kind)
	}
	children, ok := t.tables(5)
	if !ok {
		return f, errArrowMetadata
	}
	for _, c := range children {
		child, err := readIPCField(c, version, depth-1, left)
		if err != nil {
			return f, err
		}
		f.nodes += child.nodes
		f.buffers += child.buffers
		f.views += child.views
	}
	return f, nil
}

// ipcTypeOf returns the type of a kind and its own table, and what messages
// call it.
func ipcTypeOf(kind byte, of flatTable) (t ipcType, what string) {
	t.holding, t.holds = holdOthers, ofNothing
	number := func(f fixedType) ipcType { return ipcType{holdFixed, ofNumbers, f} }
	text := func(f fixedType) ipcType { return ipcType{holdFixed, ofText, f} }
	switch kind {
	case arrowNull:
		t.holds = ofNulls
	case arrowInt:
		width := int(of.int32(0, 0))
		k := kindUint
		if of.byte(1, 0) != 0 {
			k = kindInt
		}
		if width == 8 || width == 16 || width == 32 || width == 64 {
			t = number(fixedType{kind: k, width: width / 8})
		}
	case arrowFloat:
		if p := of.int16(0, 0); p >= 0 && p <= 2 {
			t = number(fixedType{kind: kindFloat, width: 2 << p})
		}
	case arrowBool:
		t = ipcType{holding: holdBits, holds: ofText}
	case arrowUtf8, arrowBinary:
		t = ipcType{holding: holdText, holds: ofText}
	case arrowLargeUtf8, arrowLargeBinary:
		t = ipcType{holding: holdLarge, holds: ofText}
	case arrowUtf8View, arrowBinaryView:
		t = ipcType{holding: holdViews, holds: ofText}
	case arrowDecimal:
		width := int(of.int32(2, 128))
		if width == 32 || width == 64 || width == 128 || width == 256 {
			t = number(fixedType{kind: kindDecimal, width: width / 8, scale: int(min(max(of.int32(1, 0), -1000), 1000))})
		}
	case arrowDate:
		if of.int16(0, 1) == 0 {
			t = text(fixedType{kind: kindDate, width: 4})
		} else {
			t = text(fixedType{kind: kindDate, width: 8, perSecond: 1e3})
		}
	case arrowTime:
		unit, width := of.int16(0, 1), of.int32(1, 32)
		if width == 32 || width == 64 {
			t = text(fixedType{kind: kindTime, width: int(width / 8), perSecond: arrowUnit(unit)})
		}
	case arrowTimestamp:
		zone, _ := of.text(1)
		t = text(fixedType{kind: kindTimestamp, width: 8, perSecond: arrowUnit(of.int16(0, 0)), utc: zone != ""})
	case arrowDuration:
		t = number(fixedType{kind: kindInt, width: 8})
	case arrowFixedBinary:
		if n := of.int32(0, 0); n >= 1 && n <= maxFixed {
			t = text(fixedType{kind: kindBytes, width: int(n)})
		}
	}
	if t.holds != ofNothing {
		return t, ""
	}
	switch kind {
	case arrowList, arrowFixedList, arrowLargeList, arrowListView, arrowLargeListView:
		return t, "a list"
	case arrowStruct:
		return t, "a structure"
	case arrowMap:
		return t, "a map"
	case arrowInterval:
		return t, "an interval"
	}
	return t, "a column of a type of its own"
}

// arrowUnit returns how many units are a second.
func arrowUnit(unit int16) int64 {
	if unit == 0 {
		return 1
	}
	return max(unitPerSecond(int(unit)-1), 1)
}

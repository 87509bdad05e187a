package ingest

import "encoding/binary"

// A flatTable is a table of a FlatBuffer, in which Arrow writes the metadata of
// its messages (flatbuffers.dev, "FlatBuffer Internals"). Every access is held
// to the buffer's bounds: what lies outside is absent. The zero value is a
// table in which everything is absent.
type flatTable struct {
	buf    []byte
	at     int // of the table
	vtable []byte
}

// flatRoot returns the root table of a buffer.
func flatRoot(buf []byte) flatTable { return flatTableAt(buf, 0) }

// flatTableAt returns the table that the offset at a place leads to.
func flatTableAt(buf []byte, place int) flatTable {
	at, ok := flatFollow(buf, place)
	if !ok || at+4 > len(buf) {
		return flatTable{}
	}
	v := at - int(int32(binary.LittleEndian.Uint32(buf[at:])))
	if v < 0 || v+4 > len(buf) {
		return flatTable{}
	}
	size := int(binary.LittleEndian.Uint16(buf[v:]))
	if size < 4 || v+size > len(buf) {
		return flatTable{}
	}
	return flatTable{buf, at, buf[v : v+size]}
}

// flatFollow returns where the offset at a place leads. Offsets lead forward.
func flatFollow(buf []byte, place int) (at int, ok bool) {
	if place < 0 || place+4 > len(buf) {
		return 0, false
	}
	off := binary.LittleEndian.Uint32(buf[place:])
	if off == 0 || uint64(off) > uint64(len(buf)-place) {
		return 0, false
	}
	return place + int(off), true
}

// ok reports whether the table is there.
func (t flatTable) ok() bool { return t.vtable != nil }

// field returns where the value of a field of n bytes lies. Fields are counted
// from 0.
func (t flatTable) field(id, n int) (at int, ok bool) {
	slot := 4 + 2*id
	if slot+2 > len(t.vtable) {
		return 0, false
	}
	off := int(binary.LittleEndian.Uint16(t.vtable[slot:]))
	if off == 0 || t.at+off+n > len(t.buf) {
		return 0, false
	}
	return t.at + off, true
}

// byte, int16, int32 and int64 return a field's value, or the value that an
// absent field stands for.
func (t flatTable) byte(id int, absent byte) byte {
	if at, ok := t.field(id, 1); ok {
		return t.buf[at]
	}
	return absent
}

func (t flatTable) int16(id int, absent int16) int16 {
	if at, ok := t.field(id, 2); ok {
		return int16(binary.LittleEndian.Uint16(t.buf[at:]))
	}
	return absent
}

func (t flatTable) int32(id int, absent int32) int32 {
	if at, ok := t.field(id, 4); ok {
		return int32(binary.LittleEndian.Uint32(t.buf[at:]))
	}
	return absent
}

func (t flatTable) int64(id int, absent int64) int64 {
	if at, ok := t.field(id, 8); ok {
		return int64(binary.LittleEndian.Uint64(t.buf[at:]))
	}
	return absent
}

// table returns the table of a field.
func (t flatTable) table(id int) flatTable {
	if at, ok := t.field(id, 4); ok {
		return flatTableAt(t.buf, at)
	}
	return flatTable{}
}

// vector returns the elements of a field, each of so many bytes. ok is false
// if the elements are not all there.
func (t flatTable) vector(id, width int) (elems []byte, ok bool) {
	place, there := t.field(id, 4)
	if !there {
		return nil, true
	}
	at, ok := flatFollow(t.buf, place)
	if !ok || at+4 > len(t.buf) {
		return nil, false
	}
	n := uint64(binary.LittleEndian.Uint32(t.buf[at:])) * uint64(width)
	at += 4
	if n > uint64(len(t.buf)-at) {
		return nil, false
	}
	return t.buf[at : at+int(n)], true
}

// text returns a text.
func (t flatTable) text(id int) (text string, ok bool) {
	b, ok := t.vector(id, 1)
	return string(b), ok
}

// tables returns a vector of tables.
func (t flatTable) tables(id int) (list []flatTable, ok bool) {
	elems, ok := t.vector(id, 4)
	if !ok || len(elems) == 0 {
		return nil, ok
	}
	place, _ := t.field(id, 4)
	first, _ := flatFollow(t.buf, place)
	for i := range len(elems) / 4 {
		e := flatTableAt(t.buf, first+4+4*i)
		if !e.ok() {
			return nil, false
		}
		list = append(list, e)
	}
	return list, true
}

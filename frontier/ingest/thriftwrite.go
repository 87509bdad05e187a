package ingest

import "encoding/binary"

// A thriftWriter writes values in Thrift's compact protocol: see thriftReader.
type thriftWriter struct {
	buf  []byte
	last []int // id of the field before, of the structures that are open
}

// field begins a field of a structure. Ids ascend.
func (w *thriftWriter) field(id int, kind byte) {
	top := len(w.last) - 1
	w.buf = append(w.buf, byte(id-w.last[top])<<4|kind) // ids are never 16 apart here
	w.last[top] = id
}

func (w *thriftWriter) varint(v int64) {
	w.buf = binary.AppendUvarint(w.buf, uint64(v<<1)^uint64(v>>63))
}

func (w *thriftWriter) i32(id int, v int64) {
	w.field(id, thriftI32)
	w.varint(v)
}

func (w *thriftWriter) i64(id int, v int64) {
	w.field(id, thriftI64)
	w.varint(v)
}

func (w *thriftWriter) text(id int, s string) {
	w.field(id, thriftBinary)
	w.element(s)
}

// element writes a text of a list.
func (w *thriftWriter) element(s string) {
	w.buf = binary.AppendUvarint(w.buf, uint64(len(s)))
	w.buf = append(w.buf, s...)
}

// list begins a list of n elements, which the caller writes.
func (w *thriftWriter) list(id int, kind byte, n int) {
	w.field(id, thriftList)
	if n < 15 {
		w.buf = append(w.buf, byte(n)<<4|kind)
		return
	}
	w.buf = append(w.buf, 0xf0|kind)
	w.buf = binary.AppendUvarint(w.buf, uint64(n))
}

// structure writes a structure that is an element of a list, or the whole.
func (w *thriftWriter) structure(fields func()) {
	w.last = append(w.last, 0)
	fields()
	w.last = w.last[:len(w.last)-1]
	w.buf = append(w.buf, 0)
}

// structureField writes a structure that is a field.
func (w *thriftWriter) structureField(id int, fields func()) {
	w.field(id, thriftStruct)
	w.structure(fields)
}

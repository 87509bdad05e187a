package ingest

import (
	"encoding/binary"
	"errors"
)

// A thriftReader walks over a value in Thrift's compact protocol, in which
// Parquet writes its footer and the headers of its pages
// (github.com/apache/thrift, doc/specs/thrift-compact-protocol.md). It keeps
// nothing and allocates nothing, whatever the value says of its own size. The
// first thing that is wrong ends the walk: err says what.
type thriftReader struct {
	rest  []byte
	depth int
	err   error
}

// The kinds of values of the compact protocol.
const (
	thriftTrue   = 1
	thriftFalse  = 2
	thriftByte   = 3
	thriftI16    = 4
	thriftI32    = 5
	thriftI64    = 6
	thriftDouble = 7
	thriftBinary = 8
	thriftList   = 9
	thriftSet    = 10
	thriftMap    = 11
	thriftStruct = 12
)

// errThriftShort says that the bytes end within a value. More bytes may help.
var errThriftShort = errors.New("it ends within a value")

// thriftDepth is how deep structures may be nested: deeper than any that
// Parquet defines.
const thriftDepth = 32

func (r *thriftReader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

func (r *thriftReader) byte() byte {
	if r.err == nil && len(r.rest) == 0 {
		r.fail(errThriftShort)
	}
	if r.err != nil {
		return 0
	}
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b
}

func (r *thriftReader) uvarint() uint64 {
	if r.err != nil {
		return 0
	}
	v, n := binary.Uvarint(r.rest)
	switch {
	case n == 0:
		r.fail(errThriftShort)
		return 0
	case n < 0:
		r.fail(errors.New("a number in it is too long"))
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

// integer reads an i16, i32 or i64.
func (r *thriftReader) integer() int64 {
	v := r.uvarint()
	return int64(v>>1) ^ -int64(v&1)
}

// binary reads bytes or text. They alias the document.
func (r *thriftReader) binary() []byte {
	n := r.uvarint()
	if r.err == nil && n > uint64(len(r.rest)) {
		r.fail(errThriftShort)
	}
	if r.err != nil {
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

// list calls each for every element of a list, which has to read it.
func (r *thriftReader) list(each func(kind byte)) {
	head := r.byte()
	n := uint64(head >> 4)
	if n == 15 {
		n = r.uvarint()
	}
	if r.err == nil && n > uint64(len(r.rest)) { // an element is a byte at least
		r.fail(errThriftShort)
	}
	for ; n > 0 && r.err == nil; n-- {
		each(head & 15)
	}
}

// structure calls each for every field of a structure. It has to read the
// field's value, which for a boolean is the kind itself.
func (r *thriftReader) structure(each func(id int, kind byte)) {
	if r.depth++; r.depth > thriftDepth {
		r.fail(errors.New("it is nested too deep"))
	}
	id := 0
	for r.err == nil {
		head := r.byte()
		if head == 0 {
			break // the end, or an error
		}
		if delta := int(head >> 4); delta != 0 {
			id += delta
		} else {
			id = int(r.integer())
		}
		if r.err == nil {
			each(id, head&15)
		}
	}
	r.depth--
}

// skip passes over a field's value.
func (r *thriftReader) skip(kind byte) {
	switch kind {
	case thriftTrue, thriftFalse: // the kind is the value
	case thriftByte:
		r.byte()
	case thriftI16, thriftI32, thriftI64:
		r.uvarint()
	case thriftDouble:
		for range 8 {
			r.byte()
		}
	case thriftBinary:
		r.binary()
	case thriftList, thriftSet:
		r.list(r.skipElement)
	case thriftMap:
		r.skipMap()
	case thriftStruct:
		r.structure(func(_ int, kind byte) { r.skip(kind) })
	default:
		r.fail(errors.New("it has a value of no known kind"))
	}
}

// skipElement passes over an element of a list. Unlike a field, a boolean is a
// byte there.
func (r *thriftReader) skipElement(kind byte) {
	if kind == thriftTrue || kind == thriftFalse {
		r.byte()
		return
	}
	if r.depth++; r.depth > thriftDepth {
		r.fail(errors.New("it is nested too deep"))
	}
	r.skip(kind)
	r.depth--
}

func (r *thriftReader) skipMap() {
	n := r.uvarint()
	if n == 0 || r.err != nil {
		return
	}
	if n > uint64(len(r.rest)) {
		r.fail(errThriftShort)
	}
	kinds := r.byte()
	for ; n > 0 && r.err == nil; n-- {
		r.skipElement(kinds >> 4)
		r.skipElement(kinds & 15)
	}
}

// integerOf reads a field that has to be an integer.
func (r *thriftReader) integerOf(kind byte) int64 {
	if kind != thriftI16 && kind != thriftI32 && kind != thriftI64 {
		r.fail(errors.New("a field that is to be a number is none"))
		return 0
	}
	return r.integer()
}

// binaryOf reads a field that has to be bytes or text.
func (r *thriftReader) binaryOf(kind byte) []byte {
	if kind != thriftBinary {
		r.fail(errors.New("a field that is to be text is none"))
		return nil
	}
	return r.binary()
}

// structureOf reads a field or an element that has to be a structure.
func (r *thriftReader) structureOf(kind byte, each func(id int, kind byte)) {
	if kind != thriftStruct {
		r.fail(errors.New("a field that is to be a structure is none"))
		return
	}
	r.structure(each)
}

// listOf reads a field that has to be a list.
func (r *thriftReader) listOf(kind byte, each func(kind byte)) {
	if kind != thriftList {
		r.fail(errors.New("a field that is to be a list is none"))
		return
	}
	r.list(each)
}

package ingest

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// parquetMagic is at both ends of a Parquet file.
const parquetMagic = "PAR1"

// A parquetFooter is what a Parquet file says of itself, as far as reading flat
// columns needs it (github.com/apache/parquet-format, parquet.thrift). The
// library's own reader is for tests alone: it makes room for whatever sizes the
// file names, and on levels that end too early it loops for ever.
type parquetFooter struct {
	fields []parquetField
	leaves int // columns of a row group
	rows   int64
	groups []parquetGroup
	// arrowSchema is the metadata under arrowSchemaKey, "" if there is none.
	arrowSchema string
}

// A parquetField is a field of the top level.
type parquetField struct {
	name     string
	leaf     int // number of its first column in the row groups
	optional bool
	nested   bool // repeated, or with fields inside
	typ      parquetType
}

// A parquetGroup is a row group.
type parquetGroup struct {
	rows   int64
	chunks []parquetChunk
}

// A parquetChunk is the part of a column that is in a row group.
type parquetChunk struct {
	physical   int8
	codec      int8
	encrypted  bool
	elsewhere  bool // in another file
	start, end int64
}

// Parquet's physical types.
const (
	parquetBoolean = iota
	parquetInt32
	parquetInt64
	parquetInt96
	parquetFloat
	parquetDouble
	parquetByteArray
	parquetFixed
)

// parquetElement is an element of the schema as it is written, depth first.
type parquetElement struct {
	name       string
	physical   int64 // -1 for none
	length     int64
	repetition int64
	children   int64
	converted  int64 // -1 for none
	scale      int64
	logical    int // 0 for none, else the field of the LogicalType union
	unit       int // of times: the field of the TimeUnit union
	utc        bool
	bits       int64
	signed     bool
}

// maxParquetFields keeps a broken footer from becoming large in memory.
const maxParquetFields = 100_000

// readParquetFooter reads and checks the footer.
func readParquetFooter(d *document) (*parquetFooter, error) {
	var room []byte
	const tail = 8
	if d.size < int64(len(parquetMagic))+tail {
		return nil, errors.New("it is too short to be a Parquet file; was it cut?")
	}
	end, err := d.bytes(d.size-tail, tail, &room)
	if err != nil {
		return nil, err
	}
	size := int64(binary.LittleEndian.Uint32(end))
	switch string(end[4:]) {
	case parquetMagic:
	case "PARE":
		return nil, errors.New("it is encrypted; write it without encryption")
	default:
		return nil, errors.New("it does not end as a Parquet file does; was it cut?")
	}
	if size > d.size-tail-int64(len(parquetMagic)) {
		return nil, errors.New("it is shorter than its footer says; was it cut?")
	}
	var footer []byte
	if footer, err = d.bytes(d.size-tail-size, size, &footer); err != nil {
		return nil, err
	}
	f := &parquetFooter{}
	r := &thriftReader{rest: footer}
	f.read(r)
	if r.err != nil {
		return nil, fmt.Errorf("its footer is broken: %w", r.err)
	}
	return f, f.check(d.size - tail - size)
}

func (f *parquetFooter) read(r *thriftReader) {
	var elements []parquetElement
	r.structure(func(id int, kind byte) {
		switch id {
		case 2:
			r.listOf(kind, func(kind byte) {
				if elements = append(elements, readParquetElement(r, kind)); len(elements) > maxParquetFields {
					r.fail(fmt.Errorf("more than %d columns", maxParquetFields))
				}
			})
		case 3:
			f.rows = r.integerOf(kind)
		case 4:
			r.listOf(kind, func(kind byte) { f.groups = append(f.groups, readParquetGroup(r, kind)) })
		case 5:
			r.listOf(kind, func(kind byte) { f.readMetadata(r, kind) })
		default:
			r.skip(kind)
		}
	})
	if r.err == nil {
		f.schema(elements, r)
	}
}

// readMetadata reads a pair of key and value.
func (f *parquetFooter) readMetadata(r *thriftReader, kind byte) {
	var key, value []byte
	r.structureOf(kind, func(id int, kind byte) {
		switch id {
		case 1:
			key = r.binaryOf(kind)
		case 2:
			value = r.binaryOf(kind)
		default:
			r.skip(kind)
		}
	})
	if string(key) == arrowSchemaKey {
		f.arrowSchema = string(value)
	}
}

func readParquetElement(r *thriftReader, kind byte) parquetElement {
	e := parquetElement{physical: -1, converted: -1}
	named := false
	r.structureOf(kind, func(id int, kind byte) {
		switch id {
		case 1:
			e.physical = r.integerOf(kind)
		case 2:
			e.length = r.integerOf(kind)
		case 3:
			e.repetition = r.integerOf(kind)
		case 4:
			e.name, named = string(r.binaryOf(kind)), true
		case 5:
			e.children = r.integerOf(kind)
		case 6:
			e.converted = r.integerOf(kind)
		case 7:
			e.scale = r.integerOf(kind)
		case 10:
			e.readLogical(r, kind)
		default:
			r.skip(kind)
		}
	})
	if !named {
		r.fail(errors.New("a column has no name"))
	}
	return e
}

func (e *parquetElement) readLogical(r *thriftReader, kind byte) {
	r.structureOf(kind, func(id int, kind byte) {
		e.logical = id
		r.structureOf(kind, func(id int, kind byte) {
			switch {
			case e.logical == logicalDecimal && id == 1:
				e.scale = r.integerOf(kind)
			case (e.logical == logicalTime || e.logical == logicalTimestamp) && id == 1:
				e.utc = kind == thriftTrue
				r.skip(kind)
			case (e.logical == logicalTime || e.logical == logicalTimestamp) && id == 2:
				r.structureOf(kind, func(id int, kind byte) {
					e.unit = id
					r.skip(kind)
				})
			case e.logical == logicalInteger && id == 1 && kind == thriftByte:
				e.bits = int64(r.byte())
			case e.logical == logicalInteger && id == 2:
				e.signed = kind == thriftTrue
				r.skip(kind)
			default:
				r.skip(kind)
			}
		})
	})
}

func readParquetGroup(r *thriftReader, kind byte) parquetGroup {
	g := parquetGroup{rows: -1}
	r.structureOf(kind, func(id int, kind byte) {
		switch id {
		case 1:
			r.listOf(kind, func(kind byte) { g.chunks = append(g.chunks, readParquetChunk(r, kind)) })
		case 3:
			g.rows = r.integerOf(kind)
		default:
			r.skip(kind)
		}
	})
	return g
}

func readParquetChunk(r *thriftReader, kind byte) parquetChunk {
	var c parquetChunk
	data, dict, size, physical, codec := int64(-1), int64(0), int64(-1), int64(-1), int64(-1)
	r.structureOf(kind, func(id int, kind byte) {
		switch id {
		case 1:
			c.elsewhere = len(r.binaryOf(kind)) > 0
		case 3:
			r.structureOf(kind, func(id int, kind byte) {
				switch id {
				case 1:
					physical = r.integerOf(kind)
				case 4:
					codec = r.integerOf(kind)
				case 7:
					size = r.integerOf(kind)
				case 9:
					data = r.integerOf(kind)
				case 11:
					dict = r.integerOf(kind)
				default:
					r.skip(kind)
				}
			})
		case 8, 9:
			c.encrypted = true
			r.skip(kind)
		default:
			r.skip(kind)
		}
	})
	if c.encrypted {
		return c
	}
	if data < 0 || size < 0 || physical < 0 || physical > parquetFixed || codec < 0 || codec > 127 {
		r.fail(errors.New("a column of a row group lacks its place, type or compression"))
		return c
	}
	c.physical, c.codec = int8(physical), int8(codec)
	c.start = data
	if dict > 0 && dict < data {
		c.start = dict
	}
	c.end = c.start + min(size, 1<<62)
	return c
}

// schema tells the fields of the top level from the elements, and counts the
// columns of a row group.
func (f *parquetFooter) schema(elements []parquetElement, r *thriftReader) {
	if len(elements) == 0 || elements[0].children < 0 || elements[0].children > int64(len(elements)) {
		r.fail(errors.New("it has no schema"))
		return
	}
	next := 1
	for range elements[0].children {
		if next >= len(elements) {
			r.fail(errors.New("its schema lacks columns"))
			return
		}
		e := &elements[next]
		field := parquetField{name: e.name, leaf: f.leaves, optional: e.repetition == 1, nested: e.children > 0 || e.repetition > 1}
		if !field.nested {
			field.typ = e.typ()
		}
		// The fields below it follow, however deep; each leaf is a column.
		for open := int64(1); open > 0; next++ {
			if next >= len(elements) {
				r.fail(errors.New("its schema lacks columns"))
				return
			}
			n := elements[next].children
			if n < 0 || n > int64(len(elements)) {
				r.fail(errors.New("its schema has a field of too many parts"))
				return
			}
			if open += n - 1; n == 0 {
				f.leaves++
			}
		}
		f.fields = append(f.fields, field)
	}
	if next != len(elements) {
		r.fail(errors.New("its schema has columns beyond its end"))
	}
}

// check holds the numbers of the footer against each other and the file, whose
// pages end before an offset.
func (f *parquetFooter) check(end int64) error {
	rows := int64(0)
	for i := range f.groups {
		g := &f.groups[i]
		if g.rows < 0 || len(g.chunks) != f.leaves {
			return errors.New("its footer is broken: a row group is not of the schema")
		}
		if rows += min(g.rows, maxRows+1); rows > maxRows {
			return fmt.Errorf("over %d rows; read fewer at once", maxRows)
		}
		for c := range g.chunks {
			if ch := &g.chunks[c]; ch.start < 0 || ch.end > end || ch.end < ch.start {
				return errors.New("a column does not lie within it; was it cut?")
			}
		}
	}
	if rows != f.rows {
		return fmt.Errorf("its footer is broken: it says %d rows, and its row groups %d", f.rows, rows)
	}
	return nil
}

// maxRows is how many rows a table of a file may have: rows are counted with 32
// bits.
const maxRows = 1<<31 - 1

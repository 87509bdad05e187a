package ingest

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
)

const (
	// arrowMagic is at both ends of an Arrow file, which Feather (version 2) is
	// another name for.
	arrowMagic = "ARROW1"
	// arrowMark stands before each message.
	arrowMark = "\xff\xff\xff\xff"
)

// The kinds of messages.
const (
	messageSchema     = 1
	messageDictionary = 2
	messageBatch      = 3
)

// An ipcMessage is the metadata of a message and where its body lies.
type ipcMessage struct {
	version  int16
	kind     byte
	header   flatTable
	at, size int64 // of the body
}

// An ipcBatch is some rows of all columns, or a part of a dictionary.
type ipcBatch struct {
	rows           int64
	nodes, buffers []byte // 16 bytes each: rows and missing cells; place and size
	views          []byte // 8 bytes each: the further buffers of each column of views
	codec          codec
	at, size       int64 // of the body
	dicts          map[int64]ipcDictionary
}

// An ipcFile is a stream or a file.
type ipcFile struct {
	doc     *document
	schema  *ipcSchema
	coded   map[int64]int // a column of each dictionary, which tells the type
	batches []*ipcBatch
	dicts   map[int64]ipcDictionary // as of the message that is read
	shared  bool                    // a batch has the map
}

// openIPC reads the metadata of all messages. Bodies are read later, and of them
// only the columns that are needed.
func openIPC(d *document, stream bool) (*typedTable, error) {
	f := &ipcFile{doc: d, dicts: map[int64]ipcDictionary{}}
	t := &typedTable{doc: d, format: "arrow"}
	read := f.readFile
	if stream {
		t.format, read = "arrow-stream", f.readStream
	}
	if err := read(); err != nil {
		return nil, err
	}
	for _, c := range f.schema.fields {
		t.columns = append(t.columns, typedColumn{c.name, c.typ.holds, c.what, c.unit})
	}
	for _, b := range f.batches {
		if t.rows += b.rows; t.rows > maxRows {
			return nil, fmt.Errorf("over %d rows; read fewer at once", maxRows)
		}
	}
	t.plan = f.plan
	return t, nil
}

// isIPCStream reports whether a document begins as a stream does, with the
// message of a schema.
func isIPCStream(d *document) bool {
	var room []byte
	if head, err := d.bytes(0, 8, &room); err != nil || string(head[:4]) != arrowMark {
		return false
	}
	m, _, err := readIPCMessage(d, 0)
	return err == nil && m != nil && m.kind == messageSchema
}

// readIPCMessage reads the metadata of the message at a place, and returns the
// place behind its body. The message is nil at the mark of the end.
func readIPCMessage(d *document, at int64) (m *ipcMessage, next int64, err error) {
	var room []byte
	head, err := d.bytes(at, 4, &room)
	if err != nil {
		return nil, 0, err
	}
	if at += 4; string(head) == arrowMark {
		if head, err = d.bytes(at, 4, &room); err != nil {
			return nil, 0, err
		}
		at += 4
	} // else it is of 2019 or older, without a mark
	size := int64(int32(binary.LittleEndian.Uint32(head)))
	if size == 0 {
		return nil, at, nil
	}
	var meta []byte // kept, since the message refers to it
	if meta, err = d.bytes(at, size, &meta); err != nil {
		return nil, 0, err
	}
	t := flatRoot(meta)
	m = &ipcMessage{version: t.int16(0, 0), kind: t.byte(1, 0), header: t.table(2), at: at + size, size: t.int64(3, 0)}
	if !m.header.ok() {
		return nil, 0, errArrowMetadata
	}
	if m.size < 0 || m.size > d.size-m.at {
		return nil, 0, errors.New("a message goes beyond its end; was it cut?")
	}
	return m, m.at + m.size, nil
}

// readStream reads the messages one after the other.
func (f *ipcFile) readStream() error {
	m, at, err := readIPCMessage(f.doc, 0)
	if err != nil {
		return err
	}
	if m == nil || m.kind != messageSchema {
		return errors.New("it does not begin with a schema")
	}
	if err := f.begin(m.header, m.version); err != nil {
		return err
	}
	for {
		if at == f.doc.size {
			// It could be whole, but a stream that was cut here looks the same.
			return errors.New("it lacks the mark of its end; it was cut, or its writer was not closed")
		}
		if m, at, err = readIPCMessage(f.doc, at); err != nil {
			return err
		}
		if m == nil {
			if at != f.doc.size {
				return errors.New("there are bytes behind its end; write one stream to a file")
			}
			return nil
		}
		if err := f.message(m, true); err != nil {
			return err
		}
	}
}

// readFile reads the messages that the footer lists.
func (f *ipcFile) readFile() error {
	const tail = 4 + int64(len(arrowMagic))
	const head = int64(8) // the magic and two bytes more
	d := f.doc
	if d.size < head+tail {
		return errors.New("it is too short to be an Arrow file; was it cut?")
	}
	var room []byte
	end, err := d.bytes(d.size-tail, tail, &room)
	if err != nil {
		return err
	}
	if string(end[4:]) != arrowMagic {
		return errors.New("it does not end as an Arrow file does; was it cut?")
	}
	size := int64(int32(binary.LittleEndian.Uint32(end)))
	if size <= 0 || size > d.size-head-tail {
		return errors.New("it is shorter than its footer says; was it cut?")
	}
	var footer []byte
	if footer, err = d.bytes(d.size-tail-size, size, &footer); err != nil {
		return err
	}
	t := flatRoot(footer)
	if err := f.begin(t.table(1), t.int16(0, 0)); err != nil {
		return err
	}
	for _, list := range []struct {
		field int
		kind  byte
	}{{2, messageDictionary}, {3, messageBatch}} { // dictionaries may stand behind the rows that need them
		blocks, ok := t.vector(list.field, 24)
		if !ok {
			return errArrowMetadata
		}
		for ; len(blocks) > 0; blocks = blocks[24:] {
			m, _, err := readIPCMessage(d, int64(binary.LittleEndian.Uint64(blocks)))
			if err != nil {
				return err
			}
			if m == nil || m.kind != list.kind {
				return errArrowMetadata
			}
			if err := f.message(m, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// begin takes the schema.
func (f *ipcFile) begin(schema flatTable, version int16) (err error) {
	if f.schema, err = readIPCSchema(schema, version); err != nil {
		return err
	}
	f.coded = map[int64]int{}
	for i := range f.schema.fields {
		c := &f.schema.fields[i]
		if !c.coded {
			continue
		}
		if other, there := f.coded[c.dict]; there && f.schema.fields[other].typ != c.typ {
			return fmt.Errorf("columns %s and %s have one dictionary and two types", f.schema.fields[other].name, c.name)
		}
		f.coded[c.dict] = i
	}
	return nil
}

// message takes a dictionary or a batch. In a stream a dictionary may replace
// the one before it, for the batches that follow.
func (f *ipcFile) message(m *ipcMessage, stream bool) error {
	switch m.kind {
	case messageBatch:
		s := f.schema
		n := len(s.fields)
		b, err := readIPCBatch(m, m.header, s.nodes[n], s.buffers[n], s.views[n])
		if err != nil {
			return err
		}
		b.dicts, f.shared = f.dicts, true
		f.batches = append(f.batches, b)
	case messageDictionary:
		id := m.header.int64(0, 0)
		column, known := f.coded[id]
		typ := ipcType{holding: holdOthers}
		if known {
			typ = f.schema.fields[column].typ
		}
		if typ.holding == holdOthers {
			return nil // of a column that is not read
		}
		buffers, views := typ.buffers()
		b, err := readIPCBatch(m, m.header.table(1), 1, buffers, views)
		if err != nil {
			return err
		}
		before, there := f.dicts[id]
		delta := m.header.byte(2, 0) != 0
		if there && !delta && !stream {
			return errors.New("a dictionary is there twice; in a file it may only grow")
		}
		if f.shared {
			f.dicts, f.shared = maps.Clone(f.dicts), false
		}
		if !delta {
			before = ipcDictionary{}
		}
		f.dicts[id] = before.with(&ipcWords{batch: b})
	case messageSchema:
		return errors.New("it has a second schema; write one stream to a file")
	}
	return nil // tensors are passed over
}

// buffers returns how many buffers a column of the type has, and whether views.
func (t *ipcType) buffers() (buffers, views int) {
	switch t.holding {
	case holdText, holdLarge:
		return 3, 0
	case holdViews:
		return 2, 1
	default:
		return 2, 0
	}
}

// readIPCBatch reads a RecordBatch table, which has to have so many nodes and
// buffers.
func readIPCBatch(m *ipcMessage, t flatTable, nodes, buffers, views int) (*ipcBatch, error) {
	b := &ipcBatch{rows: t.int64(0, 0), at: m.at, size: m.size}
	var ok [3]bool
	b.nodes, ok[0] = t.vector(1, 16)
	b.buffers, ok[1] = t.vector(2, 16)
	b.views, ok[2] = t.vector(4, 8)
	if !t.ok() || ok != [3]bool{true, true, true} || b.rows < 0 || b.rows > maxRows || len(b.nodes) != 16*nodes || len(b.views) != 8*views {
		return nil, errArrowMetadata
	}
	more := int64(0)
	for v := b.views; len(v) > 0; v = v[8:] {
		n := int64(binary.LittleEndian.Uint64(v))
		if n < 0 || n > int64(len(b.buffers)/16) {
			return nil, errArrowMetadata
		}
		more += n
	}
	if int64(len(b.buffers)/16) != int64(buffers)+more {
		return nil, errArrowMetadata
	}
	if c := t.table(3); c.ok() {
		switch c.byte(0, 0) {
		case 0:
			b.codec = codecLZ4Frame
		case 1:
			b.codec = codecZstd
		default:
			return nil, errors.New("it is compressed by a method that is not known; write it with zstd or LZ4")
		}
		if c.byte(1, 0) != 0 {
			return nil, errors.New("it is compressed as a whole; write it with compressed buffers")
		}
	}
	return b, nil
}

// node returns the rows and the missing cells of a node.
func (b *ipcBatch) node(i int) (rows, missing int64) {
	n := b.nodes[16*i:]
	return int64(binary.LittleEndian.Uint64(n)), int64(binary.LittleEndian.Uint64(n[8:]))
}

// viewsBefore returns how many further buffers the first columns of views have.
func (b *ipcBatch) viewsBefore(columns int) int {
	n := 0
	for i := range columns {
		n += int(binary.LittleEndian.Uint64(b.views[8*i:]))
	}
	return n
}

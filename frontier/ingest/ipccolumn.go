package ingest

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sort"
	"sync"

	"paretocov/frontier"
)

// An ipcColumn is a column in a batch, or the values of a dictionary.
type ipcColumn struct {
	doc   *document
	batch *ipcBatch
	field *ipcField
	typ   ipcType // of the cells as the batch holds them: places, where the column is coded
	node  int
	first int   // buffer of the column
	shown int   // further buffers of views
	limit int64 // on texts, which may overlap
}

// plan checks the sizes of a column in all batches and counts what they unpack
// to.
func (f *ipcFile) plan(column int, taken *budget) ([]part, error) {
	var parts []part
	field := &f.schema.fields[column]
	for _, b := range f.batches {
		c := ipcColumn{doc: f.doc, batch: b, field: field, typ: field.typ, node: f.schema.nodes[column], limit: taken.limit}
		views := f.schema.views[column]
		c.first = f.schema.buffers[column] + b.viewsBefore(views)
		c.shown = b.viewsBefore(views+field.views) - b.viewsBefore(views)
		if field.coded {
			c.typ = ipcType{holding: holdFixed, holds: ofNumbers, fixed: field.index}
		}
		if err := c.check(taken); err != nil {
			return nil, err
		}
		if field.coded {
			if err := f.planDictionary(b.dicts[field.dict], field, taken); err != nil {
				return nil, err
			}
		}
		parts = append(parts, part{rows: int(b.rows), read: c.read})
	}
	return parts, nil
}

func (f *ipcFile) planDictionary(d ipcDictionary, field *ipcField, taken *budget) error {
	for _, w := range d.parts {
		if w.column.doc != nil {
			continue // planned before
		}
		w.column = ipcColumn{doc: f.doc, batch: w.batch, field: field, typ: field.typ, limit: taken.limit}
		if field.typ.holding == holdViews {
			w.column.shown = w.batch.viewsBefore(1)
		}
		const kept = 16 // bytes per value, at least, for what is worked out of it
		if err := taken.take(kept * w.batch.rows); err != nil {
			return err
		}
		if err := w.column.check(taken); err != nil {
			return err
		}
	}
	return nil
}

// check holds the sizes of the buffers against the rows.
func (c *ipcColumn) check(taken *budget) error {
	rows, missing := c.batch.node(c.node)
	if rows != c.batch.rows {
		return errArrowMetadata
	}
	n, _ := c.typ.buffers()
	for i := range n + c.shown {
		size, err := c.size(i)
		if err != nil {
			return err
		}
		if c.batch.codec != codecNone {
			if err := taken.take(size); err != nil {
				return err
			}
		}
		need := int64(0)
		switch {
		case i == 0 && missing != 0, i == 1 && c.typ.holding == holdBits:
			need = (rows + 7) / 8
		case i == 1 && rows > 0:
			need = c.typ.cellsSize(rows)
		}
		if size < need {
			return errors.New("a batch is shorter than its rows; was it cut?")
		}
	}
	return nil
}

// cellsSize returns how many bytes the cells take, or their ends or views.
func (t *ipcType) cellsSize(rows int64) int64 {
	switch t.holding {
	case holdText:
		return 4 * (rows + 1)
	case holdLarge:
		return 8 * (rows + 1)
	case holdViews:
		return 16 * rows
	default:
		return int64(t.fixed.width) * rows
	}
}

// place returns where a buffer of the column lies in the document.
func (c *ipcColumn) place(i int) (at, size int64, err error) {
	b := c.batch.buffers[16*(c.first+i):]
	at, size = int64(binary.LittleEndian.Uint64(b)), int64(binary.LittleEndian.Uint64(b[8:]))
	if at < 0 || size < 0 || at > c.batch.size || size > c.batch.size-at {
		return 0, 0, errors.New("a buffer goes beyond its batch; was it cut?")
	}
	return c.batch.at + at, size, nil
}

// A compressed buffer begins with its unpacked size, or with -1 where it is not
// compressed after all.
const packedHead = 8

// size returns how many bytes a buffer has once it is unpacked.
func (c *ipcColumn) size(i int) (int64, error) {
	at, size, err := c.place(i)
	if err != nil || c.batch.codec == codecNone || size == 0 {
		return size, err
	}
	var room []byte
	head, err := c.doc.bytes(at, min(size, packedHead), &room)
	if err != nil {
		return 0, err
	}
	if len(head) < packedHead {
		return 0, errors.New("a compressed buffer lacks its size")
	}
	switch n := int64(binary.LittleEndian.Uint64(head)); {
	case n == -1:
		return size - packedHead, nil
	case n < 0 || n > c.batch.codec.most(int(size-packedHead)):
		return 0, fmt.Errorf("a buffer of %d bytes cannot unpack to %d", size, n)
	default:
		return n, nil
	}
}

// buffer reads and unpacks a buffer. The k-th room keeps it, unless it lies in
// memory as it is.
func (c *ipcColumn) buffer(i int, rooms *[][]byte, w *worker) ([]byte, error) {
	for len(*rooms) <= i {
		*rooms = append(*rooms, nil)
	}
	at, size, err := c.place(i)
	if err != nil {
		return nil, err
	}
	if c.batch.codec == codecNone || size == 0 {
		return c.doc.bytes(at, size, &(*rooms)[i])
	}
	n, err := c.size(i)
	if err != nil {
		return nil, err
	}
	packed, err := c.doc.bytes(at, size, &w.packed)
	if err != nil {
		return nil, err
	}
	if int64(binary.LittleEndian.Uint64(packed)) == -1 {
		if c.doc.disk == nil {
			return packed[packedHead:], nil
		}
		(*rooms)[i] = append((*rooms)[i][:0], packed[packedHead:]...)
		return (*rooms)[i], nil
	}
	out := enough(&(*rooms)[i], int(n))
	if err := w.unpack(c.batch.codec, out, packed[packedHead:]); err != nil {
		return nil, fmt.Errorf("a buffer cannot be unpacked: %w", err)
	}
	return out, nil
}

// An ipcArray is the cells of a column, in any order.
type ipcArray struct {
	typ   *ipcType
	valid []byte // a bit per cell, nil where none is missing
	cells []byte // of a fixed width, or bits, ends or views
	text  []byte
	shown [][]byte // what views show
}

// load reads the cells. Those of a fixed width that lie unpacked on disk are
// left out, if they may be: they are read block by block.
func (c *ipcColumn) load(rooms *[][]byte, w *worker, all bool) (a ipcArray, err error) {
	a.typ = &c.typ
	if _, missing := c.batch.node(c.node); missing != 0 {
		if a.valid, err = c.buffer(0, rooms, w); err != nil {
			return a, err
		}
	}
	if !all && c.typ.holding == holdFixed && c.batch.codec == codecNone {
		return a, nil
	}
	if a.cells, err = c.buffer(1, rooms, w); err != nil {
		return a, err
	}
	if h := c.typ.holding; h == holdText || h == holdLarge {
		a.text, err = c.buffer(2, rooms, w)
	}
	for i := range c.shown {
		s, err := c.buffer(2+i, rooms, w)
		if err != nil {
			return a, err
		}
		a.shown = append(a.shown, s)
	}
	return a, err
}

// has reports whether a cell is not missing.
func (a *ipcArray) has(i int) bool { return a.valid == nil || a.valid[i>>3]>>(i&7)&1 != 0 }

var errTextBounds = errors.New("a text goes beyond its column; was it cut?")

// bytes returns a cell as text. It is valid until the next call.
func (a *ipcArray) bytes(i int, w *worker) ([]byte, error) {
	var from, to uint64
	switch a.typ.holding {
	case holdBits:
		if a.cells[i>>3]>>(i&7)&1 != 0 {
			w.cell = append(w.cell[:0], "true"...)
		} else {
			w.cell = append(w.cell[:0], "false"...)
		}
		return w.cell, nil
	case holdText:
		from, to = uint64(binary.LittleEndian.Uint32(a.cells[4*i:])), uint64(binary.LittleEndian.Uint32(a.cells[4*i+4:]))
	case holdLarge:
		from, to = binary.LittleEndian.Uint64(a.cells[8*i:]), binary.LittleEndian.Uint64(a.cells[8*i+8:])
	case holdViews:
		return a.view(a.cells[16*i : 16*i+16])
	default:
		t := &a.typ.fixed
		w.cell = t.appendText(w.cell[:0], a.cells[i*t.width:(i+1)*t.width])
		return w.cell, nil
	}
	if from > to || to > uint64(len(a.text)) {
		return nil, errTextBounds
	}
	return a.text[from:to], nil
}

// view returns what a view shows: up to 12 bytes of its own, or a part of a
// buffer.
func (a *ipcArray) view(v []byte) ([]byte, error) {
	n := uint64(binary.LittleEndian.Uint32(v))
	if n <= 12 {
		return v[4 : 4+n], nil
	}
	k, from := binary.LittleEndian.Uint32(v[8:]), uint64(binary.LittleEndian.Uint32(v[12:]))
	if uint64(k) >= uint64(len(a.shown)) || from+n > uint64(len(a.shown[k])) {
		return nil, errTextBounds
	}
	return a.shown[k][from : from+n], nil
}

// read decodes the column.
func (c *ipcColumn) read(into cells, w *worker) error {
	a, err := c.load(&w.rooms, w, c.field.coded || !into.isMetric())
	if err != nil {
		return err
	}
	rows := int(c.batch.rows)
	switch {
	case c.field.coded:
		return c.readCoded(&a, into, w)
	case !into.isMetric():
		return c.readTexts(rows, into, &a, w)
	case c.typ.holding == holdFixed:
		err = c.readNumbers(rows, into, &a, w)
	default:
		into.unmeasured(&c.typ)
	}
	if a.valid != nil {
		for r := range rows {
			if !a.has(r) {
				into.values[r], into.reasons[r] = 0, frontier.Missing
			}
		}
	}
	return err
}

// unmeasured marks cells that are there and no numbers.
func (c *cells) unmeasured(t *ipcType) {
	why := frontier.Text
	if t.holding == holdBits {
		why = frontier.Boolean
	}
	for r := range c.reasons {
		c.values[r], c.reasons[r] = 0, why
	}
}

// readNumbers reads cells of a fixed width, those on disk block by block.
func (c *ipcColumn) readNumbers(rows int, into cells, a *ipcArray, w *worker) error {
	t := &c.typ.fixed
	if a.cells != nil {
		t.numbers(into.values, into.reasons, a.cells)
		return nil
	}
	at, _, err := c.place(1)
	if err != nil {
		return err
	}
	const block = 8192
	for row := 0; row < rows; row += block {
		n := min(block, rows-row)
		raw, err := c.doc.bytes(at+int64(row*t.width), int64(n*t.width), &w.packed)
		if err != nil {
			return err
		}
		t.numbers(into.values[row:row+n], into.reasons[row:row+n], raw)
	}
	return nil
}

// readTexts numbers the texts of cells.
func (c *ipcColumn) readTexts(rows int, into cells, a *ipcArray, w *worker) error {
	shown := int64(0)
	for r := range rows {
		if !a.has(r) {
			continue
		}
		if t := &a.typ.fixed; a.typ.holding == holdFixed {
			into.codes[r] = into.words.number(t, a.cells[r*t.width:(r+1)*t.width], w)
			continue
		}
		text, err := a.bytes(r, w)
		if err != nil {
			return err
		}
		if shown += int64(len(text)); shown > c.limit {
			return overBudget(c.limit)
		}
		into.codes[r] = into.words.add(text)
	}
	return nil
}

// An ipcDictionary is a dictionary as of some batch: the parts it has grown by.
type ipcDictionary struct {
	parts []*ipcWords
	rows  int
}

// with returns the dictionary grown by a part. Of several that grow from one
// only the last may grow further, so that they can share their parts.
func (d ipcDictionary) with(w *ipcWords) ipcDictionary {
	w.before = d.rows
	return ipcDictionary{append(d.parts, w), d.rows + int(w.batch.rows)}
}

// ipcWords are the values of a part of a dictionary, decoded once.
type ipcWords struct {
	batch  *ipcBatch
	before int // values in the parts before
	column ipcColumn

	once, onceMore sync.Once
	err, errMore   error
	array          ipcArray
	numbers        cells // the values as numbers, for metrics
}

// ready decodes the values. The first worker that needs them does it.
func (p *ipcWords) ready(metric bool) error {
	p.once.Do(func() {
		p.err = guarded(func() (err error) {
			var w worker
			defer w.close()
			p.array, err = p.column.load(&w.rooms, &w, true)
			return err
		})
	})
	if p.err != nil || !metric {
		return p.err
	}
	p.onceMore.Do(func() {
		p.errMore = guarded(func() error {
			n := int(p.batch.rows)
			p.numbers = cells{values: make([]float64, n), reasons: make([]frontier.Reason, n)}
			if p.column.typ.holding == holdFixed {
				p.column.typ.fixed.numbers(p.numbers.values, p.numbers.reasons, p.array.cells)
			} else {
				p.numbers.unmeasured(&p.column.typ)
			}
			return nil
		})
	})
	return p.errMore
}

// find returns the part and the place in it of a value.
func (d *ipcDictionary) find(x int) (*ipcWords, int) {
	i := sort.Search(len(d.parts), func(i int) bool { return d.parts[i].before > x }) - 1
	return d.parts[i], x - d.parts[i].before
}

// readCoded reads cells that are places in a dictionary.
func (c *ipcColumn) readCoded(a *ipcArray, into cells, w *worker) error {
	dict := c.batch.dicts[c.field.dict]
	for _, p := range dict.parts {
		if err := p.ready(into.isMetric()); err != nil {
			return err
		}
	}
	rows := int(c.batch.rows)
	// Codes are kept by place, unless the dictionary is much larger than the batch.
	var codes []int32
	if !into.isMetric() && dict.rows <= 4*rows {
		codes = make([]int32, dict.rows)
		for i := range codes {
			codes[i] = -2
		}
	}
	shown := int64(0)
	t := &c.typ.fixed
	for r := range rows {
		if !a.has(r) {
			continue
		}
		x := t.unsigned(a.cells[r*t.width:])
		if t.kind == kindInt {
			x = uint64(t.signed(a.cells[r*t.width:]))
		}
		if x >= uint64(dict.rows) {
			return errors.New("a place beyond its dictionary")
		}
		if codes != nil && codes[x] != -2 {
			into.codes[r] = codes[x]
			continue
		}
		p, i := dict.find(int(x))
		if into.isMetric() {
			if p.array.has(i) {
				into.values[r], into.reasons[r] = p.numbers.values[i], p.numbers.reasons[i]
			}
			continue
		}
		code := int32(-1)
		if p.array.has(i) {
			text, err := p.array.bytes(i, w)
			if err != nil {
				return err
			}
			if shown += int64(len(text)); shown > c.limit {
				return overBudget(c.limit)
			}
			code = into.words.add(text)
		}
		into.codes[r] = code
		if codes != nil {
			codes[x] = code
		}
	}
	return nil
}

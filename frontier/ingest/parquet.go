package ingest

import (
	"encoding/binary"
	"errors"
	"fmt"

	"paretocov/frontier"
)

// openParquet reads what a Parquet file says of itself. Columns are read later,
// and only those that are needed.
func openParquet(d *document) (*typedTable, error) {
	footer, err := readParquetFooter(d)
	if err != nil {
		return nil, err
	}
	t := &typedTable{doc: d, format: "parquet", rows: footer.rows}
	var units map[string]string
	if footer.arrowSchema != "" {
		if units, err = arrowUnits(footer.arrowSchema); err != nil {
			return nil, err
		}
	}
	for i := range footer.fields {
		f := &footer.fields[i]
		c := typedColumn{f.name, f.typ.holds, f.typ.what, units[f.name]}
		if f.nested {
			c.holds, c.what = ofNothing, "a list, a structure or a map"
		}
		t.columns = append(t.columns, c)
	}
	t.plan = func(column int, taken *budget) ([]part, error) { return footer.plan(d, &footer.fields[column], taken) }
	return t, nil
}

// plan lists the pages of a column, a part for each row group.
func (f *parquetFooter) plan(d *document, field *parquetField, taken *budget) ([]part, error) {
	var parts []part
	for i := range f.groups {
		g := &f.groups[i]
		ch := &g.chunks[field.leaf]
		c, err := ch.compression()
		switch {
		case err != nil:
			return nil, err
		case ch.physical != field.typ.physical:
			return nil, errors.New("it has another type in a row group than in the footer")
		}
		pages, err := parquetPages(d, ch, c, g.rows, taken)
		if err != nil {
			return nil, err
		}
		column := parquetColumn{doc: d, codec: c, typ: &field.typ, optional: field.optional, pages: pages}
		parts = append(parts, part{rows: int(g.rows), read: column.read})
	}
	return parts, nil
}

// compression returns the codec of a chunk that can be read.
func (ch *parquetChunk) compression() (codec, error) {
	switch {
	case ch.encrypted:
		return 0, errors.New("it is encrypted; write it without encryption")
	case ch.elsewhere:
		return 0, errors.New("its cells are in another file; write one file")
	}
	switch ch.codec {
	case 0:
		return codecNone, nil
	case 1:
		return codecSnappy, nil
	case 2:
		return codecGzip, nil
	case 4:
		return codecBrotli, nil
	case 6:
		return codecZstd, nil
	case 7:
		return codecLZ4Block, nil
	case 5:
		return 0, errors.New("it is compressed with the LZ4 of Hadoop; write it with zstd, snappy or LZ4_RAW")
	}
	return 0, fmt.Errorf("it is compressed by a method (%d) that is not read; write it with zstd or snappy", ch.codec)
}

// A parquetColumn is a column in a row group.
type parquetColumn struct {
	doc      *document
	codec    codec
	typ      *parquetType
	optional bool
	pages    []parquetPage
}

// parquetBlock is how many rows are decoded at once: few enough to stay in the
// cache.
const parquetBlock = 1024

// read decodes the column.
func (c *parquetColumn) read(into cells, w *worker) error {
	if cap(w.index) < parquetBlock {
		w.index, w.level = make([]int32, parquetBlock), make([]int32, parquetBlock)
	}
	var dict *parquetDictionary
	row := 0
	for i := range c.pages {
		p := &c.pages[i]
		levels, data, err := p.body(c.doc, c.codec, c.optional, w)
		if err != nil {
			return err
		}
		if p.kind == pageDictionary {
			if dict, err = c.typ.dictionary(p, data, into.isMetric(), w); err != nil {
				return err
			}
			continue
		}
		cells := &parquetCells{typ: c.typ, rest: data}
		if err := cells.begin(p, dict, w); err != nil {
			return err
		}
		if err := c.page(cells, levels, into.from(row, p.cells), p.cells, w); err != nil {
			return err
		}
		row += p.cells
	}
	return nil
}

// page decodes the n rows of a page.
func (c *parquetColumn) page(cells *parquetCells, levels []byte, into cells, n int, w *worker) error {
	there := hybrid{rest: levels, width: 1}
	for row := 0; row < n; row += parquetBlock {
		size := min(parquetBlock, n-row)
		part := into.from(row, size)
		have := size
		level := w.level[:size]
		if c.optional {
			if err := there.fill(level); err != nil {
				return err
			}
			have = 0
			for _, l := range level {
				if l&^1 != 0 {
					return errors.New("a level is neither 0 nor 1")
				}
				have += int(l)
			}
		}
		if err := cells.next(part.from(0, have), have, w); err != nil {
			return err
		}
		if have < size {
			part.spread(level, have)
		}
	}
	return nil
}

// spread moves the first have cells to the rows whose level is 1. The others
// are missing.
func (c *cells) spread(level []int32, have int) {
	for r := len(level) - 1; r >= 0; r-- {
		there := level[r] != 0
		if there {
			have--
		}
		switch {
		case c.isMetric() && there:
			c.values[r], c.reasons[r] = c.values[have], c.reasons[have]
		case c.isMetric():
			c.values[r], c.reasons[r] = 0, frontier.Missing
		case there:
			c.codes[r] = c.codes[have]
		default:
			c.codes[r] = -1
		}
	}
}

// parquetCells are the cells of a page that are not missing, one after the
// other.
type parquetCells struct {
	typ  *parquetType
	rest []byte // plain cells
	bit  int    // of booleans
	dict *parquetDictionary
	ints hybrid // places in the dictionary, or booleans in runs
	runs bool
}

// begin makes the cells of a page ready. What is not a dictionary's places is
// made plain.
func (c *parquetCells) begin(p *parquetPage, dict *parquetDictionary, w *worker) (err error) {
	t := c.typ
	width := t.fixed.width // 0 for byte arrays and booleans
	switch e := p.encoding; {
	case e == encodingPlain:
	case e == encodingPlainDictionary || e == encodingDictionary:
		if dict == nil {
			return errors.New("a page refers to a dictionary that is not there")
		}
		c.dict = dict
		if len(c.rest) > 0 {
			if c.ints.width = int(c.rest[0]); c.ints.width > 32 {
				return errors.New("places in the dictionary of more than 32 bits")
			}
			c.ints.rest = c.rest[1:]
		}
	case e == encodingRLE && t.physical == parquetBoolean:
		if len(c.rest) < 4 {
			return errShortPage
		}
		c.runs, c.ints = true, hybrid{rest: c.rest[4:], width: 1}
	case e == encodingDeltaBinary && (t.physical == parquetInt32 || t.physical == parquetInt64):
		c.rest, _, err = deltaBinary(&w.other, c.rest, width, p.cells)
	case e == encodingDeltaLength && t.physical == parquetByteArray:
		c.rest, err = deltaLength(w, c.rest, p.cells)
	case e == encodingDeltaBytes && (t.physical == parquetByteArray || t.physical == parquetFixed):
		fixed := 0
		if t.physical == parquetFixed {
			fixed = width
		}
		c.rest, err = deltaBytes(w, c.rest, fixed, p.cells)
	case e == encodingStreamSplit && width > 0 && t.physical != parquetInt96:
		c.rest = joinStreams(&w.other, c.rest, width)
	default:
		err = fmt.Errorf("an encoding (%d) that is not read; write it with plain or dictionary encoding", e)
	}
	return err
}

// next decodes the next n cells.
func (c *parquetCells) next(into cells, n int, w *worker) error {
	t := c.typ
	switch {
	case c.dict != nil:
		index := w.index[:n]
		if err := c.ints.fill(index); err != nil {
			return err
		}
		return c.dict.gather(into, index)
	case t.physical == parquetBoolean:
		index := w.index[:n]
		if c.runs {
			if err := c.ints.fill(index); err != nil {
				return err
			}
		} else {
			if c.bit+n > 8*len(c.rest) {
				return errShortPage
			}
			unpackBits(index, c.rest, c.bit, 1)
			c.bit += n
		}
		into.booleans(func(i int) bool { return index[i] != 0 })
		return nil
	case t.physical == parquetByteArray:
		for i := range n {
			cell, err := c.bytes()
			if err == nil {
				err = t.byteArray(into, i, cell)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	size := n * t.fixed.width
	if size > len(c.rest) {
		return errShortPage
	}
	into.fixed(&t.fixed, c.rest[:size], w)
	c.rest = c.rest[size:]
	return nil
}

// bytes takes the next plain byte array.
func (c *parquetCells) bytes() ([]byte, error) {
	if len(c.rest) < 4 {
		return nil, errShortPage
	}
	n := binary.LittleEndian.Uint32(c.rest)
	if uint64(n) > uint64(len(c.rest)-4) {
		return nil, errShortPage
	}
	cell := c.rest[4 : 4+n]
	c.rest = c.rest[4+n:]
	return cell, nil
}

// byteArray reads a byte array into the i-th cell.
func (t *parquetType) byteArray(into cells, i int, cell []byte) error {
	decimal := t.holds == ofNumbers
	if decimal && len(cell) > maxDecimal {
		return fmt.Errorf("a decimal of %d bytes", len(cell))
	}
	switch {
	case !into.isMetric() && decimal:
		into.codes[i] = into.words.add(t.fixed.appendDecimal(nil, cell))
	case !into.isMetric():
		into.codes[i] = into.words.add(cell)
	case decimal:
		into.values[i], into.reasons[i] = t.fixed.decimal(cell), frontier.Usable
		if v := into.values[i]; v-v != 0 {
			into.values[i], into.reasons[i] = 0, notFinite(v)
		}
	default:
		into.values[i], into.reasons[i] = 0, frontier.Text
	}
	return nil
}

// A parquetDictionary is the distinct values of a column in a row group.
type parquetDictionary struct {
	cells // of a metric
	// Of a label: texts, and their codes once a row has them, so that words are
	// numbered in the order of the rows.
	texts []byte
	ends  []int
	codes []int32 // -2 where no row had it yet
}

// dictionary decodes a dictionary page. The number of its values is not
// believed beyond its bytes.
func (t *parquetType) dictionary(p *parquetPage, data []byte, metric bool, w *worker) (*parquetDictionary, error) {
	if p.encoding != encodingPlain && p.encoding != encodingPlainDictionary {
		return nil, fmt.Errorf("a dictionary of an encoding (%d) that is not read", p.encoding)
	}
	least := max(t.fixed.width, 1)
	switch t.physical {
	case parquetBoolean:
		return nil, errors.New("a dictionary of booleans")
	case parquetByteArray:
		least = 4
	}
	n := p.cells
	if n > len(data)/least {
		return nil, errShortPage
	}
	all := &parquetCells{typ: t, rest: data}
	d := &parquetDictionary{}
	if metric {
		d.values, d.reasons = make([]float64, n), make([]frontier.Reason, n)
		return d, all.next(d.cells, n, w)
	}
	d.ends, d.codes = make([]int, n), make([]int32, n)
	for i := range n {
		if t.physical != parquetByteArray {
			d.texts = t.fixed.appendText(d.texts, data[i*least:(i+1)*least])
		} else if cell, err := all.bytes(); err != nil {
			return nil, err
		} else if t.holds != ofNumbers {
			d.texts = append(d.texts, cell...)
		} else if len(cell) <= maxDecimal {
			d.texts = t.fixed.appendDecimal(d.texts, cell)
		}
		d.ends[i], d.codes[i] = len(d.texts), -2
	}
	return d, nil
}

// gather reads cells by their places in the dictionary.
func (d *parquetDictionary) gather(into cells, index []int32) error {
	n := uint32(max(len(d.values), len(d.codes)))
	for _, x := range index {
		if uint32(x) >= n {
			return errors.New("a place beyond its dictionary")
		}
	}
	if into.isMetric() {
		values, reasons := into.values[:len(index)], into.reasons[:len(index)]
		for i, x := range index {
			values[i], reasons[i] = d.values[x], d.reasons[x]
		}
		return nil
	}
	for i, x := range index {
		if d.codes[x] == -2 {
			from := 0
			if x > 0 {
				from = d.ends[x-1]
			}
			d.codes[x] = into.words.add(d.texts[from:d.ends[x]])
		}
		into.codes[i] = d.codes[x]
	}
	return nil
}

// booleans reads booleans, which are labels and no measured values.
func (c *cells) booleans(is func(i int) bool) {
	for i := range c.reasons {
		c.values[i], c.reasons[i] = 0, frontier.Boolean
	}
	yes, no := []byte("true"), []byte("false")
	for i := range c.codes {
		text := no
		if is(i) {
			text = yes
		}
		c.codes[i] = c.words.add(text)
	}
}

// fixed reads cells of a fixed width.
func (c *cells) fixed(t *fixedType, raw []byte, w *worker) {
	if c.isMetric() {
		t.numbers(c.values, c.reasons, raw)
		return
	}
	for i := range c.codes {
		c.codes[i] = c.words.number(t, raw[i*t.width:(i+1)*t.width], w)
	}
}

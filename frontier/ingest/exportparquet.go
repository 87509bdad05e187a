package ingest

import (
	"encoding/base64"
	"encoding/binary"
	"io"
	"math"
	"math/bits"

	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/klauspost/compress/zstd"
)

// The writer of Parquet files is small: optional columns of doubles and of texts,
// one data page of version 1 per column and batch of rows, or several where texts
// are long, and dictionaries of texts that repeat. The library's own writer would
// make the program a quarter larger.

const (
	parquetPageBytes = 1 << 20 // of cells, about
	parquetDictBytes = 1 << 20 // of the texts of a dictionary, at most
)

// Encodings, pages and compression, by their number in parquet.thrift.
const (
	parquetPlain    = 0
	parquetRLE      = 3
	parquetRLEDict  = 8
	parquetDataPage = 0
	parquetDictPage = 2
	parquetZstd     = 6
)

type parquetWriter struct {
	s    *sheet
	to   counter
	zstd *zstd.Encoder
	page []byte // of cells
	body []byte // of a page, unpacked
	pack []byte
	meta thriftWriter
}

// A parquetWritten is a column of a row group that has been written.
type parquetWritten struct {
	name                     string
	physical                 int64
	encodings                []int64
	values                   int64
	dict, data               int64 // offsets; dict is 0 for none
	unpackedBytes, fileBytes int64
}

// writeParquet writes the table as a Parquet file.
func (s *sheet) writeParquet(to io.Writer, mem memory.Allocator) error {
	schema, err := s.schemaMessage(mem)
	if err != nil {
		return err
	}
	// One goroutine, so that no other has to be ended.
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	defer enc.Close()
	w := &parquetWriter{s: s, to: counter{w: to}, zstd: enc}
	if _, err := io.WriteString(&w.to, parquetMagic); err != nil {
		return err
	}
	var groups [][]parquetWritten
	var rows []int64
	err = s.batches(func(from, to int) error {
		var group []parquetWritten
		for k := range s.texts {
			c, err := w.texts(&s.texts[k], from, to)
			if err != nil {
				return err
			}
			group = append(group, c)
		}
		for k := range s.numbers {
			c, err := w.numbers(&s.numbers[k], from, to)
			if err != nil {
				return err
			}
			group = append(group, c)
		}
		groups, rows = append(groups, group), append(rows, int64(to-from))
		return nil
	})
	if err != nil {
		return err
	}
	return w.footer(groups, rows, base64.StdEncoding.EncodeToString(schema))
}

// numbers writes a metric's cells of a batch.
func (w *parquetWriter) numbers(c *numberColumn, from, to int) (parquetWritten, error) {
	out := parquetWritten{
		name: c.heading, physical: parquetDouble, encodings: []int64{parquetPlain, parquetRLE}, values: int64(to - from), data: w.to.n,
	}
	levels := make([]uint32, to-from)
	w.page = w.page[:0]
	for i := from; i < to; i++ {
		if v, ok := c.value(w.s.at(i)); ok {
			levels[i-from] = 1
			w.page = binary.LittleEndian.AppendUint64(w.page, math.Float64bits(v))
		}
	}
	return out, w.dataPage(&out, levels, parquetPlain)
}

// texts writes the cells of a batch of a text column, with a dictionary unless
// that would be large or of no use.
func (w *parquetWriter) texts(c *textColumn, from, to int) (parquetWritten, error) {
	out := parquetWritten{name: c.name, physical: parquetByteArray, values: int64(to - from)}
	places := map[int32]uint32{} // of the column's words in the dictionary
	var words []int32
	levels, indices := make([]uint32, 0, to-from), make([]uint32, 0, to-from)
	size := 0
	for i := from; i < to; i++ {
		code := c.code(w.s.at(i))
		if code < 0 || c.words[code] == "" {
			levels = append(levels, 0)
			continue
		}
		at, ok := places[code]
		if !ok {
			at = uint32(len(words))
			places[code] = at
			words = append(words, code)
			if size += 4 + len(c.words[code]); size > parquetDictBytes || len(words) > 64 && 2*len(words) > batchRows {
				return w.plainTexts(c, from, to)
			}
		}
		levels, indices = append(levels, 1), append(indices, at)
	}
	if len(words) > 0 {
		w.page = w.page[:0]
		for _, code := range words {
			w.page = appendPlainText(w.page, c.words[code])
		}
		out.dict, out.encodings = w.to.n, []int64{parquetPlain, parquetRLE, parquetRLEDict}
		if err := w.write(&out, parquetDictPage, len(words), parquetPlain, w.page); err != nil {
			return out, err
		}
		out.data = w.to.n
		width := max(1, bits.Len(uint(len(words)-1)))
		w.page = appendHybrid(append(w.page[:0], byte(width)), indices, width)
		return out, w.dataPage(&out, levels, parquetRLEDict)
	}
	out.data, out.encodings = w.to.n, []int64{parquetPlain, parquetRLE}
	w.page = w.page[:0]
	return out, w.dataPage(&out, levels, parquetPlain)
}

// plainTexts writes the cells of a batch of a text column, each for itself.
func (w *parquetWriter) plainTexts(c *textColumn, from, to int) (parquetWritten, error) {
	out := parquetWritten{
		name: c.name, physical: parquetByteArray, encodings: []int64{parquetPlain, parquetRLE}, values: int64(to - from), data: w.to.n,
	}
	var levels []uint32
	w.page = w.page[:0]
	for i := from; i < to; i++ {
		level := uint32(0)
		if text := c.text(w.s.at(i)); text != "" {
			level = 1
			w.page = appendPlainText(w.page, text)
		}
		levels = append(levels, level)
		if len(w.page) >= parquetPageBytes || i == to-1 {
			if err := w.dataPage(&out, levels, parquetPlain); err != nil {
				return out, err
			}
			levels, w.page = levels[:0], w.page[:0]
		}
	}
	return out, nil
}

func appendPlainText(b []byte, text string) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(len(text)))
	return append(b, text...)
}

// dataPage writes a data page: which cells are there, and the cells in w.page.
func (w *parquetWriter) dataPage(c *parquetWritten, levels []uint32, encoding int64) error {
	w.body = appendHybrid(append(w.body[:0], 0, 0, 0, 0), levels, 1)
	binary.LittleEndian.PutUint32(w.body, uint32(len(w.body)-4))
	w.body = append(w.body, w.page...)
	return w.write(c, parquetDataPage, len(levels), encoding, w.body)
}

// write writes a page and counts it.
func (w *parquetWriter) write(c *parquetWritten, kind int64, values int, encoding int64, body []byte) error {
	w.pack = w.zstd.EncodeAll(body, w.pack[:0])
	m := &w.meta
	m.buf = m.buf[:0]
	m.structure(func() {
		m.i32(1, kind)
		m.i32(2, int64(len(body)))
		m.i32(3, int64(len(w.pack)))
		if kind == parquetDictPage {
			m.structureField(7, func() {
				m.i32(1, int64(values))
				m.i32(2, encoding)
			})
			return
		}
		m.structureField(5, func() {
			m.i32(1, int64(values))
			m.i32(2, encoding)
			m.i32(3, parquetRLE)
			m.i32(4, parquetRLE)
		})
	})
	c.unpackedBytes += int64(len(m.buf) + len(body))
	c.fileBytes += int64(len(m.buf) + len(w.pack))
	if _, err := w.to.Write(m.buf); err != nil {
		return err
	}
	_, err := w.to.Write(w.pack)
	return err
}

// appendHybrid appends numbers of so many bits in Parquet's mixture of runs and
// packed groups of eight: one run where all are equal, else one series of groups.
func appendHybrid(b []byte, values []uint32, width int) []byte {
	if len(values) == 0 {
		return b
	}
	equal := true
	for _, v := range values {
		equal = equal && v == values[0]
	}
	if equal {
		b = binary.AppendUvarint(b, uint64(len(values))<<1)
		for shift := 0; shift < width; shift += 8 {
			b = append(b, byte(values[0]>>shift))
		}
		return b
	}
	groups := (len(values) + 7) / 8
	b = binary.AppendUvarint(b, uint64(groups)<<1|1)
	room, have := uint64(0), 0
	for i := range groups * 8 {
		if i < len(values) {
			room |= uint64(values[i]) << have
		}
		for have += width; have >= 8; have -= 8 {
			b = append(b, byte(room))
			room >>= 8
		}
	}
	return b
}

// footer writes what the file says of itself.
func (w *parquetWriter) footer(groups [][]parquetWritten, rows []int64, schema string) error {
	m := &w.meta
	m.buf = m.buf[:0]
	columns := len(w.s.texts) + len(w.s.numbers)
	leaf := func(name string, physical int64, text bool) {
		m.structure(func() {
			m.i32(1, physical)
			m.i32(3, 1) // optional
			m.text(4, name)
			if text {
				m.i32(6, 0) // UTF8, for older readers
				m.structureField(10, func() { m.structureField(logicalString, func() {}) })
			}
		})
	}
	m.structure(func() {
		m.i32(1, 1)
		m.list(2, thriftStruct, 1+columns)
		m.structure(func() {
			m.text(4, "schema")
			m.i32(5, int64(columns))
		})
		for i := range w.s.texts {
			leaf(w.s.texts[i].name, parquetByteArray, true)
		}
		for i := range w.s.numbers {
			leaf(w.s.numbers[i].heading, parquetDouble, false)
		}
		m.i64(3, int64(w.s.n))
		m.list(4, thriftStruct, len(groups))
		for g := range groups {
			w.group(groups[g], rows[g])
		}
		m.list(5, thriftStruct, 1)
		m.structure(func() {
			m.text(1, arrowSchemaKey)
			m.text(2, schema)
		})
		m.text(6, "paretocov")
	})
	m.buf = binary.LittleEndian.AppendUint32(m.buf, uint32(len(m.buf)))
	_, err := w.to.Write(append(m.buf, parquetMagic...))
	return err
}

// group writes what the footer says of a row group.
func (w *parquetWriter) group(columns []parquetWritten, rows int64) {
	m := &w.meta
	unpacked, packed := int64(0), int64(0)
	for i := range columns {
		unpacked += columns[i].unpackedBytes
		packed += columns[i].fileBytes
	}
	m.structure(func() {
		m.list(1, thriftStruct, len(columns))
		for i := range columns {
			c := &columns[i]
			m.structure(func() {
				m.i64(2, 0)
				m.structureField(3, func() {
					m.i32(1, c.physical)
					m.list(2, thriftI32, len(c.encodings))
					for _, e := range c.encodings {
						m.varint(e)
					}
					m.list(3, thriftBinary, 1)
					m.element(c.name)
					m.i32(4, parquetZstd)
					m.i64(5, c.values)
					m.i64(6, c.unpackedBytes)
					m.i64(7, c.fileBytes)
					m.i64(9, c.data)
					if c.dict > 0 {
						m.i64(11, c.dict)
					}
				})
			})
		}
		m.i64(2, unpacked)
		m.i64(3, rows)
		m.i64(6, packed)
	})
}

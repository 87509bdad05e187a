package ingest_test

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"testing"

	"github.com/pierrec/lz4/v4"

	"paretocov/frontier/ingest"
)

// A compact writes Thrift's compact protocol, for files that the library does
// not write.
type compact []byte

func (c compact) varint(v uint64) compact { return binary.AppendUvarint(c, v) }
func (c compact) int(v int64) compact     { return binary.AppendUvarint(c, uint64(v<<1)^uint64(v>>63)) }
func (c compact) bytes(s string) compact  { return append(c.varint(uint64(len(s))), s...) }

// A structure is fields by their number, in order: int64, string, bool, a
// structure or a list of one of these.
type structure []any

func (c compact) structure(s structure) compact {
	last := 0
	for i := 0; i < len(s); i += 2 {
		id := s[i].(int)
		kind, value := byte(0), compact(nil)
		switch v := s[i+1].(type) {
		case int64:
			kind, value = 6, value.int(v)
		case int32: // of the kind that levels are of
			kind, value = 5, value.int(int64(v))
		case string:
			kind, value = 8, value.bytes(v)
		case bool:
			kind = 2
			if v {
				kind = 1
			}
		case structure:
			kind, value = 12, value.structure(v)
		case []structure:
			kind, value = 9, append(value, 0xfc).varint(uint64(len(v)))
			for _, e := range v {
				value = value.structure(e)
			}
		}
		c = append(append(c, byte(id-last)<<4|kind), value...)
		last = id
	}
	return append(c, 0)
}

// A handColumn is a column of one page.
type handColumn struct {
	name     string
	physical int64
	encoding int64
	codec    int64
	body     []byte // unpacked
	packed   []byte
	says     int64 // bytes of the body, where that is a lie
	cells    int64 // of the page, where it has not all rows
	crc      bool
	badCRC   bool
}

// handParquet writes required columns of so many rows.
func handParquet(rows int64, columns ...handColumn) string {
	doc := compact("PAR1")
	schema := []structure{{4, "schema", 5, int64(len(columns))}}
	var chunks []structure
	for _, c := range columns {
		if c.packed == nil {
			c.packed = c.body
		}
		at := int64(len(doc))
		size := int64(len(c.body))
		if c.says != 0 {
			size = c.says
		}
		header := structure{1, int64(0), 2, size, 3, int64(len(c.packed))}
		if c.crc {
			sum := crc32.ChecksumIEEE(c.packed)
			if c.badCRC {
				sum++
			}
			header = append(header, 4, int64(int32(sum)))
		}
		cells := rows
		if c.cells != 0 {
			cells = c.cells
		}
		header = append(header, 5, structure{1, cells, 2, c.encoding, 3, int32(3), 4, int32(3)})
		doc = append(doc.structure(header), c.packed...)
		schema = append(schema, structure{1, c.physical, 3, int64(0), 4, c.name})
		chunks = append(chunks, structure{3, structure{1, c.physical, 4, c.codec, 5, rows, 7, int64(len(doc)) - at, 9, at}})
	}
	from := len(doc)
	doc = doc.structure(structure{1, int64(2), 2, schema, 3, rows, 4, []structure{{1, chunks, 3, rows}}})
	doc = binary.LittleEndian.AppendUint32(doc, uint32(len(doc)-from))
	return string(doc) + "PAR1"
}

func doubles(values ...float64) (plain []byte) {
	for _, v := range values {
		plain = binary.LittleEndian.AppendUint64(plain, math.Float64bits(v))
	}
	return plain
}

// TestParquetByHand: forms that the library does not write, and files that say
// of themselves what is not so.
func TestParquetByHand(t *testing.T) {
	ys := handColumn{name: y, physical: 5, body: doubles(1, 2, 3)}
	var blocks lz4.Compressor
	many := make([]float64, 1000)
	for i := range many {
		many[i] = float64(i%3 + 1)
	}
	body := doubles(many...)
	packed := make([]byte, lz4.CompressBlockBound(len(body)))
	n, err := blocks.CompressBlock(body, packed)
	if err != nil || n == 0 {
		t.Fatal(n, err)
	}
	tb, err := text(t, ingest.Options{}, handParquet(1000, handColumn{name: y, physical: 5, codec: 7, body: body, packed: packed[:n]}))
	if err != nil || tb.Rows != 1000 || tb.Metric(y).Values[998] != 3 {
		t.Errorf("LZ4_RAW: %v", err)
	}
	plain, split := doubles(1, 2, 3), []byte(nil)
	for k := range 8 {
		for i := range 3 {
			split = append(split, plain[8*i+k])
		}
	}
	runs := []byte{4, 0, 0, 0, 2 << 1, 1, 1 << 1, 0} // two times true, one false
	for _, test := range []struct {
		what    string
		columns []handColumn
		rows    []string
	}{
		{"plain", []handColumn{ys}, []string{"tput_per_gpu=1", "tput_per_gpu=2", "tput_per_gpu=3"}},
		{"streams", []handColumn{{name: y, physical: 5, encoding: 9, body: split}}, []string{"tput_per_gpu=1", "tput_per_gpu=2", "tput_per_gpu=3"}},
		{"booleans in runs", []handColumn{ys, {name: "disagg", physical: 0, encoding: 3, body: runs}}, []string{`disagg="true" tput_per_gpu=1`, `disagg="true" tput_per_gpu=2`, `disagg="false" tput_per_gpu=3`}},
		{"a checksum", []handColumn{{name: y, physical: 5, body: ys.body, crc: true}}, []string{"tput_per_gpu=1", "tput_per_gpu=2", "tput_per_gpu=3"}},
	} {
		tb, err := text(t, ingest.Options{}, handParquet(3, test.columns...))
		wantCells(t, test.what, tb, err, test.rows...)
	}
	tiny := make([]byte, 8)
	for _, test := range []struct {
		what   string
		column handColumn
		rows   int64
		why    string
	}{
		{"a wrong checksum", handColumn{body: doubles(1, 2, 3), crc: true, badCRC: true}, 3, "checksum"},
		{"a page of fewer rows", handColumn{body: doubles(1, 2), cells: 2}, 3, "hold 2 of 3 rows"},
		{"a page of more rows", handColumn{body: doubles(1, 2, 3, 4), cells: 4}, 3, "hold 4 of 3 rows"},
		{"too few cells", handColumn{body: doubles(1, 2)}, 3, "ends before its cells"},
		{"an encoding of no name", handColumn{encoding: 77, body: doubles(1, 2, 3)}, 3, "encoding (77)"},
		{"a codec of no name", handColumn{codec: 99, body: doubles(1, 2, 3)}, 3, "method (99)"},
		{"the LZ4 of Hadoop", handColumn{codec: 5, body: doubles(1, 2, 3)}, 3, "Hadoop"},
		{"places without a dictionary", handColumn{encoding: 8, body: doubles(1, 2, 3)}, 3, "dictionary that is not there"},
		{"two billion rows", handColumn{body: doubles(1, 2, 3)}, 1 << 31, "over 2147483647 rows"},
		{"a billion rows", handColumn{body: doubles(1, 2, 3)}, 1 << 30, "--max-bytes"},
		{"a page of a gigabyte", handColumn{codec: 6, body: tiny, says: 1 << 30}, 3, "a page of 1073741824 bytes"},
		{"a page that cannot be", handColumn{codec: 1, body: tiny, says: 1 << 20}, 3, "cannot unpack to"},
	} {
		test.column.name, test.column.physical = y, 5
		_, err := text(t, ingest.Options{}, handParquet(test.rows, test.column))
		wantFault(t, test.what, err, "rows", fault{why: test.why})
	}
}

package ingest_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/decimal128"
	"github.com/apache/arrow/go/v17/arrow/decimal256"
	"github.com/apache/arrow/go/v17/arrow/float16"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"paretocov/frontier/ingest"
)

// An ipcColumn is a column to write: its type and its cells as the builder of the
// type appends them from text, nil where there is none.
type ipcColumn struct {
	name  string
	typ   arrow.DataType
	cells []any
}

// ipcRecord makes a batch of rows from and to.
func ipcRecord(t testing.TB, columns []ipcColumn, from, to int) arrow.Record {
	t.Helper()
	var fields []arrow.Field
	var arrays []arrow.Array
	for _, c := range columns {
		b := array.NewBuilder(memory.NewGoAllocator(), c.typ)
		for _, cell := range c.cells[from:to] {
			appendCell(t, b, cell)
		}
		fields = append(fields, arrow.Field{Name: c.name, Type: c.typ, Nullable: true})
		arrays = append(arrays, b.NewArray())
	}
	return array.NewRecord(arrow.NewSchema(fields, nil), arrays, int64(to-from))
}

func appendCell(t testing.TB, b array.Builder, cell any) {
	t.Helper()
	if cell == nil {
		b.AppendNull()
		return
	}
	switch b := b.(type) {
	case *array.Float16Builder:
		b.Append(float16.New(cell.(float32)))
	case *array.Float64Builder:
		b.Append(cell.(float64))
	case *array.Decimal128Builder:
		b.Append(decimal128.FromBigInt(cell.(*big.Int)))
	case *array.Decimal256Builder:
		b.Append(decimal256.FromBigInt(cell.(*big.Int)))
	case *array.FixedSizeBinaryBuilder:
		b.Append([]byte(cell.(string)))
	case *array.BinaryBuilder:
		b.Append([]byte(cell.(string)))
	case *array.BinaryViewBuilder:
		b.Append([]byte(cell.(string)))
	case *array.BinaryDictionaryBuilder:
		if err := b.AppendString(cell.(string)); err != nil {
			t.Fatal(err)
		}
	default:
		if err := b.AppendValueFromString(fmt.Sprint(cell)); err != nil {
			t.Fatal(err)
		}
	}
}

// writeIPC writes batches of so many rows (0 for one) as a stream or a file.
func writeIPC(t testing.TB, columns []ipcColumn, batch int, stream bool, options ...ipc.Option) []byte {
	t.Helper()
	rows := len(columns[0].cells)
	if batch == 0 {
		batch = max(rows, 1)
	}
	var records []arrow.Record
	for from := 0; from < rows || from == 0; from += batch {
		records = append(records, ipcRecord(t, columns, from, min(from+batch, rows)))
	}
	return writeRecords(t, records, stream, options...)
}

func writeRecords(t testing.TB, records []arrow.Record, stream bool, options ...ipc.Option) []byte {
	t.Helper()
	var b seekable
	options = append([]ipc.Option{ipc.WithSchema(records[0].Schema())}, options...)
	var w interface {
		Write(arrow.Record) error
		Close() error
	}
	if stream {
		w = ipc.NewWriter(&b, options...)
	} else {
		fw, err := ipc.NewFileWriter(&b, options...)
		if err != nil {
			t.Fatal(err)
		}
		w = fw
	}
	for _, r := range records {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A seekable is a buffer that tells where it is, which is all that the writer of
// files asks.
type seekable struct{ bytes.Buffer }

func (s *seekable) Seek(int64, int) (int64, error) { return int64(s.Len()), nil }

func ipcDouble(name string, cells ...any) ipcColumn {
	return ipcColumn{name, arrow.PrimitiveTypes.Float64, cells}
}

func ipcText(name string, cells ...any) ipcColumn {
	return ipcColumn{name, arrow.BinaryTypes.String, cells}
}

func dictionaryOf(index, value arrow.DataType) arrow.DataType {
	return &arrow.DictionaryType{IndexType: index, ValueType: value}
}

// TestIPCTypes: what a cell of each type is as a metric and as a label.
func TestIPCTypes(t *testing.T) {
	p := arrow.PrimitiveTypes
	huge, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	for _, test := range []struct {
		typ    arrow.DataType
		cell   any
		metric string
		label  string
	}{
		{p.Int8, -7, "negative", "-7"},
		{p.Int16, 300, "300", "300"},
		{p.Int32, 70000, "70000", "70000"},
		{p.Int64, 1<<53 + 1, "9.007199254740992e+15", "9007199254740993"},
		{p.Uint8, 255, "255", "255"},
		{p.Uint16, 65535, "65535", "65535"},
		{p.Uint32, uint32(math.MaxUint32), "4.294967295e+09", "4294967295"},
		{p.Uint64, uint64(math.MaxUint64), "1.8446744073709552e+19", "18446744073709551615"},
		{arrow.FixedWidthTypes.Float16, float32(1.5), "1.5", "1.5"},
		{p.Float32, float32(0.1), "0.10000000149011612", "0.1"},
		{p.Float64, 0.1, "0.1", "0.1"},
		{p.Float64, math.NaN(), "NaN", ""},
		{p.Float64, math.Inf(1), "infinite", ""},
		{&arrow.Decimal128Type{Precision: 38, Scale: 2}, big.NewInt(12345), "123.45", "123.45"},
		{&arrow.Decimal128Type{Precision: 38, Scale: 4}, huge, "1.2345678901234568e+25", "12345678901234567890123456.7890"},
		{&arrow.Decimal256Type{Precision: 76, Scale: 2}, new(big.Int).Neg(huge), "negative", "-1234567890123456789012345678.90"},
		{&arrow.Decimal128Type{Precision: 38, Scale: -2}, big.NewInt(5), "500", "5e2"},
		{arrow.FixedWidthTypes.Boolean, true, "a boolean, not a number", "true"},
		{arrow.BinaryTypes.String, "12", "text, not a number", "12"},
		{arrow.BinaryTypes.String, "n/a", "text, not a number", ""},
		{arrow.BinaryTypes.LargeString, "vLLM", "text, not a number", "vLLM"},
		{arrow.BinaryTypes.Binary, "vLLM", "text, not a number", "vLLM"},
		{arrow.BinaryTypes.StringView, "short", "text, not a number", "short"},
		{arrow.BinaryTypes.StringView, "longer than twelve bytes", "text, not a number", "longer than twelve bytes"},
		{&arrow.FixedSizeBinaryType{ByteWidth: 3}, "abc", "text, not a number", "abc"},
		{arrow.FixedWidthTypes.Date32, "2026-01-01", "text, not a number", "2026-01-01"},
		{arrow.FixedWidthTypes.Date64, "2026-01-01", "text, not a number", "2026-01-01"},
		{arrow.FixedWidthTypes.Timestamp_ms, "2026-01-01T03:04:05.25Z", "text, not a number", "2026-01-01T03:04:05.25Z"},
		{&arrow.TimestampType{Unit: arrow.Second}, "2026-01-01 03:04:05", "text, not a number", "2026-01-01 03:04:05"},
		{arrow.FixedWidthTypes.Time32s, "03:04:05", "text, not a number", "03:04:05"},
		{arrow.FixedWidthTypes.Time64ns, "03:04:05.5", "text, not a number", "03:04:05.5"},
		{dictionaryOf(p.Int8, arrow.BinaryTypes.String), "vLLM", "text, not a number", "vLLM"},
		{dictionaryOf(p.Uint64, arrow.BinaryTypes.String), "vLLM", "text, not a number", "vLLM"},
		{dictionaryOf(p.Int32, p.Float64), 2.5, "2.5", "2.5"},
		{p.Float64, nil, "", ""},
		{arrow.Null, nil, "", ""},
	} {
		want := ""
		if test.label != "" {
			want = `image="` + test.label + `" `
		}
		switch {
		case test.metric == "":
		case test.metric[0] >= '0' && test.metric[0] <= '9':
			want += "p90_e2el=" + test.metric + " "
		default:
			want += "p90_e2el is " + test.metric + " "
		}
		columns := []ipcColumn{ipcDouble(y, 10.0, nil), {x, test.typ, []any{test.cell, nil}}, {"image", test.typ, []any{test.cell, nil}}}
		for _, stream := range []bool{true, false} {
			for _, codec := range [][]ipc.Option{nil, {ipc.WithZstd()}, {ipc.WithLZ4()}} {
				tb, err := text(t, ingest.Options{}, string(writeIPC(t, columns, 0, stream, codec...)))
				wantCells(t, fmt.Sprint(test.typ, stream), tb, err, want+"tput_per_gpu=10", "")
			}
		}
	}
}

// TestIPCForms: batches, codecs, file or stream, and how texts are held change
// nothing.
func TestIPCForms(t *testing.T) {
	const n = 3000
	var ids, hw, ys, xs []any
	for i := range n {
		ids, hw = append(ids, fmt.Sprintf("identity %d of many", i*i%977)), append(hw, []any{"h100", "b200", nil}[i%3])
		ys, xs = append(ys, float64(i+1)), append(xs, any(nil))
		if i%7 != 0 && i/1000 != 2 {
			xs[i] = float64(i%50 + 1)
		}
	}
	list := ipcColumn{"list", arrow.ListOf(arrow.PrimitiveTypes.Float64), make([]any, n)}
	view := ipcColumn{"view", arrow.BinaryTypes.StringView, ids}
	columns := []ipcColumn{ipcText("id", ids...), list, ipcText("hw", hw...), ipcDouble(y, ys...), view, ipcDouble(x, xs...)}
	tb, err := text(t, ingest.Options{}, string(writeIPC(t, columns, 0, true)))
	if err != nil {
		t.Fatal(err)
	}
	want := cells(tb)
	if want[1] != `hardware="b200" id="identity 1 of many" p90_e2el=2 tput_per_gpu=2 view="identity 1 of many"` {
		t.Fatal(want[1])
	}
	words := strings.Join(tb.Label("id").Words, "|")
	p := arrow.PrimitiveTypes
	for _, typ := range []arrow.DataType{
		arrow.BinaryTypes.String, arrow.BinaryTypes.LargeString, arrow.BinaryTypes.StringView,
		dictionaryOf(p.Int16, arrow.BinaryTypes.String), dictionaryOf(p.Uint32, arrow.BinaryTypes.String),
	} {
		for _, codec := range [][]ipc.Option{nil, {ipc.WithZstd()}, {ipc.WithLZ4()}} {
			for _, batch := range []int{0, 700, 64} {
				for _, stream := range []bool{true, false} {
					if typ.ID() == arrow.DICTIONARY && batch != 0 && !stream {
						continue // the library writes each batch's own dictionary, which files may not have
					}
					columns[0].typ, columns[2].typ = typ, typ
					doc := string(writeIPC(t, columns, batch, stream, codec...))
					what := fmt.Sprint(typ, len(codec), batch, stream)
					tb, err := text(t, ingest.Options{}, doc)
					wantCells(t, what, tb, err, want...)
					if err == nil && strings.Join(tb.Label("id").Words, "|") != words {
						t.Errorf("%s: words in another order", what)
					}
					tb, err = read(t, ingest.Options{}, file(t, t.TempDir(), "a", doc))
					wantCells(t, what+", on disk", tb, err, want...)
				}
			}
		}
	}
}

// TestIPCDictionaries: a dictionary that grows, and one that is replaced.
func TestIPCDictionaries(t *testing.T) {
	typ := dictionaryOf(arrow.PrimitiveTypes.Int32, arrow.BinaryTypes.String)
	schema := arrow.NewSchema([]arrow.Field{{Name: "id", Type: typ, Nullable: true}, {Name: y, Type: arrow.PrimitiveTypes.Float64}}, nil)
	batch := func(words string, ids ...string) arrow.Record {
		w, places := array.NewStringBuilder(memory.NewGoAllocator()), array.NewInt32Builder(memory.NewGoAllocator())
		w.AppendValues(strings.Split(words, ""), nil)
		f := array.NewFloat64Builder(memory.NewGoAllocator())
		for _, id := range ids {
			places.Append(int32(strings.Index(words, id)))
			f.Append(1)
		}
		return array.NewRecord(schema, []arrow.Array{array.NewDictionaryArray(typ, places.NewArray(), w.NewArray()), f.NewArray()}, int64(len(ids)))
	}
	growing := []arrow.Record{batch("ab", "a", "b"), batch("abc", "c", "a"), batch("abcd", "d", "b", "c")}
	replaced := []arrow.Record{batch("ab", "a", "b"), batch("cb", "b", "c"), batch("c", "c")}
	row := func(ids ...string) (rows []string) {
		for _, id := range ids {
			rows = append(rows, `id="`+id+`" tput_per_gpu=1`)
		}
		return rows
	}
	grown := writeRecords(t, growing, true, ipc.WithDictionaryDeltas(true))
	if len(grown) >= len(writeRecords(t, growing, true)) {
		t.Error("the library has not written differences")
	}
	tb, err := text(t, ingest.Options{}, string(grown))
	wantCells(t, "growing", tb, err, row("a", "b", "c", "a", "d", "b", "c")...)
	tb, err = text(t, ingest.Options{}, string(writeRecords(t, replaced, true)))
	wantCells(t, "replaced", tb, err, row("a", "b", "b", "c", "c")...)
}

// TestIPCColumns: lists and structures are passed over, and refused where they
// are asked for.
func TestIPCColumns(t *testing.T) {
	list := ipcColumn{x, arrow.ListOf(arrow.PrimitiveTypes.Float64), []any{nil}}
	deep := ipcColumn{"env", arrow.StructOf(arrow.Field{Name: "tags", Type: arrow.ListOf(arrow.BinaryTypes.String)}), []any{nil}}
	union := ipcColumn{"u", arrow.SparseUnionOf([]arrow.Field{{Name: "a", Type: arrow.PrimitiveTypes.Int32}}, []arrow.UnionTypeCode{0}), []any{nil}}
	for _, stream := range []bool{true, false} {
		doc := string(writeIPC(t, []ipcColumn{deep, union, ipcText("id", "a"), ipcDouble("power", 1.0), ipcDouble(y, 2.0)}, 0, stream))
		tb, err := text(t, ingest.Options{}, doc)
		wantCells(t, "nested, not needed", tb, err, `id="a" tput_per_gpu=2`)
		if err == nil && strings.Join(tb.Unread, " ") != "env power u" {
			t.Errorf("unread %q", tb.Unread)
		}
		_, err = text(t, ingest.Options{Fields: []string{"env"}}, doc)
		wantFault(t, "nested, asked for", err, "rows", fault{column: "env", why: "a structure, which is not read"})
		_, err = text(t, ingest.Options{}, string(writeIPC(t, []ipcColumn{ipcDouble(y, 2.0), list}, 0, stream)))
		wantFault(t, "a list as a metric", err, "rows", fault{column: x, why: "a list, which is not read"})
		_, err = text(t, ingest.Options{}, string(writeIPC(t, []ipcColumn{ipcDouble(y)}, 0, stream)))
		wantFault(t, "no rows", err, "rows", fault{why: "no data rows"})
		_, err = text(t, ingest.Options{}, string(writeIPC(t, []ipcColumn{ipcDouble(y, 2.0), ipcDouble("TPUT_PER_GPU", 2.0)}, 0, stream)))
		wantFault(t, "y twice", err, "rows", fault{column: "TPUT_PER_GPU", why: "twice"})
	}
}

// TestIPCRows: a batch that says it has more rows than its buffers is refused
// before room is made for them.
func TestIPCRows(t *testing.T) {
	const n = 4242
	cells := make([]any, n)
	for i := range cells {
		cells[i] = 1.0
	}
	number := func(n uint64) []byte { return binary.LittleEndian.AppendUint64(nil, n) }
	for _, options := range [][]ipc.Option{nil, {ipc.WithZstd()}} {
		doc := writeIPC(t, []ipcColumn{ipcDouble(y, cells...)}, 0, true, options...)
		doc = bytes.ReplaceAll(doc, number(n), number(1<<24))
		_, err := text(t, ingest.Options{MaxBytes: 1 << 30, MaxUnpacked: 1 << 30}, string(doc))
		wantFault(t, "rows", err, "rows", fault{column: y, why: "a batch is shorter than its rows"})
		_, err = text(t, ingest.Options{}, string(doc))
		wantFault(t, "rows, by default", err, "rows", fault{why: "unpacks to over 1048576 rows"})
	}
}

// TestIPCEnds: a stream without its end may have been cut, and is refused; so is
// what follows the end.
func TestIPCEnds(t *testing.T) {
	doc := string(writeIPC(t, []ipcColumn{ipcText("id", "a", "b"), ipcDouble(y, 1.0, 2.0)}, 1, true))
	_, err := text(t, ingest.Options{}, doc[:len(doc)-8])
	wantFault(t, "no end", err, "rows", fault{why: "lacks the mark of its end"})
	_, err = text(t, ingest.Options{}, doc+doc)
	wantFault(t, "two streams", err, "rows", fault{why: "behind its end"})
	for _, bad := range []string{"ARROW1\x00\x00garbagegarbagegarbage\x10\x00\x00\x00ARROW1", "ARROW1", "PAR1", "PAR1PAR1", "PAR1\x00\x00\x00\x00PAR1", "PAR1\x04\x00\x00\x00PAR1", "PARE    PARE"} {
		if tb, err := text(t, ingest.Options{}, bad); err == nil {
			t.Errorf("%q is read: %v", bad, cells(tb))
		}
	}
}

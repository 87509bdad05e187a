package ingest_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow/float16"
	"github.com/apache/arrow/go/v17/parquet"
	pqfile "github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/schema"

	"paretocov/frontier/ingest"
)

// TestParquetTypes: what a cell of each type is as a metric and as a label.
func TestParquetTypes(t *testing.T) {
	types, reps := parquet.Types, schema.NewTimestampLogicalType
	int96 := parquet.Int96{}
	binary.LittleEndian.PutUint64(int96[:], uint64(3*3600+4*60+5)*1e9)
	binary.LittleEndian.PutUint32(int96[8:], 2440588+20454)
	half := func(f float32) string {
		b := float16.New(f).Uint16()
		return string([]byte{byte(b), byte(b >> 8)})
	}
	for _, test := range []struct {
		what     string
		logical  schema.LogicalType
		physical parquet.Type
		length   int
		cell     any
		metric   string // as a metric; "" for missing
		label    string // as a label; "" for none
	}{
		{"int8", schema.NewIntLogicalType(8, true), types.Int32, 0, int32(-7), "negative", "-7"},
		{"int16", schema.NewIntLogicalType(16, true), types.Int32, 0, int32(300), "300", "300"},
		{"int32", schema.NoLogicalType{}, types.Int32, 0, int32(math.MaxInt32), "2.147483647e+09", "2147483647"},
		{"int64", schema.NoLogicalType{}, types.Int64, 0, int64(1<<53 + 1), "9.007199254740992e+15", "9007199254740993"},
		{"uint8", schema.NewIntLogicalType(8, false), types.Int32, 0, int32(255), "255", "255"},
		{"uint32", schema.NewIntLogicalType(32, false), types.Int32, 0, int32(-1), "4.294967295e+09", "4294967295"},
		{"uint64", schema.NewIntLogicalType(64, false), types.Int64, 0, int64(-1), "1.8446744073709552e+19", "18446744073709551615"},
		{"float", schema.NoLogicalType{}, types.Float, 0, float32(0.1), "0.10000000149011612", "0.1"},
		{"double", schema.NoLogicalType{}, types.Double, 0, 0.1, "0.1", "0.1"},
		{"double without a fraction", schema.NoLogicalType{}, types.Double, 0, 8.0, "8", "8"},
		{"tiny double", schema.NoLogicalType{}, types.Double, 0, 5e-324, "5e-324", "5e-324"},
		{"NaN", schema.NoLogicalType{}, types.Double, 0, math.NaN(), "NaN", ""},
		{"infinity", schema.NoLogicalType{}, types.Double, 0, math.Inf(-1), "infinite", ""},
		{"float NaN", schema.NoLogicalType{}, types.Float, 0, float32(math.NaN()), "NaN", ""},
		{"float16", schema.Float16LogicalType{}, types.FixedLenByteArray, 2, half(1.5), "1.5", "1.5"},
		{"decimal of 32 bits", schema.NewDecimalLogicalType(9, 2), types.Int32, 0, int32(12345), "123.45", "123.45"},
		{"decimal below 1", schema.NewDecimalLogicalType(9, 3), types.Int32, 0, int32(-5), "negative", "-0.005"},
		{"decimal of 64 bits", schema.NewDecimalLogicalType(18, 4), types.Int64, 0, int64(999999999999999999), "1e+14", "99999999999999.9999"},
		{"decimal of fixed bytes", schema.NewDecimalLogicalType(20, 1), types.FixedLenByteArray, 9, "\x00\x00\x00\x00\x00\x00\x00\x00\x0f", "1.5", "1.5"},
		{"negative decimal of fixed bytes", schema.NewDecimalLogicalType(20, 1), types.FixedLenByteArray, 9, "\xff\xff\xff\xff\xff\xff\xff\xff\xf1", "negative", "-1.5"},
		{"decimal of over 64 bits", schema.NewDecimalLogicalType(20, 0), types.FixedLenByteArray, 9, "\x01\x00\x00\x00\x00\x00\x00\x00\x00", "1.8446744073709552e+19", "18446744073709551616"},
		{"decimal of free bytes", schema.NewDecimalLogicalType(20, 2), types.ByteArray, 0, "\x30\x39", "123.45", "123.45"},
		{"bool", schema.NoLogicalType{}, types.Boolean, 0, true, "a boolean, not a number", "true"},
		{"text", schema.StringLogicalType{}, types.ByteArray, 0, "12", "text, not a number", "12"},
		{"text without a type", schema.NoLogicalType{}, types.ByteArray, 0, "vLLM", "text, not a number", "vLLM"},
		{"enum", schema.EnumLogicalType{}, types.ByteArray, 0, "fp8", "text, not a number", "fp8"},
		{"null word", schema.StringLogicalType{}, types.ByteArray, 0, "N/A", "text, not a number", ""},
		{"none", schema.StringLogicalType{}, types.ByteArray, 0, "none", "text, not a number", "none"},
		{"text of a fixed length", schema.NoLogicalType{}, types.FixedLenByteArray, 3, "abc", "text, not a number", "abc"},
		{"uuid", schema.UUIDLogicalType{}, types.FixedLenByteArray, 16, "\x01\x23\x45\x67\x89\xab\xcd\xef\x01\x23\x45\x67\x89\xab\xcd\xef", "text, not a number", "01234567-89ab-cdef-0123-456789abcdef"},
		{"date", schema.DateLogicalType{}, types.Int32, 0, int32(20454), "text, not a number", "2026-01-01"},
		{"timestamp", reps(true, schema.TimeUnitMillis), types.Int64, 0, int64(1767236645250), "text, not a number", "2026-01-01T03:04:05.25Z"},
		{"local timestamp", reps(false, schema.TimeUnitMicros), types.Int64, 0, int64(1767236645000000), "text, not a number", "2026-01-01 03:04:05"},
		{"timestamp before 1970", reps(true, schema.TimeUnitNanos), types.Int64, 0, int64(-1), "text, not a number", "1969-12-31T23:59:59.999999999Z"},
		{"time", schema.NewTimeLogicalType(true, schema.TimeUnitMillis), types.Int32, 0, int32(11045000), "text, not a number", "03:04:05"},
		{"int96", schema.NoLogicalType{}, types.Int96, 0, int96, "text, not a number", "2026-01-01 03:04:05"},
		{"missing", schema.NoLogicalType{}, types.Double, 0, nil, "", ""},
	} {
		for _, dictionary := range []bool{true, false} {
			columns := []pqColumn{
				pqDouble(y, 10.0),
				{pqNode(x, false, test.logical, test.physical, test.length), []any{test.cell}},
				{pqNode("image", false, test.logical, test.physical, test.length), []any{test.cell}}, // provenance: a label whatever its type
			}
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
			tb, err := text(t, ingest.Options{}, string(writeParquet(t, columns, 0, parquet.WithDictionaryDefault(dictionary))))
			wantCells(t, test.what, tb, err, want+"tput_per_gpu=10")
		}
	}
}

// TestParquetColumns: which columns are read, by name and type.
func TestParquetColumns(t *testing.T) {
	columns := []pqColumn{
		pqText("id", "a", "b"), pqDouble(y, 1.0, nil), pqDouble(x, nil, 2.0), pqDouble("p99_e2el", 1.0, 2.0), pqDouble("accuracy", 1.0, 2.0),
		pqText("engine", "e", nil), pqText("note", nil, nil), pqDouble("conc", 8.0, 16.0),
	}
	doc := string(writeParquet(t, columns, 0))
	tb, err := text(t, ingest.Options{}, doc)
	wantCells(t, "columns", tb, err, `conc="8" engine="e" id="a" tput_per_gpu=1`, `conc="16" id="b" p90_e2el=2`)
	if err != nil {
		return
	}
	if got := strings.Join(tb.Unread, " "); got != "accuracy p99_e2el" {
		t.Errorf("unread: %s", got)
	}
	if tb.Label("note") != nil {
		t.Error("a column without any text is there")
	}
	if got := tb.Place(1); got != "rows (row 2)" {
		t.Errorf("place %q", got)
	}
	if s := tb.Sources[0]; s.Format != "parquet" || s.Rows != 2 {
		t.Errorf("source %+v", s)
	}
	tb, err = text(t, ingest.Options{Fields: []string{"accuracy"}, Map: map[string]string{"engine": "id", "id": "who"}}, doc)
	wantCells(t, "fields and names asked for", tb, err, `accuracy="1" conc="8" id="e" tput_per_gpu=1 who="a"`, `accuracy="2" conc="16" p90_e2el=2 who="b"`)
}

// TestParquetNested: lists and structures are passed over, whatever they hold
// (fault B62), and refused where they are asked for.
func TestParquetNested(t *testing.T) {
	optional, repeated := parquet.Repetitions.Optional, parquet.Repetitions.Repeated
	tags := schema.MustGroup(schema.NewGroupNode("env", optional, schema.FieldList{schema.NewByteArrayNode("tags", repeated, -1)}, -1))
	bare := schema.NewFloat64Node(x, repeated, -1)
	root := schema.MustGroup(schema.NewGroupNode("schema", parquet.Repetitions.Required, schema.FieldList{
		tags, pqText("id").node, bare, pqDouble(y).node,
	}, -1))
	var b bytes.Buffer
	w := pqfile.NewParquetWriter(&b, root)
	g := w.AppendRowGroup()
	for _, write := range []func(pqfile.ColumnChunkWriter) error{
		func(c pqfile.ColumnChunkWriter) error { // missing in the first row, empty in the second
			_, err := c.(*pqfile.ByteArrayColumnChunkWriter).WriteBatch(nil, []int16{0, 1}, []int16{0, 0})
			return err
		},
		func(c pqfile.ColumnChunkWriter) error { return writeCells(c, []any{"a", "b"}) },
		func(c pqfile.ColumnChunkWriter) error {
			_, err := c.(*pqfile.Float64ColumnChunkWriter).WriteBatch([]float64{1, 2, 3}, []int16{1, 1, 1}, []int16{0, 1, 0})
			return err
		},
		func(c pqfile.ColumnChunkWriter) error { return writeCells(c, []any{1.0, 2.0}) },
	} {
		c, err := g.NextColumn()
		if err == nil {
			err = write(c)
		}
		if err == nil {
			err = c.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	tb, err := text(t, ingest.Options{Metrics: []string{y}}, b.String())
	wantCells(t, "nested, not needed", tb, err, `id="a" tput_per_gpu=1`, `id="b" tput_per_gpu=2`)
	if err == nil && strings.Join(tb.Unread, " ") != "env p90_e2el" {
		t.Errorf("unread %q", tb.Unread)
	}
	_, err = text(t, ingest.Options{}, b.String())
	wantFault(t, "a list as a metric", err, "rows", fault{column: x, why: "a list, a structure or a map, which is not read"})
}

// TestDigest: the SHA-256 of a source is there where it is asked for, of files of
// every kind.
func TestDigest(t *testing.T) {
	dir := t.TempDir()
	for name, doc := range map[string][]byte{
		"a.csv": []byte("id,tput_per_gpu\na,1\n"), "a.parquet": writeParquet(t, []pqColumn{pqDouble(y, 1.0)}, 0),
		"a.arrow": writeIPC(t, []ipcColumn{ipcDouble(y, 1.0)}, 0, false),
	} {
		path := file(t, dir, name, string(doc))
		for _, digest := range []bool{true, false} {
			tb, err := ingest.Read([]string{path}, ingest.Options{Metrics: []string{y}, Digest: digest})
			if err != nil {
				t.Fatal(err)
			}
			want := ""
			if digest {
				want = fmt.Sprintf("%x", sha256.Sum256(doc))
			}
			if got := tb.Sources[0].SHA256; got != want {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
			tb.Close()
		}
	}
}

// TestParquetForms: encodings, versions of pages, codecs, sizes of pages and of
// row groups change nothing.
func TestParquetForms(t *testing.T) {
	const n = 3000
	var ids, hw, ys, xs, conc []any
	var want []string
	for i := range n {
		ids, hw = append(ids, "id"+strings.Repeat("x", i%3)+string(rune('a'+i%26))), append(hw, []any{"h100", "b200", nil}[i%3])
		ys, conc = append(ys, float64(i+1)), append(conc, int64(i*i%1000))
		if xs = append(xs, any(nil)); i%7 != 0 && i/1000 != 2 {
			xs[i] = float64(i%50 + 1)
		}
	}
	columns := []pqColumn{
		pqText("id", ids...),
		pqText("hw", hw...),
		{pqNode(y, true, schema.NoLogicalType{}, parquet.Types.Double, 0), ys},
		pqDouble(x, xs...),
		{pqNode("conc", true, schema.NoLogicalType{}, parquet.Types.Int64, 0), conc},
	}
	tb, err := text(t, ingest.Options{}, string(writeParquet(t, columns, 0)))
	if err != nil {
		t.Fatal(err)
	}
	want = cells(tb)
	if len(want) != n || want[1] != `conc="1" hardware="b200" id="idxb" p90_e2el=2 tput_per_gpu=2` {
		t.Fatalf("%d rows, the second %s", len(want), want[1])
	}
	words := tb.Label("id").Words
	for _, version := range []parquet.DataPageVersion{parquet.DataPageV1, parquet.DataPageV2} {
		for _, codec := range pqCodecs {
			for _, form := range []struct {
				what  string
				group int
				props []parquet.WriterProperty
			}{
				{"plain", 0, []parquet.WriterProperty{parquet.WithDictionaryDefault(false)}},
				{"dictionary, small pages", 0, []parquet.WriterProperty{parquet.WithDataPageSize(1 << 10), parquet.WithBatchSize(100)}},
				{"row groups", 777, nil},
				{"tiny pages", 0, []parquet.WriterProperty{parquet.WithDataPageSize(100), parquet.WithBatchSize(50), parquet.WithDictionaryDefault(false)}},
				{"dictionary given up", 2500, []parquet.WriterProperty{parquet.WithDictionaryPageSizeLimit(64), parquet.WithDataPageSize(500), parquet.WithBatchSize(50)}},
				{"differences", 2000, []parquet.WriterProperty{
					parquet.WithDictionaryDefault(false), parquet.WithDataPageSize(4000), parquet.WithBatchSize(333),
					parquet.WithEncodingFor("hw", parquet.Encodings.DeltaLengthByteArray), parquet.WithEncodingFor("conc", parquet.Encodings.DeltaBinaryPacked),
				}},
				// One page per row group: the library's writer goes on from the page before.
				{"differences of texts", 2000, []parquet.WriterProperty{parquet.WithDictionaryDefault(false), parquet.WithEncodingFor("id", parquet.Encodings.DeltaByteArray)}},
			} {
				props := append([]parquet.WriterProperty{parquet.WithDataPageVersion(version), parquet.WithCompression(codec)}, form.props...)
				tb, err := text(t, ingest.Options{}, string(writeParquet(t, columns, form.group, props...)))
				what := form.what + ", " + codec.String() + ", version " + string(rune('1'+version))
				wantCells(t, what, tb, err, want...)
				if err == nil && strings.Join(tb.Label("id").Words, " ") != strings.Join(words, " ") {
					t.Errorf("%s: words in another order", what)
				}
			}
		}
	}
}

// TestParquetOnDisk: of a file on disk only what is needed is read, and found
// files are told apart by their columns.
func TestParquetOnDisk(t *testing.T) {
	dir := t.TempDir()
	good := writeParquet(t, []pqColumn{pqText("id", "a"), pqDouble(y, 1.0), pqDouble(x, 2.0)}, 0)
	other := writeParquet(t, []pqColumn{pqText("id", "a"), pqDouble("power", 1.0)}, 0)
	file(t, dir, "a.parquet", string(good))
	path := file(t, dir, "b.dat", string(other))
	file(t, dir, "c.csv", "id,tput_per_gpu,p90_e2el\nb,3,4\n")
	for how, at := range map[string]string{"folder": dir, "archive": zipped(t, map[string]string{"a.parquet": string(good), "b.dat": string(other), "c.csv": "id,tput_per_gpu,p90_e2el\nb,3,4\n"})} {
		tb, err := read(t, ingest.Options{}, at)
		wantCells(t, how, tb, err, `id="a" p90_e2el=2 tput_per_gpu=1`, `id="b" p90_e2el=4 tput_per_gpu=3`)
		if err == nil && tb.Skipped["other"] != 1 {
			t.Errorf("%s: passed over %v", how, tb.Skipped)
		}
	}
	_, err := read(t, ingest.Options{}, path)
	wantFault(t, "named, without y", err, path, fault{why: "no column tput_per_gpu; there are: id, power"})
	if err != nil && strings.Contains(err.Error(), ":1:") {
		t.Errorf("a line in %v", err)
	}
	broken := file(t, dir, "z.parquet", string(good[:len(good)-3]))
	_, err = read(t, ingest.Options{}, dir)
	wantFault(t, "broken, found", err, broken, fault{why: "was it cut?"})
	if err := os.Remove(broken); err != nil {
		t.Fatal(err)
	}
}

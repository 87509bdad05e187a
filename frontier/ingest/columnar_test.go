package ingest_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/apache/arrow/go/v17/parquet/schema"
	"pgregory.net/rapid"

	"paretocov/frontier/ingest"
)

// columnarDocs are small documents of every kind.
func columnarDocs(t testing.TB) map[string][]byte {
	t.Helper()
	docs := map[string][]byte{}
	pq := []pqColumn{
		pqText("id", "a", "b", nil, "a"),
		pqDouble(y, 1.0, nil, 3.0, 4.0),
		{pqNode(x, true, schema.NoLogicalType{}, parquet.Types.Int32, 0), []any{int32(1), int32(2), int32(3), int32(4)}},
		{pqNode("disagg", false, schema.NoLogicalType{}, parquet.Types.Boolean, 0), []any{true, nil, false, true}},
		{pqNode("date", false, schema.DateLogicalType{}, parquet.Types.Int32, 0), []any{int32(20454), nil, int32(1), int32(-1)}},
		pqDouble("power", 1.0, 2.0, 3.0, 4.0),
	}
	for _, codec := range pqCodecs {
		docs["parquet "+codec.String()] = writeParquet(t, pq, 3, parquet.WithCompression(codec))
	}
	docs["parquet version 2"] = writeParquet(t, pq, 0, parquet.WithCompression(compress.Codecs.Zstd), parquet.WithDataPageVersion(parquet.DataPageV2), parquet.WithDictionaryDefault(false))
	docs["parquet differences"] = writeParquet(t, pq, 0, parquet.WithDictionaryDefault(false),
		parquet.WithEncodingFor("id", parquet.Encodings.DeltaByteArray), parquet.WithEncodingFor(x, parquet.Encodings.DeltaBinaryPacked))
	docs["parquet lengths"] = writeParquet(t, pq, 0, parquet.WithDictionaryDefault(false), parquet.WithEncodingFor("id", parquet.Encodings.DeltaLengthByteArray))
	columns := []ipcColumn{
		ipcText("id", "a", "b", nil, "a"),
		{"env", arrow.StructOf(arrow.Field{Name: "tags", Type: arrow.ListOf(arrow.BinaryTypes.String)}), []any{nil, nil, nil, nil}},
		ipcDouble(y, 1.0, nil, 3.0, 4.0),
		{x, arrow.PrimitiveTypes.Int16, []any{1, 2, 3, 4}},
		{"disagg", arrow.FixedWidthTypes.Boolean, []any{true, nil, false, true}},
		{"engine", dictionaryOf(arrow.PrimitiveTypes.Int8, arrow.BinaryTypes.String), []any{"v", "s", nil, "v"}},
		{"view", arrow.BinaryTypes.StringView, []any{"short", "longer than twelve bytes", nil, "another, as long"}},
		{"large", arrow.BinaryTypes.LargeString, []any{"x", "", nil, "y"}},
	}
	for name, codec := range map[string][]ipc.Option{"": nil, " zstd": {ipc.WithZstd()}, " lz4": {ipc.WithLZ4()}} {
		docs["arrow file"+name] = writeIPC(t, columns, 0, false, codec...)
		docs["arrow stream"+name] = writeIPC(t, columns, 3, true, codec...)
	}
	return docs
}

// TestColumnarCut: a document that was cut is an error that names it, wherever.
func TestColumnarCut(t *testing.T) {
	for name, doc := range columnarDocs(t) {
		if _, err := text(t, ingest.Options{}, string(doc)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for n := range doc {
			if tb, err := quick(t, doc[:n]); err == nil {
				t.Errorf("%s cut to %d of %d bytes: %d rows", name, n, len(doc), tb)
			}
		}
	}
}

// TestColumnarFlips: a byte that is another one is an error that names the
// document, or a table that holds together; in no case a panic, a long time or
// much memory.
func TestColumnarFlips(t *testing.T) {
	var before, after runtime.MemStats
	docs := columnarDocs(t)
	for k, name := range slices.Sorted(maps.Keys(docs)) {
		doc := docs[name]
		for at := k % 2; at < len(doc); at += 2 {
			flips := []byte{0x01, 0x80, 0xff, doc[at] ^ 0x7f} // to the largest number too
			runtime.ReadMemStats(&before)
			start := time.Now()
			broken := bytes.Clone(doc)
			broken[at] ^= flips[at/2%len(flips)] // the fuzz targets try the others
			_, _ = quick(t, broken)
			runtime.ReadMemStats(&after)
			if got := after.TotalAlloc - before.TotalAlloc; got > 256<<20 || time.Since(start) > 5*time.Second {
				t.Errorf("%s, byte %d: %d bytes allocated in %v", name, at, got, time.Since(start))
			}
		}
	}
}

// quick reads a document without the checks that take time.
func quick(t testing.TB, doc []byte) (rows int, err error) {
	t.Helper()
	o := ingest.Options{Metrics: []string{y, x}, Stdin: bytes.NewReader(doc), StdinName: "rows"}
	tb, err := ingest.Read([]string{"-"}, o)
	if err != nil {
		var ie *ingest.Error
		if !errors.As(err, &ie) || ie.Path != "rows" {
			t.Fatalf("%T: %v", err, err)
		}
		return 0, err
	}
	checkCells(t, tb)
	rows = tb.Rows
	tb.Close()
	return rows, nil
}

// TestColumnarLimit: --max-bytes holds for what a document unpacks to, and
// nothing is made ready for more.
func TestColumnarLimit(t *testing.T) {
	const n = 200_000
	same := make([]any, n)
	for i := range same {
		same[i] = 1.0
	}
	for name, doc := range map[string][]byte{
		"parquet":      writeParquet(t, []pqColumn{pqDouble(y, same...)}, 0, parquet.WithCompression(compress.Codecs.Zstd), parquet.WithDictionaryDefault(false)),
		"missing":      writeParquet(t, []pqColumn{pqDouble(y, make([]any, n)...)}, 0),
		"arrow":        writeIPC(t, []ipcColumn{ipcDouble(y, same...)}, 0, false, ipc.WithZstd()),
		"arrow stream": writeIPC(t, []ipcColumn{ipcDouble(y, same...)}, 0, true, ipc.WithLZ4()),
	} {
		if len(doc) > n {
			t.Fatalf("%s: %d bytes", name, len(doc))
		}
		_, err := text(t, ingest.Options{MaxBytes: n}, string(doc))
		wantFault(t, name, err, "rows", fault{why: "--max-bytes (200000)"})
		// 21 bytes of a row stay in memory, and 8 more are unpacked.
		if name != "missing" {
			_, err = text(t, ingest.Options{MaxBytes: 28 * n}, string(doc))
			wantFault(t, name+", only both together", err, "rows", fault{why: "--max-bytes (5600000)"})
		}
		path := file(t, t.TempDir(), "a", string(doc))
		_, err = read(t, ingest.Options{MaxBytes: n}, path)
		wantFault(t, name+", on disk", err, path, fault{why: "--max-bytes (200000)"})
		_, err = read(t, ingest.Options{MaxBytes: int64(len(doc)) - 1}, path)
		wantFault(t, name+", too large a file", err, path, fault{why: "--max-bytes"})
		if tb, err := read(t, ingest.Options{MaxBytes: 40 * n}, path); err != nil || tb.Rows != n {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestColumnarLaw: a random table is the same from CSV, Parquet and Arrow.
func TestColumnarLaw(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(rt, "rows")
		number := func(name string) []any {
			return rapid.SliceOfN(rapid.OneOf(rapid.Just[any](nil), rapid.Map(rapid.IntRange(-1, 9), func(i int) any { return float64(i) / 4 }),
				rapid.Map(rapid.Float64(), func(f float64) any { return f })), n, n).Draw(rt, name)
		}
		word := func(name string) []any {
			return rapid.SliceOfN(rapid.OneOf(rapid.Just[any](nil), rapid.Map(rapid.SampledFrom([]string{"a", "b", "none", "N/A", "long enough for a view", "é", "x"}), func(s string) any { return s })), n, n).Draw(rt, name)
		}
		ids, words, ys, xs := word("id"), word("engine"), number("y"), number("x")
		for i := range words { // a column of no text at all is no column, and is no matter here
			if i == 0 {
				words[i] = "text"
			}
		}
		var csv strings.Builder
		fmt.Fprintf(&csv, "id,engine,%s,%s\n", y, x)
		cell := func(c any) string {
			if c == nil {
				return ""
			}
			return fmt.Sprint(c)
		}
		for i := range n {
			fmt.Fprintf(&csv, "%s,%s,%s,%s\n", cell(ids[i]), cell(words[i]), cell(ys[i]), cell(xs[i]))
		}
		tb, err := text(t, ingest.Options{}, csv.String())
		if err != nil {
			rt.Fatal(err)
		}
		want := strings.Join(cells(tb), "\n")
		pq := []pqColumn{pqText("id", ids...), pqText("engine", words...), pqDouble(y, ys...), pqDouble(x, xs...)}
		group := rapid.IntRange(0, n).Draw(rt, "group")
		props := []parquet.WriterProperty{
			parquet.WithCompression(rapid.SampledFrom(pqCodecs).Draw(rt, "codec")), parquet.WithDictionaryDefault(rapid.Bool().Draw(rt, "dictionary")),
			parquet.WithBatchSize(rapid.Int64Range(1, 10).Draw(rt, "batch")), parquet.WithDataPageSize(rapid.Int64Range(1, 200).Draw(rt, "page")),
			parquet.WithDataPageVersion(rapid.SampledFrom([]parquet.DataPageVersion{parquet.DataPageV1, parquet.DataPageV2}).Draw(rt, "version")),
		}
		typ := rapid.SampledFrom([]arrow.DataType{
			arrow.BinaryTypes.String, arrow.BinaryTypes.LargeString, arrow.BinaryTypes.StringView, dictionaryOf(arrow.PrimitiveTypes.Int8, arrow.BinaryTypes.String),
		}).Draw(rt, "texts")
		columns := []ipcColumn{{"id", typ, ids}, {"engine", typ, words}, ipcDouble(y, ys...), ipcDouble(x, xs...)}
		codec := rapid.SampledFrom([][]ipc.Option{nil, {ipc.WithZstd()}, {ipc.WithLZ4()}}).Draw(rt, "compression")
		for what, doc := range map[string][]byte{
			"parquet": writeParquet(t, pq, group, props...), "arrow": writeIPC(t, columns, 0, false, codec...), "arrow stream": writeIPC(t, columns, group, true, codec...),
		} {
			path := filepath.Join(dir, "doc")
			if err := os.WriteFile(path, doc, 0o644); err != nil {
				rt.Fatal(err)
			}
			onDisk, err := read(t, ingest.Options{}, path)
			if err != nil {
				rt.Fatalf("%s: %v", what, err)
			}
			inMemory, err := text(t, ingest.Options{}, string(doc))
			if err != nil {
				rt.Fatalf("%s: %v", what, err)
			}
			if got := strings.Join(cells(onDisk), "\n"); got != want {
				rt.Fatalf("%s:\n%s\nwant\n%s", what, got, want)
			}
			if strings.Join(cells(inMemory), "\n") != want {
				rt.Fatalf("%s in memory is not as on disk", what)
			}
		}
	})
}

// TestColumnarCores: the table is the same on any number of cores.
func TestColumnarCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for name, doc := range columnarDocs(t) {
		var want string
		for _, cores := range []int{1, 2, 8} {
			runtime.GOMAXPROCS(cores)
			tb, err := text(t, ingest.Options{}, string(doc))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			got := fmt.Sprint(cells(tb), tb.Labels, tb.Places)
			if want == "" {
				want = got
			}
			if got != want {
				t.Errorf("%s on %d cores:\n%s\nwant\n%s", name, cores, got, want)
			}
		}
	}
}

func FuzzParquet(f *testing.F) { fuzzColumnar(f, "parquet") }

func FuzzIPC(f *testing.F) { fuzzColumnar(f, "arrow file") }

func FuzzIPCStream(f *testing.F) { fuzzColumnar(f, "arrow stream") }

func fuzzColumnar(f *testing.F, kind string) {
	for name, doc := range columnarDocs(f) {
		if strings.HasPrefix(name, kind) {
			f.Add(doc)
		}
	}
	f.Fuzz(fuzzRead)
}

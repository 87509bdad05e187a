package ingest_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/compress"
	pqfile "github.com/apache/arrow/go/v17/parquet/file"

	"paretocov/frontier/ingest"
)

// benchColumns are 8 columns of n rows: a name per row, three of few values and
// four of numbers, or eight of numbers.
func benchColumns(n int, data string) (names []string, columns [][]any) {
	r := rand.New(rand.NewPCG(1, 2))
	names = []string{"id", "hw", "framework", "conc", y, x, "p75_e2el", "mean_intvty"}
	if data == "num" {
		names = []string{"a", "b", "c", "d", y, x, "p75_e2el", "mean_intvty"}
	}
	columns = make([][]any, len(names))
	for c := range columns {
		columns[c] = make([]any, n)
	}
	for i := range n {
		for c := range columns {
			columns[c][i] = 1 + 9000*r.Float64()
		}
		if data == "ids" {
			columns[0][i], columns[1][i] = fmt.Sprintf("p%d", i), []string{"b200", "h200", "mi355x"}[i%3]
			columns[2][i], columns[3][i] = []string{"sglang", "vllm"}[i%2], float64(int(1)<<(i%9))
		}
	}
	return names, columns
}

func benchParquet(b *testing.B, n int, data string, codec compress.Compression) []byte {
	names, columns := benchColumns(n, data)
	var pq []pqColumn
	for c, name := range names {
		if _, text := columns[c][0].(string); text {
			pq = append(pq, pqText(name, columns[c]...))
		} else {
			pq = append(pq, pqDouble(name, columns[c]...))
		}
	}
	return writeParquet(b, pq, n/4, parquet.WithCompression(codec), parquet.WithDictionaryPageSizeLimit(1<<20))
}

func benchIPC(b *testing.B, n int, data string, options ...ipc.Option) []byte {
	names, columns := benchColumns(n, data)
	var out []ipcColumn
	for c, name := range names {
		if _, text := columns[c][0].(string); text {
			out = append(out, ipcColumn{name, arrow.BinaryTypes.String, columns[c]})
		} else {
			out = append(out, ipcDouble(name, columns[c]...))
		}
	}
	return writeIPC(b, out, n/4, false, options...)
}

// benchRead reads a file of 8 columns: two metrics and, of data=ids, the labels;
// and beside it, as yardsticks, the library's reader of two columns, and
// encoding/csv that splits the same rows into cells.
func benchRead(b *testing.B, n int, data string, doc []byte, library func(doc []byte) error) {
	path := filepath.Join(b.TempDir(), "doc")
	if err := os.WriteFile(path, doc, 0o644); err != nil {
		b.Fatal(err)
	}
	names, columns := benchColumns(n, data)
	var table bytes.Buffer
	w := csv.NewWriter(&table)
	record := make([]string, len(names))
	for i := range n {
		for c := range record {
			record[c] = fmt.Sprint(columns[c][i])
		}
		_ = w.Write(record)
	}
	w.Flush()
	run := func(alg string, f func() error) {
		b.Run("alg="+alg, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := f(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	run("read", func() error {
		tb, err := ingest.Read([]string{path}, ingest.Options{Metrics: []string{y, x}})
		if err == nil {
			tb.Close()
		}
		return err
	})
	run("library", func() error { return library(doc) })
	run("csv-cells", func() error {
		r := csv.NewReader(bytes.NewReader(table.Bytes()))
		r.ReuseRecord = true
		for {
			if _, err := r.Read(); errors.Is(err, io.EOF) {
				return nil
			} else if err != nil {
				return err
			}
		}
	})
}

func BenchmarkParquet(b *testing.B) {
	const n = 1_000_000
	for _, data := range []string{"num", "ids"} {
		for _, codec := range []compress.Compression{compress.Codecs.Uncompressed, compress.Codecs.Snappy, compress.Codecs.Zstd} {
			b.Run(fmt.Sprintf("n=%d/data=%s/codec=%s", n, data, codec), func(b *testing.B) {
				benchRead(b, n, data, benchParquet(b, n, data, codec), libraryParquet)
			})
		}
	}
}

// libraryParquet reads two columns of doubles with the library, on one core.
func libraryParquet(doc []byte) error {
	r, err := pqfile.NewParquetReader(bytes.NewReader(doc))
	if err != nil {
		return err
	}
	values, levels := make([]float64, r.NumRows()), make([]int16, r.NumRows())
	for g := range r.NumRowGroups() {
		for _, c := range []int{4, 5} {
			column, err := r.RowGroup(g).Column(c)
			if err != nil {
				return err
			}
			if _, _, err := column.(*pqfile.Float64ColumnChunkReader).ReadBatch(r.RowGroup(g).NumRows(), values, levels, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

func BenchmarkIPC(b *testing.B) {
	const n = 1_000_000
	for _, data := range []string{"num", "ids"} {
		for codec, options := range map[string][]ipc.Option{"none": nil, "lz4": {ipc.WithLZ4()}, "zstd": {ipc.WithZstd()}} {
			b.Run(fmt.Sprintf("n=%d/data=%s/codec=%s", n, data, codec), func(b *testing.B) {
				benchRead(b, n, data, benchIPC(b, n, data, options...), libraryIPC)
			})
		}
	}
}

// libraryIPC reads all batches with the library.
func libraryIPC(doc []byte) error {
	r, err := ipc.NewFileReader(bytes.NewReader(doc))
	if err != nil {
		return err
	}
	defer r.Close()
	for i := range r.NumRecords() {
		if _, err := r.RecordAt(i); err != nil {
			return err
		}
	}
	return nil
}

package ingest_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/compress"
	pqfile "github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/schema"
)

// A pqColumn is a column to write: its node, and its cells, nil where there is
// none. Cells are of the Go type of the node's physical type.
type pqColumn struct {
	node  schema.Node
	cells []any
}

func pqNode(name string, required bool, logical schema.LogicalType, physical parquet.Type, length int) schema.Node {
	rep := parquet.Repetitions.Optional
	if required {
		rep = parquet.Repetitions.Required
	}
	return schema.MustPrimitive(schema.NewPrimitiveNodeLogical(name, rep, logical, physical, length, -1))
}

func pqDouble(name string, cells ...any) pqColumn {
	return pqColumn{pqNode(name, false, schema.NoLogicalType{}, parquet.Types.Double, 0), cells}
}

func pqText(name string, cells ...any) pqColumn {
	return pqColumn{pqNode(name, false, schema.StringLogicalType{}, parquet.Types.ByteArray, 0), cells}
}

// writeParquet writes columns with the library's writer, in row groups of so
// many rows, 0 for one.
func writeParquet(t testing.TB, columns []pqColumn, group int, props ...parquet.WriterProperty) []byte {
	t.Helper()
	var nodes schema.FieldList
	rows := 0
	for _, c := range columns {
		nodes = append(nodes, c.node)
		rows = len(c.cells)
	}
	root := schema.MustGroup(schema.NewGroupNode("schema", parquet.Repetitions.Required, nodes, -1))
	var b bytes.Buffer
	w := pqfile.NewParquetWriter(&b, root, pqfile.WithWriterProps(parquet.NewWriterProperties(props...)))
	if group == 0 {
		group = max(rows, 1)
	}
	for from := 0; from < rows; from += group {
		g := w.AppendRowGroup()
		for _, c := range columns {
			cw, err := g.NextColumn()
			if err != nil {
				t.Fatal(err)
			}
			if err := writeCells(cw, c.cells[from:min(from+group, rows)]); err != nil {
				t.Fatal(err)
			}
			if err := cw.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if err := g.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func writeCells(w pqfile.ColumnChunkWriter, cells []any) (err error) {
	levels := make([]int16, len(cells))
	for i, c := range cells {
		if c != nil {
			levels[i] = 1
		}
	}
	switch w := w.(type) {
	case *pqfile.Int32ColumnChunkWriter:
		_, err = w.WriteBatch(present[int32](cells), levels, nil)
	case *pqfile.Int64ColumnChunkWriter:
		_, err = w.WriteBatch(present[int64](cells), levels, nil)
	case *pqfile.Int96ColumnChunkWriter:
		_, err = w.WriteBatch(present[parquet.Int96](cells), levels, nil)
	case *pqfile.Float32ColumnChunkWriter:
		_, err = w.WriteBatch(present[float32](cells), levels, nil)
	case *pqfile.Float64ColumnChunkWriter:
		_, err = w.WriteBatch(present[float64](cells), levels, nil)
	case *pqfile.BooleanColumnChunkWriter:
		_, err = w.WriteBatch(present[bool](cells), levels, nil)
	case *pqfile.ByteArrayColumnChunkWriter:
		var texts []parquet.ByteArray
		for _, s := range present[string](cells) {
			texts = append(texts, parquet.ByteArray(s))
		}
		_, err = w.WriteBatch(texts, levels, nil)
	case *pqfile.FixedLenByteArrayColumnChunkWriter:
		var texts []parquet.FixedLenByteArray
		for _, s := range present[string](cells) {
			texts = append(texts, parquet.FixedLenByteArray(s))
		}
		_, err = w.WriteBatch(texts, levels, nil)
	default:
		err = fmt.Errorf("%T", w)
	}
	return err
}

func present[T any](cells []any) []T {
	var out []T
	for _, c := range cells {
		if c != nil {
			out = append(out, c.(T))
		}
	}
	return out
}

// pqCodecs are the compressions that the library writes.
var pqCodecs = []compress.Compression{
	compress.Codecs.Uncompressed, compress.Codecs.Snappy, compress.Codecs.Gzip, compress.Codecs.Brotli, compress.Codecs.Zstd,
}

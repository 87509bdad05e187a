package main

import (
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/metadata"
	"github.com/apache/arrow/go/v17/parquet/schema"
	"github.com/rogpeppe/go-internal/testscript"
)

// columnar writes a CSV table as a columnar file: columnar parquet|arrow|stream
// TABLE.csv FILE [COLUMN=UNIT...]. A column is of numbers if all its cells are
// numbers or empty. Units go into the schema, as Arrow's libraries write it.
func columnar(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: columnar parquet|arrow|stream TABLE.csv FILE [COLUMN=UNIT...]")
	}
	units := map[string]string{}
	for _, a := range args[3:] {
		column, unit, _ := strings.Cut(a, "=")
		units[column] = unit
	}
	records, err := csv.NewReader(strings.NewReader(ts.ReadFile(args[1]))).ReadAll()
	ts.Check(err)
	var columns []csvColumn
	for c, name := range records[0] {
		col := csvColumn{name: name, unit: units[name], numbers: true}
		for _, r := range records[1:] {
			_, err := strconv.ParseFloat(r[c], 64)
			col.numbers = col.numbers && (err == nil || r[c] == "")
			col.cells = append(col.cells, r[c])
		}
		columns = append(columns, col)
	}
	out, err := os.Create(ts.MkAbs(args[2]))
	ts.Check(err)
	defer out.Close()
	if args[0] == "parquet" {
		ts.Check(writeParquet(out, columns))
	} else {
		ts.Check(writeArrow(out, columns, args[0] == "stream"))
	}
}

type csvColumn struct {
	name    string
	unit    string // "" for none
	numbers bool
	cells   []string // "" where there is none
}

// field is the column as Arrow's schema has it.
func (c csvColumn) field(t arrow.DataType) arrow.Field {
	f := arrow.Field{Name: c.name, Type: t, Nullable: true}
	if c.unit != "" {
		f.Metadata = arrow.NewMetadata([]string{"note", "unit"}, []string{"of a test", c.unit})
	}
	return f
}

// arrowSchema is the metadata of a Parquet file that states the units of columns.
func arrowSchema(columns []csvColumn) (metadata.KeyValueMetadata, error) {
	var fields []arrow.Field
	for _, c := range columns {
		if c.numbers {
			fields = append(fields, c.field(arrow.PrimitiveTypes.Float64))
		} else {
			fields = append(fields, c.field(arrow.BinaryTypes.String))
		}
	}
	var message bytes.Buffer
	if err := ipc.NewWriter(&message, ipc.WithSchema(arrow.NewSchema(fields, nil))).Close(); err != nil {
		return nil, err
	}
	kv := metadata.NewKeyValueMetadata()
	return kv, kv.Append("ARROW:schema", base64.StdEncoding.EncodeToString(message.Bytes()))
}

func writeParquet(out *os.File, columns []csvColumn) error {
	var nodes schema.FieldList
	for _, c := range columns {
		physical, logical := parquet.Types.ByteArray, schema.LogicalType(schema.StringLogicalType{})
		if c.numbers {
			physical, logical = parquet.Types.Double, schema.NoLogicalType{}
		}
		n, err := schema.NewPrimitiveNodeLogical(c.name, parquet.Repetitions.Optional, logical, physical, 0, -1)
		if err != nil {
			return err
		}
		nodes = append(nodes, n)
	}
	root, err := schema.NewGroupNode("schema", parquet.Repetitions.Required, nodes, -1)
	if err != nil {
		return err
	}
	options := []file.WriteOption{file.WithWriterProps(parquet.NewWriterProperties(parquet.WithCompression(compress.Codecs.Snappy)))}
	if slices.ContainsFunc(columns, func(c csvColumn) bool { return c.unit != "" }) {
		kv, err := arrowSchema(columns)
		if err != nil {
			return err
		}
		options = append(options, file.WithWriteMetadata(kv))
	}
	w := file.NewParquetWriter(out, root, options...)
	g := w.AppendRowGroup()
	for _, c := range columns {
		levels := make([]int16, len(c.cells))
		var numbers []float64
		var texts []parquet.ByteArray
		for i, cell := range c.cells {
			if cell == "" {
				continue
			}
			f, _ := strconv.ParseFloat(cell, 64)
			levels[i], numbers, texts = 1, append(numbers, f), append(texts, parquet.ByteArray(cell))
		}
		cw, err := g.NextColumn()
		if err != nil {
			return err
		}
		switch cw := cw.(type) {
		case *file.Float64ColumnChunkWriter:
			_, err = cw.WriteBatch(numbers, levels, nil)
		case *file.ByteArrayColumnChunkWriter:
			_, err = cw.WriteBatch(texts, levels, nil)
		default:
			err = fmt.Errorf("%T", cw)
		}
		if err == nil {
			err = cw.Close()
		}
		if err != nil {
			return err
		}
	}
	return w.Close()
}

func writeArrow(out *os.File, columns []csvColumn, stream bool) error {
	mem := memory.NewGoAllocator()
	var fields []arrow.Field
	var arrays []arrow.Array
	rows := 0
	for _, c := range columns {
		var b array.Builder = array.NewStringBuilder(mem)
		if c.numbers {
			b = array.NewFloat64Builder(mem)
		}
		for _, cell := range c.cells {
			if cell == "" {
				b.AppendNull()
			} else if err := b.AppendValueFromString(cell); err != nil {
				return err
			}
		}
		fields = append(fields, c.field(b.Type()))
		arrays = append(arrays, b.NewArray())
		rows = len(c.cells)
	}
	record := array.NewRecord(arrow.NewSchema(fields, nil), arrays, int64(rows))
	if stream {
		w := ipc.NewWriter(out, ipc.WithSchema(record.Schema()), ipc.WithZstd())
		if err := w.Write(record); err != nil {
			return err
		}
		return w.Close()
	}
	w, err := ipc.NewFileWriter(out, ipc.WithSchema(record.Schema()), ipc.WithLZ4())
	if err != nil {
		return err
	}
	if err := w.Write(record); err != nil {
		return err
	}
	return w.Close()
}

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
// numbers or empty. Units go into the schema, as Arrow's libraries write it. The
// column "env" is struct<tags: list<string>>: missing in a row whose cell is empty,
// without a list in one of "null", else with an empty list.
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
		col := csvColumn{name: name, unit: units[name], numbers: name != nestedColumn}
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
		ts.Check(writeParquet(out, columns, compress.Codecs.Snappy))
	} else {
		option := ipc.WithLZ4()
		if args[0] == "stream" {
			option = ipc.WithZstd()
		}
		ts.Check(writeArrow(out, columns, args[0] == "stream", option))
	}
}

const nestedColumn = "env"

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

func writeParquet(out *os.File, columns []csvColumn, codec compress.Compression) error {
	var nodes schema.FieldList
	for _, c := range columns {
		if c.name == nestedColumn {
			env, err := nestedNode()
			if err != nil {
				return err
			}
			nodes = append(nodes, env)
			continue
		}
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
	options := []file.WriteOption{file.WithWriterProps(parquet.NewWriterProperties(parquet.WithCompression(codec)))}
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
			if c.name == nestedColumn {
				levels[i] = map[string]int16{"": 0, "null": 1, "[]": 2}[cell]
				continue
			}
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
			_, err = cw.WriteBatch(texts, levels, make([]int16, len(levels)))
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

// nestedNode is struct<tags: list<string>>, as pyarrow writes it.
func nestedNode() (schema.Node, error) {
	optional := parquet.Repetitions.Optional
	element, err := schema.NewPrimitiveNodeLogical("element", optional, schema.StringLogicalType{}, parquet.Types.ByteArray, 0, -1)
	if err != nil {
		return nil, err
	}
	list, err := schema.NewGroupNode("list", parquet.Repetitions.Repeated, schema.FieldList{element}, -1)
	if err != nil {
		return nil, err
	}
	tags, err := schema.NewGroupNodeLogical("tags", optional, schema.FieldList{list}, schema.NewListLogicalType(), -1)
	if err != nil {
		return nil, err
	}
	return schema.NewGroupNode(nestedColumn, optional, schema.FieldList{tags}, -1)
}

func writeArrow(out *os.File, columns []csvColumn, stream bool, options ...ipc.Option) error {
	mem := memory.NewGoAllocator()
	var fields []arrow.Field
	var arrays []arrow.Array
	rows := 0
	for _, c := range columns {
		if c.name == nestedColumn {
			b := array.NewStructBuilder(mem, arrow.StructOf(arrow.Field{Name: "tags", Type: arrow.ListOf(arrow.BinaryTypes.String), Nullable: true}))
			for _, cell := range c.cells {
				switch cell {
				case "":
					b.AppendNull()
				case "null":
					b.Append(true)
					b.FieldBuilder(0).AppendNull()
				default:
					b.Append(true)
					b.FieldBuilder(0).(*array.ListBuilder).Append(true)
				}
			}
			fields = append(fields, arrow.Field{Name: c.name, Type: b.Type(), Nullable: true})
			arrays = append(arrays, b.NewArray())
			continue
		}
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
	schema := arrow.NewSchema(fields, nil)
	options = append([]ipc.Option{ipc.WithSchema(schema)}, options...)
	record := array.NewRecord(schema, arrays, int64(rows))
	if stream {
		w := ipc.NewWriter(out, options...)
		if err := w.Write(record); err != nil {
			return err
		}
		return w.Close()
	}
	w, err := ipc.NewFileWriter(out, options...)
	if err != nil {
		return err
	}
	if err := w.Write(record); err != nil {
		return err
	}
	return w.Close()
}

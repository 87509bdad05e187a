package ingest

import (
	"bytes"
	"io"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"paretocov/pareto"
)

// betterKey is the key of the metadata of columns that says which values are
// better: min or max.
const betterKey = "better"

// schema returns the columns as Arrow's schema.
func (s *sheet) schema() *arrow.Schema {
	var fields []arrow.Field
	for i := range s.texts {
		fields = append(fields, arrow.Field{Name: s.texts[i].name, Type: arrow.BinaryTypes.String, Nullable: true})
	}
	for i := range s.numbers {
		c := &s.numbers[i]
		var keys, values []string
		if c.axis.Unit != "" {
			keys, values = append(keys, unitKey), append(values, c.axis.Unit)
		}
		switch c.axis.Better {
		case pareto.Minimize:
			keys, values = append(keys, betterKey), append(values, "min")
		case pareto.Maximize:
			keys, values = append(keys, betterKey), append(values, "max")
		}
		fields = append(fields, arrow.Field{
			Name: c.heading, Type: arrow.PrimitiveTypes.Float64, Nullable: true, Metadata: arrow.NewMetadata(keys, values),
		})
	}
	return arrow.NewSchema(fields, nil)
}

// writeIPC writes the table as an Arrow IPC file.
func (s *sheet) writeIPC(to io.Writer, mem memory.Allocator) error {
	schema := s.schema()
	w, err := ipc.NewFileWriter(&counter{w: to}, ipc.WithSchema(schema), ipc.WithAllocator(mem), ipc.WithZstd(), ipc.WithCompressConcurrency(1))
	if err != nil {
		return err
	}
	b := array.NewRecordBuilder(mem, schema)
	defer b.Release()
	err = s.batches(func(from, to int) error {
		for k := range s.texts {
			column := b.Field(k).(*array.StringBuilder)
			column.Reserve(to - from)
			for i := from; i < to; i++ {
				if text := s.texts[k].text(s.at(i)); text != "" {
					column.Append(text)
				} else {
					column.AppendNull()
				}
			}
		}
		for k := range s.numbers {
			column := b.Field(len(s.texts) + k).(*array.Float64Builder)
			column.Reserve(to - from)
			for i := from; i < to; i++ {
				if v, ok := s.numbers[k].value(s.at(i)); ok {
					column.Append(v)
				} else {
					column.AppendNull()
				}
			}
		}
		rec := b.NewRecord()
		defer rec.Release()
		return w.Write(rec)
	})
	if closed := w.Close(); err == nil {
		err = closed
	}
	return err
}

// schemaMessage returns the schema as the message that begins an IPC stream.
func (s *sheet) schemaMessage(mem memory.Allocator) ([]byte, error) {
	var b bytes.Buffer
	w := ipc.NewWriter(&b, ipc.WithSchema(s.schema()), ipc.WithAllocator(mem))
	if err := w.Close(); err != nil {
		return nil, err
	}
	const end = 8 // the mark of a stream's end
	return b.Bytes()[:b.Len()-end], nil
}

// A counter is a writer that knows how much was written to it. Arrow's writer of
// files asks for no more of a Seeker.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// Seek tells the place, whatever is asked for.
func (c *counter) Seek(int64, int) (int64, error) { return c.n, nil }

package ingest

import (
	"bytes"
	"encoding/base64"
	"errors"
	"maps"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// TestDurations: a duration is a metric in the unit of its type, and a missing cell is
// missing.
func TestDurations(t *testing.T) {
	for _, typ := range []*arrow.DurationType{
		{Unit: arrow.Second}, {Unit: arrow.Millisecond}, {Unit: arrow.Microsecond}, {Unit: arrow.Nanosecond},
	} {
		mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
		b := array.NewRecordBuilder(memory.NewGoAllocator(), arrow.NewSchema([]arrow.Field{
			{Name: "tput_per_gpu", Type: arrow.PrimitiveTypes.Float64},
			{Name: "p90_e2el", Type: typ, Nullable: true},
		}, nil))
		b.Field(0).(*array.Float64Builder).AppendValues([]float64{100, 90}, nil)
		b.Field(1).(*array.DurationBuilder).AppendValues([]arrow.Duration{4200000000, 0}, []bool{true, false})
		var doc bytes.Buffer
		w := ipc.NewWriter(&doc, ipc.WithSchema(b.Schema()))
		if err := errors.Join(w.Write(b.NewRecord()), w.Close()); err != nil {
			t.Fatal(err)
		}
		tb, err := Read([]string{"-"}, Options{Metrics: []string{"tput_per_gpu", "p90_e2el"}, Stdin: &doc, Allocator: mem})
		if err != nil {
			t.Fatalf("%v: %v", typ, err)
		}
		m := tb.Metric("p90_e2el")
		want := map[arrow.TimeUnit]float64{arrow.Second: 4.2e9, arrow.Millisecond: 4.2e6, arrow.Microsecond: 4200, arrow.Nanosecond: 4.2}[typ.Unit]
		if m.Values[0] != want || m.Unit != "s" || m.Reason(1).String() != "missing" {
			t.Errorf("%v is %v %s and %v, want %v s and missing", typ, m.Values[0], m.Unit, m.Reason(1), want)
		}
		tb.Close()
		mem.AssertSize(t, 0)
	}
}

// arrowSchemaText is the schema of a Parquet file as Arrow's libraries keep it.
func arrowSchemaText(t testing.TB) (encoded string, raw []byte) {
	var b bytes.Buffer
	err := ipc.NewWriter(&b, ipc.WithSchema(arrow.NewSchema([]arrow.Field{
		{Name: "id", Type: arrow.BinaryTypes.String},
		{Name: "lat", Type: arrow.PrimitiveTypes.Float64, Metadata: arrow.NewMetadata([]string{"PARQUET:field_id", "unit"}, []string{"1", "ms"})},
		{Name: "rate", Type: arrow.PrimitiveTypes.Int32, Metadata: arrow.NewMetadata([]string{"units"}, []string{"tok/s"})},
		{Name: "took", Type: arrow.FixedWidthTypes.Duration_us},
		{Name: "tags", Type: arrow.ListOf(arrow.BinaryTypes.String)},
	}, nil))).Close()
	if err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes()), b.Bytes()
}

// TestArrowUnits: the units of a schema, and that one that is broken is an error or
// some other schema, and no panic.
func TestArrowUnits(t *testing.T) {
	encoded, raw := arrowSchemaText(t)
	want := map[string]string{"lat": "ms", "rate": "tok/s", "took": "us"}
	if got, err := arrowUnits(encoded); err != nil || !maps.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	for n := range len(raw) - 8 { // the mark of the end is not needed
		if got, err := arrowUnits(base64.StdEncoding.EncodeToString(raw[:n])); err == nil {
			t.Errorf("cut to %d of %d bytes: %v", n, len(raw), got)
		}
	}
	for i := range raw {
		for bit := range 8 {
			flipped := bytes.Clone(raw)
			flipped[i] ^= 1 << bit
			if _, err := arrowUnits(base64.StdEncoding.EncodeToString(flipped)); err != nil && !errors.Is(err, errParquetSchema) {
				t.Errorf("byte %d, bit %d: %v", i, bit, err)
			}
		}
	}
	for _, s := range []string{"", "?", "AAAA", "/////w=="} {
		if got, err := arrowUnits(s); !errors.Is(err, errParquetSchema) {
			t.Errorf("%q: %v, %v", s, got, err)
		}
	}
}

func FuzzArrowUnits(f *testing.F) {
	_, raw := arrowSchemaText(f)
	f.Add(raw)
	f.Add([]byte("\xff\xff\xff\xff\x08\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		units, err := arrowUnits(base64.StdEncoding.EncodeToString(raw))
		if err != nil && units != nil {
			t.Fatalf("%v and %v", units, err)
		}
	})
}

package ingest

import (
	"slices"
	"sort"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"paretocov/frontier"
)

// reasonKey is the metadata key under which a reason column names its metric.
const reasonKey = "paretocov.reason_of"

// A builder collects rows into the columns of one Arrow record batch. Columns
// may turn up late; the rows before them have no value there.
type builder struct {
	mem     memory.Allocator
	rows    int
	metrics map[string]*metricBuilder
	labels  map[string]*labelBuilder
	places  []frontier.Place
}

type metricBuilder struct {
	values  *array.Float64Builder // null where unusable
	reasons *array.Uint8Builder
}

// A labelBuilder codes the texts of one column. Columns repeat: the text of the
// row before is tried before the dictionary.
type labelBuilder struct {
	codes *array.Int32Builder // null where there is no text
	words map[string]int32
	order []string // words by code
	last  int32    // code of the last text
}

func (l *labelBuilder) append(text string) {
	if len(l.order) == 0 || l.order[l.last] != text {
		code, known := l.words[text]
		if !known {
			code = int32(len(l.order))
			text = strings.Clone(text) // may alias the document
			l.words[text] = code
			l.order = append(l.order, text)
		}
		l.last = code
	}
	l.codes.Append(l.last)
}

// fill brings a late column up to n rows.
func (l *labelBuilder) fill(n int) {
	for l.codes.Len() < n {
		l.codes.AppendNull()
	}
}

// array returns the column and empties the builder of codes.
func (l *labelBuilder) array(mem memory.Allocator) arrow.Array {
	words := array.NewStringBuilder(mem)
	defer words.Release()
	words.AppendValues(l.order, nil)
	dict, codes := words.NewArray(), l.codes.NewArray()
	defer dict.Release()
	defer codes.Release()
	return array.NewDictionaryArray(dictionaryType, codes, dict)
}

func newBuilder(mem memory.Allocator) *builder {
	return &builder{mem: mem, metrics: map[string]*metricBuilder{}, labels: map[string]*labelBuilder{}}
}

// A row is one measured row on its way into a builder.
type row struct {
	labels  []cell
	metrics []number
	place   frontier.Place
}

// reset empties the row for the next one; its memory is used again.
func (r *row) reset(place frontier.Place) *row {
	*r = row{labels: r.labels[:0], metrics: r.metrics[:0], place: place}
	return r
}

type cell struct{ field, text string }

type number struct {
	metric string
	value  float64
	reason frontier.Reason
}

func (r *row) label(field, text string) {
	if text != "" {
		r.labels = append(r.labels, cell{field, text})
	}
}

func (r *row) metric(name string, v float64, reason frontier.Reason) {
	r.metrics = append(r.metrics, number{name, v, reason})
}

// add appends a row, of which it keeps nothing. A repeated field of one row keeps its first value.
func (b *builder) add(r *row) {
	for _, n := range r.metrics {
		m := b.metrics[n.metric]
		if m == nil {
			m = &metricBuilder{array.NewFloat64Builder(b.mem), array.NewUint8Builder(b.mem)}
			b.metrics[n.metric] = m
		}
		if m.values.Len() > b.rows {
			continue
		}
		m.fill(b.rows)
		if n.reason == frontier.Usable {
			m.values.Append(n.value)
		} else {
			m.values.AppendNull()
		}
		m.reasons.Append(uint8(n.reason))
	}
	for _, c := range r.labels {
		l := b.labels[c.field]
		if l == nil {
			l = &labelBuilder{codes: array.NewInt32Builder(b.mem), words: map[string]int32{}}
			b.labels[c.field] = l
		}
		if l.codes.Len() > b.rows {
			continue
		}
		l.fill(b.rows)
		l.append(c.text)
	}
	b.places = append(b.places, r.place)
	b.rows++
}

// fill brings a late column up to n rows.
func (m *metricBuilder) fill(n int) {
	for m.values.Len() < n {
		m.values.AppendNull()
		m.reasons.Append(uint8(frontier.Missing))
	}
}

var dictionaryType = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String}

// record returns the rows as one record batch and empties the builder. The
// caller releases the record.
func (b *builder) record() arrow.Record {
	var fields []arrow.Field
	var columns []arrow.Array
	add := func(f arrow.Field, a arrow.Array) {
		fields, columns = append(fields, f), append(columns, a)
	}
	for _, name := range sortedKeys(b.metrics) {
		m := b.metrics[name]
		m.fill(b.rows)
		add(arrow.Field{Name: name, Type: arrow.PrimitiveTypes.Float64, Nullable: true}, m.values.NewArray())
		add(arrow.Field{
			Name: name + ".reason", Type: arrow.PrimitiveTypes.Uint8,
			Metadata: arrow.NewMetadata([]string{reasonKey}, []string{name}),
		}, m.reasons.NewArray())
	}
	for _, name := range sortedKeys(b.labels) {
		l := b.labels[name]
		l.fill(b.rows)
		add(arrow.Field{Name: name, Type: dictionaryType, Nullable: true}, l.array(b.mem))
	}
	rec := array.NewRecord(arrow.NewSchema(fields, nil), columns, int64(b.rows))
	for _, c := range columns {
		c.Release()
	}
	return rec
}

// release gives back the memory of the builders.
func (b *builder) release() {
	for _, m := range b.metrics {
		m.values.Release()
		m.reasons.Release()
	}
	for _, l := range b.labels {
		l.codes.Release()
	}
}

// tableOf returns the record's columns as a Table that owns the record.
// Numbers alias the record's buffers.
func tableOf(rec arrow.Record, t frontier.Table) *frontier.Table {
	t.Rows = int(rec.NumRows())
	reasons := map[string][]frontier.Reason{}
	for i, f := range rec.Schema().Fields() {
		if of, ok := f.Metadata.GetValue(reasonKey); ok {
			codes := rec.Column(i).(*array.Uint8).Uint8Values()
			if slices.ContainsFunc(codes, func(c uint8) bool { return c != 0 }) {
				rs := make([]frontier.Reason, len(codes))
				for r, c := range codes {
					rs[r] = frontier.Reason(c)
				}
				reasons[of] = rs
			}
		}
	}
	for i, f := range rec.Schema().Fields() {
		switch col := rec.Column(i).(type) {
		case *array.Float64:
			t.Metrics = append(t.Metrics, frontier.Metric{Name: f.Name, Values: col.Float64Values(), Reasons: reasons[f.Name]})
		case *array.Dictionary:
			t.Labels = append(t.Labels, labelOf(f.Name, col))
		}
	}
	return frontier.NewTable(t, rec.Release)
}

func labelOf(name string, col *array.Dictionary) frontier.Label {
	dict := col.Dictionary().(*array.String)
	l := frontier.Label{Name: name, Words: make([]string, dict.Len())}
	for i := range l.Words {
		l.Words[i] = strings.Clone(dict.Value(i)) // outlives the record in results
	}
	codes := col.Indices().(*array.Int32)
	l.Codes = codes.Int32Values()
	if codes.NullN() > 0 {
		l.Codes = slices.Clone(l.Codes)
		for i := range l.Codes {
			if codes.IsNull(i) {
				l.Codes[i] = -1
			}
		}
	}
	return l
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

package ingest

import (
	"bytes"
	"hash/maphash"
	"slices"
	"sort"
	"unsafe"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/bitutil"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"paretocov/frontier"
)

// reasonKey is the metadata key under which a reason column names its metric.
const reasonKey = "paretocov.reason_of"

// unitKey is the metadata key under which a column states its unit.
const unitKey = "unit"

// A builder collects rows into the columns of one Arrow record batch. Columns
// may turn up late; the rows before them have no value there.
//
// Rows come one by one (add), or a file's rows at once (grow), column by column
// and from several goroutines.
type builder struct {
	mem     memory.Allocator
	seed    maphash.Seed // of all dictionaries
	rows    int
	awaited int // rows that there may be in the end
	metrics map[string]*metricColumn
	labels  map[string]*labelColumn
	places  []frontier.Place
}

// A metricColumn is a numeric column in the making, in Arrow buffers. Its length
// may be behind the number of rows.
type metricColumn struct {
	values  *memory.Buffer // float64; without meaning where there is a reason
	reasons *memory.Buffer // frontier.Reason
	unit    string         // "" where no file states one
}

// A labelColumn is a text column in the making, dictionary-coded.
type labelColumn struct {
	codes *memory.Buffer // int32, negative where there is no text
	words *dictionary
}

func newBuilder(mem memory.Allocator) *builder {
	return &builder{mem: mem, seed: maphash.MakeSeed(), metrics: map[string]*metricColumn{}, labels: map[string]*labelColumn{}}
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
		m := b.metricColumn(n.metric)
		if m.len() > b.rows {
			continue
		}
		values, reasons := m.grow(b.rows, 1)
		values[0], reasons[0] = n.value, n.reason
	}
	for _, c := range r.labels {
		l := b.labelColumn(c.field)
		if l.len() > b.rows {
			continue
		}
		l.grow(b.rows, 1)[0] = l.words.addString(c.text)
	}
	b.places = append(b.places, r.place)
	b.rows++
}

func (b *builder) metricColumn(name string) *metricColumn {
	m := b.metrics[name]
	if m == nil {
		m = &metricColumn{values: memory.NewResizableBuffer(b.mem), reasons: memory.NewResizableBuffer(b.mem)}
		b.metrics[name] = m
	}
	return m
}

func (b *builder) labelColumn(field string) *labelColumn {
	l := b.labels[field]
	if l == nil {
		l = &labelColumn{memory.NewResizableBuffer(b.mem), newDictionaryOf(b.seed)}
		b.labels[field] = l
	}
	return l
}

// A slab is the room for the rows of one file in a builder.
type slab struct {
	b        *builder
	from, to int // rows of the builder
}

// await says how many more rows there may be in the end, so that slabs that come
// one by one do not move the cells of those before.
func (b *builder) await(n int) {
	b.awaited = b.rows + n
	b.places = slices.Grow(b.places, n)
}

// grow makes room for n more rows, which have no values and no places yet.
func (b *builder) grow(n int) slab {
	s := slab{b, b.rows, b.rows + n}
	b.places = slices.Grow(b.places, n)[:s.to]
	b.rows = s.to
	return s
}

// places are where the rows stand, to be filled in.
func (s slab) places() []frontier.Place { return s.b.places[s.from:s.to] }

// metric returns the cells of a metric for the slab's rows, all Missing. The
// first call for a metric must come from one goroutine; the cells may then be
// written from several. A slab's cells are valid until the builder grows.
func (s slab) metric(name string) (values []float64, reasons []frontier.Reason) {
	m := s.b.metricColumn(name)
	m.values.Reserve(s.b.awaited * arrow.Float64SizeBytes)
	m.reasons.Reserve(s.b.awaited)
	return m.grow(s.from, s.to-s.from)
}

// label returns the codes of a text column for the slab's rows, all without
// text, and the dictionary that numbers the column's texts. As for metric, but
// the dictionary is for one goroutine at a time.
func (s slab) label(field string) (codes []int32, words *dictionary) {
	l := s.b.labelColumn(field)
	l.codes.Reserve(s.b.awaited * arrow.Int32SizeBytes)
	return l.grow(s.from, s.to-s.from), l.words
}

func (m *metricColumn) len() int { return m.reasons.Len() }

// grow brings the column to rows cells, then adds n, all missing, and returns
// these.
func (m *metricColumn) grow(rows, n int) (values []float64, reasons []frontier.Reason) {
	was := m.len()
	resize(m.values, (rows+n)*arrow.Float64SizeBytes)
	resize(m.reasons, rows+n)
	memory.Set(m.reasons.Bytes()[was:], byte(frontier.Missing))
	return arrow.Float64Traits.CastFromBytes(m.values.Bytes())[rows:], reasonsOf(m.reasons)[rows:]
}

func (l *labelColumn) len() int { return l.codes.Len() / arrow.Int32SizeBytes }

// grow brings the column to rows cells, then adds n, all without text, and
// returns these.
func (l *labelColumn) grow(rows, n int) []int32 {
	was := l.len()
	resize(l.codes, (rows+n)*arrow.Int32SizeBytes)
	memory.Set(l.codes.Bytes()[was*arrow.Int32SizeBytes:], 0xff) // -1
	return arrow.Int32Traits.CastFromBytes(l.codes.Bytes())[rows:]
}

// dropTextless removes text columns in which no row has a text, as if they were
// not there.
func (b *builder) dropTextless() {
	for field, l := range b.labels {
		if l.words.len() == 0 {
			l.codes.Release()
			delete(b.labels, field)
		}
	}
}

// reserve makes room for rows in all columns that there are.
func (b *builder) reserve(rows int) {
	for _, m := range b.metrics {
		m.values.Reserve(rows * arrow.Float64SizeBytes)
		m.reasons.Reserve(rows)
	}
	for _, l := range b.labels {
		l.codes.Reserve(rows * arrow.Int32SizeBytes)
		if n := l.words.len(); 2*n > b.rows && n < rows { // most rows have a text of their own
			l.words.expect(rows)
			l.words.data = slices.Grow(l.words.data, len(l.words.data)/n*(rows-n))
		}
	}
	b.places = slices.Grow(b.places, max(0, rows-len(b.places)))
}

// resize makes a buffer n bytes long. A buffer that grows again and again is
// given twice the room each time.
func resize(b *memory.Buffer, n int) {
	if n > b.Cap() && b.Len() > 0 {
		b.Reserve(max(n, 2*b.Cap()))
	}
	b.Resize(n)
}

// reasonsOf returns a buffer's bytes as the reasons that they are.
func reasonsOf(b *memory.Buffer) []frontier.Reason {
	bytes := b.Bytes()
	if len(bytes) == 0 {
		return nil
	}
	return unsafe.Slice((*frontier.Reason)(unsafe.Pointer(&bytes[0])), len(bytes)) // of one size
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
		m.grow(b.rows, 0)
		nulls := unusable(m.reasons.Bytes())
		valid := validity(b.mem, nulls, reasonsOf(m.reasons), func(r frontier.Reason) bool { return r == frontier.Usable })
		unit := m.unit
		if axis, _ := frontier.ParseAxis(name); frontier.IsMetric(name) {
			unit = axis.Unit
		}
		add(arrow.Field{
			Name: name, Type: arrow.PrimitiveTypes.Float64, Nullable: true,
			Metadata: arrow.NewMetadata([]string{unitKey}, []string{unit}),
		},
			arrayOf(arrow.PrimitiveTypes.Float64, b.rows, nulls, valid, m.values))
		add(arrow.Field{
			Name: name + ".reason", Type: arrow.PrimitiveTypes.Uint8,
			Metadata: arrow.NewMetadata([]string{reasonKey}, []string{name}),
		}, arrayOf(arrow.PrimitiveTypes.Uint8, b.rows, 0, nil, m.reasons))
	}
	for _, name := range sortedKeys(b.labels) {
		l := b.labels[name]
		l.grow(b.rows, 0)
		add(arrow.Field{Name: name, Type: dictionaryType, Nullable: true}, l.array(b.mem, b.rows))
	}
	rec := array.NewRecord(arrow.NewSchema(fields, nil), columns, int64(b.rows))
	for _, c := range columns {
		c.Release()
	}
	return rec
}

// array returns the column as an Arrow array.
func (l *labelColumn) array(mem memory.Allocator, rows int) arrow.Array {
	codes := arrow.Int32Traits.CastFromBytes(l.codes.Bytes())
	nulls := 0
	for _, c := range codes[:rows] {
		nulls += int(uint32(c) >> 31) // 1 if negative
	}
	valid := validity(mem, nulls, codes[:rows], func(c int32) bool { return c >= 0 })
	indices := arrayOf(arrow.PrimitiveTypes.Int32, rows, nulls, valid, l.codes)
	defer indices.Release()
	words := l.words.array(mem)
	defer words.Release()
	return array.NewDictionaryArray(dictionaryType, indices, words)
}

// arrayOf returns an array over a buffer. It takes over the caller's reference
// to valid, and one of its own to cells.
func arrayOf(t arrow.DataType, rows, nulls int, valid, cells *memory.Buffer) arrow.Array {
	data := array.NewData(t, rows, []*memory.Buffer{valid, cells}, nil, nulls, 0)
	defer data.Release()
	if valid != nil {
		valid.Release()
	}
	return array.MakeFromData(data)
}

// unusable returns how many of some reasons are reasons.
func unusable(reasons []byte) int {
	return len(reasons) - bytes.Count(reasons, []byte{byte(frontier.Usable)})
}

// validity returns the bitmap of cells that have a value, nil if there are no
// nulls.
func validity[T frontier.Reason | int32](mem memory.Allocator, nulls int, cells []T, ok func(T) bool) *memory.Buffer {
	if nulls == 0 {
		return nil
	}
	valid := memory.NewResizableBuffer(mem)
	valid.Resize(int(bitutil.BytesForBits(int64(len(cells)))))
	memory.Set(valid.Bytes(), 0xff)
	for r, c := range cells {
		if !ok(c) {
			bitutil.ClearBit(valid.Bytes(), r)
		}
	}
	return valid
}

// overfull names a text column whose distinct texts are too many bytes for an
// Arrow array, "" if none is.
func (b *builder) overfull() string {
	for _, f := range sortedKeys(b.labels) {
		if b.labels[f].words.tooLarge() {
			return f
		}
	}
	return ""
}

// release gives back the memory of the builder.
func (b *builder) release() {
	for _, m := range b.metrics {
		m.release()
	}
	for _, l := range b.labels {
		l.release()
	}
}

func (m *metricColumn) release() {
	m.values.Release()
	m.reasons.Release()
}

func (l *labelColumn) release() { l.codes.Release() }

// cut removes all cells but the first n.
func (m *metricColumn) cut(n int) {
	m.values.Resize(n * arrow.Float64SizeBytes)
	m.reasons.Resize(n)
}

// cut is as for metrics; the texts stay in the dictionary.
func (l *labelColumn) cut(n int) { l.codes.Resize(n * arrow.Int32SizeBytes) }

// tableOf returns the record's columns as a Table that owns the record.
// Numbers, reasons and codes alias the record's buffers.
func tableOf(rec arrow.Record, t frontier.Table) *frontier.Table {
	t.Rows = int(rec.NumRows())
	reasons := map[string][]frontier.Reason{}
	for i, f := range rec.Schema().Fields() {
		if of, ok := f.Metadata.GetValue(reasonKey); ok && rec.NumRows() > 0 {
			if rs := rec.Column(i).Data().Buffers()[1]; unusable(rs.Bytes()) > 0 {
				reasons[of] = reasonsOf(rs)
			}
		}
	}
	for i, f := range rec.Schema().Fields() {
		switch col := rec.Column(i).(type) {
		case *array.Float64:
			unit, _ := f.Metadata.GetValue(unitKey)
			t.Metrics = append(t.Metrics, frontier.Metric{Name: f.Name, Unit: unit, Values: col.Float64Values(), Reasons: reasons[f.Name]})
		case *array.Dictionary:
			t.Labels = append(t.Labels, labelOf(f.Name, col))
		}
	}
	return frontier.NewTable(t, rec.Release)
}

func labelOf(name string, col *array.Dictionary) frontier.Label {
	dict := col.Dictionary().(*array.String)
	l := frontier.Label{Name: name, Words: make([]string, dict.Len())}
	all := string(dict.ValueBytes()) // words outlive the record in results
	for i := range l.Words {
		l.Words[i] = all[dict.ValueOffset(i):dict.ValueOffset(i+1)]
	}
	l.Codes = col.Indices().(*array.Int32).Int32Values() // -1 where there is no text
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

package frontier

import "math"

// A Table holds measured rows as columns. Rows are indices. It is read-only
// once made and safe for concurrent use until Close.
type Table struct {
	// Rows is the number of rows.
	Rows int
	// Metrics are the numeric columns, in base units, sorted by name.
	Metrics []Metric
	// Labels are the text columns: settings, series fields, provenance.
	Labels []Label
	// Sources are the files that the rows came from.
	Sources []Source
	// Places says where each row came from.
	Places []Place
	// Skipped counts, by kind, the files of a searched folder or archive that
	// hold no points.
	Skipped map[string]int
	// Unread names metrics that the files have and that were not asked for.
	Unread []string
	// Unmapped are columns that were to be renamed and are not there.
	Unmapped []string
	// Unstated are columns whose unit was stated and that are not there.
	Unstated []string
	// Notes are remarks of the readers that concern results, such as a
	// recomputed metric. They are sorted and without repeats.
	Notes []string

	release func()
}

// NewTable returns t with release called by Close. Columns may alias memory
// that release gives back.
func NewTable(t Table, release func()) *Table {
	t.release = release
	return &t
}

// Close gives back the memory that the columns alias.
func (t *Table) Close() {
	if t.release != nil {
		t.release()
		t.release = nil
	}
}

// A Metric is a numeric column.
type Metric struct {
	Name string
	// Unit is that of the values, the base unit of its dimension: s, s/tok,
	// tok/s/user, tok/s/GPU, tok/s, J/tok. A metric whose whole name was asked for
	// and ends in a unit, such as latency_ms, is in that one. It is "" if unknown.
	Unit string
	// Values has one entry per row. Where Reasons tells that a cell is unusable
	// the entry has no meaning.
	Values []float64
	// Reasons has one entry per row, or is nil where every cell holds a number.
	Reasons []Reason
}

// A Label is a text column, dictionary-coded.
type Label struct {
	Name string
	// Codes has one entry per row, an index of Words or negative for none.
	Codes []int32
	// Words are the distinct texts, as read.
	Words []string
}

// A Source is a file that rows came from.
type Source struct {
	Path   string // as named, or found below the path that was named
	Format string // the artifact's shape
	Rows   int    // rows of points in it
	SHA256 string // of the file's bytes, in hex; "" unless it was asked for
	// SharedLines: some line holds several rows, so that a line does not tell one.
	SharedLines bool
}

// A Place is where a row stands.
type Place struct {
	Source int32 // index of Table.Sources
	Line   int32 // line of the row's first byte, from 1; 0 in files without lines
	Row    int32 // number of the row among its file's rows, from 1
}

// A Reason says why a cell cannot be used as a measured value.
type Reason uint8

// The reasons. The zero value says nothing against the cell; its number may
// still be no measurement: see Metric.Reason.
const (
	Usable Reason = iota
	Missing
	Null
	NaN
	Infinite
	Boolean
	Text
	Failed
	Zero
	Negative
	// TooManyFailed is of a row: more of its requests failed than may.
	TooManyFailed
	// NotAShare is of a failure rate that is not from 0 to 1, or of request counts
	// that give none.
	NotAShare

	lastReason = NotAShare
)

// Reasons returns all reasons but Usable, in their order.
func Reasons() []Reason {
	var all []Reason
	for r := Usable + 1; r <= lastReason; r++ {
		all = append(all, r)
	}
	return all
}

// String returns the reason in a word.
func (r Reason) String() string {
	switch r {
	case Usable:
		return "usable"
	case Missing:
		return "missing"
	case Null:
		return "null"
	case NaN:
		return "NaN"
	case Infinite:
		return "infinite"
	case Boolean:
		return "a boolean, not a number"
	case Text:
		return "text, not a number"
	case Failed:
		return "of a failed benchmark"
	case Zero:
		return "0"
	case Negative:
		return "negative"
	case TooManyFailed:
		return "over the limit of failed requests"
	case NotAShare:
		return "no share from 0 to 1"
	}
	return "invalid"
}

// Reason returns why the cell of a row is no measured value: whatever the
// reader found, or a number that is not finite and above zero.
func (m *Metric) Reason(row int) Reason {
	if r := m.read(row); r != Usable {
		return r
	}
	switch v := m.Values[row]; {
	case math.IsNaN(v):
		return NaN
	case math.IsInf(v, 0):
		return Infinite
	case v == 0:
		return Zero
	case v < 0:
		return Negative
	}
	return Usable
}

// read returns what the reader found against the cell of a row.
func (m *Metric) read(row int) Reason {
	if m.Reasons == nil {
		return Usable
	}
	return m.Reasons[row]
}

// Metric returns the column of that name, nil if there is none.
func (t *Table) Metric(name string) *Metric {
	for i := range t.Metrics {
		if t.Metrics[i].Name == name {
			return &t.Metrics[i]
		}
	}
	return nil
}

// Label returns the column of that name, nil if there is none.
func (t *Table) Label(name string) *Label {
	for i := range t.Labels {
		if t.Labels[i].Name == name {
			return &t.Labels[i]
		}
	}
	return nil
}

// Text returns the text of a row, "" for none. It may be called on nil.
func (l *Label) Text(row int) string {
	if l == nil || l.Codes[row] < 0 {
		return ""
	}
	return l.Words[l.Codes[row]]
}

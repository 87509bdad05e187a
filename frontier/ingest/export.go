package ingest

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/apache/arrow/go/v17/arrow/memory"

	"paretocov/frontier"
)

// A tableFormat is a file format that tables are written in. To write another,
// write its file and add its line to tableFormats.
type tableFormat struct {
	ending string
	// cell says how a text is written, so that reading it gives the text.
	cell func(frontier.Role, string) string
	// plain: columns have no metadata, so that names tell units.
	plain bool
	write func(*sheet, io.Writer, memory.Allocator) error
}

func tableFormats() []tableFormat {
	return []tableFormat{
		{".parquet", typedCell, false, (*sheet).writeParquet},
		{".arrow", typedCell, false, (*sheet).writeIPC},
		{".csv", csvCellOf, true, (*sheet).writeCSV},
		{".ndjson", typedCell, true, (*sheet).writeNDJSON},
	}
}

// Endings returns the endings of the names of files that Write writes.
func Endings() []string {
	var out []string
	for _, f := range tableFormats() {
		out = append(out, f.ending)
	}
	return out
}

// Writable reports whether the ending of a file's name is one of Endings.
func Writable(name string) bool { return formatOf(name) != nil }

func formatOf(name string) *tableFormat {
	ending := strings.ToLower(filepath.Ext(name))
	for _, f := range tableFormats() {
		if f.ending == ending {
			return &f
		}
	}
	return nil
}

// Write writes rows of a table, nil for all, in their order, in the format that
// the ending of name says:
//
//	.parquet  optional DOUBLE and STRING columns, zstd
//	.arrow    an IPC file of float64 and utf8 columns, zstd
//	.csv      RFC 4180, lines end with LF; no cell begins as a formula does
//	.ndjson   an object per line, with all columns
//
// The columns are those of the table, in a fixed order (see columnsOf), and two
// more: source, the file that a row was read from, unless the row has one, and
// paretocov.table, which marks the rows for reading back. Values are in base
// units; .parquet and .arrow name unit and better direction in the metadata of
// the columns (keys unit and better), and in .csv and .ndjson the name of a metric
// that is not known by name ends in its unit, where it has one (latency_s). Reading the file gives the same texts,
// numbers and reasons; a number that is unusable is an empty cell, whose reason
// stands in the mark.
//
// The same table is written as the same bytes. Memory is a batch of at most 65,536
// rows beside the table. mem is for Arrow's buffers; nil means Go's. Texts that are
// not UTF-8 and columns whose names would not be read back are an *Error.
func Write(w io.Writer, name string, t *frontier.Table, rows []int, mem memory.Allocator) error {
	f := formatOf(name)
	if f == nil {
		return fileError(name, "no ending of a format that is written: "+strings.Join(Endings(), ", "))
	}
	if mem == nil {
		mem = memory.DefaultAllocator
	}
	s, err := newSheet(t, rows, f)
	if err != nil {
		return err
	}
	return f.write(s, w, mem)
}

// A sheet is a table to be written: which rows, and how cells are spelled.
type sheet struct {
	t       *frontier.Table
	rows    []int // nil for all
	n       int
	texts   []textColumn
	numbers []numberColumn
}

// A textColumn gives each row of the table a word, or a negative number for none.
type textColumn struct {
	name  string
	words []string // as written
	code  func(row int) int32
}

// text returns the text of a row, "" for none.
func (c *textColumn) text(row int) string {
	if code := c.code(row); code >= 0 {
		return c.words[code]
	}
	return ""
}

// A numberColumn is a metric.
type numberColumn struct {
	*frontier.Metric
	axis    frontier.Axis // with unit and direction as far as they are known
	heading string        // of the column
}

// value returns the number of a row; ok is false where the cell is unusable.
func (c *numberColumn) value(row int) (v float64, ok bool) {
	return c.Values[row], reasonToWrite(c.Metric, row) == frontier.Usable
}

// reasonToWrite returns why a cell holds no finite number; 0 and less are
// numbers.
func reasonToWrite(m *frontier.Metric, row int) frontier.Reason {
	switch r := m.Reason(row); r {
	case frontier.Zero, frontier.Negative:
		return frontier.Usable
	default:
		return r
	}
}

// at returns the row of the table that is the i-th to be written.
func (s *sheet) at(i int) int {
	if s.rows == nil {
		return i
	}
	return s.rows[i]
}

// batchRows and batchBytes are how many rows, and bytes of text, are held at a
// time beside the table.
const (
	batchRows  = 1 << 16
	batchBytes = 64 << 20
)

// batches calls each with the bounds of batches of rows, from before to.
func (s *sheet) batches(each func(from, to int) error) error {
	for from := 0; from < s.n; {
		to, bytes := from, 0
		for to < s.n && to-from < batchRows && (bytes < batchBytes || to == from) {
			for i := range s.texts {
				bytes += len(s.texts[i].text(s.at(to)))
			}
			to++
		}
		if err := each(from, to); err != nil {
			return err
		}
		from = to
	}
	return nil
}

const sourceField = "source"

func newSheet(t *frontier.Table, rows []int, f *tableFormat) (*sheet, error) {
	s := &sheet{t: t, rows: rows, n: t.Rows}
	if rows != nil {
		s.n = len(rows)
	}
	if s.n == 0 {
		return nil, &Error{Path: pathsOf(t), Why: "no rows to write"}
	}
	labels, metrics := columnsOf(t)
	if err := checkNames(t, labels, metrics); err != nil {
		return nil, err
	}
	for _, l := range labels {
		c := textColumn{name: l.Name, words: l.Words, code: func(row int) int32 { return l.Codes[row] }}
		if l.Name == sourceField {
			paths := int32(len(l.Words))
			c.words = slices.Clone(l.Words)
			for i := range t.Sources {
				c.words = append(c.words, strings.ToValidUTF8(t.Sources[i].Path, "\ufffd"))
			}
			c.code = func(row int) int32 {
				if code := l.Codes; code != nil && code[row] >= 0 {
					return code[row]
				}
				return paths + t.Places[row].Source
			}
		}
		var err error
		if c.words, err = s.spell(&c, f.cell); err != nil {
			return nil, err
		}
		s.texts = append(s.texts, c)
	}
	taken := map[string]bool{}
	for i := range t.Labels {
		taken[t.Labels[i].Name] = true
	}
	for i := range t.Metrics {
		taken[t.Metrics[i].Name] = true
	}
	for _, m := range metrics {
		axis, err := frontier.ParseAxis(m.Name)
		if err != nil { // no unit and no direction is known
			axis = frontier.Axis{Name: m.Name}
		}
		if axis.Unit == "" {
			axis.Unit = m.Unit
		}
		c := numberColumn{m, axis, m.Name}
		if f.plain {
			c.heading = headingWithUnit(taken, &c)
		}
		s.numbers = append(s.numbers, c)
	}
	s.texts = append(s.texts, s.marks())
	return s, nil
}

// spell returns the words of a column as they are written.
func (s *sheet) spell(c *textColumn, cell func(frontier.Role, string) string) ([]string, error) {
	role := frontier.RoleOf(c.name)
	words, own := c.words, false
	for i, w := range c.words {
		if !utf8.ValidString(w) {
			return nil, s.notUTF8(c, int32(i))
		}
		spelled := cell(role, w)
		if spelled == w {
			continue
		}
		if !own {
			words, own = slices.Clone(c.words), true
		}
		words[i] = spelled
	}
	return words, nil
}

func (s *sheet) notUTF8(c *textColumn, code int32) error {
	e := &Error{Path: pathsOf(s.t), Column: c.name, Value: cutText(c.words[code]), Why: "not UTF-8; write the text anew as UTF-8"}
	for i := range s.n {
		if r := s.at(i); c.code(r) == code {
			p := s.t.Places[r]
			e.Path, e.Line = s.t.Sources[p.Source].Path, int(p.Line)
			break
		}
	}
	return e
}

func pathsOf(t *frontier.Table) string {
	var paths []string
	for i := range t.Sources {
		paths = append(paths, t.Sources[i].Path)
	}
	if len(paths) > 3 {
		paths = append(paths[:3], "...")
	}
	return strings.Join(paths, ", ")
}

// marks returns the column of marks.
func (s *sheet) marks() textColumn {
	c := textColumn{name: markColumn, words: []string{markVersion}, code: func(int) int32 { return 0 }}
	var flawed []numberColumn
	for _, m := range s.numbers {
		if m.Reasons != nil || slices.ContainsFunc(m.Values, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }) {
			flawed = append(flawed, m)
		}
	}
	if len(flawed) == 0 {
		return c
	}
	codes := make([]int32, s.t.Rows)
	known := map[string]int32{markVersion: 0}
	reasons := make([]frontier.Reason, len(flawed))
	last, lastCode := slices.Clone(reasons), int32(0)
	for i := range s.n {
		r := s.at(i)
		failed := 0
		for k := range flawed {
			if reasons[k] = reasonToWrite(flawed[k].Metric, r); reasons[k] == frontier.Failed {
				failed++
			}
		}
		if !slices.Equal(reasons, last) {
			text := markOf(flawed, reasons, failed == len(s.numbers))
			code, ok := known[text]
			if !ok {
				code = int32(len(c.words))
				known[text] = code
				c.words = append(c.words, text)
			}
			copy(last, reasons)
			lastCode = code
		}
		codes[r] = lastCode
	}
	c.code = func(row int) int32 { return codes[row] }
	return c
}

// markOf returns the mark of a row whose metrics have these reasons.
func markOf(metrics []numberColumn, reasons []frontier.Reason, failed bool) string {
	if failed {
		return markVersion + ` {"*":"failed"}`
	}
	var b []byte
	for k, r := range reasons {
		for _, w := range reasonWords {
			if w.reason != r {
				continue
			}
			if b = append(b, ','); len(b) == 1 {
				b = append(append(b[:0], markVersion...), ' ', '{')
			}
			b = append(appendJSONText(b, metrics[k].heading), ':')
			b = appendJSONText(b, w.word)
		}
	}
	if len(b) == 0 {
		return markVersion
	}
	return string(append(b, '}'))
}

// columnsOf returns the columns of a table in the order in which they are
// written, source among them: what names a point, the curve, settings, texts of no
// known meaning, provenance; of one kind known series fields in the order of the
// curve's name and others by name. Of metrics tput_per_gpu comes first, and others
// by name.
func columnsOf(t *frontier.Table) (labels []*frontier.Label, metrics []*frontier.Metric) {
	for i := range t.Labels {
		labels = append(labels, &t.Labels[i])
	}
	if t.Label(sourceField) == nil {
		labels = append(labels, &frontier.Label{Name: sourceField})
	}
	roles := []frontier.Role{
		frontier.ID, frontier.CurveName, frontier.SeriesField, frontier.Setting, frontier.FreeText, frontier.Provenance,
	}
	series := []string{"model", "model_prefix", "benchmark_type", "isl", "osl", "hardware", "framework", "precision", "spec_method"}
	slices.SortFunc(labels, func(a, b *frontier.Label) int {
		return cmp.Or(
			slices.Index(roles, frontier.RoleOf(a.Name))-slices.Index(roles, frontier.RoleOf(b.Name)),
			slices.Index(series, a.Name)-slices.Index(series, b.Name),
			strings.Compare(a.Name, b.Name))
	})
	for i := range t.Metrics {
		metrics = append(metrics, &t.Metrics[i])
	}
	slices.SortFunc(metrics, func(a, b *frontier.Metric) int {
		if first := frontier.DefaultY; (a.Name == first) != (b.Name == first) {
			if a.Name == first {
				return -1
			}
			return 1
		}
		return strings.Compare(a.Name, b.Name)
	})
	return labels, metrics
}

// headingWithUnit returns the name of a metric for formats without metadata: with its unit
// behind it, where that is known and not by the name alone, and no other column
// has that name.
func headingWithUnit(taken map[string]bool, c *numberColumn) string {
	if frontier.IsMetric(c.Name) || c.axis.Unit == "" || unitInName(c.Name).stated() {
		return c.Name
	}
	for _, name := range []string{c.Name + "_" + c.axis.Unit, c.Name + " (" + c.axis.Unit + ")"} {
		if p, ok := splitUnit(name); ok && p.stem == c.Name && p.unit.label() == c.axis.Unit && !taken[name] {
			return name
		}
	}
	return c.Name
}

// checkNames refuses columns that would not be read back under their names.
func checkNames(t *frontier.Table, labels []*frontier.Label, metrics []*frontier.Metric) error {
	var names []string
	for _, l := range labels {
		names = append(names, l.Name)
	}
	for _, m := range metrics {
		names = append(names, m.Name)
	}
	folded := map[string]string{}
	for _, name := range names {
		e := &Error{Path: pathsOf(t), Column: name}
		other, twice := folded[strings.ToLower(name)]
		switch {
		case twice && other == name:
			e.Why = "text in some rows and numbers in others; convert the files apart"
		case twice:
			e.Why = fmt.Sprintf("the column is there twice (also as %q); rename one with --map", other)
		case frontier.FieldName(name) != name:
			e.Why = fmt.Sprintf("a column of that name is read as %q; choose another name with --map", frontier.FieldName(name))
		case name == markColumn:
			e.Why = "the name is kept for the marks of rows; choose another name with --map"
		case !utf8.ValidString(name):
			e.Why = "the name is not UTF-8; choose another name with --map"
		default:
			folded[strings.ToLower(name)] = name
			continue
		}
		return e
	}
	return nil
}

package ingest

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"paretocov/frontier"
)

// A csvTable is a CSV document of which the header is read.
type csvTable struct {
	path      string
	doc       []byte // from the header on
	above     int    // lines before doc
	separator byte
	columns   []string
	body      []byte    // doc behind the header
	line      int       // on which body begins, from 1
	comma     bool      // numbers have decimal commas
	shape     *csvShape // nil for a table of no known shape
}

// readCSV reads the header of a CSV document. The separator, a comma, semicolon
// or tab, is told from it. An error comes with a table without columns.
func readCSV(path string, doc []byte) (*csvTable, error) {
	doc = bytes.TrimPrefix(doc, []byte(utf8BOM))
	if bytes.IndexByte(doc, '\n') < 0 {
		if bytes.IndexByte(doc, '\r') >= 0 {
			doc = bytes.ReplaceAll(doc, []byte("\r"), []byte("\n")) // lines of the old Macintosh
		}
	}
	t := &csvTable{path: path}
	t.doc, t.above = cutPreamble(doc)
	first := bytes.TrimLeft(t.doc, "\r\n")
	if len(first) > maxCellBytes && recordEnd(first[:maxCellBytes], false) == maxCellBytes {
		return t, &Error{Path: path, Line: t.above + 1 + bytes.Count(t.doc[:len(t.doc)-len(first)], []byte("\n")), Why: longCell}
	}
	t.separator = separatorOf(first)
	r := t.reader()
	header, err := r.Read()
	switch {
	case errors.Is(err, io.EOF):
	case err != nil:
		return t, t.fault(err, 0)
	default:
		if err := tooManyColumns(path, len(header)); err != nil {
			return t, err
		}
		for i := range header {
			header[i] = strings.TrimSpace(header[i])
		}
		restoreNames(header)
		t.columns = header
		t.shape = csvShapeOf(header)
	}
	end := r.InputOffset()
	t.body, t.line = t.doc[end:], t.above+1+bytes.Count(t.doc[:end], []byte("\n"))
	return t, nil
}

// cutPreamble cuts off the lines before the header that begin with a "#", as
// the dashboard's exports have, and counts them.
func cutPreamble(doc []byte) (rest []byte, lines int) {
	for rest = doc; len(rest) > 0 && rest[0] == '#'; lines++ {
		_, rest, _ = bytes.Cut(rest, []byte("\n"))
	}
	return rest, lines
}

// separatorOf returns the separator that the first line has most of, outside
// quotes.
func separatorOf(doc []byte) byte {
	var counts [256]int
	quoted := false
	for _, b := range doc {
		if b == '\n' && !quoted {
			break
		}
		if b == '"' {
			quoted = !quoted
		} else if !quoted {
			counts[b]++
		}
	}
	best := byte(',')
	for _, s := range []byte{';', '\t'} {
		if counts[s] > counts[best] {
			best = s
		}
	}
	return best
}

// format names what the table is.
func (t *csvTable) format() string {
	if t.shape != nil {
		return t.shape.name
	}
	return "csv"
}

// addTo adds the table's rows to a builder. Columns that are metrics asked for
// must hold numbers; known settings and text columns identify points; other
// numeric columns are left out.
func (t *csvTable) addTo(b *builder, o *Options, source int32) error {
	return t.addChunks(b, o, source, csvChunkBytes)
}

// addChunks is addTo with the size of the chunks that are scanned side by side.
func (t *csvTable) addChunks(b *builder, o *Options, source int32, size int) error {
	var err error
	if t.shape != nil {
		if o, err = t.shape.optionsFor(t, o); err != nil {
			return err
		}
	}
	fields, err := o.fields(t.path, t.columns)
	switch {
	case err != nil:
	case !anyRecord(t.body):
		err = nothingIn(t.path, "no data rows")
	case !slices.Contains(fields, o.y()):
		err = missingColumn(t.path, o.y(), t.columns)
	}
	if err != nil {
		if len(t.columns) < 2 && anyRecord(t.body) {
			return err // it is no table, so its lines are no broken records
		}
		return Join(err, t.findFaults(nil))
	}
	before := b.rows
	plan := newCSVPlan(fields, t.separator, o)
	at := frontier.Place{Source: source, Line: int32(t.line), Row: 1}
	chunks := plan.cut(t.body, at, size)
	for i := range chunks {
		if c := &chunks[i]; len(c.bytes) > size+maxCellBytes { // all of it but a chunk is one record
			return &Error{Path: t.path, Line: int(c.at.Line) + c.linesBefore(size), Why: longCell}
		}
	}
	if err := o.tooManyRows(t.path, recordsOf(chunks)); err != nil {
		return err
	}
	ok := plan.decide(t.body, true, size)
	if ok {
		var found []csvContent
		rows := b.grow(recordsOf(chunks))
		found, ok = plan.fill(rows, chunks)
		if rest := plan.undecided(found, true); ok && rest != nil {
			_, ok = rest.fill(rows, chunks)
		}
	}
	if !ok {
		if err := t.findFaults(plan.columns); err != nil {
			return err
		}
		return fileError(t.path, "a record cannot be read; write the table anew with a CSV library") // no such record is known
	}
	b.dropTextless()
	plan.see(o.seen)
	if t.shape != nil {
		t.shape.addLabels(b, before)
	}
	return o.toBase(b, t.path, t.columns, fields, nil, before)
}

func (t *csvTable) reader() *csv.Reader {
	r := csv.NewReader(bytes.NewReader(t.doc))
	r.Comma = rune(t.separator)
	return r
}

// findFaults reads the document again, cell by cell and slowly, for all that is
// wrong with it, in the order of the records: those that are none, and the cells
// of metrics that are no numbers; nil if there is nothing. Where quotes are wrong,
// the next record is taken to begin on the next line.
func (t *csvTable) findFaults(columns []csvColumn) error {
	r := t.reader()
	r.ReuseRecord = true
	var all faults
	for header := true; ; header = false {
		rec, err := r.Read()
		if errors.Is(err, io.EOF) {
			return all.err()
		}
		if err != nil {
			all.add(t.fault(err, len(rec)))
			if header || !errors.As(err, new(*csv.ParseError)) {
				return all.err()
			}
			continue
		}
		if header {
			continue
		}
		for i, c := range columns {
			if c.use != csvMetric {
				continue
			}
			if _, _, ok := parseCell(rec[i], t.comma); ok {
				continue
			}
			if !all.room() {
				all.count()
				continue
			}
			line, _ := r.FieldPos(0)
			all.add(&Error{Path: t.path, Line: t.above + line, Column: t.columns[i], Value: strings.Clone(cutText(rec[i])), Why: t.notANumber(i, rec[i])})
		}
	}
}

// notANumber says why a cell of a column is no number, and what to do.
func (t *csvTable) notANumber(column int, cell string) string {
	why := notANumber(cell, t.comma)
	if isCount(strings.ToLower(t.columns[column])) {
		why += fmt.Sprintf(", or, if it counts no requests, rename the column with --map '%s=NAME'", t.columns[column])
	}
	return why
}

// fault is the error of a record of so many cells.
func (t *csvTable) fault(err error, cells int) error {
	var pe *csv.ParseError
	if !errors.As(err, &pe) {
		return fileError(t.path, err.Error())
	}
	why := pe.Err.Error()
	switch {
	case errors.Is(pe.Err, csv.ErrFieldCount):
		why = fmt.Sprintf("the row has %d cells and the header %d; quote cells that hold a separator", cells, len(t.columns))
	case errors.Is(pe.Err, csv.ErrQuote), errors.Is(pe.Err, csv.ErrBareQuote):
		why = `a quote opens or ends where none may, or is never closed`
		if pe.StartLine != pe.Line {
			why += fmt.Sprintf(" (the record begins on line %d)", t.above+pe.StartLine)
		}
		why += `; put the cell in quotes and double those in it ("")`
	}
	return &Error{Path: t.path, Line: t.above + pe.Line, Why: why}
}

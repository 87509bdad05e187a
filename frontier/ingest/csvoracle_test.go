package ingest

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"paretocov/frontier"
)

// The reading of CSV by encoding/csv, cell by cell: what the scan is held to.

// An oracleTable is a table of text cells with named columns, as CSV gives it.
type oracleTable struct {
	path    string
	columns []string
	lines   []int      // of each row
	rows    [][]string // nil for a record that is none
	broken  []error    // what is wrong with these
}

// oracleReadCSV splits a CSV document into cells. The separator, a comma, semicolon
// or tab, is told from the header.
func oracleReadCSV(path string, doc []byte) (*oracleTable, error) {
	doc = bytes.TrimPrefix(doc, []byte(utf8BOM))
	if !bytes.Contains(doc, []byte("\n")) {
		doc = bytes.ReplaceAll(doc, []byte("\r"), []byte("\n")) // lines of the old Macintosh
	}
	doc = oraclePreamble(doc)
	r := csv.NewReader(bytes.NewReader(doc))
	r.Comma = oracleSeparator(bytes.TrimLeft(doc, "\r\n"))
	t := &oracleTable{path: path}
	for {
		rec, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		var pe *csv.ParseError
		if errors.As(err, &pe) {
			why := pe.Err.Error()
			switch {
			case errors.Is(pe.Err, csv.ErrFieldCount):
				why = fmt.Sprintf("the row has %d cells and the header %d; quote cells that hold a separator", len(rec), len(t.columns))
			case errors.Is(pe.Err, csv.ErrQuote), errors.Is(pe.Err, csv.ErrBareQuote):
				why = `a quote opens or ends where none may, or is never closed; put the cell in quotes and double those in it ("")`
				if pe.StartLine != pe.Line {
					why = fmt.Sprintf(`a quote opens or ends where none may, or is never closed (the record begins on line %d); put the cell in quotes and double those in it ("")`, pe.StartLine)
				}
			}
			err := &Error{Path: path, Line: pe.Line, Why: why}
			if t.columns == nil {
				return t, err
			}
			t.lines, t.rows, t.broken = append(t.lines, pe.StartLine), append(t.rows, nil), append(t.broken, err)
			continue
		}
		if err != nil {
			return t, fileError(path, err.Error())
		}
		if t.columns == nil {
			for i := range rec {
				rec[i] = strings.TrimSpace(rec[i])
			}
			t.columns = rec
			continue
		}
		line, _ := r.FieldPos(0)
		t.lines = append(t.lines, line)
		t.rows = append(t.rows, rec)
	}
	return t, nil
}

// oraclePreamble empties the lines before the header that begin with a "#", as
// the dashboard's exports have. Line numbers stay.
func oraclePreamble(doc []byte) []byte {
	rest, blank := doc, 0
	for len(rest) > 0 && rest[0] == '#' {
		_, rest, _ = bytes.Cut(rest, []byte("\n"))
		blank++
	}
	if blank == 0 {
		return doc
	}
	return append(bytes.Repeat([]byte("\n"), blank), rest...)
}

// oracleSeparator returns the separator that the first line has most of, outside
// quotes.
func oracleSeparator(doc []byte) rune {
	counts := map[byte]int{}
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
	return rune(best)
}

// addTo adds the table's rows to a builder. Columns that are metrics asked for
// must hold numbers; known settings and text columns identify points; other
// numeric columns are left out.
func (t *oracleTable) addTo(b *builder, o *Options, source int32) error {
	fields, err := o.fields(t.path, t.columns)
	switch {
	case err != nil:
	case len(t.rows) == 0:
		return nothingIn(t.path, "no data rows")
	case !slices.Contains(fields, o.y()):
		err = missingColumn(t.path, o.y(), t.columns)
	}
	if err != nil && len(t.columns) == 1 && len(t.rows) > 0 {
		return err
	}
	if err != nil {
		return joined(append([]error{err}, t.broken...))
	}
	const (
		skip = iota
		metric
		label
	)
	uses := make([]int, len(fields))
	for c, f := range fields {
		switch role := frontier.RoleOf(f); {
		case o.wanted[f]:
			uses[c] = metric
		case o.referenced[f] || role != frontier.FreeText:
			uses[c] = label
		case !frontier.IsMetric(f) && !t.numeric(c):
			uses[c] = label
		default:
			o.seen[f] = true
		}
	}
	var buffer row
	var wrong []error
	rest := t.broken
	for i, rec := range t.rows {
		if rec == nil {
			wrong, rest = append(wrong, rest[0]), rest[1:]
			continue
		}
		r := buffer.reset(frontier.Place{Source: source, Line: int32(t.lines[i]), Row: int32(i + 1)})
		for c, f := range fields {
			switch uses[c] {
			case metric:
				v, reason, ok := oracleNumber(rec[c])
				if !ok {
					wrong = append(wrong, &Error{Path: t.path, Line: t.lines[i], Column: t.columns[c], Value: cutText(rec[c]), Why: oracleNotANumber(rec[c])})
					continue
				}
				r.metric(f, v, reason)
			case label:
				text := rec[c]
				if oracleVerbatim(f) || !oracleNullLabel(text) {
					r.label(f, text)
				}
			}
		}
		b.add(r)
	}
	return joined(wrong)
}

// joined is several errors as one, each of them *Error or *Errors.
func joined(errs []error) error {
	var list []*Error
	for _, err := range errs {
		if several, ok := err.(*Errors); ok { //nolint:errorlint // as it was made
			list = append(list, several.List...)
		} else {
			list = append(list, err.(*Error)) //nolint:errorlint // as it was made
		}
	}
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	return &Errors{List: list, Total: len(list)}
}

// numeric reports whether all cells of a column are numbers or empty.
func (t *oracleTable) numeric(c int) bool {
	some := false
	for _, rec := range t.rows {
		if rec == nil {
			continue
		}
		if _, reason, ok := oracleNumber(rec[c]); !ok {
			return false
		} else if reason == frontier.Usable {
			some = true
		}
	}
	return some
}

var oracleDecimal = regexp.MustCompile(`^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$`)

// oracleNullWord reports whether a cell says that there is no value.
func oracleNullWord(text string) bool {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "", "na", "n/a", "null", "none", "nan", "-":
		return true
	}
	return false
}

// oracleNullLabel is oracleNullWord for text columns, where "none" says something: no
// speculative decoding, no offload.
func oracleNullLabel(text string) bool {
	return oracleNullWord(text) && !strings.EqualFold(strings.TrimSpace(text), "none")
}

// oracleVerbatim reports whether a field's text is taken as it stands, whatever it is.
func oracleVerbatim(field string) bool {
	role := frontier.RoleOf(field)
	return role == frontier.ID || role == frontier.CurveName
}

// oracleNumber reads a cell of a numeric column. ok is false for text that is
// neither a number nor a word for no value or infinity.
func oracleNumber(text string) (f float64, reason frontier.Reason, ok bool) {
	s := strings.TrimSpace(text)
	if oracleNullWord(s) {
		return 0, frontier.Missing, true
	}
	switch strings.ToLower(s) {
	case "inf", "+inf", "-inf", "infinity", "+infinity", "-infinity":
		return 0, frontier.Infinite, true
	}
	if !oracleDecimal.MatchString(s) {
		return 0, 0, false
	}
	f, _ = strconv.ParseFloat(s, 64)
	if math.IsInf(f, 0) {
		return 0, frontier.Infinite, true
	}
	return f, frontier.Usable, true
}

func oracleNotANumber(text string) string {
	if _, after, comma := strings.Cut(text, ","); comma {
		if strings.Contains(after, ".") {
			return "comma in number; write numbers without thousands marks"
		}
		return "comma in number; if commas are decimal marks give --decimal=, (else write numbers without thousands marks)"
	}
	return "not a number; leave the cell empty where there is no value"
}

package ingest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/apache/arrow/go/v17/arrow"

	"paretocov/frontier"
)

// markColumn is the column that marks the rows of tables that Write wrote. Its
// cells hold the version of their rules, and behind it, as a JSON object, why
// cells of the row are unusable:
//
//	1
//	1 {"p90_e2el":"NaN"}
//	1 {"*":"failed"}
//
// Columns survive what programs do to a table more often than comments and
// metadata do. In rows with a mark:
//
//   - an empty cell of a metric, or null, is Missing unless the mark says why;
//     "*" is for all metrics that are asked for; a cell that holds a value is none
//     of these;
//   - a text that begins with ' is the text behind that, or, if it begins with
//     '\, the text behind that with the escapes \r, \0 and \\;
//   - they are of no other known shape, whatever columns they have.
const markColumn = "paretocov.table"

const markVersion = "1"

// reasonWords are the reasons that marks name.
var reasonWords = [...]struct {
	reason frontier.Reason
	word   string
}{
	{frontier.Null, "null"},
	{frontier.NaN, "NaN"},
	{frontier.Infinite, "infinite"},
	{frontier.Boolean, "boolean"},
	{frontier.Text, "text"},
	{frontier.Failed, "failed"},
	{frontier.NotAShare, "no share"},
}

// A rowMark is what a mark says of its row.
type rowMark struct {
	set     bool
	all     frontier.Reason // of all metrics, Usable for none
	reasons []metricReason
}

type metricReason struct {
	metric string
	stem   string // the same without a unit behind it
	reason frontier.Reason
}

// readMark reads the text of a mark.
func readMark(text string) (rowMark, error) {
	m := rowMark{set: true}
	version, why, more := strings.Cut(strings.TrimSpace(text), " ")
	if version != markVersion {
		return m, fmt.Errorf("a table of another version than %s; write it anew with this paretocov, or drop the column", markVersion)
	}
	if !more {
		return m, nil
	}
	words := map[string]string{}
	if err := json.Unmarshal([]byte(why), &words); err != nil {
		return m, fmt.Errorf("it does not say why cells are unusable, as in 1 {\"p90_e2el\":\"NaN\"}; write the table anew")
	}
	for _, metric := range sortedKeys(words) {
		reason := frontier.Usable
		for _, w := range reasonWords {
			if w.word == words[metric] {
				reason = w.reason
			}
		}
		switch {
		case reason == frontier.Usable:
			return m, fmt.Errorf("%q is no reason that is known; write the table anew", words[metric])
		case metric == "*":
			m.all = reason
		default:
			own := metricReason{metric, metric, reason}
			if s, ok := splitUnit(metric); ok {
				own.stem = s.stem
			}
			m.reasons = append(m.reasons, own)
		}
	}
	return m, nil
}

// restore gives the rows from one on what their marks say, and removes the
// marks. The rows are those of the file at path.
func (b *builder) restore(path string, from int, o *Options) error {
	l := b.labels[markColumn]
	if l == nil {
		return nil
	}
	defer func() {
		l.release()
		delete(b.labels, markColumn)
	}()
	marks := make([]rowMark, l.words.len())
	for c := range marks {
		text := string(l.words.text(int32(c)))
		var err error
		if marks[c], err = readMark(text); err != nil {
			return &Error{Path: path, Column: markColumn, Value: cutText(text), Why: err.Error()}
		}
	}
	l.grow(b.rows, 0)
	codes := arrow.Int32Traits.CastFromBytes(l.codes.Bytes())[from:b.rows]
	for _, field := range sortedKeys(b.labels) {
		if field != markColumn {
			b.labels[field].restore(from, codes)
		}
	}
	for _, m := range marks {
		if m.all != frontier.Usable {
			for _, w := range o.list {
				b.metricColumn(w.name)
			}
		}
		if o.survey != nil { // a column of no number at all is known from its marks alone
			for _, r := range m.reasons {
				o.survey[r.metric] = true
			}
		}
	}
	for _, name := range sortedKeys(b.metrics) {
		c := b.metrics[name]
		c.grow(b.rows, 0)
		reasons := reasonsOf(c.reasons)[from:b.rows]
		for r, code := range codes {
			if code < 0 {
				continue
			}
			m := &marks[code]
			if reasons[r] == frontier.Null {
				reasons[r] = frontier.Missing
			}
			said := m.all
			for i := range m.reasons {
				if m.reasons[i].metric == name || m.reasons[i].stem == name {
					said = m.reasons[i].reason
				}
			}
			switch {
			case said == frontier.Usable:
			case reasons[r] == frontier.Usable: // or a mark could hide a share of failed requests
				p := b.places[from+r]
				e := &Error{Path: path, Line: int(p.Line), Column: markColumn, Value: cutText(string(l.words.text(code))), Why: fmt.Sprintf("it says that %s is unusable, which has a value; write 1 alone, or empty the cell", name)}
				if p.Line == 0 {
					e.Why = fmt.Sprintf("row %d: ", p.Row) + e.Why
				}
				return e
			default:
				reasons[r] = said
			}
		}
	}
	return nil
}

// restore makes the column's texts plain in the rows from one on that have a
// mark.
func (l *labelColumn) restore(from int, marks []int32) {
	plain := map[int32]int32{} // the code of the plain text, of texts that are not
	for c := range int32(l.words.len()) {
		if text := l.words.text(c); text[0] == '\'' {
			plain[c] = -1
		}
	}
	if len(plain) == 0 {
		return
	}
	own := arrow.Int32Traits.CastFromBytes(l.codes.Bytes())
	for r := from; r < len(own); r++ {
		to, is := plain[own[r]]
		if !is || marks[r-from] < 0 {
			continue
		}
		if to < 0 {
			to = l.words.addString(plainText(string(l.words.text(own[r]))))
			plain[own[r]] = to
		}
		own[r] = to
	}
}

var (
	escapes   = strings.NewReplacer(`\`, `\\`, "\r", `\r`, "\x00", `\0`)
	unescapes = strings.NewReplacer(`\\`, `\`, `\r`, "\r", `\0`, "\x00")
)

// plainText returns the text that a cell of a marked row stands for.
func plainText(cell string) string {
	rest, quoted := strings.CutPrefix(cell, "'")
	if !quoted {
		return cell
	}
	if escaped, ok := strings.CutPrefix(rest, `\`); ok {
		return unescapes.Replace(escaped)
	}
	return rest
}

// typedCell returns how a text is written to a format that tells text from
// numbers by itself: with ' before it where a reader would take it for something
// else.
func typedCell(_ frontier.Role, text string) string {
	if strings.HasPrefix(text, "'") || isNullLabel(text) {
		return "'" + text
	}
	return text
}

// csvCellOf returns how a text is written to CSV: with ' before it, which to
// spreadsheets says that it is text, where a program could take it for a formula,
// or a reader for a number or for no value.
func csvCellOf(role frontier.Role, text string) string {
	if strings.ContainsAny(text, "\r\x00") {
		return `'\` + escapes.Replace(text)
	}
	if plain := typedCell(role, text); plain != text {
		return plain
	}
	_, _, number := parseNumber(text)
	if number && !isNone(text) {
		if role == frontier.FreeText {
			return "'" + text
		}
		if text == strings.TrimSpace(text) { // else programs may not take it for one
			return text
		}
	}
	if isFormula(text) || strings.HasPrefix(text, utf8BOM) {
		return "'" + text
	}
	return text
}

// isFormula reports whether a spreadsheet could execute a text: one that begins,
// be it behind spaces or quotes, with = + - @ or a wide form of these, or with a
// tab or a line break.
func isFormula(text string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(text, " \"'\u00a0\u3000\u201c\u201d\u2018\u2019"))
	return strings.ContainsRune("=+-@\t\n\r\uff1d\uff0b\uff0d\uff20\u2212", r)
}

// restoreNames makes plain the names of the columns of a CSV table that has
// marks.
func restoreNames(names []string) {
	if !slices.Contains(names, markColumn) {
		return
	}
	for i := range names {
		names[i] = plainText(names[i])
	}
}

package ingest

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"paretocov/frontier"
)

// A jsonTable is a list of JSON objects that are rows.
type jsonTable struct {
	path  string
	doc   []byte
	above int // lines before doc
	rows  []jsonValue
	kinds []*shape // of the rows, nil where none is known
	lines lineCounter
	top   jsonValue // the whole document, where it is one value
}

// errNoRows says that a document is valid JSON without rows of points.
var errNoRows = errors.New("no rows of points")

// emptyObjects says that a document's rows hold nothing.
const emptyObjects = "no data rows: its objects are empty"

// The formats of JSON documents whose rows are of no known shape, or of several.
const (
	formatJSON  = "json"
	formatMixed = "inferencex-mixed"
)

// addJSON adds the rows of a document to the builder and returns their format,
// "" for a found file that holds no points.
func addJSON(f file, doc []byte, b *builder, o *Options, source int32, sizes scanSizes) (format string, err error) {
	format, err = scanJSON(f, doc, b, o, source, sizes)
	if !errors.Is(err, errOtherwise) {
		if told, ours := rawTraceError(f, err); ours {
			return "", told
		}
		return format, err
	}
	j, err := readJSON(f.path, doc, o.mostValues())
	if told, ours := rawTraceError(f, err); ours {
		return "", told
	}
	if errors.Is(err, errNoRows) {
		if f.named {
			return "", fileError(f.path, j.noRows())
		}
		return "", nil
	}
	if err != nil && j.kinds == nil {
		return "", err
	}
	if _, some := j.known(); !some && !f.named && !o.hasY(j.columns()) {
		return "", nil // some other document
	}
	if err != nil {
		return "", err
	}
	if err := j.addTo(b, o, source); err != nil {
		return "", err
	}
	return j.format(), nil
}

// readJSON finds the rows of a document: an array of objects, an object that
// is a row, an object with one list of objects inside, or one object per line.
func readJSON(path string, doc []byte, most int) (*jsonTable, error) {
	t := &jsonTable{path: path, doc: doc, lines: lineCounter{doc: doc}}
	p := newJSONParser(doc)
	p.most = most
	v, err := p.document()
	if err != nil {
		var rows []jsonValue
		errLines := err
		if p.values <= p.most {
			p = newJSONParser(doc)
			p.most = most
			rows, errLines = p.documents()
		}
		if errLines == nil && len(rows) > 1 {
			t.rows = rows
			return t, t.check()
		}
		return t, t.syntaxErrors(err, errLines)
	}
	t.top = v
	switch v.kind {
	case jsonArray:
		t.rows = v.elems
	case jsonObject:
		t.rows = []jsonValue{v}
		if list := cmp.Or(combinationsIn(&v), listInside(&v)); list != nil && shapeOf(&v) == nil {
			t.rows = list.elems
		}
		if len(v.members) == 0 {
			t.rows = nil
		}
	default:
		return t, errNoRows
	}
	return t, t.check()
}

// listInside returns the one member of an object that is a list of objects,
// nil if there is none or more than one.
func listInside(v *jsonValue) *jsonValue {
	var list *jsonValue
	for i := range v.members {
		m := &v.members[i].value
		if m.kind == jsonArray && len(m.elems) > 0 && m.elems[0].kind == jsonObject {
			if list != nil {
				return nil
			}
			list = m
		}
	}
	return list
}

// check tells the shapes of the rows, and refuses rows that are not objects or
// that repeat a key: all of them, in one error. It is errNoRows where no row is an
// object.
func (t *jsonTable) check() error {
	if len(t.rows) > 0 {
		if what := rawTraceOf(&t.rows[0]); what != "" {
			return errRawTrace(what)
		}
	}
	t.lines = lineCounter{doc: t.doc}
	var all faults
	objects := len(t.rows) == 0
	for i := range t.rows {
		r := &t.rows[i]
		t.kinds = append(t.kinds, nil)
		if r.kind != jsonObject {
			all.add(&Error{
				Path: t.path, Line: t.above + t.lines.at(r.offset),
				Why: fmt.Sprintf("row %d is %s, and rows of points are objects; remove it", i+1, r.kind),
			})
			continue
		}
		objects = true
		t.kinds[i] = shapeOf(r)
		if key, at, twice := repeatedKeyIn(r); twice {
			all.add(&Error{Path: t.path, Line: t.above + t.lines.at(at), Column: key, Why: "the key is there twice in one object; keep one"})
		}
	}
	if !objects {
		return errNoRows
	}
	return all.err()
}

// repeatedKeyIn returns the first repeated key in a value, however deep.
func repeatedKeyIn(v *jsonValue) (key string, at int, twice bool) {
	if key, at, twice = v.repeatedKey(); twice {
		return key, at, twice
	}
	for i := range v.members {
		if key, at, twice = repeatedKeyIn(&v.members[i].value); twice {
			return key, at, twice
		}
	}
	for i := range v.elems {
		if key, at, twice = repeatedKeyIn(&v.elems[i]); twice {
			return key, at, twice
		}
	}
	return "", 0, false
}

// known reports whether all rows are of known shapes, some are, or none.
func (t *jsonTable) known() (all, some bool) {
	all = len(t.rows) > 0
	for _, k := range t.kinds {
		all, some = all && k != nil, some || k != nil
	}
	return all, some
}

// format names the shapes of the rows.
func (t *jsonTable) format() string {
	name := ""
	for _, k := range t.kinds {
		n := formatJSON
		if k != nil {
			n = k.name
		}
		if name != "" && name != n {
			return formatMixed
		}
		name = n
	}
	return name
}

// addTo adds the rows to a builder.
func (t *jsonTable) addTo(b *builder, o *Options, source int32) error {
	all, some := t.known()
	switch {
	case len(t.rows) == 0:
		return nothingIn(t.path, "no data rows")
	case !some:
		return t.addGeneric(b, o, source)
	case !all:
		var others faults
		for i := range t.rows {
			if t.kinds[i] == nil {
				others.add(&Error{
					Path: t.path, Line: t.lines.at(t.rows[i].offset),
					Why: fmt.Sprintf("row %d is no benchmark row of a known shape, while others are; remove it or read it apart", i+1),
				})
			}
		}
		return others.err()
	}
	var buffer row
	file := newRowsFile(t.path, o)
	var refused faults
	for i := range t.rows {
		v := &t.rows[i]
		r := &rowReader{row: buffer.reset(t.place(i, source)), wanted: o.list, notes: o.notes, file: file, survey: o.survey}
		t.kinds[i].read(v, r)
		if r.refused != nil {
			r.refused.Line = int(r.place.Line)
			refused.add(r.refused)
			continue
		}
		o.checkContract(t.kinds[i].name, v, r.row)
		b.add(r.row)
		o.unreadJSON(v)
	}
	return refused.err()
}

func (t *jsonTable) place(i int, source int32) frontier.Place {
	return frontier.Place{Source: source, Line: int32(t.lines.at(t.rows[i].offset)), Row: int32(i + 1)}
}

// unreadJSON notes the flat metrics of a row of known shape that are not read.
func (o *Options) unreadJSON(v *jsonValue) {
	flatNumbers(v, func(key string) {
		o.sawNumber(key)
	})
}

// sawNumber notes a number of a row of known shape, by the metric that it is.
func (o *Options) sawNumber(key string) {
	name := baseMetric(key)
	if _, known := o.seen[name]; !known && !o.wanted[name] {
		o.seen[name] = frontier.IsMetric(name)
	}
}

// flatNumbers visits the keys of a row of known shape, and of its metrics, that
// have numbers.
func flatNumbers(v *jsonValue, visit func(key string)) {
	for _, obj := range []*jsonValue{v, v.get("metrics")} {
		if obj == nil {
			continue
		}
		for i := range obj.members {
			if m := &obj.members[i]; m.value.kind == jsonNumber {
				visit(m.key)
			}
		}
	}
}

// columns returns the keys of the rows, in the order of their first appearance.
func (t *jsonTable) columns() []string {
	var columns []string
	seen := map[string]bool{}
	for i := range t.rows {
		for j := range t.rows[i].members {
			if key := t.rows[i].members[j].key; !seen[key] {
				seen[key] = true
				columns = append(columns, key)
			}
		}
	}
	return columns
}

// addGeneric adds rows of no known shape: flat objects whose members are
// columns, as in a CSV table.
func (t *jsonTable) addGeneric(b *builder, o *Options, source int32) error {
	columns := t.columns()
	if err := tooManyColumns(t.path, len(columns)); err != nil {
		return err
	}
	index := map[string]int{}
	for i, c := range columns {
		index[c] = i
	}
	numbers := map[string]bool{} // columns that hold numbers and no text
	for i := range t.rows {
		for j := range t.rows[i].members {
			m := &t.rows[i].members[j]
			if _, ok := numbers[m.key]; !ok {
				numbers[m.key] = true
			}
			if k := m.value.kind; k == jsonString && !isNullLabel(m.value.str) || k == jsonTrue || k == jsonFalse {
				numbers[m.key] = false
			}
		}
	}
	fields, err := o.fieldsWithY(t.path, columns)
	if err != nil {
		return err
	}
	counts := countsRequests(fields) && o.countsRequestsOf(t.rows...)
	var buffer row
	before := b.rows
	for i := range t.rows {
		r := &rowReader{row: buffer.reset(t.place(i, source)), wanted: o.list, notes: o.notes}
		for j := range t.rows[i].members {
			m := &t.rows[i].members[j]
			f := fields[index[m.key]]
			switch role := frontier.RoleOf(f); {
			case o.wanted[f], counts && isCount(f):
				v := &m.value
				if v.isQuantity() {
					r.text(unitField(f), v.get("unit"))
					v = v.get("value")
				}
				r.value(f, v)
			case isUnitField(f), o.referenced[f] || role != frontier.FreeText, !frontier.IsMetric(f) && !numbers[m.key]:
				if m.value.kind != jsonString || verbatim(f) || !isNullLabel(m.value.str) {
					r.text(f, &m.value)
				}
			default:
				o.seen[f] = true
			}
		}
		b.add(r.row)
	}
	return o.toBase(b, t.path, columns, fields, nil, before)
}

// isQuantity reports whether a value is an object such as {"value": 4.2, "unit":
// "ms"}.
func (v *jsonValue) isQuantity() bool {
	return v.kind == jsonObject && len(v.members) == 2 && v.get("value") != nil && v.get("unit") != nil
}

// fieldsWithY is fields for a table that must have the y axis.
func (o *Options) fieldsWithY(path string, columns []string) ([]string, error) {
	if len(columns) == 0 {
		return nil, nothingIn(path, emptyObjects)
	}
	fields, err := o.fields(path, columns)
	if err == nil && !slices.Contains(fields, o.y()) {
		err = missingColumn(path, o.y(), columns)
	}
	return fields, err
}

// A lineCounter gives the lines of ascending offsets in one pass.
type lineCounter struct {
	doc          []byte
	offset, line int
}

func (c *lineCounter) at(offset int) int {
	if c.line == 0 || offset < c.offset {
		c.offset, c.line = 0, 1
	}
	for _, b := range c.doc[c.offset:offset] {
		if b == '\n' {
			c.line++
		}
	}
	c.offset = offset
	return c.line
}

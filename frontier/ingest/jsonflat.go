package ingest

import (
	"hash/maphash"
	"math"

	"paretocov/frontier"
)

// A jsonUse says what becomes of the values of a key of flat rows.
type jsonUse uint8

const (
	useNothing jsonUse = iota // numbers that nobody asked for
	useMetric
	useLabel
	// useUndecided is for a key of no known meaning. It is a label if some value
	// is text, which only the whole document tells.
	useUndecided
)

// maxFlatKeys is how many different keys rows may have to be read as columns: what
// has more is no table.
const maxFlatKeys = 1 << 14

// A flatPlan says what to do with the keys of flat rows.
type flatPlan struct {
	o      *Options
	seed   maphash.Seed    // of the builder's dictionaries
	labels map[string]bool // undecided keys known to have text
	perGPU *perGPUPlan     // nil unless throughputs per GPU have to be worked out
	only   map[string]bool // undecided keys of a second pass, nil in the first
	counts bool            // the rows count requests
}

// use returns the field that a key is and what becomes of it.
func (p *flatPlan) use(key string) (field string, use jsonUse) {
	field = p.o.headingOf(key, "").field
	if perGPU, ok := p.perGPU.field(key); ok {
		field = perGPU
	}
	if p.only != nil {
		if p.only[key] {
			return field, useLabel
		}
		return field, useNothing
	}
	switch {
	case p.o.wanted[field], p.counts && isCount(field):
		return field, useMetric
	case isUnitField(field), p.o.referenced[field] || frontier.RoleOf(field) != frontier.FreeText || p.labels[key]:
		return field, useLabel
	case frontier.IsMetric(field):
		return field, useNothing
	}
	return field, useUndecided
}

// A flatColumn is what the rows of a block have under one key.
type flatColumn struct {
	key, field string
	use        jsonUse
	row        int        // the last row that has the key, -1 where none has
	object     int        // the last row whose value is an object
	text       bool       // undecided, and some value is text
	then       [3]flatKey // keys that came next, as they stand in the document
	thens      int

	// The cells of the rows up to the last one that has any.
	values  []float64
	reasons []frontier.Reason
	codes   []int32
	texts   csvTexts

	_ [cacheLine]byte // a column of another goroutine may lie behind
}

// A flatKey is a key with all that stands between the value before it and its own
// value. Rows are mostly written by one program, in one order, with the same
// spaces: one comparison then does for reading all of it.
type flatKey struct {
	source string
	column *flatColumn
}

// flatRows take in rows of no known shape, key by key, as columns. They keep the
// columns for the next block.
type flatRows struct {
	plan   *flatPlan
	depth  int
	doc    []byte
	parser *jsonParser // for all that is not plain

	rows    int
	begin   flatColumn // what stands before a row's first key
	columns map[string]*flatColumn
	sources map[string]*flatColumn // by the key's source text
	order   []*flatColumn          // those of the block, by first appearance

	layout  []*flatColumn // the columns of the row before, in its order
	objects bool          // some of its values are objects
	shape   jsonValue     // the keys of a row, to ask for its shape

	_ [cacheLine]byte
}

func newFlatRows(plan *flatPlan, depth int) *flatRows {
	return &flatRows{
		plan: plan, depth: depth,
		parser:  newJSONParser(nil),
		columns: map[string]*flatColumn{}, sources: map[string]*flatColumn{},
		shape: jsonValue{kind: jsonObject, jsonContents: &jsonContents{}},
	}
}

func (f *flatRows) reset(doc []byte) {
	f.doc, f.parser.doc = doc, doc
	f.rows = 0
	for _, c := range f.order {
		c.row, c.object, c.text = -1, -1, false
		c.values, c.reasons, c.codes = c.values[:0], c.reasons[:0], c.codes[:0]
		if c.use == useLabel {
			c.texts.reset()
		}
	}
	f.order = f.order[:0]
	f.layout = f.layout[:0]
	f.objects = true // so that the first row's shape is asked for
}

func (f *flatRows) row(p int) (end int, ok bool) {
	doc, row := f.doc, f.rows
	f.rows++
	before := &f.begin
	changed, objects, keys := f.objects, false, 0
	for p < len(doc) && doc[p] != '}' {
		var c *flatColumn
		for i := range before.thens {
			then := &before.then[i]
			if n := len(then.source); len(doc)-p > n && string(doc[p:p+n]) == then.source {
				c, p = then.column, p+n
				break
			}
		}
		if c == nil {
			if c, p, ok = f.key(p, before); !ok {
				return 0, false
			}
			if c == nil { // the row ends behind white space
				break
			}
		}
		switch {
		case c.row < 0:
			f.order = append(f.order, c)
		case c.row == row: // a repeated key
			return 0, false
		}
		c.row = row
		if keys == len(f.layout) {
			f.layout = append(f.layout, nil)
		}
		if f.layout[keys] != c {
			f.layout[keys] = c
			changed = true
		}
		keys++
		before = c

		switch ch := doc[p]; {
		case ch == '"':
			end, plain := plainTextEnd(doc, p+1)
			if plain {
				c.addText(row, doc[p+1:end])
				p = end + 1
				continue
			}
		case isDigit(ch) || ch == '-':
			// JSON has no needless zero in front and no point behind, and a number of
			// another form may go on.
			if v, end, ok := plainDecimal(doc, p); ok && endsNumber(doc[end]) && doc[end-1] != '.' && (ch != '0' || !isDigit(doc[p+1])) {
				c.addNumber(row, v, doc[p:end])
				p = end
				continue
			}
			if v, n, strict := parseDecimal(doc[p:]); strict && n > 0 {
				c.addNumber(row, v, doc[p:p+n])
				p += n
				continue
			}
		}
		f.parser.reuse()
		f.parser.pos = p
		v, err := f.parser.value(f.depth + 1)
		if err != nil {
			return 0, false
		}
		if _, _, twice := repeatedKeyIn(&v); twice {
			return 0, false
		}
		c.add(row, &v)
		if v.kind == jsonObject {
			if c.use == useMetric && v.isQuantity() {
				return 0, false
			}
			c.object, objects = row, true
		}
		p = f.parser.pos
	}
	if p >= len(doc) {
		return 0, false
	}
	if changed || objects || keys < len(f.layout) {
		f.layout, f.objects = f.layout[:keys], objects
		if f.known(row) {
			return 0, false
		}
	}
	return p + 1, true
}

// endsNumber reports whether c may follow a number, and is often what does.
func endsNumber(c byte) bool { return c == ',' || c == '}' || c <= ' ' }

// key reads what stands between a value, or a row's beginning, and the next
// value. The column is nil at the end of the row, which is then at next.
func (f *flatRows) key(p int, before *flatColumn) (c *flatColumn, next int, ok bool) {
	doc, from := f.doc, p
	if before == &f.begin {
		p++ // the brace
	}
	p = skipJSONSpace(doc, p)
	if p < len(doc) && doc[p] == '}' {
		return nil, p, true
	}
	if before != &f.begin {
		if p == len(doc) || doc[p] != ',' {
			return nil, 0, false
		}
		p = skipJSONSpace(doc, p+1)
	}
	if p == len(doc) || doc[p] != '"' {
		return nil, 0, false
	}
	f.parser.pos = p
	key, err := f.parser.text()
	if err != nil {
		return nil, 0, false
	}
	source := doc[p:f.parser.pos]
	if c = f.sources[string(source)]; c == nil {
		if len(f.sources) == maxFlatKeys {
			return nil, 0, false
		}
		if c = f.columns[key]; c == nil {
			c = &flatColumn{key: key, row: -1, object: -1}
			c.field, c.use = f.plan.use(key)
			if c.use == useLabel {
				recent := 128
				if len(f.columns) > 64 {
					recent = 4
				}
				c.texts = newCSVTexts(newDictionaryOf(f.plan.seed), verbatim(c.field), recent)
			}
			f.columns[key] = c
		}
		f.sources[string(source)] = c
	}
	if c.field == "" { // several keys may be this field
		return nil, 0, false
	}
	p = skipJSONSpace(doc, f.parser.pos)
	if p == len(doc) || doc[p] != ':' {
		return nil, 0, false
	}
	p = skipJSONSpace(doc, p+1)
	if p == len(doc) {
		return nil, 0, false
	}
	before.then[before.thens%len(before.then)] = flatKey{string(doc[from:p]), c}
	before.thens = before.thens%len(before.then) + 1
	return c, p, true
}

// known reports whether the row that was read last is of a known shape.
func (f *flatRows) known(row int) bool {
	members := f.shape.members[:0]
	for _, c := range f.layout {
		v := jsonValue{jsonContents: &nothingInside}
		if c.object == row {
			v.kind = jsonObject
		}
		members = append(members, jsonMember{c.key, v})
	}
	f.shape.members = members
	return shapeOf(&f.shape) != nil
}

// addText adds the text of a string. As for all cells, what is done for each use
// is what jsonTable.addGeneric does.
func (c *flatColumn) addText(row int, text []byte) {
	switch c.use {
	case useMetric:
		c.addValue(row, 0, frontier.Text)
	case useLabel:
		c.addLabel(row, text)
	case useUndecided:
		c.text = c.text || len(text) > 0 && (!mayBeNull(text) || !isNullLabel(string(text)))
	case useNothing:
	}
}

// addNumber adds a number and its source text.
func (c *flatColumn) addNumber(row int, v float64, source []byte) {
	switch c.use {
	case useMetric:
		if math.IsInf(v, 0) { // too large for a float64
			c.addValue(row, 0, frontier.Infinite)
			return
		}
		c.addValue(row, v, frontier.Usable)
	case useLabel:
		c.addLabel(row, source)
	case useUndecided, useNothing:
	}
}

// add adds any value.
func (c *flatColumn) add(row int, v *jsonValue) {
	switch c.use {
	case useMetric:
		f, reason := valueOf(v)
		c.addValue(row, f, reason)
	case useLabel:
		switch v.kind {
		case jsonString:
			c.addText(row, []byte(v.str))
		case jsonNumber, jsonTrue, jsonFalse:
			c.addLabel(row, v.raw)
		default: // no text
		}
	case useUndecided:
		switch v.kind {
		case jsonString:
			c.addText(row, []byte(v.str))
		case jsonTrue, jsonFalse:
			c.text = true
		default:
		}
	case useNothing:
	}
}

func (c *flatColumn) addValue(row int, v float64, reason frontier.Reason) {
	for len(c.reasons) < row {
		c.values, c.reasons = append(c.values, 0), append(c.reasons, frontier.Missing)
	}
	c.values, c.reasons = append(c.values, v), append(c.reasons, reason)
}

func (c *flatColumn) addLabel(row int, text []byte) {
	if len(text) == 0 {
		return
	}
	if code := c.texts.code(text); code >= 0 {
		for len(c.codes) < row {
			c.codes = append(c.codes, -1)
		}
		c.codes = append(c.codes, code)
	}
}

func (f *flatRows) addTo(s *jsonScan, end int, place func(i int) frontier.Place) {
	to := s.room(f.rows, end, place)
	for _, c := range f.order {
		s.key(c.key, c.text)
		switch c.use {
		case useMetric:
			values, reasons := to.metric(c.field)
			copy(values, c.values)
			copy(reasons, c.reasons)
		case useLabel:
			if c.texts.words.len() == 0 {
				continue
			}
			codes, words := to.label(c.field)
			if s.rows == 0 && 2*c.texts.words.len() > f.rows { // names of rows, it seems
				words.expect(words.len() + s.b.awaited)
			}
			of := words.merge(c.texts.words)
			for r, code := range c.codes {
				if code >= 0 {
					codes[r] = of[code]
				}
			}
		case useUndecided, useNothing:
		}
	}
}

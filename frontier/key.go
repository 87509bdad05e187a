package frontier

import (
	"slices"
	"strings"
)

// A rowReader reads curve keys and identities off the rows of the tables that
// are judged together.
type rowReader struct {
	o      Options
	tables []*Table
	sides  []sideReader
	// model maps a folded model prefix to the model's name, where that stands for
	// the model on all sides.
	model map[string]string
	// spelling maps field and folded value to the spelling that is printed.
	spelling map[Field]string
}

// A sideReader has the columns of one table that matter, normalised word by word.
type sideReader struct {
	identity []column // series fields, settings and free text
	all      map[string]*column
	id       *Label
	curve    *Label
	metrics  []int // metrics that identify, where nothing else does
}

type column struct {
	field string
	label *Label
	folds []string // the words, normalised, aliases applied; nil if they are verbatim
	alias []Alias  // of words that are verbatim
}

func (c *column) fold(row int) string {
	if c == nil || c.label.Codes[row] < 0 {
		return ""
	}
	return c.word(int(c.label.Codes[row]))
}

// word returns a word of the column as it is compared.
func (c *column) word(code int) string {
	if c.folds == nil {
		return aliased(c.alias, c.field, c.label.Words[code])
	}
	return c.folds[code]
}

func newRowReader(o Options, tables []*Table) *rowReader {
	rd := &rowReader{o: o, tables: tables, model: map[string]string{}, spelling: map[Field]string{}}
	for _, t := range tables {
		s := sideReader{all: map[string]*column{}}
		for i := range t.Labels {
			l := &t.Labels[i]
			role := RoleOf(l.Name)
			c := &column{field: l.Name, label: l, alias: o.Aliases}
			if role != ID && role != CurveName {
				c.folds = make([]string, len(l.Words))
				for w, word := range l.Words {
					c.folds[w] = rd.fold(l.Name, word)
				}
			}
			s.all[l.Name] = c
			switch role {
			case ID:
				s.id = l
			case CurveName:
				s.curve = l
			case SeriesField, Setting, FreeText:
				s.identity = append(s.identity, *c)
			case Provenance:
			}
		}
		if s.id == nil && len(s.identity) == 0 && o.Match == nil {
			for i := range t.Metrics {
				if t.Metrics[i].Name != FailureRate {
					s.metrics = append(s.metrics, i)
				}
			}
		}
		rd.sides = append(rd.sides, s)
	}
	rd.resolveModels()
	return rd
}

// fold normalises a word, applies the aliases, and notes the spelling that is
// printed for it: the first in byte order, whatever the order of rows.
func (rd *rowReader) fold(field, word string) string {
	word = aliased(rd.o.Aliases, field, word)
	v := Normalize(field, word)
	if v == "" || field == fieldHardware || field == fieldScenario || v == strings.TrimSpace(word) {
		return v
	}
	if field == fieldModelPrefix {
		field = fieldModel
	}
	at := Field{field, v}
	if spelled := strings.Join(strings.Fields(word), " "); rd.spelling[at] == "" || spelled < rd.spelling[at] {
		if strings.EqualFold(spelled, v) {
			rd.spelling[at] = spelled
		}
	}
	return v
}

func (rd *rowReader) spell(field, v string) string {
	if s, ok := rd.spelling[Field{field, v}]; ok {
		return s
	}
	return v
}

// resolveModels decides what stands for each model: its prefix where every row
// of that model has one, else the model's name, so that a side that lacks the
// prefix still meets the other.
func (rd *rowReader) resolveModels() {
	named := map[string]bool{}            // models of rows without a prefix
	names := map[string]map[string]bool{} // prefix to its models
	for i, t := range rd.tables {
		s := rd.sides[i]
		type pair struct{ model, prefix int32 }
		seen, last := map[pair]bool{}, pair{-2, -2}
		model, prefix := s.all[fieldModel], s.all[fieldModelPrefix]
		if model == nil {
			continue
		}
		for r := range t.Rows {
			p := pair{model.label.Codes[r], -1}
			if prefix != nil {
				p.prefix = prefix.label.Codes[r]
			}
			if p == last || seen[p] { // rows of one model stand together
				continue
			}
			seen[p], last = true, p
			m, pre := model.fold(r), prefix.fold(r)
			switch {
			case m == "":
			case pre == "":
				named[m] = true
			case names[pre] == nil:
				names[pre] = map[string]bool{m: true}
			default:
				names[pre][m] = true
			}
		}
	}
	for pre, models := range names {
		for m := range models {
			if named[m] && len(models) == 1 {
				rd.model[pre] = m
			}
		}
	}
}

// modelOf returns what stands for the model of a row.
func (rd *rowReader) modelOf(side, row int) string {
	s := &rd.sides[side]
	pre := s.all[fieldModelPrefix].fold(row)
	if pre == "" {
		return s.all[fieldModel].fold(row)
	}
	if m, ok := rd.model[pre]; ok {
		return m
	}
	return pre
}

// text returns the normalised text of a field of a row, and its printed
// spelling.
func (rd *rowReader) text(side int, field string, row int) (folded, spelled string) {
	if field == fieldModel {
		m := rd.modelOf(side, row)
		return m, rd.spell(fieldModel, m)
	}
	c := rd.sides[side].all[field]
	if c == nil && slices.Contains(roleSettings[:], field) {
		c = rd.sides[side].all["prefill_"+field]
	}
	v := c.fold(row)
	switch {
	case v == "" && field == fieldOffload:
		v = "off"
	case v == "" && field == fieldSpec && rd.sides[side].all[fieldISL].fold(row) != "":
		v = "none" // fixed-sequence rows of before the field was added
	}
	return v, rd.spell(field, v)
}

// series returns the fields that make the curve of a row.
func (rd *rowReader) series(side, row int) []Field {
	if rd.o.GroupBy == nil {
		return rd.ownSeries(side, row)
	}
	var series []Field
	for _, f := range rd.o.GroupBy {
		_, v := rd.text(side, f, row)
		series = append(series, Field{f, v})
	}
	return series
}

// curveAt returns a text that is the same for the rows of one curve, in any
// table.
func (rd *rowReader) curveAt(side, row int) string {
	series := rd.series(side, row)
	if len(series) == 1 && series[0] == (Field{"curve", ""}) {
		series = nil // as in a table without curves
	}
	for i, f := range series {
		if f.Name != "curve" || rd.o.GroupBy != nil {
			series[i].Value = strings.ToLower(f.Value) // whatever spelling is printed
		}
	}
	return identity(nil, series)
}

// ownSeries is series without regard to grouping: the curve column where the row
// has one, else the series fields that it has.
func (rd *rowReader) ownSeries(side, row int) []Field {
	named := rd.sides[side].curve
	if name := aliased(rd.o.Aliases, "curve", named.Text(row)); name != "" {
		return []Field{{"curve", name}}
	}
	series := make([]Field, 0, len(seriesFields))
	for _, f := range seriesFields {
		_, v := rd.text(side, f, row)
		if f == fieldSpec && valueOf(series, fieldScenario) == AgenticTraces {
			continue // AgentX curves join all spec methods
		}
		if v != "" {
			series = append(series, Field{f, v})
		}
	}
	if len(series) == 0 && named != nil {
		return []Field{{"curve", ""}}
	}
	return series
}

// key returns the curve key that a row's series makes.
func (rd *rowReader) key(series []Field) string {
	var parts []string
	switch {
	case rd.o.GroupBy != nil:
		for _, f := range series {
			parts = append(parts, f.Name+"="+orUnknown(f.Value))
		}
	case len(series) == 1 && series[0].Name == "curve":
		if series[0].Value == "" {
			return "(no curve)"
		}
		return series[0].Value
	default:
		add := func(sep string, fields ...string) {
			var have []string
			for _, f := range fields {
				if v := valueOf(series, f); v != "" {
					have = append(have, v)
				}
			}
			if len(have) > 0 {
				parts = append(parts, strings.Join(have, sep))
			}
		}
		add("", fieldModel)
		add("", fieldScenario)
		add("_", fieldHardware, fieldFramework)
		add("", fieldPrecision)
		add("/", fieldISL, fieldOSL)
		add("", fieldSpec)
	}
	if len(parts) == 0 {
		return "all"
	}
	return strings.Join(parts, " / ")
}

func orUnknown(v string) string {
	if v == "" {
		return "?"
	}
	return v
}

// point returns the point of a row.
func (rd *rowReader) point(side, row int, series []Field) Point {
	s := &rd.sides[side]
	p := Point{Row: row}
	p.fingerprint = s.all[fieldFingerprint].fold(row)
	if rd.o.Match != nil {
		for _, f := range rd.o.Match {
			v, _ := rd.text(side, f, row)
			if v == neutral[f] || v == neutral["prefill_"+f] {
				v = "" // says the same as no value
			}
			p.fields = append(p.fields, Field{f, v})
		}
		p.Identity = identity(series, p.fields)
		return p
	}
	if s.id != nil && s.id.Text(row) != "" {
		p.fields = []Field{{s.id.Name, aliased(rd.o.Aliases, s.id.Name, s.id.Text(row))}}
		if rd.o.GroupBy != nil { // one id may stand in several of the pooled curves
			p.fields = append(p.fields, rd.ownSeries(side, row)...)
		}
		p.Identity = identity(series, p.fields)
		return p
	}
	p.fields = make([]Field, 0, len(s.identity)+2)
	for i := range s.identity {
		c := &s.identity[i]
		if c.field == fieldModel || c.field == fieldModelPrefix || slices.Contains(roleSettings[:], c.field) {
			continue
		}
		p.add(c.field, c.fold(row))
	}
	p.add(fieldModel, rd.modelOf(side, row))
	for _, set := range roleSettings {
		both := s.all[set].fold(row)
		pre, dec := s.all["prefill_"+set].fold(row), s.all["decode_"+set].fold(row)
		if both != "" && pre == "" && dec == "" {
			p.add("prefill_"+set, both)
			p.add("decode_"+set, both)
		}
	}
	for _, i := range s.metrics {
		m := &rd.tables[side].Metrics[i]
		v := m.read(row).String()
		if m.read(row) == Usable {
			v = formatFloat(m.Values[row])
		}
		p.fields = append(p.fields, Field{m.Name, v})
		p.byValue = true
	}
	slices.SortFunc(p.fields, func(a, b Field) int { return strings.Compare(a.Name, b.Name) })
	p.Identity = identity(series, p.fields)
	return p
}

// add adds a part of the identity unless it says the same as no value.
func (p *Point) add(field, v string) {
	if v == "" || neutral[field] == v {
		return
	}
	p.fields = append(p.fields, Field{field, v})
}

func (p *Point) get(field string) string { return valueOf(p.fields, field) }

// identity joins fields to one text, with separators that texts do not hold.
func identity(series, fields []Field) string {
	size := 0
	for _, f := range series {
		size += len(f.Value) + 1
	}
	for _, f := range fields {
		size += len(f.Name) + len(f.Value) + 2
	}
	var b strings.Builder
	b.Grow(size)
	for _, f := range series {
		b.WriteString(f.Value)
		b.WriteByte(0x1f)
	}
	for _, f := range fields {
		b.WriteByte(0x1e)
		b.WriteString(f.Name)
		b.WriteByte('=')
		b.WriteString(f.Value)
	}
	return b.String()
}

// nearest returns the field of two curves that differs, for the pair of curves
// of the two sides that differ in the fewest fields.
func (a *Arrangement) nearest() (base, head *Curve, differs []string) {
	looked := 0
	for _, b := range a.Curves {
		if len(b.Sides[0].Points) == 0 {
			continue
		}
		for _, h := range a.Curves {
			// It is for a message only, so it need not look at everything.
			if looked > 1e6 || base != nil && len(differs) == 1 {
				return base, head, differs
			}
			if len(h.Sides[1].Points) == 0 {
				continue
			}
			looked++
			d := differences(b.Series, h.Series)
			if base == nil || len(d) < len(differs) {
				base, head, differs = b, h, d
			}
		}
	}
	return base, head, differs
}

// differences names the fields in which two series differ.
func differences(a, b []Field) []string {
	var names []string
	for _, f := range slices.Concat(a, b) {
		if valueOf(a, f.Name) != valueOf(b, f.Name) && !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
	}
	return names
}

// valueOf returns the value of a field, "" for none.
func valueOf(fields []Field, name string) string {
	for _, f := range fields {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}

package ingest

import (
	"fmt"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"

	"paretocov/frontier"
)

// A metricUnit is the unit of a metric in the table, and where it is from.
type metricUnit struct {
	unit         unit
	path, column string
}

// toBase brings the metrics of a file's rows, those from a row of the builder
// on, to the units that a table has, each column once and in place, and takes the
// columns of units out of the builder. fields are those of the columns. units are
// those that the file's schema states, nil for none. Files that state different units for an unknown metric
// are an error: what one of them means is not known.
func (o *Options) toBase(b *builder, path string, columns, fields, units []string, from int) error {
	byRow := map[string]string{} // metrics to the columns that name their units
	for i, c := range columns {
		if metric, ok := strings.CutSuffix(fields[i], unitFieldEnd); ok {
			byRow[metric] = c
		}
	}
	defer func() {
		for m := range o.wanted {
			b.dropLabel(unitField(m))
		}
	}()
	for i, c := range columns {
		m := b.metrics[fields[i]]
		if !o.wanted[fields[i]] || m == nil || m.len() <= from {
			continue
		}
		h := o.headingOf(c, unitAt(units, i))
		values := arrow.Float64Traits.CastFromBytes(m.values.Bytes())[from:]
		if b.labels[unitField(h.field)] != nil {
			of, ok := byRow[h.field]
			if !ok { // beside the numbers, in JSON
				of = c
			}
			if err := o.rowsToBase(b, path, of, &h, from, values); err != nil {
				return err
			}
		} else if h.from.stated() {
			h.from.to(h.to).apply(values)
		}
		if err := o.oneUnit(h, metricUnit{h.to, path, c}); err != nil {
			return err
		}
		m.unit = h.to.label()
	}
	return nil
}

// rowsToBase converts the values of a metric of which a column names the units.
func (o *Options) rowsToBase(b *builder, path, column string, h *heading, from int, values []float64) error {
	m, l := b.metrics[h.field], b.labels[unitField(h.field)]
	reasons := reasonsOf(m.reasons)[from:]
	codes := arrow.Int32Traits.CastFromBytes(l.codes.Bytes())
	codes = codes[min(from, len(codes)):]
	known := frontier.IsMetric(h.field)
	how := make([]conversion, l.words.len())
	done := make([]bool, l.words.len())
	for r := range values {
		if reasons[r] != frontier.Usable {
			if !known && !h.to.stated() && r < len(codes) && codes[r] >= 0 { // the column may have no value at all
				h.to = unitOf(string(l.words.text(codes[r]))).base()
			}
			continue
		}
		if r >= len(codes) || codes[r] < 0 {
			return unitError(b, path, column, from+r, "", "no unit beside a value; write one in every row")
		}
		code := codes[r]
		if !done[code] {
			text := string(l.words.text(code))
			u := unitOf(text)
			to, ok := h.to, true
			switch {
			case known:
				to, ok = u.fits(h.field)
			case !to.stated():
				to = u.base()
				h.to = to
			default:
				ok = u.of == to.of
			}
			if !ok {
				return unitError(b, path, column, from+r, text, fmt.Sprintf("%s is in %s, and this is no such unit; correct it, or drop the column and state the unit with --unit", h.field, to.name))
			}
			if h.told && !h.from.same(u) {
				return unitError(b, path, column, from+r, text, fmt.Sprintf("%s is said to be in %s; correct one of them", h.field, h.from.name))
			}
			how[code], done[code] = u.to(to), true
		}
		values[r] = values[r] * how[code].mul / how[code].div
	}
	return nil
}

func unitError(b *builder, path, column string, row int, value, why string) error {
	p := b.places[row]
	if p.Line == 0 {
		why = fmt.Sprintf("row %d: %s", p.Row, why)
	}
	return &Error{Path: path, Line: int(p.Line), Column: column, Value: cutText(value), Why: why}
}

// oneUnit notes the unit of an unknown metric, of which all files must be.
func (o *Options) oneUnit(h heading, u metricUnit) error {
	if frontier.IsMetric(h.field) {
		return nil
	}
	first, ok := o.units[h.field]
	if !ok {
		if o.units == nil {
			o.units = map[string]metricUnit{}
		}
		o.units[h.field] = u
		return nil
	}
	if first.unit.same(u.unit) {
		return nil
	}
	say := func(m metricUnit) string {
		if !m.unit.stated() {
			return "states no unit"
		}
		return "is in " + m.unit.name
	}
	return &Error{
		Path: u.path, Column: u.column,
		Why: fmt.Sprintf("%s here %s, and in %s it %s; state the unit with --unit '%s=UNIT'", h.field, say(u), first.path, say(first), u.column),
	}
}

// dropLabel takes a text column out of the builder.
func (b *builder) dropLabel(field string) {
	if l := b.labels[field]; l != nil {
		l.release()
		delete(b.labels, field)
	}
}

package ingest

import (
	"fmt"
	"regexp"
	"strings"

	"paretocov/frontier"
)

// A heading is what the name of a column says, with what the user and the file
// say of it.
type heading struct {
	field string
	// Values in the column are in from, and in the table in to; both are zero
	// where nothing states a unit.
	from, to unit
	told     bool // a name, a schema or the user states from
	// unitOf is the metric whose units the column names, row by row.
	unitOf string
	// recognised: the column is its field by its unit or its words, and not by its name.
	recognised bool
	// wrong is why a column cannot be read as the metric that it is.
	wrong string
}

// headingOf tells what a column is. schema is the unit that the file's schema
// states, "" for none. A column whose whole name is asked for is that, verbatim;
// else NAME_UNIT and "NAME (UNIT)" are the metric NAME, where that is asked for
// or known; else a heading in words may be a known metric. What the user says
// with --map and --unit comes before all that.
func (o *Options) headingOf(column, schema string) heading {
	name, mapped := o.Map[column]
	if !mapped {
		name = column
	}
	h := o.named(name)
	if mapped {
		if !h.recognised && h.unitOf == "" {
			h.field = name // as the user writes it
		}
		switch u := unitInName(column); {
		case !o.wanted[h.field]:
		case !u.stated():
			if odd := oddUnit(column); odd != "" && !h.from.stated() && frontier.IsMetric(h.field) {
				h.wrong = fmt.Sprintf("its name says %q, which is no known unit", odd)
			}
		case !h.from.stated():
			h.from, h.wrong = u, ""
		case !h.from.same(u):
			h.wrong = fmt.Sprintf("its name says %s and its new name %s", u.name, h.from.name)
		}
	}
	if h.unitOf != "" || !o.wanted[h.field] {
		return h
	}
	return o.settleUnit(h, column, schema)
}

// named tells what a name is, and the unit that it states.
func (o *Options) named(name string) heading {
	field := frontier.FieldName(name)
	if plain := strings.ToLower(field); isCount(plain) && !o.referenced[field] && !o.wanted[field] {
		field = plain
	}
	switch {
	case o.wanted[field]:
		return heading{field: field}
	case field == "", frontier.RoleOf(field) != frontier.FreeText, o.referenced[field], frontier.IsMetric(field):
		return heading{field: field}
	}
	if of := o.unitColumn(field); of != "" {
		return heading{field: unitField(of), unitOf: of}
	}
	if s, ok := splitUnit(field); ok {
		if stem := frontier.FieldName(s.stem); o.wanted[stem] || frontier.IsMetric(stem) {
			return heading{field: stem, from: s.unit, recognised: true}
		}
		if metric := metricInWords(s.stem); metric != "" {
			return heading{field: metric, from: s.unit, recognised: true}
		}
	}
	if metric := metricInWords(field); metric != "" {
		h := heading{field: metric, recognised: true}
		if axis, _ := frontier.ParseAxis(metric); axis.Unit == "s" || axis.Unit == "s/tok" {
			h.wrong = "its unit is not stated"
		}
		return h
	}
	return heading{field: field}
}

// unitColumn returns the metric whose units a column NAME_unit holds, or, for
// one called unit, those of the column value; "" for other columns.
func (o *Options) unitColumn(field string) string {
	stem := "value"
	if field != "unit" && field != "units" {
		cut := false
		if stem, cut = strings.CutSuffix(field, "_unit"); !cut {
			if stem, cut = strings.CutSuffix(field, " unit"); !cut {
				return ""
			}
		}
	}
	if to, ok := o.Map[stem]; ok {
		stem = to
	}
	if metric := o.named(stem).field; o.wanted[metric] {
		return metric
	}
	return ""
}

// unitField is the text column that a metric's units are held in while a file
// is read.
func unitField(metric string) string { return metric + unitFieldEnd }

const unitFieldEnd = "\x00unit"

func isUnitField(field string) bool { return strings.HasSuffix(field, unitFieldEnd) }

// settleUnit holds the units that are stated for a column of a metric that is
// asked for against each other and the metric: name, schema, flag. The flag wins.
func (o *Options) settleUnit(h heading, column, schema string) heading {
	if u, ok := o.Units[column]; ok {
		h.from, h.wrong = unitOf(u), ""
	} else if schema != "" {
		own, u := h.from, unitOf(schema)
		if !own.stated() && !frontier.IsMetric(h.field) {
			own = unitInName(h.field)
		}
		if own.stated() && !own.same(u) {
			h.wrong = fmt.Sprintf("its name says %s and the file's schema %s", own.name, u.name)
			return h
		}
		h.from, h.wrong = u, ""
	}
	known := frontier.IsMetric(h.field)
	axis, _ := frontier.ParseAxis(h.field)
	h.told = h.from.stated()
	if !h.from.stated() {
		switch {
		case known:
			h.to = unit{axis.Unit, dimension(axis.Unit), 1, 1}
			h.from = h.to
		case !h.recognised: // verbatim, with the unit that its whole name states
			h.from = unitInName(h.field)
			h.to, h.told = h.from, h.from.stated()
		}
		return h
	}
	if !known {
		if h.to = unitInName(h.field); !h.to.stated() {
			h.to = h.from.base()
		} else if h.to.of != h.from.of {
			h.wrong = fmt.Sprintf("it is in %s, and %s says %s", h.from.name, h.field, h.to.name)
		}
		return h
	}
	ok := false
	if h.to, ok = h.from.fits(h.field); !ok {
		is := "in " + axis.Unit
		if axis.Unit == "" {
			is = "a share from 0 to 1, or in %"
		}
		h.wrong = fmt.Sprintf("its unit is %s, but %s is %s", h.from.name, h.field, is)
	}
	return h
}

// unitRemedy is what to do about a column whose unit is wrong or missing.
func (h *heading) unitRemedy(column string) string {
	axis, _ := frontier.ParseAxis(h.field)
	u := axis.Unit
	if u == "" {
		u = "%"
	}
	also := ""
	if axis.Unit == "s" || axis.Unit == "s/tok" {
		also = ", or =ms"
	}
	if h.told {
		return fmt.Sprintf("%s; correct the heading, or state the unit with --unit '%s=%s'%s", h.wrong, column, u, also)
	}
	return fmt.Sprintf("%s; state it with --unit '%s=%s'%s", h.wrong, column, u, also)
}

// A stemUnit is a name cut into the name of a metric and a unit.
type stemUnit struct {
	stem string
	unit unit
}

// suffixUnits are the units that count behind a name without brackets, by their
// spelling in small letters: such as nothing else ends in. _min is a minimum.
var suffixUnits = func() map[string]unit {
	m := map[string]unit{}
	for s := range strings.FieldsSeq(`ns us µs μs ms s sec secs second seconds msec msecs millisecond milliseconds
		usec usecs microsecond microseconds nsec nanosecond nanoseconds
		tok/s tok/s/user tok/s/gpu tokens/s tokens/s/user tokens/s/gpu tokens/sec req/s`) {
		m[s], _ = knownUnit(s)
	}
	return m
}()

// splitUnit cuts the unit off a name in brackets or behind an underscore, a space or
// a dash. ok is false for a name that ends in none.
func splitUnit(name string) (s stemUnit, ok bool) {
	const separators = " \t_-"
	if len(name) < 3 || len(name) > 200 {
		return s, false
	}
	var open byte
	switch name[len(name)-1] {
	case ')':
		open = '('
	case ']':
		open = '['
	default:
		i := strings.LastIndexAny(name, separators)
		if i < 0 || len(name)-i > 20 {
			return s, false
		}
		s.unit, ok = suffixUnits[strings.ToLower(name[i+1:])]
		s.stem = strings.TrimRight(name[:i], separators)
		if !ok || s.stem == "" || strings.HasSuffix(s.stem, "/") {
			return s, false
		}
		last := s.stem[strings.LastIndexAny(s.stem, separators)+1:] // "per" before it: no time, a rate
		return s, !strings.EqualFold(last, "per")
	}
	i := strings.LastIndexByte(name, open)
	if i <= 0 {
		return s, false
	}
	s.stem = strings.TrimRight(name[:i], separators)
	s.unit, ok = knownUnit(name[i+1 : len(name)-1])
	return s, ok && s.stem != "" && !strings.HasSuffix(s.stem, ")") && !strings.HasSuffix(s.stem, "]")
}

// unitInName returns the unit that a name ends in, zero if it ends in none.
func unitInName(name string) unit {
	if s, ok := splitUnit(name); ok {
		return s.unit
	}
	return unit{}
}

// oddUnit returns what stands in brackets behind a name where it looks like a unit
// that is none of those known, as in "latency (m)", "total (ktok/s)" and "latency
// (ms, p90)"; "" for all else.
func oddUnit(name string) string {
	name = strings.TrimSpace(name)
	i := strings.LastIndexAny(name, "([")
	if i <= 0 || !strings.HasSuffix(name, ")") && !strings.HasSuffix(name, "]") {
		return ""
	}
	text := strings.TrimSpace(name[i+1 : len(name)-1])
	if _, known := knownUnit(text); known || text == "" {
		return ""
	}
	if len(text) <= 2 || strings.Contains(text, "/") {
		return text
	}
	for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" ,;:", r) }) {
		if _, unit := knownUnit(w); unit {
			return text
		}
	}
	return ""
}

var statistic = regexp.MustCompile(`^(mean|median|p\d{1,2}(\.\d{1,3})?)$`)

// quantities are the ways in which headings name a quantity whose meaning is
// certain. "latency" and "e2e" alone are not among them: of what, or of which
// statistic, they do not say.
var quantities = map[string]string{
	"e2el": "e2el", "e2e latency": "e2el", "end to end latency": "e2el",
	"ttft": "ttft", "time to first token": "ttft",
	"tpot": "tpot", "time per output token": "tpot",
	"itl": "itl", "inter token latency": "itl",
	"intvty": "intvty", "interactivity": "intvty",
}

// throughputs are the same of quantities without a statistic.
var throughputs = map[string]string{
	"throughput gpu": "tput_per_gpu", "throughput per gpu": "tput_per_gpu",
	"total throughput gpu": "tput_per_gpu", "total throughput per gpu": "tput_per_gpu",
	"output throughput gpu": "output_tput_per_gpu", "output throughput per gpu": "output_tput_per_gpu",
	"input throughput gpu": "input_tput_per_gpu", "input throughput per gpu": "input_tput_per_gpu",
}

// metricInWords returns the known metric that a heading spells out: a statistic
// and a quantity in any order, or a throughput per GPU; "" if it is none.
func metricInWords(stem string) string {
	if len(stem) > 60 {
		return ""
	}
	words := strings.FieldsFunc(strings.ToLower(stem), func(r rune) bool { return strings.ContainsRune(" \t_/-", r) })
	if m, ok := throughputs[strings.Join(words, " ")]; ok {
		return m
	}
	stat := ""
	var rest []string
	for _, w := range words {
		if w == "average" || w == "avg" {
			w = "mean"
		}
		if !statistic.MatchString(w) {
			rest = append(rest, w)
			continue
		}
		if stat != "" {
			return ""
		}
		stat = w
	}
	if q, ok := quantities[strings.Join(rest, " ")]; ok && stat != "" {
		return stat + "_" + q
	}
	return ""
}

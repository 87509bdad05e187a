package ingest

import (
	"strings"

	"paretocov/frontier"
)

// contracts are the shapes whose rows have a schema to be held against. The
// check of a shape looks at its settings; its metrics are looked at as columns.
var contracts = [...]struct {
	shape string
	check func(*jsonValue, *contract)
}{
	{"inferencex-fixed", checkFixedRow},
	{"agentx-v3", checkAgentXRow},
	{"agentx-flat", checkAgentXRow},
	{"inferencex-api", checkAPIRow},
}

// A breach is a frontier.Breach of a row on its way into a builder.
type breach struct {
	field, value string
	want         frontier.Want
}

// A contract notes where a row breaks its schema.
type contract struct{ to *row }

// checkContract notes what a row of a shape breaks, if that is asked for.
func (o *Options) checkContract(shape string, v *jsonValue, to *row) {
	if !o.Check {
		return
	}
	for i := range contracts {
		if contracts[i].shape == shape {
			c := &contract{to}
			contracts[i].check(v, c)
			c.otherNumbers(v, o)
			c.otherNumbers(v.get("metrics"), o)
		}
	}
}

func (c *contract) add(field string, v *jsonValue, want frontier.Want) {
	value := ""
	if v != nil {
		const most = 400 // bytes, of which messages show less
		value = cutText(strings.ToValidUTF8(string(v.raw[:min(len(v.raw), most)]), ""))
	}
	c.to.breaches = append(c.to.breaches, breach{field, value, want})
}

// A presence says whether a member may be absent.
type presence bool

const (
	required presence = true
	optional presence = false
)

// hold checks a member of v against a condition.
func (c *contract) hold(v *jsonValue, p presence, want frontier.Want, ok func(*jsonValue) bool, keys ...string) {
	for _, k := range keys {
		if m := v.get(k); m == nil && p == required || m != nil && !ok(m) {
			c.add(k, m, want)
		}
	}
}

func (c *contract) texts(v *jsonValue, p presence, keys ...string) {
	c.hold(v, p, frontier.WantText, func(m *jsonValue) bool { return m.kind == jsonString && m.str != "" }, keys...)
}

func (c *contract) counts(v *jsonValue, p presence, keys ...string) {
	c.hold(v, p, frontier.WantCount, func(m *jsonValue) bool { return isWhole(m, 1) }, keys...)
}

func (c *contract) countsOrZero(v *jsonValue, p presence, keys ...string) {
	c.hold(v, p, frontier.WantCountOrZero, func(m *jsonValue) bool { return isWhole(m, 0) }, keys...)
}

func (c *contract) booleans(v *jsonValue, p presence, keys ...string) {
	c.hold(v, p, frontier.WantBoolean, func(m *jsonValue) bool { return m.kind == jsonTrue || m.kind == jsonFalse }, keys...)
}

func (c *contract) booleanTexts(v *jsonValue, p presence, keys ...string) {
	c.hold(v, p, frontier.WantBooleanText, func(m *jsonValue) bool {
		return m.kind == jsonString && (m.str == "true" || m.str == "false")
	}, keys...)
}

func (c *contract) fingerprint(v *jsonValue, p presence) {
	c.hold(v, p, frontier.WantFingerprint, func(m *jsonValue) bool {
		if m.kind != jsonString || len(m.str) != 64 && len(m.str) != 0 {
			return false
		}
		for i := range len(m.str) {
			if !strings.ContainsRune("0123456789abcdef", rune(m.str[i])) {
				return false
			}
		}
		return true
	}, "recipe_fingerprint")
}

// isWhole reports whether v is written as a whole number of at least least.
func isWhole(v *jsonValue, least float64) bool {
	f, ok := v.number()
	return ok && v.isInteger() && f >= least
}

// version checks the schema version and returns whether all fields of the
// schema are required: rows without a version are of before the schema.
func (c *contract) version(v *jsonValue) presence {
	m := v.get("result_schema_version")
	if m == nil {
		return optional
	}
	if f, ok := m.number(); !ok || !m.isInteger() || f != 1 {
		c.add("result_schema_version", m, frontier.WantVersion1)
	}
	return required
}

// otherNumbers checks the metrics of a flat row that are not read as columns:
// unusual percentiles and standard deviations.
func (c *contract) otherNumbers(v *jsonValue, o *Options) {
	if v == nil {
		return
	}
	for i := range v.members {
		m := &v.members[i]
		if m.value.kind == jsonNumber || o.wanted[m.key] {
			continue
		}
		if std, ok := cutStd(m.key); ok || frontier.IsMetric(m.key) {
			if !ok || frontier.IsMetric("mean_"+std) {
				c.add(m.key, &m.value, frontier.WantNumber)
			}
		}
	}
}

func cutStd(key string) (quantity string, ok bool) {
	const prefix = "std_"
	if len(key) > len(prefix) && key[:len(prefix)] == prefix {
		return key[len(prefix):], true
	}
	return "", false
}

package frontier

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Condition is a filter on rows: FIELD OP VALUE.
type Condition struct {
	Field string // a metric or a text column
	Op    string // = != < <= > >=
	Value string
	Text  string // as the user wrote it

	number  float64
	numeric bool // Value is a number
}

// ParseCondition reads a condition, such as "conc >= 8" or "hardware=b200".
// An order (< <= > >=) needs a number.
func ParseCondition(s string) (Condition, error) {
	at := strings.IndexAny(s, "=!<>")
	if at < 0 {
		return Condition{}, fmt.Errorf("%q has no operator; write FIELD OP VALUE with one of = != < <= > >=", s)
	}
	c := Condition{Field: FieldName(s[:at]), Text: strings.TrimSpace(s)}
	rest := s[at:]
	for _, op := range []string{"!=", "<=", ">=", "==", "=", "<", ">"} {
		if after, ok := strings.CutPrefix(rest, op); ok {
			c.Op, c.Value = op, strings.TrimSpace(after)
			break
		}
	}
	switch {
	case c.Op == "":
		return Condition{}, fmt.Errorf("%q has no operator that is known; use one of = != < <= > >=", s)
	case c.Field == "":
		return Condition{}, fmt.Errorf("%q names no field before %s", s, c.Op)
	case c.Op == "==":
		c.Op = "="
	}
	if f, err := strconv.ParseFloat(c.Value, 64); err == nil && f-f == 0 {
		c.number, c.numeric = f, true
	} else if c.Op != "=" && c.Op != "!=" {
		return Condition{}, fmt.Errorf("%q: %s needs a number, not %q", s, c.Op, c.Value)
	}
	return c, nil
}

// holds reports whether row r of t meets the condition, as the aliases read it.
// A row without a value meets none.
func (c Condition) holds(t *Table, r int, aliases []Alias) bool {
	if m := t.Metric(c.Field); m != nil {
		return c.numeric && m.read(r) == Usable && compare(c.Op, cmp.Compare(m.Values[r], c.number)) && m.Values[r]-m.Values[r] == 0
	}
	column := c.column(t, r)
	text := t.Label(column).Text(r)
	if strings.TrimSpace(text) == "" {
		text = neutral[column] // absence says the same
	}
	if text == "" {
		return false
	}
	text = aliased(aliases, c.Field, text)
	if c.numeric {
		if f, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err == nil && f-f == 0 {
			return compare(c.Op, cmp.Compare(f, c.number))
		}
		if c.Op != "=" && c.Op != "!=" {
			return false
		}
	}
	order := 1
	if Normalize(c.Field, text) == Normalize(c.Field, c.Value) {
		order = 0
	}
	return compare(c.Op, order)
}

// column is the column that a condition on a field looks at: for the
// parallelism of rows that give it per role, that of the prefill role; for the
// model of rows that have only its prefix, the prefix.
func (c Condition) column(t *Table, r int) string {
	if t.Label(c.Field).Text(r) == "" {
		if t.Label("prefill_"+c.Field) != nil {
			return "prefill_" + c.Field
		}
		if c.Field == fieldModel {
			return fieldModelPrefix
		}
	}
	return c.Field
}

func compare(op string, order int) bool {
	switch op {
	case "=":
		return order == 0
	case "!=":
		return order != 0
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	}
	return order >= 0
}

// An Alias makes one value of a field read as another, on both sides.
type Alias struct{ Field, Old, New string }

// aliased returns the text of a field as the aliases read it.
func aliased(aliases []Alias, field, text string) string {
	if len(aliases) == 0 {
		return text
	}
	folded := Normalize(field, text)
	for _, a := range aliases {
		if a.isOf(field) && Normalize(field, a.Old) == folded {
			return a.New
		}
	}
	return text
}

// isOf reports whether the alias is of a column: its field's own, or for a
// setting of both roles and for the model one of those that hold them.
func (a Alias) isOf(column string) bool {
	return a.Field == column || a.Field == fieldModel && column == fieldModelPrefix ||
		slices.Contains(roleSettings[:], a.Field) && (column == "prefill_"+a.Field || column == "decode_"+a.Field)
}

// ParseAlias reads FIELD:OLD=NEW.
func ParseAlias(s string) (Alias, error) {
	field, values, ok := strings.Cut(s, ":")
	old, to, ok2 := strings.Cut(values, "=")
	if !ok || !ok2 || strings.TrimSpace(field) == "" || strings.TrimSpace(old) == "" || strings.TrimSpace(to) == "" {
		return Alias{}, fmt.Errorf("%q is not FIELD:OLD=NEW, such as framework:tensorrt-llm=trt", s)
	}
	return Alias{Field: FieldName(field), Old: old, New: to}, nil
}

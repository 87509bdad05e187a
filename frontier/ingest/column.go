package ingest

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// fields returns the field name of each column of a table: as mapped by the
// user, else by known spelling or by what its heading says. Two columns of one
// field are an error, and so is a metric asked for in a unit that is not its own.
func (o *Options) fields(path string, columns []string) ([]string, error) {
	return o.fieldsIn(path, columns, nil)
}

// fieldsIn is fields for columns whose units a schema states; nil for none.
func (o *Options) fieldsIn(path string, columns, units []string) ([]string, error) {
	fields := make([]string, len(columns))
	seen := map[string]string{}
	var broken faults
	for i, c := range columns {
		_, mapped := o.Map[c]
		o.mapped[c] = o.mapped[c] || mapped
		if _, stated := o.Units[c]; stated {
			o.stated[c] = true
		}
		h := o.headingOf(c, unitAt(units, i))
		fields[i] = h.field
		if h.field == "" || h.recognised && !o.wanted[h.field] {
			continue
		}
		fold := strings.ToLower(h.field)
		if other, known := seen[fold]; known {
			broken.add(&Error{
				Path: path, Line: 1, Column: c,
				Why: fmt.Sprintf("the column is there twice (also as %q); drop or rename one", cutText(other)),
			})
			continue
		}
		seen[fold] = c
		if h.wrong != "" && o.wanted[h.field] {
			broken.add(&Error{Path: path, Line: 1, Column: c, Why: h.unitRemedy(c)})
		}
	}
	if err := broken.err(); err != nil {
		return nil, err
	}
	o.perGPU = o.planPerGPU(columns, fields)
	return fields, nil
}

func unitAt(units []string, i int) string {
	if units == nil {
		return ""
	}
	return units[i]
}

// hasY reports whether one of the columns is the y axis.
func (o *Options) hasY(columns []string) bool {
	return slices.ContainsFunc(columns, func(c string) bool { return o.headingOf(c, "").field == o.y() }) || o.tellsPerGPU(columns)
}

// missingColumn says that a table lacks a column, what it has, and what to do.
func missingColumn(path, want string, columns []string) *Error {
	near := slices.Clone(columns)
	sort.SliceStable(near, func(i, j int) bool { return distance(near[i], want) < distance(near[j], want) })
	remedy := "; name the column with --y NAME:max, or rename it with --map COLUMN=" + want
	sort.SliceStable(near, func(i, j int) bool { return isPart(near[i], want) && !isPart(near[j], want) })
	if len(near) > 0 && near[0] != "" && (isPart(near[0], want) || distance(near[0], want) <= max(2, len(want)/3)) {
		remedy = fmt.Sprintf("; did you mean %s? name it with --y '%s:max', or rename it with --map '%s=%s'", near[0], near[0], near[0], want)
	}
	if what := foreignColumns(columns); what != "" {
		remedy = "; " + what
	}
	return &Error{Path: path, Line: 1, Why: fmt.Sprintf("no column %s; there are: %s%s", want, someNames(columns), remedy)}
}

// someNames lists names, of many the first ones.
func someNames(names []string) string {
	const most = 40
	shown := make([]string, 0, most)
	for _, n := range names[:min(len(names), most)] {
		shown = append(shown, plainName(n))
	}
	text := strings.Join(shown, ", ")
	if n := len(names) - len(shown); n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
}

// isPart reports whether one of two names is a part of the other, and long
// enough to mean something.
func isPart(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	return min(len(a), len(b)) >= 4 && (strings.Contains(a, b) || strings.Contains(b, a))
}

// distance is the Levenshtein distance of two names, without regard to case.
func distance(a, b string) int {
	x, y := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	prev := make([]int, len(y)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := range x {
		cur := make([]int, len(y)+1)
		cur[0] = i + 1
		for j := range y {
			change := prev[j]
			if x[i] != y[j] {
				change++
			}
			cur[j+1] = min(change, prev[j+1]+1, cur[j]+1)
		}
		prev = cur
	}
	return prev[len(y)]
}

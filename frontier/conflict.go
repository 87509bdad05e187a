package frontier

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// mostConflicts is how many conflicts are kept; those beyond are counted.
const mostConflicts = 10_000

// A Conflict is a point that was measured more than once without anything that
// tells which row counts.
type Conflict struct {
	Place string // of one of the rows, as messages have it
	Path  string
	Line  int    // 0 where rows have no lines
	Why   string // the point's name, the other place, and what to do
}

// conflictf returns the error of a point's row.
func conflictf(t *Table, p Point, format string, args ...any) error {
	at := t.Places[p.Row]
	c := Conflict{
		Place: t.Place(p.Row), Path: t.Sources[at.Source].Path, Line: int(at.Line),
		Why: p.plainName() + ": " + fmt.Sprintf(format, args...),
	}
	return &DataError{Conflicts: []Conflict{c}, Total: 1}
}

// conflicts collects the errors of repeats that nothing orders.
type conflicts struct {
	list  []Conflict
	total int
}

func (c *conflicts) add(err error) {
	var e *DataError
	if errors.As(err, &e) {
		c.list = append(c.list, e.Conflicts[:min(len(e.Conflicts), mostConflicts-len(c.list))]...)
		c.total += e.Total
	}
}

// err is all conflicts, the first of them with the columns that might tell its
// rows apart.
func (c *conflicts) err(tables []*Table) error {
	if c.total == 0 {
		return nil
	}
	first := &c.list[0]
	var unused []string
	for _, t := range tables {
		for _, name := range t.Unread {
			if !IsMetric(name) {
				unused = append(unused, name)
			}
		}
	}
	slices.Sort(unused)
	if unused = slices.Compact(unused); len(unused) > 0 {
		first.Why += "; numeric columns do not identify points unless --match or --group-by names them: " + strings.Join(unused, ", ")
	}
	text := first.Place + ": " + first.Why
	if c.total > 1 {
		text += fmt.Sprintf(" (and so for %d more points)", c.total-1)
	}
	return &DataError{Text: text, Conflicts: c.list, Total: c.total}
}

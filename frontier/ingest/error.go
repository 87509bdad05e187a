package ingest

import (
	"fmt"
	"strings"
)

// An Error is input that cannot be read. Its text is
// FILE:LINE: COLUMN: VALUE: why; what to do, without the parts it lacks.
type Error struct {
	Path   string
	Line   int    // from 1, 0 if the whole file is meant
	Column string // a column's name, or "column 7" of a text
	Value  string
	Why    string // with the remedy, after a semicolon
	// Empty says that there is nothing to read: no such path, or no points in it.
	Empty bool
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Path)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d", e.Line)
	}
	b.WriteString(": ")
	if e.Column != "" {
		b.WriteString(e.Column + ": ")
	}
	if e.Value != "" {
		const most = 60
		v := e.Value
		if r := []rune(v); len(r) > most {
			v = string(r[:most]) + "..."
		}
		fmt.Fprintf(&b, "%q: ", v)
	}
	b.WriteString(e.Why)
	return b.String()
}

func fileError(path, why string) *Error { return &Error{Path: path, Why: why} }

// nothingIn is the error of a path that does not exist or holds no points.
func nothingIn(path, why string) *Error { return &Error{Path: path, Why: why, Empty: true} }

package ingest

import (
	"fmt"
	"strings"
	"unicode"
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
		b.WriteString(plainName(e.Column) + ": ")
	}
	if e.Value != "" {
		fmt.Fprintf(&b, "%q: ", cutText(e.Value))
	}
	b.WriteString(e.Why)
	return b.String()
}

// Split returns what is wrong and what to do about it, "" where the error does not
// say: the remedy stands behind the last semicolon of Why.
func (e *Error) Split() (why, remedy string) {
	if i := strings.LastIndex(e.Why, "; "); i >= 0 {
		return e.Why[:i], e.Why[i+2:]
	}
	return e.Why, ""
}

// cutText returns a text of at most 60 characters, and three dots where there
// are more.
func cutText(text string) string {
	const most = 60
	n := 0
	for i := range text {
		if n++; n > most {
			return text[:i] + "..."
		}
	}
	return text
}

// plainName returns a name as messages have it, in quotes if it holds anything that
// would not show.
func plainName(name string) string {
	name = cutText(name)
	if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return fmt.Sprintf("%q", name)
	}
	return name
}

func fileError(path, why string) *Error { return &Error{Path: path, Why: why} }

// nothingIn is the error of a path that does not exist or holds no points.
func nothingIn(path, why string) *Error { return &Error{Path: path, Why: why, Empty: true} }

package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// syntaxErrors returns what is wrong with a document that is no JSON: as one
// value, and as values one behind the other. Of one value the first fault alone is
// known. Of one object per line the lines are looked at one by one.
func (t *jsonTable) syntaxErrors(asOne, asLines error) error {
	var one, further *jsonError
	if !errors.As(asOne, &one) {
		return fileError(t.path, asOne.Error())
	}
	if errors.As(asLines, &further) && further.offset > one.offset {
		one = further // one object per line, and one of them is broken
	}
	if objectPerLine(bytes.TrimPrefix(t.doc, []byte(utf8BOM))) {
		if err := t.brokenLines(); err != nil {
			return err
		}
	}
	return t.syntaxError(t.doc, t.above, one)
}

// objectPerLine reports whether a document seems to be written as one object per
// line: its first lines begin and end as objects do.
func objectPerLine(doc []byte) bool {
	first, rest, _ := bytes.Cut(bytes.TrimSpace(doc), []byte("\n"))
	second, _, _ := bytes.Cut(bytes.TrimSpace(rest), []byte("\n"))
	first = bytes.TrimSpace(first)
	return bytes.HasPrefix(first, []byte("{")) && bytes.HasSuffix(first, []byte("}")) && bytes.HasPrefix(second, []byte("{"))
}

// syntaxError is the error of an offset in a part of the document, which begins
// behind so many lines.
func (t *jsonTable) syntaxError(part []byte, above int, e *jsonError) *Error {
	line, column := lineColumn(part, e.offset)
	why := e.what
	if !strings.Contains(why, "; ") {
		why += "; write the file with a JSON library, or repair it there"
	}
	return &Error{Path: t.path, Line: above + line, Column: fmt.Sprintf("byte %d", column), Why: why}
}

// brokenLines returns what is wrong with lines of which each should be an object.
// It ends where a line begins otherwise behind a broken one, which may go on
// there.
func (t *jsonTable) brokenLines() error {
	var all faults
	rest := bytes.TrimPrefix(t.doc, []byte(utf8BOM))
	broken := false
	for above := t.above; len(rest) > 0; above++ {
		var line []byte
		line, rest, _ = bytes.Cut(rest, []byte("\n"))
		if skipJSONSpace(line, 0) == len(line) {
			continue
		}
		if line[skipJSONSpace(line, 0)] != '{' && broken {
			break
		}
		values, err := parseJSONLines(line)
		var je *jsonError
		if broken = errors.As(err, &je); broken {
			all.add(t.syntaxError(line, above, je))
		}
		for i := range values {
			if key, _, twice := repeatedKeyIn(&values[i]); twice {
				all.add(&Error{Path: t.path, Line: above + 1, Column: key, Why: "the key is there twice in one object; keep one"})
			}
		}
	}
	return all.err()
}

// noRows says what a document is that is JSON and holds no rows.
func (t *jsonTable) noRows() string {
	return "JSON, but not rows of points; expected an array of objects"
}

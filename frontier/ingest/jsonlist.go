package ingest

import "bytes"

// A jsonList says where in a document the rows stand: in an array, or one behind
// the other (NDJSON).
type jsonList struct {
	doc     []byte
	lines   bool   // white space between rows, to the end; else commas, to a ]
	depth   int    // how many arrays and objects enclose a row
	from    int    // offset of the first row
	opening []byte // how the first row begins: its brace and its first key
}

// newJSONList returns the list of which the first row stands at from. ok is false
// where no row does.
func newJSONList(doc []byte, from, depth int, lines bool) (l *jsonList, ok bool) {
	if from >= len(doc) || doc[from] != '{' {
		return nil, false
	}
	key := skipJSONSpace(doc, from+1)
	if key == len(doc) || doc[key] != '"' {
		return nil, false
	}
	end, plain := plainTextEnd(doc, key+1)
	if !plain {
		return nil, false
	}
	return &jsonList{doc: doc, lines: lines, depth: depth, from: from, opening: doc[from : end+1]}, true
}

// next returns the offset of the row that follows one that ends at p, or, where
// the list ends, that of what follows the list. doc is the document or a beginning
// of it. ok is false for all that is not as it should be.
func (l *jsonList) next(doc []byte, p int) (row int, last, ok bool) {
	row = skipJSONSpace(doc, p)
	switch {
	case l.lines:
		if row == len(doc) {
			return row, true, len(doc) == len(l.doc)
		}
		return row, false, row > p && doc[row] == '{'
	case row == len(doc):
		return 0, false, false
	case doc[row] == ']':
		return row + 1, true, true
	case doc[row] == ',':
		row = skipJSONSpace(doc, row+1)
		return row, false, row < len(doc) && doc[row] == '{'
	}
	return 0, false, false
}

// guess returns the first offset from lo on and before hi at which a row seems to
// begin, -1 where there is none. It may be wrong: what stands in a string or
// inside a row can look the same.
func (l *jsonList) guess(lo, hi int) int {
	second := -1
	for p := lo; p < hi; p++ {
		n := bytes.IndexByte(l.doc[p:hi], '{')
		if n < 0 {
			break
		}
		p += n
		if !l.follows(p) {
			continue
		}
		if bytes.HasPrefix(l.doc[p:], l.opening) {
			return p
		}
		if second < 0 {
			second = p
		}
	}
	return second
}

// follows reports whether a row seems to end before p, which is an opening brace.
func (l *jsonList) follows(p int) bool {
	before := bytes.TrimRight(l.doc[:p], " \t\r\n")
	if l.lines {
		return len(before) < p && bytes.HasSuffix(before, []byte("}"))
	}
	before, comma := bytes.CutSuffix(before, []byte(","))
	return comma && bytes.HasSuffix(bytes.TrimRight(before, " \t\r\n"), []byte("}"))
}

// skipJSONSpace returns the offset of the first byte from p on that is not white
// space.
func skipJSONSpace(doc []byte, p int) int {
	for p < len(doc) && (doc[p] == ' ' || doc[p] == '\n' || doc[p] == '\t' || doc[p] == '\r') {
		p++
	}
	return p
}

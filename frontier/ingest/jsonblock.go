package ingest

import (
	"bytes"

	"paretocov/frontier"
)

// A jsonBlock is a stretch of a list of rows, read by one goroutine.
type jsonBlock struct {
	list *jsonList
	rows jsonRows

	from, end int     // the first row's offset, and that of the row behind the last
	last      bool    // the list ends there
	ok        bool    // all is as it should be
	lines     []int32 // of each row, counted from the block's first
	further   int     // lines, up to end

	_ [cacheLine]byte // another goroutine's block may lie behind
}

// jsonRows takes in the rows of a block one by one: flat ones as columns, those
// of known shapes as rows.
type jsonRows interface {
	// reset empties it for rows of doc.
	reset(doc []byte)
	// row reads the row at p and returns the offset behind it. ok is false for
	// all that it is not made for, errors among them.
	row(p int) (end int, ok bool)
	// addTo adds the rows, which end at an offset, to the scan's builder; place
	// gives that of each.
	addTo(s *jsonScan, end int, place func(i int) frontier.Place)
}

// scan reads the rows that begin from an offset on and before limit. Those that
// go on beyond horizon are not ok.
func (b *jsonBlock) scan(from, limit, horizon int) {
	b.from, b.end, b.last, b.ok = from, from, false, false
	b.lines, b.further = b.lines[:0], 0
	if from < 0 {
		return
	}
	doc := b.list.doc[:horizon]
	b.rows.reset(doc)
	for b.end < limit && !b.last {
		b.lines = append(b.lines, int32(b.further))
		end, ok := b.rows.row(b.end)
		if !ok {
			return
		}
		next, last, ok := b.list.next(doc, end)
		if !ok {
			return
		}
		b.further += bytes.Count(doc[b.end:next], []byte("\n"))
		b.end, b.last = next, last
	}
	b.ok = true
}

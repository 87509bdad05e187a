package ingest

import "bytes"

// A jsonStream reads NDJSON that comes in blocks of whole lines.
type jsonStream struct{ scan *jsonScan }

// newJSONStream returns a stream of rows of the file of that number.
func newJSONStream(o *Options, source int32) *jsonStream {
	s := newJSONScan(o, source, defaultScan())
	s.line = 1
	return &jsonStream{s}
}

// add adds the rows of a block to a builder, of which the stream keeps nothing: each
// block may have one of its own. The block is not kept either. Lines and rows are
// counted from the first block on.
//
// What the first block holds settles whether the rows are of known shapes, and
// which keys of no known meaning are labels: see late. errOtherwise is for rows
// that are broken, unusual, or of other shapes than those before; the builder then
// holds a part of the block.
func (j *jsonStream) add(b *builder, block []byte) error {
	s := j.scan
	if s.fresh == nil {
		block = bytes.TrimPrefix(block, []byte(utf8BOM))
	}
	from := skipJSONSpace(block, 0)
	s.line += bytes.Count(block[:from], []byte("\n"))
	if from == len(block) {
		return nil
	}
	list, ok := newJSONList(block, from, 0, true)
	if !ok {
		return errOtherwise
	}
	s.b, s.list = b, list
	if s.fresh == nil {
		if err := s.prepare(); err != nil {
			return err
		}
	}
	if s.plan != nil {
		s.plan.seed = b.seed
	}
	if _, ok := s.blocks(); !ok {
		return errOtherwise
	}
	return nil
}

// end is for the end of the stream: it gives what was noted to the options and
// returns the format of the rows. late are the keys whose values were passed over
// as numbers before text came; a table read at once has them as labels.
func (j *jsonStream) end(path string) (format string, late map[string]bool, err error) {
	s := j.scan
	switch {
	case s.fresh == nil:
		return "", nil, nothingIn(path, "no data rows")
	case s.plan == nil:
		return s.endShaped(), nil, nil
	}
	late, err = s.endFlat(path)
	return formatJSON, late, err
}

// wholeLines returns the length of the whole lines at the beginning of a block of
// NDJSON. JSON has no line breaks in strings, so that a break is one everywhere.
func wholeLines(block []byte) int { return bytes.LastIndexByte(block, '\n') + 1 }

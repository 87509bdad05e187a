package ingest

import (
	"bytes"
	"math"
	"sync/atomic"
	"unsafe"

	"paretocov/frontier"
)

// A csvScan is a plan together with the columns that it fills.
type csvScan struct {
	separator byte
	comma     bool
	columns   []csvTarget
	labels    []*csvLabelTarget
	places    []frontier.Place
}

// A csvTarget is where the cells of a column go.
type csvTarget struct {
	use     csvUse
	values  []float64
	reasons []frontier.Reason
	codes   []int32
	label   int // in csvScan.labels
}

// A csvLabelTarget is a text column of the builder. Several columns share it only
// if they have no name.
type csvLabelTarget struct {
	field    string
	verbatim bool
	codes    []int32
	words    *dictionary
	unique   atomic.Bool // whether most texts were new in the last chunk
}

func newCSVScan(p *csvPlan, rows slab) *csvScan {
	s := &csvScan{separator: p.separator, comma: p.comma, columns: make([]csvTarget, len(p.columns)), places: rows.places()}
	known := map[string]int{}
	for i, c := range p.columns {
		t := &s.columns[i]
		t.use = c.use
		at, twice := known[c.field]
		switch c.use {
		case csvSkip, csvProbe:
		case csvMetric:
			if twice { // the first one counts
				t.use = csvSkip
				continue
			}
			t.values, t.reasons = rows.metric(c.field)
			known[c.field] = 0
		case csvLabel:
			if !twice {
				at = len(s.labels)
				known[c.field] = at
				codes, words := rows.label(c.field)
				l := &csvLabelTarget{field: c.field, verbatim: verbatim(c.field), codes: codes, words: words}
				l.unique.Store(2*words.len() > max(rows.from, 1<<10)) // as it was in the block before
				s.labels = append(s.labels, l)
			}
			t.label, t.codes = at, s.labels[at].codes
		}
	}
	return s
}

// cacheLine is at least the bytes that processors hold together.
const cacheLine = 128

// A csvWorker scans one chunk at a time.
type csvWorker struct {
	*csvScan
	texts   []csvTexts   // by label
	found   []csvContent // by column
	scratch []byte       // the text of a cell whose quotes are not just around it
	broken  bool
}

func (s *csvScan) newWorker() *csvWorker {
	// What a worker writes to again and again has room behind it, so that it is in
	// no cache line of another worker's.
	w := &csvWorker{csvScan: s, texts: make([]csvTexts, len(s.labels), len(s.labels)+1), found: make([]csvContent, len(s.columns), len(s.columns)+cacheLine)}
	recent := 256 // a few kB each
	for recent > 4 && recent*len(s.labels) > 8192 {
		recent /= 2
	}
	for i := range w.texts {
		w.texts[i] = newCSVTexts(s.labels[i].words.local(), s.labels[i].verbatim, recent)
	}
	return w
}

// zeroBytes marks the high bits of the bytes of w that are zero. Bytes behind the
// first one marked may be marked wrongly.
func zeroBytes(w uint64) uint64 { return (w - eachByte) &^ w & highBits }

// scan reads a chunk. Texts get codes of the worker's own, until finish.
func (w *csvWorker) scan(c *csvChunk) {
	for i, t := range w.labels {
		w.texts[i].unique = t.unique.Load()
	}
	w.broken = !w.records(c)
}

func (w *csvWorker) records(c *csvChunk) bool {
	b, at, r := c.bytes, c.at, c.row
	end := r + c.records
	separator := w.separator
	separators := eachByte * uint64(separator)
	last := len(w.columns) - 1
	for i := 0; i < len(b); {
		if b[i] == '\n' {
			i++
			at.Line++
			continue
		}
		if b[i] == '\r' && (i+1 == len(b) || b[i+1] == '\n') {
			i++
			continue
		}
		if r >= end {
			return false
		}
		w.places[r] = at
		for k := range w.columns {
			t := &w.columns[k]
			j := i // becomes the cell's end
			switch t.use {
			case csvMetric, csvProbe:
				if t.use == csvProbe && !w.comma {
					if end, ok := plainDecimalEnd(b, i); ok && (b[end] == separator || b[end] == '\n') {
						w.found[k] |= csvNumber
						j = end
						break
					}
				}
				quoted := i < len(b) && b[i] == '"'
				if quoted {
					j++
				}
				f, end, isNumber := plainDecimal(b, j)
				if w.comma {
					end, isNumber = j, false
				} else if !isNumber || b[end]|0x20 == 'e' {
					var n int
					f, n, _ = parseAnyDecimal(b[j:])
					end, isNumber = j+n, n > 0 && math.Abs(f) <= math.MaxFloat64
				}
				if j = end; quoted && j < len(b) {
					isNumber = isNumber && b[j] == '"'
					j++
				}
				if isNumber && j < len(b) && (b[j] == separator || b[j] == '\n') {
					if t.use == csvMetric {
						t.values[r], t.reasons[r] = f, frontier.Usable
					} else {
						w.found[k] |= csvNumber
					}
					break
				}
				text, end, ok := w.cell(b, i, &at.Line)
				if !ok {
					return false
				}
				j = end
				f, reason, ok := parseCell(unsafe.String(unsafe.SliceData(text), len(text)), w.comma)
				switch {
				case t.use == csvProbe:
					w.found[k] |= contentOfCell(text, reason, ok)
				case !ok:
					return false
				default:
					t.values[r], t.reasons[r] = f, reason
				}
			case csvLabel, csvSkip:
				word := load8(b, i)
				stop := zeroBytes(word^separators) | zeroBytes(word^eachByte*'\n') | zeroBytes(word^eachByte*'"')
				if stop != 0 {
					j += firstMark(stop)
				} else {
					j = w.cellEnd(b, i+8)
				}
				text := b[i:j]
				if j == len(b) || b[j] != separator {
					var ok bool
					if text, j, ok = w.cell(b, i, &at.Line); !ok {
						return false
					}
				}
				if t.use == csvLabel && len(text) > 0 && t.codes[r] < 0 { // of columns without a name the first text counts
					t.codes[r] = w.texts[t.label].code(text)
				}
			}
			if k < last {
				if j >= len(b) || b[j] != separator {
					return false
				}
				i = j + 1
				continue
			}
			if j < len(b) {
				if b[j] != '\n' {
					return false
				}
				at.Line++
			}
			i = j + 1
		}
		at.Row++
		r++
	}
	return r == end
}

// contentOfCell is what a cell of a probed column holds, of which parseNumber
// says reason and ok.
func contentOfCell(text []byte, reason frontier.Reason, ok bool) csvContent {
	switch {
	case !ok:
		return csvText
	case reason == frontier.Usable:
		return csvNumber
	case reason == frontier.Infinite || isNone(string(text)):
		return csvWord
	}
	return 0
}

// cellEnd returns where the next separator, line break or quote stands in b from
// i on, or its end.
func (w *csvWorker) cellEnd(b []byte, i int) int {
	separators := eachByte * uint64(w.separator)
	for ; i < len(b); i += 8 {
		word := load8(b, i)
		stop := zeroBytes(word^separators) | zeroBytes(word^eachByte*'\n') | zeroBytes(word^eachByte*'"')
		if stop != 0 {
			return i + firstMark(stop)
		}
	}
	return len(b)
}

// cell returns the text of the cell that begins at i and where its end stands: a
// separator, a line feed, or the end of b. The text is valid until the next
// call. Line breaks in it are counted. ok is false for a quote where none may be.
func (w *csvWorker) cell(b []byte, i int, line *int32) (text []byte, end int, ok bool) {
	if i < len(b) && b[i] == '"' {
		return w.quotedCell(b, i+1, line)
	}
	end = w.cellEnd(b, i)
	if end < len(b) && b[end] == '"' {
		return nil, 0, false
	}
	text = b[i:end]
	if (end == len(b) || b[end] == '\n') && len(text) > 0 && text[len(text)-1] == '\r' {
		text = text[:len(text)-1]
	}
	return text, end, true
}

// quotedCell is cell for one of which the opening quote stands before i.
func (w *csvWorker) quotedCell(b []byte, i int, line *int32) (text []byte, end int, ok bool) {
	for j := i; j < len(b); j += 8 { // mostly there are no others
		word := load8(b, j)
		stop := zeroBytes(word^eachByte*'"') | zeroBytes(word^eachByte*'\n')
		if stop == 0 {
			continue
		}
		j += firstMark(stop)
		if b[j] == '"' && j+1 < len(b) && (b[j+1] == w.separator || b[j+1] == '\n') {
			return b[i:j], j + 1, true
		}
		break
	}
	w.scratch = w.scratch[:0]
	for copied := false; ; copied = true {
		j := bytes.IndexByte(b[i:], '"')
		if j < 0 {
			return nil, 0, false
		}
		part := b[i : i+j]
		i += j + 1
		lines := bytes.Count(part, []byte("\n"))
		*line += int32(lines)
		if lines > 0 && bytes.IndexByte(part, '\r') >= 0 {
			part = bytes.ReplaceAll(part, []byte("\r\n"), []byte("\n"))
		}
		switch {
		case i < len(b) && b[i] == '"':
			w.scratch = append(append(w.scratch, part...), '"')
			i++
			continue
		case i == len(b) || b[i] == w.separator || b[i] == '\n':
		case b[i] == '\r' && i+1 == len(b):
			i++
		case b[i] == '\r' && b[i+1] == '\n':
			i++
		default:
			return nil, 0, false
		}
		if copied {
			w.scratch = append(w.scratch, part...)
			part = w.scratch
		}
		return part, i, true
	}
}

// finish takes over what a worker found in a chunk: the codes of texts become
// those of the columns. Chunks come in their order.
func (w *csvWorker) finish(c *csvChunk, found []csvContent) bool {
	if w.broken {
		return false
	}
	for i, t := range w.labels {
		words, before := w.texts[i].words, t.words.len()
		if c.row == 0 && words.len() > c.records/2 {
			t.words.expect(before + len(t.codes)) // as many as rows, it seems
		}
		codes := t.words.merge(words)
		for k, code := range t.codes[c.row : c.row+c.records] {
			if code >= 0 {
				t.codes[c.row+k] = codes[code]
			}
		}
		t.unique.Store(t.words.len()-before > c.records/2)
		w.texts[i].reset()
	}
	for i, f := range w.found {
		found[i] |= f
	}
	return true
}

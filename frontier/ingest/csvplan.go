package ingest

import (
	"runtime"

	"paretocov/frontier"
)

// A csvPlan says what becomes of the columns of CSV records. It reads any block
// of whole records, so that a document can also come block by block.
type csvPlan struct {
	separator byte
	comma     bool // numbers have decimal commas
	columns   []csvColumn
}

type csvColumn struct {
	field   string
	use     csvUse
	content csvContent // of a probed column, as far as it has been read
}

type csvUse uint8

const (
	csvSkip   csvUse = iota // nothing
	csvProbe                // nothing yet: a label, unless all cells are numbers
	csvMetric               // numbers
	csvLabel                // text
)

// A csvContent is what cells of a column hold, beside words for no value.
type csvContent uint8

const (
	csvNumber csvContent = 1 << iota
	csvText
	csvWord // "none" or an infinity, which is text where there are no numbers
)

// isLabel reports whether the cells of a column make it a text column: all of
// them, or, if more may follow, the ones so far.
func (c csvContent) isLabel(all bool) bool { return c&csvText != 0 || all && c == csvWord }

// newCSVPlan tells the uses of columns from their fields.
func newCSVPlan(fields []string, separator byte, o *Options) *csvPlan {
	p := &csvPlan{separator: separator, comma: o.DecimalComma, columns: make([]csvColumn, len(fields))}
	counts := countsRequests(fields)
	for i, f := range fields {
		c := &p.columns[i]
		c.field = f
		switch {
		case o.wanted[f], counts && isCount(f):
			c.use = csvMetric
		case isUnitField(f):
			c.use = csvLabel
		case o.referenced[f] || frontier.RoleOf(f) != frontier.FreeText:
			c.use = csvLabel
		case !frontier.IsMetric(f):
			c.use = csvProbe
		}
	}
	return p
}

// sampleBytes is how much of a document is read twice to guess which columns
// hold text.
const sampleBytes = 16 << 10

// decide makes labels of the probed columns that hold text in the first records
// of a document, of which body is all or the beginning. It returns false if these
// are broken.
func (p *csvPlan) decide(body []byte, all bool, size int) bool {
	probes := &csvPlan{p.separator, p.comma, make([]csvColumn, len(p.columns))}
	some, nameless := false, 0
	for i, c := range p.columns {
		if c.use == csvProbe {
			probes.columns[i].use = csvProbe
			some = true
			if c.field == "" {
				nameless++
			}
		}
	}
	if !some {
		return true
	}
	sample := body
	// Columns without a name are one, of which each row's first text counts, so
	// that all of them must be known before any is read.
	if len(body) > sampleBytes && nameless < 2 {
		sample = body[:wholeRecords(body[:sampleBytes])]
	}
	chunks := probes.cut(sample, frontier.Place{}, size)
	b := newBuilder(nil) // for places alone
	found, ok := probes.fill(b.grow(recordsOf(chunks)), chunks)
	for i, content := range found {
		if content.isLabel(all && len(sample) == len(body)) {
			p.columns[i].use = csvLabel
		}
	}
	return ok
}

// undecided takes note of what the probed columns hold, of all records or of more
// of them, and returns the plan that reads those that are labels after all, nil
// if none is.
func (p *csvPlan) undecided(found []csvContent, all bool) *csvPlan {
	var rest *csvPlan
	for i, content := range found {
		c := &p.columns[i]
		if c.use != csvProbe {
			continue
		}
		c.content |= content
		if !c.content.isLabel(all) {
			continue
		}
		if c.use = csvLabel; rest == nil {
			rest = &csvPlan{p.separator, p.comma, make([]csvColumn, len(p.columns))}
		}
		rest.columns[i] = *c
	}
	return rest
}

// fill reads chunks into the rows of a builder, as many as the chunks have
// records, side by side. It returns what the columns that are probed hold. ok is
// false where a record is none, has too many or too few cells, or a metric's
// cell is no number; the rows are then without meaning.
func (p *csvPlan) fill(rows slab, chunks []csvChunk) (found []csvContent, ok bool) {
	s := newCSVScan(p, rows)
	found = make([]csvContent, len(p.columns))
	ok = true
	inOrder(len(chunks), runtime.GOMAXPROCS(0), s.newWorker,
		func(i int, w *csvWorker) { w.scan(&chunks[i]) },
		func(i int, w *csvWorker) bool {
			ok = w.finish(&chunks[i], found)
			return ok
		})
	return found, ok
}

// addBlock adds a block of whole records to a builder, as fill does. at is where
// the block begins, and afterwards where the next one does.
func (p *csvPlan) addBlock(b *builder, block []byte, at *frontier.Place) (found []csvContent, ok bool) {
	chunks := p.cut(block, *at, csvChunkBytes)
	for _, c := range chunks {
		at.Line += int32(c.lines)
		at.Row += int32(c.records)
	}
	return p.fill(b.grow(recordsOf(chunks)), chunks)
}

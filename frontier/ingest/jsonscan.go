package ingest

import (
	"bytes"
	"errors"
	"runtime"

	"paretocov/frontier"
)

// Documents of many rows are read without a tree of them: see scanJSON.

// scanSizes say how a document is divided.
type scanSizes struct {
	least   int // bytes of a document from which on it is scanned
	block   int // bytes of a block
	first   int // bytes at the beginning from which the plan is made
	workers int
}

// defaultScan are the sizes in use. A block fills a core's cache together with
// the columns that come of it; a smaller document than least is read in no time.
func defaultScan() scanSizes {
	return scanSizes{least: 64 << 10, block: 512 << 10, first: 64 << 10, workers: runtime.GOMAXPROCS(0)}
}

// errOtherwise says that a document is not what the scan is made for: it has to
// be read as a tree, which also finds out what is wrong with it, if anything is.
var errOtherwise = errors.New("not for the scan")

// A jsonScan adds the rows of a document to a builder.
type jsonScan struct {
	o      *Options
	b      *builder
	source int32
	path   string
	from   int // rows of the builder before the document
	list   *jsonList
	sizes  scanSizes

	rows, line int // rows of the document so far, and the line of the next
	again      bool
	fresh      func() jsonRows

	// Of flat rows.
	plan    *flatPlan
	columns []string // keys, by first appearance
	index   map[string]int
	text    []bool // of undecided columns: some value is text

	// Of rows of known shapes.
	notes   notes
	formats map[string]bool
	numbers map[string]bool
}

// scanJSON adds the rows of a document to the builder: those of an array, of the
// one list in an object, or one object per line. Blocks of rows are read on all
// cores and taken in their order. A block's first row is guessed; the block
// before tells where it really begins, and a wrong guess is read again. found
// says that the file was not named; it must then have the y axis.
//
// What is unusual, broken or of mixed shapes is errOtherwise, and the builder and
// options then are as they were. Rows, notes and errors are those of the tree
// (readJSON), in O(bytes); the memory beside columns and document is a few blocks.
func scanJSON(f file, doc []byte, b *builder, o *Options, source int32, sizes scanSizes) (format string, err error) {
	if len(doc) < sizes.least {
		return "", errOtherwise
	}
	list, frame, ok := findRows(doc)
	if !ok {
		return "", errOtherwise
	}
	s := newJSONScan(o, source, sizes)
	s.b, s.from, s.list, s.path = b, b.rows, list, f.path
	before := b.mark()
	format, err = s.read(f, frame)
	if errors.Is(err, errOtherwise) || err == nil && format == "" {
		b.rollBack(before)
	}
	return format, err
}

func newJSONScan(o *Options, source int32, sizes scanSizes) *jsonScan {
	return &jsonScan{
		o: o, source: source, sizes: sizes,
		index: map[string]int{}, formats: map[string]bool{}, numbers: map[string]bool{},
	}
}

func (s *jsonScan) read(f file, frame *jsonFrame) (format string, err error) {
	if err := s.prepare(); err != nil {
		return "", err
	}
	if err := s.pass(frame); err != nil {
		return "", err
	}
	if err := s.o.tooManyRows(f.path, s.rows); err != nil {
		return "", err
	}
	if s.plan == nil {
		return s.endShaped(), nil
	}
	if !f.named && !s.o.hasY(s.columns) {
		return "", nil // some other document
	}
	late, err := s.endFlat(f.path)
	if err != nil {
		return "", err
	}
	defer func() {
		if err == nil {
			err = s.o.toBase(s.b, f.path, s.columns, s.fieldsOf(), nil, s.from)
		}
	}()
	if len(late) > 0 {
		s.again, s.plan = true, &flatPlan{o: s.o, seed: s.b.seed, only: late}
		if err := s.pass(frame); err != nil {
			return "", err
		}
	}
	return formatJSON, nil
}

// prepare tells from the first row what the rows are and, where they are of no
// known shape, makes a plan for their keys from the first rows.
func (s *jsonScan) prepare() error {
	p := newJSONParser(s.list.doc)
	p.pos, p.most = s.list.from, s.o.mostValues()
	first, err := p.value(s.list.depth)
	if err != nil {
		return errOtherwise
	}
	if what := rawTraceOf(&first); what != "" {
		return errRawTrace(what)
	}
	if shapeOf(&first) != nil {
		s.fresh = func() jsonRows { return newShapedRows(s.o, s.list.depth, s.path) }
		return nil
	}
	s.plan = &flatPlan{o: s.o, seed: s.b.seed, labels: map[string]bool{}, counts: s.o.countsRequestsOf(first)}
	try := newFlatRows(s.plan, s.list.depth)
	(&jsonBlock{list: s.list, rows: try}).scan(s.list.from, s.list.from+s.sizes.first, len(s.list.doc))
	for _, c := range try.order {
		if c.text {
			s.plan.labels[c.key] = true
		}
	}
	s.planPerGPU(try.order)
	s.fresh = func() jsonRows { return newFlatRows(s.plan, s.list.depth) }
	return nil
}

// endShaped gives the notes of rows of known shapes to the options and returns
// the rows' format.
func (s *jsonScan) endShaped() (format string) {
	s.o.notes.addAll(&s.notes)
	for key := range s.numbers {
		s.o.sawNumber(key)
	}
	if len(s.formats) > 1 {
		return formatMixed
	}
	return sortedKeys(s.formats)[0]
}

// endFlat judges the keys of flat rows together. late are those of undecided
// columns whose numbers were passed over before text came.
func (s *jsonScan) endFlat(path string) (late map[string]bool, err error) {
	fields, err := s.o.fieldsWithY(path, s.columns)
	if err != nil {
		return nil, err
	}
	if !s.o.perGPU.sameAs(s.plan.perGPU) {
		return nil, errOtherwise // rows further on have other throughputs
	}
	if !s.plan.counts && countsRequests(fields) {
		return nil, errOtherwise // rows further on may count requests
	}
	late = map[string]bool{}
	for i, key := range s.columns {
		switch _, use := s.plan.use(key); {
		case use == useUndecided && s.text[i]:
			late[key] = true
		case use == useUndecided, use == useNothing:
			s.o.seen[fields[i]] = true
		}
	}
	return late, nil
}

// fieldsOf returns the fields of the keys of flat rows.
func (s *jsonScan) fieldsOf() []string {
	fields := make([]string, len(s.columns))
	for i, key := range s.columns {
		fields[i] = s.o.headingOf(key, "").field
	}
	return fields
}

// pass reads all rows.
func (s *jsonScan) pass(frame *jsonFrame) error {
	s.rows, s.line = 0, 1+bytes.Count(s.list.doc[:s.list.from], []byte("\n"))
	end, ok := s.blocks()
	switch {
	case !ok:
		return errOtherwise
	case s.o.mostRows > 0 && s.rows > s.o.mostRows:
		return nil // which is an error
	case !frame.endsAt(s.list.doc, end):
		return errOtherwise
	}
	return nil
}

// blocks reads the rows of the list and returns what offset it ends at. ok is
// false where something is not as it should be.
func (s *jsonScan) blocks() (end int, ok bool) {
	l, size := s.list, s.sizes.block
	limit := func(i int) int { return min(l.from+(i+1)*size, len(l.doc)) }
	next, last, ok := l.from, false, true
	inOrder((len(l.doc)-l.from+size-1)/size, s.sizes.workers,
		func() *jsonBlock { return &jsonBlock{list: l, rows: s.fresh()} },
		func(i int, b *jsonBlock) {
			from := l.from
			if i > 0 {
				from = l.guess(l.from+i*size, limit(i))
			}
			// A wrong guess must not make this read to the end of the document.
			b.scan(from, limit(i), min(limit(i)+size, len(l.doc)))
		},
		func(i int, b *jsonBlock) bool {
			if next >= limit(i) { // a row goes on beyond the block
				return true
			}
			if b.from != next || !b.ok {
				b.scan(next, limit(i), len(l.doc))
			}
			if ok = b.ok; !ok {
				return false
			}
			s.take(b)
			next, last = b.end, b.last
			return !last && (s.o.mostRows == 0 || s.rows <= s.o.mostRows)
		})
	return next, ok && (last || s.o.mostRows > 0 && s.rows > s.o.mostRows)
}

// take adds the rows of a block.
func (s *jsonScan) take(b *jsonBlock) {
	b.rows.addTo(s, b.end, func(i int) frontier.Place {
		return frontier.Place{Source: s.source, Line: int32(s.line) + b.lines[i], Row: int32(s.rows + i + 1)}
	})
	s.rows += len(b.lines)
	s.line += b.further
}

// room makes room for n rows, which end at an offset; in a second pass they are
// there.
func (s *jsonScan) room(n, end int, place func(i int) frontier.Place) slab {
	if s.again {
		return slab{s.b, s.from + s.rows, s.from + s.rows + n}
	}
	if s.rows == 0 { // as many per byte as in the first block, and a few
		l := s.list
		s.b.await(int(1.02 * float64(n) * float64(len(l.doc)-l.from) / float64(end-l.from)))
	}
	to := s.b.grow(n)
	for i, places := 0, to.places(); i < n; i++ {
		places[i] = place(i)
	}
	return to
}

// key notes a key of flat rows, and whether a value of it is text.
func (s *jsonScan) key(key string, text bool) {
	i, ok := s.index[key]
	if !ok {
		i = len(s.columns)
		s.index[key] = i
		s.columns, s.text = append(s.columns, key), append(s.text, false)
	}
	s.text[i] = s.text[i] || text
}

// planPerGPU tells from the keys of the first rows whether throughputs per GPU
// have to be worked out.
func (s *jsonScan) planPerGPU(first []*flatColumn) {
	keys, fields := make([]string, len(first)), make([]string, len(first))
	for i, c := range first {
		keys[i], fields[i] = c.key, c.field
	}
	s.plan.perGPU = s.o.planPerGPU(keys, fields)
	s.o.perGPU = s.plan.perGPU
}

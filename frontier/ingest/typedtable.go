package ingest

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"paretocov/frontier"
)

// A typedTable is a table whose columns have types, as Parquet and Arrow files
// give it: which columns are read is told from their names and types, and only
// these are touched.
type typedTable struct {
	doc     *document
	format  string
	columns []typedColumn
	rows    int64
	fields  []string // of the columns, once it is known what is asked for
	// plan says how a column is read, in parts one below the other.
	plan func(column int, taken *budget) ([]part, error)
}

// A typedColumn is a column of a typedTable.
type typedColumn struct {
	name  string
	holds cellsOf
	what  string // the type, as messages name it
	unit  string // that the schema or the type states, "" for none
}

// cellsOf says what a column holds.
type cellsOf int8

const (
	ofText cellsOf = iota // or of another type that is a label and no number
	ofNumbers
	ofNulls   // and nothing else
	ofNothing // that can be read: lists, structures, maps
)

// A part is some rows of a column, which are decoded together.
type part struct {
	rows int
	// read fills the cells, of which one of the two kinds is there.
	read func(into cells, w *worker) error
}

// cells are where a part's rows go: numbers and reasons, or codes of words, as
// many as rows. Reasons are Missing and codes negative at first.
type cells struct {
	values  []float64
	reasons []frontier.Reason
	codes   []int32
	words   *partWords
}

func (c *cells) isMetric() bool { return c.words == nil }

// from returns the n cells from a row on.
func (c *cells) from(row, n int) cells {
	if c.isMetric() {
		return cells{values: c.values[row : row+n], reasons: c.reasons[row : row+n]}
	}
	return cells{codes: c.codes[row : row+n], words: c.words}
}

// A worker is what a goroutine keeps from one part to the next.
type worker struct {
	unpacker
	// Bytes as they are in the document, and unpacked, of which what is wanted
	// may have to be made out in other.
	packed, unpacked, other []byte
	text                    []byte // texts made plain
	cell                    []byte // a cell as text
	rooms                   [][]byte
	index, level            []int32
	cache                   cachedTexts
}

// addTo adds the rows to a builder, by the rules of text tables: metrics asked
// for hold numbers, known settings and text columns identify points, and other
// numeric columns are left out. A missing value is Missing, as an empty cell is.
func (t *typedTable) addTo(b *builder, o *Options, source int32) error {
	limit, most := o.ofColumns(t.doc.size)
	if err := overRows(t.doc.path, int(t.rows), most); err != nil {
		return err
	}
	jobs, err := t.jobs(o, &budget{limit: limit})
	if err != nil {
		return err
	}
	before := b.rows
	if err := t.read(b, jobs, int(t.rows), frontier.Place{Source: source, Row: 1}); err != nil {
		return err
	}
	return o.toBase(b, t.doc.path, t.names(), t.fields, t.units(), before)
}

// jobs returns what to read of the columns, and counts what it takes.
func (t *typedTable) jobs(o *Options, taken *budget) ([]job, error) {
	names := t.names()
	fields, err := o.fieldsIn(t.doc.path, names, t.units())
	if err != nil {
		return nil, withoutLine(err)
	}
	if t.rows == 0 {
		return nil, nothingIn(t.doc.path, "no data rows")
	}
	if !slices.Contains(fields, o.y()) {
		return nil, withoutLine(missingColumn(t.doc.path, o.y(), names))
	}
	t.fields = fields
	var jobs []job
	var broken faults
	if err := taken.take(t.rows * int64(unsafe.Sizeof(frontier.Place{}))); err != nil {
		return nil, fileError(t.doc.path, err.Error())
	}
	counts := false
	for c, f := range fields { // a column of text beside one of numbers makes no sense of its rows
		counts = counts || isCount(f) && t.columns[c].holds == ofNumbers
	}
	counts = counts && countsRequests(fields)
	for c, f := range fields {
		column := &t.columns[c]
		j := job{column: c, field: f, metric: o.wanted[f] || counts && isCount(f) && column.holds != ofNothing}
		switch known := o.referenced[f] || frontier.RoleOf(f) != frontier.FreeText; {
		case column.holds == ofNothing && (j.metric && (!o.all || f == o.y()) || o.referenced[f]):
			broken.add(t.columnError(c, fmt.Errorf("it is %s, which is not read; write one number or text per row", column.what)))
			continue
		case column.holds == ofNothing, column.holds == ofNulls && !j.metric:
			o.seen[f] = true
			continue
		case j.metric, known, isUnitField(f), !frontier.IsMetric(f) && column.holds == ofText:
		default:
			o.seen[f] = true
			continue
		}
		width := int64(unsafe.Sizeof(int32(0)))
		if j.metric {
			width = int64(unsafe.Sizeof(float64(0)) + unsafe.Sizeof(frontier.Usable))
		}
		if err := taken.take(t.rows * width); err != nil {
			return nil, t.columnError(c, err)
		}
		if column.holds == ofNulls {
			j.parts = []part{{int(t.rows), func(cells, *worker) error { return nil }}}
		} else if err := guarded(func() (err error) { j.parts, err = t.plan(c, taken); return err }); err != nil {
			if broken.add(t.columnError(c, err)); errors.Is(err, errOverBudget) {
				break // as all that follow would be
			}
			continue
		}
		jobs = append(jobs, j)
	}
	return jobs, broken.err()
}

// A job is a column that is read.
type job struct {
	column int
	field  string
	metric bool
	parts  []part

	values  []float64
	reasons []frontier.Reason
	codes   []int32
	words   *dictionary
	isNew   bool         // the builder did not have the text column
	own     []*partWords // of the parts
}

// read decodes all parts of all columns, of so many rows, into a builder, on all
// cores. first is the place of the first row.
func (t *typedTable) read(b *builder, jobs []job, rows int, first frontier.Place) error {
	s := b.grow(rows)
	type task struct {
		job, part, from int
	}
	var tasks []task
	for i := range jobs {
		j := &jobs[i]
		if j.metric {
			j.values, j.reasons = s.metric(j.field)
		} else {
			_, had := b.labels[j.field]
			j.codes, j.words = s.label(j.field)
			j.isNew, j.own = !had, make([]*partWords, len(j.parts))
		}
		from := 0
		for p := range j.parts {
			tasks = append(tasks, task{i, p, from})
			from += j.parts[p].rows
		}
	}
	slices.SortStableFunc(tasks, func(a, b task) int { return a.from - b.from }) // a file is read from its beginning
	places := s.places()
	broken := make([]brokenColumn, len(jobs))
	err := inParallel(1+len(tasks), func(i int, w *worker) error {
		if i == 0 {
			for r := range places {
				places[r] = frontier.Place{Source: first.Source, Row: first.Row + int32(r)}
			}
			return nil
		}
		k := tasks[i-1]
		j := &jobs[k.job]
		if broken[k.job].before(k.part) {
			return nil
		}
		p := &j.parts[k.part]
		to := k.from + p.rows
		var into cells
		if j.metric {
			into = cells{values: j.values[k.from:to], reasons: j.reasons[k.from:to]}
		} else {
			w.cache = cachedTexts{}
			j.own[k.part] = &partWords{dictionary: j.words.local()}
			into = cells{codes: j.codes[k.from:to], words: j.own[k.part]}
		}
		if err := guarded(func() error { return p.read(into, w) }); err != nil {
			broken[k.job].add(k.part, t.columnError(j.column, err))
		}
		return nil
	})
	if err != nil {
		return err
	}
	var all faults
	for i := range broken {
		all.add(broken[i].err)
	}
	if err := all.err(); err != nil {
		return err
	}
	for i := range jobs {
		if !jobs[i].metric {
			jobs[i].join(b, t.columns[jobs[i].column].holds)
		}
	}
	return nil
}

// A brokenColumn is the first part of a column that cannot be read, whatever the
// order of events. The parts behind it need not be.
type brokenColumn struct {
	mu   sync.Mutex
	part int
	err  error
}

// before reports whether a part before this one is broken.
func (b *brokenColumn) before(part int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err != nil && b.part < part
}

func (b *brokenColumn) add(part int, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err == nil || part < b.part {
		b.part, b.err = part, err
	}
}

// join numbers the texts of a column's parts alike. The order of the words is
// that of their first appearance in the file. Texts that say that there is none
// are left out.
func (j *job) join(b *builder, holds cellsOf) {
	from := 0
	for p, own := range j.own {
		cells := j.codes[from : from+j.parts[p].rows]
		if own.noting && j.words.len() == 0 {
			j.words.expect(len(j.codes)) // as many as rows, it seems
		}
		codes := own.joinTo(j.words, verbatim(j.field) || holds == ofNumbers)
		for r, c := range cells {
			if c >= 0 {
				cells[r] = codes[c]
			}
		}
		from += len(cells)
		j.own[p] = nil
	}
	if j.isNew && j.words.len() == 0 { // no cell has a text: as if the column were not there
		b.labels[j.field].release()
		delete(b.labels, j.field)
	}
}

func (t *typedTable) names() []string {
	names := make([]string, len(t.columns))
	for i := range t.columns {
		names[i] = t.columns[i].name
	}
	return names
}

func (t *typedTable) units() []string {
	units := make([]string, len(t.columns))
	for i := range t.columns {
		units[i] = t.columns[i].unit
	}
	return units
}

// columnError says what is wrong in a column.
func (t *typedTable) columnError(column int, err error) error {
	return &Error{Path: t.doc.path, Column: t.columns[column].name, Why: err.Error()}
}

// withoutLine takes the line off an error of a table without lines.
func withoutLine(err error) error {
	var several *Errors
	var e *Error
	if errors.As(err, &several) {
		for _, e := range several.List {
			e.Line = 0
		}
	} else if errors.As(err, &e) {
		e.Line = 0
	}
	return err
}

// inParallel calls work for 0 to n-1 on all cores and returns when all is done.
// Of several errors it returns that of the smallest number, whatever the order
// of events: numbers are handed out in order, and none after an error.
func inParallel(n int, work func(i int, w *worker) error) error {
	var next atomic.Int64
	var failed atomic.Bool
	errs := make([]error, n)
	loop := func() {
		var w worker
		defer w.close()
		for !failed.Load() {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			if errs[i] = work(i, &w); errs[i] != nil {
				failed.Store(true)
			}
		}
	}
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) - 1 {
		wg.Go(loop)
	}
	loop()
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// guarded calls f and returns a panic in it as an error. What a broken document
// can make a decoder do is not known, and it must not end the process.
func guarded(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it is broken (%v)", p)
		}
	}()
	return f()
}

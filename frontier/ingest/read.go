package ingest

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/arrow/go/v17/arrow/memory"

	"paretocov/frontier"
)

// DefaultMaxBytes is the default limit on the size of a file: 1 GiB.
const DefaultMaxBytes = 1 << 30

// Options say what to read.
type Options struct {
	// Metrics are the numeric columns to read; the first is the y axis, which
	// every table must have. The failure rate is always read.
	Metrics []string
	// Fields are text columns that are needed though nothing else says so, such
	// as those of conditions.
	Fields []string
	// Map renames columns of tables of no known shape: column to field name.
	Map map[string]string
	// Units are the units of columns of tables of no known shape, by the column's
	// name as it stands, where the file does not state them or is wrong.
	Units map[string]string
	// DecimalComma says that CSV tables write 1.200,5 for 1200.5.
	DecimalComma bool
	// MaxBytes limits each file; 0 means DefaultMaxBytes.
	MaxBytes int64
	// MaxUnpacked limits what a compressed file or an archive's member unpacks to;
	// 0 means DefaultMaxUnpacked, or MaxBytes if that is less.
	MaxUnpacked int64
	// GPUs is the GPU count of rows that tell none, 0 if that is not known.
	GPUs int
	// GPUsByName takes the GPU count and settings from the names of files: see
	// paretocov help formats for the rule.
	GPUsByName bool
	// Digest asks for the SHA-256 of each source.
	Digest bool
	// Check asks for what JSON rows break of the schemas of their shapes.
	Check bool
	// Stdin is what the path "-" reads.
	Stdin io.Reader
	// StdinName is what messages and results call it; "" means "stdin".
	StdinName string
	// Allocator gives the memory of columns; nil means Go's.
	Allocator memory.Allocator

	wanted     map[string]bool
	list       []wantedMetric // the same, in order
	referenced map[string]bool
	seen       map[string]bool // columns that are not read: whether they are numbers to name
	mostRows   int             // of a document that is unpacked, 0 for no limit
	mapped     map[string]bool // columns of tables: whether Map renames them
	notes      *notes
	stated     map[string]bool       // columns of tables: whether Units states their unit
	units      map[string]metricUnit // of unknown metrics read so far
	perGPU     *perGPUPlan           // of the table that is read, nil if there is none
	survey     map[string]bool       // metrics that rows of known shapes have; nil unless that is asked
	all        bool                  // the metrics are all that were found
}

func (o *Options) y() string { return o.Metrics[0] }

// Read reads all points at the paths into one table: files, folders and zip
// archives, which are searched, or "-". The caller closes the table. An error is an
// *Error, or *Errors where several things are wrong: all files are looked at. A path that is named and holds no points is an error; what a
// search passes over is counted in the table.
func Read(paths []string, o Options) (*frontier.Table, error) {
	o.begin()
	b := newBuilder(o.Allocator)
	defer b.release()
	t := frontier.Table{Skipped: map[string]int{}}
	var broken faults // which do not hide what is wrong with the files behind them
	searches := make([]search, len(paths))
	for i, p := range paths {
		s := &searches[i]
		s.path, s.skipped = p, map[string]int{}
		if p == "-" {
			s.path = cmp.Or(o.StdinName, "stdin")
		}
		err := find(p, &o, func(f file) error {
			s.visit(f, b, &o, &t)
			return nil
		})
		if err != nil && !s.broken.add(err) {
			return nil, err
		}
	}
	readLater(searches, b, &o, &t)
	for i := range searches {
		s := &searches[i]
		broken.add(s.end(b, &o, &t))
		for k, n := range s.skipped {
			t.Skipped[k] += n
		}
	}
	if err := broken.err(); err != nil {
		return nil, err
	}
	if f := b.overfull(); f != "" {
		return nil, fileError(strings.Join(paths, ", "), "column "+f+": over 2 GiB of different texts; read fewer files at once")
	}
	b.deriveFailureRates(&o)
	t.Places, t.Breaches = b.places, b.breaches
	o.describe(&t)
	return tableOf(b.record(), t), nil
}

// begin makes the options ready for reading.
func (o *Options) begin() {
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	if o.MaxUnpacked <= 0 {
		o.MaxUnpacked = min(o.MaxBytes, DefaultMaxUnpacked)
	}
	if o.Allocator == nil {
		o.Allocator = memory.DefaultAllocator
	}
	o.wanted, o.referenced, o.seen, o.notes = map[string]bool{}, map[string]bool{}, map[string]bool{}, &notes{}
	o.mapped = map[string]bool{}
	o.stated, o.units = map[string]bool{}, map[string]metricUnit{}
	o.list = newWanted(o.Metrics)
	for _, m := range o.Metrics {
		o.wanted[m] = true
	}
	o.wanted[frontier.FailureRate] = true
	for _, f := range o.Fields {
		o.referenced[f] = true
	}
	o.referenced[markColumn] = true
	if o.survey != nil {
		o.list = surveyed()
	}
}

// describe tells a table what was seen and not read.
func (o *Options) describe(t *frontier.Table) {
	for name, metric := range o.seen {
		if metric {
			t.Unread = append(t.Unread, name)
		}
	}
	slices.Sort(t.Unread)
	for _, column := range sortedKeys(o.Map) {
		if !o.mapped[column] {
			t.Unmapped = append(t.Unmapped, column)
		}
	}
	for _, column := range sortedKeys(o.Units) {
		if !o.stated[column] {
			t.Unstated = append(t.Unstated, column)
		}
	}
	t.Notes, t.WrongHeadings = o.notes.list(), o.notes.headings
}

// sharedLines reports whether two rows stand on one line.
func sharedLines(places []frontier.Place) bool {
	for i := 1; i < len(places); i++ {
		if places[i].Line == places[i-1].Line {
			return true
		}
	}
	return false
}

func skippedText(skipped map[string]int) string {
	var kinds []string
	for _, k := range sortedKeys(skipped) {
		kinds = append(kinds, k+" "+strconv.Itoa(skipped[k]))
	}
	if len(kinds) == 0 {
		return " (it is empty)"
	}
	return " (" + strings.Join(kinds, ", ") + ")"
}

// readFile adds a file's rows to the builder. ok is false for a found file
// that holds no points.
func readFile(f file, b *builder, o *Options, t *frontier.Table) (ok bool, err error) {
	if ours, ok, err := readColumnsOnDisk(f, b, o, t); ours {
		return ok, err
	}
	rows := b.rows
	if sum, ok := addCSVBlocks(f, b, o, int32(len(t.Sources)), diskBlockBytes); ok {
		t.Sources = append(t.Sources, frontier.Source{
			Path: f.path, Format: "csv", Rows: b.rows - rows, SHA256: sum, SharedLines: sharedLines(b.places[rows:]),
		})
		return true, nil
	}
	c, err := f.read()
	if err != nil {
		return false, err
	}
	if f.memory > 0 {
		own := *o
		own.MaxBytes, own.Digest, own.mostRows = f.memory, false, mostRowsIn(f.memory)
		whole := o
		o = &own
		defer func() {
			whole.perGPU = own.perGPU // the rows are divided by who reads the file
			if ok {
				s := &t.Sources[len(t.Sources)-1]
				s.Format, s.SHA256 = s.Format+c.suffix, c.sum
			}
		}()
	}
	doc := c.doc
	d := &document{path: f.path, size: int64(len(doc)), mem: doc}
	if open := columnar(d); open != nil {
		return readColumns(f, d, open, b, o, t)
	}
	if o.Digest { // beside the scan
		wait := d.digest()
		defer func() {
			sum, failed := wait()
			switch {
			case err == nil && failed != nil:
				ok, err = false, fileError(f.path, failed.Error())
			case ok:
				t.Sources[len(t.Sources)-1].SHA256 = sum
			}
		}()
	}
	if what := foreign(doc); what != "" {
		if f.named {
			return false, fileError(f.path, what)
		}
		return false, nil
	}
	source := int32(len(t.Sources))
	before := b.rows
	format := ""
	switch contentOf(doc) {
	case contentEmpty:
		if f.named {
			return false, nothingIn(f.path, "no data rows: the file is empty")
		}
		return false, nil
	case contentMarkup:
		if f.named {
			return false, fileError(f.path, noMarkup)
		}
		return false, nil
	case contentBinary:
		if f.named {
			return false, fileError(f.path, binaryText(doc))
		}
		return false, nil
	case contentJSON:
		format, err = addJSON(f, doc, b, o, source, defaultScan())
		if err != nil || format == "" {
			return false, err
		}
	default:
		if text := textFormatOf(doc); text != nil {
			format, err = text.name, text.addTo(b, f.path, doc, o, source)
			break
		}
		c, err := readCSV(f.path, doc)
		if !f.named && !o.hasY(c.columns) {
			return false, nil // some other table, or no table at all
		}
		if !o.hasY(c.columns) {
			if what := foreignText(doc); what != "" {
				return false, fileError(f.path, what)
			}
		}
		if err != nil {
			return false, err
		}
		c.comma = o.DecimalComma
		if err := c.addTo(b, o, source); err != nil {
			return false, err
		}
		format = c.format()
	}
	if err != nil {
		return false, err
	}
	t.Sources = append(t.Sources, frontier.Source{
		Path: f.path, Format: format, Rows: b.rows - before,
		SharedLines: sharedLines(b.places[before:]),
	})
	return true, nil
}

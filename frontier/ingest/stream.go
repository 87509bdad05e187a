package ingest

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"unsafe"

	"paretocov/frontier"
)

// blockBytes is how much of a text is read at once.
const blockBytes = 8 << 20

// Stream reads files, or "-", that need not fit into memory, and calls each with
// their rows table by table, in their order; the table is closed when each
// returns. CSV, NDJSON, Parquet and Arrow files are read so. It returns a table
// without rows that tells of the files. MaxBytes limits a record of a text, and a
// row group or a record batch unpacked; memory is a small multiple of the largest
// of these, or of 8 MiB. Of a compressed text a record may have a quarter of
// MaxUnpacked; compressed Parquet and Arrow files are unpacked in memory, up to
// MaxUnpacked. Errors are of type *Error or what each returned.
func Stream(paths []string, o Options, each func(*frontier.Table) error) (frontier.Table, error) {
	return streamBlocks(paths, o, blockBytes, each)
}

func streamBlocks(paths []string, o Options, block int, each func(*frontier.Table) error) (frontier.Table, error) {
	o.begin()
	about := frontier.Table{Skipped: map[string]int{}}
	for i, path := range paths {
		s := &stream{o: &o, path: path, each: each, block: block, longest: o.MaxBytes, before: about.Sources, at: frontier.Place{Source: int32(i), Row: 1}}
		if err := s.read(); err != nil {
			return about, err
		}
		if s.source.Rows == 0 {
			return about, nothingIn(s.source.Path, "no data rows")
		}
		about.Sources = append(about.Sources, s.source)
	}
	o.describe(&about)
	return about, nil
}

// A stream is a file that is read block by block.
type stream struct {
	o      *Options
	path   string
	each   func(*frontier.Table) error
	block  int
	before []frontier.Source
	source frontier.Source
	at     frontier.Place // of the next row

	from    io.Reader
	longest int64     // record, in bytes
	digest  hash.Hash // nil unless asked for
	buf     []byte    // read and not yet used
	ended   bool      // nothing follows buf
}

func (s *stream) read() error {
	s.source.Path = s.path
	s.o.perGPU = nil
	if s.path == "-" {
		if s.source.Path = s.o.StdinName; s.source.Path == "" {
			s.source.Path = "stdin"
		}
		if s.o.Stdin == nil {
			return fileError(s.source.Path, "nothing to read")
		}
		return s.readUnwrapped(s.o.Stdin)
	}
	f, err := os.Open(s.path)
	if err != nil {
		return fileError(s.path, reasonOf(err))
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return fileError(s.path, reasonOf(err))
	case info.IsDir():
		return fileError(s.path, "a folder cannot be streamed; name its files")
	case info.Mode().IsRegular():
		d := &document{path: s.path, size: info.Size(), disk: f}
		if open := columnar(d); open != nil {
			return s.readTyped(d, open)
		}
	}
	return s.readUnwrapped(f)
}

// readUnwrapped reads a text, or what is compressed, of which a text is never
// unpacked as a whole.
func (s *stream) readUnwrapped(raw io.Reader) error {
	if s.o.Digest {
		s.digest = sha256.New()
		raw = io.TeeReader(raw, s.digest)
	}
	p, err := unwrap(s.source.Path, bufio.NewReaderSize(raw, 64<<10))
	if err != nil {
		return unpackError(s.source.Path, err)
	}
	defer p.close()
	if s.from = p; p.layers > 0 {
		s.longest = min(s.o.MaxBytes, s.o.MaxUnpacked/4)
	}
	head, err := p.Peek(headBytes)
	if err == nil && mayBeColumnar(head) {
		err = s.readTypedUnpacked(p)
	} else {
		err = s.readText()
	}
	if err != nil {
		return err
	}
	if s.source.Format += p.suffix; s.digest != nil {
		s.source.SHA256 = hex.EncodeToString(s.digest.Sum(nil))
	}
	return nil
}

// readTypedUnpacked reads a table of typed columns, which is of no use before the
// end of it is there.
func (s *stream) readTypedUnpacked(p *packed) error {
	doc, err := readUpTo(p, s.o.MaxUnpacked+1)
	if err != nil {
		return unpackError(s.source.Path, err)
	}
	if int64(len(doc)) > s.o.MaxUnpacked {
		return overUnpacked(s.source.Path, s.o.MaxUnpacked, 0)
	}
	d := &document{path: s.source.Path, size: int64(len(doc)), mem: doc}
	own := *s.o
	own.Digest, own.MaxBytes = false, s.o.MaxUnpacked
	s.o, s.path = &own, s.source.Path
	open := columnar(d)
	if open == nil {
		return fileError(s.path, notStreamed)
	}
	return s.readTyped(d, open)
}

// more reads another block behind what there is.
func (s *stream) more() error {
	had := len(s.buf)
	if had > 0 && int64(had) >= s.longest {
		return s.tooLong()
	}
	s.buf = append(s.buf, make([]byte, s.block)...)
	n, err := io.ReadFull(s.from, s.buf[had:])
	s.buf = s.buf[:had+n]
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		s.ended = true
	case err != nil:
		return unpackError(s.source.Path, err)
	}
	return nil
}

// tooLong is the error of a record that is over the limit: --max-bytes, or a
// quarter of it where the file is compressed.
func (s *stream) tooLong() error {
	why := fmt.Sprintf("a record is over --max-bytes (%d); raise it if the file is right", s.longest)
	if s.longest < s.o.MaxBytes {
		why = fmt.Sprintf("a record is over a quarter of --max-bytes (%d); raise it if the file is right", s.o.MaxUnpacked)
	}
	return fileError(s.source.Path, why)
}

// blocks calls use with blocks of whole records, of which whole tells the length.
func (s *stream) blocks(whole func([]byte) int, use func([]byte) error) error {
	for {
		n := len(s.buf)
		if !s.ended {
			n = whole(s.buf)
		}
		if n > 0 {
			if err := use(s.buf[:n]); err != nil {
				return err
			}
			s.buf = append(s.buf[:0], s.buf[n:]...)
		}
		if s.ended {
			return nil
		}
		if err := s.more(); err != nil {
			return err
		}
	}
}

// readText reads a text, whose first block tells what it is.
func (s *stream) readText() error {
	if err := s.more(); err != nil {
		return err
	}
	if what := foreign(s.buf); what != "" {
		return fileError(s.source.Path, what)
	}
	var err error
	switch contentOf(s.buf) {
	case contentEmpty:
		return nothingIn(s.source.Path, "no data rows: the file is empty")
	case contentMarkup:
		return fileError(s.source.Path, noMarkup)
	case contentBinary:
		return fileError(s.source.Path, notStreamed)
	case contentJSON:
		err = s.readLines()
	default:
		s.source.Format = "csv"
		err = s.readCSV()
	}
	return err
}

const notStreamed = "not a CSV, NDJSON, Parquet or Arrow file, compressed or not, which are what can be streamed"

// give hands over the rows of a builder.
func (s *stream) give(b *builder) error {
	defer b.release()
	if b.rows == 0 {
		return nil
	}
	if err := b.restore(s.source.Path, 0, s.o); err != nil {
		return err
	}
	if err := s.o.dividePerGPU(b, 0, s.source.Path); err != nil {
		return err
	}
	about := frontier.Table{Places: b.places}
	s.source.SharedLines = s.source.SharedLines || sharedLines(b.places)
	s.source.Rows += b.rows
	about.Sources = append(slices.Clip(s.before), s.source)
	if f := b.overfull(); f != "" {
		return fileError(s.source.Path, "column "+f+": over 2 GiB of different texts in a block")
	}
	b.deriveFailureRates(s.o)
	t := tableOf(b.record(), about)
	defer t.Close()
	return s.each(t)
}

// readCSV reads a CSV text. Columns of unknown meaning that hold text in the first
// block are text columns; one that does so later is from then on, and that is
// noted.
func (s *stream) readCSV() error {
	var plan *csvPlan
	var header *csvTable
	var fields []string
	at := &s.at
	return s.blocks(wholeRecords, func(block []byte) error {
		body := block
		if plan == nil {
			t, err := readCSV(s.source.Path, block)
			if err != nil {
				return err
			}
			if len(t.columns) == 0 {
				return nil // blank lines so far
			}
			if t.shape != nil {
				return fileError(s.source.Path, "a table of the shape "+t.shape.name+" is read whole and not streamed; raise --max-bytes")
			}
			if fields, err = s.o.fieldsWithY(s.source.Path, t.columns); err != nil {
				return err
			}
			plan, body = newCSVPlan(fields, t.separator, s.o), t.body
			header = &csvTable{path: t.path, separator: t.separator, comma: s.o.DecimalComma, columns: t.columns, doc: bytes.Clone(t.doc[:len(t.doc)-len(t.body)])}
			at.Line = int32(t.line)
			if !plan.decide(body, false, csvChunkBytes) {
				return header.faultIn(body, t.line, nil)
			}
		}
		b := newBuilder(s.o.Allocator)
		chunks := plan.cut(body, *at, csvChunkBytes)
		rows := b.grow(recordsOf(chunks))
		found, ok := plan.fill(rows, chunks)
		if rest := plan.undecided(found, false); ok && rest != nil {
			_, ok = rest.fill(rows, chunks)
			for i, c := range rest.columns {
				if c.use == csvLabel && at.Row > 1 {
					s.o.notes.add(fmt.Sprintf("column %s holds numbers at first and text from line %d on; only the text identifies points", header.columns[i], at.Line))
				}
			}
		}
		if !ok {
			b.release()
			return header.faultIn(body, int(at.Line), plan.columns)
		}
		plan.see(s.o.seen)
		b.dropTextless()
		if err := s.o.toBase(b, s.source.Path, header.columns, fields, nil, 0); err != nil {
			b.release()
			return err
		}
		at.Line += int32(bytes.Count(body, []byte("\n")))
		at.Row += int32(b.rows)
		return s.give(b)
	})
}

// faultIn returns what is wrong in a block of records that begins on a line.
func (t *csvTable) faultIn(block []byte, line int, columns []csvColumn) error {
	own := *t
	own.doc = append(bytes.Clone(t.doc), block...)
	own.above = line - 1 - bytes.Count(t.doc, []byte("\n"))
	if err := own.findFaults(columns); err != nil {
		return err
	}
	return fileError(t.path, "a record near line "+fmt.Sprint(line)+" cannot be read")
}

// readLines reads one JSON object per line.
func (s *stream) readLines() error {
	s.source.Format = formatJSON
	if rest := strings.TrimLeft(string(s.buf[:min(len(s.buf), 64)]), utf8BOM+" \t\r\n"); strings.HasPrefix(rest, "[") {
		return fileError(s.source.Path, "a JSON array, which is read whole and not streamed; write one object per line, or raise --max-bytes")
	}
	in := newJSONStream(s.o, s.at.Source)
	in.scan.path = s.source.Path
	line := 1
	err := s.blocks(wholeLines, func(block []byte) error {
		b := newBuilder(s.o.Allocator)
		if err := in.add(b, block); err != nil {
			b.release()
			if errors.Is(err, errOtherwise) {
				err = s.faultInLines(block, line)
			}
			if told, ours := rawTraceError(file{path: s.source.Path, named: true}, err); ours {
				err = told
			}
			return err
		}
		if err := s.o.toBase(b, s.source.Path, in.scan.columns, in.scan.fieldsOf(), nil, 0); err != nil {
			b.release()
			return err
		}
		line += bytes.Count(block, []byte("\n"))
		return s.give(b)
	})
	if err != nil {
		return err
	}
	format, late, err := in.end(s.source.Path)
	if errors.Is(err, errOtherwise) {
		err = fileError(s.source.Path, "only some rows have a throughput per GPU, or count requests; a stream wants rows of one shape, read it without --stream")
	}
	if err != nil {
		return err
	}
	s.source.Format = format
	for _, key := range sortedKeys(late) {
		s.o.notes.add("key " + key + " holds numbers at first and text later; only the text identifies points")
	}
	return nil
}

// faultInLines returns what is wrong in a block of lines, the first of which is
// that line of the file.
func (s *stream) faultInLines(block []byte, line int) error {
	t := &jsonTable{path: s.source.Path, doc: block, above: line - 1}
	rows, err := parseJSONLines(block)
	if err != nil {
		return t.syntaxErrors(err, err)
	}
	t.rows = rows
	if err := t.check(); err != nil && !errors.Is(err, errNoRows) {
		return err
	}
	for i := range rows {
		if refused := s.refusedRow(&rows[i]); refused != nil {
			refused.Line = t.above + t.lines.at(rows[i].offset)
			return refused
		}
	}
	if len(t.columns()) == 0 {
		return nothingIn(s.source.Path, emptyObjects)
	}
	return &Error{Path: s.source.Path, Line: line, Why: "from here on a row has another shape than the rows before; a stream wants rows of one shape, one object per line"}
}

// refusedRow returns why a row of a known shape cannot be read, nil if it can.
func (s *stream) refusedRow(v *jsonValue) *Error {
	shape := shapeOf(v)
	if shape == nil {
		return nil
	}
	r := &rowReader{row: &row{}, wanted: s.o.list, notes: &notes{}, file: newRowsFile(s.source.Path, s.o)}
	shape.read(v, r)
	return r.refused
}

// readTyped reads a table of typed columns, a row group or a record batch at a
// time.
func (s *stream) readTyped(d *document, open func() (*typedTable, error)) (err error) {
	if s.o.Digest {
		wait := d.digest()
		defer func() { // whatever happens, it ends before the document is closed
			sum, failed := wait()
			if err == nil && failed != nil {
				err = fileError(s.path, failed.Error())
			}
			s.source.SHA256 = sum
		}()
	}
	var t *typedTable
	if err := guarded(func() (err error) { t, err = open(); return err }); err != nil {
		return columnarError(s.path, err)
	}
	s.source.Format = t.format
	var jobs []job
	if err := guarded(func() (err error) { jobs, err = t.jobs(s.o, &budget{limit: math.MaxInt64}); return err }); err != nil {
		return columnarError(s.path, err)
	}
	at := &s.at
	for g, rows := range groups(jobs) {
		if int64(rows) > s.o.MaxBytes/int64(unsafe.Sizeof(*at)) {
			return fileError(s.path, fmt.Sprintf("a row group of %d rows is over --max-bytes (%d); raise it if the file is right", rows, s.o.MaxBytes))
		}
		own := make([]job, len(jobs))
		for i, j := range jobs {
			own[i] = job{column: j.column, field: j.field, metric: j.metric}
			if len(j.parts) > g && j.parts[g].rows == rows {
				own[i].parts = j.parts[g : g+1]
			} else { // nothing but nulls
				own[i].parts = []part{{rows, func(cells, *worker) error { return nil }}}
			}
		}
		b := newBuilder(s.o.Allocator)
		if err := guarded(func() error { return t.read(b, own, rows, *at) }); err != nil {
			b.release()
			return columnarError(s.path, err)
		}
		if err := s.o.toBase(b, s.path, t.names(), t.fields, t.units(), 0); err != nil {
			b.release()
			return err
		}
		at.Row += int32(rows)
		if err := s.give(b); err != nil {
			return err
		}
	}
	return nil
}

// groups returns the rows of the parts that columns are divided into alike. A
// column of nothing but nulls is one part.
func groups(jobs []job) []int {
	var longest []part
	for _, j := range jobs {
		if len(j.parts) > len(longest) {
			longest = j.parts
		}
	}
	rows := make([]int, len(longest))
	for i, p := range longest {
		rows[i] = p.rows
	}
	return rows
}

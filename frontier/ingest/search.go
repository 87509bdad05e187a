package ingest

import (
	"errors"

	"paretocov/frontier"
)

// A search is what came of searching one path.
type search struct {
	path    string
	skipped map[string]int // files without points, by kind
	points  bool           // some file has points
	later   []file         // summaries of aiperf
	held    int64          // bytes of those that cannot be read again
	others  []file         // the first ones that turned out to hold no points
	broken  faults         // of its files; one does not hide the next
}

// end says what is wrong with what was found, or that nothing was.
func (s *search) end(b *builder, o *Options, t *frontier.Table) error {
	if err := s.broken.err(); err != nil || s.points {
		return err
	}
	why := "no point file in it" + skippedText(s.skipped) + "; point files are JSON rows of InferenceX, results of benchmark clients, or tables with a column " + o.y() + " (see paretocov help formats)"
	if e := whyNot(s.others, b, o, t); e != nil {
		why += "; one that is none: " + e.Error()
	}
	return nothingIn(s.path, why)
}

// visit reads a file, or keeps it for later.
func (s *search) visit(f file, b *builder, o *Options, t *frontier.Table) {
	switch {
	case f.kind != "":
		s.skipped[f.kind]++
	case !f.named && isAIPerfExport(f.path):
		s.keep(f, o)
	default:
		s.read(f, b, o, t)
	}
}

// keep keeps a file for later. What is in an archive can be read at once alone.
func (s *search) keep(f file, o *Options) {
	if !f.disk {
		c, err := f.read()
		if s.held += int64(len(c.doc)); err == nil && s.held > o.MaxUnpacked {
			err = overUnpacked(f.path, o.MaxUnpacked, s.held-int64(len(c.doc)))
		}
		if err != nil {
			s.broken.add(err)
			return
		}
		f.read = func() (contents, error) { return c, nil }
	}
	s.later = append(s.later, f)
}

// read adds the points of a file, with throughput per GPU where that has to be
// worked out.
func (s *search) read(f file, b *builder, o *Options, t *frontier.Table) {
	before, rows := b.rows, b.mark()
	o.perGPU = nil
	ok, err := readFile(f, b, o, t)
	if err == nil && ok {
		s.points = true
		if err = b.restore(f.path, before, o); err == nil {
			err = o.dividePerGPU(b, before, f.path)
		}
	} else if err == nil {
		const most = 8
		if s.skipped[kindOther]++; f.disk && len(s.others) < most {
			s.others = append(s.others, f)
		}
	}
	if err != nil {
		b.rollBack(rows)
		s.broken.add(err)
	}
}

// whyNot returns the error that one of some files without points would be if it
// were named: a table, if one is among them.
func whyNot(others []file, b *builder, o *Options, t *frontier.Table) *Error {
	var first *Error
	for _, f := range others {
		f.named = true
		_, err := readFile(f, b, o, t)
		var e *Error
		if !errors.As(err, &e) {
			continue
		}
		if e.Line > 0 {
			return e
		}
		if first == nil {
			first = e
		}
	}
	return first
}

package ingest

import (
	"path"
	"slices"
	"strings"

	"paretocov/frontier"
)

// Summaries of aiperf lie beside the rows that InferenceX makes of them, and then
// they are no points of their own; what else is searched tells, so they come last.

// The kinds of summaries that are passed over.
const (
	kindTrace = "raw trace"
	kindCopy  = "copy of a run"
)

// A search is what came of searching one path.
type search struct {
	path    string
	skipped map[string]int // files without points, by kind
	points  bool           // some file has points
	later   []file         // summaries of aiperf
	broken  faults         // of its files; one does not hide the next
}

// end says what is wrong with what was found, or that nothing was.
func (s *search) end(o *Options) error {
	if err := s.broken.err(); err != nil || s.points {
		return err
	}
	return nothingIn(s.path, "no point file in it"+skippedText(s.skipped)+"; point files are JSON rows of InferenceX, results of benchmark clients, or tables with a column "+o.y()+" (see paretocov help formats)")
}

// visit reads a file, or keeps it for later.
func (s *search) visit(f file, b *builder, o *Options, t *frontier.Table) {
	switch {
	case f.kind != "":
		s.skipped[f.kind]++
	case !f.named && isAIPerfExport(f.path):
		s.later = append(s.later, f)
	default:
		s.read(f, b, o, t)
	}
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
		s.skipped[kindOther]++
	}
	if err != nil {
		b.rollBack(rows)
		s.broken.add(err)
	}
}

// readLater reads the summaries of aiperf that were found, or passes them over
// where rows of InferenceX were read. Of one run's JSON and CSV the JSON counts,
// and of a sweep and its runs the sweep.
func readLater(searches []search, b *builder, o *Options, t *frontier.Table) {
	ours := slices.ContainsFunc(t.Sources, func(s frontier.Source) bool {
		return strings.HasPrefix(s.Format, "inferencex-") || strings.HasPrefix(s.Format, "agentx-")
	})
	var found []string
	for i := range searches {
		for _, f := range searches[i].later {
			found = append(found, f.path)
		}
	}
	for i := range searches {
		s := &searches[i]
		for _, f := range s.later {
			switch {
			case ours:
				s.skipped[kindTrace]++
			case isCopy(f.path, found):
				s.skipped[kindCopy]++
			default:
				s.read(f, b, o, t)
			}
		}
	}
}

// isCopy reports whether another of the summaries tells what one does: the JSON of
// a CSV, or the sweep that a run is of, which lies in a folder above, or in one for
// aggregates beside.
func isCopy(p string, found []string) bool {
	stem, csv := cutSuffixFold(p, ".csv")
	run := !strings.HasSuffix(strings.ToLower(p), "_sweep.json")
	for _, f := range found {
		if json, ok := cutSuffixFold(f, ".json"); csv && ok && json == stem {
			return true
		}
		if run && strings.HasSuffix(strings.ToLower(f), "_sweep.json") {
			dir := path.Dir(f)
			if strings.Contains(strings.ToLower(path.Base(dir)), "aggregate") {
				dir = path.Dir(dir)
			}
			if dir == "." || strings.HasPrefix(p, dir+"/") {
				return true
			}
		}
	}
	return false
}

func cutSuffixFold(s, suffix string) (before string, ok bool) {
	if len(s) < len(suffix) || !strings.EqualFold(s[len(s)-len(suffix):], suffix) {
		return s, false
	}
	return s[:len(s)-len(suffix)], true
}

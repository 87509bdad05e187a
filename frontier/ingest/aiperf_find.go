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
	p = withoutPacking(p)
	stem, csv := cutSuffixFold(p, ".csv")
	run := !strings.HasSuffix(strings.ToLower(p), "_sweep.json")
	for _, f := range found {
		f = withoutPacking(f)
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

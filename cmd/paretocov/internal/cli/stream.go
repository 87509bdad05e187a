package cli

import (
	"fmt"
	"os"
	"time"

	"paretocov/frontier"
	"paretocov/frontier/ingest"
	"paretocov/pareto"
)

// over reports whether a file of the side is larger than the limit on what is
// read whole.
func (sd side) over(limit int64) bool {
	for _, p := range sd.paths {
		if info, err := os.Stat(p); err == nil && info.Mode().IsRegular() && info.Size() > limit && !ingest.IsArchive(p) {
			return true
		}
	}
	return false
}

// streamFront reads the files of a side part by part and keeps what the fronts
// need.
func streamFront(s streams, sd side, in ingest.Options, o frontier.Options, rule pareto.Rule) (*frontier.Arrangement, error) {
	switch {
	case o.Match != nil:
		return nil, usagef("--match needs all points at once; it does not go with --stream, nor with a file over 1 GiB; --max-bytes raises that")
	case o.Repeats == frontier.PoolSamples:
		return nil, usagef("--repeats samples needs all points at once; it does not go with --stream, nor with a file over 1 GiB; --max-bytes raises that")
	case o.Joint:
		return nil, usagef("--joint needs all points at once; it does not go with --stream, nor with a file over 1 GiB; --max-bytes raises that")
	}
	in.Stdin = s.in
	fs := frontier.NewFrontStream(o, rule)
	show := progressOn(s.err)
	about, err := ingest.Stream(sd.paths, in, func(t *frontier.Table) error {
		fs.Add(t)
		show(fmt.Sprintf("%d rows read", fs.Rows()))
		return nil
	})
	show("")
	if err != nil {
		return nil, err
	}
	return fs.Arrange(about)
}

// progressOn returns a function that shows how far work has come in the last line
// of a terminal, once the work has taken two seconds and then four times a
// second at most; an empty text clears the line. Where there is no terminal it
// does nothing.
func progressOn(w any) func(text string) {
	f, ok := w.(*os.File)
	if !ok || !isTerminal(f) {
		return func(string) {}
	}
	next := time.Now().Add(2 * time.Second)
	shown := false
	return func(text string) {
		if text == "" && shown {
			fmt.Fprint(f, "\r\x1b[K")
			return
		}
		if text != "" && time.Now().After(next) {
			fmt.Fprint(f, "\r\x1b[K", text)
			shown, next = true, time.Now().Add(250*time.Millisecond)
		}
	}
}

package frontier

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A stamp tells when a row was measured, as far as the row says: one number per
// field of orderFields, most significant first.
type stamp [len(orderFields)]moment

// A moment is a number that orders, if it is known.
type moment struct {
	at    int64
	known bool
}

// orderFields are the columns that tell which of two rows is the newer.
var orderFields = [...]struct {
	name string
	read func(string) (int64, bool)
}{
	{"date", readTime},
	{"run_started_at", readTime},
	{"workflow_run_id", readCount},
	{"run_id", readCount},
	{"run_url", readRunURL},
	{"run_url", readAttemptURL},
	{"run_attempt", readCount},
	{"attempt", readCount},
}

// A stampReader reads the stamps of a table's rows, each distinct text once.
type stampReader [len(orderFields)]struct {
	label *Label
	words []moment // of the label's words
}

func newStampReader(t *Table) *stampReader {
	var sr stampReader
	for i, f := range orderFields {
		l := t.Label(f.name)
		if l == nil {
			continue
		}
		sr[i].label, sr[i].words = l, make([]moment, len(l.Words))
		for w, word := range l.Words {
			if word = strings.TrimSpace(word); word != "" {
				sr[i].words[w].at, sr[i].words[w].known = f.read(word)
			}
		}
	}
	return &sr
}

// of returns the stamp of a row. What is no date or number of a known form is no
// order.
func (sr *stampReader) of(row int) stamp {
	var s stamp
	for i := range sr {
		if l := sr[i].label; l != nil && l.Codes[row] >= 0 {
			s[i] = sr[i].words[l.Codes[row]]
		}
	}
	return s
}

// compare orders by the first field that both have and that differs; 0 where
// nothing tells.
func (s stamp) compare(o stamp) int {
	for i := range s {
		if s[i].known && o[i].known && s[i].at != o[i].at {
			return cmp.Compare(s[i].at, o[i].at)
		}
	}
	return 0
}

// join returns the later of two stamps, field by field.
func (s stamp) join(o stamp) stamp {
	for i := range s {
		if o[i].known && (!s[i].known || o[i].at > s[i].at) {
			s[i] = o[i]
		}
	}
	return s
}

// readTime reads an ISO date, with or without a time of day.
func readTime(text string) (int64, bool) {
	for _, layout := range []string{time.DateOnly, time.RFC3339, time.DateTime, "20060102-150405"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UnixNano(), true
		}
	}
	return 0, false
}

func readCount(text string) (int64, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil && n >= 0
}

var runURL = regexp.MustCompile(`/actions/runs/(\d{1,18})(?:/attempts/(\d{1,9}))?`)

// readRunURL reads the number of a GitHub run from its address.
func readRunURL(text string) (int64, bool) { return submatch(text, 1) }

// readAttemptURL reads the attempt from the address of a GitHub run.
func readAttemptURL(text string) (int64, bool) { return submatch(text, 2) }

func submatch(text string, group int) (int64, bool) {
	m := runURL.FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	return readCount(m[group])
}

// noteOrder notes a head whose rows are all older than base's newest.
func (a *Arrangement) noteOrder() {
	if len(a.Tables) != 2 {
		return
	}
	_, base := dates(a.Tables[0])
	_, head := dates(a.Tables[1])
	b, okB := readTime(base)
	h, okH := readTime(head)
	if okB && okH && h < b {
		a.notes = append(a.notes, "head's newest row is of "+head+", base's of "+base+": are BASE and HEAD the right way round?")
	}
}

// dates returns the oldest and the newest date that the rows of a table name.
func dates(t *Table) (from, to string) {
	l := t.Label("date")
	if l == nil {
		return "", ""
	}
	for _, word := range l.Words {
		word = strings.TrimSpace(word)
		at, ok := readTime(word)
		if !ok {
			continue
		}
		if first, known := readTime(from); !known || at < first {
			from = word
		}
		if last, known := readTime(to); !known || at > last {
			to = word
		}
	}
	return from, to
}

package ingest_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow/go/v17/arrow/memory"
	gocmp "github.com/google/go-cmp/cmp"

	"paretocov/frontier"
	"paretocov/frontier/ingest"
)

// y and x are the metrics that most tests read.
const (
	y = "tput_per_gpu"
	x = "p90_e2el"
)

// read reads with an allocator that has to end up empty: on an error at once, on
// success when the test, and with it the table, is done. No goroutine stays.
func read(t testing.TB, o ingest.Options, paths ...string) (*frontier.Table, error) {
	t.Helper()
	if o.Metrics == nil {
		o.Metrics = []string{y, x}
	}
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	o.Allocator, o.Digest = mem, true
	before := runtime.NumGoroutine()
	tb, err := ingest.Read(paths, o)
	for range 100 { // one that is about to end may need a moment
		if runtime.NumGoroutine() <= before {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines, %d before", after, before)
	}
	if err != nil {
		if tb != nil {
			t.Errorf("a table beside the error %v", err)
		}
		var ie *ingest.Error
		if !errors.As(err, &ie) {
			t.Errorf("the error is a %T: %v", err, err)
		}
		mem.AssertSize(t, 0)
		return nil, err
	}
	checkTable(t, tb)
	t.Cleanup(func() {
		tb.Close()
		mem.AssertSize(t, 0)
		tb.Close() // closing twice gives nothing back twice
		mem.AssertSize(t, 0)
	})
	return tb, nil
}

// text reads a document from standard input, which messages call rows.
func text(t testing.TB, o ingest.Options, doc string) (*frontier.Table, error) {
	t.Helper()
	o.Stdin, o.StdinName = strings.NewReader(doc), "rows"
	return read(t, o, "-")
}

// checkTable checks what holds for every table.
func checkTable(t testing.TB, tb *frontier.Table) {
	t.Helper()
	rows := 0
	for _, s := range tb.Sources {
		rows += s.Rows
		if len(s.SHA256) != 64 || s.Path == "" || s.Format == "" {
			t.Errorf("source %+v", s)
		}
	}
	if rows != tb.Rows || len(tb.Places) != tb.Rows {
		t.Errorf("%d rows, %d places, sources of %d rows", tb.Rows, len(tb.Places), rows)
	}
	checkCells(t, tb)
}

// checkCells checks what holds for the rows and columns of every table.
func checkCells(t testing.TB, tb *frontier.Table) {
	t.Helper()
	for i, p := range tb.Places {
		if int(p.Source) >= len(tb.Sources) || p.Line < firstLine(tb.Sources[p.Source]) || p.Row < 1 || int(p.Row) > tb.Sources[p.Source].Rows {
			t.Errorf("row %d stands at %+v", i, p)
		}
	}
	for i, m := range tb.Metrics {
		if len(m.Values) != tb.Rows || m.Reasons != nil && len(m.Reasons) != tb.Rows {
			t.Errorf("%s: %d values and %d reasons of %d rows", m.Name, len(m.Values), len(m.Reasons), tb.Rows)
		}
		if i > 0 && tb.Metrics[i-1].Name >= m.Name {
			t.Errorf("metrics are not sorted: %s, %s", tb.Metrics[i-1].Name, m.Name)
		}
		for row := range tb.Rows {
			// The definition, written otherwise.
			if v := m.Values[row]; m.Reason(row) == frontier.Usable && !(v > 0 && v-v == 0) {
				t.Errorf("%s of row %d is %v, and usable", m.Name, row, v)
			}
		}
	}
	for _, l := range tb.Labels {
		if len(l.Codes) != tb.Rows {
			t.Errorf("%s: %d codes of %d rows", l.Name, len(l.Codes), tb.Rows)
		}
		for row, c := range l.Codes {
			if int(c) >= len(l.Words) {
				t.Errorf("%s of row %d: word %d of %d", l.Name, row, c, len(l.Words))
			}
		}
	}
}

// firstLine is the least line that a row of a source can stand on: 0 where there
// are no lines.
func firstLine(s frontier.Source) int32 {
	if s.Format == "parquet" || s.Format == "arrow" || s.Format == "arrow-stream" {
		return 0
	}
	return 1
}

// cells writes each row of a table as "name=value" in the order of the names;
// what has no value is left out, what is unusable stands as its reason.
func cells(tb *frontier.Table) []string {
	rows := make([]string, 0, tb.Rows)
	for row := range tb.Rows {
		var parts []string
		for _, m := range tb.Metrics {
			switch r := m.Reason(row); r {
			case frontier.Usable:
				parts = append(parts, fmt.Sprintf("%s=%v", m.Name, m.Values[row]))
			case frontier.Missing:
			default:
				parts = append(parts, fmt.Sprintf("%s is %s", m.Name, r))
			}
		}
		for _, l := range tb.Labels {
			if v := l.Text(row); v != "" {
				parts = append(parts, fmt.Sprintf("%s=%q", l.Name, v))
			}
		}
		slices.Sort(parts)
		rows = append(rows, strings.Join(parts, " "))
	}
	return rows
}

// wantCells compares all rows.
func wantCells(t *testing.T, what string, tb *frontier.Table, err error, want ...string) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	if diff := gocmp.Diff(want, cells(tb)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// A fault is an error that is wanted. Zero fields are not compared, but for the
// line, which is compared where one is.
type fault struct {
	line   int
	column string
	value  string
	why    string // a part of it
}

func wantFault(t *testing.T, what string, err error, path string, want fault) {
	t.Helper()
	var got *ingest.Error
	if !errors.As(err, &got) {
		t.Errorf("%s: error %v, want one of %s", what, err, path)
		return
	}
	if got.Path != path || want.line != 0 && got.Line != want.line || want.column != "" && got.Column != want.column ||
		want.value != "" && got.Value != want.value || !strings.Contains(got.Why, want.why) {
		t.Errorf("%s: %v\n  %+v\n  want %+v", what, err, got, want)
	}
}

// file writes a file below the test's own folder.
func file(t testing.TB, dir, name, doc string) string {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(doc), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestErrorText(t *testing.T) {
	for want, e := range map[string]ingest.Error{
		`a.csv: no data rows`:                              {Path: "a.csv", Why: "no data rows"},
		`a.csv:3: tput: "x": not a number; leave it`:       {Path: "a.csv", Line: 3, Column: "tput", Value: "x", Why: "not a number; leave it"},
		`a.json:3: byte 7: found a comma`:                  {Path: "a.json", Line: 3, Column: "byte 7", Why: "found a comma"},
		`a.csv:1: "` + strings.Repeat("é", 60) + `...": w`: {Path: "a.csv", Line: 1, Value: strings.Repeat("é", 70), Why: "w"},
		`a.csv:1: "a\nb": w`:                               {Path: "a.csv", Line: 1, Value: "a\nb", Why: "w"},
	} {
		if got := e.Error(); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}

// TestSeveralPaths: paths are read into one table, in their order, with the
// sources told apart.
func TestSeveralPaths(t *testing.T) {
	dir := t.TempDir()
	a := file(t, dir, "a.csv", "id,"+x+","+y+"\na,1,10\nb,2,20\n")
	b := file(t, dir, "b.json", `[{"id":"c","`+x+`":3,"`+y+`":30}]`)
	tb, err := read(t, ingest.Options{}, b, a)
	wantCells(t, "two files", tb, err, `id="c" p90_e2el=3 tput_per_gpu=30`, `id="a" p90_e2el=1 tput_per_gpu=10`, `id="b" p90_e2el=2 tput_per_gpu=20`)
	if err != nil {
		return
	}
	var got []string
	for row := range tb.Rows {
		got = append(got, fmt.Sprint(tb.Place(row), " ", tb.Places[row].Row))
	}
	if diff := gocmp.Diff([]string{b + ":1 1", a + ":2 1", a + ":3 2"}, got); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}
	if tb.Sources[0].Rows != 1 || tb.Sources[1].Rows != 2 || tb.Sources[1].Format != "csv" {
		t.Errorf("sources %+v", tb.Sources)
	}
	doc, err := os.ReadFile(a)
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("%x", sha256.Sum256(doc)); tb.Sources[1].SHA256 != want {
		t.Errorf("%s has the SHA-256 %s, want %s", a, tb.Sources[1].SHA256, want)
	}
}

// TestErrorsInAnyPlace: what is wrong in the first row, in a later one, in a
// second file or in an archive is an error with its place, and leaves nothing
// behind of what was read before.
func TestErrorsInAnyPlace(t *testing.T) {
	csvRow, jsonRow := "a,1,10\n", `{"id":"a","p90_e2el":1,"tput_per_gpu":10}`
	broken := map[string]string{ // by file ending and what
		"csv cell, first row":       "id,p90_e2el,tput_per_gpu\nb,x,10\n",
		"csv cell, later row":       "id,p90_e2el,tput_per_gpu\n" + strings.Repeat(csvRow, 500) + "b,1,x\n",
		"csv ragged":                "id,p90_e2el,tput_per_gpu\n" + csvRow + "b,1\n",
		"csv quote":                 "id,p90_e2el,tput_per_gpu\n" + csvRow + "b\"c,1,1\n",
		"csv no y":                  "id,p90_e2el\na,1\n",
		"csv column twice":          "id,p90_e2el,tput_per_gpu,P90_E2EL\na,1,1,1\n",
		"csv header only":           "id,p90_e2el,tput_per_gpu\n",
		"json syntax":               "[" + jsonRow + ",\n" + jsonRow + ",]",
		"json no y":                 `[{"id":"a","p90_e2el":1}]`,
		"json key twice, later row": "[" + jsonRow + ",\n" + `{"id":"a","id":"b","p90_e2el":1,"tput_per_gpu":10}]`,
		"json mixed":                "[" + apiDoc + ",\n" + jsonRow + "]",
		"json lines":                jsonRow + "\n" + jsonRow + "\n{\"id\":}\n",
		"json of no rows":           `[1,2]`,
		"binary":                    "\x00\x01\x02",
		"empty":                     "",
	}
	dir := t.TempDir()
	good := file(t, dir, "good.csv", "id,p90_e2el,tput_per_gpu\ng,1,10\nh,2,20\n")
	goodJSON := file(t, dir, "good.json", "["+apiDoc+","+fixedDoc+","+v3Doc+","+flatDoc+"]")
	for what, doc := range broken {
		bad := file(t, dir, "bad", doc)
		for _, paths := range [][]string{{bad}, {good, bad}, {bad, good}, {goodJSON, bad}, {good, goodJSON, bad}} {
			if tb, err := read(t, ingest.Options{}, paths...); err == nil {
				t.Errorf("%s: read as %q", what, cells(tb))
			} else if !strings.HasPrefix(err.Error(), bad+":") {
				t.Errorf("%s: the error does not begin with the file: %v", what, err)
			}
		}
	}
	if _, err := read(t, ingest.Options{}, good, filepath.Join(dir, "nowhere.csv")); err == nil || !strings.Contains(err.Error(), "nowhere.csv: ") {
		t.Errorf("no such file: %v", err)
	}
	if _, err := read(t, ingest.Options{}, good, "-"); err == nil || !strings.Contains(err.Error(), "stdin") {
		t.Errorf("no stdin: %v", err)
	}
	failing := failingReader{errors.New("broken pipe"), []byte("id,p90_e2el,tput_per_gpu\na,1,2\n")}
	if _, err := read(t, ingest.Options{Stdin: &failing}, "-"); err == nil || !strings.Contains(err.Error(), "broken pipe") {
		t.Errorf("a reader that fails: %v", err)
	}
}

// A failingReader gives some bytes and then an error.
type failingReader struct {
	err  error
	rest []byte
}

func (r *failingReader) Read(p []byte) (int, error) {
	n := copy(p, r.rest)
	if r.rest = r.rest[n:]; n == 0 {
		return 0, r.err
	}
	return n, nil
}

// TestMaxBytes: more than the limit is an error, never a cut document.
func TestMaxBytes(t *testing.T) {
	doc := "id,p90_e2el,tput_per_gpu\na,1,10\nb,2,20\n"
	path := file(t, t.TempDir(), "a.csv", doc)
	for _, test := range []struct {
		limit int64
		fits  bool
	}{{int64(len(doc)), true}, {int64(len(doc)) - 1, false}, {int64(len(doc)) - 7, false}, {1, false}, {1 << 40, true}, {0, true}} {
		o := ingest.Options{MaxBytes: test.limit}
		_, errFile := read(t, o, path)
		_, errText := text(t, o, doc)
		for _, err := range []error{errFile, errText} {
			if (err == nil) != test.fits || err != nil && !strings.Contains(err.Error(), "--max-bytes") {
				t.Errorf("a limit of %d for %d bytes: %v", test.limit, len(doc), err)
			}
		}
	}
}

// TestUnreadMetrics: what a file has beside what was asked for is known, so that
// messages can name it.
func TestUnreadMetrics(t *testing.T) {
	for what, doc := range map[string]string{
		"csv":  "id,p90_e2el,p99_e2el,accuracy,tput_per_gpu,note\na,1,2,0.5,10,text\n",
		"json": `[{"id":"a","p90_e2el":1,"p99_e2el":2,"accuracy":0.5,"tput_per_gpu":10,"note":"text"}]`,
	} {
		tb, err := text(t, ingest.Options{}, doc)
		wantCells(t, what, tb, err, `id="a" note="text" p90_e2el=1 tput_per_gpu=10`)
		if err == nil && (!slices.Contains(tb.Unread, "p99_e2el") || slices.Contains(tb.Unread, "p90_e2el")) {
			t.Errorf("%s: unread %q, want p99_e2el among them and p90_e2el not", what, tb.Unread)
		}
	}
}

// TestMap renames columns of tables of no known shape.
func TestMap(t *testing.T) {
	o := func(pairs ...string) ingest.Options {
		m := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i]] = pairs[i+1]
		}
		return ingest.Options{Map: m}
	}
	csv := "who,e2e_p90,tput\na,4.2,100\n"
	want := `id="a" p90_e2el=4.2 tput_per_gpu=100`
	tb, err := text(t, o("tput", y, "e2e_p90", x, "who", "id"), csv)
	wantCells(t, "csv", tb, err, want)
	tb, err = text(t, o("tput", y, "e2e_p90", x, "who", "id"), `[{"who":"a","e2e_p90":4.2,"tput":100}]`)
	wantCells(t, "json", tb, err, want)
	tb, err = text(t, o("no such column", "id"), "id,p90_e2el,tput_per_gpu\na,1,10\n")
	wantCells(t, "a column that is not there", tb, err, `id="a" p90_e2el=1 tput_per_gpu=10`)
	// A column can be moved out of the way of another.
	tb, err = text(t, o("tput", y, y, "old"), "id,tput,tput_per_gpu\na,100,7\n")
	wantCells(t, "an exchange", tb, err, `id="a" tput_per_gpu=100`)

	_, err = text(t, o("tput", y), "id,tput,tput_per_gpu\na,100,7\n")
	wantFault(t, "a name that is taken", err, "rows", fault{why: "twice"})
	_, err = text(t, o("who", y), csv)
	wantFault(t, "text as a metric", err, "rows", fault{line: 2, column: "who", value: "a"})
	_, err = text(t, ingest.Options{}, csv)
	wantFault(t, "no column for y", err, "rows", fault{line: 1, why: "no column tput_per_gpu; there are: who, e2e_p90, tput; "})
	if err != nil && !strings.Contains(err.Error(), "--map 'tput=tput_per_gpu'") {
		t.Errorf("the error does not offer the nearest name: %v", err)
	}
}

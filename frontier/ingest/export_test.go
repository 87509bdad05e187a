package ingest_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"paretocov/frontier"
	"paretocov/frontier/ingest"
)

// records reads CSV with the standard library.
func records(t testing.TB, doc []byte) [][]string {
	t.Helper()
	recs, err := csv.NewReader(bytes.NewReader(doc)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return recs
}

var plainNumber = regexp.MustCompile(`^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$|^\s*(?i:[-+]?inf(inity)?|-)\s*$`)

func isPlainNumber(s string) bool { return plainNumber.MatchString(s) }

// TestMarkedByOthers: a table that another program wrote anew keeps what the marks
// say; without the column nothing is restored.
func TestMarkedByOthers(t *testing.T) {
	const header = "note,paretocov.table,tput_per_gpu,p90_e2el\n"
	tb, err := text(t, ingest.Options{}, header+"'=1,1,5,\n'x,\"1 {\"\"p90_e2el\"\":\"\"NaN\"\"}\",6,\n'y,,7,\n")
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(cells(tb), "\n")
	if got != `note="=1" tput_per_gpu=5`+"\n"+`note="x" p90_e2el is NaN tput_per_gpu=6`+"\n"+`note="'y" tput_per_gpu=7` {
		t.Errorf("got\n%s", got)
	}
	tb, err = text(t, ingest.Options{}, "note,tput_per_gpu\n'=1,5\n")
	if err != nil {
		t.Fatal(err)
	}
	if got := tb.Label("note").Text(0); got != "'=1" {
		t.Errorf("a cell of a foreign table is %q", got)
	}
	// A row of a mark is of no known shape.
	tb, err = text(t, ingest.Options{}, `{"hw":"b200","isl":1,"osl":1,"paretocov.table":"1","tput_per_gpu":4,"p90_e2el":null}`)
	if err != nil || tb.Sources[0].Format != "json" || cellOf(tb.Metric(x), 0) != frontier.Missing.String() {
		t.Errorf("%v, %+v", err, tb)
	}
	for doc, f := range map[string]fault{
		header + "a,2,5,\n":                           {column: "paretocov.table", value: "2", why: "another version"},
		header + "a,1 x,5,\n":                         {column: "paretocov.table", value: "1 x", why: "write the table anew"},
		header + "a,\"1 {\"\"a\"\":1}\",5,\n":         {column: "paretocov.table", why: "write the table anew"},
		header + "a,\"1 {\"\"a\"\":\"\"b\"\"}\",5,\n": {column: "paretocov.table", why: `"b" is no reason`},
	} {
		_, err := text(t, ingest.Options{}, doc)
		wantFault(t, doc, err, "rows", f)
	}
}

// TestWriteUnits: units are read back, and so are reasons of columns with units in
// their names.
func TestWriteUnits(t *testing.T) {
	for _, ending := range ingest.Endings() {
		tb := frontier.Table{
			Rows: 2, Sources: []frontier.Source{{Path: "a"}}, Places: make([]frontier.Place, 2),
			Metrics: []frontier.Metric{
				{Name: "joules_per_token", Unit: "J/tok", Values: []float64{1, 2}},
				{Name: "lat_ms", Unit: "ms", Values: []float64{250, 3}},
				{Name: "latency", Unit: "s", Values: []float64{0.25, 0}, Reasons: []frontier.Reason{frontier.Usable, frontier.NaN}},
				{Name: "total_tput_tps", Unit: "tok/s", Values: []float64{1, 2}},
				{Name: y, Unit: "tok/s/GPU", Values: []float64{5, 6}},
			},
		}
		doc := written(t, "t"+ending, &tb, nil)
		back, err := text(t, ingest.Options{Metrics: []string{y, "latency", "lat_ms", "joules_per_token", "total_tput_tps"}}, string(doc))
		if err != nil {
			t.Fatal(err)
		}
		for i := range tb.Metrics {
			m := &tb.Metrics[i]
			got := back.Metric(m.Name)
			if got == nil || got.Unit != m.Unit || cellOf(got, 0) != cellOf(m, 0) || cellOf(got, 1) != cellOf(m, 1) {
				t.Errorf("%s: %+v, want %+v\n%q", ending, got, m, doc)
			}
		}
		all, err := readAll(t, doc)
		if err != nil {
			t.Fatal(err)
		}
		if again := written(t, "t"+ending, all, nil); !bytes.Equal(again, doc) {
			t.Errorf("%s written again:\n%q\nwant\n%q", ending, again, doc)
		}
	}
}

// TestWriteRefuses: what would not be read back is not written.
func TestWriteRefuses(t *testing.T) {
	label := func(names ...string) frontier.Table {
		tb := frontier.Table{Rows: 1, Sources: []frontier.Source{{Path: "a.csv"}}, Places: []frontier.Place{{Line: 7}}, Metrics: []frontier.Metric{{Name: y, Values: []float64{1}}}}
		for _, n := range names {
			tb.Labels = append(tb.Labels, frontier.Label{Name: n, Codes: []int32{0}, Words: []string{"w"}})
		}
		return tb
	}
	bad := label("note")
	bad.Labels[0].Words[0] = "\xff"
	none := label("note")
	none.Rows = 0
	for what, c := range map[string]struct {
		tb   frontier.Table
		name string
		want fault
	}{
		"not UTF-8":  {bad, "t.csv", fault{column: "note", value: "\xff", line: 7, why: "not UTF-8"}},
		"two kinds":  {label(y), "t.csv", fault{column: y, why: "convert the files apart"}},
		"two cases":  {label("Note", "note"), "t.csv", fault{column: "note", why: `also as "Note"`}},
		"other name": {label("GPU"), "t.csv", fault{column: "GPU", why: `read as "hardware"`}},
		"kept name":  {label("paretocov.table"), "t.csv", fault{column: "paretocov.table", why: "--map"}},
		"no rows":    {none, "t.csv", fault{why: "no rows"}},
	} {
		err := ingest.Write(io.Discard, c.name, &c.tb, nil, nil)
		wantFault(t, what, err, "a.csv", c.want)
	}
	tb := label("note")
	wantFault(t, "ending", ingest.Write(io.Discard, "t.xls", &tb, nil, nil), "t.xls", fault{why: ".ndjson"})
	for _, ending := range ingest.Endings() {
		full := errors.New("disk full")
		for room := 0; room <= 6000; room += 100 {
			err := ingest.Write(&narrow{room, full}, "t"+ending, &tb, nil, nil)
			if err == nil {
				break
			}
			if !errors.Is(err, full) {
				t.Fatalf("%s with room for %d bytes: %v", ending, room, err)
			}
			if room == 6000 {
				t.Errorf("%s never fits", ending)
			}
		}
	}
}

// A narrow writer has room for some bytes.
type narrow struct {
	room int
	err  error
}

func (n *narrow) Write(p []byte) (int, error) {
	if n.room -= len(p); n.room < 0 {
		return 0, n.err
	}
	return len(p), nil
}

// FuzzFormulaCells: a text round-trips through a cell of CSV, and what is there in
// between is no formula.
func FuzzFormulaCells(f *testing.F) {
	for _, s := range oddTexts {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		a, b = strings.ToValidUTF8(a, ""), strings.ToValidUTF8(b, "")
		if a == "" || b == "" {
			return
		}
		tb := frontier.Table{
			Rows: 2, Sources: []frontier.Source{{Path: "a"}}, Places: make([]frontier.Place, 2), Metrics: []frontier.Metric{{Name: y, Values: []float64{1, 2}}},
			Labels: []frontier.Label{{Name: "conc", Codes: []int32{0, 1}, Words: []string{a, b}}, {Name: "note", Codes: []int32{1, 0}, Words: []string{a, b}}},
		}
		for _, name := range []string{"t.csv", "t.ndjson"} {
			back, err := readAll(t, written(t, name, &tb, nil))
			if err != nil {
				t.Fatal(err)
			}
			for row, want := range []string{a, b} {
				if got := back.Label("conc").Text(row); got != want {
					t.Errorf("%s: %q is %q", name, want, got)
				}
				if got := back.Label("note").Text(1 - row); got != want {
					t.Errorf("%s: %q is %q", name, want, got)
				}
			}
		}
	})
}

// TestWriteManyColumns: what it takes grows with the columns, not with their
// square.
func TestWriteManyColumns(t *testing.T) {
	var doc strings.Builder
	doc.WriteString(`[{"id": "a", "tput_per_gpu": 2, "p90_e2el": 1`)
	for i := range 30_000 {
		fmt.Fprintf(&doc, `, "k%d (ms)": 1`, i)
	}
	doc.WriteString("}]")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	tb, err := ingest.ReadAll([]string{"-"}, ingest.Options{Metrics: []string{"tput_per_gpu", "p90_e2el"}, Stdin: strings.NewReader(doc.String())})
	if err != nil {
		t.Fatal(err)
	}
	defer tb.Close()
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; len(tb.Metrics) < 30_000 || got > 1<<30 {
		t.Errorf("%d metrics, %d MiB allocated", len(tb.Metrics), got>>20)
	}
}

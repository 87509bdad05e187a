package ingest_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"
	pqfile "github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/pqarrow"
	"pgregory.net/rapid"

	"paretocov/frontier"
	"paretocov/frontier/ingest"
)

// oddTexts are texts that formats, spreadsheets and readers make something else of.
var oddTexts = []string{
	"", "a", "none", "None", "NA", "n/a", "null", "nan", "-", "5", "-5", "+5", "08", "1e3", "inf", "-Infinity", "1e400", "true", "0x10",
	"=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠a", " =1", "\"=1", "“=1”", "'", "''", "'=1", "'a", `'\r`, `\r`, `'\\`, `\`,
	"a\rb", "a\r\nb", "a\nb", "\x00", "a\x00b", " a ", "\ta", "a,b", "a;b", "a\tb", `"q"`, `a"b`, "#x", "<x>", "{x}", "[x]", "\ufeffx", "é", "漢字", "\u2028", "😀", "a  b", "1",
}

func oddText() *rapid.Generator[string] {
	return rapid.OneOf(rapid.SampledFrom(oddTexts), rapid.Custom(func(t *rapid.T) string {
		return rapid.SampledFrom(oddTexts).Draw(t, "first") + rapid.SampledFrom(oddTexts).Draw(t, "second")
	}), rapid.Map(rapid.String(), func(s string) string { return strings.ToValidUTF8(s, "") }))
}

// anyTable draws a table with columns of all roles and cells of all kinds.
func anyTable(t *rapid.T) *frontier.Table {
	n := rapid.IntRange(1, 12).Draw(t, "rows")
	tb := frontier.Table{Rows: n, Sources: []frontier.Source{{Path: "a.csv", Format: "csv", Rows: n}}}
	for i := range n {
		tb.Places = append(tb.Places, frontier.Place{Line: int32(i + 2), Row: int32(i + 1)})
	}
	names := []string{"id", "curve", "model", "hardware", "conc", "prefill_tp", "note", "=name", "'n", "a,b", "-x", "date", "image", "source", "{n", "#n"}
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(names), 0, 6, rapid.ID[string]).Draw(t, "labels") {
		l := frontier.Label{Name: name}
		for range n {
			text := oddText().Draw(t, name)
			if text == "" {
				l.Codes = append(l.Codes, -1)
				continue
			}
			at := slices.Index(l.Words, text)
			if at < 0 {
				at = len(l.Words)
				l.Words = append(l.Words, text)
			}
			l.Codes = append(l.Codes, int32(at))
		}
		tb.Labels = append(tb.Labels, l)
	}
	slices.SortFunc(tb.Labels, func(a, b frontier.Label) int { return strings.Compare(a.Name, b.Name) })
	metrics := append([]string{y}, rapid.SliceOfNDistinct(rapid.SampledFrom([]string{x, "mean_intvty", "p90_e2el_ci_low", "watts", "my score", "=m", "std"}), 0, 4, rapid.ID[string]).Draw(t, "metrics")...)
	reason := rapid.SampledFrom([]frontier.Reason{
		frontier.Usable, frontier.Usable, frontier.Usable, frontier.Missing, frontier.Null, frontier.NaN, frontier.Infinite, frontier.Boolean, frontier.Text, frontier.Failed,
	})
	failed := rapid.SliceOfN(rapid.SampledFrom([]bool{false, false, false, true}), n, n).Draw(t, "failed")
	for _, name := range metrics {
		m := frontier.Metric{Name: name}
		for i := range n {
			m.Values = append(m.Values, rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{0, -1, 1e300, 5e-324, 1e21, 1e-7, math.NaN(), math.Inf(1), math.Copysign(0, -1)})).Draw(t, name))
			r := reason.Draw(t, "reason")
			if failed[i] {
				r = frontier.Failed
			}
			m.Reasons = append(m.Reasons, r)
		}
		tb.Metrics = append(tb.Metrics, m)
	}
	slices.SortFunc(tb.Metrics, func(a, b frontier.Metric) int { return strings.Compare(a.Name, b.Name) })
	return frontier.NewTable(tb, nil)
}

// cellOf is what a cell of a metric says.
func cellOf(m *frontier.Metric, row int) string {
	switch {
	case m == nil:
		return frontier.Missing.String()
	case m.Reasons != nil && m.Reasons[row] != frontier.Usable:
		return m.Reasons[row].String()
	case math.IsNaN(m.Values[row]):
		return frontier.NaN.String()
	case math.IsInf(m.Values[row], 0):
		return frontier.Infinite.String()
	}
	return fmt.Sprintf("%x", math.Float64bits(m.Values[row]))
}

// bare reports whether no cell of a metric holds anything of its own.
func bare(m *frontier.Metric) bool {
	return !slices.ContainsFunc(m.Reasons, func(r frontier.Reason) bool { return r != frontier.Missing && r != frontier.Failed })
}

func readAll(t testing.TB, doc []byte) (*frontier.Table, error) {
	t.Helper()
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	o := ingest.Options{Metrics: []string{y}, Stdin: bytes.NewReader(doc), StdinName: "rows", Allocator: mem, Digest: true}
	tb, err := ingest.ReadAll([]string{"-"}, o)
	if err != nil {
		mem.AssertSize(t, 0)
		return nil, err
	}
	t.Cleanup(func() {
		tb.Close()
		mem.AssertSize(t, 0)
	})
	return tb, nil
}

func written(t testing.TB, name string, tb *frontier.Table, rows []int) []byte {
	t.Helper()
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	defer mem.AssertSize(t, 0)
	var b bytes.Buffer
	if err := ingest.Write(&b, name, tb, rows, mem); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return b.Bytes()
}

// TestWriteLaw: a table that is written and read back has the same texts, numbers
// and reasons, whatever they are, and is written as the same bytes.
func TestWriteLaw(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tb := anyTable(rt)
		for _, ending := range ingest.Endings() {
			doc := written(t, "t"+ending, tb, nil)
			if !bytes.Equal(doc, written(t, "t"+ending, tb, nil)) {
				rt.Fatalf("%s: not the same bytes twice", ending)
			}
			back, err := readAll(t, doc)
			if err != nil {
				rt.Fatalf("%s: %v\n%s", ending, err, doc)
			}
			checkTable(t, back)
			if back.Rows != tb.Rows {
				rt.Fatalf("%s: %d rows of %d", ending, back.Rows, tb.Rows)
			}
			for row := range tb.Rows {
				for i := range tb.Labels {
					l := &tb.Labels[i]
					want := l.Text(row)
					if l.Name == "source" && want == "" {
						want = "a.csv"
					}
					if got := back.Label(l.Name).Text(row); got != want {
						rt.Fatalf("%s: row %d: %s is %q, want %q\n%q", ending, row, l.Name, got, want, doc)
					}
				}
				for i := range tb.Metrics {
					m := &tb.Metrics[i]
					if got, want := cellOf(back.Metric(m.Name), row), cellOf(m, row); got != want && (m.Name == y || !bare(m)) {
						rt.Fatalf("%s: row %d: %s is %s, want %s\n%q", ending, row, m.Name, got, want, doc)
					}
				}
			}
			for i := range back.Labels {
				if name := back.Labels[i].Name; tb.Label(name) == nil && name != "source" {
					rt.Fatalf("%s: a column %s that was not there", ending, name)
				}
			}
			for i := range back.Metrics {
				if name := back.Metrics[i].Name; tb.Metric(name) == nil {
					rt.Fatalf("%s: a metric %s that was not there", ending, name)
				}
			}
			again := written(t, "t"+ending, back, nil)
			if !bytes.Equal(doc, again) && !slices.ContainsFunc(tb.Metrics, func(m frontier.Metric) bool { return m.Name != y && bare(&m) }) &&
				!slices.ContainsFunc(tb.Labels, func(l frontier.Label) bool { return len(l.Words) == 0 }) {
				rt.Fatalf("%s: written again it is\n%q\nnot\n%q", ending, again, doc)
			}
		}
	})
}

// TestWriteCSVIsSafe: no cell of a CSV file begins as a formula does, but for
// numbers.
func TestWriteCSVIsSafe(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		doc := written(t, "t.csv", anyTable(rt), nil)
		for _, rec := range records(t, doc) {
			for _, cell := range rec {
				rest := strings.TrimLeft(cell, " \"“”\u00a0\u3000")
				if rest != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", []rune(rest)[0]) && !isPlainNumber(cell) {
					rt.Fatalf("cell %q", cell)
				}
			}
		}
	})
}

// TestWriteLarge: several batches, dictionaries that do not pay, long texts, and
// rows that were picked.
func TestWriteLarge(t *testing.T) {
	const n = 150_000
	tb := frontier.Table{Rows: n, Sources: []frontier.Source{{Path: "a"}}, Places: make([]frontier.Place, n)}
	id, kind, long := frontier.Label{Name: "id"}, frontier.Label{Name: "note"}, frontier.Label{Name: "image"}
	m, sparse := frontier.Metric{Name: y}, frontier.Metric{Name: x}
	kind.Words = []string{"x", "y", "z"}
	long.Words = []string{strings.Repeat("long ", 300_000), strings.Repeat("longer ", 300_000)}
	for i := range n {
		id.Words = append(id.Words, fmt.Sprintf("point %d", i))
		id.Codes, kind.Codes = append(id.Codes, int32(i)), append(kind.Codes, int32(i%4)-1)
		code := int32(-1)
		if i%10_000 == 5 {
			code = int32(i / 10_000 % 2)
		}
		long.Codes = append(long.Codes, code)
		m.Values = append(m.Values, float64(i)+0.25)
		sparse.Values = append(sparse.Values, float64(i))
		r := frontier.Usable
		if i%3 == 0 {
			r = frontier.Missing
		} else if i%7 == 0 {
			r = frontier.NaN
		}
		sparse.Reasons = append(sparse.Reasons, r)
	}
	tb.Labels, tb.Metrics = []frontier.Label{id, long, kind}, []frontier.Metric{sparse, m}
	var rows []int
	for i := range n {
		if i%5 != 2 {
			rows = append(rows, i)
		}
	}
	all := frontier.NewTable(tb, nil)
	for _, ending := range ingest.Endings() {
		for _, rows := range [][]int{nil, rows} {
			back, err := readAll(t, written(t, "t"+ending, all, rows))
			if err != nil {
				t.Fatalf("%s: %v", ending, err)
			}
			at := func(i int) int {
				if rows == nil {
					return i
				}
				return rows[i]
			}
			for i := range back.Rows {
				r := at(i)
				if back.Label("id").Text(i) != id.Words[r] || back.Label("note").Text(i) != all.Label("note").Text(r) || back.Label("image").Text(i) != all.Label("image").Text(r) ||
					cellOf(back.Metric(y), i) != cellOf(&m, r) || cellOf(back.Metric(x), i) != cellOf(&sparse, r) {
					t.Fatalf("%s: row %d is another one", ending, i)
				}
			}
			if want := at(back.Rows - 1); back.Label("id").Text(back.Rows-1) != id.Words[want] || want < n-5 {
				t.Fatalf("%s: %d rows", ending, back.Rows)
			}
		}
	}
}

// TestWriteParquetYardstick: the library reads what was written, with types, units
// and directions as pyarrow has them.
func TestWriteParquetYardstick(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tb := anyTable(rt)
		pq, err := pqfile.NewParquetReader(bytes.NewReader(written(t, "t.parquet", tb, nil)))
		if err != nil {
			rt.Fatal(err)
		}
		defer pq.Close()
		for i := range pq.NumRowGroups() {
			for c := range pq.MetaData().Schema.NumColumns() {
				if _, err := pq.RowGroup(i).GetColumnPageReader(c); err != nil {
					rt.Fatal(err)
				}
			}
		}
		fr, err := pqarrow.NewFileReader(pq, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
		if err != nil {
			rt.Fatal(err)
		}
		table, err := fr.ReadTable(context.Background())
		if err != nil {
			rt.Fatal(err)
		}
		defer table.Release()
		tr := array.NewTableReader(table, 0)
		defer tr.Release()
		if !tr.Next() {
			rt.Fatal("no rows")
		}
		checkArrow(rt, tb, tr.Record())
	})
}

// TestWriteIPCYardstick is the same of an Arrow file.
func TestWriteIPCYardstick(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tb := anyTable(rt)
		r, err := ipc.NewFileReader(bytes.NewReader(written(t, "t.arrow", tb, nil)))
		if err != nil {
			rt.Fatal(err)
		}
		defer r.Close()
		rec, err := r.Record(0)
		if err != nil {
			rt.Fatal(err)
		}
		checkArrow(rt, tb, rec)
	})
}

// checkArrow holds a record against the table that it was written from.
func checkArrow(t *rapid.T, tb *frontier.Table, rec arrow.Record) {
	t.Helper()
	if int(rec.NumRows()) != tb.Rows {
		t.Fatalf("%d rows of %d", rec.NumRows(), tb.Rows)
	}
	column := func(name string) (arrow.Field, arrow.Array) {
		at := rec.Schema().FieldIndices(name)
		if len(at) != 1 {
			t.Fatalf("column %s is there %d times", name, len(at))
		}
		return rec.Schema().Field(at[0]), rec.Column(at[0])
	}
	for i := range tb.Labels {
		l := &tb.Labels[i]
		_, col := column(l.Name)
		for row := range tb.Rows {
			got := ""
			if !col.IsNull(row) {
				got = col.(*array.String).Value(row)
			}
			want := l.Text(row)
			if l.Name == "source" && want == "" {
				want = "a.csv"
			}
			if got != want && got != "'"+want {
				t.Fatalf("%s is %q, want %q", l.Name, got, want)
			}
		}
	}
	for i := range tb.Metrics {
		m := &tb.Metrics[i]
		f, col := column(m.Name)
		for row := range tb.Rows {
			v := m.Values[row]
			usable := m.Reasons[row] == frontier.Usable && v-v == 0
			if col.IsNull(row) == usable || usable && math.Float64bits(col.(*array.Float64).Value(row)) != math.Float64bits(v) {
				t.Fatalf("%s, row %d, is %v", m.Name, row, col.ValueStr(row))
			}
		}
		unit, _ := f.Metadata.GetValue("unit")
		better, _ := f.Metadata.GetValue("better")
		want := map[string]string{y: "tok/s/GPU max", x: "s min", "mean_intvty": "tok/s/user max"}[m.Name]
		if got := strings.TrimSpace(unit + " " + better); want != "" && got != want || !f.Nullable {
			t.Fatalf("%s has %q, nullable %v", m.Name, got, f.Nullable)
		}
	}
}

package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	arrowcsv "github.com/apache/arrow/go/v17/arrow/csv"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"pgregory.net/rapid"

	"paretocov/frontier"
)

// A failer is a test, a fuzz run or a law.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// tableText is all that a builder holds, one line a cell, and what was noted.
func tableText(b *builder, o *Options) string {
	rec := b.record()
	defer rec.Release()
	tb := tableOf(rec, frontier.Table{Places: b.places})
	var s strings.Builder
	for _, m := range tb.Metrics {
		fmt.Fprintf(&s, "metric %q:\n", m.Name)
		for r, v := range m.Values {
			if m.Reasons != nil && m.Reasons[r] != frontier.Usable {
				fmt.Fprintln(&s, m.Reasons[r])
			} else {
				fmt.Fprintln(&s, math.Float64bits(v))
			}
		}
	}
	for _, l := range tb.Labels {
		fmt.Fprintf(&s, "label %q: %q\n%v\n", l.Name, l.Words, l.Codes)
	}
	fmt.Fprintln(&s, tb.Places, "seen", slices.Sorted(maps.Keys(o.seen)), "mapped", slices.Sorted(maps.Keys(o.mapped)))
	return s.String()
}

// checkCSV holds the scan to encoding/csv: the same table or the same error, in
// chunks of so many bytes, alone and behind what is in the builder already.
func checkCSV(t failer, doc []byte, size int, metrics ...string) {
	t.Helper()
	options := func() *Options {
		o := optionsFor(metrics...)
		o.Map = map[string]string{"mapped": "tput_per_gpu", "nameless": ""}
		o.referenced["wattage"] = true
		return o
	}
	outcome := func(b *builder, o *Options, err error) string {
		if err != nil {
			var several *Errors
			if errors.As(err, &several) {
				text := fmt.Sprint(several.Total)
				for _, one := range several.List {
					text += fmt.Sprintf("\n%#v", *one)
				}
				return text
			}
			return fmt.Sprintf("%#v", err)
		}
		return tableText(b, o)
	}
	for _, twice := range []bool{false, true} {
		mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
		want, got := "", ""
		var wantColumns, gotColumns []string
		{
			b, o := newBuilder(mem), options()
			table, err := oracleReadCSV("t.csv", bytes.Clone(doc))
			wantColumns = table.columns
			if err == nil {
				err = table.addTo(b, o, 7)
			}
			if err == nil && twice {
				err = table.addTo(b, o, 8)
			}
			want = outcome(b, o, err)
			b.release()
		}
		{
			b, o := newBuilder(mem), options()
			kept := bytes.Clone(doc)
			table, err := readCSV("t.csv", kept)
			gotColumns = table.columns
			if err == nil {
				err = table.addChunks(b, o, 7, size)
			}
			if err == nil && twice {
				err = table.addChunks(b, o, 8, size)
			}
			got = outcome(b, o, err)
			b.release()
			if !bytes.Equal(kept, doc) {
				t.Fatalf("the document was changed")
			}
		}
		if got != want {
			t.Fatalf("%q in chunks of %d:\n%s\nwant:\n%s", clip(doc), size, clip([]byte(got)), clip([]byte(want)))
		}
		if !slices.Equal(gotColumns, wantColumns) {
			t.Fatalf("%q: columns %q, want %q", clip(doc), gotColumns, wantColumns)
		}
		if n := mem.CurrentAlloc(); n != 0 {
			t.Fatalf("%q: %d bytes are not given back", clip(doc), n)
		}
	}
}

func clip(b []byte) []byte { return b[:min(len(b), 4000)] }

var csvMetrics = []string{"tput_per_gpu", "p90_e2el"}

// csvTable documents that are tables, mostly: cells that tell the uses of
// columns apart, quotes of all kinds, line ends, ragged rows.
func drawCSV(t *rapid.T) []byte {
	separator := rapid.SampledFrom([]string{",", ",", ";", "\t"}).Draw(t, "separator")
	eol := rapid.SampledFrom([]string{"\n", "\n", "\r\n", "\r"}).Draw(t, "line end")
	names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{
		"tput_per_gpu", "p90_e2el", "id", "curve", "hw", "framework", "conc", "note", "power", "wattage", "x1", "p99_e2el", "", "date", "none", " spaced ", "a;b", "nameless",
	}), 1, 9, func(s string) string { return s }).Draw(t, "names")
	if rapid.IntRange(0, 9).Draw(t, "has y") > 0 && !slices.Contains(names, "tput_per_gpu") {
		names[0] = "tput_per_gpu"
	}
	if rapid.IntRange(0, 9).Draw(t, "another nameless one") == 0 {
		names = append(names, "")
	}
	number := rapid.SampledFrom([]string{
		"1", "2.5", "1295.8418", "76.42164893561231", "0.5", "-1", "-0", "1e5", "1e999", "inf", "-Infinity", "12345678", "123456789.123456789", "9007199254740993", "+3", ".5", "5.", " 7 ", "1E-3", "0",
	})
	null := rapid.SampledFrom([]string{"", "", "NA", "n/a", "-", "None", "none", "nan", " "})
	text := rapid.SampledFrom([]string{
		"a", "b", "b200", "mi355x", "sglang", "a name of more than sixteen bytes", "and another one of these here", "12ms", "1,5", "1;5", "x y", "ü", "a\x00b", "\x00", "eight by", "sixteen bytes ..", "no", "longer", "-inf inity", "\xff\xfe",
	})
	odd := rapid.SampledFrom([]string{"a\nb", "a\r\nb", "a\rb", "\r", "\n", "a\"b", "\"", "\"\"", "x\"\ny", ",", ";", "\t", "\"\r\n", "\"a,\nb\""})
	var b strings.Builder
	if rapid.IntRange(0, 9).Draw(t, "preamble") == 0 {
		b.WriteString("# a \"note\n#another\n")
	}
	write := func(cells []string) {
		for i, c := range cells {
			if i > 0 {
				b.WriteString(separator)
			}
			switch quote := rapid.IntRange(0, 19).Draw(t, "quote"); {
			case quote > 16 || strings.ContainsAny(c, separator+"\"\r\n") && quote > 0:
				b.WriteString(`"` + strings.ReplaceAll(c, `"`, `""`) + `"`)
			default:
				b.WriteString(c)
			}
		}
		if rapid.IntRange(0, 40).Draw(t, "blank") == 0 {
			b.WriteString(eol)
		}
		b.WriteString(eol)
	}
	write(names)
	kinds := make([]int, len(names)) // of cells: what a column mostly holds
	for i := range kinds {
		kinds[i] = rapid.IntRange(0, 2).Draw(t, "kind")
		if slices.Contains(csvMetrics, names[i]) {
			kinds[i] = 0
		}
	}
	noise := rapid.SampledFrom([]int{0, 0, 1, 8}).Draw(t, "noise")
	for range rapid.IntRange(0, 30).Draw(t, "rows") {
		cells := make([]string, len(names))
		for i := range cells {
			kind := kinds[i]
			if rapid.IntRange(0, 99).Draw(t, "other") < noise {
				kind = rapid.IntRange(0, 3).Draw(t, "kind")
			}
			cells[i] = []*rapid.Generator[string]{number, null, text, odd}[kind].Draw(t, "cell")
		}
		if rapid.IntRange(0, 199).Draw(t, "ragged") == 0 {
			cells = cells[:len(cells)-1]
		}
		write(cells)
	}
	doc := b.String()
	switch rapid.IntRange(0, 9).Draw(t, "end") {
	case 0:
		doc = strings.TrimSuffix(doc, "\n")
	case 1:
		doc = strings.TrimSuffix(doc, "\r\n")
	case 2:
		doc += "\r"
	}
	if rapid.IntRange(0, 9).Draw(t, "mark") == 0 {
		doc = utf8BOM + doc
	}
	return []byte(doc)
}

func TestScanCSVLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := drawCSV(t)
		if rapid.IntRange(0, 4).Draw(t, "damage") == 0 && len(doc) > 0 {
			at := rapid.IntRange(0, len(doc)-1).Draw(t, "at")
			doc[at] = rapid.SampledFrom([]byte("\",\n\r;x1\x00")).Draw(t, "byte")
		}
		checkCSV(t, doc, rapid.SampledFrom([]int{1, 2, 3, 7, 16, 61, 200, 1 << 20}).Draw(t, "chunk"), csvMetrics...)
	})
}

func FuzzScanCSV(f *testing.F) {
	for _, doc := range []string{
		"", "\n\r\n\r", "tput_per_gpu\n1\n", "tput_per_gpu,p90_e2el\r\n1,2\r\n\r\n\"3\",\"4\"\r", "tput_per_gpu;note;note2\n1;\"a\"\"\r\nb\";1\n2;x;none\n", "id\ttput_per_gpu\n\"a\tb\"\t1\r\r\n", "mapped,power\n1,300\n2,x\n",
		"# \"\ntput_per_gpu\n1\n", "\xef\xbb\xbf\"tput_per_gpu\"\n\"1\n\"", "tput_per_gpu,\"\n\"\n1,\n", "tput_per_gpu,,\n1,a,b\n1,none,c\n", "tput_per_gpu\r1\r\r2", "tput_per_gpu,x\n1e999,\"\"\"\"\n1,\"\n", "tput_per_gpu,nameless,x\n1,,none\n",
	} {
		f.Add([]byte(doc), uint16(5))
	}
	f.Fuzz(func(t *testing.T, doc []byte, size uint16) { checkCSV(t, doc, 1+int(size), csvMetrics...) })
}

// TestScanCSVDocuments: what is too long to draw.
func TestScanCSVDocuments(t *testing.T) {
	wide := func(n int) string {
		var b strings.Builder
		b.WriteString("tput_per_gpu")
		for i := range n {
			b.WriteString(",c" + strconv.Itoa(i))
		}
		for r := range 3 {
			b.WriteString("\n1")
			for i := range n {
				b.WriteString([]string{",1", ",x", ",none", ","}[(r*i+i)%4])
			}
		}
		return b.String()
	}
	long := strings.Repeat("long, \"\"\n", 100_000)
	turns := "tput_per_gpu,a,b,c,d\n" + strings.Repeat("1,1,,none,\n", 5000) // beyond the sample
	var names strings.Builder
	names.WriteString("id,tput_per_gpu,p90_e2el\n")
	for i := range 20_000 {
		fmt.Fprintf(&names, "name %d,%d.%d,%d\n", i*7919%15_000, i, i, i%10)
	}
	for what, test := range map[string]struct {
		doc  string
		size int
	}{
		"columns":                  {wide(2000), 1 << 20},
		"columns, chunks":          {wide(2000), 1000},
		"a long cell":              {"tput_per_gpu,note\n1,\"" + long + "\"\n2,b\n", 64 << 10},
		"a long cell, unclosed":    {"tput_per_gpu,note\n1,\"" + long + "\n2,b\n", 64 << 10},
		"long cells":               {"tput_per_gpu,note\n" + strings.Repeat("1,\""+long[:90_000]+"\"\n", 9), 7 << 10},
		"a number of many digits":  {"tput_per_gpu\n" + strings.Repeat("1", 100_000) + "\n0." + strings.Repeat("1", 100_000) + "\n", 1 << 20},
		"blank lines":              {"tput_per_gpu\n1\n" + strings.Repeat("\n", 300_000) + strings.Repeat("\r\n", 300_000) + "2\n", 64 << 10},
		"a late text":              {turns + "1,1,,none,x\n1,x,,none,\n", 4 << 10},
		"late numbers":             {turns + "1,2,3,4,5\n", 4 << 10},
		"late none":                {turns + "1,2,none,none,none\n", 4 << 10},
		"a late text for a metric": {turns + "x,1,1,1,1\n" + turns[20:], 4 << 10},
		"many names":               {names.String(), 10 << 10},
		"late text without a name": {"tput_per_gpu,,\n" + strings.Repeat("1,1,x\n", 5000) + "1,y,z\n1,,z\n", 4 << 10},
	} {
		t.Run(what, func(t *testing.T) { checkCSV(t, []byte(test.doc), test.size, csvMetrics...) })
	}
}

// TestScanCSVWide: a hundred thousand columns cost memory by their cells.
func TestScanCSVWide(t *testing.T) {
	const n = 100_000
	doc := "tput_per_gpu" + strings.Repeat(",", n) + "\n1" + strings.Repeat(",", n) + "\n2" + strings.Repeat(",x", n) + "\n"
	table, err := readCSV("t.csv", []byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	b := newBuilder(memory.DefaultAllocator)
	defer b.release()
	if err := table.addTo(b, optionsFor("tput_per_gpu"), 0); err != nil {
		t.Fatal(err)
	}
	if b.rows != 2 || len(b.labels) != 1 {
		t.Errorf("%d rows, %d text columns; want 2 and 1, of no name", b.rows, len(b.labels))
	}
}

// TestScanCSVBlocks: a document that comes block by block is the table that it is
// as a whole, as long as blocks end where records do.
func TestScanCSVBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := drawCSV(t)
		table, err := readCSV("t.csv", doc)
		if err != nil {
			return
		}
		whole, pieces := newBuilder(memory.DefaultAllocator), newBuilder(memory.DefaultAllocator)
		defer whole.release()
		defer pieces.release()
		o := optionsFor(csvMetrics...)
		fields, err := o.fields(table.path, table.columns)
		if err != nil || !anyRecord(table.body) {
			return
		}
		at := frontier.Place{Line: int32(table.line), Row: 1}
		plan := newCSVPlan(fields, table.separator, o)
		chunks := plan.cut(table.body, at, 1<<20)
		want, ok := plan.fill(whole.grow(recordsOf(chunks)), chunks)
		block := rapid.IntRange(1, 100).Draw(t, "block")
		got, piecesOK := make([]csvContent, len(want)), true
		for rest := table.body; len(rest) > 0 && piecesOK; {
			n := len(rest)
			for size := block; size < len(rest); size *= 2 { // until a whole record is in it
				if whole := wholeRecords(rest[:size]); whole > 0 {
					n = whole
					break
				}
			}
			var found []csvContent
			found, piecesOK = plan.addBlock(pieces, rest[:n], &at)
			for i, f := range found {
				got[i] |= f
			}
			rest = rest[n:]
		}
		if piecesOK != ok {
			t.Fatalf("%q: as a whole %t, in blocks %t", doc, ok, piecesOK)
		}
		if ok && (!slices.Equal(got, want) || tableText(pieces, o) != tableText(whole, o)) {
			t.Fatalf("%q:\n%s\nwant:\n%s", doc, tableText(pieces, o), tableText(whole, o))
		}
	})
}

// TestScanCSVArrow: plain tables of numbers are those that Arrow's reader reads.
func TestScanCSVArrow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		columns, rows := rapid.IntRange(1, 6).Draw(t, "columns"), rapid.IntRange(1, 40).Draw(t, "rows")
		var doc strings.Builder
		var fields []arrow.Field
		metrics := []string{"tput_per_gpu", "p90_e2el", "p75_e2el", "mean_intvty", "p50_e2el", "p99_e2el"}[:columns]
		for _, m := range metrics {
			fields = append(fields, arrow.Field{Name: m, Type: arrow.PrimitiveTypes.Float64, Nullable: true})
		}
		doc.WriteString(strings.Join(metrics, ",") + "\n")
		for range rows {
			for c := range columns {
				if c > 0 {
					doc.WriteByte(',')
				}
				f := math.Float64frombits(rapid.Uint64Range(0, 0x7fefffffffffffff).Draw(t, "bits"))
				if rapid.Bool().Draw(t, "usual") {
					f = float64(rapid.IntRange(-1_000_000, 100_000_000).Draw(t, "number")) / 1000
				}
				doc.WriteString(strconv.FormatFloat(f, byte(rapid.SampledFrom([]rune("gfe")).Draw(t, "form")), -1, 64))
			}
			doc.WriteByte('\n')
		}
		r := arrowcsv.NewReader(strings.NewReader(doc.String()), arrow.NewSchema(fields, nil), arrowcsv.WithHeader(true), arrowcsv.WithChunk(-1))
		defer r.Release()
		if !r.Next() {
			t.Fatalf("arrow: %v", r.Err())
		}
		table, err := readCSV("t.csv", []byte(doc.String()))
		if err != nil {
			t.Fatal(err)
		}
		b := newBuilder(memory.DefaultAllocator)
		defer b.release()
		if err := table.addChunks(b, optionsFor(metrics...), 0, 50); err != nil {
			t.Fatal(err)
		}
		for i, m := range metrics {
			want := r.Record().Column(i).(*array.Float64).Float64Values()
			if got := arrow.Float64Traits.CastFromBytes(b.metrics[m].values.Bytes()); !slices.Equal(got, want) {
				t.Fatalf("%s: %v, want %v", m, got, want)
			}
		}
	})
}

package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"paretocov/frontier"
)

// The scan is tested against the tree (readJSON, jsonTable.addTo), with which it
// shares how a value becomes a cell and nothing of how it is found.

const noScan = math.MaxInt // more bytes than a document has

// added reads a document behind other rows and describes all that comes of it.
func added(t interface{ Fatalf(string, ...any) }, doc []byte, named bool, sizes scanSizes) (text string, scanned bool) {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	o := optionsFor("tput_per_gpu", "p90_e2el", "mean_intvty", "score")
	o.Map = map[string]string{"tput": "tput_per_gpu", "q": "quant"}
	o.referenced["mean_itl"], o.seen["num"], o.Check = true, true, true
	b := newBuilder(mem)
	before := &row{}
	before.label("hardware", "h200")
	before.label("word", "x")
	before.metric("tput_per_gpu", 1, frontier.Usable)
	b.add(before)

	f := file{path: "doc", named: named}
	was := b.mark()
	_, err := scanJSON(f, doc, b, o, 1, sizes)
	scanned = !errors.Is(err, errOtherwise)
	b.rollBack(was)
	if diff := gocmp.Diff(was, b.mark(), gocmp.AllowUnexported(mark{}, labelMark{})); diff != "" {
		t.Fatalf("rolled back (-want +got):\n%s", diff)
	}
	if scanned && err == nil { // the notes and names of columns were taken
		o.seen, o.mapped, o.notes = map[string]bool{"num": true}, map[string]bool{}, &notes{}
	}
	format, err := addJSON(f, doc, b, o, 1, sizes)
	var out strings.Builder
	if err != nil {
		fmt.Fprintf(&out, "error: %v\n", err)
	} else {
		fmt.Fprintf(&out, "format %q, seen %v, mapped %v, notes %q\n", format, o.seen, o.mapped, o.notes.list())
		places := b.places
		breaches := b.breaches
		tb := tableOf(b.record(), frontier.Table{Places: places, Breaches: breaches})
		writeTable(&out, tb)
		tb.Close()
	}
	b.release()
	mem.AssertSize(fatal{t}, 0)
	return out.String(), scanned
}

// fatal is what AssertSize needs of a test.
type fatal struct {
	t interface{ Fatalf(string, ...any) }
}

func (f fatal) Errorf(format string, args ...any) { f.t.Fatalf(format, args...) }
func (fatal) Helper()                             {}

func writeTable(out *strings.Builder, tb *frontier.Table) {
	fmt.Fprintf(out, "%d rows at %v, breaches %+v\n", tb.Rows, tb.Places, tb.Breaches)
	for _, m := range tb.Metrics {
		fmt.Fprintf(out, "%s:", m.Name)
		for r, v := range m.Values {
			reason := frontier.Usable
			if m.Reasons != nil {
				reason = m.Reasons[r]
			}
			if reason != frontier.Usable {
				fmt.Fprintf(out, " %v,", reason)
				continue
			}
			fmt.Fprintf(out, " %v %x,", v, math.Float64bits(v))
		}
		out.WriteString("\n")
	}
	for _, l := range tb.Labels {
		fmt.Fprintf(out, "%s: %v of %q\n", l.Name, l.Codes, l.Words)
	}
}

// checkScan: a document read by the scan, in whatever blocks, is the one read as
// a tree.
func checkScan(t interface{ Fatalf(string, ...any) }, doc []byte, named bool, sizes scanSizes) (scanned bool) {
	want, _ := added(t, doc, named, scanSizes{least: noScan})
	got, scanned := added(t, doc, named, sizes)
	if diff := gocmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
		t.Fatalf("%q in %+v, named %v: tree and scan (-tree +scan):\n%s", doc, sizes, named, diff)
	}
	return scanned
}

// drawRows draws a document of rows: an array, an object with a list in it, or
// lines.
func drawRows(t *rapid.T) []byte {
	pick := func(label string, from ...string) string { return rapid.SampledFrom(from).Draw(t, label) }
	text := func() string {
		return pick("text", `"h200"`, `"b200"`, `"none"`, `"None "`, `"NA"`, `"n/a"`, `"nan"`, `"null"`, `" null "`, `"-"`, `"-1"`, `""`, `" "`, `"naïve"`, `"nulls"`,
			"\"\xff\xfe\"", `"a\"b"`, `"\u00e9\ud83d\ude00"`, `"\ud800"`, `"a, {\"id\": 1}"`, `"},{"`, `"1.5"`, `"long text without end 0123456789"`, `"K"`)
	}
	number := func() string {
		return pick("number", "1", "2", "2.50", "-0", "0", "1e3", "1E-3", "-1.25", "9007199254740993", "1e400", "1e-400", "0.1", "123456789.123456789", "12345678901234567890123",
			"1234567.12345678", "4.00000000000001", "12345678.123456789012345", "NaN", "Infinity", "-Infinity")
	}
	value := func() string {
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0, 1, 2:
			return text()
		case 3, 4, 5, 6:
			return number()
		case 7:
			return pick("word", "null", "true", "false")
		default:
			return pick("inside", `{}`, `[]`, `{"a": 1}`, `[{"id": "a"}, {"id": 2}]`, "{\n\"a\": [1,\n2]}", `[1, "x"]`, `{"a": 1, "a": 2}`, `{"latency": {"e2el": {"p90": 3}}, "throughput": {"per_gpu": {"total_tput_tps": 5}}}`)
		}
	}
	keys := []string{
		"id", "hw", "tput_per_gpu", "p90_e2el", "mean_intvty", "conc", "word", "num", "score", "mean_itl", "p75_e2el", "framework", "ключ", "tput",
		"q", "isl", "osl", "scenario_type", "hardware", "metrics", "request_metrics", "model", "Word", "num_requests_successful", "",
	}
	var own []string
	switch rapid.IntRange(0, 5).Draw(t, "rows") {
	case 0:
		own = []string{"hw", "isl", "osl", "tput_per_gpu", "p90_e2el", "mean_intvty", "word"}
	case 1:
		own = []string{"scenario_type", "hw", "tput_per_gpu", "p90_e2el", "mean_itl", "mean_intvty", "num"}
	case 2:
		own = rapid.SliceOfNDistinct(rapid.SampledFrom(keys), 1, 8, rapid.ID[string]).Draw(t, "keys")
	default:
		own = append([]string{"id", "tput_per_gpu"}, rapid.SliceOfNDistinct(rapid.SampledFrom(keys[3:14]), 0, 6, rapid.ID[string]).Draw(t, "keys")...)
	}
	// Most columns are of one kind, as in real tables.
	kinds := make([]func() string, len(own))
	for i := range kinds {
		kinds[i] = rapid.SampledFrom([]func() string{text, number, number, value}).Draw(t, "of")
	}
	colon, comma := pick("colon", ": ", ":", "\n:\t"), pick("comma", ", ", ",", ",\n  ")
	// rapid draws small numbers far more often than large ones.
	rare := rapid.SampledFrom([]int{2000, 200, 20}).Draw(t, "rare")
	object := func() string {
		var b strings.Builder
		b.WriteString(pick("open", "{", "{", "{", "{ "))
		first := true
		for i, k := range own {
			odd := rapid.IntRange(0, rare).Draw(t, "odd") - rare*3/4
			if odd == 0 || odd == 4 {
				continue
			}
			if !first {
				b.WriteString(comma)
			}
			first = false
			if odd == 1 {
				k = rapid.SampledFrom(keys).Draw(t, "other")
			}
			v := kinds[i]()
			if odd == 2 {
				v = value()
			}
			if odd == 5 {
				v = pick("no number", "1.", ".5", "01", "00.5", "+1", "-", "1e", "1.5.5", "1-2", "1/2", "0x1", "1_0", "12345678.", "nul", "nulls")
			}
			if odd == 3 && k != "" {
				k = fmt.Sprintf(`\u%04x`, []rune(k)[0]) + string([]rune(k)[1:])
			}
			fmt.Fprintf(&b, `"%s"%s%s`, k, colon, v)
		}
		b.WriteString(pick("close", "}", "}", "}", "\n}"))
		return b.String()
	}
	rows := make([]string, rapid.IntRange(0, 40).Draw(t, "n"))
	for i := range rows {
		rows[i] = object()
		if rapid.IntRange(0, 10*rare).Draw(t, "no object") == 9*rare {
			rows[i] = value()
		}
	}
	doc := pick("mark", "", "", "", "\xef\xbb\xbf", "\n ")
	between := pick("between", ", ", ",\n", ",", "\n,\n")
	switch rapid.IntRange(0, 3).Draw(t, "form") {
	case 0, 1:
		doc += "[" + pick("in", "", "\n") + strings.Join(rows, between) + pick("out", "]", "\n]\n")
	case 2:
		doc += strings.Join(rows, pick("line", "\n", "\n", "\n", "\r\n", "\n\n", " ", "\n,", "")) + pick("end", "", "\n")
	default:
		doc += "{"
		for range rapid.IntRange(0, 2).Draw(t, "before") {
			doc += fmt.Sprintf(`"%s": %s, `, rapid.SampledFrom(keys).Draw(t, "key"), value())
		}
		doc += `"rows": [` + strings.Join(rows, between) + "]"
		for range rapid.IntRange(0, 2).Draw(t, "behind") {
			doc += fmt.Sprintf(`, "%s": %s`, rapid.SampledFrom(keys).Draw(t, "key"), value())
		}
		doc += "}"
	}
	out := []byte(doc)
	if len(out) > 0 && rapid.IntRange(0, 15).Draw(t, "broken") == 11 {
		at := rapid.IntRange(0, len(out)-1).Draw(t, "at")
		switch rapid.IntRange(0, 2).Draw(t, "how") {
		case 0:
			out = out[:at]
		case 1:
			out[at] = rapid.SampledFrom([]byte("{}[]\",:0a\n \\\x00\xff")).Draw(t, "byte")
		default:
			out = append(out[:at], out[at+1:]...)
		}
	}
	return out
}

func drawSizes(t *rapid.T) scanSizes {
	return scanSizes{
		block: rapid.IntRange(1, 300).Draw(t, "block"), first: rapid.IntRange(1, 300).Draw(t, "first"),
		workers: rapid.IntRange(1, 3).Draw(t, "workers"),
	}
}

func TestScanIsTree(t *testing.T) {
	scanned, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		all++
		if checkScan(t, drawRows(t), rapid.Bool().Draw(t, "named"), drawSizes(t)) {
			scanned++
		}
	})
	if all >= 100 && 6*scanned < all {
		t.Errorf("%d of %d documents were scanned: the others say nothing", scanned, all)
	}
}

// FuzzScanJSON is for bytes that no generator thinks of.
func FuzzScanJSON(f *testing.F) {
	for _, doc := range []string{
		`[{"id": "a", "tput_per_gpu": 1, "x": 2}, {"id": "b", "tput_per_gpu": 2.5, "x": "t"}]`,
		"{\"tput_per_gpu\":1}\n{\"tput_per_gpu\":2}\n", `{"a": [1], "rows": [{"tput_per_gpu": 1, "hw": "h"}, {"hw": "i"}], "b": {}}`,
		`[{"hw":"h","isl":1,"osl":1,"tput_per_gpu":3},{"hw":"i","isl":1,"osl":1}]`, `[{"tput_per_gpu":1},{"tput_per_gpu":1,"tput_per_gpu":2}]`,
		`[{"tput_per_gpu":1,"":"a"," ":"b"},{"tput_per_gpu":2," ":"c"}]`, `[{"tput_per_gpu":1,"flag":2},{"flag":true},{"tput_per_gpu":2}]`,
		`[{"id":"a","tput_per_gpu":1},{"\u0069d":"b","tput_per_gpu":2},{"id":"c"}]`, `[{"tput_per_gpu":1,"id":"a","\u0069d":"b"}]`,
		"{\"tput_per_gpu\":1}\n{\"tput_per_gpu\":2}{\"tput_per_gpu\":3}\n", "{\"tput_per_gpu\":1}\n{\"tput_per_gpu\":2} {\"tput_per_gpu\":3}\n",
	} {
		f.Add([]byte(doc), uint8(10))
	}
	f.Fuzz(func(t *testing.T, doc []byte, block uint8) {
		checkScan(t, doc, block%2 == 0, scanSizes{block: 1 + int(block), first: 1 + int(block/3), workers: 1 + int(block%3)})
	})
}

// TestScanned: documents of rows that the tree is too slow for are scanned, and
// what is no such document is not.
func TestScanned(t *testing.T) {
	flat := func(i int) string {
		return fmt.Sprintf(`{"id": "p%d", "hw": "h%d", "tput_per_gpu": %d.5, "extra": {"a": [%d]}}`, i, i%3, i, i)
	}
	ragged := func(i int) string { return fmt.Sprintf(`{"c%d":%d,"tput_per_gpu":%d}`, i%7, i, i) }
	late := func(i int) string {
		if i == 99 {
			return `{"tput_per_gpu": 1, "num": "text"}`
		}
		return fmt.Sprintf(`{"tput_per_gpu": 1, "num": %d}`, i)
	}
	fixed := func(i int) string {
		return fmt.Sprintf(`{"hw": "h", "isl": 1, "osl": 2, "tput_per_gpu": %d, "curve": [{"hw": 1}, {"hw": 2}]}`, i)
	}
	mixed := func(i int) string {
		if i == 50 {
			return flat(i)
		}
		return fixed(i)
	}
	for name, make1 := range map[string]func(int) string{"flat": flat, "ragged": ragged, "late": late, "fixed": fixed, "mixed": mixed} {
		var rows []string
		for i := range 100 {
			rows = append(rows, make1(i))
		}
		for form, doc := range map[string]string{
			"array":  "[" + strings.Join(rows, ",\n") + "]",
			"lines":  strings.Join(rows, "\n"),
			"object": `{"data": [` + strings.Join(rows, ", ") + `], "count": 100}`,
		} {
			for _, block := range []int{1, 50, 64, 1000, 1 << 20} {
				sizes := scanSizes{block: block, first: 100, workers: 2}
				if got := checkScan(t, []byte(doc), true, sizes); got != (name != "mixed") {
					t.Errorf("%s, %s, blocks of %d: scanned %v", name, form, block, got)
				}
			}
		}
	}
}

// TestScanGuessesAreBounded: rows that look like the beginning of other rows are
// read once more, and are right.
func TestScanGuessesAreBounded(t *testing.T) {
	inner := strings.Repeat(`{"id": "a"}, `, 2000)
	doc := `[{"id": "a", "tput_per_gpu": 1, "l": [` + inner + `{}]}, {"id": "a", "tput_per_gpu": 2, "l": "` + strings.ReplaceAll(inner, `"`, `\"`) + `"}]`
	for _, block := range []int{100, 5000, 100_000} {
		if !checkScan(t, []byte(doc), true, scanSizes{block: block, first: 10, workers: 2}) {
			t.Errorf("blocks of %d: not scanned", block)
		}
	}
}

// TestDefaultScan: a document of several blocks, by the sizes in use.
func TestDefaultScan(t *testing.T) {
	var doc bytes.Buffer
	for i := range 30_000 {
		fmt.Fprintf(&doc, "{\"id\": \"point %d\", \"hw\": \"h%d\", \"tput_per_gpu\": %d.25, \"p90_e2el\": %g}\n", i, i%5, i, 1/float64(i+1))
	}
	sizes := defaultScan()
	if doc.Len() < 3*sizes.block {
		t.Fatalf("%d bytes are too few", doc.Len())
	}
	if !checkScan(t, doc.Bytes(), true, sizes) {
		t.Error("not scanned")
	}
	array := append([]byte("["), bytes.ReplaceAll(bytes.TrimSpace(doc.Bytes()), []byte("\n"), []byte(",\n"))...)
	if !checkScan(t, append(array, ']'), true, sizes) {
		t.Error("not scanned as an array")
	}
}

// TestJSONStream: lines in blocks of any size are the lines at once.
func TestJSONStream(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]string{"flat", "shape"}).Draw(t, "kind")
		doc := benchRows(rapid.IntRange(1, 50).Draw(t, "rows"), kind)
		doc = append(bytes.ReplaceAll(bytes.Trim(doc, "[]"), []byte(",\n"), []byte("\n\n")), '\n')
		metrics := []string{"tput_per_gpu", "p90_e2el", "median_e2el"}
		read := func(size int) string {
			b, o := newBuilder(memory.DefaultAllocator), optionsFor(metrics...)
			stream := newJSONStream(o, 3)
			for rest := doc; len(rest) > 0; {
				n := wholeLines(rest[:min(size, len(rest))])
				if n == 0 {
					n = wholeLines(rest[:bytes.IndexByte(rest, '\n')+1])
				}
				block := bytes.Clone(rest[:n])
				if err := stream.add(b, block); err != nil {
					t.Fatal(err)
				}
				clear(block) // nothing of it is kept
				rest = rest[n:]
			}
			format, late, err := stream.end("doc")
			if err != nil || len(late) > 0 {
				t.Fatalf("late %v, %v", late, err)
			}
			var out strings.Builder
			fmt.Fprintf(&out, "%s, seen %v\n", format, o.seen)
			writeTable(&out, tableOf(b.record(), frontier.Table{Places: b.places}))
			return out.String()
		}
		o, b := optionsFor(metrics...), newBuilder(memory.DefaultAllocator)
		format, err := addJSON(file{path: "doc", named: true}, doc, b, o, 3, scanSizes{least: noScan})
		if err != nil {
			t.Fatal(err)
		}
		var want strings.Builder
		fmt.Fprintf(&want, "%s, seen %v\n", format, o.seen)
		writeTable(&want, tableOf(b.record(), frontier.Table{Places: b.places}))
		if diff := gocmp.Diff(want.String(), read(rapid.IntRange(1, 2*len(doc)).Draw(t, "size"))); diff != "" {
			t.Fatalf("at once and in blocks (-want +got):\n%s", diff)
		}
	})
}

// TestJSONStreamLate: of a key that begins with numbers and goes on with text the
// caller learns; a broken block is refused.
func TestJSONStreamLate(t *testing.T) {
	b, o := newBuilder(memory.DefaultAllocator), optionsFor("tput_per_gpu")
	stream := newJSONStream(o, 0)
	if _, _, err := stream.end("doc"); err == nil {
		t.Error("no rows, no error")
	}
	for _, block := range []string{"\xef\xbb\xbf \n", "{\"tput_per_gpu\":1,\"k\":1,\"l\":\"a\"}\n", "\n\n", "{\"tput_per_gpu\":2,\"k\":\"x\",\"l\":3}\n"} {
		if err := stream.add(b, []byte(block)); err != nil {
			t.Fatalf("%q: %v", block, err)
		}
	}
	_, late, err := stream.end("doc")
	if diff := gocmp.Diff(map[string]bool{"k": true}, late); diff != "" || err != nil {
		t.Errorf("late (-want +got):\n%s%v", diff, err)
	}
	if diff := gocmp.Diff([]frontier.Place{{Line: 2, Row: 1}, {Line: 5, Row: 2}}, b.places); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}
	for _, block := range []string{"{\"tput_per_gpu\":}\n", "1\n", "{\"tput_per_gpu\":1}\n{\"hw\":1,\"isl\":1,\"osl\":1}\n"} {
		if err := stream.add(b, []byte(block)); !errors.Is(err, errOtherwise) {
			t.Errorf("%q: %v", block, err)
		}
	}
}

// TestScanIsArrow: plain rows of numbers and text are what Arrow's own reader
// makes of them.
func TestScanIsArrow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := []string{"tput_per_gpu", "p90_e2el", "score"}
		var doc strings.Builder
		n := rapid.IntRange(1, 40).Draw(t, "rows")
		for i := range n {
			doc.WriteString([]string{",", "["}[min(1, max(0, 1-i))])
			doc.WriteString(`{"name":"` + rapid.StringMatching(`[x-z]{1,12}`).Draw(t, "name") + `"`)
			for _, key := range numbers {
				if rapid.IntRange(0, 9).Draw(t, "there") != 7 {
					fmt.Fprintf(&doc, `,%q:%v`, key, rapid.Float64().Draw(t, key))
				}
			}
			doc.WriteString("}")
		}
		doc.WriteString("]")
		fields := []arrow.Field{{Name: "name", Type: arrow.BinaryTypes.String, Nullable: true}}
		for _, key := range numbers {
			fields = append(fields, arrow.Field{Name: key, Type: arrow.PrimitiveTypes.Float64, Nullable: true})
		}
		rec, _, err := array.RecordFromJSON(memory.DefaultAllocator, arrow.NewSchema(fields, nil), strings.NewReader(doc.String()))
		if err != nil {
			t.Fatal(err)
		}
		defer rec.Release()
		b, o := newBuilder(memory.DefaultAllocator), optionsFor(numbers...)
		if _, err := scanJSON(file{path: "doc", named: true}, []byte(doc.String()), b, o, 0, drawSizes(t)); err != nil {
			if strings.Contains(doc.String(), `"tput_per_gpu"`) {
				t.Fatal(err)
			}
			return
		}
		tb := tableOf(b.record(), frontier.Table{})
		for i, f := range rec.Schema().Fields() {
			for r := range n {
				switch want := rec.Column(i).(type) {
				case *array.String:
					if got := tb.Label(f.Name).Text(r); got != want.Value(r) {
						t.Fatalf("%s of row %d is %q, Arrow's %q", f.Name, r, got, want.Value(r))
					}
				case *array.Float64:
					m := tb.Metric(f.Name)
					if m == nil {
						if want.IsValid(r) {
							t.Fatalf("no %s", f.Name)
						}
						continue
					}
					missing := m.Reasons != nil && m.Reasons[r] == frontier.Missing
					if missing == want.IsValid(r) || !missing && math.Float64bits(m.Values[r]) != math.Float64bits(want.Value(r)) {
						t.Fatalf("%s of row %d is %v (missing: %v), Arrow's %v", f.Name, r, m.Values[r], missing, want.Value(r))
					}
				}
			}
		}
	})
}

func TestPlainTextEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := rapid.SliceOfN(rapid.OneOf(rapid.ByteRange('a', 'z'), rapid.SampledFrom([]byte("\"\\ \x00\x1f\x7f\x80\xff!#[]"))), 0, 40).Draw(t, "doc")
		from := rapid.IntRange(0, len(doc)).Draw(t, "from")
		want, plain := len(doc), false
		for i := from; i < len(doc); i++ {
			if c := doc[i]; c == '"' || c == '\\' || c < 0x20 || c > 0x7f {
				want, plain = i, c == '"'
				break
			}
		}
		if got, ok := plainTextEnd(doc, from); got != want || ok != plain {
			t.Fatalf("%q from %d: %d, %v; want %d, %v", doc, from, got, ok, want, plain)
		}
	})
}

// TestInOrder: results are taken in order, whatever the workers; all of a piece's
// work is seen; a panic comes to the caller, and no goroutine stays.
func TestInOrder(t *testing.T) {
	before := runtime.NumGoroutine()
	rapid.Check(t, func(t *rapid.T) {
		n, workers := rapid.IntRange(0, 50).Draw(t, "n"), rapid.IntRange(1, 4).Draw(t, "workers")
		stop, fail := rapid.IntRange(0, 60).Draw(t, "stop"), rapid.IntRange(0, 200).Draw(t, "fail")
		var got []int
		var failed any
		var running atomic.Int32
		func() {
			defer func() { failed = recover() }()
			inOrder(n, workers, func() *int { return new(int) },
				func(i int, with *int) {
					running.Add(1)
					defer running.Add(-1)
					for range i % 20 {
						runtime.Gosched()
					}
					if *with = i * i; i == fail {
						panic("piece failed")
					}
				},
				func(i int, with *int) bool {
					if *with != i*i {
						t.Fatalf("piece %d has %d", i, *with)
					}
					got = append(got, i)
					return i != stop
				})
		}()
		if n := running.Load(); n != 0 {
			t.Fatalf("%d workers outlive the call", n)
		}
		if failed != nil && (failed != "piece failed" || fail >= n) {
			panic(failed)
		}
		if failed == nil && fail < n && fail <= stop {
			t.Fatalf("the panic of piece %d is lost", fail)
		}
		for i, p := range got {
			if i != p {
				t.Fatalf("taken: %v", got)
			}
		}
		if failed == nil && len(got) != min(n, stop+1) {
			t.Fatalf("%d of %d taken, stop after %d", len(got), n, stop)
		}
	})
	// One that is done may still be there for a moment.
	for i := 0; runtime.NumGoroutine() > before && i < 10_000; i++ {
		time.Sleep(time.Millisecond)
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines, %d before", after, before)
	}
}

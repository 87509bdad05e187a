package ingest_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow/memory"

	"paretocov/frontier"
	"paretocov/frontier/ingest"
)

// fuzzLimit is --max-bytes of what is fuzzed.
const fuzzLimit = 1 << 20

func fuzzOptions(mem memory.Allocator, doc []byte) ingest.Options {
	return ingest.Options{
		Metrics: []string{y, x, "mean_intvty", "mean_itl", "mean_tpot"}, Fields: []string{"engine"}, Map: map[string]string{"tput": y},
		Stdin: bytes.NewReader(doc), StdinName: "rows", Allocator: mem, Digest: true, MaxBytes: fuzzLimit, Check: true,
	}
}

func linesOf(doc []byte) int {
	lines := bytes.Count(doc, []byte("\n")) + 1
	if lines == 1 { // lines may end with a carriage return alone
		lines += bytes.Count(doc, []byte("\r"))
	}
	return lines
}

// checkFault checks the form of an error of a document: each has the file, a line
// that is there, a reason, and texts that are not too long.
func checkFault(t *testing.T, err error, lines int) {
	t.Helper()
	var ie *ingest.Error
	if !errors.As(err, &ie) {
		t.Fatalf("%T: %v", err, err)
	}
	list := []*ingest.Error{ie}
	var several *ingest.Errors
	if errors.As(err, &several) {
		if list = several.List; len(list) < 2 || several.Total < len(list) {
			t.Fatalf("%d errors of %d: %v", len(list), several.Total, err)
		}
	}
	for _, e := range list {
		why, remedy := e.Split()
		if !strings.HasPrefix(e.Error(), "rows:") || e.Line > lines || why == "" || len(e.Value) > 4*64 {
			t.Fatalf("line %d of %d: %v", e.Line, lines, e)
		}
		if remedy == "" && (e.Value != "" || strings.HasPrefix(e.Column, "byte ")) {
			t.Fatalf("a value or a place without what to do: %v", e)
		}
	}
}

// fuzzRead reads a document from standard input: it does not panic, gives back
// all memory, what it accepts is a table that holds together and is not out of
// proportion, and a second reading says the same.
func fuzzRead(t *testing.T, doc []byte) { fuzzReadWith(t, doc, 0, false) }

// fuzzReadWith is fuzzRead with what the options say of GPUs.
func fuzzReadWith(t *testing.T, doc []byte, gpus int, byName bool) {
	options := func(mem memory.Allocator, doc []byte) ingest.Options {
		o := fuzzOptions(mem, doc)
		o.GPUs, o.GPUsByName = gpus, byName
		return o
	}
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	defer mem.AssertSize(t, 0)
	lines := linesOf(doc)
	tb, err := ingest.Read([]string{"-"}, options(mem, doc))
	again, errAgain := ingest.Read([]string{"-"}, options(mem, doc))
	if fmt.Sprint(err) != fmt.Sprint(errAgain) {
		t.Fatalf("%v, and then %v", err, errAgain)
	}
	if err != nil {
		checkFault(t, err, lines)
		return
	}
	defer tb.Close()
	if a, b := cellsOf(tb), cellsOf(again); !slices.Equal(a, b) {
		t.Fatalf("%q, and then %q", a, b)
	}
	again.Close()
	checkTable(t, tb)
	if tb.Rows == 0 {
		t.Fatal("a table without rows")
	}
	switch tb.Sources[0].Format {
	case "parquet", "arrow", "arrow-stream": // a few bytes can tell of many rows
		if tb.Rows > fuzzLimit {
			t.Fatalf("%d rows of --max-bytes %d", tb.Rows, fuzzLimit)
		}
	default:
		if tb.Rows > len(doc) {
			t.Fatalf("%d rows in %d bytes", tb.Rows, len(doc))
		}
	}
	for i, p := range tb.Places {
		if int(p.Line) > lines || i > 0 && p.Line < tb.Places[i-1].Line {
			t.Fatalf("row %d stands on line %d of %d", i, p.Line, lines)
		}
	}
	// What can be read can be arranged, or is refused with a reason.
	axis, err := frontier.ParseAxis(y)
	if err != nil {
		t.Fatal(err)
	}
	a, err := frontier.Arrange(frontier.Options{Y: axis}, tb, tb)
	var data *frontier.DataError
	if err != nil && !errors.As(err, &data) {
		t.Fatalf("%T: %v", err, err)
	}
	if err == nil {
		points := 0
		for _, c := range a.Curves {
			points += len(c.Sides[0].Points) + len(c.Sides[0].Dead)
			for _, p := range c.Sides[0].Points {
				points += p.Merged
			}
		}
		for _, r := range a.Repeats {
			if r.Side == 0 {
				points += len(r.Dropped)
			}
		}
		if points != tb.Rows {
			t.Fatalf("%d of %d rows are points, repeats of points, or rejected", points, tb.Rows)
		}
	}
	// And it can be checked, whatever it holds.
	res, err := frontier.Validate(frontier.Options{Y: axis, MaxFailureRate: frontier.DefaultMaxFailureRate}, tb)
	if err != nil && !errors.As(err, &data) {
		t.Fatalf("%T: %v", err, err)
	}
	if err == nil && (res.Rows != tb.Rows || res.Total() < len(tb.Breaches)) {
		t.Fatalf("%d of %d rows checked, %d findings, %d breaches", res.Rows, tb.Rows, res.Total(), len(tb.Breaches))
	}
}

func FuzzReadCSV(f *testing.F) {
	for _, doc := range []string{
		"", "id", "id,tput_per_gpu\n", "id,tput_per_gpu,p90_e2el\na,100,10\nb,90.5,\n",
		"\xef\xbb\xbf\"tput_per_gpu\",p90_e2el\r\n1e2,NaN\r\n", "tput;p90_e2el;engine\n1,5;4;\"a\"\"b\nc\"\n", "tput\thw\tconc\n1\tH100\t8.0\n2\th100\t16\n",
		"id,tput_per_gpu,TPUT_PER_GPU\na,1,2\n", "id,tput_per_gpu\na,inf\nb,-Infinity\nc,NA\nd,-\ne,0\nf,-1\ng,1e999\nh,1e-999\n",
		"id,tput_per_gpu\na,0x10\n", "id,tput_per_gpu\na,\"1,200\"\n", "tput_per_gpu,mean_intvty,mean_itl,p90_e2el\n1,20,0.05,3\n2,50,0.05,4\n",
		"curve,id,tput_per_gpu,p90_e2el,date,attempt\nk,a,1,1,2026-01-01,1\nk,a,2,1,2026-01-01,2\n", ",,\n,,\n", "tput_per_gpu,\n1,\n", "tput_per_gpu\n1\n\"", "0\r\"", "# a note\nid,tput_per_gpu\na,1\n", "a\x00b,tput\n1,2\n",
	} {
		f.Add([]byte(doc))
	}
	f.Fuzz(fuzzRead)
}

func FuzzReadJSON(f *testing.F) {
	for _, doc := range []string{
		"[" + apiDoc + "]", fixedDoc, "[" + multinodeDoc + "," + v3Doc + "]", flatDoc + "\n" + flatDoc, `{"results":[` + apiDoc + "]}",
		"[]", "{}", "[1]", `[{"id":"a","tput":1,"p90_e2el":NaN},{"id":9007199254740993,"tput":1e400}]`, `{"tput_per_gpu":true,"p90_e2el":"3"}`,
		`[{"tput_per_gpu":1,"tput_per_gpu":2}]`, `[{"tput_per_gpu":1},{"TPUT_PER_GPU":2}]`, `[{"scenario_type":1,"request_metrics":{"latency":[],"throughput":null}}]`,
		`[{"scenario_type":"","hw":{},"mean_itl":-Infinity,"mean_intvty":1}]`, `[{"hardware":[],"metrics":{}}]`, `{"hw":0,"isl":0,"osl":0,"conc":{},"benchmark_outcome":{"status":"failed"}}`,
	} {
		f.Add([]byte(doc))
	}
	for _, path := range []string{"agentx-v3/attempt1.json", "demo/head.json", "story/seven/results_bmk/agg_bmk.json"} {
		doc, err := os.ReadFile("../../fixtures/" + path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(doc)
	}
	f.Fuzz(fuzzRead)
}

// FuzzReadNDJSON: one object per line, whatever stands in them.
func FuzzReadNDJSON(f *testing.F) {
	row := `{"id":"a","tput_per_gpu":1,"p90_e2el":2}`
	for _, doc := range []string{
		row + "\n" + row + "\n", row + "\n\n" + flatDoc, row + "\r\n" + row, "\xef\xbb\xbf" + row + "\n" + row, row + " " + row + "\n", row + "\n{\"id\":\n" + row, row + "\n" + row + ",\n" + row,
		row + "\n{\"id\":\"b\",\"id\":1}\n{\n", "{}\n{}\n", row + "\n5\n[]\n", row + "\n{\"a\n" + row + "\n}\n" + row, fixedDoc + "\n" + row, strings.ReplaceAll(apiDoc, "\n", "") + "\n" + strings.ReplaceAll(v3Doc, "\n", ""),
	} {
		f.Add([]byte(doc))
	}
	f.Fuzz(fuzzRead)
}

// FuzzShapes: a member of a row of a known shape is another value. Values are taken
// as they are or refused with a reason, and the row stays one row.
func FuzzShapes(f *testing.F) {
	docs := []string{apiDoc, fixedDoc, multinodeDoc, v3Doc, flatDoc}
	for i, value := range []string{"null", `"8"`, "1e999", "NaN", "true", "[]", `{"a":1}`, "-0", `""`, `{"p90":{"p90":[]}}`} {
		f.Add(uint8(i), uint16(7*i), value)
	}
	f.Fuzz(func(t *testing.T, which uint8, at uint16, value string) {
		doc := docs[int(which)%len(docs)]
		colons := strings.Count(doc, ":")
		for i := range doc {
			if doc[i] != ':' {
				continue
			}
			if colons--; colons != int(at)%strings.Count(doc, ":") {
				continue
			}
			end := i + 1 + strings.IndexAny(doc[i+1:], ",}")
			doc = doc[:i+1] + value + doc[end:]
			break
		}
		fuzzRead(t, []byte(doc))
		fuzzRead(t, []byte("["+doc+",\n"+doc+"]"))
	})
}

// FuzzStream: in parts a document is read without a panic, all memory comes back,
// and what is read is as many rows as when it is read whole.
func FuzzStream(f *testing.F) {
	for i, doc := range columnarDocsInOrder(f) {
		f.Add(doc, uint16(64*i))
	}
	for _, doc := range []string{
		"", "id,tput_per_gpu,p90_e2el\na,1,2\nb,,3\n", "id,tput_per_gpu\na,x\n\"b\",1,2\n", "tput_per_gpu\r\n1\r\n", flatDoc + "\n" + flatDoc, "{\"tput\":1}\n{\"tput\":1,\"tput\":2}\n{\"a\"\n", "[1]",
	} {
		f.Add([]byte(doc), uint16(8))
	}
	f.Fuzz(func(t *testing.T, doc []byte, block uint16) {
		path := filepath.Join(t.TempDir(), "rows")
		if err := os.WriteFile(path, doc, 0o600); err != nil {
			t.Fatal(err)
		}
		mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
		defer mem.AssertSize(t, 0)
		o := fuzzOptions(mem, nil)
		rows := 0
		about, err := ingest.StreamBlocks([]string{path}, o, 1+int(block), func(part *frontier.Table) error {
			rows += part.Rows
			checkCells(t, part)
			return nil
		})
		if err != nil {
			var ie *ingest.Error
			if !errors.As(err, &ie) || !strings.HasPrefix(err.Error(), path) || ie.Line > linesOf(doc) {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		if rows == 0 || about.Sources[0].Rows != rows {
			t.Fatalf("%d rows, and a source of %d", rows, about.Sources[0].Rows)
		}
		whole, err := ingest.Read([]string{path}, o)
		if err != nil {
			var ie *ingest.Error
			if errors.As(err, &ie) && strings.Contains(err.Error(), "--max-bytes") {
				return // which limits parts here
			}
			t.Fatalf("%d rows in parts, and whole: %v", rows, err)
		}
		defer whole.Close()
		if whole.Rows != rows {
			t.Fatalf("%d rows in parts, %d whole", rows, whole.Rows)
		}
	})
}

func columnarDocsInOrder(t testing.TB) [][]byte {
	docs := columnarDocs(t)
	var out [][]byte
	for _, name := range slices.Sorted(maps.Keys(docs)) {
		out = append(out, docs[name])
	}
	return out
}

// FuzzAssess: the counter's input is read or refused, the same twice, and what a
// point holds is a part of the document.
func FuzzAssess(f *testing.F) {
	for _, doc := range []string{
		`[{"key":"a","points":[{"x":1,"y":2},{"x":"1","y":2},5,null]}]`, `[{"key":"a","points":[]},{"key":"a","points":[]}]`, `[{"key":" ","points":[{}]}]`, `[]`, `{}`,
		`[{"key":"a","key":"b","points":[{"x":1e400,"y":1,"isOnNormalizedInteractivityFrontier":true}]}]`, `[{"key":"a","points":[{"x":NaN,"y":1,"z":[Infinity]}]}]`, `[{"key":"a","points":[{"x":1,"x":2,"y":1}]}]x`,
	} {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		curves, err := ingest.ReadAssessCurves(bytes.Clone(doc))
		again, errAgain := ingest.ReadAssessCurves(doc)
		if fmt.Sprint(err) != fmt.Sprint(errAgain) || len(curves) != len(again) {
			t.Fatalf("%v, and then %v", err, errAgain)
		}
		if err != nil && len(curves) > 0 {
			t.Fatalf("curves beside the error %v", err)
		}
		keys := map[string]bool{}
		for i, c := range curves {
			if keys[c.Key] || strings.TrimSpace(c.Key) == "" || len(c.Points) != len(again[i].Points) {
				t.Fatalf("curve %q", c.Key)
			}
			keys[c.Key] = true
			for _, p := range c.Points {
				if p.Valid && !(p.X > 0 && p.Y > 0) || !p.Valid && (p.X != 0 || p.Y != 0) || !bytes.Contains(doc, p.Raw) || p.Canonical && !p.Flagged {
					t.Fatalf("point %+v", p)
				}
			}
		}
	})
}

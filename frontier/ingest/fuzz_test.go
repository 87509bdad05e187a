package ingest_test

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow/memory"

	"paretocov/frontier"
	"paretocov/frontier/ingest"
)

// fuzzRead reads a document from standard input: it does not panic, gives back
// all memory, and what it accepts is a table that holds together.
func fuzzRead(t *testing.T, doc []byte) { fuzzReadWith(t, doc, ingest.Options{}) }

// fuzzReadWith is fuzzRead with the options that say how many GPUs there are.
func fuzzReadWith(t *testing.T, doc []byte, gpus ingest.Options) {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	defer mem.AssertSize(t, 0)
	o := ingest.Options{
		Metrics: []string{y, x, "mean_intvty", "mean_itl", "mean_tpot"}, Fields: []string{"engine"}, Map: map[string]string{"tput": y},
		Stdin: bytes.NewReader(doc), StdinName: "rows", Allocator: mem, Digest: true,
		GPUs: gpus.GPUs, GPUsByName: gpus.GPUsByName,
	}
	lines := bytes.Count(doc, []byte("\n")) + 1
	if lines == 1 { // lines may end with a carriage return alone
		lines += bytes.Count(doc, []byte("\r"))
	}
	tb, err := ingest.Read([]string{"-"}, o)
	if err != nil {
		var ie *ingest.Error
		if !errors.As(err, &ie) || !strings.HasPrefix(err.Error(), "rows:") {
			t.Fatalf("%T: %v", err, err)
		}
		if ie.Line > lines {
			t.Fatalf("line %d of %d: %v", ie.Line, lines, err)
		}
		return
	}
	defer tb.Close()
	checkTable(t, tb)
	if tb.Rows == 0 {
		t.Fatal("a table without rows")
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

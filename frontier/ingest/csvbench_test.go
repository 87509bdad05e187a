package ingest

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	arrowcsv "github.com/apache/arrow/go/v17/arrow/csv"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// optionsFor are the options that Read makes of some metrics.
func optionsFor(metrics ...string) *Options {
	o := &Options{Metrics: metrics, Allocator: memory.DefaultAllocator}
	o.wanted, o.referenced, o.seen, o.mapped, o.notes = map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}, &notes{}
	o.list = newWanted(metrics)
	for _, m := range metrics {
		o.wanted[m] = true
	}
	return o
}

// benchCSV is a document of 8 columns: num, all of them numbers; ids, a name for
// each row, 3 columns of few values and 4 of numbers; quoted, the same with all
// cells in quotes; full, as num with 16 digits or so.
func benchCSV(data string, rows int) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	header := "id,hw,framework,conc,tput_per_gpu,p90_e2el,p75_e2el,mean_intvty"
	if data == "num" || data == "full" {
		header = "tput_per_gpu,p90_e2el,p75_e2el,mean_intvty,a,b,c,d"
	}
	b.WriteString(header + "\n")
	for i := range rows {
		t, e := 100+8900*r.Float64(), 1+89*r.Float64()
		p, m := e*(.6+.35*r.Float64()), 5+195*r.Float64()
		switch data {
		case "num":
			fmt.Fprintf(&b, "%.4f,%.5f,%.5f,%.4f,%d,%.2f,%d,%.3f\n", t, e, p, m, i, t/e, i%7, p/m)
		case "full":
			fmt.Fprintf(&b, "%v,%v,%v,%v,%v,%v,%v,%v\n", t, e, p, m, t/m, t/e, e/t, p/m)
		case "ids":
			fmt.Fprintf(&b, "p%d,%s,%s,%d,%.4f,%.5f,%.5f,%.4f\n", i, []string{"b200", "h200", "mi355x"}[i%3], []string{"sglang", "vllm"}[i%2], 1<<(i%9), t, e, p, m)
		case "quoted":
			fmt.Fprintf(&b, "\"p%d\",%q,%q,\"%d\",\"%.4f\",\"%.5f\",\"%.5f\",\"%.4f\"\n", i, []string{"b200", "h200", "mi355x"}[i%3], []string{"sglang", "vllm"}[i%2], 1<<(i%9), t, e, p, m)
		}
	}
	return b.Bytes()
}

// BenchmarkCSV reads a document into a record. The yardsticks are encoding/csv
// alone, of which cells are split and no more, and Arrow's reader, which is told
// the types.
func BenchmarkCSV(b *testing.B) {
	for _, rows := range []int{10_000, 1_000_000} {
		for _, data := range []string{"num", "ids", "quoted", "full"} {
			var doc []byte
			for _, alg := range []string{"scan", "encoding/csv", "arrow"} {
				b.Run(fmt.Sprintf("rows=%d/data=%s/alg=%s", rows, data, strings.ReplaceAll(alg, "/", "-")), func(b *testing.B) {
					if doc == nil {
						doc = benchCSV(data, rows)
					}
					b.SetBytes(int64(len(doc)))
					for b.Loop() {
						got := 0
						switch alg {
						case "scan":
							got = benchScan(b, doc)
						case "encoding/csv":
							r := csv.NewReader(bytes.NewReader(doc))
							r.ReuseRecord = true
							for got = -1; ; got++ {
								if _, err := r.Read(); errors.Is(err, io.EOF) {
									break
								} else if err != nil {
									b.Fatal(err)
								}
							}
						case "arrow":
							got = benchArrow(b, doc, data)
						}
						if got != rows {
							b.Fatalf("%d rows, want %d", got, rows)
						}
					}
				})
			}
		}
	}
}

func benchScan(b *testing.B, doc []byte) int {
	t, err := readCSV("bench.csv", doc)
	if err != nil {
		b.Fatal(err)
	}
	to := newBuilder(memory.DefaultAllocator)
	defer to.release()
	if err := t.addTo(to, optionsFor("tput_per_gpu", "p90_e2el", "p75_e2el", "mean_intvty"), 0); err != nil {
		b.Fatal(err)
	}
	rec := to.record()
	defer rec.Release()
	return int(rec.NumRows())
}

func benchArrow(b *testing.B, doc []byte, data string) int {
	header, _, _ := bytes.Cut(doc, []byte("\n"))
	var fields []arrow.Field
	for i, name := range strings.Split(string(header), ",") {
		f := arrow.Field{Name: name, Type: arrow.PrimitiveTypes.Float64}
		if i < 4 && (data == "ids" || data == "quoted") {
			f.Type = arrow.BinaryTypes.String
		}
		fields = append(fields, f)
	}
	r := arrowcsv.NewReader(bytes.NewReader(doc), arrow.NewSchema(fields, nil), arrowcsv.WithHeader(true), arrowcsv.WithChunk(64<<10))
	defer r.Release()
	n := 0
	for r.Next() {
		n += int(r.Record().NumRows())
	}
	if r.Err() != nil {
		b.Fatal(r.Err())
	}
	return n
}

package ingest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// benchRows returns n rows as a JSON array: flat ones as other harnesses write
// them, all numbers, or rows of a known shape.
func benchRows(n int, data string) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	b.WriteByte('[')
	for i := range n {
		if i > 0 {
			b.WriteString(",\n")
		}
		t, e := 100+8900*r.Float64(), 1+89*r.Float64()
		hw := [...]string{"b200", "h200", "mi355x"}[i%3]
		switch data {
		case "flat":
			fmt.Fprintf(&b, `{"id": "p%d", "hw": %q, "framework": "sglang", "conc": %d, "tput_per_gpu": %.4f, "p90_e2el": %.5f, "p75_e2el": %.5f, "mean_intvty": %.4f}`,
				i, hw, 1<<(i%9), t, e, e*0.8, 100/e)
		case "num":
			fmt.Fprintf(&b, `{"a": %.4f, "b": %.4f, "tput_per_gpu": %.4f, "p90_e2el": %.5f, "p75_e2el": %.5f, "mean_intvty": %.4f, "c": %d, "d": %.3f}`,
				t/2, t/3, t, e, e*0.8, 100/e, i, e/3)
		default:
			fmt.Fprintf(&b, `{"hardware": %q, "framework": "sglang", "precision": "fp8", "spec_method": "none", "isl": 1024, "osl": 1024, "conc": %d, "disagg": false, "image": "i%d", `+
				`"metrics": {"tput_per_gpu": %.4f, "p90_e2el": %.5f, "p75_e2el": %.5f, "median_e2el": %.5f, "mean_intvty": %.4f, "median_intvty": %.4f}}`,
				hw, 1<<(i%9), i%7, t, e, e*0.8, e*0.7, 100/e, 90/e)
		}
	}
	b.WriteByte(']')
	return b.Bytes()
}

// BenchmarkJSON: the scan beside the tree, Arrow's reader, and encoding/json
// reading the same rows into structs.
func BenchmarkJSON(b *testing.B) {
	for _, n := range []int{1000, 100_000} {
		for _, data := range []string{"flat", "num", "shape"} {
			doc := benchRows(n, data)
			run := func(alg string, f func() error) {
				b.Run(fmt.Sprintf("rows=%d/data=%s/alg=%s", n, data, alg), func(b *testing.B) {
					b.SetBytes(int64(len(doc)))
					b.ReportAllocs()
					for b.Loop() {
						if err := f(); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
			product := func(sizes scanSizes) func() error {
				return func() error {
					o := optionsFor("tput_per_gpu", "p90_e2el", "p75_e2el", "mean_intvty")
					rows := newBuilder(memory.DefaultAllocator)
					defer rows.release()
					_, err := addJSON(file{path: "rows", named: true}, doc, rows, o, 0, sizes)
					return err
				}
			}
			run("scan", product(defaultScan()))
			run("tree", product(scanSizes{least: noScan}))
			if data == "shape" {
				continue
			}
			schema := schemaOf(doc)
			run("arrow", func() error {
				rec, _, err := array.RecordFromJSON(memory.DefaultAllocator, schema, bytes.NewReader(doc))
				if err == nil {
					rec.Release()
				}
				return err
			})
			run("encoding-json", func() error {
				var rows []struct {
					ID        string  `json:"id"`
					HW        string  `json:"hw"`
					Framework string  `json:"framework"`
					Conc      int     `json:"conc"`
					Tput      float64 `json:"tput_per_gpu"`
					P90       float64 `json:"p90_e2el"`
					P75       float64 `json:"p75_e2el"`
					Intvty    float64 `json:"mean_intvty"`
				}
				return json.Unmarshal(doc, &rows)
			})
		}
	}
}

// schemaOf returns a schema for Arrow's reader, by the first row.
func schemaOf(doc []byte) *arrow.Schema {
	first, err := parseJSON(doc[1 : bytes.IndexByte(doc, '}')+1])
	if err != nil {
		panic(err)
	}
	var fields []arrow.Field
	for _, m := range first.members {
		f := arrow.Field{Name: m.key, Type: arrow.PrimitiveTypes.Float64, Nullable: true}
		if m.value.kind == jsonString {
			f.Type = arrow.BinaryTypes.String
		}
		fields = append(fields, f)
	}
	return arrow.NewSchema(fields, nil)
}

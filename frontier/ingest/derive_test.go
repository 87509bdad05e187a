package ingest_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"paretocov/frontier"
	"paretocov/frontier/ingest"
)

// TestPerGPULaw: throughput per GPU that has to be worked out is, in every format
// and however it is read, that of the system over the GPUs that the definition
// gives, and a table with a row of no known count is refused with its line.
func TestPerGPULaw(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(rt, "rows")
		flag := rapid.SampledFrom([]int{0, 0, 16}).Draw(rt, "--gpus")
		count := func(name string, some bool) []any {
			if !some {
				return make([]any, n)
			}
			return rapid.SliceOfN(rapid.SampledFrom([]any{nil, 1.0, 2.0, 8.0, 72.0}), n, n).Draw(rt, name)
		}
		fields := []string{"num_gpus", "num_prefill_gpu", "num_decode_gpu", "tp", "pp"}
		columns := map[string][]any{}
		for i, f := range fields {
			columns[f] = count(f, rapid.IntRange(0, 3).Draw(rt, "has "+f) > 0 || i == 0)
		}
		disagg := rapid.SliceOfN(rapid.SampledFrom([]any{nil, true, false}), n, n).Draw(rt, "disagg")
		total := rapid.SliceOfN(rapid.SampledFrom([]any{nil, 100.0, 1234.5, 7e9}), n, n).Draw(rt, "total")

		var want []float64 // NaN where the row has no throughput
		unknown := 0       // the first row of no known count, from 1
		for i := range n {
			at := func(f string) float64 { v, _ := columns[f][i].(float64); return v }
			gpus := at("num_gpus")
			if pre, dec := at("num_prefill_gpu"), at("num_decode_gpu"); gpus == 0 && pre > 0 && dec > 0 && disagg[i] != false {
				gpus = pre + dec
			}
			oneRole := disagg[i] == nil && (at("num_prefill_gpu") > 0 || at("num_decode_gpu") > 0)
			if gpus == 0 && disagg[i] != true && !oneRole {
				gpus = at("tp") * math.Max(1, at("pp"))
			}
			if gpus == 0 {
				gpus = float64(flag)
			}
			v, some := total[i].(float64)
			if !some {
				want = append(want, math.NaN())
				continue
			}
			if gpus == 0 && unknown == 0 {
				unknown = i + 1
			}
			want = append(want, v/gpus)
		}

		ids := make([]any, n)
		var csv, lines strings.Builder
		fmt.Fprintf(&csv, "id,total_tput,%s,disagg\n", strings.Join(fields, ","))
		cell := func(c any) string {
			if c == nil {
				return ""
			}
			return fmt.Sprint(c)
		}
		var rows []map[string]any
		for i := range n {
			ids[i] = fmt.Sprintf("p%d", i)
			fmt.Fprintf(&csv, "%s,%s", ids[i], cell(total[i]))
			row := map[string]any{"id": ids[i], "total_tput": total[i]}
			for _, f := range fields {
				csv.WriteString("," + cell(columns[f][i]))
				if columns[f][i] != nil {
					row[f] = columns[f][i]
				}
			}
			csv.WriteString("," + cell(disagg[i]) + "\n")
			if disagg[i] != nil {
				row["disagg"] = disagg[i]
			}
			rows = append(rows, row)
			line, err := json.Marshal(row)
			if err != nil {
				rt.Fatal(err)
			}
			lines.Write(append(line, '\n'))
		}
		array, err := json.MarshalIndent(rows, "", " ")
		if err != nil {
			rt.Fatal(err)
		}
		// Long enough for the scan of large documents, by white space alone.
		long := strings.Repeat(" ", 70<<10)
		pq := []pqColumn{pqText("id", ids...), pqDouble("total_tput", total...)}
		ic := []ipcColumn{ipcText("id", ids...), ipcDouble("total_tput", total...)}
		words := make([]any, n)
		for i, d := range disagg {
			if d != nil {
				words[i] = fmt.Sprint(d)
			}
		}
		for _, f := range fields {
			pq, ic = append(pq, pqDouble(f, columns[f]...)), append(ic, ipcDouble(f, columns[f]...))
		}
		pq, ic = append(pq, pqText("disagg", words...)), append(ic, ipcText("disagg", words...))
		for what, doc := range map[string]string{
			"csv": csv.String(), "json": string(array), "long json": strings.Replace(string(array), "[", "["+long, 1), "lines": lines.String(),
			"long lines": strings.Replace(lines.String(), "\n", long+"\n", 1),
			"parquet":    string(writeParquet(t, pq, 0)), "arrow": string(writeIPC(t, ic, 0, false)),
		} {
			path := filepath.Join(dir, "doc")
			if err := os.WriteFile(path, []byte(doc), 0o644); err != nil {
				rt.Fatal(err)
			}
			check := func(how string, got []float64, err error) {
				if unknown > 0 {
					if err == nil || !strings.Contains(err.Error(), "GPU count unknown") {
						rt.Fatalf("%s, %s: %v, but row %d has no GPU count", what, how, err, unknown)
					}
					if mark := fmt.Sprintf("doc:%d: total_tput: ", unknown+1); what == "csv" && !strings.Contains(err.Error(), mark) {
						rt.Fatalf("%s, %s: %v, want %s", what, how, err, mark)
					}
					return
				}
				if err != nil {
					rt.Fatalf("%s, %s: %v", what, how, err)
				}
				if fmt.Sprint(got) != fmt.Sprint(want) {
					rt.Fatalf("%s, %s: %v, want %v", what, how, got, want)
				}
			}
			o := ingest.Options{GPUs: flag}
			tb, err := read(t, o, path)
			check("whole", perGPU(tb), err)
			if what != "json" && what != "long json" {
				o.Metrics = []string{y, x}
				var got []float64
				_, err := ingest.Stream([]string{path}, o, func(tb *frontier.Table) error {
					got = append(got, perGPU(tb)...)
					return nil
				})
				check("streamed", got, err)
			}
		}
	})
}

// perGPU returns a table's throughput per GPU, NaN where there is none.
func perGPU(tb *frontier.Table) []float64 {
	if tb == nil {
		return nil
	}
	var got []float64
	m := tb.Metric(y)
	for r := range tb.Rows {
		if m == nil || m.Reason(r) != frontier.Usable {
			got = append(got, math.NaN())
			continue
		}
		got = append(got, m.Values[r])
	}
	return got
}

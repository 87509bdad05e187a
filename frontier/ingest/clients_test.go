package ingest_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"paretocov/frontier"
	"paretocov/frontier/ingest"
)

// servingDoc is a result of bench_serving with a rate of so many tokens a second.
func servingDoc(conc int, tput float64, more string) string {
	return fmt.Sprintf(`{"model_id": "m", "backend": "vllm", "max_concurrency": %d, "duration": 10, "completed": 90, "failed": 10, "total_token_throughput": %v, "output_throughput": 1, "p90_e2el_ms": %d%s}`, conc, tput, 1000+conc, more)
}

// TestManyResults: long files of results are read as short ones are, line by line
// too, and an error names the line.
func TestManyResults(t *testing.T) {
	var rows []string
	for i := range 600 {
		rows = append(rows, servingDoc(i+1, 800+float64(i), `, "itls": [[0.1, 0.2], []], "generated_texts": ["a\"]", "{"]`))
	}
	check := func(how string, tb *frontier.Table, err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", how, err)
		}
		for r := range tb.Rows {
			conc := tb.Label("conc").Text(r)
			i, err := strconv.Atoi(conc)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := tb.Metric(y).Values[r], (800+float64(i-1))/8; got != want {
				t.Fatalf("%s: row %d: %v, want %v", how, r, got, want)
			}
			if got, want := tb.Metric(x).Values[r], float64(1000+i)/1000; got != want {
				t.Fatalf("%s: row %d: %v s, want %v", how, r, got, want)
			}
			if got := tb.Metric("failure_rate").Values[r]; got != 0.1 {
				t.Fatalf("%s: row %d: failure rate %v", how, r, got)
			}
		}
	}
	dir := t.TempDir()
	for what, doc := range map[string]string{"lines": strings.Join(rows, "\n") + "\n", "array": "[" + strings.Join(rows, ",\n") + "]", "object": `{"date": "d", "results": [` + strings.Join(rows, ",\n") + "]}"} {
		path := file(t, dir, "run_tp8.json", doc)
		for how, o := range map[string]ingest.Options{"--gpus 8": {GPUs: 8}, "--gpus filename": {GPUsByName: true}} {
			tb, err := read(t, o, path)
			check(what+", "+how, tb, err)
			if tb.Rows != 600 || tb.Sources[0].Format != "bench-serving" {
				t.Fatalf("%s: %d rows, %s", what, tb.Rows, tb.Sources[0].Format)
			}
		}
		if what != "lines" {
			continue
		}
		n := 0
		_, err := ingest.Stream([]string{path}, ingest.Options{Metrics: []string{y, x}, GPUsByName: true}, func(tb *frontier.Table) error {
			check("streamed", tb, nil)
			n += tb.Rows
			return nil
		})
		if err != nil || n != 600 {
			t.Fatalf("%d rows streamed, %v", n, err)
		}
	}
	// One row among many that tells no count.
	for i := range rows {
		rows[i] = strings.Replace(rows[i], "{", `{"num_gpus": 8, `, 1)
	}
	rows[444] = strings.Replace(rows[444], `"num_gpus": 8`, `"num_gpu_": 8`, 1)
	path := file(t, dir, "results.jsonl", strings.Join(rows, "\n")+"\n")
	want := path + ":445: GPU count unknown; give --gpus N, "
	_, err := read(t, ingest.Options{}, path)
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	_, err = ingest.Stream([]string{path}, ingest.Options{Metrics: []string{y, x}}, func(*frontier.Table) error { return nil })
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("streamed: %v, want %s", err, want)
	}
}

// TestFailureRateOfResults: what tells the share of failed requests, and what does
// not.
func TestFailureRateOfResults(t *testing.T) {
	for _, test := range []struct {
		fields string
		want   float64 // -1: unknown
	}{
		{`"completed": 90, "failed": 10`, 0.1},
		{`"completed": 90, "failed": 0, "num_prompts": 100`, 0},
		{`"completed": 75, "num_prompts": 100`, 0.25},
		{`"completed": 90`, -1},
		{`"completed": 90, "failed": null, "num_prompts": 100`, -1},
		{`"completed": 90, "num_prompts": 80`, -1},
		{`"completed": 90, "failed": -1`, -1},
		{`"completed": 90, "num_prompts": 0`, -1},
		{`"completed": "90", "num_prompts": 100`, -1},
		{`"completed": 90, "num_requests_total": 156`, -1},
	} {
		tb, err := text(t, ingest.Options{GPUs: 1}, `{"max_concurrency": 1, "duration": 10, "total_token_throughput": 5, "output_throughput": 1, "p90_e2el_ms": 1000, `+test.fields+"}")
		if err != nil {
			t.Fatalf("%s: %v", test.fields, err)
		}
		m := tb.Metric("failure_rate")
		known := m != nil && (m.Reasons == nil || m.Reasons[0] == frontier.Usable)
		if known != (test.want >= 0) || known && m.Values[0] != test.want {
			t.Errorf("%s: %+v, want %v", test.fields, m, test.want)
		}
	}
}

// TestCountsOfResults: the GPUs that a result tells.
func TestCountsOfResults(t *testing.T) {
	for fields, want := range map[string]float64{
		`"num_gpus": 4`: 25, `"num_gpus": "4"`: 25, `"num_gpus": 4.0`: 25, `"tensor_parallel_size": 4`: 25, `"tp": "2", "pp": "2"`: 25,
		`"tensor_parallel_size": 4, "pipeline_parallel_size": 2, "data_parallel_size": 2`: 6.25, `"num_gpus": 4, "tp": 8`: 25,
		`"server_info": {"tp_size": 4, "dp_size": 2, "enable_dp_attention": true}`: 25, `"server_info": {"tp_size": 4, "dp_size": 2, "enable_dp_attention": false}`: 12.5,
		`"tp": 4, "dp": null`: 25, `"num_gpus": null, "tp": 4`: 25,
		// None of these tells a count.
		`"num_gpus": 0`: 0, `"num_gpus": 2.5`: 0, `"num_gpus": "four"`: 0, `"num_gpus": true`: 0, `"num_gpus": -4`: 0, `"tp": 4, "dp": "x"`: 0,
		`"pp": 4`: 0, `"num_decode_gpu": 8`: 0, `"tp": 1048576, "pp": 1048576`: 0, `"num_gpus": 1e300`: 0,
	} {
		tb, err := text(t, ingest.Options{}, servingDoc(1, 100, ", "+fields))
		if want == 0 {
			if err == nil || !strings.Contains(err.Error(), "rows:1: GPU count unknown") {
				t.Errorf("%s: %v", fields, err)
			}
			continue
		}
		if err != nil || tb.Metric(y).Values[0] != want {
			t.Errorf("%s: %v, %v, want %v", fields, tb, err, want)
		}
	}
}

// TestIntervals: the bounds of the confidence intervals of an aiperf sweep are kept
// in the table, and those of a reciprocal change places.
func TestIntervals(t *testing.T) {
	path := filepath.Join("..", "..", "fixtures", "clients", "aiperf-sweep", "sweep_aggregate", "profile_export_aiperf_sweep.json")
	tb, err := read(t, ingest.Options{GPUs: 4, Metrics: []string{y, x, "p90_intvty"}}, path)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]float64{
		y: 1000, y + "_ci_low": 960, y + "_ci_high": 1040, x: 2.5, x + "_ci_low": 2.4, x + "_ci_high": 2.6,
		"p90_intvty": 100, "p90_intvty_ci_low": 1 / 0.0104, "p90_intvty_ci_high": 1 / 0.0096,
	} {
		m := tb.Metric(name)
		if m == nil || !(m.Values[0]/want-1 < 1e-12 && want/m.Values[0]-1 < 1e-12) {
			t.Errorf("%s is %+v, want %v", name, m, want)
		}
		if axis, err := frontier.ParseAxis(name); err != nil || axis.Unit == "" {
			t.Errorf("%s: %+v, %v", name, axis, err)
		}
	}
}

// FuzzReadClients reads results of benchmark clients, with and without GPUs.
func FuzzReadClients(f *testing.F) {
	for _, pattern := range []string{"*/*.json*", "*/*/*.json*", "*/*/*.csv"} {
		paths, err := filepath.Glob(filepath.Join("..", "..", "fixtures", "clients", pattern))
		if err != nil || len(paths) == 0 {
			f.Fatalf("%s: %d files, %v", pattern, len(paths), err)
		}
		for _, path := range paths {
			doc, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(doc, uint8(len(doc)))
		}
	}
	f.Add([]byte(servingDoc(1, 8, "")+"\n"+servingDoc(2, 9, `, "num_gpus": 8, "run_number": 0, "x": "y"`)), uint8(8))
	f.Add([]byte("Metric,avg,p90\nRequest Latency (ms),\"1,000.5\",2\n\nMetric,Value\nTotal Token Throughput (tokens/sec),inf\n"), uint8(1))
	f.Add([]byte("id,total_tput,num_gpus,tp\na,1,8,\nb,2,,4\n"), uint8(0))
	f.Fuzz(func(t *testing.T, doc []byte, gpus uint8) {
		fuzzReadWith(t, doc, int(gpus), gpus == 0)
	})
}

// TestRawTraceInFolder: what is refused by name is passed over where it is found,
// whatever it is called.
func TestRawTraceInFolder(t *testing.T) {
	dir := t.TempDir()
	file(t, dir, "a.csv", "id,"+y+","+x+"\na,1,2\n")
	trace := strings.Repeat(`{"metadata": {"request_start_ns": 1}, "metrics": {"request_latency": {"value": 1, "unit": "ms"}}, "error": null}`+"\n", 2)
	path := file(t, dir, "trace.jsonl", trace)
	long := file(t, dir, "long.jsonl", strings.Repeat(trace, 1000))
	tb, err := read(t, ingest.Options{}, dir)
	if err != nil || tb.Rows != 1 || tb.Skipped["other"] != 2 {
		t.Fatalf("%v, %v", tb, err)
	}
	for _, p := range []string{path, long} {
		_, err := read(t, ingest.Options{}, p)
		var ie *ingest.Error
		if !errors.As(err, &ie) || !strings.Contains(ie.Why, "a raw trace of aiperf") {
			t.Errorf("%s: %v", p, err)
		}
	}
}

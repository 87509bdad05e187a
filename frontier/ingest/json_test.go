package ingest_test

import (
	"strings"
	"testing"

	"paretocov/frontier/ingest"
)

// One row of each shape. Interactivity is 1 over the time per token.
const (
	apiDoc = `{"hardware":"b200","framework":"sglang","model":"dsr1","precision":"fp4","spec_method":"none","disagg":false,
 "is_multinode":false,"prefill_tp":8,"prefill_ep":1,"prefill_dp_attention":false,"prefill_num_workers":0,"decode_tp":8,
 "decode_ep":1,"decode_dp_attention":false,"decode_num_workers":0,"num_prefill_gpu":8,"num_decode_gpu":8,"isl":1024,"osl":1024,
 "conc":4,"image":"r/s:v1","date":"2026-01-15","run_url":"https://h/runs/1/attempts/1","workflow_run_id":1,
 "benchmark_type":"single_turn","offload_mode":"off","metrics":{"tput_per_gpu":100,"median_e2el":9,"p90_e2el":10,"median_intvty":50,"median_tpot":0.02,"label":"x"}}`
	fixedDoc = `{"result_schema_version":1,"hw":"cluster:h100-dgxc","framework":"sglang","model":"org/M","infmax_model_prefix":"m",
 "precision":"fp8","spec_decoding":"mtp","disagg":false,"is_multinode":false,"isl":1024,"osl":8192,"conc":16,"image":"r#s:v1",
 "recipe_fingerprint":"0a1b","tp":8,"pp":1,"dcp_size":2,"pcp_size":1,"ep":8,"dp_attention":"true","num_gpus":8,
 "tput_per_gpu":100,"median_e2el":9,"p90_e2el":10,"p99.9_e2el":11,"median_intvty":50,"median_tpot":0.02,"median_itl":0.5}`
	multinodeDoc = `{"hw":"h100","framework":"dynamo","model":"org/M","infmax_model_prefix":"m","precision":"fp8","spec_decoding":"none",
 "disagg":true,"is_multinode":true,"isl":1024,"osl":1024,"conc":32,"prefill_tp":16,"prefill_pp":2,"prefill_dcp_size":1,
 "prefill_pcp_size":4,"prefill_ep":1,"prefill_dp_attention":"false","prefill_num_workers":1,"decode_tp":8,"decode_pp":1,
 "decode_dcp_size":1,"decode_pcp_size":1,"decode_ep":8,"decode_dp_attention":"true","decode_num_workers":4,
 "num_prefill_gpu":16,"num_decode_gpu":32,"tput_per_gpu":70,"p90_e2el":10}`
	v3Doc = `{"result_schema_version":1,"hw":"h100","conc":4,"model":"org/M","infmax_model_prefix":"m","framework":"sglang","precision":"fp4",
 "spec_decoding":"mtp","disagg":false,"scenario_type":"agentic-coding","is_multinode":false,"num_gpus":8,"tp":8,"ep":1,
 "dp_attention":"false","kv_offloading":"none","request_metrics":{"latency":{
  "e2el":{"mean":11,"p50":2,"p75":5,"p90":10,"p95":20,"std":3},
  "tpot":{"mean":0.04,"p50":0.02,"p90":0.05},"itl":{"mean":0.04,"p50":0.02,"p90":0.05},"full_response_itl":{"mean":0.05,"p50":0.025,"p90":0.1},
  "intvty":{"mean":25,"p50":50,"p90":20},"full_response_intvty":{"mean":20,"p50":40,"p90":10},"ttft":{},"e2e_norm_intvty":{"p90":0.5}},
  "throughput":{"total":{"tokens_per_second":800},"duration_seconds":60,"per_gpu":{"total_tput_tps":100,"output_tput_tps":3,"input_tput_tps":97}}},
 "warnings":[{"p90_e2el":1}]}`
	flatDoc = `{"hw":"mi355x","conc":4,"model":"org/M","infmax_model_prefix":"m","framework":"vllm","precision":"fp4","spec_decoding":"none",
 "disagg":false,"scenario_type":"agentic-coding","is_multinode":false,"tp":4,"ep":1,"dp_attention":"false","offloading":"none",
 "tput_per_gpu":100,"p90_e2el":10,"p75_e2el":5,"mean_itl":0.05,"p90_itl":0.1,"mean_intvty":25,"p90_intvty":38}`
)

// change replaces in a document, and fails where there is nothing to replace.
func change(t *testing.T, doc string, pairs ...string) string {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(doc, pairs[i]) {
			t.Fatalf("no %s in %s", pairs[i], doc)
		}
		doc = strings.ReplaceAll(doc, pairs[i], pairs[i+1])
	}
	return doc
}

// only reads the metrics of one-row documents and writes them alone.
func only(t *testing.T, doc string, metrics ...string) (string, error) {
	t.Helper()
	tb, err := text(t, ingest.Options{Metrics: append([]string{y}, metrics...)}, doc)
	if err != nil {
		return "", err
	}
	row := cells(tb)[0]
	for _, l := range tb.Labels { // what is left are metrics
		if v := l.Text(0); v != "" {
			row = strings.Replace(row, l.Name+`="`+v+`"`, "", 1)
		}
	}
	return strings.Join(strings.Fields(row), " "), nil
}

func TestReadShapes(t *testing.T) {
	for _, test := range []struct{ what, doc, format, want string }{
		{
			"the public API", apiDoc, "inferencex-api",
			`benchmark_type="single_turn" conc="4" date="2026-01-15" decode_dp_attention="false" decode_ep="1" decode_tp="8" decode_workers="0" disagg="false" ` +
				`framework="sglang" hardware="b200" image="r/s:v1" is_multinode="false" isl="1024" model_prefix="dsr1" offload="off" osl="1024" p90_e2el=10 precision="fp4" ` +
				`prefill_dp_attention="false" prefill_ep="1" prefill_tp="8" prefill_workers="0" run_url="https://h/runs/1/attempts/1" spec_method="none" tput_per_gpu=100 workflow_run_id="1"`,
		},
		{
			"fixed-sequence, single-node: both roles alike", fixedDoc, "inferencex-fixed",
			`benchmark_type="single_turn" conc="16" decode_dcp="2" decode_dp_attention="true" decode_ep="8" decode_pcp="1" decode_pp="1" decode_tp="8" disagg="false" ` +
				`framework="sglang" hardware="cluster:h100-dgxc" image="r#s:v1" is_multinode="false" isl="1024" model="org/M" model_prefix="m" osl="8192" p90_e2el=10 precision="fp8" ` +
				`prefill_dcp="2" prefill_dp_attention="true" prefill_ep="8" prefill_pcp="1" prefill_pp="1" prefill_tp="8" recipe_fingerprint="0a1b" spec_method="mtp" tput_per_gpu=100`,
		},
		{
			"fixed-sequence, multinode: by role", multinodeDoc, "inferencex-fixed",
			`benchmark_type="single_turn" conc="32" decode_dcp="1" decode_dp_attention="true" decode_ep="8" decode_pcp="1" decode_pp="1" decode_tp="8" decode_workers="4" disagg="true" ` +
				`framework="dynamo" hardware="h100" is_multinode="true" isl="1024" model="org/M" model_prefix="m" osl="1024" p90_e2el=10 precision="fp8" ` +
				`prefill_dcp="1" prefill_dp_attention="false" prefill_ep="1" prefill_pcp="4" prefill_pp="2" prefill_tp="16" prefill_workers="1" spec_method="none" tput_per_gpu=70`,
		},
		{
			"AgentX, version 3", v3Doc, "agentx-v3",
			`benchmark_type="agentic-coding" conc="4" decode_dp_attention="false" decode_ep="1" decode_tp="8" disagg="false" framework="sglang" hardware="h100" is_multinode="false" ` +
				`model="org/M" model_prefix="m" offload="none" p90_e2el=10 precision="fp4" prefill_dp_attention="false" prefill_ep="1" prefill_tp="8" spec_method="mtp" tput_per_gpu=100`,
		},
		{
			"AgentX, flat", flatDoc, "agentx-flat",
			`benchmark_type="agentic-coding" conc="4" decode_dp_attention="false" decode_ep="1" decode_tp="4" disagg="false" framework="vllm" hardware="mi355x" is_multinode="false" ` +
				`model="org/M" model_prefix="m" offload="none" p90_e2el=10 precision="fp4" prefill_dp_attention="false" prefill_ep="1" prefill_tp="4" spec_method="none" tput_per_gpu=100`,
		},
	} {
		for _, doc := range []string{test.doc, "[" + test.doc + "]", `{"results":[` + test.doc + `]}`, " \n\xef\xbb\xbf"[2:] + test.doc + "\n\n"} {
			tb, err := text(t, ingest.Options{}, doc)
			wantCells(t, test.what, tb, err, test.want)
			if err == nil && tb.Sources[0].Format != test.format {
				t.Errorf("%s: format %s, want %s", test.what, tb.Sources[0].Format, test.format)
			}
		}
	}
}

// TestAgentXMetrics: version 3 has blocks of statistics, p50 being the median;
// interactivity is full_response_intvty, else intvty, each statistic.
func TestAgentXMetrics(t *testing.T) {
	intvty := []string{"mean_intvty", "median_intvty", "p90_intvty"}
	for _, test := range []struct {
		what, doc string
		metrics   []string
		want      string
	}{
		{"latencies", v3Doc, []string{"mean_e2el", "median_e2el", "p75_e2el", "p90_e2el", "p95_e2el"}, "mean_e2el=11 median_e2el=2 p75_e2el=5 p90_e2el=10 p95_e2el=20 tput_per_gpu=100"},
		{"no p99", v3Doc, []string{"p99_e2el"}, "tput_per_gpu=100"},
		{"throughput by kind", v3Doc, []string{"output_tput_per_gpu", "input_tput_per_gpu"}, "input_tput_per_gpu=97 output_tput_per_gpu=3 tput_per_gpu=100"},
		{"times per token", v3Doc, []string{"p90_tpot", "p90_itl", "p90_full_response_itl"}, "p90_full_response_itl=0.1 p90_itl=0.05 p90_tpot=0.05 tput_per_gpu=100"},
		{"full-response interactivity comes first", v3Doc, intvty, "mean_intvty=20 median_intvty=40 p90_intvty=10 tput_per_gpu=100"},
		{"by its own name too", v3Doc, []string{"p90_full_response_intvty"}, "p90_full_response_intvty=10 tput_per_gpu=100"},
		{
			"else intvty", change(t, v3Doc, `"full_response_intvty":{"mean":20,"p50":40,"p90":10},`, ``), intvty,
			"mean_intvty=25 median_intvty=50 p90_intvty=20 tput_per_gpu=100",
		},
		{
			"an empty block is none", change(t, v3Doc, `"full_response_intvty":{"mean":20,"p50":40,"p90":10}`, `"full_response_intvty":{}`), intvty,
			"mean_intvty=25 median_intvty=50 p90_intvty=20 tput_per_gpu=100",
		},
		{"an empty block has no value", v3Doc, []string{"p90_ttft"}, "tput_per_gpu=100"},
		{"no throughput", change(t, v3Doc, `"per_gpu":{"total_tput_tps":100,"output_tput_tps":3,"input_tput_tps":97}`, `"per_gpu":{}`), []string{x}, "p90_e2el=10"},
		{"no latency at all", change(t, v3Doc, `"latency":{`, `"other":{`), []string{x}, "tput_per_gpu=100"},
		{
			"values that are none", change(t, v3Doc, `"p75":5`, `"p75":NaN`, `"p90":10,"p95"`, `"p90":null,"p95"`, `"p95":20`, `"p95":-Infinity`),
			[]string{"p75_e2el", "p90_e2el", "p95_e2el"},
			"p75_e2el is NaN p90_e2el is null p95_e2el is infinite tput_per_gpu=100",
		},
		// Flat rows: recomputed as 1 over the time per token of the same statistic.
		{"flat: 1/itl", flatDoc, []string{"mean_intvty", "p90_intvty"}, "mean_intvty=20 p90_intvty=10 tput_per_gpu=100"},
		{
			"flat: full_response_itl comes first", change(t, flatDoc, `"p90_itl":0.1`, `"p90_itl":0.1,"p90_full_response_itl":0.2,"p90_tpot":0.4`),
			[]string{"p90_intvty"},
			"p90_intvty=5 tput_per_gpu=100",
		},
		{"flat: tpot comes last", change(t, flatDoc, `"p90_itl":0.1`, `"p90_tpot":0.4`), []string{"p90_intvty"}, "p90_intvty=2.5 tput_per_gpu=100"},
		{"flat: no time per token", change(t, flatDoc, `"p90_itl":0.1,`, ``), []string{"p90_intvty"}, "tput_per_gpu=100"},
		{"flat: a time per token of 0", change(t, flatDoc, `"p90_itl":0.1`, `"p90_itl":0`), []string{"p90_intvty"}, "tput_per_gpu=100"},
		{"flat: a statistic of its own", flatDoc, []string{"p75_intvty"}, "tput_per_gpu=100"},
		{"flat: p50 is the median", change(t, flatDoc, `"p90_e2el":10`, `"p50_e2el":3,"p90_e2el":10`), []string{"median_e2el"}, "median_e2el=3 tput_per_gpu=100"},
		{"flat: ttlt is an older name of e2el", change(t, flatDoc, `"p90_e2el":10`, `"p90_ttlt":12`), []string{x}, "p90_e2el=12 tput_per_gpu=100"},
		{"flat: e2el comes before ttlt", change(t, flatDoc, `"p90_e2el":10`, `"p90_ttlt":12,"p90_e2el":10`), []string{x}, "p90_e2el=10 tput_per_gpu=100"},
		{"flat: both older names", change(t, flatDoc, `"p90_e2el":10`, `"p50_ttlt":3`), []string{"median_e2el"}, "median_e2el=3 tput_per_gpu=100"},
		// The API's AgentX rows, whichever its interactivity is a statistic of.
		{
			"API, AgentX: of rates", change(t, apiDoc, `"single_turn"`, `"agentic_traces"`, `"median_intvty":50,"median_tpot":0.02`, `"median_intvty":70,"median_itl":0.04`),
			[]string{"median_intvty"},
			"median_intvty=25 tput_per_gpu=100",
		},
		{
			"API, AgentX: 1/itl", change(t, apiDoc, `"single_turn"`, `"agentic_traces"`, `"median_intvty":50,"median_tpot":0.02`, `"median_intvty":50.0001,"median_itl":0.02`),
			[]string{"median_intvty"},
			"median_intvty=50.0001 tput_per_gpu=100",
		},
		// Fixed-sequence rows: as given; their itl is another quantity.
		{"fixed: as given", fixedDoc, []string{"median_intvty", "median_itl", "p99.9_e2el"}, "median_intvty=50 median_itl=0.5 p99.9_e2el=11 tput_per_gpu=100"},
		{"API, fixed: as given", change(t, apiDoc, `"median_intvty":50`, `"median_intvty":49`), []string{"median_intvty"}, "median_intvty=49 tput_per_gpu=100"},
		{"API: p50 is the median", change(t, apiDoc, `"median_e2el"`, `"p50_e2el"`), []string{"median_e2el"}, "median_e2el=9 tput_per_gpu=100"},
	} {
		got, err := only(t, test.doc, test.metrics...)
		if err != nil || got != test.want {
			t.Errorf("%s: %s, %v\nwant %s", test.what, got, err, test.want)
		}
	}
}

// TestRecomputedInteractivityIsNoted: the file's own value is set aside and
// named, with the number of rows.
func TestRecomputedInteractivityIsNoted(t *testing.T) {
	o := ingest.Options{Metrics: []string{y, "p90_intvty", "p90_itl"}}
	for _, test := range []struct {
		what, doc string
		noted     string
	}{
		{"statistics of rates", "[" + flatDoc + "," + flatDoc + "]", "p90_intvty is 1/p90_itl"},
		{"reciprocals already", "[" + change(t, flatDoc, `"p90_intvty":38`, `"p90_intvty":10`) + "]", ""},
		{"no value of its own", "[" + change(t, flatDoc, `,"p90_intvty":38`, ``) + "]", ""},
		{"version 3", "[" + v3Doc + "]", ""},
		{"fixed-sequence", "[" + fixedDoc + "]", ""},
	} {
		tb, err := text(t, o, test.doc)
		if err != nil {
			t.Errorf("%s: %v", test.what, err)
			continue
		}
		notes := strings.Join(tb.Notes, "\n")
		if test.noted == "" && notes != "" || !strings.Contains(notes, test.noted) || test.noted != "" && !strings.Contains(notes, "2 rows") {
			t.Errorf("%s: notes %q, want %q", test.what, tb.Notes, test.noted)
		}
	}
}

// TestFailedBenchmarks: a row that says that its benchmark failed has no usable
// value.
func TestFailedBenchmarks(t *testing.T) {
	for _, doc := range []string{fixedDoc, multinodeDoc, v3Doc, flatDoc} {
		const failed = "p90_e2el is of a failed benchmark tput_per_gpu is of a failed benchmark"
		got, err := only(t, change(t, doc, `"conc":`, `"benchmark_outcome":{"status":"failed","requested":10,"completed":3},"conc":`), x)
		if err != nil || got != failed {
			t.Errorf("%s, %v; want %s", got, err, failed)
		}
		got, err = only(t, change(t, doc, `"conc":`, `"benchmark_outcome":{"status":"passed","requested":10,"completed":10},"conc":`), x)
		if err != nil || !strings.HasPrefix(got, "failure_rate is 0 p90_e2el=10 ") {
			t.Errorf("passed: %s, %v", got, err)
		}
	}
}

// TestUnusableJSONValues carry their reason and are never 0.
func TestUnusableJSONValues(t *testing.T) {
	for value, want := range map[string]string{
		"null": "p90_e2el is null ", "true": "p90_e2el is a boolean, not a number ", "false": "p90_e2el is a boolean, not a number ",
		`"10"`: "p90_e2el is text, not a number ", `""`: "p90_e2el is text, not a number ", "NaN": "p90_e2el is NaN ",
		"Infinity": "p90_e2el is infinite ", "-Infinity": "p90_e2el is infinite ", "1e400": "p90_e2el is infinite ", "-1e400": "p90_e2el is infinite ",
		"0": "p90_e2el is 0 ", "-0.0": "p90_e2el is 0 ", "-3": "p90_e2el is negative ", "1e-400": "p90_e2el is 0 ",
		"10": "p90_e2el=10 ", "10.0": "p90_e2el=10 ", "1E1": "p90_e2el=10 ",
	} {
		for name, doc := range map[string]string{
			"API": apiDoc, "fixed": fixedDoc, "flat": flatDoc, "own": `[{"conc":4,"p90_e2el":10,"tput_per_gpu":100}]`,
		} {
			got, err := only(t, change(t, doc, `"p90_e2el":10`, `"p90_e2el":`+value), x)
			if err != nil || got != want+"tput_per_gpu=100" {
				t.Errorf("%s, %s: %q, %v; want %q", name, value, got, err, want+"tput_per_gpu=100")
			}
		}
		got, err := only(t, change(t, v3Doc, `"p90":10,"p95"`, `"p90":`+value+`,"p95"`), x)
		if err != nil || got != want+"tput_per_gpu=100" {
			t.Errorf("v3, %s: %q, %v; want %q", value, got, err, want+"tput_per_gpu=100")
		}
	}
	for name, doc := range map[string]string{"API": apiDoc, "fixed": fixedDoc, "flat": flatDoc} {
		if got, err := only(t, change(t, doc, `"p90_e2el":10,`, ``), x); err != nil || got != "tput_per_gpu=100" {
			t.Errorf("%s, absent: %q, %v", name, got, err)
		}
	}
}

// TestReadOwnJSON: rows of no known shape are read as a table of their members.
func TestReadOwnJSON(t *testing.T) {
	a, b := `{"id":"a","p90_e2el":10,"tput_per_gpu":100}`, `{"id":"b","p90_e2el":20,"tput_per_gpu":70}`
	want := []string{`id="a" p90_e2el=10 tput_per_gpu=100`, `id="b" p90_e2el=20 tput_per_gpu=70`}
	for what, doc := range map[string]string{
		"an array": "[" + a + "," + b + "]", "an indented array": "[\n  " + a + ",\n  " + b + "\n]\n", "one object per line": a + "\n" + b + "\n",
		"one per line, with blank lines and CRLF": a + "\r\n\r\n" + b, "one object with a list inside": `{"meta":{"n":2},"results":[` + a + "," + b + "]}",
		"a byte order mark": "\xef\xbb\xbf[" + a + "," + b + "]",
	} {
		tb, err := text(t, ingest.Options{}, doc)
		wantCells(t, what, tb, err, want...)
	}
	for _, test := range []struct {
		what, doc string
		want      []string
	}{
		{"one object", a, want[:1]},
		{"columns that some rows have", `[{"p90_e2el":1,"tput_per_gpu":2},{"engine":"x","tput_per_gpu":3}]`, []string{"p90_e2el=1 tput_per_gpu=2", `engine="x" tput_per_gpu=3`}},
		{"integers above 2^53", `[{"run_id":9007199254740993,"tput_per_gpu":1},{"run_id":9007199254740992,"tput_per_gpu":1}]`, []string{
			`run_id="9007199254740993" tput_per_gpu=1`, `run_id="9007199254740992" tput_per_gpu=1`,
		}},
		{"settings as numbers and booleans", `[{"conc":8,"dp_attention":true,"tp":"4","tput_per_gpu":1}]`, []string{`conc="8" dp_attention="true" tp="4" tput_per_gpu=1`}},
		{"other numbers, lists and objects are left out", `[{"id":"a","power":300,"tags":["x"],"env":{"a":[]},"none":null,"tput_per_gpu":1}]`, []string{`id="a" tput_per_gpu=1`}},
		{"nothing that nobody needs is read", `[{"id":"a","env":null,"tput_per_gpu":1},{"id":"b","env":{"tags":[]},"tput_per_gpu":2}]`, []string{`id="a" tput_per_gpu=1`, `id="b" tput_per_gpu=2`}},
		{"escapes", `[{"id":"\u00e9\n\"|","tput_per_gpu":1}]`, []string{`id="é\n\"|" tput_per_gpu=1`}},
		{"null words", `[{"id":"none","engine":"x","conc":"-","tput_per_gpu":1},{"id":"-","engine":"NA","tput_per_gpu":2}]`, []string{
			`engine="x" id="none" tput_per_gpu=1`, `id="-" tput_per_gpu=2`,
		}},
	} {
		tb, err := text(t, ingest.Options{}, test.doc)
		wantCells(t, test.what, tb, err, test.want...)
	}
}

// TestOwnTablesAreTheSameAsCSVAndJSON: the same cells, the same table.
func TestOwnTablesAreTheSameAsCSVAndJSON(t *testing.T) {
	for _, test := range []struct{ what, csv, json string }{
		{"texts, numbers and settings", "id,engine,power,conc,tput_per_gpu\na,x,300,4,1\nb,,301,,2\n", `[{"id":"a","engine":"x","power":300,"conc":4,"tput_per_gpu":1},{"id":"b","power":301,"tput_per_gpu":2}]`},
		{"a text column that says none in all rows", "engine,conc,tput_per_gpu\nnone,4,1\nnone,8,2\n", `[{"engine":"none","conc":4,"tput_per_gpu":1},{"engine":"none","conc":8,"tput_per_gpu":2}]`},
		{"a text column of nothing", "engine,conc,tput_per_gpu\n,4,1\nNA,8,2\n", `[{"engine":"","conc":4,"tput_per_gpu":1},{"engine":"NA","conc":8,"tput_per_gpu":2}]`},
		{"digits as texts", "version,conc,tput_per_gpu\n1.0,4,1\nv2,8,2\n", `[{"version":"1.0","conc":4,"tput_per_gpu":1},{"version":"v2","conc":8,"tput_per_gpu":2}]`},
	} {
		a, errA := text(t, ingest.Options{}, test.csv)
		b, errB := text(t, ingest.Options{}, test.json)
		if errA != nil || errB != nil {
			t.Errorf("%s: %v, %v", test.what, errA, errB)
			continue
		}
		wantCells(t, test.what+", CSV as JSON", a, nil, cells(b)...)
	}
}

func TestMixedShapes(t *testing.T) {
	tb, err := text(t, ingest.Options{}, "["+fixedDoc+",\n"+v3Doc+",\n"+flatDoc+"]")
	if err != nil {
		t.Fatal(err)
	}
	if tb.Rows != 3 || tb.Sources[0].Format != "inferencex-mixed" || tb.Metric(y).Reason(1).String() != "usable" {
		t.Errorf("%d rows of %s", tb.Rows, tb.Sources[0].Format)
	}
	tb, err = text(t, ingest.Options{}, fixedDoc+"\n"+fixedDoc+"\n")
	if err != nil || tb.Rows != 2 || tb.Sources[0].Format != "inferencex-fixed" {
		t.Errorf("objects over several lines: %v", err)
	}
}

func TestReadJSONRejects(t *testing.T) {
	row := `{"id":"a","p90_e2el":1,"tput_per_gpu":10}`
	lines := strings.Count(apiDoc, "\n") + 1
	for _, test := range []struct {
		what, doc string
		want      fault
	}{
		{"an empty array", "[]", fault{why: "no data rows"}},
		{"an empty object", "{}", fault{why: "no data rows"}},
		{"an empty list inside", `{"results":[]}`, fault{}},
		{"two lists inside", `{"old":[` + row + `],"new":[` + row + `]}`, fault{}},
		{"no rows", "[1,2]", fault{why: "not rows of points"}},
		{"a row that is no row", "[" + row + ",[]]", fault{line: 1, why: "row 2 is an array"}},
		{"a trailing comma", "[\n" + row + ",\n]", fault{line: 2, column: "byte 42"}},
		{"cut off", "[\n" + row + ",\n{\"id\"", fault{line: 3}},
		{"single quotes", "[{'id':1}]", fault{line: 1, column: "byte 3"}},
		{"a broken line among lines", row + "\n" + row + "\n{\"id\":\"c\",\"tput_per_gpu\":}\n", fault{line: 3}},
		{"a key twice", "[" + row + ",\n" + `{"id":"b","p90_e2el":1,"tput_per_gpu":70,"tput_per_gpu":700}]`, fault{line: 2, column: "tput_per_gpu", why: "twice"}},
		{"a key twice, on a later line", "[" + row + ",\n{\"id\":\"b\",\n\"tput_per_gpu\":70,\n\"tput_per_gpu\":700}]", fault{line: 4, column: "tput_per_gpu", why: "twice"}},
		{"a key twice in an API row", "[" + change(t, apiDoc, `"conc":4`, `"conc":4,"conc":8`) + "]", fault{column: "conc", why: "twice"}},
		{"a key twice in metrics", "[" + apiDoc + ",\n" + change(t, apiDoc, `"median_e2el":9`, `"median_e2el":9,"median_e2el":8`) + "]", fault{line: 2 * lines, column: "median_e2el", why: "twice"}},
		{"a key twice in a block of version 3", "[" + change(t, v3Doc, `"p90":10,"p95"`, `"p90":10,"p90":1,"p95"`) + "]", fault{line: 4, column: "p90", why: "twice"}},
		{"a block twice in version 3", "[" + change(t, v3Doc, `"ttft":{}`, `"e2el":{"p90":1}`) + "]", fault{line: 6, column: "e2el", why: "twice"}},
		{"throughput twice in version 3", "[" + change(t, v3Doc, `"total_tput_tps":100`, `"total_tput_tps":100,"total_tput_tps":900`) + "]", fault{line: 7, column: "total_tput_tps", why: "twice"}},
		{"keys that differ by case", `[{"id":"a","p90_e2el":1,"tput_per_gpu":100,"TPUT_PER_GPU":1}]`, fault{why: "twice"}},
		{"keys that differ by case, in two rows", `[{"id":"a","tput_per_gpu":100},{"id":"b","TPUT_PER_GPU":1}]`, fault{why: "twice"}},
		{"no y", `[{"id":"a","p90_e2el":1}]`, fault{line: 1, why: "no column tput_per_gpu; there are: id, p90_e2el"}},
		{"a row of no known shape among others", "[" + apiDoc + ",\n" + row + "]", fault{line: lines + 1, why: "row 2"}},
		{"a known row among others", "[" + row + ",\n" + apiDoc + "]", fault{line: 1, why: "row 1"}},
	} {
		tb, err := text(t, ingest.Options{}, test.doc)
		if err == nil {
			t.Errorf("%s: read as %q", test.what, cells(tb))
			continue
		}
		wantFault(t, test.what, err, "rows", test.want)
	}
}

// TestKeysMatchExactly: of a known shape the key as it is written, and no other
// that reads like it.
func TestKeysMatchExactly(t *testing.T) {
	got, err := only(t, change(t, apiDoc, `"p90_e2el":10`, `"p90_e2el":10,"P90_E2EL":1,"TPUT_PER_GPU":1`), x)
	if err != nil || got != "p90_e2el=10 tput_per_gpu=100" {
		t.Errorf("%s, %v", got, err)
	}
}

// TestJSONPlaces: a row stands on the line of its first byte.
func TestJSONPlaces(t *testing.T) {
	tb, err := text(t, ingest.Options{}, "\n[\n{\"tput_per_gpu\":1},{\"tput_per_gpu\":2},\n\n {\n\"tput_per_gpu\":3}]")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for row := range tb.Rows {
		place, _, _ := strings.Cut(tb.Place(row), " ") // a note may follow, such as the number of the row
		got = append(got, place)
	}
	if want := "rows:3 rows:3 rows:5"; strings.Join(got, " ") != want {
		t.Errorf("%q, want %s", got, want)
	}
}

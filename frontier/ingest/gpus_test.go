package ingest

import (
	"fmt"
	"strings"
	"testing"
)

// TestLayoutOf: what the names of files say. Most are names that InferenceX's
// workflows and their users give.
func TestLayoutOf(t *testing.T) {
	for name, want := range map[string]string{
		"minimax_m25_vllm_tep8_isl10240_osl128_conc8.json":                                       "8 tp=8 ep=8 conc=8 isl=10240 osl=128",
		"minimax_m25_vllm_dep8_isl2048_osl128_conc8.json":                                        "8 tp=8 ep=8 dp_attention=true conc=8 isl=2048 osl=128",
		"glm5_fp8_vllm_tp8_isl1024_osl128_conc64.json":                                           "8 tp=8 conc=64 isl=1024 osl=128",
		"dsr1_fp4_sglang_tp8-pp2-dcp1-pcp1-ep4-dpafalse_disagg-false_spec-mtp_conc4_h100-dgxc_0": "16 tp=8 ep=4 pp=2 pcp=1 conc=4",
		"results_concurrency_256_gpus_16_ctx_8_gen_8.json":                                       "16 conc=256",
		"run_c32_gpus8.json":    "8 conc=32",
		"llama-TP4-DP2.json":    "8 tp=4",
		"dp4.json":              "4 ",
		"tp8_tp8.json":          "8 tp=8",
		"ctx_tp4_gen_tp8.json":  "0 ",
		"tp8_tep4_conc2.json":   "0 conc=2",
		"tp4_tp8_gpus_12.json":  "12 ",
		"result.json":           "0 ",
		"tp0.json":              "0 ",
		"http8_mtp3_step8.json": "0 ",
		"ep8.json":              "0 ",
		"tp9999999.json":        "0 tp=9999999",
		"tp9999999_pp9999999_dp9999999_pcp9999999.json": "0 tp=9999999 pp=9999999 pcp=9999999",
		"":                      "0 ",
		"tp-8.json":             "0 ",
		"gpus_16_gpus_8.json":   "0 ",
		"tp8_gpu1.json":         "0 tp=8",
		"tp8_gpus4.json":        "0 tp=8",
		"tp8_gpus16.json":       "16 tp=8",
		"dep8_dp8.json":         "0 ",
		"dep8_dp8_gpus_12.json": "12 ",
		"tp8_dp2.json":          "16 tp=8",
		"1p2d_tp8.json":         "0 tp=8",
		"1p2d_tp8_gpus24.json":  "24 tp=8",
		"nodes2_tp8.json":       "0 tp=8",
		"nodes_2_tp8.json":      "0 tp=8",
		"nodes1_tp8.json":       "8 tp=8",
		"2nodes_tp8.json":       "0 tp=8",
		"tp8_disagg-true.json":  "0 tp=8",
		"decode_tp8.json":       "8 tp=8",

		"prefill_tp8_decode_tp8.json": "0 tp=8",
		"isl_1024_osl_1024_tp2":       "2 tp=2 isl=1024 osl=1024",
	} {
		l := layoutOf(name)
		var settings []string
		for _, c := range l.settings {
			settings = append(settings, c.field+"="+c.text)
		}
		if got := fmt.Sprint(l.gpus, " ", strings.Join(settings, " ")); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		if (l.gpus == 0) == (l.why == "") && !strings.Contains(want, "12 ") {
			t.Errorf("%s: %d GPUs, why %q", name, l.gpus, l.why)
		}
	}
}

// TestNameAsked: aiperf gives all its files the same names.
func TestNameAsked(t *testing.T) {
	for path, want := range map[string]string{
		"a/tp8/x.json": "x.json", "x.json": "x.json", "a.zip!b/tp8/x.json": "x.json", `a\b\x.json`: "x.json",
		"a/tp8/profile_export_aiperf.json": "tp8", "profile_export_aiperf.csv": "", "a.zip!tp4/profile_export_aiperf.json": "tp4", "../profile_export_genai_perf.json": "",
	} {
		if got := nameAsked(path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// TestPerfFactor: units of aiperf's metrics.
func TestPerfFactor(t *testing.T) {
	for _, test := range []struct {
		metric, unit string
		want         float64 // 0: not known
	}{
		{perfE2EL, "ms", 1e-3},
		{perfE2EL, "sec", 1},
		{perfE2EL, "ns", 1e-9},
		{perfITL, "ms/token", 1e-3},
		{perfTTFT, "MS", 1e-3},
		{perfTTFT, "us", 1e-6},
		{perfE2EL, "", 0},
		{perfE2EL, "tokens", 0},
		{perfE2EL, "count", 0},
		{perfTotalTput, "tokens/sec", 1},
		{perfTotalTput, "tokens/second", 1},
		{perfTotalTput, "tokens per sec", 1},
		{perfOutputTput, "per sec", 1},
		{perfTotalTput, "tokens/min", 1.0 / 60},
		{perfPerUser, "tokens/sec/user", 1},
		{perfTotalTput, "tokens", 0},
		{perfTotalTput, "", 0},
		{perfTotalTput, "GB/sec", 0},
		{perfTotalTput, "ms", 0},
		{perfRequestRate, "requests/sec", 1},
		{perfInputLength, "tokens", 1},
		{perfInputLength, "ms", 0},
	} {
		got, ok := perfFactor(test.metric, &jsonValue{kind: jsonString, str: test.unit})
		if ok != (test.want > 0) || ok && got != test.want {
			t.Errorf("%s in %q: %v, %v, want %v", test.metric, test.unit, got, ok, test.want)
		}
	}
	if _, ok := perfFactor(perfE2EL, nil); ok {
		t.Error("a metric without a unit has one")
	}
}

// TestThousands: what genai-perf writes, and what is something else.
func TestThousands(t *testing.T) {
	for cell, want := range map[string]string{
		"1,234.56": "1234.56", "12,345,678": "12345678", "1234.5": "1234.5", "-1,000": "-1000", " 7 ": "7",
		"1,23": "", "1,2345": "", "1,234,5": "", ",123": "", "1234,567": "", "0x10": "", "1 234": "",
	} {
		v, err := perfNumber(cell)
		if got := string(v.raw); (err != nil) != (want == "") || got != want {
			t.Errorf("%q: %q, %v, want %q", cell, got, err, want)
		}
	}
}

// TestSweepParameters: what tells the combinations of a vLLM sweep apart.
func TestSweepParameters(t *testing.T) {
	doc := []byte(`{"date": "d", "backend": "vllm", "duration": 1.5, "completed": 3, "total_input_tokens": 3, "max_output_tokens_per_s": 8, "max_concurrent_requests": 5,
		"request_throughput": 2, "p99_ttft_ms": 4, "mystery": 1.5, "rtfx": 0, "max_num_seqs_before": 64, "eager": true, "run_number": 0,
		"max_num_seqs": 64, "max_num_batched_tokens": 8192, "gpu_memory_utilization": 0.9, "enable_prefix_caching": false, "kv_cache_dtype": "fp8", "max_concurrency": 4, "nested": {"a": 1}}`)
	v, err := parseJSON(doc)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	behind := false
	for i := range v.members {
		m := &v.members[i]
		behind = behind || m.key == "run_number"
		if m.key != "run_number" && isSweepParameter(m, behind) {
			got = append(got, m.key)
		}
	}
	want := "max_num_seqs_before eager max_num_seqs max_num_batched_tokens gpu_memory_utilization enable_prefix_caching kv_cache_dtype"
	if strings.Join(got, " ") != want {
		t.Errorf("parameters %v, want %s", got, want)
	}
}

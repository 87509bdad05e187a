package frontier_test

import (
	"testing"

	"paretocov/frontier"
)

func TestFieldName(t *testing.T) {
	for column, want := range map[string]string{
		// Other spellings of known columns.
		"hw": "hardware", "HW ": "hardware", "gpu": "hardware", "GPU": "hardware",
		"infmax_model_prefix": "model_prefix", "spec_decoding": "spec_method", "Spec Decoding": "spec_method",
		"scenario_type": "benchmark_type", "concurrency": "conc", "Users": "conc", "CONC": "conc",
		"offload_mode": "offload", "kv_offloading": "offload", "offloading": "offload",
		"dcp_size": "dcp", "prefill_pcp_size": "prefill_pcp", "decode-dcp-size": "decode_dcp",
		"prefill_num_workers": "prefill_workers", "decode_num_workers": "decode_workers",
		"ID": "id", " Curve": "curve", "Prefill TP": "prefill_tp", "DP-Attention": "dp_attention",
		"Run_URL": "run_url", "Image": "image",
		// Metrics.
		"P90_E2EL": "p90_e2el", "Tput Per GPU": "tput_per_gpu", "tput-per-gpu": "tput_per_gpu", "p99.9 e2el": "p99.9_e2el",
		// All others keep their own name, without outer spaces.
		" My Column ": "My Column", "engine": "engine", "Engine": "Engine", "a-b c": "a-b c", "": "", "std_e2el": "std_e2el",
	} {
		if got := frontier.FieldName(column); got != want {
			t.Errorf("FieldName(%q) = %q, want %q", column, got, want)
		}
	}
}

func TestNormalize(t *testing.T) {
	for _, test := range []struct{ field, value, want string }{
		// Case and spaces of all but IDs and curve names.
		{"framework", "  SGLang ", "sglang"},
		{"engine", " Beta \t two ", "beta two"},
		{"engine", "8.0", "8.0"}, // no setting: a text
		{"precision", "FP8", "fp8"},
		{"id", " A  b ", " A  b "},
		{"curve", "Two | 2 ", "Two | 2 "},
		// Numbers and booleans of settings in one spelling.
		{"conc", "8", "8"},
		{"conc", " 8.0 ", "8"},
		{"conc", "08", "8"},
		{"conc", "1e2", "100"},
		{"conc", "8.5", "8.5"},
		{"conc", "9007199254740993", "9007199254740993"},
		{"conc", "9007199254740992", "9007199254740992"},
		{"conc", "inf", "inf"},
		{"tp", "-0", "0"},
		{"prefill_tp", "16.00", "16"},
		{"isl", "1024.0", "1024"},
		{"osl", "1024", "1024"},
		{"dp_attention", "True", "true"},
		{"disagg", "FALSE", "false"},
		// Hardware by the InferenceX rule.
		{"hardware", "H100", "h100"},
		{"hardware", " b200 ", "b200"},
		{"hardware", "b200-nvl8", "b200"},
		{"hardware", "cluster:h100-dgxc", "h100"},
		{"hardware", "Cluster:H100", "h100"},
		{"hardware", "H1000", "h1000"},
		{"hardware", "NVIDIA H100 80GB HBM3", "nvidia h100 80gb hbm3"},
		// Offload is on or off.
		{"offload", "none", "off"},
		{"offload", "Off", "off"},
		{"offload", "", "off"},
		{"offload", "false", "off"},
		{"offload", "on", "on"},
		{"offload", "dram", "on"},
		{"offload", "lmcache", "on"},
		// Scenarios have one name.
		{"benchmark_type", "agentic-coding", "agentic_traces"},
		{"benchmark_type", "agentic_traces", "agentic_traces"},
		{"benchmark_type", "Agentic-Coding", "agentic_traces"},
		{"benchmark_type", "single_turn", "single_turn"},
		{"benchmark_type", "fixed-seq", "single_turn"},
		{"benchmark_type", "other", "other"},
	} {
		if got := frontier.Normalize(test.field, test.value); got != test.want {
			t.Errorf("Normalize(%q, %q) = %q, want %q", test.field, test.value, got, test.want)
		}
	}
}

func TestRoleOf(t *testing.T) {
	for role, fields := range map[frontier.Role][]string{
		frontier.ID:        {"id"},
		frontier.CurveName: {"curve"},
		frontier.SeriesField: {
			"model", "model_prefix", "benchmark_type", "isl", "osl", "hardware", "framework", "precision", "spec_method",
		},
		frontier.Setting: {
			"disagg", "is_multinode", "offload", "conc", "tp", "pp", "dcp", "pcp", "ep", "dp_attention", "workers",
			"prefill_tp", "decode_tp", "prefill_pp", "decode_dcp", "prefill_pcp", "decode_ep", "prefill_dp_attention", "decode_workers",
		},
		// Never part of an identity: GPU counts, image, run, date, config key.
		frontier.Provenance: {
			"num_gpus", "num_prefill_gpu", "num_decode_gpu", "image", "run_url", "run_id", "run_attempt", "date", "config_key",
			"recipe_fingerprint", "exp_name",
		},
		frontier.FreeText: {"engine", "batching", "hw", ""},
	} {
		for _, f := range fields {
			if got := frontier.RoleOf(f); got != role {
				t.Errorf("RoleOf(%q) = %d, want %d", f, got, role)
			}
		}
	}
}

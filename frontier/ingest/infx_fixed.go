package ingest

// Fixed-sequence aggregate rows, as InferenceX's fixed_sequence.py writes them:
// flat objects, latencies in seconds, interactivity as 1/tpot, throughput per
// GPU. Single-node rows have tp, ep and so on once, multinode rows per role.

var fixedSettings = settings("hw", "infmax_model_prefix", "model", "framework", "precision", "spec_decoding",
	"isl", "osl", "conc", "disagg", "is_multinode", "image", "recipe_fingerprint", "date", "run_url",
	"workflow_run_id", "run_id", "run_started_at", "run_attempt", "attempt")

func isFixedRow(v *jsonValue) bool {
	return v.get("hw") != nil && v.get("isl") != nil && v.get("osl") != nil && v.get("scenario_type") == nil
}

func readFixedRow(v *jsonValue, r *rowReader) {
	r.outcome(v)
	r.label("benchmark_type", "single_turn")
	r.texts(v, fixedSettings)
	if v.get("spec_decoding") == nil {
		r.label("spec_method", "none") // rows of before the field was added
	}
	r.deployment(v)
	r.offload(v)
	r.flatMetrics(v)
}

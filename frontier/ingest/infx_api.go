package ingest

// Rows of the public API's benchmarks answer (BenchmarkRow): settings on top,
// numbers under metrics, both roles given also for single-node rows.

var apiSettings = settings("hardware", "framework", "precision", "spec_method", "isl", "osl", "conc", "disagg",
	"is_multinode", "image", "recipe_fingerprint", "date", "run_url", "workflow_run_id", "run_id", "run_started_at", "run_attempt", "attempt")

func isAPIRow(v *jsonValue) bool {
	m := v.get("metrics")
	return v.get("hardware") != nil && m != nil && m.kind == jsonObject
}

func readAPIRow(v *jsonValue, r *rowReader) {
	// The API's model is the key of its database, which is the model prefix.
	r.text("model_prefix", v.get("model"))
	r.texts(v, apiSettings)
	agentic := false
	if b := v.get("benchmark_type"); b != nil && b.kind == jsonString {
		r.text("benchmark_type", b)
		agentic = b.str == "agentic_traces"
	} else if isl := v.get("isl"); isl != nil && isl.kind == jsonNumber {
		r.label("benchmark_type", "single_turn") // rows of before the field was added
	}
	r.deployment(v)
	r.offload(v)
	m := v.get("metrics")
	if agentic {
		readAgentXMetrics(m, r, ownIfReciprocal)
		return
	}
	r.flatMetrics(m)
}

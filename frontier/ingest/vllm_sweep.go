package ingest

import (
	"math"
	"regexp"
	"strings"

	"paretocov/frontier"
)

// The summary of a vLLM sweep (vllm bench sweep serve): a list of runs, each a
// bench_serving result with the parameters of the server and of the client among
// its keys, and a run_number.

func isSweepRun(v *jsonValue) bool { return v.get("run_number") != nil && isServing(v) }

func readSweepRun(v *jsonValue, r *rowReader) {
	readServing(v, r)
	// Several runs are no order in time; the number is one, where dates do not tell.
	r.text("attempt", v.get("run_number"))
	r.notes.add("runs of one combination of a vLLM sweep are repeats: the newest counts, unless --repeats samples pools them")
	behind := false
	for i := range v.members {
		m := &v.members[i]
		if m.key == "run_number" {
			behind = true
			continue
		}
		if isSweepParameter(m, behind) {
			r.text(frontier.FieldName(m.key), &m.value)
		}
	}
}

// measuredKeys are keys of results that are no parameters, or that are taken with
// the settings. Names such as max_num_seqs and max_num_batched_tokens are
// parameters.
var measuredKeys = regexp.MustCompile(`^(` + strings.Join([]string{
	`(mean|median|std|p\d+(\.\d+)?)_.*`, `(.*_)?(throughput|goodput|latency|latencies)`, `.*_ms`, `.*_lens`, `ttfts|itls|errors|generated_texts|start_times`,
	`total_(input|output)_tokens.*|max_output_tokens_per_s|max_concurrent_requests|completed|failed|good_completed|duration|rtfx`,
	`spec_decode_.*|acceptance_.*|accept_length`,
	`date|label|endpoint_type|backend|tokenizer_id|model_id|num_prompts|max_concurrency|concurrency|request_rate|burstiness`,
	`random_(input|output)_len|tensor_parallel_size|tp_size|pipeline_parallel_size|pp_size`,
}, "|") + `)$`)

// isSweepParameter reports whether a member of a run is a parameter of its
// combination, which identifies. vLLM adds these behind the result; a number with
// a fraction before them is a measured one that is not known.
func isSweepParameter(m *jsonMember, behind bool) bool {
	if measuredKeys.MatchString(m.key) || frontier.RoleOf(frontier.FieldName(m.key)) != frontier.FreeText {
		return false // no parameter, or taken with the settings
	}
	switch m.value.kind {
	case jsonString:
		return strings.TrimSpace(m.value.str) != ""
	case jsonTrue, jsonFalse:
		return true
	case jsonNumber:
		f, ok := m.value.number()
		return ok && (behind || f == math.Trunc(f))
	default:
		return false
	}
}

package ingest

import (
	"math"
	"strconv"
	"strings"

	"paretocov/frontier"
)

// Results of bench_serving, the client of vLLM, SGLang and InferenceX: one object
// per run. Latencies are in ms where the key says so, else in seconds; throughput
// is of the whole deployment, in tok/s, and the GPUs are rarely told.

// isServing tells a result from its keys. Rows with hw or with a throughput per
// GPU are no raw results.
func isServing(v *jsonValue) bool {
	return v.get("completed") != nil && v.get("duration") != nil &&
		(v.get("output_throughput") != nil || v.get("total_token_throughput") != nil || v.get("total_throughput") != nil) &&
		v.get("hw") == nil && v.get("metrics") == nil && v.get("tput_per_gpu") == nil
}

func readServing(v *jsonValue, r *rowReader) {
	if n, ok := v.get("completed").number(); ok && n == 0 {
		r.failed = true // nothing was measured
	}
	if share, reason := servingFailures(v); reason == frontier.Usable || reason != frontier.Missing && !r.failed {
		r.metric(frontier.FailureRate, share, reason)
	}
	r.servingSettings(v)
	gpus := r.ownGPUs(v)
	for _, w := range r.wanted {
		if system, ok := isPerGPU(w.name); ok {
			f, reason := servingThroughput(v, system)
			r.perGPU(w.name, f, reason, gpus)
			continue
		}
		f, reason := servingMetric(v, w)
		r.number(w.name, f, reason)
	}
}

// servingFailures is the share of failed requests, Missing where the result does
// not tell it, NotAShare where its counts make no sense.
// Requests that are not accounted for count as failed only if the failures are
// not counted.
func servingFailures(v *jsonValue) (share float64, reason frontier.Reason) {
	completed, completedReason := valueOf(v.get("completed"))
	failed, failedReason := valueOf(v.get("failed"))
	if failedReason == frontier.Missing {
		prompts, known := v.get("num_prompts").number()
		if !known || completedReason == frontier.Usable && !(prompts >= completed) {
			return 0, frontier.Missing
		}
		failed, failedReason = prompts-completed, frontier.Usable
	}
	return failedShare(completed, failed, completedReason, failedReason)
}

// servingSpecial are keys that are settings under other names, or that say
// something else here than in a table.
var servingSpecial = map[string]bool{
	"model_id": true, "max_concurrency": true, "concurrency": true, "request_rate": true, "backend": true,
	"isl": true, "osl": true, "conc": true, "users": true, "tp": true, "pp": true, "ep": true, "dcp_size": true, "pcp_size": true, "dp_attention": true,
}

// servingSettings takes the settings of a result. Metadata that its user added
// are settings where their name is that of a known field.
func (r *rowReader) servingSettings(v *jsonValue) {
	for i := range v.members {
		m := &v.members[i]
		if f := frontier.FieldName(m.key); !servingSpecial[m.key] && frontier.RoleOf(f) != frontier.FreeText {
			r.text(f, &m.value)
		}
	}
	if model := v.get("model_id"); model != nil || v.get("model") != nil {
		r.text("model", model)
	} else {
		// SGLang names its model among the arguments of its server alone.
		r.text("model", v.get("server_info").get("model_path"))
	}
	if b := v.get("backend"); b != nil && v.get("framework") == nil {
		r.label("framework", frameworkOf(b.str))
	}
	name := &r.file.layout
	// SGLang's own concurrency, beside max_concurrency, is a measured one.
	conc := first(v, []string{"conc", "max_concurrency", "concurrency", "users"})
	if countOf(conc) == 0 {
		r.label("conc", name.setting("conc"))
		conc = nil
	} else {
		r.text("conc", conc)
	}
	if rate := v.get("request_rate"); rate != nil {
		if f, ok := rate.number(); conc == nil || ok && !math.IsInf(f, 0) {
			r.text("request_rate", rate)
		}
	}
	r.lengths(v, name)
	r.deployment(v)
	if v.get("prefill_tp") == nil {
		for _, s := range [...]struct {
			field string
			keys  []string
		}{{"tp", []string{"tensor_parallel_size", "tp_size"}}, {"pp", []string{"pipeline_parallel_size", "pp_size"}}} {
			m := first(v, s.keys)
			if m == nil {
				m = first(v.get("server_info"), s.keys)
			}
			if m != nil && v.get(s.field) == nil {
				r.text("prefill_"+s.field, m)
				r.text("decode_"+s.field, m)
			}
		}
		for _, c := range name.settings {
			if frontier.RoleOf("prefill_"+c.field) == frontier.Setting {
				r.label("prefill_"+c.field, c.text)
				r.label("decode_"+c.field, c.text)
			}
		}
	}
}

// lengths takes the lengths of input and output: as they were asked for, as the
// file's name says, or the tokens per completed request if that is a whole number.
func (r *rowReader) lengths(v *jsonValue, name *nameLayout) {
	completed, counted := v.get("completed").number()
	for _, l := range [...]struct{ field, asked, tokens string }{
		{"isl", "random_input_len", "total_input_tokens"}, {"osl", "random_output_len", "total_output_tokens"},
	} {
		if asked := first(v, []string{l.field, l.asked}); countOf(asked) > 0 {
			r.text(l.field, asked)
			continue
		}
		if text := name.setting(l.field); text != "" {
			r.label(l.field, text)
			continue
		}
		tokens, ok := v.get(l.tokens).number()
		if each := tokens / completed; ok && counted && completed > 0 && each >= 1 && each == math.Trunc(each) && each < 1<<53 {
			r.label(l.field, strconv.FormatFloat(each, 'f', 0, 64))
			r.notes.add(l.field + " is " + l.tokens + " / completed, a whole number")
		}
	}
}

// frameworkOf returns the engine that a client's backend is for, "" for protocols
// that any engine speaks.
func frameworkOf(backend string) string {
	b := strings.ToLower(backend)
	engine, _, _ := strings.Cut(b, "-")
	switch engine {
	case "openai", "infinity", "http", "":
		return ""
	}
	for _, suffix := range []string{"-chat", "-oai", "-native", "-embedding", "-rerank", "-pooling"} {
		for strings.HasSuffix(b, suffix) {
			b = strings.TrimSuffix(b, suffix)
		}
	}
	return b
}

// ownGPUs returns the GPUs that a row of a client tells, 0 if it does not: their
// count, else tensor x pipeline x data parallel sizes, which it takes from the
// row or from SGLang's server_info. With SGLang's attention data parallelism the
// data parallel size divides the tensor parallel one and does not multiply.
func (r *rowReader) ownGPUs(v *jsonValue) int {
	n := r.countGPUs(v)
	if n > 0 {
		r.label(fieldGPUs, strconv.Itoa(n))
	}
	if n == 0 {
		if n, _, _ := r.file.gpusOf(0); n > 0 {
			r.label(fieldGPUs, strconv.Itoa(n))
		}
	}
	return n
}

func (r *rowReader) countGPUs(v *jsonValue) int {
	if m := first(v, []string{fieldGPUs, "num_gpu", "gpus"}); m != nil && m.kind != jsonNull {
		return countOf(m)
	}
	for _, at := range []*jsonValue{v, v.get("server_info")} {
		n := countOf(first(at, []string{"tensor_parallel_size", "tp_size", "tp"}))
		if n == 0 {
			continue
		}
		factors := [][]string{{"pipeline_parallel_size", "pp_size", "pp"}, {"pcp_size", "prefill_context_parallel_size"}}
		if on := first(at, []string{"enable_dp_attention", "dp_attention"}); on == nil || on.kind != jsonTrue && !strings.EqualFold(on.str, "true") {
			factors = append(factors, []string{"data_parallel_size", "dp_size", "dp"})
		}
		for _, keys := range factors {
			if m := first(at, keys); m != nil && m.kind != jsonNull {
				f := countOf(m)
				if f == 0 || n > MaxGPUs/f {
					return 0
				}
				n *= f
			}
		}
		r.notes.add("GPU counts are tensor x pipeline x data parallel sizes where no num_gpus is given")
		return n
	}
	return 0
}

// servingThroughput is a throughput of the whole deployment.
func servingThroughput(v *jsonValue, name string) (float64, frontier.Reason) {
	keys := map[string][]string{
		"total_tput_tps":  {"total_tput_tps", "total_token_throughput", "total_throughput"},
		"output_tput_tps": {"output_tput_tps", "output_throughput"},
		"input_tput_tps":  {"input_tput_tps", "input_throughput"},
	}[name]
	if m := first(v, keys); m != nil {
		return valueOf(m)
	}
	var tokens float64
	for _, of := range []string{"input", "output"} {
		if name != "total_tput_tps" && name != of+"_tput_tps" {
			continue
		}
		n, reason := valueOf(v.get("total_" + of + "_tokens"))
		if reason != frontier.Usable {
			return 0, reason
		}
		tokens += n
	}
	duration, reason := valueOf(v.get("duration"))
	if reason == frontier.Usable && !(duration > 0) {
		reason = frontier.Missing
	}
	return tokens / duration, reason
}

// servingMetric is any other metric, in base units.
func servingMetric(v *jsonValue, w wantedMetric) (float64, frontier.Reason) {
	if isSystemThroughput(w.name) {
		return servingThroughput(v, w.name)
	}
	f, reason := servingLatency(v, w.name)
	if reason == frontier.Missing && w.quantity == "intvty" {
		return reciprocal(servingLatency(v, w.stat+"_tpot"))
	}
	return f, reason
}

func isSystemThroughput(name string) bool {
	return name == "total_tput_tps" || name == "output_tput_tps" || name == "input_tput_tps"
}

// servingLatency is a statistic of a latency, in seconds or seconds per token,
// from a key in ms or in seconds; any other number is as it stands.
func servingLatency(v *jsonValue, name string) (float64, frontier.Reason) {
	stat, quantity, _ := strings.Cut(name, "_")
	for _, key := range flatKeys(name, stat, quantity) {
		if m := v.get(key + "_ms"); m != nil {
			f, reason := valueOf(m)
			return f / 1000, reason
		}
		if m := v.get(key); m != nil {
			return valueOf(m)
		}
	}
	if quantity == "e2el" {
		return servingLatency(v, stat+"_e2e_latency")
	}
	return 0, frontier.Missing
}

// baseMetric returns the metric that a key of a client's result holds.
func baseMetric(key string) string {
	name := strings.TrimSuffix(key, "_ms")
	if stat, ok := strings.CutSuffix(name, "_e2e_latency"); ok {
		name = stat + "_e2el"
	}
	if frontier.IsMetric(name) {
		return name
	}
	return key
}

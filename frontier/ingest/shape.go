package ingest

import (
	"math"
	"strings"

	"paretocov/frontier"
)

// A shape is one kind of row that benchmark artifacts hold. To read another,
// write its file and add its line to shapes.
type shape struct {
	name    string
	matches func(*jsonValue) bool
	read    func(*jsonValue, *rowReader)
}

// shapes are tried in order.
var shapes = [...]shape{
	{"agentx-v3", isAgentXV3, readAgentXV3},
	{"agentx-flat", isAgentXFlat, readAgentXFlat},
	{"inferencex-api", isAPIRow, readAPIRow},
	{"inferencex-fixed", isFixedRow, readFixedRow},
	{"vllm-sweep", isSweepRun, readSweepRun},
	{"bench-serving", isServing, readServing},
	{"aiperf", isAIPerf, readAIPerf},
	{"aiperf-sweep", isSweepCombination, readSweepCombination},
}

// shapeOf returns the shape of an object, nil if it is none that is known.
func shapeOf(v *jsonValue) *shape {
	if v.get(markColumn) != nil {
		return nil
	}
	for i := range shapes {
		if shapes[i].matches(v) {
			return &shapes[i]
		}
	}
	return nil
}

// A rowReader takes the wanted cells of one row.
type rowReader struct {
	*row
	wanted []wantedMetric
	notes  *notes
	failed bool // the row says that its benchmark failed
	file   *rowsFile
	// refused says why the row cannot be read, nil if it can.
	refused *Error
	survey  map[string]bool
}

// text takes a setting or other text.
func (r *rowReader) text(field string, v *jsonValue) {
	if v == nil {
		return
	}
	switch v.kind {
	case jsonString:
		r.label(field, v.str)
	case jsonNumber:
		r.label(field, string(v.raw))
	case jsonTrue:
		r.label(field, "true")
	case jsonFalse:
		r.label(field, "false")
	default: // no text
	}
}

// A setting is a member of a row and the field that it is.
type setting struct{ key, field string }

// settings pairs the names of members with their fields.
func settings(names ...string) []setting {
	out := make([]setting, len(names))
	for i, n := range names {
		out[i] = setting{n, frontier.FieldName(n)}
	}
	return out
}

// texts takes the settings of v.
func (r *rowReader) texts(v *jsonValue, from []setting) {
	for _, s := range from {
		r.text(s.field, v.get(s.key))
	}
}

// value takes a metric as it stands in v, nil if it is absent.
func (r *rowReader) value(name string, v *jsonValue) {
	f, reason := valueOf(v)
	r.number(name, f, reason)
}

// number takes a metric.
func (r *rowReader) number(name string, f float64, reason frontier.Reason) {
	if r.survey != nil {
		if reason != frontier.Missing {
			r.survey[name] = true
		}
		return
	}
	if r.failed {
		reason = frontier.Failed
	}
	r.metric(name, f, reason)
}

// valueOf returns a JSON value as a measured number, or why it is none.
func valueOf(v *jsonValue) (float64, frontier.Reason) {
	if v == nil {
		return 0, frontier.Missing
	}
	switch v.kind {
	case jsonNumber:
		f, ok := v.number()
		if !ok {
			return 0, frontier.Infinite
		}
		return f, frontier.Usable
	case jsonNonFinite:
		if string(v.raw) == "NaN" {
			return 0, frontier.NaN
		}
		return 0, frontier.Infinite
	case jsonNull:
		return 0, frontier.Null
	case jsonTrue, jsonFalse:
		return 0, frontier.Boolean
	default:
		return 0, frontier.Text
	}
}

// reciprocal returns 1/f of a usable cell; a cell that is not above zero has
// no reciprocal and counts as missing, as on the dashboard.
func reciprocal(f float64, reason frontier.Reason) (float64, frontier.Reason) {
	if reason == frontier.Usable && !(f > 0 && !math.IsInf(1/f, 0)) {
		return 0, frontier.Missing
	}
	return 1 / f, reason
}

// A wantedMetric is a metric to read, such as p90_e2el.
type wantedMetric struct {
	name           string
	stat, quantity string
	flatKeys       []string // its keys in flat rows, the newest first
}

// newWanted returns the metrics to read, each once.
func newWanted(names []string) []wantedMetric {
	var out []wantedMetric
	known := map[string]bool{frontier.FailureRate: true} // of which each shape has its own
	for _, n := range names {
		if known[n] {
			continue
		}
		known[n] = true
		stat, quantity, _ := strings.Cut(n, "_")
		out = append(out, wantedMetric{n, stat, quantity, flatKeys(n, stat, quantity)})
	}
	return out
}

// flatKeys returns the keys under which flat rows have a metric: its own, or
// the older ones.
func flatKeys(name, stat, quantity string) []string {
	keys := []string{name}
	other := map[string]string{"median": "p50", "p50": "median"}[stat]
	if other != "" {
		keys = append(keys, other+"_"+quantity)
	}
	if quantity == "e2el" {
		keys = append(keys, flatKeys(stat+"_ttlt", stat, "ttlt")...)
	}
	return keys
}

// first returns the first member of an object that is there under one of the
// keys, nil if none is.
func first(v *jsonValue, keys []string) *jsonValue {
	for _, k := range keys {
		if m := v.get(k); m != nil {
			return m
		}
	}
	return nil
}

// flatMetrics takes all wanted metrics of a flat row.
func (r *rowReader) flatMetrics(v *jsonValue) {
	for _, w := range r.wanted {
		r.value(w.name, first(v, w.flatKeys))
	}
}

// roleSettings are the settings that artifacts give per role; single-node runs
// give them once, for both.
var (
	roleSettings = settings(
		"prefill_tp", "prefill_pp", "prefill_dcp_size", "prefill_pcp_size", "prefill_ep", "prefill_dp_attention", "prefill_num_workers",
		"decode_tp", "decode_pp", "decode_dcp_size", "decode_pcp_size", "decode_ep", "decode_dp_attention", "decode_num_workers")
	sharedSettings = settings("tp", "pp", "dcp_size", "pcp_size", "ep", "dp_attention")
)

// deployment takes the parallelism of a row.
func (r *rowReader) deployment(v *jsonValue) {
	if v.get("prefill_tp") != nil {
		r.texts(v, roleSettings)
		return
	}
	for _, s := range sharedSettings {
		m := v.get(s.key)
		r.text("prefill_"+s.field, m)
		r.text("decode_"+s.field, m)
	}
}

// offload takes the offload setting under whichever of its names a row has,
// the newest first.
func (r *rowReader) offload(v *jsonValue) {
	for _, n := range []string{"offload_mode", "kv_offloading", "offloading"} {
		if m := v.get(n); m != nil {
			r.text("offload", m)
			return
		}
	}
}

// outcome notes a benchmark that says it failed, and takes the share of failed
// requests.
func (r *rowReader) outcome(v *jsonValue) {
	if s := v.get("benchmark_outcome").get("status"); s != nil && s.str == "failed" {
		r.failed = true
	}
	if n, ok := v.get("num_requests_successful").number(); ok && n == 0 {
		r.failed = true
	}
	r.failureRate(v)
}

package ingest

import (
	"math"
	"path"
	"slices"
	"strings"

	"paretocov/frontier"
)

// Summaries of aiperf and of genai-perf, which came before it: one object per run,
// whose metrics are objects {unit, avg, p50, ...}. Older files have these under
// "records".

// The metrics that are read.
const (
	perfE2EL        = "request_latency"
	perfTTFT        = "time_to_first_token"
	perfITL         = "inter_token_latency"
	perfPerUser     = "output_token_throughput_per_user"
	perfTotalTput   = "total_token_throughput"
	perfOutputTput  = "output_token_throughput"
	perfInputTput   = "input_token_throughput"
	perfInputLength = "input_sequence_length"
	perfRequestRate = "request_throughput"
)

func isAIPerf(v *jsonValue) bool {
	m := perfMetrics(v)
	return isObject(m.get(perfE2EL)) && (isObject(m.get(perfRequestRate)) || isObject(m.get(perfOutputTput)) || isObject(m.get("request_count")))
}

func isObject(v *jsonValue) bool { return v != nil && v.kind == jsonObject }

// perfMetrics returns the object that has the metrics as members.
func perfMetrics(v *jsonValue) *jsonValue {
	if m := v.get("records"); isObject(m) && v.get(perfE2EL) == nil {
		return m
	}
	return v
}

func readAIPerf(v *jsonValue, r *rowReader) {
	m := perfMetrics(v)
	r.perfSettings(v.get("input_config"))
	if share, ok := perfFailures(m); ok {
		r.metric(frontier.FailureRate, share, frontier.Usable)
	}
	if n, ok := m.get("request_count").get("avg").number(); ok && n == 0 {
		r.failed = true
	}
	r.perfRow(func(metric, stat string) perfValue { return statOf(r, m, metric, stat) }, r.ownGPUs(v.get("input_config")))
}

// A perfStat gives the statistics of one run, or of one combination of a sweep.
type perfStat func(metric, stat string) perfValue

// A perfValue is a statistic in base units, with its confidence interval where
// there is one.
type perfValue struct {
	value     float64
	reason    frontier.Reason
	low, high float64 // NaN if there is no interval
}

func noPerfValue(reason frontier.Reason) perfValue {
	return perfValue{reason: reason, low: math.NaN(), high: math.NaN()}
}

// scaled returns all numbers times f.
func (p perfValue) scaled(f float64) perfValue {
	p.value, p.low, p.high = p.value*f, p.low*f, p.high*f
	return p
}

// reciprocal returns 1 over all numbers, the interval the right way round.
func (p perfValue) reciprocal() perfValue {
	p.value, p.reason = reciprocal(p.value, p.reason)
	p.low, p.high = 1/p.high, 1/p.low
	return p
}

// statOf is a statistic of a metric of an aiperf summary. Its unit is that of the
// file, always.
func statOf(r *rowReader, metrics *jsonValue, metric, stat string) perfValue {
	of := metrics.get(metric)
	if !isObject(of) {
		return noPerfValue(frontier.Missing)
	}
	v := of.get(stat)
	if v == nil && stat == "avg" {
		v = of.get("value")
	}
	f, reason := valueOf(v)
	p := noPerfValue(reason)
	if reason == frontier.Usable {
		factor, ok := perfFactor(metric, of.get("unit"))
		if !ok {
			r.refuseUnit(metric, of.get("unit"))
			return noPerfValue(frontier.Missing)
		}
		p.value = f * factor
	}
	return p
}

func (r *rowReader) refuseUnit(metric string, unit *jsonValue) {
	text := ""
	if unit != nil {
		text = unit.str
	}
	r.refuse(metric, text, "its unit is not known; it should be ms or s for latencies and tokens/sec for throughputs: correct the file, or write a table of your own")
}

// perfRow takes the metrics that are asked for, with their confidence intervals.
func (r *rowReader) perfRow(of perfStat, gpus int) {
	for _, w := range r.wanted {
		name, bound := strings.CutSuffix(w.name, ciLow)
		if !bound {
			name, bound = strings.CutSuffix(w.name, ciHigh)
		}
		if bound && slices.ContainsFunc(r.wanted, func(o wantedMetric) bool { return o.name == name }) {
			continue // comes with the metric
		}
		system, perGPU := isPerGPU(name)
		p := noPerfValue(frontier.Missing)
		switch {
		case perGPU:
			p = r.perfThroughput(of, system)
			if p.reason != frontier.Usable {
				break
			}
			n := r.gpusFor(name, gpus)
			if n == 0 {
				continue
			}
			p = p.scaled(1 / float64(n))
		case isSystemThroughput(name):
			p = r.perfThroughput(of, name)
		default:
			p = r.perfLatency(of, name)
		}
		if !bound {
			r.number(name, p.value, p.reason)
		}
		r.interval(name, p)
	}
}

// perfLatency is a statistic of a latency, or of an interactivity.
func (r *rowReader) perfLatency(of perfStat, name string) perfValue {
	stat, quantity, _ := strings.Cut(name, "_")
	switch stat {
	case "median":
		stat = "p50"
	case "mean":
		stat = "avg"
	}
	switch quantity {
	case "e2el":
		return of(perfE2EL, stat)
	case "ttft":
		return of(perfTTFT, stat)
	case "itl":
		return of(perfITL, stat)
	case "intvty":
		p := of(perfITL, stat).reciprocal()
		if own := of(perfPerUser, stat); own.reason == frontier.Usable && p.reason == frontier.Usable && !(math.Abs(own.value/p.value-1) <= roundedShare) {
			r.notes.add(name + " is 1/" + perfITL + " of the same statistic in aiperf and genai-perf results; their own " + perfPerUser + ", of which percentiles are of the fast tail, is set aside")
		}
		return p
	}
	return noPerfValue(frontier.Missing)
}

// The names of the bounds of a metric's confidence interval.
const (
	ciLow  = "_ci_low"
	ciHigh = "_ci_high"
)

// interval takes the confidence interval of a metric, if there is one.
func (r *rowReader) interval(name string, p perfValue) {
	if p.reason != frontier.Usable || !(p.low <= p.high) || math.IsInf(p.low, 0) || math.IsInf(p.high, 0) {
		return
	}
	r.number(name+ciLow, p.low, frontier.Usable)
	r.number(name+ciHigh, p.high, frontier.Usable)
}

// perfThroughput is a throughput of the whole deployment, tok/s.
func (r *rowReader) perfThroughput(of perfStat, name string) perfValue {
	input := func() perfValue {
		p := of(perfInputTput, "avg")
		if p.reason != frontier.Missing {
			return p
		}
		length, rate := of(perfInputLength, "avg"), of(perfRequestRate, "avg")
		if length.reason != frontier.Usable {
			return noPerfValue(length.reason)
		}
		r.notes.add("input throughput of aiperf results is " + perfInputLength + " x " + perfRequestRate + " where the files give none")
		p = noPerfValue(rate.reason)
		p.value = length.value * rate.value
		return p
	}
	output := of(perfOutputTput, "avg")
	switch name {
	case "output_tput_tps":
		return output
	case "input_tput_tps":
		return input()
	}
	if p := of(perfTotalTput, "avg"); p.reason != frontier.Missing {
		return p
	}
	if output.reason != frontier.Usable {
		return noPerfValue(output.reason)
	}
	in := input()
	p := noPerfValue(in.reason)
	p.value = in.value + output.value
	return p
}

// perfFailures is the share of failed requests: request_count counts those that
// did not fail.
func perfFailures(m *jsonValue) (share float64, ok bool) {
	completed, known := m.get("request_count").get("avg").number()
	failed, also := m.get("error_request_count").get("avg").number()
	all := completed + failed
	if !known || !also || !(completed >= 0 && failed >= 0 && all > 0) {
		return 0, false
	}
	return failed / all, true
}

// perfFactor returns what a metric's values are multiplied by to be in base units.
// ok is false for a unit that is not known for it.
func perfFactor(metric string, unit *jsonValue) (factor float64, ok bool) {
	if unit == nil {
		return 0, false
	}
	u := strings.ToLower(strings.TrimSpace(unit.str))
	switch metric {
	case perfE2EL, perfTTFT, perfITL:
		u, _, _ = strings.Cut(u, "/") // per token, as some files say
		factor, ok = secondsPer(u)
		return factor, ok
	case perfInputLength:
		return 1, u == "tokens" || u == "token" || u == "count" || u == ""
	}
	of, per, cut := strings.Cut(u, "/")
	if !cut {
		of, per, cut = strings.Cut(u, "per ")
	}
	per, _, _ = strings.Cut(per, "/") // per user
	seconds, ok := secondsPer(strings.TrimSpace(per))
	switch strings.TrimSpace(of) {
	case "tokens", "token", "requests", "request", "":
		return 1 / seconds, ok && cut
	}
	return 0, false
}

// secondsPer returns the seconds in a unit of time.
func secondsPer(unit string) (float64, bool) {
	switch unit {
	case "s", "sec", "second", "seconds":
		return 1, true
	case "ms", "millisecond", "milliseconds":
		return 1e-3, true
	case "us", "µs", "μs", "microsecond", "microseconds":
		return 1e-6, true
	case "ns", "nanosecond", "nanoseconds":
		return 1e-9, true
	case "min", "minute", "minutes":
		return 60, true
	case "h", "hour", "hours":
		return 3600, true
	}
	return 0, false
}

// perfSettings takes the settings of a run from its input_config. A run without
// any that tells points apart has the name of its folder.
func (r *rowReader) perfSettings(config *jsonValue) {
	at := func(paths ...string) *jsonValue {
		for _, p := range paths {
			v := config
			for key := range strings.SplitSeq(p, ".") {
				v = v.get(key)
			}
			if v != nil && v.kind == jsonArray && len(v.elems) == 1 {
				v = &v.elems[0]
			}
			if v != nil && (v.kind == jsonString && v.str != "" || v.kind == jsonNumber) {
				return v
			}
		}
		return nil
	}
	r.text("model", at("endpoint.model_names", "model_names", "model", "models", "formatted_model_name"))
	name := &r.file.layout
	conc := at("loadgen.concurrency", "concurrency", "perf_analyzer.stimulus.concurrency", "stimulus.concurrency")
	if countOf(conc) == 0 {
		conc = nil
	}
	rate := at("loadgen.request_rate", "request_rate", "perf_analyzer.stimulus.request_rate", "stimulus.request_rate")
	r.text("conc", conc)
	if f, ok := rate.number(); ok && (f > 0 || conc == nil) {
		r.text("request_rate", rate)
	} else if rate != nil && rate.kind == jsonString && conc == nil {
		r.text("request_rate", rate)
	}
	some := conc != nil || rate != nil
	for _, c := range name.settings {
		field := c.field
		if frontier.RoleOf("prefill_"+field) == frontier.Setting {
			r.label("prefill_"+field, c.text)
			field = "decode_" + field
		}
		r.label(field, c.text)
		some = some || field == "conc"
	}
	if some {
		return
	}
	if id := r.runName(); id != "" {
		r.label("id", id)
		r.notes.add("aiperf results that name no concurrency and no request rate are called by their folders")
	}
}

// runName is what a run without settings is called: its folder, else its file.
func (r *rowReader) runName() string {
	if folder := folderOf(r.file.path); folder != "" {
		return folder
	}
	base := path.Base(inArchive(r.file.path))
	return strings.TrimSuffix(base, path.Ext(base))
}

// withoutPacking returns a name without the endings of compressed files.
func withoutPacking(name string) string {
	for {
		end := strings.ToLower(path.Ext(name))
		if end != ".gz" && end != ".zst" {
			return name
		}
		name = name[:len(name)-len(end)]
	}
}

// isAIPerfExport tells from its name whether a file is a summary of aiperf or
// genai-perf, and not one of the raw traces beside it.
func isAIPerfExport(p string) bool {
	base := withoutPacking(strings.ToLower(path.Base(inArchive(p))))
	for _, of := range []string{"_aiperf.json", "_aiperf.csv", "_aiperf_sweep.json", "_genai_perf.json", "_genai_perf.csv"} {
		if strings.HasSuffix(base, of) {
			return true
		}
	}
	return false
}

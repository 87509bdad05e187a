package ingest

import (
	"math"
	"strings"

	"paretocov/frontier"
)

// The aggregate of an aiperf sweep: per_combination_metrics is a list of objects
// of parameters and metrics, whose names are metric_statistic and which tell mean
// and confidence interval over the runs of the combination.

const sweepCombinations = "per_combination_metrics"

func isSweepCombination(v *jsonValue) bool {
	return isObject(v.get("parameters")) && isObject(v.get("metrics")) &&
		v.get("hardware") == nil && v.get("hw") == nil && v.get("tput_per_gpu") == nil
}

// combinationsIn returns the list of combinations of a sweep's aggregate, nil if
// the object is none.
func combinationsIn(v *jsonValue) *jsonValue {
	list := v.get(sweepCombinations)
	if list == nil || list.kind != jsonArray {
		return nil
	}
	return list
}

func readSweepCombination(v *jsonValue, r *rowReader) {
	parameters, metrics := v.get("parameters"), v.get("metrics")
	for i := range parameters.members {
		m := &parameters.members[i]
		r.text(parameterField(m.key), &m.value)
	}
	for _, c := range r.file.layout.settings {
		field := c.field
		if frontier.RoleOf("prefill_"+field) == frontier.Setting {
			r.label("prefill_"+field, c.text)
			field = "decode_" + field
		}
		r.label(field, c.text)
	}
	stat := func(metric, stat string) perfValue { return r.sweepStat(metrics, metric, stat) }
	if completed, failed := stat("request_count", "avg"), stat("error_request_count", "avg"); completed.reason == frontier.Usable && failed.reason == frontier.Usable {
		if all := completed.value + failed.value; completed.value >= 0 && failed.value >= 0 && all > 0 {
			r.metric(failureRate, failed.value/all, frontier.Usable)
		}
	}
	r.perfRow(stat, r.ownGPUs(parameters))
}

// parameterField is the field that a parameter is, by its last part if that is
// known: loadgen.concurrency is the concurrency.
func parameterField(key string) string {
	last := frontier.FieldName(key[strings.LastIndexByte(key, '.')+1:])
	if frontier.RoleOf(last) != frontier.FreeText {
		return last
	}
	return frontier.FieldName(key)
}

// sweepStat is a statistic of a metric, as the mean over runs.
func (r *rowReader) sweepStat(metrics *jsonValue, metric, stat string) perfValue {
	of := metrics.get(metric + "_" + stat)
	if !isObject(of) {
		return noPerfValue(frontier.Missing)
	}
	f, reason := valueOf(of.get("mean"))
	p := noPerfValue(reason)
	if reason != frontier.Usable {
		return p
	}
	factor := 1.0
	if !strings.HasSuffix(metric, "request_count") {
		var ok bool
		if factor, ok = perfFactor(metric, of.get("unit")); !ok {
			r.refuseUnit(metric+"_"+stat, of.get("unit"))
			return noPerfValue(frontier.Missing)
		}
	}
	bound := func(key string) float64 {
		if b, reason := valueOf(of.get(key)); reason == frontier.Usable {
			return b
		}
		return math.NaN()
	}
	p.value, p.low, p.high = f, bound("ci_low"), bound("ci_high")
	return p.scaled(factor)
}

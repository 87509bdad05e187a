package chart

import (
	"strings"

	"paretocov/frontier"
	"paretocov/pareto"
)

// axisTitle says what is on an axis, in which unit, and which values are
// better: "P90 end-to-end latency (s), less is better". A column of no known
// meaning goes by its name.
func axisTitle(a frontier.Axis) string {
	s := axisName(a)
	if a.Unit != "" {
		s += " (" + a.Unit + ")"
	}
	switch a.Better {
	case pareto.Minimize:
		s += ", less is better"
	case pareto.Maximize:
		s += ", more is better"
	}
	return s
}

// axisName is the name of an axis in words.
func axisName(a frontier.Axis) string {
	switch a.Name {
	case "tput_per_gpu":
		return "Throughput per GPU"
	case "output_tput_per_gpu":
		return "Output throughput per GPU"
	case "input_tput_per_gpu":
		return "Input throughput per GPU"
	}
	if !frontier.IsMetric(a.Name) {
		return clean(a.Name)
	}
	stat, quantity, _ := strings.Cut(a.Name, "_")
	words, ok := map[string]string{
		"e2el": "end-to-end latency", "ttft": "time to first token", "tpot": "time per output token",
		"itl": "inter-token latency", "full_response_itl": "inter-token latency of full responses",
		"intvty": "interactivity", "full_response_intvty": "interactivity of full responses",
		"e2e_norm_intvty": "end-to-end interactivity",
	}[quantity]
	if !ok {
		return clean(a.Name)
	}
	return strings.ToUpper(stat[:1]) + stat[1:] + " " + words
}

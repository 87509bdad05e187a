package ingest

import (
	"fmt"
	"math"
	"slices"

	"paretocov/frontier"
)

// AgentX (agentic-coding) rows: the nested aggregates of schema version 3, and
// the flat rows of before. scenario_type marks both.

func isAgentXV3(v *jsonValue) bool {
	m := v.get("request_metrics")
	return v.get("scenario_type") != nil && m != nil && m.kind == jsonObject
}

func isAgentXFlat(v *jsonValue) bool {
	return v.get("scenario_type") != nil && v.get("hw") != nil
}

var agentXSettings = settings("scenario_type", "hw", "infmax_model_prefix", "model", "framework", "precision",
	"spec_decoding", "disagg", "is_multinode", "image", "recipe_fingerprint", "date", "run_url",
	"workflow_run_id", "run_id", "run_started_at", "run_attempt", "attempt")

// agentXTop takes what both shapes have on top.
func agentXTop(v *jsonValue, r *rowReader) {
	r.outcome(v)
	r.texts(v, agentXSettings)
	conc := v.get("conc")
	if conc == nil {
		conc = v.get("users")
	}
	r.text("conc", conc)
	r.deployment(v)
	r.offload(v)
}

func readAgentXV3(v *jsonValue, r *rowReader) {
	agentXTop(v, r)
	metrics := v.get("request_metrics")
	latency, perGPU := metrics.get("latency"), metrics.get("throughput").get("per_gpu")
	for _, w := range r.wanted {
		name, stat, quantity := w.name, w.stat, w.quantity
		if stat == "median" {
			stat = "p50"
		}
		switch name {
		case "tput_per_gpu":
			r.value(name, perGPU.get("total_tput_tps"))
			continue
		case "output_tput_per_gpu":
			r.value(name, perGPU.get("output_tput_tps"))
			continue
		case "input_tput_per_gpu":
			r.value(name, perGPU.get("input_tput_tps"))
			continue
		}
		block := latency.get(quantity)
		if full := latency.get("full_response_" + quantity); quantity == "intvty" && full.get(stat) != nil {
			block = full
		}
		r.value(name, block.get(stat))
	}
}

func readAgentXFlat(v *jsonValue, r *rowReader) {
	agentXTop(v, r)
	readAgentXMetrics(v, r, recomputed)
}

// An intvtyRule says where a flat AgentX row's interactivity comes from.
type intvtyRule int8

const (
	// recomputed: 1 over the time per token of the same statistic. Older
	// harnesses wrote statistics of per-request reciprocals instead, whose
	// percentiles are of the fast tail.
	recomputed intvtyRule = iota
	// ownIfReciprocal: as given where it is the reciprocal, to the digits that
	// are kept; else recomputed.
	ownIfReciprocal
)

// roundedShare is how far two numbers may differ and still be the same one
// rounded to the five decimals that AgentX artifacts keep.
const roundedShare = 2e-3

func readAgentXMetrics(m *jsonValue, r *rowReader, rule intvtyRule) {
	for _, w := range r.wanted {
		name, stat := w.name, w.stat
		if w.quantity != "intvty" {
			r.value(name, first(m, w.flatKeys))
			continue
		}
		own, ownReason := valueOf(first(m, w.flatKeys))
		if full := first(m, flatKeys(stat+"_full_response_intvty", stat, "full_response_intvty")); rule == ownIfReciprocal && full != nil {
			r.value(name, full)
			continue
		}
		source := ""
		var perToken *jsonValue
		for _, q := range []string{"full_response_itl", "itl", "tpot"} {
			if perToken = first(m, flatKeys(stat+"_"+q, stat, q)); perToken != nil {
				source = q
				break
			}
		}
		f, reason := reciprocal(valueOf(perToken))
		agree := ownReason == frontier.Usable && reason == frontier.Usable && math.Abs(own/f-1) <= roundedShare
		if rule == ownIfReciprocal && agree {
			f = own
		}
		r.number(name, f, reason)
		if ownReason == frontier.Usable && reason == frontier.Usable && !agree {
			r.notes.add(fmt.Sprintf("%s is 1/%s_%s in AgentX rows; the files' own values are statistics of reciprocals and are set aside", name, stat, source))
		}
	}
}

// notes collects remarks without repeats.
type notes struct {
	texts    map[string]int
	headings []frontier.WrongHeading // that turned out
}

func (n *notes) add(text string) {
	if n.texts == nil {
		n.texts = map[string]int{}
	}
	n.texts[text]++
}

// addAll adds the remarks that another collected.
func (n *notes) addAll(o *notes) {
	for text, count := range o.texts {
		if n.texts == nil {
			n.texts = map[string]int{}
		}
		n.texts[text] += count
	}
}

// list returns the notes, each with the number of rows it is about.
func (n *notes) list() []string {
	var out []string
	for t, count := range n.texts {
		rows := "rows"
		if count == 1 {
			rows = "row"
		}
		out = append(out, fmt.Sprintf("%s (%d %s)", t, count, rows))
	}
	slices.Sort(out)
	return out
}

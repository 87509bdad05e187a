package ingest

import (
	"time"

	"paretocov/frontier"
)

// The schemas of InferenceX rows: the contract that infx/results/schema/models.py
// holds them to (fixed-sequence and AgentX aggregates), and what the public API's
// rows have in common. Rows without result_schema_version are of before it: what
// names them must be there, the rest must be right where it is.

func checkFixedRow(v *jsonValue, c *contract) {
	p := c.version(v)
	c.names(v, p)
	c.counts(v, required, "isl", "osl", "conc")
	c.parallelism(v, p)
	c.outcome(v)
}

func checkAgentXRow(v *jsonValue, c *contract) {
	p := c.version(v)
	c.names(v, p)
	conc := "conc"
	if v.get(conc) == nil && v.get("users") != nil {
		conc = "users" // its name before
	}
	c.counts(v, required, conc)
	c.countsOrZero(v, optional, "num_requests_total", "num_requests_successful", "num_gpus")
	c.parallelism(v, p)
	c.outcome(v)
}

// names checks what says which benchmark a row is of.
func (c *contract) names(v *jsonValue, p presence) {
	c.texts(v, required, "hw", "model", "framework", "precision")
	c.texts(v, p, "image", "infmax_model_prefix", "spec_decoding")
	c.booleans(v, p, "disagg", "is_multinode")
	c.fingerprint(v, p)
}

// parallelism checks the deployment of a row, given once or per role.
func (c *contract) parallelism(v *jsonValue, p presence) {
	multinode := v.get("is_multinode")
	if v.get("prefill_tp") == nil && (multinode == nil || multinode.kind != jsonTrue) {
		c.counts(v, p, "tp", "ep")
		c.counts(v, p, "pp", "dcp_size", "pcp_size")
		c.booleanTexts(v, p, "dp_attention")
		return
	}
	c.counts(v, p, "prefill_tp", "prefill_pp", "prefill_dcp_size", "prefill_pcp_size", "prefill_ep",
		"decode_pp", "decode_dcp_size", "decode_pcp_size", "num_prefill_gpu")
	// 0: no GPUs of their own for decoding.
	c.countsOrZero(v, p, "prefill_num_workers", "decode_tp", "decode_ep", "decode_num_workers", "num_decode_gpu")
	c.countsOrZero(v, optional, "num_aggregate_gpu")
	c.booleanTexts(v, p, "prefill_dp_attention", "decode_dp_attention")
	c.texts(v, optional, "prefill_hw", "decode_hw")
	if pre, dec := v.get("prefill_hw"), v.get("decode_hw"); (pre == nil) != (dec == nil) {
		missing := "prefill_hw"
		if dec == nil {
			missing = "decode_hw"
		}
		c.add(missing, nil, frontier.WantBothHardware)
	}
}

// outcome checks the count of requests that some rows have.
func (c *contract) outcome(v *jsonValue) {
	b := v.get("benchmark_outcome")
	if b == nil {
		return
	}
	before := len(c.to.breaches)
	c.hold(b, required, frontier.WantOutcome, func(m *jsonValue) bool {
		return m.kind == jsonString && (m.str == "passed" || m.str == "failed")
	}, "status")
	c.counts(b, required, "requested")
	c.countsOrZero(b, required, "completed", "failed")
	for i := before; i < len(c.to.breaches); i++ {
		c.to.breaches[i].field = "benchmark_outcome." + c.to.breaches[i].field
	}
}

func checkAPIRow(v *jsonValue, c *contract) {
	c.texts(v, required, "hardware", "framework", "model", "precision")
	c.counts(v, required, "conc")
	if b := v.get("benchmark_type"); b == nil || b.str != "agentic_traces" {
		c.counts(v, required, "isl", "osl")
	}
	c.booleans(v, optional, "disagg", "is_multinode", "prefill_dp_attention", "decode_dp_attention")
	c.countsOrZero(v, optional, "prefill_tp", "prefill_ep", "prefill_num_workers", "decode_tp", "decode_ep", "decode_num_workers",
		"num_prefill_gpu", "num_decode_gpu")
	if f := v.get("recipe_fingerprint"); f != nil && f.kind != jsonNull {
		c.fingerprint(v, optional)
	}
	c.hold(v, optional, frontier.WantDate, func(m *jsonValue) bool {
		_, err := time.Parse(time.DateOnly, m.str)
		return err == nil
	}, "date")
}

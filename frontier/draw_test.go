package frontier_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"pgregory.net/rapid"

	"paretocov/frontier"
	"paretocov/pareto"
)

// This file draws small tables of every kind that people have.

// A world is a kind of table: which columns it has, how its points are told
// apart, how its numbers are spread.
type world struct {
	kind   string
	spread string
	worst  bool // some cells are unusable
}

var kinds = []string{"settings", "disaggregated", "ids", "texts", "values"}

func drawWorld(t *rapid.T) world {
	return world{
		kind:   rapid.SampledFrom(kinds).Draw(t, "kind"),
		spread: rapid.SampledFrom([]string{"grid", "coarse", "curve"}).Draw(t, "spread"),
		worst:  rapid.Bool().Draw(t, "unusable cells"),
	}
}

// viewNames are the x axes that drawn rows have numbers of.
var viewNames = []string{"mean_intvty", "median_e2el", "median_intvty", "p75_e2el", "p90_e2el"}

// record draws a row. Rows with equal texts are repeats.
func (w world) record(t *rapid.T) record {
	r := record{texts: map[string]string{}, numbers: map[string]float64{}, reasons: map[string]frontier.Reason{}}
	pick := func(field string, words ...string) {
		if word := rapid.SampledFrom(words).Draw(t, field); word != "" {
			r.texts[field] = word
		}
	}
	switch w.kind {
	case "settings":
		pick("hardware", "h100", "b200-nvl", "B200")
		pick("benchmark_type", "single_turn", "agentic_traces")
		pick("spec_method", "none", "mtp")
		pick("tp", "4", "8")
		pick("ep", "1", "8", "")
		pick("dp_attention", "false", "True", "")
		pick("offload", "off", "on", "")
		pick("conc", "1", "2", "4", "8", "16", "32", "64", "100", "128")
	case "disaggregated":
		pick("precision", "fp4", "FP8")
		pick("disagg", "true", "True")
		pick("prefill_tp", "4", "8")
		pick("decode_tp", "8", "16")
		pick("decode_ep", "1", "8")
		pick("prefill_workers", "1", "2", "10")
		pick("decode_workers", "1", "4")
		pick("conc", "8", "80", "800")
		pick("recipe_fingerprint", "", "", "0a1b2c3d4e5f", "0a1b2c3dffff")
	case "ids":
		pick("curve", "one", "two | 2", "")
		pick("id", "a", "A", "b", "b ", "c10", "c9", "c10 (1)", "@team/run", "tp=8|ep=1", "x`y", "#12", "模型", "<b>", "line\nbreak", "")
		if r.texts["id"] == "" {
			pick("conc", "1", "2")
		}
	case "texts":
		pick("engine", "alpha", "Beta  two", "beta two", "")
		pick("batching", "x", "y", "z z")
		pick("conc", "1", "2", "3", "4", "5")
	case "values":
	}
	x, y := w.place(t)
	for i, name := range viewNames {
		v := x
		if axis(name).Better == pareto.Minimize {
			v = 66 - x // whole numbers, so that nothing hangs on rounding
		}
		if i > 0 { // views differ, but only so much that ties stay
			v *= rapid.SampledFrom([]float64{1, 1, 1, 1.5, 0.5}).Draw(t, name)
		}
		r.numbers[name] = v
	}
	r.numbers[frontier.DefaultY] = y
	if w.worst {
		for _, name := range append([]string{frontier.DefaultY}, viewNames...) {
			switch rapid.IntRange(0, 24).Draw(t, "what "+name+" is") {
			case 0:
				r.numbers[name] = 0
			case 1:
				r.numbers[name] = -1
			case 2:
				delete(r.numbers, name)
			case 3:
				r.numbers[name] = math.NaN()
			case 4:
				delete(r.numbers, name)
				r.reasons[name] = rapid.SampledFrom([]frontier.Reason{frontier.Null, frontier.Text, frontier.Boolean, frontier.Failed, frontier.Infinite}).Draw(t, "reason")
			}
		}
	}
	return r
}

// place draws coordinates that are better the larger they are.
func (w world) place(t *rapid.T) (x, y float64) {
	draw := func(name string, top int) float64 { return float64(rapid.IntRange(1, top).Draw(t, name)) }
	switch w.spread {
	case "grid":
		return draw("x", 5), draw("y", 5)
	case "coarse":
		return draw("x", 20), draw("y", 20)
	}
	x = draw("x", 64)
	return x, math.Round(4096/x) + draw("gain", 16)
}

// records draws the rows of one side. A repeat of an identity is an equal row,
// or a later attempt.
func (w world) records(t *rapid.T, least, most int) []record {
	n := rapid.IntRange(least, most).Draw(t, "rows")
	var rows []record
	seen := map[string]int{}
	for range n {
		r := w.record(t)
		at := fmt.Sprint(w.identity(r))
		if i, again := seen[at]; again && w.kind != "values" {
			if rapid.Bool().Draw(t, "again with equal values") {
				r.numbers, r.reasons = rows[i].numbers, rows[i].reasons
				r = r.clone()
			} else {
				r.texts["attempt"] = strconv.Itoa(len(rows) + 1)
			}
		}
		seen[at] = len(rows)
		rows = append(rows, r)
	}
	for i := range rows {
		rows[i].line = int32(i + 2)
	}
	return rows
}

// identity is what tells a drawn record from others, without the columns that
// say where it came from.
func (w world) identity(r record) map[string]string {
	id := map[string]string{}
	for name, text := range r.texts {
		if frontier.RoleOf(name) != frontier.Provenance {
			id[name] = frontier.Normalize(name, text)
		}
	}
	if r.texts["id"] != "" {
		return map[string]string{"id": r.texts["id"], "curve": r.texts["curve"]}
	}
	for name, neutral := range map[string]string{"dp_attention": "false", "offload": "off"} {
		if id[name] == neutral {
			delete(id, name)
		}
	}
	return id
}

// pair draws base and head, in which some of base's rows are removed, some
// measured again and others are new.
func (w world) pair(t *rapid.T) (base, head []record) {
	base = w.records(t, 1, 20)
	for _, r := range base {
		switch rapid.SampledFrom([]string{"kept", "removed", "removed", "changed"}).Draw(t, "in head") {
		case "kept":
			head = append(head, r.clone())
		case "changed":
			r = r.clone()
			r.numbers[frontier.DefaultY] *= 1.25
			head = append(head, r)
		}
	}
	for _, r := range w.records(t, 1, 12) {
		r.texts["attempt"] = strconv.Itoa(100 + len(head))
		head = append(head, r)
	}
	for i := range head {
		head[i].line = int32(i + 2)
	}
	return base, head
}

// drawOptions draws views, grouping and identity that suit any table.
func drawOptions(t *rapid.T) frontier.Options {
	o := frontier.Options{Y: axis(frontier.DefaultY)}
	switch rapid.SampledFrom([]string{"default", "one", "two"}).Draw(t, "views") {
	case "one":
		o.X = axes(rapid.SampledFrom(viewNames).Draw(t, "view"))
	case "two":
		o.X = axes("p90_e2el", "mean_intvty")
	}
	if rapid.IntRange(0, 3).Draw(t, "grouping") == 0 {
		o.GroupBy = []string{}
	}
	return o
}

func drawPolicy(t *rapid.T) frontier.CoverPolicy {
	return frontier.CoverPolicy{
		Policy: pareto.Policy{
			Curve:     rapid.SampledFrom([]pareto.CurveRule{pareto.Line, pareto.Measured, pareto.LogLog, pareto.Hull}).Draw(t, "curve rule"),
			MaxSpan:   rapid.SampledFrom([]float64{0, 1, 1.25, 2, 4}).Draw(t, "max span"),
			Tolerance: rapid.SampledFrom([]float64{0, 1e-9, 0.0213, 0.3187}).Draw(t, "tolerance"),
		},
		Scope: rapid.SampledFrom([]frontier.Scope{frontier.ScopeHead, frontier.ScopeAll}).Draw(t, "scope"),
	}
}

// shuffled draws another order of rows.
func shuffled(t *rapid.T, rows []record, name string) []record {
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	var out []record
	for _, i := range rapid.Permutation(order).Draw(t, name) {
		out = append(out, rows[i])
	}
	return out
}

// compared arranges and covers; the error is that of the first step that fails.
func compared(o frontier.Options, p frontier.CoverPolicy, base, head []record) (*frontier.Arrangement, *frontier.CoverResult, error) {
	a, err := frontier.Arrange(o, tableOf(base), tableOf(head))
	if err != nil {
		return nil, nil, err
	}
	r, err := frontier.Cover(a, p)
	return a, r, err
}

// judgeable is compared for tables that can be judged; others are drawn anew.
func judgeable(t *rapid.T, o frontier.Options, p frontier.CoverPolicy, base, head []record) (*frontier.Arrangement, *frontier.CoverResult) {
	a, r, err := compared(o, p, base, head)
	if err != nil {
		t.Skip(err)
	}
	return a, r
}

// rank orders verdicts, the worst first.
func rank(v frontier.Verdict) int {
	return slices.Index([]frontier.Verdict{frontier.VerdictFail, frontier.VerdictInconclusive, frontier.VerdictPass}, v)
}

package frontier_test

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"paretocov/frontier"
)

func validateOptions() frontier.Options {
	return frontier.Options{Y: axis(frontier.DefaultY), MaxFailureRate: frontier.DefaultMaxFailureRate}
}

func validate(t rapid.TB, o frontier.Options, rows []record) *frontier.ValidateResult {
	t.Helper()
	res, err := frontier.Validate(o, tableOf(rows))
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// statistics are those of clean rows, and what they are of the median.
var statistics = []struct {
	name string
	of   float64
}{{"mean", 1.05}, {"median", 1}, {"p75", 1.1}, {"p90", 1.25}, {"p95", 1.3}, {"p99", 1.3}, {"p99.9", 2}}

// cleanRows draws rows of one curve in which everything fits: a model of a
// server of its own, not the code's relations.
func cleanRows(t *rapid.T) []record {
	tp := rapid.SampledFrom([]float64{1, 4, 8}).Draw(t, "tp")
	osl := rapid.SampledFrom([]float64{256, 1024}).Draw(t, "osl")
	var rows []record
	for i := range rapid.IntRange(2, 6).Draw(t, "rows") {
		conc := float64(4 * (i + 1))
		tpot := float64(rapid.IntRange(5, 20).Draw(t, "tpot")) / 1000
		ttft := float64(rapid.IntRange(20, 90).Draw(t, "ttft, of the decoding")) / 100 * tpot * osl
		r := record{line: int32(i + 2), numbers: map[string]float64{}, reasons: map[string]frontier.Reason{}, texts: map[string]string{
			"benchmark_type": "single_turn", "model": "m", "hardware": "h100", "isl": "1024", "osl": strconv.Itoa(int(osl)),
			"tp": strconv.Itoa(int(tp)), "conc": strconv.Itoa(int(conc)), "disagg": "false", "dp_attention": "False",
		}}
		for _, s := range statistics {
			r.numbers[s.name+"_tpot"] = tpot * s.of
			r.numbers[s.name+"_itl"] = tpot * s.of * 0.5
			r.numbers[s.name+"_intvty"] = 1 / (tpot * s.of)
			r.numbers[s.name+"_ttft"] = ttft * s.of
			r.numbers[s.name+"_e2el"] = (ttft + tpot*osl) * s.of
		}
		system := conc / r.numbers["mean_e2el"]
		r.numbers["output_tput_per_gpu"] = system * osl / tp
		r.numbers["input_tput_per_gpu"] = system * 1024 / tp
		r.numbers[frontier.DefaultY] = system * (1024 + osl) / tp
		r.numbers["failure_rate"] = 0
		rows = append(rows, r)
	}
	return rows
}

// A mutation breaks one thing in row i.
type mutation struct {
	code  frontier.FindingCode // "" if it is none
	field string
	apply func(rows []record, i int) []record
}

func set(field string, v float64) func([]record, int) []record {
	return func(rows []record, i int) []record { rows[i].numbers[field] = v; return rows }
}

func scale(by float64, fields ...string) func([]record, int) []record {
	return func(rows []record, i int) []record {
		for _, f := range fields {
			rows[i].numbers[f] *= by
		}
		return rows
	}
}

func text(field, v string) func([]record, int) []record {
	return func(rows []record, i int) []record { rows[i].texts[field] = v; return rows }
}

func reason(r frontier.Reason, fields ...string) func([]record, int) []record {
	return func(rows []record, i int) []record {
		for _, f := range fields {
			delete(rows[i].numbers, f)
			rows[i].reasons[f] = r
		}
		return rows
	}
}

func all(quantity string) (names []string) {
	for _, s := range statistics {
		names = append(names, s.name+"_"+quantity)
	}
	return names
}

// again adds row i once more, changed.
func again(change func(*record)) func([]record, int) []record {
	return func(rows []record, i int) []record {
		r := rows[i].clone()
		r.line = int32(len(rows) + 2)
		change(&r)
		return append(rows, r)
	}
}

func mutations() map[string]mutation {
	recipe := strings.Repeat("0a", 32)
	return map[string]mutation{
		"NaN":              {frontier.FindingValue, "p90_ttft", set("p90_ttft", math.NaN())},
		"zero":             {frontier.FindingValue, "p95_itl", set("p95_itl", 0)},
		"negative":         {frontier.FindingValue, "p75_intvty", set("p75_intvty", -3)},
		"infinite":         {frontier.FindingValue, "input_tput_per_gpu", set("input_tput_per_gpu", math.Inf(1))},
		"text":             {frontier.FindingValue, "p99_e2el", reason(frontier.Text, "p99_e2el")},
		"null of an axis":  {frontier.FindingValue, "p90_e2el", reason(frontier.Null, "p90_e2el")},
		"missing":          {frontier.FindingMissing, "p90_e2el", reason(frontier.Missing, "p90_e2el")},
		"missing, no axis": {"", "", reason(frontier.Missing, "p99_e2el")},
		"long":             {frontier.FindingRange, "p99.9_itl", set("p99.9_itl", 3601)},
		"too fast":         {frontier.FindingRange, "total_tput_tps", set("total_tput_tps", 2e9)},
		"per cent":         {frontier.FindingRange, "failure_rate", set("failure_rate", 4)},
		"failures":         {frontier.FindingFailureRate, "failure_rate", set("failure_rate", 0.051)},
		"few failures":     {"", "", set("failure_rate", 0.05)},
		"order":            {frontier.FindingPercentileOrder, "p90_e2el", scale(1.14, "p75_e2el")},
		"order of itl":     {frontier.FindingPercentileOrder, "p99.9_itl", scale(0.64, "p99.9_itl")},
		"order of times and their rates": {frontier.FindingPercentileOrder, "p90_tpot", func(rows []record, i int) []record {
			rows[i].numbers["p75_tpot"] *= 1.14
			rows[i].numbers["p75_intvty"] /= 1.14
			return rows
		}},
		"median": {frontier.FindingMedian, "median_e2el", set("p50_e2el", 1e3)},
		"first token": {frontier.FindingFirstToken, "p99.9_ttft", func(rows []record, i int) []record {
			return set("p99.9_ttft", 1.01*rows[i].numbers["p99.9_e2el"])(rows, i)
		}},
		"reciprocal":   {frontier.FindingReciprocal, "mean_intvty", scale(1.02, "mean_intvty")},
		"rounded":      {"", "", scale(1.009, "mean_intvty")},
		"parts":        {frontier.FindingParts, frontier.DefaultY, scale(1.2, "output_tput_per_gpu")},
		"ms per token": {frontier.FindingUnit, "mean_intvty", scale(1000, "mean_tpot")},
		"ms":           {frontier.FindingUnit, "mean_e2el", scale(1000, append(all("e2el"), all("ttft")...)...)},
		"ks":           {frontier.FindingUnit, "mean_e2el", scale(1./1000, append(all("e2el"), all("ttft")...)...)},
		"another definition": {frontier.FindingConventions, "mean_intvty", func(rows []record, i int) []record {
			return set("mean_intvty", number(rows[i].texts["osl"])/rows[i].numbers["mean_e2el"])(rows, i)
		}},
		"no concurrency":    {frontier.FindingSchema, "conc", text("conc", "0")},
		"part of a request": {frontier.FindingSchema, "conc", text("conc", "8.5")},
		"maybe":             {frontier.FindingSchema, "dp_attention", text("dp_attention", "maybe")},
		"another version":   {frontier.FindingSchema, "result_schema_version", text("result_schema_version", "2")},
		"the version":       {"", "", text("result_schema_version", "1")},
		"short fingerprint": {frontier.FindingSchema, "recipe_fingerprint", text("recipe_fingerprint", recipe[1:])},
		"repeat":            {frontier.FindingRepeat, "", again(func(*record) {})},
		"conflict":          {frontier.FindingConflict, "p99_e2el", again(func(r *record) { r.numbers["p99_e2el"] *= 1.001 })},
		"recipe twice": {frontier.FindingRecipe, "p99_e2el", func(rows []record, i int) []record {
			rows[i].texts["recipe_fingerprint"] = recipe
			return mutations()["measured again"].apply(rows, i)
		}},
		"measured again": {"", "", func(rows []record, i int) []record {
			rows[i].texts["attempt"] = "1"
			return again(func(r *record) { r.texts["attempt"] = "2"; r.numbers["p99_e2el"] *= 1.001 })(rows, i)
		}},
		"failed": {frontier.FindingFailed, "", func(rows []record, i int) []record {
			return reason(frontier.Failed, slices.Collect(maps.Keys(rows[i].numbers))...)(rows, i)
		}},
		"nothing": {frontier.FindingNothingMeasured, "", func(rows []record, i int) []record {
			for name := range rows[i].numbers {
				rows[i].numbers[name] = 0
			}
			return rows
		}},
	}
}

func number(s string) float64 {
	f, _ := strconv.ParseFloat(s, 64)
	return f
}

// TestValidateFindsNothing: rows in which everything fits have no finding.
func TestValidateFindsNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		if res := validate(t, validateOptions(), cleanRows(t)); res.Total() != 0 {
			t.Fatalf("%+v", res.Findings)
		}
	})
}

// TestValidateFindsTheMutation: one thing that is broken gives exactly its finding.
func TestValidateFindsTheMutation(t *testing.T) {
	t.Parallel()
	for name, m := range mutations() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				rows := cleanRows(t)
				i := rapid.IntRange(0, len(rows)-1).Draw(t, "row")
				line := rows[i].line
				rows = m.apply(rows, i)
				res := validate(t, validateOptions(), rows)
				if m.code == "" && res.Total() == 0 {
					return
				}
				if len(res.Findings) != 1 || res.Counts[m.code] != 1 || res.Total() != 1 {
					t.Fatalf("%+v", res.Findings)
				}
				f := res.Findings[0]
				if f.Code != m.code || f.Field != m.field {
					t.Fatalf("%s of %q", f.Code, f.Field)
				}
				if f.Line != int(line) && len(rows) > i && f.Line != int(rows[len(rows)-1].line) {
					t.Fatalf("line %d, not %d", f.Line, line)
				}
			})
		})
	}
}

// TestValidateWhateverTheOrder: rows in another order have the same findings.
func TestValidateWhateverTheOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rows := cleanRows(t)
		all := mutations()
		names := slices.Sorted(maps.Keys(all))
		for range rapid.IntRange(0, 5).Draw(t, "mutations") {
			m := all[rapid.SampledFrom(names).Draw(t, "mutation")]
			rows = m.apply(rows, rapid.IntRange(0, len(rows)-1).Draw(t, "row"))
		}
		before := make([]record, len(rows))
		for i := range rows {
			before[i] = rows[i].clone()
		}
		want := validate(t, validateOptions(), rows)
		got := validate(t, validateOptions(), shuffled(t, rows, "order"))
		if diff := gocmp.Diff(want, got, cmpopts.EquateNaNs()); diff != "" {
			t.Fatal(diff)
		}
		if diff := gocmp.Diff(before, rows, cmpopts.EquateNaNs(), gocmp.AllowUnexported(record{})); diff != "" {
			t.Fatalf("changed its input: %s", diff)
		}
	})
}

// TestValidateCounts: more findings than are listed are counted.
func TestValidateCounts(t *testing.T) {
	t.Parallel()
	var rows []record
	for i := range frontier.MaxFindings + 10 {
		rows = append(rows, record{
			line:    int32(i + 2),
			numbers: map[string]float64{frontier.DefaultY: float64(i + 1), "p90_e2el": -1}, // what tells the rows apart
		})
	}
	res := validate(t, validateOptions(), rows)
	if n := res.Counts[frontier.FindingValue]; n != len(rows) || len(res.Findings) != frontier.MaxFindings {
		t.Errorf("%d counted, %d listed", n, len(res.Findings))
	}
}

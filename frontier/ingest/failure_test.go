package ingest_test

import (
	"fmt"
	"strings"
	"testing"

	"paretocov/frontier"
	"paretocov/frontier/ingest"
)

// countsOf are request counts as they stand in a table, and what they tell.
var countsOf = []struct {
	completed, failed string
	rate              float64
	reason            frontier.Reason
}{
	{"95", "5", 0.05, frontier.Usable},
	{"100", "0", 0, frontier.Usable},
	{"0", "7", 1, frontier.Usable},
	{"2", "1", 1.0 / 3, frontier.Usable},
	{"0", "0", 0, frontier.NotAShare},
	{"-1", "5", 0, frontier.NotAShare},
	{"5", "-1", 0, frontier.NotAShare},
	{"1e308", "1e308", 0, frontier.NotAShare},
	{"", "5", 0, frontier.Missing},
	{"5", "", 0, frontier.Missing},
}

// rowsWithCounts are n rows with these counts in turn, as CSV, as an array and
// with one object per line.
func rowsWithCounts(n int) map[string]string {
	var csv, array, lines strings.Builder
	csv.WriteString("id,completed,failed,tput_per_gpu,p90_e2el\n")
	for i := range n {
		c := countsOf[i%len(countsOf)]
		fmt.Fprintf(&csv, "p%d,%s,%s,%d,2\n", i, c.completed, c.failed, i+1)
		null := func(s string) string {
			if s == "" {
				return "null"
			}
			return s
		}
		object := fmt.Sprintf(`{"id":"p%d","completed":%s,"failed":%s,"tput_per_gpu":%d,"p90_e2el":2}`, i, null(c.completed), null(c.failed), i+1)
		lines.WriteString(object + "\n")
		array.WriteString("," + object)
	}
	return map[string]string{"csv": csv.String(), "array": "[" + array.String()[1:] + "]", "lines": lines.String()}
}

func checkRates(t *testing.T, what string, tb *frontier.Table, row int) {
	t.Helper()
	m := tb.Metric(frontier.FailureRate)
	if m == nil {
		t.Fatalf("%s: no failure rate", what)
	}
	for r := range tb.Rows {
		c := countsOf[(row+r)%len(countsOf)]
		reason := frontier.Usable
		if m.Reasons != nil {
			reason = m.Reasons[r]
		}
		if reason != c.reason || reason == frontier.Usable && m.Values[r] != c.rate {
			t.Fatalf("%s: completed %s, failed %s: %v, %v; want %v, %v", what, c.completed, c.failed, m.Values[r], reason, c.rate, c.reason)
		}
	}
	if tb.Metric("completed") != nil || tb.Metric("failed") != nil || tb.Label("completed") != nil || tb.Label("failed") != nil {
		t.Errorf("%s: the counts are still there", what)
	}
}

// TestFailureRateOfCounts: counts tell the rate in every shape of table, read as a
// tree, by the scanners and in parts.
func TestFailureRateOfCounts(t *testing.T) {
	for _, n := range []int{len(countsOf), 20_000} {
		for shape, doc := range rowsWithCounts(n) {
			what := fmt.Sprint(n, " rows, ", shape)
			tb, err := text(t, ingest.Options{}, doc)
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			if tb.Rows != n {
				t.Fatalf("%s: %d rows read", what, tb.Rows)
			}
			checkRates(t, what, tb, 0)
			for _, name := range tb.Unread {
				if name == "completed" || name == "failed" {
					t.Errorf("%s: %s is said not to be read", what, name)
				}
			}
			if shape == "array" {
				continue // is not streamed
			}
			row := 0
			o := ingest.Options{Metrics: []string{y, x}, Stdin: strings.NewReader(doc)}
			if _, err := ingest.Stream([]string{"-"}, o, func(part *frontier.Table) error {
				checkRates(t, what+", in parts", part, row)
				row += part.Rows
				return nil
			}); err != nil || row != n {
				t.Errorf("%s, in parts: %d rows, %v", what, row, err)
			}
		}
	}
}

// TestFailureRateOfArtifacts: what the accounts of InferenceX rows tell.
func TestFailureRateOfArtifacts(t *testing.T) {
	for _, test := range []struct{ doc, account, want string }{
		{fixedDoc, `"benchmark_outcome":{"requested":100,"completed":95,"failed":5}`, "0.05"},
		{fixedDoc, `"benchmark_outcome":{"requested":100,"completed":90,"failed":0}`, "0.1"},
		{fixedDoc, `"benchmark_outcome":{"requested":100,"completed":90}`, "0.1"},
		{fixedDoc, `"benchmark_outcome":{"requested":100,"failed":10}`, "0.1"},
		{fixedDoc, `"benchmark_outcome":{"completed":3,"failed":1}`, "0.25"},
		{fixedDoc, `"benchmark_outcome":{"requested":null,"completed":3,"failed":1}`, "0.25"},
		{fixedDoc, `"benchmark_outcome":{"requested":100}`, ""},
		{fixedDoc, `"benchmark_outcome":null`, ""},
		{fixedDoc, `"benchmark_outcome":"passed"`, ""},
		{fixedDoc, `"benchmark_outcome":{"status":"passed"}`, ""},
		{fixedDoc, `"benchmark_outcome":{"requested":0,"completed":0,"failed":0}`, "no share from 0 to 1"},
		{fixedDoc, `"benchmark_outcome":{"requested":10,"completed":11,"failed":0}`, "no share from 0 to 1"},
		{fixedDoc, `"benchmark_outcome":{"requested":10,"completed":5,"failed":6}`, "no share from 0 to 1"},
		{fixedDoc, `"benchmark_outcome":{"requested":10,"completed":-5,"failed":5}`, "no share from 0 to 1"},
		{fixedDoc, `"benchmark_outcome":{"requested":10,"completed":true,"failed":0}`, "no share from 0 to 1"},
		{fixedDoc, `"benchmark_outcome":{"requested":NaN,"completed":5,"failed":5}`, "no share from 0 to 1"},
		{v3Doc, `"request_accounting":{"records_profiled":112,"records_error_dropped":0},"num_requests_total":156,"num_requests_successful":112`, "0"},
		{v3Doc, `"request_accounting":{"records_profiled":90,"records_error_dropped":10}`, "0.1"},
		{flatDoc, `"request_accounting":{"records_profiled":90,"records_error_dropped":10}`, "0.1"},
		{v3Doc, `"request_accounting":{"records_profiled":90,"records_error_dropped":10},"benchmark_outcome":{"requested":10,"completed":8,"failed":2}`, "0.2"},
		{v3Doc, `"request_accounting":{"records_profiled":90,"records_error_dropped":10},"benchmark_outcome":{"requested":10,"completed":10,"failed":0}`, "0.1"},
		{v3Doc, `"request_accounting":{"records_profiled":90}`, ""},
		{v3Doc, `"request_accounting":{"records_profiled":0,"records_error_dropped":0}`, "no share from 0 to 1"},
		{v3Doc, `"num_requests_total":156,"num_requests_successful":112`, ""},
	} {
		tb, err := text(t, ingest.Options{}, change(t, test.doc, `"conc":`, test.account+`,"conc":`))
		if err != nil {
			t.Errorf("%s: %v", test.account, err)
			continue
		}
		got := ""
		if m := tb.Metric(frontier.FailureRate); m != nil {
			got = fmt.Sprint(m.Values[0])
			if m.Reasons != nil {
				got = m.Reasons[0].String()
			}
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.account, got, test.want)
		}
	}
}

package frontier_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"paretocov/frontier"
	"paretocov/frontier/report"
	"paretocov/pareto"
)

// frontText is the text of a front, or its error.
func frontText(t *rapid.T, o frontier.Options, table *frontier.Table, rule pareto.Rule) string {
	a, err := frontier.Arrange(o, table)
	if err != nil {
		return "error: " + err.Error()
	}
	res, err := frontier.Front(a, rule)
	if err != nil {
		return "error: " + err.Error()
	}
	res.Require(3)
	if o.Joint {
		res.Joint(a)
	}
	for i := range res.Filtered {
		res.Filtered[i].Names = nil // not listed after thinning
	}
	var b strings.Builder
	if err := report.FrontText(&b, res, report.Style{}); err != nil {
		t.Fatal(err)
	}
	for _, c := range res.Curves {
		fmt.Fprintln(&b, c.Key, c.Points)
		for _, v := range c.Views {
			fmt.Fprintln(&b, v.X.Name, res.Inputs.Failures, v.Measured, v.Invalid, v.OnFrontier, v.OnStrictFrontier, v.Status, v.Area, v.WidestGap, len(v.Dominated)+v.Others)
		}
	}
	return b.String()
}

// TestThinningChangesNoText: a front of the rows that thinning keeps reads as one
// of the whole table, whatever the table.
func TestThinningChangesNoText(t *testing.T) {
	thinner := 0
	rapid.Check(t, func(t *rapid.T) {
		w, o := drawWorld(t), drawOptions(t)
		rule := rapid.SampledFrom([]pareto.Rule{pareto.Strict, pareto.Dashboard}).Draw(t, "rule")
		if rapid.IntRange(0, 3).Draw(t, "with a condition") == 0 {
			c, err := frontier.ParseCondition(rapid.SampledFrom([]string{"tput_per_gpu > 3", "p90_e2el < 60"}).Draw(t, "where"))
			if err != nil {
				t.Fatal(err)
			}
			o.Where = append(o.Where, c)
		}
		o.Joint = rapid.Bool().Draw(t, "joint")
		rows := w.records(t, 1, 90)
		if rapid.Bool().Draw(t, "with failure rates") {
			o.MaxFailureRate = drawFailures(t, rows)
		}
		table := tableOf(rows)
		want := frontText(t, o, table, rule)
		th, ok := frontier.ThinAlways(o, table, rule)
		if !ok {
			return
		}
		if len(th.Kept()) < table.Rows {
			thinner++
		}
		o.Thinned = th
		if d := cmp.Diff(want, frontText(t, o, table, rule)); d != "" {
			t.Fatalf("kept %v of %d rows\n%s", th.Kept(), table.Rows, d)
		}
	})
	if thinner == 0 && !testing.Short() { // short runs may draw none
		t.Error("nothing was ever thinned")
	}
}

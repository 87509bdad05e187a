package frontier_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"paretocov/frontier"
	"paretocov/pareto"
)

// streamed returns the fronts of rows that come in parts of so many.
func streamed(o frontier.Options, rule pareto.Rule, rows []record, part func() int) (*frontier.FrontResult, error) {
	s := frontier.NewFrontStream(o, rule)
	for from := 0; from < len(rows); {
		to := min(len(rows), from+part())
		s.Add(tableOf(rows[from:to]))
		from = to
	}
	a, err := s.Arrange(frontier.Table{Sources: tableOf(rows).Sources})
	if err != nil {
		return nil, err
	}
	return frontier.Front(a, rule)
}

// counts says what a front counts and where its frontiers are.
func counts(r *frontier.FrontResult) string {
	var b strings.Builder
	fmt.Fprintln(&b, r.Inputs.Failures)
	for _, c := range r.Curves {
		fmt.Fprintln(&b, c.Key, c.Points)
		for _, v := range c.Views {
			fmt.Fprintln(&b, " ", v.X.Name, v.Status, v.Measured, v.Invalid, v.OnFrontier, v.OnStrictFrontier, len(v.Dominated)+v.Others)
			for _, p := range v.Frontier {
				fmt.Fprintln(&b, "   ", p.X, p.Y, len(p.Members))
			}
		}
	}
	return b.String()
}

// TestStreamedFronts: rows that come in parts have the fronts of the whole table,
// as long as no identity repeats.
func TestStreamedFronts(t *testing.T) {
	some := 0
	rapid.Check(t, func(t *rapid.T) {
		w, o := drawWorld(t), drawOptions(t)
		o.X = axes(rapid.SampledFrom([]string{"p90_e2el", "mean_intvty"}).Draw(t, "x"))
		if rapid.Bool().Draw(t, "two views") {
			o.X = axes("p90_e2el", "mean_intvty")
		}
		if rapid.IntRange(0, 3).Draw(t, "with a condition") == 0 {
			c, err := frontier.ParseCondition("tput_per_gpu > 3")
			if err != nil {
				t.Fatal(err)
			}
			o.Where = append(o.Where, c)
		}
		rule := rapid.SampledFrom([]pareto.Rule{pareto.Strict, pareto.Dashboard}).Draw(t, "rule")
		rows := w.records(t, 1, 60)
		if rapid.Bool().Draw(t, "with failure rates") {
			o.MaxFailureRate = drawFailures(t, rows)
		}
		a, err := frontier.Arrange(o, tableOf(rows))
		if err != nil || len(a.Repeats) > 0 {
			t.Skip("not comparable")
		}
		whole, err := frontier.Front(a, rule)
		if err != nil {
			t.Skip(err)
		}
		some++
		parts, err := streamed(o, rule, rows, func() int { return rapid.IntRange(1, 25).Draw(t, "part") })
		if err != nil {
			t.Fatal(err)
		}
		if got, want := counts(parts), counts(whole); got != want {
			t.Errorf("in parts:\n%s\nat once:\n%s", got, want)
		}
		if !parts.Streamed || whole.Streamed {
			t.Error("a result does not say how it was read")
		}
	})
	if some == 0 && !testing.Short() { // short runs may draw none
		t.Error("nothing was ever compared")
	}
}

// TestStreamKeepsFrontiers: of many rows that are dominated a stream keeps none,
// and it names the first of many without values.
func TestStreamKeepsFrontiers(t *testing.T) {
	const parts, each = 40, 2000
	o := frontier.Options{X: axes("p90_e2el"), Y: axis("tput_per_gpu")}
	s := frontier.NewFrontStream(o, pareto.Strict)
	for p := range parts {
		rows := make([]record, each)
		for i := range rows {
			n := p*each + i
			rows[i] = record{texts: map[string]string{"id": fmt.Sprint("point", n)}, numbers: map[string]float64{"p90_e2el": 10 + float64(n%97), "tput_per_gpu": 500 + float64(n%89)}}
			if n%1000 == 7 {
				delete(rows[i].numbers, "p90_e2el")
			}
			if i == 3 { // a frontier that is replaced in every part
				rows[i].numbers["p90_e2el"], rows[i].numbers["tput_per_gpu"] = 9/float64(p+1), 1000+float64(p)
			}
		}
		s.Add(tableOf(rows))
	}
	a, err := s.Arrange(frontier.Table{Sources: []frontier.Source{{Path: "parts.csv"}}})
	if err != nil {
		t.Fatal(err)
	}
	if n := a.Tables[0].Rows; n > 101 {
		t.Errorf("%d rows kept, want 1 and those without values", n)
	}
	r, err := frontier.Front(a, pareto.Strict)
	if err != nil {
		t.Fatal(err)
	}
	v := r.Curves[0].Views[0]
	if v.OnFrontier != 1 || v.Frontier[0].ID != fmt.Sprint("point", (parts-1)*each+3) || v.Invalid != 80 || v.Measured != parts*each-80 {
		t.Errorf("%d on the frontier (%v), %d measured, %d invalid", v.OnFrontier, v.Frontier, v.Measured, v.Invalid)
	}
}

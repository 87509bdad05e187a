package frontier_test

import (
	"fmt"
	"math"
	"testing"

	"paretocov/frontier"
)

// TestReasons: a cell is usable if it holds a number that is finite and above
// zero, whatever the reader says of it.
func TestReasons(t *testing.T) {
	for _, test := range []struct {
		v    float64
		read frontier.Reason
		want frontier.Reason
	}{
		{1, frontier.Usable, frontier.Usable},
		{5e-324, frontier.Usable, frontier.Usable},
		{math.MaxFloat64, frontier.Usable, frontier.Usable},
		{0, frontier.Usable, frontier.Zero},
		{math.Copysign(0, -1), frontier.Usable, frontier.Zero},
		{-5e-324, frontier.Usable, frontier.Negative},
		{-1, frontier.Usable, frontier.Negative},
		{math.NaN(), frontier.Usable, frontier.NaN},
		{math.Inf(1), frontier.Usable, frontier.Infinite},
		{math.Inf(-1), frontier.Usable, frontier.Infinite},
		{1, frontier.Missing, frontier.Missing}, // the number has no meaning
		{1, frontier.Null, frontier.Null},
		{0, frontier.Failed, frontier.Failed},
		{1, frontier.Text, frontier.Text},
		{1, frontier.Boolean, frontier.Boolean},
	} {
		m := frontier.Metric{Values: []float64{9, test.v}, Reasons: []frontier.Reason{frontier.Usable, test.read}}
		if got := m.Reason(1); got != test.want || m.Reason(0) != frontier.Usable {
			t.Errorf("%v, read as %s: %s, want %s", test.v, test.read, got, test.want)
		}
		m.Reasons = nil
		if got := m.Reason(1); test.read == frontier.Usable && got != test.want {
			t.Errorf("%v without reasons: %s, want %s", test.v, got, test.want)
		}
	}
	words := map[string]bool{}
	for r := frontier.Usable; r <= frontier.Negative; r++ {
		words[r.String()] = true
	}
	if len(words) != int(frontier.Negative)+1 || words["invalid"] {
		t.Errorf("words %v", words)
	}
}

// TestLabels: a row without a text has none, and so has a column that is not
// there.
func TestLabels(t *testing.T) {
	tb := tableOf([]record{{texts: map[string]string{"a": "x"}, line: 2}, {texts: map[string]string{"b": "y"}, line: 5}})
	var got []string
	for row := range tb.Rows {
		got = append(got, fmt.Sprintf("%q %q %q %s", tb.Label("a").Text(row), tb.Label("b").Text(row), tb.Label("c").Text(row), tb.Place(row)))
	}
	for i, want := range []string{`"x" "" "" rows.csv:2`, `"" "y" "" rows.csv:5`} {
		if got[i] != want {
			t.Errorf("row %d: %s, want %s", i, got[i], want)
		}
	}
	if tb.Metric("nothing") != nil {
		t.Error("a metric that is not there")
	}
	closed := 0
	tb = frontier.NewTable(frontier.Table{}, func() { closed++ })
	tb.Close()
	tb.Close()
	if closed != 1 {
		t.Errorf("closed %d times", closed)
	}
}

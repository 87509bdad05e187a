package frontier_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"paretocov/frontier"
)

// TestRepeats: equal rows of one identity merge; of unequal ones the newest
// wins, and the others are listed; whatever the order of the rows.
func TestRepeats(t *testing.T) {
	for _, test := range []struct {
		what    string
		columns string
		rows    []string // conc is 4 in all; the first counts
		merged  int
		dropped int
	}{
		{"equal rows", "p90_e2el,tput_per_gpu", []string{"1,10", "1,10", "1,10"}, 2, 0},
		{"equal numbers in other words", "p90_e2el,tput_per_gpu", []string{"1,10", "1.0,1e1"}, 1, 0},
		{"equal rows of different runs", "p90_e2el,tput_per_gpu,run_id,image", []string{"1,10,1,a", "1,10,2,b"}, 1, 0},
		{"dates", "p90_e2el,tput_per_gpu,date", []string{"2,20,2026-02-01", "1,10,2026-01-31", "3,30,2025-12-31"}, 0, 2},
		{"the date before the attempt", "p90_e2el,tput_per_gpu,date,attempt", []string{"2,20,2026-02-01,1", "1,10,2026-01-31,9"}, 0, 1},
		{"attempts", "p90_e2el,tput_per_gpu,attempt", []string{"2,20,2", "1,10,1"}, 0, 1},
		{"attempts as numbers", "p90_e2el,tput_per_gpu,run_attempt", []string{"2,20,10", "1,10,9", "3,30,2"}, 0, 2},
		{"runs as numbers", "p90_e2el,tput_per_gpu,run_id", []string{"2,20,1000", "1,10,999"}, 0, 1},
		{"a start before the number of the run", "p90_e2el,tput_per_gpu,run_started_at,workflow_run_id", []string{"2,20,2026-01-01T09:00:00Z,5", "1,10,2026-01-01T08:00:00Z,7"}, 0, 1},
		{
			"attempts in the address of a run", "p90_e2el,tput_per_gpu,run_url",
			[]string{"2,20,https://host/actions/runs/77/attempts/10", "1,10,https://host/actions/runs/77/attempts/2"},
			0, 1,
		},
		{"the newest twice", "p90_e2el,tput_per_gpu,attempt", []string{"2,20,2", "2,20,2", "1,10,1"}, 1, 1},
		{"an equal row of unknown attempt", "p90_e2el,tput_per_gpu,attempt", []string{"2,20,2", "2,20,", "1,10,1"}, 1, 1},
		{"an order by the next field where one is the same", "p90_e2el,tput_per_gpu,date,attempt", []string{"2,20,2026-01-01,3", "1,10,2026-01-01,2"}, 0, 1},
		{"other spellings are the same identity", "hardware,p90_e2el,tput_per_gpu,attempt", []string{"H100,2,20,2", "h100-sxm,1,10,1"}, 0, 1},
	} {
		for _, order := range permutations(len(test.rows)) {
			text := "conc," + test.columns + "\n"
			keptLine := 0
			for line, i := range order {
				text += "4," + test.rows[i] + "\n"
				if test.rows[i] == test.rows[0] && keptLine == 0 {
					keptLine = line + 2
				}
			}
			o := frontier.Options{X: axes("p90_e2el")}
			tb := table(t, "rows.csv", text, o)
			a := arrange(t, o, tb)
			c := onlyCurve(t, a)
			if len(c.Sides[0].Points) != 1 || len(a.Repeats) != 1 {
				t.Fatalf("%s: %d points, %d repeats", test.what, len(c.Sides[0].Points), len(a.Repeats))
			}
			p, r := c.Sides[0].Points[0], a.Repeats[0]
			want := strings.Split(test.rows[0], ",")[strings.Count(strings.Split(test.columns, "tput")[0], ",")]
			if got := fmt.Sprint(tb.Metric("tput_per_gpu").Values[p.Row]); got != strings.Replace(want, "1e1", "10", 1) {
				t.Errorf("%s, order %v: throughput %s counts, want %s", test.what, order, got, want)
			}
			if p.Merged != test.merged || r.Merged != test.merged || len(r.Dropped) != test.dropped {
				t.Errorf("%s, order %v: %d (%d) merged, %d dropped; want %d, %d", test.what, order, p.Merged, r.Merged, len(r.Dropped), test.merged, test.dropped)
			}
			if r.Side != 0 || r.Key != c.Key || r.Name != p.Name || test.dropped > 0 && test.merged == 0 && r.Kept != fmt.Sprintf("rows.csv:%d", keptLine) {
				t.Errorf("%s, order %v: %+v, want that of %s, line %d", test.what, order, r, p.Name, keptLine)
			}
		}
	}
}

// permutations are all orders of n things.
func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{{}}
	}
	var all [][]int
	for _, p := range permutations(n - 1) {
		for at := range n {
			q := append(append([]int{}, p[:at]...), n-1)
			all = append(all, append(q, p[at:]...))
		}
	}
	return all
}

// TestRepeatsWithoutAnOrder: nothing tells which of two unequal rows counts, so
// the input is refused, in front as in cover, and both places are named.
func TestRepeatsWithoutAnOrder(t *testing.T) {
	o := frontier.Options{Y: axis(frontier.DefaultY), X: axes("p90_e2el")}
	good := table(t, "good.csv", "conc,p90_e2el,tput_per_gpu\n4,1,10\n", o)
	for _, test := range []struct{ what, columns, one, two string }{
		{"no column", "", "1,10", "1,11"},
		{"the same attempt", ",attempt", "1,10,1", "1,11,1"},
		{"one attempt unknown", ",attempt", "1,10,1", "1,11,"},
		{"a column that tells no order", ",image", "1,10,v1", "1,11,v2"},
		{"an unread number is no order", ",power", "1,10,5", "1,11,6"},
	} {
		for _, rows := range [][2]string{{test.one, test.two}, {test.two, test.one}} {
			bad := table(t, "bad.csv", "conc,p90_e2el,tput_per_gpu"+test.columns+"\n4,"+rows[0]+"\n4,"+rows[1]+"\n", o)
			for name, tables := range map[string][]*frontier.Table{"front": {bad}, "base": {bad, good}, "head": {good, bad}} {
				_, err := frontier.Arrange(o, tables...)
				var data *frontier.DataError
				if !errors.As(err, &data) || !strings.Contains(data.Text, "bad.csv:2") || !strings.Contains(data.Text, "bad.csv:3") || !strings.Contains(data.Text, "c4") {
					t.Errorf("%s, %s: error %v; want one that names c4, bad.csv:2 and bad.csv:3", test.what, name, err)
				}
			}
		}
	}
}

// TestRepeatsDoNotDependOnTheOrderOfRows: up to four rows of one identity, some
// of them equal, some of unknown attempts, give one answer: the same row with the
// same others, or the same words of refusal.
func TestRepeatsDoNotDependOnTheOrderOfRows(t *testing.T) {
	o := frontier.Options{Y: axis(frontier.DefaultY), X: axes("p90_e2el")}
	kinds := []string{"-1", "-2", "11", "12", "21", "22"} // attempt, - if unknown, and value
	var sets [][]string
	for _, a := range kinds {
		for _, b := range kinds {
			for _, c := range kinds {
				sets = append(sets, []string{a, b, c})
				for _, d := range kinds {
					sets = append(sets, []string{a, b, c, d})
				}
			}
		}
	}
	for _, set := range sets {
		if t.Failed() { // one is enough
			break
		}
		said := map[string]bool{}
		for _, order := range permutations(len(set)) {
			rows := make([]record, len(set))
			for at, i := range order {
				rows[at] = record{
					texts: map[string]string{"id": "a", "attempt": strings.Trim(set[i][:1], "-")}, line: int32(i + 2),
					numbers: map[string]float64{"p90_e2el": float64(set[i][1]), frontier.DefaultY: 1},
				}
			}
			a, err := frontier.Arrange(o, tableOf(rows))
			if err != nil {
				said[err.Error()] = true
				continue
			}
			p := a.Curves[0].Sides[0].Points[0]
			said[fmt.Sprint(a.Tables[0].Metric("p90_e2el").Values[p.Row], p.Merged, a.Repeats)] = true
		}
		if len(said) != 1 {
			t.Errorf("rows %q: %d answers, by their order: %q", set, len(said), slices.Collect(maps.Keys(said)))
		}
	}
}

// TestRepeatsOfRecipes: equal identities with different recipes on one side are
// different points; for the other side the identity is there if any is.
func TestRepeatsOfRecipes(t *testing.T) {
	o := frontier.Options{X: axes("p90_e2el")}
	two := table(t, "two.csv", "conc,tp,recipe_fingerprint,p90_e2el,tput_per_gpu\n4,8,aaaa,1,10\n4,8,bbbb,2,20\n", o)
	one := table(t, "one.csv", "conc,tp,recipe_fingerprint,p90_e2el,tput_per_gpu\n4,8,bbbb,2,20\n", o)
	c := cover(t, arrange(t, o, two, one), exact()).Curves[0]
	if c.Removed != 0 || c.Kept+c.Changed != 2 || c.Added != 0 {
		t.Errorf("two recipes, then one: %d removed, %d kept, %d changed, %d added", c.Removed, c.Kept, c.Changed, c.Added)
	}
	c = cover(t, arrange(t, o, one, two), exact()).Curves[0]
	if c.Removed != 0 || c.Kept != 1 || c.Added != 0 {
		t.Errorf("one recipe, then two: %d removed, %d kept, %d changed, %d added", c.Removed, c.Kept, c.Changed, c.Added)
	}
}

// TestRepeatThatFailed: a row without usable values is no measured point, so a
// later attempt that failed does not take the place of one that did not.
func TestRepeatThatFailed(t *testing.T) {
	o := frontier.Options{X: axes("p90_e2el")}
	a := arrange(t, o, table(t, "rows.csv", "conc,p90_e2el,tput_per_gpu,attempt\n4,1,10,1\n4,,,2\n", o))
	s := onlyCurve(t, a).Sides[0]
	if diff := gocmp.Diff([]string{"c4"}, pointNames(onlyCurve(t, a), 0)); diff != "" || len(a.Repeats) != 0 {
		t.Errorf("points (-want +got):\n%s\nrepeats %+v", diff, a.Repeats)
	}
	if len(s.Dead) != 1 || s.Dead[0].Name != "c4" || s.Dead[0].Field != "tput_per_gpu" || s.Dead[0].Reason != frontier.Missing || s.Dead[0].Place != "rows.csv:3" {
		t.Errorf("other rows %+v", s.Dead)
	}
}

// TestManyRepeats: a point that was measured again and again, with other values
// and with the same. The time is that of reading, and not the square of the rows.
func TestManyRepeats(t *testing.T) {
	for _, most := range []int{1, 200_000} {
		var text strings.Builder
		text.WriteString("conc,attempt,p90_e2el,tput_per_gpu\n")
		for i := range 200_000 {
			fmt.Fprintf(&text, "4,%d,1,%d\n", i, min(i+1, most))
		}
		o := frontier.Options{X: axes("p90_e2el")}
		tb := table(t, "rows.csv", text.String(), o)
		start := time.Now()
		c := onlyCurve(t, arrange(t, o, tb))
		if took := time.Since(start); len(c.Sides[0].Points) != 1 || took > 20*time.Second {
			t.Errorf("%d values: %d points, %v", most, len(c.Sides[0].Points), took)
		}
	}
}

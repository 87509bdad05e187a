package ingest_test

import (
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"paretocov/frontier"
	"paretocov/frontier/ingest"
)

const sameRun = "../../fixtures/samerun/"

// TestSameRun: one run as artifacts, as collected, and as the API answers is the
// same ten points with the same numbers.
func TestSameRun(t *testing.T) {
	metrics := []string{y, "input_tput_per_gpu", "output_tput_per_gpu"}
	for _, stat := range []string{"mean", "median", "p75", "p90", "p99"} {
		metrics = append(metrics, stat+"_e2el", stat+"_intvty")
	}
	tables := map[string]*frontier.Table{}
	points := map[string][]string{}
	for name, path := range map[string]string{"artifacts": "artifacts", "collected": "agg", "API": "api.json"} {
		tb, err := read(t, ingest.Options{Metrics: metrics}, sameRun+path)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		tables[name] = tb
		y, err := frontier.ParseAxis(y)
		if err != nil {
			t.Fatal(err)
		}
		a, err := frontier.Arrange(frontier.Options{Y: y}, tb)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, c := range a.Curves {
			for _, p := range c.Sides[0].Points {
				line := c.Key + ": " + p.Name
				for _, m := range tb.Metrics {
					if m.Reason(p.Row) == frontier.Usable {
						line += fmt.Sprintf(" %s=%v", m.Name, m.Values[p.Row])
					}
				}
				points[name] = append(points[name], line)
			}
		}
		slices.Sort(points[name])
	}
	if len(points["API"]) != 10 {
		t.Errorf("%d points, want 10:\n%q", len(points["API"]), points["API"])
	}
	for _, name := range []string{"artifacts", "collected"} {
		if diff := gocmp.Diff(points["API"], points[name]); diff != "" {
			t.Errorf("API and %s (-API +%s):\n%s", name, name, diff)
		}
		// The same identities too: nothing is removed either way.
		for _, pair := range [][2]*frontier.Table{{tables["API"], tables[name]}, {tables[name], tables["API"]}} {
			axis, err := frontier.ParseAxis(y)
			if err != nil {
				t.Fatal(err)
			}
			a, err := frontier.Arrange(frontier.Options{Y: axis}, pair[0], pair[1])
			if err != nil {
				t.Fatal(err)
			}
			r, err := frontier.Cover(a, frontier.CoverPolicy{Scope: frontier.ScopeAll})
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range r.Curves {
				if c.Removed+c.Added+c.Changed != 0 || c.Kept == 0 {
					t.Errorf("API and %s: %s: %d removed, %d added, %d changed, %d kept", name, c.Key, c.Removed, c.Added, c.Changed, c.Kept)
				}
			}
		}
	}
	// What lies beside the points of a downloaded run.
	want := map[string]int{"eval": 1, "gpu metrics": 1, "log": 1, "raw trace": 2}
	if diff := gocmp.Diff(want, tables["artifacts"].Skipped); diff != "" {
		t.Errorf("passed over (-want +got):\n%s", diff)
	}
	formats := map[string]int{}
	for _, s := range tables["artifacts"].Sources {
		formats[s.Format] += s.Rows
	}
	if diff := gocmp.Diff(map[string]int{"inferencex-fixed": 8, "agentx-v3": 2}, formats); diff != "" {
		t.Errorf("formats (-want +got):\n%s", diff)
	}
}

// TestFixturesAreRead: every file of real rows, with its shape and number of
// rows, and no row without a throughput.
func TestFixturesAreRead(t *testing.T) {
	for path, want := range map[string]string{
		"inferencex-dsr1/base.json":               "inferencex-api 435",
		"inferencex-dsr1/head.json":               "inferencex-api 435",
		"inferencex-dsr1/history.json":            "inferencex-api 1462",
		"demo/base.json":                          "inferencex-api 17",
		"demo/head.json":                          "inferencex-api 14",
		"agentx-unofficial/kimi-k2.5-mi355x/base": "agentx-flat 20",
		"agentx-unofficial/kimi-k2.5-mi355x/head": "agentx-flat 20",
		"agentx-unofficial/minimax-m2.5-fp4-mi355x/base/results_bmk/agg_bmk.json": "agentx-flat 16",
		"agentx-unofficial/minimax-m2.5-fp4-mi355x/head":                          "agentx-flat 16",
		"agentx-v3/attempt1.json":                                                 "agentx-v3 1",
		"agentx-v3/attempt2.json":                                                 "agentx-v3 1",
		"story/base":                                                              "agentx-v3 9",
		"story/head":                                                              "agentx-v3 14",
		"story/seven":                                                             "agentx-v3 7",
	} {
		tb, err := read(t, ingest.Options{}, "../../fixtures/"+path)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		if got := fmt.Sprint(tb.Sources[0].Format, " ", tb.Rows); got != want || len(tb.Sources) != 1 {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
		for row := range tb.Rows {
			if r := tb.Metric(y).Reason(row); r != frontier.Usable {
				t.Errorf("%s: throughput is %s", tb.Place(row), r)
			}
		}
	}
}

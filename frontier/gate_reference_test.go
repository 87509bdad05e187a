package frontier_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"paretocov/frontier"
	"paretocov/frontier/ingest"
	"paretocov/pareto"
)

// gateRow is what the definition below needs of an API row.
type gateRow struct {
	Hardware, Framework, Precision string
	Spec                           string `json:"spec_method"`
	ISL, OSL                       int
	Metrics                        map[string]float64
}

func (r gateRow) curve() string {
	return fmt.Sprintf("dsr1 / single_turn / %s_%s / %s / %d/%d / %s", r.Hardware, r.Framework, r.Precision, r.ISL, r.OSL, r.Spec)
}

func readGateRows(t *testing.T, path string) []gateRow {
	t.Helper()
	doc, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var rows []gateRow
	if err := json.Unmarshal(doc, &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

// gatePoint is a point with both axes turned so that more is better for y, and
// for x as max says.
type gatePoint struct{ x, y float64 }

func pointsOf(rows []gateRow, x string) map[string][]gatePoint {
	m := map[string][]gatePoint{}
	for _, r := range rows {
		m[r.curve()] = append(m[r.curve()], gatePoint{r.Metrics[x], r.Metrics["tput_per_gpu"]})
	}
	return m
}

// strictFrontier is the non-dominated points, from the easy end on: the
// definition, pair by pair.
func strictFrontier(ps []gatePoint, maxX bool) []gatePoint {
	noWorse := func(a, b gatePoint) bool { return a.y >= b.y && (a.x == b.x || (a.x > b.x) == maxX) }
	var front []gatePoint
	for _, p := range ps {
		dominated := slices.ContainsFunc(ps, func(q gatePoint) bool { return q != p && noWorse(q, p) })
		if !dominated && !slices.Contains(front, p) {
			front = append(front, p)
		}
	}
	slices.SortFunc(front, func(a, b gatePoint) int {
		if (a.x < b.x) == maxX {
			return -1
		}
		return 1
	})
	return front
}

// coveredByDefinition decides whether (x, y) is attained by a point of head, or
// is on or below a line between neighbours, clipped at a factor of span.
func coveredByDefinition(x, y float64, head []gatePoint, maxX bool, span float64) bool {
	front := strictFrontier(head, maxX)
	for i, e := range front {
		if e.y >= y && (e.x == x || (e.x > x) == maxX) {
			return true
		}
		if i+1 == len(front) {
			continue
		}
		h := front[i+1]
		if span > 0 && math.Max(h.x/e.x, e.x/h.x) > span {
			if maxX {
				h.x = e.x * span
			} else {
				h.x = e.x / span
			}
		}
		if lo, hi := math.Min(e.x, h.x), math.Max(e.x, h.x); x >= lo && x <= hi {
			w := (x - e.x) / (h.x - e.x)
			if y <= (e.y+w*(h.y-e.y))*(1+1e-9) {
				return true
			}
		}
	}
	return false
}

// gated runs the gate on two tables of InferenceX rows.
func gated(t *testing.T, base, head string, x string, p pareto.Policy) *frontier.GateResult {
	t.Helper()
	axis, err := frontier.ParseAxis(x)
	if err != nil {
		t.Fatal(err)
	}
	y, err := frontier.ParseAxis(frontier.DefaultY)
	if err != nil {
		t.Fatal(err)
	}
	var tables []*frontier.Table
	for _, path := range []string{base, head} {
		table, err := ingest.Read([]string{path}, ingest.Options{Metrics: []string{y.Name, axis.Name}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(table.Close)
		tables = append(tables, table)
	}
	a, err := frontier.Arrange(frontier.Options{X: []frontier.Axis{axis}, Y: y}, tables...)
	if err != nil {
		t.Fatal(err)
	}
	nan := math.NaN()
	r, err := frontier.Gate(a, frontier.GatePolicy{
		CoverPolicy: frontier.CoverPolicy{Policy: p, Scope: frontier.ScopeAll},
		Warn:        nan, MaxLoss: nan, MinReach: nan, MaxAreaLoss: nan,
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// failing returns the curves that have an uncovered frontier point or are lost.
func failing(r *frontier.GateResult) map[string]bool {
	m := map[string]bool{}
	for _, reason := range r.Reasons {
		if reason.Kind.Fails() {
			m[reason.Key] = true
		}
	}
	return m
}

// TestGateIsTheDefinition compares the verdict of every curve of two real
// snapshots with the definition.
func TestGateIsTheDefinition(t *testing.T) {
	const basePath, headPath = "../fixtures/inferencex-dsr1/base.json", "../fixtures/inferencex-dsr1/head.json"
	baseRows, headRows := readGateRows(t, basePath), readGateRows(t, headPath)
	for _, x := range []string{"median_e2el", "median_intvty"} {
		maxX := strings.HasSuffix(x, "intvty")
		base, head := pointsOf(baseRows, x), pointsOf(headRows, x)
		for _, tolerance := range []float64{0, 0.02, 0.10} {
			r := gated(t, basePath, headPath, x, pareto.Policy{MaxSpan: 2, Tolerance: tolerance})
			got := failing(r)
			want := map[string]bool{}
			for key, points := range base {
				for _, p := range strictFrontier(points, maxX) {
					// Made 1-t times as good on both axes.
					x, y := p.x*(1-tolerance), p.y*(1-tolerance)
					if !maxX {
						x = p.x / (1 - tolerance)
					}
					if !coveredByDefinition(x, y, head[key], maxX, 2) {
						want[key] = true
					}
				}
			}
			for key := range base {
				if got[key] != want[key] {
					t.Errorf("%s at %v: %s fails: %v, by definition %v", x, tolerance, key, got[key], want[key])
				}
			}
			if len(want) == 0 || len(want) == len(base) {
				t.Errorf("%s at %v: %d of %d curves fail; the test shows nothing", x, tolerance, len(want), len(base))
			}
			if (r.Verdict == frontier.VerdictFail) != (len(want) > 0) {
				t.Errorf("%s at %v: verdict %s with %d failing curves", x, tolerance, r.Verdict, len(want))
			}
		}
	}
}

// TestGateCatchesThinnedFrontiers thins every frontier of a real model to its
// two end points: with lines of up to a factor of 2 nearly all of the denser
// ones fail, with lines of any span nearly none.
func TestGateCatchesThinnedFrontiers(t *testing.T) {
	const path = "../fixtures/inferencex-dsr1/head.json"
	rows := readGateRows(t, path)
	var raw []json.RawMessage
	doc, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(doc, &raw); err != nil {
		t.Fatal(err)
	}
	dense := map[string]bool{}
	var thin []json.RawMessage
	for key, points := range pointsOf(rows, "median_intvty") {
		front := strictFrontier(points, true)
		dense[key] = len(front) >= 4
		for i, r := range rows {
			p := gatePoint{r.Metrics["median_intvty"], r.Metrics["tput_per_gpu"]}
			if r.curve() == key && (p == front[0] || p == front[len(front)-1]) {
				thin = append(thin, raw[i])
			}
		}
	}
	thinned := t.TempDir() + "/thinned.json"
	doc, err = json.Marshal(thin)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(thinned, doc, 0o600); err != nil {
		t.Fatal(err)
	}
	check := func(span float64, want int) {
		t.Helper()
		n, of := 0, 0
		bad := failing(gated(t, path, thinned, "median_intvty", pareto.Policy{MaxSpan: span, Tolerance: 1e-9}))
		for key, is := range dense {
			if is {
				of++
				if bad[key] {
					n++
				}
			}
		}
		if n != want || of != 31 {
			t.Errorf("max span %v: %d of %d dense curves fail, want %d of 31", span, n, of, want)
		}
	}
	check(2, 29)
	check(0, 3)
}

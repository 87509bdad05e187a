package frontier_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"paretocov/frontier"
	"paretocov/frontier/ingest"
	"paretocov/pareto"
)

// This file makes tables for the tests of this package: from CSV or JSON text
// by package ingest, or row by row.

// allMetrics are the metrics that commands read when no view is asked for.
func allMetrics(xs ...frontier.Axis) []string {
	if len(xs) == 0 {
		for _, n := range frontier.DefaultXs() {
			xs = append(xs, axis(n))
		}
	}
	names := []string{frontier.DefaultY}
	for _, x := range xs {
		names = append(append(names, x.Name), frontier.Companions(x)...)
	}
	return names
}

// axis is ParseAxis for names that are right.
func axis(s string) frontier.Axis {
	a, err := frontier.ParseAxis(s)
	if err != nil {
		panic(err)
	}
	return a
}

func axes(names ...string) []frontier.Axis {
	var xs []frontier.Axis
	for _, n := range names {
		xs = append(xs, axis(n))
	}
	return xs
}

// condition is ParseCondition for conditions that are right.
func condition(s string) frontier.Condition {
	c, err := frontier.ParseCondition(s)
	if err != nil {
		panic(err)
	}
	return c
}

// table reads CSV or JSON text, for the views in o, with what its fields refer to.
func table(t testing.TB, name, text string, o frontier.Options) *frontier.Table {
	t.Helper()
	in := ingest.Options{Metrics: allMetrics(o.X...), Stdin: strings.NewReader(text), StdinName: name}
	for _, c := range o.Where {
		in.Fields = append(in.Fields, c.Field)
	}
	in.Fields = slices.Concat(in.Fields, o.GroupBy, o.Match)
	tb, err := ingest.Read([]string{"-"}, in)
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, text)
	}
	t.Cleanup(tb.Close)
	return tb
}

// files reads files for the views in o.
func files(t testing.TB, o frontier.Options, paths ...string) *frontier.Table {
	t.Helper()
	in := ingest.Options{Metrics: allMetrics(o.X...)}
	for _, c := range o.Where {
		in.Fields = append(in.Fields, c.Field)
	}
	in.Fields = slices.Concat(in.Fields, o.GroupBy, o.Match)
	tb, err := ingest.Read(paths, in)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tb.Close)
	return tb
}

// arrange is Arrange with the default y, for tables that are right.
func arrange(t testing.TB, o frontier.Options, tables ...*frontier.Table) *frontier.Arrangement {
	t.Helper()
	if o.Y.Name == "" {
		o.Y = axis(frontier.DefaultY)
	}
	a, err := frontier.Arrange(o, tables...)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// onlyCurve is the curve of an arrangement that has one.
func onlyCurve(t testing.TB, a *frontier.Arrangement) *frontier.Curve {
	t.Helper()
	if len(a.Curves) != 1 {
		var keys []string
		for _, c := range a.Curves {
			keys = append(keys, c.Key)
		}
		t.Fatalf("%d curves, want one: %q", len(keys), keys)
	}
	return a.Curves[0]
}

// pointNames are the names of the points of one side of a curve, in order.
func pointNames(c *frontier.Curve, side int) []string {
	var names []string
	for _, p := range c.Sides[side].Points {
		names = append(names, p.Name)
	}
	return names
}

// A record is a row of a table that is made by hand.
type record struct {
	texts   map[string]string
	numbers map[string]float64
	reasons map[string]frontier.Reason // of cells that hold no number
	line    int32                      // where it stands, whatever its index
}

// clone returns a record that shares nothing.
func (r record) clone() record {
	return record{maps.Clone(r.texts), maps.Clone(r.numbers), maps.Clone(r.reasons), r.line}
}

// tableOf makes a table of records.
func tableOf(records []record) *frontier.Table {
	t := frontier.Table{Rows: len(records), Sources: []frontier.Source{{Path: "rows.csv", Format: "csv", Rows: len(records)}}}
	metrics, labels := map[string]*frontier.Metric{}, map[string]*frontier.Label{}
	for _, r := range records {
		t.Places = append(t.Places, frontier.Place{Line: r.line, Row: r.line})
		for name := range r.texts {
			labels[name] = &frontier.Label{Name: name}
		}
		for name := range r.numbers {
			metrics[name] = &frontier.Metric{Name: name}
		}
		for name := range r.reasons {
			metrics[name] = &frontier.Metric{Name: name}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(metrics)) {
		m := metrics[name]
		for _, r := range records {
			v, ok := r.numbers[name]
			reason := r.reasons[name]
			if !ok && reason == frontier.Usable {
				reason = frontier.Missing
			}
			m.Values, m.Reasons = append(m.Values, v), append(m.Reasons, reason)
		}
		t.Metrics = append(t.Metrics, *m)
	}
	for _, name := range slices.Sorted(maps.Keys(labels)) {
		l := labels[name]
		for _, r := range records {
			text, ok := r.texts[name]
			code := int32(slices.Index(l.Words, text))
			switch {
			case !ok:
				code = -1
			case code < 0:
				code = int32(len(l.Words))
				l.Words = append(l.Words, text)
			}
			l.Codes = append(l.Codes, code)
		}
		t.Labels = append(t.Labels, *l)
	}
	return frontier.NewTable(t, nil)
}

// exact is the policy of the command line's defaults without a tolerance.
func exact() frontier.CoverPolicy {
	return frontier.CoverPolicy{Policy: pareto.Policy{Curve: pareto.Line, MaxSpan: 2}, Scope: frontier.ScopeHead}
}

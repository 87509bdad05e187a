package report

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"paretocov/frontier"
	"paretocov/frontier/ingest"
	"paretocov/pareto"
)

// A source is a document and what messages call it.
type source struct{ name, doc string }

// read reads a document as commands do, for the views given or the default ones.
func (s source) read(t testing.TB, o *frontier.Options) *frontier.Table {
	t.Helper()
	if o.Y.Name == "" {
		o.Y = axis(t, frontier.DefaultY)
	}
	names := []string{o.Y.Name}
	xs := o.X
	if len(xs) == 0 {
		for _, n := range frontier.DefaultXs() {
			xs = append(xs, axis(t, n))
		}
	}
	for _, x := range xs {
		names = append(append(names, x.Name), frontier.Companions(x)...)
	}
	in := ingest.Options{Metrics: names, Digest: true, Stdin: strings.NewReader(s.doc), StdinName: s.name}
	for _, c := range o.Where {
		in.Fields = append(in.Fields, c.Field)
	}
	tb, err := ingest.Read([]string{"-"}, in)
	if err != nil {
		t.Fatalf("%v\n%s", err, s.doc)
	}
	t.Cleanup(tb.Close)
	return tb
}

func axis(t testing.TB, s string) frontier.Axis {
	t.Helper()
	a, err := frontier.ParseAxis(s)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// comparison is what cover makes of two documents.
func comparison(t testing.TB, base, head source, o frontier.Options, scope frontier.Scope) *frontier.CoverResult {
	t.Helper()
	b := base.read(t, &o)
	h := head.read(t, &o)
	a, err := frontier.Arrange(o, b, h)
	if err != nil {
		t.Fatal(err)
	}
	r, err := frontier.Cover(a, frontier.CoverPolicy{Policy: pareto.Policy{MaxSpan: 2, Tolerance: 1e-9}, Scope: scope})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// fronts is what front makes of a document.
func fronts(t testing.TB, s source, o frontier.Options) *frontier.FrontResult {
	t.Helper()
	tb := s.read(t, &o)
	a, err := frontier.Arrange(o, tb)
	if err != nil {
		t.Fatal(err)
	}
	f, err := frontier.Front(a, pareto.Dashboard)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// written is what a writer writes.
func written(t testing.TB, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func coverJSONOf(t testing.TB, r *frontier.CoverResult) string {
	return written(t, func(w io.Writer) error { return CoverJSON(w, r) })
}

func coverTextOf(t testing.TB, r *frontier.CoverResult) string {
	return written(t, func(w io.Writer) error { return CoverText(w, r, Style{}) })
}

func coverMarkdownOf(t testing.TB, r *frontier.CoverResult) string {
	return written(t, func(w io.Writer) error { return CoverMarkdown(w, r, MarkdownLimit) })
}

func frontJSONOf(t testing.TB, r *frontier.FrontResult) string {
	return written(t, func(w io.Writer) error { return FrontJSON(w, r) })
}

func frontTextOf(t testing.TB, r *frontier.FrontResult) string {
	return written(t, func(w io.Writer) error { return FrontText(w, r, Style{}) })
}

func frontMarkdownOf(t testing.TB, r *frontier.FrontResult) string {
	return written(t, func(w io.Writer) error { return FrontMarkdown(w, r, MarkdownLimit) })
}

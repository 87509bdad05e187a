package report

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// A rendered is what a reader of a document sees, by another implementation of
// GitHub's Markdown.
type rendered struct {
	spans    map[string]bool // texts of code spans
	headings []string
	tables   [][][]string // rows of cells, the header first
	html     []string     // raw, block or inline
	live     []string     // links, images, emphasis of what is no text of ours
}

func renderGFM(doc string) rendered {
	source := []byte(doc)
	md := goldmark.New(goldmark.WithExtensions(extension.GFM))
	r := rendered{spans: map[string]bool{}}
	_ = ast.Walk(md.Parser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.CodeSpan:
			r.spans[visible(n, source)] = true
		case *ast.Heading:
			r.headings = append(r.headings, visible(n, source))
		case *extast.Table:
			var table [][]string
			for row := n.FirstChild(); row != nil; row = row.NextSibling() {
				var cells []string
				for c := row.FirstChild(); c != nil; c = c.NextSibling() {
					cells = append(cells, visible(c, source))
				}
				table = append(table, cells)
			}
			r.tables = append(r.tables, table)
		case *ast.HTMLBlock:
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				r.html = append(r.html, strings.TrimSpace(string(line.Value(source))))
			}
			if n.HasClosure() {
				r.html = append(r.html, strings.TrimSpace(string(n.ClosureLine.Value(source))))
			}
		case *ast.RawHTML:
			r.html = append(r.html, string(n.Segments.Value(source)))
		case *ast.Link:
			r.live = append(r.live, "link "+string(n.Destination))
		case *ast.AutoLink:
			r.live = append(r.live, "address "+string(n.URL(source)))
		case *ast.Image:
			r.live = append(r.live, "image "+string(n.Destination))
		case *extast.Strikethrough:
			r.live = append(r.live, "struck "+visible(n, source))
		}
		return ast.WalkContinue, nil
	})
	return r
}

// visible is the text of a node as it is read.
func visible(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Segment.Value(source))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte('\n')
			}
		case *ast.String:
			b.Write(n.Value)
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// ourHTML is the HTML that reports are made with.
func ourHTML(line string) bool {
	switch {
	case line == "", strings.HasPrefix(line, "<!-- paretocov:") && strings.HasSuffix(line, " -->") && strings.Count(line, "<") == 1:
		return true
	case line == "</details>", line == "<br>":
		return true
	case strings.HasPrefix(line, "<details><summary>") && strings.HasSuffix(line, "</summary>"):
		return strings.Count(line, "<") == 3
	case strings.HasPrefix(line, `<img alt="`) && strings.HasSuffix(line, `">`):
		return strings.Count(line, "<") == 1
	case line == "<picture>", line == "</picture>":
		return true
	case strings.HasPrefix(line, `<source media="(prefers-color-scheme: dark)" srcset="`) && strings.HasSuffix(line, `">`):
		return strings.Count(line, "<") == 1
	}
	return false
}

// checkRendered checks that a document is tables and texts of ours, and nothing
// that a name brought in.
func checkRendered(t *testing.T, doc string) rendered {
	t.Helper()
	r := renderGFM(doc)
	for _, line := range r.html {
		if !ourHTML(line) {
			t.Errorf("HTML that is not ours: %s", line)
		}
	}
	for _, l := range r.live {
		t.Errorf("live: %s", l)
	}
	for _, table := range r.tables {
		for _, row := range table {
			if len(row) != len(table[0]) {
				t.Errorf("a row of %d cells in a table of %d: %q", len(row), len(table[0]), row)
			}
		}
	}
	return r
}

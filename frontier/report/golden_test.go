package report

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"paretocov/frontier"
)

var update = flag.Bool("update", false, "rewrite the expected files in testdata")

// wantGolden compares with testdata/NAME.
func wantGolden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (make golden writes it)", err)
	}
	if diff := gocmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got; make golden rewrites it):\n%s", path, diff)
	}
}

// fixture is a file of the fixtures under its own name.
func fixture(t testing.TB, name string) source {
	t.Helper()
	doc, err := os.ReadFile("../../fixtures/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return source{name, string(doc)}
}

// rows keeps the rows of a JSON array that a condition holds for, one per line.
func rows(t *testing.T, s source, keep func(map[string]any) bool) source {
	t.Helper()
	var all []json.RawMessage
	if err := json.Unmarshal([]byte(s.doc), &all); err != nil {
		t.Fatal(err)
	}
	var kept []string
	for _, r := range all {
		var row map[string]any
		if err := json.Unmarshal(r, &row); err != nil {
			t.Fatal(err)
		}
		if keep(row) {
			kept = append(kept, string(r))
		}
	}
	return source{s.name, "[\n" + strings.Join(kept, ",\n") + "\n]\n"}
}

// TestGolden pins text and Markdown of the story and of one real curve, in which
// removed points are exceeded, below a line that is too wide, and uncovered.
func TestGolden(t *testing.T) {
	base, head := fixture(t, "story/base/results_bmk/agg_bmk.json"), fixture(t, "story/head/results_bmk/agg_bmk.json")
	story := comparison(t, base, head, frontier.Options{}, frontier.ScopeHead)
	seven := fronts(t, fixture(t, "story/seven/results_bmk/agg_bmk.json"), frontier.Options{E2ELOnly: true})

	one := func(row map[string]any) bool {
		return row["hardware"] == "b200" && row["framework"] == "sglang" && row["precision"] == "fp4" && row["spec_method"] == "none" && row["isl"] == 1024. && row["osl"] == 1024.
	}
	base, head = rows(t, fixture(t, "inferencex-dsr1/base.json"), one), rows(t, fixture(t, "inferencex-dsr1/head.json"), one)
	dsr1 := comparison(t, base, head, frontier.Options{}, frontier.ScopeHead)
	front := fronts(t, base, frontier.Options{E2ELOnly: true})
	if len(dsr1.Curves) != 1 || dsr1.Summary.Removed != 5 || dsr1.Summary.Covered != 2 {
		t.Errorf("%d curves, %+v; want one, with 2 of 5 covered", len(dsr1.Curves), dsr1.Summary)
	}
	for name, doc := range map[string]string{
		"story.cover.txt": coverTextOf(t, story), "story.cover.md": coverMarkdownOf(t, story),
		"seven.front.txt": frontTextOf(t, seven), "seven.front.md": frontMarkdownOf(t, seven),
		"dsr1.cover.txt": coverTextOf(t, dsr1), "dsr1.cover.md": coverMarkdownOf(t, dsr1),
		"dsr1.front.txt": frontTextOf(t, front), "dsr1.front.md": frontMarkdownOf(t, front),
	} {
		wantGolden(t, name, doc)
		if strings.HasSuffix(name, ".md") {
			noLiveText(t, doc)
			tables(t, doc)
			continue
		}
		// A person can read it at 100 columns.
		for i, line := range strings.Split(doc, "\n") {
			if n := len([]rune(line)); n > 100 {
				t.Errorf("%s: line %d has %d columns: %s", name, i+1, n, line)
			}
		}
	}
}

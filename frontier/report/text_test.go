package report

import (
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"paretocov/frontier"
)

// wantPrintable fails for control characters other than line breaks.
func wantPrintable(t *testing.T, what, doc string) {
	t.Helper()
	for i, line := range strings.Split(doc, "\n") {
		for _, r := range line {
			if unicode.IsControl(r) {
				t.Errorf("%s, line %d: %U in %q", what, i+1, r, line)
				break
			}
		}
	}
}

// TestControlCharactersStayOutOfTerminals, whichever name holds them.
func TestControlCharactersStayOutOfTerminals(t *testing.T) {
	const evil = "\x1b]0;title\x07\x1b[31m\r\x08\x7f\u009b2J\u0085\t"
	where, err := frontier.ParseCondition("id != " + evil)
	if err != nil {
		t.Fatal(err)
	}
	columns := "curve,id,p90_e2el,mean_intvty,tput_per_gpu\n"
	cell := csvCell("k" + evil)
	base := source{"base" + evil + ".csv", columns + cell + ",a" + evil + ",1,9,1\n" + cell + ",b" + evil + ",2,5,9\n" + cell + ",dead" + evil + ",,,\n" + csvCell("lost"+evil) + ",l" + evil + ",1,1,1\n"}
	head := source{"head" + evil + ".csv", columns + cell + ",n" + evil + ",1.5,6,5\n" + cell + ",m" + evil + ",1.5,6,5\n" + cell + ",dead" + evil + ",0,,1\n" + csvCell("new"+evil) + ",x,1,1,1\n"}
	o := frontier.Options{
		X: []frontier.Axis{axis(t, "p90_e2el"), axis(t, "mean_intvty")}, Where: []frontier.Condition{where}, Labels: []string{"b" + evil, "h" + evil},
	}
	for _, scope := range []frontier.Scope{frontier.ScopeHead, frontier.ScopeAll} {
		r := comparison(t, base, head, o, scope)
		r.Base.Label, r.Head.Paths = "label"+evil, []string{"path" + evil}
		r.Warnings = append(r.Warnings, "warning"+evil)
		wantPrintable(t, "cover", coverTextOf(t, r))
		wantPrintable(t, "cover, Markdown", coverMarkdownOf(t, r))
	}
	f := fronts(t, base, o)
	f.Inputs.Label = "label" + evil
	f.Warnings = append(f.Warnings, "warning"+evil)
	wantPrintable(t, "front", frontTextOf(t, f))
	wantPrintable(t, "front, Markdown", frontMarkdownOf(t, f))
	// Repeats name places.
	o = frontier.Options{X: o.X[:1]}
	rep := source{"r" + evil + ".csv", "id,attempt,p90_e2el,tput_per_gpu\na" + evil + ",1,1,1\na" + evil + ",2,2,2\na" + evil + ",2,2,2\n"}
	wantPrintable(t, "repeats", frontTextOf(t, fronts(t, rep, o)))
}

// TestControlCharactersOfAxes: names of columns come from files.
func TestControlCharactersOfAxes(t *testing.T) {
	x := "lat\x1b[31m\u009b"
	o := frontier.Options{X: []frontier.Axis{axis(t, x+":min")}}
	columns := "id," + x + ",tput_per_gpu\n"
	r := comparison(t, source{"b", columns + "a,2,2\nb,,3\nc,1,1\n"}, source{"h", columns + "n,1.5,3\nb,,1\n"}, o, frontier.ScopeHead)
	wantPrintable(t, "cover", coverTextOf(t, r))
	wantPrintable(t, "cover, Markdown", coverMarkdownOf(t, r))
	f := fronts(t, source{"b", columns + "a,2,2\nb,,3\nc,1,1\n"}, o)
	wantPrintable(t, "front", frontTextOf(t, f))
	wantPrintable(t, "front, Markdown", frontMarkdownOf(t, f))
}

// reports writes a comparison in every format.
func reports(t *testing.T, r *frontier.CoverResult) map[string]string {
	return map[string]string{"text": coverTextOf(t, r), "Markdown": coverMarkdownOf(t, r), "JSON": coverJSONOf(t, r)}
}

// TestInvalidValuesAreNamedInEveryFormat: the row, the field and the reason; in
// base as in head, of a whole row as of one view, of curves that are not
// compared too.
func TestInvalidValuesAreNamedInEveryFormat(t *testing.T) {
	const columns = "curve,id,p90_e2el,p75_e2el,tput_per_gpu\n"
	fine := "k,fine,1,1,100\n"
	o := frontier.Options{X: []frontier.Axis{axis(t, "p90_e2el"), axis(t, "p75_e2el")}}
	for _, test := range []struct{ what, base, head, id, field, reason string }{
		{"a row of base", fine + "k,bad-row,,,\n", fine, "bad-row", "tput_per_gpu", "missing"},
		{"a row of head", fine, fine + "k,bad-row,inf,-1,5\n", "bad-row", "p90_e2el", "infinite"},
		{"a view of base, removed", fine + "k,bad-row,3,0,5\n", fine, "bad-row", "p75_e2el", "0"},
		{"a view of base, kept", fine + "k,bad-row,3,-2,5\n", fine + "k,bad-row,3,1,5\n", "bad-row", "p75_e2el", "negative"},
		{"a view of head", fine, fine + "k,bad-row,3,inf,5\n", "bad-row", "p75_e2el", "infinite"},
		{"a view of head, where something is removed", fine + "k,gone,5,5,1\n", fine + "k,bad-row,3,-2,5\n", "bad-row", "p75_e2el", "negative"},
		{"a row of base whose curve is new in head", fine + "new,bad-row,,,7\n", fine + "new,n,1,1,1\n", "bad-row", "p90_e2el", "missing"},
		{"a row of head on a new curve", fine, fine + "new,n,1,1,1\nnew,bad-row,-1,,7\n", "bad-row", "p90_e2el", "negative"},
		{"a row of base on a lost curve", fine + "lost,l,1,1,1\nlost,bad-row,0,,7\n", fine, "bad-row", "p90_e2el", "0"},
		{"a curve of nothing else", fine + "lost,bad-row,0,,7\n", fine, "bad-row", "p90_e2el", "0"},
	} {
		r := comparison(t, source{"b.csv", columns + test.base}, source{"h.csv", columns + test.head}, o, frontier.ScopeHead)
		for format, doc := range reports(t, r) {
			// Within what belongs to the row: a line of text, an object of JSON.
			pattern := `bad-row[^\n]*` + test.field + `[^\n]*\b` + test.reason
			switch format {
			case "JSON":
				pattern = `(?s)"id": "bad-row",[^{}]*"field": "` + test.field + `",[^{}]*"reason": "` + test.reason + `"|(?s)"id": "bad-row",(?:[^{}]|\{[^{}]*\})*"reason": "[^"]*` + test.field + " is " + test.reason
			case "text": // lines are wrapped
				doc = regexp.MustCompile(`\n {4,}`).ReplaceAllString(doc, " ")
			}
			if !regexp.MustCompile(pattern).MatchString(doc) {
				t.Errorf("%s: %s does not say that %s of bad-row is %s:\n%s", test.what, format, test.field, test.reason, short1500(doc))
			}
		}
	}
	// Of front too.
	f := fronts(t, source{"f.csv", columns + fine + "k,bad-row,3,-2,5\n"}, o)
	for format, doc := range map[string]string{"text": frontTextOf(t, f), "Markdown": frontMarkdownOf(t, f), "JSON": frontJSONOf(t, f)} {
		if !regexp.MustCompile(`(?s)bad-row.{1,20}p75_e2el.{1,20}negative|(?s)"bad-row",\s*"field": "p75_e2el",\s*"reason": "negative"`).MatchString(doc) {
			t.Errorf("front, %s:\n%s", format, doc)
		}
	}
}

func short1500(s string) string { return s[:min(1500, len(s))] }

// TestColourIsAllThatColourAdds.
func TestColourIsAllThatColourAdds(t *testing.T) {
	escape := regexp.MustCompile("\x1b\\[\\d+m")
	r := rich(t)
	coloured := written(t, func(w io.Writer) error { return CoverText(w, r, Style{Color: true}) })
	if !strings.Contains(coloured, "\x1b[31mFAIL\x1b[0m") || escape.ReplaceAllString(coloured, "") != coverTextOf(t, r) {
		t.Errorf("%q", coloured)
	}
	f := fronts(t, source{"f.csv", richBase}, frontier.Options{X: []frontier.Axis{axis(t, "p90_e2el")}})
	coloured = written(t, func(w io.Writer) error { return FrontText(w, f, Style{Color: true}) })
	if !strings.Contains(coloured, "\x1b[33mWARN\x1b[0m") || escape.ReplaceAllString(coloured, "") != frontTextOf(t, f) {
		t.Errorf("%q", coloured)
	}
}

// TestQuietKeepsWhatNeedsAttention, and the verdict.
func TestQuietKeepsWhatNeedsAttention(t *testing.T) {
	const columns = "curve,id,p90_e2el,tput_per_gpu\n"
	r := comparison(t, source{"b", columns + "good,a,2,1\nbad,b,1,1\n"}, source{"h", columns + "good,n,1,2\nbad,m,2,2\n"}, frontier.Options{}, frontier.ScopeHead)
	doc := written(t, func(w io.Writer) error { return CoverText(w, r, Style{Quiet: true}) })
	if strings.Contains(doc, "\ngood\n") || !strings.Contains(doc, "\nbad\n") || !strings.Contains(doc, "FAIL: 1 of 2 removed points is not covered") {
		t.Error(doc)
	}
	full := coverTextOf(t, r)
	if !strings.Contains(full, "\ngood\n") || !strings.Contains(full, "\nbad\n") {
		t.Error(full)
	}
}

// TestHeadlines are what a reader takes away.
func TestHeadlines(t *testing.T) {
	const columns = "curve,id,p90_e2el,p75_e2el,tput_per_gpu\n"
	two := frontier.Options{X: []frontier.Axis{axis(t, "p90_e2el"), axis(t, "p75_e2el")}}
	for _, test := range []struct{ base, head, want string }{
		{"k,a,1,1,1\n", "k,a,1,1,1\n", "PASS: nothing is removed"},
		{"k,a,2,2,1\n", "k,n,1,1,2\n", "PASS: the 1 removed point is covered"},
		{"k,a,2,2,1\nk,b,2,2,1\n", "k,n,1,1,2\n", "PASS: all 2 removed points are covered"},
		{"k,a,2,2,1\nk,b,0.5,2,1\n", "k,n,1,1,2\n", "FAIL: 1 of 2 removed points is not covered; a tolerance of 50.0 % would be needed"},
		{"k,a,2,2,1\nz,z,1,1,1\n", "k,n,1,,2\nz,z,1,1,1\n", "INCONCLUSIVE: 1 of 1 removed point cannot be verified, none is uncovered"},
	} {
		r := comparison(t, source{"b", columns + test.base}, source{"h", columns + test.head}, two, frontier.ScopeHead)
		if doc := coverTextOf(t, r); !strings.Contains(doc, test.want) {
			t.Errorf("no %q in\n%s", test.want, doc)
		}
	}
}

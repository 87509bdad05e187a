package report

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"paretocov/frontier"
)

// tables returns the rows of each table of a Markdown document, the header
// first, and fails where a row has not as many cells as its header. (B97)
func tables(t *testing.T, doc string) [][][]string {
	t.Helper()
	var all [][][]string
	lines := strings.Split(doc, "\n")
	for i := 0; i < len(lines); i++ {
		if i+1 >= len(lines) || !strings.HasPrefix(lines[i+1], "|---") {
			if strings.HasPrefix(lines[i], "|") {
				t.Errorf("line %d is a row of no table: %s", i+1, lines[i])
			}
			continue
		}
		table := [][]string{splitCells(lines[i])}
		if n := len(splitCells(lines[i+1])); n != len(table[0]) {
			t.Errorf("line %d: %d columns are ruled, %d named: %s", i+2, n, len(table[0]), lines[i])
		}
		for i += 2; i < len(lines) && lines[i] != ""; i++ {
			row := splitCells(lines[i])
			if !strings.HasPrefix(lines[i], "|") || len(row) != len(table[0]) {
				t.Errorf("line %d has %d cells, its header %d: %s", i+1, len(row), len(table[0]), lines[i])
			}
			table = append(table, row)
		}
		all = append(all, table)
	}
	if len(all) == 0 {
		t.Error("no table")
	}
	return all
}

// withoutCode takes the code spans out of a line, or of a cell.
func withoutCode(line string) (rest string, ok bool) {
	var b strings.Builder
	for {
		i := strings.IndexByte(line, '`')
		for i > 0 && line[i-1] == '\\' { // escaped
			next := strings.IndexByte(line[i+1:], '`')
			if next < 0 {
				i = -1
				break
			}
			i += 1 + next
		}
		if i < 0 {
			b.WriteString(line)
			return b.String(), true
		}
		b.WriteString(line[:i])
		n := len(line[i:]) - len(strings.TrimLeft(line[i:], "`"))
		after := line[i+n:]
		end := -1
		for at := 0; at < len(after); {
			j := strings.IndexByte(after[at:], '`')
			if j < 0 {
				break
			}
			run := len(after[at+j:]) - len(strings.TrimLeft(after[at+j:], "`"))
			if run == n {
				end = at + j
				break
			}
			at += j + run
		}
		if end < 0 {
			return line, false
		}
		line = after[end+n:]
	}
}

// live matches what GitHub would act on, or draw otherwise than as text, in text
// outside of code spans: mentions, links to issues, HTML, emphasis. (B101, B106)
var live = regexp.MustCompile(`(^|[^\\&\w])(@[a-zA-Z]|#\d|GH-\d)|https?://|<[a-zA-Z!/]|-->|~~|\$[a-z]\$|(^|[^\\*])\*[a-z]|\[x\]\(|!\[`)

// ours are the pieces of HTML that reports are made with.
var ours = strings.NewReplacer("<details>", "", "</details>", "", "<summary>", "", "</summary>", "", "**", "")

// noLiveText checks every line outside of code spans.
func noLiveText(t *testing.T, doc string) {
	t.Helper()
	for i, line := range strings.Split(doc, "\n") {
		if i == 0 && strings.HasPrefix(line, "<!-- paretocov:") && strings.HasSuffix(line, " -->") {
			continue
		}
		parts := []string{line}
		if strings.HasPrefix(line, "|") {
			parts = splitCells(line)
		}
		for _, p := range parts {
			rest, ok := withoutCode(p)
			if !ok {
				t.Errorf("line %d: a code span does not end: %s", i+1, p)
			}
			if found := live.FindString(ours.Replace(rest)); found != "" {
				t.Errorf("line %d: %q is live in %s", i+1, found, p)
			}
		}
	}
}

// csvCell writes a text as a cell of CSV.
func csvCell(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

// hostileSource has a hostile name in every place: ids, curves, the file.
func hostileSource(shift float64) source {
	var b strings.Builder
	b.WriteString("curve,id,p90_e2el,mean_intvty,tput_per_gpu\n")
	for i, name := range append([]string{"line\nbreak", "\x1b[31mred"}, hostile...) {
		fmt.Fprintf(&b, "%s,%s,%v,%v,%v\n", csvCell(hostile[i%3]), csvCell(name), float64(10+i)+shift, 100-float64(i)+shift, 100+10*float64(i))
	}
	return source{"@octo-team/`x`|<b>/fixes #12 ~~gone~~.csv", b.String()}
}

func TestHostileNamesInMarkdown(t *testing.T) {
	where, err := frontier.ParseCondition("id != @octo-team/nobody #12 `x` | <b> ~~gone~~ https://example.com/x")
	if err != nil {
		t.Fatal(err)
	}
	x := []frontier.Axis{axis(t, "p90_e2el"), axis(t, "mean_intvty")}
	base := hostileSource(0)
	lines := strings.SplitAfter(base.doc, "\n")
	head := source{base.name, lines[0] + strings.Join(lines[len(lines)-8:], "")}
	// Some rows say nothing, in base and in head.
	base.doc += csvCell(hostile[0]) + ",@octo/dead|1,,,\n" + csvCell(hostile[0]) + ",<b>half,,5,5\n"
	head.doc += csvCell(hostile[0]) + ",#12,,,\n" + csvCell(hostile[0]) + ",<i>half,0,5,5\n" +
		csvCell(hostile[0]) + ",@octo/new,1,200,1\n" + csvCell(hostile[1]) + ",@octo/new,1,200,1\n" + csvCell("@octo/only-new|") + ",n,1,1,1\n"
	o := frontier.Options{X: x, Where: []frontier.Condition{where}, Labels: []string{"@octo|base", "#12 head"}}
	for _, scope := range []frontier.Scope{frontier.ScopeHead, frontier.ScopeAll} {
		r := comparison(t, base, head, o, scope)
		r.Base.Label, r.Head.Paths = "@octo|`base` #12", []string{"@octo/<b>#12"}
		r.Warnings = append(r.Warnings, "@octo-team/x: mean_intvty mixes definitions | `x` <b> #12 https://example.com/x")
		doc := coverMarkdownOf(t, r)
		noLiveText(t, doc)
		shown := map[string]bool{}
		for _, table := range tables(t, doc) {
			for _, row := range table[1:] {
				if text, ok := codeSpan(row[0], true); ok {
					shown[text] = true
				}
			}
		}
		for _, c := range r.Curves {
			for _, v := range c.Views {
				for _, j := range v.Removed {
					if listed := scope == frontier.ScopeAll || c.Status != frontier.Lost; listed && !shown[clean(j.ID)] {
						t.Errorf("%q is in no first cell", j.ID)
					}
				}
			}
		}
		for line := range strings.SplitSeq(doc, "\n") {
			key, heading := strings.CutPrefix(line, "#### ")
			if !heading {
				continue
			}
			text, ok := codeSpan(key, false) // a heading is no cell, and \| is two characters there
			if !ok || !slices.ContainsFunc(r.Curves, func(c frontier.CoverCurve) bool { return clean(c.Key) == text }) {
				t.Errorf("the heading shows %q, which is no key: %s", text, line)
			}
		}
	}
	f := fronts(t, base, frontier.Options{X: x, Where: o.Where, Labels: o.Labels})
	f.Warnings = append(f.Warnings, "@octo-team/x: mean_intvty mixes definitions | `x` <b> #12")
	doc := frontMarkdownOf(t, f)
	noLiveText(t, doc)
	tables(t, doc)
}

// TestHostileAxesInMarkdown: names of columns come from files and flags.
func TestHostileAxesInMarkdown(t *testing.T) {
	x, y := "lat|ency_#12 <b>@octo-team", "tput|`y` ~~g~~"
	o := frontier.Options{X: []frontier.Axis{axis(t, x+":min")}, Y: axis(t, y+":max")}
	columns := "id," + csvCell(x) + "," + csvCell(y) + "\n"
	r := comparison(t, source{"b", columns + "a,2,2\nb,3,\nc,1,1\nd,,\ne,8,9\n"}, source{"h", columns + "n,1.5,3\nm,8,8.5\nk,6,5\nd,,\n"}, o, frontier.ScopeHead)
	doc := coverMarkdownOf(t, r)
	noLiveText(t, doc)
	tables(t, doc)
	doc = frontMarkdownOf(t, fronts(t, source{"b", columns + "a,2,2\nb,3,\nc,1,1\n"}, o))
	noLiveText(t, doc)
	tables(t, doc)
}

// TestHostileNamesInJSON: ids are unchanged there.
func TestHostileNamesInJSON(t *testing.T) {
	f := fronts(t, hostileSource(0), frontier.Options{X: []frontier.Axis{axis(t, "p90_e2el")}, GroupBy: []string{}})
	doc := frontJSONOf(t, f)
	var ids []string
	for _, v := range f.Curves[0].Views {
		for _, p := range v.Frontier {
			ids = append(ids, p.Members...)
		}
	}
	for _, name := range append([]string{"line\nbreak", "\x1b[31mred"}, hostile...) {
		if !slices.Contains(ids, name) {
			t.Errorf("no point %q", name)
		}
		if !strings.Contains(doc, string(quoted(name))) {
			t.Errorf("%q is not in the document", name)
		}
	}
}

// many is base with n removed points, the first bad of them uncovered, and what
// head has.
func many(n, bad int, columns string) (base, head source) {
	var b strings.Builder
	b.WriteString("id," + columns + ",tput_per_gpu\n")
	xs := strings.Count(columns, ",") + 1
	for i := range n {
		y := 10
		if i < bad {
			y = 1000
		}
		fmt.Fprintf(&b, "%s%s,%d\n", longName(i), strings.Repeat(",10", xs), y)
	}
	return source{"base.csv", b.String()}, source{"head.csv", "id," + columns + ",tput_per_gpu\nnew" + strings.Repeat(",10", xs) + ",20\n"}
}

// longName is a name of 60 characters.
func longName(i int) string { return fmt.Sprintf("point-%04d-%s", i, strings.Repeat("x", 49)) }

var leftOut = regexp.MustCompile(`(?m)^([\d,]+) rows? left out`)

// TestMarkdownFitsIntoAComment: 3,000 removed points with names of 60
// characters, ten of them uncovered. (B98)
func TestMarkdownFitsIntoAComment(t *testing.T) {
	for _, test := range []struct {
		columns string
		n, bad  int
	}{{"mean_intvty", 3000, 10}, {"mean_intvty,median_intvty", 3000, 10}, {"mean_intvty", 3000, 3000}, {"mean_intvty", 300, 10}} {
		base, head := many(test.n, test.bad, test.columns)
		var o frontier.Options
		for x := range strings.SplitSeq(test.columns, ",") {
			o.X = append(o.X, axis(t, x))
		}
		r := comparison(t, base, head, o, frontier.ScopeHead)
		doc := coverMarkdownOf(t, r)
		what := fmt.Sprintf("%d points, %d uncovered, on %s", test.n, test.bad, test.columns)
		if len(doc) > 65536 {
			t.Errorf("%s: %d bytes", what, len(doc))
		}
		if !strings.HasPrefix(doc, "<!-- paretocov:cover -->\n") || !strings.Contains(doc, "FAIL") || !strings.Contains(doc, fmt.Sprintf("%d of %d removed points", test.bad, test.n)) {
			t.Errorf("%s: the verdict is not there: %.300s", what, doc)
		}
		all := tables(t, doc)
		shown, uncovered, inputs := 0, 0, 0
		for _, table := range all {
			for _, row := range table[1:] {
				switch {
				case table[0][0] != "removed point":
					inputs++
				case strings.Contains(row[3], "uncovered"):
					uncovered++
					shown++
				default:
					shown++
				}
			}
		}
		views := len(o.X)
		if test.bad == 10 {
			for i := range 10 {
				if strings.Count(doc, "| `"+longName(i)+"` |") != views {
					t.Errorf("%s: point %d is not there %d times", what, i, views)
				}
			}
			if uncovered != 10*views {
				t.Errorf("%s: %d uncovered rows, want %d", what, uncovered, 10*views)
			}
		} else if uncovered < 200 {
			t.Errorf("%s: %d uncovered rows, though there is room", what, uncovered)
		}
		found := leftOut.FindStringSubmatch(doc)
		missing := test.n*views - shown + 2 - inputs
		if (found != nil) != (missing > 0) {
			t.Errorf("%s: %d rows are missing, and it says %q", what, missing, found)
			continue
		}
		if found == nil {
			continue
		}
		if n, err := strconv.Atoi(strings.ReplaceAll(found[1], ",", "")); err != nil || n != missing {
			t.Errorf("%s: it says that %s rows are left out, %d are", what, found[1], missing)
		}
		if !strings.Contains(doc, "json") {
			t.Errorf("%s: it does not say where the others are", what)
		}
		if len(doc) < 60000 {
			t.Errorf("%s: %d bytes, though there is room for more rows", what, len(doc))
		}
	}
}

// TestMarkdownFitsIntoSmallerPlaces, whatever the limit and the names.
func TestMarkdownFitsIntoSmallerPlaces(t *testing.T) {
	base, head := many(300, 20, "mean_intvty")
	o := frontier.Options{X: []frontier.Axis{axis(t, "mean_intvty")}}
	r := comparison(t, base, head, o, frontier.ScopeHead)
	f := fronts(t, base, o)
	long := "k," + strings.Repeat("é", 20_000) + ",1,1\n"
	huge := comparison(t, source{"base.csv", "curve,id,mean_intvty,tput_per_gpu\n" + strings.Repeat("x", 40_000) + ",a,1,1\n" + long},
		source{"head.csv", "curve,id,mean_intvty,tput_per_gpu\n" + strings.Repeat("x", 40_000) + ",b,1,2\nk,c,1,2\n"}, o, frontier.ScopeHead)
	for _, limit := range []int{2500, 10_000, 65_536, 1 << 20} {
		for what, write := range map[string]func(io.Writer) error{
			"cover": func(w io.Writer) error { return CoverMarkdown(w, r, limit) },
			"front": func(w io.Writer) error { return FrontMarkdown(w, f, limit) },
			"names": func(w io.Writer) error { return CoverMarkdown(w, huge, limit) },
		} {
			if doc := written(t, write); len(doc) > limit || !strings.HasPrefix(doc, "<!-- paretocov:") || limit == 1<<20 && leftOut.MatchString(doc) {
				t.Errorf("%s: %d bytes where %d are allowed", what, len(doc), limit)
			}
		}
	}
}

// TestFrontMarkdownFits: many curves.
func TestFrontMarkdownFits(t *testing.T) {
	var b strings.Builder
	b.WriteString("curve,id,p90_e2el,tput_per_gpu\n")
	for i := range 1500 {
		fmt.Fprintf(&b, "%s,a,1,1\n%s,b,2,2\n", longName(i), longName(i))
	}
	doc := frontMarkdownOf(t, fronts(t, source{"a.csv", b.String()}, frontier.Options{X: []frontier.Axis{axis(t, "p90_e2el")}}))
	if len(doc) > 65536 || !leftOut.MatchString(doc) || !strings.HasPrefix(doc, "<!-- paretocov:front -->\n") {
		t.Errorf("%d bytes: %.300s", len(doc), doc)
	}
	tables(t, doc)
}

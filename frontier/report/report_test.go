package report

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"paretocov/frontier"
	"paretocov/pareto"
)

// reported is the report of two documents.
func reported(t testing.TB, base, head source, o frontier.Options, p frontier.GatePolicy) *Report {
	t.Helper()
	b := base.read(t, &o)
	h := head.read(t, &o)
	a, err := frontier.Arrange(o, b, h)
	if err != nil {
		t.Fatal(err)
	}
	c := p.CoverPolicy
	c.Scope = frontier.ScopeHead
	res, err := frontier.Report(a, c, p)
	if err != nil {
		t.Fatal(err)
	}
	return &Report{ReportResult: res, Version: "devel", Command: []string{"report", base.name, head.name, "--format=markdown"}}
}

// again is the report after it was written and read.
func again(t testing.TB, r *Report) *Report {
	t.Helper()
	back, err := Read(strings.NewReader(reportJSONOf(t, r)))
	if err != nil {
		t.Fatal(err)
	}
	return back
}

func reportJSONOf(t testing.TB, r *Report) string { return written(t, r.JSON) }

func reportMarkdownOf(t testing.TB, r *Report, pictures ...Picture) string {
	return written(t, func(w io.Writer) error { return r.Markdown(w, pictures, MarkdownLimit) })
}

func signoffTextOf(t testing.TB, r *Report) string {
	return written(t, func(w io.Writer) error { return r.Signoff(w, MarkdownLimit) })
}

func reportTextOf(t testing.TB, r *Report) string {
	return written(t, func(w io.Writer) error { return r.Text(w, Style{}) })
}

// demoReport is the report of one real pair, which fails.
func demoReport(t testing.TB) *Report {
	p := gatePolicy()
	p.MaxLoss, p.MinReach, p.Warn = 0.1, 0.9, 0
	return reported(t, fixture(t, "demo/base.json"), fixture(t, "demo/head.json"), frontier.Options{}, p)
}

// TestReportGolden pins the texts that people paste.
func TestReportGolden(t *testing.T) {
	story := reported(t, fixture(t, "story/base/results_bmk/agg_bmk.json"), fixture(t, "story/head/results_bmk/agg_bmk.json"), frontier.Options{}, gatePolicy())
	story.Provenance = Provenance{Run: "123456", SHA: "1a2b3c4"}
	demo := demoReport(t)
	for name, doc := range map[string]func() string{
		"story.report.both.md": func() string { r := *story; r.Lang = Both; return reportMarkdownOf(t, &r) },
		"story.report.zh.md":   func() string { r := *story; r.Lang = Chinese; return reportMarkdownOf(t, &r) },
		"story.signoff.md":     func() string { return signoffTextOf(t, story) },
		"demo.report.md":       func() string { return reportMarkdownOf(t, demo) },
		"demo.report.zh.md":    func() string { r := *demo; r.Lang = Chinese; return reportMarkdownOf(t, &r) },
		"demo.signoff.md":      func() string { return signoffTextOf(t, demo) },
	} {
		text := doc()
		wantGolden(t, name, text)
		noLiveText(t, withoutFences(text))
		checkRendered(t, text)
	}
	wantGolden(t, "demo.report.txt", reportTextOf(t, demo))
	wantGolden(t, "seven.signoff.md", written(t, func(w io.Writer) error {
		return FrontSignoff(w, fronts(t, fixture(t, "story/seven/results_bmk/agg_bmk.json"), frontier.Options{E2ELOnly: true}), Provenance{}, MarkdownLimit)
	}))
}

// drawTable draws a table of two curves on a coarse grid, so that values tie, and
// some are missing.
func drawTable(t *rapid.T, label string) source {
	var b strings.Builder
	b.WriteString("curve,id,p90_e2el,mean_intvty,tput_per_gpu\n")
	n := rapid.IntRange(2, 24).Draw(t, label+" n")
	cellOf := func(what string) string {
		v := rapid.IntRange(0, 9).Draw(t, label+" "+what)
		if v == 0 {
			return []string{"", "NaN", "-1"}[rapid.IntRange(0, 2).Draw(t, label+" bad")]
		}
		return fmt.Sprint(v)
	}
	for i := range n {
		id := rapid.IntRange(0, 12).Draw(t, label+" id")
		fmt.Fprintf(&b, "k%d,p%d-%d,%s,%s,%s\n", rapid.IntRange(0, 2).Draw(t, label+" curve"), id, i%3, cellOf("x"), cellOf("z"), cellOf("y"))
	}
	return source{label + ".csv", b.String()}
}

// drawReport draws a report of two tables, nil where they cannot be judged.
func drawReport(tt testing.TB, t *rapid.T) *Report {
	o := frontier.Options{X: []frontier.Axis{axis(tt, "p90_e2el"), axis(tt, "mean_intvty")}, Repeats: frontier.PoolSamples}
	b, h := drawTable(t, "base"), drawTable(t, "head")
	bt, ht := b.read(tt, &o), h.read(tt, &o)
	a, err := frontier.Arrange(o, bt, ht)
	if err != nil {
		return nil
	}
	p := gatePolicy()
	p.Tolerance = rapid.SampledFrom([]float64{0, 1e-9, 0.2}).Draw(t, "tolerance")
	p.MaxSpan = rapid.SampledFrom([]float64{0, 2}).Draw(t, "span")
	p.Scope = rapid.SampledFrom([]frontier.Scope{frontier.ScopeHead, frontier.ScopeAll}).Draw(t, "scope")
	p.Delta = rapid.SampledFrom([]frontier.Delta{frontier.NotAppendOnly, frontier.DeltaOnly, frontier.DeltaAndBase}).Draw(t, "delta")
	p.Noise = rapid.SampledFrom([]float64{0, 0.3}).Draw(t, "noise")
	p.MinPoints, p.MaxLoss, p.MinReach = 3, 0.1, 0.9
	p.Overrides = []frontier.Override{{Key: "k1", Tolerance: 0.3, MinPoints: -1}}
	res, err := frontier.Report(a, p.CoverPolicy, p)
	if err != nil {
		return nil
	}
	r := &Report{ReportResult: res, Version: "v1", Command: []string{"report", "a b", "c"}, Lang: rapid.SampledFrom([]Lang{English, Chinese, Both}).Draw(t, "lang")}
	r.PolicyFile = &File{".paretocov.yaml", strings.Repeat("ab", 32)}
	r.Provenance.Run = rapid.SampledFrom([]string{"", "12"}).Draw(t, "run")
	return r
}

// TestReadLaw: what was written is read as it was: the same JSON, and the same
// texts as those of the report that was never written.
func TestReadLaw(t *testing.T) {
	judged := 0
	rapid.Check(t, func(rt *rapid.T) {
		r := drawReport(t, rt)
		if r == nil {
			return
		}
		judged++
		back := again(t, r)
		for what, doc := range map[string]func(*Report) string{
			"JSON":     func(r *Report) string { return reportJSONOf(t, r) },
			"text":     func(r *Report) string { return reportTextOf(t, r) },
			"Markdown": func(r *Report) string { return reportMarkdownOf(t, r) },
			"sign-off": func(r *Report) string { return signoffTextOf(t, r) },
		} {
			if diff := gocmp.Diff(doc(r), doc(back)); diff != "" {
				rt.Fatalf("%s (-made +read):\n%s", what, diff)
			}
		}
	})
	if judged == 0 {
		t.Error("no drawn pair could be judged")
	}
}

// TestReadInconclusive: a point below a line that is too wide, which the spread
// between runs might lift, is read as that.
func TestReadInconclusive(t *testing.T) {
	p := gatePolicy()
	p.Noise = 0.3
	const columns = "id,mean_intvty,tput_per_gpu\n"
	r := reported(t, source{"b", columns + "old,19,70\n"}, source{"h", columns + "a,10,100\nb,40,20\n"}, frontier.Options{X: []frontier.Axis{axis(t, "mean_intvty")}}, p)
	if g := r.Gate.Curves[0].Views[0].Frontier[0]; !g.Inconclusive || g.Kind != pareto.Wide {
		t.Fatalf("%+v", g)
	}
	if diff := gocmp.Diff(reportTextOf(t, r)+reportMarkdownOf(t, r), reportTextOf(t, again(t, r))+reportMarkdownOf(t, again(t, r))); diff != "" {
		t.Errorf("(-made +read):\n%s", diff)
	}
}

// TestReportSameBytes: the order of rows changes nothing. (B116)
func TestReportSameBytes(t *testing.T) {
	base, head := hostileSource(0), hostileSource(2)
	x := frontier.Options{X: []frontier.Axis{axis(t, "p90_e2el"), axis(t, "mean_intvty")}}
	shuffled := func(s source, i uint64) source {
		lines := strings.Split(strings.TrimSuffix(strings.ReplaceAll(s.doc, "line\nbreak", "line break"), "\n"), "\n")
		rand.New(rand.NewPCG(i, 1)).Shuffle(len(lines)-1, func(a, b int) { lines[a+1], lines[b+1] = lines[b+1], lines[a+1] })
		return source{s.name, strings.Join(lines, "\n") + "\n"}
	}
	hash := regexp.MustCompile(`[0-9a-f]{16,}|csv:\d+`) // of the file, and lines in it
	var want string
	for i := range uint64(20) {
		r := reported(t, shuffled(base, i), shuffled(head, i+100), x, gatePolicy())
		r.Lang = Both
		got := hash.ReplaceAllString(reportMarkdownOf(t, r)+signoffTextOf(t, r)+reportTextOf(t, r)+reportJSONOf(t, r), "*")
		if i == 0 {
			want = got
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Fatalf("run %d (-first +this):\n%s", i, diff)
		}
	}
}

// TestReportHostileNames: read by another parser of GitHub's Markdown, each name
// is text, whole, in its place. (B97, B101, B106)
func TestReportHostileNames(t *testing.T) {
	base := hostileSource(0)
	lines := strings.SplitAfter(base.doc, "\n")
	head := source{base.name, lines[0] + strings.Join(lines[len(lines)-8:], "")}
	base.doc += csvCell(hostile[0]) + ",@octo/dead|1,,,\n" + csvCell(hostile[0]) + ",<b>half,,5,5\n"
	head.doc += csvCell(hostile[0]) + ",#12,,,\n" + csvCell(hostile[0]) + ",@octo/new,1,200,1\n" + csvCell("@octo/only-new|") + ",n,1,1,1\n"
	o := frontier.Options{X: []frontier.Axis{axis(t, "p90_e2el"), axis(t, "mean_intvty")}, Labels: []string{"@octo|base", "#12 head"}}
	for _, lang := range []Lang{English, Chinese, Both} {
		r := reported(t, base, head, o, gatePolicy())
		r.Lang, r.Version = lang, "@octo-team/`v1`|<b>"
		r.Gate.Base.Label, r.Gate.Head.Paths = "@octo|`base` #12", []string{"@octo/<b>#12"}
		r.Gate.Warnings = append(r.Gate.Warnings, "@octo-team/x: mean_intvty mixes definitions | `x` <b> #12 https://example.com/x")
		r.Command = append([]string{"report"}, hostile...)
		r.Provenance = Provenance{Run: "@octo-team/run `1`|<b>", SHA: "fixes #12"}
		doc := reportMarkdownOf(t, r)
		noLiveText(t, withoutFences(doc))
		seen := checkRendered(t, doc)
		first := map[string]bool{}
		for _, table := range seen.tables {
			for _, row := range table[1:] {
				first[row[0]] = true
			}
		}
		for _, c := range r.Cover.Curves {
			if c.Status != frontier.Compared {
				continue
			}
			for _, j := range c.Views[0].Removed {
				if want := shownBySpan(j.ID); !first[want] {
					t.Errorf("%v: %q is in no first cell", lang, want)
				}
			}
		}
		signoff := signoffTextOf(t, r)
		noLiveText(t, signoff)
		spans := checkRendered(t, signoff).spans
		for _, c := range r.Curves {
			if want := shownBySpan(c.Key); (c.Affected || c.Status == frontier.Lost) && !spans[want] {
				t.Errorf("%q is no code span of the sign-off", want)
			}
		}
	}
}

// shownBySpan is what a code span shows of a name: all of it, on one line.
func shownBySpan(name string) string {
	s := clean(name)
	if strings.TrimSpace(s) == "" {
		return "\u00a0"
	}
	return s
}

// withoutFences drops code blocks, in which nothing is live.
func withoutFences(doc string) string {
	var out []string
	fence := ""
	for line := range strings.SplitSeq(doc, "\n") {
		switch {
		case fence == "" && strings.HasPrefix(line, "```"):
			fence = line
		case fence != "" && line == fence:
			fence = ""
		case fence == "":
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// TestReportHostileAxes: names of columns come from files and flags.
func TestReportHostileAxes(t *testing.T) {
	x, z, y := "lat|ency_#12 <b>@octo-team", "rate `z` *b*", "tput|`y` ~~g~~"
	o := frontier.Options{X: []frontier.Axis{axis(t, x+":min"), axis(t, z+":max")}, Y: axis(t, y+":max")}
	columns := "id," + csvCell(x) + "," + csvCell(z) + "," + csvCell(y) + "\n"
	for _, lang := range []Lang{English, Chinese} {
		r := reported(t, source{"b", columns + "a,2,2,3\nb,3,,9\nc,1,1,1\nd,,,\ne,8,9,1\n"}, source{"h", columns + "n,1.5,3,2\nm,8,8.5,3\nk,6,5,1\nd,,,\n"}, o, gatePolicy())
		r.Lang = lang
		doc := reportMarkdownOf(t, r)
		noLiveText(t, withoutFences(doc))
		checkRendered(t, doc)
		noLiveText(t, signoffTextOf(t, r))
	}
}

// TestReportFitsIntoAComment is fault B98: what is not covered and the verdict
// stand whatever else has to go.
func TestReportFitsIntoAComment(t *testing.T) {
	for _, lang := range []Lang{English, Chinese, Both} {
		for _, test := range []struct{ n, bad int }{{3000, 10}, {3000, 3000}, {200, 10}} {
			base, head := many(test.n, test.bad, "mean_intvty,p90_e2el")
			r := reported(t, base, head, frontier.Options{X: []frontier.Axis{axis(t, "mean_intvty")}}, gatePolicy())
			r.Lang = lang
			doc := reportMarkdownOf(t, r)
			if len(doc) > MarkdownLimit {
				t.Errorf("%v, %d points: %d bytes", lang, test.n, len(doc))
			}
			checkRendered(t, doc)
			if signoff := signoffTextOf(t, r); len(signoff) > MarkdownLimit || !strings.Contains(signoff, "Check 14 (Pareto coverage): ") {
				t.Errorf("%v, %d points: a sign-off of %d bytes, or without its row", lang, test.n, len(signoff))
			}
			if !strings.Contains(doc, fmt.Sprint(test.bad)) || !strings.Contains(doc, "report.json") && test.n > 1000 {
				t.Errorf("%v, %d points: the verdict or where the rest is has gone:\n%.500s", lang, test.n, doc)
			}
			shown := 0
			for i := range test.bad {
				if strings.Contains(doc, longName(i)) {
					shown++
				}
			}
			if shown < min(test.bad, 100) {
				t.Errorf("%v, %d points: %d of %d uncovered points are shown", lang, test.n, shown, test.bad)
			}
		}
	}
}

// TestNumbersStandOnce: the Chinese block beside an English text has no number
// but those of names.
func TestNumbersStandOnce(t *testing.T) {
	for _, r := range []*Report{demoReport(t), reported(t, hostileSource(0), hostileSource(3), frontier.Options{X: []frontier.Axis{axis(t, "p90_e2el")}}, gatePolicy())} {
		r.Lang = Both
		doc := reportMarkdownOf(t, r)
		_, block, ok := strings.Cut(doc, "<details><summary>中文</summary>")
		block, _, closed := strings.Cut(block, "</details>")
		if !ok || !closed || strings.Count(doc, "中文") != 1 {
			t.Fatalf("no block in Chinese:\n%s", doc)
		}
		for line := range strings.SplitSeq(block, "\n") {
			rest, _ := withoutCode(line)
			if strings.ContainsFunc(strings.ReplaceAll(rest, "E2EL", ""), unicode.IsDigit) {
				t.Errorf("a number in: %s", line)
			}
		}
		for _, term := range []string{"帕累托前沿", "端到端时延", "交互性", "每 GPU 吞吐", "被覆盖", "位于连线下方"} {
			if !strings.Contains(block, term) {
				t.Errorf("the block has no %s", term)
			}
		}
		r.Lang = English
		if strings.ContainsFunc(withoutNames(reportMarkdownOf(t, r)), func(c rune) bool { return unicode.Is(unicode.Han, c) }) {
			t.Error("Chinese in an English text")
		}
	}
}

// withoutNames drops code spans and blocks.
func withoutNames(doc string) string {
	var out []string
	for line := range strings.SplitSeq(withoutFences(doc), "\n") {
		for _, part := range splitCells(line) {
			rest, _ := withoutCode(part)
			out = append(out, rest)
		}
	}
	return strings.Join(out, "\n")
}

// TestPictures: a chart is linked where it can be seen, else asked for; never a
// link to nothing.
func TestPictures(t *testing.T) {
	r := demoReport(t)
	pics := []Picture{{File: "all-1a2b.png"}}
	for _, c := range r.Curves {
		pics = append(pics, Picture{File: "c-" + fmt.Sprint(len(pics)) + " (x).png", Dark: "d.png", Key: c.Key + `" onload="x`, View: "median_e2el"})
	}
	doc := reportMarkdownOf(t, r, pics...)
	if strings.Contains(doc, "<img") || strings.Contains(doc, "](") || strings.Count(doc, "Drag in `") != len(pics) {
		t.Errorf("without an address:\n%s", doc)
	}
	r.ImageURL = "https://example.com/a b/"
	doc = reportMarkdownOf(t, r, pics...)
	checkRendered(t, doc)
	for _, want := range []string{
		`src="https://example.com/a b/all-1a2b.png">`, "<details><summary>More charts</summary>",
		`<source media="(prefers-color-scheme: dark)" srcset="https://example.com/a b/d.png">`, "c-1%20%28x%29.png", `&#34; onload=`,
	} {
		if !strings.Contains(doc, want) {
			t.Errorf("no %s in\n%s", want, doc)
		}
	}
	if strings.Contains(doc, "Drag in") {
		t.Error("asks for a chart that is linked")
	}
}

// TestSignoffStatuses tells the words apart: enough, too few, an invalid row, not
// in the data, a curve that is gone, one that is as it was.
func TestSignoffStatuses(t *testing.T) {
	const columns = "model,benchmark_type,id,p90_e2el,p75_e2el,tput_per_gpu\n"
	row := func(model string, i int, p90, p75 any) string {
		return fmt.Sprintf("%s,agentic-coding,p%d,%v,%v,%d\n", model, i, p90, p75, 10*i)
	}
	curve := func(model string, n int, p90, p75 bool) string {
		var b strings.Builder
		for i := 1; i <= n; i++ {
			x := [2]any{"", ""}
			if p90 {
				x[0] = i
			}
			if p75 {
				x[1] = i
			}
			b.WriteString(row(model, i, x[0], x[1]))
		}
		return b.String()
	}
	old := row("same", 1, 1, 1)
	for _, m := range []string{"pass", "few", "bad", "nop90", "nop75", "gone"} {
		old += row(m, 9, 9, 9)
	}
	r := reported(t, source{"base.csv", columns + old}, source{"head.csv", columns + row("same", 1, 1, 1) +
		curve("pass", 6, true, true) + curve("few", 3, true, true) + curve("bad", 6, true, true) + row("bad", 7, -1, 7) +
		curve("nop90", 6, false, true) + curve("nop75", 5, true, false)}, frontier.Options{}, gatePolicy())
	got := signoffTextOf(t, r)
	for _, want := range []string{
		"P90 E2EL: 6/5: `p1`", "P90 E2EL: 3/5: `p1`, `p2` and `p3`; none dominated", "P90 E2EL: 6/5, 1 invalid row: ",
		"P90 E2EL: not counted: `p7`, `p90_e2el` is negative", "P90 E2EL: unverifiable, not in the data", "P75 E2EL: not in the data",
		": N/A: head has none of this curve", "1 curve is not affected", "run not given, SHA not given",
		"; N/A for 1 curve that head has none of; admin exception: not given; evidence: run not given, SHA not given\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q", want)
		}
	}
	row14 := got[strings.LastIndex(strings.TrimSpace(got), "\n")+1:]
	if !strings.HasPrefix(row14, "⚠️ Check 14 (Pareto coverage): WARN — ") {
		t.Errorf("the row is %s", row14)
	}
	for _, want := range []string{"P90 E2EL 3/5", "P90 E2EL 6/5 with 1 invalid row", "P90 E2EL unverifiable", "2 curves with 5 points or more"} {
		if !strings.Contains(row14, want) {
			t.Errorf("no %q in the row", want)
		}
	}
	for _, never := range []string{"FAIL", "6/5 =", "120", "bypass", "approved"} {
		if strings.Contains(got, never) {
			t.Errorf("%q in the sign-off", never)
		}
	}
	if t.Failed() {
		t.Log(got)
	}

	gone := reported(t, source{"b", columns + row("same", 1, 1, 1) + row("gone", 1, 1, 1)}, source{"h", columns + row("same", 1, 1, 1)}, frontier.Options{}, gatePolicy())
	if got := signoffTextOf(t, gone); !strings.Contains(got, "➖ Check 14 (Pareto coverage): N/A — head has none of 1 curve, and 1 curve is not affected") {
		t.Errorf("a curve that is gone:\n%s", got)
	}
	same := reported(t, source{"b", columns + row("same", 1, 1, 1)}, source{"h", columns + row("same", 1, 1, 1)}, frontier.Options{}, gatePolicy())
	if got := signoffTextOf(t, same); !strings.Contains(got, "➖ Check 14 (Pareto coverage): N/A — no curve is affected;") {
		t.Errorf("nothing changed:\n%s", got)
	}
}

// TestChangeIsSeen: values that differ are not printed alike. (B66, B87)
func TestChangeIsSeen(t *testing.T) {
	for _, test := range []struct {
		was, is float64
		want    string
	}{
		{12.3, 0.0042, "12.3 → 0.0042"},
		{10, 9.9996, "10 → 9.9996"},
		{1000, 999.96, "1000 → 999.96"},
		{5, 5, "5"},
		{1000, 999.99999999999, "1000 → 999.99999999999"},
	} {
		if got := change(test.was, test.is, "none"); got != test.want {
			t.Errorf("%v to %v is %q, want %q", test.was, test.is, got, test.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		was := rapid.Float64Range(1e-300, 1e300).Draw(t, "was")
		is := was * rapid.SampledFrom([]float64{1, 1 + 1e-15, 1.0001, 0.99, 3}).Draw(t, "by")
		a, b, changed := strings.Cut(change(was, is, "none"), " → ")
		if changed != (was != is) || changed && a == b || a == "0" || b == "0" {
			t.Fatalf("%v to %v is %s to %s", was, is, a, b)
		}
	})
}

// TestShell: a shell splits the line into the words that it was made of.
func TestShell(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	words := append([]string{"", "a b", "--where=conc >= 4", "it's", "$HOME", "x\ny", "tab\there", "\x1b[31m", "模型-甲", "*", "~", "a\\'b\n", "!x"}, hostile...)
	out, err := exec.Command(bash, "-c", `printf '%s\0' `+shell(words)).Output()
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	if diff := gocmp.Diff(words, got); diff != "" {
		t.Errorf("(-words +split):\n%s", diff)
	}
	if strings.ContainsAny(shell(words), "\n\t\x1b") {
		t.Error("a control character stands in the line")
	}
	if block := fenced("a ``` b ```` c"); !strings.HasPrefix(block, "`````\n") {
		t.Errorf("the fence is too short: %s", block)
	}
}

// FuzzRead: no document makes Read or a text panic, or brings its own markup.
func FuzzRead(f *testing.F) {
	f.Add([]byte(reportJSONOf(f, richReport(f))))
	f.Add([]byte(`{"schema":"paretocov.report/1","text":{"lang":"en"}}`))
	f.Fuzz(func(t *testing.T, doc []byte) {
		r, err := Read(bytes.NewReader(doc))
		if err != nil {
			return
		}
		noLiveText(t, withoutFences(reportMarkdownOf(t, r)))
		signoffTextOf(t, r)
		reportTextOf(t, r)
		again(t, r)
	})
}

// richReport is small and has all kinds of rows.
func richReport(t testing.TB) *Report {
	o := frontier.Options{X: []frontier.Axis{axis(t, "p90_e2el"), axis(t, "mean_intvty")}}
	return reported(t, source{"base.csv", richBase}, source{"head.csv", richHead}, o, gatePolicy())
}

// TestReadHostile puts a hostile text into any place of a report: it is refused,
// or shown as text.
func TestReadHostile(t *testing.T) {
	appended := gatePolicy()
	appended.Delta = frontier.DeltaAndBase
	for _, r := range []*Report{
		richReport(t), reported(t, source{"b", richBase}, source{"h", richHead}, frontier.Options{X: []frontier.Axis{axis(t, "p90_e2el")}}, appended),
	} {
		readHostile(t, reportJSONOf(t, r))
	}
}

func readHostile(t *testing.T, doc string) {
	t.Helper()
	leaves := regexp.MustCompile(`(?m)^( *(?:"\w+": )?)("[^"]*"|null|-?[\d.e+-]+)(,?)$`).FindAllStringSubmatchIndex(doc, -1)
	if len(leaves) < 200 {
		t.Fatalf("%d leaves", len(leaves))
	}
	taken := 0
	rapid.Check(t, func(rt *rapid.T) {
		at := rapid.SampledFrom(leaves).Draw(rt, "leaf")
		value := string(quoted(rapid.SampledFrom(hostile).Draw(rt, "text")))
		if rapid.Bool().Draw(rt, "number") {
			value = rapid.SampledFrom([]string{"0", "-1", "1e308", "-1e308", "5e-324", "null", "12345678901", "[]", "{}", "true"}).Draw(rt, "value")
		}
		r, err := Read(strings.NewReader(doc[:at[4]] + value + doc[at[5]:]))
		if err != nil {
			return
		}
		taken++
		r.Lang = rapid.SampledFrom([]Lang{English, Chinese, Both}).Draw(rt, "lang")
		md := reportMarkdownOf(t, r)
		noLiveText(t, withoutFences(md))
		checkRendered(t, md)
		checkRendered(t, signoffTextOf(t, r))
		if text := reportTextOf(t, r); strings.ContainsAny(text, "\x1b\r") {
			t.Error("a control character reaches the terminal")
		}
		if t.Failed() {
			rt.Fatalf("%s at %s", value, doc[at[0]:at[1]])
		}
	})
	if taken == 0 {
		t.Error("every report was refused")
	}
}

// TestReadRefuses: a report that contradicts itself is an error that says where,
// not a text that is wrong.
func TestReadRefuses(t *testing.T) {
	doc := reportJSONOf(t, demoReport(t))
	for _, change := range [][3]string{
		{`"schema": "paretocov.report/1"`, `"schema": "paretocov.cover/1"`, "schema is"},
		{`"verdict": "fail"`, `"verdict": "fine"`, "verdict"},
		{`"coverage": "exceeded"`, `"coverage": "line"`, "with 1 names in by"},
		{`"coverage": "uncovered"`, `"coverage": "great"`, "none of this schema"},
		{`"x_better": "max"`, `"x_better": "up"`, "neither min nor max"},
		{`"status": "compared"`, `"status": "<b>"`, "status"},
		{`"detail": null`, `"detail": "@octo-team"`, "detail"},
		{`"status": "WARN"`, `"status": "<b>"`, "status"},
		{`"kind": "uncovered"`, `"kind": "<b>@octo"`, "kind"},
		{`"sha256": "`, `"sha256": "@octo`, "sha256"},
		{`"members": [`, `"members": [], "m": [`, "no measured point"},
		{`"x_unit": "s"`, `"x_unit": "<b>"`, "unit"},
		{`"series": {`, `"series": [], "s": {`, "series"},
		{`"gate": {`, `"g": {`, "no gate"},
		{`"lang": "en"`, `"lang": "fr"`, "none of en, zh and both"},
		{`"version"`, `"version" "`, "line 3"},
	} {
		// In the report's own part, which comes last, or anywhere.
		at := strings.Index(doc, change[0])
		if change[0] == `"members": [` {
			at = strings.LastIndex(doc, change[0])
		}
		if at < 0 {
			t.Errorf("no %s", change[0])
			continue
		}
		_, err := Read(strings.NewReader(doc[:at] + change[1] + doc[at+len(change[0]):]))
		if err == nil || !strings.Contains(err.Error(), change[2]) {
			t.Errorf("%s: %v, want an error with %q", change[1], err, change[2])
		}
	}
	for _, text := range []string{"", "[]", "null", "{}", doc[:len(doc)/2]} {
		if _, err := Read(strings.NewReader(text)); err == nil {
			t.Errorf("%.20q is read", text)
		}
	}
}

// TestReportTables: one unit per column, named in its header. (B66, B95)
func TestReportTables(t *testing.T) {
	seen := renderGFM(reportMarkdownOf(t, demoReport(t)))
	n := 0
	for _, table := range seen.tables {
		if table[0][0] != "removed point" && table[0][0] != "base frontier point" {
			continue
		}
		n++
		if table[0][1] != "throughput per GPU, tok/s/GPU: old → new" ||
			!slices.Contains([]string{"median E2EL, s: old → new", "median interactivity, tok/s/user: old → new"}, table[0][2]) {
			t.Errorf("a header without metric or unit: %q", table[0])
		}
		for _, row := range table[1:] {
			for _, c := range row[1:3] {
				if strings.ContainsAny(c, "s/") || strings.HasPrefix(c, "0 ") || strings.HasSuffix(c, " 0") {
					t.Errorf("a unit, or 0, in a cell: %s", c)
				}
			}
		}
	}
	if n == 0 {
		t.Error("no table of points")
	}
}

package report

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"pgregory.net/rapid"

	"paretocov/frontier"
	"paretocov/pareto"
)

func reportHTMLOf(t testing.TB, r *Report, looks map[string]Look) string {
	return written(t, func(w io.Writer) error { return r.HTML(w, looks) })
}

func storyReport(t testing.TB) *Report {
	return reported(t, fixture(t, "story/base/results_bmk/agg_bmk.json"), fixture(t, "story/head/results_bmk/agg_bmk.json"), frontier.Options{}, gatePolicy())
}

// dataOf is the data within a page.
func dataOf(t testing.TB, doc string) htmlData {
	t.Helper()
	_, rest, _ := strings.Cut(doc, `<script type="application/json" id="data">`)
	text, _, ok := strings.Cut(rest, "</script>")
	if !ok {
		t.Fatal("the page has no data")
	}
	if strings.ContainsAny(text, "<>&") {
		t.Error("the data holds what HTML has a meaning for")
	}
	var d htmlData
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// TestHTMLPolicy: nothing in the page runs or styles but what its policy names
// by hash, and nothing leads out of it.
func TestHTMLPolicy(t *testing.T) {
	r := storyReport(t)
	r.Lang = Both
	doc := reportHTMLOf(t, r, nil)
	for _, part := range []struct{ open, end, directive string }{{"<style>", "</style>", "style-src"}, {`<script type="module">`, "</script>", "script-src"}} {
		_, rest, _ := strings.Cut(doc, part.open)
		body, _, ok := strings.Cut(rest, part.end)
		want := part.directive + " &#39;" + strings.ReplaceAll(integrity(body), "+", "&#43;") + "&#39;"
		if !ok || !strings.Contains(doc, want) {
			t.Errorf("the policy has no %s", want)
		}
	}
	if !strings.Contains(doc, `content="default-src &#39;none&#39;;`) {
		t.Error("the policy allows by default")
	}
	if bad := regexp.MustCompile(`(?i) style="| on\w+="|https?://|\beval\(|new Function|innerHTML|import\(|fetch\(|url\([^#]`).FindAllString(strings.ReplaceAll(doc, "http://www.w3.org/2000/svg", ""), -1); len(bad) > 0 {
		t.Errorf("the page holds %q", bad)
	}
	if n := len(pageTemplate) + len(pageStyle) + len(pageScript); n > 62_000 {
		t.Errorf("the parts of the page have %d bytes", n)
	}
}

// TestHTMLData holds what the page draws to the definitions: standing under both
// rules, what dominates, and the judgements.
func TestHTMLData(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := drawReport(t, rt)
		if r == nil {
			rt.Skip("nothing to judge")
		}
		doc := reportHTMLOf(t, r, nil)
		if doc != reportHTMLOf(t, again(t, r), nil) {
			rt.Fatal("the page of what was read differs")
		}
		d := dataOf(t, doc)
		removed := map[string]int{}
		for i, c := range d.Curves {
			for k, v := range c.Views {
				x, y := r.Curves[i].Views[k].X, r.Curves[i].Views[k].Y
				for side, s := range v.Sides {
					from := []frontier.FrontCurve{r.Curves[i].Base, r.Curves[i].Head}[side].Views[k]
					if len(s.Names) != from.Measured {
						rt.Fatalf("%d points of %d", len(s.Names), from.Measured)
					}
					wantOn(rt, s, x, y, r.Rule, from)
				}
				for _, rp := range v.Removed {
					removed[rp.Kind]++
					if rp.Point < 0 || rp.Point >= len(v.Sides[0].Names) || slices.ContainsFunc(rp.By, func(b int) bool { return b < 0 || b >= len(v.Sides[1].Names) }) {
						rt.Fatal("a removed point or its witness is not among the points")
					}
				}
			}
		}
		if r.Cover == nil {
			return
		}
		want := map[string]int{}
		for _, c := range r.Cover.Curves {
			for _, v := range c.Views {
				for _, j := range v.Removed {
					if !j.NotApplicable {
						want[kindWord(j)]++
					}
				}
			}
		}
		if fmt.Sprint(removed) != fmt.Sprint(want) {
			rt.Fatalf("removed %v, want %v", removed, want)
		}
	})
}

// wantOn compares the standings of points with the definition.
func wantOn(t *rapid.T, s htmlPoints, x, y frontier.Axis, rule pareto.Rule, from frontier.FrontView) {
	good := func(d pareto.Direction, a, b float64) bool { return a == b || d.Better(a, b) }
	dominates := func(a, b int) bool {
		return good(x.Better, s.X[a], s.X[b]) && good(y.Better, s.Y[a], s.Y[b]) && (s.X[a] != s.X[b] || s.Y[a] != s.Y[b])
	}
	for i := range s.Names {
		n := 0
		places := map[[2]float64]bool{}
		for k := range s.Names {
			if at := [2]float64{s.X[k], s.Y[k]}; s.On[k]&1 != 0 && dominates(k, i) && !places[at] {
				places[at] = true
				n++
			}
		}
		if (n == 0) != (s.On[i]&1 != 0) {
			t.Fatalf("%s is dominated %d times, its standing is %d", s.Names[i], n, s.On[i])
		}
		by := s.By[i]
		if n > 0 && (by[len(by)-1] != n || len(by)-1 != min(n, 3)) {
			t.Fatalf("%s is dominated by %v, want %d", s.Names[i], by, n)
		}
		for _, k := range by[:max(0, len(by)-1)] {
			if !dominates(k, i) {
				t.Fatalf("%s does not dominate %s", s.Names[k], s.Names[i])
			}
		}
	}
	count := map[pareto.Rule]int{pareto.Strict: s.Counts.Strict, pareto.Dashboard: s.Counts.Dashboard}[rule]
	if count != from.OnFrontier || s.Counts.Strict != from.OnStrictFrontier {
		t.Fatalf("%+v on the frontier, want %d and %d", s.Counts, from.OnFrontier, from.OnStrictFrontier)
	}
}

// TestHTMLEdge: just below the edge a point is covered, just above it is not.
func TestHTMLEdge(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		v := frontier.FrontView{X: axis(t, rapid.SampledFrom([]string{"p90_e2el", "mean_intvty"}).Draw(rt, "x")), Y: axis(t, frontier.DefaultY)}
		for i := range rapid.IntRange(1, 20).Draw(rt, "n") {
			v.Frontier = append(v.Frontier, frontier.Position{ID: fmt.Sprint(i), X: float64(rapid.IntRange(1, 30).Draw(rt, "px")), Y: float64(rapid.IntRange(1, 30).Draw(rt, "py"))})
		}
		p := pareto.Policy{
			Curve:   rapid.SampledFrom([]pareto.CurveRule{pareto.Line, pareto.Measured}).Draw(rt, "curve"),
			MaxSpan: rapid.SampledFrom([]float64{0, 1.5, 2}).Draw(rt, "span"),
		}
		f := strictFront(v)
		e := edge(v, p)
		for i := 1; i < len(e); i++ {
			// Between corners the edge is straight.
			a, b := e[i-1], e[i]
			for _, s := range []float64{0.25, 0.5, 0.75} {
				x, y := a[0]+s*(b[0]-a[0]), a[1]+s*(b[1]-a[1])
				if b[0]-a[0] < 1e-9 {
					continue
				}
				if below, above := f.Cover(x, y*(1-1e-6), p).Kind, f.Cover(x, y*(1+1e-6), p).Kind; !below.Covers() || above.Covers() {
					rt.Fatalf("the edge at %v is %v; below it is %v, above it is %v", x, y, below, above)
				}
			}
		}
	})
}

// manyReport is of n points on each side, half of base's removed.
func manyReport(t testing.TB, n int) *Report {
	table := func(name string, from int, gain float64) source {
		var b strings.Builder
		b.WriteString("curve,id,p90_e2el,mean_intvty,tput_per_gpu\n")
		for i := from; i < from+n; i++ {
			x := 1 + float64(i%997)/50
			fmt.Fprintf(&b, "k,p%d,%g,%g,%g\n", i, x, 100/x, gain*(200+100*x-x*x)-float64(i%13)*9)
		}
		return source{name, b.String()}
	}
	return reported(t, table("base.csv", 0, 1), table("head.csv", n/2, 1.01), frontier.Options{}, gatePolicy())
}

// rowNames returns the names of a table's rows that are not filtered out.
func rowNames(b *tab, table string) []string {
	b.Helper()
	return eval[[]string](b, fmt.Sprintf(`[...document.querySelectorAll("#%s tbody tr")].filter((r) => !r.hidden).map((r) => (r.querySelector("bdi") || r.cells[0]).textContent)`, table))
}

func TestPage(t *testing.T) {
	browser := startBrowser(t)

	t.Run("hover", func(t *testing.T) {
		b := opened(t, browser, storyReport(t), nil)
		b.point("#chart use", false)
		b.until("a tooltip is shown", `!document.querySelector("#tip").hidden`)
		tip := b.text("#tip")
		for _, want := range []string{"(base)", "exceeded", "margin+", "witnessby ", "configuration"} {
			if !strings.Contains(tip, want) {
				t.Errorf("the tooltip %q lacks %q", tip, want)
			}
		}
		b.do(chromedp.MouseEvent("mouseMoved", 3, 3))
		b.until("the tooltip goes", `document.querySelector("#tip").hidden`)
	})

	t.Run("click", func(t *testing.T) {
		b := opened(t, browser, storyReport(t), nil)
		b.point("#chart use", false)
		name := b.text("#tip b bdi")
		b.point("#chart use", true)
		b.until("a row is found", `document.activeElement.matches("#removed tr.found")`)
		if got := b.text("tr.found bdi"); got != name {
			t.Errorf("a click on %q found the row of %q", name, got)
		}
		// And back, to another view's point.
		row := `#removed tbody tr:nth-child(4)`
		b.point(row+" td", true)
		b.until("the chart has the focus", `document.activeElement.id === "chart"`)
		if got, want := b.text("#tip b bdi"), b.text(row+" bdi"); got != want {
			t.Errorf("the row of %q found %q", want, got)
		}
		if got, want := eval[string](b, `document.querySelector("#views :checked").nextSibling.textContent`), b.text(row+" td"); got != want {
			t.Errorf("the row of %q shows %q", want, got)
		}
	})

	t.Run("keyboard", func(t *testing.T) {
		r := storyReport(t)
		b := opened(t, browser, r, nil)
		b.do(chromedp.Focus(chromedp.CSS("#chart")))
		d := dataOf(t, reportHTMLOf(t, r, nil))
		total := 0
		for _, s := range d.Curves[d.Start[0]].Views[d.Start[1]].Sides {
			total += len(s.Names)
		}
		seen := map[string]bool{}
		for range total {
			b.press(kb.ArrowRight)
			said := b.text("#live")
			if !strings.Contains(said, b.text("#tip b bdi")) || !strings.Contains(said, "status: ") {
				t.Fatalf("the live region says %q", said)
			}
			seen[said] = true
		}
		if len(seen) != total {
			t.Errorf("the arrows reach %d of %d points", len(seen), total)
		}
		b.press(kb.PageDown)
		if said := b.text("#live"); !strings.Contains(said, "removed: ") || !strings.Contains(said, "margin: ") || !strings.Contains(said, "witness: ") {
			t.Errorf("a removed point is said as %q", said)
		}
		name := b.text("#tip b bdi")
		b.press(kb.Enter)
		if got := eval[string](b, `document.activeElement.querySelector("bdi").textContent`); got != name {
			t.Errorf("Enter on %q finds the row of %q", name, got)
		}
		before := name
		b.press(kb.ArrowDown, kb.Enter)
		if id := eval[string](b, `document.activeElement.id`); id != "chart" || b.text("#tip b bdi") == "" {
			t.Errorf("Enter in the row after %q leads to %q", before, id)
		}
		b.press(kb.Escape)
		if b.text("#tip") != "" {
			t.Error("Escape does not hide the tooltip")
		}
		// Zoom.
		drawn := `document.querySelector("#chart svg").outerHTML`
		all := eval[string](b, drawn)
		b.press("+", "+")
		if eval[string](b, drawn) == all {
			t.Error("+ does not zoom")
		}
		b.press("-", "-", "-")
		if eval[string](b, drawn) != all {
			t.Error("- does not lead back to all")
		}
		b.press("+", "0")
		if eval[string](b, drawn) != all {
			t.Error("0 does not show all")
		}
		b.point("#zoom-in", true)
		if eval[string](b, drawn) == all {
			t.Error("the button does not zoom")
		}
		b.point("#zoom-reset", true)
		if eval[string](b, drawn) != all {
			t.Error("the button does not show all")
		}
		b.do(chromedp.Focus(chromedp.CSS("#chart")))
		b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#chart").dispatchEvent(new WheelEvent("wheel", {deltaY: -300, clientX: 500, clientY: 500, cancelable: true}))`))
		if eval[string](b, drawn) == all {
			t.Error("the wheel does not zoom")
		}
	})

	t.Run("tables", func(t *testing.T) {
		b := opened(t, browser, demoReport(t), nil)
		all := rowNames(b, "removed")
		b.do(chromedp.SendKeys(chromedp.CSS("#s-removed input[type=search]"), "tp4 8192"))
		some := rowNames(b, "removed")
		if len(some) == 0 || len(some) >= len(all) {
			t.Errorf("the filter shows %d of %d", len(some), len(all))
		}
		if got, want := b.text("#s-removed output"), fmt.Sprintf("%d of %d rows", len(some), len(all)); got != want {
			t.Errorf("the table says %q, want %q", got, want)
		}
		b.do(chromedp.Evaluate[chromedp.Void](`(() => { const s = document.querySelector("#s-removed input[type=search]"); s.value = ""; s.dispatchEvent(new Event("input")); })()`))
		b.do(chromedp.Evaluate[chromedp.Void](`(() => { const s = document.querySelector("#s-removed select"); s.value = "exceeded"; s.dispatchEvent(new Event("change")); })()`))
		if kinds := eval[[]string](b, `[...new Set([...document.querySelectorAll("#removed tbody tr")].filter((r) => !r.hidden).map((r) => r.dataset.kind))]`); fmt.Sprint(kinds) != "[exceeded]" {
			t.Errorf("the filter shows %v", kinds)
		}
		b.do(chromedp.Evaluate[chromedp.Void](`(() => { const s = document.querySelector("#s-removed select"); s.value = ""; s.dispatchEvent(new Event("change")); })()`))
		b.point("#s-removed input[type=checkbox]", true)
		if n := len(rowNames(b, "removed")); n == 0 || n >= len(all) {
			t.Errorf("of the curve shown there are %d of %d rows", n, len(all))
		}
		b.point("#s-removed input[type=checkbox]", true)
		margins := `[...document.querySelectorAll("#removed tbody tr")].map((r) => Number(r.cells[3].dataset.k))`
		for _, test := range []struct {
			sort string
			by   func(a, b float64) int
		}{
			{"ascending", func(a, b float64) int { return int(1e6 * (a - b)) }},
			{"descending", func(a, b float64) int { return int(1e6 * (b - a)) }},
		} {
			b.point("#removed th:nth-child(4) button", true)
			if got := eval[string](b, `document.querySelector("#removed th:nth-child(4)").getAttribute("aria-sort")`); got != test.sort {
				t.Errorf("aria-sort is %q", got)
			}
			if m := eval[[]float64](b, margins); !slices.IsSortedFunc(m, test.by) || len(m) != len(all) {
				t.Errorf("%s: %v", test.sort, m)
			}
		}
		b.point("#removed th:first-child button", true)
		if got := eval[int](b, `document.querySelectorAll("#removed [aria-sort]").length`); got != 1 {
			t.Errorf("%d columns are sorted by", got)
		}
	})

	t.Run("views", func(t *testing.T) {
		b := opened(t, browser, demoReport(t), nil)
		title := `document.querySelector("#chart").getAttribute("aria-label")`
		drawn := `document.querySelector("#chart svg").outerHTML`
		first := eval[string](b, drawn)
		if got := eval[string](b, title); !strings.Contains(got, "Median E2EL (s), less is better") {
			t.Errorf("the chart is called %q", got)
		}
		b.point("#views label:nth-child(2)", true)
		if got := eval[string](b, title); !strings.Contains(got, "Median interactivity (tok/s/user), more is better") {
			t.Errorf("the chart is called %q", got)
		}
		b.point("#views label:nth-child(1)", true)
		if eval[string](b, drawn) != first {
			t.Error("back at the first view the chart is another")
		}
		for _, key := range []string{"base", "head"} {
			b.point("#show-"+key, true)
			if eval[string](b, drawn) == first {
				t.Errorf("the switch of %s changes nothing", key)
			}
			b.point("#show-"+key, true)
			if eval[string](b, drawn) != first {
				t.Errorf("the switch of %s does not switch back", key)
			}
		}
		key := eval[string](b, `document.querySelector("#curve").selectedOptions[0].textContent`)
		b.point("#next", true)
		if eval[string](b, drawn) == first || eval[string](b, `document.querySelector("#curve").selectedOptions[0].textContent`) == key {
			t.Error("the next curve is the same")
		}
		b.point("#previous", true)
		if eval[string](b, drawn) != first {
			t.Error("the curve before is another than at first")
		}
	})

	t.Run("rule", func(t *testing.T) {
		base := source{"b", "id,p90_e2el,tput_per_gpu\na,1,10\nb,2,10\nc,3,20\n"}
		b := opened(t, browser, reported(t, base, source{"h", "id,p90_e2el,tput_per_gpu\nn,1,30\na,1,10\nb,2,10\n"}, frontier.Options{}, gatePolicy()), nil)
		if got := b.text("#rules label:first-child"); got != "strict · base 2, head 1" {
			t.Errorf("strict is %q", got)
		}
		if got := b.text("#rules label:last-child"); got != "dashboard · base 3, head 1" {
			t.Errorf("dashboard is %q", got)
		}
		b.point("#rules label:last-child", true)
		off := `document.querySelectorAll("#chart .marks.off.of-base").length`
		if got := eval[int](b, off); got != 0 {
			t.Error("the plateau is drawn as dominated under the rule dashboard")
		}
		b.point("#rules label:first-child", true)
		if got := eval[int](b, off); got != 1 {
			t.Error("the plateau is not drawn as dominated under the rule strict")
		}
	})

	t.Run("languages", func(t *testing.T) {
		r := demoReport(t)
		r.Lang = Both
		b := opened(t, browser, r, nil)
		title := `document.querySelector("h1").innerText.replace(/\s+/g, " ")`
		if got := eval[string](b, title); got != "Pareto coverage FAIL" {
			t.Errorf("the page begins with %q", got)
		}
		b.point("#lang", true)
		if got := eval[string](b, title); got != "帕累托覆盖 未通过" {
			t.Errorf("the Chinese page begins with %q", got)
		}
		if got := eval[string](b, `document.documentElement.lang + document.querySelector("#chart").getAttribute("aria-label")`); !strings.HasPrefix(got, "zh-CN图：每 GPU 吞吐 (tok/s/GPU)，越大越好 对 中位端到端时延 (s)，越小越好") {
			t.Errorf("the chart is called %q", got)
		}
		if left := eval[string](b, `document.querySelector("main").innerText`); strings.Contains(left, "not covered") || strings.Contains(left, "Removed points") {
			t.Error("English is left")
		}
		r.Lang = Chinese
		b = opened(t, browser, r, nil)
		if got := eval[string](b, title); got != "帕累托覆盖 未通过" {
			t.Errorf("the page in Chinese alone begins with %q", got)
		}
	})

	t.Run("names", func(t *testing.T) {
		base := hostileSource(0)
		lines := strings.SplitAfter(base.doc, "\n")
		head := source{"h", lines[0] + strings.Join(lines[len(lines)-8:], "") + csvCell(hostile[0]) + ",שלום,1,200,1\n"}
		base.doc += csvCell(hostile[0]) + ",</script><script>alert(1)</script><!--,3,33,1\n" + csvCell(hostile[0]) + ",\u202eevil مرحبا,4,34,1\n"
		o := frontier.Options{X: []frontier.Axis{axis(t, "p90_e2el"), axis(t, "mean_intvty")}}
		r := reported(t, base, head, o, gatePolicy())
		r.Lang, r.Version, r.Command = Both, "</script><img src=x onerror=alert(1)>", append([]string{"report"}, hostile...)
		r.Gate.Warnings = append(r.Gate.Warnings, "</style><script>alert(2)</script>")
		b := opened(t, browser, r, nil)
		want := map[string]bool{}
		for _, c := range r.Cover.Curves {
			for _, v := range c.Views {
				for _, j := range v.Removed {
					want[isolated(j.ID)] = true
				}
			}
		}
		for _, name := range rowNames(b, "removed") {
			delete(want, name)
		}
		if len(want) > 0 {
			t.Errorf("no row shows %v", want)
		}
		if got := eval[string](b, `[...document.querySelectorAll("script, img, iframe, object, embed, base, form, a[href]")].map((e) => e.outerHTML.slice(0, 40)).join()`); strings.Count(got, "<script") != 2 || strings.Contains(got, "<img") || strings.Count(got, "<") > 4 {
			t.Errorf("the page holds %s", got)
		}
		if got := eval[string](b, `document.querySelector("h1").innerText`); !strings.HasPrefix(got, "Pareto coverage") {
			t.Errorf("the page begins with %q", got)
		}
		for range len(r.Curves) {
			for range 12 {
				b.do(chromedp.Focus(chromedp.CSS("#chart")))
				b.press(kb.ArrowRight)
			}
			b.point("#next", true)
		}
	})

	t.Run("degenerate", func(t *testing.T) {
		const columns = "id,p90_e2el,mean_intvty,tput_per_gpu\n"
		for name, rows := range map[string][2]string{
			"one point":    {"a,1,1,1\n", "a,1,1,1\n"},
			"equal values": {"a,5,5,5\nb,5,5,5\nc,5,5,5\n", "d,5,5,5\n"},
			"300 decades":  {"a,1e-150,1e150,1e-150\nb,1e150,1e-150,1e150\n", "c,1e-150,1e150,1e-150\n"},
			"extremes":     {"a,1.7e308,5e-324,1.7e308\n", "c,5e-324,1.7e308,1\nd,1.7e308,5e-324,1.6e308\n"},
			"half":         {"a,1,,1\nb,,2,3\n", "c,1,,2\nd,,,\ne,2,3,\n"},
		} {
			b := opened(t, browser, reported(t, source{"b", columns + rows[0]}, source{"h", columns + rows[1]}, frontier.Options{}, gatePolicy()), nil)
			for range 3 {
				b.do(chromedp.Focus(chromedp.CSS("#chart")))
				b.press(kb.ArrowRight, "+", "+", kb.PageDown, "-", kb.Enter)
			}
			if drawn := eval[string](b, `document.querySelector("#chart svg").outerHTML`); strings.Contains(drawn, "NaN") || strings.Contains(drawn, "Infinity") {
				t.Errorf("%s: the chart holds %s", name, regexp.MustCompile(`.{60}(NaN|Infinity).{20}`).FindString(drawn))
			}
		}
	})

	t.Run("many", func(t *testing.T) {
		r := manyReport(t, 2000)
		total := 0
		for _, s := range dataOf(t, reportHTMLOf(t, r, nil)).Curves[0].Views[0].Sides {
			total += len(s.Names)
		}
		if total < 4000 {
			t.Fatalf("%d points are not many", total)
		}
		b := opened(t, browser, r, nil)
		b.point("#chart use", false)
		b.until("a tooltip is shown", `!document.querySelector("#tip").hidden`)
		took := eval[[]float64](b, `(async () => {
			const chart = document.querySelector("#chart"), box = chart.getBoundingClientRect(), took = [];
			for (let i = 0; i < 60; i++) {
				const start = performance.now();
				chart.dispatchEvent(new PointerEvent("pointermove", { clientX: box.x + 60 + i * 15, clientY: box.y + 60 + (i * 37) % 300, pointerType: "mouse", bubbles: true }));
				await new Promise((done) => requestAnimationFrame(done));
				document.querySelector("#tip").getBoundingClientRect();
				took.push(performance.now() - start);
			}
			return took.sort((a, b) => a - b);
		})()`)
		t.Logf("a move of the mouse until its frame: median %.1f ms, longest %.1f ms", took[len(took)/2], took[len(took)-1])
		b.point("#s-points summary", true)
		b.until("the table of points is full", fmt.Sprintf(`document.querySelectorAll("#points tbody tr").length === %d`, total))
		off := `document.querySelectorAll("#chart .marks.off").length`
		if got := eval[int](b, off); got != 2 {
			t.Errorf("%d layers of dominated points", got)
		}
		b.point("#show-dominated", true)
		if got := eval[int](b, off); got != 0 {
			t.Errorf("%d layers of dominated points that are switched off", got)
		}
		// A point that is not removed has its row among the view's points.
		b.do(chromedp.Focus(chromedp.CSS("#chart")))
		b.press(kb.Home, kb.Enter)
		if !eval[bool](b, `document.activeElement.matches("#points tr.found, #removed tr.found")`) {
			t.Error("Enter finds no row")
		}
	})

	t.Run("contrast", func(t *testing.T) {
		r := demoReport(t)
		looks := map[string]Look{}
		file := writePage(t, r, looks)
		for _, scheme := range []string{"light", "dark"} {
			b := openedFile(t, browser, file, media(scheme, ""))
			b.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("details").forEach((d) => { d.open = true; })`))
			b.point("#chart use", false)
			if bad := eval[[]string](b, lowContrast); len(bad) > 0 {
				t.Errorf("%s: too little contrast: %s", scheme, strings.Join(bad, "; "))
			}
			// The switch of the theme: light, then dark.
			b.point("#theme", true)
			b.point("#theme", true)
			if got := eval[string](b, `getComputedStyle(document.documentElement).backgroundColor`); got != "rgb(13, 17, 23)" {
				t.Errorf("%s: the dark page is %s", scheme, got)
			}
			if bad := eval[[]string](b, lowContrast); len(bad) > 0 {
				t.Errorf("switched to dark: too little contrast: %s", strings.Join(bad, "; "))
			}
		}
	})

	t.Run("without scripts", func(t *testing.T) {
		r := demoReport(t)
		r.Lang = Both
		b := opened(t, browser, r, nil, scripts(false))
		text := eval[string](b, `document.body.innerText`) // evaluated by the browser's tools, which run all the same
		for _, want := range []string{"Pareto coverage", "8 of 16 removed points are not covered", "TP4/EP4 c128", "The interactive chart", "帕累托覆盖"} {
			if !strings.Contains(text, want) {
				t.Errorf("the page without scripts lacks %q", want)
			}
		}
		if got := eval[string](b, `getComputedStyle(document.querySelector("#explore")).display + getComputedStyle(document.querySelector(".tools")).display`); got != "nonenone" {
			t.Errorf("controls that do nothing are shown: %s", got)
		}
	})

	t.Run("print", func(t *testing.T) {
		b := opened(t, browser, demoReport(t), nil, media("dark", "print"))
		got := eval[[]string](b, `[getComputedStyle(document.documentElement).backgroundColor, ...[".tools", ".zoom", ".controls", ".pick"].map((s) => getComputedStyle(document.querySelector(s)).display), getComputedStyle(document.querySelector(".scroll")).maxHeight]`)
		if want := "rgb(255, 255, 255) none none none none none"; strings.Join(got, " ") != want {
			t.Errorf("in print: %v", got)
		}
	})
}

// lowContrast lists texts with less than 4.5:1 (WCAG 2.2, 1.4.3) and marks with
// less than 3:1 (1.4.11) against what is behind them.
const lowContrast = `(() => {
	const rgb = (s) => (s.match(/[\d.]+/g) || []).map(Number);
	const light = ([r, g, b]) => [r, g, b].map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4).reduce((n, c, i) => n + c * [0.2126, 0.7152, 0.0722][i], 0);
	const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
	const behind = (e) => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c.length === 3 || c[3] === 1) return c; } return [255, 255, 255]; };
	const bad = new Set();
	const check = (e, colour, least, what) => {
		const r = ratio(rgb(colour), behind(e));
		if (!(r >= least)) bad.add(what + " " + colour + " on " + behind(e) + " is " + r.toFixed(2));
	};
	for (const e of document.querySelectorAll("body *")) {
		const style = getComputedStyle(e);
		if (!e.getClientRects().length || style.visibility === "hidden" || e.closest(".away, option, script, :disabled")) continue;
		const text = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
		if (text || e.matches("input, select")) check(e, e.closest("svg") ? style.fill : style.color, 4.5, e.tagName + "." + (e.getAttribute("class") || e.id));
		if (e.matches("button, select, input[type=search], .segments label:not(:has(:checked))")) if (style.borderTopWidth !== "0px") check(e.parentElement, style.borderTopColor, 3, "border of " + e.tagName);
		if (e.matches(".line, .marks.of-base, .axis, .ring")) check(e, style.stroke, 3, "stroke of " + e.getAttribute("class"));
		if (e.matches(".marks:not(.of-base)")) check(e, style.fill, 3, "fill of " + e.getAttribute("class"));
		if (e.matches("use, .badge, .leader")) check(e, style.color, 3, "colour of " + e.getAttribute("class"));
		if (e.matches(".shares rect, .dot")) check(e.parentElement.parentElement, e.matches("rect") ? style.fill : style.backgroundColor, 3, e.getAttribute("class"));
	}
	return [...bad];
})()`

package report

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
	"unicode"

	"paretocov/frontier"
	"paretocov/pareto"
)

// An htmlPage is what the page's template shows.
type htmlPage struct {
	Lang          Lang
	Policy        string
	Style         template.CSS
	Script        template.JS
	Data          template.JS
	Title         bilingual
	Verdict       htmlVerdict
	Questions     []htmlQuestion
	Failures      []htmlLine // what fails beside points
	Sources       []bilingual
	Tables        []htmlTable
	Rules         []bilingual
	Legend        []htmlKind
	Command       string
	Version       string
	Files         []htmlFile
	HasChart      bool
	Removed, Gate int
}

type htmlVerdict struct {
	Class string
	Word  bilingual
}

// An htmlQuestion is one of the two questions with its answer.
type htmlQuestion struct {
	Name     bilingual
	Verdict  htmlVerdict
	Headline bilingual
	Shares   []htmlShare
}

// An htmlShare is a part of the points that a question is about; From and Width
// are in per cent.
type htmlShare struct {
	Class, From, Width string
	Count              int
	Name               bilingual
}

type htmlLine struct {
	Key  string
	Text bilingual
}

type htmlKind struct {
	Word, Text bilingual
	Kind       string
}

type htmlFile struct {
	Side           bilingual
	Path, Rows, ID string
}

// An htmlTable can be sorted and filtered by the page's script.
type htmlTable struct {
	ID          string
	Title, Note bilingual
	Columns     []htmlColumn
	Rows        []htmlRow
	Left        int // rows left out
	Open        bool
}

type htmlColumn struct {
	Name   bilingual
	Number bool
}

// An htmlRow is of one curve and view. Point is the place of its point among
// those of its side in the data of the chart; -1 if it has none.
type htmlRow struct {
	Kind                     string
	Curve, View, Side, Point int
	Cells                    []htmlCell
}

// An htmlCell is a text, or a name with the curve's key below it.
type htmlCell struct {
	Text      bilingual
	Name, Key string
	Kind      string // of a badge
	Sort      string // what to sort by, "" for the text
	Number    bool
}

// mostRows is how many rows a table of the page may have. Browsers get slow with
// more, and report.json has all.
const mostRows = 4000

// An htmlMaker makes the parts of a page.
type htmlMaker struct {
	page
	points map[htmlSide]map[string]int
	index  map[string]int // curves by key
}

// An htmlSide is one side of one view of a curve.
type htmlSide struct{ curve, view, side int }

func newHTMLPage(r *Report) *htmlPage {
	m := &htmlMaker{
		page:   page{r: r, zh: r.Lang == Chinese, curves: map[string]frontier.ReportCurve{}, fronts: map[[2]string]map[string]frontier.Position{}},
		points: map[htmlSide]map[string]int{}, index: map[string]int{},
	}
	for i, c := range r.Curves {
		m.curves[c.Key], m.index[c.Key] = c, i
	}
	doc := &htmlPage{
		Lang: r.Lang, Title: m.t("Pareto coverage", "帕累托覆盖"), Verdict: m.verdictOf(r.Verdict),
		Questions: m.questions(), Version: r.Version, Command: "paretocov " + shell(r.Command), HasChart: len(r.Curves) > 0,
		Sources: []bilingual{
			m.t("Base: "+clean(sourcesText(r.Gate.Base)), "基线："+clean(sourcesChinese(r.Gate.Base))),
			m.t("Head: "+clean(sourcesText(r.Gate.Head)), "新数据："+clean(sourcesChinese(r.Gate.Head))),
		},
	}
	for _, reason := range r.Gate.Reasons {
		if reason.Kind.Fails() && reason.Kind != frontier.ReasonUncovered {
			doc.Failures = append(doc.Failures, htmlLine{isolated(reason.Key), m.t(reasonText(reason, isolated), reasonChinese(reason, isolated))})
		}
	}
	if r.Cover != nil {
		if keys := lostKeys(r.Cover); len(keys) > 0 && r.Cover.Policy.Scope == frontier.ScopeHead {
			names := each(keys, clipped(isolated))
			doc.Sources = append(doc.Sources, m.t("Head has none of "+some(names, 5)+".", "新数据没有 "+(&page{zh: true}).some(names, 5)+"。"))
		}
		doc.Tables = append(doc.Tables, m.removedTable())
	}
	doc.Tables = append(doc.Tables, m.gateTable(), m.countTable())
	if readings := m.readingTable(); len(readings.Rows) > 0 {
		doc.Tables = append(doc.Tables, readings)
	}
	doc.Rules = m.ruleLines()
	doc.Legend = m.legendKinds()
	doc.Files = m.files()
	return doc
}

func (m *htmlMaker) t(en, zh string) bilingual { return bilingual{m.r.Lang, en, zh} }

// same is a text that is one in both languages.
func (m *htmlMaker) same(s string) bilingual { return bilingual{m.r.Lang, s, s} }

func (m *htmlMaker) axis(a frontier.Axis) bilingual {
	return m.t(upperFirst(title(a, isolated)), titleChinese(a, isolated))
}

func (m *htmlMaker) verdictOf(v frontier.Verdict) htmlVerdict {
	class := "unknown"
	switch v {
	case frontier.VerdictPass:
		class = "covered"
	case frontier.VerdictFail:
		class = "uncovered"
	case frontier.VerdictInconclusive, frontier.VerdictNoBaseline:
	}
	return htmlVerdict{class, m.t(verdictWord(v), verdictsChinese[v])}
}

func (m *htmlMaker) questions() []htmlQuestion {
	c, g := m.r.Cover, m.r.Gate
	short := clipped(isolated)
	removed := htmlQuestion{Name: m.t("Removed points", "被移除的点"), Verdict: htmlVerdict{"unknown", m.t("N/A", "不适用")}, Headline: m.t("Not applicable: nothing can be removed.", "不适用，不会移除任何点。")}
	if c != nil {
		s := c.Summary
		removed.Verdict = m.verdictOf(c.Verdict)
		removed.Headline = m.t(upperFirst(headline(c))+".", headlineChinese(c)+"。")
		removed.Shares = m.shares(s.Covered, s.Uncovered, s.Unverifiable, 0)
	}
	s := g.Summary
	return []htmlQuestion{removed, {
		Name: m.t("Frontier gate", "前沿门禁"), Verdict: m.verdictOf(g.Verdict),
		Headline: m.t(upperFirst(gateHeadline(g, short))+".", gateHeadlineChinese(g, short)+"。"),
		Shares:   m.shares(s.Covered, s.Uncovered, s.Unverifiable, s.Inconclusive),
	}}
}

// shares divides points by their judgement, what fails first.
func (m *htmlMaker) shares(covered, uncovered, unverifiable, inconclusive int) []htmlShare {
	var out []htmlShare
	total := float64(covered + uncovered + unverifiable + inconclusive)
	at := 0.0
	for _, s := range []htmlShare{
		{Class: "uncovered", Count: uncovered, Name: m.t("not covered", "未被覆盖")},
		{Class: "wide", Count: inconclusive, Name: m.t("inconclusive", "无法定论")},
		{Class: "unknown", Count: unverifiable, Name: m.t("unverifiable", "无法验证")},
		{Class: "covered", Count: covered, Name: m.t("covered", "被覆盖")},
	} {
		if s.Count <= 0 {
			continue
		}
		width := 100 * float64(s.Count) / total
		s.From, s.Width = fmt.Sprintf("%.3f", at), fmt.Sprintf("%.3f", width)
		at += width
		out = append(out, s)
	}
	return out
}

// judgedColumns are those of tables of base points.
func (m *htmlMaker) judgedColumns(first bilingual, more ...htmlColumn) []htmlColumn {
	y := m.t("Throughput per GPU: old → new", "每 GPU 吞吐：旧 → 新")
	if a, ok := m.onlyY(); ok {
		y = m.t(upperFirst(title(a, isolated))+": old → new", titleChinese(a, isolated)+"：旧 → 新")
	}
	columns := append([]htmlColumn{{Name: first}, {Name: m.t("View", "视图")}}, more...)
	return append(columns,
		htmlColumn{Name: m.t("Coverage", "覆盖")}, htmlColumn{Name: m.t("Margin", "余量"), Number: true},
		htmlColumn{Name: y, Number: true}, htmlColumn{Name: m.t("On the view's axis: old → new", "视图轴：旧 → 新"), Number: true},
		htmlColumn{Name: m.t("By what", "依据")})
}

// onlyY is the y axis that all views share.
func (m *htmlMaker) onlyY() (frontier.Axis, bool) {
	for _, c := range m.r.Curves {
		for _, v := range c.Views {
			return v.Y, true
		}
	}
	return frontier.Axis{}, false
}

func (m *htmlMaker) removedTable() htmlTable {
	t := htmlTable{
		ID: "removed", Title: m.t("Removed points", "被移除的点"), Open: true, Columns: m.judgedColumns(m.t("Removed point", "被移除的点")),
		Note: m.t("Every point that head removes from base, once for each view; what is not covered comes first.", "新数据从基线移除的每个点在每个视图上的判定：未被覆盖者在前。"),
	}
	var js []judgedRow
	for _, c := range m.r.Cover.Curves {
		for _, v := range c.Views {
			for _, j := range v.Removed {
				js = append(js, judgedRow{c.Key, v.X, v.Y, j, kindWord(j)})
			}
		}
	}
	m.fill(&t, js, func(judgedRow) []htmlCell { return nil })
	return t
}

func (m *htmlMaker) gateTable() htmlTable {
	t := htmlTable{
		ID: "gate", Title: m.t("Base frontier points", "基线前沿点"), Open: m.r.Gate.Verdict == frontier.VerdictFail,
		Columns: m.judgedColumns(m.t("Base frontier point", "基线前沿点"), htmlColumn{Name: m.t("In head", "在新数据中")}),
		Note:    m.t("Every point of base's frontiers against head's curves, which is what the gate judges.", "基线前沿的每个点与新曲线的比较，即门禁的判定。"),
	}
	var js []judgedRow
	for _, c := range m.r.Gate.Curves {
		for _, v := range c.Views {
			for _, j := range v.Frontier {
				js = append(js, judgedRow{c.Key, v.X, v.Y, j, gateKindWord(j)})
			}
		}
	}
	m.fill(&t, js, func(j judgedRow) []htmlCell {
		return []htmlCell{{Text: m.t(string(j.Fate), fatesChinese[j.Fate])}}
	})
	return t
}

var fatesChinese = map[frontier.Fate]string{frontier.Removed: "被移除", frontier.Kept: "保留", frontier.Remeasured: "重测"}

// A judgedRow is a judged base point before it becomes a row.
type judgedRow struct {
	key  string
	x, y frontier.Axis
	frontier.Judged
	kind string
}

// badness orders judgements, worst first.
func (j judgedRow) badness() int {
	order := []string{"uncovered", "wide", "inconclusive", "unverifiable", "within", "line", "matched", "exceeded", "n/a"}
	return slices.Index(order, j.kind)
}

// fill makes the rows of a table of judged points, worst first.
func (m *htmlMaker) fill(t *htmlTable, js []judgedRow, more func(judgedRow) []htmlCell) {
	slices.SortStableFunc(js, func(a, b judgedRow) int {
		if c := a.badness() - b.badness(); c != 0 {
			return c
		}
		return cmp.Compare(a.Margin, b.Margin) // NaN first
	})
	if len(js) > mostRows {
		t.Left = len(js) - mostRows
		js = js[:mostRows]
	}
	for _, j := range js {
		row := htmlRow{Kind: j.kind, Curve: -1, View: -1, Point: -1}
		if i, ok := m.index[j.key]; ok {
			row.Curve = i
			for k, v := range m.r.Curves[i].Views {
				if v.X.Name == j.x.Name {
					row.View = k
					row.Point = m.pointIndex(htmlSide{i, k, 0}, j.ID)
				}
			}
		}
		newX, newY := m.newValues(j.key, j.Judged, j.x)
		values := func(was, is float64) htmlCell {
			return htmlCell{Text: m.t(change(was, is, "none"), change(was, is, "无")), Sort: sortKey(was), Number: true}
		}
		by := why(j.Judged, j.x, j.y, isolated)
		byZh := whyChinese(j.Judged, j.x, j.y, isolated, isolated)
		row.Cells = append(row.Cells, htmlCell{Name: isolated(j.ID), Key: isolated(j.key), Sort: clean(j.ID)}, htmlCell{Text: m.axis(j.x)})
		row.Cells = append(row.Cells, more(j)...)
		row.Cells = append(row.Cells,
			htmlCell{Text: m.t(j.kind, kindsChinese[j.kind]), Kind: j.kind},
			htmlCell{Text: m.same(margin(j.Margin)), Sort: sortKey(j.Margin), Number: true},
			values(j.Y, newY), values(j.X, newX), htmlCell{Text: m.t(by, byZh)})
		t.Rows = append(t.Rows, row)
	}
}

// sortKey is a number as the page's script reads it.
func sortKey(f float64) string {
	if math.IsNaN(f) {
		return "-"
	}
	return fmt.Sprint(f)
}

// pointIndex is a point's place among those of its side, see sidePoints.
func (m *htmlMaker) pointIndex(s htmlSide, id string) int {
	at, ok := m.points[s]
	if !ok {
		at = map[string]int{}
		c := m.r.Curves[s.curve]
		side := c.Base
		if s.side == 1 {
			side = c.Head
		}
		for i, p := range sidePoints(side.Views[s.view]) {
			if _, ok := at[p.name]; !ok {
				at[p.name] = i
			}
		}
		m.points[s] = at
	}
	if i, ok := at[id]; ok {
		return i
	}
	return -1
}

// countTable is of the points on the frontiers.
func (m *htmlMaker) countTable() htmlTable {
	zh := &page{r: m.r, zh: true}
	en := &page{r: m.r}
	t := htmlTable{
		ID: "counts", Title: m.t("Measured points on the frontier", "帕累托前沿上的实测点"), Open: true,
		Note: m.t(fmt.Sprintf("Rule %s; %d points are recommended per curve. PASS needs them, and no invalid row.", ruleName(m.r.Rule), frontier.Recommended),
			fmt.Sprintf("规则 %s；建议每条曲线 %d 个点。通过还要求没有无效行。", ruleName(m.r.Rule), frontier.Recommended)),
		Columns: []htmlColumn{
			{Name: m.t("Curve", "曲线")},
			{Name: m.t("View", "视图")},
			{Name: m.t("Base", "基线"), Number: true},
			{Name: m.t("Head", "新"), Number: true},
			{Name: m.t("Status", "状态")},
			{Name: m.t("Widest gap in head", "新前沿的最大间隔"), Number: true},
		},
	}
	for i, c := range m.r.Curves {
		for k, v := range c.Views {
			if !isE2EL(v.X) && mainView(c.Head.Views) >= 0 {
				continue // the recommended count is of E2E latencies
			}
			base, head := c.Base.Views[k], c.Head.Views[k]
			gap := htmlCell{Text: m.t(gapCell(head), zh.gap(head)), Number: true, Sort: "-"}
			if head.WidestGap != nil {
				gap.Sort = sortKey(head.WidestGap.Ratio)
			}
			kind := "warn"
			if head.Status == frontier.Pass {
				kind = "pass"
			}
			status := htmlCell{Text: m.t(en.status(head.Status), zh.status(head.Status)), Kind: kind}
			switch {
			case c.Status == frontier.Lost:
				status = htmlCell{Text: m.t("lost", "丢失"), Kind: "n/a"}
			case !c.Affected:
				status = htmlCell{Text: m.t("as in base", "与基线相同"), Kind: "same"}
			}
			t.Rows = append(t.Rows, htmlRow{Kind: status.Kind, Curve: i, View: k, Point: -1, Cells: []htmlCell{
				{Key: isolated(c.Key)},
				{Text: m.axis(v.X)},
				{Text: m.t(en.count(base), zh.count(base)), Sort: fmt.Sprint(base.OnFrontier), Number: true},
				{Text: m.t(en.count(head), zh.count(head)), Sort: fmt.Sprint(head.OnFrontier), Number: true},
				status, gap,
			}})
		}
	}
	slices.SortStableFunc(t.Rows, func(a, b htmlRow) int { // too few first
		rank := func(r htmlRow) int { return slices.Index([]string{"warn", "pass", "n/a", "same"}, r.Kind) }
		return rank(a) - rank(b)
	})
	if len(t.Rows) > mostRows {
		t.Left = len(t.Rows) - mostRows
		t.Rows = t.Rows[:mostRows]
	}
	return t
}

// readingTable is of the drawn curves at round x.
func (m *htmlMaker) readingTable() htmlTable {
	t := htmlTable{
		ID: "readings", Title: m.t("Throughput at round interactivities, area over the common range", "取整交互性处的吞吐与共同区间的面积"),
		Note: m.t("Read off the drawn frontier: linear between measured points, nothing outside of them. † is between points more than a factor of "+number(m.wideFrom())+" apart in x, where little is known.",
			"取自所画前沿：实测点之间线性，范围之外没有值。† 表示两侧实测点相距超过 "+number(m.wideFrom())+" 倍，依据不足。"),
		Columns: []htmlColumn{
			{Name: m.t("Curve", "曲线")},
			{Name: m.t("View", "视图")},
			{Name: m.t("At", "位置"), Number: true},
			{Name: m.t("Base", "基线"), Number: true},
			{Name: m.t("Head", "新"), Number: true},
			{Name: m.t("Change, + is better", "变化，+ 为更优"), Number: true},
		},
	}
	value := func(y, span float64) htmlCell {
		c := htmlCell{Text: m.same(number(y)), Sort: sortKey(y), Number: true}
		switch {
		case math.IsNaN(y):
			c.Text = m.t("none", "无")
		case span > m.wideFrom():
			c.Text = m.same(number(y) + " †")
		}
		return c
	}
	for i, c := range m.r.Curves {
		if c.Status != frontier.Compared || !c.Affected {
			continue
		}
		for k, v := range c.Views {
			add := func(at bilingual, x, base, baseSpan, head, headSpan float64) {
				diff := htmlCell{Sort: "-", Number: true}
				if f := v.Y.Better.Ratio(head, base) - 1; !math.IsNaN(base) && !math.IsNaN(head) {
					diff.Text, diff.Sort = m.same(percent(f)), sortKey(f)
				}
				t.Rows = append(t.Rows, htmlRow{Curve: i, View: k, Point: -1, Cells: []htmlCell{
					{Key: isolated(c.Key)}, {Text: m.axis(v.X)}, {Text: at, Sort: sortKey(x), Number: true}, value(base, baseSpan), value(head, headSpan), diff,
				}})
			}
			for _, at := range v.At {
				add(m.same(withUnit(at.X, v.X)), at.X, at.Base, at.BaseSpan, at.Head, at.HeadSpan)
			}
			if o := v.Common; o != nil {
				add(m.t("area, "+number(o.From)+" to "+withUnit(o.To, v.X), "面积，"+number(o.From)+" 至 "+withUnit(o.To, v.X)), o.From, o.Base, o.BaseSpan, o.Head, o.HeadSpan)
			}
		}
	}
	if len(t.Rows) > mostRows {
		t.Left = len(t.Rows) - mostRows
		t.Rows = t.Rows[:mostRows]
	}
	return t
}

// ruleLines say what was judged by, what is doubtful, and what is to be noted.
func (m *htmlMaker) ruleLines() []bilingual {
	const most = 200
	g, c := m.r.Gate, m.r.Cover
	var lines []bilingual
	if c != nil {
		lines = append(lines, m.t("Removed points judged by: "+policyLine(c.Policy), "被移除的点的判定："+policyChinese(c.Policy)))
	}
	lines = append(lines, m.t("Gate judged by: "+gatePolicyLine(g.Policy), "门禁的判定："+gatePolicyLine(g.Policy)), m.same(noiseLine(g.Noise)))
	for _, reason := range g.Reasons {
		if reason.Kind == frontier.ReasonWarn || reason.Kind == frontier.ReasonSuspicious {
			lines = append(lines, m.t(isolated(reason.Key)+": "+reasonText(reason, isolated), isolated(reason.Key)+"："+reasonChinese(reason, isolated)))
		}
	}
	for _, gc := range g.Curves {
		for _, line := range gateRemarks(gc, isolated) {
			lines = append(lines, m.same(isolated(gc.Key)+": "+line))
		}
		for _, v := range gc.Views {
			if n := viewNumbers(v, isolated); viewFails(v) && n != "" {
				lines = append(lines, m.same(isolated(gc.Key)+", "+title(v.X, isolated)+": "+n))
			}
		}
	}
	if en := failurePhrase(g.Base, g.Head); en != "" {
		lines = append(lines, m.t(en, failureChinese(g.Base, g.Head)))
	}
	for _, l := range footLines(g.Filtered, g.Repeats, m.warnings(), isolated, clean, g.Base, g.Head) {
		lines = append(lines, m.same(l))
	}
	if n := len(lines) - most; n > 0 {
		lines = append(lines[:most], m.t(plural(n, "more remark")+"; report.json has all.", fmt.Sprintf("另有 %d 条，见 report.json。", n)))
	}
	return lines
}

func (m *htmlMaker) legendKinds() []htmlKind {
	kinds := []struct{ kind, en, zh string }{
		{"exceeded", "a new point is better on both axes", "有新点在两轴上都更优"},
		{"matched", "a new point is at least as good on both axes", "有新点在两轴上都不差"},
		{"line", "on or below the line between two neighbouring new frontier points; nothing was measured on it", "在两个相邻新前沿点的连线上或其下方；连线上没有实测"},
		{"within", "short by no more than the tolerance", "不足，但在容差之内"},
		{"wide", "below a drawn line only where its ends are too far apart: not covered", "仅位于两端相距太远的连线下方：不算覆盖"},
		{"uncovered", "none of these", "以上都不是"},
		{"unverifiable", "head has no value of this curve on this view", "新曲线在此视图没有值"},
	}
	var out []htmlKind
	for _, k := range kinds {
		out = append(out, htmlKind{Word: m.t(k.kind, kindsChinese[k.kind]), Text: m.t(k.en, k.zh), Kind: k.kind})
	}
	return append(out,
		htmlKind{Word: m.t("margin", "余量"), Text: m.t("how much better on both axes at once the old point could be and still be covered; below 0 it is short", "旧点在两轴上同时再好多少仍被覆盖；负值表示不足")},
		htmlKind{Word: m.t("old → new", "旧 → 新"), Text: m.t("the values of the covering point; for a line, or where nothing covers, what head attains at the old x", "覆盖它的点的值；若为连线或未被覆盖，则为新曲线在旧 x 处达到的值")})
}

func (m *htmlMaker) files() []htmlFile {
	const most = 100
	var out []htmlFile
	for side, in := range []frontier.Inputs{m.r.Gate.Base, m.r.Gate.Head} {
		for i, s := range in.Sources {
			if i == most {
				out = append(out, htmlFile{Side: m.t(plural(len(in.Sources)-most, "more file"), fmt.Sprintf("另有 %d 个文件", len(in.Sources)-most))})
				break
			}
			out = append(out, htmlFile{m.t(sideNames[side], [...]string{"基线", "新"}[side]), isolated(s.Path), fmt.Sprint(s.Rows), s.SHA256})
		}
	}
	if f := m.r.PolicyFile; f != nil {
		out = append(out, htmlFile{m.t("policy", "策略"), isolated(f.Path), "", f.SHA256})
	}
	return out
}

// isolated renders a name for a page: where it is written from right to left it
// is isolated, so that it does not reorder the words around it.
func isolated(name string) string {
	name = clean(name)
	if strings.ContainsFunc(name, rightToLeft) {
		return "\u2068" + name + "\u2069"
	}
	return name
}

func rightToLeft(r rune) bool {
	return r == 0x200f || r == 0x061c || unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam)
}

// A sidePoint is a measured point of one side on one view.
type sidePoint struct {
	name              string
	x, y              float64
	strict, dashboard bool  // on the frontier under the rule
	by                []int // positions of the strict frontier that dominate it, at most 3
	total             int   // of all that do
}

// sidePoints returns the points of a view in an order of their own, with their
// standing under both rules; without those that cannot be drawn.
func sidePoints(v frontier.FrontView) []sidePoint {
	out, _ := standings(v)
	return out
}

// standings returns sidePoints and how many positions are on the frontier under
// the two rules.
func standings(v frontier.FrontView) (out []sidePoint, on htmlCounts) {
	p := pareto.Points{XDir: v.X.Better, YDir: v.Y.Better}
	add := func(name string, x, y float64) {
		if !(math.Abs(x) <= math.MaxFloat64 && math.Abs(y) <= math.MaxFloat64) {
			return
		}
		out = append(out, sidePoint{name: name, x: x, y: y})
		p.X, p.Y = append(p.X, x), append(p.Y, y)
	}
	for _, pos := range v.Frontier {
		for _, m := range pos.Members {
			add(m, pos.X, pos.Y)
		}
	}
	for _, d := range v.Dominated {
		add(d.ID, d.X, d.Y)
	}
	strict := pareto.NewFront(p, pareto.Strict)
	for i := range strict.Len() {
		for _, m := range strict.Members(i) {
			out[m].strict = true
		}
	}
	dashboard := pareto.NewFront(p, pareto.Dashboard)
	for i := range dashboard.Len() {
		for _, m := range dashboard.Members(i) {
			out[m].dashboard = true
		}
	}
	const most = 3
	for i := range out {
		if out[i].strict {
			continue
		}
		lo, hi := strict.Dominators(out[i].x, out[i].y)
		for k := lo; k < hi && k < lo+most; k++ {
			out[i].by = append(out[i].by, strict.Members(k)[0])
		}
		out[i].total = hi - lo
	}
	return out, htmlCounts{strict.Len(), dashboard.Len()}
}

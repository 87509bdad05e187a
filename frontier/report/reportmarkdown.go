package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"paretocov/frontier"
	"paretocov/pareto"
)

// A Picture is a chart that stands in a folder of its own kind, such as the one
// of the report.
type Picture struct {
	// File is its name, which changes with its content, so that no cache shows an
	// old one. Dark is that of the variant for dark pages, "" if there is none.
	File, Dark string
	// Key and View are the curve and the x axis that it shows; "" for several.
	Key, View string
}

// A page is a report in one language.
type page struct {
	markdown
	r  *Report
	zh bool
	// curves are by key; fronts are head's positions by key and view, made when
	// needed.
	curves map[string]frontier.ReportCurve
	fronts map[[2]string]map[string]frontier.Position
	// summed: the removed points have been summed up.
	summed bool
	// listed are the base points that stand among those that are not covered.
	listed map[listedPoint]bool
}

type listedPoint struct{ key, view, id string }

// Markdown writes the report for a pull request, in at most limit bytes: the
// verdict in words, what is not covered, the frontier counts, links to pictures,
// and all else in collapsed sections.
//
// With an ImageURL pictures are linked; without one the text asks for them to be
// dragged in, since a link to a file that is nowhere is a broken image.
func (r *Report) Markdown(w io.Writer, pictures []Picture, limit int) error {
	p := page{
		markdown: markdown{limit: limit, rest: "report.json has all"}, r: r, zh: r.Lang == Chinese,
		curves: map[string]frontier.ReportCurve{}, fronts: map[[2]string]map[string]frontier.Position{}, listed: map[listedPoint]bool{},
	}
	if p.zh {
		p.rest = "report.json 有全部内容"
	}
	for _, c := range r.Curves {
		p.curves[c.Key] = c
	}
	p.add(rankFrame, "<!-- paretocov:report -->\n### %s%s\n", p.of("Pareto coverage: ", "帕累托覆盖："), p.verdict(r.Verdict))
	p.verdicts()
	p.uncovered()
	p.worse()
	p.counts()
	p.pictures(pictures)
	if r.Lang == Both {
		p.chinese()
	}
	p.covered()
	p.readings()
	p.rules()
	p.origins()
	p.legend()
	_, err := io.WriteString(w, p.render())
	return err
}

// of chooses the language.
func (p *page) of(en, zh string) string {
	if p.zh {
		return zh
	}
	return en
}

func (p *page) verdict(v frontier.Verdict) string { return p.of(verdictWord(v), verdictsChinese[v]) }

// title names an axis, name rendering names of columns.
func (p *page) title(a frontier.Axis, name render) string {
	if p.zh {
		return titleChinese(a, name)
	}
	return title(a, name)
}

// column is the heading of a column of values.
func (p *page) column(a frontier.Axis) string {
	if a.Unit == "" {
		return p.title(a, cell)
	}
	return p.title(a, cell) + ", " + a.Unit
}

func (p *page) kind(g frontier.Judged) string {
	word := gateKindWord(g)
	return p.of(word, kindsChinese[word])
}

// section opens a collapsed part; close it with endSection.
func (p *page) section(en, zh string) {
	p.add(rankFrame, "\n<details><summary>%s</summary>\n", p.of(en, zh))
}

func (p *page) endSection() { p.add(rankFrame, "\n</details>\n") }

// verdicts are the two questions and their answers, in words.
func (p *page) verdicts() {
	c, g := p.r.Cover, p.r.Gate
	short := clipped(code)
	if c == nil {
		p.add(rankFrame, "\n- %s\n", p.of("**Removed points**: not applicable, nothing can be removed.", "**被移除的点**：不适用，不会移除任何点。"))
	} else {
		p.add(rankFrame, "\n- %s\n", p.of(
			"**Removed points: "+verdictWord(c.Verdict)+"**. "+upperFirst(headline(c))+".",
			"**被移除的点："+verdictsChinese[c.Verdict]+"**。"+headlineChinese(c)+"。"))
	}
	p.add(rankFrame, "- %s\n", p.of(
		"**Frontier gate: "+verdictWord(g.Verdict)+"**. "+upperFirst(gateHeadline(g, short))+".",
		"**前沿门禁："+verdictsChinese[g.Verdict]+"**。"+gateHeadlineChinese(g, short)+"。"))
	if c != nil {
		if keys := lostKeys(c); len(keys) > 0 && c.Policy.Scope == frontier.ScopeHead {
			names := p.some(each(keys, short), 5)
			p.add(rankFrame, "- %s\n", p.of("Head has none of "+names+".", "新数据没有 "+names+"。"))
		}
	}
	p.sentences()
	p.add(rankFrame, "\n%s\n", p.of(
		"Base: "+escaped(sourcesText(g.Base))+"; head: "+escaped(sourcesText(g.Head))+".",
		"基线："+escaped(sourcesChinese(g.Base))+"；新数据："+escaped(sourcesChinese(g.Head))+"。"))
}

// sentences sum up the removed points per curve and view, where these are few.
// Where they are many, the sentences stand over the tables.
func (p *page) sentences() {
	if p.r.Cover == nil {
		return
	}
	var lines []string
	for _, c := range p.r.Cover.Curves {
		if c.Removed == 0 || notApplicable(c, p.r.Cover.Policy.Scope) {
			continue
		}
		for _, v := range c.Views {
			lines = append(lines, "  - "+code(c.Key)+p.of(", ", "，")+p.title(v.X, code)+p.of(": ", "：")+p.sentence(v)+"\n")
		}
	}
	if p.summed = len(lines) <= 6; p.summed {
		for _, l := range lines {
			p.add(rankDoubt, "%s", l)
		}
	}
}

func (p *page) sentence(v frontier.CoverView) string {
	if p.zh {
		return sentenceChinese(v, code)
	}
	return sentence(v, code)
}

// some is some in the page's language.
func (p *page) some(names []string, n int) string {
	if !p.zh {
		return some(names, n)
	}
	if len(names) <= n {
		return strings.Join(names, "、")
	}
	return strings.Join(names[:n], "、") + fmt.Sprintf(" 等 %d 个", len(names))
}

// uncovered lists the removed points that are not covered, and what else makes
// the gate fail as a whole.
func (p *page) uncovered() {
	for _, reason := range p.r.Gate.Reasons {
		if reason.Kind.Fails() && reason.Kind != frontier.ReasonUncovered {
			p.add(rankRow, "\n- **%s** %s%s%s\n", p.of("FAIL", "未通过"), code(reason.Key), p.of(": ", "："), p.reason(reason))
		}
	}
	if p.r.Cover == nil {
		return
	}
	for _, c := range p.r.Cover.Curves {
		if !needsAttention(c) {
			continue
		}
		p.add(rankRow, "\n#### %s\n\n%s\n", code(c.Key), p.of("Removed and not covered; ", "被移除且未被覆盖；")+p.changes(c))
		if len(c.FailedAgain) > 0 {
			p.add(rankDoubt, "\n%s%s\n", p.of("Head tried to measure again, and could not: ", "新数据重测失败："), p.some(each(c.FailedAgain, code), 20))
		}
		for _, v := range c.Views {
			p.removed(c.Key, v, func(j frontier.Judged) bool { return !j.NotApplicable && !j.Kind.Covers() }, rankRow)
		}
	}
}

// changes sums up what became of a curve's points.
func (p *page) changes(c frontier.CoverCurve) string {
	if !p.zh {
		return changes(c)
	}
	s := fmt.Sprintf("移除 %d，新增 %d，保留 %d", c.Removed, c.Added, c.Kept)
	if c.Changed > 0 {
		s += fmt.Sprintf("，重测 %d（最差余量 %s）", c.Changed, percent(c.ChangedWorstMargin))
	}
	return s
}

// removed is the table of the removed points of one curve and view that are
// wanted, if there are any.
func (p *page) removed(key string, v frontier.CoverView, wanted func(frontier.Judged) bool, rank rank) {
	first := true
	for _, j := range v.Removed {
		if !wanted(j) {
			continue
		}
		if first {
			sum := ""
			if key := (listedPoint{key: key, view: v.X.Name}); !p.summed && !p.listed[key] {
				p.listed[key] = true
				sum = p.of(": ", "：") + p.sentence(v)
			}
			p.tableHead(rank, v.X, v.Y, p.of("removed point", "被移除的点"), sum)
			first = false
		}
		p.row(rank, key, j, v.X, v.Y, cell)
	}
}

func (p *page) tableHead(rank rank, x, y frontier.Axis, first, sum string) {
	p.add(rank, "\n%s%s\n\n| %s | %s | %s | %s | %s | %s |\n|---|---|---|---|--:|---|\n", upperFirst(p.title(x, code)), sum,
		first, p.column(y)+p.of(": old → new", "：旧 → 新"), p.column(x)+p.of(": old → new", "：旧 → 新"),
		p.of("coverage", "覆盖"), p.of("margin", "余量"), p.of("by", "依据"))
}

// row is one judged base point. head renders names of head points.
func (p *page) row(rank rank, key string, j frontier.Judged, x, y frontier.Axis, head render) {
	if rank == rankRow {
		p.listed[listedPoint{key, x.Name, j.ID}] = true
	}
	newX, newY := p.newValues(key, j, x)
	p.add(rank, "| %s | %s | %s | %s | %s | %s |\n", cell(j.ID), change(j.Y, newY, p.none()), change(j.X, newX, p.none()), p.kind(j), margin(j.Margin), p.why(j, x, y, head))
}

func (p *page) none() string { return p.of("none", "无") }

// why explains a judgement.
func (p *page) why(j frontier.Judged, x, y frontier.Axis, head render) string {
	if p.zh {
		return whyChinese(j, x, y, head, cell)
	}
	if j.NotApplicable && j.Reason != "" {
		return cell(j.Reason) // it names a column
	}
	return why(j, x, y, func(n string) string {
		if n == x.Name || n == y.Name {
			return cell(n)
		}
		return head(n)
	})
}

// newValues are what stands in the place of a base point: the witness's values,
// else what is attained at the point's own x; NaN where there is nothing.
func (p *page) newValues(key string, j frontier.Judged, x frontier.Axis) (newX, newY float64) {
	nan := math.NaN()
	if j.NotApplicable || j.Lost || j.Kind == pareto.Unverifiable {
		return nan, nan
	}
	if len(j.By) == 1 {
		if at, ok := p.position(key, x, j.By[0]); ok {
			return at.X, at.Y
		}
		return nan, nan
	}
	policy := p.r.Gate.Policy.Policy
	switch {
	case j.ShortfallY < 0:
		return j.X, j.Y * (1 + j.ShortfallY)
	case j.Kind == pareto.OnLine && policy.Curve != pareto.Hull && (policy.MaxSpan == 0 || j.Span <= policy.MaxSpan):
		return j.X, j.CurveYAtX // where the line is drawn whole
	}
	return nan, nan
}

// position finds a head point on its frontier.
func (p *page) position(key string, x frontier.Axis, id string) (frontier.Position, bool) {
	at := [2]string{key, x.Name}
	byID, ok := p.fronts[at]
	if !ok {
		byID = map[string]frontier.Position{}
		for _, v := range p.curves[key].Head.Views {
			if v.X.Name != x.Name {
				continue
			}
			for _, pos := range v.Frontier {
				byID[pos.ID] = pos
			}
		}
		p.fronts[at] = byID
	}
	pos, ok := byID[id]
	return pos, ok
}

// change is "old → new", with as many digits as it takes to tell them apart.
// Where there is no new value, none stands for it.
func change(was, is float64, none string) string {
	switch {
	case math.IsNaN(was):
		return none
	case math.IsNaN(is):
		return number(was) + " → " + none
	case was == is:
		return number(was)
	}
	a, b := number(was), number(is)
	for digits := 5; a == b && digits <= 17; digits++ {
		a, b = strconv.FormatFloat(was, 'g', digits, 64), strconv.FormatFloat(is, 'g', digits, 64)
	}
	return a + " → " + b
}

func (p *page) reason(r frontier.GateReason) string {
	if p.zh {
		return reasonChinese(r, code)
	}
	return reasonText(r, code)
}

// worse lists the base frontier points that head measured again, or that the
// gate alone looks at, and does not cover.
func (p *page) worse() {
	for _, c := range p.r.Gate.Curves {
		if c.Status == frontier.Lost {
			continue
		}
		first := true
		for _, v := range c.Views {
			firstOfView := true
			for _, g := range v.Frontier {
				if g.NotApplicable || g.Kind.Covers() || p.listed[listedPoint{c.Key, v.X.Name, g.ID}] {
					continue
				}
				if first {
					p.add(rankRow, "\n#### %s\n\n%s\n", code(c.Key), p.of("Frontier points of base that head does not reach", "新曲线未达到的基线前沿点"))
					first = false
				}
				if firstOfView {
					p.tableHead(rankRow, v.X, v.Y, p.of("base frontier point", "基线前沿点"), "")
					firstOfView = false
				}
				p.row(rankRow, c.Key, g, v.X, v.Y, func(n string) string { return p.of("head's ", "新曲线的 ") + cell(n) })
			}
		}
	}
}

// counts are the points on the frontiers of the curves that head changes, too
// few first. Many that are enough are collapsed.
func (p *page) counts() {
	const open = 12
	type line struct {
		text string
		few  bool
	}
	var lines []line
	few, same := 0, 0
	for _, c := range p.r.Curves {
		if c.Status == frontier.Lost {
			continue
		}
		if !c.Affected {
			same++
			continue
		}
		for i, v := range c.Views {
			if !isE2EL(v.X) && mainView(c.Head.Views) >= 0 {
				continue
			}
			head := c.Head.Views[i]
			l := line{few: head.Status != frontier.Pass, text: fmt.Sprintf("| %s | %s | %s | %s | %s | %s |\n",
				cell(c.Key), p.title(v.X, cell), p.count(c.Base.Views[i]), p.count(head), p.status(head.Status), p.gap(head))}
			if l.few {
				few++
			}
			lines = append(lines, l)
		}
	}
	if len(lines) == 0 {
		return
	}
	title := p.of(fmt.Sprintf("Measured points on the frontier (rule %s, %d recommended)", ruleName(p.r.Rule), frontier.Recommended),
		fmt.Sprintf("帕累托前沿上的实测点（规则 %s，建议 %d 个）", ruleName(p.r.Rule), frontier.Recommended))
	have := "have"
	if few == 1 {
		have = "has"
	}
	sum := p.of(fmt.Sprintf("%d of %s %s too few points, an invalid row, or no data.", few, plural(len(lines), "frontier"), have),
		fmt.Sprintf("%d 条前沿，其中 %d 条点数不足、有无效行或数据缺失。", len(lines), few))
	if few == 0 {
		sum = p.of(fmt.Sprintf("Each of %s has at least %d points and no invalid row.", plural(len(lines), "frontier"), frontier.Recommended),
			fmt.Sprintf("%d 条前沿均不少于 %d 个点，没有无效行。", len(lines), frontier.Recommended))
	}
	p.add(rankFrame, "\n#### %s\n\n%s\n", title, sum)
	if same > 0 {
		p.add(rankFrame, "\n%s\n", p.of(upperFirst(isAre(same, "other curve")+" the same as in base."), fmt.Sprintf("另有 %d 条曲线与基线相同。", same)))
	}
	if len(lines) > open {
		p.section("Counts per curve", "每条曲线的点数")
	}
	p.add(rankFrame, "\n| %s | %s | %s | %s | %s | %s |\n|---|---|--:|--:|---|---|\n", p.of("curve", "曲线"), p.of("view", "视图"),
		p.of("base", "基线"), p.of("head", "新"), p.of("status", "状态"), p.of("widest gap in head", "新前沿的最大间隔"))
	for _, wanted := range []bool{true, false} {
		for _, l := range lines {
			if l.few == wanted {
				rank := rankDetail
				if l.few {
					rank = rankDoubt
				}
				p.add(rank, "%s", l.text)
			}
		}
	}
	if len(lines) > open {
		p.endSection()
	}
}

func (p *page) count(v frontier.FrontView) string {
	switch {
	case v.Status == frontier.Unavailable:
		return p.none()
	case !p.zh:
		return countCell(v)
	}
	s := fmt.Sprintf("%d / 实测 %d", v.OnFrontier, v.Measured)
	if v.OnFrontier != v.OnStrictFrontier {
		s += fmt.Sprintf("（strict：%d）", v.OnStrictFrontier)
	}
	return s
}

func (p *page) gap(v frontier.FrontView) string {
	g := v.WidestGap
	if !p.zh || g == nil {
		return gapCell(v)
	}
	return fmt.Sprintf("%s 至 %s（%s）", number(g.FromX), withUnit(g.ToX, v.X), factor(g.Ratio))
}

func (p *page) status(s frontier.Status) string {
	switch s {
	case frontier.Pass:
		return p.of(string(s), "通过")
	case frontier.Warn:
		return p.of(string(s), "警告")
	case frontier.Unavailable:
	}
	return p.of(string(s), "数据缺失")
}

// pictures links the charts, those of curves with points that are not covered
// first.
func (p *page) pictures(all []Picture) {
	if len(all) == 0 {
		return
	}
	const open = 4
	var first, rest []Picture
	for _, pic := range all {
		if pic.Key == "" || p.attention(pic.Key) {
			first = append(first, pic)
		} else {
			rest = append(rest, pic)
		}
	}
	ordered := append(first, rest...)
	p.add(rankFrame, "\n#### %s\n", p.of("Charts", "图"))
	for i, pic := range ordered {
		if i == open {
			p.section("More charts", "更多图")
		}
		p.add(rankDetail, "\n%s\n", p.picture(pic))
	}
	if len(ordered) > open {
		p.endSection()
	}
}

// attention reports whether a curve has a removed point that is not covered.
func (p *page) attention(key string) bool {
	if p.r.Cover == nil {
		return false
	}
	for _, c := range p.r.Cover.Curves {
		if c.Key == key {
			return needsAttention(c)
		}
	}
	return false
}

func (p *page) picture(pic Picture) string {
	if p.r.ImageURL == "" {
		file := code(pic.File)
		return p.of("Drag in "+file, "请拖入 "+file)
	}
	alt := p.of("Pareto frontiers", "帕累托前沿")
	if pic.Key != "" {
		alt += ", " + clean(pic.Key)
	}
	if pic.View != "" {
		alt += ", " + clean(pic.View)
	}
	img := `<img alt="` + attribute(alt) + `" src="` + attribute(imageAddress(p.r.ImageURL, pic.File)) + `">`
	if pic.Dark == "" {
		return img
	}
	return `<picture><source media="(prefers-color-scheme: dark)" srcset="` + attribute(imageAddress(p.r.ImageURL, pic.Dark)) + `">` + img + `</picture>`
}

// chinese is the collapsed block beside an English text. Numbers stand once, so
// it has none.
func (p *page) chinese() {
	c, g := p.r.Cover, p.r.Gate
	p.add(rankFrame, "\n<details><summary>中文</summary>\n\n**帕累托覆盖：%s**（数字见上文英文表格）\n", verdictsChinese[p.r.Verdict])
	if c == nil {
		p.add(rankFrame, "\n- 被移除的点：不适用，不会移除任何点。\n")
	} else {
		p.add(rankFrame, "\n- 被移除的点：%s。%s\n", verdictsChinese[c.Verdict], coverWordsChinese(c))
	}
	p.add(rankFrame, "- 前沿门禁：%s。%s\n", verdictsChinese[g.Verdict], gateWordsChinese(g))
	var keys []string
	for _, rc := range p.r.Curves {
		if p.attention(rc.Key) {
			keys = append(keys, clipped(code)(rc.Key))
		}
	}
	if len(keys) > 0 {
		const most = 5
		more := ""
		if len(keys) > most {
			keys, more = keys[:most], " 等"
		}
		p.add(rankFrame, "- 有点未被覆盖的曲线：%s%s。\n", strings.Join(keys, "、"), more)
	}
	for _, rc := range p.r.Curves {
		if i := mainView(rc.Head.Views); rc.Affected && i >= 0 && rc.Head.Views[i].Status != frontier.Pass {
			p.add(rankFrame, "- 部分曲线的帕累托前沿点数少于建议值，或有无效行，或数据缺失。\n")
			break
		}
	}
	p.add(rankFrame, "\n%s\n</details>\n", legendChinese)
}

func coverWordsChinese(r *frontier.CoverResult) string {
	switch {
	case r.Summary.Removed == 0:
		return "没有移除任何点。"
	case r.Verdict == frontier.VerdictPass:
		return "所有被移除的点均被覆盖。"
	case r.Verdict == frontier.VerdictFail:
		return "有被移除的点未被覆盖。"
	}
	return "有被移除的点无法验证，没有未被覆盖的点。"
}

func gateWordsChinese(r *frontier.GateResult) string {
	switch r.Verdict {
	case frontier.VerdictPass:
		return "所有基线前沿点均被覆盖。"
	case frontier.VerdictNoBaseline:
		return "没有可比较的基线。"
	case frontier.VerdictInconclusive:
		return "有基线前沿点无法验证或在噪声之内。"
	case frontier.VerdictFail:
	}
	return "有基线前沿点未被覆盖、曲线丢失或超出限值。"
}

// covered are the removed points that are covered, collapsed.
func (p *page) covered() {
	if p.r.Cover == nil {
		return
	}
	opened := false
	for _, c := range p.r.Cover.Curves {
		if c.Removed == 0 || notApplicable(c, p.r.Cover.Policy.Scope) {
			continue
		}
		fine := func(j frontier.Judged) bool { return j.NotApplicable || j.Kind.Covers() }
		any := false
		for _, v := range c.Views {
			for _, j := range v.Removed {
				any = any || fine(j)
			}
		}
		if !any {
			continue
		}
		if !opened {
			p.section("Removed points that are covered", "被覆盖的移除点")
			opened = true
		}
		p.add(rankDetail, "\n#### %s\n\n%s\n", code(c.Key), p.changes(c))
		for _, v := range c.Views {
			p.removed(c.Key, v, fine, rankDetail)
		}
	}
	if opened {
		p.endSection()
	}
}

// readings are the drawn curves at round x, and the areas over the range that
// both reach.
func (p *page) readings() {
	opened := false
	for _, c := range p.r.Curves {
		if c.Status != frontier.Compared || !c.Affected {
			continue
		}
		heading := false
		for _, v := range c.Views {
			if len(v.At) == 0 && v.Common == nil {
				continue
			}
			if !opened {
				p.section("Throughput at round interactivities, area over the common range", "取整交互性处的吞吐与共同区间的面积")
				p.add(rankDetail, "\n%s\n", p.of(
					"Read off the drawn frontier: linear between measured points, nothing outside of them. † is between points "+p.wide()+", where little is known.",
					"取自所画前沿：实测点之间线性，范围之外没有值。† 表示两侧实测点相距"+p.wide()+"，依据不足。"))
				opened = true
			}
			if !heading {
				p.add(rankDetail, "\n#### %s\n", code(c.Key))
				heading = true
			}
			p.readingsOf(v)
		}
	}
	if opened {
		p.endSection()
	}
}

// wide says how far apart points are for a reading between them to be marked.
func (p *page) wide() string {
	limit := number(p.wideFrom())
	return p.of("more than a factor of "+limit+" apart in x", "超过 "+limit+" 倍")
}

// wideFrom is the longest line that counts, or would by default.
func (p *page) wideFrom() float64 {
	if limit := p.r.Gate.Policy.MaxSpan; limit > 0 {
		return limit
	}
	return 2
}

func (p *page) readingsOf(v frontier.ReportView) {
	value := func(y, span float64) string {
		switch {
		case math.IsNaN(y):
			return p.none()
		case span > p.wideFrom():
			return number(y) + " †"
		}
		return number(y)
	}
	against := func(head, base float64) string { // oriented: positive is better
		if math.IsNaN(head) || math.IsNaN(base) {
			return ""
		}
		return percent(v.Y.Better.Ratio(head, base) - 1)
	}
	if len(v.At) > 0 {
		p.add(rankDetail, "\n| %s | %s | %s | %s |\n|--:|--:|--:|--:|\n", p.column(v.X),
			p.of("base: ", "基线：")+p.column(v.Y), p.of("head: ", "新：")+p.column(v.Y), p.of("change, + is better", "变化，+ 为更优"))
		for _, at := range v.At {
			p.add(rankDetail, "| %s | %s | %s | %s |\n", number(at.X), value(at.Base, at.BaseSpan), value(at.Head, at.HeadSpan), against(at.Head, at.Base))
		}
	}
	if o := v.Common; o != nil {
		p.add(rankDetail, "\n%s\n", p.of(
			fmt.Sprintf("Area under the frontier, %s from %s to %s: base %s, head %s (%s; + is better).", p.title(v.X, code), number(o.From), withUnit(o.To, v.X),
				value(o.Base, o.BaseSpan), value(o.Head, o.HeadSpan), against(o.Head, o.Base)),
			fmt.Sprintf("前沿下的面积，%s 从 %s 到 %s：基线 %s，新 %s（%s；+ 为更优）。", p.title(v.X, code), number(o.From), withUnit(o.To, v.X),
				value(o.Base, o.BaseSpan), value(o.Head, o.HeadSpan), against(o.Head, o.Base))))
	}
}

// rules are the policies, what is doubtful, and the remarks.
func (p *page) rules() {
	g, c := p.r.Gate, p.r.Cover
	p.section("Rules and remarks", "规则与备注")
	if c != nil {
		p.add(rankFrame, "\n- %s%s\n", p.of("Removed points judged by: ", "被移除的点的判定："), escaped(p.of(policyLine(c.Policy), policyChinese(c.Policy))))
	}
	p.add(rankFrame, "\n- %s%s\n", p.of("Gate judged by: ", "门禁的判定："), escaped(gatePolicyLine(g.Policy)))
	p.add(rankFrame, "\n- %s\n", escaped(noiseLine(g.Noise)))
	suspicious := map[string][]string{}
	for _, reason := range g.Reasons {
		switch reason.Kind {
		case frontier.ReasonWarn:
			p.add(rankDoubt, "\n- %s %s%s%s\n", p.of("WARN", "警告"), code(reason.Key), p.of(": ", "："), p.reason(reason))
		case frontier.ReasonSuspicious:
			suspicious[reason.Key] = append(suspicious[reason.Key], code(reason.ID)+" "+percent(reason.Margin))
		default: // stands further up
		}
	}
	for _, gc := range g.Curves {
		if names := suspicious[gc.Key]; len(names) > 0 {
			p.add(rankDoubt, "\n- %s%s\n", code(gc.Key), p.of(
				": margins that are a lot, check units, failed requests and the configuration: ", "：余量高得可疑，请检查单位、失败请求与配置：")+p.some(names, 8))
		}
	}
	for _, gc := range g.Curves {
		for _, line := range gateRemarks(gc, code) {
			p.add(rankDoubt, "\n- %s: %s\n", code(gc.Key), line)
		}
		for _, v := range gc.Views {
			if n := viewNumbers(v, code); viewFails(v) && n != "" {
				p.add(rankDetail, "\n- %s, %s: %s\n", code(gc.Key), p.title(v.X, code), n)
			}
		}
	}
	if s := p.of(failurePhrase(g.Base, g.Head), failureChinese(g.Base, g.Head)); s != "" {
		p.add(rankFrame, "\n- %s\n", escaped(s))
	}
	footMarkdown(&p.markdown, footLines(g.Filtered, g.Repeats, p.warnings(), code, escaped, g.Base, g.Head))
	p.endSection()
}

// warnings are those of both results, once each.
func (p *page) warnings() []string {
	all := p.r.Gate.Warnings
	if p.r.Cover != nil {
		all = append(slices.Clip(all), without(p.r.Cover.Warnings, all)...)
	}
	return all
}

// without returns the texts that are not among others.
func without(texts, others []string) []string {
	have := map[string]bool{}
	for _, s := range others {
		have[s] = true
	}
	var out []string
	for _, s := range texts {
		if !have[s] {
			out = append(out, s)
		}
	}
	return out
}

// origins tell how to make the report again.
func (p *page) origins() {
	const most = 4000
	p.section("How to reproduce", "如何复现")
	if line := "paretocov " + shell(p.r.Command); len(line) <= most {
		p.add(rankFrame, "\n%s\n", fenced(line))
	} else {
		p.add(rankFrame, "\n%s\n", p.of("The command line is too long to stand here; report.json has it.", "命令行过长，见 report.json。"))
	}
	p.add(rankFrame, "paretocov %s\n\n| %s | %s | %s | SHA-256 |\n|---|---|--:|---|\n", code(p.r.Version), p.of("side", "侧"), p.of("file", "文件"), p.of("rows", "行"))
	for side, in := range []frontier.Inputs{p.r.Gate.Base, p.r.Gate.Head} {
		for i, s := range in.Sources {
			rank := rankDetail
			if i < 20 {
				rank = rankRow
			}
			p.add(rank, "| %s | %s | %d | `%s` |\n", p.of(sideNames[side], [...]string{"基线", "新"}[side]), cell(s.Path), s.Rows, s.SHA256[:min(16, len(s.SHA256))])
		}
	}
	if f := p.r.PolicyFile; f != nil {
		p.add(rankFrame, "| %s | %s | | `%s` |\n", p.of("policy", "策略"), cell(f.Path), f.SHA256[:min(16, len(f.SHA256))])
	}
	p.endSection()
}

func (p *page) legend() {
	p.section("Legend", "图例")
	p.add(rankFrame, "\n%s", p.of(legendEnglish, legendChinese))
	p.endSection()
}

const legendEnglish = "- `exceeded`: a new point is better on both axes; `matched`: at least as good on both\n" +
	"- `line`: on or below the line between two neighbouring new frontier points; nothing was measured on it\n" +
	"- `within`: short by no more than the tolerance\n" +
	"- `wide`: below a drawn line only where its ends are too far apart: not covered\n" +
	"- `uncovered`: none of these; `unverifiable`: head has no value of this curve on this view\n" +
	"- margin: how much better on both axes at once the old point could be and still be covered; below 0 it is short\n" +
	"- old → new: the values of the covering point; for a line, or where nothing covers, what head attains at the old x\n"

const legendChinese = `- 被移除的点（removed point）：基线有而新数据没有的实测点；被覆盖（covered）：新曲线至少同样好
- 两轴均被超越（exceeded）；被持平（matched）；位于连线下方（line）：在两个相邻新前沿点的连线上或其下方，连线上没有实测
- 容差之内（within）；连线过宽（wide）：两端相距太远，不算覆盖；未被覆盖（uncovered）；无法验证（unverifiable）
- 余量（margin）：旧点在两轴上同时再好多少仍被覆盖，负值表示不足；旧 → 新：覆盖它的点的值，否则为新曲线在旧 x 处达到的值
- 帕累托前沿（Pareto frontier）；每 GPU 吞吐（throughput per GPU）；端到端时延（E2EL）；交互性（interactivity）
`

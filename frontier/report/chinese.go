package report

import (
	"fmt"
	"math"
	"strings"

	"paretocov/frontier"
	"paretocov/pareto"
)

// The phrases of results in Chinese, in the words of the field. The English ones
// are in coverphrase.go and gatephrase.go.

var kindsChinese = map[string]string{
	"exceeded": "两轴均被超越", "matched": "被持平", "line": "位于连线下方", "within": "容差之内", "wide": "连线过宽",
	"uncovered": "未被覆盖", "unverifiable": "无法验证", "inconclusive": "无法定论", "n/a": "不适用",
}

var verdictsChinese = map[frontier.Verdict]string{
	frontier.VerdictPass: "通过", frontier.VerdictFail: "未通过",
	frontier.VerdictInconclusive: "无法定论", frontier.VerdictNoBaseline: "没有基线",
}

var quantitiesChinese = map[string]string{
	"e2el": "端到端时延", "ttft": "TTFT", "tpot": "TPOT", "itl": "ITL", "intvty": "交互性",
	"full_response_intvty": "完整响应交互性", "e2e_norm_intvty": "端到端归一化交互性", "full_response_itl": "完整响应 ITL",
}

// titleChinese is title in Chinese.
func titleChinese(a frontier.Axis, name render) string {
	switch a.Name {
	case "tput_per_gpu":
		return "每 GPU 吞吐"
	case "output_tput_per_gpu":
		return "每 GPU 输出吞吐"
	case "input_tput_per_gpu":
		return "每 GPU 输入吞吐"
	}
	stat, quantity, _ := strings.Cut(a.Name, "_")
	q, ok := quantitiesChinese[quantity]
	switch {
	case !ok:
		return name(a.Name)
	case stat == "mean":
		return "平均" + q
	case stat == "median":
		return "中位" + q
	}
	return "P" + strings.TrimPrefix(stat, "p") + " " + q
}

// whyChinese is why in Chinese.
func whyChinese(j frontier.Judged, x, y frontier.Axis, head, column render) string {
	by, near := each(j.By, head), each(j.Nearest, head)
	between := func(names []string) string { return names[0] + " 与 " + names[1] + " 的连线" }
	gains := func() string {
		return "（" + titleChinese(y, column) + " " + percent(j.GainY) + "，" + titleChinese(x, column) + " " + percent(j.GainX) + "；正为更优）"
	}
	line := func() string {
		s := between(by)
		switch j.Evidence {
		case pareto.Strong:
			s += "（强证据，跨度 " + factor(j.Span) + "）"
		case pareto.Weak:
			s += "（弱证据，跨度 " + factor(j.Span) + "）"
		case pareto.NoEvidence:
		}
		return s
	}
	switch {
	case j.NotApplicable && j.Reason == "":
		return "新数据没有这条曲线"
	case j.NotApplicable:
		return column(j.Reason)
	case j.Lost:
		return "曲线已丢失"
	}
	switch j.Kind {
	case pareto.Exceeded:
		return "被 " + by[0] + " 超越" + gains()
	case pareto.Matched:
		return "被 " + by[0] + " 持平" + gains()
	case pareto.OnLine:
		return "位于 " + line() + "下方"
	case pareto.Within:
		if len(by) == 2 {
			return "在 " + line() + " 的容差之内"
		}
		return "在 " + by[0] + " 的容差之内" + gains()
	case pareto.Wide:
		return "位于 " + between(by) + "下方，但两端相距 " + factor(j.Span) + "，附近没有实测点"
	case pareto.Unverifiable:
		return "新曲线在此视图没有可用的值"
	case pareto.Uncovered:
	}
	s := "最近的是 " + near[0]
	if len(near) == 2 {
		s = "最近的是 " + between(near)
	}
	switch {
	case j.Faster:
		s = "超出新曲线的最难端；" + s
	case j.Reason == pareto.BelowDrawnLine.String():
		s = "仅位于连线下方；" + s
	case j.Reason == pareto.BelowStraightOnly.String():
		s = "仅位于直线下方；" + s
	}
	if j.ShortfallY < 0 {
		s += "；仅看" + titleChinese(y, column) + "差 " + percent(j.ShortfallY)
	}
	return s
}

// sentenceChinese is sentence in Chinese.
func sentenceChinese(v frontier.CoverView, name render) string {
	n := map[string]int{}
	lines := map[[2]string]int{}
	var order [][2]string
	for _, j := range v.Removed {
		n[kindWord(j)]++
		if kindWord(j) == "line" {
			l := [2]string{j.By[0], j.By[1]}
			if lines[l]++; lines[l] == 1 {
				order = append(order, l)
			}
		}
	}
	var parts []string
	for _, kind := range []struct{ word, phrase string }{
		{"exceeded", "个两轴均被新点超越"},
		{"matched", "个被新点持平"},
		{"line", "个位于新点连线下方"},
		{"within", "个在容差之内"},
		{"wide", "个仅位于过宽的连线下方"},
		{"uncovered", "个未被覆盖"},
		{"unverifiable", "个无法验证"},
		{"n/a", "个不适用"},
	} {
		switch {
		case n[kind.word] == 0:
		case kind.word == "line" && len(order) <= 3:
			for _, l := range order {
				parts = append(parts, fmt.Sprintf("%d 个位于 %s 与 %s 的连线下方", lines[l], name(l[0]), name(l[1])))
			}
		default:
			parts = append(parts, fmt.Sprintf("%d %s", n[kind.word], kind.phrase))
		}
	}
	return fmt.Sprintf("%d 个被移除的点：%s。", len(v.Removed), strings.Join(parts, "，"))
}

// headlineChinese is headline in Chinese.
func headlineChinese(r *frontier.CoverResult) string {
	s, t := r.Summary, ""
	switch {
	case s.Removed == 0:
		t = "没有移除任何点"
	case r.Verdict == frontier.VerdictPass:
		t = fmt.Sprintf("全部 %d 个被移除的点均被覆盖", s.Removed)
	case r.Verdict == frontier.VerdictFail:
		t = fmt.Sprintf("%d 个被移除的点中有 %d 个未被覆盖", s.Removed, s.Uncovered)
		if s.Unverifiable > 0 {
			t += fmt.Sprintf("，%d 个无法验证", s.Unverifiable)
		}
		if !math.IsNaN(r.NeededTolerance) {
			t += "；容差需为 " + share(r.NeededTolerance) + " 才能通过"
		}
	default:
		t = fmt.Sprintf("%d 个被移除的点中有 %d 个无法验证，没有未被覆盖的点", s.Removed, s.Unverifiable)
	}
	n, worst := changed(r)
	if n == 0 {
		return t
	}
	t += fmt.Sprintf("；%d 个点被重新测量", n)
	if !math.IsInf(worst, 1) {
		t += "，最差余量 " + percent(worst)
	}
	return t + "（由门禁判定）"
}

// gateHeadlineChinese is gateHeadline in Chinese.
func gateHeadlineChinese(r *frontier.GateResult, name render) string {
	n := map[frontier.GateReasonKind]int{}
	failing := map[string]bool{}
	var worst *frontier.GateReason
	for i, reason := range r.Reasons {
		n[reason.Kind]++
		if reason.Kind == frontier.ReasonUncovered {
			failing[reason.Key] = true
			if worst == nil || reason.Margin < worst.Margin {
				worst = &r.Reasons[i]
			}
		}
	}
	var parts []string
	add := func(count int, format string, args ...any) {
		if count > 0 {
			parts = append(parts, fmt.Sprintf(format, args...))
		}
	}
	u := n[frontier.ReasonUncovered]
	add(u, "%d 个基线前沿点中有 %d 个未被覆盖，涉及 %d 条曲线", r.Summary.Points, u, len(failing))
	add(n[frontier.ReasonLost], "%d 条曲线丢失", n[frontier.ReasonLost])
	add(n[frontier.ReasonLoss], "%d 条前沿低于 --max-loss", n[frontier.ReasonLoss])
	add(n[frontier.ReasonReach], "%d 条前沿低于 --min-reach", n[frontier.ReasonReach])
	add(n[frontier.ReasonArea], "%d 条前沿低于 --max-area-loss", n[frontier.ReasonArea])
	add(n[frontier.ReasonPoints], "%d 条前沿的点数少于 --min-points", n[frontier.ReasonPoints])
	add(n[frontier.ReasonAppendOnly], "%d 处违反 append-only", n[frontier.ReasonAppendOnly])
	add(r.Summary.Inconclusive, "%d 个点未被覆盖但在噪声之内", r.Summary.Inconclusive)
	add(r.Summary.Unverifiable, "%d 个点无法验证", r.Summary.Unverifiable)
	if worst != nil {
		parts = append(parts, fmt.Sprintf("差距最大的是 %s 的 %s（%s），余量 %s", name(worst.Key), name(worst.ID), titleChinese(worst.X, name), percent(worst.Margin)))
	}
	switch {
	case len(parts) == 0 && r.Verdict == frontier.VerdictNoBaseline:
		return "没有可比较的基线"
	case len(parts) == 0 && r.Summary.Points == 0:
		return "基线没有需要覆盖的前沿点"
	case len(parts) == 0:
		return fmt.Sprintf("全部 %d 个基线前沿点均被覆盖", r.Summary.Points)
	}
	if !math.IsNaN(r.NeededTolerance) && r.NeededTolerance > 0 {
		parts = append(parts, "容差需为 "+share(r.NeededTolerance)+" 才能通过")
	}
	return strings.Join(parts, "；")
}

// reasonChinese is reasonText in Chinese.
func reasonChinese(r frontier.GateReason, name render) string {
	view := ""
	if r.X.Name != "" {
		view = titleChinese(r.X, name) + "："
	}
	ratio := func(what string) string {
		value, limit := ratioTexts(r.Value, r.Limit)
		return view + what + "为基线的 " + value + "，限值 " + limit
	}
	switch r.Kind {
	case frontier.ReasonUncovered:
		return view + name(r.ID) + " 未被覆盖，余量 " + percent(r.Margin)
	case frontier.ReasonInconclusive:
		return view + name(r.ID) + " 未被覆盖，余量 " + percent(r.Margin) + "，但在噪声之内；请重测 " + strings.Join(each(r.Rerun, name), "、")
	case frontier.ReasonLost:
		return "曲线丢失：新数据没有它"
	case frontier.ReasonLoss:
		return ratio("新曲线最低处")
	case frontier.ReasonReach:
		return ratio("新曲线所及")
	case frontier.ReasonArea:
		return ratio("面积")
	case frontier.ReasonPoints:
		return view + fmt.Sprintf("新前沿只有 %d 个点，少于 %d", count(r.Value), count(r.Limit))
	case frontier.ReasonUnverifiable:
		return view + name(r.ID) + " 无法验证：新曲线在此视图没有可用的值"
	case frontier.ReasonWarn:
		return view + name(r.ID) + " 在容差之内，但差 " + percent(r.Margin)
	case frontier.ReasonSuspicious:
		return view + name(r.ID) + " 的余量为 " + percent(r.Margin) + "，高得可疑；请检查单位、失败请求与配置"
	case frontier.ReasonAppendOnly:
		return reasonText(r, name)
	}
	return view + string(r.Kind)
}

// sourcesChinese is sourcesText in Chinese.
func sourcesChinese(in frontier.Inputs) string {
	rows, rejected := 0, 0
	for i, s := range in.Sources {
		rows += s.Rows
		rejected += in.Rejected[i]
	}
	s := fmt.Sprintf("%s（%d 个文件，%d 行", sourcesName(in), len(in.Sources), rows)
	if rejected > 0 {
		s += fmt.Sprintf("，其中 %d 行不是实测点", rejected)
	}
	switch {
	case in.To == "":
	case in.From == in.To:
		s += "，日期 " + clean(in.To)
	default:
		s += "，日期 " + clean(in.From) + " 至 " + clean(in.To)
	}
	if len(in.Commits) > 0 {
		s += "，commit " + some(cleaned(in.Commits), 3)
	}
	return s + "）"
}

// policyChinese is gatePolicyLine in Chinese, without limits and exceptions.
func policyChinese(p frontier.CoverPolicy) string {
	s := "曲线规则 " + p.Curve.String()
	if p.MaxSpan > 0 {
		s += "，连线两端的 x 相差不超过 " + number(p.MaxSpan) + " 倍"
	} else {
		s += "，连线跨度不限"
	}
	tolerance := number(100*p.Tolerance) + " %"
	if p.Tolerance > 0 && p.Tolerance <= pareto.LineSlack {
		tolerance = "仅限舍入"
	}
	return s + "，容差 " + tolerance + "，范围 " + string(p.Scope)
}

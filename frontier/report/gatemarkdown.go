package report

import (
	"fmt"
	"io"
	"slices"

	"paretocov/frontier"
)

// GateMarkdown writes a gate's verdict for a pull request or a job summary, in
// at most limit bytes.
func GateMarkdown(w io.Writer, r *frontier.GateResult, limit int) error {
	m := markdown{limit: limit}
	m.add(rankFrame, "<!-- paretocov:gate -->\n### Frontier gate: %s\n\n%s.\n", verdictWord(r.Verdict), upperFirst(gateHeadline(r, clipped(code))))
	byKey := reasonsByKey(r)
	for _, c := range r.Curves {
		reasons := byKey[c.Key]
		lines := gateRemarks(c, code)
		if len(reasons)+len(lines) == 0 {
			continue
		}
		rank := rankDoubt
		if slices.ContainsFunc(reasons, func(r frontier.GateReason) bool { return r.Kind.Fails() }) {
			rank = rankRow
		}
		m.add(rank, "\n#### %s\n", code(c.Key))
		for _, line := range lines {
			m.add(rankDoubt, "\n%s\n", line)
		}
		for _, reason := range reasons {
			if reason.X.Name == "" {
				m.add(rankRow, "\n**%s**: %s\n", gateWord(reason.Kind), reasonText(reason, code))
			}
		}
		if c.Status == frontier.Lost {
			continue
		}
		for _, v := range c.Views {
			gateViewMarkdown(&m, v, reasons)
		}
	}
	if allowed := allowedLost(r); len(allowed) > 0 {
		m.add(rankFrame, "\nLost, and allowed to be or out of scope: %s.\n", some(each(allowed, clipped(code)), 5))
	}
	m.add(rankFrame, "\nbase %s; head %s.\n", escaped(sourcesText(r.Base)), escaped(sourcesText(r.Head)))
	m.add(rankFrame, "\n%s.\n\nJudged by: %s.\n", upperFirst(escaped(noiseLine(r.Noise))), escaped(gatePolicyLine(r.Policy)))
	for _, l := range failureLines(r.Base, r.Head) {
		m.add(rankFrame, "\n- %s\n", escaped(l))
	}
	footMarkdown(&m, footLines(r.Filtered, r.Repeats, r.Warnings, code, escaped, r.Base, r.Head))
	inputsMarkdown(&m, r.Base, r.Head)
	_, err := io.WriteString(w, m.render())
	return err
}

func gateViewMarkdown(m *markdown, v frontier.GateView, reasons []frontier.GateReason) {
	var mine []frontier.GateReason
	for _, r := range reasons {
		if r.X.Name == v.X.Name {
			mine = append(mine, r)
		}
	}
	if len(mine) == 0 {
		return
	}
	head := rankDoubt
	if viewFails(v) {
		head = rankRow
	}
	m.add(head, "\n%s", upperFirst(title(v.X, code)))
	if n := viewNumbers(v, code); n != "" {
		m.add(head, ": %s", n)
	}
	m.add(head, "\n\n| base frontier point | %s | %s | coverage | margin | by |\n|---|--:|--:|---|--:|---|\n", columnTitle(v.X), columnTitle(v.Y))
	for _, covered := range []bool{false, true} {
		for _, g := range v.Frontier {
			if (g.NotApplicable || g.Kind.Covers()) != covered {
				continue
			}
			rank, word := rankRow, "**"+gateKindWord(g)+"**"
			if covered {
				rank, word = rankDetail, gateKindWord(g)
			}
			m.add(rank, "| %s | %s | %s | %s | %s | %s |\n",
				cell(g.ID), number(g.X), number(g.Y), word, margin(g.Margin), gateWhy(g, v, cell))
		}
	}
	if viewFails(v) {
		m.add(rankRow, "\nA new point at least as good as an uncovered one on both axes covers it.\n")
	}
	for _, r := range mine {
		if r.Kind != frontier.ReasonUncovered && r.Kind != frontier.ReasonUnverifiable {
			rank := rankDoubt
			if r.Kind.Fails() {
				rank = rankRow
			}
			m.add(rank, "\n**%s**: %s\n", gateWord(r.Kind), reasonText(r, code))
		}
	}
}

// GateGitHub writes a gate's verdict as workflow commands, which GitHub shows
// as annotations of the run: an error per failing reason, a warning per
// doubtful one and per row that does not count for its failed requests, and the
// verdict last. GitHub shows ten of each kind per step, so
// more are summed up.
func GateGitHub(w io.Writer, r *frontier.GateResult) error {
	const most = 9 // and the verdict
	shown := map[string]int{}
	left := map[string]int{}
	for _, reason := range r.Reasons {
		level := "warning"
		if reason.Kind.Fails() {
			level = "error"
		}
		if shown[level] == most {
			left[level]++
			continue
		}
		shown[level]++
		if err := command(w, level, reason.Key, reasonText(reason, clean)); err != nil {
			return err
		}
	}
	for _, c := range r.Curves {
		for _, line := range failureRemarks(c, clean) {
			if shown["warning"] == most {
				left["warning"]++
				continue
			}
			shown["warning"]++
			if err := command(w, "warning", c.Key, line); err != nil {
				return err
			}
		}
	}
	level := map[frontier.Verdict]string{
		frontier.VerdictFail: "error", frontier.VerdictInconclusive: "warning",
		frontier.VerdictPass: "notice", frontier.VerdictNoBaseline: "notice",
	}[r.Verdict]
	text := verdictWord(r.Verdict) + ": " + gateHeadline(r, clipped(clean))
	if n := left["error"] + left["warning"]; n > 0 {
		text += fmt.Sprintf(" (%s not shown as annotations)", plural(n, "more reason"))
	}
	return command(w, level, "paretocov gate", text)
}

// command writes one workflow command, escaped by GitHub's rules.
func command(w io.Writer, level, title, message string) error {
	_, err := fmt.Fprintf(w, "::%s title=%s::%s\n", level, commandProperty.Replace(clean(title)), commandData.Replace(clean(message)))
	return err
}

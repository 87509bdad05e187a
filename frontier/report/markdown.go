package report

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"paretocov/frontier"
)

// MarkdownLimit is the number of bytes that GitHub takes in one comment.
const MarkdownLimit = 65536

// markdown is a document that keeps below MarkdownLimit by leaving out its
// least important rows.
type markdown struct {
	blocks []block
	limit  int    // in bytes
	rest   string // where to find what is left out; "" for the JSON of the same result
}

// A block is a piece of the document. Blocks of a lower rank are left out first.
type block struct {
	text string
	rank rank
}

type rank int8

const (
	rankDetail rank = iota // what is fine
	rankDoubt              // what is doubtful, or only to be noted
	rankRow                // what is not covered
	rankFrame              // verdict, headings, table heads
)

func (m *markdown) add(r rank, format string, args ...any) {
	m.blocks = append(m.blocks, block{fmt.Sprintf(format, args...), r})
}

// render joins the blocks. Where they are too long, details go first, from the
// end, then rows; a last line says how many.
func (m *markdown) render() string {
	const forNote = 200
	limit := m.limit
	total := 0
	for _, b := range m.blocks {
		total += len(b.text)
	}
	left := 0
	drop := make([]bool, len(m.blocks))
	for r := range rankFrame {
		for i := len(m.blocks) - 1; i >= 0 && total > limit-forNote; i-- {
			if m.blocks[i].rank == r {
				drop[i] = true
				left++
				total -= len(m.blocks[i].text)
			}
		}
	}
	var b strings.Builder
	for i, bl := range m.blocks {
		if !drop[i] {
			b.WriteString(bl.text)
		}
	}
	if left > 0 {
		rest := m.rest
		if rest == "" {
			rest = "`--format json` has all"
		}
		fmt.Fprintf(&b, "\n%s left out to keep within %d characters; %s.\n", plural(left, "row"), limit, rest)
	}
	return b.String()
}

// code renders a name as a code span: nothing in it is markup, a mention or a
// link, and it reads as the name. In a table use cell.
func code(name string) string {
	name = clean(name)
	longest, run := 0, 0
	for _, r := range name {
		if r == '`' {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	fence := strings.Repeat("`", longest+1)
	body := name
	if strings.TrimSpace(body) == "" {
		body = "\u00a0" // a span needs something in it
	}
	if strings.HasPrefix(body, "`") || strings.HasSuffix(body, "`") || strings.HasPrefix(body, " ") && strings.HasSuffix(body, " ") {
		body = " " + body + " "
	}
	return fence + body + fence
}

// cell is code for a cell of a table, which a pipe ends even in a code span
// unless it is escaped.
func cell(name string) string { return strings.ReplaceAll(code(name), "|", `\|`) }

// escaped renders text that may hold names of files as plain Markdown.
func escaped(s string) string { return plainMarkdown.Replace(clean(s)) }

var plainMarkdown = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "<", "&lt;", ">", "&gt;", "|", `\|`, "[", `\[`, "]", `\]`,
	"~", `\~`, "$", `\$`,
	// GitHub looks for mentions, issues and addresses in the rendered text, so
	// these are broken by a space of no width.
	"#", "#\u200b", "@", "@\u200b", "://", ":\u200b//", "GH-", "GH-\u200b", "www.", "www\u200b.",
)

// CoverMarkdown writes a coverage verdict for a pull request, in at most limit
// bytes.
func CoverMarkdown(w io.Writer, r *frontier.CoverResult, limit int) error {
	m := markdown{limit: limit}
	m.add(rankFrame, "<!-- paretocov:cover -->\n### Coverage of removed points: %s\n\n%s.\n", strings.ToUpper(string(r.Verdict)), upperFirst(headline(r)))
	for _, c := range r.Curves {
		if c.Removed == 0 && c.Changed == 0 && noRemarks(c) ||
			(c.Status == frontier.NewInHead || notApplicable(c, r.Policy.Scope)) && noRemarks(c) {
			continue
		}
		rank := rankDetail
		switch {
		case needsAttention(c):
			rank = rankRow
		case !noRemarks(c):
			rank = rankDoubt
		}
		m.add(rank, "\n#### %s\n\n%s\n", code(c.Key), changes(c))
		for _, line := range remarks(c.BaseDead, c.HeadDead, c.BaseInvalid, c.HeadInvalid, code) {
			m.add(rankDoubt, "\n%s\n", line)
		}
		if len(c.FailedAgain) > 0 {
			m.add(rankDoubt, "\nremoved by a re-measurement that failed: %s\n", list(each(c.FailedAgain, code)))
		}
		if c.Removed == 0 || notApplicable(c, r.Policy.Scope) {
			continue
		}
		for _, v := range c.Views {
			coverViewMarkdown(&m, v, rank)
		}
	}
	if keys := lostKeys(r); len(keys) > 0 && r.Policy.Scope == frontier.ScopeHead {
		m.add(rankFrame, "\nNot applicable, head has none of it: %s.\n", some(each(keys, clipped(code)), 5))
	}
	same, fresh := 0, 0
	for _, c := range r.Curves {
		switch {
		case c.Status == frontier.NewInHead:
			fresh++
		case c.Status == frontier.Compared && c.Removed+c.Changed+c.Added == 0:
			same++
		}
	}
	if same+fresh > 0 {
		m.add(rankFrame, "\n%s unchanged, %d new in head.\n", isAre(same, "curve"), fresh)
	}
	m.add(rankFrame, "\nbase %s; head %s.\n", escaped(sourcesText(r.Base)), escaped(sourcesText(r.Head)))
	m.add(rankFrame, "\nJudged by: %s.\n", escaped(policyLine(r.Policy)))
	for _, l := range failureLines(r.Base, r.Head) {
		m.add(rankFrame, "\n- %s\n", escaped(l))
	}
	footMarkdown(&m, footLines(r.Filtered, r.Repeats, r.Warnings, code, escaped, r.Base, r.Head))
	inputsMarkdown(&m, r.Base, r.Head)
	_, err := io.WriteString(w, m.render())
	return err
}

func coverViewMarkdown(m *markdown, v frontier.CoverView, rank rank) {
	m.add(rank, "\n%s: %s\n\n| removed point | %s | %s | coverage | margin | by |\n|---|--:|--:|---|--:|---|\n",
		upperFirst(title(v.X, code)), sentence(v, code), columnTitle(v.X), columnTitle(v.Y))
	// What is not covered comes first.
	for _, covered := range []bool{false, true} {
		for _, j := range v.Removed {
			if (j.NotApplicable || j.Kind.Covers()) != covered {
				continue
			}
			rowRank := rankRow
			if covered {
				rowRank = rankDetail
			}
			word := kindWord(j)
			if !covered {
				word = "**" + word + "**"
			}
			m.add(rowRank, "| %s | %s | %s | %s | %s | %s |\n",
				cell(j.ID), number(j.X), number(j.Y), word, margin(j.Margin), why(j, v.X, v.Y, cell))
		}
	}
}

func columnTitle(a frontier.Axis) string {
	if a.Unit == "" {
		return title(a, cell)
	}
	return title(a, cell) + ", " + a.Unit
}

func footMarkdown(m *markdown, lines []string) {
	for _, l := range lines {
		m.add(rankDetail, "\n- %s\n", l)
	}
}

func inputsMarkdown(m *markdown, sides ...frontier.Inputs) {
	m.add(rankFrame, "\n<details><summary>Inputs</summary>\n\n| side | file | rows | SHA-256 |\n|---|---|--:|---|\n")
	for side, in := range sides {
		word := sideNames[side]
		if len(sides) == 1 {
			word = "input"
		}
		for _, s := range in.Sources {
			m.add(rankDetail, "| %s | %s | %d | `%s` |\n", word, cell(s.Path), s.Rows, s.SHA256[:min(16, len(s.SHA256))])
		}
	}
	m.add(rankFrame, "\n</details>\n")
}

// FrontMarkdown writes frontiers for a pull request, in at most limit bytes.
func FrontMarkdown(w io.Writer, r *frontier.FrontResult, limit int) error {
	m := markdown{limit: limit}
	counts := map[frontier.Status]int{}
	for _, c := range r.Curves {
		for _, v := range c.Views {
			counts[v.Status]++
		}
	}
	m.add(rankFrame, "<!-- paretocov:front -->\n### Measured points on the frontier (rule: %s)\n\n%s\n\n| curve | view | on frontier | status | widest gap |\n|---|---|--:|---|---|\n",
		ruleName(r.Rule), frontSummary(counts)+minPointsMarkdown(r))
	for _, pass := range []bool{false, true} {
		for _, c := range r.Curves {
			for _, v := range c.Views {
				if (v.Status == frontier.Pass) != pass {
					continue
				}
				rank := rankRow
				if pass {
					rank = rankDetail
				}
				m.add(rank, "| %s | %s | %s | %s | %s |\n", cell(c.Key), title(v.X, cell), countCell(v), v.Status, gapCell(v))
			}
		}
	}
	m.add(rankFrame, "\n<details><summary>Points</summary>\n\n")
	for _, c := range r.Curves {
		if onlyDead(c) {
			for _, line := range remarks(c.Dead, nil, nil, nil, code) {
				m.add(rankDoubt, "- %s: %s\n", code(c.Key), strings.TrimPrefix(line, "base: "))
			}
		}
		for _, v := range c.Views {
			rank := rankDetail
			if v.Invalid > 0 {
				rank = rankDoubt
			}
			m.add(rank, "- %s, %s\n", code(c.Key), frontSentence(v, code))
			for _, rej := range v.Rejected {
				if v.Status != frontier.Unavailable {
					m.add(rankDoubt, "  - %s\n", rejectedPhrase(rej, code))
				}
			}
			if n := v.Invalid - len(v.Rejected); n > 0 && v.Status != frontier.Unavailable {
				m.add(rankDoubt, "  - %s without a usable value\n", plural(n, "more row"))
			}
		}
		if c.Joint != nil {
			m.add(rankRow, "- %s, %s\n", code(c.Key), jointSentence(c.Joint, code))
		}
	}
	m.add(rankFrame, "\n</details>\n")
	for _, l := range failureLines(r.Inputs) {
		m.add(rankFrame, "\n- %s\n", escaped(l))
	}
	footMarkdown(&m, footLines(r.Filtered, r.Repeats, r.Warnings, code, escaped, r.Inputs))
	inputsMarkdown(&m, r.Inputs)
	_, err := io.WriteString(w, m.render())
	return err
}

// minPointsMarkdown is the verdict on the points that were asked for, "" if none
// were.
func minPointsMarkdown(r *frontier.FrontResult) string {
	if r.MinPoints == 0 {
		return ""
	}
	return "\n\n**" + verdictWord(r.Verdict) + "**: " + minPointsPhrase(r) + "."
}

func countCell(v frontier.FrontView) string {
	if v.Status == frontier.Unavailable {
		return "n/a"
	}
	s := fmt.Sprintf("%d of %d", v.OnFrontier, v.Measured)
	if v.OnFrontier != v.OnStrictFrontier {
		s += fmt.Sprintf(" (strict: %d)", v.OnStrictFrontier)
	}
	return s
}

func gapCell(v frontier.FrontView) string {
	if v.WidestGap == nil {
		return ""
	}
	g := v.WidestGap
	return fmt.Sprintf("%s to %s (%s)", number(g.FromX), withUnit(g.ToX, v.X), factor(g.Ratio))
}

// upperFirst begins a sentence. Names of columns stay as they are.
func upperFirst(s string) string {
	first, _, _ := strings.Cut(s, " ")
	if first == "" || first != "mean" && first != "median" && strings.IndexFunc(s, unicode.IsSpace) < 0 {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

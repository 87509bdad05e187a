package report

import (
	"fmt"
	"io"
	"strings"

	"paretocov/frontier"
)

// findingsShown is the number of findings of one code that texts list; JSON has
// more.
const findingsShown = 20

// ValidateText writes what is wrong with an input for a terminal.
func ValidateText(w io.Writer, r *frontier.ValidateResult, s Style) error {
	var b strings.Builder
	if !s.Quiet {
		b.WriteString(wrap("", "  ", validateSources(r)))
	}
	eachCode(r, func(code frontier.FindingCode, listed []frontier.Finding) {
		n := r.Counts[code]
		fmt.Fprintf(&b, "\n%s: %s\n", code, plural(n, "finding"))
		for _, f := range listed[:min(len(listed), findingsShown)] {
			b.WriteString(wrap("  ", "    ", findingLine(f)))
		}
		if more := n - findingsShown; more > 0 {
			fmt.Fprintf(&b, "  and %d more\n", more)
		}
	})
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	word := "PASS"
	if r.Total() > 0 {
		word = "FAIL"
	}
	b.WriteString(wrap("", "  ", s.paint(word)+": "+validateHeadline(r)+"."))
	if !s.Quiet {
		footText(&b, footLines(r.Filtered, nil, r.Warnings, plain, plain, r.Inputs))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// ValidateMarkdown writes what is wrong with an input for a pull request, in at
// most limit bytes.
func ValidateMarkdown(w io.Writer, r *frontier.ValidateResult, limit int) error {
	m := markdown{limit: limit}
	word := "PASS"
	if r.Total() > 0 {
		word = "FAIL"
	}
	m.add(rankFrame, "<!-- paretocov validate -->\n**%s**: %s.\n", word, validateHeadline(r))
	eachCode(r, func(code frontier.FindingCode, listed []frontier.Finding) {
		n := r.Counts[code]
		m.add(rankFrame, "\n### `%s`: %s\n\n| where | point | what | why |\n|---|---|---|---|\n", code, plural(n, "finding"))
		for _, f := range listed[:min(len(listed), findingsShown)] {
			m.add(rankRow, "| %s | %s | %s | %s |\n", cell(f.At), cellOrNone(f.ID), cellOrNone(findingWhat(f)),
				escapedCell(findingWhy(f)+"; "+findingRemedy(f)))
		}
		if more := n - findingsShown; more > 0 {
			m.add(rankFrame, "\nand %d more\n", more)
		}
	})
	footMarkdown(&m, footLines(r.Filtered, nil, r.Warnings, code, escaped, r.Inputs))
	inputsMarkdown(&m, r.Inputs)
	_, err := io.WriteString(w, m.render())
	return err
}

func escapedCell(s string) string { return strings.ReplaceAll(escaped(s), "|", `\|`) }

func cellOrNone(s string) string {
	if s == "" {
		return ""
	}
	return cell(s)
}

// ValidateGitHub writes findings as workflow commands, which GitHub shows as
// annotations at the lines of the files; ten of each kind per step, so more are
// summed up.
func ValidateGitHub(w io.Writer, r *frontier.ValidateResult) error {
	const most = 9 // and the verdict
	shown := map[string]int{}
	for _, f := range r.Findings {
		level := findingLevel(f.Code)
		if shown[level] == most {
			continue
		}
		shown[level]++
		place := "file=" + commandProperty.Replace(clean(f.Path))
		if f.Line > 0 {
			place += fmt.Sprintf(",line=%d", f.Line)
		}
		_, err := fmt.Fprintf(w, "::%s %s,title=%s::%s\n", level, place, commandProperty.Replace(clean(string(f.Code))), commandData.Replace(clean(findingLine(f))))
		if err != nil {
			return err
		}
	}
	if r.Total() == 0 {
		return command(w, "notice", "paretocov validate", "PASS: "+validateHeadline(r))
	}
	text := "FAIL: " + validateHeadline(r)
	if n := r.Total() - shown["error"] - shown["warning"]; n > 0 {
		text += fmt.Sprintf(" (%s not shown as annotations)", plural(n, "more finding"))
	}
	return command(w, "error", "paretocov validate", text)
}

// eachCode visits the findings by code.
func eachCode(r *frontier.ValidateResult, visit func(frontier.FindingCode, []frontier.Finding)) {
	rest := r.Findings
	for _, code := range frontier.FindingCodes() {
		n := 0
		for n < len(rest) && rest[n].Code == code {
			n++
		}
		if n > 0 {
			visit(code, rest[:n])
		}
		rest = rest[n:]
	}
}

func validateSources(r *frontier.ValidateResult) string {
	return fmt.Sprintf("%s in %s checked, from %s", plural(r.Rows, "row"), plural(r.Curves, "curve"), sourcesText(r.Inputs))
}

// validateHeadline sums up the findings.
func validateHeadline(r *frontier.ValidateResult) string {
	if r.Total() == 0 {
		return "no findings in " + plural(r.Rows, "row")
	}
	var kinds []string
	for _, code := range frontier.FindingCodes() {
		if n := r.Counts[code]; n > 0 {
			kinds = append(kinds, fmt.Sprintf("%s %d", code, n))
		}
	}
	return fmt.Sprintf("%s in %s (%s)", plural(r.Total(), "finding"), plural(r.Rows, "row"), strings.Join(kinds, ", "))
}

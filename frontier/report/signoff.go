package report

import (
	"fmt"
	"io"
	"strings"

	"paretocov/frontier"
)

// A signoffStatus is the word of InferenceX's Check 14 (Pareto coverage) for a
// curve or for all of them. The check is advisory: it never fails.
type signoffStatus string

const (
	signoffPass          signoffStatus = "PASS"
	signoffWarn          signoffStatus = "WARN"
	signoffNotApplicable signoffStatus = "N/A"
)

// A signoffCurve is what the sign-off says of one curve.
type signoffCurve struct {
	key    string
	images []string
	status signoffStatus
	// lines are the counts and the points, one line per view; short are the
	// counts alone.
	lines, short []string
}

// FrontSignoff writes the "Pareto:" block and the Check 14 row of a reviewer's
// sign-off for measured curves, in at most limit bytes. What was not told of
// their provenance is "not given".
func FrontSignoff(w io.Writer, r *frontier.FrontResult, p Provenance, limit int) error {
	var curves []signoffCurve
	for _, c := range r.Curves {
		curves = append(curves, signoffOf(c))
	}
	return writeSignoff(w, curves, metricOf(r.Curves), ruleName(r.Rule), r.Inputs, p, "", limit)
}

// Signoff writes the "Pareto:" block and the Check 14 row of a reviewer's
// sign-off, in at most limit bytes. It is about the curves that head changes; a
// curve that head has none of is not applicable, as the check has it.
func (r *Report) Signoff(w io.Writer, limit int) error {
	var curves []signoffCurve
	var all []frontier.FrontCurve
	same := 0
	for _, c := range r.Curves {
		all = append(all, c.Head)
		switch {
		case c.Status == frontier.Lost:
			curves = append(curves, signoffCurve{
				key: c.Key, status: signoffNotApplicable,
				lines: []string{"N/A: head has none of this curve"},
			})
		case c.Affected:
			curves = append(curves, signoffOf(c.Head))
		default:
			same++
		}
	}
	note := ""
	if same > 0 {
		note = isAre(same, "curve") + " not affected: head has base's points and values"
	}
	return writeSignoff(w, curves, metricOf(all), ruleName(r.Rule), r.Gate.Head, r.Provenance, note, limit)
}

// signoffOf judges one measured curve. Only E2E latency views count; the main
// one is P90 for AgentX and the median for fixed sequences, and where the data
// does not have that, nothing can be verified.
func signoffOf(c frontier.FrontCurve) signoffCurve {
	s := signoffCurve{key: c.Key, images: c.Images, status: signoffPass}
	main := mainView(c.Views)
	if main < 0 {
		s.status = signoffWarn
		s.lines = []string{"unverifiable: no E2E latency was looked at"}
		s.short = []string{"unverifiable, no E2EL"}
	}
	for i, v := range c.Views {
		if !isE2EL(v.X) {
			continue
		}
		name := title(v.X, code)
		if v.Status == frontier.Unavailable {
			if i != main {
				s.lines = append(s.lines, name+": not in the data")
				continue
			}
			s.status = signoffWarn
			s.lines = append(s.lines, name+": unverifiable, not in the data")
			s.short = append(s.short, name+" unverifiable")
			continue
		}
		count := fmt.Sprintf("%d/%d", v.OnFrontier, frontier.Recommended)
		line, short := name+": "+count, name+" "+count
		if v.OnFrontier != v.OnStrictFrontier {
			line += fmt.Sprintf(" (strict: %d)", v.OnStrictFrontier)
		}
		if v.OnFrontier < frontier.Recommended || v.Invalid > 0 {
			s.status = signoffWarn
		}
		if v.Invalid > 0 {
			line += ", " + plural(v.Invalid, "invalid row")
			short += " with " + plural(v.Invalid, "invalid row")
		}
		s.short = append(s.short, short)
		if len(v.Frontier) > 0 {
			line += ": " + some(positions(v, code), 40)
		}
		s.lines = append(s.lines, line+"; "+dominatedPhrase(v, code))
		for k, rej := range v.Rejected {
			if k == 8 {
				s.lines = append(s.lines, fmt.Sprintf("%s: %s", name, plural(len(v.Rejected)-k, "more invalid row")))
				break
			}
			s.lines = append(s.lines, name+": "+rejectedPhrase(rej, code))
		}
	}
	return s
}

// metricOf names y, which all views share.
func metricOf(curves []frontier.FrontCurve) string {
	for _, c := range curves {
		for _, v := range c.Views {
			return code(v.Y.Name)
		}
	}
	return code(frontier.DefaultY)
}

// mainView is the view that Check 14 is about: P90 E2EL, else the median, else
// the first E2E latency; -1 where there is none.
func mainView(views []frontier.FrontView) int {
	for _, want := range []string{"p90_e2el", "median_e2el"} {
		for i, v := range views {
			if v.X.Name == want {
				return i
			}
		}
	}
	for i, v := range views {
		if isE2EL(v.X) {
			return i
		}
	}
	return -1
}

func isE2EL(a frontier.Axis) bool {
	return strings.HasSuffix(a.Name, "_e2el") && frontier.IsMetric(a.Name)
}

// positions names the positions of a frontier, points at one place as "A = B".
func positions(v frontier.FrontView, name render) []string {
	var on []string
	for _, p := range v.Frontier {
		on = append(on, strings.Join(each(p.Members, name), " = "))
	}
	return on
}

// dominatedPhrase names the points off the frontier and what dominates them.
func dominatedPhrase(v frontier.FrontView, name render) string {
	const most = 20
	if len(v.Dominated) == 0 {
		return "none dominated"
	}
	var parts []string
	for i, d := range v.Dominated {
		if i == most {
			parts = append(parts, plural(len(v.Dominated)-most, "more point"))
			break
		}
		parts = append(parts, name(d.ID)+" by "+some(each(d.By, name), 3))
	}
	return "dominated: " + strings.Join(parts, "; ")
}

func writeSignoff(w io.Writer, curves []signoffCurve, y, rule string, in frontier.Inputs, p Provenance, note string, limit int) error {
	m := markdown{limit: limit}
	given := func(s string) string {
		if s == "" {
			return "not given"
		}
		return code(s)
	}
	evidence := "run " + given(p.Run) + ", SHA " + given(p.SHA)
	m.add(rankFrame, "Pareto:\n- data: %s; %s\n", evidence, escaped(sourcesText(in)))
	for i, s := range in.Sources {
		if i == 3 {
			m.add(rankFrame, "  - %s\n", plural(len(in.Sources)-i, "more file"))
			break
		}
		m.add(rankFrame, "  - %s, SHA-256 `%s`\n", clipped(code)(s.Path), s.SHA256)
	}
	m.add(rankFrame, "- counted: measured points on the frontier of %s against E2E latency (rule %s), as count/recommended; lines count for nothing here\n", y, rule)
	byStatus := map[signoffStatus][]signoffCurve{}
	for _, c := range curves {
		byStatus[c.status] = append(byStatus[c.status], c)
	}
	for _, status := range []signoffStatus{signoffWarn, signoffPass, signoffNotApplicable} {
		rank := rankDetail
		if status == signoffWarn {
			rank = rankRow
		}
		for _, c := range byStatus[status] {
			text := "- " + code(c.key)
			if len(c.images) > 0 {
				text += " (image " + some(each(c.images, clipped(code)), 3) + ")"
			}
			if len(c.lines) == 1 {
				m.add(rank, "%s: %s\n", text, c.lines[0])
				continue
			}
			m.add(rank, "%s\n  - %s\n", text, strings.Join(c.lines, "\n  - "))
		}
	}
	if note != "" {
		m.add(rankFrame, "- %s\n", note)
	}
	m.add(rankFrame, "\n%s\n", signoffRow(byStatus, evidence, note))
	_, err := io.WriteString(w, m.render())
	return err
}

// signoffRow is the row of Check 14. It reports; it grants nothing.
func signoffRow(by map[signoffStatus][]signoffCurve, evidence, note string) string {
	const most = 5
	phrases := func(cs []signoffCurve) string {
		var parts []string
		for i, c := range cs {
			if i == most {
				parts = append(parts, plural(len(cs)-most, "other curve"))
				break
			}
			parts = append(parts, clipped(code)(c.key)+" "+strings.Join(c.short, ", "))
		}
		return strings.Join(parts, "; ")
	}
	warn, pass, na := by[signoffWarn], by[signoffPass], by[signoffNotApplicable]
	lost := ""
	if len(na) > 0 {
		lost = "; N/A for " + plural(len(na), "curve") + " that head has none of"
	}
	const row = "%s Check 14 (Pareto coverage): %s — %s; %s; evidence: %s"
	switch {
	case len(warn) > 0:
		text := phrases(warn)
		if len(pass) > 0 {
			text += fmt.Sprintf("; %s %d points or more", plural(len(pass), "curve")+" with", frontier.Recommended)
		}
		return fmt.Sprintf(row, "⚠️", signoffWarn, text+lost, "admin exception: not given", evidence)
	case len(pass) > 0:
		return fmt.Sprintf(row, "✅", signoffPass, phrases(pass)+lost, "admin exception: none needed", evidence)
	}
	reason := "no curve is affected"
	if len(na) > 0 {
		reason = "head has none of " + plural(len(na), "curve")
		if note != "" {
			reason += ", and " + note
		}
	}
	return fmt.Sprintf(row, "➖", signoffNotApplicable, reason, "admin exception: none needed", evidence)
}

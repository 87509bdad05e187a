package report

import (
	"fmt"
	"io"
	"strings"

	"paretocov/frontier"
	"paretocov/pareto"
)

// Style says how terminal text looks.
type Style struct {
	Color bool
	// Quiet leaves only what needs attention, and the summary.
	Quiet bool
}

// paint colours a word of a verdict.
func (s Style) paint(word string) string {
	if !s.Color {
		return word
	}
	code := ""
	switch word {
	case "PASS", "exceeded", "matched", "line", "within":
		code = "32"
	case "FAIL", "uncovered":
		code = "31"
	case "WARN", "INCONCLUSIVE", "wide", "unverifiable", "inconclusive":
		code = "33"
	default:
		return word
	}
	return "\x1b[" + code + "m" + word + "\x1b[0m"
}

func plain(name string) string { return clean(name) }

func clean(s string) string { return Clean(s) }

func ruleName(r pareto.Rule) string {
	if r == pareto.Strict {
		return "strict"
	}
	return "dashboard"
}

// FrontText writes frontiers for a terminal.
func FrontText(w io.Writer, r *frontier.FrontResult, s Style) error {
	var b strings.Builder
	points := 0
	for _, c := range r.Curves {
		points += c.Points
	}
	b.WriteString(wrap("", "  ", fmt.Sprintf("%s in %s, from %s; frontier rule %s",
		plural(points, "measured point"), plural(len(r.Curves), "curve"), sourcesText(r.Inputs), ruleName(r.Rule))))
	counts := map[frontier.Status]int{}
	for _, c := range r.Curves {
		quiet := s.Quiet
		for _, v := range c.Views {
			counts[v.Status]++
			quiet = quiet && v.Status == frontier.Pass
		}
		if quiet {
			continue
		}
		fmt.Fprintf(&b, "\n%s (%s)\n", clean(c.Key), plural(c.Points, "point"))
		for _, v := range c.Views {
			frontViewText(&b, v, s)
		}
		if c.Joint != nil {
			indent := strings.Repeat(" ", 14)
			b.WriteString("  joint       " + strings.TrimPrefix(wrap(indent, indent, jointSentence(c.Joint, plain)), indent))
		}
		if onlyDead(c) {
			for _, line := range remarks(c.Dead, nil, nil, nil, plain) {
				b.WriteString(wrap("  ", "    ", strings.TrimPrefix(line, "base: ")))
			}
		}
	}
	b.WriteByte('\n')
	b.WriteString(wrap("", "  ", frontSummary(counts)))
	if r.MinPoints > 0 {
		b.WriteString(wrap("", "  ", s.paint(verdictWord(r.Verdict))+": "+minPointsPhrase(r)+"."))
	}
	footText(&b, failureLines(r.Inputs))
	footText(&b, footLines(r.Filtered, r.Repeats, r.Warnings, plain, plain, r.Inputs))
	_, err := io.WriteString(w, b.String())
	return err
}

func frontSummary(counts map[frontier.Status]int) string {
	s := fmt.Sprintf("Of %s: %d PASS (at least %d points on the frontier and no invalid row), %d WARN",
		plural(counts[frontier.Pass]+counts[frontier.Warn]+counts[frontier.Unavailable], "frontier"), counts[frontier.Pass], frontier.Recommended, counts[frontier.Warn])
	if n := counts[frontier.Unavailable]; n > 0 {
		s += fmt.Sprintf(", %d UNAVAILABLE (the data does not have the view)", n)
	}
	return s + "."
}

// minPointsPhrase says how many frontiers have the points that were asked for.
func minPointsPhrase(r *frontier.FrontResult) string {
	few, lacking := 0, 0
	for _, c := range r.Curves {
		for _, v := range c.Views {
			switch {
			case v.Status == frontier.Unavailable:
				lacking++
			case v.OnFrontier < r.MinPoints:
				few++
			}
		}
	}
	if few+lacking == 0 {
		return fmt.Sprintf("every frontier has at least %d points", r.MinPoints)
	}
	return fmt.Sprintf("%s with fewer than %d points, %d that the data does not have", plural(few, "frontier"), r.MinPoints, lacking)
}

// onlyDead reports whether a curve has rows and none of them is a point, so that
// no view names them.
func onlyDead(c frontier.FrontCurve) bool {
	for _, v := range c.Views {
		if v.Status != frontier.Unavailable {
			return false
		}
	}
	return len(c.Dead) > 0
}

func frontViewText(b *strings.Builder, v frontier.FrontView, s Style) {
	status := string(v.Status)
	indent := strings.Repeat(" ", 14)
	head := "  " + s.paint(status) + strings.Repeat(" ", 12-len(status))
	text := wrap(indent, indent, frontSentence(v, plain))
	b.WriteString(head + strings.TrimPrefix(text, indent))
	for _, r := range v.Rejected {
		if v.Status != frontier.Unavailable {
			b.WriteString(wrap(indent, indent, rejectedPhrase(r, plain)))
		}
	}
	if n := v.Invalid - len(v.Rejected); n > 0 && v.Status != frontier.Unavailable {
		b.WriteString(wrap(indent, indent, plural(n, "more row")+" without a usable value"))
	}
	if g := v.WidestGap; g != nil {
		b.WriteString(wrap(indent, indent, gapPhrase(v, plain)))
	}
}

// frontSentence says "P90 E2EL: 5 of 7 points on the frontier (...); ...".
func frontSentence(v frontier.FrontView, name render) string {
	if v.Status == frontier.Unavailable {
		return title(v.X, name) + ": the data does not have it"
	}
	var on []string
	for _, p := range v.Frontier {
		members := make([]string, len(p.Members))
		for i, m := range p.Members {
			members[i] = name(m)
		}
		on = append(on, strings.Join(members, " = "))
	}
	count := fmt.Sprintf("%d", v.OnFrontier)
	if v.OnFrontier != v.OnStrictFrontier {
		count = fmt.Sprintf("%d (strict: %d)", v.OnFrontier, v.OnStrictFrontier)
	}
	s := fmt.Sprintf("%s: %s of %s on the frontier (%s)", title(v.X, name), count, plural(v.Measured, "point"), some(on, 40))
	var beaten []string
	best := v.BestDominated()
	for _, d := range best[:min(len(best), frontier.BestDominated)] {
		by := make([]string, len(d.By))
		for k, n := range d.By {
			by[k] = name(n)
		}
		beaten = append(beaten, name(d.ID)+" is dominated by "+some(by, 3))
	}
	if more := len(best) + v.Others - len(beaten); more > 0 {
		beaten = append(beaten, fmt.Sprintf("and %d more points are dominated", more))
	}
	if len(beaten) > 0 {
		s += "; " + strings.Join(beaten, "; ")
	}
	if v.Convention != "" && v.Convention != frontier.SlowTail {
		s += "; interactivity is " + string(v.Convention)
	}
	return s
}

// jointSentence says "P90 E2EL, mean interactivity and tput/GPU together: 6 of 9
// points on the frontier (...); 3 are dominated".
func jointSentence(v *frontier.JointView, name render) string {
	var axes []string
	for _, a := range v.Axes {
		axes = append(axes, title(a, name))
	}
	var on []string
	for _, p := range v.Frontier {
		on = append(on, strings.Join(each(p.Members, name), " = "))
	}
	last := len(axes) - 1
	s := fmt.Sprintf("%s and %s together: %d of %s on the frontier", strings.Join(axes[:last], ", "), axes[last], len(v.Frontier), plural(v.Measured, "point"))
	if len(on) > 0 {
		s += " (" + some(on, 40) + ")"
	}
	if n := len(v.Dominated) + v.Others; n > 0 {
		s += fmt.Sprintf("; %d dominated", n)
	}
	if v.Invalid > 0 {
		s += fmt.Sprintf("; %d without a usable value on some axis", v.Invalid)
	}
	return s
}

func rejectedPhrase(r frontier.Rejected, name render) string {
	return fmt.Sprintf("not counted: %s, %s (%s)", name(r.ID), becausePhrase(r.Field, r.Reason, r.FailureRate, name), name(r.Place))
}

func gapPhrase(v frontier.FrontView, name render) string {
	g := v.WidestGap
	s := fmt.Sprintf("widest gap: %s from %s to %s (%s), between %s and %s",
		title(v.X, name), number(g.FromX), withUnit(g.ToX, v.X), factor(g.Ratio), name(g.From), name(g.To))
	if g.Ratio >= 1.2 {
		s += "; a new point there would help most"
	}
	return s
}

// CoverText writes a coverage verdict for a terminal.
func CoverText(w io.Writer, r *frontier.CoverResult, s Style) error {
	var b strings.Builder
	b.WriteString(wrap("", "  ", fmt.Sprintf("base %s; head %s", sourcesText(r.Base), sourcesText(r.Head))))
	b.WriteString(wrap("", "  ", "judged by: "+policyLine(r.Policy)))
	same, fresh, lost := 0, 0, 0
	for _, c := range r.Curves {
		switch {
		case c.Status == frontier.NewInHead && noRemarks(c):
			fresh++
			continue
		case notApplicable(c, r.Policy.Scope):
			lost++
			if noRemarks(c) {
				continue
			}
		case c.Removed == 0 && c.Changed == 0 && c.Added == 0 && noRemarks(c):
			same++
			continue
		}
		if s.Quiet && !needsAttention(c) {
			continue
		}
		coverCurveText(&b, c, r.Policy.Scope, s)
	}
	b.WriteByte('\n')
	if same > 0 {
		fmt.Fprintf(&b, "%s unchanged.\n", isAre(same, "curve"))
	}
	if fresh > 0 {
		fmt.Fprintf(&b, "%s new in head.\n", isAre(fresh, "curve"))
	}
	if lost > 0 {
		b.WriteString(wrap("", "  ", fmt.Sprintf("Not applicable, head has none of it: %s (--scope all counts them).", some(cleaned(lostKeys(r)), 5))))
	}
	verdict := strings.ToUpper(string(r.Verdict))
	b.WriteString(wrap("", "  ", s.paint(verdict)+": "+headline(r)+"."))
	footText(&b, failureLines(r.Base, r.Head))
	footText(&b, footLines(r.Filtered, r.Repeats, r.Warnings, plain, plain, r.Base, r.Head))
	_, err := io.WriteString(w, b.String())
	return err
}

func cleaned(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = clean(n)
	}
	return out
}

// remarks name the rows of a curve that are not usable, on a view or on all.
func remarks(baseDead, headDead []frontier.DeadRow, baseInvalid, headInvalid []frontier.Rejected, name render) []string {
	var lines []string
	for _, d := range baseDead {
		lines = append(lines, deadPhrase("base", "is no measured point", d, name))
	}
	for _, d := range headDead {
		lines = append(lines, deadPhrase("head", "was not measured", d, name))
	}
	for side, rejected := range [][]frontier.Rejected{baseInvalid, headInvalid} {
		for _, r := range rejected {
			lines = append(lines, sideNames[side]+": "+rejectedPhrase(r, name))
		}
	}
	return lines
}

// notApplicable reports whether a curve is lost and does not count.
func notApplicable(c frontier.CoverCurve, scope frontier.Scope) bool {
	return c.Status == frontier.Lost && scope == frontier.ScopeHead
}

// noRemarks reports whether all rows of a curve are usable on all its views.
func noRemarks(c frontier.CoverCurve) bool {
	return len(c.BaseDead)+len(c.HeadDead)+len(c.BaseInvalid)+len(c.HeadInvalid) == 0
}

// needsAttention reports whether a curve has a point that is not covered.
func needsAttention(c frontier.CoverCurve) bool {
	for _, v := range c.Views {
		if v.Uncovered+v.Unverifiable > 0 {
			return true
		}
	}
	return false
}

func coverCurveText(b *strings.Builder, c frontier.CoverCurve, scope frontier.Scope, s Style) {
	fmt.Fprintf(b, "\n%s\n", clean(c.Key))
	status := ""
	if c.Status == frontier.Lost {
		status = "lost: head has none of it; "
	}
	b.WriteString(wrap("  ", "  ", status+changes(c)))
	for _, line := range remarks(c.BaseDead, c.HeadDead, c.BaseInvalid, c.HeadInvalid, plain) {
		b.WriteString(wrap("  ", "    ", line))
	}
	if len(c.FailedAgain) > 0 {
		b.WriteString(wrap("  ", "    ", "removed by a re-measurement that failed: "+list(cleaned(c.FailedAgain))))
	}
	if c.Removed == 0 || notApplicable(c, scope) {
		return
	}
	for _, v := range c.Views {
		b.WriteString("\n" + wrap("  ", "    ", viewLine(v.X, v.Y)))
		long, longKind := 0, 0
		for _, j := range v.Removed {
			long = max(long, len([]rune(clean(j.ID))))
			longKind = max(longKind, len(kindWord(j)))
		}
		long = min(long, 32)
		for _, j := range v.Removed {
			if s.Quiet && (j.NotApplicable || j.Kind.Covers()) {
				continue
			}
			word := kindWord(j)
			first := "    " + pad(clean(j.ID), long) + "  " + pad(word, longKind) + "  " + pad(margin(j.Margin), 8) + " "
			line := wrap(first, strings.Repeat(" ", 4+long+2+longKind+2+9), why(j, v.X, v.Y, plain))
			b.WriteString(strings.Replace(line, "  "+word, "  "+s.paint(word), 1))
		}
		b.WriteString(wrap("    ", "    ", sentence(v, plain)))
	}
}

// viewLine names a view with units and better directions.
func viewLine(x, y frontier.Axis) string {
	axis := func(a frontier.Axis) string {
		if a.Unit == "" {
			return title(a, plain) + " (" + direction(a) + ")"
		}
		return title(a, plain) + " (" + a.Unit + ", " + direction(a) + ")"
	}
	return axis(y) + " against " + axis(x)
}

// sourcesText says what a side was read from.
func sourcesText(in frontier.Inputs) string {
	rows, rejected := 0, 0
	for i, s := range in.Sources {
		rows += s.Rows
		rejected += in.Rejected[i]
	}
	s := fmt.Sprintf("%s (%s, %s", sourcesName(in), plural(len(in.Sources), "file"), plural(rows, "row"))
	if rejected > 0 {
		s += fmt.Sprintf(", %d of them no measured points", rejected)
	}
	switch {
	case in.To == "":
	case in.From == in.To:
		s += ", of " + clean(in.To)
	default:
		s += ", of " + clean(in.From) + " to " + clean(in.To)
	}
	if len(in.Commits) > 0 {
		s += ", commit " + some(cleaned(in.Commits), 3)
	}
	return strings.TrimSpace(s + ")")
}

// sourcesName is what a side is called: its label, else the paths as named.
func sourcesName(in frontier.Inputs) string {
	switch {
	case in.Label != "":
		return clean(in.Label)
	case len(in.Paths) > 0:
		return some(cleaned(in.Paths), 3)
	case len(in.Sources) == 1:
		return clean(in.Sources[0].Path)
	}
	return ""
}

// footText writes the remarks under a result.
func footText(b *strings.Builder, lines []string) {
	for _, line := range lines {
		b.WriteString(wrap("note: ", "  ", line))
	}
}

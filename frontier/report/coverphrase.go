package report

import (
	"fmt"
	"math"
	"strings"

	"paretocov/frontier"
	"paretocov/pareto"
)

// kindWord is the word of a judgement in results and tables.
func kindWord(j frontier.Judged) string {
	if j.NotApplicable {
		return "n/a"
	}
	return j.Kind.String()
}

// why explains a judgement in a phrase. name renders a point's name.
func why(j frontier.Judged, x, y frontier.Axis, name render) string {
	by := make([]string, len(j.By))
	for i, n := range j.By {
		by[i] = name(n)
	}
	gains := gain(j.GainY, y, name) + ", " + gain(j.GainX, x, name)
	switch {
	case j.NotApplicable:
		if j.Reason == "" {
			return "the curve is not in head"
		}
		return clean(j.Reason)
	case j.Lost:
		return "the curve is lost"
	}
	switch j.Kind {
	case pareto.Exceeded:
		return fmt.Sprintf("by %s: %s", by[0], gains)
	case pareto.Matched:
		return fmt.Sprintf("by %s: %s", by[0], gains)
	case pareto.OnLine:
		return "below " + lineOf(by, j)
	case pareto.Within:
		if len(by) == 2 {
			return "within the tolerance of " + lineOf(by, j)
		}
		return fmt.Sprintf("within the tolerance of %s: %s", by[0], gains)
	case pareto.Wide:
		return fmt.Sprintf("below the line between %s and %s, but these are %s apart in %s and nothing was measured near the point",
			by[0], by[1], factor(j.Span), short(x, name))
	case pareto.Unverifiable:
		return j.Reason
	case pareto.Uncovered:
	}
	near := make([]string, len(j.Nearest))
	for i, n := range j.Nearest {
		near[i] = name(n)
	}
	s := "nearest is " + near[0]
	if len(near) == 2 {
		s = fmt.Sprintf("nearest is the line between %s and %s", near[0], near[1])
	}
	switch {
	case j.Faster:
		s = "beyond the curve's hard end (no new point has as good " + short(x, name) + "); " + s
	case j.Reason != "":
		s = j.Reason + "; " + s
	}
	if j.ShortfallY < 0 {
		s += fmt.Sprintf("; %s in %s alone", percent(j.ShortfallY), short(y, name))
	}
	return s
}

// gain says how much better a witness is on an axis. Where less is better a
// bare sign would read as more.
func gain(f float64, a frontier.Axis, name render) string {
	switch {
	case a.Better == pareto.Minimize && f > 0:
		return percent(f) + " better " + short(a, name)
	case a.Better == pareto.Minimize && f < 0:
		return percent(f) + " worse " + short(a, name)
	}
	return percent(f) + " " + short(a, name)
}

func lineOf(by []string, j frontier.Judged) string {
	s := fmt.Sprintf("the line between %s and %s", by[0], by[1])
	if j.Evidence != pareto.NoEvidence {
		s += fmt.Sprintf(" (%s evidence, span %s)", j.Evidence, factor(j.Span))
	}
	return s
}

// margin formats a margin.
func margin(f float64) string {
	if math.IsNaN(f) {
		return ""
	}
	return percent(f)
}

// sentence sums up the removed points of a curve on a view: "9 removed points:
// 7 exceeded on both axes by a new point, 2 below the line between A and B."
func sentence(v frontier.CoverView, name render) string {
	counts := map[pareto.Kind]int{}
	lines := map[[2]string]int{}
	var order [][2]string
	applicable, na := 0, 0
	for _, j := range v.Removed {
		if j.NotApplicable {
			na++
			continue
		}
		applicable++
		counts[j.Kind]++
		if j.Kind == pareto.OnLine {
			l := [2]string{j.By[0], j.By[1]}
			if lines[l] == 0 {
				order = append(order, l)
			}
			lines[l]++
		}
	}
	var parts []string
	add := func(k pareto.Kind, phrase string) {
		if counts[k] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[k], phrase))
		}
	}
	add(pareto.Exceeded, "exceeded on both axes by a new point")
	add(pareto.Matched, "matched by a new point")
	if len(order) <= 3 {
		for _, l := range order {
			parts = append(parts, fmt.Sprintf("%d below the line between %s and %s", lines[l], name(l[0]), name(l[1])))
		}
	} else {
		add(pareto.OnLine, "below a line between two new points")
	}
	add(pareto.Within, "within the tolerance")
	add(pareto.Wide, "below a line too wide to count")
	add(pareto.Uncovered, "not covered")
	add(pareto.Unverifiable, "unverifiable")
	if na > 0 {
		parts = append(parts, fmt.Sprintf("%d not applicable", na))
	}
	return plural(applicable+na, "removed point") + ": " + strings.Join(parts, ", ") + "."
}

// headline is the verdict of a cover result in one line.
func headline(r *frontier.CoverResult) string {
	s := r.Summary
	t := ""
	switch {
	case s.Removed == 0:
		t = "nothing is removed" + lostNote(r)
	case r.Verdict == frontier.VerdictPass:
		t = allCovered(s.Removed, "removed point")
	case r.Verdict == frontier.VerdictFail:
		t = fmt.Sprintf("%d of %s %s not covered", s.Uncovered, plural(s.Removed, "removed point"), are(s.Uncovered))
		if s.Unverifiable > 0 {
			t += fmt.Sprintf(", %d unverifiable", s.Unverifiable)
		}
		if !math.IsNaN(r.NeededTolerance) {
			t += fmt.Sprintf("; a tolerance of %s would be needed", share(r.NeededTolerance))
		}
	default:
		t = fmt.Sprintf("%d of %s cannot be verified, none is uncovered", s.Unverifiable, plural(s.Removed, "removed point"))
	}
	return t + remeasured(r)
}

// remeasured mentions points that were measured again, which cover does not
// judge.
func remeasured(r *frontier.CoverResult) string {
	n, worst := changed(r)
	if n == 0 {
		return ""
	}
	s := fmt.Sprintf("; %s re-measured", isAre(n, "point"))
	if !math.IsInf(worst, 1) {
		s += ", worst margin " + percent(worst)
	}
	return s + " (gate judges these)"
}

// changed counts the points that were measured again and returns the worst
// margin of their old values, +Inf if there is none.
func changed(r *frontier.CoverResult) (n int, worst float64) {
	worst = math.Inf(1)
	for _, c := range r.Curves {
		n += c.Changed
		if c.ChangedWorstMargin < worst {
			worst = c.ChangedWorstMargin
		}
	}
	return n, worst
}

func allCovered(n int, noun string) string {
	if n == 1 {
		return "the 1 " + noun + " is covered"
	}
	return "all " + isAre(n, noun) + " covered"
}

func isAre(n int, noun string) string { return plural(n, noun) + " " + are(n) }

func are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// lostNote mentions curves that head lacks, where they do not count.
func lostNote(r *frontier.CoverResult) string {
	if n := len(lostKeys(r)); n > 0 {
		return " from the curves that head measured"
	}
	return ""
}

// lostKeys returns the keys of the curves that head lacks.
func lostKeys(r *frontier.CoverResult) []string {
	var keys []string
	for _, c := range r.Curves {
		if c.Status == frontier.Lost {
			keys = append(keys, c.Key)
		}
	}
	return keys
}

// changes sums up what else became of a curve's points.
func changes(c frontier.CoverCurve) string {
	s := fmt.Sprintf("%d removed, %d added, %d kept", c.Removed, c.Added, c.Kept)
	if c.Changed > 0 {
		s += fmt.Sprintf(", %d re-measured, worst margin %s", c.Changed, percent(c.ChangedWorstMargin))
	}
	return s
}

// policyLine states the rules that a cover result was judged by.
func policyLine(p frontier.CoverPolicy) string {
	s := "curve " + p.Curve.String()
	if p.MaxSpan > 0 {
		s += ", lines up to a factor of " + number(p.MaxSpan) + " in x"
	} else {
		s += ", lines of any span"
	}
	tolerance := number(100*p.Tolerance) + " %"
	if p.Tolerance > 0 && p.Tolerance <= pareto.LineSlack {
		tolerance = "for rounding only"
	}
	return s + ", tolerance " + tolerance + ", scope " + string(p.Scope)
}

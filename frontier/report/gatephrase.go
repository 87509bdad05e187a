package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"paretocov/frontier"
)

// verdictWord is the verdict as a report shouts it. A gate without a baseline
// never says PASS.
func verdictWord(v frontier.Verdict) string {
	if v == frontier.VerdictNoBaseline {
		return "NO BASELINE"
	}
	return strings.ToUpper(string(v))
}

// gateHeadline is the verdict of a gate in one line.
func gateHeadline(r *frontier.GateResult, name render) string {
	s := r.Summary
	var parts []string
	failing := map[string]bool{}
	limits := map[frontier.GateReasonKind]int{}
	for _, reason := range r.Reasons {
		limits[reason.Kind]++
		if reason.Kind == frontier.ReasonUncovered {
			failing[reason.Key] = true
		}
	}
	if n := limits[frontier.ReasonUncovered]; n > 0 {
		parts = append(parts, fmt.Sprintf("%d of %s %s not covered, in %s",
			n, plural(s.Points, "base frontier point"), are(n), plural(len(failing), "curve")))
	}
	if n := limits[frontier.ReasonLost]; n > 0 {
		parts = append(parts, isAre(n, "curve")+" lost")
	}
	for _, l := range []struct {
		kind frontier.GateReasonKind
		text string
	}{
		{frontier.ReasonLoss, "below --max-loss"},
		{frontier.ReasonReach, "below --min-reach"},
		{frontier.ReasonArea, "below --max-area-loss"},
		{frontier.ReasonPoints, "with fewer than --min-points"},
	} {
		if n := limits[l.kind]; n > 0 {
			parts = append(parts, plural(n, "frontier")+" "+l.text)
		}
	}
	if n := limits[frontier.ReasonAppendOnly]; n > 0 {
		parts = append(parts, plural(n, "breach")+" of append-only")
	}
	if s.Inconclusive > 0 {
		parts = append(parts, fmt.Sprintf("%s not covered but within the noise", plural(s.Inconclusive, "point")))
	}
	if s.Unverifiable > 0 {
		parts = append(parts, plural(s.Unverifiable, "point")+" unverifiable")
	}
	if worst := worstPoint(r, name); worst != "" {
		parts = append(parts, worst)
	}
	if cut := worstCut(r, name); cut != "" {
		parts = append(parts, cut)
	}
	if len(parts) == 0 {
		if r.Verdict == frontier.VerdictNoBaseline {
			return "there is nothing to compare with"
		}
		if s.Points == 0 {
			return "base has no frontier point to cover"
		}
		return allCovered(s.Points, "base frontier point")
	}
	if !math.IsNaN(r.NeededTolerance) && r.NeededTolerance > 0 {
		parts = append(parts, "a tolerance of "+share(r.NeededTolerance)+" would be needed")
	}
	return strings.Join(parts, "; ")
}

// worstPoint names the uncovered point that falls the furthest short; "" if
// there is none.
func worstPoint(r *frontier.GateResult, name render) string {
	least, text := 0.0, ""
	for _, reason := range r.Reasons {
		if reason.Kind == frontier.ReasonUncovered && reason.Margin < least {
			least = reason.Margin
			text = fmt.Sprintf("the furthest short is %s on %s of %s, margin %s", name(reason.ID), title(reason.X, name), name(reason.Key), percent(least))
		}
	}
	return text
}

// worstCut names the end of a frontier that head cuts off the most, among the
// views that have an uncovered point; "" if none is cut.
func worstCut(r *frontier.GateResult, name render) string {
	least, text := 0.95, "" // less is no cut worth a line
	for _, c := range r.Curves {
		for _, v := range c.Views {
			if !viewFails(v) {
				continue
			}
			for _, end := range []struct {
				reach float64
				axis  frontier.Axis
			}{{v.ReachY, v.Y}, {v.ReachX, v.X}} {
				if end.reach < least {
					least = end.reach
					text = fmt.Sprintf("head reaches %s of base's best %s on %s", ratioText(end.reach), title(end.axis, name), name(c.Key))
				}
			}
		}
	}
	return text
}

// viewFails reports whether a view has a frontier point that is not covered.
func viewFails(v frontier.GateView) bool {
	for _, g := range v.Frontier {
		if !g.NotApplicable && !g.Kind.Covers() {
			return true
		}
	}
	return false
}

// viewNumbers says how head's curve compares with base's as a whole.
func viewNumbers(v frontier.GateView, name render) string {
	var parts []string
	add := func(format string, f float64, args ...any) {
		if !math.IsNaN(f) {
			parts = append(parts, fmt.Sprintf(format, append([]any{percent(f - 1)}, args...)...))
		}
	}
	add("at worst %s in %s, at %s", v.WorstRatio, short(v.Y, name), withUnit(v.WorstX, v.X))
	add("best %[2]s %[1]s", v.ReachX, short(v.X, name))
	add("best %[2]s %[1]s", v.ReachY, short(v.Y, name))
	add("area %s", v.AreaRatio)
	if len(parts) == 0 {
		return ""
	}
	return "head's drawn curve against base's: " + strings.Join(parts, ", ")
}

// gateWhy explains the judgement of a base frontier point. Points of base and
// head may have one name, so head's are called so.
func gateWhy(g frontier.Judged, v frontier.GateView, name render) string {
	return why(g, v.X, v.Y, func(n string) string {
		if n == v.X.Name || n == v.Y.Name {
			return name(n)
		}
		return "head's " + name(n)
	})
}

// gateRemedy says what would cover a point that is not covered, "" for others.
func gateRemedy(g frontier.Judged, v frontier.GateView) string {
	if g.NotApplicable || g.Lost || g.Kind.Covers() || math.IsNaN(g.Margin) {
		return ""
	}
	s := fmt.Sprintf("base has %s at %s", withUnit(g.Y, v.Y), withUnit(g.X, v.X))
	if !math.IsNaN(g.ShortfallY) {
		s += fmt.Sprintf(", head attains %s there", number(g.Y*(1+g.ShortfallY)))
	}
	if g.Inconclusive {
		return s + "; within the noise, so inconclusive: measure both again"
	}
	return s + "; a new point at least as good as base's on both axes covers it"
}

// reasonText is a reason in a sentence, for one line in a log.
func reasonText(r frontier.GateReason, name render) string {
	view := ""
	if r.X.Name != "" {
		view = title(r.X, name) + ": "
	}
	switch r.Kind {
	case frontier.ReasonUncovered:
		return view + name(r.ID) + " is not covered, margin " + percent(r.Margin)
	case frontier.ReasonInconclusive:
		return view + name(r.ID) + " is not covered, margin " + percent(r.Margin) + ", but within the noise; rerun " + list(each(r.Rerun, name))
	case frontier.ReasonLost:
		return "the curve is lost: head has none of it"
	case frontier.ReasonLoss:
		value, limit := ratioTexts(r.Value, r.Limit)
		return view + "head's curve falls to " + value + " of base's, the limit is " + limit
	case frontier.ReasonReach:
		value, limit := ratioTexts(r.Value, r.Limit)
		return view + "head reaches " + value + " of base's best, the limit is " + limit
	case frontier.ReasonArea:
		value, limit := ratioTexts(r.Value, r.Limit)
		return view + "the area is " + value + " of base's, the limit is " + limit
	case frontier.ReasonPoints:
		return view + fmt.Sprintf("%s on head's frontier, fewer than %d", plural(count(r.Value), "point"), count(r.Limit))
	case frontier.ReasonUnverifiable:
		return view + name(r.ID) + " cannot be verified: head has no usable value of this curve on this view"
	case frontier.ReasonWarn:
		return view + name(r.ID) + " is within the tolerance, but " + percent(r.Margin) + " short"
	case frontier.ReasonSuspicious:
		return view + name(r.ID) + " could be " + percent(r.Margin) + " better on both axes and still be covered; that is a lot: check units, failed requests and the configuration"
	case frontier.ReasonAppendOnly:
		if r.ID == "" {
			return "append-only: " + r.Detail
		}
		text := "append-only: " + name(r.ID) + ": " + r.Detail
		if r.Name != "" {
			text += " " + name(r.Name)
		}
		return text
	}
	return view + string(r.Kind)
}

// ratioText is a ratio as a share, or that there is none.
func ratioText(f float64) string {
	if math.IsNaN(f) {
		return "an undefined share"
	}
	return number(100*f) + " %"
}

// ratioTexts formats a value and the limit that it misses so that they differ.
func ratioTexts(value, limit float64) (valueText, limitText string) {
	valueText, limitText = ratioText(value), ratioText(limit)
	for digits := 5; valueText == limitText && digits < 17; digits++ {
		valueText = strconv.FormatFloat(100*value, 'g', digits, 64) + " %"
	}
	return valueText, limitText
}

func count(f float64) int {
	if math.IsNaN(f) {
		return 0
	}
	return int(f)
}

// noiseLine says what is known of the spread between runs.
func noiseLine(n frontier.Noise) string {
	switch {
	case n.Assumed > 0 && n.Pooled > 0:
		return fmt.Sprintf("noise: %s of several runs each, with 95 %% intervals of the mean (Student's t, runs taken as independent and normal); a spread of %s is assumed for %s of one run",
			plural(n.Pooled, "point"), ratioText(n.Assumed), plural(n.Single, "point"))
	case n.Assumed > 0:
		return "noise: a run-to-run spread of " + ratioText(n.Assumed) + " is assumed (--noise), none was measured"
	case n.Pooled > 0:
		s := fmt.Sprintf("noise: %s of several runs each, with 95 %% intervals of the mean (Student's t, runs taken as independent and normal)", plural(n.Pooled, "point"))
		if n.Single > 0 {
			s += fmt.Sprintf("; unknown (n=1) for %s", plural(n.Single, "point"))
		}
		return s
	}
	return "noise: unknown (n=1); state a spread with --noise, or pool repeated runs with --repeats samples"
}

// gatePolicyLine states the rules that a gate judged by.
func gatePolicyLine(p frontier.GatePolicy) string {
	s := policyLine(p.CoverPolicy)
	limit := func(name string, f float64) {
		if !math.IsNaN(f) {
			s += ", " + name + " " + ratioText(f)
		}
	}
	limit("warn from", p.Warn)
	limit("max loss", p.MaxLoss)
	limit("min reach", p.MinReach)
	limit("max area loss", p.MaxAreaLoss)
	if p.MinPoints > 0 {
		s += fmt.Sprintf(", at least %d frontier points (%s)", p.MinPoints, ruleName(p.Rule))
	}
	switch p.Delta {
	case frontier.DeltaOnly:
		s += ", append-only (head is the delta)"
	case frontier.DeltaAndBase:
		s += ", append-only (head is full)"
	case frontier.NotAppendOnly:
	}
	if len(p.Overrides) > 0 {
		s += fmt.Sprintf(", %s of the policy file", plural(len(p.Overrides), "exception"))
	}
	return s
}

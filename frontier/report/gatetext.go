package report

import (
	"fmt"
	"io"
	"strings"

	"paretocov/frontier"
)

// GateText writes a gate's verdict for a terminal.
func GateText(w io.Writer, r *frontier.GateResult, s Style) error {
	var b strings.Builder
	b.WriteString(wrap("", "  ", fmt.Sprintf("base %s; head %s", sourcesText(r.Base), sourcesText(r.Head))))
	b.WriteString(wrap("", "  ", "judged by: "+gatePolicyLine(r.Policy)))
	fine, fresh := 0, 0
	byKey := reasonsByKey(r)
	for _, c := range r.Curves {
		quiet := len(byKey[c.Key]) == 0
		switch {
		case c.Status == frontier.NewInHead && quiet:
			fresh++
		case c.Status == frontier.Compared && quiet:
			fine++
		}
		if !quiet || len(gateRemarks(c, plain)) > 0 {
			gateCurveText(&b, c, byKey[c.Key], s)
		}
	}
	b.WriteByte('\n')
	if fine > 0 {
		fmt.Fprintf(&b, "%s covered.\n", isAre(fine, "curve"))
	}
	if fresh > 0 {
		fmt.Fprintf(&b, "%s new in head.\n", isAre(fresh, "curve"))
	}
	if allowed := allowedLost(r); len(allowed) > 0 {
		b.WriteString(wrap("", "  ", "Lost, and allowed to be or out of scope: "+some(cleaned(allowed), 5)+"."))
	}
	b.WriteString(wrap("", "  ", noiseLine(r.Noise)))
	word := verdictWord(r.Verdict)
	b.WriteString(wrap("", "  ", s.paint(word)+": "+gateHeadline(r, clipped(plain))+"."))
	footText(&b, failureLines(r.Base, r.Head))
	footText(&b, footLines(r.Filtered, r.Repeats, r.Warnings, plain, plain, r.Base, r.Head))
	_, err := io.WriteString(w, b.String())
	return err
}

func gateRemarks(c frontier.GateCurve, name render) []string {
	return remarks(c.BaseDead, c.HeadDead, c.BaseInvalid, c.HeadInvalid, name)
}

func reasonsByKey(r *frontier.GateResult) map[string][]frontier.GateReason {
	m := map[string][]frontier.GateReason{}
	for _, reason := range r.Reasons {
		m[reason.Key] = append(m[reason.Key], reason)
	}
	return m
}

// allowedLost returns the keys of lost curves that do not count.
func allowedLost(r *frontier.GateResult) []string {
	var keys []string
	for _, c := range r.Curves {
		if c.Status == frontier.Lost && c.Allowed {
			keys = append(keys, c.Key)
		}
	}
	return keys
}

func gateCurveText(b *strings.Builder, c frontier.GateCurve, reasons []frontier.GateReason, s Style) {
	fmt.Fprintf(b, "\n%s\n", clean(c.Key))
	for _, line := range gateRemarks(c, plain) {
		b.WriteString(wrap("  ", "    ", line))
	}
	for _, r := range reasons {
		if r.X.Name == "" {
			b.WriteString(wrap("  ", "    ", s.paint(gateWord(r.Kind))+": "+reasonText(r, plain)))
		}
	}
	if c.Status == frontier.Lost {
		return
	}
	for _, v := range c.Views {
		var mine []frontier.GateReason
		for _, r := range reasons {
			if r.X.Name == v.X.Name {
				mine = append(mine, r)
			}
		}
		if len(mine) == 0 {
			continue
		}
		b.WriteString("\n" + wrap("  ", "    ", viewLine(v.X, v.Y)))
		long, longKind := 0, 0
		for _, g := range v.Frontier {
			long = max(long, len([]rune(clean(g.ID))))
			longKind = max(longKind, len(gateKindWord(g)))
		}
		long = min(long, 32)
		for _, g := range v.Frontier {
			if s.Quiet && g.Kind.Covers() {
				continue
			}
			word := gateKindWord(g)
			first := "    " + pad(clean(g.ID), long) + "  " + pad(word, longKind) + "  " + pad(margin(g.Margin), 8) + " "
			text := gateWhy(g, v, plain)
			if remedy := gateRemedy(g, v); remedy != "" {
				text += "; " + remedy
			}
			line := wrap(first, strings.Repeat(" ", 4+long+2+longKind+2+9), text)
			b.WriteString(strings.Replace(line, "  "+word, "  "+s.paint(word), 1))
		}
		if n := viewNumbers(v, plain); n != "" {
			b.WriteString(wrap("    ", "    ", n))
		}
		for _, r := range mine {
			if r.Kind != frontier.ReasonUncovered && r.Kind != frontier.ReasonUnverifiable {
				b.WriteString(wrap("    ", "    ", s.paint(gateWord(r.Kind))+": "+reasonText(r, plain)))
			}
		}
	}
}

// gateWord is the heading of a reason.
func gateWord(k frontier.GateReasonKind) string {
	switch {
	case k.Fails():
		return "FAIL"
	case k == frontier.ReasonWarn, k == frontier.ReasonSuspicious:
		return "WARN"
	}
	return "INCONCLUSIVE"
}

// gateKindWord is the word of a frontier point's judgement.
func gateKindWord(g frontier.Judged) string {
	if g.Inconclusive {
		return "inconclusive"
	}
	return kindWord(g)
}

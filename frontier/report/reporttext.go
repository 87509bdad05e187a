package report

import (
	"fmt"
	"io"
	"strings"

	"paretocov/frontier"
)

// Text writes the report for a terminal: what cover says, what gate says, and
// the frontiers of the curves that head changes.
func (r *Report) Text(w io.Writer, s Style) error {
	var b strings.Builder
	var warned []string
	if r.Cover != nil {
		b.WriteString("REMOVED POINTS\n")
		if err := CoverText(&b, r.Cover, s); err != nil {
			return err
		}
		b.WriteByte('\n')
		warned = r.Cover.Warnings
	}
	b.WriteString("FRONTIER GATE\n")
	g := *r.Gate
	if r.Cover != nil { // what both say is said once
		g.Filtered, g.Repeats, g.Warnings = nil, nil, without(g.Warnings, warned)
		g.Base.Skipped, g.Head.Skipped = nil, nil
		g.Base.Failures, g.Head.Failures = frontier.Failures{}, frontier.Failures{}
	}
	if err := GateText(&b, &g, s); err != nil {
		return err
	}
	fmt.Fprintf(&b, "\nPOINTS ON HEAD'S FRONTIERS (rule %s)\n", ruleName(r.Rule))
	same := 0
	for _, c := range r.Curves {
		switch {
		case c.Status == frontier.Lost:
			continue
		case !c.Affected:
			same++
			continue
		}
		quiet := s.Quiet
		for _, v := range c.Head.Views {
			quiet = quiet && v.Status == frontier.Pass
		}
		if quiet {
			continue
		}
		fmt.Fprintf(&b, "\n%s (%s)\n", clean(c.Key), plural(c.Head.Points, "point"))
		for _, v := range c.Head.Views {
			frontViewText(&b, v, s)
		}
	}
	if same > 0 {
		fmt.Fprintf(&b, "\n%s the same as in base.\n", isAre(same, "other curve"))
	}
	b.WriteByte('\n')
	b.WriteString(wrap("", "  ", s.paint(verdictWord(r.Verdict))+": "+r.headline()+"."))
	_, err := io.WriteString(w, b.String())
	return err
}

// headline is the verdict of both questions in one line.
func (r *Report) headline() string {
	gate := "gate: " + gateHeadline(r.Gate, clipped(plain))
	if r.Cover == nil {
		return gate
	}
	return "removed points: " + headline(r.Cover) + "; " + gate
}

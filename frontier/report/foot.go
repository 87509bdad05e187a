package report

import (
	"fmt"
	"slices"
	"strings"

	"paretocov/frontier"
)

// footLines are the remarks under a result: what conditions dropped, which
// repeated rows were joined, what a search passed over, what readers noted.
func footLines(filtered []frontier.Filtered, repeats []frontier.Repeat, warnings []string, name, text render, sides ...frontier.Inputs) []string {
	var lines []string
	of := func(side int) string {
		if len(sides) < 2 {
			return ""
		}
		return [...]string{"base: ", "head: "}[side]
	}
	for _, f := range filtered {
		line := fmt.Sprintf("%s%s outside %s", of(f.Side), plural(f.Rows, "row"), name(f.Condition))
		if len(f.Names) > 0 {
			line += ": " + some(each(slices.Compact(slices.Clone(f.Names)), name), 8)
		}
		lines = append(lines, line)
	}
	const most = 8 // of superseded points per side; JSON has all
	merged, superseded := map[int]int{}, map[int]int{}
	for _, r := range repeats {
		merged[r.Side] += r.Merged
		if len(r.Dropped) == 0 {
			continue
		}
		if superseded[r.Side]++; superseded[r.Side] <= most {
			lines = append(lines, fmt.Sprintf("%s%s (%s) was measured more than once; the newest counts, %s; older: %s",
				of(r.Side), name(r.Name), name(r.Key), name(r.Kept), some(each(r.Dropped, name), 5)))
		}
	}
	for side := range sides {
		if n := superseded[side] - most; n > 0 {
			lines = append(lines, fmt.Sprintf("%sthe newest counts for %s that were measured more than once, too", of(side), plural(n, "more point")))
		}
		if merged[side] > 0 {
			lines = append(lines, fmt.Sprintf("%s%s repeated with equal values, merged", of(side), plural(merged[side], "row")))
		}
	}
	for side, in := range sides {
		var kinds []string
		for k, n := range in.Skipped {
			kinds = append(kinds, fmt.Sprintf("%s %d", k, n))
		}
		slices.Sort(kinds)
		if len(kinds) > 0 {
			lines = append(lines, of(side)+"files without points passed over: "+strings.Join(kinds, ", "))
		}
	}
	for _, w := range warnings {
		lines = append(lines, text(w))
	}
	return lines
}

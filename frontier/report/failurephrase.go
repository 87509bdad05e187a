package report

import (
	"fmt"
	"strings"

	"paretocov/frontier"
)

// becausePhrase says why a row is not usable: "p90_e2el is missing", or "50 % of
// requests failed".
func becausePhrase(field string, reason frontier.Reason, failureRate float64, name render) string {
	if reason == frontier.TooManyFailed {
		return sharePhrase(failureRate) + " of requests failed"
	}
	return name(field) + " is " + reason.String()
}

// deadPhrase says of a row of a side that it is no measured point, and why.
func deadPhrase(side, what string, d frontier.DeadRow, name render) string {
	if d.Reason == frontier.TooManyFailed {
		what = "does not count"
	}
	return fmt.Sprintf("%s: %s %s: %s (%s)", side, name(d.Name), what, becausePhrase(d.Field, d.Reason, d.FailureRate, name), name(d.Place))
}

// failureRemarks name the rows of a curve that do not count for their failed
// requests.
func failureRemarks(c frontier.GateCurve, name render) []string {
	var base, head []frontier.DeadRow
	for side, rows := range [][]frontier.DeadRow{c.BaseDead, c.HeadDead} {
		for _, d := range rows {
			if d.Field == frontier.FailureRate {
				to := [...]*[]frontier.DeadRow{&base, &head}[side]
				*to = append(*to, d)
			}
		}
	}
	return remarks(base, head, nil, nil, name)
}

// sharePhrase is a share as "5 %".
func sharePhrase(share float64) string { return number(100*share) + " %" }

// failurePhrase says of how many rows the failure rate is unknown, and how many
// are over the limit; "" where there is nothing to say.
func failurePhrase(sides ...frontier.Inputs) string {
	var unknown, over []string
	limit := ""
	for side, in := range sides {
		f := in.Failures
		if !f.Checked() || f.Rows == 0 {
			continue
		}
		limit = sharePhrase(f.Limit)
		of := ""
		if len(sides) > 1 {
			of = " of " + sideNames[side]
		}
		count := func(n int) string { return fmt.Sprintf("%d of %s%s", n, plural(f.Rows, "row"), of) }
		if f.Unknown > 0 {
			unknown = append(unknown, count(f.Unknown))
		}
		if f.Over > 0 {
			over = append(over, count(f.Over))
		}
	}
	var parts []string
	if len(unknown) > 0 {
		parts = append(parts, "the failure rate could not be checked for "+strings.Join(unknown, " and "))
	}
	if len(over) > 0 {
		parts = append(parts, strings.Join(over, " and ")+" not counted for failed requests (limit "+limit+", --max-failure-rate)")
	}
	return strings.Join(parts, "; ")
}

// failureLines are failurePhrase as lines of text, none or one.
func failureLines(sides ...frontier.Inputs) []string {
	if s := failurePhrase(sides...); s != "" {
		return []string{s}
	}
	return nil
}

// failureChinese is failurePhrase in Chinese.
func failureChinese(sides ...frontier.Inputs) string {
	var unknown, over []string
	limit := ""
	for side, in := range sides {
		f := in.Failures
		if !f.Checked() || f.Rows == 0 {
			continue
		}
		limit = sharePhrase(f.Limit)
		of := ""
		if len(sides) > 1 {
			of = [...]string{"基线 ", "新数据 "}[side]
		}
		if f.Unknown > 0 {
			unknown = append(unknown, fmt.Sprintf("%s%d 行中的 %d 行", of, f.Rows, f.Unknown))
		}
		if f.Over > 0 {
			over = append(over, fmt.Sprintf("%s%d 行中的 %d 行", of, f.Rows, f.Over))
		}
	}
	var parts []string
	if len(unknown) > 0 {
		parts = append(parts, "请求失败率无法检查："+strings.Join(unknown, "，"))
	}
	if len(over) > 0 {
		parts = append(parts, "因请求失败不计入："+strings.Join(over, "，")+"（上限 "+limit+"，--max-failure-rate）")
	}
	return strings.Join(parts, "；")
}

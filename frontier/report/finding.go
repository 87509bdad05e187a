package report

import (
	"math"
	"strconv"
	"strings"

	"paretocov/frontier"
)

// findingLevel is how sure a finding is, in GitHub's words.
func findingLevel(c frontier.FindingCode) string {
	if c.Doubtful() {
		return "warning"
	}
	return "error"
}

// findingLine is a finding as FILE:LINE: POINT: COLUMN: VALUE: why; what to do.
func findingLine(f frontier.Finding) string {
	parts := []string{clean(f.At)}
	if f.ID != "" {
		parts = append(parts, clipped(clean)(f.ID))
	}
	if what := findingWhat(f); what != "" {
		parts = append(parts, clean(what))
	}
	return strings.Join(parts, ": ") + ": " + findingWhy(f) + "; " + findingRemedy(f)
}

// findingWhat is what is wrong: the column and what stands in it.
func findingWhat(f frontier.Finding) string {
	v := findingValue(f)
	if f.Code == frontier.FindingUnit && f.Text != "" {
		return f.Field // the text is the unit
	}
	if f.Field == "" || v == "" {
		return f.Field
	}
	return f.Field + ": " + v
}

func findingValue(f frontier.Finding) string {
	if math.IsNaN(f.Value) {
		return f.Text
	}
	return digits(f.Value)
}

// digits is a number as a file has it, in up to seven digits.
func digits(f float64) string {
	if f == math.Trunc(f) && math.Abs(f) < 1e15 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return strconv.FormatFloat(f, 'g', 7, 64)
}

var wants = [...]string{
	frontier.WantText:         "must be a text that is not empty",
	frontier.WantCount:        "must be a whole number above 0",
	frontier.WantCountOrZero:  "must be a whole number, 0 or above",
	frontier.WantBoolean:      "must be true or false, not in quotes",
	frontier.WantBooleanText:  `must be "true" or "false", in quotes`,
	frontier.WantFingerprint:  "must be 64 hexadecimal digits in lower case, or empty",
	frontier.WantVersion1:     "must be the whole number 1, the version of the schema that is known",
	frontier.WantNumber:       "must be a finite number",
	frontier.WantOutcome:      `must be "passed" or "failed"`,
	frontier.WantDate:         "must be a date such as 2026-01-31",
	frontier.WantBothHardware: "prefill_hw and decode_hw go together",
}

// findingWhy says what is wrong, in a clause.
func findingWhy(f frontier.Finding) string {
	switch f.Code {
	case frontier.FindingSchema:
		if f.Text == "" {
			return "is not there, and " + wants[f.Want]
		}
		return wants[f.Want]
	case frontier.FindingFailed:
		return "the row says that its benchmark failed, or that no request succeeded"
	case frontier.FindingFailureRate:
		return "more than " + share(f.Limit) + " of the requests failed"
	case frontier.FindingNothingMeasured:
		return "no metric has a value above 0"
	case frontier.FindingValue:
		return valueWhy(f.Reason)
	case frontier.FindingMissing:
		return "has no value, and other rows of the curve have one"
	case frontier.FindingRange:
		if f.Value < f.Limit {
			return "is below " + digits(f.Limit) + unitWord(f.Field) + ", less than can be measured"
		}
		return "is above " + digits(f.Limit) + unitWord(f.Field) + ", more than can be measured"
	case frontier.FindingUnit:
		if f.Text != "" { // a column
			return "the heading says another unit than the column holds, " + clean(f.Text)
		}
		return "is " + times(f.Factor) + " times off what " + against(f.With) + unitLaw(f) + " say" + verbEnd(len(f.With))
	case frontier.FindingUnitUnknown:
		return "nothing tells its unit"
	case frontier.FindingPercentileOrder:
		word := "below"
		if len(f.With) > 0 && f.Value > f.With[0].Value {
			word = "above"
		}
		return "is " + word + " " + against(f.With)
	case frontier.FindingMedian:
		return "is not " + against(f.With) + ", and both are the same statistic"
	case frontier.FindingFirstToken:
		return "is above " + against(f.With) + ", and the first token comes before the last"
	case frontier.FindingReciprocal:
		return "is not 1 over " + against(f.With) + ", as it is in fixed-sequence rows"
	case frontier.FindingParts:
		return "is not the sum of " + against(f.With)
	case frontier.FindingConventions:
		return "rows of curve " + clean(f.Key) + " mean different things by it: " + conventions(f.Conventions) + ", see " + clean(f.Other)
	case frontier.FindingConflict:
		return "the same point with other values stands at " + clean(f.Other) + otherValue(f) + moreReadings(f) + ", and nothing tells which is newer"
	case frontier.FindingRecipe:
		return "the same point of the same recipe was measured again, with other values, at " + clean(f.Other) + otherValue(f) + moreReadings(f) + ", which is newer"
	case frontier.FindingRepeat:
		return "the same row stands at " + clean(f.Other)
	case frontier.FindingFile:
		return "has the same bytes as " + clean(f.Other)
	}
	return "is wrong"
}

// findingRemedy says what to do.
func findingRemedy(f frontier.Finding) string {
	switch f.Code {
	case frontier.FindingSchema:
		return "correct it, or write the row again with its producer"
	case frontier.FindingFailed, frontier.FindingNothingMeasured, frontier.FindingFailureRate:
		return "run the point again or leave the row out"
	case frontier.FindingValue, frontier.FindingMissing:
		return "run the point again, or leave the row out where the value is not to be had"
	case frontier.FindingUnit:
		if f.Text != "" {
			return "rename the column, or state the unit with --unit '" + clean(f.Field) + "=" + clean(f.Text) + "'"
		}
		return "check the column's unit"
	case frontier.FindingRange:
		return "check the column's unit"
	case frontier.FindingUnitUnknown:
		return "write it into the heading, such as 'latency (s)', or state it with --unit COLUMN=UNIT"
	case frontier.FindingPercentileOrder:
		return "check that the columns are not mixed up, and that all are of one run"
	case frontier.FindingMedian:
		return "drop the wrong one"
	case frontier.FindingFirstToken:
		return "check that the columns are not mixed up"
	case frontier.FindingReciprocal:
		return "give 1 over the same statistic of the time per token"
	case frontier.FindingParts:
		return "check that all three are per GPU and of the same GPUs"
	case frontier.FindingConventions:
		return "make them one, or tell the rows apart by curve"
	case frontier.FindingConflict:
		return "drop one, or give both a date, run or attempt"
	case frontier.FindingRecipe:
		return "upload one of them"
	case frontier.FindingRepeat, frontier.FindingFile:
		return "drop one"
	}
	return "check it"
}

func valueWhy(r frontier.Reason) string {
	switch r {
	case frontier.NaN:
		return "NaN is no measured value"
	case frontier.Infinite:
		return "an infinity is no measured value"
	case frontier.Null:
		return "null is no measured value"
	case frontier.Zero:
		return "0 is no measured value"
	case frontier.Negative:
		return "is negative, which no measured value is"
	case frontier.Boolean, frontier.Text:
		return "holds " + r.String()
	case frontier.Usable, frontier.Missing, frontier.Failed, frontier.TooManyFailed, frontier.NotAShare:
	}
	return "is " + r.String()
}

// against names numbers: "p75_e2el 2.5 and conc 8".
func against(with []frontier.Against) string {
	var parts []string
	for _, a := range with {
		parts = append(parts, clean(a.Field)+" "+digits(a.Value))
	}
	return list(parts)
}

// otherValue tells the value of the other of two rows.
func otherValue(f frontier.Finding) string {
	if len(f.With) == 0 {
		return ""
	}
	return " (" + digits(f.With[0].Value) + ")"
}

func moreReadings(f frontier.Finding) string {
	if f.Rows > 2 {
		return " and " + plural(f.Rows-2, "more time")
	}
	return ""
}

// unitLaw says how the numbers are related.
func unitLaw(f frontier.Finding) string {
	if len(f.With) == 2 && f.With[1].Field == "conc" {
		return " (by Little's law)"
	}
	return ""
}

// times is a factor in two digits.
func times(f float64) string {
	scale := math.Pow(10, math.Floor(math.Log10(f))-1)
	return digits(math.Round(f/scale) * scale)
}

// verbEnd is the end of a verb, of which there are n subjects.
func verbEnd(n int) string {
	if n == 1 {
		return "s"
	}
	return ""
}

func unitWord(metric string) string {
	if a, err := frontier.ParseAxis(metric); err == nil && a.Unit != "" {
		return " " + a.Unit
	}
	return ""
}

func conventions(cs []frontier.Convention) string {
	var names []string
	for _, c := range cs {
		names = append(names, string(c))
	}
	return list(names)
}

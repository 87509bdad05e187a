package frontier

import (
	"cmp"
	"slices"
	"strings"
)

// A FindingCode names a kind of finding.
type FindingCode string

// The kinds of findings.
const (
	// FindingSchema: a row breaks the schema of its artifact.
	FindingSchema FindingCode = "schema"
	// FindingFailed: the row says that its benchmark failed.
	FindingFailed FindingCode = "failed"
	// FindingFailureRate: more requests failed than are allowed to.
	FindingFailureRate FindingCode = "failure-rate"
	// FindingNothingMeasured: no metric of the row has a usable value.
	FindingNothingMeasured FindingCode = "nothing-measured"
	// FindingValue: a metric's cell is no measured value.
	FindingValue FindingCode = "value"
	// FindingMissing: the row lacks an axis that other rows of its curve have.
	FindingMissing FindingCode = "missing"
	// FindingRange: a value is beyond what can have been measured.
	FindingRange FindingCode = "range"
	// FindingUnit: two columns disagree by a factor of 100 or more, or a heading
	// says another unit than the numbers show.
	FindingUnit FindingCode = "unit"
	// FindingUnitUnknown: nothing tells the unit of an axis that was asked for.
	FindingUnitUnknown FindingCode = "unit-unknown"
	// FindingPercentileOrder: a percentile lies on the wrong side of another.
	FindingPercentileOrder FindingCode = "percentile-order"
	// FindingMedian: median and p50 of one quantity differ.
	FindingMedian FindingCode = "median-is-not-p50"
	// FindingFirstToken: the time to the first token is above the whole latency.
	FindingFirstToken FindingCode = "ttft-above-e2el"
	// FindingReciprocal: a fixed-sequence row's interactivity is not 1/tpot.
	FindingReciprocal FindingCode = "intvty-is-not-1/tpot"
	// FindingParts: input and output throughput do not add up to the total.
	FindingParts FindingCode = "parts-are-not-total"
	// FindingConventions: a curve mixes definitions of interactivity.
	FindingConventions FindingCode = "mixed-conventions"
	// FindingConflict: unequal rows of one point, and nothing tells the newest.
	FindingConflict FindingCode = "conflict"
	// FindingRecipe: unequal rows of one point and one recipe; the newest counts.
	FindingRecipe FindingCode = "recipe-twice"
	// FindingRepeat: equal rows of one point.
	FindingRepeat FindingCode = "repeat"
	// FindingFile: two files have the same bytes.
	FindingFile FindingCode = "file-twice"
)

// findingCodes are all codes, in the order in which findings are listed.
var findingCodes = [...]FindingCode{
	FindingSchema, FindingFailed, FindingFailureRate, FindingNothingMeasured, FindingValue, FindingMissing, FindingRange,
	FindingUnit, FindingUnitUnknown, FindingPercentileOrder, FindingMedian, FindingFirstToken, FindingReciprocal,
	FindingParts, FindingConventions, FindingConflict, FindingRecipe, FindingRepeat, FindingFile,
}

// FindingCodes returns all codes, in the order in which findings are listed.
func FindingCodes() []FindingCode { return slices.Clone(findingCodes[:]) }

// Doubtful reports whether what the finding tells can be right after all: a
// rerun, or a deployment that is far from the usual. All others are mistakes.
func (c FindingCode) Doubtful() bool {
	switch c {
	case FindingMissing, FindingUnit, FindingUnitUnknown, FindingConventions, FindingRecipe, FindingRepeat, FindingFile:
		return true
	case FindingSchema, FindingFailed, FindingFailureRate, FindingNothingMeasured, FindingValue, FindingRange, FindingPercentileOrder,
		FindingMedian, FindingFirstToken, FindingReciprocal, FindingParts, FindingConflict:
	}
	return false
}

// A Finding is one thing that is wrong with what was read, or may be.
type Finding struct {
	Code FindingCode
	Path string // the file
	Line int    // from 1; 0 in files without lines, and where the file is meant
	Row  int    // number of the row among its file's rows; 0 where the file is meant
	At   string // the same as a text, FILE:LINE or FILE (row 7)
	Key  string // the curve; "" where the file is meant
	ID   string // the point's name within the curve
	// Field is what is wrong, "" for the whole row; Value is its number in base
	// units, NaN where it is no number, and then Text is what stands there.
	Field string
	Value float64
	Text  string
	// With are the numbers that it does not agree with.
	With []Against
	// Limit is the bound that was passed, and Factor how far two numbers that
	// should be equal are apart; NaN for others.
	Limit, Factor float64
	Want          Want         // of FindingSchema
	Reason        Reason       // of FindingValue
	Conventions   []Convention // of FindingConventions
	Other         string       // the place of the other row, or the other file
	Rows          int          // of FindingConflict and FindingRecipe: the readings of the point
}

// An Against is a named number of a row, in base units.
type Against struct {
	Field string
	Value float64
}

// compareFindings orders findings as they are listed: by code, file and row.
func compareFindings(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(slices.Index(findingCodes[:], a.Code), slices.Index(findingCodes[:], b.Code)),
		strings.Compare(a.Path, b.Path), cmp.Compare(a.Row, b.Row), strings.Compare(a.Field, b.Field), strings.Compare(a.Other, b.Other),
	)
}

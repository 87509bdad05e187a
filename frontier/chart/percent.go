package chart

import (
	"math"
	"strconv"
)

// percent writes a margin with as many digits as it takes to show that it is
// not 0; 0 has no sign.
func percent(f float64) string {
	v := 100 * f
	a := math.Abs(v)
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return ""
	case v == 0:
		return "0 %"
	}
	var s string
	switch {
	case a < 1e-4 || a >= 1e6:
		s = strconv.FormatFloat(v, 'g', 2, 64)
	case a >= 99.95:
		s = strconv.FormatFloat(v, 'f', 0, 64)
	case a >= 0.95:
		s = strconv.FormatFloat(v, 'f', 1, 64)
	default: // two digits that are not 0
		s = strconv.FormatFloat(v, 'f', 1-int(math.Floor(math.Log10(a))), 64)
	}
	if v > 0 {
		s = "+" + s
	}
	return s + " %"
}

// factor writes a ratio.
func factor(f float64) string {
	if math.IsInf(f, 0) {
		return "over 1e308x"
	}
	return strconv.FormatFloat(f, 'g', 3, 64) + "x"
}

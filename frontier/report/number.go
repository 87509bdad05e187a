package report

import (
	"math"
	"strconv"
	"strings"

	"paretocov/frontier"
)

// number formats a value with four significant digits, thousands grouped,
// without an exponent where people would not write one. A value that is not 0
// never prints as 0.
func number(f float64) string {
	a := math.Abs(f)
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return "n/a"
	case f == 0:
		return "0"
	case a >= 1e15 || a < 1e-4:
		return strconv.FormatFloat(f, 'g', 4, 64)
	case a >= 1000:
		return grouped(strconv.FormatFloat(f, 'f', 0, 64))
	}
	decimals := 3 - int(math.Floor(math.Log10(a)))
	s := strconv.FormatFloat(f, 'f', max(decimals, 0), 64)
	if rounded, err := strconv.ParseFloat(s, 64); err == nil && math.Abs(rounded) >= 1000 {
		return grouped(strconv.FormatFloat(rounded, 'f', 0, 64))
	}
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// grouped puts commas between the thousands of a whole number.
func grouped(digits string) string {
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// percent formats a signed fraction in per cent, with as many digits as it
// takes to show that it is not 0; 0 has no sign.
func percent(f float64) string {
	switch {
	case math.IsNaN(f) || math.IsInf(100*f, 0):
		return "n/a"
	case f == 0:
		return "0 %"
	}
	v := 100 * f
	s := percentDigits(v)
	if v > 0 {
		s = "+" + s
	}
	return s + " %"
}

// share formats an unsigned fraction in per cent, rounded up so that what is
// printed is enough.
func share(f float64) string {
	switch {
	case math.IsNaN(f):
		return "n/a"
	case f == 0:
		return "0 %"
	}
	v := 100 * f
	if v < 1e-4 || v >= 100 {
		s := percentDigits(v)
		if shown, err := strconv.ParseFloat(s, 64); err == nil && shown < v*(1-1e-9) {
			s = percentDigits(v * 1.06) // the next of two digits
		}
		return s + " %"
	}
	for decimals := decimalsOf(v); ; decimals++ {
		unit := math.Pow(10, float64(decimals))
		up := math.Ceil(v*(1-1e-9)*unit) / unit
		if up < 100 || decimals > 12 { // 100 % is no tolerance
			return strconv.FormatFloat(up, 'f', decimals, 64) + " %"
		}
	}
}

func percentDigits(v float64) string {
	if a := math.Abs(v); a < 1e-4 || a >= 1e6 {
		return strconv.FormatFloat(v, 'g', 2, 64)
	}
	return strconv.FormatFloat(v, 'f', decimalsOf(v), 64)
}

// decimalsOf returns the decimals that a percentage is printed with: one, none
// from 100 on, more where two digits would not show otherwise.
func decimalsOf(v float64) int {
	a := math.Abs(v)
	switch {
	case a >= 99.95:
		return 0
	case a >= 0.95:
		return 1
	}
	return 1 - int(math.Floor(math.Log10(a)))
}

// factor formats a ratio of two x.
func factor(f float64) string {
	if math.IsInf(f, 0) {
		return "over 1e308x"
	}
	return strconv.FormatFloat(f, 'g', 3, 64) + "x"
}

// plural returns "1 point", "2 points".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// quantities are the words for what a metric measures.
var quantities = map[string]string{
	"e2el": "E2EL", "ttft": "TTFT", "tpot": "TPOT", "itl": "ITL", "intvty": "interactivity",
	"full_response_intvty": "full-response interactivity", "e2e_norm_intvty": "E2E-normalised interactivity",
	"full_response_itl": "full-response ITL",
}

// A render makes a name safe for one kind of document.
type render func(string) string

// title names an axis as people say it: "P90 E2EL", "mean interactivity"; a
// column of no known meaning by its name.
func title(a frontier.Axis, name render) string {
	switch a.Name {
	case "tput_per_gpu":
		return "throughput per GPU"
	case "output_tput_per_gpu":
		return "output throughput per GPU"
	case "input_tput_per_gpu":
		return "input throughput per GPU"
	}
	stat, quantity, _ := strings.Cut(a.Name, "_")
	q, ok := quantities[quantity]
	if !ok {
		return name(a.Name)
	}
	if strings.HasPrefix(stat, "p") {
		stat = "P" + stat[1:]
	}
	return stat + " " + q
}

// short names an axis in a gain: "tput/GPU", "interactivity", "E2EL".
func short(a frontier.Axis, name render) string {
	if a.Name == "tput_per_gpu" {
		return "tput/GPU"
	}
	_, quantity, _ := strings.Cut(a.Name, "_")
	if q, ok := quantities[quantity]; ok {
		return q
	}
	return name(a.Name)
}

// withUnit formats a value of an axis.
func withUnit(f float64, a frontier.Axis) string {
	if a.Unit == "" {
		return number(f)
	}
	return number(f) + " " + a.Unit
}

// direction says which values of an axis are better.
func direction(a frontier.Axis) string {
	if a.Better.String() == "min" {
		return "less is better"
	}
	return "more is better"
}

package ingest

import (
	"math"
	"regexp"
	"strings"
	"unsafe"

	"paretocov/frontier"
)

// isNullWord reports whether a cell says that there is no value.
func isNullWord(text string) bool {
	text = strings.TrimSpace(text)
	if len(text) > len("null") {
		return false
	}
	switch strings.ToLower(text) {
	case "", "na", "n/a", "null", "none", "nan", "-":
		return true
	}
	return false
}

// isNullLabel is isNullWord for text columns, where "none" says something: no
// speculative decoding, no offload.
func isNullLabel(text string) bool {
	return isNullWord(text) && !isNone(text)
}

func isNone(text string) bool { return strings.EqualFold(strings.TrimSpace(text), "none") }

// verbatim reports whether a field's text is taken as it stands, whatever it is.
func verbatim(field string) bool {
	role := frontier.RoleOf(field)
	return role == frontier.ID || role == frontier.CurveName
}

// parseNumber reads a cell of a numeric column. ok is false for text that is
// neither a number nor a word for no value or infinity.
func parseNumber(text string) (f float64, reason frontier.Reason, ok bool) {
	s := strings.TrimSpace(text)
	if isNullWord(s) {
		return 0, frontier.Missing, true
	}
	f, n, _ := parseDecimal(unsafe.Slice(unsafe.StringData(s), len(s)))
	if n == len(s) {
		if math.IsInf(f, 0) {
			return 0, frontier.Infinite, true
		}
		return f, frontier.Usable, true
	}
	switch strings.ToLower(s) {
	case "inf", "+inf", "-inf", "infinity", "+infinity", "-infinity":
		return 0, frontier.Infinite, true
	}
	return 0, 0, false
}

// parseCell is parseNumber, or parseCommaNumber if comma.
func parseCell(text string, comma bool) (f float64, reason frontier.Reason, ok bool) {
	if comma {
		return parseCommaNumber(text)
	}
	return parseNumber(text)
}

var commaNumber = regexp.MustCompile(`^[+-]?(\d+|[1-9]\d{0,2}(\.\d{3})+)?(,\d*)?([eE][+-]?\d+)?$`)

// parseCommaNumber is parseNumber for numbers with a decimal comma and, between
// groups of three digits, points. No number has marks behind a leading zero: 0.125
// is a decimal point.
func parseCommaNumber(text string) (f float64, reason frontier.Reason, ok bool) {
	s := strings.TrimSpace(text)
	if strings.ContainsAny(s, ".,") {
		if !commaNumber.MatchString(s) {
			return 0, 0, false
		}
		s = strings.Replace(strings.ReplaceAll(s, ".", ""), ",", ".", 1)
	}
	return parseNumber(s)
}

func notANumber(text string, comma bool) string {
	switch {
	case comma && strings.Contains(text, "."):
		return "point in number, where --decimal=, says that points stand between groups of three digits; write it so, or leave out --decimal=,"
	case !comma && strings.Contains(text, ",") && !strings.Contains(text[strings.Index(text, ","):], "."):
		return "comma in number; if commas are decimal marks give --decimal=, (else write numbers without thousands marks)"
	case !comma && strings.Contains(text, ","):
		return "comma in number; write numbers without thousands marks"
	}
	return "not a number; leave the cell empty where there is no value"
}

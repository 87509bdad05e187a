package ingest

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// canonicalFlag is the key by which the InferenceX app marks the points that
// are also on its normalised-interactivity frontier.
const canonicalFlag = "isOnNormalizedInteractivityFrontier"

// An AssessCurve is one curve of the coverage counter's input: all measured
// points of one model, scenario, hardware, framework and precision.
type AssessCurve struct {
	// Key names the curve. It is not blank, and no other curve has it.
	Key string
	// Points are the curve's points, in the order of the input, valid or not.
	Points []AssessPoint
}

// An AssessPoint is one entry of a curve's points.
type AssessPoint struct {
	// X and Y are the coordinates, finite and above zero; 0 unless Valid.
	X, Y float64
	// Valid says that the entry is an object and that its x and y are numbers,
	// finite and above zero. A point that is not valid counts as measured, and
	// is on no frontier.
	Valid bool
	// Flagged says that the entry is an object that has the key
	// isOnNormalizedInteractivityFrontier, with whatever value.
	Flagged bool
	// Canonical says that the value of that key is the literal true.
	Canonical bool
	// NonFinite is the first value anywhere in a valid point that JSON has no
	// number for: NaN, Infinity, -Infinity or a number such as 1e400 that Python
	// reads as an infinity. It is empty if there is none. Such a point can be
	// judged but not written.
	NonFinite string
	// Raw is the entry as it came, from first to last byte. It aliases the
	// document.
	Raw []byte
}

// ReadAssessCurves reads the input of the coverage counter, a JSON array of
// curves such as
//
//	[{"key": "m / b200", "points": [{"x": 10.5, "y": 900, "conc": 4}]}]
//
// by the rules of InferenceX's pareto_coverage counter, which are those of
// Python's json module and of its numbers:
//
//   - The document is an array of one or more objects. Each has a key, which is
//     a string that is not blank, and points, which is an array, maybe an empty
//     one. No two curves have the same key. Anything else is an error; fields
//     beside these are of no account.
//   - Of a repeated key in an object the last one holds.
//   - A point is valid if it is an object whose x and y are numbers, finite and
//     above zero. true and numbers in quotes are no numbers. NaN and the
//     infinities are accepted in the document and invalid as a coordinate, and
//     so are 1e400, which is read as an infinity, and 1e-400, which is read as 0.
//   - An integer, written without fraction and exponent, that is too large for a
//     float64 is an error where it is a coordinate that has to be judged (y is
//     not once x is invalid), and of no account elsewhere.
//
// Errors name line and column. A UTF-8 byte order mark is skipped; a document
// that is not UTF-8 is an error.
func ReadAssessCurves(doc []byte) ([]AssessCurve, error) {
	root, err := parseJSON(doc)
	if err != nil {
		return nil, assessErrorAt(doc, err)
	}
	if at, ok := invalidUTF8(doc); ok {
		return nil, assessErrorAt(doc, &jsonError{at, "the text is not UTF-8"})
	}
	if root.kind != jsonArray || len(root.elems) == 0 {
		what := root.kind.String()
		if root.kind == jsonArray {
			what = "an empty array"
		}
		return nil, assessErrorAt(doc, &jsonError{root.offset, "found " + what + ": the input is an array of one or more curves"})
	}
	curves := make([]AssessCurve, 0, len(root.elems))
	first := make(map[string]int, len(root.elems)) // number of the curve with that key
	for i := range root.elems {
		curve, err := readAssessCurve(&root.elems[i], i+1)
		if err != nil {
			return nil, assessErrorAt(doc, err)
		}
		if n, ok := first[curve.Key]; ok {
			return nil, assessErrorAt(doc, &jsonError{root.elems[i].offset, fmt.Sprintf(
				"curves %d and %d have the same key %q: give all points of a curve in one entry", n, i+1, curve.Key)})
		}
		first[curve.Key] = i + 1
		curves = append(curves, curve)
	}
	return curves, nil
}

// readAssessCurve reads the n-th curve, counted from 1.
func readAssessCurve(v *jsonValue, n int) (AssessCurve, error) {
	if v.kind != jsonObject {
		return AssessCurve{}, &jsonError{v.offset, fmt.Sprintf("curve %d is %s: a curve is an object with key and points", n, v.kind)}
	}
	key, points := v.get("key"), v.get("points")
	switch {
	case key == nil:
		return AssessCurve{}, &jsonError{v.offset, fmt.Sprintf("curve %d has no key", n)}
	case key.kind != jsonString:
		return AssessCurve{}, &jsonError{key.offset, fmt.Sprintf("the key of curve %d is %s: a key is a string", n, key.kind)}
	case strings.TrimFunc(key.str, isPythonSpace) == "":
		return AssessCurve{}, &jsonError{key.offset, fmt.Sprintf("the key of curve %d is blank", n)}
	case points == nil:
		return AssessCurve{}, &jsonError{v.offset, fmt.Sprintf("curve %d (%q) has no points", n, key.str)}
	case points.kind != jsonArray:
		return AssessCurve{}, &jsonError{points.offset, fmt.Sprintf("points of curve %d (%q) is %s: it is an array", n, key.str, points.kind)}
	}
	curve := AssessCurve{Key: key.str, Points: make([]AssessPoint, 0, len(points.elems))}
	for i := range points.elems {
		p, err := readAssessPoint(&points.elems[i])
		if err != nil {
			return AssessCurve{}, &jsonError{points.elems[i].offset, fmt.Sprintf("point %d of curve %d (%q): %v", i+1, n, key.str, err)}
		}
		curve.Points = append(curve.Points, p)
	}
	return curve, nil
}

func readAssessPoint(v *jsonValue) (AssessPoint, error) {
	p := AssessPoint{Raw: v.raw}
	if v.kind != jsonObject {
		return p, nil
	}
	if flag := v.get(canonicalFlag); flag != nil {
		p.Flagged = true
		p.Canonical = flag.kind == jsonTrue
	}
	x, ok, err := assessCoordinate(v, "x")
	if err != nil || !ok {
		return p, err
	}
	y, ok, err := assessCoordinate(v, "y")
	if err != nil || !ok {
		return p, err
	}
	p.X, p.Y, p.Valid = x, y, true
	p.NonFinite = firstNonFinite(v)
	return p, nil
}

// assessCoordinate returns a coordinate of a point; ok is false where it makes
// the point invalid.
func assessCoordinate(point *jsonValue, key string) (f float64, ok bool, err error) {
	v := point.get(key)
	if v == nil || v.kind != jsonNumber {
		return 0, false, nil
	}
	f, ok = v.number()
	if !ok && v.isInteger() {
		return 0, false, fmt.Errorf("%s is an integer too large for a floating-point number", key)
	}
	return f, ok && f > 0, nil
}

// firstNonFinite returns the source text of the first value in v, at any depth,
// that Python holds as NaN or as an infinity, "" if there is none.
func firstNonFinite(v *jsonValue) string {
	if v.kind == jsonNonFinite {
		return string(v.raw)
	}
	if v.kind == jsonNumber && !v.isInteger() {
		if _, ok := v.number(); !ok {
			return excerpt(string(v.raw))
		}
	}
	for i := range v.elems {
		if s := firstNonFinite(&v.elems[i]); s != "" {
			return s
		}
	}
	for i := range v.members {
		if s := firstNonFinite(&v.members[i].value); s != "" {
			return s
		}
	}
	return ""
}

// isPythonSpace reports whether Python's str.strip removes r. Beyond Unicode's
// white space that is four separators of ASCII.
func isPythonSpace(r rune) bool {
	return unicode.IsSpace(r) || 0x1c <= r && r <= 0x1f
}

// invalidUTF8 returns the offset of the first byte of doc that is not UTF-8.
func invalidUTF8(doc []byte) (offset int, ok bool) {
	if utf8.Valid(doc) {
		return 0, false
	}
	for offset < len(doc) {
		r, n := utf8.DecodeRune(doc[offset:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		offset += n
	}
	return offset, true
}

// assessErrorAt puts line and column in front of an error of the document.
func assessErrorAt(doc []byte, err error) error {
	var e *jsonError
	if !errors.As(err, &e) {
		return err
	}
	line, column := lineColumn(doc, e.offset)
	return fmt.Errorf("line %d, column %d: %w", line, column, e)
}

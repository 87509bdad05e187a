package ingest

import (
	"fmt"
	"strings"
	"testing"
)

// onePoint reads a document with one curve of one point.
func onePoint(t *testing.T, point string) AssessPoint {
	t.Helper()
	curves, err := ReadAssessCurves([]byte(`[{"key":"k","points":[` + point + `]}]`))
	if err != nil {
		t.Fatalf("%s: %v", point, err)
	}
	p := curves[0].Points[0]
	if string(p.Raw) != point {
		t.Errorf("%s: came as %s", point, p.Raw)
	}
	return p
}

func TestReadAssessCurves(t *testing.T) {
	doc := "\ufeff" + `
[ {"points" : [ {"x":1.0,"y":2e0,"note":"é","id":12345678901234567890} , 7,{ } ], "key":" a\u002fé ", "extra": NaN},
  {"key":"A","points":[],"key":"b"},
  {"key":"a","points":"none","points":[{"y":1,"x":2}]} ]
`
	curves, err := ReadAssessCurves([]byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, c := range curves {
		fmt.Fprintf(&got, "%q", c.Key)
		for _, p := range c.Points {
			fmt.Fprintf(&got, " %v %v,%v %s", p.Valid, p.X, p.Y, p.Raw)
		}
		got.WriteByte('\n')
	}
	want := `" a/é " true 1,2 {"x":1.0,"y":2e0,"note":"é","id":12345678901234567890} false 0,0 7 false 0,0 { }
"b"
"a" true 2,1 {"y":1,"x":2}
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}

func TestReadAssessCurvesValidity(t *testing.T) {
	huge := "1" + strings.Repeat("0", 400)
	for _, c := range []struct {
		point string
		x, y  float64 // 0 where the point is invalid
	}{
		{`{"x":1,"y":2}`, 1, 2},
		{`{"x":1.0,"y":1e0}`, 1, 1},
		{`{"x":9007199254740993,"y":5e-324}`, 9007199254740992, 5e-324},
		{`{"x":1.7976931348623157e308,"y":1` + strings.Repeat("0", 308) + `}`, 1.7976931348623157e308, 1e308},
		{`{"x":1e-320,"y":1}`, 1e-320, 1},
		// Of repeated keys the last one holds.
		{`{"x":0,"y":1,"x":3}`, 3, 1},
		{`{"x":3,"y":1,"x":"3"}`, 0, 0},
		{`{"x":` + huge + `,"y":1,"x":3}`, 3, 1},

		{`{"x":0,"y":1}`, 0, 0},
		{`{"x":-0,"y":1}`, 0, 0},
		{`{"x":1,"y":0.0}`, 0, 0},
		{`{"x":1,"y":-0.0}`, 0, 0},
		{`{"x":-1,"y":1}`, 0, 0},
		{`{"x":1,"y":-1e-300}`, 0, 0},
		{`{"x":1,"y":1e-400}`, 0, 0},
		{`{"x":1e400,"y":1}`, 0, 0},
		{`{"x":1,"y":-1e400}`, 0, 0},
		{`{"x":1,"y":1` + strings.Repeat("0", 400) + `.0}`, 0, 0},
		{`{"x":NaN,"y":1}`, 0, 0},
		{`{"x":1,"y":Infinity}`, 0, 0},
		{`{"x":-Infinity,"y":1}`, 0, 0},
		{`{"x":true,"y":1}`, 0, 0},
		{`{"x":1,"y":true}`, 0, 0},
		{`{"x":1,"y":false}`, 0, 0},
		{`{"x":"1","y":1}`, 0, 0},
		{`{"x":1,"y":"1"}`, 0, 0},
		{`{"x":null,"y":1}`, 0, 0},
		{`{"x":1,"y":null}`, 0, 0},
		{`{"x":[1],"y":1}`, 0, 0},
		{`{"x":1,"y":{"y":1}}`, 0, 0},
		{`{"x":1}`, 0, 0},
		{`{"y":1}`, 0, 0},
		{`{"X":1,"y":1}`, 0, 0},
		{`{"x":1,"Y":1}`, 0, 0},
		{`{}`, 0, 0},
		{`[1,2]`, 0, 0},
		{`null`, 0, 0},
		{`1`, 0, 0},
		{`true`, 0, 0},
		{`"x"`, 0, 0},
		{`NaN`, 0, 0},
		{huge, 0, 0},
		// y is not judged once x is invalid.
		{`{"x":0,"y":` + huge + `}`, 0, 0},
		{`{"y":` + huge + `}`, 0, 0},
	} {
		p := onePoint(t, c.point)
		if p.X != c.x || p.Y != c.y || p.Valid != (c.x > 0) {
			t.Errorf("%.60s: valid is %v, x and y are %v and %v", c.point, p.Valid, p.X, p.Y)
		}
	}
}

func TestReadAssessCurvesFlag(t *testing.T) {
	const flag = `"isOnNormalizedInteractivityFrontier"`
	for _, c := range []struct {
		point              string
		flagged, canonical bool
	}{
		{`{"x":1,"y":1}`, false, false},
		{`{"x":1,"y":1,` + flag + `:true}`, true, true},
		{`{"x":1,"y":1,` + flag + `:false}`, true, false},
		{`{"x":1,"y":1,` + flag + `:null}`, true, false},
		{`{"x":1,"y":1,` + flag + `:1}`, true, false},
		{`{"x":1,"y":1,` + flag + `:"true"}`, true, false},
		{`{"x":1,"y":1,` + flag + `:[true]}`, true, false},
		{`{"x":1,"y":1,` + flag + `:NaN}`, true, false},
		{`{"x":1,"y":1,` + flag + `:true,` + flag + `:false}`, true, false},
		{`{"x":1,"y":1,` + flag + `:0,` + flag + `:true}`, true, true},
		{`{"x":1,"y":1,"isOnNormalizedInteractivityFronti\u0065r":true}`, true, true},
		{`{"x":1,"y":1,"ISONNORMALIZEDINTERACTIVITYFRONTIER":true}`, false, false},
		{`{"x":1,"y":1,"meta":{` + flag + `:true}}`, false, false},
		{`{` + flag + `:true}`, true, true}, // though no valid point
		{`[` + flag + `]`, false, false},
		{flag, false, false},
	} {
		if p := onePoint(t, c.point); p.Flagged != c.flagged || p.Canonical != c.canonical {
			t.Errorf("%s: flagged is %v, canonical %v", c.point, p.Flagged, p.Canonical)
		}
	}
}

func TestReadAssessCurvesNonFinite(t *testing.T) {
	for _, c := range []struct{ point, want string }{
		{`{"x":1,"y":1,"note":"NaN","id":1` + strings.Repeat("0", 400) + `,"small":1e-400,"n":null}`, ""},
		{`{"x":1,"y":1,"a":NaN}`, "NaN"},
		{`{"x":1,"y":1,"a":[0,{"b":[-Infinity]}],"c":NaN}`, "-Infinity"},
		{`{"x":1,"y":1,"a":-1e400}`, "-1e400"},
		{`{"x":1,"y":1,"a":1` + strings.Repeat("0", 400) + `.5}`, "1" + strings.Repeat("0", 39) + "…"},
		{`{"x":NaN,"y":1,"x":1}`, "NaN"}, // the text would be written with both
		{`{"x":NaN,"y":1}`, ""},          // invalid, so never written
	} {
		if got := onePoint(t, c.point).NonFinite; got != c.want {
			t.Errorf("%.60s: NonFinite is %q, want %q", c.point, got, c.want)
		}
	}
}

func TestReadAssessCurvesErrors(t *testing.T) {
	huge := "1" + strings.Repeat("0", 309)
	for _, c := range []struct{ doc, want string }{
		{``, "line 1, column 1: the document is empty"},
		{`[{"key":"a","points":[]},]`, "line 1, column 25: trailing comma before ]; remove it"},
		{"[{\"key\":\"a\",\n\"points\":[{\"x\":1,", "line 2, column 18: the document ends inside an object; is the file cut off?"},
		{`[{"key":"a","points":[]}] 1`, "line 1, column 27: found '1' after the end of the document's value"},
		{"[{\"key\":\"a\",\"points\":[{\"x\":1,\"note\":\"\xe9\"}]}]", "line 1, column 38: the text is not UTF-8"},

		{`{"key":"a","points":[]}`, "line 1, column 1: found an object: the input is an array of one or more curves"},
		{"\n []", "line 2, column 2: found an empty array: the input is an array of one or more curves"},
		{`null`, "line 1, column 1: found null: the input is an array of one or more curves"},
		{`"a"`, "line 1, column 1: found a string: the input is an array of one or more curves"},
		{`NaN`, "line 1, column 1: found NaN or an infinity: the input is an array of one or more curves"},

		{`[{"key":"a","points":[]},[]]`, "line 1, column 26: curve 2 is an array: a curve is an object with key and points"},
		{`[null]`, "line 1, column 2: curve 1 is null: a curve is an object with key and points"},
		{`[{"points":[]}]`, "line 1, column 2: curve 1 has no key"},
		{`[{"Key":"a","points":[]}]`, "line 1, column 2: curve 1 has no key"},
		{`[{"key":1,"points":[]}]`, "line 1, column 9: the key of curve 1 is a number: a key is a string"},
		{`[{"key":null,"points":[]}]`, "line 1, column 9: the key of curve 1 is null: a key is a string"},
		{`[{"key":"a","key":true,"points":[]}]`, "line 1, column 19: the key of curve 1 is true: a key is a string"},
		{`[{"key":"","points":[]}]`, "line 1, column 9: the key of curve 1 is blank"},
		{`[{"key":" \t\n","points":[]}]`, "line 1, column 9: the key of curve 1 is blank"},
		{`[{"key":"\u00a0\u2003\u3000\u001c\u001f\u0085","points":[]}]`, "line 1, column 9: the key of curve 1 is blank"},
		{`[{"key":"a"}]`, `line 1, column 2: curve 1 ("a") has no points`},
		{`[{"key":"a","Points":[]}]`, `line 1, column 2: curve 1 ("a") has no points`},
		{`[{"key":"a\n","points":{}}]`, `line 1, column 24: points of curve 1 ("a\n") is an object: it is an array`},
		{`[{"key":"a","points":null}]`, `line 1, column 22: points of curve 1 ("a") is null: it is an array`},
		{
			"[{\"key\":\"a\",\"points\":[]},\n {\"key\":\"b\",\"points\":[]},\n {\"key\":\"\\u0061\",\"points\":[]}]",
			`line 3, column 2: curves 1 and 3 have the same key "a": give all points of a curve in one entry`,
		},

		{"[{\"key\":\"a\",\"points\":[1,\n{\"x\":" + huge + ",\"y\":1}]}]", `line 2, column 1: point 2 of curve 1 ("a"): x is an integer too large for a floating-point number`},
		{`[{"key":"a","points":[{"x":1,"y":-` + huge + `}]}]`, `line 1, column 23: point 1 of curve 1 ("a"): y is an integer too large for a floating-point number`},
	} {
		curves, err := ReadAssessCurves([]byte(c.doc))
		if err == nil || curves != nil {
			t.Errorf("%.80q: %d curves, error %v", c.doc, len(curves), err)
			continue
		}
		if err.Error() != c.want {
			t.Errorf("%.80q:\n got %s\nwant %s", c.doc, err, c.want)
		}
	}
	// A key that only looks blank, and keys that differ in case or space.
	const distinct = `[{"key":"\u200b","points":[]},{"key":"A","points":[]},{"key":" a","points":[]},{"key":"a","points":[]}]`
	if curves, err := ReadAssessCurves([]byte(distinct)); err != nil || len(curves) != 4 {
		t.Errorf("distinct keys: %d curves, %v", len(curves), err)
	}
}

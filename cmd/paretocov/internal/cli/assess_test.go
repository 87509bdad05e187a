package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// assessRun runs the filter and checks that it writes to one side only.
func assessRun(t *testing.T, doc string) (code int, out, errOut string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = assess(strings.NewReader(doc), &stdout, &stderr)
	switch code {
	case 0:
		if stderr.Len() > 0 {
			t.Errorf("exit 0 and on stderr: %s", &stderr)
		}
		if !json.Valid(stdout.Bytes()) || !strings.HasSuffix(stdout.String(), "]\n") {
			t.Errorf("the output is not a JSON array and a line break: %s", &stdout)
		}
	case 1:
		if stdout.Len() > 0 {
			t.Errorf("exit 1 and on stdout: %s", &stdout)
		}
		line, rest, _ := strings.Cut(stderr.String(), "\n")
		if !strings.HasPrefix(line, "paretocov: assess: ") || rest != "" || !strings.HasSuffix(stderr.String(), "\n") {
			t.Errorf("stderr is not one line with the prefix: %q", &stderr)
		}
	default:
		t.Errorf("exit %d", code)
	}
	return code, stdout.String(), stderr.String()
}

// assessAnswer is a result as a reader of the output sees it.
type assessAnswer struct {
	Key                  string            `json:"key"`
	Status               string            `json:"status"`
	MeasuredPoints       int               `json:"measuredPoints"`
	InvalidPoints        int               `json:"invalidPoints"`
	FrontierPoints       int               `json:"frontierPoints"`
	RecommendedPoints    int               `json:"recommendedPoints"`
	CanonicalRestriction bool              `json:"canonicalRestriction"`
	Frontier             []json.RawMessage `json:"frontier"`
}

// assessOne runs the filter on one curve with these points and returns what it
// says of it, the frontier as comma-separated source text.
func assessOne(t *testing.T, points string) (a assessAnswer, frontier string) {
	t.Helper()
	code, out, errOut := assessRun(t, `[{"key":"k","points":[`+points+`]}]`)
	var answers []assessAnswer
	if err := json.Unmarshal([]byte(out), &answers); code != 0 || err != nil || len(answers) != 1 {
		t.Fatalf("%s: exit %d, %s%s", points, code, out, errOut)
	}
	a = answers[0]
	if a.Key != "k" || a.RecommendedPoints != 5 || a.FrontierPoints != len(a.Frontier) {
		t.Errorf("%s: got %+v", points, a)
	}
	var parts []string
	for _, p := range a.Frontier {
		parts = append(parts, string(p))
	}
	return a, strings.Join(parts, ",")
}

// assessXY writes points from a compact notation, x:y separated by spaces.
func assessXY(compact string) string {
	var parts []string
	for p := range strings.FieldsSeq(compact) {
		x, y, _ := strings.Cut(p, ":")
		parts = append(parts, fmt.Sprintf(`{"x":%s,"y":%s}`, x, y))
	}
	return strings.Join(parts, ",")
}

// Name, order and layout of the fields are the contract.
func TestAssessOutput(t *testing.T) {
	const in = `[
  {"key": "m <b200> & \"é\"", "points": [{"x": 2, "y": 20.50}, {"x":1.0,"y":2e0,"note":"é","id":12345678901234567890},
    {
      "x": 3,
      "y": 30
    }, "no point"]},
  {"key": "empty", "points": []}
]`
	const want = `[
  {
    "key": "m <b200> & \"é\"",
    "status": "WARN",
    "measuredPoints": 4,
    "invalidPoints": 1,
    "frontierPoints": 3,
    "recommendedPoints": 5,
    "canonicalRestriction": false,
    "frontier": [
      {"x":1.0,"y":2e0,"note":"é","id":12345678901234567890},
      {"x": 2, "y": 20.50},
      {
      "x": 3,
      "y": 30
    }
    ]
  },
  {
    "key": "empty",
    "status": "WARN",
    "measuredPoints": 0,
    "invalidPoints": 0,
    "frontierPoints": 0,
    "recommendedPoints": 5,
    "canonicalRestriction": false,
    "frontier": []
  }
]
`
	if _, out, errOut := assessRun(t, in); out != want {
		t.Errorf("got\n%s%swant\n%s", out, errOut, want)
	}
}

func TestAssessFrontier(t *testing.T) {
	for name, c := range map[string]struct{ points, want string }{
		"plateaus and duplicates": {
			"1:100 2:100 2:80 3:90 3:120 3:120 4:120 5:110 6:130",
			"1:100 2:100 3:120 4:120 6:130",
		},
		"one point dominates": {
			"20:900 20:950 30:800 30:800 40:800 50:700 60:750 70:300",
			"20:950",
		},
		"MiniMax-M3 E2EL regression, concurrency 5 to 50": {
			"10.78256:9091 11.35504:17113 10.55072:22505 14.05108:34255 17.62118:46840 25.18999:54350 40.75138:54443",
			"10.55072:22505 14.05108:34255 17.62118:46840 25.18999:54350 40.75138:54443",
		},
		"a worse point between the ends of a plateau": {"1:100 2:90 3:100", "1:100 3:100"},
		"a plateau in any order":                      {"3:100 1:100 2:100", "1:100 2:100 3:100"},
		"a plateau below the best":                    {"1:100 2:120 3:100", "1:100 2:120"},
		"a plateau at the same x":                     {"1:100 1:100", "1:100"},
		"equal x":                                     {"1:80 1:100 1:90", "1:100"},
		"the last bit decides":                        {"1:100 2:100.00000000000001 3:100", "1:100 2:100.00000000000001"},
		"integers that one float64 stands for tie":    {"1:9007199254740993 2:9007199254740992", "1:9007199254740993 2:9007199254740992"},
		"single":                             {"1:1", "1:1"},
		"invalid points are in nobody's way": {"0:900 -1:900 1:0 2:5 3:-5", "2:5"},
		"only invalid points":                {"0:900 1:0", ""},
		"none":                               {"", ""},
	} {
		a, got := assessOne(t, assessXY(c.points))
		if want := assessXY(c.want); got != want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
		if n := len(strings.Fields(c.points)); a.MeasuredPoints != n {
			t.Errorf("%s: %d measured points, want %d", name, a.MeasuredPoints, n)
		}
	}
}

// Of equal points the first of the input stands for all, however they are
// spelt and however many there are: a sort that is not stable shows from
// thirteen on.
func TestAssessDuplicates(t *testing.T) {
	if _, got := assessOne(t, `{"x":1.0,"y":2,"n":1},{"x":1,"y":2.0,"n":2},{"x":10e-1,"y":20e-1,"n":3}`); got != `{"x":1.0,"y":2,"n":1}` {
		t.Errorf("got %s", got)
	}
	var points, want []string
	for n := range 60 {
		p := fmt.Sprintf(`{"x":%d,"y":%d,"n":%d}`, 20-n%20, 40-n%20, n)
		points = append(points, p)
		if n < 20 {
			want = append([]string{p}, want...)
		}
	}
	a, got := assessOne(t, strings.Join(points, ","))
	if got != strings.Join(want, ",") {
		t.Errorf("got %s", got)
	}
	if a.MeasuredPoints != 60 || a.FrontierPoints != 20 || a.InvalidPoints != 0 || a.Status != "PASS" {
		t.Errorf("got %+v", a)
	}
}

func TestAssessStatus(t *testing.T) {
	for _, c := range []struct {
		points           string
		status           string
		invalid, on, all int
	}{
		{assessXY("1:1 2:2 3:3 4:4 5:5"), "PASS", 0, 5, 5},
		{assessXY("1:1 2:2 3:3 4:4 5:5 6:6"), "PASS", 0, 6, 6},
		{assessXY("1:1 2:2 3:3 4:4"), "WARN", 0, 4, 4},
		{assessXY("1:1 2:2 3:3 4:4 5:3"), "WARN", 0, 4, 5},
		{assessXY("1:7 2:7 3:7 4:7 5:7"), "PASS", 0, 5, 5},         // one plateau
		{assessXY("1:1 2:2 3:3 4:4 5:5 5:5 6:2"), "PASS", 0, 5, 7}, // dominated and equal ones do not matter
		{assessXY("1:1 2:2 3:3 4:4 4:4"), "WARN", 0, 4, 5},         // a duplicate is no fifth
		{assessXY("1:1 2:2 3:3 4:4 5:5 6:0"), "WARN", 1, 5, 6},     // one invalid spoils it
		{assessXY("1:1 2:2 3:3 4:4 5:5 6:NaN"), "WARN", 1, 5, 6},
		{assessXY("1:1 2:2 3:3 4:4 5:5 1e400:6"), "WARN", 1, 5, 6},
		{assessXY(`1:1 2:2 3:3 4:4 5:5 "6":6 6:true 7:null`), "WARN", 3, 5, 8},
		{assessXY("1:1 2:2 3:3 4:4 5:5") + `,null,7,"x",[],{}`, "WARN", 5, 5, 10},
		{"", "WARN", 0, 0, 0},
	} {
		a, _ := assessOne(t, c.points)
		if a.Status != c.status || a.InvalidPoints != c.invalid || a.FrontierPoints != c.on || a.MeasuredPoints != c.all || a.CanonicalRestriction {
			t.Errorf("%s: got %+v", c.points, a)
		}
	}
}

func TestAssessCanonicalRestriction(t *testing.T) {
	// Each point is x:y:flag; "-" leaves the flag out.
	flagged := func(compact string) string {
		var parts []string
		for p := range strings.FieldsSeq(compact) {
			f := strings.SplitN(p, ":", 3)
			flag := ""
			if f[2] != "-" {
				flag = `,"isOnNormalizedInteractivityFrontier":` + f[2]
			}
			parts = append(parts, fmt.Sprintf(`{"x":%s,"y":%s%s}`, f[0], f[1], flag))
		}
		return strings.Join(parts, ",")
	}
	for _, c := range []struct {
		points, want string
		restricted   bool
		status       string
	}{
		{"1:1:- 2:2:-", "1:1:- 2:2:-", false, "WARN"},
		{"1:1:true 2:2:- 3:3:true", "1:1:true 3:3:true", true, "WARN"},
		{"1:1:true 2:2:true 3:3:true 4:4:true 5:5:true", "1:1:true 2:2:true 3:3:true 4:4:true 5:5:true", true, "PASS"},
		{"1:1:true 2:2:true 3:3:true 4:4:true 5:5:false", "1:1:true 2:2:true 3:3:true 4:4:true", true, "WARN"},
		// Any value restricts, on any one point; only true passes.
		{"1:1:null 2:2:-", "", true, "WARN"},
		{"1:1:- 2:2:1", "", true, "WARN"},
		{`1:1:- 2:2:"true" 3:3:true`, "3:3:true", true, "WARN"},
		{"1:1:false 2:2:false 3:3:false 4:4:false 5:5:false", "", true, "WARN"},
		{"1:1:NaN 2:2:true", "2:2:true", true, "WARN"},
		// So it does on a dominated, an invalid or a repeated point.
		{"1:2:- 2:1:false", "", true, "WARN"},
		{"1:2:- 0:1:false", "", true, "WARN"},
		{"1:2:- 1:2:true", "", true, "WARN"},
		{"1:2:true 1:2:false", "1:2:true", true, "WARN"},
		// What dominates need not be flagged: nothing is promoted.
		{"1:2:false 2:1:true", "", true, "WARN"},
		{"1:2:- 2:1:true 3:3:true", "3:3:true", true, "WARN"},
	} {
		a, got := assessOne(t, flagged(c.points))
		if want := flagged(c.want); got != want || a.CanonicalRestriction != c.restricted || a.Status != c.status {
			t.Errorf("%s: got %s, restricted %v, %s", c.points, got, a.CanonicalRestriction, a.Status)
		}
	}
	// A curve is restricted by its own points alone, and an object that is no
	// valid point is one of them.
	_, out, _ := assessRun(t, `[{"key":"a","points":[{"x":1,"y":1}]},
		{"key":"b","points":[{"x":1,"y":1},{"isOnNormalizedInteractivityFrontier":true}]},
		{"key":"c","points":[{"x":1,"y":1},["isOnNormalizedInteractivityFrontier"]]}]`)
	var answers []assessAnswer
	if err := json.Unmarshal([]byte(out), &answers); err != nil || len(answers) != 3 {
		t.Fatalf("got %s", out)
	}
	for i, want := range []bool{false, true, false} {
		if answers[i].CanonicalRestriction != want {
			t.Errorf("curve %s: canonicalRestriction is %v", answers[i].Key, !want)
		}
	}
}

func TestAssessErrors(t *testing.T) {
	huge := "1" + strings.Repeat("0", 400)
	for _, c := range []struct{ doc, want string }{
		{"", "line 1, column 1: the document is empty"},
		{"\n", "line 2, column 1: the document is empty"},
		{"{}", "line 1, column 1: found an object: the input is an array of one or more curves"},
		{"[]", "line 1, column 1: found an empty array: the input is an array of one or more curves"},
		{"[1]", "line 1, column 2: curve 1 is a number: a curve is an object with key and points"},
		{`[{"key":" ","points":[]}]`, "line 1, column 9: the key of curve 1 is blank"},
		{`[{"key":"a","points":{}}]`, `line 1, column 22: points of curve 1 ("a") is an object: it is an array`},
		{`[{"key":"a","points":[]},{"key":"a","points":[]}]`, `line 1, column 26: curves 1 and 2 have the same key "a": give all points of a curve in one entry`},
		{`[{"key":"a","points":[{"x":1,"y":1}]`, "line 1, column 37: the document ends inside an object; is the file cut off?"},
		{`[{"key":"a","points":[{"x":1,"y":1},]}]`, "line 1, column 36: trailing comma before ]; remove it"},
		{
			`[{"key":"a","points":[{"x":1,"y":1}]},{"key":"b","points":[{"x":` + huge + `,"y":1}]}]`,
			`line 1, column 60: point 1 of curve 2 ("b"): x is an integer too large for a floating-point number`,
		},
		// A good curve before the bad one is not written either.
		{
			`[{"key":"a","points":[{"x":1,"y":1}]},{"key":"b\n","points":[{"x":1,"y":9},{"x":2,"y":9,"note":[NaN]}]}]`,
			`curve "b\n": point 2 is on the frontier and holds NaN, which cannot be written as JSON: give null instead`,
		},
		{
			`[{"key":"a","points":[{"x":1,"y":1,"z":1e400}]}]`,
			`curve "a": point 1 is on the frontier and holds 1e400, which cannot be written as JSON: give null instead`,
		},
	} {
		if code, out, errOut := assessRun(t, c.doc); code != 1 || errOut != "paretocov: assess: "+c.want+"\n" {
			t.Errorf("%.80s:\n got exit %d, %s%swant %s", c.doc, code, out, errOut, c.want)
		}
	}
}

// A NaN does not matter in a point that is not written: dominated, invalid,
// repeated, or not flagged.
func TestAssessNonFiniteOffTheFrontier(t *testing.T) {
	for _, c := range []struct{ points, want string }{
		{`{"x":1,"y":2},{"x":2,"y":1,"z":NaN}`, `{"x":1,"y":2}`},
		{`{"x":1,"y":2},{"x":2,"y":Infinity,"z":NaN}`, `{"x":1,"y":2}`},
		{`{"x":1,"y":2},{"x":1,"y":2,"z":NaN}`, `{"x":1,"y":2}`},
		{`{"x":1,"y":1,"z":NaN},{"x":2,"y":2,"isOnNormalizedInteractivityFrontier":true}`, `{"x":2,"y":2,"isOnNormalizedInteractivityFrontier":true}`},
		{`{"x":1,"y":2,"z":1` + strings.Repeat("0", 400) + `}`, `{"x":1,"y":2,"z":1` + strings.Repeat("0", 400) + `}`},
		{`{"x":1,"y":2,"z":"NaN"}`, `{"x":1,"y":2,"z":"NaN"}`},
	} {
		if _, got := assessOne(t, c.points); got != c.want {
			t.Errorf("%s: got %s", c.points, got)
		}
	}
}

func TestAssessStreams(t *testing.T) {
	const doc = `[{"key":"k","points":[{"x":1,"y":1}]}]`
	var out, errOut bytes.Buffer
	broken := io.MultiReader(strings.NewReader(doc), iotest.ErrReader(errors.New("the pipe broke")))
	if code := assess(broken, &out, &errOut); code != 1 || out.Len() > 0 || errOut.String() != "paretocov: assess: reading the input: the pipe broke\n" {
		t.Errorf("a read error: exit %d, %s%s", code, &out, &errOut)
	}
	errOut.Reset()
	r, w := io.Pipe()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if code := assess(strings.NewReader(doc), w, &errOut); code != 1 || errOut.String() != "paretocov: assess: writing the results: io: read/write on closed pipe\n" {
		t.Errorf("a write error: exit %d, %s", code, &errOut)
	}
}

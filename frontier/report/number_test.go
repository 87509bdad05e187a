package report

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// shown reads a printed number back.
func shown(t interface{ Fatalf(string, ...any) }, s string) float64 {
	f, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSuffix(s, " %"), ",", ""), 64)
	if err != nil {
		t.Fatalf("%q is no number: %v", s, err)
	}
	return f
}

func TestNumber(t *testing.T) {
	for f, want := range map[float64]string{
		0: "0", 1: "1", 9: "9", 12.3: "12.3", 123.456: "123.5", 0.0042: "0.0042", 0.5: "0.5", 99.99: "99.99",
		1234: "1,234", 12345.6: "12,346", 1234567: "1,234,567", -1234.4: "-1,234", -0.25: "-0.25", 100: "100", 0.1 + 0.2: "0.3",
		0.0001236: "0.0001236", 1e15: "1e+15", 2.5e-7: "2.5e-07", 999.96: "1,000", -999.99: "-1,000", 999999.5: "1,000,000",
	} {
		if got := number(f); got != want {
			t.Errorf("number(%v) = %s, want %s", f, got, want)
		}
	}
	if got := number(math.NaN()); got != "n/a" {
		t.Errorf("number(NaN) = %s", got)
	}
}

// TestPercent: signed, with as many digits as it takes to show that it is not 0,
// and 0 without a sign. (B87: a change of 1000 to 999.96 is -0.004 %.)
func TestPercent(t *testing.T) {
	for _, test := range []struct {
		f    float64
		want []string
	}{
		{0, []string{"0 %"}},
		{math.Copysign(0, -1), []string{"0 %"}},
		{999.96/1000 - 1, []string{"-0.004 %", "-0.0040 %"}},
		{0.12, []string{"+12.0 %", "+12 %"}},
		{0.0788, []string{"+7.9 %"}},
		{0.2135710157, []string{"+21.4 %"}},
		{-0.332369704845, []string{"-33.2 %"}},
		{-0.0068, []string{"-0.68 %"}},
		{1.72438, []string{"+172 %"}},
		{0.99996, []string{"+100 %"}},
		{-0.9999999, []string{"-100 %"}},
		{12.34, []string{"+1234 %", "+1,234 %"}},
		{math.NaN(), []string{"n/a"}},
	} {
		got := percent(test.f)
		ok := false
		for _, w := range test.want {
			ok = ok || got == w
		}
		if !ok {
			t.Errorf("percent(%v) = %s, want %q", test.f, got, test.want)
		}
	}
	for _, f := range []float64{999.99999999999/1000 - 1, -1e-14, 1e-300, -5e-324, 4e-7, -4.9e-5, 5e-3 - 1e-9, 0.00994999} {
		got := percent(f)
		if v := shown(t, got); v == 0 || (v < 0) != (f < 0) || strings.Contains(got, "-0.00 ") || got[0] != '+' && got[0] != '-' {
			t.Errorf("percent(%v) = %s", f, got)
		}
	}
}

// TestNothingIsShownAsZero: whatever is not 0, by its own size.
func TestNothingIsShownAsZero(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := math.Ldexp(rapid.Float64Range(0.5, 1).Draw(t, "fraction"), rapid.IntRange(-1070, 60).Draw(t, "exponent"))
		if rapid.Bool().Draw(t, "negative") {
			f = -f
		}
		for name, s := range map[string]string{"number": number(f), "percent": percent(f)} {
			v := shown(t, s)
			if name == "percent" {
				v /= 100
			}
			// Two digits are right to 5 %, a unit in the last of 2 digits to 10 %.
			if v == 0 || (v < 0) != (f < 0) || math.Abs(f) > 1e-290 && math.Abs(v/f-1) > 0.055 {
				t.Fatalf("%s(%v) = %s", name, f, s)
			}
		}
	})
}

// TestShareIsEnough: a tolerance that is said to be needed is rounded up, so that
// who types it in passes; and it can be typed in, which 100 % cannot.
func TestShareIsEnough(t *testing.T) {
	for f, want := range map[float64]string{0: "0 %", 0.3187: "31.9 %", 0.02: "2.0 %", 0.0201: "2.1 %", 0.5: "50.0 %", 0.952: "95.2 %", 0.00123: "0.13 %", 1e-12: "1e-10 %"} {
		if got := share(f); got != want {
			t.Errorf("share(%v) = %s, want %s", f, got, want)
		}
	}
	enough := func(t interface{ Fatalf(string, ...any) }, f float64) {
		s := share(f)
		v := shown(t, s)
		if v/100 < f || v > 111*f {
			t.Fatalf("share(%v) = %s", f, s)
		}
		if v >= 100 {
			t.Fatalf("share(%v) = %s, which is no tolerance; %v is one", f, s, f)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		enough(t, math.Ldexp(rapid.Float64Range(0.5, 0.99).Draw(t, "fraction"), -rapid.IntRange(0, 60).Draw(t, "exponent")))
	})
	for _, f := range []float64{0.9949, 0.9951, 0.999, 0.9997} {
		enough(t, f)
	}
}

func TestFactor(t *testing.T) {
	for f, want := range map[float64]string{2: "2x", 1.4349834863: "1.43x", 10.04: "10x", 123.4: "123x"} {
		if got := factor(f); got != want {
			t.Errorf("factor(%v) = %s, want %s", f, got, want)
		}
	}
}

func TestPlural(t *testing.T) {
	for want, got := range map[string]string{"0 points": plural(0, "point"), "1 point": plural(1, "point"), "2 points": plural(2, "point")} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestList(t *testing.T) {
	for want, names := range map[string][]string{"none": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}} {
		if got := list(names); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := some([]string{"a", "b", "c", "d"}, 2); got != "a, b and 2 others" {
		t.Errorf("%q", got)
	}
}

func TestWrap(t *testing.T) {
	text := strings.Repeat("word and ", 40) + strings.Repeat("x", 130) + " end"
	lines := strings.Split(strings.TrimSuffix(wrap("first: ", "    ", text), "\n"), "\n")
	var words []string
	for i, l := range lines {
		if n := len([]rune(l)); n > width && !strings.Contains(l, "xxx") {
			t.Errorf("line %d has %d columns: %s", i, n, l)
		}
		if i > 0 && !strings.HasPrefix(l, "    ") {
			t.Errorf("line %d is not indented: %q", i, l)
		}
		words = append(words, strings.Fields(l)...)
	}
	if got := strings.Join(words, " "); got != "first: "+text {
		t.Errorf("wrapped to %q", got)
	}
}

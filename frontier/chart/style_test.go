package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"paretocov/frontier"
	"paretocov/pareto"
)

// TestStyles: 24 series have looks of their own (B93).
func TestStyles(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z]{1,6}`), 0, 60, rapid.ID[string]).Draw(t, "keys")
		looks := styles(keys)
		seen := map[style]string{}
		colours := map[int]bool{}
		for _, k := range keys {
			st := looks[k]
			if other, twice := seen[st]; twice && len(keys) <= Distinct {
				t.Fatalf("%q and %q look the same: %+v", k, other, st)
			}
			seen[st] = k
			colours[st.colour] = true
			if len(keys) <= palette || len(keys) > Distinct {
				if st.dash != 0 {
					t.Fatalf("of %d series %q is dashed", len(keys), k)
				}
			}
		}
		if want := min(len(keys), palette); len(colours) < want {
			t.Fatalf("%d series have %d colours", len(keys), len(colours))
		}
		if len(keys) > 0 { // the first yields to nobody, so it looks the same alone
			if first := slices.Min(keys); styles([]string{first})[first] != looks[first] {
				t.Fatalf("the look of %q depends on the others", first)
			}
		}
		shuffled := rapid.Permutation(keys).Draw(t, "order")
		for k, st := range styles(append(shuffled, shuffled...)) {
			if looks[k] != st {
				t.Fatalf("the look of %q depends on the order", k)
			}
		}
	})
}

// TestMarkersDiffer: no two markers have the same outline.
func TestMarkersDiffer(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	for i := range palette {
		s := fmt.Sprint(marker(i, pt{}, 5))
		if k, twice := seen[s]; twice {
			t.Errorf("markers %d and %d are the same", i, k)
		}
		seen[s] = i
	}
}

// TestContrast: lines and marks have 3:1, texts 4.5:1 against the background
// (WCAG 2.2, 1.4.11 and 1.4.3).
func TestContrast(t *testing.T) {
	t.Parallel()
	for _, theme := range []Theme{Light, Dark} {
		c := theme.colours()
		for i, s := range c.series {
			if r := contrast(s, c.background); r < 3 {
				t.Errorf("theme %d: colour %d has a contrast of %.2f", theme, i, r)
			}
		}
		for i, s := range []rgb{c.text, c.quiet, c.covered, c.wide, c.uncovered, c.unknown} {
			if r := contrast(s, c.background); r < 4.5 {
				t.Errorf("theme %d: text colour %d has a contrast of %.2f", theme, i, r)
			}
			if r := contrast(s, c.onBadge); i > 1 && r < 3 {
				t.Errorf("theme %d: the sign on badge %d has a contrast of %.2f", theme, i, r)
			}
		}
	}
}

// contrast is the contrast ratio of WCAG 2.2.
func contrast(a, b rgb) float64 {
	light := func(c rgb) float64 {
		lin := func(v uint8) float64 {
			f := float64(v) / 255
			if f <= 0.04045 {
				return f / 12.92
			}
			return math.Pow((f+0.055)/1.055, 2.4)
		}
		return 0.2126*lin(c.r) + 0.7152*lin(c.g) + 0.0722*lin(c.b)
	}
	la, lb := light(a), light(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// TestSameLookEverywhere: a series has one colour and one marker in its own
// chart, in the overview and in the chart of all.
func TestSameLookEverywhere(t *testing.T) {
	t.Parallel()
	var charts []Chart
	var keys []string
	for i := range 9 {
		c := one(rate(), Point{"a", 1, 9}, Point{"b", 1.5, 4})
		c.Key = fmt.Sprintf("model / hw%d", i)
		c.Series[0].Key = c.Key
		keys = append(keys, c.Key)
		charts = append(charts, c)
	}
	for i := range charts {
		colour := Light.colours().series[styles(keys)[keys[i]].colour].String()
		own, err := Draw(charts[i], SVG, Options{Keys: keys})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(own.Doc), `fill="`+colour+`"`) {
			t.Errorf("%s lacks its colour %s", keys[i], colour)
		}
	}
	all, err := Draw(Join(charts), SVG, Options{})
	if err != nil {
		t.Fatal(err)
	}
	over, err := Overview(charts, SVG, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range keys {
		colour := Light.colours().series[styles(keys)[k].colour].String()
		if !strings.Contains(string(all.Doc), `stroke="`+colour+`"`) || !strings.Contains(string(over.Doc), `stroke="`+colour+`"`) {
			t.Errorf("%s has not the colour %s everywhere", k, colour)
		}
	}
}

func TestFileName(t *testing.T) {
	t.Parallel()
	keys := append(hostileNames(), "../../etc/passwd", "CON", "aux", "a", "A", "a/b", "a:b", "a b", "模型", "模型2", strings.Repeat("x", 300), "...", "-rf")
	var names []string
	for _, k := range keys {
		n := FileName(k, "p90_e2el", "tput_per_gpu")
		if len(n) > 120 || strings.Trim(n, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" || n[0] == '-' {
			t.Errorf("%q becomes %q", k, n)
		}
		names = append(names, strings.ToLower(n))
	}
	names = append(names, FileName("a", "p75_e2el", "tput_per_gpu"), FileName("a", "p90_e2el", "other"))
	slices.Sort(names)
	if n := len(slices.Compact(names)); n != len(keys)+2 {
		t.Errorf("%d names for %d charts", n, len(keys)+2)
	}
	if got, want := FileName("dsr1 / 1k1k / B200", "p90_e2el", "tput_per_gpu"), "dsr1-1k1k-b200_p90_e2el_"; !strings.HasPrefix(got, want) {
		t.Errorf("%q does not begin with %q", got, want)
	}
}

// TestAxisTitle: titles follow from the axis (B95).
func TestAxisTitle(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		axis frontier.Axis
		want string
	}{
		{latency(), "P90 end-to-end latency (s), less is better"},
		{frontier.Axis{Name: "p99.9_ttft", Unit: "s", Better: pareto.Minimize}, "P99.9 time to first token (s), less is better"},
		{rate(), "Mean interactivity (tok/s/user), more is better"},
		{frontier.Axis{Name: "median_intvty", Unit: "tok/s/user", Better: pareto.Maximize}, "Median interactivity (tok/s/user), more is better"},
		{throughput(), "Throughput per GPU (tok/s/GPU), more is better"},
		{frontier.Axis{Name: "accuracy", Better: pareto.Maximize}, "accuracy, more is better"},
		{frontier.Axis{Name: "a\nb", Better: pareto.Minimize}, "a b, less is better"},
	} {
		if got := axisTitle(tt.axis); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.axis.Name, got, tt.want)
		}
	}
}

// TestScale: px and value are inverse, values stand in order between the ends,
// and ticks are on the axis, rising and apart.
func TestScale(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		log := rapid.Bool().Draw(t, "log")
		mantissa := rapid.Float64Range(1, 10)
		n := rapid.IntRange(0, 5).Draw(t, "n")
		exp := rapid.IntRange(-300, 300).Draw(t, "exponent")
		spread := rapid.SampledFrom([]int{0, 1, 3, 40, 300}).Draw(t, "spread")
		var vs []float64
		for range n {
			e := max(-300, min(300, exp+rapid.IntRange(0, spread).Draw(t, "e")))
			vs = append(vs, mantissa.Draw(t, "m")*math.Pow(10, float64(e)))
		}
		slices.Sort(vs)
		s := newScale(vs, log, 50, 650)
		last := 50.0
		for _, v := range vs {
			px := s.px(v)
			if !(px >= last-1e-6 && px <= 650+1e-6) {
				t.Fatalf("%v stands at %v, after %v", v, px, last)
			}
			last = px
			if back := s.px(s.value(px)); math.Abs(back-px) > 1e-3 {
				t.Fatalf("%v: %v comes back as %v", v, px, back)
			}
		}
		extent := func(s string) float64 { return 6 * float64(len(s)) }
		ticks := s.ticks(10, extent)
		if len(ticks) == 0 && spread < 300 {
			t.Fatalf("no ticks from %v to %v", s.lo, s.hi)
		}
		for i, k := range ticks {
			if k.value < s.lo || k.value > s.hi {
				t.Fatalf("tick %v is off the axis", k)
			}
			if i > 0 && s.px(k.value)-s.px(ticks[i-1].value) < (extent(k.label)+extent(ticks[i-1].label))/2 {
				t.Fatalf("ticks %v and %v overlap", ticks[i-1], k)
			}
			if i > 0 && k.label == ticks[i-1].label {
				t.Fatalf("two ticks read %s", k.label)
			}
			if k.value != 0 && strings.Trim(k.label, "0.,-") == "" {
				t.Fatalf("tick %v reads %s", k.value, k.label)
			}
		}
	})
}

// TestScaleExtremes: the ends of what a float can be stand apart.
func TestScaleExtremes(t *testing.T) {
	t.Parallel()
	for _, vs := range [][]float64{
		{math.SmallestNonzeroFloat64, math.MaxFloat64}, {1e-300, 1e300}, {1e300, math.MaxFloat64}, {math.SmallestNonzeroFloat64, 1e-320},
	} {
		for _, log := range []bool{false, true} {
			s := newScale(vs, log, 0, 600)
			if lo, hi := s.px(vs[0]), s.px(vs[1]); !(lo >= 0 && hi-lo > 300 && hi <= 600) {
				t.Errorf("%v (log %v) stand at %v and %v", vs, log, lo, hi)
			}
		}
	}
}

func TestTickLabels(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		values []float64
		log    bool
		want   string
	}{
		{[]float64{120, 4800}, false, "0 1,000 2,000 3,000 4,000 5,000"},
		{[]float64{10, 100}, true, "10 12 15 20 25 30 40 50 60 70 80 100"}, // one decade
		{[]float64{1e-150, 1e150}, true, "1e-150 1e-100 1e-50 1 1e50 1e100 1e150"},
		{[]float64{0.0112, 0.0118}, false, "0.0112 0.0113 0.0114 0.0115 0.0116 0.0117 0.0118"},
		{nil, false, "0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0"},
	} {
		var got []string
		for _, k := range newScale(tt.values, tt.log, 0, 620).ticks(18, func(s string) float64 { return 6 * float64(len(s)) }) {
			got = append(got, k.label)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%v: %q, want %q", tt.values, strings.Join(got, " "), tt.want)
		}
	}
}

// TestPercent: what is not 0 never reads as 0 (B87).
func TestPercent(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]string{
		-0.00004: "-0.0040 %", 0: "0 %", 0.034: "+3.4 %", -0.62345: "-62.3 %", 2: "+200 %", -1e-12: "-1e-10 %", math.Copysign(0, -1): "0 %",
	} {
		if got := percent(v); got != want {
			t.Errorf("%v: %q, want %q", v, got, want)
		}
	}
	if got := percent(math.NaN()); got != "" {
		t.Errorf("NaN is %q", got)
	}
}

package frontier

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestRoundValues(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, test := range []struct {
		lo, hi float64
		want   []float64
	}{
		{18.5, 107.5, []float64{20, 30, 40, 50, 60, 70, 80, 90, 100}},
		{3.1, 160, []float64{5, 7, 10, 15, 20, 30, 50, 70, 100, 150}},
		{10, 10, []float64{10}},
		{0.1, 0.7, []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}},
		{22, 24, []float64{22, 22.2, 22.4, 22.6, 22.8, 23, 23.2, 23.4, 23.6, 23.8, 24}},
		{5, 4, nil},
		{0, 4, nil},
		{-1, 4, nil},
		{nan, 4, nil},
		{1, nan, nil},
		{1, inf, nil},
		{inf, -inf, nil},
	} {
		if diff := gocmp.Diff(test.want, roundValues(test.lo, test.hi)); diff != "" {
			t.Errorf("from %v to %v (-want +got):\n%s", test.lo, test.hi, diff)
		}
	}
}

// TestWorseVerdict: 1 before 4 before 0.
func TestWorseVerdict(t *testing.T) {
	order := []Verdict{VerdictFail, VerdictInconclusive, VerdictPass, VerdictNoBaseline}
	for i, a := range order {
		for k, b := range order {
			if got, want := worseVerdict(a, b), order[min(i, k)]; got != want {
				t.Errorf("%s and %s is %s, want %s", a, b, got, want)
			}
		}
	}
}

// TestRoundValuesLaw: within the range, ascending, few, of few digits, and enough
// of them wherever the range is wide enough for any.
func TestRoundValuesLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := math.Pow(10, rapid.Float64Range(-280, 300).Draw(t, "exponent"))
		hi := lo * math.Pow(10, rapid.SampledFrom([]float64{0.01, 0.3, 0.89, 0.91, 1.5, 1.7, 3.1, 20, 600}).Draw(t, "decades"))
		if math.IsInf(hi, 0) {
			hi = math.MaxFloat64
		}
		got := roundValues(lo, hi)
		if len(got) > 14 || !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
			t.Fatalf("from %v to %v: %v", lo, hi, got)
		}
		if hi/lo > 1.9 && hi/lo < 1e200 && len(got) < 3 {
			t.Fatalf("from %v to %v only %v", lo, hi, got)
		}
		for _, v := range got {
			if !(v >= lo && v <= hi) {
				t.Fatalf("%v is not from %v to %v", v, lo, hi)
			}
			mantissa, _, _ := strings.Cut(strconv.FormatFloat(v, 'e', -1, 64), "e")
			if hi/lo > 1.9 && len(mantissa) > 4 {
				t.Fatalf("%v is not round (from %v to %v)", v, lo, hi)
			}
		}
	})
}

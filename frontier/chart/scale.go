package chart

import (
	"math"
	"strconv"
	"strings"
)

// A scale maps values of an axis to pixels, linearly or by their logarithm.
type scale struct {
	lo, hi   float64 // values at the ends
	from, to float64 // pixels at the ends
	log      bool
}

// newScale returns a scale that shows all values with some room beside them. A
// linear one begins at 0 unless the values are close together compared to their
// size. Values must be finite, and above zero on a log scale; none and equal
// ones give a scale too.
func newScale(values []float64, log bool, from, to float64) scale {
	s := scale{lo: 0, hi: 1, from: from, to: to, log: log}
	if log {
		s.lo = 0.1
	}
	if len(values) == 0 {
		return s
	}
	lo, hi := values[0], values[0]
	for _, v := range values {
		lo, hi = min(lo, v), max(hi, v)
	}
	switch {
	case log:
		room := math.Pow(hi/lo, 0.05)
		if !(room < 1e15) {
			room = 1e15 // 300 orders of magnitude
		}
		if !(room >= 1.12) {
			room = 1.12
		}
		s.lo, s.hi = lo/room, hi*room
		// Stay within the numbers that have logarithms.
		s.lo, s.hi = max(s.lo, math.SmallestNonzeroFloat64), min(s.hi, math.MaxFloat64)
		return s
	case lo == hi && lo == 0:
		s.lo, s.hi = -1, 1
		return s
	case lo == hi:
		half := 0.25 * math.Abs(lo)
		s.lo, s.hi = lo-half, hi+half
	default:
		// Halves, because the whole range may not be a number.
		room := 2 * 0.06 * (hi/2 - lo/2)
		s.lo, s.hi = lo-room, hi+room
		if lo > 0 && lo < 0.45*hi {
			s.lo = 0
		}
	}
	s.lo, s.hi = max(s.lo, -math.MaxFloat64), min(s.hi, math.MaxFloat64)
	if s.lo == s.hi { // the smallest numbers have no halves
		s.lo, s.hi = min(0, s.lo), max(0, s.hi)
	}
	return s
}

// px returns where a value stands.
func (s scale) px(v float64) float64 {
	var t float64
	if s.log {
		lo := math.Log(s.lo)
		t = (math.Log(v) - lo) / (math.Log(s.hi) - lo)
	} else {
		t = (v/2 - s.lo/2) / (s.hi/2 - s.lo/2)
	}
	return s.from + t*(s.to-s.from)
}

// value returns the value at a place, the inverse of px.
func (s scale) value(px float64) float64 {
	t := (px - s.from) / (s.to - s.from)
	if s.log {
		return math.Exp(math.Log(s.lo)*(1-t) + math.Log(s.hi)*t)
	}
	return s.lo*(1-t) + s.hi*t
}

// A tick is a value that is written at the axis.
type tick struct {
	value float64
	label string
}

// ticks returns round values along the scale whose labels are at least gap
// pixels apart. extent is the size of a label along the axis.
func (s scale) ticks(gap float64, extent func(label string) float64) []tick {
	if s.log {
		if t := s.logTicks(gap, extent); len(t) >= 2 {
			return t
		}
	}
	for _, parts := range []int{10, 8, 6, 5, 4, 3, 2, 1} {
		if t := s.roundTicks(parts); len(t) > 0 && s.fit(t, gap, extent) {
			return t
		}
	}
	return nil
}

// fit reports whether the labels stand apart.
func (s scale) fit(t []tick, gap float64, extent func(string) float64) bool {
	for i := 1; i < len(t); i++ {
		room := math.Abs(s.px(t[i].value) - s.px(t[i-1].value))
		if !(room >= gap+(extent(t[i].label)+extent(t[i-1].label))/2) {
			return false
		}
	}
	return true
}

// roundTicks returns the multiples of 1, 2 or 5 times a power of ten that divide
// the range into about the number of parts.
func (s scale) roundTicks(parts int) []tick {
	raw := 2 * (s.hi/2/float64(parts) - s.lo/2/float64(parts))
	if !(raw > 0) || math.IsInf(raw, 0) {
		return nil
	}
	exp := int(math.Floor(math.Log10(raw)))
	step := 0.0
	factor := 0
	for _, f := range []int{1, 2, 5, 10} {
		factor = f
		if step = decimal(f, exp); step >= raw*(1-1e-9) {
			break
		}
	}
	if factor == 10 { // so that labels end in no 0
		factor, exp = 1, exp+1
	}
	if !(step > 0) || math.IsInf(step, 0) {
		return nil
	}
	first, last := math.Ceil(s.lo/step-1e-9), math.Floor(s.hi/step+1e-9)
	if !(last-first < 50) || math.Abs(first) > 1e15 || math.Abs(last) > 1e15 {
		return nil // the step is lost in the size of the values
	}
	var t []tick
	for k := first; k <= last; k++ {
		v := k * step
		if int(math.Abs(k)) < 1e9 {
			v = decimal(int(k)*factor, exp) // as people write it, 0.3 and not 0.30000000000000004
		}
		if v < s.lo || v > s.hi {
			continue
		}
		t = append(t, tick{v, tickLabel(v, exp)})
	}
	return t
}

// decimal returns n times ten to the power of exp.
func decimal(n, exp int) float64 {
	f, err := strconv.ParseFloat(strconv.Itoa(n)+"e"+strconv.Itoa(exp), 64)
	if err != nil {
		return math.Inf(1)
	}
	return f
}

// tickLabel writes a multiple of ten to the power of exp.
func tickLabel(v float64, exp int) string {
	a := math.Abs(v)
	switch {
	case v == 0:
		return "0"
	case a >= 1e9 || a < 1e-4:
		digits := int(math.Floor(math.Log10(a))) - exp
		s := strconv.FormatFloat(v, 'e', min(max(digits, 0), 15), 64)
		mantissa, e, _ := strings.Cut(s, "e")
		if strings.Contains(mantissa, ".") {
			mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
		}
		return mantissa + "e" + strings.TrimPrefix(strings.TrimPrefix(e, "+"), "0")
	}
	return grouped(strconv.FormatFloat(v, 'f', max(0, -exp), 64))
}

// grouped puts commas between the thousands of a decimal number.
func grouped(s string) string {
	whole, fraction, _ := strings.Cut(s, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if fraction != "" {
		whole += "." + fraction
	}
	return sign + whole
}

// logTicks returns round values of every power of ten, as many as there is room
// for, down to one for every so many powers.
func (s scale) logTicks(gap float64, extent func(string) float64) []tick {
	first, last := int(math.Floor(math.Log10(s.lo))), int(math.Ceil(math.Log10(s.hi)))
	for _, of := range [][]int{ // in tenths
		{10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 25, 30, 35, 40, 45, 50, 60, 70, 80, 90},
		{10, 12, 15, 20, 25, 30, 40, 50, 60, 70, 80},
		{10, 15, 20, 30, 40, 50, 70},
		{10, 20, 30, 50, 70},
		{10, 20, 50},
		{10, 30},
		{10},
	} {
		if last-first > 40 {
			break
		}
		if t := s.logTicksOf(first, last, 1, of); len(t) >= 2 && s.fit(t, gap, extent) {
			return t
		}
	}
	for _, every := range []int{1, 2, 3, 5, 10, 20, 50, 100, 200} {
		if t := s.logTicksOf(first, last, every, []int{10}); len(t) >= 2 && s.fit(t, gap, extent) {
			return t
		}
	}
	return nil
}

func (s scale) logTicksOf(first, last, every int, of []int) []tick {
	var t []tick
	for e := first - ((first%every)+every)%every; e <= last; e += every {
		for _, f := range of {
			exp := e - 1
			if f%10 == 0 {
				exp = e
			}
			if v := decimal(f, e-1); v >= s.lo && v <= s.hi {
				t = append(t, tick{v, tickLabel(v, exp)})
			}
		}
	}
	return t
}

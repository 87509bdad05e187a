package ingest

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// checkDecimal holds parseDecimal to strconv and to the two grammars, with
// something behind the number and without.
func checkDecimal(t failer, s string) {
	t.Helper()
	number := regexp.MustCompile(`^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?`).FindString(s)
	strict := regexp.MustCompile(`^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$`).MatchString(number)
	want, _ := strconv.ParseFloat(number, 64)
	f, n, isStrict := parseDecimal([]byte(s)[:len(s):len(s)])
	check := func(f float64, n int, isStrict bool) {
		t.Helper()
		if n != len(number) {
			t.Fatalf("%q: %d bytes, want %d", s, n, len(number))
		}
		if n > 0 && (math.Float64bits(f) != math.Float64bits(want) || isStrict != strict) {
			t.Fatalf("%q: %v, %t; want %v, %t", s, f, isStrict, want, strict)
		}
	}
	check(f, n, isStrict)
	// plainDecimal leaves the exponent to others: what ends in a separator is right.
	padded := []byte("x" + s + ",      and something behind that     ")
	check(parseDecimal(padded[1:]))
	check(parseAnyDecimal(padded[1:]))
	if f, end, ok := plainDecimal(padded, 1); ok && padded[end] == ',' && n == len(s) &&
		(end != 1+n || math.Float64bits(f) != math.Float64bits(want)) {
		t.Fatalf("%q: plainly %v to %d, want %v", s, f, end, want)
	}
}

func TestParseDecimal(t *testing.T) {
	for _, number := range []string{
		"", "+", "-", ".", "-.", "e", "e5", "1", "-1", "+1", "0", "-0", "00", "01", "0.5", ".5", "-.5", "5.", "5.e3", "1e", "1e+", "1e5", "1E-5", "1e05", "12345678", "123456789", "1234567890123456", "12345678901234567",
		"0.12345678", "0.123456789", "0.1234567890123456", "0.12345678901234567", "0.1234567890123456789", "0.123456789012345678", "9999999999999999999", "18446744073709551615", "18446744073709551616", "99999999999999999999",
		"9007199254740991", "9007199254740992", "9007199254740993", "9007199254740995", "9007199254740993.0", "900719925474099.3", "9007199254740993e1", "9007199254740993e-3", "0.9007199254740993",
		"4503599627370496.5", "4503599627370497.5", "1e22", "1e23", "123456789e22", "8.5e22", "1e-22", "1e-23", "5e-324", "2e-324", "2.4703282292062327e-324", "1.7976931348623157e308", "1.7976931348623159e308", "1e309", "-1e999", "1e-999",
		"1e99999999999999999999", "1e-99999999999999999999", "0e99999999999999999999", "0.000000000000000000001", strings.Repeat("9", 400), "0." + strings.Repeat("0", 400) + "1", "1" + strings.Repeat("0", 308) + "." + strings.Repeat("0", 50),
		"1:2", "1/2", "１２", "1\x80", "\xb0\xb1", "7\x8a1", "12\x8a\x8a3456", "1\x00", "inf", "nan", "0x10", "1_0", "1,2", "--1", "+-1", "1.2.3", "1e5.5",
	} {
		for _, after := range []string{"", ",", "\n", " and more", "x", ".", "e", "0", "\x00", ",123456789"} {
			checkDecimal(t, number+after)
		}
	}
}

// TestParseDecimalLaw draws digits about the ends of the eight bytes that are
// read at once and about the limits of exact arithmetic.
func TestParseDecimalLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		digits := func(name string, most int) string {
			return rapid.StringOfN(rapid.SampledFrom([]rune("0123456789")), 0, most, -1).Draw(t, name)
		}
		s := rapid.SampledFrom([]string{"", "-", "+"}).Draw(t, "sign") + digits("whole", 22)
		if rapid.Bool().Draw(t, "point") {
			s += "." + digits("places", 22)
		}
		if rapid.IntRange(0, 3).Draw(t, "exponent") == 0 {
			s += "e" + rapid.SampledFrom([]string{"", "-", "+"}).Draw(t, "exponent sign") + digits("exponent", 3)
		}
		checkDecimal(t, s+rapid.SampledFrom([]string{"", ",", ",12345678", "\n", "x"}).Draw(t, "after"))
	})
}

// TestParseDecimalTies: numbers half way between two floats and beside that, as
// far as 19 digits reach.
func TestParseDecimalTies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mantissa := rapid.Uint64Range(1<<53, 1<<54-1).Draw(t, "mantissa") | 1 // 54 bits: half way
		s := strconv.FormatUint(mantissa<<rapid.UintRange(0, 9).Draw(t, "shift"), 10)
		point := rapid.IntRange(0, len(s)).Draw(t, "point")
		checkDecimal(t, s)
		checkDecimal(t, s[:point]+"."+s[point:])
		// A float64's own digits, and one digit more or less.
		f := math.Float64frombits(rapid.Uint64Range(0x3c00000000000000, 0x4400000000000000).Draw(t, "bits"))
		checkDecimal(t, strconv.FormatFloat(f, 'f', -1, 64))
		checkDecimal(t, strconv.FormatFloat(f, 'g', rapid.IntRange(14, 19).Draw(t, "digits"), 64))
	})
}

// TestPlainDecimal: the usual numbers take the quick way.
func TestPlainDecimal(t *testing.T) {
	for _, s := range []string{"0", "1", "1234567", "0.5", "5.", "1295.8418", "1234567.1", "66.28207", "123.456789", "0.6534567890123456", "0.06534567890123456", "1295.8418264578913", "1234567.891234567891"} {
		f, end, ok := plainDecimal([]byte(s+",                                "), 0)
		if want, _ := strconv.ParseFloat(s, 64); !ok || end != len(s) || f != want {
			t.Errorf("%s: %v, to %d, %t", s, f, end, ok)
		}
	}
}

func FuzzParseDecimal(f *testing.F) {
	for _, s := range []string{"1", "-0.5e-3", "12345678.12345678", "9007199254740993", "0.1234567890123456789,"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) { checkDecimal(t, string(b)) })
}

func BenchmarkDecimal(b *testing.B) {
	for _, data := range []struct{ name, text string }{
		{"short", "1295.8418,76.4216,66.28207,54.7385,128,4509.3723,41.0047,33.95425,158.8011,\n" + strings.Repeat(" ", 32)},
		{"full", "1295.841826457891,76.42164893561231,0.6628207123456789,54.73851234567891,\n" + strings.Repeat(" ", 32)},
	} {
		doc := []byte(data.text)
		for _, alg := range []string{"strconv", "parse", "plain"} {
			b.Run("data="+data.name+"/alg="+alg, func(b *testing.B) {
				b.SetBytes(int64(len(doc) - 32))
				for b.Loop() {
					for rest := doc; rest[0] != '\n'; {
						n := 0
						switch alg {
						case "parse":
							_, n, _ = parseDecimal(rest)
						case "plain":
							_, n, _ = plainDecimal(rest, 0)
						default:
							n = strings.IndexByte(string(rest), ',')
							if _, err := strconv.ParseFloat(string(rest[:n]), 64); err != nil {
								b.Fatal(err)
							}
						}
						rest = rest[n+1:]
					}
				}
			})
		}
	}
}

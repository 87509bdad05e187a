package ingest

import (
	"strings"

	"paretocov/frontier"
)

// A dimension is what kind of quantity a unit measures. Units of one dimension
// convert into each other.
type dimension string

const (
	ofTime       dimension = "s"
	ofTokenTime  dimension = "s/tok"
	ofTokens     dimension = "tok/s"
	ofUserTokens dimension = "tok/s/user"
	ofGPUTokens  dimension = "tok/s/GPU"
	ofRequests   dimension = "req/s"
	ofEnergy     dimension = "J/tok"
	ofShare      dimension = "share"
)

// A unit is a unit of measure: so many num/den of its dimension's base unit. A
// unit that is not known is a dimension of its own. The zero unit says that no
// unit is stated.
type unit struct {
	name     string
	of       dimension
	num, den int64
}

func (u unit) stated() bool { return u.name != "" }

// same reports whether two units are of one size and dimension, whatever they
// are called.
func (u unit) same(v unit) bool { return u.of == v.of && u.num == v.num && u.den == v.den }

// knownUnits are the units that headings may name, by their plain spelling.
var knownUnits = map[string]unit{
	"ns": {"ns", ofTime, 1, 1e9}, "us": {"us", ofTime, 1, 1e6}, "ms": {"ms", ofTime, 1, 1e3},
	"s": {"s", ofTime, 1, 1}, "min": {"min", ofTime, 60, 1}, "h": {"h", ofTime, 3600, 1},
	"ns/tok": {"ns/tok", ofTokenTime, 1, 1e9}, "us/tok": {"us/tok", ofTokenTime, 1, 1e6},
	"ms/tok": {"ms/tok", ofTokenTime, 1, 1e3}, "s/tok": {"s/tok", ofTokenTime, 1, 1},
	"tok/s": {"tok/s", ofTokens, 1, 1}, "tok/s/user": {"tok/s/user", ofUserTokens, 1, 1},
	"tok/s/gpu": {"tok/s/GPU", ofGPUTokens, 1, 1}, "req/s": {"req/s", ofRequests, 1, 1},
	"j/tok": {"J/tok", ofEnergy, 1, 1}, "mj/tok": {"mJ/tok", ofEnergy, 1, 1e3},
	"%": {"%", ofShare, 1, 100},
}

// unitWords are the spellings of the parts of units.
var unitWords = map[string]string{
	"sec": "s", "secs": "s", "second": "s", "seconds": "s",
	"msec": "ms", "msecs": "ms", "millisecond": "ms", "milliseconds": "ms",
	"µs": "us", "μs": "us", "usec": "us", "usecs": "us", "microsecond": "us", "microseconds": "us",
	"nsec": "ns", "nanosecond": "ns", "nanoseconds": "ns",
	"mins": "min", "minute": "min", "minutes": "min", "hour": "h", "hours": "h",
	"token": "tok", "tokens": "tok", "toks": "tok", "request": "req", "requests": "req", "reqs": "req",
	"users": "user", "gpus": "gpu", "joule": "j", "joules": "j", "millijoules": "mj", "percent": "%",
}

// knownUnit reads a unit as people write it: whatever the case, with words or
// letters, per or a stroke.
func knownUnit(text string) (unit, bool) {
	s := strings.ToLower(strings.TrimSpace(text))
	if len(s) == 0 || len(s) > 40 {
		return unit{}, false
	}
	s = strings.ReplaceAll(strings.ReplaceAll(s, " per ", "/"), "_per_", "/")
	parts := strings.Split(s, "/")
	for i, p := range parts {
		p = strings.TrimSpace(p)
		if w, ok := unitWords[p]; ok {
			p = w
		}
		parts[i] = p
	}
	u, ok := knownUnits[strings.Join(parts, "/")]
	return u, ok
}

// unitOf reads a stated unit. One that is not known is taken as it stands.
func unitOf(text string) unit {
	if u, ok := knownUnit(text); ok {
		return u
	}
	text = strings.TrimSpace(text)
	return unit{text, dimension(text), 1, 1}
}

// label is the unit as results show it: letters, strokes and percent.
func (u unit) label() string {
	const shown = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/%"
	if strings.Trim(u.name, shown) != "" {
		return ""
	}
	return u.name
}

// base returns the base unit of u's dimension. A share of an unknown metric and
// an unknown unit stay what they are.
func (u unit) base() unit {
	if u.of == ofShare {
		return u
	}
	return unit{string(u.of), u.of, 1, 1}
}

// fits returns the unit of a known metric, and whether values stated in u
// convert to it. A rate of tokens may leave out per what, and a time per token
// that it is per token, since the metric says so.
func (u unit) fits(metric string) (to unit, ok bool) {
	axis, _ := frontier.ParseAxis(metric)
	to = unitOf(axis.Unit)
	switch {
	case axis.Unit == "": // a share
		return unit{"", ofShare, 1, 1}, u.of == ofShare
	case u.of == to.of:
	case to.of == ofTokenTime && u.of == ofTime:
	case (to.of == ofUserTokens || to.of == ofGPUTokens) && u.of == ofTokens:
	default:
		return to, false
	}
	return to, true
}

// A conversion multiplies by mul and divides by div, of which one is 1 for all
// units of time: the result is then the nearest float64 to the exact one.
type conversion struct{ mul, div float64 }

// to returns how values in u become values in another unit that fits.
func (u unit) to(v unit) conversion {
	mul, div := u.num*v.den, u.den*v.num
	for a, b := mul, div; ; a, b = b, a%b {
		if b == 0 {
			return conversion{float64(mul / a), float64(div / a)}
		}
	}
}

func (c conversion) none() bool { return c.mul == c.div }

// apply converts values in place.
func (c conversion) apply(values []float64) {
	if c.none() {
		return
	}
	for i, v := range values {
		values[i] = v * c.mul / c.div
	}
}

package chart

import (
	"fmt"
	"strings"

	"paretocov/pareto"
)

// A Theme is a set of colours.
type Theme int8

// The themes.
const (
	Light Theme = iota
	Dark
)

// ParseTheme reads "light" or "dark".
func ParseTheme(s string) (Theme, error) {
	switch strings.ToLower(s) {
	case "light":
		return Light, nil
	case "dark":
		return Dark, nil
	}
	return 0, fmt.Errorf("theme %q is neither light nor dark", s)
}

// rgb is an opaque colour.
type rgb struct{ r, g, b uint8 }

// hex reads a colour as 0xRRGGBB.
func hex(v uint32) rgb { return rgb{uint8(v >> 16), uint8(v >> 8), uint8(v)} }

func (c rgb) String() string { return fmt.Sprintf("#%02x%02x%02x", c.r, c.g, c.b) }

// mix returns the colour that is the share t of the way from c to d.
func (c rgb) mix(d rgb, t float64) rgb {
	m := func(a, b uint8) uint8 { return uint8(float64(a)*(1-t) + float64(b)*t + 0.5) }
	return rgb{m(c.r, d.r), m(c.g, d.g), m(c.b, d.b)}
}

// colours are those of a theme.
type colours struct {
	background, text, quiet, grid, axis rgb
	series                              [8]rgb
	covered, wide, uncovered, unknown   rgb // badges
	onBadge                             rgb
}

// of returns the colours of a theme. The backgrounds are GitHub's, on which the
// pictures are seen. The series are Okabe and Ito's palette ("Color Universal
// Design", 2008), which people with any of the common colour vision
// deficiencies can tell apart; its yellow and black, too faint on one of the
// backgrounds, are replaced by Paul Tol's indigo and olive, and those that have
// less than 3:1 contrast are darkened on white and lightened on black.
func (t Theme) colours() colours {
	if t == Dark {
		return colours{
			background: hex(0x0d1117), text: hex(0xe6edf3), quiet: hex(0x9aa4af), grid: hex(0x22282f), axis: hex(0x57606a),
			series: [8]rgb{
				hex(0x4aa8e8), hex(0xe69f00), hex(0x2fc298), hex(0xd98fb8),
				hex(0xf07d3c), hex(0x9d95f0), hex(0x8fd3f7), hex(0xb9b055),
			},
			covered: hex(0x3fb68b), wide: hex(0xf0b429), uncovered: hex(0xff6b6b), unknown: hex(0x9aa4af), onBadge: hex(0x0d1117),
		}
	}
	return colours{
		background: hex(0xffffff), text: hex(0x1f2328), quiet: hex(0x59636e), grid: hex(0xe8ebee), axis: hex(0x8c959f),
		series: [8]rgb{
			hex(0x0072b2), hex(0xbf7a00), hex(0x00855f), hex(0xb3568c),
			hex(0xd55e00), hex(0x4b3fa8), hex(0x2b93c9), hex(0x7c7614),
		},
		covered: hex(0x1a7f5a), wide: hex(0xa65f00), uncovered: hex(0xc5162e), unknown: hex(0x6e7781), onBadge: hex(0xffffff),
	}
}

// badge returns the colour of a kind's badge.
func (c colours) badge(k pareto.Kind) rgb {
	switch {
	case k.Covers():
		return c.covered
	case k == pareto.Wide:
		return c.wide
	case k == pareto.Uncovered:
		return c.uncovered
	}
	return c.unknown
}

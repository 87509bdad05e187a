package chart

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
)

// A style is how a series looks: indices of a colour, a marker and a dash.
type style struct{ colour, marker, dash int }

// Distinct is how many series have a look of their own. With more, looks
// repeat.
const Distinct = 24

const palette = 8 // colours and markers

// styleAt returns the look of a slot. Slots below 8 have a colour and a marker
// of their own and a plain line; the next two rounds pair the colours with other
// markers and dashes.
func styleAt(slot int) style {
	round := slot / palette
	return style{colour: slot % palette, marker: (slot + 3*round) % palette, dash: round}
}

// styles gives every key a look. A key's place is a hash of the key and yields
// to others in the order of the keys, so that most curves keep their look from
// one set of charts to the next, and all keep it within a set. More keys than
// there are looks have plain lines: no chart shows them all, and dashes would
// only be taken for wide spans.
func styles(keys []string) map[string]style {
	keys = slices.Clone(keys)
	slices.Sort(keys)
	keys = slices.Compact(keys)
	looks := Distinct
	if len(keys) > Distinct {
		looks = palette
	}
	taken := map[int]bool{}
	out := make(map[string]style, len(keys))
	for _, k := range keys {
		sum := sha256.Sum256([]byte(k))
		first := int(binary.BigEndian.Uint32(sum[:4]) % palette)
		if len(taken) == looks {
			clear(taken)
		}
		slot := first
		for round := 0; taken[slot]; {
			slot = palette*round + (slot+1)%palette
			if slot == palette*round+first%palette {
				round++
				slot = palette*round + first%palette
			}
		}
		taken[slot] = true
		out[k] = styleAt(slot)
	}
	return out
}

// dashes are the patterns of series. Wide spans have one of their own, of short
// dashes.
func dashes(i int) []float64 {
	switch i {
	case 1:
		return []float64{14, 4}
	case 2:
		return []float64{10, 3, 2, 3}
	}
	return nil
}

func wideDash() []float64 { return []float64{3, 4} }

// marker returns the outline of a marker of about radius r.
func marker(i int, c pt, r float64) path {
	switch i {
	case 1: // square
		a := 0.88 * r
		return polygon(pt{c.x - a, c.y - a}, pt{c.x + a, c.y - a}, pt{c.x + a, c.y + a}, pt{c.x - a, c.y + a})
	case 2: // triangle
		return star(c, [2]float64{0, 1.25 * r}, [2]float64{1. / 3, 1.25 * r}, [2]float64{2. / 3, 1.25 * r})
	case 3: // diamond
		return star(c, [2]float64{0, 1.25 * r}, [2]float64{.25, 1.25 * r}, [2]float64{.5, 1.25 * r}, [2]float64{.75, 1.25 * r})
	case 4: // triangle, point down
		return star(c, [2]float64{.5, 1.25 * r}, [2]float64{.5 + 1./3, 1.25 * r}, [2]float64{.5 + 2./3, 1.25 * r})
	case 5: // star
		var spokes [][2]float64
		for i := range 5 {
			spokes = append(spokes, [2]float64{float64(i) / 5, 1.4 * r}, [2]float64{float64(i)/5 + .1, .65 * r})
		}
		return star(c, spokes...)
	case 6: // triangle, point right
		return star(c, [2]float64{.25, 1.25 * r}, [2]float64{.25 + 1./3, 1.25 * r}, [2]float64{.25 + 2./3, 1.25 * r})
	case 7: // triangle, point left
		return star(c, [2]float64{.75, 1.25 * r}, [2]float64{.75 + 1./3, 1.25 * r}, [2]float64{.75 + 2./3, 1.25 * r})
	}
	return circle(c, r)
}

package chart

// A Look is how charts draw the curve of one key, for those who draw it by other
// means beside them.
type Look struct {
	// Light and Dark are the colours of head's curve, as #rrggbb, in the two themes;
	// BaseLight and BaseDark are those of base's.
	Light, Dark, BaseLight, BaseDark string
	// Outline is the marker as a polygon of radius 1, y downwards; nil for a circle.
	Outline [][2]float64
}

// Looks returns the looks of a set of keys, those that Draw gives them where
// Options.Keys are the same. O(n log n) for n keys.
func Looks(keys []string) map[string]Look {
	out := make(map[string]Look, len(keys))
	light, dark := layout{col: Light.colours()}, layout{col: Dark.colours()}
	for key, s := range styles(keys) {
		head := curve{look: s}
		base := curve{look: s, Series: Series{Base: true}}
		l := Look{
			Light: light.colourOf(head).String(), Dark: dark.colourOf(head).String(),
			BaseLight: light.colourOf(base).String(), BaseDark: dark.colourOf(base).String(),
		}
		if s.marker != 0 { // the circle, which has no corners
			for _, step := range marker(s.marker, pt{}, 1) {
				if step.op != 'Z' {
					l.Outline = append(l.Outline, [2]float64{step.p[0].x, step.p[0].y})
				}
			}
		}
		out[key] = l
	}
	return out
}

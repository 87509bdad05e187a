package pareto

// A Stretch is where one line is the highest: from X on.
type Stretch struct {
	Easy, Hard int // positions
	X          float64
}

// Stretches returns the upper edge of all lines under a limit of span.
func (f *Front) Stretches(limit float64) []Stretch {
	var all []Stretch
	for _, c := range f.chords(limit) {
		all = append(all, Stretch{f.easy(c.easy), f.easy(c.hard), c.x})
	}
	return all
}

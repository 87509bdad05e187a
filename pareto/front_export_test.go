package pareto

// FrontTuning lets tests lower the sizes at which the ways of NewFront change.
type FrontTuning = frontTuning

// TunedFront returns the sizes that NewFront uses.
func TunedFront() FrontTuning { return tunedFront() }

// SmallFront returns sizes at which a few hundred points take every way, with
// goroutines.
func SmallFront(few, sample, cells, waiting, leaf, share, many int) FrontTuning {
	return frontTuning{few: few, sample: sample, cells: cells, waiting: waiting, leaf: leaf, share: share, many: many}
}

// NewFrontTuned is NewFront with other sizes.
func NewFrontTuned(p Points, rule Rule, t FrontTuning) *Front { return newFront(p, rule, t) }

// NewCollectorTuned is NewCollector with other sizes.
func NewCollectorTuned(xd, yd Direction, rule Rule, t FrontTuning) *Collector {
	return newCollector(xd, yd, rule, t)
}

// RulerCell returns the cell of x on the ruler from lo to hi.
func RulerCell(lo, hi float64, octaves, cells int, x float64) int {
	return newRuler(lo, hi, octaves, cells).cell(x)
}

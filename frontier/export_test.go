package frontier

import (
	"math"

	"paretocov/pareto"
)

// ThinAlways is Thin also where it does not pay.
func ThinAlways(o Options, t *Table, rule pareto.Rule) (*Thinned, bool) {
	return thin(o, t, rule, math.MaxInt)
}

// Kept returns the rows that thinning kept.
func (th *Thinned) Kept() []int { return th.rows }

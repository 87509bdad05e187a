package pareto

// A Tuning lets tests move the sizes at which methods change.
type Tuning struct{ Sieve, Sample, Grid, Pairs, Leaf, Near, Radix, Fork int }

func (t Tuning) tuning() tuning {
	return tuning{t.Sieve, t.Sample, t.Grid, t.Pairs, t.Leaf, t.Near, t.Radix, t.Fork}
}

// NonDominated is the function of this name with other sizes.
func (t Tuning) NonDominated(s Set) []int { return t.tuning().nonDominated(s) }

// Ranks is the function of this name with other sizes.
func (t Tuning) Ranks(s Set) []int { return t.tuning().layers(s) }

// Witnesses is the function of this name with other sizes.
func (t Tuning) Witnesses(s Set, front, rows []int) []int {
	return t.tuning().witnesses(s, front, rows)
}

package frontier

import (
	"fmt"
	"slices"
)

// stateUnits gives the axes whose unit is not known by name that of their
// columns. Two tables that state different units of one axis, or of which only
// one states a unit, are an error: their numbers cannot be compared.
func (a *Arrangement) stateUnits(o *Options) error {
	o.X = slices.Clone(o.X)
	for i := range o.X {
		if err := a.stateUnit(&o.X[i]); err != nil {
			return err
		}
	}
	if err := a.stateUnit(&o.Y); err != nil {
		return err
	}
	a.asked, a.Y = o.X, o.Y
	return nil
}

func (a *Arrangement) stateUnit(axis *Axis) error {
	if IsMetric(axis.Name) {
		return nil
	}
	first := -1
	for side, t := range a.Tables {
		m := t.Metric(axis.Name)
		switch {
		case m == nil:
		case first < 0:
			first, axis.Unit = side, m.Unit
		case axis.Unit != m.Unit:
			say := func(side int, unit string) string {
				if unit == "" {
					unit = "in a unit that is not stated"
				} else {
					unit = "in " + unit
				}
				return fmt.Sprintf("%s in %s", unit, a.sideName(side))
			}
			return dataErrorf("%s is %s and %s; state the unit with --unit COLUMN=UNIT", axis.Name, say(first, axis.Unit), say(side, m.Unit))
		}
	}
	return nil
}

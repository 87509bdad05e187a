package frontier

import (
	"fmt"
	"math"
	"slices"
)

// mismatchFactor is the jump from base to head that no change of a system makes
// in every row, and that the wrong unit does: milliseconds for seconds are a
// factor of 1000.
const mismatchFactor = 100

// A jump is what the values of a metric do from base to head in one curve.
type jump struct {
	up, down float64 // the least factor of any comparison, upwards and downwards
}

// noteMismatches warns of metrics whose values in head are all far above, or all
// below, those of base: one side is probably in another unit. Where identities
// are on both sides their values are compared, else all with all, and then each
// side needs two values, since one point of each may be anything. It changes no
// verdict.
func (a *Arrangement) noteMismatches() {
	if len(a.Tables) < 2 {
		return
	}
	type found struct {
		curves   []string
		compared int // curves in which the metric can be compared
		least    float64
	}
	byMetric := map[string]*[2]found{} // upwards, downwards
	var metrics []string
	for _, c := range a.Curves {
		for _, axis := range append(slices.Clone(c.Views), a.Y) {
			j, ok := a.jumpOf(c, axis.Name)
			if !ok {
				continue
			}
			f := byMetric[axis.Name]
			if f == nil {
				f = &[2]found{{least: math.Inf(1)}, {least: math.Inf(1)}}
				byMetric[axis.Name] = f
				metrics = append(metrics, axis.Name)
			}
			for way, factor := range [2]float64{j.up, j.down} {
				f[way].compared++
				if factor >= mismatchFactor {
					f[way].curves = append(f[way].curves, c.Key)
					f[way].least = min(f[way].least, factor)
				}
			}
		}
	}
	for _, m := range metrics {
		for way, f := range byMetric[m] {
			if len(f.curves) == 0 {
				continue
			}
			where := "in every curve"
			if n := len(f.curves); n == 1 {
				where = "in curve " + f.curves[0]
			} else if n < f.compared {
				where = fmt.Sprintf("in %d of %d curves, such as %s", n, f.compared, f.curves[0])
			}
			a.notes = append(a.notes, fmt.Sprintf("unit mismatch? %s: every value of head is %s or more times %s than base's, %s; if a side is in another unit, say so with --unit COLUMN=UNIT, or in its heading (%s_UNIT)",
				m, formatFloat(math.Floor(f.least)), [2]string{"larger", "smaller"}[way], where, m))
		}
	}
}

// jumpOf returns how far the values of a metric are apart in a curve; ok is false
// where too few can be compared.
func (a *Arrangement) jumpOf(c *Curve, metric string) (j jump, ok bool) {
	var values [2][]float64
	var pairs [][2]float64
	var column [2]*Metric
	for side, t := range a.Tables {
		column[side] = t.Metric(metric)
	}
	if column[0] == nil || column[1] == nil {
		return j, false
	}
	inBase := byIdentity(c.Sides[0].Points)
	for side := range a.Tables {
		for _, p := range c.Sides[side].Points {
			v := p.valueOf(column[side])
			if !(v > 0) {
				continue
			}
			values[side] = append(values[side], v)
			if side == 0 {
				continue
			}
			for _, b := range inBase[p.Identity] {
				if was := b.valueOf(column[0]); was > 0 {
					pairs = append(pairs, [2]float64{was, v})
				}
			}
		}
	}
	j = jump{math.Inf(1), math.Inf(1)}
	if len(pairs) == 0 {
		if len(values[0]) < 2 || len(values[1]) < 2 {
			return j, false
		}
		j.up = slices.Min(values[1]) / slices.Max(values[0])
		j.down = slices.Min(values[0]) / slices.Max(values[1])
		return j, true
	}
	for _, p := range pairs {
		j.up, j.down = min(j.up, p[1]/p[0]), min(j.down, p[0]/p[1])
	}
	return j, true
}

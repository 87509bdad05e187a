package frontier

import (
	"math"
)

// The bounds beyond which a value cannot have been measured, in base units. They
// are far from anything real, so that what is beyond is a wrong unit or a wrong
// column.
var metricBounds = [...]struct {
	unit      string
	low, high float64
}{
	{"s", 1e-6, 24 * 60 * 60},
	{"s/tok", 1e-7, 60 * 60},
	{"tok/s/user", 0, 1e5},
	{"tok/s/GPU", 0, 1e6},
	{"tok/s", 0, 1e9},
	{"J/tok", 0, 1e6},
}

func bounds(metric string) (low, high float64) {
	if metric == FailureRate {
		return 0, 1
	}
	if a, ok := knownAxis(metric); ok {
		for _, b := range metricBounds {
			if b.unit == a.Unit {
				return b.low, b.high
			}
		}
	}
	return 0, math.Inf(1)
}

const (
	// roundingShare is how far a number may be off by rounding and the change of
	// units alone.
	roundingShare = 1e-6
	// wrongUnit is the factor from which on two numbers that should agree are taken
	// to be of different units.
	wrongUnit = 100
)

// checkRow checks the numbers of one row.
func (c *checker) checkRow(r int) {
	usable, failed := false, false
	for _, m := range c.metrics {
		failed = failed || m.read(r) == Failed
		usable = usable || m.Name != FailureRate && m.Reason(r) == Usable
	}
	switch {
	case failed:
		c.state[r] = unmeasured
		c.add(FindingFailed, r, "", nil)
		return
	case !usable:
		c.state[r] = unmeasured
		c.add(FindingNothingMeasured, r, "", nil)
		return
	}
	c.checkValues(r)
	for i := range c.quantities {
		c.checkOrder(r, &c.quantities[i])
		c.checkMedian(r, &c.quantities[i])
	}
	c.checkFirstToken(r)
	c.checkParts(r)
	if !c.checkRates(r) {
		c.checkLengths(r)
	}
}

// at returns the usable value of a column in a row.
func at(m *Metric, row int) (float64, bool) {
	if m == nil || m.Reason(row) != Usable {
		return math.NaN(), false
	}
	return m.Values[row], true
}

// equalCells reports whether two columns hold the same in a row.
func equalCells(a, b *Metric, row int) bool {
	if a == nil || b == nil || a.read(row) != b.read(row) {
		return false
	}
	return a.read(row) != Usable || math.Float64bits(a.Values[row]) == math.Float64bits(b.Values[row])
}

// checkValues names the cells that are no measured values, or cannot be.
func (c *checker) checkValues(r int) {
	for _, m := range c.metrics {
		if equalCells(m.Metric, m.same, r) {
			continue
		}
		reason := m.Reason(r)
		switch {
		case reason == Missing:
		case m.Name == FailureRate && (reason == Zero || reason == Null): // none failed; not known
		case reason != Usable:
			c.add(FindingValue, r, m.Name, func(f *Finding) {
				f.Reason = reason
				if reason == Zero || reason == Negative {
					f.Value = m.Values[r]
				}
			})
		case m.Values[r] < m.low || m.Values[r] > m.high:
			c.add(FindingRange, r, m.Name, func(f *Finding) {
				f.Value, f.Limit = m.Values[r], m.high
				if f.Value < m.low {
					f.Limit = m.low
				}
			})
		case m.Name == FailureRate && !(m.Values[r] <= c.o.MaxFailureRate):
			c.add(FindingFailureRate, r, m.Name, func(f *Finding) { f.Value, f.Limit = m.Values[r], c.o.MaxFailureRate })
		}
	}
}

// checkOrder checks that the percentiles of a quantity are in order: those of
// times rise. Those of rates fall, or rise if they are statistics of rates; where
// nothing tells which, all have to go one way.
func (c *checker) checkOrder(r int, q *quantity) {
	type pair struct{ from, to int }
	var falls, rises []pair
	last := -1
	for s := statMedian; s < len(q.stats); s++ {
		m := q.stats[s]
		v, ok := at(m, r)
		if !ok || s == statP50 && q.stats[statMedian] != nil && last >= 0 ||
			q.name == "full_response_intvty" && equalCells(m, c.quantity("intvty").stats[s], r) {
			continue
		}
		if last >= 0 {
			before := q.stats[last].Values[r]
			switch {
			case v < before*(1-1e-9):
				falls = append(falls, pair{last, s})
			case v > before*(1+1e-9):
				rises = append(rises, pair{last, s})
			}
		}
		last = s
	}
	wrong := falls
	if q.rate {
		wrong = nil
		if len(falls) > 0 && len(rises) > 0 {
			// Against the direction that the convention tells, else against the more
			// frequent one.
			wrong = rises
			if len(falls) < len(rises) {
				wrong = falls
			}
		}
		switch c.direction(r, q) {
		case 1:
			wrong = falls
		case -1:
			wrong = rises
		}
	}
	for _, p := range wrong {
		from, to := q.stats[p.from], q.stats[p.to]
		if q.rate && c.explained(r, q, p.from, p.to) {
			continue
		}
		c.add(FindingPercentileOrder, r, to.Name, func(f *Finding) {
			f.Value, f.With = to.Values[r], []Against{{from.Name, from.Values[r]}}
		})
	}
}

// direction tells how the percentiles of a row's rates have to go: -1 where they
// are reciprocals of times, 1 where they are statistics of rates, 0 if unknown.
func (c *checker) direction(r int, q *quantity) int {
	if q.name != "intvty" {
		return 0
	}
	slow, fast := false, false
	for s := statMedian; s < len(q.stats); s++ {
		switch c.convention(r, s) {
		case shownSlowTail, shownPerRequest:
			slow = true
		case shownOfRates:
			fast = true
		case shownNone:
		}
	}
	switch {
	case slow && !fast:
		return -1
	case fast && !slow:
		return 1
	}
	return 0
}

// explained reports whether two rates are the reciprocals of times, so that what
// is wrong with their order is said of the times already.
func (c *checker) explained(r int, q *quantity, from, to int) bool {
	return q.name == "intvty" && c.convention(r, from) == shownSlowTail && c.convention(r, to) == shownSlowTail
}

// checkMedian checks that the two names of one statistic have one value.
func (c *checker) checkMedian(r int, q *quantity) {
	median, ok := at(q.stats[statMedian], r)
	p50, ok2 := at(q.stats[statP50], r)
	if ok && ok2 && !(math.Abs(median/p50-1) <= roundingShare) {
		c.add(FindingMedian, r, q.stats[statMedian].Name, func(f *Finding) {
			f.Value, f.With = median, []Against{{q.stats[statP50].Name, p50}}
		})
	}
}

// checkFirstToken checks that no statistic of the time to the first token is
// above that of the whole time: it is not for any request, thus for none of them.
func (c *checker) checkFirstToken(r int) {
	ttft, e2el := c.quantity("ttft"), c.quantity("e2el")
	for s := range ttft.stats {
		first, ok := at(ttft.stats[s], r)
		whole, ok2 := at(e2el.stats[s], r)
		if !ok || !ok2 || first <= whole*(1+roundingShare) ||
			s == statP50 && equalCells(ttft.stats[s], ttft.stats[statMedian], r) && equalCells(e2el.stats[s], e2el.stats[statMedian], r) {
			continue
		}
		c.add(FindingFirstToken, r, ttft.stats[s].Name, func(f *Finding) {
			f.Value, f.With = first, []Against{{e2el.stats[s].Name, whole}}
		})
	}
}

// checkParts checks that output and input throughput make the total. They do on
// one node; of several, each is counted over the GPUs of its own role.
func (c *checker) checkParts(r int) {
	total, ok := at(c.total[0], r)
	output, ok2 := at(c.total[1], r)
	input, ok3 := at(c.total[2], r)
	if !ok || !ok2 || !ok3 || c.says(r, "is_multinode") || c.says(r, "disagg") || math.Abs((output+input)/total-1) <= sameShare {
		return
	}
	c.add(FindingParts, r, c.total[0].Name, func(f *Finding) {
		f.Value, f.With = total, []Against{{c.total[1].Name, output}, {c.total[2].Name, input}}
	})
}

// says reports whether a setting of a row is true.
func (c *checker) says(r int, label string) bool {
	switch Normalize(label, c.t.Label(label).Text(r)) {
	case "true", "1":
		return true
	}
	return false
}

// A shownConvention is the convention that a row shows for one statistic.
type shownConvention uint8

const (
	shownNone shownConvention = iota
	shownSlowTail
	shownPerRequest
	shownOfRates
)

var shownNames = [...]Convention{shownSlowTail: SlowTail, shownPerRequest: PerRequest, shownOfRates: OfRates}

// isSingleTurn reports whether a row is of fixed sequences, whose interactivity
// is 1/tpot.
func (c *checker) isSingleTurn(r int) bool {
	l := c.t.Label(fieldScenario)
	return l != nil && l.Codes[r] >= 0 && c.single[l.Codes[r]]
}

// convention returns the convention that a row's interactivity shows for one of
// the statistics.
func (c *checker) convention(r, s int) shownConvention {
	rate, ok := at(c.quantity("intvty").stats[s], r)
	if !ok || c.offByUnit(r, s) != nil {
		return shownNone
	}
	if c.isSingleTurn(r) {
		if _, ok := at(c.quantity("tpot").stats[s], r); !ok {
			return shownNone // the time between tokens is another quantity there
		}
	}
	name := knownStatistics[s] + "_intvty"
	cv, known := conventionOf(c.t, rate, r, Companions(Axis{Name: name}), c.t.Label(fieldOSL))
	switch {
	case !known:
		return shownNone
	case cv == SlowTail:
		return shownSlowTail
	case cv == PerRequest:
		return shownPerRequest
	}
	return shownOfRates
}

// offByUnit returns the time per token that a rate disagrees with by the factor
// of a unit, nil if none or if another agrees.
func (c *checker) offByUnit(r, s int) *Metric {
	rate, ok := at(c.quantity("intvty").stats[s], r)
	if !ok {
		return nil
	}
	var off *Metric
	for _, q := range []string{"tpot", "itl", "full_response_itl"} {
		if off != nil && c.isSingleTurn(r) {
			break // tpot tells
		}
		m := c.quantity(q).stats[s]
		if perToken, ok := at(m, r); ok {
			if p := rate * perToken; p < wrongUnit && p > 1./wrongUnit {
				return nil
			}
			if off == nil {
				off = m
			}
		}
	}
	return off
}

// checkRates checks interactivity against the time per token. It reports whether
// it found a wrong unit.
func (c *checker) checkRates(r int) (found bool) {
	rates, times := c.quantity("intvty"), c.quantity("tpot")
	for s, m := range rates.stats {
		rate, ok := at(m, r)
		if !ok || s == statP50 && equalCells(m, rates.stats[statMedian], r) {
			continue
		}
		if off := c.offByUnit(r, s); off != nil {
			found = true
			c.add(FindingUnit, r, m.Name, func(f *Finding) {
				f.Value, f.With, f.Factor = rate, []Against{{off.Name, off.Values[r]}}, apart(rate*off.Values[r])
			})
			continue
		}
		cv := c.convention(r, s)
		if perToken, ok := at(times.stats[s], r); ok && c.isSingleTurn(r) && cv == shownOfRates {
			c.add(FindingReciprocal, r, m.Name, func(f *Finding) {
				f.Value, f.With = rate, []Against{{times.stats[s].Name, perToken}}
			})
			continue
		}
		if c.shown[s] != nil {
			c.shown[s][r] = cv
		}
	}
	return found
}

// apart is how far a ratio is from 1, as a factor of at least 1.
func apart(ratio float64) float64 { return max(ratio, 1/ratio) }

// checkLengths checks the end-to-end latency of a fixed-sequence row against what
// else tells how long a request of its length takes. Only a factor as between
// units counts: lengths are nominal, and queues are not modelled.
func (c *checker) checkLengths(r int) {
	osl, isl := c.number(fieldOSL, r), c.number(fieldISL, r)
	for _, s := range []int{statMean, statMedian} {
		m := c.quantity("e2el").stats[s]
		e2el, ok := at(m, r)
		if !ok || !(osl > 1) {
			continue
		}
		// Decoding: (e2el - ttft) x interactivity = osl.
		if rate, ok := at(c.quantity("intvty").stats[s], r); ok {
			ttft, known := at(c.quantity("ttft").stats[s], r)
			decode := e2el
			if known && ttft < e2el {
				decode -= ttft
			}
			ratio := decode * rate / osl
			if ratio <= 1./wrongUnit || ratio >= wrongUnit && known {
				c.add(FindingUnit, r, m.Name, func(f *Finding) {
					f.Value, f.Factor = e2el, apart(ratio)
					f.With = []Against{{c.quantity("intvty").stats[s].Name, rate}, {fieldOSL, osl}}
				})
				return
			}
		}
		// Little's law: conc = requests per second x e2el.
		tput, ok := at(c.total[0], r)
		conc := c.number(fieldConc, r)
		if !ok || !(conc > 0) || !(isl > 0) {
			continue
		}
		gpus := c.gpus(r)
		least := gpus
		if math.IsNaN(gpus) {
			least = 1
		}
		ratio := tput * least / (isl + osl) * e2el / conc
		if ratio >= wrongUnit || ratio <= 1./wrongUnit && !math.IsNaN(gpus) {
			c.add(FindingUnit, r, m.Name, func(f *Finding) {
				f.Value, f.Factor = e2el, apart(ratio)
				f.With = []Against{{c.total[0].Name, tput}, {fieldConc, conc}}
			})
			return
		}
	}
}

// gpus returns how many GPUs a row's throughput was made by, NaN if unknown.
func (c *checker) gpus(r int) float64 {
	if n := c.number("num_gpus", r); n > 0 {
		return n
	}
	if c.says(r, "disagg") || c.says(r, "is_multinode") {
		return c.number("num_prefill_gpu", r) + c.number("num_decode_gpu", r)
	}
	tp := c.number("prefill_tp", r)
	if math.IsNaN(tp) {
		tp = c.number("tp", r)
	}
	if !(tp > 0) {
		return math.NaN()
	}
	for _, more := range []string{"pp", "pcp"} {
		for _, label := range []string{"prefill_" + more, more} {
			if n := c.number(label, r); n > 0 {
				tp *= n
				break
			}
		}
	}
	return tp
}

package frontier

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// MaxFindings is the number of findings of one code that a result lists. More
// are counted.
const MaxFindings = 100_000

// A ValidateResult tells what is wrong with a table.
type ValidateResult struct {
	Inputs         Inputs
	Rows           int // checked
	Curves         int
	MaxFailureRate float64
	Findings       []Finding           // by code, file and row
	Counts         map[FindingCode]int // of all, listed or not
	Filtered       []Filtered
	Warnings       []string // of the readers
}

// Total is the number of findings.
func (r *ValidateResult) Total() int {
	n := 0
	for _, c := range r.Counts {
		n += c
	}
	return n
}

// Validate looks for what is wrong with each row of a table and with rows
// together: broken schemas, values that nobody measured, percentiles out of
// order, numbers that contradict each other or their unit, repeats, mixed
// definitions of interactivity. The table should have all metrics that its files
// have (KnownMetrics). It judges no frontier. The result does not depend on the
// order of rows. It returns a *DataError where a field that was asked for is not
// there. O(n log n) in the number of rows.
func Validate(o Options, t *Table) (*ValidateResult, error) {
	if err := o.checkFields([]*Table{t}); err != nil {
		return nil, err
	}
	if err := checkMapped([]*Table{t}); err != nil {
		return nil, err
	}
	c := newChecker(o, t)
	c.files()
	c.breaches()
	for r := range t.Rows {
		if c.state[r] == outside {
			continue
		}
		c.rows++
		c.checkRow(r)
	}
	c.units()
	c.checkCurves()
	res := &ValidateResult{
		Inputs: inputsOf(t), Rows: c.rows, Curves: len(c.curves), MaxFailureRate: o.MaxFailureRate,
		Counts: c.counts, Filtered: c.filtered, Warnings: slices.Clone(t.Notes),
	}
	if c.counts[FindingConflict] > 0 {
		if names := unreadColumns([]*Table{t}); len(names) > 0 {
			res.Warnings = append(res.Warnings, unusedText+strings.Join(names, ", "))
		}
	}
	for r := range t.Rows {
		if c.state[r] == unmeasured {
			res.Inputs.Rejected[t.Places[r].Source]++
		}
	}
	for _, code := range findingCodes {
		res.Findings = append(res.Findings, c.found[code]...)
	}
	slices.SortStableFunc(res.Findings, compareFindings)
	return res, nil
}

// inputsOf says where a table came from.
func inputsOf(t *Table) Inputs {
	in := Inputs{Sources: t.Sources, Rejected: make([]int, len(t.Sources)), Skipped: t.Skipped}
	in.From, in.To = dates(t)
	return in
}

// A rowState says how far a row is to be looked at.
type rowState uint8

const (
	measured   rowState = iota
	outside             // of the conditions
	unmeasured          // it failed, or nothing of it is usable
)

// A checker looks for findings in one table.
type checker struct {
	o        Options
	t        *Table
	rd       *rowReader
	state    []rowState // of the rows
	rows     int        // that are checked
	again    []bool     // of sources, whether the same bytes were read before
	curves   map[string]*checkedCurve
	filtered []Filtered
	found    map[FindingCode][]Finding
	counts   map[FindingCode]int

	metrics    []checkedMetric
	quantities []quantity
	total      [3]*Metric           // throughput per GPU: all, output, input
	labels     map[string][]float64 // the words of labels as numbers
	single     []bool               // of the words of the scenario, whether it is of fixed sequences
	shown      [len(knownStatistics)][]shownConvention
}

// A checkedMetric is a column with what is known of it.
type checkedMetric struct {
	*Metric
	low, high float64 // the bounds of what can be measured; infinite where there is none
	same      *Metric // a column that readers fill from the same cell, if this one has none of its own
}

// A quantity has the columns of its statistics, nil where there are none.
type quantity struct {
	name  string
	stats [len(knownStatistics)]*Metric
	rate  bool
}

// The places of some statistics in knownStatistics.
const (
	statMean   = 0
	statMedian = 1
	statP50    = 2
)

func newChecker(o Options, t *Table) *checker {
	c := &checker{
		o: o, t: t, rd: newRowReader(o, []*Table{t}), state: make([]rowState, t.Rows),
		curves: map[string]*checkedCurve{},
		found:  map[FindingCode][]Finding{}, counts: map[FindingCode]int{}, labels: map[string][]float64{},
	}
	c.filter()
	for i := range t.Metrics {
		m := &t.Metrics[i]
		low, high := bounds(m.Name)
		c.metrics = append(c.metrics, checkedMetric{m, low, high, c.filledFrom(m.Name)})
	}
	for _, q := range knownQuantities {
		one := quantity{name: q, rate: strings.HasSuffix(q, "intvty")}
		for i, s := range knownStatistics {
			one.stats[i] = t.Metric(s + "_" + q)
		}
		c.quantities = append(c.quantities, one)
	}
	for i, name := range []string{DefaultY, "output_tput_per_gpu", "input_tput_per_gpu"} {
		c.total[i] = t.Metric(name)
	}
	if l := t.Label(fieldScenario); l != nil {
		for _, word := range l.Words {
			c.single = append(c.single, Normalize(fieldScenario, word) == SingleTurn)
		}
	}
	for i := range c.shown {
		if c.quantity("intvty").stats[i] != nil {
			c.shown[i] = make([]shownConvention, t.Rows)
		}
	}
	return c
}

// filledFrom returns the column that holds the same where the file gives the
// quantity once: median and p50, and the two names of AgentX interactivity.
func (c *checker) filledFrom(name string) *Metric {
	stat, q, _ := strings.Cut(name, "_")
	switch {
	case stat == "p50":
		return c.t.Metric("median_" + q)
	case q == "full_response_intvty":
		return c.t.Metric(stat + "_intvty")
	}
	return nil
}

func (c *checker) quantity(name string) *quantity {
	for i := range c.quantities {
		if c.quantities[i].name == name {
			return &c.quantities[i]
		}
	}
	return nil
}

// filter marks the rows that the conditions drop.
func (c *checker) filter() {
	dropped := make([]Filtered, len(c.o.Where))
	for r := range c.t.Rows {
		if i := slices.IndexFunc(c.o.Where, func(w Condition) bool { return !w.holds(c.t, r, c.o.Aliases) }); i >= 0 {
			c.state[r] = outside
			dropped[i].Rows++
			dropped[i].Names = append(dropped[i].Names, c.rd.plainName(0, r))
		}
	}
	for i, d := range dropped {
		d.Condition = c.o.Where[i].Text
		slices.Sort(d.Names)
		c.filtered = append(c.filtered, d)
	}
}

// finding returns a finding about a row.
func (c *checker) finding(code FindingCode, row int, field string) Finding {
	f := Finding{Code: code, Field: field, Value: math.NaN(), Limit: math.NaN(), Factor: math.NaN()}
	if row < 0 {
		return f
	}
	p := c.t.Places[row]
	f.Path, f.Line, f.Row, f.At = c.t.Sources[p.Source].Path, int(p.Line), int(p.Row), c.t.Place(row)
	return f
}

// add counts a finding about a row and lists it.
func (c *checker) add(code FindingCode, row int, field string, fill func(*Finding)) {
	c.counts[code]++
	if len(c.found[code]) >= MaxFindings {
		return
	}
	f := c.finding(code, row, field)
	if row >= 0 {
		f.ID, f.Key = c.rd.plainName(0, row), c.rd.key(c.rd.series(0, row))
	}
	if fill != nil {
		fill(&f)
	}
	c.found[code] = append(c.found[code], f)
}

// files finds files of the same bytes. The rows of the later ones are no repeats
// beside.
func (c *checker) files() {
	c.again = make([]bool, len(c.t.Sources))
	first := map[string]int{}
	for i, s := range c.t.Sources {
		if s.SHA256 == "" || s.Rows == 0 {
			continue
		}
		of, twice := first[s.SHA256]
		if !twice {
			first[s.SHA256] = i
			continue
		}
		c.again[i] = true
		path, other := s.Path, c.t.Sources[of].Path
		if path < other {
			path, other = other, path
		}
		c.add(FindingFile, -1, "", func(f *Finding) { f.Path, f.At, f.Other = path, path, other })
	}
}

// breaches lists what the readers found against the schemas, and settings of
// other tables that no schema allows.
func (c *checker) breaches() {
	type at struct {
		row   int
		field string
	}
	known := map[at]bool{}
	for _, b := range c.t.Breaches {
		if c.state[b.Row] == outside {
			continue
		}
		known[at{b.Row, FieldName(b.Field)}] = true
		c.add(FindingSchema, b.Row, b.Field, func(f *Finding) { f.Text, f.Want = b.Value, b.Want })
	}
	for i := range c.t.Labels {
		l := &c.t.Labels[i]
		want, ok := wantOf(l.Name)
		if !ok {
			continue
		}
		wrong := make([]bool, len(l.Words))
		any := false
		for w, word := range l.Words {
			wrong[w] = !meets(want, strings.TrimSpace(word))
			any = any || wrong[w]
		}
		if !any {
			continue
		}
		given := strings.TrimPrefix(strings.TrimPrefix(l.Name, "prefill_"), "decode_")
		for r, code := range l.Codes {
			if code < 0 || !wrong[code] || c.state[r] == outside || known[at{r, l.Name}] || known[at{r, given}] {
				continue
			}
			c.add(FindingSchema, r, l.Name, func(f *Finding) { f.Text, f.Want = l.Words[code], want })
		}
	}
}

// wantOf returns what the values of a label have to be in any table.
func wantOf(label string) (Want, bool) {
	switch label {
	case fieldConc, fieldISL, fieldOSL:
		return WantCount, true
	case "result_schema_version":
		return WantVersion1, true
	case "disagg", "is_multinode":
		return WantBoolean, true
	case fieldFingerprint:
		return WantFingerprint, true
	}
	set := strings.TrimPrefix(strings.TrimPrefix(label, "prefill_"), "decode_")
	switch set {
	case "dp_attention":
		return WantBoolean, true
	case "tp", "ep", "workers":
		return WantCountOrZero, true // 0: no GPUs of their own for decoding
	case "pp", "dcp", "pcp":
		return WantCount, true
	}
	return 0, false
}

// meets reports whether a text is what is wanted.
func meets(want Want, text string) bool {
	switch want {
	case WantCount, WantCountOrZero:
		f, err := strconv.ParseFloat(text, 64) // pandas writes 8.0 where a column has gaps
		return err == nil && f == math.Trunc(f) && f-f == 0 && (f > 0 || f == 0 && want == WantCountOrZero)
	case WantVersion1:
		f, err := strconv.ParseFloat(text, 64)
		return err == nil && f == 1
	case WantBoolean, WantBooleanText:
		switch strings.ToLower(text) {
		case "true", "false", "1", "0":
			return true
		}
		return false
	case WantFingerprint:
		return len(text) == 64 && strings.Trim(text, "0123456789abcdef") == ""
	case WantText, WantNumber, WantOutcome, WantDate, WantBothHardware:
	}
	return true
}

// units names the axes that were asked for and of which nothing tells the unit,
// and the columns of which the heading tells a wrong one.
func (c *checker) units() {
	for _, h := range c.t.WrongHeadings {
		c.add(FindingUnit, -1, h.Column, func(f *Finding) { f.Path, f.At, f.Text = h.Path, h.Path, h.Unit })
	}
	for _, a := range append([]Axis{c.o.Y}, c.o.X...) {
		if m := c.t.Metric(a.Name); a.Unit == "" && m != nil && m.Unit == "" && len(c.t.Sources) > 0 {
			path := c.t.Sources[0].Path
			for _, s := range c.t.Sources[1:] {
				path = min(path, s.Path)
			}
			c.add(FindingUnitUnknown, -1, a.Name, func(f *Finding) { f.Path, f.At = path, path })
		}
	}
}

// number returns the value of a label as a number, NaN if it is none.
func (c *checker) number(label string, row int) float64 {
	l := c.t.Label(label)
	if l == nil || l.Codes[row] < 0 {
		return math.NaN()
	}
	words, known := c.labels[label]
	if !known {
		words = make([]float64, len(l.Words))
		for i, w := range l.Words {
			var err error
			if words[i], err = strconv.ParseFloat(strings.TrimSpace(w), 64); err != nil {
				words[i] = math.NaN()
			}
		}
		c.labels[label] = words
	}
	return words[l.Codes[row]]
}

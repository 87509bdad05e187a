package frontier

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"paretocov/pareto"
)

// Options say how rows become curves of points.
type Options struct {
	// X are the axes asked for; none means the default views of each curve.
	X []Axis
	// Y is the other axis.
	Y Axis
	// E2ELOnly leaves the interactivity views out of the default ones, where
	// E2E latency views exist.
	E2ELOnly bool
	// GroupBy are the fields of the curve key; nil means the default key,
	// empty one curve of all.
	GroupBy []string
	// Match are the fields that identify a point within its curve; nil means
	// the default identity.
	Match []string
	// Where are the conditions that rows must meet.
	Where []Condition
	// Aliases are values to read as others.
	Aliases []Alias
	// Repeats says what to do with unequal rows of one identity.
	Repeats RepeatRule
	// Joint says that the frontier on all views together will be asked for.
	Joint bool
	// Labels name the tables in messages.
	Labels []string
	// MaxFailureRate is the largest share of failed requests that a measured point
	// may have: rows above are usable on no view. Rows that do not tell theirs pass
	// and are counted; from 1 on there is no limit.
	MaxFailureRate float64
	// Thinned is what Thin selected of the only table, nil for all rows.
	Thinned *Thinned
}

// A Field is a named value.
type Field struct{ Name, Value string }

// A Curve holds the measured points of one curve key, of one table or two.
type Curve struct {
	Key    string
	Series []Field
	Views  []Axis // the x axes that it is judged on
	Sides  [2]CurveSide
}

// A CurveSide holds what one table has of a curve.
type CurveSide struct {
	// Points are the measured points, by name.
	Points []Point
	// Dead are the rows with no usable value on any view: no measured points.
	Dead []DeadRow
	// others counts the points that thinning left out.
	others others
}

// A Point is a measured point: a row, or several equal ones.
type Point struct {
	Row      int
	Identity string
	Name     string // tells it from all other points of its curve
	Merged   int    // equal rows beside Row

	fields      []Field // the identity's parts, normalised, by name
	fingerprint string
	byValue     bool                     // nothing but its values identifies it
	samples     map[string]pareto.Sample // of several runs, by metric; nil for one row
}

// A DeadRow is a row with no usable value on any view, or one that too many
// requests failed of.
type DeadRow struct {
	Name   string
	Field  string // the first metric that failed it
	Reason Reason
	// FailureRate is the share of its requests that failed where Reason is
	// TooManyFailed, else 0.
	FailureRate float64
	Place       string

	row      int
	source   int32
	identity string
}

// A Repeat tells of several rows of one identity in one table.
type Repeat struct {
	Key, Name string
	Side      int
	Kept      string   // place of the row that counts
	Dropped   []string // places of older rows; empty if the rows were equal
	Merged    int      // equal rows beside the kept one
	Runs      int      // pooled rows, 0 if the newest one counts
}

// A Filtered tells what a condition dropped from one table.
type Filtered struct {
	Condition string
	Side      int
	Rows      int
	Names     []string // of the dropped rows, sorted; none after thinning
}

// An Arrangement is one table, or two, sorted into curves.
type Arrangement struct {
	Tables   []*Table
	Curves   []*Curve // by key
	Repeats  []Repeat
	Filtered []Filtered
	Y        Axis

	asked    []Axis // x axes asked for by name
	failures [2]Failures
	streamed int      // rows of the stream that this was made of, 0 if of tables
	labels   []string // of the tables
	notes    []string
}

// warnings returns what the readers and the arrangement remarked.
func (a *Arrangement) warnings() []string {
	all := slices.Clone(a.notes)
	for side, t := range a.Tables {
		for _, n := range t.Notes {
			if len(a.Tables) > 1 {
				n = [...]string{"base: ", "head: "}[side] + n
			}
			all = append(all, n)
		}
	}
	slices.Sort(all)
	return all
}

// sideName names a side in messages.
func (a *Arrangement) sideName(side int) string {
	if side < len(a.labels) && a.labels[side] != "" {
		return a.labels[side]
	}
	return [...]string{"base", "head"}[side]
}

// A DataError is input that cannot be judged. Its text says where and why, and
// what to do.
type DataError struct {
	Text string
	// Conflicts are the repeats that nothing orders, if they are what is wrong:
	// those of the first 10,000 points, of Total. Text is that of the first.
	Conflicts []Conflict
	Total     int
}

func (e *DataError) Error() string { return e.Text }

func dataErrorf(format string, args ...any) error {
	return &DataError{Text: fmt.Sprintf(format, args...)}
}

// Arrange sorts the rows of one table, or of base and head, into curves. Rows
// that the conditions drop are counted; repeats of one identity are resolved;
// points get names that tell them apart. The result does not depend on the
// order of rows. It returns a *DataError where the input is ambiguous.
// O(n log n) in the number of rows.
func Arrange(o Options, tables ...*Table) (*Arrangement, error) {
	a := &Arrangement{Tables: tables, Y: o.Y, asked: o.X, labels: o.Labels}
	if o.Thinned != nil && o.Thinned.streamed > 0 {
		a.streamed = o.Thinned.streamed
		a.notes = append(a.notes, "read in parts: points on no frontier are counted and not listed, and repeats of a point are looked for among the others only")
	}
	if err := o.checkFields(tables); err != nil {
		return nil, err
	}
	if err := checkMapped(tables); err != nil {
		return nil, err
	}
	if err := a.stateUnits(&o); err != nil {
		return nil, err
	}
	rd := newRowReader(o, tables)
	curves := map[string]*Curve{}
	rows := map[*Curve]*[2][]Point{}
	for side, t := range tables {
		a.failures[side].Limit = o.MaxFailureRate
		failures := newFailureCheck(o, t)
		dropped := make([]Filtered, len(o.Where))
		find := a.curveOf(o, rd, side, curves)
		for r := range o.rows(t) {
			if i := slices.IndexFunc(o.Where, func(c Condition) bool { return !c.holds(t, r, o.Aliases) }); i >= 0 {
				dropped[i].Rows++
				dropped[i].Names = append(dropped[i].Names, rd.plainName(side, r))
				continue
			}
			failures.count(r, &a.failures[side])
			c := find(r)
			if rows[c] == nil {
				rows[c] = &[2][]Point{}
			}
			rows[c][side] = append(rows[c][side], rd.point(side, r, c.Series))
		}
		for i, d := range dropped {
			d.Condition, d.Side = o.Where[i].Text, side
			if o.Thinned != nil {
				d.Rows = o.Thinned.dropped[i]
			}
			slices.Sort(d.Names)
			a.Filtered = append(a.Filtered, d)
		}
	}
	if o.Thinned != nil {
		a.failures[0] = o.Thinned.failures
	}
	tellCurvesApart(a.Curves)
	slices.SortFunc(a.Curves, func(x, y *Curve) int { return strings.Compare(x.Key, y.Key) })
	var resolvers []resolver
	for _, t := range tables {
		resolvers = append(resolvers, resolver{table: t, stamps: newStampReader(t)})
	}
	var conflicts conflicts
	for _, c := range a.Curves {
		c.Views = o.views(tables, rows[c])
		for side := range tables {
			conflicts.add(a.settle(c, side, resolvers[side], rows[c][side], o))
		}
		nameCurve(c)
	}
	if err := conflicts.err(tables); err != nil {
		return nil, err
	}
	a.noteOrder()
	a.nameRepeats()
	if err := a.checkConventions(); err != nil {
		return nil, err
	}
	a.noteMismatches()
	return a, nil
}

// curveOf returns the function that finds the curve of a row of a table, or adds
// it to those that are known by their identity. A curve keeps the series of the
// first row that is found, of which other rows differ in spelling only.
func (a *Arrangement) curveOf(o Options, rd *rowReader, side int, curves map[string]*Curve) func(row int) *Curve {
	find := func(row int) *Curve {
		series := rd.series(side, row)
		at := identity(nil, series)
		c := curves[at]
		if c == nil {
			c = &Curve{Key: rd.key(series), Series: series}
			curves[at] = c
			a.Curves = append(a.Curves, c)
			if o.Thinned != nil {
				c.Sides[side].others = o.Thinned.others[rd.curveAt(side, row)]
			}
		}
		return c
	}
	t := a.Tables[side]
	if o.Thinned != nil {
		return find
	}
	class := make([]int32, t.Rows)
	n, ok := o.classes(t, class, t.Rows/2)
	if !ok {
		return find
	}
	known := make([]*Curve, n)
	return func(row int) *Curve {
		c := &known[class[row]]
		if *c == nil {
			*c = find(row)
		}
		return *c
	}
}

// rows are the rows of a table to arrange.
func (o Options) rows(t *Table) iter.Seq[int] {
	if o.Thinned != nil {
		return slices.Values(o.Thinned.rows)
	}
	return func(yield func(int) bool) {
		for r := range t.Rows {
			if !yield(r) {
				return
			}
		}
	}
}

// tellCurvesApart spells out the keys of different curves whose keys read the
// same, as hardware a_b with framework c and hardware a with framework b_c do.
func tellCurvesApart(curves []*Curve) {
	n := map[string]int{}
	for _, c := range curves {
		n[c.Key]++
	}
	for _, c := range curves {
		if n[c.Key] > 1 {
			var parts []string
			for _, f := range c.Series {
				parts = append(parts, f.Name+"="+f.Value)
			}
			c.Key = strings.Join(parts, " / ")
		}
	}
}

// settle fills one side of a curve from its rows.
func (a *Arrangement) settle(c *Curve, side int, rs resolver, rows []Point, o Options) error {
	t := rs.table
	s := &c.Sides[side]
	live := make([]Point, 0, len(rows))
	y, views := t.Metric(a.Y.Name), make([]*Metric, len(c.Views))
	for i, x := range c.Views {
		views[i] = t.Metric(x.Name)
	}
	usable := func(m *Metric, row int) bool { return m != nil && m.Reason(row) == Usable }
	failures := newFailureCheck(o, t)
	for _, p := range rows {
		rate, reason, rejected := failures.rejects(p.Row)
		field := FailureRate
		if !rejected {
			if usable(y, p.Row) && slices.ContainsFunc(views, func(x *Metric) bool { return usable(x, p.Row) }) {
				live = append(live, p)
				continue
			}
			field, reason = a.deadOn(t, c.Views, p.Row)
		}
		s.Dead = append(s.Dead, DeadRow{
			Name: p.plainName(), Field: field, Reason: reason, FailureRate: rate, Place: t.Place(p.Row),
			row: p.Row, source: t.Places[p.Row].Source, identity: p.Identity,
		})
	}
	slices.SortFunc(s.Dead, func(x, y DeadRow) int {
		return cmp.Or(strings.Compare(x.Name, y.Name), strings.Compare(x.Place, y.Place))
	})
	var err error
	var repeats []Repeat
	s.Points, repeats, err = rs.on(axisNames(c.Views, a.Y)).resolve(side, c.Key, live, o.Repeats)
	a.Repeats = append(a.Repeats, repeats...)
	return err
}

func axisNames(xs []Axis, y Axis) []string {
	names := []string{y.Name}
	for _, x := range xs {
		names = append(names, x.Name)
	}
	return names
}

// deadOn returns the first metric that is to blame for a row without a usable
// value on any view.
func (a *Arrangement) deadOn(t *Table, views []Axis, row int) (field string, reason Reason) {
	if y := reasonOf(t, a.Y.Name, row); y != Usable {
		return a.Y.Name, y
	}
	if len(views) > 0 {
		return views[0].Name, reasonOf(t, views[0].Name, row)
	}
	for _, n := range defaultXs { // no row of the curve has a default x axis
		if r := reasonOf(t, n, row); field == "" || reason == Missing && r != Missing {
			field, reason = n, r
		}
	}
	return field, reason
}

func reasonOf(t *Table, metric string, row int) Reason {
	if m := t.Metric(metric); m != nil {
		return m.Reason(row)
	}
	return Missing
}

// views returns the x axes of a curve: those asked for, else the default ones
// of its scenario, else the default ones that its rows have.
func (o Options) views(tables []*Table, rows *[2][]Point) []Axis {
	if len(o.X) > 0 {
		return o.X
	}
	// Of all rows: a curve whose rows lack a view that others have lacks it, too.
	has := func(x string) bool { return slices.ContainsFunc(tables, func(t *Table) bool { return t.hasUsable(x) }) }
	scenarios := map[string]bool{}
	for side, t := range tables {
		l := t.Label(fieldScenario)
		for _, p := range rows[side] {
			scenarios[Normalize(fieldScenario, l.Text(p.Row))] = true
		}
	}
	var names []string
	switch {
	case scenarios[AgenticTraces] && !scenarios[SingleTurn]:
		names = []string{"p90_e2el", "p75_e2el", "mean_intvty"}
	case scenarios[SingleTurn] && !scenarios[AgenticTraces]:
		names = []string{"median_e2el", "median_intvty"}
	default:
		for _, x := range defaultXs {
			if has(x) {
				names = append(names, x)
			}
		}
	}
	var all, e2el []Axis
	for _, n := range names {
		if n == o.Y.Name {
			continue // an axis against itself shows nothing
		}
		x, _ := knownAxis(n)
		all = append(all, x)
		if x.isE2EL() {
			e2el = append(e2el, x)
		}
	}
	if o.E2ELOnly && len(e2el) > 0 {
		return e2el
	}
	return all
}

// checkMapped refuses a renaming, or a unit, of a column that no table has.
func checkMapped(tables []*Table) error {
	for _, column := range tables[0].Unmapped {
		if !slices.ContainsFunc(tables, func(t *Table) bool { return !slices.Contains(t.Unmapped, column) }) {
			return dataErrorf("--map %s: no table has that column; renaming applies to CSV and JSON tables of no known shape", column)
		}
	}
	for _, column := range tables[0].Unstated {
		if !slices.ContainsFunc(tables, func(t *Table) bool { return !slices.Contains(t.Unstated, column) }) {
			return dataErrorf("--unit %s: no table has that column; units are stated of columns of tables of no known shape, by their names in the file", column)
		}
	}
	return nil
}

// checkFields refuses fields that no table has.
func (o Options) checkFields(tables []*Table) error {
	check := func(flag, field string) error {
		var have []string
		for _, t := range tables {
			if t.Label(field) != nil || flag == "--where" && t.Metric(field) != nil {
				return nil
			}
			if t.Metric(field) != nil {
				return dataErrorf("%s %s: that column is read as a metric; it cannot identify points or curves", flag, field)
			}
			for _, l := range t.Labels {
				have = append(have, l.Name)
			}
			if flag == "--where" {
				have = append(have, t.Unread...)
				for i := range t.Metrics {
					have = append(have, t.Metrics[i].Name)
				}
			}
		}
		if slices.Contains(roleSettings[:], field) && slices.Contains(have, "prefill_"+field) ||
			field == fieldModel && slices.Contains(have, fieldModelPrefix) {
			return nil
		}
		slices.Sort(have)
		return dataErrorf("%s %s: no input has that column; there are: %s", flag, field, strings.Join(slices.Compact(have), ", "))
	}
	for _, c := range o.Where {
		if err := check("--where", c.Field); err != nil {
			return err
		}
	}
	for _, al := range o.Aliases {
		if err := check("--alias", al.Field); err != nil {
			return err
		}
	}
	for _, f := range o.GroupBy {
		if err := check("--group-by", f); err != nil {
			return err
		}
	}
	for _, f := range o.Match {
		if err := check("--match", f); err != nil {
			return err
		}
	}
	return nil
}

// Place returns where a row stands, as FILE:LINE, with the number of the row
// where one line may hold several or there are no lines.
func (t *Table) Place(row int) string {
	p := t.Places[row]
	s := &t.Sources[p.Source]
	switch {
	case p.Line == 0:
		return fmt.Sprintf("%s (row %d)", s.Path, p.Row)
	case !s.SharedLines:
		return fmt.Sprintf("%s:%d", s.Path, p.Line)
	}
	return fmt.Sprintf("%s:%d (row %d)", s.Path, p.Line, p.Row)
}

package frontier

import (
	"maps"
	"slices"
	"strings"

	"paretocov/pareto"
)

// A FrontStream computes fronts of rows that come in tables one after the other
// and need not fit into memory together. It keeps the rows that may be on a
// frontier, and counts the others.
//
// What it cannot do in memory for the frontiers alone: it finds repeats of an
// identity only among the rows that it keeps, and names tell only these apart.
// Memory is that of the largest table and some multiple of the frontiers; time
// is that of pareto.Collector for each view.
type FrontStream struct {
	o       Options
	rule    pareto.Rule
	rows    int // so far
	dropped []int
	fails   Failures
	curves  map[string]*streamCurve
	kept    *gathered
	ids     []int // of kept: numbers of rows in the stream
	limit   int   // of kept rows, from which on those that fell off are removed
	dead    []int // numbers of the first rows without a usable value, which are kept
}

// maxUnusable is how many rows without a usable value a stream keeps to name.
const maxUnusable = 100

// A streamCurve is what a stream knows of a curve.
type streamCurve struct {
	rows  int
	live  int // rows with a usable value on some view
	views map[string]*streamView
}

type streamView struct {
	front             *pareto.Collector
	measured, invalid int
	wrong             bool // some value is there and of no use
}

// NewFrontStream returns a stream without rows. The options are those of
// Arrange, without --match, --repeats samples and the joint frontier.
func NewFrontStream(o Options, rule pareto.Rule) *FrontStream {
	return &FrontStream{o: o, rule: rule, dropped: make([]int, len(o.Where)), fails: Failures{Limit: o.MaxFailureRate}, curves: map[string]*streamCurve{}, kept: newGathered(), limit: 1 << 12}
}

// Rows is the number of rows so far.
func (s *FrontStream) Rows() int { return s.rows }

// Add takes in the rows of a table, of which it keeps no memory.
func (s *FrontStream) Add(t *Table) {
	tr := &thinner{o: s.o, t: t, rd: newRowReader(s.o, []*Table{t}), keep: make([]bool, t.Rows), failed: newFailureCheck(s.o, t)}
	tr.th = &Thinned{dropped: s.dropped}
	tr.where()
	tr.countFailures(&s.fails)
	tr.sort(t.Rows)
	clear(tr.keep) // sort keeps one row of each combination of texts
	for _, c := range tr.curves {
		s.curve(tr, c)
	}
	var rows []int
	for r, k := range tr.keep {
		if k {
			rows = append(rows, r)
			s.ids = append(s.ids, s.rows+r)
		}
	}
	s.kept.add(t, rows)
	s.rows += t.Rows
	if s.kept.rows > s.limit {
		s.compact()
		s.limit = 2*s.kept.rows + 1<<12
	}
}

// curve takes in the rows of a curve of a table.
func (s *FrontStream) curve(tr *thinner, tc *thinCurve) {
	c := s.curves[tc.at]
	if c == nil {
		c = &streamCurve{views: map[string]*streamView{}}
		s.curves[tc.at] = c
	}
	for _, x := range tr.viewsOf(tc) {
		if c.views[x.Name] == nil { // the rows before it have no value there
			c.views[x.Name] = &streamView{front: pareto.NewCollector(x.Better, s.o.Y.Better, s.rule), invalid: c.rows}
		}
	}
	live := make(map[int]bool, 0)
	y := tr.t.Metric(s.o.Y.Name)
	all := 0 // views on which every row is usable
	for name, v := range c.views {
		x := tr.t.Metric(name)
		if x == nil || y == nil {
			v.invalid += len(tc.rows)
			continue
		}
		usable := tr.usable(tc.rows, x, y, nil)
		v.measured, v.invalid = v.measured+len(usable), v.invalid+len(tc.rows)-len(usable)
		xs, ys, ids := make([]float64, len(usable)), make([]float64, len(usable)), make([]int, len(usable))
		for i, r := range usable {
			xs[i], ys[i], ids[i] = x.Values[r], y.Values[r], s.rows+r
		}
		for _, id := range v.front.AddRows(xs, ys, ids) {
			tr.keep[id-s.rows] = true
		}
		if len(usable) == len(tc.rows) {
			all++
			continue
		}
		for _, r := range usable {
			live[r] = true
		}
		v.wrong = v.wrong || slices.ContainsFunc(tc.rows, func(r int) bool {
			why := x.Reason(r)
			_, _, rejected := tr.failed.rejects(r)
			return why != Missing && why != Null && (why != Usable || y.Reason(r) != Usable || rejected)
		})
	}
	c.rows += len(tc.rows)
	if all > 0 {
		c.live += len(tc.rows)
		return
	}
	c.live += len(live)
	for _, r := range tc.rows {
		if !live[r] && len(s.dead) < maxUnusable {
			s.dead = append(s.dead, s.rows+r)
			tr.keep[r] = true
		}
	}
}

// compact removes the rows that are no longer on a frontier.
func (s *FrontStream) compact() {
	on := slices.Clone(s.dead)
	for _, c := range s.curves {
		for _, v := range c.views {
			on = append(on, v.front.Rows()...)
		}
	}
	slices.Sort(on)
	t := s.kept.table()
	var rows, ids []int
	for r, id := range s.ids {
		if _, is := slices.BinarySearch(on, id); is {
			rows, ids = append(rows, r), append(ids, id)
		}
	}
	s.kept = newGathered()
	s.kept.add(t, rows)
	s.ids = ids
}

// Arrange arranges the rows of the stream, whose sources and notes are those of
// about, so that Front gives its fronts.
func (s *FrontStream) Arrange(about Table) (*Arrangement, error) {
	s.compact()
	t := s.kept.table()
	t.Sources, t.Skipped, t.Unread, t.Unmapped, t.Notes = about.Sources, about.Skipped, about.Unread, about.Unmapped, about.Notes
	t.Unstated = about.Unstated
	o := s.o
	o.Thinned = &Thinned{others: map[string]others{}, dropped: s.dropped, failures: s.fails, streamed: s.rows}
	rd := newRowReader(o, []*Table{t})
	kept := map[string][]int{}
	for r := range t.Rows {
		o.Thinned.rows = append(o.Thinned.rows, r)
		at := rd.curveAt(0, r)
		kept[at] = append(kept[at], r)
	}
	y, failed := t.Metric(o.Y.Name), newFailureCheck(o, t)
	for at, c := range s.curves {
		others := others{points: c.live, views: map[string]viewOthers{}}
		on := map[int]bool{}
		for name, v := range c.views {
			x, usable := t.Metric(name), 0
			for _, r := range kept[at] {
				if _, _, rejected := failed.rejects(r); !rejected && x != nil && y != nil && x.Reason(r) == Usable && y.Reason(r) == Usable {
					usable++
					on[r] = true
				}
			}
			others.views[name] = viewOthers{measured: v.measured - usable, invalid: v.invalid - (len(kept[at]) - usable), wrong: v.wrong}
		}
		others.points -= len(on)
		o.Thinned.others[at] = others
	}
	return Arrange(o, t)
}

// A gathered is rows of several tables, copied.
type gathered struct {
	rows    int
	metrics map[string]*Metric
	labels  map[string]*gatheredLabel
	places  []Place
}

type gatheredLabel struct {
	Label
	codes map[string]int32
}

func newGathered() *gathered {
	return &gathered{metrics: map[string]*Metric{}, labels: map[string]*gatheredLabel{}}
}

// add copies rows of a table.
func (g *gathered) add(t *Table, rows []int) {
	for i := range t.Metrics {
		from := &t.Metrics[i]
		m := g.metrics[from.Name]
		if m == nil {
			m = &Metric{Name: from.Name, Unit: from.Unit}
			g.metrics[from.Name] = m
		}
		m.fill(g.rows)
		for _, r := range rows {
			m.Values, m.Reasons = append(m.Values, from.Values[r]), append(m.Reasons, from.read(r))
		}
	}
	for i := range t.Labels {
		from := &t.Labels[i]
		l := g.labels[from.Name]
		if l == nil {
			l = &gatheredLabel{Label{Name: from.Name}, map[string]int32{}}
			g.labels[from.Name] = l
		}
		l.fill(g.rows)
		for _, r := range rows {
			if from.Codes[r] < 0 {
				l.Codes = append(l.Codes, -1)
				continue
			}
			l.Codes = append(l.Codes, l.code(from.Words[from.Codes[r]]))
		}
	}
	for _, r := range rows {
		g.places = append(g.places, t.Places[r])
	}
	g.rows += len(rows)
}

// fill brings a column that turned up late, or is not in the last tables, up to
// n rows.
func (m *Metric) fill(n int) {
	for len(m.Values) < n {
		m.Values, m.Reasons = append(m.Values, 0), append(m.Reasons, Missing)
	}
}

func (l *gatheredLabel) fill(n int) {
	for len(l.Codes) < n {
		l.Codes = append(l.Codes, -1)
	}
}

// code returns the code of a word, of which a copy is kept: it may be a part of
// all texts of its table.
func (l *gatheredLabel) code(word string) int32 {
	c, known := l.codes[word]
	if !known {
		word = strings.Clone(word)
		c = int32(len(l.Words))
		l.codes[word] = c
		l.Words = append(l.Words, word)
	}
	return c
}

// table returns the rows as a table, which must not be used once more are added.
func (g *gathered) table() *Table {
	t := &Table{Rows: g.rows, Places: g.places}
	for _, name := range slices.Sorted(maps.Keys(g.metrics)) {
		m := g.metrics[name]
		m.fill(g.rows)
		t.Metrics = append(t.Metrics, *m)
	}
	for _, name := range slices.Sorted(maps.Keys(g.labels)) {
		l := g.labels[name]
		l.fill(g.rows)
		t.Labels = append(t.Labels, l.Label)
	}
	return t
}

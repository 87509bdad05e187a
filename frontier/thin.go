package frontier

import (
	"cmp"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"paretocov/pareto"
)

// A Thinned names the rows of a large table that the text of a front depends
// on, and counts the others, which are dominated on every view of their curve
// and need no name. With it in Options.Thinned, Arrange and Front treat those
// rows alone, and their counts are those of the whole table.
type Thinned struct {
	rows     []int
	others   map[string]others // by curve
	dropped  []int             // per condition, the rows that do not meet it
	failures Failures          // of the whole table
	streamed int               // rows of a stream, 0 for those of a table
}

// others counts the points of a curve that are not among the rows.
type others struct {
	points int
	views  map[string]viewOthers // by x axis
}

// A viewOthers counts what of these a view has and what it lacks.
type viewOthers struct {
	measured, invalid int
	wrong             bool // some value is there and of no use
}

// listed is how many dominated points of a view keep their names beside others.
const listed = BestDominated

// BestDominated is how many of the dominated points of a view a text names. Of
// more it names the best: by y, then by x.
const BestDominated = 12

// Thin selects the rows of a table, of Arrange's options, that the text of a
// front under the rule depends on: those on a frontier of any view, the best of
// the dominated ones, rows without a usable value, rows that may repeat an
// identity, rows that share a name with one of these, and one for whatever else
// a curve shows. ok is false where thinning does not pay: in small tables, in
// tables of many curves, or where most rows would stay; the options --match and
// --repeats samples are not thinned.
//
// It goes over columns, on all cores, and makes no text per row: O(n) for usual
// data.
func Thin(o Options, t *Table, rule pareto.Rule) (th *Thinned, ok bool) {
	const few = 20_000
	if t.Rows < few {
		return nil, false
	}
	th, ok = thin(o, t, rule, t.Rows/8)
	return th, ok && len(th.rows) < t.Rows/2
}

// thin is Thin for any table. Up to most combinations of texts that make curves
// are looked at.
func thin(o Options, t *Table, rule pareto.Rule, most int) (*Thinned, bool) {
	if o.Match != nil || o.Repeats == PoolSamples || o.checkFields([]*Table{t}) != nil {
		return nil, false
	}
	tr := &thinner{o: o, t: t, rd: newRowReader(o, []*Table{t}), keep: make([]bool, t.Rows), failed: newFailureCheck(o, t)}
	tr.th = &Thinned{others: map[string]others{}, dropped: make([]int, len(o.Where)), failures: Failures{Limit: o.MaxFailureRate}}
	tr.where()
	tr.countFailures(&tr.th.failures)
	if !tr.sort(most) {
		return nil, false
	}
	// Of repeats only some count, so they decide nothing about other rows.
	tr.repeats()
	for _, c := range tr.curves {
		tr.curve(c, rule)
	}
	tr.namesakes()
	for r, k := range tr.keep {
		if k {
			tr.th.rows = append(tr.th.rows, r)
		} else if c := tr.of[r]; c >= 0 {
			tr.curves[c].others++
		}
	}
	for _, c := range tr.curves {
		o := others{points: c.others, views: map[string]viewOthers{}}
		for _, x := range c.views { // rows that lack a view which others have are all kept
			o.views[x.Name] = viewOthers{measured: c.others}
			if m := t.Metric(x.Name); m == nil || tr.absent(c, m) {
				o.views[x.Name] = viewOthers{invalid: c.others}
			}
		}
		tr.th.others[c.at] = o
	}
	return tr.th, true
}

// A thinner selects rows. Rows that a condition drops are of no curve.
type thinner struct {
	o      Options
	t      *Table
	rd     *rowReader
	th     *Thinned
	keep   []bool
	failed failureCheck
	again  []bool  // rows that may repeat an identity; nil if there are none
	of     []int32 // curve of each row, -1 for none
	room   []int   // for usable
	curves []*thinCurve
}

type thinCurve struct {
	at    string // its identity
	first []int  // one row of each combination of texts that makes the curve
	rows  []int
	views []Axis
	// others is the number of rows that are not kept.
	others int
}

// where counts what the conditions drop. All rows that are left are of curve 0
// until they are sorted.
func (tr *thinner) where() {
	tr.of = make([]int32, tr.t.Rows)
	if len(tr.o.Where) == 0 {
		return
	}
	drops := make([][]int, 1+(tr.t.Rows-1)/chunkRows)
	inChunks(tr.t.Rows, func(chunk, from, to int) {
		drops[chunk] = make([]int, len(tr.o.Where))
		for r := from; r < to; r++ {
			if i := slices.IndexFunc(tr.o.Where, func(c Condition) bool { return !c.holds(tr.t, r, tr.o.Aliases) }); i >= 0 {
				drops[chunk][i]++
				tr.of[r] = -1
			}
		}
	})
	for _, d := range drops {
		for i, n := range d {
			tr.th.dropped[i] += n
		}
	}
}

// countFailures adds the rows that are left to what is known of their failures.
func (tr *thinner) countFailures(of *Failures) {
	if tr.failed.rates == nil && len(tr.o.Where) == 0 {
		of.Rows, of.Unknown = of.Rows+len(tr.of), of.Unknown+len(tr.of)
		return
	}
	for r, c := range tr.of {
		if c >= 0 {
			tr.failed.count(r, of)
		}
	}
}

// sort sorts the rows into curves. Rows with the same texts in all columns that
// can make a curve are of one curve, so one of them is asked for it.
func (tr *thinner) sort(most int) bool {
	combinations, ok := tr.o.classes(tr.t, tr.of, most)
	if !ok {
		return false
	}
	first := make([]int, combinations)
	for r, class := range slices.Backward(tr.of) {
		if class >= 0 {
			first[class] = r + 1
		}
	}
	to := make([]int32, combinations) // curve of a combination
	at := map[string]int32{}
	for i, r := range first {
		if r == 0 {
			continue
		}
		id := tr.rd.curveAt(0, r-1)
		c, known := at[id]
		if !known {
			c = int32(len(tr.curves))
			at[id] = c
			tr.curves = append(tr.curves, &thinCurve{at: id})
		}
		to[i] = c
		tr.curves[c].first = append(tr.curves[c].first, r-1)
		tr.keep[r-1] = true
	}
	n := make([]int, len(tr.curves))
	for r, c := range tr.of {
		if c >= 0 {
			tr.of[r] = to[c]
			n[to[c]]++
		}
	}
	for i, c := range tr.curves {
		c.rows = make([]int, 0, n[i])
	}
	for r, c := range tr.of {
		if c >= 0 {
			tr.curves[c].rows = append(tr.curves[c].rows, r)
		}
	}
	return true
}

// viewsOf returns the views of a curve.
func (tr *thinner) viewsOf(c *thinCurve) []Axis {
	var reps [2][]Point
	for _, r := range c.first {
		reps[0] = append(reps[0], Point{Row: r})
	}
	return tr.o.views([]*Table{tr.t}, &reps)
}

// curve keeps the rows of a curve that its views show.
func (tr *thinner) curve(c *thinCurve, rule pareto.Rule) {
	c.views = tr.viewsOf(c)
	y := tr.t.Metric(tr.o.Y.Name)
	var views []thinView
	for _, x := range c.views {
		if m := tr.t.Metric(x.Name); m != nil && !tr.absent(c, m) {
			views = append(views, thinView{x, m})
		}
	}
	if y == nil || len(views) == 0 {
		for _, r := range c.rows {
			tr.keep[r] = true
		}
		return
	}
	for _, v := range views {
		usable := tr.usable(c.rows, v.metric, y, tr.keep)
		p := pareto.Points{X: v.metric.Values, Y: y.Values, XDir: v.axis.Better, YDir: tr.o.Y.Better, Rows: usable}
		front := pareto.NewFront(p, rule)
		for i := range front.Len() {
			for _, r := range front.Members(i) {
				tr.keep[r] = true
			}
		}
		tr.best(p, front)
		tr.conventions(c, v.axis)
	}
	if tr.o.Joint && len(views) > 1 {
		set := pareto.Set{Columns: [][]float64{y.Values}, Dirs: []pareto.Direction{tr.o.Y.Better}, Rows: c.rows}
		for _, v := range views {
			set.Columns, set.Dirs = append(set.Columns, v.metric.Values), append(set.Dirs, v.axis.Better)
			set.Rows = tr.usable(set.Rows, v.metric, y, tr.keep)
		}
		for _, r := range pareto.NonDominated(set) {
			tr.keep[r] = true
		}
	}
}

type thinView struct {
	axis   Axis
	metric *Metric
}

// absent reports whether no row of a curve has a metric, so that its lack is no
// fault of any.
func (tr *thinner) absent(c *thinCurve, m *Metric) bool {
	if m.Reasons == nil {
		return false
	}
	for _, r := range c.rows {
		if why := m.Reasons[r]; why != Missing && why != Null {
			return false
		}
	}
	return true
}

// usable returns, until it is called again, the rows that have a usable value of
// both metrics, without those that may repeat an identity. It keeps the rows that
// have none, unless keep is nil.
func (tr *thinner) usable(all []int, x, y *Metric, keep []bool) []int {
	good := func(r int) bool { // as Metric.Reason, for numbers
		if x.Reasons != nil && x.Reasons[r] != Usable || y.Reasons != nil && y.Reasons[r] != Usable {
			return false
		}
		if _, _, rejected := tr.failed.rejects(r); rejected {
			return false
		}
		a, b := x.Values[r], y.Values[r]
		return a > 0 && a <= math.MaxFloat64 && b > 0 && b <= math.MaxFloat64
	}
	var bad atomic.Bool
	inChunks(len(all), func(_, from, to int) {
		if slices.ContainsFunc(all[from:to], func(r int) bool { return !good(r) }) {
			bad.Store(true)
		}
	})
	if !bad.Load() && tr.again == nil {
		return all
	}
	if cap(tr.room) < len(all) {
		tr.room = make([]int, len(all))
	}
	left := tr.room[:0]
	for _, r := range all {
		switch {
		case !good(r):
			if keep != nil {
				keep[r] = true
			}
		case tr.again == nil || !tr.again[r]:
			left = append(left, r)
		}
	}
	return left
}

// best keeps the best dominated points, those that tie with the last of them
// included.
func (tr *thinner) best(p pareto.Points, front *pareto.Front) {
	on := map[int]bool{}
	for i := range front.Len() {
		for _, r := range front.Members(i) {
			on[r] = true
		}
	}
	better := func(a, b int) int { // the better first
		return cmp.Or(betterFirst(p.YDir, p.Y[a], p.Y[b]), betterFirst(p.XDir, p.X[a], p.X[b]))
	}
	var top []int // in order; more than are listed where the last ones tie
	for _, r := range p.Rows {
		if len(top) >= listed && p.YDir.Better(p.Y[top[listed-1]], p.Y[r]) {
			continue
		}
		if on[r] {
			continue
		}
		at, _ := slices.BinarySearchFunc(top, r, func(a, b int) int { return cmp.Or(better(a, b), -1) })
		if at >= listed && better(top[listed-1], r) != 0 {
			continue
		}
		top = slices.Insert(top, at, r)
		for n := len(top); n > listed && better(top[listed-1], top[n-1]) != 0; n = len(top) {
			top = top[:n-1]
		}
	}
	for _, r := range top {
		tr.keep[r] = true
	}
}

// betterFirst orders values, the better one first.
func betterFirst(d pareto.Direction, a, b float64) int {
	if d == pareto.Maximize {
		return cmp.Compare(b, a)
	}
	return cmp.Compare(a, b)
}

// conventions keeps a row for every definition of an interactivity that the
// curve shows.
func (tr *thinner) conventions(c *thinCurve, x Axis) {
	names := Companions(x)
	own := tr.t.Metric(x.Name)
	if own == nil || !slices.ContainsFunc(names, func(n string) bool { return tr.t.Metric(n) != nil }) {
		return
	}
	osl := tr.t.Label(fieldOSL)
	shown := map[Convention]bool{}
	for _, r := range c.rows {
		if own.Reason(r) != Usable {
			continue
		}
		if cv, ok := conventionOf(tr.t, own.Values[r], r, names, osl); ok && !shown[cv] {
			shown[cv] = true
			tr.keep[r] = true
		}
	}
}

// repeats keeps the rows of a curve whose identities may be the same.
func (tr *thinner) repeats() {
	s := &tr.rd.sides[0]
	if s.id != nil && len(s.id.Words) == tr.t.Rows && len(tr.o.Aliases) == 0 {
		return // every row has an id of its own
	}
	h := tr.hashes(tr.identityParts())
	parts := runtime.GOMAXPROCS(0)
	found := make([][]int, parts)
	onCores(parts, func(part int) {
		mine := func(r int) bool { return int((h[r]>>32)%uint64(parts)) == part && tr.of[r] >= 0 }
		// A few bits per row tell nearly all rows that have no equal: those whose
		// bit no other row set.
		size := uint64(1) << bits.Len(uint(8*tr.t.Rows/parts+64))
		once, again := make([]uint64, size/64), make([]uint64, size/64)
		for r := range h {
			if mine(r) {
				at := h[r] & (size - 1)
				word, bit := at/64, uint64(1)<<(at%64)
				again[word] |= once[word] & bit
				once[word] |= bit
			}
		}
		seen := rowSet{hashes: h}
		for r := range h {
			if at := h[r] & (size - 1); again[at/64]>>(at%64)&1 == 0 || !mine(r) {
				continue
			}
			if first, known := seen.add(r); known {
				tr.keep[first], tr.keep[r] = true, true
				found[part] = append(found[part], first, r)
			}
		}
	})
	for _, r := range slices.Concat(found...) {
		if tr.again == nil {
			tr.again = make([]bool, tr.t.Rows)
		}
		tr.again[r] = true
	}
}

// A rowSet is a set of rows by their hashes: an open table of their numbers.
type rowSet struct {
	hashes []uint64
	table  []int32 // row plus 1, 0 where free
	used   int
}

// add adds a row, or returns the row of the same hash that is there.
func (s *rowSet) add(row int) (first int, known bool) {
	if 4*s.used >= 3*len(s.table) {
		old := s.table
		s.table = make([]int32, max(1<<10, 4*len(old)))
		for _, r := range old {
			if r != 0 {
				s.table[s.place(s.hashes[r-1])] = r
			}
		}
	}
	at := s.place(s.hashes[row])
	if r := s.table[at]; r != 0 {
		return int(r - 1), true
	}
	s.table[at] = int32(row + 1)
	s.used++
	return 0, false
}

// place returns where a hash is in the table, or where there is room for it.
func (s *rowSet) place(hash uint64) int {
	mask := len(s.table) - 1
	at := int(hash) & mask
	for s.table[at] != 0 && s.hashes[s.table[at]-1] != hash {
		at = (at + 1) & mask
	}
	return at
}

// namesakes keeps the rows that may have the name of a row that is kept, so that
// names tell points apart as in the whole table.
func (tr *thinner) namesakes() {
	s := &tr.rd.sides[0]
	if s.id != nil && len(s.id.Words) == tr.t.Rows || len(s.metrics) > 0 {
		return // a name is an id, or all the values: the identity
	}
	h := tr.hashes(tr.nameParts())
	names := map[uint64]bool{}
	var filter [1 << 10]uint64 // one bit for each hash in names, to look up few
	for r, k := range tr.keep {
		if k {
			names[h[r]] = true
			filter[h[r]>>6&(1<<10-1)] |= 1 << (h[r] & 63)
		}
	}
	inChunks(tr.t.Rows, func(_, from, to int) {
		for r := from; r < to; r++ {
			if filter[h[r]>>6&(1<<10-1)]>>(h[r]&63)&1 == 1 && tr.of[r] >= 0 && names[h[r]] {
				tr.keep[r] = true
			}
		}
	})
}

// A hashPart mixes a number for each row, from a row on, into hashes. Rows with
// the same text, as it is compared, have the same number.
type hashPart func(h []uint64, from int)

// hashes returns the hash of each row's curve and parts.
func (tr *thinner) hashes(parts []hashPart) []uint64 {
	h := make([]uint64, tr.t.Rows)
	inChunks(tr.t.Rows, func(_, from, to int) {
		for r := from; r < to; r++ {
			h[r] = uint64(tr.of[r]) + 1
		}
		for _, p := range parts {
			p(h[from:to], from)
		}
		for i, v := range h[from:to] {
			h[from+i] = mix(v)
		}
	})
	return h
}

// blend adds a number to a hash. It is the folded multiplication of wyhash.
func blend(h, number uint64) uint64 {
	hi, lo := bits.Mul64(h^0x9e3779b97f4a7c15, number^0xe7037ed1a0b428db)
	return hi ^ lo ^ h
}

// mix is the finaliser of MurmurHash3, with an odd constant added so that 0 moves.
func mix(h uint64) uint64 {
	h += 0x9e3779b97f4a7c15
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// identityParts are the parts that tell the identities of points.
func (tr *thinner) identityParts() []hashPart { return tr.parts(true) }

// nameParts are the parts that short names are made of.
func (tr *thinner) nameParts() []hashPart { return tr.parts(false) }

func (tr *thinner) parts(all bool) []hashPart {
	s := &tr.rd.sides[0]
	var parts []hashPart
	var own []bool // by word of the id column: whether it is an id, which is all that counts then
	if s.id != nil {
		parts = append(parts, byText(s.id, tr.texts(s.all[s.id.Name]), nil, nil))
		own = make([]bool, len(s.id.Words))
		for w, word := range s.id.Words {
			own[w] = word != ""
		}
		if tr.o.GroupBy != nil && all { // one id may stand in several of the pooled curves
			for i := range s.identity {
				if c := &s.identity[i]; RoleOf(c.field) == SeriesField {
					parts = append(parts, byText(c.label, tr.texts(c), nil, nil))
				}
			}
		}
	}
	for i := range s.identity {
		c := &s.identity[i]
		role := RoleOf(c.field)
		// The model is left out, and the settings of a role are looked at as they
		// stand: rows may then seem to be the same that are not, never the reverse.
		if c.field == fieldModel || c.field == fieldModelPrefix || tr.ofRole(c.field) ||
			!all && role != FreeText && c.field != fieldConc {
			continue
		}
		parts = append(parts, byText(c.label, tr.texts(c), s.id, own))
	}
	if all {
		for _, set := range roleSettings {
			parts = append(parts, tr.roleParts(set, s.id, own)...)
		}
	}
	if s.all[fieldFingerprint] != nil && all {
		c := s.all[fieldFingerprint]
		parts = append(parts, byText(c.label, tr.texts(c), nil, nil))
	}
	for _, i := range s.metrics {
		m := &tr.t.Metrics[i]
		parts = append(parts, func(h []uint64, from int) {
			for i := range h {
				if why := m.read(from + i); why != Usable {
					h[i] = blend(h[i], uint64(why))
					continue
				}
				h[i] = blend(h[i], math.Float64bits(m.Values[from+i]))
			}
		})
	}
	return parts
}

// byText mixes in the numbers of a column's words, 0 for none. Rows that have an
// id of their own get nothing.
func byText(l *Label, numbers []uint64, id *Label, own []bool) hashPart {
	return func(h []uint64, from int) {
		for i := range h {
			if id != nil && id.Codes[from+i] >= 0 && own[id.Codes[from+i]] {
				continue
			}
			number := uint64(0)
			if code := l.Codes[from+i]; code >= 0 {
				number = numbers[code]
			}
			h[i] = blend(h[i], number)
		}
	}
}

func (tr *thinner) ofRole(field string) bool {
	return slices.ContainsFunc(roleSettings[:], func(set string) bool {
		return field == set || field == "prefill_"+set || field == "decode_"+set
	})
}

// roleParts are what a setting is in the prefill and in the decode role.
func (tr *thinner) roleParts(set string, id *Label, own []bool) []hashPart {
	s := &tr.rd.sides[0]
	both, pre, dec := s.all[set], s.all["prefill_"+set], s.all["decode_"+set]
	if both == nil && pre == nil && dec == nil {
		return nil
	}
	numbers := map[string]uint64{neutral["prefill_"+set]: 0, "": 0}
	of := func(c *column) func(row int) (number uint64, some bool) {
		if c == nil {
			return func(int) (uint64, bool) { return 0, false }
		}
		ns := number(c, numbers)
		return func(r int) (uint64, bool) {
			code := c.label.Codes[r]
			if code < 0 {
				return 0, false
			}
			return ns[code], c.folds[code] != ""
		}
	}
	ofBoth, ofPre, ofDec := of(both), of(pre), of(dec)
	return []hashPart{func(h []uint64, from int) {
		for i := range h {
			r := from + i
			if id != nil && id.Codes[r] >= 0 && own[id.Codes[r]] {
				continue
			}
			p, hasPre := ofPre(r)
			d, hasDec := ofDec(r)
			if !hasPre && !hasDec {
				p, _ = ofBoth(r)
				d = p
			}
			h[i] = blend(blend(h[i], p), d)
		}
	}}
}

// texts numbers the words of a column as they are compared; no text and the
// neutral one are 0.
func (tr *thinner) texts(c *column) []uint64 {
	return number(c, map[string]uint64{"": 0, neutral[c.field]: 0})
}

// number numbers the words of a column by numbers, to which it adds.
func number(c *column, numbers map[string]uint64) []uint64 {
	ns := make([]uint64, len(c.label.Words))
	for w := range ns {
		fold := c.word(w)
		n, known := numbers[fold]
		if !known {
			n = uint64(len(numbers))
			numbers[fold] = n
		}
		ns[w] = n
	}
	return ns
}

// chunkRows is how many rows go to a core at once.
const chunkRows = 1 << 15

// inChunks calls f for the rows from 0 to n in chunks, on all cores.
func inChunks(n int, f func(chunk, from, to int)) {
	chunks := (n + chunkRows - 1) / chunkRows
	workers := min(runtime.GOMAXPROCS(0), chunks)
	onCores(workers, func(w int) {
		for c := w; c < chunks; c += workers {
			f(c, c*chunkRows, min(n, (c+1)*chunkRows))
		}
	})
}

// onCores calls f for the numbers from 0 to n at once. A panic in f is raised
// again here.
func onCores(n int, f func(int)) {
	if n == 1 {
		f(0)
		return
	}
	var group sync.WaitGroup
	panics := make([]any, n)
	for i := range n {
		group.Go(func() {
			defer func() { panics[i] = recover() }()
			f(i)
		})
	}
	group.Wait()
	for _, p := range panics {
		if p != nil {
			panic(p)
		}
	}
}

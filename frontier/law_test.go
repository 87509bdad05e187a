package frontier_test

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"paretocov/frontier"
	"paretocov/frontier/report"
	"paretocov/pareto"
)

// rendered is a comparison and base's frontier in every format, or the errors.
func rendered(o frontier.Options, p frontier.CoverPolicy, base, head []record) map[string]string {
	docs := map[string]string{}
	write := func(name string, f func(b *bytes.Buffer) error) {
		var b bytes.Buffer
		if err := f(&b); err != nil {
			docs[name] = "error: " + err.Error()
			return
		}
		docs[name] = b.String()
	}
	_, r, err := compared(o, p, base, head)
	if err != nil {
		docs["cover"] = "error: " + err.Error()
	} else {
		write("cover json", func(b *bytes.Buffer) error { return report.CoverJSON(b, r) })
		write("cover text", func(b *bytes.Buffer) error { return report.CoverText(b, r, report.Style{}) })
		write("cover markdown", func(b *bytes.Buffer) error { return report.CoverMarkdown(b, r, report.MarkdownLimit) })
	}
	a, err := frontier.Arrange(o, tableOf(base))
	if err != nil {
		docs["front"] = "error: " + err.Error()
		return docs
	}
	for _, rule := range []pareto.Rule{pareto.Strict, pareto.Dashboard} {
		f, err := frontier.Front(a, rule)
		if err != nil {
			docs["front"] = "error: " + err.Error()
			return docs
		}
		write(fmt.Sprint("front json ", rule), func(b *bytes.Buffer) error { return report.FrontJSON(b, f) })
		write(fmt.Sprint("front text ", rule), func(b *bytes.Buffer) error { return report.FrontText(b, f, report.Style{}) })
		write(fmt.Sprint("front markdown ", rule), func(b *bytes.Buffer) error { return report.FrontMarkdown(b, f, report.MarkdownLimit) })
	}
	return docs
}

func TestShuffledRowsGiveTheSameBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o, p := drawOptions(t), drawPolicy(t)
		base, head := w.pair(t)
		want := rendered(o, p, base, head)
		got := rendered(o, p, shuffled(t, base, "base order"), shuffled(t, head, "head order"))
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Fatalf("another order of rows, another result (-first +shuffled):\n%s", diff)
		}
	})
}

// TestEqualNumbersInNamesKeepTheirOrder: p1 and p01 are different points whose
// names sort alike, which must not leave the choice to the order of rows.
func TestEqualNumbersInNamesKeepTheirOrder(t *testing.T) {
	row := func(id string, x, y float64) record {
		return record{texts: map[string]string{"id": id}, numbers: map[string]float64{"p90_e2el": x, frontier.DefaultY: y}}
	}
	o := frontier.Options{Y: axis(frontier.DefaultY), X: axes("p90_e2el")}
	same := []record{row("p1", 2, 20), row("p01", 2, 20), row("p001", 2, 20)}
	base := []record{row("gone", 3, 10), row("gone2", 1, 30)}
	turned := slices.Clone(same)
	slices.Reverse(turned)
	if diff := gocmp.Diff(rendered(o, exact(), base, same), rendered(o, exact(), base, turned)); diff != "" {
		t.Errorf("as head, another order of rows, another result:\n%s", diff)
	}
	if diff := gocmp.Diff(rendered(o, exact(), same, base), rendered(o, exact(), turned, base)); diff != "" {
		t.Errorf("as base, another order of rows, another result:\n%s", diff)
	}
}

func TestTableCoversItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o, p := drawOptions(t), drawPolicy(t)
		rows := w.records(t, 1, 24)
		_, r := judgeable(t, o, p, rows, shuffled(t, rows, "order"))
		if r.Verdict != frontier.VerdictPass || r.Summary != (frontier.Summary{}) || r.NeededTolerance != 0 {
			t.Fatalf("verdict %s, %+v, needed tolerance %v", r.Verdict, r.Summary, r.NeededTolerance)
		}
		for _, c := range r.Curves {
			if c.Removed+c.Added+c.Changed != 0 || c.Status == frontier.Lost || c.Status == frontier.NewInHead && c.Kept > 0 {
				t.Errorf("%s: %s, %d removed, %d added, %d changed", c.Key, c.Status, c.Removed, c.Added, c.Changed)
			}
		}
	})
}

func TestCoverCountsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o, p := drawOptions(t), drawPolicy(t)
		base, head := w.pair(t)
		a, r := judgeable(t, o, p, base, head)
		var sum frontier.Summary
		for i, c := range r.Curves {
			sides := a.Curves[i].Sides
			if c.Key != a.Curves[i].Key {
				t.Fatalf("curve %d is %s, want %s", i, c.Key, a.Curves[i].Key)
			}
			if c.Removed+c.Kept+c.Changed != len(sides[0].Points) {
				t.Errorf("%s: %d removed, %d kept and %d changed are not base's %d points", c.Key, c.Removed, c.Kept, c.Changed, len(sides[0].Points))
			}
			if c.Status == frontier.Lost != (len(sides[1].Points)+len(sides[1].Dead) == 0) {
				t.Errorf("%s: %s with %d points and %d other rows in head", c.Key, c.Status, len(sides[1].Points), len(sides[1].Dead))
			}
			merged := 0
			for _, s := range sides {
				for _, pt := range s.Points {
					merged += pt.Merged
				}
			}
			if c.Merged != merged || len(c.Points) != c.Removed {
				t.Errorf("%s: %d merged, want %d; %d outcomes, want %d", c.Key, c.Merged, merged, len(c.Points), c.Removed)
			}
			// The judgement of a point is that of its views, the worst first.
			outcome := make([]frontier.Outcome, c.Removed)
			for _, v := range c.Views {
				if len(v.Removed) != c.Removed {
					t.Fatalf("%s %s: %d judgements of %d removed points", c.Key, v.X.Name, len(v.Removed), c.Removed)
				}
				covered, uncovered, unverifiable := 0, 0, 0
				for k, j := range v.Removed {
					o := frontier.OutcomeUncovered
					switch {
					case j.NotApplicable:
						o = frontier.OutcomeNotApplicable
					case j.Kind == pareto.Unverifiable:
						o = frontier.OutcomeUnverifiable
						unverifiable++
					case j.Kind.Covers():
						o = frontier.OutcomeCovered
						covered++
					default:
						uncovered++
					}
					if o != frontier.OutcomeNotApplicable && (outcome[k] == frontier.OutcomeNotApplicable || o < outcome[k]) {
						outcome[k] = o
					}
					if j.ID != c.Points[k].ID {
						t.Errorf("%s %s: judgement %d is of %s, want %s", c.Key, v.X.Name, k, j.ID, c.Points[k].ID)
					}
					null := j.NotApplicable || j.Lost || j.Kind == pareto.Unverifiable
					if math.IsNaN(j.Margin) != null {
						t.Errorf("%s %s %s: %v, margin %v", c.Key, v.X.Name, j.ID, j.Kind, j.Margin)
					}
				}
				if v.Covered != covered || v.Uncovered != uncovered || v.Unverifiable != unverifiable {
					t.Errorf("%s %s: %d, %d, %d counted, want %d, %d, %d", c.Key, v.X.Name, v.Covered, v.Uncovered, v.Unverifiable, covered, uncovered, unverifiable)
				}
			}
			for k, rp := range c.Points {
				if rp.Outcome != outcome[k] {
					t.Errorf("%s %s: outcome %v, want %v", c.Key, rp.ID, rp.Outcome, outcome[k])
				}
				switch outcome[k] {
				case frontier.OutcomeNotApplicable:
					continue
				case frontier.OutcomeCovered:
					sum.Covered++
				case frontier.OutcomeUncovered:
					sum.Uncovered++
				case frontier.OutcomeUnverifiable:
					sum.Unverifiable++
				}
				sum.Removed++
			}
		}
		if r.Summary != sum || sum.Covered+sum.Uncovered+sum.Unverifiable != sum.Removed {
			t.Errorf("summary %+v, want %+v", r.Summary, sum)
		}
		want := frontier.VerdictPass
		switch {
		case sum.Uncovered > 0:
			want = frontier.VerdictFail
		case sum.Unverifiable > 0:
			want = frontier.VerdictInconclusive
		}
		if r.Verdict != want {
			t.Errorf("verdict %s with %+v", r.Verdict, sum)
		}
	})
}

func TestLargerTolerancePasses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o, p := drawOptions(t), drawPolicy(t)
		base, head := w.pair(t)
		before := -1
		var covered frontier.Summary
		for _, tolerance := range []float64{0, 1e-12, 1e-9, 0.001, 0.0213, 0.25, 0.5, 0.9, 0.999999} {
			p.Tolerance = tolerance
			_, r := judgeable(t, o, p, base, head)
			if rank(r.Verdict) < before {
				t.Fatalf("at the tolerance %v it is %s, and better at a smaller one", tolerance, r.Verdict)
			}
			if r.Summary.Covered < covered.Covered || r.Summary.Removed != covered.Removed && before >= 0 {
				t.Fatalf("at the tolerance %v %+v, at a smaller one %+v", tolerance, r.Summary, covered)
			}
			before, covered = rank(r.Verdict), r.Summary
		}
	})
}

func TestNeededToleranceIsTheSmallestThatPasses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o, p := drawOptions(t), drawPolicy(t)
		base, head := w.pair(t)
		_, r := judgeable(t, o, p, base, head)
		needed := r.NeededTolerance
		try := func(tolerance float64) *frontier.CoverResult {
			p.Tolerance = tolerance
			_, r := judgeable(t, o, p, base, head)
			if same := r.NeededTolerance == needed || math.IsNaN(needed) && math.IsNaN(r.NeededTolerance); !same {
				t.Fatalf("needed tolerance %v at the tolerance %v, %v before", r.NeededTolerance, tolerance, needed)
			}
			return r
		}
		switch {
		case math.IsNaN(needed): // no tolerance would do
			if v := try(math.Nextafter(1, 0)).Verdict; v == frontier.VerdictPass {
				t.Fatalf("none is needed, and %s", v)
			}
			return
		case !(needed >= 0 && needed < 1):
			t.Fatalf("needed tolerance %v", needed)
		}
		if v := try(needed).Verdict; v != frontier.VerdictPass {
			t.Fatalf("%s at the needed tolerance %v", v, needed)
		}
		if needed == 0 {
			return
		}
		// A tolerance above 0 has 1e-9 of slack for rounding, 0 has none.
		for _, less := range []float64{max(0, needed-2e-9), 0} {
			if v := try(less).Verdict; v != frontier.VerdictFail {
				t.Fatalf("%s at the tolerance %v, below the needed one, %v", v, less, needed)
			}
		}
	})
}

func TestAddedHeadPointNeverLowersMargins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o, p := drawOptions(t), drawPolicy(t)
		o.X, o.GroupBy = axes("p90_e2el", "mean_intvty"), nil
		p.Curve = rapid.SampledFrom([]pareto.CurveRule{pareto.Measured, pareto.Hull}).Draw(t, "rule")
		base, head := w.pair(t)
		_, before := judgeable(t, o, p, base, head)
		added := w.record(t)
		if slices.ContainsFunc(head, func(r record) bool { return maps.Equal(w.identity(r), w.identity(added)) }) {
			t.Skip("another measurement of a point that is there")
		}
		added.texts["attempt"] = "1000"
		_, after := judgeable(t, o, p, base, append(slices.Clone(head), added))

		// Names may change and a point may be removed no more; places stay.
		at := func(key string, x frontier.Axis, j frontier.Judged) string {
			return fmt.Sprint(key, "|", x.Name, j.X, j.Y)
		}
		old := map[string]frontier.Judged{}
		for _, c := range before.Curves {
			for _, v := range c.Views {
				for _, j := range v.Removed {
					old[at(c.Key, v.X, j)] = j
				}
			}
		}
		for _, c := range after.Curves {
			for _, v := range c.Views {
				for _, j := range v.Removed {
					was, ok := old[at(c.Key, v.X, j)]
					if !ok || j.NotApplicable || was.NotApplicable || math.IsNaN(was.Margin) {
						continue
					}
					if !(j.Margin >= was.Margin-1e-12*(1+math.Abs(was.Margin))) || j.Kind < was.Kind {
						t.Errorf("%s %s %s: %v %v, before the point was added %v %v", c.Key, v.X.Name, j.ID, j.Kind, j.Margin, was.Kind, was.Margin)
					}
				}
			}
		}
	})
}

func TestScopeAllIsNeverBetter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o, p := drawOptions(t), drawPolicy(t)
		base, head := w.pair(t)
		p.Scope = frontier.ScopeHead
		_, narrow := judgeable(t, o, p, base, head)
		p.Scope = frontier.ScopeAll
		_, wide := judgeable(t, o, p, base, head)
		if rank(wide.Verdict) > rank(narrow.Verdict) {
			t.Fatalf("%s with all curves, %s with head's", wide.Verdict, narrow.Verdict)
		}
		lost := 0
		for i, c := range wide.Curves {
			if c.Status == frontier.Lost {
				p.AllowLost = append(p.AllowLost, c.Key)
				lost += c.Removed
			}
			for k, v := range c.Views {
				for m, j := range v.Removed {
					n := narrow.Curves[i].Views[k].Removed[m]
					if c.Status == frontier.Lost && (!n.NotApplicable || !math.IsNaN(j.Margin)) {
						t.Errorf("%s %s: lost, and in head's scope it is %v; margin %v under all", c.Key, j.ID, n.Kind, j.Margin)
					}
					if c.Status != frontier.Lost && gocmp.Diff(j, n, equateNaNs) != "" {
						t.Errorf("%s %s: not lost, and another judgement under all", c.Key, j.ID)
					}
				}
			}
		}
		if got := wide.Summary.Uncovered - narrow.Summary.Uncovered; got != lost {
			t.Errorf("%d more uncovered points under all, want the %d of lost curves", got, lost)
		}
		if lost > 0 && !math.IsNaN(wide.NeededTolerance) {
			t.Errorf("a tolerance of %v would bring back a lost curve", wide.NeededTolerance)
		}
		_, allowed := judgeable(t, o, p, base, head)
		if allowed.Summary != narrow.Summary || allowed.Verdict != narrow.Verdict {
			t.Errorf("with all lost curves allowed %+v, want %+v", allowed.Summary, narrow.Summary)
		}
	})
}

var equateNaNs = gocmp.Comparer(func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) })

func TestFrontCountsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o := drawOptions(t)
		a, err := frontier.Arrange(o, tableOf(w.records(t, 1, 24)))
		if err != nil {
			t.Skip(err)
		}
		strict, err := frontier.Front(a, pareto.Strict)
		if err != nil {
			t.Skip(err)
		}
		dashboard, err := frontier.Front(a, pareto.Dashboard)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range strict.Curves {
			side := a.Curves[i].Sides[0]
			for k, v := range c.Views {
				d := dashboard.Curves[i].Views[k]
				for _, v := range []frontier.FrontView{v, d} {
					checkFrontView(t, c.Key, side, v)
				}
				if v.OnFrontier != v.OnStrictFrontier || d.OnStrictFrontier != v.OnFrontier || d.OnFrontier < v.OnFrontier {
					t.Errorf("%s %s: %d on the strict frontier; the dashboard's result says %d and %d", c.Key, v.X.Name, v.OnFrontier, d.OnFrontier, d.OnStrictFrontier)
				}
				if v.X.Better == pareto.Maximize && gocmp.Diff(v, d, equateNaNs) != "" {
					t.Errorf("%s %s: the rules differ though no latency is involved", c.Key, v.X.Name)
				}
			}
		}
	})
}

// checkFrontView checks one frontier against its own counts and the definition.
func checkFrontView(t *rapid.T, key string, side frontier.CurveSide, v frontier.FrontView) {
	what := key + " " + v.X.Name
	rows := len(side.Points) + len(side.Dead)
	if v.Status == frontier.Unavailable {
		if v.Measured+v.Invalid+v.OnFrontier+len(v.Frontier)+len(v.Dominated) != 0 {
			t.Errorf("%s: unavailable, with numbers: %+v", what, v)
		}
		return
	}
	if v.Measured+v.Invalid != rows || v.Invalid != len(v.Rejected) {
		t.Errorf("%s: %d measured and %d invalid (%d listed) are not the curve's %d rows", what, v.Measured, v.Invalid, len(v.Rejected), rows)
	}
	members := len(v.Dominated)
	named := map[string]int{}
	for i, p := range v.Frontier {
		members += len(p.Members)
		for _, m := range p.Members {
			named[m]++
		}
		if p.ID != p.Members[0] {
			t.Errorf("%s: position %s does not begin with it: %q", what, p.ID, p.Members)
		}
		if i > 0 && !(v.Frontier[i-1].X < p.X) {
			t.Errorf("%s: x of the frontier does not ascend at %s", what, p.ID)
		}
	}
	if members != v.Measured || len(v.Frontier) != v.OnFrontier {
		t.Errorf("%s: %d points on %d positions or dominated, want %d measured on %d", what, members, len(v.Frontier), v.Measured, v.OnFrontier)
	}
	// by names all points of the frontier that dominate, x ascending, and no other.
	for _, d := range v.Dominated {
		named[d.ID]++
		var by []string
		for _, p := range v.Frontier {
			xGood := p.X == d.X || v.X.Better == pareto.Minimize == (p.X < d.X)
			if xGood && p.Y >= d.Y && (p.X != d.X || p.Y != d.Y) {
				by = append(by, p.Members...)
			}
		}
		if diff := gocmp.Diff(by, d.By); diff != "" || len(by) == 0 {
			t.Errorf("%s: %s is dominated by (-want +got):\n%s", what, d.ID, diff)
		}
	}
	for name, n := range named {
		if n != 1 {
			t.Errorf("%s: %s is there %d times", what, name, n)
		}
	}
	want := frontier.Warn
	if v.OnFrontier >= 5 && v.Invalid == 0 {
		want = frontier.Pass
	}
	if v.Status != want {
		t.Errorf("%s: %s with %d on the frontier and %d invalid", what, v.Status, v.OnFrontier, v.Invalid)
	}
}

func TestNamesTellPointsApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o := drawOptions(t)
		base, head := w.pair(t)
		a, err := frontier.Arrange(o, tableOf(base), tableOf(head))
		if err != nil {
			t.Skip(err)
		}
		names := func(a *frontier.Arrangement) (byIdentity map[string]string) {
			byIdentity = map[string]string{}
			for _, c := range a.Curves {
				for side := range c.Sides {
					named := map[string]string{}
					of := map[string][]string{}
					for _, p := range c.Sides[side].Points {
						if other, twice := named[p.Name]; twice || p.Name == "" {
							t.Fatalf("%s: %q is the name of %q and of %q", c.Key, p.Name, p.Identity, other)
						}
						named[p.Name] = p.Identity
						of[p.Identity] = append(of[p.Identity], p.Name)
					}
					for id, ns := range of {
						slices.Sort(ns)
						byIdentity[fmt.Sprint(c.Key, id, side)] = fmt.Sprint(ns)
					}
				}
			}
			return byIdentity
		}
		want := names(a)
		again, err := frontier.Arrange(o, tableOf(shuffled(t, base, "base order")), tableOf(shuffled(t, head, "head order")))
		if err != nil {
			t.Fatal(err)
		}
		if diff := gocmp.Diff(want, names(again)); diff != "" {
			t.Fatalf("names depend on the order of rows:\n%s", diff)
		}
		// One identity, once on each side, has one name.
		for _, c := range a.Curves {
			name := [2]map[string]string{{}, {}}
			for side := range c.Sides {
				for _, p := range c.Sides[side].Points {
					if _, several := name[side][p.Identity]; several {
						name[side][p.Identity] = ""
						continue
					}
					name[side][p.Identity] = p.Name
				}
			}
			for id, b := range name[0] {
				if h := name[1][id]; b != "" && h != "" && b != h {
					t.Errorf("%s: %q in base is %q in head", c.Key, b, h)
				}
			}
		}
	})
}

package frontier_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"paretocov/frontier"
	"paretocov/frontier/report"
)

// drawFailures gives rows failure rates of every kind and returns a limit.
func drawFailures(t *rapid.T, rows []record) (limit float64) {
	for i := range rows {
		r := rows[i].clone()
		switch rate := rapid.SampledFrom([]float64{-2, 0, 0, 0.01, 0.05, 0.050000000000000003, 0.06, 0.5, 1, 1.5, -1, math.NaN(), math.Inf(1)}).Draw(t, "failure rate"); rate {
		case -2:
			if rapid.Bool().Draw(t, "null") {
				r.reasons[frontier.FailureRate] = frontier.Null
			}
		default:
			r.numbers[frontier.FailureRate] = rate
		}
		rows[i] = r
	}
	return rapid.SampledFrom([]float64{0, 0.05, 0.05, 0.5, 1}).Draw(t, "limit")
}

// passes is the definition: a row counts unless more of its requests failed than
// may, or its rate is none.
func passes(r record, limit float64) bool {
	rate, told := r.numbers[frontier.FailureRate]
	return !told || limit >= 1 || rate >= 0 && rate <= limit
}

// withoutFailed are the rows that pass, without their rates.
func withoutFailed(rows []record, limit float64) []record {
	var out []record
	for _, r := range rows {
		if passes(r, limit) {
			r = r.clone()
			delete(r.numbers, frontier.FailureRate)
			delete(r.reasons, frontier.FailureRate)
			out = append(out, r)
		}
	}
	return out
}

// TestRowsOverTheLimitCountForNothing: with them every judgement is that of the
// tables without them, but where head has no other row of a curve, which is then
// measured in vain and not lost.
func TestRowsOverTheLimitCountForNothing(t *testing.T) {
	some := 0
	rapid.Check(t, func(t *rapid.T) {
		w, o, p := drawWorld(t), drawOptions(t), drawPolicy(t)
		if o.X == nil {
			o.X = axes("p90_e2el", "mean_intvty") // the default ones depend on all rows
		}
		base, head := w.pair(t)
		limit := drawFailures(t, base)
		drawFailures(t, head)
		_, want, err := compared(o, p, withoutFailed(base, limit), withoutFailed(head, limit))
		if err != nil {
			t.Skip(err)
		}
		o.MaxFailureRate = limit
		_, got, err := compared(o, p, base, head)
		if err != nil {
			t.Fatal(err)
		}
		byKey := map[string]frontier.CoverCurve{}
		for _, c := range got.Curves {
			byKey[c.Key] = c
		}
		for _, c := range want.Curves {
			g, found := byKey[c.Key]
			if c.Status == frontier.Lost || !found { // the spelling of keys depends on all rows
				continue
			}
			for _, dead := range [][]frontier.DeadRow{g.BaseDead, g.HeadDead} {
				for _, d := range dead {
					if d.Field == frontier.FailureRate {
						some++
					}
				}
			}
			if d := cmp.Diff(c.Views, g.Views, cmpopts.EquateNaNs()); d != "" {
				t.Fatalf("%s: views (-without the rows +with them):\n%s", c.Key, d)
			}
			if c.Removed != g.Removed || c.Added != g.Added || c.Kept != g.Kept || c.Changed != g.Changed {
				t.Fatalf("%s: without %+v, with %+v", c.Key, c, g)
			}
		}
		for side, rows := range [][]record{base, head} {
			f := [...]frontier.Inputs{got.Base, got.Head}[side].Failures
			over, unknown := 0, 0
			for _, r := range rows {
				if !passes(r, limit) {
					over++
				}
				if _, told := r.numbers[frontier.FailureRate]; !told {
					unknown++
				}
			}
			if limit < 1 && f != (frontier.Failures{Limit: limit, Rows: len(rows), Over: over, Unknown: unknown}) {
				t.Fatalf("%+v of %d rows, %d over the limit, %d unknown", f, len(rows), over, unknown)
			}
		}
	})
	if some == 0 {
		t.Error("no row was ever over the limit")
	}
}

// TestRowOverTheLimitCoversNothing: a row that is better than all others and
// failed changes no judgement, wherever it is added to a curve that head has.
func TestRowOverTheLimitCoversNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, o, p := drawWorld(t), drawOptions(t), drawPolicy(t)
		o.X, o.MaxFailureRate = axes("p90_e2el"), frontier.DefaultMaxFailureRate
		base, head := w.pair(t)
		_, want := judgeable(t, o, p, base, head)
		r := rapid.SampledFrom(head).Draw(t, "like").clone()
		r.texts["attempt"], r.line = "1000", 1000
		r.numbers["p90_e2el"], r.numbers[frontier.DefaultY] = 0.25, 1e6
		clear(r.reasons)
		r.numbers[frontier.FailureRate] = rapid.SampledFrom([]float64{0.0500001, 1, math.NaN(), 50}).Draw(t, "rate")
		_, got, err := compared(o, p, base, append(slices.Clone(head), r))
		if err != nil {
			t.Fatal(err)
		}
		if got.Summary.Covered > want.Summary.Covered || rank(got.Verdict) > rank(want.Verdict) {
			t.Fatalf("%v %+v, and with a failed row %v %+v", want.Verdict, want.Summary, got.Verdict, got.Summary)
		}
	})
}

// TestTheLimitItselfPasses, to the last bit.
func TestTheLimitItselfPasses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.IntRange(1, 100_000).Draw(t, "requests")
		failed := rapid.IntRange(1, all).Draw(t, "failed")
		rate := float64(failed) / float64(all)
		rows := []record{{texts: map[string]string{"id": "a"}, numbers: map[string]float64{"p90_e2el": 1, frontier.DefaultY: 1, frontier.FailureRate: rate}}}
		for _, limit := range []float64{rate, math.Nextafter(rate, 0)} {
			a, err := frontier.Arrange(frontier.Options{X: axes("p90_e2el"), Y: axis(frontier.DefaultY), MaxFailureRate: limit}, tableOf(rows))
			if err != nil {
				t.Fatal(err)
			}
			if got := len(a.Curves[0].Sides[0].Points); (got == 1) != (limit >= rate) {
				t.Fatalf("a rate of %v under a limit of %v: %d points", rate, limit, got)
			}
		}
	})
}

// TestUnknownRatesChangeNothing but their count.
func TestUnknownRatesChangeNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, o, p := drawWorld(t), drawOptions(t), drawPolicy(t)
		base, head := w.pair(t)
		known := func(rows []record) []record {
			var out []record
			for _, r := range rows {
				r = r.clone()
				r.numbers[frontier.FailureRate] = 0
				out = append(out, r)
			}
			return out
		}
		docs := func(base, head []record) (string, frontier.Failures) {
			_, r := judgeable(t, o, p, base, head)
			f := r.Head.Failures
			r.Base.Failures, r.Head.Failures = frontier.Failures{}, frontier.Failures{}
			var b bytes.Buffer
			if err := report.CoverJSON(&b, r); err != nil {
				t.Fatal(err)
			}
			if err := report.CoverText(&b, r, report.Style{}); err != nil {
				t.Fatal(err)
			}
			return b.String(), f
		}
		want, none := docs(known(base), known(head))
		got, all := docs(base, head)
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("(-known +unknown)\n%s", d)
		}
		if none.Unknown != 0 || all.Unknown != len(head) {
			t.Fatalf("unknown: %d and %d of %d", none.Unknown, all.Unknown, len(head))
		}
	})
}

// TestUnitMismatchIsTheDefinition: a metric whose values are all scaled by a
// thousand is named, once; one of which some value is not is not.
func TestUnitMismatchIsTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "rows")
		up := rapid.Bool().Draw(t, "up")
		kept := rapid.Bool().Draw(t, "kept identities")
		factor := rapid.SampledFrom([]float64{99, 100, 1000, 1e6}).Draw(t, "factor")
		var base, head []record
		for i := range n {
			at := func(side, id string, x float64) record {
				return record{texts: map[string]string{"id": id, "curve": fmt.Sprint(i % 2)}, numbers: map[string]float64{"p90_e2el": x, frontier.DefaultY: 100 + float64(i)}, line: int32(i + 2)}
			}
			id := fmt.Sprint("p", i)
			other := id
			if !kept {
				other = "new " + id
			}
			b, h := 64.0, 64.0*factor
			if !up {
				b, h = h, b
			}
			base, head = append(base, at("base", id, b)), append(head, at("head", other, h))
		}
		odd := rapid.Bool().Draw(t, "one row is right")
		if odd {
			for i := range min(n, 2) { // of each curve
				head[i].numbers["p90_e2el"] = base[i].numbers["p90_e2el"]
			}
		}
		o := frontier.Options{X: axes("p90_e2el"), Y: axis(frontier.DefaultY)}
		_, r := judgeable(t, o, frontier.CoverPolicy{Scope: frontier.ScopeHead}, base, head)
		found := 0
		for _, w := range r.Warnings {
			if bytes.Contains([]byte(w), []byte("unit mismatch?")) {
				found++
			}
		}
		want := 0
		if factor >= 100 && !odd && (kept || n >= 3) { // of new points two in a curve
			want = 1
		}
		if found != want {
			t.Fatalf("%d remarks, want %d: %q", found, want, r.Warnings)
		}
	})
}

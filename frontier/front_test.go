package frontier_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"paretocov/frontier"
	"paretocov/pareto"
)

// frontOf is the frontier of CSV or JSON text.
func frontOf(t *testing.T, text string, rule pareto.Rule, o frontier.Options) *frontier.FrontResult {
	t.Helper()
	f, err := frontier.Front(arrange(t, o, table(t, "rows.csv", text, o)), rule)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// positions writes a frontier as "a=b c": members of a position by =.
func positions(v frontier.FrontView) string {
	var all []string
	for _, p := range v.Frontier {
		all = append(all, strings.Join(p.Members, "="))
	}
	return strings.Join(all, " ")
}

// dominated writes what is dominated as "a<b,c", by all points of the frontier.
func dominated(v frontier.FrontView) string {
	var all []string
	for _, d := range v.Dominated {
		all = append(all, d.ID+"<"+strings.Join(d.By, ","))
	}
	return strings.Join(all, " ")
}

// TestFrontiers has small sets with ties, whose answers are known.
func TestFrontiers(t *testing.T) {
	const intvty, e2el = "mean_intvty", "p90_e2el"
	for _, test := range []struct {
		what, x           string
		points            string // id:x,y
		strict, dashboard string
		beaten            string // under the strict rule
	}{
		{"equal throughput, slower", intvty, "a:18,140 b:7,140", "a", "a", "b<a"},
		{"equal rate, less throughput", intvty, "a:18,140 b:18,90", "a", "a", "b<a"},
		{"worst first within an x", e2el, "a:2,61 b:2,48 c:2,33 d:4,52 e:4,77 f:9,90", "a e f", "a e f", "b<a c<a d<a,e"},
		{"a plateau stays on the dashboard", e2el, "a:1,100 b:2,90 c:3,100", "a", "a c", "b<a c<a"},
		{"no plateau of a rate", intvty, "a:1,100 b:2,100", "b", "b", "a<b"},
		{"equal places are one position", intvty, "a:20,50 b:20,50 c:25,30", "a=b c", "a=b c", ""},
		{"equal places are one position of a latency too", e2el, "b:2,50 a:2,50 c:1,30", "c a=b", "c a=b", ""},
		{"one point", e2el, "a:1,1", "a", "a", ""},
		// The dashboard's scan of (1,100)(2,100)(2,80)(3,90)(3,120)(3,120)(4,120)(5,110)(6,130).
		{
			"golden vector", e2el, "a:1,100 b:2,100 c:2,80 d:3,90 e:3,120 f:3,120 g:4,120 h:5,110 i:6,130",
			"a e=f i", "a b e=f g i", "b<a c<a d<a,e,f g<e,f h<e,f",
		},
		{
			"golden vector of a rate", intvty, "a:20,900 b:20,950 c:30,800 d:30,800 e:40,800 f:50,700 g:60,750 h:70,300",
			"b e g h", "b e g h", "a<b c<e d<e f<g",
		},
		// MiniMax-M3: concurrencies 15, 20, 30, 40 and 50 of seven are on the frontier.
		{
			"a real regression", e2el,
			"c5:10.78256,9091 c10:11.35504,17113 c15:10.55072,22505 c20:14.05108,34255 c30:17.62118,46840 c40:25.18999,54350 c50:40.75138,54443",
			"c15 c20 c30 c40 c50", "c15 c20 c30 c40 c50", "c5<c15 c10<c15",
		},
	} {
		text := "id," + test.x + ",tput_per_gpu\n"
		for p := range strings.FieldsSeq(test.points) {
			text += strings.Replace(p, ":", ",", 1) + "\n"
		}
		o := frontier.Options{X: axes(test.x)}
		strict := frontOf(t, text, pareto.Strict, o).Curves[0].Views[0]
		dashboard := frontOf(t, text, pareto.Dashboard, o).Curves[0].Views[0]
		if got := positions(strict); got != test.strict {
			t.Errorf("%s: strict frontier %q, want %q", test.what, got, test.strict)
		}
		if got := positions(dashboard); got != test.dashboard {
			t.Errorf("%s: dashboard frontier %q, want %q", test.what, got, test.dashboard)
		}
		if got := dominated(strict); got != test.beaten {
			t.Errorf("%s: dominated %q, want %q", test.what, got, test.beaten)
		}
	}
}

// TestEveryViewIsComputedAfresh: winners of one x are not those of another.
func TestEveryViewIsComputedAfresh(t *testing.T) {
	const text = "id,mean_intvty,p90_e2el,tput_per_gpu\na,40,9,100\nb,30,8,110\nc,20,12,130\n"
	f := frontOf(t, text, pareto.Strict, frontier.Options{X: axes("mean_intvty", "p90_e2el")})
	v := f.Curves[0].Views
	if positions(v[0]) != "c b a" || positions(v[1]) != "b c" || dominated(v[1]) != "a<b" {
		t.Errorf("%q, %q, %q", positions(v[0]), positions(v[1]), dominated(v[1]))
	}
}

// TestOtherDirections: the direction belongs to the axis, y's too.
func TestOtherDirections(t *testing.T) {
	const text = "id,size,cost\na,2,61\nb,2,48\nc,2,33\nd,4,52\ne,4,77\nf,9,90\n"
	for x, want := range map[string]string{
		"size:max cost:min": "c d f", "size:min cost:max": "a e f", "size:min cost:min": "c", "size:max cost:max": "f",
	} {
		xs := strings.Fields(x)
		o := frontier.Options{X: axes(xs[0]), Y: axis(xs[1])}
		var rows []record
		for i, line := range strings.Split(strings.TrimSpace(text), "\n")[1:] {
			var id string
			var size, cost float64
			if _, err := fmt.Sscanf(strings.ReplaceAll(line, ",", " "), "%s %g %g", &id, &size, &cost); err != nil {
				t.Fatal(err)
			}
			rows = append(rows, record{texts: map[string]string{"id": id}, numbers: map[string]float64{"size": size, "cost": cost}, line: int32(i + 2)})
		}
		f, err := frontier.Front(arrange(t, o, tableOf(rows)), pareto.Strict)
		if err != nil {
			t.Fatal(err)
		}
		if got := positions(f.Curves[0].Views[0]); got != want {
			t.Errorf("%s: %q, want %q", x, got, want)
		}
	}
}

// TestRepeatedPlacesAtAnySize: one rule, whatever the number of rows.
func TestRepeatedPlacesAtAnySize(t *testing.T) {
	for _, k := range []int{1, 4000} {
		var rows []record
		for i := range k {
			for j, p := range []spot{{3, 9}, {1, 1}, {9, 3}} {
				rows = append(rows, record{
					texts: map[string]string{"id": fmt.Sprint(i, "-", j)}, line: int32(len(rows) + 2),
					numbers: map[string]float64{"mean_intvty": p.x, frontier.DefaultY: p.y},
				})
			}
		}
		o := frontier.Options{X: axes("mean_intvty")}
		f, err := frontier.Front(arrange(t, o, tableOf(rows)), pareto.Dashboard)
		if err != nil {
			t.Fatal(err)
		}
		v := f.Curves[0].Views[0]
		if v.OnFrontier != 2 || len(v.Frontier[0].Members) != k || len(v.Frontier[1].Members) != k || len(v.Dominated) != k {
			t.Errorf("%d of each: %d positions, %d dominated", k, v.OnFrontier, len(v.Dominated))
		}
	}
}

// TestStatus: five positions and no invalid row pass; a view that the data does
// not have is unavailable, never 0 points.
func TestStatus(t *testing.T) {
	five := "1,1\n2,2\n3,3\n4,4\n5,5\n"
	for _, test := range []struct {
		what, rows string
		want       string
	}{
		{"five", five, "PASS 5/5, 0 invalid"},
		{"four", "1,1\n2,2\n3,3\n4,4\n", "WARN 4/4, 0 invalid"},
		{"seven, five on the frontier", five + "6,1\n7,2\n", "PASS 5/7, 0 invalid"},
		{"five and one that is 0", five + "0,6\n", "WARN 5/5, 1 invalid"},
		{"five and one without latency", five + ",6\n", "WARN 5/5, 1 invalid"},
		{"five and one without throughput", five + "6,\n", "WARN 5/5, 1 invalid"},
		{"five, one twice", five + "5,5\n", "PASS 5/6, 0 invalid"},
	} {
		text := "id,p90_e2el,tput_per_gpu\n"
		for i, r := range strings.Split(strings.TrimSpace(test.rows), "\n") {
			text += fmt.Sprintf("p%d,%s\n", i, r)
		}
		v := frontOf(t, text, pareto.Dashboard, frontier.Options{X: axes("p90_e2el")}).Curves[0].Views[0]
		if got := fmt.Sprintf("%s %d/%d, %d invalid", v.Status, v.OnFrontier, v.Measured, v.Invalid); got != test.want {
			t.Errorf("%s: %s, want %s", test.what, got, test.want)
		}
	}
	// Five on a plateau pass by the dashboard's rule, and both counts are known.
	v := frontOf(t, "id,p90_e2el,tput_per_gpu\na,1,9\nb,2,9\nc,3,9\nd,4,9\ne,5,9\n", pareto.Dashboard, frontier.Options{X: axes("p90_e2el")}).Curves[0].Views[0]
	if v.Status != frontier.Pass || v.OnFrontier != 5 || v.OnStrictFrontier != 1 {
		t.Errorf("a plateau of five: %s, %d (strict: %d)", v.Status, v.OnFrontier, v.OnStrictFrontier)
	}
}

func TestUnavailableViews(t *testing.T) {
	agentic := "benchmark_type,id,p90_e2el,p75_e2el,tput_per_gpu\n"
	for _, test := range []struct{ what, rows, want string }{
		{"no row has it", "agentic-coding,a,1,,10\nagentic-coding,b,2,,20\n", "UNAVAILABLE 0+0"},
		{"no row has it, and one row is no point at all", "agentic-coding,a,1,,10\nagentic-coding,b,2,,20\nagentic-coding,c,3,,\n", "UNAVAILABLE 0+0"},
		{"one row has it", "agentic-coding,a,1,,10\nagentic-coding,b,2,1,20\n", "WARN 1+1"},
		{"the only value is 0", "agentic-coding,a,1,0,10\nagentic-coding,b,2,,20\n", "WARN 0+2"},
	} {
		f := frontOf(t, agentic+test.rows, pareto.Dashboard, frontier.Options{E2ELOnly: true})
		v := f.Curves[0].Views[1]
		if v.X.Name != "p75_e2el" {
			t.Fatalf("%s: the second view is %s", test.what, v.X.Name)
		}
		if got := fmt.Sprintf("%s %d+%d", v.Status, v.Measured, v.Invalid); got != test.want {
			t.Errorf("%s: %s, want %s", test.what, got, test.want)
		}
		if v.Status == frontier.Unavailable && (v.Area != nil || v.WidestGap != nil) {
			t.Errorf("%s: an area or a gap of nothing", test.what)
		}
	}
}

// TestRejectedRowsAreNamed with the field that failed them, per view.
func TestRejectedRowsAreNamed(t *testing.T) {
	const rows = `[
{"id":"a","p90_e2el":null,"p75_e2el":1,"tput_per_gpu":500},
{"id":"b","p90_e2el":2,"tput_per_gpu":400},
{"id":"c","p90_e2el":4,"p75_e2el":3,"tput_per_gpu":90},
{"id":"d","p90_e2el":true,"p75_e2el":"5","tput_per_gpu":90},
{"id":"e","p90_e2el":NaN,"p75_e2el":-Infinity,"tput_per_gpu":90},
{"id":"f","p90_e2el":0,"p75_e2el":-1,"tput_per_gpu":90}]`
	f := frontOf(t, rows, pareto.Strict, frontier.Options{X: axes("p90_e2el", "p75_e2el")})
	var got []string
	for _, v := range f.Curves[0].Views {
		got = append(got, v.X.Name+": "+positions(v))
		for _, r := range v.Rejected {
			got = append(got, r.ID+" "+r.Field+" "+r.Reason.String()+" "+r.Place)
		}
	}
	want := []string{
		"p90_e2el: b", "a p90_e2el null rows.csv:2", "d p90_e2el a boolean, not a number rows.csv:5", "e p90_e2el NaN rows.csv:6", "f p90_e2el 0 rows.csv:7",
		"p75_e2el: a", "b p75_e2el missing rows.csv:3", "d p75_e2el text, not a number rows.csv:5", "e p75_e2el infinite rows.csv:6", "f p75_e2el negative rows.csv:7",
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if f.Inputs.Rejected[0] != 3 {
		t.Errorf("%d rows are no measured points, want 3", f.Inputs.Rejected[0])
	}
}

// TestDefaultViews: per curve, by scenario.
func TestDefaultViews(t *testing.T) {
	const columns = "benchmark_type,id,p90_e2el,p75_e2el,median_e2el,mean_intvty,median_intvty,p99_e2el,tput_per_gpu\n"
	for _, test := range []struct{ what, rows, all, e2el string }{
		{"AgentX", "agentic-coding,a,1,1,1,1,1,1,1\n", "p90_e2el p75_e2el mean_intvty", "p90_e2el p75_e2el"},
		{"fixed-sequence", "single_turn,a,1,1,1,1,1,1,1\n", "median_e2el median_intvty", "median_e2el"},
		{"fixed-sequence, whether it has them or not", "single_turn,a,1,1,1,1,,1,1\n", "median_e2el median_intvty", "median_e2el"},
		{"other tables", ",a,1,,1,1,,1,1\n", "p90_e2el median_e2el mean_intvty", "p90_e2el median_e2el"},
		{"other tables with rates alone", ",a,,,,1,1,1,1\n", "mean_intvty median_intvty", "mean_intvty median_intvty"},
	} {
		for want, o := range map[string]frontier.Options{test.all: {}, test.e2el + "*": {E2ELOnly: true}} {
			var got []string
			for _, x := range onlyCurve(t, arrange(t, o, table(t, "rows.csv", columns+test.rows, o))).Views {
				got = append(got, x.Name)
			}
			if strings.Join(got, " ") != strings.TrimSuffix(want, "*") {
				t.Errorf("%s: %q, want %s", test.what, got, want)
			}
		}
	}
	// Each curve of a mixed file has its own.
	a := arrange(t, frontier.Options{}, table(t, "rows.csv", columns+"single_turn,a,1,1,1,1,1,1,1\nagentic-coding,a,1,1,1,1,1,1,1\n", frontier.Options{}))
	if len(a.Curves) != 2 || len(a.Curves[0].Views) != 3 || len(a.Curves[1].Views) != 2 {
		t.Errorf("a mixed file: %+v", a.Curves)
	}
}

// TestGapAndArea: the reference is 1.1 times the largest x of the frontier, and
// throughput 0; the gap is the widest between neighbours on it.
func TestGapAndArea(t *testing.T) {
	v := frontOf(t, "id,p90_e2el,tput_per_gpu\na,1,10\nb,2,20\nc,5,30\nd,10,40\nbad,100,1\n", pareto.Strict, frontier.Options{X: axes("p90_e2el")}).Curves[0].Views[0]
	if g := v.WidestGap; g == nil || g.From != "b" || g.To != "c" || g.FromX != 2 || g.ToX != 5 || g.Ratio != 2.5 {
		t.Errorf("gap %+v", v.WidestGap)
	}
	// Up to x = 11: 10 wide and 10 high, 9 and 10 more, 6 and 10 more, 1 and 10 more.
	if a := v.Area; a == nil || a.RefX != 11 || a.RefY != 0 || !near(a.Value, 100+90+60+10) {
		t.Errorf("area %+v", v.Area)
	}
	v = frontOf(t, "id,mean_intvty,tput_per_gpu\na,1,10\nb,4,5\n", pareto.Strict, frontier.Options{X: axes("mean_intvty")}).Curves[0].Views[0]
	if a := v.Area; a == nil || a.RefX != 0 || a.RefY != 0 || !near(a.Value, 10+15) {
		t.Errorf("area %+v", v.Area)
	}
}

// TestScenariosAreNotPooled: a point of another curve neither dominates nor
// counts.
func TestScenariosAreNotPooled(t *testing.T) {
	const text = "id,isl,osl,precision,mean_intvty,tput_per_gpu\na,1024,1024,fp8,20,100\nb,8192,1024,fp8,15,60\nc,1024,1024,fp4,30,150\n"
	f := frontOf(t, text, pareto.Strict, frontier.Options{X: axes("mean_intvty")})
	if len(f.Curves) != 3 {
		t.Errorf("%d curves", len(f.Curves))
	}
	f = frontOf(t, text, pareto.Strict, frontier.Options{X: axes("mean_intvty"), GroupBy: []string{}})
	if len(f.Curves) != 1 || positions(f.Curves[0].Views[0]) != "c" {
		t.Errorf("pooled: %+v", f.Curves)
	}
}

func TestFrontOfNothing(t *testing.T) {
	for _, test := range []struct {
		what, text string
		o          frontier.Options
		words      []string
	}{
		{"all 0", "id,p90_intvty,median_intvty,tput_per_gpu\na,0,20,100\nb,0,30,70\n", frontier.Options{X: axes("p90_intvty")}, []string{"no eligible value for p90_intvty", "2 rows are 0"}},
		{"no such percentile", "id,p50_e2el,p97_e2el,p90_e2el,tput_per_gpu\na,1,4,3,100\n", frontier.Options{X: axes("p95_e2el")}, []string{"no column p95_e2el", "p50_e2el, p90_e2el, p97_e2el"}},
		{"nothing measured", "id,p90_e2el,tput_per_gpu\na,1,\nb,,2\n", frontier.Options{}, []string{"nothing measured", "rows.csv:2: a: tput_per_gpu is missing"}},
		{"no row meets the condition", "id,conc,p90_e2el,tput_per_gpu\na,4,1,1\n", frontier.Options{Where: []frontier.Condition{condition("conc > 4")}}, []string{"no eligible point", "every row"}},
	} {
		_, err := frontier.Front(arrange(t, test.o, table(t, "rows.csv", test.text, test.o)), pareto.Strict)
		var data *frontier.DataError
		if !errors.As(err, &data) {
			t.Errorf("%s: error %v", test.what, err)
			continue
		}
		for _, w := range test.words {
			if !strings.Contains(data.Text, w) {
				t.Errorf("%s: %q does not say %q", test.what, data.Text, w)
			}
		}
	}
}

package frontier_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"paretocov/frontier"
)

func TestParseCondition(t *testing.T) {
	for _, test := range []struct{ text, field, op, value string }{
		{"conc >= 8", "conc", ">=", "8"},
		{"conc>=8", "conc", ">=", "8"},
		{" conc  <= 8.5 ", "conc", "<=", "8.5"},
		{"conc<1e3", "conc", "<", "1e3"},
		{"conc > -1", "conc", ">", "-1"},
		{"hw = B200", "hardware", "=", "B200"},
		{"hardware==B200", "hardware", "=", "B200"},
		{"engine != a=b", "engine", "!=", "a=b"},
		{"engine = ", "engine", "=", ""},
		{"My Column = x y", "My Column", "=", "x y"},
		{"P90_E2EL < 10", "p90_e2el", "<", "10"},
	} {
		c, err := frontier.ParseCondition(test.text)
		if err != nil || c.Field != test.field || c.Op != test.op || c.Value != test.value || c.Text != strings.TrimSpace(test.text) {
			t.Errorf("%q: %+v, %v; want %s %s %q", test.text, c, err, test.field, test.op, test.value)
		}
	}
	for _, test := range []struct{ text, why string }{
		{"", "no operator"},
		{"conc", "no operator"},
		{"conc ! 8", "no operator"},
		{"= 8", "no field"},
		{">= 8", "no field"},
		{"hardware > b200", "needs a number"},
		{"conc < ", "needs a number"},
		{"conc > nan", "needs a number"},
		{"conc < inf", "needs a number"},
	} {
		c, err := frontier.ParseCondition(test.text)
		if err == nil || !strings.Contains(err.Error(), test.why) {
			t.Errorf("%q: %+v, error %v; want one that says %q", test.text, c, err, test.why)
		}
	}
}

func TestConditionsKeepRows(t *testing.T) {
	const rows = `id,conc,hardware,engine,p90_e2el,tput_per_gpu,accuracy
a,4,B200,Alpha one,1,10,0.9
b,8,b200-nvl,alpha  ONE,2,20,0.4
c,16,H100,beta,3,30,
d,,,,4,40,0.91
e,16,H100,beta,NaN,50,0.95
`
	for _, test := range []struct {
		conditions string // separated by ;
		kept       string // names
		dropped    string // per condition
	}{
		{"conc >= 8", "b c e", "a d"},
		{"conc > 8", "c e", "a b d"},
		{"conc < 8", "a", "b c d e"},
		{"conc = 8.0", "b", "a c d e"},
		{"conc != 8", "a c e", "b d"}, // a row without a value meets none
		{"hardware = b200", "a b", "c d e"},
		{"hardware = B200-other", "a b", "c d e"},
		{"hardware != b200", "c e", "a b d"},
		{"engine = ALPHA  one", "a b", "c d e"},
		{"engine = alpha", "", "a b c d e"},
		{"engine > 3", "", "a b c d e"},
		{"p90_e2el <= 2", "a b", "c d e"},
		{"p90_e2el != 2", "a c d", "b e"}, // NaN meets none
		{"p90_e2el = abc", "", "a b c d e"},
		{"accuracy >= 0.9", "a d e", "b c"},
		{"id = a", "a", "b c d e"},
		{"id = A", "", "a b c d e"}, // verbatim
		// The first condition that a row fails counts it.
		{"conc >= 8; hardware = h100", "c e", "a d|b"},
		{"hardware = h100; conc >= 8", "c e", "a b d|"},
	} {
		o := frontier.Options{X: axes("p90_e2el")}
		for text := range strings.SplitSeq(test.conditions, ";") {
			o.Where = append(o.Where, condition(text))
		}
		a := arrange(t, o, table(t, "rows.csv", rows, o))
		var kept, dropped []string
		for _, c := range a.Curves {
			kept = append(kept, pointNames(c, 0)...)
			for _, d := range c.Sides[0].Dead {
				kept = append(kept, d.Name)
			}
		}
		for i, f := range a.Filtered {
			dropped = append(dropped, strings.Join(f.Names, " "))
			if f.Rows != len(f.Names) || f.Condition != o.Where[i].Text || f.Side != 0 {
				t.Errorf("%s: filtered %+v", test.conditions, f)
			}
		}
		slices.Sort(kept)
		if got := strings.Join(kept, " "); got != test.kept || strings.Join(dropped, "|") != test.dropped {
			t.Errorf("%s: kept %q, dropped %q; want %q, %q", test.conditions, got, strings.Join(dropped, "|"), test.kept, test.dropped)
		}
	}
}

// TestConditionOnASettingOfRoles: what --group-by and --match know, --where
// knows too: the parallelism of rows that give it per role, or once.
func TestConditionOnASettingOfRoles(t *testing.T) {
	o := frontier.Options{X: axes("median_e2el"), Where: []frontier.Condition{condition("tp = 4")}}
	tb := files(t, o, "../fixtures/inferencex-dsr1/base.json")
	want := 0
	l := tb.Label("prefill_tp")
	for row := range tb.Rows {
		if l.Text(row) == "4" {
			want++
		}
	}
	a, err := frontier.Arrange(frontier.Options{X: o.X, Y: axis(frontier.DefaultY), Where: o.Where}, tb)
	if err != nil {
		t.Fatal(err)
	}
	got := 0
	for _, c := range a.Curves {
		got += len(c.Sides[0].Points)
	}
	if got != want || want == 0 {
		t.Errorf("--where 'tp = 4' keeps %d of %d rows of a tensor parallelism of 4 (and drops %d)", got, want, a.Filtered[0].Rows)
	}
}

// TestConditionSeesAliases: an alias is one value read as another, on both sides
// and for every purpose.
func TestConditionSeesAliases(t *testing.T) {
	alias, err := frontier.ParseAlias("framework:sgl=sglang")
	if err != nil {
		t.Fatal(err)
	}
	o := frontier.Options{
		X: axes("p90_e2el"), Aliases: []frontier.Alias{alias}, Where: []frontier.Condition{condition("framework = sglang")},
	}
	a := arrange(t, o, table(t, "rows.csv", "conc,framework,p90_e2el,tput_per_gpu\n4,sgl,1,10\n8,SGLang,2,20\n", o))
	if diff := gocmp.Diff([]string{"c4", "c8"}, pointNames(onlyCurve(t, a), 0)); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
}

func TestParseAlias(t *testing.T) {
	for text, want := range map[string]frontier.Alias{
		"hardware:b200-nvl8=b200": {Field: "hardware", Old: "b200-nvl8", New: "b200"},
		"hw:B300=b200":            {Field: "hardware", Old: "B300", New: "b200"},
		"framework:a:b=c":         {Field: "framework", Old: "a:b", New: "c"},
		"engine:a=b=c":            {Field: "engine", Old: "a", New: "b=c"},
	} {
		if got, err := frontier.ParseAlias(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "hardware", "hardware:b200", "hardware=b200", ":a=b", " :a=b", "hardware:=b", "hardware:a=", "hardware:a= "} {
		if got, err := frontier.ParseAlias(text); err == nil || !strings.Contains(err.Error(), "FIELD:OLD=NEW") {
			t.Errorf("%q: %+v, %v; want an error that says how to write it", text, got, err)
		}
	}
}

func TestUnknownFieldsAreRefused(t *testing.T) {
	const rows = "conc,engine,p90_e2el,tput_per_gpu\n4,a,1,10\n"
	for flag, o := range map[string]frontier.Options{
		"--where":    {Where: []frontier.Condition{condition("enigne = a")}},
		"--group-by": {GroupBy: []string{"enigne"}},
		"--match":    {Match: []string{"enigne"}},
	} {
		o.Y = axis(frontier.DefaultY)
		_, err := frontier.Arrange(o, table(t, "rows.csv", rows, o))
		var data *frontier.DataError
		if !errors.As(err, &data) || !strings.Contains(data.Text, flag+" enigne") || !strings.Contains(data.Text, "conc, engine") {
			t.Errorf("%s: error %v; want one that names the field and those that there are", flag, err)
		}
	}
}

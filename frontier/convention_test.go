package frontier_test

import (
	"errors"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"paretocov/frontier"
	"paretocov/pareto"
)

func TestCompanions(t *testing.T) {
	want := []string{"p90_e2el", "p90_full_response_itl", "p90_itl", "p90_tpot"}
	got := frontier.Companions(axis("p90_intvty"))
	if diff := gocmp.Diff(want, got, gocmp.Transformer("set", func(s []string) map[string]bool {
		m := map[string]bool{}
		for _, v := range s {
			m[v] = true
		}
		return m
	})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, x := range []string{"p90_e2el", "median_tpot", "tput_per_gpu"} {
		if got := frontier.Companions(axis(x)); got != nil {
			t.Errorf("%s: %q", x, got)
		}
	}
}

// TestConventions: what an interactivity is, is told from the product with the
// time per token, never from the order of its percentiles.
func TestConventions(t *testing.T) {
	for _, test := range []struct {
		what, x, columns string
		rows             []string
		want             frontier.Convention
	}{
		{"1/itl", "p90_intvty", "p90_intvty,p90_itl", []string{"20,0.05", "40,0.025"}, frontier.SlowTail},
		{"1/tpot", "median_intvty", "median_intvty,median_tpot", []string{"50,0.02"}, frontier.SlowTail},
		{"1/tpot, itl being another quantity", "p90_intvty", "p90_intvty,p90_tpot,p90_itl", []string{"50,0.02,0.5"}, frontier.SlowTail},
		{"1/full-response itl", "p90_intvty", "p90_intvty,p90_itl,p90_full_response_itl", []string{"50,0.5,0.02"}, frontier.SlowTail},
		{"to the digits that files keep", "p90_intvty", "p90_intvty,p90_itl", []string{"113.25621,0.00883"}, frontier.SlowTail},
		{"below the mean, and of rates", "p90_intvty", "p90_intvty,p90_itl,mean_intvty", []string{"20,0.025,30"}, frontier.OfRates},
		{"above the mean, and 1/itl", "p90_intvty", "p90_intvty,p90_itl,mean_intvty", []string{"50,0.02,30"}, frontier.SlowTail},
		{"osl/e2el", "mean_intvty", "mean_intvty,mean_tpot,mean_e2el,osl", []string{"40,0.02,2.5,100"}, frontier.PerRequest},
		{"unknown", "mean_intvty", "mean_intvty", []string{"40"}, ""},
		{"unknown where the time per token is missing", "mean_intvty", "mean_intvty,mean_tpot", []string{"40,"}, ""},
		{"mixed", "mean_intvty", "mean_intvty,mean_tpot,mean_e2el,osl", []string{"50,0.02,2.5,100", "40,0.02,2.5,100"}, ""},
		{"no interactivity", "mean_e2el", "mean_intvty,mean_tpot,mean_e2el", []string{"50,0.02,2.5"}, ""},
	} {
		o := frontier.Options{X: axes(test.x)}
		text := "tput_per_gpu,id," + test.columns + "\n"
		for i, r := range test.rows {
			text += string(rune('1'+i)) + "00," + string(rune('a'+i)) + "," + r + "\n"
		}
		f, err := frontier.Front(arrange(t, o, table(t, "rows.csv", text, o)), pareto.Strict)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Curves[0].Views[0].Convention; got != test.want {
			t.Errorf("%s: %q, want %q", test.what, got, test.want)
		}
		if mixed := strings.Contains(strings.Join(f.Warnings, "\n"), "mixes definitions"); mixed != (test.what == "mixed") {
			t.Errorf("%s: warnings %q", test.what, f.Warnings)
		}
	}
}

// TestDifferentConventionsAreNotCompared: base and head that mean different
// things by one name are refused, with a message that says which.
func TestDifferentConventionsAreNotCompared(t *testing.T) {
	const (
		columns = "id,tput_per_gpu,p90_intvty,p90_itl,p90_e2el,osl\n"
		slow    = columns + "a,100,20,0.05,30,100\n"
		rates   = columns + "a,100,38,0.05,30,100\n"
		request = columns + "a,100,40,0.05,2.5,100\n"
		unknown = "id,tput_per_gpu,p90_intvty\na,100,40\n"
	)
	for _, test := range []struct {
		what, base, head string
		words            []string // of the error, none if they are compared
	}{
		{"the same", slow, slow, nil},
		{"slow tail and rates", slow, rates, []string{"p90_intvty", "1/time-per-token", "statistic-of-rates", "base", "head"}},
		{"rates and slow tail", rates, slow, []string{"p90_intvty", "1/time-per-token", "statistic-of-rates"}},
		{"slow tail and per request", slow, request, []string{"p90_intvty", "osl/e2el"}},
		{"one is not known", slow, unknown, nil},
		{"neither is known", unknown, unknown, nil},
	} {
		o := frontier.Options{Y: axis(frontier.DefaultY), X: axes("p90_intvty")}
		_, err := frontier.Arrange(o, table(t, "base.csv", test.base, o), table(t, "head.csv", test.head, o))
		var data *frontier.DataError
		if test.words == nil {
			if err != nil {
				t.Errorf("%s: %v", test.what, err)
			}
			continue
		}
		if !errors.As(err, &data) {
			t.Errorf("%s: error %v", test.what, err)
			continue
		}
		for _, w := range test.words {
			if !strings.Contains(data.Text, w) {
				t.Errorf("%s: %q does not say %q", test.what, data.Text, w)
			}
		}
		// A view of a latency has nothing to do with it.
		o.X = axes("p90_e2el")
		if _, err := frontier.Arrange(o, table(t, "base.csv", test.base, o), table(t, "head.csv", test.head, o)); err != nil {
			t.Errorf("%s, on p90_e2el: %v", test.what, err)
		}
	}
}

// TestConventionOfRecomputedRows: flat AgentX rows, whose own interactivity is a
// statistic of rates, become comparable with rows of version 3.
func TestConventionOfRecomputedRows(t *testing.T) {
	o := frontier.Options{X: axes("p90_intvty")}
	a := arrange(t, o, files(t, o, "../fixtures/agentx-unofficial/kimi-k2.5-mi355x/head"))
	f, err := frontier.Front(a, pareto.Strict)
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Curves[0].Views[0].Convention; got != frontier.SlowTail {
		t.Errorf("%q, want %q", got, frontier.SlowTail)
	}
	if !strings.Contains(strings.Join(f.Warnings, "\n"), "p90_intvty is 1/p90_itl") {
		t.Errorf("warnings %q do not say where the numbers come from", f.Warnings)
	}
}

package frontier_test

import (
	"strings"
	"testing"

	"paretocov/frontier"
	"paretocov/pareto"
)

func TestParseAxis(t *testing.T) {
	for _, test := range []struct {
		text string
		want frontier.Axis
	}{
		{"p90_e2el", frontier.Axis{Name: "p90_e2el", Unit: "s", Better: pareto.Minimize}},
		{"p99.9_ttft", frontier.Axis{Name: "p99.9_ttft", Unit: "s", Better: pareto.Minimize}},
		{"median_tpot", frontier.Axis{Name: "median_tpot", Unit: "s/tok", Better: pareto.Minimize}},
		{"mean_intvty", frontier.Axis{Name: "mean_intvty", Unit: "tok/s/user", Better: pareto.Maximize}},
		{"tput_per_gpu", frontier.Axis{Name: "tput_per_gpu", Unit: "tok/s/GPU", Better: pareto.Maximize}},
		{"output_tput_per_gpu", frontier.Axis{Name: "output_tput_per_gpu", Unit: "tok/s/GPU", Better: pareto.Maximize}},
		{"joules_per_token", frontier.Axis{Name: "joules_per_token", Unit: "J/tok", Better: pareto.Minimize}},
		// A direction that is known may be said again.
		{"p90_e2el:min", frontier.Axis{Name: "p90_e2el", Unit: "s", Better: pareto.Minimize}},
		{"mean_intvty:max", frontier.Axis{Name: "mean_intvty", Unit: "tok/s/user", Better: pareto.Maximize}},
		// A name that is not known needs one.
		{"accuracy:max", frontier.Axis{Name: "accuracy", Better: pareto.Maximize}},
		{"cost:min", frontier.Axis{Name: "cost", Better: pareto.Minimize}},
		{"std_e2el:min", frontier.Axis{Name: "std_e2el", Better: pareto.Minimize}},
		{"cost: USD:min", frontier.Axis{Name: "cost: USD", Better: pareto.Minimize}},
		{"a:b:c:max", frontier.Axis{Name: "a:b:c", Better: pareto.Maximize}},
		{"max:min", frontier.Axis{Name: "max", Better: pareto.Minimize}},
	} {
		got, err := frontier.ParseAxis(test.text)
		if err != nil || got != test.want {
			t.Errorf("%q: %+v, %v; want %+v", test.text, got, err, test.want)
		}
	}
	for _, test := range []struct{ text, why string }{
		{"", "no name"},
		{":min", "no name"},
		{"latency", "write latency:min or latency:max"},
		{"std_e2el", "write std_e2el:min"}, // no direction is better
		{"p90_e2e", "not known"},
		{"e2el_p90", "not known"},
		{"xp90_e2el", "not known"},
		{"p_e2el", "not known"},
		{"p90_e2el:max", "p90_e2el is better when it is less"},
		{"tput_per_gpu:min", "tput_per_gpu is better when it is more"},
		{"latency:", "not known"},
		{"latency:lower", "not known"},
	} {
		if got, err := frontier.ParseAxis(test.text); err == nil || !strings.Contains(err.Error(), test.why) {
			t.Errorf("%q: %+v, error %v; want one that says %q", test.text, got, err, test.why)
		}
	}
}

func TestMetricNames(t *testing.T) {
	for name, want := range map[string]bool{
		"p90_e2el": true, "p99.9_e2el": true, "median_full_response_intvty": true, "total_tput_tps": true, "tput_per_gpu": true,
		"std_e2el": false, "e2el": false, "p90_e2el_s": false, "conc": false, "P90_E2EL": false, "": false,
	} {
		if frontier.IsMetric(name) != want {
			t.Errorf("IsMetric(%q) is not %v", name, want)
		}
	}
	want := "p90_e2el p75_e2el median_e2el mean_intvty median_intvty"
	if got := strings.Join(frontier.DefaultXs(), " "); got != want {
		t.Errorf("default views %s, want %s", got, want)
	}
}

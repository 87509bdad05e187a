package ingest

import "testing"

// TestHeadings: what is recognised without a flag, and what is not, though it comes
// near. Asked for are a few known metrics and lat, e2e_p90 and tput.
func TestHeadings(t *testing.T) {
	o := Options{Metrics: []string{
		"tput_per_gpu", "output_tput_per_gpu", "total_tput_tps", "p90_e2el", "p99.9_e2el", "median_e2el", "mean_ttft", "median_tpot", "p50_itl",
		"mean_intvty", "lat", "e2e_p90", "tput", "top1", "speed_ms", "img_per_s",
	}, Map: map[string]string{"Took": "p90_e2el_ms", "took_us": "lat", "Took (s)": "p90_e2el_ms", "Anders": "speed_ms", "Anders (s)": "speed_ms"}}
	o.begin()
	const none = ""
	for _, test := range []struct {
		column, field string
		from, to      string
		wrong         bool
	}{
		// Names of metrics, with units.
		{"p90_e2el", "p90_e2el", "s", "s", false},
		{"P90 E2EL", "p90_e2el", "s", "s", false},
		{"p90_e2el_ms", "p90_e2el", "ms", "s", false},
		{"p90_e2el (ms)", "p90_e2el", "ms", "s", false},
		{"p90_e2el[us]", "p90_e2el", "us", "s", false},
		{"p90-e2el-ns", "p90_e2el", "ns", "s", false},
		{"p90_e2el (min)", "p90_e2el", "min", "s", false},
		{"p99.9_e2el_ms", "p99.9_e2el", "ms", "s", false},
		{"median_tpot_ms", "median_tpot", "ms", "s/tok", false},
		{"median_tpot (ms/token)", "median_tpot", "ms/tok", "s/tok", false},
		{"tput_per_gpu (tokens/s/GPU)", "tput_per_gpu", "tok/s/GPU", "tok/s/GPU", false},
		{"tput_per_gpu (tok/s)", "tput_per_gpu", "tok/s", "tok/s/GPU", false},
		{"lat_ms", "lat", "ms", "s", false},
		{"lat (s)", "lat", "s", "s", false},
		{"lat", "lat", none, none, false},
		{"e2e_p90_ms", "e2e_p90", "ms", "s", false},
		{"tput (tok/s)", "tput", "tok/s", "tok/s", false},
		{"tput (req/s)", "tput", "req/s", "req/s", false},
		{"top1 (%)", "top1", "%", "%", false},
		{"speed_ms", "speed_ms", "ms", "ms", false}, // asked for as it stands
		{"img_per_s", "img_per_s", none, none, false},
		// In words.
		{"P90 E2E Latency (ms)", "p90_e2el", "ms", "s", false},
		{"E2E Latency P90 [s]", "p90_e2el", "s", "s", false},
		{"end-to-end latency p90 ms", "p90_e2el", "ms", "s", false},
		{"e2el_p90_ms", "p90_e2el", "ms", "s", false},
		{"Average Time to First Token (ms)", "mean_ttft", "ms", "s", false},
		{"Mean TTFT (ms)", "mean_ttft", "ms", "s", false},
		{"P50 Inter-Token Latency (ms)", "p50_itl", "ms", "s/tok", false},
		{"Throughput/GPU (tok/s)", "tput_per_gpu", "tok/s", "tok/s/GPU", false},
		{"Throughput per GPU", "tput_per_gpu", "tok/s/GPU", "tok/s/GPU", false},
		{"Output Throughput/GPU", "output_tput_per_gpu", "tok/s/GPU", "tok/s/GPU", false},
		{"Interactivity Mean (tok/s/user)", "mean_intvty", "tok/s/user", "tok/s/user", false},
		// Renamed.
		{"Took", "p90_e2el", "ms", "s", false},
		{"took_us", "lat", "us", "s", false},
		{"Anders", "speed_ms", "ms", "ms", false},
		{"Anders (s)", "speed_ms", "s", "ms", false},
		{"Took (s)", "p90_e2el", "ms", "s", true},
		// Certain of the metric, and not of the unit.
		{"P90 E2E Latency", "p90_e2el", "s", "s", true},
		{"ttft_mean", "mean_ttft", "s", "s", true},
		// In a unit of something else.
		{"tput_per_gpu_ms", "tput_per_gpu", "ms", "tok/s/GPU", true},
		{"p90_e2el (tok/s)", "p90_e2el", "tok/s", "s", true},
		{"mean_intvty (tok/s/GPU)", "mean_intvty", "tok/s/GPU", "tok/s/user", true},
		{"total_tput_tps (tok/s/GPU)", "total_tput_tps", "tok/s/GPU", "tok/s", true},
		{"Mean Interactivity (ms)", "mean_intvty", "ms", "tok/s/user", true},
		// Near, and nothing that is asked for.
		{"e2e_p90", "e2e_p90", none, none, false}, // itself
		{"e2e_p99_ms", "e2e_p99_ms", none, none, false},
		{"e2e p90 (ms)", "e2e p90 (ms)", none, none, false},
		{"p9_e2el_x", "p9_e2el_x", none, none, false},
		{"p90 latency (ms)", "p90 latency (ms)", none, none, false},
		{"Latency (ms)", "Latency (ms)", none, none, false},
		{"E2E Latency (ms)", "E2E Latency (ms)", none, none, false}, // of which statistic
		{"P90 P99 E2E Latency (ms)", "P90 P99 E2E Latency (ms)", none, none, false},
		{"P90 E2E Latency without queueing (ms)", "P90 E2E Latency without queueing (ms)", none, none, false},
		{"Throughput", "Throughput", none, none, false},
		{"Output Throughput (tok/s)", "Output Throughput (tok/s)", none, none, false},
		{"lat_min", "lat_min", none, none, false}, // the least
		{"lat_per_s", "lat_per_s", none, none, false},
		{"lats", "lats", none, none, false},
		{"lat (ms) (old)", "lat (ms) (old)", none, none, false},
		{"(ms)", "(ms)", none, none, false},
		{"_ms", "_ms", none, none, false},
		{"", "", none, none, false},
		// Units beside.
		{"p90_e2el_unit", "p90_e2el\x00unit", none, none, false},
		{"lat unit", "lat\x00unit", none, none, false},
		{"e2e_unit", "e2e_unit", none, none, false},
		{"unit", "unit", none, none, false}, // no column value is asked for
	} {
		h := o.headingOf(test.column, "")
		if h.field != test.field || h.from.name != test.from || h.to.name != test.to || (h.wrong != "") != test.wrong {
			t.Errorf("%q is %q from %q to %q (%s), want %+v", test.column, h.field, h.from.name, h.to.name, h.wrong, test)
		}
	}
}

package frontier

// The statistics and quantities of which the names of measured metrics are made.
// Standard deviations are no metrics: no value of them is better.
var (
	knownStatistics = [...]string{"mean", "median", "p50", "p75", "p90", "p95", "p99", "p99.9"}
	knownQuantities = [...]string{"ttft", "e2el", "tpot", "itl", "full_response_itl", "intvty", "full_response_intvty", "e2e_norm_intvty"}
)

// KnownMetrics returns the names of all metrics that benchmark artifacts are
// known to have, the default y axis first. Other percentiles are metrics too:
// see IsMetric.
func KnownMetrics() []string {
	names := []string{
		DefaultY, "output_tput_per_gpu", "input_tput_per_gpu", "total_tput_tps", "output_tput_tps", "input_tput_tps",
		"joules_per_token", "joules_per_total_token", "joules_per_output_token", "joules_per_input_token", FailureRate,
	}
	for _, q := range knownQuantities {
		for _, s := range knownStatistics {
			names = append(names, s+"_"+q)
		}
	}
	return names
}

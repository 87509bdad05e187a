package frontier

// FailureRate is the metric of the share of a row's requests that failed, from 0
// to 1. Latencies and throughputs are of the requests that succeeded, so that a
// server that refuses work under load looks faster; the rate tells.
const FailureRate = "failure_rate"

// DefaultMaxFailureRate is the share of failed requests above which a row is no
// measured point: that of InferenceX's own runs (benchmark_outcome).
const DefaultMaxFailureRate = 0.05

// Failures says what is known of the failed requests of one side's rows.
type Failures struct {
	// Limit is the largest share of failed requests that a measured point may
	// have; from 1 on nothing is checked.
	Limit float64
	// Rows are the rows that the conditions leave; of these Over have a share
	// above Limit and Unknown do not tell theirs.
	Rows, Over, Unknown int
}

// Checked reports whether there is a limit.
func (f Failures) Checked() bool { return f.Limit < 1 }

// failureCheck tells the rows of a table that too many requests failed of.
type failureCheck struct {
	rates *Metric // nil where no row tells its rate
	limit float64
}

func newFailureCheck(o Options, t *Table) failureCheck {
	return failureCheck{t.Metric(FailureRate), o.MaxFailureRate}
}

// of returns the share of failed requests of a row and what it says of the row:
// Usable, Missing where the share is unknown, TooManyFailed where it is over the
// limit, else why it is no share, which passes no limit.
func (f failureCheck) of(row int) (rate float64, reason Reason) {
	if f.rates == nil {
		return 0, Missing
	}
	read := f.rates.read(row)
	switch rate = f.rates.Values[row]; {
	case read == Null, read == Failed:
		return 0, Missing
	case read != Usable:
		return 0, read
	case !(rate >= 0 && rate <= 1):
		return 0, NotAShare
	case !(rate <= f.limit):
		return rate, TooManyFailed
	}
	return rate, Usable
}

// rejects reports whether a row is no measured point for its failed requests, and
// why. With a limit of 100 % none is.
func (f failureCheck) rejects(row int) (rate float64, reason Reason, rejected bool) {
	if f.rates == nil || f.limit >= 1 {
		return 0, Usable, false
	}
	rate, reason = f.of(row)
	return rate, reason, reason != Usable && reason != Missing
}

// count adds a row to what is known of a side.
func (f failureCheck) count(row int, of *Failures) {
	of.Rows++
	switch _, reason := f.of(row); {
	case reason == Missing:
		of.Unknown++
	case reason != Usable:
		of.Over++
	}
}

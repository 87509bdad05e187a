package ingest

import (
	"math"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"

	"paretocov/frontier"
)

// The columns of tables that count requests. Together they tell the failure rate,
// where the table has no column of that.
const (
	fieldCompleted = "completed"
	fieldFailed    = "failed"
)

// isCount reports whether a field counts requests.
func isCount(field string) bool { return field == fieldCompleted || field == fieldFailed }

// countsRequests reports whether a table counts completed and failed requests.
func countsRequests(fields []string) bool {
	return slices.Contains(fields, fieldCompleted) && slices.Contains(fields, fieldFailed)
}

// countsRequestsOf is countsRequests for rows of JSON: somewhere in them both
// are counts, if only in quotes. Then they are wherever they stand, and what is
// none is a count that makes no sense. Elsewhere, as in {"completed": true,
// "failed": false}, they say something else.
func (o *Options) countsRequestsOf(rows ...jsonValue) bool {
	completed, failed := false, false
	for r := range rows {
		for i := range rows[r].members {
			m := &rows[r].members[i]
			if !isCountLike(&m.value) {
				continue
			}
			switch o.headingOf(m.key, "").field {
			case fieldCompleted:
				completed = true
			case fieldFailed:
				failed = true
			}
		}
		if completed && failed {
			return true
		}
	}
	return false
}

func isCountLike(v *jsonValue) bool {
	if v.kind != jsonString {
		return v.kind == jsonNumber
	}
	_, reason, ok := parseNumber(v.str)
	return ok && reason == frontier.Usable
}

// failedShare returns the failure rate that counts of completed and of failed
// requests give: unknown if one is, no share if they make no sense.
func failedShare(completed, failed float64, completedReason, failedReason frontier.Reason) (float64, frontier.Reason) {
	for _, r := range [2]frontier.Reason{completedReason, failedReason} {
		if r == frontier.Missing || r == frontier.Null {
			return 0, frontier.Missing
		}
	}
	all := completed + failed
	if completedReason != frontier.Usable || failedReason != frontier.Usable ||
		!(completed >= 0 && failed >= 0 && all > 0 && all <= math.MaxFloat64) {
		return 0, frontier.NotAShare
	}
	return failed / all, frontier.Usable
}

// failureRate takes the share of failed requests that a row of an InferenceX
// artifact tells, the larger one if it tells two. num_requests_total counts
// records of the warm-up, too, and tells nothing.
func (r *rowReader) failureRate(v *jsonValue) {
	rate, reason := outcomeShare(v.get("benchmark_outcome"))
	other, otherReason := accountingShare(v.get("request_accounting"))
	switch {
	case reason == frontier.NotAShare:
	case reason == frontier.Missing, otherReason == frontier.NotAShare, otherReason == frontier.Usable && other > rate:
		rate, reason = other, otherReason
	}
	if reason != frontier.Missing && !r.failed {
		r.number(frontier.FailureRate, rate, reason)
	}
}

// outcomeShare is the failure rate of a benchmark_outcome {requested, completed,
// failed}: requests that are neither count as failed.
func outcomeShare(v *jsonValue) (float64, frontier.Reason) {
	requested, requestedReason := valueOf(v.get("requested"))
	completed, completedReason := valueOf(v.get("completed"))
	failed, failedReason := valueOf(v.get("failed"))
	absent := func(r frontier.Reason) bool { return r == frontier.Missing || r == frontier.Null }
	switch {
	case absent(requestedReason):
		return failedShare(completed, failed, completedReason, failedReason)
	case absent(completedReason) && absent(failedReason):
		return 0, frontier.Missing
	case absent(completedReason):
		completed, completedReason = requested-failed, failedReason
	case absent(failedReason):
		failed, failedReason = requested-completed, completedReason
	}
	if requestedReason != frontier.Usable || completedReason != frontier.Usable || failedReason != frontier.Usable ||
		!(requested > 0 && completed >= 0 && failed >= 0 && completed+failed <= requested) {
		return 0, frontier.NotAShare
	}
	return max(failed, requested-completed) / requested, frontier.Usable
}

// accountingShare is the failure rate of an AgentX request_accounting: the records
// that errors dropped over these and the profiled ones.
func accountingShare(v *jsonValue) (float64, frontier.Reason) {
	profiled, profiledReason := valueOf(v.get("records_profiled"))
	errors, errorsReason := valueOf(v.get("records_error_dropped"))
	return failedShare(profiled, errors, profiledReason, errorsReason)
}

// deriveFailureRates fills in the failure rate of rows that have request counts
// and no rate, and drops the columns of counts that nobody asked for.
func (b *builder) deriveFailureRates(o *Options) {
	completed, failed := b.metrics[fieldCompleted], b.metrics[fieldFailed]
	if completed != nil && failed != nil {
		c, cReasons := completed.all(b.rows)
		f, fReasons := failed.all(b.rows)
		rates, reasons := b.metricColumn(frontier.FailureRate).all(b.rows)
		for r := range reasons {
			if reasons[r] == frontier.Missing {
				rates[r], reasons[r] = failedShare(c[r], f[r], cReasons[r], fReasons[r])
			}
		}
	}
	for _, field := range []string{fieldCompleted, fieldFailed} {
		if m := b.metrics[field]; m != nil && !o.wanted[field] && !o.referenced[field] {
			m.release()
			delete(b.metrics, field)
		}
	}
}

// all brings a column to rows cells and returns them.
func (m *metricColumn) all(rows int) (values []float64, reasons []frontier.Reason) {
	m.grow(rows, 0)
	return arrow.Float64Traits.CastFromBytes(m.values.Bytes()), reasonsOf(m.reasons)
}

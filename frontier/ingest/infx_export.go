package ingest

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"paretocov/frontier"
)

// Exports of the dashboard's charts as CSV: one row per point, numbers of the
// public API under headings in words. Latencies are under "(ms)"; exports hold
// seconds there, as the API does. Which it is, is not told from how large the
// numbers are but from how they hang together: see dashboardUnits.

func isDashboardExport(columns []string) bool {
	for _, c := range []string{"Hardware Key", "Concurrency", "Throughput/GPU (tok/s)", "Disaggregated", "ISL", "OSL"} {
		if !slices.Contains(columns, c) {
			return false
		}
	}
	return true
}

var (
	dashboardFields = map[string]string{
		"Hardware Key":  "config_key", // hardware and framework, which have columns
		"Disaggregated": "disagg", "Num Prefill GPUs": "num_prefill_gpu", "Num Decode GPUs": "num_decode_gpu",
	}
	dashboardLabels = map[string]string{"benchmark_type": frontier.SingleTurn}
)

// dashboardUnits tells in which unit the columns of an export are that say
// "(ms)", by two laws that hold for rows of any size:
//
//   - Interactivity times the time per token is 1 if that is in seconds, and
//     1000 if it is in milliseconds.
//   - By Little's law (J. D. C. Little, A Proof for the Queuing Formula L = λW,
//     1961) the concurrency is the requests that end per second, which is output
//     throughput over output length, times the time that one takes.
//
// Every row that tells must tell the same, and so must both laws; else it is an
// error that says what to state.
func dashboardUnits(t *csvTable, o *Options) (map[string]string, error) {
	var ms []string
	for _, c := range t.columns {
		h := o.headingOf(c, "")
		if _, stated := o.Units[c]; !stated && o.wanted[h.field] && strings.HasSuffix(c, "(ms)") {
			ms = append(ms, c)
		}
	}
	if len(ms) == 0 {
		return nil, nil
	}
	perToken, little, rows, err := t.votes()
	if err != nil {
		return nil, err
	}
	remedy := fmt.Sprintf("; state the unit with --unit '%s=s', or =ms", ms[0])
	if len(ms) > 1 {
		remedy += ", and likewise that of " + strings.Join(ms[1:], ", ")
	}
	told := perToken
	told.add(little)
	switch {
	case told.seconds+told.milliseconds == 0:
		return nil, &Error{Path: t.path, Line: t.line - 1, Column: ms[0], Why: "whether it is in ms or in s cannot be told from throughput, concurrency and interactivity, and exports of the dashboard say ms and hold seconds" + remedy}
	case told.unclear > 0, told.seconds > 0 && told.milliseconds > 0:
		return nil, &Error{Path: t.path, Line: t.line - 1, Column: ms[0], Why: fmt.Sprintf("rows disagree with each other about whether it is in ms or in s, held against throughput, concurrency and interactivity (s %d times, ms %d, neither %d)", told.seconds, told.milliseconds, told.unclear) + remedy}
	case told.seconds == 0:
		return nil, nil // the headings are right
	}
	units := map[string]string{}
	for _, c := range ms {
		units[c] = "s"
	}
	var by []string
	if perToken.seconds > 0 {
		by = append(by, "interactivity times the time per token is 1")
	}
	if little.seconds > 0 {
		by = append(by, "throughput times E2E latency is the concurrency")
	}
	note := `columns of the dashboard's export that say "(ms)" are read as seconds, which is what they hold: ` + strings.Join(by, ", and ") + " in that unit"
	for range rows {
		o.notes.add(note)
	}
	return units, nil
}

// A vote counts the rows that tell a unit.
type vote struct{ seconds, milliseconds, unclear int }

func (v *vote) add(w vote) {
	v.seconds += w.seconds
	v.milliseconds += w.milliseconds
	v.unclear += w.unclear
}

// count takes in what ought to be 1 if a time is in seconds, within a factor.
// NaN, of a row that lacks something, is none.
func (v *vote) count(ratio, factor float64) {
	within := func(of float64) bool { return ratio >= of/factor && ratio <= of*factor }
	switch {
	case math.IsNaN(ratio) || math.IsInf(ratio, 0) || ratio == 0:
	case within(1):
		v.seconds++
	case within(1000):
		v.milliseconds++
	default:
		v.unclear++
	}
}

// votes holds the rows of an export against the two laws. A row that cannot be
// read tells nothing here; reading it says what is wrong.
func (t *csvTable) votes() (perToken, little vote, rows int, err error) {
	at := map[string]int{}
	for i, c := range t.columns {
		at[c] = i
	}
	r := t.reader()
	r.ReuseRecord = true
	for header := true; ; header = false {
		rec, err := r.Read()
		if errors.Is(err, io.EOF) {
			little.unclear = 0 // GPU counts of some rows are not those of GPUs: these rows do not tell
			return perToken, little, rows, nil
		}
		if err != nil {
			return vote{}, vote{}, 0, t.fault(err, len(rec))
		}
		if header {
			continue
		}
		rows++
		number := func(column string) float64 {
			if i, ok := at[column]; ok {
				if f, reason, ok := parseCell(rec[i], t.comma); ok && reason == frontier.Usable && f > 0 {
					return f
				}
			}
			return math.NaN()
		}
		for _, stat := range []string{"Mean", "Median"} {
			ratio := number(stat+" Interactivity (tok/s/user)") * number(stat+" TPOT (ms)")
			perToken.count(ratio, 2) // exact but for what a mean of reciprocals is more
		}
		gpus := number("TP")
		if prefill, decode := number("Num Prefill GPUs"), number("Num Decode GPUs"); prefill+decode > 0 {
			gpus = prefill + decode
		}
		rate := number("Output Throughput/GPU (tok/s)") * gpus / number("OSL")
		// Ramps, and GPU counts that are those of a part, are no factor of 1000.
		little.count(rate*number("Mean E2E Latency (ms)")/number("Concurrency"), 30)
	}
}

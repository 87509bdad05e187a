package ingest

import "errors"

// A rawTrace is a file of a benchmark client that holds requests and no points.
// Searches pass it over; named, it is refused.
type rawTrace struct {
	matches func(*jsonValue) bool // its first row
	what    string
}

var rawTraces = [...]rawTrace{
	{func(v *jsonValue) bool {
		return isObject(v.get("metadata")) && isObject(v.get("metrics")) && v.get("error") != nil && v.get("hardware") == nil
	}, "the requests of a run, one per line (a raw trace of aiperf)"},
	{func(v *jsonValue) bool {
		return v.get("metadata").get("request_start_ns") != nil
	}, "the requests of a run (a raw trace of aiperf)"},
	{func(v *jsonValue) bool {
		return isObject(v.get("experiment")) && v.get("requests") != nil
	}, "the requests of a run (a raw trace of genai-perf)"},
	{func(v *jsonValue) bool {
		return v.get("session_id") != nil && v.get("payloads") != nil
	}, "the prompts of a run (inputs of aiperf)"},
	{func(v *jsonValue) bool {
		return v.get("timeslice_index") != nil && isObject(v.get(perfE2EL))
	}, "slices of a run (time slices of aiperf)"},
}

// rawTraceOf returns what a raw trace is whose first row is v, "" if it is none.
func rawTraceOf(v *jsonValue) string {
	for _, t := range rawTraces {
		if t.matches(v) {
			return t.what
		}
	}
	return ""
}

// errRawTrace is the error of a raw trace, to be told of the file if it is named.
type errRawTrace string

func (e errRawTrace) Error() string { return string(e) }

// rawTraceError returns the error of a file that turned out to be a raw trace, nil
// if it was found and is passed over. ours is false for all other errors.
func rawTraceError(f file, err error) (told error, ours bool) {
	var trace errRawTrace
	if !errors.As(err, &trace) {
		return nil, false
	}
	if !f.named {
		return nil, true
	}
	return fileError(f.path, string(trace)+", which are no measured points; name the summary beside it (profile_export_aiperf.json)"), true
}

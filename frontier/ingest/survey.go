package ingest

import (
	"bytes"
	"io"
	"slices"

	"paretocov/frontier"
)

// ReadAll reads the points at the paths as Read does, with all text columns and
// with all metrics: beside those of the options the ones known by name that the
// rows of known shapes have, and all columns of numbers of other tables. Lists and
// structures are left out. The files are read twice, the first time for the names
// of the columns.
func ReadAll(paths []string, o Options) (*frontier.Table, error) {
	doc, err := o.holdStdin(paths)
	if err != nil {
		return nil, err
	}
	again := func() {
		if doc != nil {
			o.Stdin = bytes.NewReader(doc)
		}
	}
	again()
	o.survey = map[string]bool{}
	digest := o.Digest
	o.Digest = false
	t, err := Read(paths, o)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{"": true}
	for _, l := range t.Labels { // text in one file and numbers in another is text
		known[l.Name] = true
	}
	for _, name := range o.Metrics {
		known[name] = true
	}
	o.Metrics = slices.Clip(o.Metrics)
	for _, name := range slices.Concat(sortedKeys(o.survey), t.Unread) {
		if !known[name] {
			known[name] = true
			o.Metrics = append(o.Metrics, name)
		}
	}
	t.Close()
	again()
	o.survey, o.all, o.Digest = nil, true, digest
	if t, err = Read(paths, o); err != nil {
		return nil, err
	}
	t.Metrics = slices.DeleteFunc(t.Metrics, func(m frontier.Metric) bool { return m.Name != o.y() && isBare(&m) })
	return t, nil
}

// holdStdin reads stdin, if it is one of the paths, so that it can be read twice.
func (o *Options) holdStdin(paths []string) ([]byte, error) {
	if !slices.Contains(paths, "-") || o.Stdin == nil {
		return nil, nil
	}
	limit := o.MaxBytes
	if limit <= 0 {
		limit = DefaultMaxBytes
	}
	doc, err := io.ReadAll(io.LimitReader(o.Stdin, limit+1)) // one more tells that it is over
	if err != nil {
		name := o.StdinName
		if name == "" {
			name = "stdin"
		}
		return nil, fileError(name, reasonOf(err))
	}
	return doc, nil
}

// isBare reports whether no cell of a metric holds anything.
func isBare(m *frontier.Metric) bool {
	if m.Reasons == nil {
		return len(m.Values) == 0
	}
	return !slices.ContainsFunc(m.Reasons, func(r frontier.Reason) bool { return r != frontier.Missing && r != frontier.Failed })
}

// surveyed are the metrics that rows of known shapes are asked for when all are
// wanted.
func surveyed() []wantedMetric {
	names := []string{
		"tput_per_gpu", "input_tput_per_gpu", "output_tput_per_gpu", "total_tput_tps", "input_tput_tps", "output_tput_tps",
		"joules_per_token", "joules_per_input_token", "joules_per_output_token", "joules_per_total_token", frontier.FailureRate,
	}
	for _, quantity := range []string{
		"e2el", "ttft", "tpot", "itl", "intvty", "full_response_itl", "full_response_intvty", "e2e_norm_intvty",
	} {
		for _, stat := range []string{"mean", "median", "p1", "p5", "p10", "p25", "p75", "p90", "p95", "p99", "p99.9"} {
			names = append(names, stat+"_"+quantity)
		}
	}
	for _, name := range slices.Clone(names) {
		names = append(names, name+"_ci_low", name+"_ci_high")
	}
	return newWanted(names)
}

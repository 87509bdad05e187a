package ingest

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"paretocov/frontier"
)

// The CSV summaries of aiperf and genai-perf: sections, each with a heading of its
// own, of metrics (Metric,avg,min,...) and of single values (Metric,Value), with
// the unit in brackets behind the name. Other sections are passed over.

// perfStats are the statistics that make a heading that of a section of metrics.
var perfStats = map[string]bool{"avg": true, "min": true, "max": true, "std": true, "p50": true, "p75": true, "p90": true, "p95": true, "p99": true, "value": true}

func isAIPerfCSV(doc []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimLeft(bytes.TrimPrefix(doc, []byte(utf8BOM)), "\r\n"), []byte("\n"))
	cells := strings.Split(strings.ToLower(strings.TrimSpace(string(line[:min(len(line), 256)]))), ",")
	return len(cells) > 1 && strings.Trim(cells[0], `"`) == "metric" && perfStats[strings.Trim(cells[1], `"`)]
}

// readAIPerfCSV reads a summary as the object that the JSON summary of the run is,
// without its settings. Numbers may have thousands marks, as genai-perf writes.
func readAIPerfCSV(path string, doc []byte) ([]jsonValue, error) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(doc, []byte(utf8BOM))))
	r.FieldsPerRecord = -1
	metrics := jsonValue{kind: jsonObject, jsonContents: &jsonContents{}}
	var stats []string // of the section, nil in one that is passed over
	for {
		rec, err := r.Read()
		if errors.Is(err, io.EOF) {
			return []jsonValue{metrics}, nil
		}
		if err != nil {
			var pe *csv.ParseError
			if errors.As(err, &pe) {
				return nil, &Error{Path: path, Line: pe.Line, Why: `a quote opens or ends where none may, or is never closed; put the cell in quotes and double those in it ("")`}
			}
			return nil, fileError(path, err.Error())
		}
		name := strings.TrimSpace(rec[0])
		line, _ := r.FieldPos(0)
		if strings.EqualFold(name, "metric") || strings.EqualFold(name, "endpoint") || strings.EqualFold(name, "gpu") {
			stats = nil
			if len(rec) > 1 && strings.EqualFold(name, "metric") && perfStats[strings.ToLower(strings.TrimSpace(rec[1]))] {
				for _, c := range rec {
					stats = append(stats, strings.ToLower(strings.TrimSpace(c)))
				}
			}
			continue
		}
		metric, unit, ok := perfHeading(name)
		if stats == nil || !ok {
			continue
		}
		if metrics.get(metric) != nil {
			return nil, &Error{Path: path, Line: line, Column: name, Why: "the metric is there twice; keep one"}
		}
		if len(rec) > len(stats) {
			return nil, &Error{Path: path, Line: line, Column: name, Why: fmt.Sprintf("the row has %d cells and the heading of its section %d; quote cells that hold a separator", len(rec), len(stats))}
		}
		of := jsonValue{kind: jsonObject, jsonContents: &jsonContents{members: []jsonMember{
			{"unit", jsonValue{kind: jsonString, str: unit, jsonContents: &nothingInside}},
		}}}
		for i, cell := range rec[1:] {
			v, err := perfNumber(cell)
			if err != nil {
				return nil, &Error{Path: path, Line: line, Column: name, Value: cutText(cell), Why: err.Error()}
			}
			stat := stats[i+1]
			if stat == "value" {
				stat = "avg"
			}
			if v.kind != jsonNull && of.get(stat) == nil {
				of.members = append(of.members, jsonMember{stat, v})
			}
		}
		metrics.members = append(metrics.members, jsonMember{metric, of})
	}
}

// perfHeading splits "Request Latency (ms)" into the name that the metric has in
// JSON and its unit.
func perfHeading(name string) (metric, unit string, ok bool) {
	before, after, cut := strings.Cut(name, "(")
	if cut {
		unit, ok = strings.CutSuffix(strings.TrimSpace(after), ")")
		if !ok {
			return "", "", false
		}
	}
	metric = strings.Join(strings.Fields(strings.ToLower(before)), "_")
	switch metric {
	case perfE2EL, perfTTFT, perfITL, perfPerUser, perfTotalTput, perfOutputTput, perfInputTput, perfInputLength, perfRequestRate, "request_count", "error_request_count":
		return metric, unit, true
	}
	return "", "", false
}

// perfNumber reads a cell as the JSON value that it stands for.
func perfNumber(cell string) (jsonValue, error) {
	text := strings.TrimSpace(cell)
	if whole, rest, marked := strings.Cut(text, ","); marked && thousands(whole, rest) {
		text = strings.ReplaceAll(text, ",", "")
	}
	_, reason, ok := parseNumber(text)
	v := jsonValue{kind: jsonNull, jsonContents: &nothingInside}
	switch {
	case !ok:
		return v, errors.New(notANumber(text, false))
	case reason == frontier.Usable:
		v.kind, v.raw = jsonNumber, []byte(text)
	case strings.Contains(strings.ToLower(text), "inf"):
		v.kind, v.raw = jsonNonFinite, []byte("Infinity")
	}
	return v, nil
}

// thousands reports whether what stands before and behind the first comma of a
// number makes it one with thousands marks.
func thousands(whole, rest string) bool {
	digits := strings.TrimPrefix(whole, "-")
	if len(digits) < 1 || len(digits) > 3 || strings.Trim(digits, "0123456789") != "" {
		return false
	}
	rest, _, _ = strings.Cut(rest, ".")
	for group := range strings.SplitSeq(rest, ",") {
		if len(group) != 3 || strings.Trim(group, "0123456789") != "" {
			return false
		}
	}
	return true
}

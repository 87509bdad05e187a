package report

import (
	"io"
	"math"

	"paretocov/frontier"
)

type validateJSON struct {
	Schema         string              `json:"schema"`
	Verdict        string              `json:"verdict"`
	Inputs         []inputJSON         `json:"inputs"`
	Skipped        map[string]int      `json:"skipped"`
	MaxFailureRate float64             `json:"max_failure_rate"`
	Findings       []findingJSON       `json:"findings"`
	Summary        validateSummaryJSON `json:"summary"`
	Filtered       []filteredJSON      `json:"filtered"`
	Warnings       []string            `json:"warnings"`
}

type validateSummaryJSON struct {
	Rows     int            `json:"rows"`
	Curves   int            `json:"curves"`
	Findings int            `json:"findings"`
	Listed   int            `json:"listed"`
	Errors   int            `json:"errors"`
	Warnings int            `json:"warnings"`
	Codes    map[string]int `json:"codes"`
}

type findingJSON struct {
	Code  string  `json:"code"`
	Level string  `json:"level"`
	Path  string  `json:"path"`
	Line  *int    `json:"line"`
	Row   *int    `json:"row"`
	Key   *string `json:"key"`
	ID    *string `json:"id"`
	Field *string `json:"field"`
	// Value is a number in base units, else a text as it stands in the file.
	Value  any           `json:"value"`
	With   []againstJSON `json:"with"`
	Limit  *float64      `json:"limit"`
	Factor *float64      `json:"factor"`
	Other  *string       `json:"other"`
	// Readings is how often a point that is there with several values was measured.
	Readings *int   `json:"readings"`
	Why      string `json:"why"`
	Remedy   string `json:"remedy"`
}

type againstJSON struct {
	Field string  `json:"field"`
	Value float64 `json:"value"`
}

// ValidateJSON writes findings as one JSON document (schema
// paretocov.validate/1).
func ValidateJSON(w io.Writer, r *frontier.ValidateResult) error {
	doc := validateJSON{
		Schema: "paretocov.validate/1", Verdict: "pass", Inputs: inputsJSON(r.Inputs), Skipped: orEmpty(r.Inputs.Skipped),
		MaxFailureRate: r.MaxFailureRate, Findings: []findingJSON{}, Filtered: filtered(r.Filtered, noSides), Warnings: texts(r.Warnings),
		Summary: validateSummaryJSON{Rows: r.Rows, Curves: r.Curves, Findings: r.Total(), Listed: len(r.Findings), Codes: map[string]int{}},
	}
	if r.Total() > 0 {
		doc.Verdict = "fail"
	}
	for code, n := range r.Counts {
		doc.Summary.Codes[string(code)] = n
		if code.Doubtful() {
			doc.Summary.Warnings += n
		} else {
			doc.Summary.Errors += n
		}
	}
	for _, f := range r.Findings {
		fj := findingJSON{
			Code: string(f.Code), Level: findingLevel(f.Code), Path: f.Path, Line: countOrNull(f.Line), Row: countOrNull(f.Row),
			Key: textOrNull(f.Key), ID: textOrNull(f.ID), Field: textOrNull(f.Field), With: []againstJSON{},
			Limit: orNull(f.Limit), Factor: orNull(f.Factor), Other: textOrNull(f.Other), Readings: countOrNull(f.Rows), Why: findingWhy(f), Remedy: findingRemedy(f),
		}
		switch {
		case !math.IsNaN(f.Value):
			fj.Value = f.Value
		case f.Text != "":
			fj.Value = f.Text
		}
		for _, a := range f.With {
			fj.With = append(fj.With, againstJSON(a))
		}
		doc.Findings = append(doc.Findings, fj)
	}
	return writeJSON(w, doc)
}

func countOrNull(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

package report

import "io"

// A Problem is one thing that is wrong with the input. What is not known is empty.
type Problem struct {
	Path   string
	Line   int // from 1
	Column string
	Value  string
	Why    string
	Remedy string
	Text   string // all of it on one line, as on stderr
}

type errorsJSON struct {
	Schema string        `json:"schema"`
	Total  int           `json:"total"`
	Errors []problemJSON `json:"errors"`
}

type problemJSON struct {
	Path   *string `json:"path"`
	Line   *int    `json:"line"`
	Column *string `json:"column"`
	Value  *string `json:"value"`
	Why    string  `json:"why"`
	Remedy *string `json:"remedy"`
	Text   string  `json:"text"`
}

// ErrorsJSON writes what is wrong with input that cannot be judged. total counts
// the problems, those that are not listed too.
func ErrorsJSON(w io.Writer, list []Problem, total int) error {
	doc := errorsJSON{Schema: "paretocov.errors/1", Total: total, Errors: make([]problemJSON, len(list))}
	for i, p := range list {
		doc.Errors[i] = problemJSON{
			Path: textOrNull(p.Path), Column: textOrNull(p.Column), Value: textOrNull(p.Value), Remedy: textOrNull(p.Remedy), Why: p.Why, Text: p.Text,
		}
		if p.Line > 0 {
			doc.Errors[i].Line = &p.Line
		}
	}
	return writeJSON(w, doc)
}

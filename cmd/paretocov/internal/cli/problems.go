package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"paretocov/frontier"
	"paretocov/frontier/ingest"
	"paretocov/frontier/report"
)

// shownProblems is how many lines of errors stderr shows.
const shownProblems = 20

// lines are an error's texts, each on one line, whatever is in the names it quotes:
// the first 20, and the count of the others.
func lines(err error) []string {
	list, total := problems(err)
	var all []string
	for _, p := range list[:min(len(list), shownProblems)] {
		all = append(all, p.Text)
	}
	if n := total - len(all); n > 0 {
		all = append(all, fmt.Sprintf("... and %d more; --format json lists all", n))
	}
	return all
}

// message is a text on one line.
func message(text string) string {
	const most = 1500
	text = report.Clean(text)
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "..."
	}
	return text
}

// wantsJSON reports whether a command was to write JSON to stdout.
func wantsJSON(cmd *cobra.Command) bool {
	format, output := cmd.Flags().Lookup("format"), cmd.Flags().Lookup("output")
	if format == nil || format.Value.String() != "json" {
		return false
	}
	if output == nil || output.Value.String() == "" || output.Value.String() == "-" {
		return true
	}
	what, _ := pflag.UnquoteUsage(output)
	return what == "DIR" // files beside the report on stdout
}

// writeProblems writes an error as JSON.
func writeProblems(w io.Writer, err error) error {
	list, total := problems(err)
	return report.ErrorsJSON(w, list, total)
}

// problems are what is wrong with the input, one by one. total counts those that
// are not kept too.
func problems(err error) (list []report.Problem, total int) {
	var several *ingest.Errors
	if errors.As(err, &several) {
		for _, e := range several.List {
			list = append(list, problemOf(e))
		}
		return list, several.Total
	}
	var data *frontier.DataError
	if errors.As(err, &data) && len(data.Conflicts) > 0 {
		for _, c := range data.Conflicts {
			p := problemOf(&ingest.Error{Path: c.Path, Line: c.Line, Why: c.Why})
			p.Text = message(c.Place + ": " + c.Why)
			list = append(list, p)
		}
		return list, data.Total
	}
	return []report.Problem{problemOf(err)}, 1
}

func problemOf(err error) report.Problem {
	var e *ingest.Error
	if !errors.As(err, &e) {
		e = &ingest.Error{Why: err.Error()}
	}
	p := report.Problem{Path: e.Path, Line: e.Line, Column: e.Column, Value: e.Value, Text: message(err.Error())}
	p.Why, p.Remedy = e.Split()
	return p
}

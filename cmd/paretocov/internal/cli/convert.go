package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"paretocov/frontier"
	"paretocov/frontier/ingest"
	"paretocov/frontier/report"
)

type convertOptions struct {
	data   dataFlags
	output string
}

// notOfConvert are flags of commands that judge, which change nothing in a table.
var notOfConvert = [...]string{"alias", "repeats"}

func newConvert(s streams) *cobra.Command {
	var o convertOptions
	cmd := &cobra.Command{
		Use:   "convert PATH... -o FILE",
		Short: "Write anything readable as one table: Parquet, Arrow, CSV or NDJSON",
		Long: `convert reads measured points from files, folders and zip archives, as front does, and
writes all of them as one table, in the format that the ending of FILE names: .parquet,
.arrow, .csv or .ndjson. It has all text columns and all metrics, in base units, the rows
in the order in which they were read. Reading the table gives the same results.

Numeric columns that front and cover shall read as text, since --match or --group-by names
them there, are named to convert in the same way.`,
		Example: `  paretocov convert head -o head.parquet
  paretocov convert results_bmk/agg_bmk.json -o points.csv --where 'conc >= 8'
  paretocov convert sweep.csv -o sweep.arrow --map 'Throughput=tput_per_gpu'`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("convert needs a file, a folder, a zip archive or - for stdin")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, f := range notOfConvert {
				if cmd.Flags().Changed(f) {
					return usagef("--%s changes nothing in a table; give it to the command that reads the table", f)
				}
			}
			return runConvert(s, o, args)
		},
	}
	o.data.add(cmd.Flags())
	for _, f := range notOfConvert {
		_ = cmd.Flags().MarkHidden(f) // it is there
	}
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "write the table to `FILE`: "+strings.Join(ingest.Endings(), ", "))
	return cmd
}

func runConvert(s streams, o convertOptions, args []string) error {
	fo, in, err := o.data.parse()
	if err != nil {
		return err
	}
	// A condition on a column of numbers does not make it text.
	in.Fields = slices.Concat(fo.GroupBy, fo.Match)
	if err := checkTarget(o.output); err != nil {
		return err
	}
	var sd side
	for _, a := range args {
		sd.paths = append(sd.paths, sideOf(a).paths...)
	}
	if n := slices.Index(sd.paths, "-"); n >= 0 && slices.Contains(sd.paths[n+1:], "-") {
		return usagef("stdin can be read only once")
	}
	in.Stdin = s.in
	t, err := ingest.ReadAll(sd.paths, in)
	if err != nil {
		return err
	}
	defer t.Close()
	fo.Labels = []string{"input"}
	rows, err := fo.Rows(t)
	if err != nil {
		return err
	}
	inputs := slices.Clone(sd.paths)
	for _, src := range t.Sources {
		inputs = append(inputs, src.Path)
	}
	if err := refuseInput(o.output, inputs, s.in); err != nil {
		return err
	}
	err = replaceWith(o.output, func(w io.Writer) error { return ingest.Write(w, o.output, t, rows, nil) })
	var e *ingest.Error
	if errors.As(err, &e) {
		return e // what is wrong with the table, not with the file
	}
	if err != nil {
		return err
	}
	return describeTable(s.out, o.output, t, rows)
}

// checkTarget refuses names of files that are not written.
func checkTarget(path string) error {
	endings := strings.Join(ingest.Endings(), ", ")
	switch {
	case path == "":
		return usagef("convert needs -o FILE, which ends with one of %s", endings)
	case path == "-":
		return usagef("convert writes a file, not stdout; give it a name that ends with one of %s", endings)
	case strings.HasSuffix(path, ".gz"), strings.HasSuffix(path, ".zst"), strings.HasSuffix(path, ".zip"):
		return usagef("-o %s: convert compresses nothing but what is inside .parquet and .arrow; write one of %s and compress the file", path, endings)
	case !ingest.Writable(path):
		return usagef("-o %s: the name does not end with one of %s", path, endings)
	}
	return nil
}

// describeTable tells what was written.
func describeTable(w io.Writer, path string, t *frontier.Table, rows []int) error {
	n := t.Rows
	if rows != nil {
		n = len(rows)
	}
	var b strings.Builder
	b.WriteString(report.Clean(path) + ": " + counted(n, "row"))
	if n < t.Rows {
		fmt.Fprintf(&b, " of %d", t.Rows)
	}
	fmt.Fprintf(&b, " from %s, %s of text, %s of numbers\n", counted(len(t.Sources), "file"), counted(len(t.Labels), "column"), counted(len(t.Metrics), "column"))
	var kinds []string
	for k, n := range t.Skipped {
		kinds = append(kinds, fmt.Sprintf("%s %d", k, n))
	}
	if slices.Sort(kinds); len(kinds) > 0 {
		b.WriteString("passed over: " + strings.Join(kinds, ", ") + "\n")
	}
	for _, note := range t.Notes {
		b.WriteString("note: " + report.Clean(note) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

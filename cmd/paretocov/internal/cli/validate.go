package cli

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"paretocov/frontier"
	"paretocov/frontier/report"
)

type validateOptions struct {
	data dataFlags
	out  outputFlags
}

func newValidate(s streams) *cobra.Command {
	var o validateOptions
	cmd := &cobra.Command{
		Use:   "validate PATH...",
		Short: "What is wrong with the rows themselves? For CI, before an upload",
		Long: `validate checks every row of what a run left behind: its schema, its values and their
units, percentiles out of order, numbers that contradict each other, repeated rows and files,
mixed definitions. Any finding is exit 1. See paretocov help validate for the list.`,
		Example: `  paretocov validate results_bmk/agg_bmk.json
  paretocov validate head/ --format github --export json=findings.json
  paretocov validate table.csv --x latency:min --y tput:max --map 'Latency (s)=latency'`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("validate needs a file, a folder, a zip archive or - for stdin")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return runValidate(s, o, args) },
	}
	o.data.add(cmd.Flags())
	o.out.addWith(cmd.Flags(), "text|markdown|json|github")
	return cmd
}

func runValidate(s streams, o validateOptions, args []string) error {
	fo, in, err := o.data.parse()
	if err != nil {
		return err
	}
	if _, err := o.out.targets(); err != nil {
		return err
	}
	var sd side
	for _, a := range args {
		one := sideOf(a)
		sd.paths = append(sd.paths, one.paths...)
		if sd.label == "" {
			sd.label = one.label
		}
	}
	if n := slices.Index(sd.paths, "-"); n >= 0 && slices.Contains(sd.paths[n+1:], "-") {
		return usagef("stdin can be read only once")
	}
	in.Metrics = append(in.Metrics, frontier.KnownMetrics()...)
	in.Digest, in.Check = true, true
	t, err := sd.read(in, s)
	if err != nil {
		return err
	}
	defer t.Close()
	res, err := frontier.Validate(fo, t)
	if err != nil {
		return err
	}
	res.Inputs.Label, res.Inputs.Paths = sd.label, sd.paths
	inputs := slices.Clone(args)
	for _, src := range t.Sources {
		inputs = append(inputs, src.Path)
	}
	err = o.out.write(s, inputs, func(w io.Writer, t target, style report.Style) error {
		switch t.format {
		case "json":
			return report.ValidateJSON(w, res)
		case "markdown":
			return report.ValidateMarkdown(w, res, t.limit())
		case "github":
			return report.ValidateGitHub(w, res)
		}
		return report.ValidateText(w, res, style)
	})
	if err != nil {
		return err
	}
	if res.Total() > 0 {
		return &verdictError{exitFail}
	}
	return nil
}

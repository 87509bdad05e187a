package cli

import (
	"io"

	"github.com/spf13/cobra"

	"paretocov/frontier"
	"paretocov/frontier/report"
)

type coverOptions struct {
	data  dataFlags
	cover coverFlags
	out   outputFlags
}

func newCover(s streams) *cobra.Command {
	var o coverOptions
	cmd := &cobra.Command{
		Use:   "cover BASE HEAD",
		Short: "Is every point that head removes covered by head's curve?",
		Long: `cover judges every measured point of BASE that HEAD does not have: is it exceeded on both
axes by a new point, matched, below the line between two new points, or not covered; by
what, and with what margin. See paretocov help coverage.`,
		Example: `  paretocov cover base.json head/
  paretocov cover base.json head/ --x p90_e2el --tolerance 2% --format markdown`,
		Args: exactly(2, "BASE and HEAD"),
		RunE: func(cmd *cobra.Command, args []string) error { return runCover(s, o, args) },
	}
	o.data.add(cmd.Flags())
	o.cover.add(cmd.Flags(), frontier.ScopeHead)
	o.out.add(cmd.Flags())
	return cmd
}

func runCover(s streams, o coverOptions, args []string) error {
	fo, in, err := o.data.parse()
	if err != nil {
		return err
	}
	policy, err := o.cover.parse()
	if err != nil {
		return err
	}
	if _, err := o.out.targets(); err != nil {
		return err
	}
	if args[0] == "-" && args[1] == "-" {
		return usagef("only one of BASE and HEAD can be read from stdin")
	}
	sides := [2]side{sideOf(args[0]), sideOf(args[1])}
	var tables [2]*frontier.Table
	for i, sd := range sides {
		t, err := sd.read(in, s)
		if err != nil {
			return err
		}
		defer t.Close()
		tables[i] = t
	}
	fo.Labels = []string{sides[0].name("base"), sides[1].name("head")}
	a, err := frontier.Arrange(fo, tables[:]...)
	if err != nil {
		return err
	}
	res, err := frontier.Cover(a, policy)
	if err != nil {
		return err
	}
	res.Base.Label, res.Base.Paths = sides[0].label, sides[0].paths
	res.Head.Label, res.Head.Paths = sides[1].label, sides[1].paths
	err = o.out.write(s, append(sourcePaths(tables[:]...), sides[0].paths[0], sides[1].paths[0]), func(w io.Writer, format string, style report.Style) error {
		return writeCover(w, res, format, style)
	})
	if err != nil {
		return err
	}
	return coverVerdict(res)
}

func writeCover(w io.Writer, res *frontier.CoverResult, format string, style report.Style) error {
	switch format {
	case "json":
		return report.CoverJSON(w, res)
	case "markdown":
		return report.CoverMarkdown(w, res)
	}
	return report.CoverText(w, res, style)
}

// coverVerdict passes only on a pass; a verdict of no known word fails.
func coverVerdict(res *frontier.CoverResult) error {
	switch res.Verdict {
	case frontier.VerdictPass:
		return nil
	case frontier.VerdictInconclusive:
		return &verdictError{exitInconclusive}
	}
	return &verdictError{exitFail}
}

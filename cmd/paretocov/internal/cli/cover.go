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
		RunE: func(_ *cobra.Command, args []string) error { return runCover(s, o, args) },
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
	in.Digest = o.out.digests()
	cmp, err := readSides(s, in, args)
	if cmp != nil {
		defer cmp.close()
	}
	if err != nil {
		return err
	}
	a, err := cmp.arrange(fo)
	if err != nil {
		return err
	}
	res, err := frontier.Cover(a, policy)
	if err != nil {
		return err
	}
	cmp.name(&res.Base, &res.Head)
	err = o.out.write(s, cmp.inputs(), func(w io.Writer, t target, style report.Style) error {
		switch t.format {
		case "json":
			return report.CoverJSON(w, res)
		case "markdown":
			return report.CoverMarkdown(w, res, t.limit())
		}
		return report.CoverText(w, res, style)
	})
	if err != nil {
		return err
	}
	return verdictExit(res.Verdict)
}

package cli

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"paretocov/frontier"
	"paretocov/frontier/report"
)

type frontOptions struct {
	data      dataFlags
	out       outputFlags
	from      provenanceFlags
	rule      string
	minPoints int
	joint     bool
	stream    bool
	whole     bool // files over the limit are refused
}

func newFront(s streams) *cobra.Command {
	var o frontOptions
	cmd := &cobra.Command{
		Use:   "front PATH...",
		Short: "Frontier, counts and dominated points per curve and view",
		Long: `front reads measured points from files, folders and zip archives and prints, for each
curve and view, the points on the frontier, those that are dominated and by what, the
count against the recommended five, and the widest gap between neighbours.`,
		Example: `  gh run download RUN -p 'bmk_*' -D head && paretocov front head
  paretocov front results_bmk/agg_bmk.json --x p75_e2el --format markdown
  paretocov front head --format signoff --run 123456 --sha 1a2b3c4
  paretocov front results_bmk --x p90_e2el,mean_intvty --joint
  paretocov front table.csv --x latency:min --y accuracy:max --group-by none`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("front needs a file, a folder, a zip archive or - for stdin")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.from.check(cmd.Flags()); err != nil {
				return err
			}
			o.whole = cmd.Flags().Changed("max-bytes")
			return runFront(s, o, args)
		},
	}
	o.data.add(cmd.Flags())
	o.out.addWith(cmd.Flags(), "text|markdown|json|signoff")
	o.from.add(cmd.Flags())
	cmd.Flags().StringVar(&o.rule, "rule", "dashboard", "what is on the frontier where points tie: `dashboard|strict`")
	cmd.Flags().BoolVar(&o.joint, "joint", false, "also the frontier on all axes of --x and --y together, of three or more")
	cmd.Flags().BoolVar(&o.stream, "stream", false, "read CSV, NDJSON, Parquet and Arrow files in parts, with memory for the frontiers only, as is done with files over 1 GiB where --max-bytes does not say otherwise")
	cmd.Flags().IntVar(&o.minPoints, "min-points", 0, "exit 1 if a frontier has fewer than `N` points")
	return cmd
}

func runFront(s streams, o frontOptions, args []string) error {
	fo, in, err := o.data.parse()
	if err != nil {
		return err
	}
	rule, err := parseRule(o.rule)
	if err != nil {
		return err
	}
	if o.joint && len(fo.X) < 2 {
		return usagef("--joint needs two or more x axes: name them with --x A,B")
	}
	fo.Joint = o.joint
	if o.minPoints < 0 {
		return usagef("--min-points %d is below 0", o.minPoints)
	}
	targets, err := o.out.targets()
	if err != nil {
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
	in.Digest = o.out.digests()
	fo.E2ELOnly = true
	fo.Labels = []string{sd.name("input")}
	var a *frontier.Arrangement
	if o.stream || !o.whole && sd.over(in.MaxBytes) {
		a, err = streamFront(s, sd, in, fo, rule)
	} else {
		var t *frontier.Table
		if t, err = sd.read(in, s); err != nil {
			return err
		}
		defer t.Close()
		// JSON and the sign-off list every point; the texts name few of many.
		if !slices.ContainsFunc(targets, func(t target) bool { return t.format == "json" || t.format == "signoff" }) {
			fo.Thinned, _ = frontier.Thin(fo, t, rule)
		}
		a, err = frontier.Arrange(fo, t)
	}
	if err != nil {
		return err
	}
	res, err := frontier.Front(a, rule)
	if err != nil {
		return err
	}
	res.Require(o.minPoints)
	if o.joint {
		res.Joint(a)
	}
	res.Inputs.Label, res.Inputs.Paths = sd.label, sd.paths
	inputs := args
	for _, src := range a.Tables[0].Sources {
		inputs = append(inputs, src.Path)
	}
	err = o.out.write(s, inputs, func(w io.Writer, t target, style report.Style) error {
		switch t.format {
		case "json":
			return report.FrontJSON(w, res)
		case "markdown":
			return report.FrontMarkdown(w, res, t.limit())
		case "signoff":
			return report.FrontSignoff(w, res, o.from.provenance(), t.limit())
		}
		return report.FrontText(w, res, style)
	})
	if err != nil {
		return err
	}
	return verdictExit(res.Verdict)
}

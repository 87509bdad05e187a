package cli

import (
	"io"
	"math"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"paretocov/frontier"
	"paretocov/frontier/ingest"
	"paretocov/frontier/report"
	"paretocov/pareto"
)

type gateOptions struct {
	data  dataFlags
	cover coverFlags
	out   outputFlags

	warn, maxLoss, minReach, maxAreaLoss, noise, suspicious string

	minPoints                                             int
	rule, policy, today                                   string
	informational, allowMissingBase, appendOnly, headFull bool
	strictNoise                                           bool
}

func newGate(s streams) *cobra.Command {
	var o gateOptions
	cmd := &cobra.Command{
		Use:   "gate BASE HEAD",
		Short: "Did a frontier get worse anywhere? For CI",
		Long: `gate judges every frontier point of BASE against HEAD's curves. It fails if one is not
covered within the tolerance, if a curve is lost, or if a limit that was asked for is
passed. See paretocov help coverage and paretocov help ci.`,
		Example: `  paretocov gate base.json head/ --tolerance 2%
  paretocov gate base.json head/ --format github --export markdown=$GITHUB_STEP_SUMMARY
  paretocov gate published/ delta/ --append-only`,
		Args: exactly(2, "BASE and HEAD"),
		RunE: func(cmd *cobra.Command, args []string) error { return runGate(s, o, cmd, args) },
	}
	o.add(cmd.Flags())
	o.out.addWith(cmd.Flags(), "text|markdown|json|github|junit")
	return cmd
}

// add adds the flags that say what is read and when a frontier counts as worse.
func (o *gateOptions) add(fs *pflag.FlagSet) {
	o.data.add(fs)
	o.cover.add(fs, frontier.ScopeAll)
	fs.StringVar(&o.warn, "warn", "", "warn where a point falls short by more than this `SHARE`, within the tolerance")
	fs.StringVar(&o.maxLoss, "max-loss", "", "fail where head's drawn curve falls below base's by more than this `SHARE`")
	fs.StringVar(&o.minReach, "min-reach", "", "fail where head reaches less than this `SHARE` of base's best at either end")
	fs.StringVar(&o.maxAreaLoss, "max-area-loss", "", "fail where head's area is smaller than base's by more than this `SHARE`")
	fs.IntVar(&o.minPoints, "min-points", 0, "fail where head's frontier has fewer than `N` points")
	fs.StringVar(&o.rule, "rule", "dashboard", "how --min-points counts where points tie: `dashboard|strict`")
	fs.StringVar(&o.noise, "noise", "", "assume this `SHARE` of spread around a base value of one run")
	fs.BoolVar(&o.strictNoise, "strict-noise", false, "let shortfalls within the noise fail instead of being inconclusive")
	fs.StringVar(&o.suspicious, "suspicious", "100%", "flag a margin above this `SHARE` as too good to be taken unseen; 0 for none")
	fs.BoolVar(&o.informational, "informational", false, "full report, exit 0 whatever the verdict")
	fs.BoolVar(&o.allowMissingBase, "allow-missing-base", false, "neutral result instead of an error where there is no baseline")
	fs.BoolVar(&o.appendOnly, "append-only", false, "head holds new points alone and must leave all others as they are")
	fs.BoolVar(&o.headFull, "head-is-full", false, "with --append-only: head holds base's points too")
	fs.StringVar(&o.policy, "policy", "", "policy `FILE`; the default is .paretocov.yaml, where there is one")
	fs.StringVar(&o.today, "today", "", "judge expiry dates of the policy as of `DATE` (2026-01-31)")
}

// parse checks the flags and the policy file and returns the policy.
func (o *gateOptions) parse(cmd *cobra.Command) (p frontier.GatePolicy, fo frontier.Options, in ingest.Options, notes []string, err error) {
	for _, flag := range []string{"policy", "today"} {
		if f := cmd.Flags().Lookup(flag); f.Changed && f.Value.String() == "" {
			return p, fo, in, nil, usagef("--%s is empty; is the variable that should name it set?", flag)
		}
	}
	if err = o.checkToday(); err != nil {
		return p, fo, in, nil, err
	}
	file, err := o.policyFile()
	if err != nil {
		return p, fo, in, nil, err
	}
	if file != nil {
		if notes, err = file.apply(o, cmd.Flags()); err != nil {
			return p, fo, in, nil, err
		}
	}
	p, fo, in, err = o.parseFlags(cmd)
	if file != nil {
		p.Overrides = file.overrides(cmd.Flags())
	}
	return p, fo, in, notes, file.named(err, cmd.Flags())
}

// parseFlags checks the values of flags, those that a policy file set among
// them.
func (o *gateOptions) parseFlags(cmd *cobra.Command) (frontier.GatePolicy, frontier.Options, ingest.Options, error) {
	var p frontier.GatePolicy
	fo, in, err := o.data.parse()
	if err != nil {
		return p, fo, in, err
	}
	if p.CoverPolicy, err = o.cover.parse(); err != nil {
		return p, fo, in, err
	}
	for _, l := range []struct {
		flag, text string
		to         *float64
	}{
		{"--warn", o.warn, &p.Warn},
		{"--max-loss", o.maxLoss, &p.MaxLoss},
		{"--max-area-loss", o.maxAreaLoss, &p.MaxAreaLoss},
	} {
		*l.to = math.NaN()
		if l.text != "" || cmd.Flags().Changed(l.flag[2:]) {
			if *l.to, err = parseShare(l.flag, l.text); err != nil {
				return p, fo, in, err
			}
		}
	}
	p.MinReach = math.NaN()
	if o.minReach != "" || cmd.Flags().Changed("min-reach") {
		if p.MinReach, err = parseRatio("--min-reach", o.minReach, 1); err != nil {
			return p, fo, in, err
		}
	}
	if p.Suspicious, err = parseRatio("--suspicious", o.suspicious, math.Inf(1)); err != nil {
		return p, fo, in, err
	}
	if o.noise != "" || cmd.Flags().Changed("noise") {
		if p.Noise, err = parseShare("--noise", o.noise); err != nil {
			return p, fo, in, err
		}
	}
	if p.Rule, err = parseRule(o.rule); err != nil {
		return p, fo, in, err
	}
	p.MinPoints, p.StrictNoise = o.minPoints, o.strictNoise
	switch {
	case o.minPoints < 0:
		err = usagef("--min-points %d is below 0", o.minPoints)
	case !math.IsNaN(p.Warn) && p.Warn > p.Tolerance:
		err = usagef("--warn %s is above --tolerance %s; what falls short by more fails already", o.warn, o.cover.tolerance)
	case o.headFull && !o.appendOnly:
		err = usagef("--head-is-full goes with --append-only")
	case o.appendOnly && o.headFull:
		p.Delta = frontier.DeltaAndBase
	case o.appendOnly:
		p.Delta = frontier.DeltaOnly
	}
	return p, fo, in, err
}

func runGate(s streams, o gateOptions, cmd *cobra.Command, args []string) error {
	policy, fo, in, notes, err := o.parse(cmd)
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
	var res *frontier.GateResult
	if err == nil {
		res, err = cmp.gate(fo, policy)
	}
	if err != nil && cmp != nil && o.allowMissingBase && cmp.lacksBase(err) {
		res = noBaseline(policy, cmp, err)
		res.Head.Failures, err = cmp.headIsJudgeable(fo)
	}
	if err != nil {
		return err
	}
	res.Warnings = append(notes, res.Warnings...)
	cmp.name(&res.Base, &res.Head)
	err = o.out.write(s, append(cmp.inputs(), o.policyPath()), func(w io.Writer, t target, style report.Style) error {
		switch t.format {
		case "json":
			return report.GateJSON(w, res)
		case "markdown":
			return report.GateMarkdown(w, res, t.limit())
		case "github":
			return report.GateGitHub(w, res)
		case "junit":
			return report.GateJUnit(w, res)
		}
		return report.GateText(w, res, style)
	})
	if err != nil || o.informational {
		return err
	}
	return verdictExit(res.Verdict)
}

// gate judges the two sides.
func (c *comparison) gate(fo frontier.Options, p frontier.GatePolicy) (*frontier.GateResult, error) {
	a, err := c.arrange(fo)
	if err != nil {
		return nil, err
	}
	return frontier.Gate(a, p)
}

// noBaseline is the result where there is nothing to compare with.
func noBaseline(p frontier.GatePolicy, c *comparison, why error) *frontier.GateResult {
	as := func(t *frontier.Table) frontier.Inputs {
		if t == nil {
			return frontier.Inputs{}
		}
		return frontier.Inputs{Sources: t.Sources, Rejected: make([]int, len(t.Sources)), Skipped: t.Skipped}
	}
	return &frontier.GateResult{
		Base: as(c.tables[0]), Head: as(c.tables[1]), Policy: p,
		Verdict: frontier.VerdictNoBaseline, NeededTolerance: math.NaN(), Warnings: []string{"no baseline: " + why.Error()},
	}
}

func parseRule(s string) (pareto.Rule, error) {
	switch s {
	case "dashboard":
		return pareto.Dashboard, nil
	case "strict":
		return pareto.Strict, nil
	}
	return 0, usagef("--rule %q is neither dashboard nor strict", s)
}

func parseRepeats(s string) (frontier.RepeatRule, error) {
	switch s {
	case "newest":
		return frontier.NewestWins, nil
	case "samples":
		return frontier.PoolSamples, nil
	}
	return 0, usagef("--repeats %q is neither newest nor samples", s)
}

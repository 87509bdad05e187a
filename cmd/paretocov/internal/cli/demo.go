package cli

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"paretocov/fixtures"
	"paretocov/frontier"
	"paretocov/frontier/ingest"
	"paretocov/frontier/report"
	"paretocov/pareto"
)

func newDemo(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "demo",
		Short: "The worked story on embedded real data; needs no file",
		Args:  noArgs,
		RunE:  func(*cobra.Command, []string) error { return runDemo(s) },
	}
}

const demoIntro = `DeepSeek-R1 on B200 with SGLang, as InferenceX published it on 2026-05-03 (base) and on
2026-06-11 (head). Between the two, points of four curves were removed and others measured
anew. (Data from InferenceX, Apache-2.0, https://github.com/SemiAnalysisAI/InferenceX)

1. Is every removed point covered by the new curve?   paretocov cover base.json head.json

`

const demoFront = `
2. How many measured points are on each frontier?   paretocov front head.json

`

const demoOutro = `
The verdict is FAIL since some removed points are faster, or have more throughput, than
anything that was measured since. The demo itself ends with exit code 0.

Do the same on your own runs:
  gh run download RUN -p 'bmk_*' -D head           # the run of the pull request
  curl -o base.json 'https://inferencex.semianalysis.com/api/v1/benchmarks?model=MODEL'
  paretocov cover base.json head                   # for the reviewer: exit 0, 1, 3 or 4
  paretocov front head                             # for the sign-off: P90 and P75 counts
  paretocov cover base.json head --format markdown # for the pull request
  paretocov help coverage                          # what covered means
`

func runDemo(s streams) error {
	axes := []string{frontier.DefaultY, "median_e2el", "median_intvty", "median_tpot"}
	var tables []*frontier.Table
	for _, side := range []string{"base", "head"} {
		doc, err := fixtures.Demo.ReadFile("demo/" + side + ".json")
		if err != nil {
			return err
		}
		t, err := ingest.Read([]string{"-"}, ingest.Options{Metrics: axes, Stdin: bytes.NewReader(doc), StdinName: side + ".json"})
		if err != nil {
			return err
		}
		defer t.Close()
		tables = append(tables, t)
	}
	y, err := frontier.ParseAxis(frontier.DefaultY)
	if err != nil {
		return err
	}
	a, err := frontier.Arrange(frontier.Options{Y: y, MaxFailureRate: frontier.DefaultMaxFailureRate}, tables...)
	if err != nil {
		return err
	}
	cover, err := frontier.Cover(a, frontier.CoverPolicy{Policy: pareto.Policy{MaxSpan: 2, Tolerance: 1e-9}, Scope: frontier.ScopeHead})
	if err != nil {
		return err
	}
	a, err = frontier.Arrange(frontier.Options{Y: y, E2ELOnly: true, MaxFailureRate: frontier.DefaultMaxFailureRate}, tables[1])
	if err != nil {
		return err
	}
	front, err := frontier.Front(a, pareto.Dashboard)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	style := report.Style{Color: isTerminal(s.out)}
	b.WriteString(demoIntro)
	if err := report.CoverText(&b, cover, style); err != nil {
		return err
	}
	b.WriteString(demoFront)
	if err := report.FrontText(&b, front, style); err != nil {
		return err
	}
	b.WriteString(demoOutro)
	if _, err := b.WriteTo(s.out); err != nil {
		return fmt.Errorf("stdout: %w", err)
	}
	return nil
}

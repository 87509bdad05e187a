package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"paretocov/frontier"
	"paretocov/frontier/chart"
	"paretocov/pareto"
)

type plotOptions struct {
	data   dataFlags
	cover  coverFlags
	charts chartFlags
	dir    string
}

func newPlot(s streams) *cobra.Command {
	var o plotOptions
	cmd := &cobra.Command{
		Use:   "plot BASE [HEAD] -o DIR",
		Short: "Charts, one per curve and view",
		Long: `plot draws a chart for every curve and view: the frontier as the very line that coverage is
judged by, dominated points, and with HEAD the removed points, marked by how they are
covered, by what and with what margin. Of several curves it also draws an overview and one
chart of them all. It prints the names of the files. See paretocov help charts.`,
		Example: `  paretocov plot head/ -o charts
  paretocov plot base.json head/ -o charts --format svg,png --theme both
  paretocov plot base.csv head.csv -o charts --x p90_e2el --log xy`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 && len(args) != 2 {
				return usagef("plot needs BASE, and HEAD to compare it with; the number of arguments is %d", len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return runPlot(s, o, args) },
	}
	o.data.add(cmd.Flags())
	o.cover.add(cmd.Flags(), frontier.ScopeHead)
	o.charts.add(cmd.Flags())
	cmd.Flags().StringVarP(&o.dir, "output", "o", "", "write the charts into the folder `DIR`, which is made if need be")
	return cmd
}

func runPlot(s streams, o plotOptions, args []string) error {
	fo, in, err := o.data.parse()
	if err != nil {
		return err
	}
	policy, err := o.cover.parse()
	if err != nil {
		return err
	}
	looks, err := o.charts.parse()
	if err != nil {
		return err
	}
	if o.dir == "" {
		return usagef("plot needs -o DIR, a folder for the charts")
	}
	if info, err := os.Stat(o.dir); err == nil && !info.IsDir() {
		return usagef("-o %s is no folder", o.dir)
	}
	var charts []chart.Chart
	var inputs []string
	var judged error // what is wrong with the data as a whole
	if len(args) == 1 {
		sd := sideOf(args[0])
		t, err := sd.read(in, s)
		if err != nil {
			return err
		}
		defer t.Close()
		fo.Labels = []string{sd.name("input")}
		a, err := frontier.Arrange(fo, t)
		if err != nil {
			return err
		}
		_, judged = frontier.Front(a, pareto.Strict)
		inputs = args
		for _, src := range t.Sources {
			inputs = append(inputs, src.Path)
		}
		charts = chartsOfOne(a, policy.Policy, sd.label)
	} else {
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
		var data *frontier.DataError
		if err != nil && !errors.As(err, &data) {
			return err
		}
		judged, inputs = err, cmp.inputs()
		charts = chartsOfTwo(a, res, policy.Policy, [2]string{cmp.sides[0].label, cmp.sides[1].label})
	}
	// Where nothing can be judged the charts say so: an old picture that stays
	// would be taken for this data's.
	files, err := looks.draw(charts, s.err)
	if err != nil {
		return err
	}
	out := outputFlags{folder: o.dir}
	if err := out.writeFolder(s, inputs, nil, files); err != nil {
		return err
	}
	var names strings.Builder
	for _, f := range files {
		names.WriteString(filepath.Join(o.dir, f.name) + "\n")
	}
	if _, err := io.WriteString(s.out, names.String()); err != nil {
		return fmt.Errorf("stdout: %w", err)
	}
	return judged
}

// chartsOfOne returns the charts of one side's curves and views.
func chartsOfOne(a *frontier.Arrangement, p pareto.Policy, label string) []chart.Chart {
	var charts []chart.Chart
	base, _ := frontier.Sides(a, pareto.Strict)
	if label == "" {
		label = "frontier"
	}
	for _, c := range base {
		for _, v := range c.Views {
			charts = append(charts, chart.OfFront(c.Key, label, v, p))
		}
	}
	return charts
}

// chartsOfTwo returns the charts of base and head, and of the judgement where
// there is one.
func chartsOfTwo(a *frontier.Arrangement, res *frontier.CoverResult, p pareto.Policy, labels [2]string) []chart.Chart {
	for i, otherwise := range [2]string{"base", "head"} {
		if labels[i] == "" {
			labels[i] = otherwise
		}
	}
	judged := map[string][]frontier.CoverView{}
	if res != nil {
		for _, c := range res.Curves {
			judged[c.Key] = c.Views
		}
	}
	var charts []chart.Chart
	base, head := frontier.Sides(a, pareto.Strict)
	for i, c := range base {
		for k, v := range c.Views {
			cover := frontier.CoverView{X: v.X, Y: v.Y}
			if views := judged[c.Key]; k < len(views) {
				cover = views[k]
			}
			charts = append(charts, chart.Of(c.Key, labels, v, head[i].Views[k], cover, p))
		}
	}
	return charts
}

// seriesKeys returns the keys of all charts' series.
func seriesKeys(charts []chart.Chart) []string {
	var keys []string
	for _, c := range charts {
		keys = append(keys, c.Key)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

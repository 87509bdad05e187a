package cli

import (
	"crypto/sha256"
	"fmt"
	"io"

	"paretocov/frontier"
	"paretocov/frontier/chart"
	"paretocov/frontier/report"
)

// reportCharts draws the charts of the curves that head changes, light and dark,
// and tells which file of each a text shows. A file's name holds a hash of its
// content, so that no cache shows an old chart under a new report.
func reportCharts(r *report.Report, messages io.Writer) ([]folderFile, []report.Picture, error) {
	if len(r.Charts) == 0 {
		return nil, nil, nil
	}
	d := drawing{themes: []chart.Theme{chart.Light, chart.Dark}, findFont: true}
	for _, f := range r.Charts {
		d.formats = append(d.formats, chart.Format(f))
	}
	d.options.Keys = reportKeys(r)
	drawn, err := d.drawAll(chartsOfReport(r), messages)
	if err != nil {
		return nil, nil, err
	}
	var files []folderFile
	var pictures []report.Picture
	for _, p := range drawn {
		sum := sha256.Sum256(p.doc)
		dark := ""
		if p.theme == chart.Dark {
			dark = "_dark"
		}
		file := folderFile{fmt.Sprintf("%s_%x%s.%s", p.stem, sum[:4], dark, p.format), p.doc}
		files = append(files, file)
		switch {
		case p.format != d.formats[0]:
		case p.theme == chart.Dark: // it follows the light one
			pictures[len(pictures)-1].Dark = file.name
		default:
			pictures = append(pictures, report.Picture{File: file.name, Key: p.key, View: p.view})
		}
	}
	return files, pictures, nil
}

// chartsOfReport returns the charts of the curves that head changes, on the views
// that have points.
func chartsOfReport(r *report.Report) []chart.Chart {
	labels := [2]string{r.Gate.Base.Label, r.Gate.Head.Label}
	for i, otherwise := range [2]string{"base", "head"} {
		if labels[i] == "" {
			labels[i] = otherwise
		}
	}
	policy := r.Gate.Policy.Policy
	judged := map[[2]string]frontier.CoverView{}
	if r.Cover != nil {
		policy = r.Cover.Policy.Policy
		for _, c := range r.Cover.Curves {
			for _, v := range c.Views {
				judged[[2]string{c.Key, v.X.Name}] = v
			}
		}
	}
	var charts []chart.Chart
	for _, c := range r.Curves {
		if !c.Affected {
			continue
		}
		for i, v := range c.Views {
			base, head := c.Base.Views[i], c.Head.Views[i]
			if base.Measured+head.Measured == 0 {
				continue
			}
			cover, ok := judged[[2]string{c.Key, v.X.Name}]
			if !ok {
				cover = frontier.CoverView{X: v.X, Y: v.Y}
			}
			charts = append(charts, chart.Of(c.Key, labels, base, head, cover, policy))
		}
	}
	return charts
}

// reportKeys are those of all curves, so that the charts and the page draw one
// curve in one look.
func reportKeys(r *report.Report) []string {
	var keys []string
	for _, c := range r.Curves {
		keys = append(keys, c.Key)
	}
	return keys
}

func reportLooks(r *report.Report) map[string]report.Look {
	looks := map[string]report.Look{}
	for key, l := range chart.Looks(reportKeys(r)) {
		looks[key] = report.Look(l)
	}
	return looks
}

package cli

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"paretocov/frontier"
	"paretocov/frontier/report"
)

type reportOptions struct {
	gate gateOptions
	text textFlags
	out  outputFlags
}

func newReport(s streams) *cobra.Command {
	var o reportOptions
	cmd := &cobra.Command{
		Use:   "report BASE HEAD",
		Short: "All of it in one go: cover, gate, counts; Markdown and JSON for a pull request",
		Long: `report makes one report of what cover, gate and front say of BASE and HEAD. It prints it,
and with -o DIR also writes report.md, for the description of a pull request, and
report.json, of which paretocov render makes all texts again without the data. The exit
code is that of cover and gate together: 1 before 4 before 0. See paretocov help report.`,
		Example: `  paretocov report base.json head/ -o report
  paretocov report base.json head/ --format markdown --lang both
  paretocov report base.json head/ --format signoff --run 123456 --sha 1a2b3c4`,
		Args: exactly(2, "BASE and HEAD"),
		RunE: func(cmd *cobra.Command, args []string) error { return runReport(s, o, cmd, args) },
	}
	fs := cmd.Flags()
	o.gate.add(fs)
	scope := fs.Lookup("scope")
	scope.DefValue, scope.Usage = "", "curves that count: `head|all`; the default is head for removed points and all for the gate"
	o.out.addFolder(fs, "text|markdown|json|signoff")
	o.text.add(fs)
	return cmd
}

// textFlags say what texts for people need beside a result.
type textFlags struct {
	lang     string
	imageURL string
	charts   string
	from     provenanceFlags
}

func (f *textFlags) add(fs *pflag.FlagSet) {
	fs.StringVar(&f.lang, "lang", "en", "language of Markdown: `en|zh|both`")
	fs.StringVar(&f.imageURL, "image-url", "", "link charts below `URL`, where the report's folder can be seen")
	fs.StringVar(&f.charts, "charts", "svg", "formats of the charts, `svg|png|none`, several separated by commas; texts show the first")
	f.from.add(fs)
}

// apply checks the flags and puts those that were given into the report.
func (f *textFlags) apply(r *report.Report, flags *pflag.FlagSet) error {
	if err := f.from.check(flags); err != nil {
		return err
	}
	if flags.Changed("lang") {
		var ok bool
		if r.Lang, ok = report.ParseLang(f.lang); !ok {
			return usagef("--lang %q is none of en, zh and both", f.lang)
		}
	}
	if flags.Changed("image-url") {
		u, err := url.Parse(f.imageURL)
		if err != nil || f.imageURL == "" || !slices.Contains([]string{"http", "https", ""}, u.Scheme) {
			return usagef("--image-url %q is no address such as https://example.com/report", f.imageURL)
		}
		r.ImageURL = u.String()
	}
	if r.Charts == nil || flags.Changed("charts") {
		r.Charts = []string{}
		for s := range strings.SplitSeq(f.charts, ",") {
			s = strings.ToLower(strings.TrimSpace(s))
			switch {
			case s == "none" && !strings.Contains(f.charts, ","):
			case !slices.Contains(report.ChartFormats(), s):
				return usagef("--charts %q is none of %s and none", f.charts, strings.Join(report.ChartFormats(), ", "))
			case !slices.Contains(r.Charts, s):
				r.Charts = append(r.Charts, s)
			}
		}
	}
	if flags.Changed("run") {
		r.Provenance.Run = f.from.run
	}
	if flags.Changed("sha") {
		r.Provenance.SHA = f.from.sha
	}
	return nil
}

// provenanceFlags tell where head's measurements are from.
type provenanceFlags struct{ run, sha string }

func (f *provenanceFlags) add(fs *pflag.FlagSet) {
	fs.StringVar(&f.run, "run", "", "`ID` of the run that measured, for the sign-off")
	fs.StringVar(&f.sha, "sha", "", "`SHA` of the source that was measured, for the sign-off")
}

func (f *provenanceFlags) check(flags *pflag.FlagSet) error {
	for _, name := range []string{"run", "sha"} {
		if flag := flags.Lookup(name); flag.Changed && strings.TrimSpace(flag.Value.String()) == "" {
			return usagef("--%s is empty; is the variable that should name it set?", name)
		}
	}
	return nil
}

func (f *provenanceFlags) provenance() report.Provenance {
	return report.Provenance{Run: f.run, SHA: f.sha}
}

func runReport(s streams, o reportOptions, cmd *cobra.Command, args []string) error {
	gate, fo, in, notes, err := o.gate.parse(cmd)
	if err != nil {
		return err
	}
	cover := gate.CoverPolicy
	if !cmd.Flags().Changed("scope") {
		cover.Scope = frontier.ScopeHead // as the command cover has it
	}
	if _, err := o.out.targets(); err != nil {
		return err
	}
	r := &report.Report{Version: version, Command: commandOf(cmd, args)}
	if err := o.text.apply(r, cmd.Flags()); err != nil {
		return err
	}
	if r.PolicyFile, err = fileOf(o.gate.policyPath()); err != nil {
		return err
	}
	in.Digest = true // a report names its inputs
	cmp, err := readSides(s, in, args)
	if cmp != nil {
		defer cmp.close()
	}
	if err == nil {
		r.ReportResult, err = cmp.report(fo, cover, gate)
	}
	if err != nil && cmp != nil && o.gate.allowMissingBase && cmp.lacksBase(err) {
		r.ReportResult, err = cmp.reportWithoutBase(fo, gate, err)
	}
	if err != nil {
		return err
	}
	r.Gate.Warnings = append(notes, r.Gate.Warnings...)
	cmp.name(&r.Gate.Base, &r.Gate.Head)
	if r.Cover != nil {
		cmp.name(&r.Cover.Base, &r.Cover.Head)
	}
	var doc bytes.Buffer
	if err := r.JSON(&doc); err != nil {
		return err
	}
	// All texts are made of what was written, as render makes them.
	if r, err = report.Read(bytes.NewReader(doc.Bytes())); err != nil {
		return err
	}
	files, pictures, err := o.out.reportFiles(r, s.err)
	if err != nil {
		return err
	}
	files = append(files, folderFile{"report.json", doc.Bytes()})
	err = o.out.write(s, append(cmp.inputs(), o.gate.policyPath()), func(w io.Writer, t target, style report.Style) error {
		if t.format == "json" {
			_, err := w.Write(doc.Bytes())
			return err
		}
		return writeReport(w, r, pictures, t, style)
	}, files...)
	if err != nil || o.gate.informational {
		return err
	}
	return verdictExit(r.Verdict)
}

// reportFiles makes the files of a report's folder, but for report.json itself,
// and tells which of them are charts that texts show. It is the one place that
// knows what such a folder holds. What nobody asks for is not made.
func (f *outputFlags) reportFiles(r *report.Report, messages io.Writer) ([]folderFile, []report.Picture, error) {
	if f.folder == "" && f.format != "markdown" && !slices.ContainsFunc(f.exports, func(e string) bool { return strings.HasPrefix(e, "markdown=") }) {
		return nil, nil, nil
	}
	files, pictures, err := reportCharts(r, messages)
	if err != nil || f.folder == "" {
		return nil, pictures, err
	}
	var md, page bytes.Buffer
	if err := r.Markdown(&md, pictures, report.MarkdownLimit); err != nil {
		return nil, nil, err
	}
	if err := r.HTML(&page, reportLooks(r)); err != nil {
		return nil, nil, err
	}
	return append(files, folderFile{"report.html", page.Bytes()}, folderFile{"report.md", md.Bytes()}), pictures, nil
}

// writeReport writes a report as one of the texts.
func writeReport(w io.Writer, r *report.Report, pictures []report.Picture, t target, style report.Style) error {
	switch t.format {
	case "markdown":
		return r.Markdown(w, pictures, t.limit())
	case "signoff":
		return r.Signoff(w, t.limit())
	}
	return r.Text(w, style)
}

// report judges the two sides in all ways.
func (c *comparison) report(fo frontier.Options, cover frontier.CoverPolicy, gate frontier.GatePolicy) (*frontier.ReportResult, error) {
	a, err := c.arrange(fo)
	if err != nil {
		return nil, err
	}
	return frontier.Report(a, cover, gate)
}

// reportWithoutBase is the report on head alone, where there is no baseline.
func (c *comparison) reportWithoutBase(fo frontier.Options, gate frontier.GatePolicy, why error) (*frontier.ReportResult, error) {
	failures, err := c.headIsJudgeable(fo)
	if err != nil {
		return nil, err
	}
	fo.Labels = []string{c.sides[1].name("head")}
	a, err := frontier.Arrange(fo, c.tables[1])
	if err != nil {
		return nil, err
	}
	g := noBaseline(gate, c, why)
	g.Head.Failures = failures
	return frontier.ReportWithoutBase(a, g), nil
}

// commandOf returns the words of the command line that prints the Markdown of a
// report, without what says only where reports go.
func commandOf(cmd *cobra.Command, args []string) []string {
	words := []string{cmd.Name()}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if slices.Contains([]string{"output", "export", "format", "color", "quiet"}, f.Name) {
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			if f.NoOptDefVal == v {
				words = append(words, "--"+f.Name)
			} else {
				words = append(words, "--"+f.Name+"="+v)
			}
		}
	})
	words = append(words, "--format=markdown")
	if slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "-") && a != "-" }) {
		words = append(words, "--")
	}
	return append(words, args...)
}

// fileOf tells which policy file is read; nil where there is none.
func fileOf(path string) (*report.File, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text)
	return &report.File{Path: path, SHA256: hex.EncodeToString(sum[:])}, nil
}

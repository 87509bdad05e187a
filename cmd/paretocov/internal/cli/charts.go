package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	"paretocov/frontier/chart"
)

// chartFlags say how charts look.
type chartFlags struct {
	formats       string
	theme         string
	log           string
	width, height int
	font          string
}

func (f *chartFlags) add(fs *pflag.FlagSet) {
	fs.StringVar(&f.formats, "format", "svg", "formats of the charts, `svg|png|pdf`, several separated by commas")
	fs.StringVar(&f.theme, "theme", "light", "colours: `light|dark|both`")
	fs.StringVar(&f.log, "log", "", "logarithmic axes: `x|y|xy`; verdicts do not depend on it")
	fs.IntVar(&f.width, "width", 880, "width of a chart in `PIXELS`; PNG has two for each")
	fs.IntVar(&f.height, "height", 560, "height of a chart in `PIXELS`")
	fs.StringVar(&f.font, "font", "", "font `FILE` for names in PNG and PDF that the built-in font cannot write; none: number such names. The default looks for one on this machine")
}

// A drawing is how charts are to be drawn.
type drawing struct {
	formats []chart.Format
	themes  []chart.Theme
	options chart.Options
	// findFont: a font may be looked for where names need one.
	findFont bool
}

// parse checks the flags and reads the font.
func (f *chartFlags) parse() (drawing, error) {
	var d drawing
	for s := range strings.SplitSeq(f.formats, ",") {
		format := chart.Format(strings.ToLower(strings.TrimSpace(s)))
		if format != chart.SVG && format != chart.PNG && format != chart.PDF {
			return d, usagef("--format %q is none of svg, png and pdf", s)
		}
		if !slices.Contains(d.formats, format) {
			d.formats = append(d.formats, format)
		}
	}
	switch f.theme {
	case "both":
		d.themes = []chart.Theme{chart.Light, chart.Dark}
	default:
		t, err := chart.ParseTheme(f.theme)
		if err != nil {
			return d, usagef("--theme %q is none of light, dark and both", f.theme)
		}
		d.themes = []chart.Theme{t}
	}
	switch f.log {
	case "":
	case "x":
		d.options.LogX = true
	case "y":
		d.options.LogY = true
	case "xy", "yx":
		d.options.LogX, d.options.LogY = true, true
	default:
		return d, usagef("--log %q is none of x, y and xy", f.log)
	}
	for _, n := range []int{f.width, f.height} {
		if n < chart.MinSize || n > chart.MaxSize {
			return d, usagef("a chart of %d by %d pixels: each has to be between %d and %d", f.width, f.height, chart.MinSize, chart.MaxSize)
		}
	}
	d.options.Width, d.options.Height = f.width, f.height
	switch f.font {
	case "":
		d.findFont = true
	case "none":
	default:
		font, err := readFont(f.font)
		if err != nil {
			return d, usagef("--font %s: %v", f.font, err)
		}
		d.options.Font = font
	}
	return d, nil
}

func readFont(path string) (*chart.Font, error) {
	const most = 64 << 20 // the largest fonts of all Chinese characters have 20 MB
	info, err := os.Stat(path)
	var pe *fs.PathError
	switch {
	case errors.As(err, &pe):
		return nil, pe.Err
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("no regular file")
	case info.Size() > most:
		return nil, fmt.Errorf("%d bytes is no size of a font", info.Size())
	}
	doc, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return chart.ParseFont(doc)
}

// fontPlaces are where systems keep a font that has Chinese, Japanese and
// Korean characters.
func fontPlaces() []string {
	return []string{
		"/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
		"/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
		"/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Regular.ttc",
		"/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
		"/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
		"/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
		"/System/Library/Fonts/PingFang.ttc",
		"/System/Library/Fonts/STHeiti Light.ttc",
		"/System/Library/Fonts/Hiragino Sans GB.ttc",
		`C:\Windows\Fonts\msyh.ttc`,
		`C:\Windows\Fonts\simsun.ttc`,
	}
}

// draw draws the charts, an overview for each view of several curves and a
// chart of all curves, in every format and theme asked for. Names that a picture
// shows as numbers go to messages.
func (d drawing) draw(charts []chart.Chart, messages io.Writer) ([]folderFile, error) {
	drawn, err := d.drawAll(charts, messages)
	if err != nil {
		return nil, err
	}
	files := make([]folderFile, len(drawn))
	for i, p := range drawn {
		files[i] = p.folderFile
	}
	return files, nil
}

// A drawnChart is a chart as a file. The variants of one chart, by format and
// theme, stand together.
type drawnChart struct {
	folderFile
	stem   string // of the file's name, the same for all variants
	key    string // of the curve, "" for several
	view   string // the x axis
	format chart.Format
	theme  chart.Theme
}

func (d drawing) drawAll(charts []chart.Chart, messages io.Writer) ([]drawnChart, error) {
	if d.options.Keys == nil {
		d.options.Keys = seriesKeys(charts)
	}
	d.needFont(charts)
	type job struct {
		name, key, view string
		make            func(chart.Format, chart.Options) (*chart.Picture, error)
	}
	var jobs []job
	for _, c := range charts {
		jobs = append(jobs, job{chart.FileName(c.Key, c.X.Name, c.Y.Name), c.Key, c.X.Name, func(f chart.Format, o chart.Options) (*chart.Picture, error) {
			return chart.Draw(c, f, o)
		}})
	}
	// A key that begins with a zero byte is no curve's, so no name is taken twice.
	for _, view := range byView(charts) {
		if len(view) < 2 {
			continue
		}
		jobs = append(jobs, job{chart.FileName("\x00overview", view[0].X.Name, view[0].Y.Name), "", view[0].X.Name, func(f chart.Format, o chart.Options) (*chart.Picture, error) {
			return chart.Overview(view, f, o)
		}})
		if len(view) <= chart.Distinct {
			all := chart.Join(view)
			jobs = append(jobs, job{chart.FileName("\x00curves", all.X.Name, all.Y.Name), "", all.X.Name, func(f chart.Format, o chart.Options) (*chart.Picture, error) {
				return chart.Draw(all, f, o)
			}})
		}
	}
	variants := len(d.formats) * len(d.themes)
	files := make([]drawnChart, len(jobs)*variants)
	pictures := make([]*chart.Picture, len(files))
	err := inParallel(len(files), func(i int) error {
		j, format, theme := jobs[i/variants], d.formats[i%variants/len(d.themes)], d.themes[i%len(d.themes)]
		o := d.options
		o.Theme = theme
		name := j.name
		if theme == chart.Dark {
			name += "_dark"
		}
		p, err := j.make(format, o)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		files[i] = drawnChart{folderFile{name + "." + string(format), p.Doc}, j.name, j.key, j.view, format, theme}
		pictures[i] = p
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i, p := range pictures {
		for k, name := range p.Numbered {
			fmt.Fprintf(messages, "paretocov: note: %s: [%d] is %s\n", files[i].name, k+1, name)
		}
	}
	return files, nil
}

// needFont looks for a font where a picture needs one and none was named.
func (d *drawing) needFont(charts []chart.Chart) {
	if !d.findFont || !slices.ContainsFunc(d.formats, func(f chart.Format) bool { return f != chart.SVG }) {
		return
	}
	lacking := map[string]bool{}
	for _, c := range charts {
		for _, s := range c.Names() {
			if !lacking[s] && chart.Lacks(s) {
				lacking[s] = true
			}
		}
	}
	if len(lacking) == 0 {
		return
	}
	for _, path := range fontPlaces() {
		if font, err := readFont(path); err == nil {
			d.options.Font = font
			return
		}
	}
}

// byView groups charts of equal axes, in the order of their first.
func byView(charts []chart.Chart) [][]chart.Chart {
	var views [][]chart.Chart
	index := map[[2]string]int{}
	for _, c := range charts {
		at := [2]string{c.X.Name, c.Y.Name}
		i, ok := index[at]
		if !ok {
			i = len(views)
			index[at] = i
			views = append(views, nil)
		}
		views[i] = append(views[i], c)
	}
	return views
}

// inParallel does n things at once, as many as there are processors. A panic
// of one is raised again here; of several errors the first in order is returned.
func inParallel(n int, do func(int) error) error {
	errs := make([]error, n)
	panics := make([]any, n)
	next := make(chan int, n)
	for i := range n {
		next <- i
	}
	close(next)
	var wg sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				func() {
					defer func() { panics[i] = recover() }()
					errs[i] = do(i)
				}()
			}
		})
	}
	wg.Wait()
	for i := range n {
		if panics[i] != nil {
			panic(panics[i])
		}
		if errs[i] != nil {
			return errs[i]
		}
	}
	return nil
}

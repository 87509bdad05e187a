package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"paretocov/frontier/report"
)

// outputFlags say where reports go and how they look.
type outputFlags struct {
	formats []string
	format  string
	exports []string
	output  string
	folder  string // for a command that writes several files
	color   string
	quiet   bool
}

func (f *outputFlags) add(fs *pflag.FlagSet) { f.addWith(fs, "text|markdown|json") }

// addWith adds the flags of a command that has these formats.
func (f *outputFlags) addWith(fs *pflag.FlagSet, formats string) {
	f.addCommon(fs, formats)
	fs.StringVarP(&f.output, "output", "o", "", "write the report to `FILE` instead of stdout")
}

// addFolder adds the flags of a command that writes several files into a folder,
// beside the report on stdout.
func (f *outputFlags) addFolder(fs *pflag.FlagSet, formats string) {
	f.addCommon(fs, formats)
	fs.StringVarP(&f.folder, "output", "o", "", "also write the files of the report into the folder `DIR`")
}

func (f *outputFlags) addCommon(fs *pflag.FlagSet, formats string) {
	f.formats = strings.Split(formats, "|")
	fs.StringVar(&f.format, "format", "text", "format of the report: `"+formats+"`")
	fs.StringArrayVar(&f.exports, "export", nil, "also write the report to a file, `FORMAT=FILE`; repeatable")
	fs.StringVar(&f.color, "color", "auto", "colour words of the verdict: `auto|always|never`")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "only what needs attention, and the summary")
}

// A target is one report to write.
type target struct {
	format string
	path   string // "" for stdout
}

// summaryLimit is the size up to which GitHub shows a job summary.
const summaryLimit = 1 << 20

// isSummary reports whether the target is the job summary of a GitHub step,
// which several steps append to.
func (t target) isSummary() bool {
	return isSummaryPath(t.path)
}

func isSummaryPath(path string) bool {
	summary := os.Getenv("GITHUB_STEP_SUMMARY")
	if path == "" || summary == "" {
		return false
	}
	if filepath.Clean(path) == filepath.Clean(summary) {
		return true
	}
	a, errA := os.Stat(path)
	b, errB := os.Stat(summary)
	return errA == nil && errB == nil && os.SameFile(a, b)
}

// unnamed returns the exports that name no file. A step without a job summary
// still gets its verdict.
func (f *outputFlags) unnamed() []string {
	var out []string
	for _, e := range f.exports {
		if strings.HasSuffix(e, "=") {
			out = append(out, e)
		}
	}
	return out
}

// limit returns the bytes that a Markdown report may have.
func (t target) limit() int {
	if !t.isSummary() {
		return report.MarkdownLimit
	}
	if info, err := os.Stat(t.path); err == nil {
		return max(0, summaryLimit-int(min(info.Size(), summaryLimit)))
	}
	return summaryLimit
}

// targets checks the flags and returns the reports they ask for.
func (f *outputFlags) targets() ([]target, error) {
	if f.output == "-" {
		f.output = ""
	}
	ts := []target{{f.format, f.output}}
	for _, e := range f.exports {
		format, path, ok := strings.Cut(e, "=")
		if ok && path == "" {
			continue // an unset variable, such as that of a job summary: see unnamed
		}
		if !ok {
			return nil, usagef("--export %q is not FORMAT=FILE", e)
		}
		ts = append(ts, target{format, path})
	}
	for i, t := range ts {
		if !slices.Contains(f.formats, t.format) {
			return nil, usagef("format %q is none of %s", t.format, strings.Join(f.formats, ", "))
		}
		for _, u := range ts[:i] {
			if t.path != "" && filepath.Clean(t.path) == filepath.Clean(u.path) {
				return nil, usagef("two reports go to %s", t.path)
			}
		}
	}
	if !slices.Contains([]string{"auto", "always", "never"}, f.color) {
		return nil, usagef("--color %q is none of auto, always and never", f.color)
	}
	return ts, nil
}

// digests reports whether a report names its inputs with their SHA-256.
func (f *outputFlags) digests() bool {
	ts, err := f.targets()
	return err == nil && slices.ContainsFunc(ts, func(t target) bool { return t.format == "json" || t.format == "markdown" })
}

// style decides about colour: only where asked for, or on a terminal that does
// not object.
func (f *outputFlags) style(t target, out io.Writer) report.Style {
	s := report.Style{Quiet: f.quiet}
	switch f.color {
	case "always":
		s.Color = true
	case "auto":
		s.Color = t.path == "" && isTerminal(out) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	}
	return s
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// A folderFile is a file of the folder that a command writes.
type folderFile struct {
	name string
	doc  []byte
}

// write renders all reports before it writes any, so that a failure leaves no
// half of one behind. inputs are files that no report may overwrite; files go
// into the folder, if one was named.
func (f *outputFlags) write(s streams, inputs []string, render func(io.Writer, target, report.Style) error, files ...folderFile) error {
	ts, err := f.targets()
	if err != nil {
		return err
	}
	for _, e := range f.unnamed() {
		fmt.Fprintf(s.err, "paretocov: warning: --export %s names no file, so nothing is written; is the variable set?\n", e)
	}
	docs := make([][]byte, len(ts))
	for i, t := range ts {
		if err := refuseInput(t.path, inputs, s.in); err != nil {
			return err
		}
		var b bytes.Buffer
		if err := render(&b, t, f.style(t, s.out)); err != nil {
			return err
		}
		docs[i] = b.Bytes()
	}
	if err := f.writeFolder(s, inputs, ts, files); err != nil {
		return err
	}
	for i, t := range ts {
		if t.path == "" {
			continue
		}
		if t.isSummary() {
			// What a runner shows beside the verdict never decides it.
			if err := appendFile(t.path, docs[i], t.limit()); err != nil {
				fmt.Fprintf(s.err, "paretocov: warning: job summary: %v\n", err)
			}
			continue
		}
		if err := replaceFile(t.path, docs[i]); err != nil {
			return err
		}
	}
	for i, t := range ts {
		if t.path == "" {
			if _, err := s.out.Write(docs[i]); err != nil {
				return fmt.Errorf("stdout: %w", err)
			}
		}
	}
	return nil
}

// writeFolder writes the files of the folder, if one was named.
func (f *outputFlags) writeFolder(s streams, inputs []string, ts []target, files []folderFile) error {
	if f.folder == "" {
		return nil
	}
	for _, file := range files {
		path := filepath.Join(f.folder, file.name)
		if err := refuseInput(path, inputs, s.in); err != nil {
			return err
		}
		if slices.ContainsFunc(ts, func(t target) bool { return t.path != "" && filepath.Clean(t.path) == path }) {
			return usagef("two reports go to %s", path)
		}
	}
	if err := os.MkdirAll(f.folder, 0o755); err != nil {
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return fmt.Errorf("%s: the folder cannot be made: %w", f.folder, err)
	}
	for _, file := range files {
		if err := replaceFile(filepath.Join(f.folder, file.name), file.doc); err != nil {
			return err
		}
	}
	return nil
}

// refuseInput refuses an output that is one of the inputs.
func refuseInput(path string, inputs []string, stdin io.Reader) error {
	if path == "" {
		return nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil // it does not exist yet, or writing it will tell
	}
	if info.IsDir() && !isSummaryPath(path) {
		return fmt.Errorf("%s: is a folder; name a file to write", path)
	}
	for _, in := range inputs {
		if f, ok := stdin.(*os.File); ok && in == "-" {
			if i, err := f.Stat(); err == nil && os.SameFile(i, info) {
				return usagef("%s is the input; an output never overwrites one", path)
			}
			continue
		}
		if _, err := os.Stat(in); err != nil {
			in, _, _ = strings.Cut(in, "!") // a member of an archive
		}
		if i, err := os.Stat(in); err == nil && os.SameFile(i, info) {
			return usagef("%s is an input; an output never overwrites one", path)
		}
	}
	return nil
}

// appendFile adds a report to the end of a file if it fits.
func appendFile(path string, doc []byte, limit int) error {
	if len(doc) > limit {
		return fmt.Errorf("%s: %d bytes do not fit into the %d that are left", path, len(doc), limit)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(doc)
	return errors.Join(err, f.Close())
}

// replaceFile writes a file under a temporary name beside it and renames it, so
// that a reader sees the old or the new one whole.
//
// What is no regular file, such as a pipe or /dev/stdout, is written to as it is.
func replaceFile(path string, doc []byte) error {
	return replaceWith(path, func(w io.Writer) error {
		_, err := w.Write(doc)
		return err
	})
}

// replaceWith is replaceFile for a document that write writes.
func replaceWith(path string, write func(io.Writer) error) (err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err == nil {
			err = errors.Join(write(f), f.Close())
		}
		if err != nil {
			return fmt.Errorf("%s: cannot be written: %w", path, err)
		}
		return nil
	}
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to // keep the link, replace what it leads to
	}
	// Errors name the output, not the temporary file.
	fail := func(err error) error {
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return fmt.Errorf("%s: cannot be written: %w", path, err)
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fail(err)
	}
	defer func() {
		if err != nil {
			_ = os.Remove(tmp.Name())
			err = fail(err)
		}
	}()
	if err = write(tmp); err != nil {
		_ = tmp.Close()
		return err
	}
	if err = tmp.Chmod(0o644); err != nil {
		_ = tmp.Close()
		return err
	}
	if err = tmp.Close(); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

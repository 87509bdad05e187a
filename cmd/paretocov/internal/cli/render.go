package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"paretocov/frontier/report"
)

type renderOptions struct {
	text textFlags
	out  outputFlags
}

func newRender(s streams) *cobra.Command {
	var o renderOptions
	cmd := &cobra.Command{
		Use:   "render REPORT.json",
		Short: "Make the texts of a report again, without the data",
		Long: `render reads the report.json of paretocov report and makes its texts again, the same bytes:
on stdout, and with -o DIR the files of the report's folder. --lang, --image-url, --run and
--sha change what the report was made with. It judges nothing, so it exits with 0.`,
		Example: `  paretocov render report/report.json --format signoff
  paretocov render report/report.json --lang zh -o report`,
		Args: exactly(1, "the report.json of paretocov report, or - for stdin"),
		RunE: func(cmd *cobra.Command, args []string) error { return runRender(s, o, cmd, args[0]) },
	}
	o.out.addFolder(cmd.Flags(), "text|markdown|signoff")
	o.text.add(cmd.Flags())
	return cmd
}

func runRender(s streams, o renderOptions, cmd *cobra.Command, path string) error {
	if _, err := o.out.targets(); err != nil {
		return err
	}
	if err := o.text.apply(new(report.Report), cmd.Flags()); err != nil {
		return err // before anything is read
	}
	r, err := readReport(s, path)
	if err != nil {
		return err
	}
	if err := o.text.apply(r, cmd.Flags()); err != nil {
		return err
	}
	files, pictures, err := o.out.reportFiles(r, s.err)
	if err != nil {
		return err
	}
	return o.out.write(s, []string{path}, func(w io.Writer, t target, style report.Style) error {
		return writeReport(w, r, pictures, t, style)
	}, files...)
}

func readReport(s streams, path string) (*report.Report, error) {
	if path == "-" {
		r, err := report.Read(s.in)
		if err != nil {
			err = fmt.Errorf("stdin: %w", err)
		}
		return r, err
	}
	f, err := os.Open(path)
	if err != nil {
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	defer f.Close()
	r, err := report.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

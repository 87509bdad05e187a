// Package cli is the command line of paretocov: flags, commands, exit codes.
package cli

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// streams are where a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// Main runs the command line and returns the exit code. Reports go to out,
// messages to errOut. It never panics: an internal error is exit 3.
func Main(args []string, in io.Reader, out, errOut io.Writer) (code int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(errOut, "paretocov: internal error: %v\nplease report it with the command and this text:\n%s", r, debug.Stack())
			code = exitData
		}
	}()
	// assess keeps the contract of another tool: its own exit codes, no usage.
	if len(args) == 1 && args[0] == "assess" {
		return assess(in, out, errOut)
	}
	s := streams{in: in, out: out, err: errOut}
	root := newRoot(s)
	root.SetArgs(args)
	cmd, err := root.ExecuteC()
	code = exitCode(err)
	var verdict *verdictError
	if err != nil && !errors.As(err, &verdict) {
		for _, line := range lines(err) {
			fmt.Fprintf(errOut, "paretocov: %s\n", line)
		}
		if code == exitData && wantsJSON(cmd) {
			// What is on stderr is the message; stdout that cannot be written tells nothing new.
			_ = writeProblems(out, err)
		}
		if code == exitUsage {
			fmt.Fprintf(errOut, "\nUsage: %s\nRun '%s --help' for the flags.\n", cmd.UseLine(), cmd.CommandPath())
		}
	}
	return code
}

// parseIntError is how the flag package says that a flag is not a whole number.
var parseIntError = regexp.MustCompile(`strconv\.Parse\w+: parsing .*$`)

func newRoot(s streams) *cobra.Command {
	root := &cobra.Command{
		Use:     "paretocov COMMAND",
		Version: version,
		Short:   "Pareto coverage of benchmark curves",
		Long: `paretocov judges inference-benchmark curves: which measured points are on the
frontier of throughput per GPU against latency or interactivity, and whether the
points that a change removes are covered by the new curve, by what, with what margin.`,
		Args:              noArgs,
		SilenceUsage:      true,
		SilenceErrors:     true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},

		SuggestionsMinimumDistance: 2,
		RunE:                       func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetIn(s.in)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		return usagef("%s", parseIntError.ReplaceAllString(err.Error(), "not a whole number"))
	})
	root.AddCommand(newFront(s), newCover(s), newGate(s), newPlot(s), newReport(s), newRender(s), newConvert(s), newAssess(s), newDemo(s), newVersion(s), newCompletion(s))
	root.SetHelpCommand(newHelp(s))
	root.SetVersionTemplate("paretocov {{.Version}}\n")
	// The root runs only to show its help.
	root.SetUsageTemplate(strings.Replace(root.UsageTemplate(),
		"{{if .Runnable}}", "{{if and .Runnable (not .HasAvailableSubCommands)}}", 1))
	return root
}

// noArgs refuses arguments; on the root they are mistyped commands.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if cmd.HasSubCommands() {
		s := fmt.Sprintf("unknown command %q", args[0])
		if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
			s += "; did you mean " + near[0] + "?"
		}
		return usagef("%s", s)
	}
	return usagef("%s takes no arguments, got %q", cmd.Name(), args[0])
}

// exactly refuses any other number of arguments.
func exactly(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return usagef("%s needs %s; the number of arguments is %d", cmd.Name(), what, len(args))
		}
		return nil
	}
}

func newAssess(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "assess < curves.json",
		Short: "Count frontier points of curves on stdin, as infx.workflows.pareto_coverage does",
		Long: `assess is a filter: a JSON array of curves {"key", "points": [{"x", "y", ...}]} on stdin,
a JSON array of results on stdout, by the rules of InferenceX's pareto_coverage counter.
It exits with 0, or with 1 and a message on stderr where the input cannot be counted.`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			if code := assess(s.in, s.out, s.err); code != 0 {
				return &verdictError{code}
			}
			return nil
		},
	}
}

func newCompletion(s streams) *cobra.Command {
	return &cobra.Command{
		Use:       "completion bash|zsh|fish|powershell",
		Short:     "Write a shell completion script",
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
		Args:      exactly(1, "the name of a shell"),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch root := cmd.Root(); args[0] {
			case "bash":
				return root.GenBashCompletionV2(s.out, true)
			case "zsh":
				return root.GenZshCompletion(s.out)
			case "fish":
				return root.GenFishCompletion(s.out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(s.out)
			}
			return usagef("no completion for %q; there is bash, zsh, fish and powershell", args[0])
		},
	}
}

package cli

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"paretocov/cmd/paretocov/docs"
)

// topics returns the names of the help topics, sorted.
func topics() []string {
	files, _ := fs.Glob(docs.Topics, "*.md") // the pattern is well formed
	for i, f := range files {
		files[i] = strings.TrimSuffix(f, ".md")
	}
	slices.Sort(files)
	return files
}

func newHelp(s streams) *cobra.Command {
	return &cobra.Command{
		Use:       "help [COMMAND | TOPIC]",
		ValidArgs: topics(),
		Short:     "Help about a command or a topic: " + strings.Join(topics(), ", "),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Root().Help()
			}
			if len(args) == 1 && slices.Contains(topics(), args[0]) {
				text, err := docs.Topics.ReadFile(args[0] + ".md")
				if err != nil {
					return err
				}
				_, err = s.out.Write(text)
				return err
			}
			target, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 || target == cmd.Root() {
				return usagef("no command or topic %q; topics are %s", strings.Join(args, " "), strings.Join(topics(), ", "))
			}
			target.InitDefaultHelpFlag()
			return target.Help()
		},
	}
}

// version is set by the linker for releases.
var version = "devel"

func newVersion(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(s.out, "paretocov %s\n", version)
			return err
		},
	}
}

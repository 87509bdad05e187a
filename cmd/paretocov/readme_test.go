package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"paretocov/cmd/paretocov/internal/cli"
)

// fixturesDir is the folder of fixtures, absolute, so that tests may change the
// working directory.
var fixturesDir = func() string {
	dir, err := filepath.Abs("../../fixtures")
	if err != nil {
		panic(err)
	}
	return dir
}()

// TestReadmeCommands runs every command that README.md and the help topics show
// in a fenced block,
//
//	$ paretocov front fixtures/story/seven
//	7 measured points in 1 curve, ...
//
// and compares what follows with what it writes to stdout. A last line of "..."
// stands for the rest, and for as much as there is. "$ echo $?" is followed by the
// exit code; without it a command ends with 0, 1 or 4. Nothing following at all
// shows nothing of stdout, and only the exit code is checked. Other commands ("$ gh
// run download") are left alone.
//
// Commands are written as for the root of the repository and run in a folder with
// nothing in it but fixtures. A command of a help topic that reads other files is
// for the files of the reader and is not run; README.md shows such without "$".
//
// With -update the blocks are rewritten, "..." keeping the number of lines before
// it.
func TestReadmeCommands(t *testing.T) {
	readme := "../../README.md"
	topics, err := filepath.Glob("docs/*.md")
	if err != nil || len(topics) == 0 {
		t.Fatalf("no help topics: %v", err)
	}
	for i, path := range append([]string{readme}, topics...) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			path, err := filepath.Abs(path)
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			inFolderWithFixtures(t)
			page := page{lines: strings.Split(string(text), "\n"), strict: i == 0}
			page.check(t)
			if i == 0 && page.ran == 0 {
				t.Errorf("%s shows no command with its output", filepath.Base(path))
			}
			if got := strings.Join(page.lines, "\n"); *update && got != string(text) {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// inFolderWithFixtures changes to a folder that holds fixtures and nothing else.
// What a command writes goes there.
func inFolderWithFixtures(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	if err := os.Symlink(fixturesDir, filepath.Join(dir, "fixtures")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
}

// A page is a Markdown document whose commands are run.
type page struct {
	lines  []string
	strict bool // whether a command that reads other files is an error
	ran    int  // commands that were run
}

// check runs the commands of all fenced blocks.
func (p *page) check(t *testing.T) {
	fence := ""
	code := -1 // exit code of the last command in the block, -1 for none
	for i := 0; i < len(p.lines); i++ {
		line := p.lines[i]
		if f := fenceOf(line); f != "" && (fence == "" || strings.HasPrefix(f, fence) && strings.Trim(line, " `~") == "") {
			if fence == "" {
				fence = f
			} else {
				fence = ""
			}
			code = -1
			continue
		}
		command, ok := strings.CutPrefix(line, "$ ")
		if fence == "" || !ok {
			continue
		}
		first := i
		for strings.HasSuffix(command, `\`) && i+1 < len(p.lines) {
			i++
			command = strings.TrimSuffix(command, `\`) + p.lines[i]
		}
		end := i + 1
		for end < len(p.lines) && !strings.HasPrefix(p.lines[end], "$ ") && !closes(p.lines[end], fence) {
			end++
		}
		shown := p.lines[i+1 : end]
		if strings.TrimSpace(command) == "echo $?" {
			if code < 0 {
				t.Errorf("line %d: no command of paretocov before %q", first+1, line)
				continue
			}
			p.replace(&i, shown, compareCode(t, first+1, shown, code))
			continue
		}
		words, err := shellWords(command)
		if len(words) == 0 || words[0] != "paretocov" {
			code = -1
			continue
		}
		if err != nil {
			t.Errorf("line %d: %s: %v", first+1, command, err)
			continue
		}
		if !ownFiles(words) {
			code = -1
			if p.strict {
				t.Errorf("line %d: %s: reads files that are not in fixtures; write it without $", first+1, command)
			}
			continue
		}
		var stdout string
		code, stdout = p.run(t, first+1, words)
		if !declaresCode(p.lines[end:]) && (code == 2 || code == 3) {
			t.Errorf("line %d: %s: exit code %d; show it with $ echo $? if it is meant", first+1, command, code)
		}
		p.replace(&i, shown, compareOutput(t, first+1, command, shown, stdout))
	}
}

// run runs a command and returns its exit code and stdout.
func (p *page) run(t *testing.T, line int, words []string) (int, string) {
	t.Helper()
	p.ran++
	var in io.Reader = strings.NewReader("")
	if i := slices.Index(words, "<"); i >= 0 && i+1 < len(words) {
		doc, err := os.ReadFile(words[i+1])
		if err != nil {
			t.Errorf("line %d: %v", line, err)
		}
		in = bytes.NewReader(doc)
		words = slices.Delete(slices.Clone(words), i, i+2)
	}
	var out, errOut bytes.Buffer
	code := cli.Main(words[1:], in, &out, &errOut)
	if strings.Contains(errOut.String(), "goroutine ") {
		t.Errorf("line %d: a stack trace:\n%s", line, &errOut)
	}
	if code == 2 || code == 3 {
		t.Logf("line %d: stderr: %s", line, &errOut)
	}
	return code, out.String()
}

// replace puts other lines in the place of those that follow line *i, and moves
// *i to the last of them.
func (p *page) replace(i *int, shown, lines []string) {
	p.lines = slices.Replace(p.lines, *i+1, *i+1+len(shown), lines...)
	*i += len(lines)
}

// compareOutput compares the lines that a page shows with a command's stdout and
// returns the lines that it should show.
func compareOutput(t *testing.T, line int, command string, shown []string, stdout string) []string {
	t.Helper()
	blank := len(shown)
	for blank > 0 && strings.TrimSpace(shown[blank-1]) == "" {
		blank--
	}
	shown, tail := shown[:blank], shown[blank:]
	if len(shown) == 0 {
		return tail
	}
	real := strings.Split(strings.TrimRight(stdout, "\n"), "\n")
	n, want := len(shown), real
	if shown[n-1] == "..." {
		n = min(n-1, len(real))
		want = append(slices.Clone(real[:n]), "...")
	}
	if !slices.Equal(shown, want) && !*update {
		t.Errorf("line %d: $ %s\nshows\n%s\nand not\n%s\n(go test ./cmd/paretocov -run TestReadmeCommands -update rewrites it)",
			line, command, strings.Join(shown, "\n"), strings.Join(want, "\n"))
	}
	return append(slices.Clone(want), tail...)
}

// compareCode does the same for an exit code.
func compareCode(t *testing.T, line int, shown []string, code int) []string {
	t.Helper()
	if text := strings.TrimSpace(strings.Join(shown, "\n")); text != strconv.Itoa(code) && !*update {
		t.Errorf("line %d: shows the exit code %q, and it is %d", line, text, code)
	}
	tail := shown
	for len(tail) > 0 && strings.TrimSpace(tail[0]) != "" {
		tail = tail[1:]
	}
	return append([]string{strconv.Itoa(code)}, tail...)
}

// declaresCode reports whether the next command is $ echo $?.
func declaresCode(rest []string) bool {
	return len(rest) > 0 && strings.TrimSpace(strings.TrimPrefix(rest[0], "$ ")) == "echo $?"
}

// fenceOf returns the run of backticks or tildes that makes a line a fence.
func fenceOf(line string) string {
	s := strings.TrimLeft(line, " ")
	for _, mark := range []string{"`", "~"} {
		if n := len(s) - len(strings.TrimLeft(s, mark)); n >= 3 {
			return s[:n]
		}
	}
	return ""
}

func closes(line, fence string) bool {
	return strings.HasPrefix(fenceOf(line), fence) && strings.Trim(line, " `~") == ""
}

// ownFiles reports whether a command reads nothing but what is below fixtures.
func ownFiles(words []string) bool {
	if len(words) < 2 {
		return true
	}
	switch words[1] {
	case "demo", "version", "help", "completion":
		return true
	}
	found := false
	for _, w := range words[2:] {
		if _, path, ok := strings.Cut(w, "="); ok && strings.HasPrefix(path, "fixtures/") {
			w = path
		}
		if strings.HasPrefix(w, "fixtures/") {
			if _, err := os.Stat(w); err != nil {
				return false
			}
			found = true
		}
	}
	return found
}

var errShell = errors.New("only words, quotes, < FILE and a # comment are understood")

// shellWords splits a command line as a shell does, as far as a manual needs it.
func shellWords(s string) ([]string, error) {
	var words []string
	var word strings.Builder
	in := false // inside a word
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case ' ', '\t':
			if in {
				words = append(words, word.String())
				word.Reset()
				in = false
			}
		case '\'', '"':
			j := strings.IndexByte(s[i+1:], c)
			if j < 0 {
				return words, fmt.Errorf("a quote is not closed")
			}
			quoted := s[i+1 : i+1+j]
			if c == '"' && strings.ContainsAny(quoted, "$`\\") {
				return words, errShell
			}
			word.WriteString(quoted)
			in = true
			i += j + 1
		case '#':
			if !in {
				return words, nil
			}
			word.WriteByte(c)
		case '<':
			if in {
				return words, errShell
			}
			words = append(words, "<")
		case '|', '>', '&', ';', '$', '`', '\\', '*', '?', '(', ')':
			return words, errShell
		default:
			word.WriteByte(c)
			in = true
		}
	}
	if in {
		words = append(words, word.String())
	}
	return words, nil
}

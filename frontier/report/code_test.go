package report

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// codeSpan decodes a text that is one code span of GitHub's Markdown, within a
// cell of a table, where \| stands for a pipe.
func codeSpan(s string, inTable bool) (text string, ok bool) {
	n := len(s) - len(strings.TrimLeft(s, "`"))
	if n == 0 || len(s) < 2*n {
		return "", false
	}
	fence := s[:n]
	body := s[n : len(s)-n]
	if s[len(s)-n:] != fence || strings.HasPrefix(body, "`") || strings.HasSuffix(body, "`") {
		return "", false
	}
	// No run of backticks in between may close it.
	for rest := body; rest != ""; {
		i := strings.IndexByte(rest, '`')
		if i < 0 {
			break
		}
		run := len(rest[i:]) - len(strings.TrimLeft(rest[i:], "`"))
		if run == n {
			return "", false
		}
		rest = rest[i+run:]
	}
	if strings.HasPrefix(body, " ") && strings.HasSuffix(body, " ") && strings.TrimSpace(body) != "" {
		body = body[1 : len(body)-1]
	}
	if inTable {
		body = strings.ReplaceAll(body, `\|`, "|")
	}
	return body, true
}

// splitCells splits a row of a table at the pipes that are not escaped.
func splitCells(line string) []string {
	line = strings.TrimPrefix(line, "|")
	if strings.HasSuffix(line, "|") && !strings.HasSuffix(line, `\|`) {
		line = line[:len(line)-1]
	}
	var cells []string
	start := 0
	for i := range len(line) {
		if line[i] == '|' && (i == 0 || line[i-1] != '\\') {
			cells = append(cells, strings.TrimSpace(line[start:i]))
			start = i + 1
		}
	}
	return append(cells, strings.TrimSpace(line[start:]))
}

// hostile are names that people have, and that break what they are put in.
var hostile = []string{
	"tp=8|ep=1|mtp", "a|b", "|", "||", `a\|b`, `a\`, "a`b", "`", "``", "```x", "x```", "`a`|`b`", "@octo-team/run", "fixes #12", "GH-7",
	"https://example.com/x", "llama_3_70b_fp8_", "~~gone~~", "$a$", "<!-- open", "--> close", "*b*", "**b**", "[x](y)", "![x](y)", "# head",
	"<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "&lt;", "模型-甲", "a  b", "<details>", "- item", "1. item", "\\", "\\\\", "=+-@SUM(A1)",
}

// TestCodeSpans: in a cell of a table the visible text equals the name, and the
// cell is one cell.
func TestCodeSpans(t *testing.T) {
	check := func(t interface{ Errorf(string, ...any) }, name string) {
		got := cell(name)
		if cells := splitCells("| " + got + " | x |"); len(cells) != 2 {
			t.Errorf("%q makes %d cells: %s", name, len(cells), got)
		}
		text, ok := codeSpan(got, true)
		if !ok || text != clean(name) {
			t.Errorf("%q is shown as %q (a code span: %v): %s", name, text, ok, got)
		}
	}
	for _, name := range hostile {
		check(t, name)
	}
	for _, name := range []string{"line\nbreak", "a\rb", "tab\tb", "\x1b[31mred\x1b[0m", "a\u0085b", " outer "} {
		check(t, name)
	}
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringOfN(rapid.SampledFrom([]rune("`|\\ ab<@#*_\n")), 1, 12, -1).Draw(t, "name")
		if strings.TrimSpace(name) == "" {
			return
		}
		check(t, name)
	})
}

// TestEscapedText: plain text of files and flags is shown as it is, and nothing
// of it is markup. What is left may hold no character that begins markup.
func TestEscapedText(t *testing.T) {
	for _, name := range hostile {
		got := escaped(name)
		if strings.Count(got, "\n") > 0 || len(splitCells("| "+got+" | x |")) != 2 {
			t.Errorf("%q makes several cells or lines: %q", name, got)
		}
		for i := range len(got) {
			if strings.IndexByte("`*_<>|[]~$", got[i]) >= 0 && (i == 0 || got[i-1] != '\\') {
				t.Errorf("%q: a bare %c in %q", name, got[i], got)
			}
			// GitHub looks for mentions and issues in the rendered text, where an
			// entity is as live as the character; a space of no width breaks them.
			if (got[i] == '@' || got[i] == '#') && !strings.HasPrefix(got[i+1:], "\u200b") {
				t.Errorf("%q: a bare %c in %q", name, got[i], got)
			}
		}
	}
}

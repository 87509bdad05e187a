package report

import (
	"regexp"
	"strings"
)

// bare are words that a POSIX shell takes as they are.
var bare = regexp.MustCompile(`^[A-Za-z0-9_./:,=+@%^-]+$`)

// shell writes words as a command line that a POSIX shell splits into the same
// words. Line breaks and other control characters need bash or zsh.
func shell(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		switch {
		case bare.MatchString(w):
			quoted[i] = w
		case strings.ContainsFunc(w, func(r rune) bool { return clean(string(r)) != string(r) }):
			quoted[i] = "$'" + ansiC(w) + "'"
		default:
			quoted[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

// ansiC escapes a word for $'...'.
func ansiC(w string) string {
	const hex = "0123456789abcdef"
	var b strings.Builder
	for _, c := range []byte(w) {
		switch {
		case c == '\'' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c > '~':
			b.WriteString(`\x` + string(hex[c>>4]) + string(hex[c&15]))
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// fenced writes text as a code block, whatever is in it.
func fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "\n" + text + "\n" + fence + "\n"
}

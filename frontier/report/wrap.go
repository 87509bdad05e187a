package report

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// width is the number of columns that terminal text keeps to.
const width = 100

// wrap breaks a text at spaces into lines of at most width columns, the first
// indented by first, the others by rest. A word longer than a line stands whole.
func wrap(first, rest, text string) string {
	words := strings.Fields(text)
	for i := len(words) - 1; i > 0; i-- {
		if strings.HasPrefix(words[i], "%") { // stays with its number
			words[i-1] += " " + words[i]
			words = slices.Delete(words, i, i+1)
		}
	}
	var b strings.Builder
	line := first
	for i, word := range words {
		switch {
		case i == 0:
		case columns(line)+1+columns(word) > width:
			b.WriteString(line)
			b.WriteByte('\n')
			line = rest
		default:
			line += " "
		}
		line += word
	}
	b.WriteString(line)
	b.WriteByte('\n')
	return b.String()
}

var colour = regexp.MustCompile("\x1b\\[[0-9]*m")

// columns is how wide a text is on a terminal, colours aside.
func columns(s string) int {
	if strings.Contains(s, "\x1b") {
		s = colour.ReplaceAllString(s, "")
	}
	return utf8.RuneCountInString(s)
}

// pad fills a text with spaces on the right to n columns.
func pad(s string, n int) string {
	if c := utf8.RuneCountInString(s); c < n {
		return s + strings.Repeat(" ", n-c)
	}
	return s
}

// list joins names as in a sentence: "a", "a and b", "a, b and c".
func list(names []string) string {
	switch len(names) {
	case 0:
		return "none"
	case 1:
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// clipped renders long names by their beginning, where they must not crowd out
// what is said about them.
func clipped(name render) render {
	const most = 200
	return func(s string) string {
		if r := []rune(s); len(r) > most {
			s = string(r[:most]) + "..."
		}
		return name(s)
	}
}

// each renders all names.
func each(names []string, name render) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = name(n)
	}
	return out
}

// some is list of at most n names, with the number of the others.
func some(names []string, n int) string {
	if len(names) <= n {
		return list(names)
	}
	return strings.Join(names[:n], ", ") + " and " + plural(len(names)-n, "other")
}

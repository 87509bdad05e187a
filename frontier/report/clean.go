package report

import (
	"strings"
	"unicode"
)

// Clean makes a text safe to print on one line: line breaks and tabs become
// spaces; other control characters, and those that hide or reorder what follows,
// become the replacement character.
//
// Two colons at the beginning would be a workflow command to a GitHub runner
// that sees the line; a space of no width takes that from them.
func Clean(s string) string {
	if strings.HasPrefix(strings.TrimSpace(s), "::") {
		s = strings.Replace(s, "::", ":\u2060:", 1)
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r' || r == '\t':
			return ' '
		case unicode.IsControl(r), r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, // bidirectional overrides
			r == 0x2028, r == 0x2029, r == 0x200b, r == 0xfeff: // line ends and nothing visible
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

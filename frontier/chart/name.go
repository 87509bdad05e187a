package chart

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"unicode"
)

// FileName returns a name, without extension, for the chart of a curve on a
// view, that every file system takes: lower-case letters, digits, hyphens
// and underscores, at most 120 of them. The hash of the key and the axes keeps
// names apart whose readable parts are equal, also where case does not count.
func FileName(key, x, y string) string {
	sum := sha256.Sum256([]byte(key + "\x00" + x + "\x00" + y))
	return fmt.Sprintf("%s_%s_%x", slug(key, 72), slug(x, 30), sum[:4])
}

// slug keeps letters and digits of ASCII and makes hyphens of the rest.
func slug(s string, most int) string {
	var b strings.Builder
	for _, r := range strings.ToLower(s) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '_':
			b.WriteRune(r)
		default:
			if n := b.Len(); n > 0 && b.String()[n-1] != '-' {
				b.WriteByte('-')
			}
		}
		if b.Len() >= most {
			break
		}
	}
	if t := strings.Trim(b.String(), "-"); t != "" {
		return t
	}
	return "chart"
}

// clean makes a name safe to draw on one line: line breaks and tabs become
// spaces; other control characters, what hides or reorders text, and what no
// XML may hold become the replacement character.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r' || r == '\t':
			return ' '
		case unicode.IsControl(r), r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069,
			r == 0x2028, r == 0x2029, r == 0x200b, r == 0xfeff, r == 0xfffe, r == 0xffff, r == unicode.ReplacementChar:
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

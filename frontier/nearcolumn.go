package frontier

import (
	"regexp"
	"slices"
	"strings"
)

var statWord = regexp.MustCompile(`^(mean|median|p\d+(\.\d+)?)$`)

// nearColumn returns the one column that has the words of a wanted one, in
// whatever order, such as e2e_p90 for p90_e2el; "" if none or several have. Of two
// words one may be longer at its end; statistics are the same ones.
func nearColumn(want string, have []string) string {
	words := func(s string) []string {
		return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return strings.ContainsRune(" _-/()[]", r) })
	}
	alike := func(a, b string) bool {
		if statWord.MatchString(a) || statWord.MatchString(b) {
			return a == b
		}
		return min(len(a), len(b)) >= 3 && (strings.HasPrefix(a, b) || strings.HasPrefix(b, a))
	}
	near := ""
	for _, column := range have {
		in := words(column)
		all := !slices.ContainsFunc(words(want), func(w string) bool {
			return !slices.ContainsFunc(in, func(v string) bool { return alike(w, v) })
		})
		if !all {
			continue
		}
		if near != "" {
			return ""
		}
		near = column
	}
	return near
}

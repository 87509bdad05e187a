package report

// A Lang is the language of a document.
type Lang int8

// The languages.
const (
	English Lang = iota
	Chinese
	// Both is English with one collapsed block in Chinese.
	Both
)

// String returns the name that a flag gives the language.
func (l Lang) String() string {
	switch l {
	case Chinese:
		return "zh"
	case Both:
		return "both"
	case English:
	}
	return "en"
}

// ParseLang reads the name of a language: en, zh or both.
func ParseLang(s string) (l Lang, ok bool) {
	for _, l := range []Lang{English, Chinese, Both} {
		if s == l.String() {
			return l, true
		}
	}
	return 0, false
}

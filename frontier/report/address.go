package report

import (
	"html"
	"net/url"
	"strings"
)

// imageAddress is the address of a file in a folder of pictures.
func imageAddress(folder, file string) string {
	return strings.TrimSuffix(folder, "/") + "/" + url.PathEscape(file)
}

// attribute escapes text for an attribute of HTML within Markdown: no line
// break ends the tag, and no backtick begins a code span.
func attribute(s string) string {
	return strings.ReplaceAll(html.EscapeString(clean(s)), "`", "&#96;")
}

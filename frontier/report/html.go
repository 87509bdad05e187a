package report

import (
	"crypto/sha256"
	_ "embed" // for the page's parts
	"encoding/base64"
	"html/template"
	"io"
)

// The parts of the page. Style and script stand in it whole, so that it needs no
// other file, and its policy lets nothing else run.
var (
	//go:embed page/page.html
	pageTemplate string
	//go:embed page/page.css
	pageStyle string
	//go:embed page/page.js
	pageScript string
)

// A Look is how the curve of one key is drawn, so that a page and the charts
// beside it agree.
type Look struct {
	// Light and Dark are the colours of head's curve, as in CSS, on a light and on
	// a dark page; BaseLight and BaseDark are those of base's.
	Light, Dark, BaseLight, BaseDark string
	// Outline is the marker as a polygon of radius 1, y downwards; nil for a circle.
	Outline [][2]float64
}

// HTML writes the report as one page that needs no other file and asks no
// network for anything. looks are by curve key; what has none is drawn in one
// colour. Equal reports give equal bytes.
//
// The chart is drawn by a script from data within the page. Without scripts the
// verdict, the tables and the remarks remain.
func (r *Report) HTML(w io.Writer, looks map[string]Look) error {
	t, err := template.New("page").Funcs(template.FuncMap{
		"t": func(en, zh string) bilingual { return bilingual{r.Lang, en, zh} },
	}).Parse(pageTemplate)
	if err != nil {
		return err
	}
	doc := newHTMLPage(r)
	doc.Style, doc.Script = template.CSS(pageStyle), template.JS(pageScript)
	doc.Policy = "default-src 'none'; style-src '" + integrity(pageStyle) + "'; script-src '" + integrity(pageScript) +
		"'; img-src data:; base-uri 'none'; form-action 'none'"
	data, err := pageData(r, looks)
	if err != nil {
		return err
	}
	doc.Data = template.JS(data) // JSON in which < is escaped, see pageData
	return t.Execute(w, doc)
}

// integrity is the hash by which a Content-Security-Policy knows a text.
func integrity(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// A bilingual is a text in the page's language, or in both.
type bilingual struct {
	Lang   Lang
	En, Zh string
}

// One is the text where one is enough, because the page has one language or the
// texts are equal; "" where there are two.
func (t bilingual) One() string {
	switch {
	case t.Lang == Chinese && t.Zh != "":
		return t.Zh
	case t.Lang == Both && t.Zh != "" && t.Zh != t.En:
		return ""
	}
	return t.En
}

package ingest

import "paretocov/frontier"

// A textFormat is a text that looks like CSV and is no table of rows. To read
// another, write its file and add its line to textFormats.
type textFormat struct {
	name    string
	matches func(doc []byte) bool
	// rows returns what the text holds as rows of the shape.
	rows  func(path string, doc []byte) ([]jsonValue, error)
	shape func(*jsonValue, *rowReader)
}

var textFormats = [...]textFormat{
	{"aiperf-csv", isAIPerfCSV, readAIPerfCSV, readAIPerf},
}

// textFormatOf returns the format of a text, nil if it is none that is known.
func textFormatOf(doc []byte) *textFormat {
	for i := range textFormats {
		if textFormats[i].matches(doc) {
			return &textFormats[i]
		}
	}
	return nil
}

// addTo adds the rows of a text to a builder.
func (f *textFormat) addTo(b *builder, path string, doc []byte, o *Options, source int32) error {
	rows, err := f.rows(path, doc)
	if err != nil {
		return err
	}
	file := newRowsFile(path, o)
	for i := range rows {
		r := &rowReader{row: &row{place: frontier.Place{Source: source, Line: 1, Row: int32(i + 1)}}, wanted: o.list, notes: o.notes, file: file}
		f.shape(&rows[i], r)
		if r.refused != nil {
			return r.refused
		}
		b.add(r.row)
	}
	return nil
}

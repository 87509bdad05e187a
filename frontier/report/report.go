package report

import "paretocov/frontier"

// A Report is a comparison of base and head, with what its documents say of how
// it was made. Documents are made of a report that was read (see Read), so that
// those made later from the JSON are the same bytes.
type Report struct {
	*frontier.ReportResult
	// Version is that of paretocov.
	Version string
	// Command are the words of the command line that makes the report, without
	// those that say only where it goes.
	Command []string
	// PolicyFile is the policy file that was read; nil if none was.
	PolicyFile *File
	Provenance Provenance
	// Lang is the language of Markdown.
	Lang Lang
	// Charts are the formats that charts are drawn in, those of ChartFormats; none
	// for no charts. Texts show the first.
	Charts []string
	// ImageURL is the address of the folder that charts are linked in, "" for none.
	ImageURL string
}

// ChartFormats returns the formats of charts that a text can show.
func ChartFormats() []string { return []string{"svg", "png"} }

// A File is a file that was read.
type File struct{ Path, SHA256 string }

// A Provenance says where head's measurements are from, as far as it was told.
// What is "" was not.
type Provenance struct {
	Run string // of the workflow, its ID
	SHA string // of the source
}

package ingest

import (
	"archive/zip"
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// This file says what a file is that a user named and that holds no points, and
// what to do.

const (
	unpackIt  = "; unpack it and name what is in it"
	exportIt  = "; export the table as CSV or Parquet"
	nameRows  = "; name the rows of the benchmark, such as those of bmk_* or results_bmk"
	seeTopics = "; see paretocov help formats"
	noMarkup  = "HTML or XML, not a table; was an error page saved? download the file again"
	noFormat  = "not a JSON, CSV, Parquet, Arrow, gzip, zstd or zip file" + seeTopics
)

// signatures are how files begin that are no tables of ours.
var signatures = [...]struct{ head, what string }{
	{"BZh", "bzip2, which is not read" + unpackIt},
	{"\xfd7zXZ\x00", "xz, which is not read" + unpackIt},
	{"7z\xbc\xaf\x27\x1c", "a 7-Zip archive, which is not read" + unpackIt},
	{"Rar!\x1a\x07", "a RAR archive, which is not read" + unpackIt},
	{"PK\x03\x04", "a zip archive where none is looked for" + unpackIt},
	{"SQLite format 3\x00", "an SQLite database" + exportIt},
	{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Excel or Office file; save the sheet as CSV"},
	{"\x89HDF\r\n\x1a\n", "an HDF5 file" + exportIt},
	{"\x93NUMPY", "a NumPy array" + exportIt},
	{"Obj\x01", "an Avro file" + exportIt},
	{"ORC", "an ORC file" + exportIt},
	{"FEA1", "a Feather file of version 1; write it with version 2, which is Arrow"},
	{"\x89PNG\r\n\x1a\n", "a PNG picture; name the data that it was drawn from"},
	{"\xff\xd8\xff", "a JPEG picture; name the data that it was drawn from"},
	{"GIF8", "a GIF picture; name the data that it was drawn from"},
	{"%PDF-", "a PDF document; name the data that it was made from"},
	{"\x7fELF", "a program; name the data that it wrote"},
	{"version https://git-lfs", "a pointer of Git LFS and not the file itself; run git lfs pull"},
}

// foreign says what a document is by how it begins, "" if nothing is known.
func foreign(doc []byte) string {
	for _, s := range signatures {
		if bytes.HasPrefix(doc, []byte(s.head)) && (s.head != "ORC" || bytes.IndexByte(doc[:min(len(doc), 64)], 0) >= 0) {
			return s.what
		}
	}
	switch {
	case len(doc) > 262 && string(doc[257:262]) == "ustar":
		return "a tar archive, which is not read" + unpackIt
	case len(doc) > 2 && doc[0] == 0x80 && doc[1] >= 2 && doc[1] <= 5:
		return "a Python pickle, which is never loaded" + exportIt
	}
	return ""
}

// officeDocument says what a zip archive is that is one document, "" for others.
func officeDocument(z *zip.Reader) string {
	for _, m := range z.File {
		switch name := m.Name; {
		case strings.HasPrefix(name, "xl/"):
			return "an Excel workbook; save the sheet as CSV"
		case strings.HasPrefix(name, "word/"), strings.HasPrefix(name, "ppt/"):
			return "an Office document; save its table as CSV"
		case name == "META-INF/manifest.xml" && slices.ContainsFunc(z.File, func(m *zip.File) bool { return m.Name == "content.xml" }):
			return "an OpenDocument file; save the sheet as CSV"
		case strings.HasSuffix(name, "/data.pkl"), name == "data.pkl":
			return "a file of PyTorch, which is never loaded" + exportIt
		case strings.HasSuffix(name, ".npy"):
			return "NumPy arrays" + exportIt
		}
	}
	return ""
}

var (
	yamlLine = regexp.MustCompile(`^\s*(- )?["']?[\w./-]+["']?:(\s|$)|^\s*- |^---`)
	logLine  = regexp.MustCompile(`^\W*(\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|(DEBUG|INFO|WARN|WARNING|ERROR|Traceback)\b)|\b(INFO|WARNING|ERROR|DEBUG)\b`)
)

// foreignText says what a text is of which the first line is no header with the y
// column, "" if it may yet be a table.
func foreignText(doc []byte) string {
	const most = 20
	var first string
	lines, yaml, logs := 0, 0, 0
	for line := range bytes.Lines(doc[:min(len(doc), 16<<10)]) {
		if line = bytes.TrimRight(line, "\r\n"); len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if lines++; lines == 1 {
			first = string(line)
		}
		if yamlLine.Match(line) {
			yaml++
		}
		if logLine.Match(line) {
			logs++
		}
		if lines == most {
			break
		}
	}
	switch {
	case 2*logs > lines:
		return "a log, not a table; name the results of the run" // its lines may have commas
	case 3*yaml > 2*lines:
		return "YAML, not a table; write the rows as CSV or JSON"
	case strings.Contains(first, "|"):
		return "columns divided by |; write it with commas, semicolons or tabs"
	case !strings.ContainsAny(first, ",;\t") && strings.Contains(strings.TrimSpace(first), " "):
		return "text without columns, not a table" + seeTopics
	}
	return ""
}

// foreignColumns says what a table is that has no y column, by the names of its
// columns or keys, "" if nothing is known.
func foreignColumns(columns []string) string {
	has := func(names ...string) bool {
		return !slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(columns, n) })
	}
	switch {
	case has("schema", "curves"), has("schema", "total", "errors"):
		return "it is a result of paretocov, not points; name the files that it was made from"
	case has("results", "configs"), has("results", "versions"), has("results", "n-shot"), has("doc_id", "target"):
		return "it is of an evaluation (lm-eval), which has no points" + nameRows
	case has("traceEvents"):
		return "it is a profiler's trace, not points" + nameRows
	case has("request_id"), has("x_request_id"), has("metadata", "metrics"), has("session_num"):
		return "it is of single requests (a raw trace), not of points" + nameRows
	case has("error") && len(columns) <= 3, has("message", "documentation_url"):
		return "it is the answer of a server that refused; download the file again"
	}
	return ""
}

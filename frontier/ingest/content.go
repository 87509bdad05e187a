package ingest

import "bytes"

// A content is what a document looks like from its first bytes.
type content int8

const (
	contentText content = iota
	contentEmpty
	contentBinary
	contentJSON
	contentMarkup
)

func contentOf(doc []byte) content {
	rest := bytes.TrimLeft(bytes.TrimPrefix(doc, []byte(utf8BOM)), " \t\r\n")
	switch {
	case len(rest) == 0:
		return contentEmpty
	case isUTF32(doc):
		return contentBinary
	case rest[0] == '{' || rest[0] == '[':
		return contentJSON
	case rest[0] == '<':
		return contentMarkup
	case bytes.IndexByte(rest[:min(len(rest), 4096)], 0) >= 0:
		return contentBinary
	}
	return contentText
}

// binaryText says what a document is that holds no text.
func binaryText(doc []byte) string {
	if isUTF32(doc) {
		return "UTF-32 text; save it as UTF-8"
	}
	return noFormat
}

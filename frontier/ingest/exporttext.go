package ingest

import (
	"bufio"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/arrow/go/v17/arrow/memory"

	"paretocov/frontier"
)

// writeCSV writes the table as CSV.
func (s *sheet) writeCSV(to io.Writer, _ memory.Allocator) error {
	w := bufio.NewWriterSize(to, 1<<16)
	var line []byte
	for i := range s.texts {
		// The first name could make the line look like another kind of file.
		line = appendCSVCell(line, csvCellOf(frontier.Setting, s.texts[i].name), i == 0 && strings.ContainsAny(s.texts[i].name, "#{[<"))
		line = append(line, ',')
	}
	for i := range s.numbers {
		line = append(appendCSVCell(line, csvCellOf(frontier.Setting, s.numbers[i].heading), false), ',')
	}
	line[len(line)-1] = '\n'
	if _, err := w.Write(line); err != nil {
		return err
	}
	for i := range s.n {
		r := s.at(i)
		line = line[:0]
		for k := range s.texts {
			line = append(appendCSVCell(line, s.texts[k].text(r), false), ',')
		}
		for k := range s.numbers {
			if v, ok := s.numbers[k].value(r); ok {
				line = appendNumber(line, v)
			}
			line = append(line, ',')
		}
		line[len(line)-1] = '\n'
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return w.Flush()
}

// appendCSVCell appends a cell, in quotes where it needs them.
func appendCSVCell(line []byte, text string, quote bool) []byte {
	if !quote && !strings.ContainsAny(text, ",;\t\"\r\n") && strings.TrimSpace(text) == text {
		return append(line, text...)
	}
	line = append(line, '"')
	for {
		at := strings.IndexByte(text, '"')
		if at < 0 {
			return append(append(line, text...), '"')
		}
		line = append(append(line, text[:at+1]...), '"')
		text = text[at+1:]
	}
}

// appendNumber appends the shortest decimal that reads as v, which JSON has too.
func appendNumber(line []byte, v float64) []byte {
	form := byte('f')
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e21) {
		form = 'e'
	}
	return strconv.AppendFloat(line, v, form, -1, 64)
}

// writeNDJSON writes the table as one JSON object per line.
func (s *sheet) writeNDJSON(to io.Writer, _ memory.Allocator) error {
	w := bufio.NewWriterSize(to, 1<<16)
	var keys [][]byte
	key := func(name string) {
		open := byte(',')
		if len(keys) == 0 {
			open = '{'
		}
		keys = append(keys, append(appendJSONText([]byte{open}, name), ':'))
	}
	for i := range s.texts {
		key(s.texts[i].name)
	}
	for i := range s.numbers {
		key(s.numbers[i].heading)
	}
	var line []byte
	for i := range s.n {
		r := s.at(i)
		line = line[:0]
		for k := range s.texts {
			line = append(line, keys[k]...)
			if text := s.texts[k].text(r); text != "" {
				line = appendJSONText(line, text)
			} else {
				line = append(line, "null"...)
			}
		}
		for k := range s.numbers {
			line = append(line, keys[len(s.texts)+k]...)
			if v, ok := s.numbers[k].value(r); ok {
				line = appendNumber(line, v)
			} else {
				line = append(line, "null"...)
			}
		}
		if _, err := w.Write(append(line, '}', '\n')); err != nil {
			return err
		}
	}
	return w.Flush()
}

// appendJSONText appends a text of UTF-8 as a JSON string.
func appendJSONText(b []byte, text string) []byte {
	b = slices.Grow(b, len(text)+2)
	b = append(b, '"')
	from := 0
	for i := range len(text) {
		c := text[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, text[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		default:
			const hex = "0123456789abcdef"
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	return append(append(b, text[from:]...), '"')
}

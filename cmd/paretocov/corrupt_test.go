package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/parquet/compress"
)

// B119: valid files of columns, cut at every byte and with single bits flipped, end
// with exit 3 and the file's name, or are read; never with a panic, as run checks.
// A file that is cut is never read.
func TestB119CorruptColumns(t *testing.T) {
	dir := t.TempDir()
	columns := columnsOf([][]string{
		{"id", "hw", "note", "conc", "tput_per_gpu", "p90_e2el"},
		{"a", "b200", "x", "1", "100", "2"},
		{"b", "b200", "y", "2", "110", "3"},
		{"c", "h200", "z", "4", "90", "1.5"},
	})
	docs := map[string][]byte{}
	for name, writeTo := range map[string]func(f *os.File) error{
		"snappy.parquet": func(f *os.File) error { return writeParquet(f, columns, compress.Codecs.Snappy) },
		"zstd.parquet":   func(f *os.File) error { return writeParquet(f, columns, compress.Codecs.Zstd) },
		"lz4.arrow":      func(f *os.File) error { return writeArrow(f, columns, false, ipc.WithLZ4()) },
		"zstd.arrows":    func(f *os.File) error { return writeArrow(f, columns, true, ipc.WithZstd()) },
	} {
		f, err := os.Create(filepath.Join(dir, name))
		must(0, err)
		must(0, writeTo(f))
		f.Close()
		docs[name], err = os.ReadFile(f.Name())
		must(0, err)
	}
	for name, doc := range docs {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), name)
			check := func(what string, n int, doc []byte, mayBeRead bool) {
				must(0, os.WriteFile(path, doc, 0o644))
				code, stdout, stderr := run(t, "front", path)
				switch {
				case code == 3 && stdout == "" && strings.Contains(stderr, name):
				case mayBeRead && code == 0 && stderr == "":
				default:
					t.Errorf("%s at %d: exit code %d: %.200s", what, n, code, stderr)
				}
			}
			step := 1
			if testing.Short() {
				step = 17
			}
			for n := 6; n < len(doc); n += step {
				check("cut", n, doc[:n], false)
			}
			for n := 0; n < len(doc); n += max(1, len(doc)/200) {
				flipped := bytes.Clone(doc)
				flipped[n] ^= 1 << (n % 8)
				check("flipped", n, flipped, true)
			}
		})
	}
}

package ingest_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestArrowReadersAreNotUsed: of Arrow the package has memory, arrays and types
// alone, and the writer of files. Its readers of CSV, JSON, IPC and Parquet have faults in the release in
// use: types guessed from the first rows, a failure that is told only behind the
// batch it spoilt, a panic on a header alone, on repeated keys and on broken files,
// integers rounded above 2^53, minutes on escaped JSON.
func TestArrowReadersAreNotUsed(t *testing.T) {
	allowed := []string{"arrow", "arrow/array", "arrow/bitutil", "arrow/float16", "arrow/memory"}
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no files: ", err)
	}
	seen := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range parsed.Imports {
			path := strings.Trim(i.Path.Value, `"`)
			part, arrow := strings.CutPrefix(path, "github.com/apache/arrow/go/v17/")
			if arrow && !slices.Contains(allowed, part) && (part != "arrow/ipc" || name != "exportipc.go") { // which writes
				t.Errorf("%s imports %s", name, path)
			}
			if arrow {
				seen++
			}
		}
	}
	if seen == 0 {
		t.Error("nothing of Arrow is imported: is this test looking at the right place?")
	}
}

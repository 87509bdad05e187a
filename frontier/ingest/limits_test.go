package ingest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow/memory"

	"paretocov/frontier/ingest"
)

// TestSmallFilesOfManyRows: a small Parquet or Arrow file may hold millions of
// equal rows, and is held to a million unless the user gives the limit.
func TestSmallFilesOfManyRows(t *testing.T) {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	defer mem.AssertSize(t, 0)
	o := ingest.Options{Metrics: []string{y, x}, Allocator: mem}
	o.Stdin = strings.NewReader(y + "," + x + "\n" + strings.Repeat("1,2\n", 1<<20+1))
	table, err := ingest.Read([]string{"-"}, o)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	path := filepath.Join(t.TempDir(), "rows.parquet")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := ingest.Write(out, path, table, nil, mem); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = ingest.Read([]string{path}, o)
	wantFault(t, "by default", err, path, fault{why: "unpacks to over 1048576 rows"})
	o.MaxBytes, o.MaxUnpacked = 1<<30, 1<<30
	again, err := ingest.Read([]string{path}, o)
	if err != nil {
		t.Fatal(err)
	}
	if again.Rows != table.Rows {
		t.Errorf("%d rows, want %d", again.Rows, table.Rows)
	}
	again.Close()
}

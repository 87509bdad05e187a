//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow/go/v17/parquet/compress"
)

// What the issue allows a hostile file: five seconds and 512 MB. The time is for a
// machine that does nothing else, and is not held against one that does.
const (
	hostileBytes = 512 << 20
	hostileTime  = 60 * time.Second
)

// TestHostileFiles: whatever a small file unpacks to, and whatever stands in one,
// it is refused by its name, in bounded memory and time, as its own process tells,
// without a panic.
func TestHostileFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("writes files that unpack to gigabytes")
	}
	const gib, near = 1 << 30, 120 << 20 // near: just within the limit
	rows := "id,tput_per_gpu,p90_e2el\na,100,10\n"
	for _, c := range []struct {
		name string
		doc  func() []byte
		code int
		why  string
	}{
		{"newlines.csv.gz", packedUp("gzip", rows, "\n", "", gib), 3, "over --max-bytes"},
		{"newlines.csv.zst", packedUp("zstd", rows, "\n", "", gib), 3, "over --max-bytes"},
		{"newlines.zip", packedUp("zip", rows, "\n", "", gib), 3, "new.csv: "},
		{"spaces.gz", packedUp("gzip", "", " ", "", gib), 3, "over --max-bytes"},
		{"zeros.zst", packedUp("zstd", "", "\x00", "", gib), 3, "over --max-bytes"},
		{"brackets.gz", packedUp("gzip", "", "[", "", gib), 3, "over --max-bytes"},
		{"objects.gz", packedUp("gzip", "", `{"a":`, "", gib), 3, "over --max-bytes"},
		{"newlines within the limit.gz", packedUp("gzip", rows, "\n", "", near), 0, ""},
		{"nothing but newlines.gz", packedUp("gzip", "", "\n", "", near), 3, "empty"},
		{"spaces within the limit.gz", packedUp("gzip", rows, " ", "", near), 3, ":3: over 16 MiB in one cell"},
		{"zeros within the limit.gz", packedUp("gzip", "", "\x00", "", near), 3, "not a JSON, CSV"},
		{"brackets within the limit.gz", packedUp("gzip", "", "[", "", near), 3, "nested more than 512"},
		{"objects within the limit.gz", packedUp("gzip", "", `{"a":`, "", near), 3, "nested more than 512"},
		{"numbers.json.gz", packedUp("gzip", "[1", ",1", "]", near), 3, "values, which take more memory"},
		{"empty objects.json.gz", packedUp("gzip", "[{}", ",{}", "]", near), 3, "values, which take more memory"},
		{"numbers in a row.json.gz", packedUp("gzip", `[{"tput_per_gpu":1,"a":[1`, ",1", "]}]", near), 3, "values, which take more memory"},
		{"short rows.csv.gz", packedUp("gzip", "tput_per_gpu\n", "1\n", "", near), 3, "rows, which take more memory"},
		{"short rows.ndjson.gz", packedUp("gzip", "", `{"tput_per_gpu":1}`+"\n", "", near), 3, "rows, which take more memory"},
		{"a cell of 500 MB.csv.gz", packedUp("gzip", "id,tput_per_gpu\n\"", "a", "\",1\n", 500<<20), 3, "over --max-bytes"},
		{"a cell.csv.gz", packedUp("gzip", "id,tput_per_gpu\n\"", "a", "\",1\n", near), 3, ":2: over 16 MiB in one cell"},
		{"an open quote.csv.gz", packedUp("gzip", "id,tput_per_gpu\nx,1\n\"", "a\n", "", near), 3, ":3: over 16 MiB in one cell"},
		{"quotes.csv.gz", packedUp("gzip", "", `"`, "", near), 3, ":1: over 16 MiB in one cell"},
		{"commas.csv.gz", packedUp("gzip", "", ",", "", near), 3, ":1: over 16 MiB in one cell"},
		{"one line.csv.gz", packedUp("gzip", "", "a", "", near), 3, ":1: over 16 MiB in one cell"},
		{"a text.json.gz", packedUp("gzip", `[{"tput_per_gpu":1,"id":"`, "a", `"}]`, near), 3, "over 16 MiB in one cell"},
		{"a number.json.gz", packedUp("gzip", `[{"tput_per_gpu":1`, "1", `}]`, near), 3, "over 16 MiB in one cell"},
		{"a text.json", func() []byte { return []byte(`[{"tput_per_gpu":1,"id":"` + strings.Repeat("a", 100<<20) + `"}]`) }, 3, "over 16 MiB in one cell"},
		{"deep.json", func() []byte { return bytes.Repeat([]byte("["), 1e6) }, 3, "nested more than 512"},
		{"a million columns.csv", func() []byte { return wide("", ",", "\n", "%[1]s\n"+strings.Repeat("x,", 1e6)+"1\n") }, 3, "columns, and no more"},
		{"a million keys.json", func() []byte { return wide(`"`, `":"x","`, `":1`, "[{%s}]") }, 3, "columns, and no more"},
		{"132,000 columns.parquet", func() []byte { return wideTyped(t, "parquet", 132_000) }, 3, "more than 100000 columns"},
		{"132,000 columns.arrow", func() []byte { return wideTyped(t, "arrow", 132_000) }, 3, "more than 100000 columns"},
		{"a million empty lines.csv", func() []byte { return []byte("id,tput_per_gpu,p90_e2el\n" + strings.Repeat("\n", 1e6) + "a,1,2\n") }, 0, ""},
		{"a million members.zip", func() []byte { return manyMembers(1_000_000) }, 3, "list of members is over 32 MiB"},
		{"200,000 members.zip", func() []byte { return manyMembers(200_000) }, 3, "over 100000 members"},
		{"99,000 members.zip", func() []byte { return manyMembers(99_000) }, 3, "no point file"},
		{"bombs in a zip.zip", func() []byte {
			one := bombOf("gzip", "", "\n", "", near)
			var members []zipMember
			for i := range 20 {
				members = append(members, zipMember{name: fmt.Sprint(i, ".csv.gz"), doc: one})
			}
			return zipOf(members...)
		}, 3, "unpacks to over 4 times --max-bytes"},
		{"archives in archives.zip", func() []byte { // each holds much beside the next
			doc := zipOf(zipMember{name: "a.csv", doc: []byte(rows)})
			for range 3 {
				doc = zipOf(zipMember{name: "a.zip", doc: doc}, zipMember{name: "b.dat", doc: make([]byte, 60<<20)})
			}
			return doc
		}, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), c.name)
			if err := os.WriteFile(path, c.doc(), 0o644); err != nil {
				t.Fatal(err)
			}
			code, stdout, stderr, memory := child(t, "front", path)
			if code != c.code || !strings.Contains(stderr, c.why) || code == 3 && (stdout != "" || !strings.Contains(stderr, c.name)) {
				t.Errorf("exit code %d, want %d with %q: %.300s", code, c.code, c.why, stderr)
			}
			if memory > hostileBytes {
				t.Errorf("it took %d MB", memory>>20)
			}
			t.Logf("%d MB", memory>>20)
		})
	}
}

// child runs the command in a process of its own and returns also the most memory
// that it had.
func child(t *testing.T, args ...string) (code int, stdout, stderr string, memory int64) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), hostileTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "paretocov", args...)
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	err := cmd.Start()
	if err == nil {
		// The high-water mark of the process: what the system tells at its end counts
		// also the memory of the test, which it begins as.
		stop, stopped := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(stopped)
			for {
				memory = max(memory, highWater(cmd.Process.Pid))
				select {
				case <-stop:
					return
				case <-time.After(2 * time.Millisecond):
				}
			}
		}()
		err = cmd.Wait()
		close(stop)
		<-stopped
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) || ctx.Err() != nil {
		t.Fatalf("paretocov %v: %v, %v", args, err, ctx.Err())
	}
	if strings.Contains(errOut.String(), "goroutine ") {
		t.Errorf("a stack trace: %.500s", errOut.String())
	}
	return cmd.ProcessState.ExitCode(), out.String(), errOut.String(), memory
}

// highWater is the most memory that a process has had so far, 0 if it has ended.
func highWater(pid int) int64 {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	var kib int64
	_, _ = fmt.Sscan(after, &kib)
	return kib << 10
}

func packedUp(kind, head, text, tail string, size int) func() []byte {
	return func() []byte { return bombOf(kind, head, text, tail, size) }
}

// wide writes a million names between before and after, in a format.
func wide(before, between, after, format string) []byte {
	names := make([]string, 0, 1e6+1)
	for i := range int(1e6) {
		names = append(names, fmt.Sprint("c", i))
	}
	names = append(names, "tput_per_gpu")
	return fmt.Appendf(nil, format, before+strings.Join(names, between)+after)
}

// wideTyped writes a columnar file of n columns and one row.
func wideTyped(t *testing.T, kind string, n int) []byte {
	columns := []csvColumn{{name: "tput_per_gpu", numbers: true, cells: []string{"1"}}}
	for i := range n {
		columns = append(columns, csvColumn{name: fmt.Sprint("c", i), numbers: true, cells: []string{"1"}})
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "wide"))
	if err != nil {
		t.Fatal(err)
	}
	if kind == "parquet" {
		err = writeParquet(f, columns, compress.Codecs.Uncompressed)
	} else {
		err = writeArrow(f, columns, false)
	}
	f.Close()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// manyMembers writes an archive of n empty members, of whose number it tells the last 16 bits.
func manyMembers(n int) []byte {
	var b, list bytes.Buffer
	put := func(b *bytes.Buffer, fields ...any) {
		for _, f := range fields {
			must(0, binary.Write(b, binary.LittleEndian, f))
		}
	}
	head := make([]byte, 0, 30)
	for i := range n {
		name := fmt.Sprint(i, ".csv")
		at := uint32(b.Len())
		head = binary.LittleEndian.AppendUint32(head[:0], 0x04034b50)
		head = append(head, make([]byte, 22)...)
		head = binary.LittleEndian.AppendUint32(head, uint32(len(name)))
		b.Write(head)
		b.WriteString(name)
		entry := binary.LittleEndian.AppendUint32(head[:0], 0x02014b50)
		entry = append(entry, make([]byte, 24)...)
		entry = binary.LittleEndian.AppendUint16(entry, uint16(len(name)))
		entry = append(entry, make([]byte, 12)...)
		entry = binary.LittleEndian.AppendUint32(entry, at)
		list.Write(entry)
		list.WriteString(name)
	}
	at, size := uint32(b.Len()), uint32(list.Len())
	b.Write(list.Bytes())
	put(&b, uint32(0x06054b50), uint32(0), uint16(n), uint16(n), size, at, uint16(0))
	return b.Bytes()
}

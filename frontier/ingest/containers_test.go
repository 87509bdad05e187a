package ingest_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/apache/arrow/go/v17/arrow/memory"
	gocmp "github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"pgregory.net/rapid"

	"paretocov/frontier/ingest"
)

func gzipped(doc string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write([]byte(doc))
	_ = w.Close()
	return b.String()
}

func zstandard(doc string) string {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic(err)
	}
	return string(w.EncodeAll([]byte(doc), nil))
}

func utf16Text(units []uint16, big bool) string {
	var out []byte
	for _, u := range units {
		if big {
			u = u<<8 | u>>8
		}
		out = append(out, byte(u), byte(u>>8))
	}
	return string(out)
}

const smallTable = "id,p90_e2el,tput_per_gpu\na,1,10\nb,2,20\n"

// TestCutContainers: a compressed file or an archive that is cut at any byte is an
// error by its name, never a table of what is left; so is any that is not what its
// checksum says. Whole or in parts, no allocation and no goroutine stays.
func TestCutContainers(t *testing.T) {
	archive, err := os.ReadFile(zipOf(t, member{name: "a.csv", doc: smallTable}))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := text(t, ingest.Options{}, smallTable)
	if err != nil {
		t.Fatal(err)
	}
	want := cells(whole)
	for name, doc := range map[string]string{"gzip": gzipped(smallTable), "zstd": zstandard(smallTable), "both": zstandard(gzipped(smallTable)), "zip": string(archive)} {
		tb, err := text(t, ingest.Options{}, doc)
		wantCells(t, name, tb, err, want...)
		for n := 4; n < len(doc); n++ {
			if tb, err := text(t, ingest.Options{}, doc[:n]); err == nil {
				t.Errorf("%s, %d of %d bytes: read %d rows", name, n, len(doc), tb.Rows)
			}
			if _, _, err := inParts(t, []string{file(t, t.TempDir(), "cut", doc[:n])}, streamOptions, 100); err == nil {
				t.Errorf("%s, %d of %d bytes: streamed", name, n, len(doc))
			}
		}
		for n := range len(doc) {
			broken := []byte(doc)
			broken[n] ^= 0x10
			tb, err := text(t, ingest.Options{}, string(broken))
			if err == nil && gocmp.Diff(want, cells(tb)) != "" {
				t.Errorf("%s, byte %d flipped: read %q", name, n, cells(tb))
			}
		}
	}
}

// TestUTF16IsUTF8: a text in UTF-16, of either byte order, has the rows that it has
// in UTF-8, on the same lines, however the reader's blocks fall.
func TestUTF16IsUTF8(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var b strings.Builder
		b.WriteString("id,p90_e2el,tput_per_gpu\n")
		for i := range rapid.IntRange(1, 30).Draw(rt, "rows") {
			word := rapid.SampledFrom([]string{"a", "é", "模型", "𝄞𝄞", "\"x\ny\""}).Draw(rt, "id")
			word = strings.TrimSuffix(word, `"`) + strings.Repeat("𝄞", rapid.IntRange(0, 2000).Draw(rt, "long")) + fmt.Sprint(i)
			if strings.HasPrefix(word, `"`) {
				word += `"`
			}
			fmt.Fprintf(&b, "%s,%d,%d\n", word, i+1, 2*i+1)
		}
		units := utf16.Encode([]rune(b.String()))
		if rapid.Bool().Draw(rt, "mark") {
			units = append([]uint16{0xfeff}, units...)
		}
		want, err := text(t, ingest.Options{}, b.String())
		if err != nil {
			rt.Fatal(err)
		}
		got, err := text(t, ingest.Options{}, utf16Text(units, rapid.Bool().Draw(rt, "big")))
		if err != nil {
			rt.Fatal(err)
		}
		if diff := gocmp.Diff(cellsOf(want), cellsOf(got)); diff != "" {
			rt.Fatal(diff)
		}
	})
}

func TestBrokenUTF16(t *testing.T) {
	units := utf16.Encode([]rune("id,p90_e2el,tput_per_gpu\na,1,10\n"))
	mark := []uint16{0xfeff}
	for _, test := range []struct {
		what string
		doc  string
		want fault
	}{
		{"half a unit at the end", utf16Text(append(mark, units...), false) + "x", fault{line: 3, why: "ends within a character"}},
		{"half a pair at the end", utf16Text(append(append(mark, units...), 0xd834), true), fault{line: 3, why: "ends within a character"}},
		{"a first half alone", utf16Text(append(append(mark, units...), 0xd834, 'x'), false), fault{line: 3, why: "lone surrogate"}},
		{"a second half alone", utf16Text(append(append(mark, 'x', '\n', 0xdd1e), units...), false), fault{line: 2, why: "lone surrogate"}},
		{"UTF-32", "\xff\xfe\x00\x00i\x00\x00\x00", fault{why: "UTF-32 text; save it as UTF-8"}},
		{"UTF-32, big", "\x00\x00\xfe\xff\x00\x00\x00i", fault{why: "UTF-32 text; save it as UTF-8"}},
		{"a tar archive", "x" + strings.Repeat("\x00", 256) + "ustar\x00" + strings.Repeat("\x00", 300), fault{why: "a tar archive, which is not read; unpack it"}},
	} {
		_, err := text(t, ingest.Options{}, test.doc)
		wantFault(t, test.what, err, "rows", test.want)
		_, err = text(t, ingest.Options{}, gzipped(test.doc))
		wantFault(t, test.what+", compressed", err, "rows", test.want)
	}
}

// TestStreamOfCompressed: a compressed file has in parts the rows and the digest
// that it has when read whole.
func TestStreamOfCompressed(t *testing.T) {
	doc := smallTable + strings.Repeat("c,3,30\n", 300)
	for name, packed := range map[string]string{"gzip": gzipped(doc), "zstd": zstandard(doc), "twice": gzipped(zstandard(doc)), "utf16": utf16Text(utf16.Encode([]rune(doc)), false)} {
		path := file(t, t.TempDir(), "x", packed)
		whole, err := read(t, streamOptions, path)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range []int{40, 1000, 1 << 20} {
			rows, about, err := inParts(t, []string{path}, streamOptions, block)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if diff := gocmp.Diff(cellsOf(whole), rows); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
			if diff := gocmp.Diff(whole.Sources, about.Sources); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
	}
}

// TestFoldersOfCompressed: compressed files of a folder are found and passed over
// as others are, and a broken one is not passed over.
func TestFoldersOfCompressed(t *testing.T) {
	dir := t.TempDir()
	file(t, dir, "a.csv.gz", gzipped(smallTable))
	file(t, dir, "b.json.zst", zstandard("["+apiDoc+"]"))
	file(t, dir, "server.log.gz", gzipped("tput_per_gpu\n1\n"))
	file(t, dir, "weights.gz", gzipped(strings.Repeat("\x00\x01", 10_000)))
	file(t, dir, "other.csv.gz", gzipped("a,b\n1,2\n"))
	tb, err := read(t, ingest.Options{}, dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(map[string]int{"log": 1, "other": 2}, tb.Skipped); diff != "" || tb.Rows != 3 {
		t.Errorf("%d rows, passed over %s", tb.Rows, diff)
	}
	if f := tb.Sources[0].Format + " " + tb.Sources[1].Format; f != "csv+gzip inferencex-api+zstd" && !strings.HasPrefix(f, "csv+gzip ") {
		t.Errorf("formats %s", f)
	}
	bad := file(t, dir, "z.csv.gz", gzipped(smallTable)[:30])
	if _, err := read(t, ingest.Options{}, dir); err == nil || !strings.Contains(err.Error(), bad) {
		t.Errorf("a cut file in a folder: %v", err)
	}
}

// TestMembersThatCannotBeRead names archive and member.
func TestMembersThatCannotBeRead(t *testing.T) {
	path := zipOf(t, member{name: "a.csv", doc: smallTable})
	doc, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	list := bytes.Index(doc, []byte("PK\x01\x02"))
	for _, test := range []struct {
		what string
		at   int
		to   byte
		why  string
	}{
		{"encrypted", list + 8, doc[list+8] | 1, "encrypted"},
		{"another method", list + 10, 99, "method 99"},
		{"a wrong checksum", list + 16, doc[list+16] ^ 1, "checksum"},
	} {
		broken := bytes.Clone(doc)
		broken[test.at] = test.to
		_, err := read(t, ingest.Options{}, file(t, t.TempDir(), "x.zip", string(broken)))
		if err == nil || !strings.Contains(err.Error(), "x.zip!a.csv: ") || !strings.Contains(err.Error(), test.why) {
			t.Errorf("%s: %v", test.what, err)
		}
	}
}

// FuzzContainers reads bytes as a file on disk, whole and in parts, and on standard
// input: no panic, all memory given back, and errors name the file.
func FuzzContainers(f *testing.F) {
	archive := zipped(f, map[string]string{"a/b.csv": smallTable, "c.csv.gz": gzipped(smallTable)})
	doc, err := os.ReadFile(archive)
	if err != nil {
		f.Fatal(err)
	}
	for _, d := range []string{
		gzipped(smallTable), zstandard(smallTable), gzipped(smallTable) + gzipped("c,3,4\n"), zstandard(gzipped(smallTable)),
		string(doc), gzipped(string(doc)), utf16Text(utf16.Encode([]rune("\ufeff"+smallTable)), true),
		utf16Text(utf16.Encode([]rune(smallTable)), false), gzipped("[" + apiDoc + "]"), "\x1f\x8b", "\x28\xb5\x2f\xfd", "\x50\x2a\x4d\x18\x00\x00\x00\x00", "PK\x05\x06",
	} {
		f.Add([]byte(d))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, doc, 0o644); err != nil {
			t.Fatal(err)
		}
		check := func(name string, err error) {
			var ie *ingest.Error
			if err != nil && (!errors.As(err, &ie) || !strings.HasPrefix(err.Error(), name)) {
				t.Fatalf("%T: %v", err, err)
			}
		}
		o := ingest.Options{Metrics: []string{y, x}, MaxBytes: 1 << 20, Digest: true}
		var rows [2][]string
		for i, p := range []string{path, "-"} {
			mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
			o.Allocator, o.Stdin = mem, bytes.NewReader(doc)
			tb, err := ingest.Read([]string{p}, o)
			check(map[string]string{"-": "stdin", path: path}[p], err)
			if err == nil {
				checkTable(t, tb)
				rows[i] = cells(tb)
				tb.Close()
			}
			mem.AssertSize(t, 0)
		}
		if diff := gocmp.Diff(rows[0], rows[1]); diff != "" {
			t.Fatalf("on disk and on standard input:\n%s", diff)
		}
		_, _, err := inParts(t, []string{path}, o, 64)
		check(path, err)
	})
}

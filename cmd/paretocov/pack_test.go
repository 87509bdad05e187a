package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
)

// packings are what can be around a document. Their names are those of the script
// command pack.
var packings = map[string]func(doc []byte) []byte{
	"gzip":    gzipped,
	"members": func(doc []byte) []byte { return append(gzipped(doc[:len(doc)/2]), gzipped(doc[len(doc)/2:])...) },
	"zstd":    zstandard,
	"frames": func(doc []byte) []byte {
		skippable := []byte("\x53\x2a\x4d\x18\x04\x00\x00\x00note")
		return append(append(skippable, zstandard(doc[:len(doc)/2])...), zstandard(doc[len(doc)/2:])...)
	},
	"utf16le":       func(doc []byte) []byte { return utf16Of(doc, false, true) },
	"utf16be":       func(doc []byte) []byte { return utf16Of(doc, true, true) },
	"utf16le-nobom": func(doc []byte) []byte { return utf16Of(doc, false, false) },
	"utf16be-nobom": func(doc []byte) []byte { return utf16Of(doc, true, false) },
	"bom":           func(doc []byte) []byte { return append([]byte("\xef\xbb\xbf"), doc...) },
	"latin1":        latin1,
}

func gzipped(doc []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	must(w.Write(doc))
	must(0, w.Close())
	return b.Bytes()
}

func zstandard(doc []byte) []byte {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	must(0, err)
	return w.EncodeAll(doc, nil)
}

func must(_ int, err error) {
	if err != nil {
		panic(err)
	}
}

func utf16Of(doc []byte, big, mark bool) []byte {
	units := utf16.Encode([]rune(string(doc)))
	if mark {
		units = append([]uint16{0xfeff}, units...)
	}
	var out []byte
	for _, u := range units {
		if big {
			u = u<<8 | u>>8
		}
		out = append(out, byte(u), byte(u>>8))
	}
	return out
}

func latin1(doc []byte) []byte {
	var out []byte
	for _, r := range string(doc) {
		out = append(out, byte(r))
	}
	return out
}

// A zipMember is a member to write. Its name may be anything.
type zipMember struct {
	name string
	doc  []byte
	mode fs.FileMode
}

func zipOf(members ...zipMember) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range members {
		h := &zip.FileHeader{Name: m.name, Method: zip.Deflate}
		if m.mode != 0 {
			h.SetMode(m.mode)
		}
		w, err := z.CreateHeader(h)
		must(0, err)
		must(w.Write(m.doc))
	}
	must(0, z.Close())
	return b.Bytes()
}

// pack writes a file in a layer: pack PACKING FROM TO, or pack zip TO NAME=FROM...
// where a NAME that begins with @ is a link.
func pack(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: pack PACKING FROM TO, or pack zip TO NAME=FROM...")
	}
	if args[0] != "zip" {
		p := packings[args[0]]
		if p == nil {
			ts.Fatalf("no packing %s", args[0])
		}
		writeTo(ts, args[2], p([]byte(ts.ReadFile(args[1]))))
		return
	}
	var members []zipMember
	for _, a := range args[2:] {
		i := strings.LastIndex(a, "=")
		m := zipMember{name: a[:i], doc: []byte(ts.ReadFile(a[i+1:]))}
		if strings.HasPrefix(m.name, "@") {
			m.name, m.mode = m.name[1:], fs.ModeSymlink|0o777
		}
		members = append(members, m)
	}
	writeTo(ts, args[1], zipOf(members...))
}

// literalBytes writes bytes: bytes FILE TEXT, with the escapes of Go.
func literalBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: bytes FILE TEXT")
	}
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	writeTo(ts, args[0], []byte(text))
}

// bomb writes a small file that unpacks to a GiB: bomb gzip|zstd|zip HEAD TEXT TO,
// where HEAD is a file that comes first and TEXT, with \n, is then repeated.
func bomb(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: bomb gzip|zstd|zip HEAD TEXT TO")
	}
	text := strings.NewReplacer(`\n`, "\n", `\0`, "\x00").Replace(args[2])
	writeTo(ts, args[3], bombOf(args[0], ts.ReadFile(args[1]), text, "", 1<<30))
}

func writeTo(ts *testscript.TestScript, name string, doc []byte) {
	ts.Check(os.WriteFile(ts.MkAbs(name), doc, 0o644))
}

// bombOf packs head, size bytes of a text that is repeated, and tail. What is
// repeated is packed once.
func bombOf(kind, head, text, tail string, size int) []byte {
	const chunk = 8 << 20
	n := chunk / len(text)
	one := []byte(strings.Repeat(text, n))
	times := size / len(one)
	switch kind {
	case "gzip", "zstd":
		p := packings[kind]
		return bytes.Join([][]byte{p([]byte(head)), bytes.Repeat(p(one), times), p([]byte(tail))}, nil)
	case "zip":
		var packed bytes.Buffer
		w, err := flate.NewWriter(&packed, flate.BestCompression)
		must(0, err)
		must(w.Write([]byte(head)))
		must(0, w.Flush())
		from := packed.Len()
		w.Reset(&packed)
		must(w.Write(one))
		must(0, w.Flush())
		for block := bytes.Clone(packed.Bytes()[from:]); times > 1; times-- {
			packed.Write(block)
		}
		w.Reset(&packed)
		must(w.Write([]byte(tail)))
		must(0, w.Close())
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		// It says that it is small.
		raw, err := z.CreateRaw(&zip.FileHeader{Name: "new.csv", Method: zip.Deflate, CompressedSize64: uint64(packed.Len()), UncompressedSize64: 100})
		must(0, err)
		must(raw.Write(packed.Bytes()))
		must(0, z.Close())
		return b.Bytes()
	}
	panic("no bomb " + kind)
}

// TestBombsAreWhatTheySay: the packed bytes unpack to what they should.
func TestBombsAreWhatTheySay(t *testing.T) {
	const size = 24 << 20
	want := "head" + strings.Repeat("ab", size/2) + "tail"
	for _, kind := range []string{"gzip", "zstd", "zip"} {
		doc := bombOf(kind, "head", "ab", "tail", size)
		var r io.Reader
		switch kind {
		case "gzip":
			r, _ = gzip.NewReader(bytes.NewReader(doc))
		case "zstd":
			d, err := zstd.NewReader(bytes.NewReader(doc))
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			r = d
		case "zip":
			z, err := zip.NewReader(bytes.NewReader(doc), int64(len(doc)))
			if err != nil {
				t.Fatal(err)
			}
			if r, err = z.File[0].OpenRaw(); err != nil {
				t.Fatal(err)
			}
			r = flate.NewReader(r)
		}
		got, err := io.ReadAll(r)
		if err != nil || string(got) != want {
			t.Errorf("%s: %d bytes, want %d; %v", kind, len(got), len(want), err)
		}
	}
}

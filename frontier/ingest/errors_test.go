package ingest_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow/ipc"
	"pgregory.net/rapid"

	"paretocov/frontier/ingest"
)

// places returns where errors are, in their order.
func places(err error) []string {
	var several *ingest.Errors
	var one *ingest.Error
	switch {
	case errors.As(err, &several):
	case errors.As(err, &one):
		several = &ingest.Errors{List: []*ingest.Error{one}, Total: 1}
	default:
		return nil
	}
	var out []string
	for _, e := range several.List {
		out = append(out, fmt.Sprint(filepath.Base(e.Path), ":", e.Line, ":", e.Column))
	}
	return out
}

// TestErrorsLaw: damage done to any cells of any files is told, all of it and
// nothing else, in the order of files, lines and columns, in chunks or at once.
func TestErrorsLaw(t *testing.T) {
	dir, outer := t.TempDir(), t
	rapid.Check(t, func(t *rapid.T) {
		var paths, want []string
		for i := range rapid.IntRange(1, 3).Draw(t, "files") {
			name := fmt.Sprint(i, ".csv")
			var doc strings.Builder
			doc.WriteString("id,tput_per_gpu,p90_e2el\n")
			for line := range rapid.IntRange(1, 40).Draw(t, "rows") {
				damage := rapid.IntRange(0, 20).Draw(t, "damage")
				cells := []string{"a", "1", "2"}
				at := func(column string) { want = append(want, fmt.Sprint(name, ":", line+2, ":", column)) }
				switch damage {
				case 0:
					cells[1] = "x"
					at("tput_per_gpu")
				case 1:
					cells[1], cells[2] = "1 2", "0x1"
					at("tput_per_gpu")
					at("p90_e2el")
				case 2:
					cells = cells[:2]
					at("")
				case 3:
					cells = append(cells, "")
					at("")
				case 4:
					cells[0] = `a"b`
					at("")
				case 5:
					cells[1] = "inf"
				}
				doc.WriteString(strings.Join(cells, ",") + "\n")
			}
			paths = append(paths, file(outer, dir, name, doc.String()))
		}
		tb, err := ingest.Read(paths, ingest.Options{Metrics: []string{y, x}})
		if err == nil {
			tb.Close()
		}
		if got := places(err); !slices.Equal(got, want) {
			t.Fatalf("%q\nwant %q", got, want)
		}
	})
}

// TestErrorsAreBounded: of very many errors ten thousand are kept and all counted.
func TestErrorsAreBounded(t *testing.T) {
	const rows = 12_345
	_, err := text(t, ingest.Options{}, "id,tput_per_gpu,p90_e2el\n"+strings.Repeat("a,"+strings.Repeat("x", 500)+",1\n", rows))
	var several *ingest.Errors
	if !errors.As(err, &several) || len(several.List) != 10_000 || several.Total != rows {
		t.Fatalf("%T: %v", err, err)
	}
	if text := err.Error(); !strings.HasPrefix(text, "rows:2: tput_per_gpu: ") || !strings.HasSuffix(text, fmt.Sprintf(" (and %d more)", rows-1)) || len(text) > 300 {
		t.Errorf("%s", text)
	}
	for _, e := range several.List {
		if len(e.Value) > 70 {
			t.Fatalf("%d bytes of a value are kept", len(e.Value))
		}
	}
	all := ingest.Join(err, err, nil)
	if !errors.As(all, &several) || len(several.List) != 10_000 || several.Total != 2*rows {
		t.Errorf("joined: %d of %d", len(several.List), several.Total)
	}
}

// TestJoin: one error stays what it is, and what is not of this package is alone.
func TestJoin(t *testing.T) {
	one, other := &ingest.Error{Path: "a", Why: "no", Empty: true}, errors.New("no disk")
	if err := ingest.Join(nil, nil); err != nil {
		t.Error(err)
	}
	if err := ingest.Join(nil, one); err != error(one) { //nolint:errorlint // as it was
		t.Error(err)
	}
	if err := ingest.Join(one, other); err != other { //nolint:errorlint // as it was
		t.Error(err)
	}
	for _, test := range []struct {
		err  error
		want bool
	}{
		{one, true},
		{ingest.Join(one, one), true},
		{ingest.Join(one, &ingest.Error{Path: "b", Why: "broken"}), false},
		{other, false},
		{nil, false},
	} {
		if got := ingest.IsEmpty(test.err); got != test.want {
			t.Errorf("%v: empty is %t", test.err, got)
		}
	}
	if why, remedy := (&ingest.Error{Why: "there are: a; b; drop one"}).Split(); why != "there are: a; b" || remedy != "drop one" {
		t.Errorf("%q, %q", why, remedy)
	}
}

// TestColumnarErrors: each column that cannot be read is told, whichever core
// came to it first.
func TestColumnarErrors(t *testing.T) {
	doc := writeParquet(t, []pqColumn{
		pqText("id", "a", "b", "c", "d"), pqDouble(y, 1.0, 2.0, 3.0, 4.0), pqDouble(x, 1.0, 2.0, 3.0, 4.0),
	}, 2)
	broken := bytes.Clone(doc)
	footer := int(binary.LittleEndian.Uint32(doc[len(doc)-8:]))
	for i := 4; i < len(broken)-8-footer; i++ { // the pages
		broken[i] ^= 0xff
	}
	_, err := text(t, ingest.Options{}, string(broken))
	first := places(err)
	if want := []string{"rows:0:id", "rows:0:" + y, "rows:0:" + x}; !slices.Equal(first, want) {
		t.Fatalf("%q, want %q", first, want)
	}
	// Where the metadata is right, what is wrong comes out in the cells.
	packed := writeIPC(t, []ipcColumn{ipcText("id", "a", "b", "c", "d"), ipcDouble(y, 1.0, 2.0, 3.0, 4.0), ipcDouble(x, 1.0, 2.0, 3.0, 4.0)}, 2, false, ipc.WithZstd())
	frame := []byte{0x28, 0xb5, 0x2f, 0xfd}
	if bytes.Count(packed, frame) < 6 {
		t.Fatal("nothing is packed")
	}
	packed = bytes.ReplaceAll(packed, frame, []byte("none"))
	for range 20 {
		for _, doc := range [][]byte{broken, packed} {
			if _, err := text(t, ingest.Options{}, string(doc)); !slices.Equal(places(err), first) {
				t.Fatalf("%q, want %q", places(err), first)
			}
		}
	}
}

// TestBrokenFilesAreRolledBack: what a broken file left does not disturb the
// reading of those behind it.
func TestBrokenFilesAreRolledBack(t *testing.T) {
	dir := t.TempDir()
	broken := file(t, dir, "0.csv", "id,note,tput_per_gpu,p90_e2el\n"+strings.Repeat("a,text,1,1\n", 5000)+"b,text,x,1\n")
	good := file(t, dir, "1.csv", "id,tput_per_gpu,p90_e2el\na,1,1\n")
	other := file(t, dir, "2.json", `[{"id":"a","tput_per_gpu":1,"p90_e2el":1,"p90_e2el":1},{"id":"a","tput_per_gpu":1}]`)
	_, err := read(t, ingest.Options{}, broken, good, broken, other, good)
	if got := places(err); len(got) == 3 {
		_, err := read(t, ingest.Options{}, zipped(t, map[string]string{"a.csv": "id,tput_per_gpu\na,x\n", "b.csv": "id,tput_per_gpu\na,1\nb,y\n", "c.csv": "id,tput_per_gpu\na,1\n"}))
		if got = places(err); len(got) != 2 || !strings.HasSuffix(got[0], "!a.csv:2:tput_per_gpu") || !strings.HasSuffix(got[1], "!b.csv:3:tput_per_gpu") {
			t.Errorf("in an archive: %q", got)
		}
	}
	if want := []string{"0.csv:5002:tput_per_gpu", "0.csv:5002:tput_per_gpu", "2.json:1:p90_e2el"}; !slices.Equal(places(err), want) {
		t.Errorf("%q, want %q", places(err), want)
	}
}

// TestNamesInErrors: a column's name that would not show is quoted, and of many
// columns some are named.
func TestNamesInErrors(t *testing.T) {
	_, err := text(t, ingest.Options{}, "a\x1b[2J,b,a\x1b[2J\n1,2,3\n")
	if err == nil || strings.Contains(err.Error(), "\x1b") {
		t.Errorf("%v", err)
	}
	var names strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&names, "column%d,", i)
	}
	_, err = text(t, ingest.Options{}, names.String()+"z\n"+strings.Repeat(",", 10_000)+"\n")
	if err == nil || len(err.Error()) > 1500 || !strings.Contains(err.Error(), ", column81 and 9919 more; ") || !strings.Contains(err.Error(), "--map") {
		t.Errorf("%v", err)
	}
}

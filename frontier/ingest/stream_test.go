package ingest_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow/memory"
	"pgregory.net/rapid"

	"paretocov/frontier"
	"paretocov/frontier/ingest"
)

// cellsOf spells out every cell of a table with its place: columns that have
// nothing in any row are left out, as they may be known to some parts only.
func cellsOf(t *frontier.Table) []string {
	rows := make([]string, t.Rows)
	for r := range rows {
		rows[r] = t.Place(r)
		for i := range t.Metrics {
			m := &t.Metrics[i]
			if why := m.Reason(r); why != frontier.Missing {
				rows[r] += fmt.Sprintf(" %s=%v(%v)", m.Name, m.Values[r], why)
			}
		}
		for i := range t.Labels {
			if l := &t.Labels[i]; l.Codes[r] >= 0 {
				rows[r] += fmt.Sprintf(" %s=%q", l.Name, l.Text(r))
			}
		}
	}
	return rows
}

// inParts reads files in parts of about so many bytes.
func inParts(t testing.TB, paths []string, o ingest.Options, block int) (rows []string, about frontier.Table, err error) {
	t.Helper()
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	defer mem.AssertSize(t, 0)
	o.Allocator = mem
	about, err = ingest.StreamBlocks(paths, o, block, func(part *frontier.Table) error {
		rows = append(rows, cellsOf(part)...)
		return nil
	})
	return rows, about, err
}

var streamOptions = ingest.Options{Metrics: []string{"tput_per_gpu", "p90_e2el"}, Digest: true}

// TestStreamReadsTheSameRows: in parts of any size a file has the rows that it has
// when it is read whole.
func TestStreamReadsTheSameRows(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(rt, "rows")
		kind := rapid.SampledFrom([]string{"csv", "ndjson", "parquet", "arrow", "stream"}).Draw(rt, "kind")
		word := rapid.SampledFrom([]string{"a", "b c", "x,y", `q"q`, "line\nbreak", "模型", "none", "#1"})
		number := rapid.SampledFrom([]float64{1, 2.5, 1e-300, 123456789, 0, -3})
		var ids, hws []any
		var tputs, lats []any
		for i := range n {
			ids = append(ids, fmt.Sprintf("%s %d", word.Draw(rt, "id"), i))
			hws = append(hws, rapid.SampledFrom([]string{"b200", "h200", "mi355x"}).Draw(rt, "hw"))
			tputs, lats = append(tputs, number.Draw(rt, "tput")), append(lats, number.Draw(rt, "lat"))
		}
		var doc []byte
		switch kind {
		case "csv":
			var b strings.Builder
			b.WriteString("id,hw,tput_per_gpu,p90_e2el,other\n")
			for i := range n {
				fmt.Fprintf(&b, "\"%s\",%s,%v,%v,%d\n", strings.ReplaceAll(ids[i].(string), `"`, `""`), hws[i], tputs[i], lats[i], i)
			}
			doc = []byte(b.String())
		case "ndjson":
			var b strings.Builder
			for i := range n {
				fmt.Fprintf(&b, "{\"id\":%q,\"hw\":%q,\"tput_per_gpu\":%v,\"p90_e2el\":%v}\n", ids[i], hws[i], tputs[i], lats[i])
			}
			doc = []byte(b.String())
		case "parquet":
			doc = writeParquet(t, []pqColumn{pqText("id", ids...), pqText("hw", hws...), pqDouble("tput_per_gpu", tputs...), pqDouble("p90_e2el", lats...)}, rapid.IntRange(1, 15).Draw(rt, "group"))
		default:
			doc = writeIPC(t, []ipcColumn{ipcText("id", ids...), ipcText("hw", hws...), ipcDouble("tput_per_gpu", tputs...), ipcDouble("p90_e2el", lats...)}, rapid.IntRange(1, 15).Draw(rt, "batch"), kind == "stream")
		}
		path := filepath.Join(t.TempDir(), "rows")
		if err := os.WriteFile(path, doc, 0o600); err != nil {
			rt.Fatal(err)
		}
		whole, err := ingest.Read([]string{path}, streamOptions)
		if err != nil {
			rt.Fatal(err)
		}
		defer whole.Close()
		rows, about, err := inParts(t, []string{path}, streamOptions, rapid.IntRange(1, 300).Draw(rt, "block"))
		if err != nil {
			rt.Fatal(err)
		}
		if want := cellsOf(whole); !slices.Equal(rows, want) {
			rt.Errorf("in parts:\n%s\nwhole:\n%s", strings.Join(rows, "\n"), strings.Join(want, "\n"))
		}
		got, want := about.Sources[0], whole.Sources[0]
		if got.Rows != want.Rows || got.Format != want.Format || got.SHA256 != want.SHA256 {
			rt.Errorf("in parts the source is %v, whole %v", got, want)
		}
	})
}

// TestStreamSeveralFiles: rows name the file that they are of.
func TestStreamSeveralFiles(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for i, text := range []string{"id,tput_per_gpu,p90_e2el\na,1,2\n", "{\"id\":\"b\",\"tput_per_gpu\":3,\"p90_e2el\":4}\n{\"id\":\"c\",\"tput_per_gpu\":5,\"p90_e2el\":6}\n"} {
		paths = append(paths, filepath.Join(dir, fmt.Sprint("part", i)))
		if err := os.WriteFile(paths[i], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	rows, about, err := inParts(t, paths, streamOptions, 8)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		paths[0] + `:2 p90_e2el=2(usable) tput_per_gpu=1(usable) id="a"`,
		paths[1] + `:1 p90_e2el=4(usable) tput_per_gpu=3(usable) id="b"`,
		paths[1] + `:2 p90_e2el=6(usable) tput_per_gpu=5(usable) id="c"`,
	}
	if !slices.Equal(rows, want) || len(about.Sources) != 2 || about.Sources[1].Rows != 2 {
		t.Errorf("%q of %v", rows, about.Sources)
	}
}

// TestStreamFaults: what is wrong is named with its line in the file, wherever
// blocks end.
func TestStreamFaults(t *testing.T) {
	rows := strings.Repeat("p,100,2\n", 50)
	lines := strings.Repeat("{\"id\":\"p\",\"tput_per_gpu\":100,\"p90_e2el\":2}\n", 50)
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", ": no data rows: the file is empty"},
		{"header alone", "id,tput_per_gpu,p90_e2el\n", ": no data rows"},
		{"no y", "id,p90_e2el\np,2\n", ":1: no column tput_per_gpu; there are: id, p90_e2el"},
		{"a word", "id,tput_per_gpu,p90_e2el\n" + rows + "q,fast,2\n", ":52: tput_per_gpu: \"fast\": not a number"},
		{"too many cells", "id,tput_per_gpu,p90_e2el\n" + rows + "q,1,2,3\n", ":52: the row has 4 cells and the header 3"},
		{"an open quote", "id,tput_per_gpu,p90_e2el\n" + rows + "\"q,1,2\n", ":52: a quote"},
		{"an array", "[{\"id\":\"p\",\"tput_per_gpu\":100,\"p90_e2el\":2}]\n", ": a JSON array, which is read whole and not streamed"},
		{"broken JSON", lines + "{\"id\":\"p\",\"tput_per_gpu\":}\n", ":51: byte 26: found '}' where a value belongs"},
		{"a repeated key", lines + "{\"id\":\"p\",\"tput_per_gpu\":1,\"tput_per_gpu\":1,\"p90_e2el\":2}\n", ":51: tput_per_gpu: the key is there twice"},
		{"markup", "<html></html>", ": HTML or XML"},
		{"a broken Parquet file", "PAR1 and nothing more PAR1", ": "},
	} {
		for _, block := range []int{1, 64, 4096} {
			path := filepath.Join(t.TempDir(), "rows")
			if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			_, _, err := inParts(t, []string{path}, streamOptions, block)
			var e *ingest.Error
			if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), path) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s in blocks of %d: %v, want %s", c.name, block, err, c.want)
			}
		}
	}
}

// TestStreamOfLongRecord: a record over the limit is refused and not collected.
func TestStreamOfLongRecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows")
	text := "id,tput_per_gpu,p90_e2el\n" + strings.Repeat("p", 5000) + ",1,2\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	o := streamOptions
	o.MaxBytes = 1000
	if _, _, err := inParts(t, []string{path}, o, 100); err == nil || !strings.Contains(err.Error(), "a record is over --max-bytes (1000)") {
		t.Errorf("error %v", err)
	}
}

// TestStreamEndsWithItsCaller: an error of the caller ends the reading and comes
// back, and nothing is left over.
func TestStreamEndsWithItsCaller(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows")
	if err := os.WriteFile(path, []byte("id,tput_per_gpu,p90_e2el\n"+strings.Repeat("p,1,2\n", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	defer mem.AssertSize(t, 0)
	o := streamOptions
	o.Allocator = mem
	stop, calls := errors.New("stop"), 0
	_, err := ingest.StreamBlocks([]string{path}, o, 100, func(*frontier.Table) error { calls++; return stop })
	if !errors.Is(err, stop) || calls != 1 {
		t.Errorf("error %v after %d calls", err, calls)
	}
}

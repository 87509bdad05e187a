package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/parquet/compress"
	"pgregory.net/rapid"

	"paretocov/cmd/paretocov/internal/cli"
)

// pointsTable draws a table of points: texts of any kind, numbers that every
// format writes exactly, and cells without a value.
func pointsTable(t *rapid.T) [][]string {
	n := rapid.IntRange(1, 14).Draw(t, "rows")
	number := rapid.SampledFrom([]string{"1", "2.5", "0.125", "100", "1e-3", "12345.0625"})
	word := rapid.SampledFrom([]string{"b200", "h200", "模型", "a,b", `q"q`, "x;y", "line\nbreak", "é\tè", "𝄞"})
	table := [][]string{{"id", "hw", "note", "conc", "tput_per_gpu", "p90_e2el", "p75_e2el"}}
	perSystem, counts := rapid.Bool().Draw(t, "throughput of the system"), rapid.Bool().Draw(t, "counts of requests")
	if perSystem {
		table[0][4] = "total_tput_tps"
		table[0] = append(table[0], "num_gpus")
	}
	if rapid.Bool().Draw(t, "in ms") {
		table[0][5] = "p90_e2el_ms"
	}
	if counts {
		table[0] = append(table[0], "completed", "failed")
	}
	for i := range n {
		last := ""
		if i == 0 || rapid.Bool().Draw(t, "p75") {
			last = number.Draw(t, "p75_e2el")
		}
		table = append(table, []string{
			fmt.Sprint(word.Draw(t, "id"), i), word.Draw(t, "hw"), word.Draw(t, "note"),
			fmt.Sprint(1 + i), number.Draw(t, "tput"), number.Draw(t, "p90"), last,
		})
		if perSystem {
			table[1+i] = append(table[1+i], rapid.SampledFrom([]string{"1", "4", "8"}).Draw(t, "GPUs"))
		}
		if counts {
			failed := "0" // at least one row counts
			if i > 0 {
				failed = rapid.SampledFrom([]string{"0", "5", "50"}).Draw(t, "failed")
			}
			table[1+i] = append(table[1+i], "100", failed)
		}
	}
	return table
}

// isNumeric tells the columns of numbers of pointsTable.
func isNumeric(column int) bool { return column >= 3 }

func csvOf(table [][]string, separator rune) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma = separator
	if err := w.WriteAll(table); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// jsonObjects writes rows as objects, without the cells that are empty.
func jsonObjects(table [][]string) []json.RawMessage {
	var rows []json.RawMessage
	for _, r := range table[1:] {
		var parts []string
		for i, cell := range r {
			if cell == "" {
				continue
			}
			value := cell
			if !isNumeric(i) {
				quoted, _ := json.Marshal(cell)
				value = string(quoted)
			}
			parts = append(parts, strconv.Quote(table[0][i])+": "+value)
		}
		rows = append(rows, json.RawMessage("{"+strings.Join(parts, ", ")+"}"))
	}
	return rows
}

// columnsOf makes typed columns.
func columnsOf(table [][]string) []csvColumn {
	var columns []csvColumn
	for c, name := range table[0] {
		col := csvColumn{name: name, numbers: isNumeric(c)}
		for _, r := range table[1:] {
			col.cells = append(col.cells, r[c])
		}
		columns = append(columns, col)
	}
	return columns
}

// inEveryFormat writes a table in every format that is read.
func inEveryFormat(t rapid.TB, dir string, table [][]string) map[string][]byte {
	rows := jsonObjects(table)
	list := bytes.Join(rawBytes(rows), []byte(",\n"))
	docs := map[string][]byte{
		"comma.csv": csvOf(table, ','), "semicolon.csv": csvOf(table, ';'), "tab.tsv": csvOf(table, '\t'),
		"array.json":   []byte("[" + string(list) + "]\n"),
		"object.json":  []byte(`{"run": 7, "rows": [` + string(list) + `], "done": true}`),
		"lines.ndjson": append(bytes.Join(rawBytes(rows), []byte("\n")), '\n'),
	}
	file := func(name string, writeIn func(f *os.File) error) {
		f, err := os.Create(filepath.Join(dir, "typed"))
		if err == nil {
			err = writeIn(f)
			f.Close() // twice where the writer has done so
		}
		if err == nil {
			docs[name], err = os.ReadFile(f.Name())
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	columns := columnsOf(table)
	for name, codec := range map[string]compress.Compression{
		"plain": compress.Codecs.Uncompressed, "snappy": compress.Codecs.Snappy, "gzip": compress.Codecs.Gzip,
		"brotli": compress.Codecs.Brotli, "zstd": compress.Codecs.Zstd,
	} {
		file(name+".parquet", func(f *os.File) error { return writeParquet(f, columns, codec) })
	}
	for name, options := range map[string][]ipc.Option{"plain": nil, "zstd": {ipc.WithZstd()}, "lz4": {ipc.WithLZ4()}} {
		file(name+".arrow", func(f *os.File) error { return writeArrow(f, columns, false, options...) })
		file(name+".arrows", func(f *os.File) error { return writeArrow(f, columns, true, options...) })
	}
	return docs
}

// layersAround are the packings that may be around a document, by name.
func layersAround(name string) map[string]func([]byte) []byte {
	layers := map[string]func([]byte) []byte{
		"plain": func(doc []byte) []byte { return doc },
		"twice": func(doc []byte) []byte { return zstandard(gzipped(doc)) },
	}
	for _, p := range []string{"gzip", "members", "zstd", "frames"} {
		layers[p] = packings[p]
	}
	if !strings.Contains(name, ".arrow") && !strings.Contains(name, ".parquet") {
		for _, p := range []string{"bom", "utf16le", "utf16be", "utf16le-nobom", "utf16be-nobom"} {
			layers[p] = packings[p]
		}
		layers["utf16-gzip"] = func(doc []byte) []byte { return gzipped(packings["utf16le"](doc)) }
	}
	return layers
}

// inEveryContainer puts a document into what may hold it, below dir, and returns
// the paths.
func inEveryContainer(dir, name string, doc []byte) []string {
	put := func(rel string, doc []byte) string {
		path := filepath.Join(dir, filepath.FromSlash(rel))
		must(0, os.MkdirAll(filepath.Dir(path), 0o755))
		must(0, os.WriteFile(path, doc, 0o644))
		return path
	}
	one := zipOf(zipMember{name: "bmk_x/" + name, doc: doc})
	nested := zipOf(zipMember{name: "d/"}, zipMember{name: "d/e/inner.zip", doc: one})
	put("folder/a/b/c/"+name, doc)
	put("zips/a/any.zip.gz", gzipped(nested))
	return []string{
		put(name, doc), put("one.zip", one), put("nested.zip", nested),
		filepath.Join(dir, "folder"), filepath.Join(dir, "zips"),
	}
}

// TestOneTableInEveryFormat is the law of reading: one table of points, in every
// format and compression, plain, in archives, in folders and on stdin, gives the
// same report but for what it says of the files.
func TestOneTableInEveryFormat(t *testing.T) {
	same := func(rt rapid.TB, table [][]string, pick func(names []string) []string) {
		dir, err := os.MkdirTemp(t.TempDir(), "")
		must(0, err)
		defer os.RemoveAll(dir)
		docs := inEveryFormat(rt, dir, table)
		want := withoutInputs(rt, frontJSON(rt, nil, filepath.Join(dir, writeIn(dir, "want.csv", docs["comma.csv"]))))
		for _, name := range pick(sortedNames(docs)) {
			layers := layersAround(name)
			for _, layer := range pick(sortedNames(layers)) {
				doc := layers[layer](docs[name])
				below := filepath.Join(dir, name+"-"+layer)
				for _, path := range inEveryContainer(below, name, doc) {
					if got := withoutInputs(rt, frontJSON(rt, nil, path)); got != want {
						rt.Fatalf("%s: %s", path, firstDifference(want, got))
					}
				}
				if got := withoutInputs(rt, frontJSON(rt, doc, "-")); got != want {
					rt.Fatalf("%s in %s, on stdin: %s", name, layer, firstDifference(want, got))
				}
			}
		}
	}
	t.Run("all of them", func(t *testing.T) {
		same(t, rapid.Custom(pointsTable).Example(48), func(names []string) []string { return names })
	})
	t.Run("any table", func(t *testing.T) {
		rapid.Check(t, func(rt *rapid.T) {
			one := func(names []string) []string { return []string{rapid.SampledFrom(names).Draw(rt, "one")} }
			same(rt, pointsTable(rt), one)
		})
	})
}

func writeIn(dir, name string, doc []byte) string {
	must(0, os.WriteFile(filepath.Join(dir, name), doc, 0o644))
	return name
}

func sortedNames[T any](docs map[string]T) []string {
	var names []string
	for n := range docs {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// frontJSON is the report of paretocov front.
func frontJSON(t rapid.TB, stdin []byte, path string) string {
	var out, errOut bytes.Buffer
	if code := cli.Main([]string{"front", path, "--format", "json"}, bytes.NewReader(stdin), &out, &errOut); code != 0 {
		t.Fatalf("%s: exit code %d: %s", path, code, &errOut)
	}
	return out.String()
}

// withoutInputs is a report without what it says of the files. Places of rows are
// of the files too.
func withoutInputs(t rapid.TB, doc string) string {
	var report map[string]any
	if err := json.Unmarshal([]byte(doc), &report); err != nil {
		t.Fatal(err)
	}
	if report["inputs"] == nil {
		t.Fatalf("no inputs in %s", doc)
	}
	delete(report, "inputs")
	from := strings.Index(doc, `  "inputs": `)
	to := from + strings.Index(doc[from:], "\n  ],")
	return placeOfRow.ReplaceAllString(doc[:from]+doc[to:], "")
}

var placeOfRow = regexp.MustCompile(`(?m)^ *"place": .*\n`)

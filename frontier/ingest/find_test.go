package ingest_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"paretocov/frontier/ingest"
)

// TestFolders: what is no point file is passed over and counted by kind.
func TestFolders(t *testing.T) {
	point := "[" + apiDoc + "]"
	for _, test := range []struct {
		what  string
		files map[string]string
		rows  int
		kinds map[string]int
	}{
		{"as gh run download leaves a run", map[string]string{
			"bmk_dsr1_tp8_conc4/agg_dsr1_tp8_conc4.json":                    fixedDoc,
			"bmk_agentic_m_conc4/m_conc4.json":                              v3Doc,
			"agentic_m_conc4/results/aiperf_artifacts/profile_export.jsonl": `{"metrics":{"request_latency":{"value":1,"unit":"ms"}}}`,
			"agentic_m_conc4/results/m_conc4.json":                          v3Doc,
			"eval_dsr1/results_2026.json":                                   `{"results":{"gsm8k":{"acc":0.9}}}`,
			"eval_results_all/agg_eval_all.json":                            `[{"acc":1}]`,
			"gpu_metrics_dsr1/gpu_metrics.csv":                              "time,power\n1,2\n",
			"power_audit_dsr1/audit.json":                                   "{}",
			"server_logs_dsr1/server.log":                                   "tput_per_gpu,p90_e2el\n1,2\n",
			"multinode_server_logs_x/server.out":                            "x",
		}, 2, map[string]int{"raw trace": 2, "eval": 2, "gpu metrics": 1, "power audit": 1, "log": 2}},
		{"collected", map[string]string{
			"results_bmk/agg_bmk.json": "[" + fixedDoc + "," + v3Doc + "]", "results_bmk/rejected_rows.json": "[" + fixedDoc + "]",
		}, 2, map[string]int{"rejected rows": 1}},
		{"by content, whatever the name", map[string]string{"a/b/c/deep.dat": point, "noending": "id,tput_per_gpu\na,1\n"}, 2, nil},
		{"hidden files, notes, pictures, sidecars", map[string]string{
			"a.json": point, ".hidden.json": point, "README.md": "tput_per_gpu\n1\n", "x.png": "\x89PNG", "run.pytorch.json": point, "s.sh": "tput_per_gpu\n1\n", "run.log": "x", "run.txt": "tput_per_gpu\n1\n",
		}, 1, map[string]int{"other": 4, "sidecar": 1, "log": 2}},
		{"JSON and CSV without points", map[string]string{
			"a.json": point, "b.json": `{"k":1}`, "c.json": `[1]`, "d.json": "null", "e.csv": "a,b\n1,2\n", "f.csv": "just text", "g": "", "h": "\x00\x01",
		}, 1, map[string]int{"other": 7}},
	} {
		dir := t.TempDir()
		for name, doc := range test.files {
			file(t, dir, name, doc)
		}
		for how, path := range map[string]string{"folder": dir, "archive": zipped(t, test.files)} {
			tb, err := read(t, ingest.Options{}, path)
			if err != nil {
				t.Errorf("%s, %s: %v", test.what, how, err)
				continue
			}
			want := test.kinds
			if want == nil {
				want = map[string]int{}
			}
			if diff := gocmp.Diff(want, tb.Skipped); diff != "" || tb.Rows != test.rows {
				t.Errorf("%s, %s: %d rows, want %d; passed over (-want +got):\n%s", test.what, how, tb.Rows, test.rows, diff)
			}
		}
	}
}

// TestFilesThatAreNamed on the command line must be readable, whatever they are
// called, and hold points.
func TestFilesThatAreNamed(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"gpu_metrics.csv", "agentic_x.json", ".hidden", "run.log", "eval_x/a.txt"} {
		tb, err := read(t, ingest.Options{}, file(t, dir, name, "id,p90_e2el,tput_per_gpu\na,1,10\n"))
		wantCells(t, name, tb, err, `id="a" p90_e2el=1 tput_per_gpu=10`)
	}
	tb, err := read(t, ingest.Options{}, file(t, dir, "own.json", `[{"id":"a","tput_per_gpu":1}]`))
	wantCells(t, "rows of no known shape", tb, err, `id="a" tput_per_gpu=1`)

	bad := file(t, dir, "bad.csv", "just text\n")
	if _, err := read(t, ingest.Options{}, bad); err == nil {
		t.Error("a named file without points was read")
	}
	_, err = read(t, ingest.Options{}, filepath.Join(dir, "nowhere"))
	wantFault(t, "no such file", err, filepath.Join(dir, "nowhere"), fault{why: "no such file"})
	// A folder whose own name says otherwise was named too.
	named := filepath.Join(dir, "agentic_coding_runs")
	file(t, named, "agg.json", "["+apiDoc+"]")
	if tb, err := read(t, ingest.Options{}, named); err != nil || tb.Rows != 1 {
		t.Errorf("a folder of that name: %v", err)
	}
}

// TestFoldersThatCannotBeRead: nothing to read is an error that says what there
// is; a point file that is broken is never passed over.
func TestFoldersThatCannotBeRead(t *testing.T) {
	good := "[" + apiDoc + "]"
	for _, test := range []struct {
		what  string
		files map[string]string
		words []string // of the error; the file first
	}{
		{"an empty folder", nil, []string{"no point file", "empty"}},
		{"nothing but logs", map[string]string{"a.log": "x", "b.log": "x", "eval_x/r.json": "{}"}, []string{"no point file", "eval 1, log 2"}},
		{"broken JSON", map[string]string{"a.json": good, "b.json": "[" + apiDoc + ","}, []string{"b.json:"}},
		{"a repeated key", map[string]string{"a.json": good, "b.json": strings.Replace(good, `"conc":4`, `"conc":4,"conc":5`, 1)}, []string{"b.json:", "conc", "twice"}},
		{"text in a number", map[string]string{"a.json": good, "b.csv": "id,p90_e2el,tput_per_gpu\na,1,x\n"}, []string{"b.csv:2: tput_per_gpu", "not a number"}},
		{"ragged rows of points", map[string]string{"a.json": good, "b.csv": "id,p90_e2el,tput_per_gpu\na,1,1\nb,1\n"}, []string{"b.csv:3", "2 cells"}},
		{"y twice", map[string]string{"a.json": good, "b.csv": "id,tput_per_gpu,tput_per_gpu\na,1,1\n"}, []string{"b.csv:1", "twice"}},
		{"mixed rows", map[string]string{"a.json": "[" + apiDoc + `,{"tput_per_gpu":1}]`}, []string{"a.json:", "row 2"}},
	} {
		dir := t.TempDir()
		for name, doc := range test.files {
			file(t, dir, name, doc)
		}
		for how, path := range map[string]string{"folder": dir, "archive": zipped(t, test.files)} {
			tb, err := read(t, ingest.Options{}, path)
			if err == nil {
				t.Errorf("%s, %s: read %d rows, passed over %v", test.what, how, tb.Rows, tb.Skipped)
				continue
			}
			for _, w := range test.words {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("%s, %s: %q does not say %q", test.what, how, err, w)
				}
			}
		}
	}
}

// TestOrderOfFiles: files of a folder and of an archive are read in the order of
// their names.
func TestOrderOfFiles(t *testing.T) {
	files := map[string]string{}
	for i, name := range []string{"a.csv", "a/b.csv", "b.csv", "b/a.csv", "c"} {
		files[name] = fmt.Sprintf("id,tput_per_gpu\n%s,%d\n", name, i+1)
	}
	dir := t.TempDir()
	for name, doc := range files {
		file(t, dir, name, doc)
	}
	for how, path := range map[string]string{"folder": dir, "archive": zipped(t, files)} {
		tb, err := read(t, ingest.Options{}, path)
		if err != nil {
			t.Fatal(err)
		}
		var names, sources []string
		for row := range tb.Rows {
			names = append(names, tb.Label("id").Text(row))
		}
		for _, s := range tb.Sources {
			sources = append(sources, strings.TrimLeft(strings.TrimPrefix(filepath.ToSlash(s.Path), filepath.ToSlash(path)), "/!"))
		}
		for i := range sources[1:] {
			if sources[i] >= sources[i+1] {
				t.Errorf("%s: %s comes before %s", how, sources[i], sources[i+1])
			}
		}
		if diff := gocmp.Diff(sources, names); diff != "" {
			t.Errorf("%s: rows and sources:\n%s", how, diff)
		}
	}
}

// A member of an archive that is made by hand.
type member struct {
	name string
	doc  string
	mode fs.FileMode
	size uint64 // in the header, where it is a lie
}

// zipOf writes an archive.
func zipOf(t testing.TB, members ...member) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range members {
		h := &zip.FileHeader{Name: m.name, Method: zip.Deflate}
		if m.mode != 0 {
			h.SetMode(m.mode)
		}
		if m.size == 0 {
			w, err := z.CreateHeader(h)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.Write([]byte(m.doc)); err != nil {
				t.Fatal(err)
			}
			continue
		}
		var packed bytes.Buffer
		f, _ := flate.NewWriter(&packed, flate.BestCompression)
		_, _ = f.Write([]byte(m.doc))
		_ = f.Close()
		h.CRC32 = crc32.ChecksumIEEE([]byte(m.doc))
		h.CompressedSize64, h.UncompressedSize64 = uint64(packed.Len()), m.size
		w, err := z.CreateRaw(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(packed.Bytes()); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "archive.zip")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func zipped(t testing.TB, files map[string]string) string {
	t.Helper()
	var members []member
	for name, doc := range files {
		members = append(members, member{name: name, doc: doc})
	}
	return zipOf(t, members...)
}

func TestArchives(t *testing.T) {
	csv := "id,p90_e2el,tput_per_gpu\na,1,10\n"
	row := `id="a" p90_e2el=1 tput_per_gpu=10`
	path := zipOf(t, member{name: "d/"}, member{name: "d/a.csv", doc: csv}, member{name: "d/b.log", doc: "x"})
	tb, err := read(t, ingest.Options{}, path)
	wantCells(t, "an archive", tb, err, row)
	if err == nil && (tb.Sources[0].Path != path+"!d/a.csv" || tb.Place(0) != path+"!d/a.csv:2" || tb.Skipped["log"] != 1) {
		t.Errorf("source %s, place %s, passed over %v", tb.Sources[0].Path, tb.Place(0), tb.Skipped)
	}
	// An archive is one by its content, and is searched within a folder too.
	doc, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	tb, err = read(t, ingest.Options{}, filepath.Dir(file(t, t.TempDir(), "bmk.dat", string(doc))))
	wantCells(t, "an archive in a folder", tb, err, row)

	huge := csv + strings.Repeat("b,1,10\n", 200_000)
	for _, test := range []struct {
		what    string
		members []member
		limit   int64
		words   []string
	}{
		{"a name that leads out", []member{{name: "a.csv", doc: csv}, {name: "../evil.csv", doc: csv}}, 0, []string{"!../evil.csv", "refused"}},
		{"a name that leads out and back", []member{{name: "a/../../b.csv", doc: csv}}, 0, []string{"refused"}},
		{"a name from the root", []member{{name: "/etc/evil.csv", doc: csv}}, 0, []string{"!/etc/evil.csv", "refused"}},
		{"a backslash", []member{{name: `a\..\..\evil.csv`, doc: csv}}, 0, []string{"refused"}},
		{"a name that leads out, of a kind that is passed over", []member{{name: "a.csv", doc: csv}, {name: "../eval_x/r.log", doc: "x"}}, 0, []string{"refused"}},
		{"a link", []member{{name: "a.csv", doc: csv}, {name: "l.csv", doc: "/etc/passwd", mode: fs.ModeSymlink | 0o777}}, 0, []string{"!l.csv", "link", "refused"}},
		{"a device", []member{{name: "a.csv", doc: csv}, {name: "d.csv", mode: fs.ModeDevice | 0o666}}, 0, []string{"!d.csv", "refused"}},
		{"two members of one name", []member{{name: "a.csv", doc: csv}, {name: "b.csv", doc: csv}, {name: "a.csv", doc: csv}}, 0, []string{"!a.csv", "refused"}},
		{"a member over the limit", []member{{name: "a.csv", doc: huge}}, 100_000, []string{"!a.csv", "--max-bytes"}},
		{"a member that says it is small", []member{{name: "a.csv", doc: huge, size: 100}}, 100_000, []string{"!a.csv"}},
		{"a broken member", []member{{name: "a.csv", doc: "id,p90_e2el,tput_per_gpu\na,x,1\n"}}, 0, []string{"!a.csv:2: p90_e2el"}},
		{"a cell in the second member", []member{{name: "a.csv", doc: csv}, {name: "b.csv", doc: "id,p90_e2el,tput_per_gpu\na,x,1\n"}}, 0, []string{"!b.csv:2: p90_e2el"}},
		{"nothing inside", nil, 0, []string{"no point file"}},
		{"nothing but logs", []member{{name: "a.log", doc: "x"}}, 0, []string{"no point file", "log 1"}},
	} {
		path := zipOf(t, test.members...)
		tb, err := read(t, ingest.Options{MaxBytes: test.limit}, path)
		if err == nil {
			t.Errorf("%s: read %q", test.what, cells(tb)[0])
			continue
		}
		for _, w := range append(test.words, path) {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %q does not say %q", test.what, err, w)
			}
		}
	}
	// The limit is on what a member unpacks to, and the whole of it counts.
	exact := zipOf(t, member{name: "a.csv", doc: csv + strings.Repeat("b,1,10\n", 1000)})
	size := int64(len(csv) + 7000)
	if _, err := read(t, ingest.Options{MaxBytes: size}, exact); err != nil {
		t.Errorf("a member as large as the limit: %v", err)
	}
	if _, err := read(t, ingest.Options{MaxBytes: size - 1}, exact); err == nil {
		t.Error("a member one byte over the limit was read")
	}
	if _, err := read(t, ingest.Options{}, file(t, t.TempDir(), "cut.zip", string(doc[:len(doc)/2]))); err == nil || !strings.Contains(err.Error(), "cut.zip: ") {
		t.Errorf("half an archive: %v", err)
	}
}

package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"paretocov/cmd/paretocov/internal/cli"
)

// Faults whose input is too large for a script. The numbers are those of the
// scripts in testdata/script.

// run runs a command line in process and returns its exit code and output.
func run(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errOut bytes.Buffer
	code = cli.Main(args, strings.NewReader(""), &out, &errOut)
	if strings.Contains(errOut.String(), "goroutine ") {
		t.Errorf("paretocov %s: a stack trace on stderr:\n%s", strings.Join(args, " "), &errOut)
	}
	return code, out.String(), errOut.String()
}

// report runs a command line that must end with this exit code and write its
// report to stdout, and nothing to stderr.
func report(t *testing.T, want int, args ...string) string {
	t.Helper()
	code, stdout, stderr := run(t, args...)
	if code != want || stderr != "" {
		t.Fatalf("paretocov %s: exit code %d, want %d; stderr: %s", strings.Join(args, " "), code, want, stderr)
	}
	return stdout
}

// write writes a file into a folder of the test and returns its path.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// B17: keeping equal coordinates worked for small inputs and was forgotten on the
// path for large ones. (3,9), (1,1) and (9,3), each k times, are two frontier
// positions with k members each at any k, on axes of either direction, under
// either rule.
func TestB17EqualCoordinatesAtEverySize(t *testing.T) {
	type frontDoc struct {
		Curves []struct {
			Views []struct {
				Measured    int `json:"measured"`
				OnFrontier  int `json:"on_frontier"`
				OnStrict    int `json:"on_strict_frontier"`
				Frontier    []struct{ Members []string }
				Dominated   []struct{ By []string }
				Hypervolume struct{ Value float64 }
			}
		}
	}
	for _, k := range []int{1, 4, 5, 64, 4000} {
		for i, axes := range []struct {
			x, y string
			rows [3]string // on the frontier, dominated, on the frontier
		}{
			{"intvty:max", "tput:max", [3]string{"3,9", "1,1", "9,3"}},
			{"intvty:min", "tput:max", [3]string{"3,3", "9,1", "9,9"}},
			{"intvty:min", "tput:min", [3]string{"3,9", "10,10", "9,3"}},
		} {
			for j, rule := range []string{"dashboard", "strict"} {
				if k > 1000 && i+j > 0 {
					continue // the size matters here, not the axes
				}
				t.Run(fmt.Sprintf("k=%d/x=%s/y=%s/rule=%s", k, axes.x, axes.y, rule), func(t *testing.T) {
					var csv strings.Builder
					csv.WriteString("id,intvty,tput\n")
					for i := range k {
						fmt.Fprintf(&csv, "r%d,%s\ns%d,%s\nt%d,%s\n", i, axes.rows[0], i, axes.rows[1], i, axes.rows[2])
					}
					path := write(t, t.TempDir(), "points.csv", csv.String())
					doc := report(t, 0, "front", path, "--x", axes.x, "--y", axes.y, "--rule", rule, "--format", "json")
					if limit := 2000 * (3*k + 10); len(doc) > limit {
						t.Fatalf("a report of %d MB on %d rows: it grows with the square of them", len(doc)>>20, 3*k)
					}
					var got frontDoc
					if err := json.Unmarshal([]byte(doc), &got); err != nil {
						t.Fatal(err)
					}
					if len(got.Curves) != 1 || len(got.Curves[0].Views) != 1 {
						t.Fatalf("want one curve with one view, got %d curves", len(got.Curves))
					}
					v := got.Curves[0].Views[0]
					if v.Measured != 3*k || v.OnFrontier != 2 || v.OnStrict != 2 || len(v.Frontier) != 2 || len(v.Dominated) != k {
						t.Fatalf("measured %d, on the frontier %d (strict %d), positions %d, dominated %d; want %d, 2, 2, 2, %d",
							v.Measured, v.OnFrontier, v.OnStrict, len(v.Frontier), len(v.Dominated), 3*k, k)
					}
					members := map[string]bool{}
					for _, p := range v.Frontier {
						if len(p.Members) != k {
							t.Errorf("a position has %d members, want %d", len(p.Members), k)
						}
						for _, m := range p.Members {
							members[m] = true
						}
					}
					for i := range k {
						for _, id := range []string{fmt.Sprint("r", i), fmt.Sprint("t", i)} {
							if !members[id] {
								t.Fatalf("%s is no member of the frontier", id)
							}
						}
					}
				})
			}
		}
	}
}

// The same rows without names are equal rows of one point each: they merge, at
// any size.
func TestB17EqualRowsMergeAtEverySize(t *testing.T) {
	for _, k := range []int{1, 4, 5, 4000} {
		path := write(t, t.TempDir(), "points.csv", "conc,p90_e2el,tput_per_gpu\n"+strings.Repeat("8,3,3\n1,9,1\n64,9,9\n", k))
		text := report(t, 0, "front", path)
		if !strings.Contains(text, "3 measured points in 1 curve") || !strings.Contains(text, "P90 E2EL: 2 of 3 points on the frontier") {
			t.Errorf("k=%d: want 3 points, 2 of them on the frontier:\n%s", k, text)
		}
		if note := fmt.Sprintf("%d rows repeated with equal values, merged", 3*k-3); k > 1 && !strings.Contains(text, note) {
			t.Errorf("k=%d: want %q:\n%s", k, note, text)
		}
	}
}

// B107: whatever the verdict, --format json is one valid document on stdout, and
// the exit code is that of the text.
func TestB107OneDocument(t *testing.T) {
	dir := t.TempDir()
	base := write(t, dir, "base.csv", "id,p90_e2el,tput_per_gpu\na,2,60\nb,4,100\n")
	better := write(t, dir, "better.csv", "id,p90_e2el,tput_per_gpu\nn,1,110\n")
	worse := write(t, dir, "worse.csv", "id,p90_e2el,tput_per_gpu\nn,5,50\n")
	blind := write(t, dir, "blind.csv", "id,p90_e2el,p75_e2el,tput_per_gpu\nn,1,,110\n")
	two := write(t, dir, "two.csv", "id,p90_e2el,p75_e2el,tput_per_gpu\na,2,1,60\n")
	for _, c := range []struct {
		want int
		args []string
	}{
		{0, []string{"cover", base, base}},
		{0, []string{"cover", base, better}},
		{1, []string{"cover", base, worse}},
		{4, []string{"cover", two, blind}},
		{0, []string{"front", base}},
		{1, []string{"front", base, "--min-points", "3"}},
		{0, []string{"gate", base, better}},
		{1, []string{"gate", base, worse}},
	} {
		report(t, c.want, c.args...)
		doc := report(t, c.want, append(c.args, "--format", "json")...)
		if !json.Valid([]byte(doc)) || !strings.HasSuffix(doc, "}\n") {
			t.Errorf("%s: no valid document:\n%s", c.args[0], doc)
		}
	}
}

// orderless takes out of a report what follows from the order of the rows in a
// file and from nothing else: the checksum of the file, the places of its rows, and
// where a line with such a place is broken.
func orderless(text string) string {
	text = orderOfRows.ReplaceAllString(text, "#")
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' }), " ")
}

var orderOfRows = regexp.MustCompile(`\b[0-9a-f]{16}\b|\b[0-9a-f]{64}\b|\.(json|csv):\d+`)

// B116: output made while ranging over a map changed from run to run. The rows of
// the same two files in other orders, on one processor and on eight, give the same
// bytes in every format.
func TestB116ShuffledRows(t *testing.T) {
	procs := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(procs)
	dir := t.TempDir()
	t.Chdir(dir)
	for _, set := range []struct {
		name       string
		orders     int
		base, head []json.RawMessage
	}{
		{"demo", 20, jsonRows(t, "demo/base.json"), jsonRows(t, "demo/head.json")},
		{"dsr1", 2, jsonRows(t, "inferencex-dsr1/base.json"), jsonRows(t, "inferencex-dsr1/head.json")},
		{"kimi", 5, jsonRows(t, "agentx-unofficial/kimi-k2.5-mi355x/base/results_bmk/agg_bmk.json"), jsonRows(t, "agentx-unofficial/kimi-k2.5-mi355x/head/results_bmk/agg_bmk.json")},
		{"ties", 20, tiedRows(1), tiedRows(2)},
	} {
		t.Run(set.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(116, 20))
			want := map[string]string{}
			for order := range set.orders {
				if order > 0 {
					shuffle(random, set.base)
					shuffle(random, set.head)
				}
				writeRows(t, "base.json", set.base)
				writeRows(t, "head.json", set.head)
				for _, n := range []int{1, 8} {
					runtime.GOMAXPROCS(n)
					for _, command := range [][]string{{"front", "base.json"}, {"cover", "base.json", "head.json"}, {"gate", "base.json", "head.json"}} {
						for _, format := range []string{"text", "markdown", "json"} {
							code, out, errOut := run(t, append(command, "--format", format)...)
							got := orderless(fmt.Sprint("exit ", code, "\n", errOut, out))
							name := command[0] + " --format " + format
							if order == 0 && n == 1 {
								if out == "" {
									t.Fatalf("%s: no report: %s", name, errOut)
								}
								want[name] = got
							} else if got != want[name] {
								t.Fatalf("%s differs in order %d on %d processors:\n%s", name, order, n, firstDifference(want[name], got))
							}
						}
					}
				}
			}
		})
	}
}

// jsonRows reads a fixture that is an array of rows.
func jsonRows(t *testing.T, name string) []json.RawMessage {
	t.Helper()
	doc, err := os.ReadFile(filepath.Join(fixturesDir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	var rows []json.RawMessage
	if err := json.Unmarshal(doc, &rows); err != nil || len(rows) < 2 {
		t.Fatalf("%s is no array of rows: %v", name, err)
	}
	return rows
}

// tiedRows makes rows that leave everything to the order of rows: coordinates
// from a coarse grid, so that many are equal, in several curves, with rows that
// are no points and with rows that repeat.
func tiedRows(seed uint64) []json.RawMessage {
	random := rand.New(rand.NewPCG(seed, 116))
	var rows []json.RawMessage
	for i := range 120 {
		row := map[string]any{
			"model": "m", "hardware": []string{"h100", "b200", "mi355x"}[i%3], "framework": "vllm", "precision": "fp8",
			"benchmark_type": "agentic_traces", "tp": 1 << random.IntN(4), "conc": i, "image": fmt.Sprint("image", i%5),
			"p75_e2el": 1 + random.IntN(4), "tput_per_gpu": 10 * (1 + random.IntN(6)), "mean_intvty": 5 * (1 + random.IntN(5)),
		}
		if i%17 == 0 {
			row["tput_per_gpu"] = nil
		}
		if i%13 == 0 {
			delete(row, "p75_e2el")
		}
		for attempt := range 1 + i%4/3*2 { // one row, or three attempts
			row["attempt"] = attempt
			row["p90_e2el"] = 1 + random.IntN(6)
			doc, err := json.Marshal(row)
			if err != nil {
				panic(err)
			}
			rows = append(rows, doc)
			if i%11 == 0 {
				rows = append(rows, doc)
			}
		}
	}
	return rows
}

func shuffle(random *rand.Rand, rows []json.RawMessage) {
	random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
}

func writeRows(t *testing.T, path string, rows []json.RawMessage) {
	t.Helper()
	write(t, ".", path, "["+string(bytes.Join(rawBytes(rows), []byte(",\n")))+"]\n")
}

func rawBytes(rows []json.RawMessage) [][]byte {
	out := make([][]byte, len(rows))
	for i, r := range rows {
		out[i] = r
	}
	return out
}

// firstDifference returns where two texts begin to differ.
func firstDifference(want, got string) string {
	n := 0
	for n < min(len(want), len(got)) && want[n] == got[n] {
		n++
	}
	around := func(s string) string { return s[max(0, n-60):min(len(s), n+60)] }
	return fmt.Sprintf("was  ...%s...\nand is ...%s...", around(want), around(got))
}

// A run as one zip archive, as a browser downloads it, is the run: the same points,
// and the same files passed over.
func TestZipOfARun(t *testing.T) {
	archive := filepath.Join(t.TempDir(), "run.zip")
	file, err := os.Create(archive)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(file)
	if err := z.AddFS(os.DirFS(filepath.Join(fixturesDir, "samerun", "artifacts"))); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	for _, other := range []string{"artifacts", "agg", "api.json"} {
		other := filepath.Join(fixturesDir, "samerun", other)
		for _, sides := range [][2]string{{archive, other}, {other, archive}} {
			text := report(t, 0, "cover", "base="+sides[0], "head="+sides[1])
			if !strings.Contains(text, "5 curves are unchanged.") || !strings.Contains(text, "PASS: nothing is removed.") ||
				!strings.Contains(text, "files without points passed over: eval 1, gpu metrics 1, log 1, raw trace 2") {
				t.Errorf("cover %s %s:\n%s", sides[0], sides[1], text)
			}
		}
	}
	text := report(t, 0, "front", archive)
	if !strings.Contains(text, "10 measured points in 5 curves") {
		t.Errorf("front of the archive:\n%s", text)
	}
}

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// verdictOf runs a command and returns its exit code, and its JSON without what
// names the inputs: paths, places and the notes of readers.
func verdictOf(t *testing.T, args ...string) (int, string) {
	t.Helper()
	code, stdout, stderr := run(t, append(args, "--format", "json")...)
	if stdout == "" {
		return code, ""
	}
	var doc any
	if err := json.Unmarshal([]byte(stdout), &doc); err != nil {
		t.Fatalf("%v: %v: %s", args, err, stderr)
	}
	text, err := json.MarshalIndent(resultsAlone(doc), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return code, string(text)
}

func resultsAlone(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for _, k := range []string{"inputs", "notes", "place", "warnings", "label", "paths", "skipped"} {
			delete(v, k)
		}
		if _, repeat := v["dropped"]; repeat { // places of repeats
			delete(v, "kept")
			v["dropped"] = len(v["dropped"].([]any))
		}
		for k := range v {
			v[k] = resultsAlone(v[k])
		}
	case []any:
		for i := range v {
			v[i] = resultsAlone(v[i])
		}
	}
	return v
}

// TestConvertLaw: a converted table gives the same results as what it was
// converted from, in every format, and converted again it has the same bytes.
func TestConvertLaw(t *testing.T) {
	dir := t.TempDir()
	fixture := func(name string) string { return filepath.Join("..", "..", "fixtures", filepath.FromSlash(name)) }
	table := func(name, text string) string { return write(t, dir, name, text) }
	for _, c := range []struct {
		name, base, head string
		flags, convert   []string // of commands, and of convert
	}{
		{name: "dsr1", base: fixture("inferencex-dsr1/base.json"), head: fixture("inferencex-dsr1/head.json")},
		{name: "history", base: fixture("inferencex-dsr1/history.json"), head: fixture("inferencex-dsr1/head.json")},
		{name: "kimi", base: fixture("agentx-unofficial/kimi-k2.5-mi355x/base"), head: fixture("agentx-unofficial/kimi-k2.5-mi355x/head")},
		{name: "minimax", base: fixture("agentx-unofficial/minimax-m2.5-fp4-mi355x/base"), head: fixture("agentx-unofficial/minimax-m2.5-fp4-mi355x/head")},
		{name: "v3", base: fixture("agentx-v3/attempt1.json"), head: fixture("agentx-v3/attempt2.json")},
		{name: "story", base: fixture("story/base"), head: fixture("story/head")},
		{name: "samerun", base: fixture("samerun/api.json"), head: fixture("samerun/artifacts")},
		{
			name: "fixed, one failed", base: table("fixed.json", `[`+
				`{"hw":"b200","model":"m","framework":"vllm","precision":"fp8","isl":1024,"osl":1024,"conc":4,"tp":8,"tput_per_gpu":100,"median_e2el":2,"median_intvty":50,"p99_ttft":0.5,"std_e2el":1},`+
				`{"hw":"b200","model":"m","framework":"vllm","precision":"fp8","isl":1024,"osl":1024,"conc":8,"tp":8,"tput_per_gpu":NaN,"median_e2el":true,"median_intvty":"50"},`+
				`{"hw":"b200","model":"m","framework":"vllm","precision":"fp8","isl":1024,"osl":1024,"conc":16,"tp":8,"tput_per_gpu":1e999,"median_e2el":null,"median_intvty":-Infinity},`+
				`{"hw":"b200","model":"m","framework":"vllm","precision":"fp8","isl":1024,"osl":1024,"conc":32,"tp":8,"tput_per_gpu":200,"median_e2el":4,"median_intvty":0,"benchmark_outcome":{"status":"failed"}}]`),
			head: fixture("inferencex-dsr1/head.json"), flags: []string{"--scope", "all"},
		},
		{
			name: "csv", base: table("b.csv", "hw,note,batch,lot,tput_per_gpu,p90_e2el,mean_intvty\nb200,=1+1,1,01,100,1.5,inf\nb200,'x,2,02,90,1,7\nb200,,4,a,120,,\nb200,none,8,'-3,-5,0,1e-9\n"),
			head:  table("h.csv", "hw,note,batch,lot,tput_per_gpu,p90_e2el,mean_intvty\nb200,=1+1,1,01,100,1.6,8\nb200,'y,2,02,91,1,7\n"),
			flags: []string{"--match", "note,lot,batch"}, convert: []string{"--match", "batch,lot"},
		},
		{
			name: "json of its own", base: table("own.json", `{"rows":[{"id":"a","GPU":"h100","Concurrency":8,"tput":5,"lat":1e-1,"ok":true},{"id":"b","tput":6,"lat":null},{"id":"null","GPU":"h100","tput":"7","lat":3}]}`),
			head:  table("own2.json", `{"id":"a","gpu":"h100","tput":5,"lat":0.2}`),
			flags: []string{"--y", "tput:max", "--x", "lat:min"}, convert: []string{"--y", "tput:max"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			convert := func(from, to string) string {
				to = filepath.Join(dir, to)
				flags := c.convert
				if code, _, stderr := run(t, append([]string{"convert", from, "-o", to}, flags...)...); code != 0 {
					t.Fatalf("convert %s to %s: exit code %d: %s", from, to, code, stderr)
				}
				return to
			}
			endings := []string{".parquet", ".arrow", ".csv", ".ndjson"}
			for i, ending := range endings {
				base, head := convert(c.base, "base"+ending), convert(c.head, "head"+ending)
				for _, cmd := range []string{"front", "cover", "gate"} {
					sides, converted := []string{c.base, c.head}, []string{base, head}
					if cmd == "front" {
						sides, converted = sides[:1], converted[:1]
					}
					flags := c.flags
					if at := slices.Index(flags, "--scope"); at >= 0 && cmd == "front" {
						flags = slices.Delete(slices.Clone(flags), at, at+2)
					}
					wantCode, want := verdictOf(t, slices.Concat([]string{cmd}, sides, flags)...)
					code, got := verdictOf(t, slices.Concat([]string{cmd}, converted, flags)...)
					if code != wantCode || got != want {
						t.Errorf("%s of %s: exit code %d, want %d:\n%.3000s\nwant\n%.3000s", cmd, ending, code, wantCode, got, want)
					}
				}
				for _, other := range []string{ending, endings[(i+1)%len(endings)]} {
					again, err := os.ReadFile(convert(base, "again"+other))
					if err != nil {
						t.Fatal(err)
					}
					once, err := os.ReadFile(convert(c.base, "once"+other))
					if err != nil {
						t.Fatal(err)
					}
					if !bytes.Equal(again, once) {
						t.Errorf("%s converted to %s is other bytes", ending, other)
					}
				}
			}
		})
	}
}

// TestConvertKeepsInputs: an output is no input, and no half of one is left when
// the table cannot be written.
func TestConvertKeepsInputs(t *testing.T) {
	dir := t.TempDir()
	in := write(t, dir, "in.csv", "id,tput_per_gpu,p90_e2el\na,1,2\n")
	if code, _, stderr := run(t, "convert", in, "-o", in); code != 2 || !strings.Contains(stderr, "never overwrites") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	bad := write(t, dir, "bad.csv", "id,tput_per_gpu,p90_e2el\n\xff,1,2\n")
	out := write(t, dir, "out.parquet", "before")
	if code, _, stderr := run(t, "convert", bad, "-o", out); code != 3 || !strings.Contains(stderr, "bad.csv:2: id: ") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if doc, _ := os.ReadFile(out); string(doc) != "before" {
		t.Errorf("the file is %q", doc)
	}
	if files, _ := os.ReadDir(dir); len(files) != 3 {
		t.Errorf("%d files", len(files))
	}
}

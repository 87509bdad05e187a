package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// B98: a comment of more than 65,536 characters is refused, so that there is no
// report at all. 3,000 points with 60-character ids, 10 of them uncovered: all ten
// are there, with the verdict, and a line says how much is not.
func TestB98CommentFits(t *testing.T) {
	id := func(i int) string { return fmt.Sprintf("%060d", i) }
	lost := func(i int) bool { return i%300 == 150 }
	for _, one := range []bool{true, false} { // one curve, or one per point
		var base, head strings.Builder
		base.WriteString("curve,id,median_intvty,tput_per_gpu\n")
		head.WriteString("curve,id,median_intvty,tput_per_gpu\n")
		for i := range 3000 {
			curve := "k"
			if !one {
				curve = fmt.Sprintf("%050d", i)
			}
			row := fmt.Sprintf("%s,%s,%d,%d\n", curve, id(i), 10+i, 10000-i)
			base.WriteString(row)
			if lost(i) {
				row = fmt.Sprintf("%s,%s,%d,%d\n", curve, id(i), 10+i, 5000-i)
			}
			head.WriteString(row)
		}
		dir := t.TempDir()
		t.Chdir(dir)
		write(t, dir, "base.csv", base.String())
		write(t, dir, "head.csv", head.String())
		args := []string{"gate", "base.csv", "head.csv", "--curve", "measured"}
		code, text, _ := run(t, args...)
		if code != 1 || !strings.Contains(text, "FAIL: 10 of 3000 base frontier points are not covered") {
			t.Fatalf("exit code %d:\n%.2000s", code, text)
		}
		doc := report(t, 1, append(args, "--format", "markdown")...)
		if len(doc) > 65536 {
			t.Errorf("one curve %v: %d bytes", one, len(doc))
		}
		if !strings.HasPrefix(doc, "<!-- paretocov:gate -->\n") || !strings.Contains(doc, "### Frontier gate: FAIL") {
			t.Errorf("one curve %v: marker or verdict is missing:\n%.300s", one, doc)
		}
		for i := range 3000 {
			if row := "| `" + id(i) + "` | "; lost(i) && !strings.Contains(doc, row) {
				t.Errorf("one curve %v: %d is not covered, and not there", one, i)
			}
		}
		if one {
			// Rows that are left out are counted, those that are there are the others.
			m := regexp.MustCompile(`(?m)^.*?([\d,]+) rows? (?:are |is )?left out.*$`).FindStringSubmatch(doc)
			if m == nil {
				t.Fatalf("no line says how many rows are left out:\n%s", doc[max(0, len(doc)-500):])
			}
			if n, _ := strconv.Atoi(strings.ReplaceAll(m[1], ",", "")); n+strings.Count(doc, "\n| `0") < 3000 {
				t.Errorf("%d rows are left out, %d are there", n, strings.Count(doc, "\n| `0"))
			}
			if !strings.Contains(m[0], "json") {
				t.Errorf("no word on where the full report is: %s", m[0])
			}
		}
	}
}

// B100: a job summary of more than 1 MiB is dropped as a whole, and the file has
// content already. What is there stays, what is added fits, and the verdict is in it.
func TestB100StepSummary(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	var base, head strings.Builder
	base.WriteString("id,median_intvty,tput_per_gpu\n")
	head.WriteString("id,median_intvty,tput_per_gpu\n")
	for i := range 2500 {
		fmt.Fprintf(&base, "%060d,%d,%d\n", i, 10+i, 10000-i)
		fmt.Fprintf(&head, "%060d,%d,%d\n", i, 10+i, 9000-i)
	}
	write(t, dir, "base.csv", base.String())
	write(t, dir, "head.csv", head.String())
	for _, c := range []struct {
		before  int
		verdict bool // whether there is room for it
	}{{0, true}, {1_000_000, true}, {1<<20 - 6000, true}, {1<<20 - 10, false}, {1 << 20, false}, {1<<20 + 5, false}} {
		t.Run(strconv.Itoa(c.before), func(t *testing.T) {
			old := strings.Repeat("0123456789abcde\n", c.before/16+1)[:c.before]
			summary := write(t, t.TempDir(), "summary.md", old)
			t.Setenv("GITHUB_STEP_SUMMARY", summary)
			code, text, errOut := run(t, "gate", "base.csv", "head.csv", "--export", "markdown="+summary)
			if code != 1 || !strings.Contains(text, "FAIL: ") {
				t.Errorf("exit code %d; stderr: %s", code, errOut)
			}
			doc, err := os.ReadFile(summary)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.HasPrefix(doc, []byte(old)) {
				t.Fatal("what was there is not there any more")
			}
			if len(doc) > max(1<<20, c.before) {
				t.Errorf("the summary has %d bytes, %d more than a runner takes", len(doc), len(doc)-1<<20)
			}
			added := string(doc[c.before:])
			if c.verdict != strings.Contains(added, "### Frontier gate: FAIL") {
				t.Errorf("of %d bytes added: verdict %v, want %v; stderr: %s", len(added), !c.verdict, c.verdict, errOut)
			}
			if !c.verdict && (added != "" || !strings.Contains(errOut, "warning: ")) {
				t.Errorf("no room, and %d bytes added; stderr: %s", len(added), errOut)
			}
			if c.before == 0 && len(added) < 200_000 {
				t.Errorf("a summary has room for 1 MiB, and the report was cut to %d bytes", len(added))
			}
		})
	}
}

// gatePolicy runs the gate on a table against itself under a policy file.
func gatePolicy(t *testing.T, policy string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, dir, "base.csv", "curve,id,median_intvty,tput_per_gpu\nA,a,10,1500\nB,b,14,1200\n")
	write(t, dir, "team.yaml", policy)
	return run(t, append([]string{"gate", "base.csv", "base.csv", "--policy", "team.yaml"}, args...)...)
}

func TestPolicyFileRefusals(t *testing.T) {
	for name, policy := range map[string]string{
		// No policy at all.
		"empty":         "",
		"comment":       "# nothing\n",
		"marker":        "---\n",
		"null":          "null\n",
		"list":          "[]\n",
		"list of pairs": "- version: 1\n",
		"text":          "version 1\n",
		"number":        "1\n",
		"binary":        "\x00\x01\x02\xff\xfe\x80",
		"utf-16":        "\xff\xfev\x00e\x00r\x00s\x00i\x00o\x00n\x00:\x00 \x001\x00\n\x00",
		"invalid utf-8": "version: 1\ncurve: \xff\xfe\n",
		"json broken":   `{"version": 1`,
		// Versions.
		"no version":     "tolerance: 2%\n",
		"version 0":      "version: 0\n",
		"version 2":      "version: 2\n",
		"version -1":     "version: -1\n",
		"version half":   "version: 1.5\n",
		"version huge":   "version: 99999999999999999999999\n",
		"version word":   "version: one\n",
		"version list":   "version: [1]\n",
		"version null":   "version: ~\n",
		"version true":   "version: true\n",
		"version e":      "version: 1e0x\n",
		"second version": "version: 1\nversion: 1\n",
		// Unknown keys at every level.
		"unknown key":            "version: 1\ntolerances: 2%\n",
		"key in another case":    "version: 1\nTolerance: 2%\n",
		"key with underscore":    "version: 1\nmax_loss: 2%\n",
		"unknown in exception":   "version: 1\nexceptions: [{key: A, tolerances: 2%}]\n",
		"limit in exception":     "version: 1\nexceptions: [{key: A, max-loss: 2%}]\n",
		"unknown in loss":        "version: 1\nallow-lost: [{key: A, reason: r, expires: 2999-01-01, until: x}]\n",
		"number as key":          "version: 1\n7: 2%\n",
		"null key":               "version: 1\n~: 2%\n",
		"list as key":            "version: 1\n[a]: 2%\n",
		"second document":        "version: 1\n---\ntolerance: 90%\n",
		"second document, bogus": "version: 1\n---\nbogus: [\n",
		// Duplicates.
		"duplicate key":          "version: 1\ntolerance: 1%\ntolerance: 90%\n",
		"duplicate in exception": "version: 1\nexceptions: [{key: A, key: B}]\n",
		"duplicate in loss":      "version: 1\nallow-lost: [{key: A, key: B, reason: r, expires: 2999-01-01}]\n",
		// White space.
		"tab":          "version: 1\n\ttolerance: 2%\n",
		"tab in list":  "version: 1\nexceptions:\n\t- key: A\n",
		"tab in a map": "version: 1\nexceptions:\n  - key: A\n\ttolerance: 2%\n",
		// Wrong types.
		"tolerance list":    "version: 1\ntolerance: [2%]\n",
		"tolerance map":     "version: 1\ntolerance: {a: 2%}\n",
		"tolerance bool":    "version: 1\ntolerance: true\n",
		"tolerance date":    "version: 1\ntolerance: 2026-01-01\n",
		"tolerance binary":  "version: 1\ntolerance: !!binary Mg==\n",
		"tolerance block":   "version: 1\ntolerance: |\n  2%\n  3%\n",
		"curve list":        "version: 1\ncurve: [line]\n",
		"curve number":      "version: 1\ncurve: 2\n",
		"curve word":        "version: 1\ncurve: straight\n",
		"scope map":         "version: 1\nscope: {all: true}\n",
		"scope word":        "version: 1\nscope: some\n",
		"rule word":         "version: 1\nrule: best\n",
		"x text":            "version: 1\nx: p90_e2el\n",
		"x map":             "version: 1\nx: {p90_e2el: true}\n",
		"x of lists":        "version: 1\nx: [[p90_e2el]]\n",
		"x of nulls":        "version: 1\nx: [~]\n",
		"x of nothing":      "version: 1\nx: ['']\n",
		"x unknown":         "version: 1\nx: [speed]\n",
		"group-by text":     "version: 1\ngroup-by: hardware\n",
		"match map":         "version: 1\nmatch: {id: true}\n",
		"exceptions map":    "version: 1\nexceptions: {key: A}\n",
		"exceptions text":   "version: 1\nexceptions: A\n",
		"exceptions nulls":  "version: 1\nexceptions: [~]\n",
		"exception of none": "version: 1\nexceptions: [{}]\n",
		"exception list":    "version: 1\nexceptions: [[A]]\n",
		"exception key":     "version: 1\nexceptions: [{key: [A]}]\n",
		"exception bare":    "version: 1\nexceptions: [{key: A, tolerance: 2}]\n",
		"exception points":  "version: 1\nexceptions: [{key: A, min-points: 1.5}]\n",
		"exception below 0": "version: 1\nexceptions: [{key: A, min-points: -1}]\n",
		"losses map":        "version: 1\nallow-lost: {key: A}\n",
		"losses texts":      "version: 1\nallow-lost: [A]\n",
		"losses nulls":      "version: 1\nallow-lost: [~]\n",
		"loss without key":  "version: 1\nallow-lost: [{reason: r, expires: 2999-01-01}]\n",
		"loss no reason":    "version: 1\nallow-lost: [{key: A, expires: 2999-01-01}]\n",
		"loss blank reason": "version: 1\nallow-lost: [{key: A, reason: '  ', expires: 2999-01-01}]\n",
		"loss no date":      "version: 1\nallow-lost: [{key: A, reason: r}]\n",
		// Dates.
		"date word":         "version: 1\nallow-lost: [{key: A, reason: r, expires: never}]\n",
		"date null":         "version: 1\nallow-lost: [{key: A, reason: r, expires: ~}]\n",
		"date short":        "version: 1\nallow-lost: [{key: A, reason: r, expires: 2999-1-1}]\n",
		"date of no month":  "version: 1\nallow-lost: [{key: A, reason: r, expires: 2999-13-01}]\n",
		"date of no day":    "version: 1\nallow-lost: [{key: A, reason: r, expires: 2999-02-30}]\n",
		"date with a time":  "version: 1\nallow-lost: [{key: A, reason: r, expires: 2999-01-01T00:00:00Z}]\n",
		"date as number":    "version: 1\nallow-lost: [{key: A, reason: r, expires: 29990101}]\n",
		"date slashed":      "version: 1\nallow-lost: [{key: A, reason: r, expires: 2999/01/01}]\n",
		"date of five":      "version: 1\nallow-lost: [{key: A, reason: r, expires: 99999-01-01}]\n",
		"date blank around": "version: 1\nallow-lost: [{key: A, reason: r, expires: ' 2999-01-01'}]\n",
		"date list":         "version: 1\nallow-lost: [{key: A, reason: r, expires: [2999-01-01]}]\n",
		// Numbers.
		"bare 2":             "version: 1\ntolerance: 2\n",
		"tolerance 1":        "version: 1\ntolerance: 1\n",
		"tolerance negative": "version: 1\ntolerance: -2%\n",
		"tolerance nan":      "version: 1\ntolerance: .nan\n",
		"tolerance inf":      "version: 1\ntolerance: .inf\n",
		"tolerance 1e400":    "version: 1\ntolerance: 1e400\n",
		"tolerance hex":      "version: 1\ntolerance: 0x0\n",
		"tolerance octal":    "version: 1\ntolerance: 0o0\n",
		"tolerance spaced":   "version: 1\ntolerance: 1_0e-3\n",
		"tolerance long":     "version: 1\ntolerance: " + strings.Repeat("9", 100_000) + "\n",
		"span half":          "version: 1\nmax-span: 0.5\n",
		"span inf":           "version: 1\nmax-span: .inf\n",
		"points half":        "version: 1\nmin-points: 1.5\n",
		"points huge":        "version: 1\nmin-points: 99999999999999999999\n",
		"points negative":    "version: 1\nmin-points: -1\n",
		"points hex":         "version: 1\nmin-points: 0x5\n",
		"warn above":         "version: 1\nwarn: 5%\n",
		"noise bare":         "version: 1\nnoise: 5\n",
		"reach above 1":      "version: 1\nmin-reach: 150%\n",
		// A limit that is not there is no limit by mistake.
		"limit null":            "version: 1\nmax-loss:\n",
		"limit tilde":           "version: 1\nmin-reach: ~\n",
		"limit empty":           "version: 1\nmax-area-loss: ''\n",
		"tolerance null":        "version: 1\ntolerance:\n",
		"points null":           "version: 1\nmin-points:\n",
		"exception limit null":  "version: 1\nexceptions: [{key: A, tolerance: }]\n",
		"exceptions of nothing": "version: 1\nexceptions: [{key: '', view: ''}]\n",
		// References.
		"alias of nothing":   "version: 1\ntolerance: *t\n",
		"alias in itself":    "version: 1\nx: &a [*a]\n",
		"losses in itself":   "version: 1\nallow-lost: &a [{key: A, reason: r, expires: 2999-01-01}, *a]\n",
		"bare tag":           "version: 1\nx: ! \n",
		"tag of nothing":     "version: 1\nexceptions: !!seq\n",
		"tag":                "version: !!python/object:os.system 1\nx: !!set {a}\n",
		"unclosed":           "version: 1\nx: [a, b\n",
		"unclosed quote":     "version: 1\ncurve: \"line\n",
		"deep":               "version: 1\nx: " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + "\n",
		"deep map":           "version: 1\nexceptions: " + strings.Repeat("{key: ", 2000) + "\n",
		"control characters": "version: 1\ncurve: li\x07ne\n",
	} {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr := gatePolicy(t, policy)
			if code != 3 && code != 2 || stdout != "" {
				t.Fatalf("exit code %d, want 3, or 2 where a flag's value is meant; stderr: %s\n%s", code, stderr, stdout)
			}
			if !strings.HasPrefix(stderr, "paretocov: ") || strings.Contains(stderr, "internal error") || len(stderr) > 2000 {
				t.Errorf("%d bytes on stderr: %.1500s", len(stderr), stderr)
			}
			if !strings.Contains(stderr, "team.yaml") {
				t.Errorf("the message does not name the file: %.300s", stderr)
			}
			if strings.Contains(stderr, "Go struct field") || strings.Contains(stderr, "interface {}") {
				t.Errorf("the message is one for a programmer: %.300s", stderr)
			}
		})
	}
}

// A policy of half a kilobyte whose aliases multiply is refused, or read, without
// taking the machine's memory.
func TestPolicyFileBomb(t *testing.T) {
	bomb := func(levels int) string {
		var b strings.Builder
		b.WriteString("version: 1\nx: [&a0 [x, x, x, x, x, x, x, x, x]")
		for i := 1; i <= levels; i++ {
			fmt.Fprintf(&b, ", &a%d [%s]", i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 9), ", "))
		}
		return b.String() + "]\n"
	}
	for name, policy := range map[string]string{
		"aliases": bomb(6),
		"nesting": "version: 1\nx: " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			code, _, stderr := gatePolicy(t, policy)
			runtime.ReadMemStats(&after)
			if code != 3 && code != 2 {
				t.Errorf("exit code %d: %.300s", code, stderr)
			}
			if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20 {
				t.Errorf("a policy of %d bytes took %d MB", len(policy), used>>20)
			}
		})
	}
}

// FuzzPolicyFile: whatever is in the file, it is a policy or it is refused.
func FuzzPolicyFile(f *testing.F) {
	doc, err := os.ReadFile("docs/policy.md")
	if err != nil {
		f.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(doc), "```yaml\n")
	example, _, _ := strings.Cut(rest, "```")
	f.Add(example)
	f.Add("version: 1\nx: [a, *b]\nexceptions:\n- {key: &a \"*\", view: *a, tolerance: !!str 2%}\n<<: {noise: 1%}\n")
	f.Add("version: 1\nallow-lost: [{key: |\n  A\n, reason: >-\n r, expires: '2999-01-01'}]\n---\n? a\n: b\n...\n")
	f.Fuzz(func(t *testing.T, policy string) {
		if len(policy) > 2000 || strings.Count(policy, "*") > 4 { // TestPolicyFileBomb has those
			t.Skip()
		}
		code, _, stderr := gatePolicy(t, policy)
		if code != 0 && code != 2 && code != 3 || code != 0 && !strings.HasPrefix(stderr, "paretocov: ") {
			t.Errorf("exit code %d: %s", code, stderr)
		}
	})
}

func TestPolicyFileAccepts(t *testing.T) {
	for name, c := range map[string]struct{ policy, want string }{
		"version alone":   {"version: 1\n", "judged by: curve line"},
		"json":            {`{"version": 1, "tolerance": "2%"}`, "tolerance 2 %"},
		"crlf":            {"version: 1\r\ntolerance: 2%\r\n", "tolerance 2 %"},
		"no newline":      {"version: 1\ntolerance: 2%", "tolerance 2 %"},
		"markers":         {"---\nversion: 1\ntolerance: 2%\n...\n", "tolerance 2 %"},
		"byte order mark": {"\ufeffversion: 1\ntolerance: 2%\n", "tolerance 2 %"},
		"quoted":          {"version: 1\ntolerance: \"2%\"\n", "tolerance 2 %"},
		"number":          {"version: 1\ntolerance: 0.02\n", "tolerance 2 %"},
		"comment":         {"version: 1\ntolerance: 2% # two\n", "tolerance 2 %"},
		"exponent":        {"version: 1\ntolerance: 2e-2\n", "tolerance 2 %"},
		"zero":            {"version: 1\ntolerance: 0\n", "tolerance 0 %"},
		"zero loss":       {"version: 1\nmax-loss: 0\n", "max loss 0 %"},
		"span 0":          {"version: 1\nmax-span: 0\n", "lines of any span"},
	} {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr := gatePolicy(t, c.policy)
			if text := strings.Join(strings.Fields(stdout), " "); code != 0 || !strings.Contains(text, c.want) {
				t.Errorf("exit code %d: %s%s", code, stderr, stdout)
			}
		})
	}
}

// Flags win over the file, whatever they say, exceptions included.
func TestPolicyFileFlagsWin(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, dir, "base.csv", "curve,id,median_intvty,tput_per_gpu\nA,a,10,1500\n")
	write(t, dir, "head.csv", "curve,id,median_intvty,tput_per_gpu\nA,a,10,1450\n")
	for _, c := range []struct {
		policy string
		args   []string
		want   int
	}{
		{"version: 1\ntolerance: 5%\n", nil, 0},
		{"version: 1\ntolerance: 5%\n", []string{"--tolerance", "1%"}, 1},
		{"version: 1\ntolerance: 5%\n", []string{"--tolerance", "1e-9"}, 1}, // the default, but said
		{"version: 1\ntolerance: 5%\nmax-loss: 1%\n", nil, 1},
		{"version: 1\ntolerance: 5%\nmax-loss: 1%\n", []string{"--max-loss", "10%"}, 0},
		{"version: 1\ntolerance: 5%\nmin-points: 3\n", nil, 1},
		{"version: 1\ntolerance: 5%\nmin-points: 3\n", []string{"--min-points", "0"}, 0},
		{"version: 1\nexceptions: [{key: A, tolerance: 5%}]\n", nil, 0},
		{"version: 1\nexceptions: [{key: A, tolerance: 5%}, {key: '*', tolerance: 1%}]\n", nil, 1}, // the last counts
		{"version: 1\nexceptions: [{key: a, tolerance: 5%}]\n", nil, 1},
		{"version: 1\nexceptions: [{key: 'A*A', tolerance: 5%}]\n", nil, 1},
		{"version: 1\nexceptions: [{key: '*', view: p90_e2el, tolerance: 5%}]\n", nil, 1},
		{"version: 1\nexceptions: [{key: A, tolerance: 5%}]\n", []string{"--tolerance", "0"}, 1},
	} {
		write(t, dir, "team.yaml", c.policy)
		if code, stdout, stderr := run(t, append([]string{"gate", "base.csv", "head.csv", "--policy", "team.yaml"}, c.args...)...); code != c.want {
			t.Errorf("%q %q: exit code %d, want %d\n%s%s", c.policy, c.args, code, c.want, stderr, stdout)
		}
	}
}

// The example of help policy is a policy.
func TestPolicyExample(t *testing.T) {
	doc, err := os.ReadFile("docs/policy.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok1 := strings.Cut(string(doc), "```yaml\n")
	example, _, ok2 := strings.Cut(rest, "```")
	if !ok1 || !ok2 {
		t.Fatal("there is no example")
	}
	dir, keys := t.TempDir(), schemaKeys(t)[""]
	write(t, dir, "team.yaml", example)
	demo, err := filepath.Abs(filepath.Join(fixturesDir, "demo"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	code, stdout, stderr := run(t, "gate", filepath.Join(demo, "base.json"), filepath.Join(demo, "head.json"),
		"--policy", "team.yaml", "--today", "2026-01-01", "--x", "median_e2el")
	if code != 0 && code != 1 || stderr != "" {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if text := strings.Join(strings.Fields(stdout), " "); !strings.Contains(text, "tolerance 2 %") || !strings.Contains(text, "2 exceptions of the policy file") {
		t.Errorf("the example is not what was judged by:\n%s", stdout)
	}
	// It shows every key that there is, but for what goes without saying.
	for key := range keys {
		if !strings.Contains(example, "\n"+key+":") && key != "version" && key != "match" {
			t.Errorf("the example does not show %s", key)
		}
	}
}

// schemaKeys are the keys of the policy file and of the entries of its lists, by
// the JSON Schema.
func schemaKeys(t *testing.T) map[string]map[string]bool {
	t.Helper()
	doc, err := os.ReadFile("docs/policy.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	type object struct {
		Additional *bool `json:"additionalProperties"`
		Properties map[string]struct {
			Items struct {
				Additional *bool `json:"additionalProperties"`
				Properties map[string]any
			}
		}
	}
	var schema object
	if err := json.Unmarshal(doc, &schema); err != nil {
		t.Fatal(err)
	}
	keys := map[string]map[string]bool{"": {}}
	if schema.Additional == nil || *schema.Additional {
		t.Error("the schema takes unknown keys")
	}
	for name, p := range schema.Properties {
		keys[""][name] = true
		if len(p.Items.Properties) == 0 {
			continue
		}
		if p.Items.Additional == nil || *p.Items.Additional {
			t.Errorf("the schema takes unknown keys in %s", name)
		}
		keys[name] = map[string]bool{}
		for entry := range p.Items.Properties {
			keys[name][entry] = true
		}
	}
	return keys
}

// The keys of the JSON Schema are those that the program reads, by the tags of its
// types.
func TestPolicySchemaKeys(t *testing.T) {
	files, err := filepath.Glob("internal/cli/*.go")
	if err != nil {
		t.Fatal(err)
	}
	structs := map[string]map[string]bool{}
	for _, path := range files {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if s, ok := spec.Type.(*ast.StructType); ok {
				for _, field := range s.Fields.List {
					if field.Tag == nil {
						continue
					}
					tag, _ := strconv.Unquote(field.Tag.Value)
					if key, ok := reflect.StructTag(tag).Lookup("yaml"); ok {
						if structs[spec.Name.Name] == nil {
							structs[spec.Name.Name] = map[string]bool{}
						}
						structs[spec.Name.Name][strings.Split(key, ",")[0]] = true
					}
				}
			}
			return true
		})
	}
	sorted := func(m map[string]bool) string { return strings.Join(slices.Sorted(maps.Keys(m)), " ") }
	var want, got []string
	for _, keys := range schemaKeys(t) {
		want = append(want, sorted(keys))
	}
	for _, keys := range structs {
		got = append(got, sorted(keys))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		t.Errorf("the schema has\n%s\nthe program reads\n%s", strings.Join(want, "\n"), strings.Join(got, "\n"))
	}
}

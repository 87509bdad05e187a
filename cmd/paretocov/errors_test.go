package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"paretocov/cmd/paretocov/internal/cli"
)

// TestErrorsFitTheirSchema: with --format json exit 3 is a document of the schema
// paretocov.errors/1 on stdout, whatever is wrong, and its texts are the lines of
// stderr. Other codes and formats have no such document.
func TestErrorsFitTheirSchema(t *testing.T) {
	compiled := schemas(t)["errors.schema.json"]
	dir := t.TempDir()
	good := write(t, dir, "good.csv", "id,p90_e2el,tput_per_gpu\na,1,1\n")
	bad := write(t, dir, "bad.csv", "id,p90_e2el,tput_per_gpu\na,x,\x01\nb\n"+strings.Repeat("c,1,\"1,2\"\n", 30))
	key := write(t, dir, "key\x1b[31m.json", `[{"id":1,"id":2,"tput_per_gpu":1},]`)
	twice := write(t, dir, "twice.csv", "id,p90_e2el,tput_per_gpu\na,1,1\na,1,2\n")
	empty := write(t, dir, "empty", "")
	for _, line := range [][]string{
		{"front", bad},
		{"front", key},
		{"front", twice},
		{"front", empty},
		{"front", "nowhere"},
		{"front", good, "--where", "x=1"},
		{"front", good, "--x", "p75_e2el"},
		{"front", bad, "--stream"},
		{"front", dir},
		{"front", good, "--export", "markdown=" + dir},
		{"cover", bad, key},
		{"cover", good, empty},
		{"gate", twice, bad},
		{"gate", empty, bad, "--allow-missing-base"},
		{"report", bad, bad},
		{"report", twice, good, "-o", dir + "/out"},
	} {
		var out, errOut bytes.Buffer
		if code := cli.Main(append(line, "--format", "json"), strings.NewReader(""), &out, &errOut); code != 3 {
			t.Errorf("%q: exit %d: %s", line, code, &errOut)
			continue
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(out.Bytes()))
		if err != nil {
			t.Errorf("%q: %v", line, err)
			continue
		}
		if err := compiled.Validate(doc); err != nil {
			t.Errorf("%q: %v", line, err)
			continue
		}
		if strings.ContainsAny(errOut.String(), "\x1b\x01") || strings.ContainsAny(out.String(), "\x1b\x01") {
			t.Errorf("%q: control characters: %q", line, errOut.String())
		}
		var texts []string
		for _, e := range doc.(map[string]any)["errors"].([]any) {
			texts = append(texts, "paretocov: "+e.(map[string]any)["text"].(string))
		}
		for i, text := range strings.Split(strings.TrimSuffix(errOut.String(), "\n"), "\n") {
			if i == 20 {
				if !strings.HasSuffix(text, " more; --format json lists all") {
					t.Errorf("%q: %q", line, text)
				}
				break
			}
			if i >= len(texts) || text != texts[i] {
				t.Errorf("%q: %q on stderr is not in the document: %q", line, text, texts)
			}
		}
	}
	for _, line := range [][]string{
		{"front", bad},
		{"front", bad, "--format", "markdown"},
		{"gate", bad, good, "--format", "github"},
		{"gate", bad, good, "--format", "junit"},
		{"front", bad, "--format", "json", "-o", dir + "/out.json"},
		{"front", good, "--format", "json", "--rule", "none"},
		{"front", "--format", "json"},
	} {
		if code, out, _ := run(t, line...); code != 3 && code != 2 || out != "" {
			t.Errorf("%q: exit %d: %s", line, code, out)
		}
	}
}

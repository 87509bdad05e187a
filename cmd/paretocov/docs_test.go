package main

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"paretocov/cmd/paretocov/internal/cli"
)

// TestJSONTopicNamesAllFields: every field of the JSON results is in the help
// topic about them.
func TestJSONTopicNamesAllFields(t *testing.T) {
	topic, err := os.ReadFile("docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, m := range regexp.MustCompile("`([a-z0-9_]+)(\\[\\])?`").FindAllStringSubmatch(string(topic), -1) {
		named[m[1]] = true
	}
	// Fields of what stands in the topic under another name: axes, policies,
	// and the parts of the noise.
	for _, f := range []string{
		"y", "y_unit", "y_better", "curve", "max_span", "tolerance", "scope", "warn", "max_loss", "min_reach", "max_area_loss",
		"suspicious", "strict_noise", "allow_lost", "append_only", "overrides", "allowed", "side", "condition", "rows", "ids", "kept",
		"dropped", "runs", "points_of_one_run", "points_of_several_runs", "key", "view",
	} {
		named[f] = true
	}
	for _, line := range []string{
		"front ../../fixtures/story/seven --min-points 5",
		"front ../../fixtures/demo/head.json --x p90_e2el,mean_intvty --joint",
		"cover ../../fixtures/demo/base.json ../../fixtures/demo/head.json --where conc>=4",
		"gate ../../fixtures/demo/base.json ../../fixtures/demo/head.json",
		"report ../../fixtures/demo/base.json ../../fixtures/demo/head.json",
		"report testdata/schema/base.csv testdata/schema/head.csv --x p90_e2el,mean_intvty --policy testdata/schema/policy.yaml",
		"validate testdata/schema/findings.csv --where conc>=1",
		"front nowhere.csv",
	} {
		var out, errOut bytes.Buffer
		cli.Main(append(strings.Fields(line), "--format", "json"), strings.NewReader(""), &out, &errOut)
		var doc any
		if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
			t.Fatalf("%s: %v: %s", line, err, errOut.String())
		}
		checkNamed(t, line, doc, named)
	}
}

func checkNamed(t *testing.T, line string, v any, named map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			if !named[key] {
				t.Errorf("%s: field %q is not in docs/json.md", line, key)
				named[key] = true
			}
			if key != "series" && key != "skipped" && key != "codes" { // what these hold is data
				checkNamed(t, line, value, named)
			}
		}
	case []any:
		for _, e := range v {
			checkNamed(t, line, e, named)
		}
	}
}

package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"paretocov/cmd/paretocov/internal/cli"
	"paretocov/frontier/report/schema"
)

// schemas compiles the schemas of results, made strict: a field that they do not
// name is a fault here, though others have to expect new ones.
func schemas(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	files, err := fs.Glob(schema.Files, "*.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	for _, name := range files {
		text, err := schema.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		closeObjects(doc)
		if err := c.AddResource(name, doc); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	compiled := map[string]*jsonschema.Schema{}
	for _, name := range files {
		if compiled[name], err = c.Compile(name); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return compiled
}

// closeObjects forbids properties that a schema does not name.
func closeObjects(v any) {
	switch v := v.(type) {
	case map[string]any:
		if _, ok := v["properties"].(map[string]any); ok && v["type"] == "object" {
			v["additionalProperties"] = false
		}
		for _, member := range v {
			closeObjects(member)
		}
	case []any:
		for _, e := range v {
			closeObjects(e)
		}
	}
}

// TestResultsFitTheirSchemas runs commands over all fixtures in the ways that
// change what results hold.
func TestResultsFitTheirSchemas(t *testing.T) {
	compiled := schemas(t)
	const (
		demo     = "../../fixtures/demo/base.json ../../fixtures/demo/head.json"
		dsr1     = "../../fixtures/inferencex-dsr1/base.json ../../fixtures/inferencex-dsr1/head.json"
		story    = "../../fixtures/story/base ../../fixtures/story/head"
		minimax  = "../../fixtures/agentx-unofficial/minimax-m2.5-fp4-mi355x/base ../../fixtures/agentx-unofficial/minimax-m2.5-fp4-mi355x/head"
		deadRow  = "testdata/schema/base.csv testdata/schema/head.csv"
		kinds    = " --tolerance 2% --max-loss 5% --min-reach 90% --max-area-loss 5% --min-points 5 --noise 1% --warn 1%"
		allScope = " --scope all"
	)
	lines := []string{
		"front ../../fixtures/story/seven --min-points 5", "front ../../fixtures/inferencex-dsr1/head.json --where conc>=4 --rule strict",
		"front testdata/schema/base.csv --x p90_e2el,mean_intvty --joint",
		"front testdata/schema/base.csv --x p90_e2el,mean_intvty",
		"gate missing.csv ../../fixtures/story/head --allow-missing-base", "report missing.csv ../../fixtures/story/head --allow-missing-base --run 1 --sha 2",
		"gate " + story + " --append-only", "report " + story + " --append-only --lang both", "report " + story + " --append-only --head-is-full",
		"report " + demo + " --policy testdata/schema/policy.yaml --today 2026-01-01 --image-url https://example.com/x",
		"validate testdata/schema/findings.csv --where conc>=1", "validate testdata/schema/base.csv testdata/schema/base.csv", "validate ../../fixtures --gpus 8",
	}
	for _, pair := range []string{demo, dsr1, story, minimax, deadRow} {
		x := ""
		if pair == deadRow {
			x = " --x p90_e2el,mean_intvty"
		}
		for _, command := range []string{"cover", "gate", "report"} {
			lines = append(lines, command+" "+pair+x, command+" "+pair+x+allScope+" --where conc>=2 --repeats samples")
		}
		lines = append(lines, "report "+pair+x+kinds)
	}
	for _, line := range lines {
		var out, errOut bytes.Buffer
		code := cli.Main(append(strings.Fields(line), "--format", "json"), strings.NewReader(""), &out, &errOut)
		if code == 2 || code == 3 {
			t.Errorf("%s: exit %d: %s", line, code, errOut.String())
			continue
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(out.Bytes()))
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		command, _, _ := strings.Cut(line, " ")
		if err := compiled[command+".schema.json"].Validate(doc); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// TestSchemasRefuse: a schema that takes anything checks nothing.
func TestSchemasRefuse(t *testing.T) {
	compiled := schemas(t)
	var out, errOut bytes.Buffer
	cli.Main([]string{"report", "../../fixtures/story/base", "../../fixtures/story/head", "--format", "json"}, strings.NewReader(""), &out, &errOut)
	for _, change := range [][2]string{
		{`"verdict": "pass"`, `"verdict": "PASS"`},
		{`"schema": "paretocov.gate/1"`, `"schema": "paretocov.gate/2"`},
		{`"coverage": "exceeded"`, `"coverage": "covered"`},
		{`"affected": true`, `"affected": 1`},
		{`"lang": "en"`, `"lang": "fr"`},
		{`"measured": 14`, `"measured": null`},
		{`"rule": "dashboard"`, `"rule": "dashboard", "extra": 1`},
	} {
		text := strings.Replace(out.String(), change[0], change[1], 1)
		if text == out.String() {
			t.Errorf("no %s in the report", change[0])
			continue
		}
		var doc any
		if err := json.Unmarshal([]byte(text), &doc); err != nil {
			t.Fatal(err)
		}
		if compiled["report.schema.json"].Validate(doc) == nil {
			t.Errorf("%s instead of %s fits", change[1], change[0])
		}
	}
}

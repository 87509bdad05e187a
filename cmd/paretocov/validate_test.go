package main

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"testing"

	"paretocov/frontier"
	"paretocov/frontier/report/schema"
)

// TestValidateTopicAndSchemaNameAllCodes: the table of the help topic has the codes
// of findings, in their order and with their level, and the schema allows them.
func TestValidateTopicAndSchemaNameAllCodes(t *testing.T) {
	topic, err := os.ReadFile("docs/validate.md")
	if err != nil {
		t.Fatal(err)
	}
	var codes []frontier.FindingCode
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (error|warning) \\|").FindAllStringSubmatch(string(topic), -1) {
		code := frontier.FindingCode(m[1])
		if doubtful := m[2] == "warning"; doubtful != code.Doubtful() {
			t.Errorf("%s is said to be of level %s", code, m[2])
		}
		codes = append(codes, code)
	}
	if !slices.Equal(codes, frontier.FindingCodes()) {
		t.Errorf("the topic has %q, there are %q", codes, frontier.FindingCodes())
	}
	text, err := schema.Files.ReadFile("validate.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Defs struct {
			Finding struct {
				Properties struct {
					Code struct{ Enum []frontier.FindingCode }
				}
			}
		} `json:"$defs"`
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	if got := doc.Defs.Finding.Properties.Code.Enum; !slices.Equal(got, frontier.FindingCodes()) {
		t.Errorf("the schema has %q", got)
	}
}

package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"paretocov/cmd/paretocov/internal/cli"
)

// picturesDir holds the pictures of README.md.
const picturesDir = "../../.github/charts"

// pictureCommands make the pictures of README.md, from fixtures.
func pictureCommands() []string {
	return []string{
		"plot ../../fixtures/demo/base.json ../../fixtures/demo/head.json --x median_intvty",
		"plot ../../fixtures/agentx-unofficial/minimax-m2.5-fp4-mi355x/base ../../fixtures/agentx-unofficial/minimax-m2.5-fp4-mi355x/head --x mean_intvty",
	}
}

// TestPictures: the pictures that README.md shows, light and dark, are what the
// product makes today. With -update they are made anew.
func TestPictures(t *testing.T) {
	made := t.TempDir()
	for _, line := range pictureCommands() {
		var out, errOut bytes.Buffer
		args := append(strings.Fields(line), "--theme", "both", "-o", made)
		if code := cli.Main(args, strings.NewReader(""), &out, &errOut); code != 0 || errOut.Len() > 0 {
			t.Fatalf("%s: exit %d: %s", line, code, errOut.String())
		}
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for _, m := range regexp.MustCompile(`"\.github/charts/([^"]+)"`).FindAllStringSubmatch(string(readme), -1) {
		shown[m[1]] = true
	}
	if len(shown) < 4 {
		t.Fatalf("README.md shows %d pictures", len(shown))
	}
	for name := range shown {
		got, err := os.ReadFile(filepath.Join(made, name))
		if err != nil {
			t.Errorf("README.md shows %s, which no command of this test makes", name)
			continue
		}
		path := filepath.Join(picturesDir, name)
		want, err := os.ReadFile(path)
		if *update && (err != nil || !samePicture(got, want)) {
			if err := os.MkdirAll(picturesDir, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%v; go test ./cmd/paretocov -run TestPictures -update makes it", err)
		} else if !samePicture(got, want) {
			t.Errorf("%s is not what the product makes; look at it and run go test ./cmd/paretocov -run TestPictures -update", name)
		}
	}
	files, err := filepath.Glob(filepath.Join(picturesDir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !shown[filepath.Base(f)] {
			t.Errorf("%s is shown nowhere", f)
		}
	}
}

var coordinate = regexp.MustCompile(`-?\d+(\.\d+)?`)

// samePicture compares SVGs: all that is no number has to be equal, numbers to
// a fiftieth of a pixel, because processors round differently.
func samePicture(a, b []byte) bool {
	if !bytes.Equal(coordinate.ReplaceAll(a, nil), coordinate.ReplaceAll(b, nil)) {
		return false
	}
	na, nb := coordinate.FindAll(a, -1), coordinate.FindAll(b, -1)
	for i := range na {
		x, errX := strconv.ParseFloat(string(na[i]), 64)
		y, errY := strconv.ParseFloat(string(nb[i]), 64)
		if errX != nil || errY != nil || !(math.Abs(x-y) <= 0.02) {
			return false
		}
	}
	return len(na) == len(nb)
}

// TestSamePicture: the comparison sees what it should.
func TestSamePicture(t *testing.T) {
	a := []byte(`<path d="M1.5,2L3,4" fill="#0072b2"/>`)
	for _, b := range []string{`<path d="M1.5,2L3,4.1" fill="#0072b2"/>`, `<path d="M1.5,2L3,4" fill="#0072b3"/>`, `<path d="M1.5,2L3,4Z" fill="#0072b2"/>`, ``} {
		if samePicture(a, []byte(b)) {
			t.Errorf("%s is taken for %s", b, a)
		}
	}
	if !samePicture(a, []byte(`<path d="M1.51,2L3,3.99" fill="#0072b2"/>`)) {
		t.Error("a hundredth of a pixel makes a difference")
	}
}

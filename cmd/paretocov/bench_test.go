package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// BenchmarkProcess measures the CPU time, user and system, of whole processes of
// the built command, start-up included:
// go test ./cmd/paretocov -run '^$' -bench Process
func BenchmarkProcess(b *testing.B) {
	binary := b.TempDir() + "/paretocov"
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	const history = "../../fixtures/inferencex-dsr1/history.json"
	for _, c := range []struct {
		name string
		args []string
	}{
		{"cmd=demo", []string{"demo"}},
		{"cmd=gate/rows=1462+1462", []string{"gate", history, history}},
	} {
		b.Run(c.name, func(b *testing.B) {
			var cpu time.Duration
			for b.Loop() {
				cmd := exec.Command(binary, c.args...)
				if err := cmd.Run(); err != nil {
					b.Fatal(err)
				}
				cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
			}
			b.ReportMetric(float64(cpu.Microseconds())/1000/float64(b.N), "cpu-ms/op")
		})
	}
}

// BenchmarkLarge times whole processes on a million rows of eight columns, front
// beside Python's csv and json modules, which do nothing but read the same file:
// make bench BENCH=Large PKG=./cmd/paretocov
func BenchmarkLarge(b *testing.B) {
	dir := b.TempDir()
	binary := filepath.Join(dir, "paretocov")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	const rows = 1_000_000
	for _, data := range []string{"num", "ids"} {
		files := writeLarge(b, dir, data, rows)
		for format, read := range map[string]string{
			"csv":  "import csv,sys\nfor row in csv.reader(open(sys.argv[1], newline='')): pass",
			"json": "import json,sys\njson.load(open(sys.argv[1]))",
		} {
			run := func(alg string, args ...string) {
				b.Run(fmt.Sprintf("rows=%d/data=%s-%s/alg=%s", rows, data, format, alg), func(b *testing.B) {
					var cpu time.Duration
					for b.Loop() {
						cmd := exec.Command(args[0], args[1:]...)
						if err := cmd.Run(); err != nil {
							b.Fatal(err)
						}
						cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
					}
					b.ReportMetric(float64(cpu.Milliseconds())/float64(b.N), "cpu-ms/op")
				})
			}
			if python, err := exec.LookPath("python3"); err == nil {
				run("python", python, "-c", read, files[format])
			}
			run("front", binary, "front", files[format])
		}
	}
}

// writeLarge writes the same rows as CSV and as a JSON array: eight columns of
// numbers, or an id, two texts and five numbers.
func writeLarge(b *testing.B, dir, data string, rows int) map[string]string {
	b.Helper()
	columns := []string{"tput_per_gpu", "p90_e2el", "p75_e2el", "mean_intvty", "a", "b", "c", "d"}
	if data == "ids" {
		columns = []string{"id", "hw", "framework", "conc", "tput_per_gpu", "p90_e2el", "p75_e2el", "mean_intvty"}
	}
	files := map[string]string{}
	r := rand.New(rand.NewPCG(1, 2))
	var csv, js bytes.Buffer
	csv.WriteString(strings.Join(columns, ",") + "\n")
	for i := range rows {
		js.WriteString(map[bool]string{true: "[\n{", false: ",\n{"}[i == 0])
		for k, c := range columns {
			cell := strconv.FormatFloat(1+999*r.Float64(), 'f', 4, 64)
			quote := ""
			switch c {
			case "id":
				cell, quote = "p"+strconv.Itoa(i), `"`
			case "hw":
				cell, quote = []string{"b200", "h200", "mi355x"}[i%3], `"`
			case "framework":
				cell, quote = []string{"sglang", "vllm"}[i%2], `"`
			case "conc":
				cell = strconv.Itoa(1 << (i % 9))
			}
			if k > 0 {
				csv.WriteByte(',')
				js.WriteString(", ")
			}
			csv.WriteString(cell)
			js.WriteString(`"` + c + `": ` + quote + cell + quote)
		}
		csv.WriteByte('\n')
		js.WriteByte('}')
	}
	js.WriteString("]\n")
	for format, text := range map[string]*bytes.Buffer{"csv": &csv, "json": &js} {
		files[format] = filepath.Join(dir, data+"."+format)
		if err := os.WriteFile(files[format], text.Bytes(), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	return files
}

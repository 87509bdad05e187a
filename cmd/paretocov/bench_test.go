package main

import (
	"os/exec"
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

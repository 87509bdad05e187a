package cli

import (
	"bytes"
	"strings"
	"testing"
)

// BenchmarkCommand times whole commands on the fixtures, reading included:
// go test ./cmd/paretocov/internal/cli -run '^$' -bench Command
func BenchmarkCommand(b *testing.B) {
	const dsr1 = "../../../../fixtures/inferencex-dsr1/"
	for name, args := range map[string][]string{
		"cmd=demo":                {"demo"},
		"cmd=front/rows=435":      {"front", dsr1 + "head.json"},
		"cmd=cover/rows=435+435":  {"cover", dsr1 + "base.json", dsr1 + "head.json"},
		"cmd=gate/rows=1462+1462": {"gate", dsr1 + "history.json", dsr1 + "history.json"},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var out, errOut bytes.Buffer
				if code := Main(args, strings.NewReader(""), &out, &errOut); code > exitFail {
					b.Fatalf("exit %d: %s", code, errOut.String())
				}
			}
		})
	}
}

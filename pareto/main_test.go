package pareto_test

import (
	"flag"
	"os"
	"testing"
)

// TestMain has the laws checked on more than the 100 tables that rapid draws by
// itself; -rapid.checks still has the last word.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", "1000"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

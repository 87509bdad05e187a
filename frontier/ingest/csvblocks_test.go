package ingest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"paretocov/frontier"
)

// TestCSVBlocks: a file read block by block gives the table, the places, the
// notes and the digest that it gives when it is read whole; where it cannot, the
// builder is as before.
func TestCSVBlocks(t *testing.T) {
	plain := "id,tput_per_gpu,p90_e2el\n" + strings.Repeat("p,1.5,2\n", 40)
	if !sameInBlocks(t, t, plain, 64) {
		t.Error("a plain file was not read in blocks")
	}
	rapid.Check(t, func(rt *rapid.T) {
		word := rapid.SampledFrom([]string{"1", "2.5", "a", "b c", "\"x,y\"", "\"line\nbreak\"", "\"q\"\"q\"", "", "none", "inf", "-"})
		var text strings.Builder
		text.WriteString("id,tput_per_gpu,p90_e2el,other,more\n")
		for i := range rapid.IntRange(0, 40).Draw(rt, "rows") {
			number := rapid.SampledFrom([]string{"1", "2.5", "", "1e3", "\"7\"", "NaN"})
			if rapid.IntRange(0, 60).Draw(rt, "broken") == 0 {
				number = rapid.SampledFrom([]string{"fast", "1,2", "\"1"})
			}
			fmt.Fprintf(&text, "p%d,%s,%s,%s,%s\n", i, number.Draw(rt, "tput"), number.Draw(rt, "lat"), word.Draw(rt, "other"), word.Draw(rt, "more"))
		}
		sameInBlocks(t, rt, text.String(), rapid.SampledFrom([]int{40, 64, 100, 300, 1000}).Draw(rt, "block"))
	})
}

// sameInBlocks compares one text, read in blocks of a size and read whole. It
// tells whether blocks did.
func sameInBlocks(t *testing.T, rt rapid.TB, text string, block int) bool {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	defer mem.AssertSize(t, 0)
	options := func() *Options {
		o := &Options{Metrics: []string{"tput_per_gpu", "p90_e2el"}, Digest: true, Allocator: mem}
		o.begin()
		return o
	}
	table := func(o *Options, add func(b *builder) bool) (*frontier.Table, bool) {
		b := newBuilder(mem)
		defer b.release()
		b.add(&row{metrics: []number{{"tput_per_gpu", 1, frontier.Usable}}}) // of a file before
		ok := add(b)
		about := frontier.Table{Places: b.places}
		o.describe(&about)
		return tableOf(b.record(), about), ok
	}
	path := filepath.Join(t.TempDir(), "rows.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		rt.Fatal(err)
	}
	f := file{path: path, named: true, disk: true}
	inBlocks := options()
	got, ok := table(inBlocks, func(b *builder) bool {
		_, ok := addCSVBlocks(f, b, inBlocks, 1, block)
		return ok
	})
	defer got.Close()
	whole := options()
	want, readable := table(whole, func(b *builder) bool {
		c, err := readCSV(path, []byte(text))
		return err == nil && c.addTo(b, whole, 1) == nil
	})
	defer want.Close()
	if !ok {
		if got.Rows != 1 || len(got.Unread) > 0 {
			rt.Errorf("what was given up left %d rows, %v", got.Rows-1, got.Unread)
		}
		return false
	}
	if !readable {
		rt.Fatalf("a file that cannot be read whole was read in blocks of %d:\n%s", block, text)
	}
	if d := cmp.Diff(spelled(want), spelled(got)); d != "" {
		rt.Error(d)
	}
	return true
}

// spelled spells out a table.
func spelled(t *frontier.Table) []string {
	out := []string{fmt.Sprint(t.Rows, t.Unread, t.Places)}
	for i := range t.Metrics {
		m := &t.Metrics[i]
		line := m.Name
		for r := range t.Rows {
			line += fmt.Sprint(" ", m.Reason(r))
			if m.Reason(r) == frontier.Usable {
				line += fmt.Sprint(" ", m.Values[r])
			}
		}
		out = append(out, line)
	}
	for i := range t.Labels {
		out = append(out, fmt.Sprint(t.Labels[i].Name, t.Labels[i].Codes, t.Labels[i].Words))
	}
	return out
}

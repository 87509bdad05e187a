package ingest_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow/memory"
	"pgregory.net/rapid"

	"paretocov/frontier"
	"paretocov/frontier/ingest"
)

// A spelledUnit is a unit of time in the ways in which headings write it, and how
// many of it are a second.
type spelledUnit struct {
	names     []string
	perSecond int64
}

var timeUnits = []spelledUnit{
	{[]string{"s", "sec", "seconds"}, 1},
	{[]string{"ms", "msec", "Milliseconds"}, 1e3},
	{[]string{"us", "µs", "μs", "microseconds"}, 1e6},
	{[]string{"ns", "nanoseconds"}, 1e9},
}

// readText reads a text and returns the cells of a metric as text, exactly, and its
// unit.
func readText(t failing, doc, metric string, o ingest.Options) (cells, unit string) {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	o.Metrics, o.Stdin, o.Allocator = []string{y, metric}, strings.NewReader(doc), mem
	tb, err := ingest.Read([]string{"-"}, o)
	if err != nil {
		t.Fatalf("%v\n%s", err, doc)
	}
	m := tb.Metric(metric)
	if m == nil {
		t.Fatalf("no %s in\n%s", metric, doc)
	}
	var s strings.Builder
	for r := range m.Values {
		if why := m.Reason(r); why != frontier.Usable {
			fmt.Fprintln(&s, why)
			continue
		}
		fmt.Fprintln(&s, math.Float64bits(m.Values[r]))
	}
	for _, l := range tb.Labels {
		fmt.Fprintln(&s, l.Name, l.Words, l.Codes)
	}
	unit = m.Unit
	tb.Close()
	if n := mem.CurrentAlloc(); n != 0 {
		t.Fatalf("%d bytes are not given back", n)
	}
	return s.String(), unit
}

type failing interface {
	Fatalf(format string, args ...any)
}

// TestUnitsLaw: a metric in another unit, under whatever heading states it, as CSV,
// as JSON, with a column of units or by flag, is the same metric to the last bit.
// The oracle has the value as a fraction, of which the table has the nearest
// float64.
func TestUnitsLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		metric := rapid.SampledFrom([]string{"p90_e2el", "mean_tpot", "e2e_p90", "lat"}).Draw(t, "metric")
		in := rapid.SampledFrom(timeUnits).Draw(t, "unit")
		name := rapid.SampledFrom(in.names).Draw(t, "name")
		var want strings.Builder
		var cells []string
		codes := []int32{}
		for i := range rapid.IntRange(1, 30).Draw(t, "rows") {
			codes = append(codes, int32(i))
			if rapid.IntRange(0, 9).Draw(t, "missing") == 0 {
				cells = append(cells, "")
				fmt.Fprintln(&want, frontier.Missing)
				continue
			}
			n := rapid.Int64Range(1, 1<<53).Draw(t, "value")
			cells = append(cells, strconv.FormatInt(n, 10))
			f, _ := new(big.Rat).SetFrac64(n, in.perSecond).Float64()
			fmt.Fprintln(&want, math.Float64bits(f))
		}
		var ids []string
		for i := range cells {
			ids = append(ids, "r"+strconv.Itoa(i))
		}
		fmt.Fprintln(&want, "id", ids, codes)

		o := ingest.Options{}
		heading, other, otherCell := "", "", ""
		switch way := rapid.SampledFrom([]string{"brackets", "square", "suffix", "upper", "flag", "beside", "map"}).Draw(t, "way"); way {
		case "brackets":
			heading = metric + " (" + name + ")"
		case "square":
			heading = metric + "[" + name + "]"
		case "suffix":
			heading = metric + "_" + name
		case "upper":
			heading = metric + " (" + strings.ToUpper(name) + ")"
		case "flag":
			heading = metric
			o.Units = map[string]string{metric: name}
		case "beside":
			heading, other, otherCell = metric, ","+metric+"_unit", ","+name
		case "map":
			heading = "col (" + name + ")"
			o.Map = map[string]string{heading: metric}
		}
		var csv, json strings.Builder
		fmt.Fprintf(&csv, "id,%s,%s%s\n", y, heading, other)
		for i, c := range cells {
			fmt.Fprintf(&csv, "%s,1,%s%s\n", ids[i], c, otherCell)
			if c == "" {
				c = "null"
			}
			fmt.Fprintf(&json, `{"id":%q,%q:1,%q:%s`, ids[i], y, heading, c)
			if other != "" {
				fmt.Fprintf(&json, `,%q:%q`, other[1:], name)
			}
			fmt.Fprintln(&json, "}")
		}
		axis, _ := frontier.ParseAxis(metric)
		unit := "s"
		if frontier.IsMetric(metric) {
			unit = axis.Unit
		}
		got, gotUnit := readText(t, csv.String(), metric, o)
		if got != want.String() || gotUnit != unit {
			t.Fatalf("CSV is in %q and is\n%swant %q\n%s%s", gotUnit, got, unit, want.String(), csv.String())
		}
		got, gotUnit = readText(t, json.String(), metric, o)
		got = strings.ReplaceAll(got, frontier.Null.String()+"\n", frontier.Missing.String()+"\n")
		if got != want.String() || gotUnit != unit {
			t.Fatalf("JSON is in %q and is\n%swant %q\n%s%s", gotUnit, got, unit, want.String(), json.String())
		}
	})
}

// TestDecimalCommaLaw: a table with decimal commas, and points between groups of
// three digits or none, is the table with decimal points.
func TestDecimalCommaLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		separator := rapid.SampledFrom([]string{";", "\t", ","}).Draw(t, "separator")
		header := strings.Join([]string{"id", y, "p90_e2el", "other"}, separator) + "\n"
		plain, comma := header, header
		for i := range rapid.IntRange(1, 20).Draw(t, "rows") {
			var p, c []string
			for range 3 {
				whole := rapid.Uint32().Draw(t, "whole")
				part := rapid.StringMatching(`(\.[0-9]{1,6})?(e-?[0-9])?`).Draw(t, "part")
				p = append(p, fmt.Sprint(whole)+part)
				s := fmt.Sprint(whole)
				if rapid.Bool().Draw(t, "groups") {
					for at := len(s) - 3; at > 0; at -= 3 {
						s = s[:at] + "." + s[at:]
					}
				}
				s += strings.Replace(part, ".", ",", 1)
				if separator == "," {
					s = `"` + s + `"`
				}
				c = append(c, s)
			}
			plain += fmt.Sprintf("r%d%s%s\n", i, separator, strings.Join(p, separator))
			comma += fmt.Sprintf("r%d%s%s\n", i, separator, strings.Join(c, separator))
		}
		want, _ := readText(t, plain, "p90_e2el", ingest.Options{})
		got, _ := readText(t, comma, "p90_e2el", ingest.Options{DecimalComma: true})
		if got != want {
			t.Fatalf("got\n%swant\n%s%s", got, want, comma)
		}
	})
}

// FuzzHeading: whatever a heading is, reading a table with it does not panic, gives
// all memory back, and a metric that is read has a unit that results can show. A
// heading is never read as the metric without one of its words.
func FuzzHeading(f *testing.F) {
	for _, h := range []string{
		"p90_e2el_ms", "P90 E2E Latency (ms)", "e2e_p90", "e2e_p90_s", "latency[ms]", "(ms)", "ms", "_ms", " (", "p90_e2el ()", "p90_e2el (ms) (s)",
		"p90_e2el_unit", "unit", "value", "p90_e2el_min", "tok_per_s", "Mean Time per Output Token (μs)", "p9_e2el_ms", "p90 p90 e2el (s)", "Throughput/GPU (tok/s)",
	} {
		f.Add(h, "ms")
	}
	f.Fuzz(func(t *testing.T, heading, unit string) {
		if strings.ContainsAny(heading+unit, "\"\n\r") {
			t.Skip()
		}
		doc := fmt.Sprintf("id,%s,\"%s\",lat_unit\na,100,5,\"%s\"\nb,90,6,\"%s\"\n", y, heading, unit, unit)
		mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
		defer mem.AssertSize(t, 0)
		tb, err := ingest.Read([]string{"-"}, ingest.Options{
			Metrics: []string{y, "p90_e2el", "mean_tpot", "lat"}, Stdin: strings.NewReader(doc), Allocator: mem,
			Units: map[string]string{"stated": unit},
		})
		if err != nil {
			var ie *ingest.Error
			if !errors.As(err, &ie) {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		defer tb.Close()
		for _, m := range tb.Metrics {
			if axis, _ := frontier.ParseAxis(m.Name); frontier.IsMetric(m.Name) && axis.Unit != m.Unit {
				t.Fatalf("%s is in %s", m.Name, m.Unit)
			}
			if strings.Trim(m.Unit, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/%") != "" {
				t.Fatalf("%s is in %q", m.Name, m.Unit)
			}
		}
		if m := tb.Metric("p90_e2el"); m != nil {
			h := strings.ToLower(heading)
			if !strings.Contains(h, "90") || !strings.Contains(h, "e2e") && !strings.Contains(h, "end") || strings.Contains(h, "99") {
				t.Fatalf("%q is read as p90_e2el", heading)
			}
		}
	})
}

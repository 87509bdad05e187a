package frontier_test

import (
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"paretocov/frontier"
)

// numbered gives each row of a table of settings its own numbers, so that no two
// are equal by accident.
func numbered(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
		if i == 0 {
			lines[i] += ",p90_e2el,tput_per_gpu"
			continue
		}
		lines[i] += "," + strings.Repeat("1", i) + "," + strings.Repeat("2", i)
	}
	return strings.Join(lines, "\n") + "\n"
}

func TestNames(t *testing.T) {
	for _, test := range []struct {
		what, rows string
		want       []string // in order
	}{
		{
			"tensor parallelism and concurrency",
			`conc,tp
			46,4
			8,4
			100,8`,
			[]string{"TP4 c8", "TP4 c46", "TP8 c100"},
		},
		{
			"expert parallelism where it is not 1",
			`conc,tp,ep,dp_attention
			36,8,8,false
			36,8,1,false
			384,8,8,true
			384,8,8,false
			384,8,4,true
			384,8,1,true`,
			[]string{"DEP8 c384", "DP8 c384", "DP8/EP4 c384", "TP8 c36", "TP8/EP8 c36", "TP8/EP8 c384"},
		},
		{
			"workers of a disaggregated deployment",
			`conc,disagg,prefill_workers,decode_workers,prefill_tp,decode_tp
			56,true,1,4,8,8
			120,true,1,5,8,8
			384,true,10,6,8,8`,
			[]string{"1P4D c56", "1P5D c120", "10P6D c384"},
		},
		{
			"the roles' parallelism only where it is needed",
			`conc,disagg,prefill_workers,decode_workers,prefill_tp,decode_tp
			32,true,1,4,8,8
			32,true,1,4,4,4
			56,true,1,4,8,8
			32,true,1,5,8,8`,
			[]string{"1P4D TP4 c32", "1P4D TP8 c32", "1P4D c56", "1P5D c32"},
		},
		{
			"both roles where they differ",
			`conc,disagg,prefill_workers,decode_workers,prefill_tp,decode_tp,decode_ep,decode_dp_attention
			32,true,1,4,4,8,8,true
			32,true,1,4,4,8,1,false
			32,true,1,4,4,4,1,false`,
			[]string{"1P4D TP4 c32", "1P4D TP4+DEP8 c32", "1P4D TP4+TP8 c32"},
		},
		{
			"agg and disagg of one curve",
			`conc,disagg,tp,prefill_workers,decode_workers
			32,true,8,1,4
			32,false,8,,`,
			[]string{"1P4D c32", "TP8 c32"},
		},
		{
			"pipeline and context parallelism where they are not 1",
			`conc,tp,pp,dcp,pcp
			4,8,1,1,1
			4,8,2,1,1
			4,8,1,2,1
			4,8,1,1,2
			4,8,2,4,8`,
			[]string{"TP8 c4", "TP8/DCP2 c4", "TP8/PCP2 c4", "TP8/PP2 c4", "TP8/PP2/DCP4/PCP8 c4"},
		},
		{
			"offload",
			`conc,tp,offload
			4,8,off
			4,8,dram
			8,8,on`,
			[]string{"TP8 c4", "TP8 c4 offload", "TP8 c8"},
		},
		{
			"spec method, on a curve of AgentX, where all methods are one curve",
			`conc,tp,benchmark_type,spec_method
			4,8,agentic-coding,none
			4,8,agentic-coding,mtp
			8,8,agentic-coding,mtp`,
			[]string{"TP8 c4 mtp", "TP8 c4 no-spec", "TP8 c8"},
		},
		{
			"recipes",
			`conc,tp,recipe_fingerprint
			4,8,0a1b2c3d4e5f
			4,8,99887766
			8,8,0a1b2c3d4e5f`,
			[]string{"TP8 c4 #0a1b2c3d", "TP8 c4 #99887766", "TP8 c8"},
		},
		{
			"recipes that begin alike",
			`conc,tp,recipe_fingerprint
			4,8,0a1b2c3d4e5f
			4,8,0a1b2c3d0000`,
			[]string{"TP8 c4 #0a1b2c3d (1)", "TP8 c4 #0a1b2c3d (2)"},
		},
		{
			"an id is the name, verbatim",
			`id,conc,tp
			tp=8|ep=1,1,2
			" a  B ",1,2
			A,1,2`,
			[]string{" a  B ", "A", "tp=8|ep=1"},
		},
		{
			"text columns of a table of no known shape",
			`engine,batching,conc
			alpha,dyn,4
			alpha,static,4
			beta,dyn,10
			beta,dyn,9`,
			[]string{"c4 dyn alpha", "c4 static alpha", "c9 dyn beta", "c10 dyn beta"},
		},
		{
			"the concurrency alone",
			`conc
			4
			16`,
			[]string{"c4", "c16"},
		},
	} {
		text := numbered(test.rows)
		o := frontier.Options{X: axes("p90_e2el")}
		c := onlyCurve(t, arrange(t, o, table(t, "rows.csv", text, o)))
		if diff := gocmp.Diff(test.want, pointNames(c, 0)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.what, diff)
		}
	}
}

func TestNamesWithoutAnyColumnToNameBy(t *testing.T) {
	o := frontier.Options{X: axes("p90_e2el")}
	c := onlyCurve(t, arrange(t, o, table(t, "rows.csv", "p90_e2el,tput_per_gpu\n1,10\n2,20\n", o)))
	names := pointNames(c, 0)
	if len(names) != 2 || names[0] == names[1] || slices.Contains(names, "") {
		t.Errorf("names %q", names)
	}
}

// TestOneIdentityHasOneName: a new image is a new recipe, and the configurations
// that were measured again keep their names.
func TestOneIdentityHasOneName(t *testing.T) {
	o := frontier.Options{X: axes("p90_e2el")}
	base := table(t, "base.csv", numbered(`conc,tp,recipe_fingerprint
		4,8,0a1b2c3d
		8,8,0a1b2c3d`), o)
	head := table(t, "head.csv", numbered(`conc,tp,recipe_fingerprint
		4,8,99887766
		16,8,99887766`), o)
	c := onlyCurve(t, arrange(t, o, base, head))
	if diff := gocmp.Diff([]string{"TP8 c4", "TP8 c8"}, pointNames(c, 0)); diff != "" {
		t.Errorf("base (-want +got):\n%s", diff)
	}
	if diff := gocmp.Diff([]string{"TP8 c4", "TP8 c16"}, pointNames(c, 1)); diff != "" {
		t.Errorf("head (-want +got):\n%s", diff)
	}
}

// TestNamesDoNotDependOnTheOtherSide: what head has more of changes no name of
// base but where both would be called the same.
func TestNamesDoNotDependOnTheOtherSide(t *testing.T) {
	o := frontier.Options{X: axes("p90_e2el")}
	base := table(t, "base.csv", numbered(`conc,tp,offload
		4,8,off
		8,8,off`), o)
	head := table(t, "head.csv", numbered(`conc,tp,offload
		4,8,on
		16,8,on`), o)
	c := onlyCurve(t, arrange(t, o, base, head))
	got := [][]string{pointNames(c, 0), pointNames(c, 1)}
	if diff := gocmp.Diff([][]string{{"TP8 c4", "TP8 c8"}, {"TP8 c4 offload", "TP8 c16"}}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

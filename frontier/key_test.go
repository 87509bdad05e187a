package frontier_test

import (
	"fmt"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"paretocov/frontier"
)

const (
	apiRow = `{"hardware":"b200","framework":"sglang","model":"dsr1","precision":"fp4","spec_method":"none","disagg":false,
 "is_multinode":false,"prefill_tp":8,"prefill_ep":1,"prefill_dp_attention":false,"prefill_num_workers":0,"decode_tp":8,
 "decode_ep":1,"decode_dp_attention":false,"decode_num_workers":0,"isl":1024,"osl":1024,"conc":4,
 "image":"registry/sglang:v1","date":"2026-01-15","metrics":{"tput_per_gpu":100,"median_e2el":9}}`
	fixedRow = `{"result_schema_version":1,"hw":"cluster:b200-nvl8","framework":"SGLang","model":"deepseek-ai/DeepSeek-R1",
 "infmax_model_prefix":"dsr1","precision":"FP4","spec_decoding":"none","disagg":false,"is_multinode":false,"isl":1024,
 "osl":1024,"conc":4,"image":"registry#sglang:v2","recipe_fingerprint":"","tp":8,"pp":1,"dcp_size":1,"pcp_size":1,"ep":1,
 "dp_attention":"false","num_gpus":8,"tput_per_gpu":100,"median_e2el":9}`
	agentxRow = `{"hw":"mi355x","conc":4,"model":"amd/Kimi-K2.5","infmax_model_prefix":"kimik2.5","framework":"vllm",
 "precision":"fp4","spec_decoding":"mtp","disagg":false,"scenario_type":"agentic-coding","is_multinode":false,"tp":4,"ep":1,
 "dp_attention":"false","offloading":"none","p90_e2el":9,"tput_per_gpu":100}`
)

// keys are the keys of a table's curves.
func keys(a *frontier.Arrangement) []string {
	var all []string
	for _, c := range a.Curves {
		all = append(all, c.Key)
	}
	return all
}

func TestCurveKeys(t *testing.T) {
	const csv = "conc,p90_e2el,tput_per_gpu,"
	for _, test := range []struct {
		what, text string
		groupBy    []string
		want       []string
	}{
		{"API", "[" + apiRow + "]", nil, []string{"dsr1 / single_turn / b200_sglang / fp4 / 1024/1024 / none"}},
		{"a fixed-sequence artifact", "[" + fixedRow + "]", nil, []string{"dsr1 / single_turn / b200_SGLang / FP4 / 1024/1024 / none"}},
		{"AgentX: no lengths, no spec method", "[" + agentxRow + "]", nil, []string{"kimik2.5 / agentic_traces / mi355x_vllm / fp4"}},
		{"a spec method is another curve", "[" + apiRow + "," + strings.Replace(apiRow, `"none"`, `"mtp"`, 1) + "]", nil, []string{
			"dsr1 / single_turn / b200_sglang / fp4 / 1024/1024 / mtp", "dsr1 / single_turn / b200_sglang / fp4 / 1024/1024 / none",
		}},
		{"but not on AgentX", "[" + agentxRow + "," + strings.Replace(agentxRow, `"mtp"`, `"none"`, 1) + "]", nil, []string{"kimik2.5 / agentic_traces / mi355x_vllm / fp4"}},
		{
			"never image, disagg, offload or date", "[" + apiRow + "," +
				strings.NewReplacer(`"disagg":false`, `"disagg":true,"offload_mode":"on"`, "registry/sglang:v1", "other", "2026-01-15", "2026-02-15").Replace(apiRow) + "]",
			nil,
			[]string{"dsr1 / single_turn / b200_sglang / fp4 / 1024/1024 / none"},
		},
		{"spellings meet", csv + "hardware,framework\n1,1,1,B200, SGLang \n2,2,2,b200-nvl8,sglang\n3,3,3,cluster:b200,SGLANG\n", nil, []string{"b200_SGLANG"}},
		{"some series columns", csv + "hardware,precision\n1,1,1,H100,fp8\n2,2,2,H1000,fp8\n", nil, []string{"h100 / fp8", "h1000 / fp8"}},
		{"a curve column, verbatim", csv + "curve,hardware\n1,1,1,My | Curve ,h100\n2,2,2,My | Curve ,b200\n3,3,3,my | curve ,b200\n", nil, []string{"My | Curve ", "my | curve "}},
		{"no series column", csv + "engine\n1,1,1,a\n2,2,2,b\n", nil, []string{"all"}},
		{"--group-by none", csv + "hardware,curve\n1,1,1,h100,a\n2,2,2,b200,b\n", []string{}, []string{"all"}},
		{"--group-by", csv + "isl,osl,engine\n1,1,1,1024,1024,a\n2,2,2,8192,1024.0,b\n", []string{"isl", "osl"}, []string{"isl=1024 / osl=1024", "isl=8192 / osl=1024"}},
		{"--group-by with a gap", csv + "engine\n1,1,1,Alpha\n2,2,2,\n", []string{"engine"}, []string{"engine=?", "engine=Alpha"}},
	} {
		o := frontier.Options{GroupBy: test.groupBy}
		a := arrange(t, o, table(t, "rows", test.text, o))
		if diff := gocmp.Diff(test.want, keys(a)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.what, diff)
		}
	}
}

func TestCurveSeries(t *testing.T) {
	o := frontier.Options{}
	a := arrange(t, o, table(t, "rows", "["+apiRow+"]", o))
	want := []frontier.Field{
		{Name: "model", Value: "dsr1"},
		{Name: "benchmark_type", Value: "single_turn"},
		{Name: "isl", Value: "1024"},
		{Name: "osl", Value: "1024"},
		{Name: "hardware", Value: "b200"},
		{Name: "framework", Value: "sglang"},
		{Name: "precision", Value: "fp4"},
		{Name: "spec_method", Value: "none"},
	}
	if diff := gocmp.Diff(want, onlyCurve(t, a).Series); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestGroupByFieldsOfTheKey: each field of the default key groups, for rows of
// known shapes too.
func TestGroupByFieldsOfTheKey(t *testing.T) {
	for _, field := range onlyCurve(t, arrange(t, frontier.Options{}, table(t, "rows", "["+apiRow+"]", frontier.Options{}))).Series {
		o := frontier.Options{Y: axis(frontier.DefaultY), GroupBy: []string{field.Name}}
		a, err := frontier.Arrange(o, table(t, "rows", "["+apiRow+"]", o))
		if err != nil {
			t.Errorf("--group-by %s: %v", field.Name, err)
			continue
		}
		if got, want := onlyCurve(t, a).Key, field.Name+"="+field.Value; got != want {
			t.Errorf("--group-by %s: %s, want %s", field.Name, got, want)
		}
	}
}

// TestModelAndPrefixMeet: the model prefix stands for the model, the model's
// name where one side lacks the prefix.
func TestModelAndPrefixMeet(t *testing.T) {
	const csv = "conc,model,model_prefix,p90_e2el,tput_per_gpu\n"
	for _, test := range []struct {
		what, base, head string
		want             []string
	}{
		{"both have it", "1,org/M-0528,m,1,1\n", "1,org/M-0601,m,1,1\n", []string{"m"}},
		{"base lacks it", "1,org/M,,1,1\n", "1,org/M,m,1,1\n", []string{"org/M"}},
		{"head lacks it", "1,org/M,m,1,1\n", "1,ORG/m,,1,1\n", []string{"ORG/m"}},
		{"some rows lack it", "1,org/M,m,1,1\n2,org/M,,2,2\n", "1,org/M,m,1,1\n", []string{"org/M"}},
		{"another model", "1,org/M,m,1,1\n", "1,org/N,,1,1\n", []string{"m", "org/N"}},
	} {
		o := frontier.Options{}
		a := arrange(t, o, table(t, "base.csv", csv+test.base, o), table(t, "head.csv", csv+test.head, o))
		if diff := gocmp.Diff(test.want, keys(a)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.what, diff)
		}
	}
	o := frontier.Options{}
	dir := "../fixtures/agentx-unofficial/kimi-k2.5-mi355x/"
	a := arrange(t, o, files(t, o, dir+"base"), files(t, o, dir+"head"))
	c := onlyCurve(t, a)
	if c.Key != "amd/Kimi-K2.5-MXFP4 / agentic_traces / mi355x_vllm / fp4" || len(c.Sides[0].Points) != 20 || len(c.Sides[1].Points) != 20 {
		t.Errorf("kimi: %s with %d and %d points, want 20 and 20", c.Key, len(c.Sides[0].Points), len(c.Sides[1].Points))
	}
}

// TestCurvesOfDifferentFieldsStayApart: a key is printed as one text, but fields
// tell curves apart.
func TestCurvesOfDifferentFieldsStayApart(t *testing.T) {
	const csv = "conc,hardware,framework,precision,p90_e2el,tput_per_gpu\n1,a_b,c,fp8,1,10\n2,a,b_c,fp8,2,20\n"
	o := frontier.Options{}
	a := arrange(t, o, table(t, "rows.csv", csv, o))
	if len(a.Curves) != 2 {
		t.Errorf("hardware a_b with framework c and hardware a with framework b_c are one curve: %q", keys(a))
	}
}

// TestIdentity compares two rows that differ in one thing: it is part of the
// identity, or it is not.
func TestIdentity(t *testing.T) {
	rename := func(row string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(row) }
	for _, test := range []struct {
		what, base, head string
		same             bool
	}{
		{"an artifact and its answer by the API", fixedRow, apiRow, true},
		{"image", apiRow, rename(apiRow, "sglang:v1", "sglang:v2"), true},
		{"date", apiRow, rename(apiRow, "2026-01-15", "2026-03-15"), true},
		{"GPU counts", fixedRow, rename(fixedRow, `"num_gpus":8`, `"num_gpus":16`), true},
		{"a recipe", fixedRow, rename(fixedRow, `"recipe_fingerprint":""`, `"recipe_fingerprint":"0a1b"`), true},
		{"booleans as texts", apiRow, rename(apiRow, `_dp_attention":false`, `_dp_attention":"False"`), true},
		{"numbers as texts", apiRow, rename(apiRow, `"conc":4`, `"conc":"4"`), true},
		{"settings that old files lack", rename(fixedRow, `"pp":1,"dcp_size":1,"pcp_size":1,`, ``), rename(fixedRow, `"ep":1`, `"ep":1,"kv_offloading":"none"`), true},
		{"concurrency", apiRow, rename(apiRow, `"conc":4`, `"conc":8`), false},
		{"tensor parallelism of a role", apiRow, rename(apiRow, `"decode_tp":8`, `"decode_tp":4`), false},
		{"expert parallelism", fixedRow, rename(fixedRow, `"ep":1`, `"ep":8`), false},
		{"pipeline parallelism", fixedRow, rename(fixedRow, `"pp":1`, `"pp":2`), false},
		{"decode context parallelism", fixedRow, rename(fixedRow, `"dcp_size":1`, `"dcp_size":2`), false},
		{"prefill context parallelism", fixedRow, rename(fixedRow, `"pcp_size":1`, `"pcp_size":2`), false},
		{"dp attention", fixedRow, rename(fixedRow, `"dp_attention":"false"`, `"dp_attention":"true"`), false},
		{"disagg", apiRow, rename(apiRow, `"disagg":false`, `"disagg":true`), false},
		{"multinode", apiRow, rename(apiRow, `"is_multinode":false`, `"is_multinode":true`), false},
		{"workers", apiRow, rename(apiRow, `"decode_num_workers":0`, `"decode_num_workers":2`), false},
		{"offload", apiRow, rename(apiRow, `"conc":4`, `"conc":4,"offload_mode":"on"`), false},
		{"spec method of AgentX", agentxRow, rename(agentxRow, `"mtp"`, `"none"`), false},
		{"AgentX: users is an older name of conc", agentxRow, rename(agentxRow, `"conc":4`, `"users":4`), true},
		{"AgentX: offloading under its newer name", agentxRow, rename(agentxRow, `"offloading"`, `"kv_offloading"`), true},
	} {
		o := frontier.Options{}
		a := arrange(t, o, table(t, "base", "["+test.base+"]", o), table(t, "head", "["+test.head+"]", o))
		r := cover(t, a, exact())
		c := r.Curves[0]
		if got := c.Kept == 1 && c.Removed == 0 && c.Added == 0; got != test.same {
			t.Errorf("%s: %d kept, %d removed, %d added; want the same point: %v", test.what, c.Kept, c.Removed, c.Added, test.same)
		}
	}
}

// TestIdentityOfOwnTables: an id is the identity, verbatim; else every text and
// setting that is neither metric nor provenance; --match says otherwise.
func TestIdentityOfOwnTables(t *testing.T) {
	for _, test := range []struct {
		what, base, head string
		match            []string
		same             bool
	}{
		{"id", "id,conc\na,1", "id,conc\na,2", nil, true},
		{"id, verbatim", "id,conc\na,1", "id,conc\nA,1", nil, false},
		{"id, long numbers", "id\n9007199254740993", "id\n9007199254740992", nil, false},
		{"a text", "engine,conc\nalpha,1", "engine,conc\nAlpha ,1", nil, true},
		{"another text", "engine,conc\nalpha,1", "engine,conc\nbeta,1", nil, false},
		{"a number that is no setting", "conc,power\n1,300", "conc,power\n1,305", nil, true},
		{"provenance", "conc,commit,num_gpus\n1,abc,8", "conc,commit,num_gpus\n1,def,16", nil, true},
		{"--match", "engine,conc\nalpha,1", "engine,conc\nbeta,1", []string{"conc"}, true},
		{"--match, which differs", "id,conc\na,1", "id,conc\na,2", []string{"id", "conc"}, false},
		{"--match of a setting of roles", "prefill_tp,decode_tp,conc\n8,4,1", "prefill_tp,decode_tp,conc\n8,8,1", []string{"prefill_tp", "conc"}, true},
	} {
		o := frontier.Options{X: axes("p90_e2el"), Match: test.match}
		a := arrange(t, o, table(t, "base.csv", numbered(test.base), o), table(t, "head.csv", numbered(test.head), o))
		c := cover(t, a, exact()).Curves[0]
		if got := c.Kept == 1 && c.Removed == 0 && c.Added == 0; got != test.same {
			t.Errorf("%s: %d kept, %d removed, %d added; want the same point: %v", test.what, c.Kept, c.Removed, c.Added, test.same)
		}
	}
}

// TestAliasJoinsCurves: an alias is one value read as another on both sides,
// also where it makes the curve.
func TestAliasJoinsCurves(t *testing.T) {
	const csv = "conc,hardware,model_prefix,p90_e2el,tput_per_gpu\n"
	for _, test := range []struct{ alias, head, want string }{
		{"hardware:b300=b200", "4,B300,m,1,10\n", "m / b200"},
		{"hw:b300-nvl=b200", "4,b300,m,1,10\n", "m / b200"},
		{"model:n=m", "4,b200,N,1,10\n", "m / b200"},
	} {
		alias, err := frontier.ParseAlias(test.alias)
		if err != nil {
			t.Fatal(err)
		}
		o := frontier.Options{Aliases: []frontier.Alias{alias}}
		a := arrange(t, o, table(t, "base.csv", csv+"4,b200,m,1,10\n", o), table(t, "head.csv", csv+test.head, o))
		if diff := gocmp.Diff([]string{test.want}, keys(a)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.alias, diff)
		}
		if c := cover(t, a, exact()).Curves[0]; c.Kept != 1 {
			t.Errorf("%s: %d kept, %d removed", test.alias, c.Kept, c.Removed)
		}
	}
}

func TestSpellingOfKeysIsOneOnBothSides(t *testing.T) {
	o := frontier.Options{}
	spellings := []string{"SGLang", "sglang", "SGLANG", " sglang "}
	for _, order := range permutations(len(spellings)) {
		row := func(i int) string { return fmt.Sprintf("%d,%s,%d,1\n", i, spellings[order[i]], i+1) }
		const columns = "conc,framework,p90_e2el,tput_per_gpu\n"
		a := arrange(t, o, table(t, "base.csv", columns+row(0)+row(1), o), table(t, "head.csv", columns+row(2)+row(3), o))
		// One of them, the same in any order.
		if got := onlyCurve(t, a).Key; got != "SGLANG" {
			t.Errorf("order %v: key %s, want SGLANG", order, got)
		}
	}
}

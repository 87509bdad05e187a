package ingest

import (
	"strings"
	"testing"

	"paretocov/frontier"
)

// TestBreaches: what each kind of member has to be, at its edges.
func TestBreaches(t *testing.T) {
	t.Parallel()
	const hex = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	rest := `"model":"m","framework":"f","precision":"p","isl":1,"osl":1`
	for _, test := range []struct {
		members string // beside hw and the rest
		want    string // fields in breach
	}{
		{`"conc":1`, ""},
		{`"conc":0`, "conc"},
		{`"conc":-1`, "conc"},
		{`"conc":1.0`, "conc"},
		{`"conc":1e0`, "conc"},
		{`"conc":"1"`, "conc"},
		{`"conc":true`, "conc"},
		{`"conc":null`, "conc"},
		{`"conc":NaN`, "conc"},
		{`"tp":1`, "conc"}, // it is not there
		{`"conc":1,"disagg":1`, "disagg"},
		{`"conc":1,"disagg":"true"`, "disagg"},
		{`"conc":1,"disagg":null`, "disagg"},
		{`"conc":1,"disagg":true,"is_multinode":false`, ""},
		{`"conc":1,"dp_attention":true`, "dp_attention"},
		{`"conc":1,"dp_attention":"True"`, "dp_attention"},
		{`"conc":1,"dp_attention":"true"`, ""},
		{`"conc":1,"recipe_fingerprint":""`, ""},
		{`"conc":1,"recipe_fingerprint":"` + hex + `"`, ""},
		{`"conc":1,"recipe_fingerprint":"` + strings.ToUpper(hex) + `"`, "recipe_fingerprint"},
		{`"conc":1,"recipe_fingerprint":"` + hex[1:] + `"`, "recipe_fingerprint"},
		{`"conc":1,"recipe_fingerprint":0`, "recipe_fingerprint"},
		{`"conc":1,"image":""`, "image"},
		{`"conc":1,"image":7`, "image"},
		{`"conc":1,"ep":0`, "ep"},
		{`"conc":1,"prefill_tp":8,"decode_tp":0,"decode_pp":0,"num_prefill_gpu":0,"decode_num_workers":0`, "decode_pp num_prefill_gpu"},
		{`"conc":1,"prefill_tp":8,"prefill_hw":"h100"`, "decode_hw"},
		{`"conc":1,"result_schema_version":1.0`, "result_schema_version image infmax_model_prefix spec_decoding disagg is_multinode recipe_fingerprint tp ep pp dcp_size pcp_size dp_attention"},
		{`"conc":1,"result_schema_version":1,"benchmark_outcome":{"status":"passed","requested":0,"completed":-1,"failed":0}`, "image infmax_model_prefix spec_decoding disagg is_multinode recipe_fingerprint tp ep pp dcp_size pcp_size dp_attention benchmark_outcome.requested benchmark_outcome.completed"},
		{`"conc":1,"benchmark_outcome":null`, "benchmark_outcome.status benchmark_outcome.requested benchmark_outcome.completed benchmark_outcome.failed"},
		{`"conc":1,"std_e2el":0,"std_intvty":-1`, ""},
		{`"conc":1,"std_e2el":"0"`, "std_e2el"},
		{`"conc":1,"std_anything":"0"`, ""},
		{`"conc":1,"p25_e2el":null`, "p25_e2el"},
		{`"conc":1,"p90_e2el":null`, ""}, // it is a column, and named as such
	} {
		v, err := parseJSON([]byte(`{"hw":"h",` + rest + `,` + test.members + `}`))
		if err != nil {
			t.Fatal(err)
		}
		o := optionsFor("tput_per_gpu", "p90_e2el")
		o.Check = true
		var r row
		o.checkContract("inferencex-fixed", &v, &r)
		var got []string
		for _, b := range r.breaches {
			got = append(got, b.field)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %q, want %q", test.members, got, test.want)
		}
	}
}

// TestNoBreachesUnasked: without Check nothing is looked for.
func TestNoBreachesUnasked(t *testing.T) {
	t.Parallel()
	v, err := parseJSON([]byte(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range contracts {
		var r row
		o := optionsFor("tput_per_gpu")
		if o.checkContract(c.shape, &v, &r); len(r.breaches) > 0 {
			t.Errorf("%s: %v", c.shape, r.breaches)
		}
		o.Check = true
		if o.checkContract(c.shape, &v, &r); len(r.breaches) == 0 {
			t.Errorf("%s: an empty row breaks nothing", c.shape)
		}
	}
}

// TestBreachValueIsCut: a long value is not kept whole, nor cut within a character.
func TestBreachValueIsCut(t *testing.T) {
	t.Parallel()
	v, err := parseJSON([]byte(`"` + strings.Repeat("模", 1e4) + `"`))
	if err != nil {
		t.Fatal(err)
	}
	var r row
	(&contract{&r}).add("image", &v, frontier.WantCount)
	if got, want := r.breaches[0].value, `"`+strings.Repeat("模", 59)+"..."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

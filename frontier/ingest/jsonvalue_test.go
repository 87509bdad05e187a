package ingest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// outline writes a tree as kinds, decoded strings and source texts of numbers.
func outline(v *jsonValue) string {
	var b strings.Builder
	writeOutline(&b, v)
	return b.String()
}

func writeOutline(b *strings.Builder, v *jsonValue) {
	switch v.kind {
	case jsonString:
		fmt.Fprintf(b, "%q", v.str)
	case jsonArray:
		b.WriteByte('[')
		for i := range v.elems {
			writeOutline(b, &v.elems[i])
			b.WriteByte(' ')
		}
		b.WriteByte(']')
	case jsonObject:
		b.WriteByte('{')
		for i := range v.members {
			fmt.Fprintf(b, "%q:", v.members[i].key)
			writeOutline(b, &v.members[i].value)
			b.WriteByte(' ')
		}
		b.WriteByte('}')
	case jsonNull, jsonFalse, jsonTrue, jsonNumber, jsonNonFinite:
		b.Write(v.raw)
	}
}

// standardOutline is outline by the tokens of encoding/json.
func standardOutline(doc []byte) (string, error) {
	dec := json.NewDecoder(bytes.NewReader(doc))
	dec.UseNumber()
	var b strings.Builder
	err := writeStandardOutline(&b, dec)
	return b.String(), err
}

func writeStandardOutline(b *strings.Builder, dec *json.Decoder) error {
	token, err := dec.Token()
	if err != nil {
		return err
	}
	switch token := token.(type) {
	case json.Delim:
		b.WriteString(token.String())
		for dec.More() {
			if token == '{' {
				key, err := dec.Token()
				if err != nil {
					return err
				}
				fmt.Fprintf(b, "%q:", key)
			}
			if err := writeStandardOutline(b, dec); err != nil {
				return err
			}
			b.WriteByte(' ')
		}
		end, err := dec.Token()
		fmt.Fprint(b, end)
		return err
	case string:
		fmt.Fprintf(b, "%q", token)
	case nil:
		b.WriteString("null")
	default:
		fmt.Fprint(b, token)
	}
	return nil
}

// checkPlaces fails unless every value in v is where it says, with the source
// text that stands there, and cannot grow into what follows.
func checkPlaces(t interface{ Fatalf(string, ...any) }, doc []byte, v *jsonValue) {
	end := v.offset + len(v.raw)
	if end > len(doc) || !bytes.Equal(doc[v.offset:end], v.raw) {
		t.Fatalf("offset %d does not have the source text %q", v.offset, v.raw)
	}
	if cap(v.raw) != len(v.raw) {
		t.Fatalf("the source text %q has room behind it, where the document goes on", v.raw)
	}
	for i := range v.elems {
		checkPlaces(t, v.raw, shifted(&v.elems[i], v.offset))
	}
	for i := range v.members {
		checkPlaces(t, v.raw, shifted(&v.members[i].value, v.offset))
		at := v.keyOffset(i) - v.offset
		var key string
		if err := json.NewDecoder(bytes.NewReader(v.raw[at:])).Decode(&key); err != nil || key != v.members[i].key {
			t.Fatalf("the key %q is not at offset %d of %q", v.members[i].key, at, v.raw)
		}
	}
}

// shifted returns v with its places counted from a later origin.
func shifted(v *jsonValue, origin int) *jsonValue {
	out := *v
	out.offset -= origin
	out.jsonContents = new(jsonContents)
	for i := range v.elems {
		out.elems = append(out.elems, *shifted(&v.elems[i], origin))
	}
	for i := range v.members {
		out.members = append(out.members, jsonMember{v.members[i].key, *shifted(&v.members[i].value, origin)})
	}
	return &out
}

// withoutNonFinite returns doc with null in the place of each NaN and infinity
// in v.
func withoutNonFinite(doc []byte, v *jsonValue) []byte {
	var out []byte
	last := 0
	var walk func(v *jsonValue)
	walk = func(v *jsonValue) {
		if v.kind == jsonNonFinite {
			out = append(append(out, doc[last:v.offset]...), "null"...)
			last = v.offset + len(v.raw)
		}
		for i := range v.elems {
			walk(&v.elems[i])
		}
		for i := range v.members {
			walk(&v.members[i].value)
		}
	}
	walk(v)
	return append(out, doc[last:]...)
}

func nested(levels int) string {
	return strings.Repeat("[", levels) + strings.Repeat("]", levels)
}

func TestParseJSONAccepts(t *testing.T) {
	for _, c := range []struct{ doc, want string }{
		{`null`, `null`},
		{`true`, `true`},
		{`false`, `false`},
		{"\ufeff1", `1`},
		{"\ufeff \r\n\t1 \r\n\t", `1`},
		{`0`, `0`},
		{`-0`, `-0`},
		{`-0.50e+07`, `-0.50e+07`},
		{`1E5`, `1E5`},
		{`12345678901234567890`, `12345678901234567890`},
		{`1e400`, `1e400`},
		{`NaN`, `NaN`},
		{`Infinity`, `Infinity`},
		{`-Infinity`, `-Infinity`},
		{`[NaN,-Infinity,{"a":Infinity}]`, `[NaN -Infinity {"a":Infinity } ]`},
		{`""`, `""`},
		{`"NaN"`, `"NaN"`},
		{`"\"\\\/\b\f\n\r\t"`, `"\"\\/\b\f\n\r\t"`},
		{`"a\u0041\u00e9\u00E9\u4e2d"`, `"aAéé中"`},
		{`"é中😀"`, `"é中😀"`},
		{`"\ud83d\ude00\uD83D\uDE00"`, `"😀😀"`},
		{"\"\x7f\u2028\"", `"\x7f\u2028"`},
		{`"\ud800"`, `"�"`},
		{`"\ud800x"`, `"�x"`},
		{`"\ude00\ud83d"`, `"��"`},
		{`"\ud83dxude00"`, `"�xude00"`},
		{`"\ud800\u0041"`, `"�A"`},
		{`"\ud800\ud83d\ude00"`, `"�😀"`},
		{`"\ud800\n"`, `"�\n"`},
		{`"\ud800\\u0041"`, `"�\\u0041"`},
		{"\"a\xff\xfe\xe4\xb8b\"", `"a����b"`},
		{`"\u0000"`, `"\x00"`},
		{`[]`, `[]`},
		{` [ ] `, `[]`},
		{`[1, [2,[]] ,"3"]`, `[1 [2 [] ] "3" ]`},
		{`{}`, `{}`},
		{"{\n}", `{}`},
		{`{"a" : 1 , "A":2,"":{}, "a":[]}`, `{"a":1 "A":2 "":{} "a":[] }`},
		{`{"\u0061\n":1}`, `{"a\n":1 }`},
		{"{\"\xff\":1}", `{"�":1 }`},
		{nested(maxJSONDepth), strings.Repeat("[", maxJSONDepth) + "]" + strings.Repeat(" ]", maxJSONDepth-1)},
	} {
		v, err := parseJSON([]byte(c.doc))
		if err != nil {
			t.Errorf("%.60q: %v", c.doc, err)
			continue
		}
		if got := outline(&v); got != c.want {
			t.Errorf("%.60q:\n got %.90s\nwant %.90s", c.doc, got, c.want)
		}
		checkPlaces(t, []byte(c.doc), &v)
	}
}

func TestParseJSONRejects(t *testing.T) {
	const deep = `{"a":`
	for _, c := range []struct {
		doc          string
		line, column int
		what         string
	}{
		{"", 1, 1, "the document is empty"},
		{" \n ", 2, 2, "the document is empty"},
		{"\ufeff", 1, 1, "the document is empty"},
		{"\ufeff\ufeff1", 1, 1, `found '\ufeff' where a value belongs`},
		{"\ufeff[,]", 1, 2, "found a comma where a value belongs"},

		{"[1,\n 2,\n]", 2, 3, "trailing comma before ]; remove it"},
		{`{"a":1 , }`, 1, 8, "trailing comma before }; remove it"},
		{`[1,,2]`, 1, 4, "found a comma where a value belongs"},
		{`{"a":1,,"b":2}`, 1, 8, "found a comma where a key belongs"},
		{`[1 2]`, 1, 4, "found '2' after an element of an array; a comma or ] belongs there"},
		{`["é" "b"]`, 1, 7, `found '"' after an element of an array; a comma or ] belongs there`},
		{`[1}`, 1, 3, "found '}' after an element of an array; a comma or ] belongs there"},
		{"{\"a\":1\n\"b\":2}", 2, 1, `found '"' after the value of "a"; a comma or } belongs there`},
		{`{"a":1]`, 1, 7, `found ']' after the value of "a"; a comma or } belongs there`},
		{`{"a" 1}`, 1, 6, `found '1' after the key "a"; a colon belongs there`},
		{`{"a":}`, 1, 6, "found '}' where a value belongs"},
		{`{a:1}`, 1, 2, "found 'a' where a key belongs; keys stand in double quotes"},
		{`{1:1}`, 1, 2, "found '1' where a key belongs; keys stand in double quotes"},
		{`{'a':1}`, 1, 2, "found a single quote; keys stand in double quotes"},
		{`{[]:1}`, 1, 2, "found '[' where a key belongs"},
		{`{"a":1, // b` + "\n}", 1, 9, "found '/' where a key belongs; JSON has no comments"},
		{"# b\n{}", 1, 1, "found '#' where a value belongs; JSON has no comments"},
		{`[1 /* b */]`, 1, 4, "found '/' after an element of an array; a comma or ] belongs there"},
		{`['a']`, 1, 2, "found a single quote; strings stand in double quotes"},
		{`]`, 1, 1, "found ']' where a value belongs"},
		{"\xff\xfe[\x00", 1, 1, "found the byte 0xff where a value belongs; is the file UTF-16? Save it as UTF-8"},
		{"\xe4", 1, 1, "found the byte 0xe4 where a value belongs"},
		{"[\x01]", 1, 2, "found the byte 0x01 where a value belongs"},
		{"[中]", 1, 2, "found '中' where a value belongs"},
		{"\f1", 1, 1, "found the byte 0x0c where a value belongs"},
		{"\u00a01", 1, 1, `found '\u00a0' where a value belongs`},

		{`[01]`, 1, 2, "found a number with a leading 0; remove it"},
		{`[-00.5]`, 1, 3, "found a number with a leading 0; remove it"},
		{`[+1]`, 1, 2, "found a plus sign where a value belongs; write the number without it"},
		{`[.5]`, 1, 2, "found a point where a value belongs; write 0 before a decimal point"},
		{`[-.5]`, 1, 3, "found '.' in a number; a digit belongs there"},
		{`[1.]`, 1, 4, "found ']' in a number; a digit after the decimal point belongs there"},
		{`[1.e5]`, 1, 4, "found 'e' in a number; a digit after the decimal point belongs there"},
		{`[1e]`, 1, 4, "found ']' in a number; a digit of the exponent belongs there"},
		{`[1e+]`, 1, 5, "found ']' in a number; a digit of the exponent belongs there"},
		{`[1e5.0]`, 1, 5, "found '.' after an element of an array; a comma or ] belongs there"},
		{`[-]`, 1, 3, "found ']' in a number; a digit belongs there"},
		{`[--1]`, 1, 3, "found '-' in a number; a digit belongs there"},
		{`[0x10]`, 1, 3, "found 'x' after an element of an array; a comma or ] belongs there"},
		{`[1_000]`, 1, 3, "found '_' after an element of an array; a comma or ] belongs there"},

		{`[True]`, 1, 2, "found True, which is no JSON value; write true"},
		{`[None]`, 1, 2, "found None, which is no JSON value; write null"},
		{`[nan]`, 1, 2, "found nan, which is no JSON value; write null, or NaN or Infinity as Python does"},
		{`[inf]`, 1, 2, "found inf, which is no JSON value; write null, or NaN or Infinity as Python does"},
		{`[-NaN]`, 1, 2, "found -NaN, which is no JSON value"},
		{`[-inf]`, 1, 2, "found -inf, which is no JSON value"},
		{`[-true]`, 1, 2, "found -true, which is no JSON value"},
		{`[nullx]`, 1, 2, "found nullx, which is no JSON value"},
		{`[NaN1]`, 1, 2, "found NaN1, which is no JSON value"},
		{`[-Infinity1]`, 1, 2, "found -Infinity1, which is no JSON value"},
		{`{"` + strings.Repeat("é", 30) + `" 1}`, 1, 65, `found '1' after the key "` + strings.Repeat("é", 20) + `…"; a colon belongs there`},
		{`{"a` + strings.Repeat("é", 30) + `" 1}`, 1, 66, `found '1' after the key "a` + strings.Repeat("é", 19) + `…"; a colon belongs there`},
		{"[" + strings.Repeat("a", 50) + "]", 1, 2, "found " + strings.Repeat("a", 40) + "…, which is no JSON value"},

		{"[\"a\tb\"]", 1, 4, `found the control character 0x09 in a string; write it as \u0009`},
		{"[\"a\x00b\"]", 1, 4, `found the control character 0x00 in a string; write it as \u0000`},
		{"[\"a\nb\"]", 1, 4, `found a line break in a string; write it as \n, or close the string`},
		{`["C:\dir"]`, 1, 5, `found a backslash before 'd' in a string; write it as \\`},
		{`["it\'s"]`, 1, 5, `found a backslash before a single quote in a string; write it as \\`},
		{`["\U0041"]`, 1, 3, `found a backslash before 'U' in a string; write it as \\`},
		{`["\u00g1"]`, 1, 3, `found \u without four hexadecimal digits in a string`},
		{`["\u00"]`, 1, 3, `found \u without four hexadecimal digits in a string`},
		{`["a\"]`, 1, 7, "the document ends inside a string; is the file cut off?"},

		{`[1] 2`, 1, 5, "found '2' after the end of the document's value"},
		{"{}\n{}", 2, 1, "found '{' after the end of the document's value"},
		{`[1],`, 1, 4, "found ',' after the end of the document's value"},
		{"1\x00", 1, 2, "found the byte 0x00 after the end of the document's value"},

		{`[`, 1, 2, "the document ends inside an array; is the file cut off?"},
		{"[1,\n2,\n", 3, 1, "the document ends inside an array; is the file cut off?"},
		{`[1 `, 1, 4, "the document ends inside an array; is the file cut off?"},
		{`{`, 1, 2, "the document ends inside an object; is the file cut off?"},
		{`{"a"`, 1, 5, "the document ends inside an object; is the file cut off?"},
		{`{"a":`, 1, 6, "the document ends inside an object; is the file cut off?"},
		{`{"a":1`, 1, 7, "the document ends inside an object; is the file cut off?"},
		{`{"a":1,`, 1, 8, "the document ends inside an object; is the file cut off?"},
		{`{"a`, 1, 4, "the document ends inside a string; is the file cut off?"},
		{`"\`, 1, 3, "the document ends inside a string; is the file cut off?"},
		{`"\u00`, 1, 6, "the document ends inside a string; is the file cut off?"},
		{`[-`, 1, 3, "the document ends inside a number; is the file cut off?"},
		{`[1.`, 1, 4, "the document ends inside a number; is the file cut off?"},
		{`[1e-`, 1, 5, "the document ends inside a number; is the file cut off?"},
		{`[tru`, 1, 5, "the document ends inside a word; is the file cut off?"},
		{`[Na`, 1, 4, "the document ends inside a word; is the file cut off?"},
		{`[-Inf`, 1, 6, "the document ends inside a word; is the file cut off?"},
		{`[-Inf]`, 1, 2, "found -Inf, which is no JSON value"},

		{nested(maxJSONDepth + 1), 1, maxJSONDepth + 1, "values are nested more than 512 levels deep"},
		{strings.Repeat("[", 1e6), 1, maxJSONDepth + 1, "values are nested more than 512 levels deep"},
		{strings.Repeat(deep, 1e5), 1, maxJSONDepth*len(deep) + 1, "values are nested more than 512 levels deep"},
	} {
		v, err := parseJSON([]byte(c.doc))
		if err == nil {
			t.Errorf("%.60q: accepted as %.60s", c.doc, outline(&v))
			continue
		}
		var je *jsonError
		if !errors.As(err, &je) {
			t.Fatalf("%.60q: the error %v is no *jsonError", c.doc, err)
		}
		if line, column := lineColumn([]byte(c.doc), je.offset); line != c.line || column != c.column || je.what != c.what {
			t.Errorf("%.60q:\n got %d:%d %s\nwant %d:%d %s", c.doc, line, column, je.what, c.line, c.column, c.what)
		}
	}
}

func TestParseJSONLines(t *testing.T) {
	for _, c := range []struct{ doc, want string }{
		{"", ""},
		{"\ufeff", ""},
		{" \n\r\n", ""},
		{"{\"a\":1}\n{\"a\":2}\n", `{"a":1 } {"a":2 }`},
		{"\ufeff{}\r\n\r\n\n  []\t1 NaN", `{} [] 1 NaN`},
		{"{\"a\":\n1}\n2", `{"a":1 } 2`},
		{`[1]`, `[1 ]`},
	} {
		values, err := parseJSONLines([]byte(c.doc))
		var got []string
		for i := range values {
			got = append(got, outline(&values[i]))
			checkPlaces(t, []byte(c.doc), &values[i])
		}
		if joined := strings.Join(got, " "); err != nil || joined != c.want {
			t.Errorf("%q: got %s, %v; want %s", c.doc, joined, err, c.want)
		}
	}
	for _, c := range []struct {
		doc          string
		line, column int
		what         string
	}{
		{"{}\n,{}", 2, 1, "found a comma between two values; remove it, or enclose all of them in [ ]"},
		{"{},\n{}", 1, 3, "found a comma between two values; remove it, or enclose all of them in [ ]"},
		{"{}{}", 1, 3, "found '{' directly after the end of a value; begin a new line"},
		{"1\"a\"", 1, 2, `found '"' directly after the end of a value; begin a new line`},
		{",{}", 1, 1, "found a comma where a value belongs"},
		{"{\"a\":1\n{\"a\":2}", 2, 1, `found '{' after the value of "a"; a comma or } belongs there`},
		{"{}\n{\"a\":1", 2, 7, "the document ends inside an object; is the file cut off?"},
		{"{}\n}", 2, 1, "found '}' where a value belongs"},
	} {
		values, err := parseJSONLines([]byte(c.doc))
		var je *jsonError
		if !errors.As(err, &je) || values != nil {
			t.Errorf("%q: got %d values and the error %v", c.doc, len(values), err)
			continue
		}
		if line, column := lineColumn([]byte(c.doc), je.offset); line != c.line || column != c.column || je.what != c.what {
			t.Errorf("%q:\n got %d:%d %s\nwant %d:%d %s", c.doc, line, column, je.what, c.line, c.column, c.what)
		}
	}
}

func TestJSONGet(t *testing.T) {
	v, err := parseJSON([]byte(`{"tput":1,"TPUT":2,"a":{"b":3},"tput":4,"Tput":5}`))
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"tput": "4", "TPUT": "2", "Tput": "5"} {
		if got := v.get(key); got == nil || string(got.raw) != want {
			t.Errorf("get(%q) = %v, want %s", key, got, want)
		}
	}
	if got := v.get("tpuT"); got != nil {
		t.Errorf("get found a key in another case: %s", got.raw)
	}
	if got := v.get("a").get("b"); got == nil || string(got.raw) != "3" {
		t.Errorf(`get("a").get("b") = %v`, got)
	}
	if got := v.get("b").get("c").get("d"); got != nil {
		t.Errorf("get on an absent value = %v", got)
	}
	if got := v.get("tput").get("tput"); got != nil {
		t.Errorf("get on a number = %v", got)
	}
}

func TestJSONRepeatedKey(t *testing.T) {
	// many is an object of more keys than are compared pair by pair.
	many := func(more string) string {
		var b strings.Builder
		for i := range 100 {
			fmt.Fprintf(&b, `"k%d":{"x":[1,{"k%d":2}]} , `, i, i)
		}
		return "{" + b.String() + more + "}"
	}
	for _, c := range []struct {
		doc, key, from string // from is where the repetition begins
	}{
		{`{}`, "", ""},
		{`[{"a":1,"a":2}]`, "", ""},
		{`{"a":1,"A":2,"b":{"a":1,"a":1}}`, "", ""},
		{`{"id":"a","tput":70,"tput":700}`, "tput", `"tput":700}`},
		{`{"a":"\"b\",", "b":0 ,` + "\n" + `"b" :1,"a":1}`, "b", `"b" :1,"a":1}`},
		{`{"a":[",",{"a":1}],"\u0061":1,"a":3}`, "a", `"\u0061":1,"a":3}`},
		{`{"":1,"":2}`, "", `"":2}`},
		{many(`"A":1`), "", ""},
		{many(`"a":1,"b":1,"b":2,"a":2`), "b", `"b":2,"a":2}`},
		{many(`"k7":1`), "k7", `"k7":1}`},
	} {
		doc := " " + c.doc // so that an offset in the value is not one in the document
		v, err := parseJSON([]byte(doc))
		if err != nil {
			t.Fatal(err)
		}
		key, offset, ok := v.repeatedKey()
		switch {
		case ok != (c.from != "") || key != c.key:
			t.Errorf("%.60s: repeatedKey() = %q, %d, %v", c.doc, key, offset, ok)
		case ok && doc[offset:] != c.from:
			t.Errorf("%.60s: the repetition is placed at %q, not at %q", c.doc, doc[offset:], c.from)
		}
	}
}

func TestJSONNumber(t *testing.T) {
	for _, c := range []struct {
		doc     string
		want    float64
		ok      bool
		integer bool
	}{
		{"0", 0, true, true},
		{"-12", -12, true, true},
		{"1.0", 1, true, false},
		{"1e0", 1, true, false},
		{"2E3", 2000, true, false},
		{"9007199254740993", 9007199254740992, true, true},
		{"1.7976931348623157e308", math.MaxFloat64, true, false},
		{"1e-400", 0, true, false},
		{"5e-324", 5e-324, true, false},
		{"1e400", 0, false, false},
		{"-1e400", 0, false, false},
		{"1" + strings.Repeat("0", 308), 1e308, true, true},
		{"1" + strings.Repeat("0", 309), 0, false, true},
		{"NaN", 0, false, false},
		{"Infinity", 0, false, false},
		{"true", 0, false, false},
		{"null", 0, false, false},
		{`"1"`, 0, false, false},
		{"[1]", 0, false, false},
	} {
		v, err := parseJSON([]byte(c.doc))
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := v.number(); got != c.want || ok != c.ok {
			t.Errorf("number of %.40s = %v, %v; want %v, %v", c.doc, got, ok, c.want, c.ok)
		}
		if got := v.isInteger(); got != c.integer {
			t.Errorf("isInteger of %.40s = %v", c.doc, got)
		}
	}
	if _, ok := (*jsonValue)(nil).number(); ok {
		t.Error("an absent value is a number")
	}
	// Two identities that no float64 tells apart.
	v, _ := parseJSON([]byte(`[9007199254740993,9007199254740992]`))
	if a, b := string(v.elems[0].raw), string(v.elems[1].raw); a != "9007199254740993" || b != "9007199254740992" {
		t.Errorf("large integers came as %s and %s", a, b)
	}
}

func TestLineColumn(t *testing.T) {
	const doc = "\ufeffab\r\n\né1\n"
	for _, c := range [][3]int{{-5, 1, 1}, {0, 1, 1}, {2, 1, 1}, {3, 1, 1}, {4, 1, 2}, {6, 1, 4}, {7, 2, 1}, {8, 3, 1}, {10, 3, 3}, {12, 4, 1}, {99, 4, 1}} {
		if line, column := lineColumn([]byte(doc), c[0]); line != c[1] || column != c[2] {
			t.Errorf("offset %d is at %d:%d, want %d:%d", c[0], line, column, c[1], c[2])
		}
	}
	if line, column := lineColumn(nil, 0); line != 1 || column != 1 {
		t.Errorf("the empty document begins at %d:%d", line, column)
	}
}

// A container of many elements takes over the parser's scratch slice. Values
// before and after it have to be left alone.
func TestParseJSONLargeContainers(t *testing.T) {
	var b strings.Builder
	next := 0 // all numbers differ, so that none can stand in for another
	list := func(n int) {
		b.WriteByte('[')
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprint(&b, next)
			next++
		}
		b.WriteByte(']')
	}
	object := func(n int) {
		b.WriteByte('{')
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `"%d":%d`, i, next)
			next++
		}
		b.WriteByte('}')
	}
	b.WriteString(`{"few":`)
	list(3)
	b.WriteString(`,"many":`)
	list(handOver + 5)
	b.WriteString(`,"objects":[`)
	object(handOver)
	b.WriteByte(',')
	object(2)
	b.WriteString(`],"more":`)
	list(2 * handOver)
	b.WriteString(`}`)
	doc := []byte(b.String())
	v, err := parseJSON(doc)
	if err != nil {
		t.Fatal(err)
	}
	want, err := standardOutline(doc)
	if err != nil {
		t.Fatal(err)
	}
	if outline(&v) != want {
		t.Error("the tree is not the one of encoding/json")
	}
	checkPlaces(t, doc, &v)

	b.Reset()
	list(handOver + 5)
	if v, err = parseJSON([]byte(b.String())); err != nil || len(v.elems) != handOver+5 || cap(v.elems) != len(v.elems) {
		t.Errorf("a large array alone: %d elements, room for %d, error %v", len(v.elems), cap(v.elems), err)
	}
}

// More different strings than are kept, and ones too long to be kept, come as
// they are all the same.
func TestParseJSONManyStrings(t *testing.T) {
	var b strings.Builder
	b.WriteString(`["","é"`)
	for i := range 2 * maxInterned {
		fmt.Fprintf(&b, `,"%d","%*d"`, i%(maxInterned+100), maxInternedLen+i%3, i)
	}
	b.WriteByte(']')
	v, err := parseJSON([]byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	for i := range v.elems {
		if e := &v.elems[i]; e.str != string(e.raw[1:len(e.raw)-1]) {
			t.Fatalf("%s came as %q", e.raw, e.str)
		}
	}
}

// drawJSON draws a valid document with every freedom that the grammar leaves.
func drawJSON(t *rapid.T) []byte {
	var b []byte
	space := func() {
		if rapid.IntRange(0, 3).Draw(t, "space") == 0 {
			b = append(b, rapid.StringOfN(rapid.RuneFrom([]rune(" \t\r\n")), 1, 3, -1).Draw(t, "spaces")...)
		}
	}
	number := rapid.StringMatching(`-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,4})?`)
	piece := rapid.OneOf(
		rapid.StringMatching(`[a-c ]{0,3}`),
		rapid.SampledFrom([]string{
			"é", "中", "😀", "\u2028", "\xff", "\xc3", "\x7f", `\"`, `\\`, `\/`, `\b`, `\f`, `\n`, `\r`, `\t`, `\u0000`,
			`\u00e9`, `\uD83D\uDE00`, `\ud800`, `\uDFFF`, `\ud83d`, `NaN`, `,`, `}`,
		}),
	)
	text := func() {
		b = append(b, '"')
		for range rapid.IntRange(0, 4).Draw(t, "pieces") {
			b = append(b, piece.Draw(t, "piece")...)
		}
		b = append(b, '"')
	}
	// rapid prefers the first of several, so the larger ones come first.
	scalars := []string{"string", "number", "null", "true", "false"}
	containers := []string{"object", "array", "object", "array"}
	all := append(slices.Clone(containers), scalars...)
	var value func(depth int)
	value = func(depth int) {
		kinds := all
		switch depth {
		case 0: // a lone scalar has nothing to go wrong
			kinds = containers
		case 5:
			kinds = scalars
		}
		space()
		switch kind := rapid.SampledFrom(kinds).Draw(t, "kind"); kind {
		case "number":
			b = append(b, number.Draw(t, "number")...)
		case "string":
			text()
		case "object", "array":
			brackets := map[string]string{"object": "{}", "array": "[]"}[kind]
			b = append(b, brackets[0])
			n := rapid.SampledFrom([]int{3, 2, 4, 1, 0}).Draw(t, "n")
			for i := range n {
				if i > 0 {
					b = append(b, ',')
				}
				if kind == "object" {
					space()
					text()
					space()
					b = append(b, ':')
				}
				value(depth + 1)
			}
			if n == 0 {
				space()
			}
			b = append(b, brackets[1])
		default:
			b = append(b, kind...)
		}
		space()
	}
	value(0)
	return b
}

func TestParseJSONAgreesOnValidDocuments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := drawJSON(t)
		before := bytes.Clone(doc)
		v, err := parseJSON(doc)
		if err != nil {
			t.Fatalf("%q: %v", doc, err)
		}
		if !bytes.Equal(doc, before) {
			t.Fatalf("the document was changed")
		}
		want, err := standardOutline(doc)
		if err != nil {
			t.Fatalf("%q: encoding/json: %v", doc, err)
		}
		if got := outline(&v); got != want {
			t.Fatalf("%q:\n got %s\nwant %s", doc, got, want)
		}
		checkPlaces(t, doc, &v)

		// Several documents with space between them are lines.
		lines, err := parseJSONLines(glue(doc, []byte("\n"), doc, []byte(" "), doc))
		if err != nil || len(lines) != 3 || outline(&lines[2]) != want {
			t.Fatalf("%q as lines: %d values, %v", doc, len(lines), err)
		}
	})
}

// glue returns the parts as one new document.
func glue(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

func TestParseJSONAgreesOnBrokenDocuments(t *testing.T) {
	bits := rapid.SampledFrom([]string{
		",", ":", "\"", "\\", "[", "]", "{", "}", "-", "+", ".", "0", "1", "e", "E", "u", "\n", "\t", "\x00",
		"\f", "\x1f", "\xff", "'", "/", "#", "N", "NaN", "Infinity", "-Infinity", "null", "nul", "t", "\ufeff", "é", `\u12`, `\ud800`, "x",
	})
	rapid.Check(t, func(t *rapid.T) {
		doc := drawJSON(t)
		for range rapid.IntRange(1, 3).Draw(t, "edits") {
			at := rapid.IntRange(0, len(doc)).Draw(t, "at")
			end := min(len(doc), at+rapid.SampledFrom([]int{0, 0, 1, 1, 2, 5, 1000}).Draw(t, "cut"))
			doc = glue(doc[:at], []byte(bits.Draw(t, "bit")), doc[end:])
		}
		checkAgreement(t, doc)
	})
}

// checkAgreement fails unless doc is accepted exactly if encoding/json accepts
// it, save for the extensions and the limit of depth.
func checkAgreement(t interface{ Fatalf(string, ...any) }, doc []byte) {
	v, err := parseJSON(doc)
	plain := bytes.TrimPrefix(doc, []byte(utf8BOM))
	if err == nil {
		checkPlaces(t, doc, &v)
		strict := bytes.TrimPrefix(withoutNonFinite(doc, &v), []byte(utf8BOM))
		if !json.Valid(strict) {
			t.Fatalf("%q is accepted and not valid", doc)
		}
		return
	}
	var je *jsonError
	if !errors.As(err, &je) {
		t.Fatalf("%q: the error %v is no *jsonError", doc, err)
	}
	if je.offset < 0 || je.offset > len(doc) || je.what == "" || strings.ContainsAny(je.what, "\r\n") || !utf8.ValidString(je.what) {
		t.Fatalf("%q: the error is at %d: %q", doc, je.offset, je.what)
	}
	if strings.Contains(je.what, "levels deep") {
		return
	}
	if json.Valid(plain) {
		t.Fatalf("%q is valid and rejected at %d: %s", doc, je.offset, je.what)
	}
}

func FuzzParseJSON(f *testing.F) {
	for _, doc := range []string{
		"", "null", "\ufeff[1]", `{"a":[1,2.5e-3,NaN],"b":"\ud83d\ude00\ud800\n"}`, `[-Infinity,Infinity,-0,1e400]`,
		`{"a":1,"a":2}`, `[1,]`, `{"a":1,}`, `["` + "\xff" + `"]`, "[\"\t\"]", `[01]`, `[1.]`, `["\u12"]`, nested(maxJSONDepth), nested(maxJSONDepth + 1),
		"{\"a\":1}\n{\"a\":2}\n", `{"a":tru`,
	} {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		checkAgreement(t, doc)
		values, err := parseJSONLines(doc)
		if v, one := parseJSON(doc); one == nil && (err != nil || len(values) != 1 || outline(&values[0]) != outline(&v)) {
			t.Fatalf("%q is one value, and as lines %d values, %v", doc, len(values), err)
		}
		for i := range values {
			checkPlaces(t, doc, &values[i])
			values[i].repeatedKey()
		}
	})
}

func BenchmarkParseJSON(b *testing.B) {
	var doc bytes.Buffer
	doc.WriteByte('[')
	for i := range 20_000 {
		if i > 0 {
			doc.WriteByte(',')
		}
		fmt.Fprintf(&doc, `
  {"hw": "b200", "framework": "sglang", "precision": "fp4", "conc": %d, "tp": 8, "is_multinode": false, "image": "lmsysorg/sglang:v0.5.%d",
   "tput_per_gpu": %.5f, "p90_e2el": %.5f, "p75_e2el": %.5f, "mean_intvty": %.5f, "metrics": {"ttft": [%d, 0.25, 1e-3], "note": null}}`,
			i, i%50, 100+float64(i)/7, float64(i)/3, float64(i)/4, float64(i)/5, i)
	}
	doc.WriteByte(']')
	b.SetBytes(int64(doc.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := parseJSON(doc.Bytes()); err != nil {
			b.Fatal(err)
		}
	}
}

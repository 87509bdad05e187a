package ingest_test

import (
	"strings"
	"testing"

	"paretocov/frontier/ingest"
)

func TestReadCSV(t *testing.T) {
	const bom = "\xef\xbb\xbf"
	one := `id="a" p90_e2el=10 tput_per_gpu=100`
	for _, test := range []struct {
		what, doc string
		want      []string
	}{
		{"plain", "id,tput_per_gpu,p90_e2el\na,100,10\n", []string{one}},
		{"without a last newline", "id,tput_per_gpu,p90_e2el\na,100,10", []string{one}},
		{"a byte order mark", bom + "tput_per_gpu,p90_e2el,id\n100,10,a\n", []string{one}},
		{"a byte order mark before a quote", bom + "\"tput_per_gpu\",p90_e2el,id\n100,10,a\n", []string{one}},
		{"CRLF", "id,tput_per_gpu,p90_e2el\r\na,100,10\r\nb,200,20\r\n", []string{one, `id="b" p90_e2el=20 tput_per_gpu=200`}},
		{"CRLF and a byte order mark", bom + "tput_per_gpu,p90_e2el,id\r\n100,10,a\r\n", []string{one}},
		{"blank lines", "id,tput_per_gpu,p90_e2el\n\na,100,10\n\n", []string{one}},
		{"spaces around", " id , tput_per_gpu ,\tp90_e2el\na, 100 ,10 \n", []string{one}},
		{"other cases in the header", "ID,TPUT_PER_GPU,P90_E2EL\na,100,10\n", []string{one}},
		{"known columns under other names", "hw,concurrency,tput-per-gpu,p90 e2el\nh100,4,100,10\n", []string{`conc="4" hardware="h100" p90_e2el=10 tput_per_gpu=100`}},
		{"semicolons", "id;tput_per_gpu;p90_e2el\na;100;10\n", []string{one}},
		{"tabs", "id\ttput_per_gpu\tp90_e2el\na\t100\t10\n", []string{one}},
		{"a comma within semicolons", "id;tput_per_gpu;p90_e2el\n\"a,b\";100;10\n", []string{`id="a,b" p90_e2el=10 tput_per_gpu=100`}},
		{"separators within quotes of the header", "id;\"x,y,z\";tput_per_gpu;p90_e2el\na;;100;10\n", []string{one}},
		{"more quoted separators than others", "\"x,y,z\";tput_per_gpu\nu;100\n", []string{`tput_per_gpu=100 x,y,z="u"`}},
		{"quoted cells", "id,tput_per_gpu,p90_e2el\n\"a, \"\"b\"\"\nc\",\"100\",\" 10\"\n", []string{`id="a, \"b\"\nc" p90_e2el=10 tput_per_gpu=100`}},
		{"an id is verbatim", "id,tput_per_gpu,p90_e2el\n a ,100,10\nnone,100,10\n-,100,10\n", []string{
			`id=" a " p90_e2el=10 tput_per_gpu=100`, `id="none" p90_e2el=10 tput_per_gpu=100`, `id="-" p90_e2el=10 tput_per_gpu=100`,
		}},
		{"an id of digits", "id,tput_per_gpu,p90_e2el\n9007199254740993,100,10\n", []string{`id="9007199254740993" p90_e2el=10 tput_per_gpu=100`}},
		{"forms of numbers", "id,tput_per_gpu,p90_e2el\na,1e2,.5\nb,+100.,1E-1\nc,100.0,0.5\n", []string{
			`id="a" p90_e2el=0.5 tput_per_gpu=100`, `id="b" p90_e2el=0.1 tput_per_gpu=100`, `id="c" p90_e2el=0.5 tput_per_gpu=100`,
		}},
		// The type of a column is not guessed from its first rows.
		{"a decimal after an integer", "tput_per_gpu,p90_e2el\n100,10\n90.5,20\n", []string{"p90_e2el=10 tput_per_gpu=100", "p90_e2el=20 tput_per_gpu=90.5"}},
		{"a number after a null word", "tput_per_gpu,p90_e2el\nN/A,10\n90.5,20\n", []string{"p90_e2el=10", "p90_e2el=20 tput_per_gpu=90.5"}},
		{"a number after nothing", "tput_per_gpu,p90_e2el\n,10\n90.5,20\n", []string{"p90_e2el=10", "p90_e2el=20 tput_per_gpu=90.5"}},
		{"null words", "tput_per_gpu,p90_e2el\n1,\n2,NA\n3,n/a\n4,null\n5,NONE\n6,NaN\n7,-\n8, nan \n9,  \n", []string{
			"tput_per_gpu=1", "tput_per_gpu=2", "tput_per_gpu=3", "tput_per_gpu=4", "tput_per_gpu=5", "tput_per_gpu=6", "tput_per_gpu=7", "tput_per_gpu=8", "tput_per_gpu=9",
		}},
		{"infinities", "tput_per_gpu,p90_e2el\n1,inf\n2,-inf\n3,Infinity\n4,+INF\n5,-infinity\n6,1e999\n7,-1e999\n", []string{
			"p90_e2el is infinite tput_per_gpu=1", "p90_e2el is infinite tput_per_gpu=2", "p90_e2el is infinite tput_per_gpu=3", "p90_e2el is infinite tput_per_gpu=4",
			"p90_e2el is infinite tput_per_gpu=5", "p90_e2el is infinite tput_per_gpu=6", "p90_e2el is infinite tput_per_gpu=7",
		}},
		{"numbers that are no measurements", "tput_per_gpu,p90_e2el\n1,0\n2,-1\n3,-0\n4,1e-999\n", []string{
			"p90_e2el is 0 tput_per_gpu=1", "p90_e2el is negative tput_per_gpu=2", "p90_e2el is 0 tput_per_gpu=3", "p90_e2el is 0 tput_per_gpu=4",
		}},
		{"a column of y alone", "tput_per_gpu\n1\n2\n", []string{"tput_per_gpu=1", "tput_per_gpu=2"}},
		{"settings and texts, and no other numbers", "engine,power,conc,note,tput_per_gpu\nalpha,300,4,,1\n,,8,x,2\n", []string{
			`conc="4" engine="alpha" tput_per_gpu=1`, `conc="8" note="x" tput_per_gpu=2`,
		}},
		{"none says something where it is a setting", "spec_method,offload,engine,tput_per_gpu\nnone,none,none,1\nNA,-,null,2\n", []string{
			`engine="none" offload="none" spec_method="none" tput_per_gpu=1`, "tput_per_gpu=2",
		}},
		{"text in a column that is not used", "id,power,tput_per_gpu\na,300,1\nb,x,2\n", []string{`id="a" power="300" tput_per_gpu=1`, `id="b" power="x" tput_per_gpu=2`}},
		{"text in a metric that is not asked for", "id,p99_e2el,tput_per_gpu\na,3,1\nb,x,2\n", []string{`id="a" tput_per_gpu=1`, `id="b" tput_per_gpu=2`}},
		{"columns without a name", "id,,tput_per_gpu,\na,,1,\n", []string{`id="a" tput_per_gpu=1`}},
		{"p9 is not p90", "id,p9_e2el,p99_e2el,p90_e2el,tput_per_gpu\na,5,7,6,1\n", []string{`id="a" p90_e2el=6 tput_per_gpu=1`}},
	} {
		tb, err := text(t, ingest.Options{}, test.doc)
		wantCells(t, test.what, tb, err, test.want...)
	}
}

func TestReadCSVRejects(t *testing.T) {
	cell := func(text string) string { return "id,tput_per_gpu,p90_e2el\na,100,10\nb," + text + ",20\n" }
	for _, test := range []struct {
		what, doc string
		want      fault
	}{
		{"text in a numeric column", "tput_per_gpu,p90_e2el\n100,10\nx,20\n90,30\n", fault{3, "tput_per_gpu", "x", "not a number"}},
		{"the name of the column as it stands", "TPUT Per GPU,p90_e2el\nx,20\n", fault{2, "TPUT Per GPU", "x", "not a number"}},
		{"text behind a quoted line break", "id,tput_per_gpu,p90_e2el\n\"a\nb\",1,1\nc,2,x\n", fault{4, "p90_e2el", "x", "not a number"}},
		{"text in a row with a line break", "id,tput_per_gpu,p90_e2el\n\"a\nb\",1,x\n", fault{2, "p90_e2el", "x", "not a number"}},
		{"text behind a byte order mark and CRLF", "\xef\xbb\xbfid,tput_per_gpu,p90_e2el\r\na,1,1\r\nb,y,1\r\n", fault{3, "tput_per_gpu", "y", "not a number"}},
		{"a decimal comma", "id;p90_e2el;tput_per_gpu\na;4,25;1\n", fault{2, "p90_e2el", "4,25", "comma"}},
		{"a thousands mark", cell(`"1,200"`), fault{3, "tput_per_gpu", "1,200", "comma"}},
		{"both", cell(`"1.200,5"`), fault{3, "tput_per_gpu", "1.200,5", "comma"}},
		{"a unit", cell("12ms"), fault{3, "tput_per_gpu", "12ms", "not a number"}},
		{"a share", cell("12%"), fault{3, "tput_per_gpu", "12%", "not a number"}},
		{"hexadecimal", cell("0x10"), fault{3, "tput_per_gpu", "0x10", "not a number"}},
		{"hexadecimal with an exponent", cell("0x1p4"), fault{3, "tput_per_gpu", "0x1p4", "not a number"}},
		{"underscores", cell("1_000"), fault{3, "tput_per_gpu", "1_000", "not a number"}},
		{"two numbers", cell("1 2"), fault{3, "tput_per_gpu", "1 2", "not a number"}},
		{"an exponent without digits", cell("1e"), fault{3, "tput_per_gpu", "1e", "not a number"}},
		{"a dot", cell("."), fault{3, "tput_per_gpu", ".", "not a number"}},
		{"two signs", cell("--5"), fault{3, "tput_per_gpu", "--5", "not a number"}},
		{"two signs and infinity", cell("+-inf"), fault{3, "tput_per_gpu", "+-inf", "not a number"}},
		{"a boolean", cell("true"), fault{3, "tput_per_gpu", "true", "not a number"}},
		{"other digits", cell("１２"), fault{3, "tput_per_gpu", "１２", "not a number"}},

		{"too few cells", "id,tput_per_gpu,p90_e2el\na,1,1\nb,2\n", fault{line: 3, why: "2 cells"}},
		{"too many cells", "id,tput_per_gpu,p90_e2el\na,1,1,1\n", fault{line: 2, why: "4 cells"}},
		{"a bare quote", "id,tput_per_gpu,p90_e2el\na\"b,1,1\n", fault{line: 2, why: "quote"}},
		{"an open quote", "id,tput_per_gpu,p90_e2el\na,1,1\n\"b,1,1\n", fault{why: "quote"}},

		{"one column twice", "id,tput_per_gpu,tput_per_gpu\na,100,10\n", fault{line: 1, column: "tput_per_gpu", why: "twice"}},
		{"one column twice, by case", "id,tput_per_gpu,Tput_Per_GPU\na,100,10\n", fault{line: 1, column: "Tput_Per_GPU", why: "twice"}},
		{"one column twice, by outer spaces", "id,tput_per_gpu,p90_e2el, p90_e2el \na,100,10,10\n", fault{line: 1, why: "twice"}},
		{"one column twice, under two known names", "hw,hardware,tput_per_gpu\na,b,1\n", fault{line: 1, column: "hardware", why: "twice"}},
		{"one unknown column twice, by case", "Engine,engine,tput_per_gpu\na,b,1\n", fault{line: 1, column: "engine", why: "twice"}},

		{"no column for y", "id,p90_e2el\na,1\n", fault{line: 1, why: "no column tput_per_gpu; there are: id, p90_e2el"}},
		{"a header alone", "id,tput_per_gpu,p90_e2el\n", fault{why: "no data rows"}},
		{"a header without a newline", "id,tput_per_gpu,p90_e2el", fault{why: "no data rows"}},
		{"a header and blank lines", "id,tput_per_gpu,p90_e2el\n\n\n", fault{why: "no data rows"}},
		{"zero bytes", "", fault{why: "no data rows"}},
		{"blanks", " \n\t\r\n", fault{why: "no data rows"}},
		{"a byte order mark alone", "\xef\xbb\xbf", fault{why: "no data rows"}},
		{"UTF-16 that ends within a letter", "i\x00d\x00,\x00t\x00\n\x00a", fault{line: 2, why: "ends within a character"}},
	} {
		tb, err := text(t, ingest.Options{}, test.doc)
		if err == nil {
			t.Errorf("%s: read as %q", test.what, cells(tb))
			continue
		}
		wantFault(t, test.what, err, "rows", test.want)
	}
}

// TestCSVPlaces: a row stands on the line of its first byte.
func TestCSVPlaces(t *testing.T) {
	tb, err := text(t, ingest.Options{}, "id,tput_per_gpu\r\n\"a\nb\",1\r\n\r\nc,2\r\nd,3\r\n")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for row := range tb.Rows {
		got = append(got, tb.Place(row))
	}
	if want := "rows:2 rows:5 rows:6"; strings.Join(got, " ") != want {
		t.Errorf("%q, want %s", got, want)
	}
}

// TestManyRows: columns that turn up late, words that repeat, and more rows than
// any buffer starts with.
func TestManyRows(t *testing.T) {
	for _, n := range []int{1, 31, 32, 33, 1023, 1024, 1025, 5000} {
		var csv, json strings.Builder
		csv.WriteString("id,engine,tput_per_gpu,p90_e2el\n")
		for i := range n {
			word := [...]string{"alpha", "", "beta"}[i%3]
			csv.WriteString("p" + strings.Repeat("x", i%5) + "," + word + ",1.5,")
			json.WriteString(`{"id":"p` + strings.Repeat("x", i%5) + `","engine":"` + word + `","tput_per_gpu":1.5`)
			if i%7 == 6 {
				csv.WriteString("2.5")
				json.WriteString(`,"p90_e2el":2.5`)
			}
			csv.WriteString("\n")
			json.WriteString("}\n")
		}
		a, errA := text(t, ingest.Options{}, csv.String())
		b, errB := text(t, ingest.Options{}, json.String())
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		wantCells(t, "csv and json", a, nil, cells(b)...)
		if a.Rows != n || len(a.Label("engine").Words) > 3 {
			t.Errorf("%d rows, %q; want %d", a.Rows, a.Label("engine").Words, n)
		}
		if n > 6 && a.Metric(x).Reason(5).String() != "missing" {
			t.Errorf("row 5: %v", a.Metric(x).Reason(5))
		}
	}
}

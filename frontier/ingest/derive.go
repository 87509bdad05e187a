package ingest

import (
	"fmt"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"

	"paretocov/frontier"
)

// Tables that have the throughput of the whole system and not that per GPU: the
// column is read as the throughput per GPU, and each row is then divided by its
// GPUs, in place.

// A perGPUPlan says which columns of a file are such.
type perGPUPlan struct {
	columns []perGPUColumn
	// twice are two columns of one throughput of the system, "" if there are none.
	twice [2]string
	// parallel is a column that may multiply tp and is not known, "" if there is none.
	parallel string
}

type perGPUColumn struct{ metric, column string }

// systemThroughputs are the spellings of the throughputs of a system.
var systemThroughputs = map[string]string{
	"total_tput_tps": "total_tput_tps", "total_tput": "total_tput_tps", "total_token_throughput": "total_tput_tps", "total_throughput": "total_tput_tps",
	"output_tput_tps": "output_tput_tps", "output_tput": "output_tput_tps", "output_token_throughput": "output_tput_tps", "output_throughput": "output_tput_tps",
	"input_tput_tps": "input_tput_tps", "input_tput": "input_tput_tps", "input_token_throughput": "input_tput_tps", "input_throughput": "input_tput_tps",
}

// multipliers are columns that may multiply the GPUs of a tp, and that no rule
// knows.
var multipliers = map[string]bool{
	"dp": true, "dp_size": true, "data_parallel": true, "data_parallel_size": true, "data_parallelism": true,
	"nodes": true, "num_nodes": true, "nnodes": true, "replicas": true, "num_replicas": true, "workers": true,
}

var plainColumn = strings.NewReplacer(" ", "_", "-", "_")

// systemThroughput returns the system throughput that a column is, "" for none.
func systemThroughput(column, field string) string {
	if s := systemThroughputs[field]; s != "" {
		return s
	}
	return systemThroughputs[plainColumn.Replace(strings.ToLower(strings.TrimSpace(column)))]
}

// planPerGPU tells which columns of a table stand for throughputs per GPU that are
// asked for and that the table lacks, and makes these their fields. It returns nil
// if none does.
func (o *Options) planPerGPU(columns, fields []string) *perGPUPlan {
	var plan perGPUPlan
	for _, w := range o.list {
		system, ok := isPerGPU(w.name)
		if !ok {
			continue
		}
		at, twice := -1, [2]string{}
		for i, f := range fields {
			if f == w.name {
				at = -1
				break
			}
			if o.wanted[f] || systemThroughput(columns[i], f) != system {
				continue
			}
			if at < 0 {
				at = i
			} else {
				twice = [2]string{columns[at], columns[i]}
			}
		}
		if at >= 0 {
			fields[at] = w.name
			plan.columns = append(plan.columns, perGPUColumn{w.name, columns[at]})
			if twice != ([2]string{}) {
				plan.twice = twice
			}
		}
	}
	if len(plan.columns) == 0 {
		return nil
	}
	for _, c := range columns {
		if multipliers[plainColumn.Replace(strings.ToLower(strings.TrimSpace(c)))] {
			plan.parallel = c
		}
	}
	return &plan
}

// sameAs reports whether two plans read the same columns.
func (p *perGPUPlan) sameAs(o *perGPUPlan) bool {
	if p == nil || o == nil {
		return p == o
	}
	if len(p.columns) != len(o.columns) || p.twice != o.twice {
		return false
	}
	for i := range p.columns {
		if p.columns[i] != o.columns[i] {
			return false
		}
	}
	return true
}

// field returns the field that a plan makes of a column.
func (p *perGPUPlan) field(column string) (field string, ok bool) {
	if p != nil {
		for _, c := range p.columns {
			if c.column == column {
				return c.metric, true
			}
		}
	}
	return "", false
}

// tellsPerGPU reports whether a table that is found, not named, tells the
// throughput per GPU that is the y axis by a system throughput and GPU counts.
func (o *Options) tellsPerGPU(columns []string) bool {
	want, ok := isPerGPU(o.y())
	if !ok {
		return false
	}
	system, gpus := false, false
	for _, c := range columns {
		f, mapped := o.Map[c]
		if !mapped {
			f = frontier.FieldName(c)
		}
		system = system || systemThroughput(c, f) == want
		gpus = gpus || f == fieldGPUs || f == fieldPrefillGPUs || f == "gpus" || f == "num_gpu" || f == "tp"
	}
	return system && gpus
}

// gpuFields are the label columns that tell the GPUs of a row.
var gpuFields = [...]string{fieldGPUs, "num_gpu", "gpus", fieldPrefillGPUs, fieldDecodeGPUs, fieldAggregateGPUs, "disagg", "is_multinode", "tp", "pp", "pcp", "prefill_tp", "decode_tp", "prefill_workers", "decode_workers"}

// A gpuRow is what a row has in gpuFields, as codes.
type gpuRow [len(gpuFields)]int32

// gpuCounts are the GPUs of a row, and how they are known.
type gpuCounts struct {
	all             int
	prefill, decode int // of a disaggregated deployment that says so, else 0
	from            string
	err             *Error // where they are not known
}

// dividePerGPU divides the rows from one on, which are those of one file, by their
// GPUs, where the file's plan says so. A row without a count is an error.
func (o *Options) dividePerGPU(b *builder, from int, path string) error {
	plan := o.perGPU
	if plan == nil || from == b.rows {
		return nil
	}
	file := newRowsFile(path, o)
	var codes [len(gpuFields)][]int32
	for i, f := range gpuFields {
		if l := b.labels[f]; l != nil {
			l.grow(b.rows, 0)
			codes[i] = arrow.Int32Traits.CastFromBytes(l.codes.Bytes())
		}
	}
	known := map[gpuRow]gpuCounts{}
	for _, c := range plan.columns {
		m := b.metrics[c.metric]
		if m == nil {
			continue
		}
		m.grow(b.rows, 0)
		values, reasons := arrow.Float64Traits.CastFromBytes(m.values.Bytes()), reasonsOf(m.reasons)
		rows := map[string]int{}
		var last gpuRow
		var counts gpuCounts
		for r := from; r < b.rows; r++ {
			if reasons[r] != frontier.Usable {
				continue
			}
			var at gpuRow
			for i := range at {
				if at[i] = -1; codes[i] != nil {
					at[i] = codes[i][r]
				}
			}
			if at != last || counts.all == 0 {
				var ok bool
				if counts, ok = known[at]; !ok {
					counts = plan.countsOf(at, b, file)
					known[at] = counts
				}
				last = at
			}
			if counts.err != nil {
				e := *counts.err
				e.Path, e.Line = path, int(b.places[r].Line)
				if e.Line == 0 {
					e.Why = fmt.Sprintf("row %d: ", b.places[r].Row) + e.Why
				}
				return &e
			}
			n, what := counts.all, counts.from
			switch {
			case c.metric == "output_tput_per_gpu" && counts.decode > 0:
				n, what = counts.decode, fieldDecodeGPUs
			case c.metric == "input_tput_per_gpu" && counts.prefill > 0:
				n, what = counts.prefill, fieldPrefillGPUs
			}
			values[r] /= float64(n)
			rows[what]++
		}
		for what, n := range rows {
			o.notes.addRows(fmt.Sprintf("%s is %s / %s", c.metric, c.column, what), n)
		}
	}
	return nil
}

// countsOf returns the GPUs of a row: num_gpus; else those of the roles; else
// tp x pp x pcp of a deployment on one node; else as --gpus says.
func (p *perGPUPlan) countsOf(at gpuRow, b *builder, file *rowsFile) gpuCounts {
	text := func(field string) string {
		for i, f := range gpuFields {
			if f == field && at[i] >= 0 {
				return strings.TrimSpace(string(b.labels[f].words.text(at[i])))
			}
		}
		return ""
	}
	var bad *Error
	if p.twice[0] != "" {
		bad = &Error{Column: p.twice[1], Why: fmt.Sprintf("the same throughput of the system as %s; drop or rename one", p.twice[0])}
	}
	count := func(field string) int {
		s := text(field)
		if s == "" {
			return 0
		}
		n := countIn(s)
		if n == 0 && bad == nil {
			bad = &Error{Column: field, Value: cutText(s), Why: "no count of GPUs; write a whole number of at least 1, or leave the cell empty"}
		}
		return n
	}
	is := func(field, want string) bool { return frontier.Normalize(field, text(field)) == want }

	roles := func() bool {
		for _, f := range []string{"prefill_tp", "decode_tp", "prefill_workers", "decode_workers"} {
			if s := text(f); s != "" && frontier.Normalize(f, s) != "0" {
				return true
			}
		}
		return false
	}

	c := gpuCounts{}
	prefill, decode := count(fieldPrefillGPUs), 0
	if s := text(fieldDecodeGPUs); countIn(s) > 0 || s != "0" {
		decode = count(fieldDecodeGPUs)
	}
	noDecode := text(fieldDecodeGPUs) == "0" // InferenceX's word for none of their own
	aggregate := 0
	if s := text(fieldAggregateGPUs); s != "0" {
		aggregate = count(fieldAggregateGPUs)
	}
	if is("disagg", "true") {
		c.prefill, c.decode = prefill, decode
	}
	for _, f := range []string{fieldGPUs, "num_gpu", "gpus"} {
		switch n := count(f); {
		case n == 0:
		case c.all == 0:
			c.all, c.from = n, f
		case n != c.all && bad == nil:
			bad = &Error{Column: f, Value: cutText(text(f)), Why: fmt.Sprintf("%s says %d GPUs; correct one of them", c.from, c.all)}
		}
	}
	why := ""
	tp := count("tp")
	switch {
	case c.all > 0:
	// The counts of an aggregated deployment are of the same GPUs.
	case prefill > 0 && (decode > 0 || noDecode) && !is("disagg", "false"):
		c.all, c.from = prefill+decode+aggregate, "("+fieldPrefillGPUs+" + "+fieldDecodeGPUs+")"
		if aggregate > 0 {
			c.from = "(" + fieldPrefillGPUs + " + " + fieldDecodeGPUs + " + " + fieldAggregateGPUs + ")"
		}
	case tp > 0 && !is("disagg", "false") && (prefill > 0 || decode > 0):
		why = "only one of " + fieldPrefillGPUs + " and " + fieldDecodeGPUs + " is told"
	case tp > 0 && !is("disagg", "false") && roles():
		why = "tp is that of one role"
	case tp > 0 && p.parallel != "":
		why = "column " + p.parallel + " may multiply tp"
	case tp > 0 && (is("disagg", "true") || is("is_multinode", "true")):
		why = "tp is that of one role or node"
	case tp > 0:
		c.all, c.from = tp, "(tp x pp x pcp, of one node)"
		for _, f := range []string{"pp", "pcp"} {
			if n := count(f); n > 0 && c.all <= MaxGPUs {
				c.all *= n
			}
		}
	}
	if c.all == 0 && bad == nil {
		n, from, nameWhy := file.gpusOf(0)
		c.all, c.from = n, from
		if from == "--gpus" {
			c.from = fmt.Sprintf("--gpus %d", n)
		}
		if why == "" {
			why = nameWhy
		}
	}
	switch {
	case bad != nil:
		c.err = bad
	case c.all <= 0 || c.all > MaxGPUs:
		c.err = &Error{Column: p.columns[0].column, Why: unknownGPUs(why, "add a column num_gpus, or ")}
	}
	return c
}

// addRows adds a remark about so many rows.
func (n *notes) addRows(text string, rows int) {
	n.addAll(&notes{texts: map[string]int{text: rows}})
}

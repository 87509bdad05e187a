package ingest

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"paretocov/frontier"
)

// MaxGPUs is the largest count of GPUs that is believed.
const MaxGPUs = 1 << 20

// The provenance fields that tell GPU counts.
const (
	fieldGPUs          = "num_gpus"
	fieldPrefillGPUs   = "num_prefill_gpu"
	fieldDecodeGPUs    = "num_decode_gpu"
	fieldAggregateGPUs = "num_aggregate_gpu"
)

// isPerGPU reports whether a metric is a throughput per GPU, and of what.
func isPerGPU(metric string) (system string, ok bool) {
	of, ok := strings.CutSuffix(metric, "tput_per_gpu")
	switch {
	case ok && of == "":
		return "total_tput_tps", true
	case ok && (of == "input_" || of == "output_"):
		return of + "tput_tps", true
	}
	return "", false
}

// A rowsFile is the file that rows of known shapes stand in, and what its name
// says of them.
type rowsFile struct {
	path   string
	o      *Options
	name   string     // that is asked, "" if there is none
	layout nameLayout // of the name, if names are asked
}

func newRowsFile(path string, o *Options) *rowsFile {
	f := &rowsFile{path: path, o: o, name: nameAsked(path)}
	if o.GPUsByName {
		f.layout = layoutOf(f.name)
	}
	return f
}

// nameAsked returns the name that may tell the layout of what a file measured:
// its own, or, as aiperf gives all its files the same names, that of the folder.
func nameAsked(p string) string {
	if isAIPerfExport(p) {
		return folderOf(p)
	}
	return path.Base(inArchive(p))
}

// folderOf returns the name of the folder that a file lies in, "" if the path
// does not tell it.
func folderOf(p string) string {
	dir := path.Base(path.Dir(inArchive(p)))
	if dir == "." || dir == "/" || dir == ".." {
		return ""
	}
	return dir
}

// inArchive returns a path with slashes alone, without the archive that it leads
// into.
func inArchive(p string) string {
	if i := strings.LastIndexByte(p, '!'); i >= 0 {
		p = p[i+1:]
	}
	return strings.ReplaceAll(p, `\`, "/")
}

// A nameLayout is what the name of a file says of the GPUs and settings of what
// was measured: see layoutOf.
type nameLayout struct {
	gpus     int // 0 if the name does not tell
	why      string
	settings []cell
}

func (l *nameLayout) setting(field string) string {
	for _, c := range l.settings {
		if c.field == field {
			return c.text
		}
	}
	return ""
}

var (
	nameParts = regexp.MustCompile(`[A-Za-z0-9]+`)
	namePart  = regexp.MustCompile(`^([a-z]+)(\d{0,7})$`)
)

// layoutOf reads the layout of a deployment off a file's name, of which it takes
// the words between all that is neither letter nor digit:
//
//	tp8    tensor parallel over 8 GPUs
//	tep8   the same, with expert parallelism of 8
//	dep8   8-way data-parallel attention, with expert parallelism of 8
//	pp2, dp4, pcp2    multiply these
//	gpus16, gpus_16   the count itself, whatever else there is, but not fewer than
//	                  one of these
//	ep8, isl1024, osl_128, conc16    settings, which change no count
//
// The count is tp x pp x pcp x dp. A name that says a thing twice and differently
// tells no count, and neither does one with dep and dp, which may be the same, or
// with several parts of that many GPUs each.
func layoutOf(name string) nameLayout {
	found := map[string]int{}
	var l nameLayout
	words := nameParts.FindAllString(strings.ToLower(name), -1)
	roles := severalDeployments(words)
	gpusTwice := false
	for i, w := range words {
		m := namePart.FindStringSubmatch(w)
		if m == nil {
			continue
		}
		key, digits := m[1], m[2]
		switch key {
		case "concurrency", "c":
			key = "conc"
		case "gpu":
			key = "gpus"
		}
		switch key {
		case "tp", "tep", "dep", "pp", "dp", "pcp", "ep":
		case "gpus", "isl", "osl", "conc":
			if digits == "" && i+1 < len(words) && strings.Trim(words[i+1], "0123456789") == "" {
				digits = words[i+1]
			}
		default:
			continue
		}
		n, err := strconv.Atoi(digits)
		if err != nil || n <= 0 {
			continue
		}
		if was, twice := found[key]; twice && was != n {
			l.why = "its name says " + key + " twice"
			gpusTwice = gpusTwice || key == "gpus"
		}
		found[key] = n
	}
	var degrees []string
	for _, k := range []string{"tp", "tep", "dep"} {
		if found[k] > 0 {
			degrees = append(degrees, k)
		}
	}
	set := func(field string, n int) {
		if n > 0 {
			l.settings = append(l.settings, cell{field, strconv.Itoa(n)})
		}
	}
	switch {
	case len(degrees) > 1:
		l.why = "its name says both " + degrees[0] + " and " + degrees[1]
	case found["dep"] > 0 && found["dp"] > 0: // the same twice, or replicas of it
		l.why = "its name says both dep and dp"
	case len(degrees) == 1 && l.why == "":
		n := found[degrees[0]]
		set("tp", n)
		if degrees[0] == "tp" {
			set("ep", found["ep"])
		} else {
			set("ep", n)
		}
		set("pp", found["pp"])
		set("pcp", found["pcp"])
		if degrees[0] == "dep" {
			l.settings = append(l.settings, cell{"dp_attention", "true"})
		}
	}
	for _, k := range []string{"conc", "isl", "osl"} {
		set(k, found[k])
	}
	least := max(found["tp"], found["tep"], found["dep"])
	switch {
	case gpusTwice:
		l.why = "its name says gpus twice"
	case found["gpus"] > 0 && found["gpus"] < least: // rather the number of a GPU, as in gpu1
		l.why = fmt.Sprintf("its name says gpus%d and %s%d", found["gpus"], degrees[0], found[degrees[0]])
	case found["gpus"] > 0:
		l.gpus = found["gpus"]
	case l.why != "":
	case roles != "":
		l.why = "its name says " + roles + ", of which each may have as many"
	case len(degrees) == 1 || found["dp"] > 0 || found["pp"] > 0:
		l.gpus = 1
		for _, k := range []string{"tp", "tep", "dep", "pp", "pcp", "dp"} {
			if n := found[k]; n > 0 && l.gpus <= MaxGPUs {
				l.gpus *= n
			}
		}
	default:
		l.why = "its name has none of tp8, tep8, dep8, dp8, gpus_8"
	}
	if l.gpus > MaxGPUs {
		l.gpus, l.why = 0, "its name says more than a million GPUs"
	}
	return l
}

var severalParts = regexp.MustCompile(`^(\d+p\d+d|([2-9]|[1-9]\d+)nodes?|(nodes|nnodes|replicas)([2-9]|[1-9]\d+))$`)

// severalDeployments returns the words of a name that say that what it names has
// more parts than one with that many GPUs, "" if none does: prefill and decode
// workers (1p2d), nodes, replicas.
func severalDeployments(words []string) string {
	for i, w := range words {
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		number := next != "" && strings.Trim(next, "0123456789") == ""
		switch {
		case severalParts.MatchString(w):
			return w
		case number && next != "1" && (w == "nodes" || w == "nnodes" || w == "replicas"):
			return w + " " + next
		case w == "disagg" && next == "true":
			return "disagg true"
		case w == "prefill" && slices.Contains(words, "decode"):
			return "prefill and decode"
		}
	}
	return ""
}

// gpusOf returns the GPU count of a row: from its fields, by the rules of own,
// else as the flag says. 0 is unknown, and why says more.
func (f *rowsFile) gpusOf(own int) (n int, from, why string) {
	switch {
	case own > 0:
		return own, "", ""
	case f.o.GPUs > 0:
		return f.o.GPUs, "--gpus", ""
	case f.o.GPUsByName && f.layout.gpus > 0:
		return f.layout.gpus, "file names", ""
	case f.o.GPUsByName && f.name == "":
		return 0, "", "it has no name that tells"
	case f.o.GPUsByName:
		return 0, "", f.layout.why
	}
	return 0, "", ""
}

// unknownGPUs says that the GPU count of a row is not known, and what to do.
func unknownGPUs(why, column string) string {
	text := "GPU count unknown"
	if why != "" {
		text += ": " + why
	}
	return text + "; " + column + "give --gpus N, or --gpus filename where file names tell it (tp8, dep8, gpus_16)"
}

// perGPU takes a throughput per GPU: that of the whole deployment, in tok/s, over
// its GPUs. Without a count the row is refused; it is never divided by 1.
func (r *rowReader) perGPU(name string, system float64, reason frontier.Reason, own int) {
	if reason != frontier.Usable {
		r.number(name, 0, reason)
		return
	}
	if n := r.gpusFor(name, own); n > 0 {
		r.number(name, system/float64(n), frontier.Usable)
	}
}

// gpusFor returns the GPUs that a throughput is divided by. The row is refused if
// they are not known.
func (r *rowReader) gpusFor(metric string, own int) int {
	n, from, why := r.file.gpusOf(own)
	if n == 0 {
		r.refuse("", "", unknownGPUs(why, ""))
	} else if from != "" {
		r.notes.add(metric + ": GPU counts are from " + from)
	}
	return n
}

// refuse says that a row cannot be read. Its first reason counts.
func (r *rowReader) refuse(column, value, why string) {
	if r.refused == nil {
		r.refused = &Error{Path: r.file.path, Column: column, Value: cutText(value), Why: why}
	}
}

// countOf returns a JSON value as a count of at least 1, also if it is a text, as
// metadata are; 0 for all else.
func countOf(v *jsonValue) int {
	if v == nil {
		return 0
	}
	text := v.str
	if v.kind == jsonNumber {
		text = string(v.raw)
	}
	return countIn(text)
}

// countIn is countOf for a text. "8.0" is 8.
func countIn(text string) int {
	f, _, ok := parseNumber(text)
	if !ok || !(f >= 1 && f <= MaxGPUs) || f != float64(int(f)) {
		return 0
	}
	return int(f)
}

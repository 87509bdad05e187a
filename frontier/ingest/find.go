package ingest

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
)

// A file is a candidate for reading.
type file struct {
	path  string
	named bool   // on the command line, so it must be readable
	kind  string // of what holds no points, by its name; else ""
	disk  bool   // the path is that of a file on disk, of which parts can be read
	// How much memory its rows may take where they come out of what is compressed
	// or in an archive, else 0.
	memory int64
	read   func() (contents, error)
}

// find calls visit for each file that a path names or holds, in the order of
// their names.
func find(p string, o *Options, visit func(file) error) error {
	if p == "-" {
		name := cmp.Or(o.StdinName, "stdin")
		if o.Stdin == nil {
			return fileError(name, "nothing to read")
		}
		doc, err := readLimited(name, o.Stdin, o.MaxBytes)
		if err != nil {
			return err
		}
		return findInDocument(name, doc, o, visit)
	}
	info, err := os.Stat(p)
	if errors.Is(err, fs.ErrNotExist) {
		if strings.Contains(p, "://") {
			return fileError(p, "an address, not a file; download it first, paretocov uses no network")
		}
		return nothingIn(p, reasonOf(err))
	}
	if err != nil {
		return fileError(p, reasonOf(err))
	}
	if !info.IsDir() {
		if !info.Mode().IsRegular() { // a pipe can be read only once
			doc, err := readDisk(p, o.MaxBytes)
			if err != nil {
				return err
			}
			return findInDocument(p, doc, o, visit)
		}
		return findFile(p, p, true, o, visit)
	}
	var files []string
	var broken faults
	// The separator makes the walk follow a link at the root.
	err = filepath.WalkDir(p+string(filepath.Separator), func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			broken.add(fileError(name, reasonOf(err)))
			return nil
		}
		if !d.IsDir() {
			files = append(files, name)
		}
		return nil
	})
	if err != nil {
		return err
	}
	slices.Sort(files)
	for _, f := range files {
		rel, _ := filepath.Rel(p, f)
		broken.add(findFile(f, filepath.ToSlash(rel), false, o, visit))
	}
	return broken.err()
}

// findFile visits a file of a folder, or what it holds. rel is its
// name below the path that was searched.
func findFile(name, rel string, named bool, o *Options, visit func(file) error) error {
	if !named {
		if kind := kindOf(rel); kind != "" {
			return visit(file{path: name, kind: kind})
		}
	}
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return visit(file{path: name, kind: kindOther}) // a link to nowhere or to a folder, a device, a pipe
	}
	head := headOf(name)
	x := &opener{o: o, visit: visit, named: named}
	switch {
	case isArchive(head):
		f, err := os.Open(name)
		if err != nil {
			return fileError(name, reasonOf(err))
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return fileError(name, reasonOf(err))
		}
		if info.Size() > o.MaxBytes {
			return overLimit(name, o.MaxBytes)
		}
		return x.archive(name, f, info.Size(), 0)
	case packingOf(head) != packedNot:
		return x.open(name, named, 0, func() (io.ReadCloser, error) { return os.Open(name) })
	}
	return visit(file{path: name, named: named, disk: true, read: func() (contents, error) {
		doc, err := readDisk(name, o.MaxBytes)
		return contents{doc: doc}, err
	}})
}

// findInDocument visits a document that was read from where nothing can be read
// twice, or what it holds.
func findInDocument(name string, doc []byte, o *Options, visit func(file) error) error {
	x := &opener{o: o, visit: visit, named: true}
	switch head := doc[:min(len(doc), headBytes)]; {
	case isArchive(head):
		return x.archive(name, bytes.NewReader(doc), int64(len(doc)), 0)
	case packingOf(head) != packedNot:
		return x.open(name, true, 0, func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(doc)), nil })
	}
	return visit(file{path: name, named: true, read: func() (contents, error) { return contents{doc: doc}, nil }})
}

// IsArchive reports whether a file on disk is a zip archive.
func IsArchive(name string) bool { return isArchive(headOf(name)) }

// headOf returns the first bytes of a file on disk, none if it cannot be read.
func headOf(name string) []byte {
	f, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	head := make([]byte, headBytes)
	n, _ := io.ReadFull(f, head)
	return head[:n]
}

func readDisk(name string, limit int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fileError(name, reasonOf(err))
	}
	defer f.Close()
	return readLimited(name, f, limit)
}

// readLimited reads all of r. More than limit bytes are an error, never a cut
// document.
func readLimited(name string, r io.Reader, limit int64) ([]byte, error) {
	var b bytes.Buffer
	if f, ok := r.(*os.File); ok { // room for all of it, so that nothing is copied
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			b.Grow(int(min(info.Size(), limit)) + bytes.MinRead)
		}
	}
	if _, err := b.ReadFrom(io.LimitReader(r, limit+1)); err != nil {
		return nil, fileError(name, reasonOf(err))
	}
	doc := b.Bytes()
	if int64(len(doc)) > limit {
		return nil, overLimit(name, limit)
	}
	return doc, nil
}

func overLimit(name string, limit int64) *Error {
	return fileError(name, fmt.Sprintf("over --max-bytes (%d); raise it if the file is right", limit))
}

// reasonOf returns an error of the file system without the path.
func reasonOf(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	switch {
	case errors.Is(err, fs.ErrPermission):
		return err.Error() + "; make it readable for the user that runs paretocov"
	case errors.Is(err, syscall.ELOOP):
		return err.Error() + "; the link leads to itself, name the file"
	}
	return err.Error()
}

// kindOther is the kind of files that turn out to hold no points.
const kindOther = "other"

// kindOf tells from its name what a file beside the points is, "" if it may
// hold points. These are what InferenceX's workflows upload.
func kindOf(rel string) string {
	parts := strings.Split(rel, "/")
	base := strings.ToLower(parts[len(parts)-1])
	base = withoutPacking(base)
	for _, dir := range parts[:len(parts)-1] {
		if k := kindOfName(strings.ToLower(dir)); k != "" && (k != kindTrace || !isAIPerfExport(base)) {
			return k
		}
	}
	switch path.Ext(base) {
	case ".log", ".txt", ".out", ".err":
		return "log"
	case ".md", ".html", ".yaml", ".yml", ".toml", ".png", ".svg", ".pdf", ".py", ".sh":
		return kindOther
	}
	if strings.HasSuffix(base, ".pytorch.json") {
		return "sidecar"
	}
	if strings.HasPrefix(base, ".") {
		return kindOther
	}
	return kindOfName(base)
}

// runOfSweep is the name of the result of one run of a vLLM sweep, which its summary
// has too.
var runOfSweep = regexp.MustCompile(`^run=\d+\.json$`)

func kindOfName(name string) string {
	switch {
	case name == "__macosx": // what macOS puts beside the files of an archive
		return kindOther
	case strings.HasPrefix(name, "eval_"), strings.HasPrefix(name, "eval-"), strings.HasPrefix(name, "agg_eval"), strings.HasPrefix(name, "meta_env"), strings.HasPrefix(name, "samples_"):
		return "eval"
	case strings.HasPrefix(name, "gpu_metrics"):
		return "gpu metrics"
	case strings.HasPrefix(name, "power_audit"):
		return "power audit"
	case strings.HasPrefix(name, "server_logs"), strings.HasPrefix(name, "multinode_server_logs"):
		return "log"
	case isAIPerfExport(name):
		return ""
	case runOfSweep.MatchString(name):
		return "run of a sweep"
	case strings.HasPrefix(name, "agentic_"), strings.HasPrefix(name, "aiperf_artifacts"), strings.HasPrefix(name, "profile_export"):
		return kindTrace
	case strings.HasPrefix(name, "rejected_rows"):
		return "rejected rows"
	}
	return ""
}

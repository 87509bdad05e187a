package ingest

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
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
	read  func() ([]byte, error)
}

// find calls visit for each file that a path names or holds, in the order of
// their names.
func find(p string, o *Options, visit func(file) error) error {
	if p == "-" {
		name := cmp.Or(o.StdinName, "stdin")
		if o.Stdin == nil {
			return fileError(name, "nothing to read")
		}
		return visit(file{path: name, named: true, read: func() ([]byte, error) { return readLimited(name, o.Stdin, o.MaxBytes) }})
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
			return visit(file{path: p, named: true, read: func() ([]byte, error) { return readDisk(p, o.MaxBytes) }})
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

// findFile visits a file of a folder, or what a zip archive holds. rel is its
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
	if isZip(name) {
		doc, err := readDisk(name, o.MaxBytes)
		if err != nil {
			return err
		}
		if why := officeDocument(doc); why != "" {
			if named {
				return fileError(name, why)
			}
			return visit(file{path: name, kind: kindOther})
		}
		return findInZip(name, doc, o, visit)
	}
	return visit(file{path: name, named: named, disk: true, read: func() ([]byte, error) { return readDisk(name, o.MaxBytes) }})
}

// IsArchive reports whether a file on disk is a zip archive.
func IsArchive(name string) bool { return isZip(name) }

func isZip(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 4)
	n, _ := io.ReadFull(f, head)
	return string(head[:n]) == "PK\x03\x04" || string(head[:n]) == "PK\x05\x06"
}

// findInZip visits the members of an archive, in memory.
func findInZip(name string, doc []byte, o *Options, visit func(file) error) error {
	z, err := zip.NewReader(bytes.NewReader(doc), int64(len(doc)))
	if err != nil {
		return fileError(name, "a broken zip archive: "+err.Error())
	}
	members := slices.Clone(z.File)
	slices.SortStableFunc(members, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	for i, m := range members {
		at := name + "!" + m.Name
		switch {
		case strings.HasSuffix(m.Name, "/"):
			continue
		case !filepath.IsLocal(m.Name) || strings.Contains(m.Name, `\`):
			return fileError(at, "the member's name leads out of the archive; refused")
		case !m.Mode().IsRegular():
			return fileError(at, "the member is a link or a device; refused")
		case i > 0 && members[i-1].Name == m.Name:
			return fileError(at, "two members have this name; refused")
		}
		if kind := kindOf(m.Name); kind != "" {
			if err := visit(file{path: at, kind: kind}); err != nil {
				return err
			}
			continue
		}
		read := func() ([]byte, error) {
			r, err := m.Open()
			if err != nil {
				return nil, fileError(at, err.Error())
			}
			defer r.Close()
			return readLimited(at, r, o.MaxBytes)
		}
		if err := visit(file{path: at, read: read}); err != nil {
			return err
		}
	}
	return nil
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
	for _, dir := range parts[:len(parts)-1] {
		if k := kindOfName(strings.ToLower(dir)); k != "" {
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

func kindOfName(name string) string {
	switch {
	case strings.HasPrefix(name, "eval_"), strings.HasPrefix(name, "eval-"), strings.HasPrefix(name, "agg_eval"), strings.HasPrefix(name, "meta_env"), strings.HasPrefix(name, "samples_"):
		return "eval"
	case strings.HasPrefix(name, "gpu_metrics"):
		return "gpu metrics"
	case strings.HasPrefix(name, "power_audit"):
		return "power audit"
	case strings.HasPrefix(name, "server_logs"), strings.HasPrefix(name, "multinode_server_logs"):
		return "log"
	case strings.HasPrefix(name, "agentic_"), strings.HasPrefix(name, "aiperf_artifacts"), strings.HasPrefix(name, "profile_export"):
		return "raw trace"
	case strings.HasPrefix(name, "rejected_rows"):
		return "rejected rows"
	}
	return ""
}

package ingest

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// maxDirectory limits how much of an archive is read for the list of its members,
// 100,000 of which with long names take less.
const maxDirectory = 32 << 20

// isArchive reports whether a document is a zip archive.
func isArchive(head []byte) bool {
	return bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06"))
}

// archive visits the members of a zip archive, in the order of their names. No
// member is read before the names and kinds of all are found to be right, and
// nothing is ever written. depth is the number of archives around it.
func (x *opener) archive(name string, doc io.ReaderAt, size int64, depth int) error {
	if depth == maxArchives {
		return fileError(name, fmt.Sprintf("archives nested more than %d deep; unpack them", maxArchives))
	}
	z, err := openArchive(name, doc, size)
	if err != nil {
		return err
	}
	if why := officeDocument(z); why != "" {
		if x.named && depth == 0 {
			return fileError(name, why)
		}
		return x.visit(file{path: name, kind: kindOther})
	}
	if x.members += len(z.File); x.members > maxMembers {
		return fileError(name, fmt.Sprintf("over %d members, with those of the archives in it; unpack it and name a folder", maxMembers))
	}
	members := slices.Clone(z.File)
	slices.SortStableFunc(members, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	seen := make(map[string]bool, len(members))
	for _, m := range members {
		if why := refused(m, seen); why != "" {
			return fileError(name+"!"+m.Name, why)
		}
	}
	var broken faults
	for _, m := range members {
		at := name + "!" + m.Name
		if strings.HasSuffix(m.Name, "/") {
			continue
		}
		if kind := kindOf(m.Name); kind != "" {
			if err := x.visit(file{path: at, kind: kind}); err != nil {
				return err
			}
			continue
		}
		err := x.open(at, false, depth+1, func() (io.ReadCloser, error) {
			r, err := m.Open()
			if err != nil {
				return nil, memberError(m, err)
			}
			return memberReader{r, m}, nil
		})
		switch {
		case err != nil && !broken.add(err):
			return err
		case x.spent():
			return broken.err() // the members to come would say the same
		}
	}
	return broken.err()
}

// openArchive reads the list of an archive's members.
func openArchive(name string, doc io.ReaderAt, size int64) (z *zip.Reader, err error) {
	limited := &limitedAt{from: doc, left: maxDirectory}
	err = guarded(func() (err error) { z, err = zip.NewReader(limited, size); return err })
	switch {
	case limited.left < 0:
		return nil, fileError(name, fmt.Sprintf("a zip archive whose list of members is over %d MiB; unpack it and name a folder", maxDirectory>>20))
	case errors.Is(err, zip.ErrInsecurePath): // which refused names, with the member
	case err != nil:
		return nil, fileError(name, "a broken zip archive ("+reasonOf(err)+"); get the file anew")
	}
	limited.unlimited = true
	return z, nil
}

// A limitedAt gives no more than so many bytes until it is made unlimited.
type limitedAt struct {
	from      io.ReaderAt
	left      int64
	unlimited bool
}

// ReadAt reads from a place.
func (l *limitedAt) ReadAt(b []byte, off int64) (int, error) {
	if !l.unlimited {
		if l.left -= int64(len(b)); l.left < 0 {
			return 0, errors.New("too long a list of members")
		}
	}
	return l.from.ReadAt(b, off)
}

// refused says why a member must not be read, "" if it may. seen are the names so
// far.
func refused(m *zip.File, seen map[string]bool) string {
	folder := strings.HasSuffix(m.Name, "/")
	clean := path.Clean(m.Name)
	switch {
	case !filepath.IsLocal(m.Name) || strings.ContainsAny(m.Name, "\\\x00") || isDrive(m.Name):
		return "the member's name leads out of the archive; refused"
	case !folder && !m.Mode().IsRegular():
		return "the member is a link or a device; refused"
	case folder:
		return ""
	case seen[clean]:
		return "two members have this name; refused"
	case m.Flags&1 != 0:
		return "the member is encrypted; unpack the archive first"
	case m.Method != zip.Store && m.Method != zip.Deflate:
		return fmt.Sprintf("the member is compressed by method %d, and only deflate is read; unpack the archive first", m.Method)
	}
	seen[clean] = true
	return ""
}

// isDrive reports whether a name begins with a drive of Windows.
func isDrive(name string) bool {
	return len(name) >= 2 && name[1] == ':' && (name[0]|0x20) >= 'a' && (name[0]|0x20) <= 'z'
}

// A memberReader reads a member. Its errors say what is wrong with the archive.
type memberReader struct {
	io.ReadCloser
	m *zip.File
}

// Read reads unpacked bytes.
func (r memberReader) Read(b []byte) (int, error) {
	n, err := r.ReadCloser.Read(b)
	if err != nil && !errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = memberError(r.m, err)
	}
	return n, err
}

func memberError(m *zip.File, err error) error {
	switch {
	case errors.Is(err, zip.ErrChecksum):
		return &brokenLayer{"the member's checksum is not that of its bytes; the archive is damaged, get it anew"}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return &brokenLayer{fmt.Sprintf("the member does not hold the %d bytes that the archive says; get it anew", m.UncompressedSize64)}
	}
	return &brokenLayer{"a broken member of a zip archive (" + reasonOf(err) + "); get it anew"}
}

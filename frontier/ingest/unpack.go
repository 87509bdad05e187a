package ingest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"runtime"
)

// DefaultMaxUnpacked is the default limit on what a compressed file or an
// archive's member unpacks to: 256 MiB. It is below DefaultMaxBytes since so
// large a document is held in memory, and a file of some kilobytes may unpack to
// it.
const DefaultMaxUnpacked = 256 << 20

// What one file on disk, or standard input, may unpack to altogether, as a
// multiple of the limit on one document, and how many members the archives in it
// may have. Archives nest up to maxArchives deep.
const (
	maxUnpackedTimes = 4
	maxMembers       = 100_000
	maxArchives      = 4
)

// keptBytes is how much of a document is kept while its size is unknown. Of a
// larger one only the size is counted at first, so that what turns out to be over
// the limit never is in memory.
const keptBytes = 64 << 20

// A contents is a document as it is read, without what is around it.
type contents struct {
	doc    []byte
	suffix string // of the format, "+gzip" or ""
	sum    string // SHA-256 of the bytes around doc, "" if none is asked for
}

// An opener visits the documents that one file on disk, or standard input, holds.
type opener struct {
	o     *Options
	visit func(file) error
	named bool // whether what is opened was named, and not found
	// Counted on bytes that were unpacked, whatever an archive says of them.
	unpacked int64
	held     int64 // of archives that are open, in memory
	members  int
}

// limit is how large a document may be at present: what is in memory at one time
// stays within MaxUnpacked.
func (x *opener) limit() int64 { return x.o.MaxUnpacked - x.held }

// spent reports whether more was unpacked than one argument may.
func (x *opener) spent() bool { return x.unpacked > maxUnpackedTimes*x.o.MaxUnpacked }

// open visits the document that from gives, each time anew, or what the archive
// that it is holds. depth is the number of archives around it.
func (x *opener) open(path string, named bool, depth int, from func() (io.ReadCloser, error)) error {
	c, err := x.read(path, named, from)
	if err != nil {
		return err
	}
	size := int64(len(c.doc))
	if isArchive(c.doc) {
		x.held += size
		err = x.archive(path, bytes.NewReader(c.doc), size, depth)
		x.held -= size
	} else {
		err = x.visit(file{path: path, named: named, memory: max(x.limit(), 1), read: func() (contents, error) { return c, nil }})
	}
	if c.doc = nil; size >= keptBytes {
		runtime.GC() // else the next one comes beside this one
	}
	return err
}

// read reads a document through the layers around it.
func (x *opener) read(path string, named bool, from func() (io.ReadCloser, error)) (contents, error) {
	var c contents
	var digest hash.Hash
	var size int64
	limit := x.limit()
	err := through(path, from, func(raw io.Reader) io.Reader {
		if !x.o.Digest {
			return raw
		}
		digest = sha256.New()
		return io.TeeReader(raw, digest)
	}, func(p *packed) error {
		c.suffix = p.suffix
		if head, err := p.Peek(4096); err == nil && !named && contentOf(head) == contentBinary && !isArchive(head) && !mayBeColumnar(head) {
			c.doc = bytes.Clone(head) // which tells that there are no points
			return nil
		}
		var err error
		if c.doc, err = readUpTo(p, min(limit, keptBytes)+1); err != nil {
			return err
		}
		size = int64(len(c.doc))
		if size > min(limit, keptBytes) {
			c.doc = nil
			n, err := io.Copy(io.Discard, io.LimitReader(p, limit+1-size))
			if size += n; err != nil {
				return err
			}
		}
		if size > limit {
			return overUnpacked(path, x.o.MaxUnpacked, x.held)
		}
		if x.unpacked += size; x.spent() {
			return fileError(path, fmt.Sprintf("the file unpacks to over %d times --max-bytes (%d) altogether; raise it if the file is right", maxUnpackedTimes, x.o.MaxUnpacked))
		}
		return nil
	})
	if err != nil {
		return c, err
	}
	if digest != nil {
		c.sum = hex.EncodeToString(digest.Sum(nil))
	}
	if c.doc == nil && size > 0 { // it is large and within the limit
		runtime.GC() // what was kept of it
		err = through(path, from, func(raw io.Reader) io.Reader { return raw }, func(p *packed) error {
			c.doc = make([]byte, size)
			if _, err := io.ReadFull(p, c.doc); err != nil {
				if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
					err = errShrunk
				}
				return err
			}
			return nil
		})
	}
	return c, err
}

// through calls use with the document that stands in layers in what from gives.
func through(path string, from func() (io.ReadCloser, error), around func(io.Reader) io.Reader, use func(*packed) error) error {
	raw, err := from()
	if err != nil {
		return unpackError(path, err)
	}
	defer raw.Close()
	p, err := unwrap(path, around(raw))
	if err != nil {
		return unpackError(path, err)
	}
	defer p.close()
	if err := guarded(func() error { return use(p) }); err != nil {
		return unpackError(path, err)
	}
	return nil
}

// readUpTo reads at most n bytes. Its buffer grows by small factors, since what it
// had before is still there while it grows.
func readUpTo(r io.Reader, n int64) ([]byte, error) {
	buf := make([]byte, 0, min(n, 64<<10))
	for int64(len(buf)) < n {
		if len(buf) == cap(buf) {
			buf = append(make([]byte, 0, min(n, int64(len(buf))*2)), buf...)
		}
		k, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+k]
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	return buf, nil
}

func overUnpacked(path string, limit, held int64) *Error {
	why := fmt.Sprintf("unpacks to over --max-bytes (%d", limit)
	if limit == DefaultMaxUnpacked {
		why += ", for what is compressed or in an archive"
	}
	if held > 0 {
		why += ", with the archives around it"
	}
	return fileError(path, why+"); raise it if the file is right")
}

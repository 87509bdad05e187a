package ingest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
)

// A document is bytes that can be read from any place: in memory, or on disk,
// where only what is asked for is read. It is safe for concurrent use.
type document struct {
	path string
	size int64
	mem  []byte      // of a document in memory
	disk io.ReaderAt // of one on disk
}

// openDocument opens a file on disk of at most limit bytes. The caller closes it.
func openDocument(path string, limit int64) (d *document, disk io.Closer, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, fileError(path, reasonOf(err))
	}
	info, err := f.Stat()
	if err == nil && info.Size() > limit {
		err = overLimit(path, limit)
	} else if err != nil {
		err = fileError(path, reasonOf(err))
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return &document{path: path, size: info.Size(), disk: f}, f, nil
}

// digest starts to compute the document's SHA-256 and returns a function that
// waits for it.
func (d *document) digest() (wait func() (sum string, err error)) {
	type result struct {
		sum string
		err error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		r.err = guarded(func() error {
			h := sha256.New()
			if d.disk == nil {
				h.Write(d.mem)
			} else if n, err := io.Copy(h, io.NewSectionReader(d.disk, 0, d.size)); err != nil || n != d.size {
				return errShrunk
			}
			r.sum = hex.EncodeToString(h.Sum(nil))
			return nil
		})
		done <- r
	}()
	return func() (string, error) {
		r := <-done
		return r.sum, r.err
	}
}

var errShrunk = errors.New("it became shorter while it was read")

// bytes returns n bytes from an offset, valid until room is used again. Those
// of a document in memory are the document's own; others are read into room.
func (d *document) bytes(off, n int64, room *[]byte) ([]byte, error) {
	if off < 0 || n < 0 || off > d.size || n > d.size-off {
		return nil, fmt.Errorf("it says that %d bytes lie at %d, and has %d; was it cut?", n, off, d.size)
	}
	if d.disk == nil {
		return d.mem[off : off+n : off+n], nil
	}
	b := enough(room, int(n))
	if _, err := d.disk.ReadAt(b, off); err != nil {
		if errors.Is(err, io.EOF) {
			err = errShrunk
		}
		return nil, err
	}
	return b, nil
}

// enough returns n bytes of room, which is replaced where it is too small.
func enough(room *[]byte, n int) []byte {
	if cap(*room) < n {
		*room = make([]byte, n)
	}
	return (*room)[:n]
}

// A budget is how many bytes a document may yet unpack to.
type budget struct {
	limit int64
	used  atomic.Int64
}

var errOverBudget = errors.New("unpacks to more than --max-bytes")

// take counts n bytes before they are made ready.
func (b *budget) take(n int64) error {
	if n < 0 || n > b.limit || b.used.Add(n) > b.limit {
		return overBudget(b.limit)
	}
	return nil
}

func overBudget(limit int64) error {
	return fmt.Errorf("%w (%d); raise it if the file is right", errOverBudget, limit)
}

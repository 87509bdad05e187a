package ingest

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// A packing is a layer around a document: a compression, or UTF-16.
type packing int8

const (
	packedNot packing = iota
	packedGzip
	packedZstd
	packedUTF16LE
	packedUTF16BE
)

// String names a compression as the format of a source does.
func (p packing) String() string {
	switch p {
	case packedGzip:
		return "gzip"
	case packedZstd:
		return "zstd"
	}
	return ""
}

// maxLayers is how many compressions may stand around one document.
const maxLayers = 2

// maxWindow is how far back zstd data may refer: what `zstd --ultra -22 --long=26`
// needs. Beyond, the window alone would take too much memory.
const maxWindow = 64 << 20

// headBytes is how much of a document packingOf has to see.
const headBytes = 64

// packingOf tells a layer from the first bytes inside it.
func packingOf(head []byte) packing {
	switch {
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		return packedGzip
	case bytes.HasPrefix(head, []byte("\x28\xb5\x2f\xfd")), isSkippableFrame(head):
		return packedZstd
	}
	return utf16Of(head)
}

// isSkippableFrame reports whether zstd data begins with a frame that holds no
// data, as that of some writers does (RFC 8878, 3.1.2).
func isSkippableFrame(head []byte) bool {
	return len(head) >= 4 && head[0]&0xf0 == 0x50 && string(head[1:4]) == "\x2a\x4d\x18"
}

// A packed is a document within its layers, of which no more is held than the
// windows of the compressions.
type packed struct {
	*bufio.Reader        // of the document
	suffix        string // of the format, "+gzip" or ""
	layers        int    // compressions and UTF-16
	zstd          []*zstd.Decoder
}

// unwrap takes off the layers around what a reader gives. The caller closes the
// packed, if there is no error.
func unwrap(path string, from io.Reader) (*packed, error) {
	p := &packed{Reader: bufio.NewReaderSize(from, 64<<10)}
	for {
		head, err := p.Peek(headBytes)
		if err != nil && !errors.Is(err, io.EOF) {
			p.close()
			return nil, err
		}
		kind := packingOf(head)
		switch {
		case kind == packedNot:
			return p, nil
		case kind == packedUTF16LE || kind == packedUTF16BE:
			p.Reader = bufio.NewReaderSize(newUTF16Reader(path, p.Reader, kind == packedUTF16BE), 64<<10)
			p.layers++
			return p, nil
		case p.layers == maxLayers:
			p.close()
			return nil, fileError(path, fmt.Sprintf("compressed more than %d times; unpack it", maxLayers))
		}
		if err := p.takeOff(kind); err != nil {
			p.close()
			return nil, err
		}
		p.layers++
		p.suffix = "+" + kind.String() + p.suffix
	}
}

// takeOff goes into a compression.
func (p *packed) takeOff(kind packing) error {
	var inside io.Reader
	err := guarded(func() (err error) {
		if kind == packedGzip {
			inside, err = gzip.NewReader(p.Reader)
			return err
		}
		// One goroutine, the caller's, so that a panic is caught.
		d, err := zstd.NewReader(p.Reader, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
		if err == nil {
			p.zstd, inside = append(p.zstd, d), d
		}
		return err
	})
	if err != nil {
		return layerError(kind, err)
	}
	p.Reader = bufio.NewReaderSize(&layerReader{kind, inside}, 64<<10)
	return nil
}

func (p *packed) close() {
	for _, d := range p.zstd {
		d.Close()
	}
}

// A layerReader reads within a compression. Its errors say so.
type layerReader struct {
	kind packing
	from io.Reader
}

// Read reads unpacked bytes.
func (r *layerReader) Read(b []byte) (n int, err error) {
	failed := guarded(func() error {
		n, err = r.from.Read(b)
		return nil
	})
	switch {
	case failed != nil:
		return 0, layerError(r.kind, failed)
	case err == nil || err == io.EOF: //nolint:errorlint // the interface wants it bare
		return n, err
	}
	return n, layerError(r.kind, err)
}

// A brokenLayer is what is wrong with compressed data.
type brokenLayer struct{ why string }

// Error says what is wrong, and what to do.
func (e *brokenLayer) Error() string { return e.why }

func layerError(kind packing, err error) error {
	var inner *brokenLayer
	var own *Error
	switch {
	case errors.As(err, &inner):
		return inner // of the compression around this one
	case errors.As(err, &own):
		return own
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return &brokenLayer{"the " + kind.String() + " data ends too early; was it cut? get the file anew"}
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return &brokenLayer{fmt.Sprintf("zstd data with a window of over %d MiB; compress it without --long", maxWindow>>20)}
	}
	return &brokenLayer{"broken " + kind.String() + " data (" + err.Error() + "); get the file anew"}
}

// unpackError returns an error of reading through layers as one of the file.
func unpackError(path string, err error) error {
	var own *Error
	if errors.As(err, &own) {
		return own
	}
	return fileError(path, reasonOf(err))
}

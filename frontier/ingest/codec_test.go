package ingest

import (
	"bytes"
	"compress/gzip"
	"io"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// packedWith returns a document packed with each codec.
func packedWith(t *testing.T, doc []byte) map[codec][]byte {
	t.Helper()
	through := func(to func(w io.Writer) io.WriteCloser) []byte {
		var b bytes.Buffer
		w := to(&b)
		if _, err := w.Write(doc); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	block := make([]byte, lz4.CompressBlockBound(len(doc)))
	var c lz4.Compressor
	n, err := c.CompressBlock(doc, block)
	if err != nil {
		t.Fatal(err)
	}
	return map[codec][]byte{
		codecNone:     doc,
		codecSnappy:   s2.EncodeSnappy(nil, doc),
		codecGzip:     through(func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }),
		codecBrotli:   through(func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) }),
		codecZstd:     z.EncodeAll(doc, nil),
		codecLZ4Block: block[:n],
		codecLZ4Frame: through(func(w io.Writer) io.WriteCloser { return lz4.NewWriter(w) }),
	}
}

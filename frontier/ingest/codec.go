package ingest

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/dsnet/compress/brotli"
	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// A codec is a compression of pages or buffers.
type codec int8

const (
	codecNone codec = iota
	codecSnappy
	codecGzip
	codecBrotli
	codecZstd
	codecLZ4Block // of raw blocks, LZ4_RAW of Parquet
	codecLZ4Frame
)

// most is what a codec can unpack from n bytes at most: the length of the
// longest run that its format writes in the fewest bytes. A document that says
// it unpacks to more is broken, and nothing is made ready for it.
func (c codec) most(n int) int64 {
	const slack = 1 << 16
	switch c {
	case codecNone:
		return int64(n)
	case codecSnappy:
		return int64(n)*22 + slack // 64 bytes in 3
	case codecGzip:
		return int64(n)*1032 + slack // 258 bytes in 2 bits
	case codecLZ4Block, codecLZ4Frame:
		return int64(n)*255 + slack // a byte lengthens a run by 255
	case codecZstd:
		return int64(n)*(1<<15) + 1<<17 // a block of 128 KiB in 4
	default:
		return int64(n)*(1<<16) + 1<<24 // brotli: a meta-block of 16 MiB in a few
	}
}

// An unpacker unpacks. It belongs to one goroutine.
type unpacker struct {
	zstd *zstd.Decoder
	lz4  *lz4.Reader
}

// close gives back what the unpacker holds.
func (u *unpacker) close() {
	if u.zstd != nil {
		u.zstd.Close()
	}
}

// unpack fills dst from src, which has to unpack to exactly that many bytes.
// What src says of its own size is never believed beyond dst.
func (u *unpacker) unpack(c codec, dst, src []byte) error {
	if int64(len(dst)) > c.most(len(src)) {
		return fmt.Errorf("%d bytes cannot unpack to %d", len(src), len(dst))
	}
	if len(dst) == 0 && len(src) == 0 {
		return nil // a page of missing cells alone
	}
	switch c {
	case codecNone:
		if len(src) != len(dst) {
			return fmt.Errorf("%d bytes where %d are expected", len(src), len(dst))
		}
		copy(dst, src)
		return nil
	case codecSnappy:
		if n, k := binary.Uvarint(src); k <= 0 || n != uint64(len(dst)) {
			return errors.New("a snappy block of another size than its header says")
		}
		_, err := s2.Decode(dst, src)
		return err
	case codecGzip:
		r, err := gzip.NewReader(bytes.NewReader(src))
		if err != nil {
			return err
		}
		return readExactly(r, dst)
	case codecBrotli:
		// Its window grows with what is unpacked, up to 16 MiB.
		r, err := brotli.NewReader(bytes.NewReader(src), nil)
		if err != nil {
			return err
		}
		return readExactly(r, dst)
	case codecLZ4Block:
		n, err := lz4.UncompressBlock(src, dst)
		if err == nil && n != len(dst) {
			err = fmt.Errorf("it unpacks to %d bytes and not %d", n, len(dst))
		}
		return err
	case codecLZ4Frame:
		if u.lz4 == nil {
			u.lz4 = lz4.NewReader(nil)
		}
		u.lz4.Reset(bytes.NewReader(src))
		return readExactly(u.lz4, dst)
	default:
		return u.unpackZstd(dst, src)
	}
}

func (u *unpacker) unpackZstd(dst, src []byte) error {
	if u.zstd == nil {
		// The cap limit keeps it from allocating what a frame says it holds.
		d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecodeAllCapLimit(true))
		if err != nil {
			return err
		}
		u.zstd = d
	}
	out, err := u.zstd.DecodeAll(src, dst[:0:len(dst)])
	if err == nil && len(out) != len(dst) {
		err = fmt.Errorf("it unpacks to %d bytes and not %d", len(out), len(dst))
	}
	return err
}

// readExactly fills dst from a reader that has to end there.
func readExactly(r io.Reader, dst []byte) error {
	if _, err := io.ReadFull(r, dst); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return fmt.Errorf("it unpacks to less than %d bytes", len(dst))
		}
		return err
	}
	var more [1]byte
	switch n, err := r.Read(more[:]); {
	case n > 0:
		return fmt.Errorf("it unpacks to more than %d bytes", len(dst))
	case err != nil && !errors.Is(err, io.EOF):
		return err
	}
	return nil
}

package ingest

import (
	"errors"
	"fmt"
	"hash/crc32"
)

// A parquetPage is a page of a column: a dictionary, or the cells of some rows.
type parquetPage struct {
	kind      int
	at        int64 // of the body in the file
	packed    int   // bytes of the body
	unpacked  int
	cells     int // of the page, the missing ones too
	encoding  int
	levels    int // encoding of the levels, of a page of version 1
	repBytes  int // of the levels, which precede the cells of a page of version 2
	defBytes  int
	plainBody bool // version 2: not compressed, whatever the codec
	crc       uint32
	hasCRC    bool
}

// The kinds of pages.
const (
	pageData       = 0
	pageDictionary = 2
	pageData2      = 3
)

// The encodings of pages.
const (
	encodingPlain           = 0
	encodingPlainDictionary = 2
	encodingRLE             = 3
	encodingDeltaBinary     = 5
	encodingDeltaLength     = 6
	encodingDeltaBytes      = 7
	encodingDictionary      = 8
	encodingStreamSplit     = 9
)

const (
	// maxPage is how large a page may be. Writers make them of about 1 MiB; with
	// one per core in memory no page makes a process large.
	maxPage = 128 << 20
	// maxDictionary is less: the values of a dictionary stay in memory, each with
	// its place. Writers give up dictionaries at about 1 MiB.
	maxDictionary = 32 << 20
	// maxPageHeader bounds the statistics that a header may hold.
	maxPageHeader = 16 << 20
)

// parquetPages lists the pages of a chunk from their headers, without their
// bodies. The data pages together hold exactly rows cells, and the sizes are
// such that they can be unpacked.
func parquetPages(d *document, ch *parquetChunk, c codec, rows int64, taken *budget) ([]parquetPage, error) {
	var pages []parquetPage
	var room []byte
	got := int64(0)
	for at := ch.start; at < ch.end && got < rows; {
		p, size, err := readPageHeader(d, at, ch.end, &room)
		if err != nil {
			return nil, err
		}
		p.at = at + size
		if int64(p.packed) > ch.end-p.at {
			return nil, errors.New("a page goes beyond its column; was it cut?")
		}
		at = p.at + int64(p.packed)
		switch p.kind {
		case pageData, pageData2:
			got += int64(p.cells)
		case pageDictionary:
			if len(pages) > 0 {
				return nil, errors.New("a dictionary stands behind cells")
			}
		default:
			continue // pages of no known kind may be passed over
		}
		most := maxPage
		if p.kind == pageDictionary {
			most = maxDictionary
		}
		if p.unpacked > most {
			return nil, fmt.Errorf("a page of %d bytes; the most that is read is %d, write smaller ones", p.unpacked, most)
		}
		levels := p.repBytes + p.defBytes
		if levels > p.packed || levels > p.unpacked || int64(p.unpacked-levels) > p.codec(c).most(p.packed-levels) {
			return nil, fmt.Errorf("a page of %d bytes cannot unpack to %d", p.packed, p.unpacked)
		}
		if err := taken.take(int64(p.unpacked)); err != nil {
			return nil, err
		}
		pages = append(pages, p)
	}
	if got != rows {
		return nil, fmt.Errorf("its pages hold %d of %d rows; was it cut?", got, rows)
	}
	return pages, nil
}

// codec returns the compression of the page's body in a column of a codec.
func (p *parquetPage) codec(c codec) codec {
	if p.plainBody {
		return codecNone
	}
	return c
}

// readPageHeader reads the header at a place and returns its length. Few bytes
// are read first, more if the header holds long statistics.
func readPageHeader(d *document, at, end int64, room *[]byte) (p parquetPage, size int64, err error) {
	for n := int64(512); ; n *= 8 {
		n = min(n, end-at, maxPageHeader)
		head, err := d.bytes(at, n, room)
		if err != nil {
			return p, 0, err
		}
		r := &thriftReader{rest: head}
		p = parsePageHeader(r)
		if r.err == nil {
			return p, n - int64(len(r.rest)), nil
		}
		if !errors.Is(r.err, errThriftShort) || n == end-at || n == maxPageHeader {
			return p, 0, fmt.Errorf("the header of a page is broken: %w", r.err)
		}
	}
}

func parsePageHeader(r *thriftReader) parquetPage {
	p := parquetPage{kind: -1, packed: -1, unpacked: -1, encoding: -1}
	number := func(kind byte) int {
		v := r.integerOf(kind)
		if v < 0 || v > 1<<31-1 {
			r.fail(errors.New("a size is negative"))
			return 0
		}
		return int(v)
	}
	r.structure(func(id int, kind byte) {
		switch id {
		case 1:
			p.kind = number(kind)
		case 2:
			p.unpacked = number(kind)
		case 3:
			p.packed = number(kind)
		case 4:
			p.crc, p.hasCRC = uint32(r.integerOf(kind)), true
		case 5, 7: // of a data page, of a dictionary
			r.structureOf(kind, func(id int, kind byte) {
				switch id {
				case 1:
					p.cells = number(kind)
				case 2:
					p.encoding = number(kind)
				case 3:
					if kind == thriftI32 {
						p.levels = number(kind)
					} else {
						r.skip(kind)
					}
				default:
					r.skip(kind)
				}
			})
		case 8:
			r.structureOf(kind, func(id int, kind byte) {
				switch id {
				case 1:
					p.cells = number(kind)
				case 4:
					p.encoding = number(kind)
				case 5:
					p.defBytes = number(kind)
				case 6:
					p.repBytes = number(kind)
				case 7:
					p.plainBody = kind == thriftFalse
					r.skip(kind)
				default:
					r.skip(kind)
				}
			})
		default:
			r.skip(kind)
		}
	})
	known := p.kind == pageData || p.kind == pageDictionary || p.kind == pageData2
	if r.err == nil && (p.kind < 0 || p.packed < 0 || p.unpacked < 0 || known && p.encoding < 0) {
		r.fail(errors.New("a size, kind or encoding is missing"))
	}
	if p.kind != pageData2 {
		p.defBytes, p.repBytes, p.plainBody = 0, 0, false
	}
	return p
}

// body reads and unpacks a page. The definition levels are told apart where the
// column is optional. All of it is valid until the worker's next page.
func (p *parquetPage) body(d *document, c codec, optional bool, w *worker) (levels, values []byte, err error) {
	packed, err := d.bytes(p.at, int64(p.packed), &w.packed)
	if err != nil {
		return nil, nil, err
	}
	if p.hasCRC && crc32.ChecksumIEEE(packed) != p.crc {
		return nil, nil, errors.New("a page does not match its checksum; the file is damaged")
	}
	head := p.repBytes + p.defBytes // of version 2, never packed
	data := packed[head:]
	if p.codec(c) != codecNone {
		data = enough(&w.unpacked, p.unpacked-head)
		if err := w.unpack(c, data, packed[head:]); err != nil {
			return nil, nil, fmt.Errorf("a page cannot be unpacked: %w", err)
		}
	} else if len(data) != p.unpacked-head {
		return nil, nil, fmt.Errorf("a page of %d bytes is said to have %d", p.packed, p.unpacked)
	}
	switch {
	case p.kind == pageDictionary || !optional:
		return nil, data, nil
	case p.kind == pageData2:
		return packed[p.repBytes:head], data, nil
	case p.levels != encodingRLE:
		return nil, nil, errors.New("its levels are bit-packed, as in files of 2013, which are not read")
	case len(data) < 4:
		return nil, nil, errors.New("a page is shorter than its levels")
	}
	n := uint64(data[0]) | uint64(data[1])<<8 | uint64(data[2])<<16 | uint64(data[3])<<24
	if n > uint64(len(data)-4) {
		return nil, nil, errors.New("a page is shorter than its levels")
	}
	return data[4 : 4+n], data[4+n:], nil
}

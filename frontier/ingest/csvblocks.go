package ingest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"os"
	"sync"

	"paretocov/frontier"
)

// diskBlockBytes is how much of a large file on disk is read at once: what is
// read stays in the processor's cache, and memory is for the columns alone.
const diskBlockBytes = 4 << 20

// addCSVBlocks adds the rows of a large CSV file on disk to a builder, block by
// block. ok is false where the file has to be read whole, be it that it is no
// such file, that it is broken and an error has to name the place, or that a
// column of unknown meaning turns out to hold text only later on; the builder is
// then as it was.
func addCSVBlocks(f file, b *builder, o *Options, source int32, block int) (sum string, ok bool) {
	if !f.disk {
		return "", false
	}
	file, err := os.Open(f.path)
	if err != nil {
		return "", false
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || info.Size() < int64(block) || info.Size() > o.MaxBytes {
		return "", false
	}
	before := b.mark()
	r := csvBlocks{b: b, o: o, f: f, size: info.Size(), at: frontier.Place{Source: source, Row: 1}}
	if o.Digest {
		r.digest = sha256.New()
	}
	if !r.read(file, block) {
		b.rollBack(before)
		return "", false
	}
	b.dropTextless()
	if o.toBase(b, f.path, r.columns, nil, before.rows) != nil { // it is told once the file is read whole
		b.rollBack(before)
		return "", false
	}
	r.plan.see(o.seen)
	if r.digest != nil {
		sum = hex.EncodeToString(r.digest.Sum(nil))
	}
	return sum, true
}

// see notes the columns that are not read and hold numbers.
func (p *csvPlan) see(seen map[string]bool) {
	for _, c := range p.columns {
		if c.use == csvSkip || c.use == csvProbe && c.content&csvNumber != 0 {
			seen[c.field] = true
		}
	}
}

type csvBlocks struct {
	b       *builder
	o       *Options
	f       file
	size    int64 // of the file
	plan    *csvPlan
	columns []string
	at      frontier.Place
	digest  hash.Hash // nil unless asked for
}

// read reads all blocks. It returns false where the file has to be read whole.
func (r *csvBlocks) read(from io.Reader, block int) bool {
	ahead := readAhead(from, block)
	defer ahead.stop()
	var tail []byte // of the block before: a part of a record
	for total := int64(0); ; {
		room, n, err := ahead.next()
		total += int64(n)
		ended := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !ended || total > r.size || len(tail) > block {
			return false // unreadable, or it grew, or a record is longer than a block: read it whole, or say why not
		}
		if r.digest != nil {
			r.digest.Write(room[block : block+n])
		}
		buf := room[block-len(tail) : block+n]
		copy(buf, tail)
		whole := len(buf)
		if !ended {
			whole = wholeRecords(buf)
		}
		if whole > 0 && !r.add(buf[:whole]) {
			return false
		}
		if ended {
			// Columns of words for no value and nothing else are labels, as is known now.
			return r.plan != nil && r.at.Row > 1 && r.plan.undecided(make([]csvContent, len(r.plan.columns)), true) == nil
		}
		tail = append(tail[:0], buf[whole:]...)
	}
}

// A blockReader reads the next block while the one before is in use.
type blockReader struct {
	blocks  chan readBlock
	free    chan []byte
	stopped chan struct{}
	done    sync.WaitGroup
	inUse   []byte
}

// A readBlock is what was read behind the first half of its room.
type readBlock struct {
	room []byte
	n    int
	err  error
}

func readAhead(from io.Reader, block int) *blockReader {
	r := &blockReader{blocks: make(chan readBlock, 2), free: make(chan []byte, 2), stopped: make(chan struct{})}
	r.free <- make([]byte, 2*block)
	r.free <- make([]byte, 2*block)
	r.done.Go(func() {
		for {
			var b readBlock
			select {
			case <-r.stopped:
				return
			case b.room = <-r.free:
			}
			b.err = guarded(func() error {
				var err error
				b.n, err = io.ReadFull(from, b.room[block:])
				return err
			})
			if r.blocks <- b; b.err != nil {
				return
			}
		}
	})
	return r
}

// next returns the next block, until the one after is asked for. After an error
// there is none.
func (r *blockReader) next() (room []byte, n int, err error) {
	if r.inUse != nil {
		r.free <- r.inUse
	}
	b := <-r.blocks
	r.inUse = b.room
	return b.room, b.n, b.err
}

// stop ends the reading.
func (r *blockReader) stop() {
	close(r.stopped)
	r.done.Wait()
}

// add adds a block of whole records, the first of which begins with the header.
func (r *csvBlocks) add(block []byte) bool {
	body, first := block, r.plan == nil
	if first {
		if contentOf(block) != contentText {
			return false
		}
		t, err := readCSV(r.f.path, block)
		if err != nil || t.shape != nil || !r.o.hasY(t.columns) {
			return false
		}
		fields, err := r.o.fieldsWithY(r.f.path, t.columns)
		if err != nil {
			return false
		}
		r.plan, r.columns, body = newCSVPlan(fields, t.separator, r.o), t.columns, t.body
		r.at.Line = int32(t.line)
		if !r.plan.decide(body, false, csvChunkBytes) {
			return false
		}
	}
	rows, at := r.b.rows, r.at
	found, ok := r.plan.addBlock(r.b, body, &r.at)
	if !ok {
		return false
	}
	if first { // room for the rest, if its rows are as long
		share := float64(r.size) / float64(len(block))
		r.b.reserve(rows + int(float64(r.b.rows-rows)*share*1.02) + 64)
	}
	rest := r.plan.undecided(found, false)
	if rest == nil {
		return true
	}
	if !first {
		return false
	}
	_, ok = rest.fill(slab{r.b, rows, r.b.rows}, r.plan.cut(body, at, csvChunkBytes))
	return ok
}

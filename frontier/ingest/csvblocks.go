package ingest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"os"

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
	b      *builder
	o      *Options
	f      file
	size   int64 // of the file
	plan   *csvPlan
	at     frontier.Place
	digest hash.Hash // nil unless asked for
}

// read reads all blocks. It returns false where the file has to be read whole.
func (r *csvBlocks) read(from io.Reader, block int) bool {
	buf := make([]byte, 0, 2*block)
	for total := int64(0); ; {
		had := len(buf)
		if had >= block {
			return false // a record longer than a block
		}
		n, err := io.ReadFull(from, buf[had:had+block])
		buf = buf[:had+n]
		total += int64(n)
		ended := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !ended || total > r.size {
			return false // unreadable, or it grew: read it whole, or say why not
		}
		if r.digest != nil {
			r.digest.Write(buf[had:])
		}
		whole := len(buf)
		if !ended {
			whole = wholeRecords(buf)
		}
		if whole > 0 && !r.add(buf[:whole]) {
			return false
		}
		buf = append(buf[:0], buf[whole:]...)
		if ended {
			// Columns of words for no value and nothing else are labels, as is known now.
			return r.plan != nil && r.at.Row > 1 && r.plan.undecided(make([]csvContent, len(r.plan.columns)), true) == nil
		}
	}
}

// add adds a block of whole records, the first of which begins with the header.
func (r *csvBlocks) add(block []byte) bool {
	body, first := block, r.plan == nil
	if first {
		if contentOf(block) != contentText {
			return false
		}
		t, err := readCSV(r.f.path, block)
		if err != nil || !r.o.hasY(t.columns) {
			return false
		}
		fields, err := r.o.fieldsWithY(r.f.path, t.columns)
		if err != nil {
			return false
		}
		r.plan, body = newCSVPlan(fields, t.separator, r.o), t.body
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

package ingest

import (
	"bytes"
	"runtime"

	"paretocov/frontier"
)

// csvChunkBytes is about how much of a document one worker reads at a time: its
// texts then fit into a cache of their own.
const csvChunkBytes = 512 << 10

// A csvChunk is some whole records of a document.
type csvChunk struct {
	bytes   []byte
	at      frontier.Place // of its first line and its first record
	row     int            // of the builder's new rows, for its first record
	records int
	lines   int
}

// linesBefore counts the line breaks before the record that goes on beyond size.
func (c *csvChunk) linesBefore(size int) int {
	from := 0
	for {
		end := from + recordEnd(c.bytes[from:], false)
		if end == len(c.bytes) || end > size {
			return bytes.Count(c.bytes[:from], []byte("\n"))
		}
		from = end
	}
}

func recordsOf(chunks []csvChunk) (n int) {
	for i := range chunks {
		n += chunks[i].records
	}
	return n
}

// cut divides a block of whole records into chunks of about size bytes, and
// counts their records. at is where the block begins.
//
// A line break ends a record unless it stands in quotes, which is where an odd
// number of quotes are before it. Where a quote stands that may not, the records
// may be wrong ones: the scan of some chunk finds it.
func (p *csvPlan) cut(block []byte, at frontier.Place, size int) []csvChunk {
	n := (len(block) + size - 1) / size
	quotes := make([]int, n)
	inWorkers(n, func(i int) {
		quotes[i] = bytes.Count(block[i*size:min((i+1)*size, len(block))], []byte(`"`))
	})
	var chunks []csvChunk
	from, before := 0, 0
	for i := range n {
		if i > 0 {
			before += quotes[i-1]
		}
		end := len(block)
		if next := (i + 1) * size; next < len(block) {
			if next < from {
				continue // in a record that is longer than a chunk
			}
			end = next + recordEnd(block[next:], (before+quotes[i])%2 != 0)
		}
		if end > from {
			chunks = append(chunks, csvChunk{bytes: block[from:end:len(block)]})
		}
		from = end
	}
	quoted := before+lastOf(quotes) > 0
	inWorkers(len(chunks), func(i int) { chunks[i].count(quoted) })
	row := 0
	for i := range chunks {
		c := &chunks[i]
		c.at, c.row = at, row
		at.Line += int32(c.lines)
		at.Row += int32(c.records)
		row += c.records
	}
	return chunks
}

func lastOf(counts []int) int {
	if len(counts) == 0 {
		return 0
	}
	return counts[len(counts)-1]
}

func inWorkers(n int, work func(i int)) {
	inOrder(n, runtime.GOMAXPROCS(0), func() struct{} { return struct{}{} },
		func(i int, _ struct{}) { work(i) }, func(int, struct{}) bool { return true })
}

// recordEnd returns where the record ends that b begins within: behind the first
// line break outside quotes, or at the end of b.
func recordEnd(b []byte, quoted bool) int {
	for i := 0; ; {
		j := bytes.IndexByte(b[i:], '\n')
		if j < 0 {
			return len(b)
		}
		if bytes.Count(b[i:i+j], []byte(`"`))%2 != 0 {
			quoted = !quoted
		}
		if i += j + 1; !quoted {
			return i
		}
	}
}

// wholeRecords returns how much of a block, which begins with a record, is whole
// records: all up to the last line break outside quotes, 0 if there is none.
func wholeRecords(block []byte) int {
	quoted := bytes.Count(block, []byte(`"`))%2 != 0 // at the end of block
	for {
		j := bytes.LastIndexByte(block, '\n')
		if bytes.Count(block[j+1:], []byte(`"`))%2 != 0 {
			quoted = !quoted
		}
		if j < 0 || !quoted {
			return j + 1
		}
		block = block[:j]
	}
}

// anyRecord reports whether a block holds more than blank lines.
func anyRecord(block []byte) bool {
	for {
		line, rest, more := bytes.Cut(block, []byte("\n"))
		if !isBlankLine(line) {
			return true
		}
		if !more {
			return false
		}
		block = rest
	}
}

// isBlankLine reports whether a line, without its line feed, is no record.
func isBlankLine(line []byte) bool { return len(line) == 0 || len(line) == 1 && line[0] == '\r' }

// count counts the chunk's lines and its records, which are lines that are not
// blank and do not begin in quotes.
func (c *csvChunk) count(quoted bool) {
	open := false
	for rest := c.bytes; len(rest) > 0; {
		line := rest
		if j := bytes.IndexByte(rest, '\n'); j >= 0 {
			line, rest = rest[:j], rest[j+1:]
			c.lines++
		} else {
			rest = nil
		}
		if !open && !isBlankLine(line) {
			c.records++
		}
		if quoted && bytes.Count(line, []byte(`"`))%2 != 0 {
			open = !open
		}
	}
}

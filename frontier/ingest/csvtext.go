package ingest

import (
	"bytes"
	"math/bits"
)

// csvTexts gives codes to the texts of a column. Texts that have a few distinct
// values are found among those of late, without a look into the dictionary.
type csvTexts struct {
	words    *dictionary
	verbatim bool
	unique   bool // whether most texts are there once, so that there is no use in looking
	recent   []recentText
	last     int32 // code of the last longer text
	shift    uint8 // brings a hash down to a place in recent
}

// A recentText is a text of 1 to 16 bytes: its first eight and its last eight, or,
// if it is shorter than that, all of it with zeros behind.
type recentText struct {
	first, last uint64
	length      int32
	code        int32
}

func newCSVTexts(words *dictionary, verbatim bool, recent int) csvTexts {
	return csvTexts{words: words, verbatim: verbatim, recent: make([]recentText, recent), last: -1, shift: uint8(64 - bits.Len(uint(recent-1)))}
}

// reset forgets all texts.
func (t *csvTexts) reset() {
	t.words.reset()
	clear(t.recent)
	t.last = -1
}

// code returns the code of a text that is not empty, -1 if it is a word for no
// value.
func (t *csvTexts) code(text []byte) int32 {
	if t.unique {
		return t.add(text)
	}
	if len(text) > 16 {
		if t.last >= 0 && bytes.Equal(t.words.text(t.last), text) {
			return t.last
		}
		t.last = t.add(text)
		return t.last
	}
	first, last := load8(text[:cap(text)], 0), uint64(0) // what stands behind a text is there to be read
	if len(text) < 8 {
		first &= 1<<uint(8*len(text)) - 1
	} else {
		last = load8(text, len(text)-8)
	}
	const odd = 0x9e3779b97f4a7c15 // 2^64 over the golden ratio: its products spread by their high bits
	r := &t.recent[((first^bits.RotateLeft64(last, 32))*odd)>>t.shift]
	if r.first != first || r.last != last || int(r.length) != len(text) {
		*r = recentText{first, last, int32(len(text)), t.add(text)}
	}
	return r.code
}

func (t *csvTexts) add(text []byte) int32 {
	if !t.verbatim && mayBeNull(text) && isNullLabel(string(text)) {
		return -1
	}
	if t.unique {
		return t.words.note(text)
	}
	return t.words.find(text)
}

// mayBeNull is false for most texts that are not isNullLabel.
func mayBeNull(text []byte) bool {
	first, last := text[0], text[len(text)-1]
	return len(text) <= len("null") || first <= ' ' || last <= ' ' || first >= 0x80 || last >= 0x80
}

package ingest

import "encoding/binary"

// partWords are the texts of a part of a column, numbered apart from those of
// the other parts, which are read at the same time.
type partWords struct {
	*dictionary
	asked  int
	noting bool // nearly every text is another one, and is not looked up
}

// cachedTexts are numbers of late and the codes of their texts in a part.
type cachedTexts [256]cachedText

type cachedText struct {
	cell  uint64
	code  int32
	known bool
}

// sample is after how many texts it is told whether they repeat.
const sample = 4096

// add returns the code of a text. Where texts do not repeat, equal ones may have
// several codes; joinTo gives them one.
func (w *partWords) add(text []byte) int32 {
	if w.noting {
		return w.note(text)
	}
	if w.asked++; w.asked == sample && w.len() > sample/2 {
		w.noting = true
	}
	return w.dictionary.add(text)
}

// number returns the code of a cell of a fixed width as text. Settings have few
// values, whose texts need not be made anew.
func (w *partWords) number(t *fixedType, cell []byte, with *worker) int32 {
	var slot *cachedText
	bits := uint64(0)
	if t.width <= 8 && !t.bigEndian {
		for i, b := range cell {
			bits |= uint64(b) << (8 * i)
		}
		if t.width == 8 {
			bits = binary.LittleEndian.Uint64(cell)
		}
		const odd = 0x9e3779b97f4a7c15 // of Fibonacci hashing (Knuth, volume 3, 6.4)
		if slot = &with.cache[bits*odd>>56]; slot.known && slot.cell == bits {
			return slot.code
		}
	}
	with.cell = t.appendText(with.cell[:0], cell)
	code := w.add(with.cell)
	if slot != nil {
		*slot = cachedText{bits, code, true}
	}
	return code
}

// joinTo adds the texts to a dictionary and returns their codes there, by their
// codes here: negative for no text, and for words that say so unless they are
// verbatim.
func (w *partWords) joinTo(d *dictionary, verbatim bool) []int32 {
	drop := func(c int32) bool {
		text := w.text(c)
		return len(text) == 0 || !verbatim && mayBeNull(text) && isNullLabel(string(text))
	}
	some := false
	for c := range w.ends {
		some = some || drop(int32(c))
	}
	if !some {
		return d.merge(w.dictionary)
	}
	codes := make([]int32, w.len())
	for c := range codes {
		if codes[c] = -1; !drop(int32(c)) {
			codes[c] = d.findHashed(w.text(int32(c)), w.hashes[c])
		}
	}
	return codes
}

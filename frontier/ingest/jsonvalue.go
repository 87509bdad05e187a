package ingest

import (
	"bytes"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// This file reads JSON into a tree that knows where in the document everything
// stands. encoding/json would not do: it matches field names without regard to
// case, lets the last of repeated keys win in silence, turns integers above
// 2^53 into their neighbours, and refuses the NaN and Infinity tokens that
// Python writes, all of which a reader of benchmark results has to see.

// maxJSONDepth is how many arrays and objects may enclose one another. Results
// nest a handful deep; the limit keeps a hostile document from exhausting the
// stack.
const maxJSONDepth = 512

// Strings of up to maxInternedLen bytes are kept once per document, as keys and
// names repeat in every row, up to maxInterned different ones.
const (
	maxInternedLen = 64
	maxInterned    = 1 << 14
)

// handOver is the number of elements from which a container takes over the
// parser's scratch slice instead of copying it. A slice of that size has grown
// by small factors, so little of it is unused.
const handOver = 1 << 12

const utf8BOM = "\xef\xbb\xbf"

// A jsonKind is the kind of a JSON value.
type jsonKind uint8

// The kinds. jsonNonFinite is one of the bare tokens NaN, Infinity and
// -Infinity, which are not JSON but which Python's json module writes and reads.
const (
	jsonNull jsonKind = iota
	jsonFalse
	jsonTrue
	jsonNumber
	jsonNonFinite
	jsonString
	jsonArray
	jsonObject
)

// String names the kind as messages do.
func (k jsonKind) String() string {
	return [...]string{"null", "false", "true", "a number", "NaN or an infinity", "a string", "an array", "an object"}[k]
}

// A jsonValue is one value of a document.
type jsonValue struct {
	kind   jsonKind
	offset int    // of its first byte in the document
	raw    []byte // its source text, from first to last byte; aliases the document
	str    string // decoded, of jsonString
	// What an array or an object holds stands apart, since most values are
	// neither and a document holds many values.
	*jsonContents
}

// A jsonContents is what is in an array or an object.
type jsonContents struct {
	elems   []jsonValue  // of jsonArray
	members []jsonMember // of jsonObject, in the document's order
}

// nothingInside are the contents of all other values. It is never changed.
var nothingInside jsonContents

// A jsonMember is a member of an object.
type jsonMember struct {
	key   string
	value jsonValue
}

// A jsonError says what is wrong with a document, and where. Its text leaves
// the place out: lineColumn resolves the offset. parseJSON and parseJSONLines
// return no other error.
type jsonError struct {
	offset int
	what   string
}

// Error returns what is wrong.
func (e *jsonError) Error() string { return e.what }

// lineColumn returns the line and column of an offset in doc, both from 1.
// Columns count bytes. A byte order mark, which no editor shows, is not counted.
func lineColumn(doc []byte, offset int) (line, column int) {
	if bytes.HasPrefix(doc, []byte(utf8BOM)) {
		doc, offset = doc[len(utf8BOM):], offset-len(utf8BOM)
	}
	before := doc[:min(max(offset, 0), len(doc))]
	return 1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n')
}

// get returns the value of the member with exactly that key, the last one if
// the key is repeated (as in Python), nil if there is none or v is no object.
func (v *jsonValue) get(key string) *jsonValue {
	if v == nil {
		return nil
	}
	for i := len(v.members) - 1; i >= 0; i-- {
		if v.members[i].key == key {
			return &v.members[i].value
		}
	}
	return nil
}

// repeatedKey returns the first key of v itself, not of values inside it, that
// stands there a second time, with the offset of the second place.
func (v *jsonValue) repeatedKey() (key string, offset int, ok bool) {
	const few = 256 // below, a map is not worth while
	if len(v.members) > few {
		seen := make(map[string]struct{}, len(v.members))
		for i := range v.members {
			key := v.members[i].key
			if _, repeated := seen[key]; repeated {
				return key, v.keyOffset(i), true
			}
			seen[key] = struct{}{}
		}
		return "", 0, false
	}
	var hashes [1024 / 64]uint64 // a bit for each
	for i := range v.members {
		key := v.members[i].key
		h := keyHash(unsafe.Slice(unsafe.StringData(key), len(key))) % 1024
		if bit := uint64(1) << (h % 64); hashes[h/64]&bit == 0 {
			hashes[h/64] |= bit
			continue
		}
		for j := range i {
			if v.members[j].key == key {
				return key, v.keyOffset(i), true
			}
		}
	}
	return "", 0, false
}

// keyOffset returns the offset of the key of member i. A member does not carry
// it: it stands between the value before and its own, behind a comma and space.
func (v *jsonValue) keyOffset(i int) int {
	from := v.offset + 1
	if i > 0 {
		before := &v.members[i-1].value
		from = before.offset + len(before.raw)
	}
	return from + bytes.IndexByte(v.raw[from-v.offset:], '"')
}

// number returns the value of a jsonNumber, rounded to the nearest float64. ok
// is false for other kinds and for a number too large for a float64.
func (v *jsonValue) number() (f float64, ok bool) {
	if v == nil || v.kind != jsonNumber {
		return 0, false
	}
	if f, _, _ = parseDecimal(v.raw); math.IsInf(f, 0) {
		return 0, false
	}
	return f, true
}

// isInteger reports whether v is a number written without fraction and
// exponent, which Python reads as an int of any size.
func (v *jsonValue) isInteger() bool {
	return v.kind == jsonNumber && !bytes.ContainsAny(v.raw, ".eE")
}

// parseJSON reads a document of one value. It is strict (RFC 8259), with these
// exceptions: a UTF-8 byte order mark in front is skipped, the tokens NaN,
// Infinity and -Infinity are values of kind jsonNonFinite, and in the decoded
// text of a string each byte that is not UTF-8 and each lone surrogate escape is
// U+FFFD. Repeated keys are all kept.
func parseJSON(doc []byte) (jsonValue, error) {
	p := newJSONParser(doc)
	p.skipSpace()
	if p.pos == len(doc) {
		return jsonValue{}, p.fail(p.pos, "the document is empty")
	}
	v, err := p.value(0)
	if err != nil {
		return jsonValue{}, err
	}
	p.skipSpace()
	if p.pos < len(doc) {
		return jsonValue{}, p.fail(p.pos, "found %s after the end of the document's value", p.found())
	}
	return v, nil
}

// parseJSONLines reads a document of any number of values with white space
// between them, one to a line as a rule (NDJSON), each as parseJSON does. Blank
// lines are skipped.
func parseJSONLines(doc []byte) ([]jsonValue, error) {
	p := newJSONParser(doc)
	var values []jsonValue
	for {
		end := p.pos
		p.skipSpace()
		switch {
		case p.pos == len(doc):
			return values, nil
		case len(values) == 0:
		case doc[p.pos] == ',':
			return nil, p.fail(p.pos, "found a comma between two values; remove it, or enclose all of them in [ ]")
		case p.pos == end:
			return nil, p.fail(p.pos, "found %s directly after the end of a value; begin a new line", p.found())
		}
		v, err := p.value(0)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
}

// A jsonParser is a recursive descent over a document.
//
// The elements of containers that are still open lie on two stacks and move to
// a slice of their own, of the right size, when the container ends.
type jsonParser struct {
	doc      []byte
	pos      int
	elems    []jsonValue
	members  []jsonMember
	interned map[string]string
	recent   [256]string // texts interned of late, by keyHash

	unkept bool // the elements of arrays are checked and not kept

	// Of a parser whose values are of no use when the next ones are read: what
	// their contents take is used again.
	again    bool
	contents []jsonContents
	ready    jsonContents
}

// reuse makes the contents of all values so far free for the next ones.
func (p *jsonParser) reuse() {
	p.again, p.unkept = true, false
	p.elems, p.members = p.elems[:0], p.members[:0] // an error leaves some
	p.contents, p.ready.elems, p.ready.members = p.contents[:0], p.ready.elems[:0], p.ready.members[:0]
}

// newContents returns the contents of one more array or object.
func (p *jsonParser) newContents() *jsonContents {
	if !p.again {
		return new(jsonContents)
	}
	if len(p.contents) == cap(p.contents) {
		p.contents = make([]jsonContents, 0, 2*cap(p.contents)+8)
	}
	p.contents = append(p.contents, jsonContents{})
	return &p.contents[len(p.contents)-1]
}

func newJSONParser(doc []byte) *jsonParser {
	p := &jsonParser{doc: doc, interned: map[string]string{}}
	if bytes.HasPrefix(doc, []byte(utf8BOM)) {
		p.pos = len(utf8BOM)
	}
	return p
}

// value reads the value at p.pos, which lies inside depth containers. There is
// something at p.pos.
func (p *jsonParser) value(depth int) (jsonValue, error) {
	v := jsonValue{offset: p.pos, jsonContents: &nothingInside}
	var err error
	switch c := p.doc[p.pos]; {
	case c == '"':
		v.kind = jsonString
		v.str, err = p.text()
	case c == '-' || isDigit(c):
		v.kind, err = p.number()
	case c == '{' || c == '[':
		if depth == maxJSONDepth {
			return v, p.fail(p.pos, "values are nested more than %d levels deep", maxJSONDepth)
		}
		v.jsonContents = p.newContents()
		if c == '{' {
			v.kind = jsonObject
			v.members, err = p.object(depth + 1)
		} else {
			v.kind = jsonArray
			v.elems, err = p.array(depth + 1)
		}
	case isWordByte(c):
		v.kind, err = p.literal()
	default:
		err = p.noValue()
	}
	if err != nil {
		return v, err
	}
	v.raw = p.doc[v.offset:p.pos:p.pos]
	return v, nil
}

// array reads an array, whose [ is at p.pos.
func (p *jsonParser) array(depth int) ([]jsonValue, error) {
	base := len(p.elems)
	comma := -1 // offset of the comma before the next element
	p.pos++
	for {
		p.skipSpace()
		switch {
		case p.pos == len(p.doc):
			return nil, p.cutOff("an array")
		case p.doc[p.pos] == ']' && comma >= 0:
			return nil, p.fail(comma, "trailing comma before ]; remove it")
		case p.doc[p.pos] == ']':
			p.pos++
			return nil, nil
		}
		v, err := p.value(depth)
		if err != nil {
			return nil, err
		}
		if !p.unkept {
			p.elems = append(p.elems, v)
		}
		p.skipSpace()
		switch {
		case p.pos == len(p.doc):
			return nil, p.cutOff("an array")
		case p.doc[p.pos] == ',':
			comma = p.pos
			p.pos++
		case p.doc[p.pos] == ']':
			p.pos++
			var elems []jsonValue
			elems, p.elems = popFrom(p.elems, base, p.again, &p.ready.elems)
			return elems, nil
		default:
			return nil, p.fail(p.pos, "found %s after an element of an array; a comma or ] belongs there", p.found())
		}
	}
}

// object reads an object, whose { is at p.pos.
func (p *jsonParser) object(depth int) ([]jsonMember, error) {
	base := len(p.members)
	comma := -1 // offset of the comma before the next member
	p.pos++
	for {
		p.skipSpace()
		switch {
		case p.pos == len(p.doc):
			return nil, p.cutOff("an object")
		case p.doc[p.pos] == '}' && comma >= 0:
			return nil, p.fail(comma, "trailing comma before }; remove it")
		case p.doc[p.pos] == '}':
			p.pos++
			return nil, nil
		case p.doc[p.pos] != '"':
			return nil, p.noKey()
		}
		key, err := p.text()
		if err != nil {
			return nil, err
		}
		p.skipSpace()
		switch {
		case p.pos == len(p.doc):
			return nil, p.cutOff("an object")
		case p.doc[p.pos] != ':':
			return nil, p.fail(p.pos, "found %s after the key %q; a colon belongs there", p.found(), excerpt(key))
		}
		p.pos++
		p.skipSpace()
		if p.pos == len(p.doc) {
			return nil, p.cutOff("an object")
		}
		v, err := p.member(key, depth)
		if err != nil {
			return nil, err
		}
		p.members = append(p.members, jsonMember{key, v})
		p.skipSpace()
		switch {
		case p.pos == len(p.doc):
			return nil, p.cutOff("an object")
		case p.doc[p.pos] == ',':
			comma = p.pos
			p.pos++
		case p.doc[p.pos] == '}':
			p.pos++
			var members []jsonMember
			members, p.members = popFrom(p.members, base, p.again, &p.ready.members)
			return members, nil
		default:
			return nil, p.fail(p.pos, "found %s after the value of %q; a comma or } belongs there", p.found(), excerpt(key))
		}
	}
}

// popFrom splits a stack at base into what lay above, as a slice of its own or
// behind what is used again, and the rest.
func popFrom[T any](stack []T, base int, again bool, ready *[]T) (above, rest []T) {
	if again {
		from := len(*ready)
		*ready = append(*ready, stack[base:]...) // what is in use stays where it was
		return slices.Clip((*ready)[from:]), stack[:base]
	}
	if base == 0 && len(stack) >= handOver {
		return slices.Clip(stack), nil
	}
	above = make([]T, len(stack)-base)
	copy(above, stack[base:])
	return above, stack[:base]
}

// number reads a number or -Infinity.
func (p *jsonParser) number() (jsonKind, error) {
	if p.doc[p.pos] == '-' {
		p.pos++
		if p.pos < len(p.doc) && isWordByte(p.doc[p.pos]) && !isDigit(p.doc[p.pos]) {
			return p.negativeInfinity()
		}
	}
	first := p.pos
	if err := p.digits("a digit"); err != nil {
		return 0, err
	}
	if p.doc[first] == '0' && p.pos > first+1 {
		return 0, p.fail(first, "found a number with a leading 0; remove it")
	}
	if p.pos < len(p.doc) && p.doc[p.pos] == '.' {
		p.pos++
		if err := p.digits("a digit after the decimal point"); err != nil {
			return 0, err
		}
	}
	if p.pos < len(p.doc) && (p.doc[p.pos] == 'e' || p.doc[p.pos] == 'E') {
		p.pos++
		if p.pos < len(p.doc) && (p.doc[p.pos] == '+' || p.doc[p.pos] == '-') {
			p.pos++
		}
		if err := p.digits("a digit of the exponent"); err != nil {
			return 0, err
		}
	}
	return jsonNumber, nil
}

// digits skips one or more digits.
func (p *jsonParser) digits(want string) error {
	first := p.pos
	for p.pos < len(p.doc) && isDigit(p.doc[p.pos]) {
		p.pos++
	}
	switch {
	case p.pos > first:
		return nil
	case p.pos == len(p.doc):
		return p.cutOff("a number")
	default:
		return p.fail(p.pos, "found %s in a number; %s belongs there", p.found(), want)
	}
}

// negativeInfinity reads the word behind a minus sign, which has to be Infinity.
func (p *jsonParser) negativeInfinity() (jsonKind, error) {
	word := p.word()
	switch {
	case string(word) == "Infinity":
		p.pos += len(word)
		return jsonNonFinite, nil
	case p.beginsLastly(word, "Infinity"):
		return 0, p.cutOff("a word")
	}
	return 0, p.fail(p.pos-1, "found -%s, which is no JSON value", excerpt(string(word)))
}

// literal reads one of the words that are values.
func (p *jsonParser) literal() (jsonKind, error) {
	word := p.word()
	var kind jsonKind
	switch string(word) {
	case "null":
		kind = jsonNull
	case "false":
		kind = jsonFalse
	case "true":
		kind = jsonTrue
	case "NaN", "Infinity":
		kind = jsonNonFinite
	default:
		return 0, p.noLiteral(word)
	}
	p.pos += len(word)
	return kind, nil
}

// word returns the letters, digits and underscores at p.pos.
func (p *jsonParser) word() []byte {
	end := p.pos
	for end < len(p.doc) && isWordByte(p.doc[end]) {
		end++
	}
	return p.doc[p.pos:end]
}

// text reads a string, whose opening quote is at p.pos, and returns it decoded.
func (p *jsonParser) text() (string, error) {
	first := p.pos + 1
	if end, plain := plainTextEnd(p.doc, first); plain {
		p.pos = end + 1
		return p.intern(p.doc[first:end]), nil
	}
	escaped, ascii := false, true
	for i := first; i < len(p.doc); i++ {
		switch c := p.doc[i]; {
		case c == '"':
			p.pos = i + 1
			b := p.doc[first:i]
			if escaped || !ascii && !utf8.Valid(b) {
				return decodeJSONText(b), nil
			}
			return p.intern(b), nil
		case c == '\\':
			escaped = true
			n, err := p.escape(i)
			if err != nil {
				return "", err
			}
			i += n - 1
		case c == '\n' || c == '\r':
			return "", p.fail(i, "found a line break in a string; write it as \\n, or close the string")
		case c < ' ':
			return "", p.fail(i, "found the control character 0x%02x in a string; write it as \\u%04x", c, c)
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	p.pos = len(p.doc)
	return "", p.cutOff("a string")
}

// escape returns the length of the escape sequence at offset i.
func (p *jsonParser) escape(i int) (int, error) {
	rest := p.doc[i+1:]
	if len(rest) == 0 {
		return 1, nil // the end of the document follows, and is reported
	}
	switch rest[0] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2, nil
	case 'u':
		for n := 1; n <= 4 && n < len(rest); n++ {
			if hexDigit(rest[n]) < 0 {
				return 0, p.fail(i, "found \\u without four hexadecimal digits in a string")
			}
		}
		return min(6, len(rest)+1), nil
	}
	return 0, p.fail(i, "found a backslash before %s in a string; write it as \\\\", p.foundAt(i+1))
}

// intern returns b as a string, the same one for the same short text.
func (p *jsonParser) intern(b []byte) string {
	if len(b) > maxInternedLen {
		return string(b)
	}
	recent := &p.recent[keyHash(b)%uint64(len(p.recent))]
	if *recent == string(b) {
		return *recent
	}
	s, ok := p.interned[string(b)]
	if !ok {
		s = string(b)
		if len(p.interned) < maxInterned {
			p.interned[s] = s
		}
	}
	*recent = s
	return s
}

// keyHash is a quick hash of a short text, of its length and its ends. It tells
// usual keys apart; whoever means to can make all the same.
func keyHash(key []byte) uint64 {
	first, last := load8(key, 0), uint64(0)
	if n := len(key); n > 8 {
		last = load8(key, n-8)
	}
	const odd = 0x9e3779b97f4a7c15 // 2^64 over the golden ratio
	return (first ^ bits.RotateLeft64(last, 29) ^ uint64(len(key))) * odd >> 32
}

// decodeJSONText decodes what stands between the quotes of a string. Its escape
// sequences are known to be well-formed.
func decodeJSONText(b []byte) string {
	out := make([]byte, 0, len(b))
	for len(b) > 0 {
		if b[0] != '\\' {
			r, n := utf8.DecodeRune(b)
			out = utf8.AppendRune(out, r)
			b = b[n:]
			continue
		}
		c := b[1]
		b = b[2:]
		switch c {
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'u':
			r := hexRune(b)
			b = b[4:]
			if utf16.IsSurrogate(r) {
				pair := utf8.RuneError
				if len(b) >= 6 && b[0] == '\\' && b[1] == 'u' {
					pair = utf16.DecodeRune(r, hexRune(b[2:]))
				}
				if pair != utf8.RuneError {
					b = b[6:]
				}
				r = pair
			}
			out = utf8.AppendRune(out, r)
		default: // a quote, a backslash or a slash
			out = append(out, c)
		}
	}
	return string(out)
}

// hexRune returns the value of the four hexadecimal digits at the start of b.
func hexRune(b []byte) rune {
	var r rune
	for _, c := range b[:4] {
		r = r<<4 | rune(hexDigit(c))
	}
	return r
}

// hexDigit returns the value of a hexadecimal digit, -1 if c is none.
func hexDigit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isWordByte reports whether c may be part of a word such as null.
func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || isDigit(c) || c == '_'
}

// skipSpace moves to the next byte that is not white space.
func (p *jsonParser) skipSpace() {
	for p.pos < len(p.doc) {
		switch p.doc[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

func (p *jsonParser) fail(offset int, format string, args ...any) error {
	return &jsonError{offset, fmt.Sprintf(format, args...)}
}

// cutOff is the error for a document that ends inside something.
func (p *jsonParser) cutOff(inside string) error {
	return p.fail(len(p.doc), "the document ends inside %s; is the file cut off?", inside)
}

// beginsLastly reports whether the document ends with word, which stands at
// p.pos, and word may be the beginning of literal.
func (p *jsonParser) beginsLastly(word []byte, literal string) bool {
	return p.pos+len(word) == len(p.doc) && strings.HasPrefix(literal, string(word))
}

// noLiteral is the error for a word that is no value.
func (p *jsonParser) noLiteral(word []byte) error {
	for _, literal := range []string{"null", "false", "true", "NaN", "Infinity"} {
		if p.beginsLastly(word, literal) {
			return p.cutOff("a word")
		}
	}
	hint := ""
	switch string(bytes.ToLower(word)) {
	case "true", "false":
		hint = "; write " + string(bytes.ToLower(word))
	case "none", "nil", "undefined", "null", "na":
		hint = "; write null"
	case "nan", "inf", "infinity":
		hint = "; write null, or NaN or Infinity as Python does"
	}
	return p.fail(p.pos, "found %s, which is no JSON value%s", excerpt(string(word)), hint)
}

// noValue is the error for a byte with which no value begins.
func (p *jsonParser) noValue() error {
	switch c := p.doc[p.pos]; c {
	case ',':
		return p.fail(p.pos, "found a comma where a value belongs")
	case '\'':
		return p.fail(p.pos, "found a single quote; strings stand in double quotes")
	case '/', '#':
		return p.fail(p.pos, "found %s where a value belongs; JSON has no comments", p.found())
	case '+':
		return p.fail(p.pos, "found a plus sign where a value belongs; write the number without it")
	case '.':
		return p.fail(p.pos, "found a point where a value belongs; write 0 before a decimal point")
	case 0, 0xff, 0xfe:
		return p.fail(p.pos, "found %s where a value belongs; is the file UTF-16? Save it as UTF-8", p.found())
	}
	return p.fail(p.pos, "found %s where a value belongs", p.found())
}

// noKey is the error for a byte with which no key begins.
func (p *jsonParser) noKey() error {
	switch c := p.doc[p.pos]; {
	case c == ',':
		return p.fail(p.pos, "found a comma where a key belongs")
	case c == '\'':
		return p.fail(p.pos, "found a single quote; keys stand in double quotes")
	case c == '/' || c == '#':
		return p.fail(p.pos, "found %s where a key belongs; JSON has no comments", p.found())
	case isWordByte(c):
		return p.fail(p.pos, "found %s where a key belongs; keys stand in double quotes", p.found())
	}
	return p.fail(p.pos, "found %s where a key belongs", p.found())
}

// found describes what stands at p.pos, which is not the end of the document.
func (p *jsonParser) found() string { return p.foundAt(p.pos) }

func (p *jsonParser) foundAt(offset int) string {
	r, n := utf8.DecodeRune(p.doc[offset:])
	switch {
	case r == utf8.RuneError && n == 1, r < ' ':
		return fmt.Sprintf("the byte 0x%02x", p.doc[offset])
	case r == '\'':
		return "a single quote"
	}
	return strconv.QuoteRune(r)
}

// excerpt returns the beginning of s where s is too long for a message.
func excerpt(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

package ingest

import (
	"hash/maphash"
	"testing"

	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"pgregory.net/rapid"
)

// TestDictionaryLaw holds a dictionary to a map. In half of the draws three
// hashes serve for all texts.
func TestDictionaryLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := newDictionaryOf(maphash.MakeSeed())
		codes, order := map[string]int32{}, []string{}
		collide := rapid.Bool().Draw(t, "collide")
		word := rapid.StringOfN(rapid.SampledFrom([]rune("ab")), 0, 6, -1)
		want := func(text string) int32 {
			code, known := codes[text]
			if !known {
				code = int32(len(order))
				codes[text] = code
				order = append(order, text)
			}
			return code
		}
		hash := func(text string) uint32 { return d.hash([]byte(text)) % 3 }
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			switch rapid.IntRange(0, 6).Draw(t, "step") {
			case 0:
				n := rapid.IntRange(0, len(order)).Draw(t, "cut")
				d.cut(n)
				for _, text := range order[n:] {
					delete(codes, text)
				}
				order = order[:n]
			case 1:
				d.expect(rapid.IntRange(0, 100).Draw(t, "expect"))
			case 2: // some of another one's texts may be there twice
				o := d.local()
				if !collide && rapid.Bool().Draw(t, "another seed") {
					o = newDictionaryOf(maphash.MakeSeed())
				}
				texts := rapid.SliceOfN(word, 0, 40).Draw(t, "texts")
				for _, text := range texts {
					if collide {
						o.append([]byte(text), hash(text))
					} else {
						o.note([]byte(text))
					}
				}
				for i, code := range d.merge(o) {
					if code != want(texts[i]) {
						t.Fatalf("merged %q: %d, want %d", texts[i], code, codes[texts[i]])
					}
				}
			default:
				text := word.Draw(t, "text")
				got := int32(0)
				if collide {
					got = d.findHashed([]byte(text), hash(text))
				} else {
					got = d.addString(text)
				}
				if got != want(text) {
					t.Fatalf("%q: %d, want %d", text, got, codes[text])
				}
			}
		}
		words := d.array(memory.DefaultAllocator).(*array.String)
		defer words.Release()
		if words.Len() != len(order) || d.len() != len(order) {
			t.Fatalf("%d words, want %d", words.Len(), len(order))
		}
		for i, text := range order {
			if words.Value(i) != text || string(d.text(int32(i))) != text {
				t.Fatalf("%d: %q, want %q", i, words.Value(i), text)
			}
		}
	})
}

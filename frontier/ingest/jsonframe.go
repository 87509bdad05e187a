package ingest

import "bytes"

// A jsonFrame is what stands around a list of rows: nothing, or an object with
// other members.
type jsonFrame struct {
	object  bool
	members []jsonMember // those before the list, and the list without its rows
}

// findRows finds the first row of a document. ok is false where the document is
// none of those that scanJSON reads; where it is true the document may still turn
// out to be none.
func findRows(doc []byte) (l *jsonList, frame *jsonFrame, ok bool) {
	p := newJSONParser(doc)
	p.skipSpace()
	if first, ok := beginsList(doc, p.pos); ok {
		l, ok = newJSONList(doc, first, 1, false)
		return l, &jsonFrame{}, ok
	}
	if p.pos == len(doc) || doc[p.pos] != '{' {
		return nil, nil, false
	}
	if severalLines(doc[p.pos:]) {
		l, ok = newJSONList(doc, p.pos, 0, true)
		return l, &jsonFrame{}, ok
	}
	frame = &jsonFrame{object: true}
	p.pos++
	for {
		key, ok := p.keyBeforeValue()
		if !ok {
			return nil, nil, false
		}
		if first, ok := beginsList(doc, p.pos); ok {
			frame.members = append(frame.members, jsonMember{key, jsonValue{kind: jsonArray, jsonContents: &nothingInside}})
			l, ok = newJSONList(doc, first, 2, false)
			return l, frame, ok
		}
		v, err := p.member(key, 1)
		if err != nil {
			return nil, nil, false
		}
		frame.members = append(frame.members, jsonMember{key, v})
		p.skipSpace()
		if p.pos == len(doc) || doc[p.pos] != ',' {
			return nil, nil, false
		}
		p.pos++
	}
}

// severalLines reports whether the first line is an object and something follows.
func severalLines(doc []byte) bool {
	line, rest, _ := bytes.Cut(doc, []byte("\n"))
	if skipJSONSpace(rest, 0) == len(rest) {
		return false
	}
	v, err := parseJSON(line)
	return err == nil && v.kind == jsonObject
}

// keyBeforeValue reads a key and its colon, with white space around. There is
// something behind it.
func (p *jsonParser) keyBeforeValue() (key string, ok bool) {
	p.skipSpace()
	if p.pos == len(p.doc) || p.doc[p.pos] != '"' {
		return "", false
	}
	key, err := p.text()
	if err != nil {
		return "", false
	}
	p.skipSpace()
	if p.pos == len(p.doc) || p.doc[p.pos] != ':' {
		return "", false
	}
	p.pos++
	p.skipSpace()
	return key, p.pos < len(p.doc)
}

// endsAt reports whether what follows the list, from p on, ends the document as
// it should, and whether the list is the only one and the object around it no row
// itself.
func (f *jsonFrame) endsAt(doc []byte, p int) bool {
	if !f.object {
		return skipJSONSpace(doc, p) == len(doc)
	}
	members := f.members
	rest := newJSONParser(doc)
	rest.pos = p
	for {
		rest.skipSpace()
		switch {
		case rest.pos == len(doc):
			return false
		case doc[rest.pos] == '}':
			top := jsonValue{kind: jsonObject, jsonContents: &jsonContents{members: members}}
			return skipJSONSpace(doc, rest.pos+1) == len(doc) && shapeOf(&top) == nil
		case doc[rest.pos] != ',':
			return false
		}
		rest.pos++
		key, ok := rest.keyBeforeValue()
		if !ok {
			return false
		}
		if _, list := beginsList(doc, rest.pos); list {
			return false
		}
		v, err := rest.member(key, 1)
		if err != nil {
			return false
		}
		members = append(members, jsonMember{key, v})
	}
}

// beginsList reports whether an array whose first element is an object stands at
// p, and where that is.
func beginsList(doc []byte, p int) (first int, ok bool) {
	if p == len(doc) || doc[p] != '[' {
		return 0, false
	}
	first = skipJSONSpace(doc, p+1)
	return first, first < len(doc) && doc[first] == '{'
}

package ingest

import "paretocov/frontier"

// shapedRows take in rows of known shapes: a tree per row, of which they keep the
// cells that are asked for.
type shapedRows struct {
	o      *Options
	depth  int
	parser *jsonParser
	file   *rowsFile

	cells   row // of all rows, one behind the other
	ends    []shapedEnd
	notes   notes
	formats map[string]bool
	numbers map[string]bool // keys of metrics that are not read
	survey  map[string]bool // metrics that the rows have, nil unless that is asked
}

// A shapedEnd is where a row's cells end.
type shapedEnd struct{ labels, metrics int }

func newShapedRows(o *Options, depth int, path string) *shapedRows {
	h := &shapedRows{o: o, depth: depth, file: newRowsFile(path, o), parser: newJSONParser(nil), formats: map[string]bool{}, numbers: map[string]bool{}}
	if o.survey != nil {
		h.survey = map[string]bool{}
	}
	return h
}

func (h *shapedRows) reset(doc []byte) {
	h.parser.doc = doc
	h.cells.reset(frontier.Place{})
	h.ends = h.ends[:0]
	h.notes = notes{}
	clear(h.formats)
	clear(h.numbers)
}

func (h *shapedRows) row(p int) (end int, ok bool) {
	h.parser.reuse()
	h.parser.pos = p
	v, err := h.parser.value(h.depth)
	if err != nil {
		return 0, false
	}
	if _, _, twice := repeatedKeyIn(&v); twice {
		return 0, false
	}
	shape := shapeOf(&v)
	if shape == nil {
		return 0, false
	}
	r := &rowReader{row: &h.cells, wanted: h.o.list, notes: &h.notes, file: h.file, survey: h.survey}
	shape.read(&v, r)
	if r.refused != nil {
		return 0, false // the tree tells where
	}
	h.ends = append(h.ends, shapedEnd{len(h.cells.labels), len(h.cells.metrics)})
	h.formats[shape.name] = true
	flatNumbers(&v, func(key string) {
		if !h.numbers[key] && !h.o.wanted[key] {
			h.numbers[key] = true
		}
	})
	return h.parser.pos, true
}

func (h *shapedRows) addTo(s *jsonScan, _ int, places func(i int) frontier.Place) {
	var from shapedEnd
	for i, end := range h.ends {
		s.b.add(&row{
			labels: h.cells.labels[from.labels:end.labels], metrics: h.cells.metrics[from.metrics:end.metrics], place: places(i),
		})
		from = end
	}
	s.notes.addAll(&h.notes)
	for name := range h.formats {
		s.formats[name] = true
	}
	for key := range h.numbers {
		s.numbers[key] = true
	}
	for name := range h.survey {
		s.o.survey[name] = true
	}
}

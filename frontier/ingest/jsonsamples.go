package ingest

// Results of benchmark clients hold lists of what each request gave, a million
// numbers or all texts of a run, which nobody asks for. Such a list is checked and
// not kept: its value is an empty array.

// isSampleKey reports whether a key is that of such a list.
func isSampleKey(key string) bool {
	switch key {
	case "input_lens", "output_lens", "ttfts", "itls", "tpots", "latencies", "e2els", "start_times", "generated_texts", "errors":
		return true
	}
	return false
}

// member reads the value of a member, which is at p.pos. A list of objects is kept
// whatever its key is: it may be the rows.
func (p *jsonParser) member(key string, depth int) (jsonValue, error) {
	if p.doc[p.pos] != '[' || p.unkept || !isSampleKey(key) {
		return p.value(depth)
	}
	if _, objects := beginsList(p.doc, p.pos); objects {
		return p.value(depth)
	}
	p.unkept = true
	v, err := p.value(depth)
	p.unkept = false
	return v, err
}

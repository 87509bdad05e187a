package ingest

// A mark is how much a builder held at some time.
type mark struct {
	rows    int
	metrics map[string]int // cells of columns
	labels  map[string]labelMark
}

type labelMark struct{ cells, words int }

// mark remembers what the builder holds, for rollBack.
func (b *builder) mark() mark {
	m := mark{b.rows, map[string]int{}, map[string]labelMark{}}
	for name, c := range b.metrics {
		m.metrics[name] = c.len()
	}
	for name, l := range b.labels {
		m.labels[name] = labelMark{l.len(), l.words.len()}
	}
	return m
}

// rollBack removes all that was added since the mark.
func (b *builder) rollBack(m mark) {
	b.rows, b.places = m.rows, b.places[:m.rows]
	for n := len(b.breaches); n > 0 && b.breaches[n-1].Row >= m.rows; n-- {
		b.breaches = b.breaches[:n-1]
	}
	for name, c := range b.metrics {
		cells, there := m.metrics[name]
		if !there {
			c.release()
			delete(b.metrics, name)
			continue
		}
		c.cut(cells)
	}
	for name, l := range b.labels {
		was, there := m.labels[name]
		if !there {
			l.release()
			delete(b.labels, name)
			continue
		}
		l.cut(was.cells)
		l.words.cut(was.words)
	}
}

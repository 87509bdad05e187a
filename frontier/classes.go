package frontier

import "slices"

// classes sorts rows into classes, numbered from 0, that have the same texts in
// all columns that can make a curve, so that one row tells the curve of its
// class. of has one entry per row: negative for rows to leave out, else 0, and
// then the class. It returns the number of classes; ok is false if there are more
// than most. O(n) for each column.
func (o Options) classes(t *Table, of []int32, most int) (n int, ok bool) {
	n = 1
	for i := range t.Labels {
		l := &t.Labels[i]
		role := RoleOf(l.Name)
		grouped := slices.ContainsFunc(o.GroupBy, func(f string) bool {
			return l.Name == f || l.Name == "prefill_"+f || f == fieldModel && l.Name == fieldModelPrefix
		})
		if !grouped && role != SeriesField && (role != CurveName || o.GroupBy != nil) {
			continue
		}
		if n = combine(of, n, l); n > most {
			return n, false
		}
	}
	return n, true
}

// combine refines the classes of rows, n of them, by the text of a column, and
// returns how many there are then.
func combine(of []int32, n int, l *Label) int {
	words := len(l.Words) + 1 // and none
	next := int32(0)
	number := func(place *int32) int32 {
		if *place == 0 {
			next++
			*place = next
		}
		return *place - 1
	}
	if n*words <= 1<<20 {
		places := make([]int32, n*words)
		for r, c := range of {
			if c >= 0 {
				of[r] = number(&places[int(c)*words+int(max(l.Codes[r], -1)+1)])
			}
		}
		return max(int(next), 1)
	}
	places := map[int64]*int32{}
	for r, c := range of {
		if c < 0 {
			continue
		}
		at := int64(c)*int64(words) + int64(max(l.Codes[r], -1)+1)
		if places[at] == nil {
			places[at] = new(int32)
		}
		of[r] = number(places[at])
	}
	return max(int(next), 1)
}

package pareto

// Witnesses returns for each of the rows one row of front that dominates it, -1
// where none does; nil is no rows. Of several it is the one that is best on the first axis, of
// those that tie there the one that is best on the second, and so on; of equal
// points the lowest row. So it does not depend on the order of the columns'
// rows. s.Rows plays no part; rows that are no points dominate nothing and are not
// dominated.
//
// For n rows and a front of m on d axes it takes O(n d m^(1-1/d) + m log^2 m)
// time, usually O((n + m) log m), and O(n + m) memory: the front is held in a
// k-d tree (Bentley, CACM 18(9), 1975) with the bounds of every branch.
func Witnesses(s Set, front, rows []int) []int { return tuned().witnesses(s, front, rows) }

func (t tuning) witnesses(s Set, front, rows []int) []int {
	// A list of no rows is not that of all rows.
	s.Rows = append([]int{}, front...)
	s.must()
	points := t.sift(s.all(), sieve{})
	tree := t.newTree(s.turned(t, points))
	s.Rows = rows
	s.must()
	witnesses := make([]int, len(rows))
	parts := t.parts(len(rows))
	inParallel(parts, func(part int) {
		point := make([]float64, len(s.Columns))
		for i := len(rows) * part / parts; i < len(rows)*(part+1)/parts; i++ {
			witnesses[i] = -1
			finite := true
			for k, c := range s.Columns {
				x := c[rows[i]]
				finite = finite && x-x == 0
				if s.Dirs[k] == Maximize {
					x = -x
				}
				point[k] = x
			}
			if !finite {
				continue
			}
			if w := tree.dominator(point); w >= 0 {
				witnesses[i] = int(points[w])
			}
		}
	})
	return witnesses
}

package frontier

// Rows returns the rows of a table that meet all conditions of the options, in
// their order; nil means all of them. A condition, a grouping or a renaming that
// names a column which the table does not have is an error. O(rows x conditions).
func (o Options) Rows(t *Table) ([]int, error) {
	tables := []*Table{t}
	if err := checkMapped(tables); err != nil {
		return nil, err
	}
	if err := o.checkFields(tables); err != nil {
		return nil, err
	}
	if len(o.Where) == 0 {
		return nil, nil
	}
	rows := []int{}
next:
	for r := range t.Rows {
		for _, c := range o.Where {
			if !c.holds(t, r, o.Aliases) {
				continue next
			}
		}
		rows = append(rows, r)
	}
	if len(rows) == 0 {
		return nil, dataErrorf("--where drops every row (%d)", t.Rows)
	}
	return rows, nil
}

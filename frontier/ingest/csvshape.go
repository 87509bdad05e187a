package ingest

import "maps"

// A csvShape is a kind of CSV table whose headings do not say all, or not what
// is true. To read another, write its file and add its line to csvShapes.
type csvShape struct {
	name    string
	matches func(columns []string) bool
	// mapped are the fields of headings that do not tell them.
	mapped map[string]string
	// label are text columns of one value that the shape adds.
	label map[string]string
	// units returns the units of columns that are not what the headings say, nil
	// for none.
	units func(t *csvTable, o *Options) (map[string]string, error)
}

var csvShapes = [...]csvShape{
	{"inferencex-csv-export", isDashboardExport, dashboardFields, dashboardLabels, dashboardUnits},
}

func csvShapeOf(columns []string) *csvShape {
	for i := range csvShapes {
		if csvShapes[i].matches(columns) {
			return &csvShapes[i]
		}
	}
	return nil
}

// optionsFor returns the options for a table of the shape. What the user maps or
// states comes first.
func (s *csvShape) optionsFor(t *csvTable, o *Options) (*Options, error) {
	units, err := s.units(t, o)
	if err != nil {
		return nil, err
	}
	own := *o
	own.Map, own.Units = maps.Clone(s.mapped), units
	if own.Units == nil {
		own.Units = map[string]string{}
	}
	maps.Copy(own.Map, o.Map)
	maps.Copy(own.Units, o.Units)
	return &own, nil
}

// addLabels gives a builder's rows from one on the texts of the shape.
func (s *csvShape) addLabels(b *builder, from int) {
	for _, field := range sortedKeys(s.label) {
		l := b.labelColumn(field)
		if l.len() > from { // the table has the column
			continue
		}
		code := int32(-1)
		codes := l.grow(from, b.rows-from)
		for i := range codes {
			if code < 0 {
				code = l.words.addString(s.label[field])
			}
			codes[i] = code
		}
	}
}

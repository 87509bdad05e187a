package ingest

import "fmt"

// What a table may have. No measured table comes near; what is over is broken,
// such as by a quote that is never closed, or hostile.
const (
	maxColumns   = 1 << 17
	maxCellBytes = 16 << 20 // of a text or a number, and of a record of CSV
)

// Bytes per value of a JSON tree and per row of a table, by which the limit on
// bytes is one on their number too: about twice what they take, since what grows
// is there twice at times.
const (
	valueBytes = 160
	rowBytes   = 128
)

// fewest values and rows are always read.
const fewest = 1 << 16

const longCell = "over 16 MiB in one cell; is a quote never closed?"

// tooManyColumns is the error of a table that is too wide, nil if it is not.
func tooManyColumns(path string, n int) error {
	if n <= maxColumns {
		return nil
	}
	return fileError(path, fmt.Sprintf("%d columns, and no more than %d are read; keep those that are needed", n, maxColumns))
}

// tooManyRows is the error of a document that unpacks to more rows than there is
// memory for, nil if it does not. Others may have as many as their bytes are.
func (o *Options) tooManyRows(path string, n int) error {
	if o.mostRows == 0 || n <= o.mostRows {
		return nil
	}
	return fileError(path, fmt.Sprintf("unpacks to over %d rows, which take more memory than --max-bytes allows; raise it if the file is right, or unpack the file", o.mostRows))
}

// mostValues is how many values a JSON tree may have.
func (o *Options) mostValues() int {
	most := o.MaxBytes
	if most <= 0 {
		most = DefaultMaxBytes
	}
	return max(int(most/valueBytes), fewest)
}

// mostRowsIn is how many rows a document that is unpacked may have.
func mostRowsIn(memory int64) int { return max(int(memory/rowBytes), fewest) }

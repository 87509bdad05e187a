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
	return overRows(path, n, o.mostRows)
}

func overRows(path string, n, most int) error {
	if most == 0 || n <= most {
		return nil
	}
	return fileError(path, fmt.Sprintf("unpacks to over %d rows, which take more memory than --max-bytes allows; raise it if the file is right, or unpack the file", most))
}

// columnTimes is how many times its size a file of typed columns may unpack to,
// beyond MaxUnpacked. Constant columns can unpack to thousands of times.
const columnTimes = 64

// ofColumns returns how many bytes a document of typed columns that has so many
// bytes may unpack to, and how many rows it may have, 0 for no limit. Where MaxBytes is not what the user gave for all that
// unpacks, a small file that says it holds millions of rows is held to less.
func (o *Options) ofColumns(size int64) (bytes int64, rows int) {
	if o.MaxUnpacked >= o.MaxBytes || o.mostRows > 0 {
		return o.MaxBytes, o.mostRows
	}
	return min(o.MaxBytes, max(o.MaxUnpacked, columnTimes*size)), max(mostRowsIn(o.MaxUnpacked), int(size))
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

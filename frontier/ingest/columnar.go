package ingest

import (
	"bytes"

	"paretocov/frontier"
)

// columnar tells from its first bytes how a document of columns is opened, nil
// if it is none.
func columnar(d *document) func() (*typedTable, error) {
	var room []byte
	head, err := d.bytes(0, min(d.size, int64(len(arrowMagic))), &room)
	switch {
	case err != nil || len(head) < len(parquetMagic):
		return nil
	case string(head[:len(parquetMagic)]) == parquetMagic:
		return func() (*typedTable, error) { return openParquet(d) }
	case string(head) == arrowMagic:
		return func() (*typedTable, error) { return openIPC(d, false) }
	case isIPCStream(d):
		return func() (*typedTable, error) { return openIPC(d, true) }
	}
	return nil
}

// mayBeColumnar reports whether a document of columns may begin so.
func mayBeColumnar(head []byte) bool {
	for _, magic := range []string{parquetMagic, arrowMagic, arrowMark} {
		if bytes.HasPrefix(head, []byte(magic)) {
			return true
		}
	}
	return false
}

// readColumnsOnDisk reads a file on disk without all of it coming into memory.
// ours is false for a file that has no columns to read apart.
func readColumnsOnDisk(f file, b *builder, o *Options, t *frontier.Table) (ours, ok bool, err error) {
	if !f.disk {
		return false, false, nil
	}
	d, disk, err := openDocument(f.path, o.MaxBytes)
	if err != nil {
		return true, false, err
	}
	defer disk.Close()
	open := columnar(d)
	if open == nil {
		return false, false, nil
	}
	ok, err = readColumns(f, d, open, b, o, t)
	return true, ok, err
}

// readColumns adds the rows of a columnar document. ok is false for a found
// table of something else. A document that is broken is never passed over.
func readColumns(f file, d *document, open func() (*typedTable, error), b *builder, o *Options, t *frontier.Table) (ok bool, err error) {
	source := frontier.Source{Path: f.path}
	if o.Digest {
		wait := d.digest()
		defer func() { // whatever happens, it ends before the document is closed
			sum, failed := wait()
			if err == nil && failed != nil {
				ok, err = false, fileError(f.path, failed.Error())
			}
			if ok {
				t.Sources[len(t.Sources)-1].SHA256 = sum
			}
		}()
	}
	var table *typedTable
	if err := guarded(func() (err error) { table, err = open(); return err }); err != nil {
		return false, columnarError(f.path, err)
	}
	if !f.named && !o.hasY(table.names()) {
		return false, nil // some other table
	}
	before := b.rows
	if err := guarded(func() error { return table.addTo(b, o, int32(len(t.Sources))) }); err != nil {
		return false, columnarError(f.path, err)
	}
	source.Format, source.Rows = table.format, b.rows-before
	t.Sources = append(t.Sources, source)
	return true, nil
}

// columnarError returns an error as one of the file.
func columnarError(path string, err error) error {
	var f faults
	if f.add(err) {
		return f.err()
	}
	return fileError(path, err.Error())
}

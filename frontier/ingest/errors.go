package ingest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// mostErrors is how many errors are kept; those beyond are counted.
const mostErrors = 10_000

// shownErrors is how many errors a text shows; JSON lists those that are kept.
const shownErrors = 20

// Errors are all that is wrong with some input, in the order of the paths, the
// files and their lines. There are two or more. errors.As finds the first.
type Errors struct {
	List  []*Error // at most 10,000
	Total int      // those that are not in the list too
}

// Error returns the lines of Lines.
func (e *Errors) Error() string { return strings.Join(e.Lines(), "\n") }

// Lines returns a line for each of the first 20 errors, and one with the count of
// the others.
func (e *Errors) Lines() []string {
	var lines []string
	for _, one := range e.List[:min(len(e.List), shownErrors)] {
		lines = append(lines, one.Error())
	}
	if n := e.Total - len(lines); n > 0 {
		lines = append(lines, fmt.Sprintf("... and %d more; --format json lists all", n))
	}
	return lines
}

// Unwrap returns the errors of the list.
func (e *Errors) Unwrap() []error {
	list := make([]error, len(e.List))
	for i, one := range e.List {
		list[i] = one
	}
	return list
}

// Join returns several errors of reading as one, nil if all are nil. Errors that
// are not of this package come first and alone.
func Join(errs ...error) error {
	var all faults
	for _, err := range errs {
		if err == nil {
			continue
		}
		if !all.add(err) {
			return err
		}
	}
	return all.err()
}

// IsEmpty reports whether an error says that there is nothing to read, and
// nothing else.
func IsEmpty(err error) bool {
	var several *Errors
	if errors.As(err, &several) {
		return several.Total == len(several.List) && !slices.ContainsFunc(several.List, func(e *Error) bool { return !e.Empty })
	}
	var one *Error
	return errors.As(err, &one) && one.Empty
}

// faults collects errors. The zero value is ready for use.
type faults struct {
	list  []*Error
	total int
}

// add takes up an error, or several; ok is false for nil and for an error of
// another kind, which is not taken.
func (f *faults) add(err error) (ok bool) {
	var several *Errors
	if errors.As(err, &several) {
		f.list = append(f.list, several.List[:min(len(several.List), mostErrors-len(f.list))]...)
		f.total += several.Total
		return true
	}
	var one *Error
	if ok = errors.As(err, &one); ok {
		if f.total++; len(f.list) < mostErrors {
			f.list = append(f.list, one)
		}
	}
	return ok
}

// room reports whether a further error would be kept. Where it is not, its parts
// need not be made.
func (f *faults) room() bool { return len(f.list) < mostErrors }

// count counts an error that is not kept.
func (f *faults) count() { f.total++ }

// err returns what was added: nil, an *Error, or *Errors.
func (f *faults) err() error {
	switch {
	case f.total == 0:
		return nil
	case f.total == 1:
		return f.list[0]
	}
	return &Errors{List: f.list, Total: f.total}
}

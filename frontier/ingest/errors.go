package ingest

import (
	"errors"
	"fmt"
	"slices"
)

// mostErrors is how many errors are kept; those beyond are counted.
const mostErrors = 10_000

// Errors are all that is wrong with some input, in the order of the paths, the
// files and their lines. There are two or more. errors.As finds the first.
type Errors struct {
	List  []*Error // at most 10,000
	Total int      // those that are not in the list too
}

// Error returns the text of the first, and how many more there are.
func (e *Errors) Error() string {
	return fmt.Sprintf("%v (and %d more)", e.List[0], e.Total-1)
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
	switch f.total {
	case 0:
		return nil
	case 1:
		return f.list[0]
	}
	return &Errors{List: f.list, Total: f.total}
}

package cli

import (
	"errors"
	"fmt"

	"paretocov/frontier"
)

// The exit codes of all commands but assess.
const (
	exitPass         = 0 // passed
	exitFail         = 1 // the verdict failed
	exitUsage        = 2 // the command line is wrong
	exitData         = 3 // the input cannot be judged, or an internal error
	exitInconclusive = 4 // nothing is known to be wrong, but not all could be verified
)

// A usageError is a fault of the command line.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

// A verdictError carries the exit code of a verdict whose report has been
// written. It has no message of its own.
type verdictError struct{ code int }

func (e *verdictError) Error() string { return fmt.Sprintf("verdict: exit %d", e.code) }

// exitCode is the one place that turns an error into an exit code.
func exitCode(err error) int {
	var usage *usageError
	var verdict *verdictError
	var noCommon *frontier.NoCommonCurve
	switch {
	case err == nil:
		return exitPass
	case errors.As(err, &verdict):
		return verdict.code
	case errors.As(err, &usage):
		return exitUsage
	case errors.As(err, &noCommon):
		return exitInconclusive
	}
	return exitData
}

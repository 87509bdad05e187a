package frontier

// A Breach is a value in which a row breaks the schema of its artifact. Readers
// look for them where they are asked to.
type Breach struct {
	Row   int    // of the table
	Field string // as the artifact spells it, with dots where it is nested
	Value string // as it stands there, cut if it is long; "" for none
	Want  Want
}

// A WrongHeading is a column of which the heading says another unit than its
// numbers show. They are read in the unit that they show.
type WrongHeading struct {
	Path   string
	Column string // its heading
	Unit   string // that it holds
}

// A Want is what a schema wants a value to be.
type Want uint8

// What schemas want.
const (
	WantText         Want = iota // a text that is not empty
	WantCount                    // a whole number above 0
	WantCountOrZero              // a whole number, 0 or above
	WantBoolean                  // true or false, not in quotes
	WantBooleanText              // "true" or "false", in quotes
	WantFingerprint              // 64 hexadecimal digits in lower case, or ""
	WantVersion1                 // the whole number 1
	WantNumber                   // a finite number
	WantOutcome                  // "passed" or "failed"
	WantDate                     // a date such as 2026-01-31
	WantBothHardware             // of prefill_hw and decode_hw both or neither
)

// Package report writes results for people and machines: terminal text,
// Markdown for pull requests, and JSON. Results hold numbers; the words are
// made here. The same result gives the same bytes.
package report

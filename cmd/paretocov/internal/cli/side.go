package cli

import (
	"os"
	"strings"

	"paretocov/frontier"
	"paretocov/frontier/ingest"
)

// A side is what one argument, or several, name.
type side struct {
	label string
	paths []string
}

// sideOf reads an argument: a path, or label=path where no file of the whole
// name exists.
func sideOf(arg string) side {
	label, path, ok := strings.Cut(arg, "=")
	if _, err := os.Stat(arg); err == nil || !ok || path == "" || strings.ContainsAny(label, `/\`) {
		return side{paths: []string{arg}}
	}
	return side{label: label, paths: []string{path}}
}

// read reads the points of a side.
func (sd side) read(in ingest.Options, s streams) (*frontier.Table, error) {
	in.Stdin = s.in
	return ingest.Read(sd.paths, in)
}

// name is what messages call the side.
func (sd side) name(otherwise string) string {
	if sd.label != "" {
		return sd.label
	}
	if len(sd.paths) == 1 {
		return otherwise + " (" + sd.paths[0] + ")"
	}
	return otherwise
}

package cli

import (
	"errors"
	"slices"

	"paretocov/frontier"
	"paretocov/frontier/ingest"
	"paretocov/pareto"
)

// A comparison is base and head, read.
type comparison struct {
	sides  [2]side
	tables [2]*frontier.Table
}

// readSides reads base and head, and tells what is wrong with both. Where there is
// no base, which is all that is wrong, the comparison is returned with the error,
// so that head can be looked at.
func readSides(s streams, in ingest.Options, args []string) (*comparison, error) {
	c := &comparison{sides: [2]side{sideOf(args[0]), sideOf(args[1])}}
	if c.sides[0].paths[0] == "-" && c.sides[1].paths[0] == "-" {
		return nil, usagef("only one of BASE and HEAD can be read from stdin")
	}
	var baseErr error
	c.tables[0], baseErr = c.sides[0].read(in, s)
	var headErr error
	c.tables[1], headErr = c.sides[1].read(in, s)
	if headErr != nil || baseErr != nil && !ingest.IsEmpty(baseErr) {
		c.close()
		return nil, ingest.Join(baseErr, headErr)
	}
	return c, baseErr
}

func (c *comparison) close() {
	for _, t := range c.tables {
		if t != nil {
			t.Close()
		}
	}
}

func (c *comparison) arrange(fo frontier.Options) (*frontier.Arrangement, error) {
	fo.Labels = []string{c.sides[0].name("base"), c.sides[1].name("head")}
	return frontier.Arrange(fo, c.tables[:]...)
}

// lacksBase reports whether an error says that there is no baseline: nothing at
// base's path, or no curve of head's models. A base that is there and cannot be
// judged, or whose curves differ in something else, is no missing one.
func (c *comparison) lacksBase(err error) bool {
	var noCommon *frontier.NoCommonCurve
	if errors.As(err, &noCommon) {
		return slices.Contains(noCommon.Differs, "model") || slices.Contains(noCommon.Differs, "curve")
	}
	return ingest.IsEmpty(err)
}

// headIsJudgeable checks head alone, where there is no base to check it with, and
// returns what is known of its failed requests.
func (c *comparison) headIsJudgeable(fo frontier.Options) (frontier.Failures, error) {
	fo.Labels = []string{c.sides[1].name("head")}
	a, err := frontier.Arrange(fo, c.tables[1])
	if err != nil {
		return frontier.Failures{}, err
	}
	res, err := frontier.Front(a, pareto.Strict)
	if err != nil {
		return frontier.Failures{}, err
	}
	return res.Inputs.Failures, nil
}

// name puts into the results what the sides were called.
func (c *comparison) name(base, head *frontier.Inputs) {
	base.Label, base.Paths = c.sides[0].label, c.sides[0].paths
	head.Label, head.Paths = c.sides[1].label, c.sides[1].paths
}

// inputs returns the paths of all files that were read or named.
func (c *comparison) inputs() []string {
	paths := append(append([]string{}, c.sides[0].paths...), c.sides[1].paths...)
	for _, t := range c.tables {
		if t == nil {
			continue
		}
		for _, s := range t.Sources {
			paths = append(paths, s.Path)
		}
	}
	return paths
}

// verdictExit passes only on a pass, or where there is allowed to be no
// baseline; a verdict of no known word fails.
func verdictExit(v frontier.Verdict) error {
	switch v {
	case frontier.VerdictPass, frontier.VerdictNoBaseline:
		return nil
	case frontier.VerdictInconclusive:
		return &verdictError{exitInconclusive}
	case frontier.VerdictFail:
	}
	return &verdictError{exitFail}
}

package report

import (
	"encoding/xml"
	"io"
	"strings"
	"unicode/utf8"

	"paretocov/frontier"
)

// commandData and commandProperty escape the parts of a GitHub workflow
// command (actions/toolkit, packages/core/src/command.ts).
var (
	commandData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
	Out      string      `xml:"system-out,omitempty"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	Failure *junitFailure `xml:"failure,omitempty"`
	Skipped *junitSkipped `xml:"skipped,omitempty"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

type junitSkipped struct {
	Message string `xml:"message,attr"`
}

// GateJUnit writes a gate's verdict as JUnit XML: a suite per curve, a test
// case per view, and one for the curve itself where it is lost or breaks the
// rules of an append-only change. What fails is a failure that lists the
// points; what is inconclusive counts as skipped. Rows that do not count for their
// failed requests stand in a suite's output.
func GateJUnit(w io.Writer, r *frontier.GateResult) error {
	doc := junitSuites{}
	byKey := reasonsByKey(r)
	for _, c := range r.Curves {
		s := junitSuite{Name: xmlText(c.Key), Out: xmlText(strings.Join(failureRemarks(c, clean), "; "))}
		if whole := caseOf("curve", c.Key, "", byKey[c.Key]); whole.Failure != nil {
			s.Cases = append(s.Cases, whole)
		}
		for _, v := range c.Views {
			tc := caseOf(v.X.Name, c.Key, v.X.Name, byKey[c.Key])
			if c.Status == frontier.Compared || tc.Failure != nil || tc.Skipped != nil {
				s.Cases = append(s.Cases, tc)
			}
		}
		if len(s.Cases) == 0 {
			s.Cases = append(s.Cases, junitCase{
				Name: "curve", Class: s.Name, Skipped: &junitSkipped{"nothing to compare: the curve is " + string(c.Status)},
			})
		}
		for _, tc := range s.Cases {
			s.Tests++
			if tc.Failure != nil {
				s.Failures++
			}
			if tc.Skipped != nil {
				s.Skipped++
			}
		}
		doc.Tests += s.Tests
		doc.Failures += s.Failures
		doc.Skipped += s.Skipped
		doc.Suites = append(doc.Suites, s)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// caseOf is the test case of one view of a curve, "" for the curve itself.
func caseOf(name, key, view string, reasons []frontier.GateReason) junitCase {
	tc := junitCase{Name: xmlText(name), Class: xmlText(key)}
	var fails, doubts []string
	kind := ""
	for _, r := range reasons {
		switch text := xmlText(reasonText(r, clean)); {
		case r.X.Name != view:
		case r.Kind.Fails():
			fails = append(fails, text)
			if kind == "" {
				kind = string(r.Kind)
			}
		case r.Kind == frontier.ReasonUnverifiable || r.Kind == frontier.ReasonInconclusive:
			doubts = append(doubts, text)
		}
	}
	switch {
	case len(fails) > 0:
		tc.Failure = &junitFailure{Message: fails[0], Type: kind, Text: strings.Join(append(fails, doubts...), "\n")}
	case len(doubts) > 0:
		tc.Skipped = &junitSkipped{strings.Join(doubts, "\n")}
	}
	return tc
}

// xmlText drops what XML cannot hold.
func xmlText(s string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || r == 0xfffe || r == 0xffff {
			return '?'
		}
		return r
	}, clean(s))
}

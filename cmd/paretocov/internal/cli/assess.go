package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"paretocov/frontier"
	"paretocov/frontier/ingest"
	"paretocov/pareto"
)

// assess is a filter with the contract of InferenceX's pareto_coverage counter:
// a JSON array of curves on in, a JSON array of results on out. It returns the
// exit code: 0, or 1 with one line on errOut and nothing on out. A WARN is no
// error.
//
// For the input and for what makes a point valid see ingest.ReadAssessCurves.
// The frontier of a curve is what the dashboard's upper_right scan keeps of the
// valid points: less x and more y is better, of equal points the first one
// stands for all, and a point that ties the best y so far at a larger x stays.
// Where any point of a curve carries the flag
// isOnNormalizedInteractivityFrontier, with whatever value, only the frontier
// points stay on which it is true; the rest of the points is not asked again,
// and the result may be empty.
//
// A result counts the measured points (all entries, invalid and repeated ones
// too), the invalid ones and those on the frontier, and gives the latter as they
// came, byte for byte, by ascending x. Its status is PASS with five or more on
// the frontier and none invalid, else WARN.
//
// Like the counter, assess refuses to write a frontier point that holds NaN or
// an infinity in some other field, since that is not JSON.
func assess(in io.Reader, out, errOut io.Writer) int {
	if err := assessStream(in, out); err != nil {
		fmt.Fprintf(errOut, "paretocov: assess: %v\n", err)
		return 1
	}
	return 0
}

func assessStream(in io.Reader, out io.Writer) error {
	doc, err := io.ReadAll(in)
	if err != nil {
		return fmt.Errorf("reading the input: %w", err)
	}
	curves, err := ingest.ReadAssessCurves(doc)
	if err != nil {
		return err
	}
	// All of the output is made before any is written, so that a failure leaves
	// nothing behind that looks like a result.
	var results bytes.Buffer
	results.WriteString("[")
	for i, curve := range curves {
		if i > 0 {
			results.WriteString(",")
		}
		r, err := assessCurve(curve)
		if err != nil {
			return err
		}
		r.write(&results)
	}
	results.WriteString("\n]\n")
	if _, err := out.Write(results.Bytes()); err != nil {
		return fmt.Errorf("writing the results: %w", err)
	}
	return nil
}

// An assessResult is the judgement of one curve.
type assessResult struct {
	key        string
	measured   int
	invalid    int
	restricted bool     // to points flagged true
	frontier   [][]byte // the points as they came
}

// assessCurve judges one curve.
func assessCurve(c ingest.AssessCurve) (assessResult, error) {
	n := len(c.Points)
	r := assessResult{key: c.Key, measured: n}
	points := pareto.Points{
		X: make([]float64, n), Y: make([]float64, n),
		XDir: pareto.Minimize, YDir: pareto.Maximize,
		Rows: make([]int, 0, n), // not nil, which would mean all rows
	}
	for i, p := range c.Points {
		if p.Flagged {
			r.restricted = true
		}
		if !p.Valid {
			r.invalid++
			continue
		}
		points.X[i], points.Y[i] = p.X, p.Y
		points.Rows = append(points.Rows, i)
	}
	front := pareto.NewFront(points, pareto.Dashboard)
	for i := range front.Len() {
		row := front.Members(i)[0] // the first of equal points, flagged or not
		p := c.Points[row]
		if r.restricted && !p.Canonical {
			continue
		}
		if p.NonFinite != "" {
			return r, fmt.Errorf("curve %q: point %d is on the frontier and holds %s, which cannot be written as JSON: give null instead", c.Key, row+1, p.NonFinite)
		}
		r.frontier = append(r.frontier, p.Raw)
	}
	return r, nil
}

// status is the verdict on the curve.
func (r assessResult) status() string {
	if r.invalid == 0 && len(r.frontier) >= frontier.Recommended {
		return "PASS"
	}
	return "WARN"
}

// write appends the result in the layout of Python's json.dumps(indent=2). It is
// put together by hand because an encoder would rewrite the points.
func (r assessResult) write(w *bytes.Buffer) {
	w.WriteString("\n  {\n    \"key\": ")
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(r.key)   // a string can be encoded, a buffer written
	w.Truncate(w.Len() - 1) // the encoder ends the line
	w.WriteString(",\n")
	fmt.Fprintf(w, "    \"status\": %q,\n", r.status())
	fmt.Fprintf(w, "    \"measuredPoints\": %d,\n", r.measured)
	fmt.Fprintf(w, "    \"invalidPoints\": %d,\n", r.invalid)
	fmt.Fprintf(w, "    \"frontierPoints\": %d,\n", len(r.frontier))
	fmt.Fprintf(w, "    \"recommendedPoints\": %d,\n", frontier.Recommended)
	fmt.Fprintf(w, "    \"canonicalRestriction\": %t,\n", r.restricted)
	w.WriteString("    \"frontier\": [")
	for i, point := range r.frontier {
		if i > 0 {
			w.WriteString(",")
		}
		w.WriteString("\n      ")
		w.Write(point)
	}
	if len(r.frontier) > 0 {
		w.WriteString("\n    ")
	}
	w.WriteString("]\n  }")
}

package pareto

// LineSlack is the relative slack within which a point counts as lying on a
// line. It absorbs rounding of the line's evaluation and nothing else.
const LineSlack = 1e-9

// A CurveRule decides which lines between frontier points may cover a point.
type CurveRule int8

// The curve rules, by what they accept beside measured points.
const (
	// Line accepts the segment between two x-neighbouring positions.
	Line CurveRule = iota
	// Measured accepts no line.
	Measured
	// LogLog accepts a neighbours' segment where the point is also on or below
	// the line that is straight in log x and log y through the same ends.
	LogLog
	// Hull accepts the segment between any two positions.
	Hull
)

// String returns the rule's name on the command line.
func (r CurveRule) String() string {
	switch r {
	case Line:
		return "line"
	case Measured:
		return "measured"
	case LogLog:
		return "loglog"
	case Hull:
		return "hull"
	}
	return "invalid"
}

// A Policy says what covers.
type Policy struct {
	// Curve is the curve rule.
	Curve CurveRule
	// MaxSpan is the largest factor between the x of a line's ends. A longer
	// line is clipped: its easy end stays, its hard end moves to the x that is
	// the factor away from the easy one and keeps the hard end's y, which that
	// x attains because it is easier. 0 means no limit; else it is at least 1.
	MaxSpan float64
	// Tolerance is how far a point may fall short and still be Within,
	// as a fraction of every coordinate: 0.02 for 2 %.
	Tolerance float64
}

// allowed is the shortfall that is within the tolerance. A tolerance has slack
// for rounding: 98 is 2 % short of 100, though in binary 98/100 < 1 - 0.02. None
// has none.
func (p Policy) allowed() float64 {
	if p.Tolerance == 0 {
		return 0
	}
	return p.Tolerance + LineSlack
}

// A Kind says how a point is covered by a frontier. A greater kind is a better
// one; the zero value covers nothing.
type Kind int8

// The kinds, worst first.
const (
	// Unverifiable: there is no frontier to judge by.
	Unverifiable Kind = iota
	// Uncovered: none of the following.
	Uncovered
	// Wide: not covered, but on or below a drawn line where it was clipped away.
	Wide
	// Within: short of the following by no more than the tolerance.
	Within
	// OnLine: on or below a line that the policy accepts.
	OnLine
	// Matched: some position is at least as good on both axes.
	Matched
	// Exceeded: some position is strictly better on both axes.
	Exceeded
)

// Covers reports whether a point of kind k is covered.
func (k Kind) Covers() bool { return k >= Within }

// String returns the kind's word in results.
func (k Kind) String() string {
	switch k {
	case Unverifiable:
		return "unverifiable"
	case Uncovered:
		return "uncovered"
	case Wide:
		return "wide"
	case Within:
		return "within"
	case OnLine:
		return "line"
	case Matched:
		return "matched"
	case Exceeded:
		return "exceeded"
	}
	return "invalid"
}

// Evidence says how much a line is worth as evidence. Measured curves bend
// below the straight line between their points.
type Evidence int8

// The grades of evidence.
const (
	NoEvidence Evidence = iota // no line is involved
	Weak                       // below the straight line only
	Strong                     // also on or below the line straight in log x and log y
)

// String returns "strong", "weak" or "".
func (e Evidence) String() string {
	switch e {
	case Weak:
		return "weak"
	case Strong:
		return "strong"
	default:
		return ""
	}
}

// A Reason tells what an uncovered point fell foul of, where there is more to
// say than that nothing reaches it.
type Reason int8

// The reasons.
const (
	NoReason          Reason = iota
	BelowDrawnLine           // under Measured: below a drawn line, which does not count
	BelowStraightOnly        // under LogLog: below the straight line, above the log-log one
)

// String returns the reason as a phrase, "" for NoReason.
func (r Reason) String() string {
	switch r {
	case BelowDrawnLine:
		return "below a drawn line"
	case BelowStraightOnly:
		return "below the straight line only"
	default:
		return ""
	}
}

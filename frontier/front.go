package frontier

import (
	"cmp"
	"slices"

	"paretocov/pareto"
)

// Recommended is the number of measured frontier points per curve that
// InferenceX's Check 14 recommends.
const Recommended = 5

// A Status is the answer to the recommended count.
type Status string

// The statuses.
const (
	Pass        Status = "PASS"        // enough points, and no invalid row
	Warn        Status = "WARN"        // too few points, or an invalid row
	Unavailable Status = "UNAVAILABLE" // the data does not have the view
)

// A FrontResult holds the frontiers of all curves.
type FrontResult struct {
	// MinPoints and Verdict are those of Require.
	MinPoints int
	Verdict   Verdict
	Rule      pareto.Rule
	Inputs    Inputs
	Curves    []FrontCurve
	Filtered  []Filtered
	Repeats   []Repeat
	Warnings  []string
	// Streamed says that the rows came in parts: points that are on no frontier
	// are counted and not listed.
	Streamed bool
}

// Inputs describes what one side was read from.
type Inputs struct {
	Label   string
	Paths   []string // as named
	Sources []Source
	// Rejected counts, per source, the rows that are no measured points.
	Rejected []int
	Skipped  map[string]int
	// From and To are the oldest and the newest date of its rows, "" if unknown;
	// Commits are the commits that the rows name.
	From, To string
	Commits  []string
	Failures Failures
}

// A FrontCurve is one curve's frontiers.
type FrontCurve struct {
	Key    string
	Series []Field
	Points int
	// Images are those that the points were measured with, sorted; none if unknown.
	Images []string
	Dead   []DeadRow
	Views  []FrontView
	Joint  *JointView // nil unless asked for
}

// A FrontView is one frontier.
type FrontView struct {
	X, Y             Axis
	Convention       Convention // of an interactivity, "" if unknown
	Measured         int        // points with a usable value on both axes
	Invalid          int        // rows without
	OnFrontier       int        // positions under the rule asked for
	OnStrictFrontier int        // positions of the strict frontier
	Status           Status
	Frontier         []Position // x ascending
	Dominated        []Dominated
	Others           int        // dominated points that thinning left out of Dominated
	Rejected         []Rejected // of a stream, not all that are invalid
	Area             *Area      // nil without a frontier
	WidestGap        *Gap       // nil with fewer than two positions
}

// A Position is one place on a frontier.
type Position struct {
	ID      string // the first of Members
	X, Y    float64
	Members []string // names, in natural order
}

// A Dominated is a point that is not on the frontier.
type Dominated struct {
	ID   string
	X, Y float64
	By   []string // points of the frontier that dominate it, x ascending, maxBy at most
	// ByTotal counts all that do.
	ByTotal int
}

// maxBy is how many dominating points are named. Where many points are equal
// their names would fill gigabytes, and the frontier lists them anyway.
const maxBy = 64

// A Rejected is a row without a usable value on a view.
type Rejected struct {
	ID     string
	Field  string
	Reason Reason
	// FailureRate is as in DeadRow.
	FailureRate float64
	Place       string
}

// BestDominated returns the dominated points as a text lists them: by name, or
// where there are more than BestDominated the best first, by y, then by x, then
// by name.
func (v *FrontView) BestDominated() []Dominated {
	if len(v.Dominated)+v.Others <= BestDominated {
		return v.Dominated
	}
	best := slices.Clone(v.Dominated)
	slices.SortStableFunc(best, func(a, b Dominated) int {
		return cmp.Or(betterFirst(v.Y.Better, a.Y, b.Y), betterFirst(v.X.Better, a.X, b.X))
	})
	return best
}

// An Area is a hypervolume with the reference it was measured against.
type Area struct{ Value, RefX, RefY float64 }

// A Gap is the widest step between neighbours on the strict frontier.
type Gap struct {
	From, To   string
	FromX, ToX float64
	Ratio      float64
}

// Front computes the frontiers of an arrangement's first table.
// O(n log n) in the number of points, for each view.
func Front(a *Arrangement, rule pareto.Rule) (*FrontResult, error) {
	res := &FrontResult{Rule: rule, Inputs: a.inputs(0), Filtered: a.Filtered, Repeats: a.Repeats, Warnings: a.warnings()}
	if err := a.judgeable(0); err != nil {
		return nil, err
	}
	res.Streamed = a.streamed > 0
	for _, c := range a.Curves {
		res.Curves = append(res.Curves, a.frontCurve(c, 0, rule))
	}
	return res, nil
}

// Sides computes the frontiers of base (the first table) and of head (the
// second), for every curve of the arrangement in its order, also of those that
// a side lacks: these have no points. head is nil where there is one table. The
// names are those of Cover and Gate,
// which Front of each table alone does not give.
// O(n log n) in the number of points, for each view.
func Sides(a *Arrangement, rule pareto.Rule) (base, head []FrontCurve) {
	for _, c := range a.Curves {
		base = append(base, a.frontCurve(c, 0, rule))
		if len(a.Tables) > 1 {
			head = append(head, a.frontCurve(c, 1, rule))
		}
	}
	return base, head
}

func (a *Arrangement) frontCurve(c *Curve, side int, rule pareto.Rule) FrontCurve {
	fc := FrontCurve{Key: c.Key, Series: c.Series, Points: len(c.Sides[side].Points) + c.Sides[side].others.points, Dead: c.Sides[side].Dead}
	fc.Images = distinct(a.Tables[side].Label("image"), c.Sides[side].Points)
	for _, x := range c.Views {
		fc.Views = append(fc.Views, a.frontView(c, side, x, rule))
	}
	return fc
}

// distinct returns the texts that points have in a column, sorted.
func distinct(l *Label, points []Point) []string {
	if l == nil {
		return nil
	}
	seen := map[int32]bool{}
	var out []string
	for _, p := range points {
		if code := l.Codes[p.Row]; code >= 0 && !seen[code] && l.Words[code] != "" {
			seen[code] = true
			out = append(out, l.Words[code])
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Require sets the verdict: it fails where a frontier has fewer points than
// minPoints. A view that the data does not have has none to count and is
// inconclusive. With 0 everything passes.
func (res *FrontResult) Require(minPoints int) {
	v := VerdictPass
	for _, c := range res.Curves {
		for _, view := range c.Views {
			switch {
			case minPoints == 0:
			case view.Status == Unavailable && v == VerdictPass:
				v = VerdictInconclusive
			case view.Status != Unavailable && view.OnFrontier < minPoints:
				v = VerdictFail
			}
		}
	}
	res.MinPoints, res.Verdict = minPoints, v
}

func (a *Arrangement) frontView(c *Curve, side int, x Axis, rule pareto.Rule) FrontView {
	v := FrontView{X: x, Y: a.Y, Convention: a.convention(c, x), Status: Unavailable}
	s := a.viewOf(c, side, x)
	v.Measured = len(s.points)
	v.Rejected = s.rejected
	others := c.Sides[side].others.views[x.Name]
	absent := !others.wrong
	for _, r := range s.rejected {
		absent = absent && r.Field == x.Name && (r.Reason == Missing || r.Reason == Null)
	}
	if v.Measured == 0 && absent {
		return v
	}
	v.Others = others.measured
	v.Measured += v.Others
	v.Invalid = len(s.rejected) + others.invalid
	strict := s.front(pareto.Strict)
	front := strict
	if rule != pareto.Strict {
		front = s.front(rule)
	}
	v.OnFrontier, v.OnStrictFrontier = front.Len(), strict.Len()
	v.Status = Warn
	if v.OnFrontier >= Recommended && v.Invalid == 0 {
		v.Status = Pass
	}
	on := make([]bool, len(s.points))
	var names []string                 // of the members of all positions
	upTo := make([]int, front.Len()+1) // members of the positions before each
	for i := range front.Len() {
		for _, m := range front.Members(i) {
			on[m] = true
			names = append(names, s.points[m].Name)
		}
		upTo[i+1] = len(names)
	}
	v.Frontier = make([]Position, front.Len())
	for i := range v.Frontier {
		members := names[upTo[i]:upTo[i+1]:upTo[i+1]]
		v.Frontier[i] = Position{ID: members[0], X: front.X[i], Y: front.Y[i], Members: members}
	}
	if n := len(s.points) - len(names); n > 0 {
		v.Dominated = make([]Dominated, 0, n)
	}
	for i, p := range s.points {
		if on[i] {
			continue
		}
		d := Dominated{ID: p.Name, X: s.x[i], Y: s.y[i]}
		lo, hi := front.Dominators(d.X, d.Y)
		from, to := upTo[lo], upTo[hi]
		d.ByTotal = to - from
		to = min(to, from+maxBy)
		d.By = names[from:to:to]
		v.Dominated = append(v.Dominated, d)
	}
	if strict.Len() > 0 {
		area := Area{}
		area.RefX, area.RefY = reference(x, a.Y, strict)
		area.Value = strict.Hypervolume(area.RefX, area.RefY)
		v.Area = &area
	}
	if g, ok := strict.WidestGap(); ok {
		v.WidestGap = &Gap{From: s.name(strict, g.From), To: s.name(strict, g.To), FromX: strict.X[g.From], ToX: strict.X[g.To], Ratio: g.Ratio}
	}
	return v
}

// inputs describes what a side was read from.
func (a *Arrangement) inputs(side int) Inputs {
	t := a.Tables[side]
	in := Inputs{Sources: t.Sources, Rejected: make([]int, len(t.Sources)), Skipped: t.Skipped, Failures: a.failures[side]}
	for _, c := range a.Curves {
		for _, d := range c.Sides[side].Dead {
			in.Rejected[d.source]++
		}
	}
	in.From, in.To = dates(t)
	for _, f := range []string{"commit", "sha"} {
		if l := t.Label(f); l != nil {
			in.Commits = append(in.Commits, l.Words...)
		}
	}
	slices.Sort(in.Commits)
	in.Commits = slices.Compact(in.Commits)
	return in
}

package chart

import (
	"paretocov/frontier"
	"paretocov/pareto"
)

// A Chart is what one picture shows: one curve on one view, or several curves
// on one pair of axes. It holds plain values only, so that it can be filled
// from results (see Of and OfFront) or from a saved report.
//
// Frontiers are not part of it: they are computed from the points by the same
// code that decides coverage, so that the line drawn is the line judged by.
type Chart struct {
	// Key is the curve's key. It is the title and names the file.
	Key string
	// X and Y are the axes; what they are called on the chart follows from them.
	X, Y frontier.Axis
	// Series are drawn in this order, so base stands before head.
	Series []Series
	// Removed are base's points that head lacks, with their judgement.
	Removed []Removed
	// Policy is what Removed were judged by. Its MaxSpan also decides which
	// segments of frontiers are wide, and drawn dashed.
	Policy pareto.Policy
	// LeftOut are rows that cannot be drawn. They are counted in the caption.
	LeftOut []LeftOut
}

// A Series is the points of one curve on one side.
type Series struct {
	// Key is what the series is of, the curve's key: equal keys have the same
	// colour, marker and dash in every chart of a set.
	Key string
	// Label is what the legend calls it, such as "base".
	Label string
	// Base: drawn muted and hollow, because another series replaces it.
	Base bool
	// Points are all measured points, on the frontier or not, in any order.
	Points []Point
}

// A Point is a measured point. X and Y are in the units of the axes.
type Point struct {
	Name string
	X, Y float64
}

// A Removed is a base point that head does not have.
type Removed struct {
	Point
	// NotApplicable: there was nothing to judge here, so Kind means nothing.
	NotApplicable bool
	// Kind and Margin are the judgement; Margin is NaN if there is none.
	Kind   pareto.Kind
	Margin float64
	// By names the head points that cover it, or that come nearest: one point,
	// or the two ends of a line.
	By []string
}

// A LeftOut is a row without a usable value on the view.
type LeftOut struct{ Name, Why string }

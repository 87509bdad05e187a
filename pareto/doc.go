// Package pareto is the numerical core of coverage analysis: frontiers,
// dominance with witnesses, the drawn curve, and the decision whether a point is
// covered by a frontier, by what, and with what margin.
//
// Everything works on columns: a point is a row of []float64 slices, and each
// axis carries a Direction. Results are row indices or positions on a frontier,
// never copies of rows. No function changes its inputs. Nothing here knows of
// files, names or units.
//
// Two axes have a Front, which can be drawn, judged by and compared with another
// one; a Collector makes one of points that come in batches. Any number of axes
// have a Set: its non-dominated rows, their layers (Ranks) and witnesses, and
// the indicators that compare two sets.
//
// # Words
//
// Point p dominates q when p is at least as good on both axes and better on
// one. Equal points do not dominate each other. The strict frontier is the set
// of points that no point dominates; equal coordinates share one position.
//
// The hard side of a frontier is the end where x is best (lowest latency,
// highest interactivity), the easy side the end where y is best. The drawn
// curve joins x-neighbouring positions by straight segments in data space. It
// is never continued past the hard end; past the easy end it is flat, because
// the last point is at least as good there.
//
// # Rows that are no points
//
// A row with a NaN or an infinity on either axis is no point: it is on no
// frontier and dominates nothing. Coverage works with ratios and wants
// coordinates above zero; frontiers and dominance take any finite number.
//
// # Errors
//
// A broken contract of the caller (an invalid direction, columns of different
// lengths) panics with a text that starts with "pareto:". Conditions of the
// data never panic.
package pareto

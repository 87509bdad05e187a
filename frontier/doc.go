// Package frontier is the domain of coverage analysis: measured tables, the
// curves and points in them, their frontiers, and the judgement of points that
// a change removes.
//
// Data flows one way. A Table holds columns; Arrange sorts the rows of one or
// two tables into curves of points; Front and Cover judge the curves and return
// results that hold numbers, names and reason codes. Phrases, tables and JSON
// are made by package report, files are read by package ingest.
package frontier

// Package chart draws curves of measured points: SVG, PNG and PDF. It does no
// I/O: callers name files and write them.
package chart

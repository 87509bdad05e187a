// Package ingest reads measured points from files and hands them on as a
// frontier.Table. It is the only package that knows file formats and Apache
// Arrow: rows of every shape become one Arrow record batch, whose buffers the
// Table's columns alias until Close.
//
// Shapes are told apart by content, never by file name. Names of files and
// folders serve only to skip what a benchmark run leaves beside its points,
// such as logs.
//
// A value that cannot be used is never 0 and never dropped: the cell carries
// the reason. A file that cannot be read as a whole is an *Error.
package ingest

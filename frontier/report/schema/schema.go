// Package schema holds the JSON Schemas (draft 2020-12) of the JSON results.
package schema

import "embed"

// Files are the schemas: NAME.schema.json for each schema paretocov.NAME/1.
//
//go:embed *.schema.json
var Files embed.FS

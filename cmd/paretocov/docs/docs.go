// Package docs holds the help topics: each Markdown file beside this one is
// shown by paretocov help NAME.
package docs

import "embed"

// Topics are the help topics, NAME.md.
//
//go:embed *.md
var Topics embed.FS

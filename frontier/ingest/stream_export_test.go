package ingest

import "paretocov/frontier"

// StreamBlocks is Stream with blocks of a size of one's own.
func StreamBlocks(paths []string, o Options, block int, each func(*frontier.Table) error) (frontier.Table, error) {
	return streamBlocks(paths, o, block, each)
}

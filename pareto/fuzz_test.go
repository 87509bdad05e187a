package pareto_test

import (
	"testing"

	"pgregory.net/rapid"
)

func FuzzFront(f *testing.F) { f.Fuzz(rapid.MakeFuzz(frontIsTheDefinition)) }

func FuzzCover(f *testing.F) { f.Fuzz(rapid.MakeFuzz(coverIsTheDefinition)) }

package pareto_test

import (
	"encoding/binary"
	"math"
	"testing"

	"pgregory.net/rapid"

	"paretocov/pareto"
)

// FuzzFrontOfBytes takes coordinates as bit patterns: any number there is.
func FuzzFrontOfBytes(f *testing.F) {
	seed := func(values ...float64) {
		var data []byte
		for _, v := range values {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
		}
		for ways := range byte(8) {
			f.Add(data, ways)
		}
	}
	seed(1, 2, 2, 1, 1, 2, 0, math.Copysign(0, -1))
	seed(math.MaxFloat64, 1, -math.MaxFloat64, 1, math.NaN(), 3, 4, math.Inf(-1))
	seed(math.SmallestNonzeroFloat64, 1, 0, 1, 1, math.SmallestNonzeroFloat64)
	f.Fuzz(func(t *testing.T, data []byte, ways byte) {
		pair := pairs[ways%4]
		p := pareto.Points{XDir: pair.x, YDir: pair.y}
		for ; len(data) >= 16; data = data[16:] {
			p.X = append(p.X, math.Float64frombits(binary.LittleEndian.Uint64(data)))
			p.Y = append(p.Y, math.Float64frombits(binary.LittleEndian.Uint64(data[8:])))
		}
		tuning := pareto.SmallFront(0, 8, 4, 3, 1+int(ways>>4), 1, 2)
		if ways&4 != 0 {
			tuning = pareto.TunedFront()
		}
		for _, rule := range rules {
			want := sortScan(p, rule)
			samePlaces(t, pareto.NewFrontTuned(p, rule, tuning), want)
			c := pareto.NewCollectorTuned(p.XDir, p.YDir, rule, tuning)
			half := len(p.X) / 2
			c.Add(p.X[half:], p.Y[half:], half)
			c.Add(p.X[:half], p.Y[:half], 0)
			samePlaces(t, c.Front(), want)
		}
	})
}

func FuzzFastFront(f *testing.F) { f.Fuzz(rapid.MakeFuzz(fastFrontIsTheDefinition)) }

func FuzzCollector(f *testing.F) {
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) { collectorIsTheFront(t, 300) }))
}

package rounding

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/ring"
)

// TestFunctions: sines, logarithms and reciprocals that were computed of a column and rounded are seen, and nothing else is.
func TestFunctions(t *testing.T) {
	degrees := math.Pi / 180
	for name, c := range map[string]struct {
		places [2]int
		row    func(rng *rand.Rand) []float64
		want   []Function
	}{
		"a sine in degrees": {[2]int{1, 4}, func(rng *rand.Rand) []float64 {
			a := math.Round(900*rng.Float64()) / 10
			return []float64{a, math.Sin(a * degrees)}
		}, []Function{{1, 0, "sin", true}}},
		"an angle that was computed": {[2]int{4, 1}, func(rng *rand.Rand) []float64 {
			x := math.Round(10000*rng.Float64()) / 10000
			return []float64{x, math.Acos(x) / degrees}
		}, []Function{{0, 1, "cos", true}}},
		"a tangent of few set angles": {[2]int{0, 4}, func(rng *rand.Rand) []float64 {
			a := float64(5 * (1 + rng.IntN(12)))
			return []float64{a, math.Tan(a * degrees)}
		}, []Function{{1, 0, "tan", true}}},
		"a sine in radians, in many digits": {[2]int{6, 12}, func(rng *rand.Rand) []float64 {
			a := math.Round(6e6*rng.Float64()) / 1e6
			return []float64{a, math.Sin(a)}
		}, []Function{{1, 0, "sin", false}}},
		"a sine with two wrong cells": {[2]int{1, 4}, func() func(rng *rand.Rand) []float64 {
			n := 0
			return func(rng *rand.Rand) []float64 {
				a, wrong := math.Round(900*rng.Float64())/10, 0.0
				if n++; n == 1 || n == 12 {
					wrong = 0.3
				}
				return []float64{a, math.Sin(a*degrees) + wrong}
			}
		}(), []Function{{1, 0, "sin", true}}},
		"a logarithm of counts": {[2]int{0, 3}, func(rng *rand.Rand) []float64 {
			n := float64(20 + rng.IntN(5000))
			return []float64{n, math.Log(n)}
		}, []Function{{1, 0, "ln", false}}},
		"a reciprocal": {[2]int{1, 6}, func(rng *rand.Rand) []float64 {
			v := 280 + 100*rng.Float64()
			return []float64{v, 1 / v}
		}, []Function{{1, 0, "1/", false}}},
		"a measured sine": {[2]int{1, 4}, func(rng *rand.Rand) []float64 {
			a := math.Round(900*rng.Float64()) / 10
			return []float64{a, math.Sin(a*degrees) + 0.002*rng.NormFloat64()}
		}, nil},
		"small angles, where the sine is a line": {[2]int{2, 4}, func(rng *rand.Rand) []float64 {
			a := 3 * rng.Float64()
			return []float64{a, math.Sin(a * degrees)}
		}, nil},
		"numbers of one digit": {[2]int{0, 0}, func(rng *rand.Rand) []float64 {
			n := float64(1 + rng.IntN(30))
			return []float64{n, math.Log(n)}
		}, nil},
		"a parabola": {[2]int{1, 3}, func(rng *rand.Rand) []float64 {
			v := 9 * rng.Float64()
			return []float64{v, v * v / 40}
		}, nil},
	} {
		table := rounded(t, []string{"x", "y"}, c.places[:], draw(25, 5, c.row))
		written := make([][]ring.Rat, len(table.Rows))
		for i := range written {
			for _, n := range c.places {
				step := ring.Rat{}
				if n >= 0 {
					step = ring.NewRat(1, 2*int64(math.Pow10(n)))
				}
				written[i] = append(written[i], step)
			}
		}
		assert.Equal(t, c.want, Functions(table, written), name)
	}
}

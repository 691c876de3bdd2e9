package judge

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/noise"
)

// TestAllOrNothing: of 60 bills, some are paid, some open, and the others paid in a part that is small.
func TestAllOrNothing(t *testing.T) {
	round := func(v float64) float64 { return math.Round(1e4*v) / 1e4 }
	for _, tt := range []struct {
		name   string
		inPart int
		told   bool
	}{
		{"all rows hold but for errors", 60, false},
		{"half of the rows hold exactly", 30, true},
		{"five of 60", 55, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rng := explaintest.Source(291)
			i := 0
			rows := explaintest.Draw(60, rng, func(rng *rand.Rand) []float64 {
				i++
				open := round(1 + 5*rng.Float64())
				if i > tt.inPart {
					return []float64{0, open}
				}
				return []float64{round(0.1 * rng.NormFloat64()), open}
			})
			s := explaintest.Plain(t, rows, 4)
			e := exactEquation(t, s, "x*y", 10)
			e.Estimate.Fit.Variance, e.Shape = 0.01, noise.NewOneColumn(2, 0)
			assert.Equal(t, tt.told, AllOrNothing(s, e) != "", AllOrNothing(s, e))
		})
	}
}

// TestAllOrNothingRounded: where errors are as large as the steps of the cells, many rows hold exactly.
func TestAllOrNothingRounded(t *testing.T) {
	rows := explaintest.Draw(60, explaintest.Source(292), func(rng *rand.Rand) []float64 {
		x := float64(rng.IntN(9))
		return []float64{x, x + math.Round(rng.NormFloat64())}
	})
	s := explaintest.Plain(t, rows, 4)
	e := exactEquation(t, s, "x - y", 10)
	e.Estimate.Fit.Variance, e.Shape = 1, noise.NewOneColumn(2, 1)
	assert.Empty(t, AllOrNothing(s, e))
}

func TestLastPlace(t *testing.T) {
	for v, want := range map[float64]int{45.58: -2, 1200: 2, -7: 0, 0.1 + 0.2: -1, 1135.1951: -4, 1e-9: -9} {
		assert.Equal(t, want, lastPlace(v), v)
	}
}

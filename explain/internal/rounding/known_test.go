package rounding

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Power is voltage times current. What measurements of a resistor add is near the rows along that
// surface; an approximation of the surface says nothing along it, and rows of any
// voltage and current are far from it there.
func TestScatter(t *testing.T) {
	rows := func(resistor float64) [][]float64 {
		return draw(60, 7, func(rng *rand.Rand) []float64 {
			u, i := 1+9*rng.Float64(), 1+9*rng.Float64()
			if resistor > 0 {
				i = u/resistor + 0.02*rng.NormFloat64()
			}
			return []float64{u, i, u * i}
		})
	}
	R, err := poly.NewRing(ring.Q, []string{"u", "i", "p"})
	require.NoError(t, err)
	parse := func(text string) *poly.Polynomial[ring.Rat] {
		p, err := R.Parse(text)
		require.NoError(t, err)
		return p
	}
	known := []*poly.Polynomial[ring.Rat]{parse("u*i - p")}
	assert.Less(t, Scatter(parse("u - 2*i"), known, rows(2)), limit.SurfaceScatter/3)
	assert.Greater(t, Scatter(parse("u - 2*i"), known, rows(0)), 2*limit.SurfaceScatter)
	assert.Greater(t, Scatter(parse("1000*u*i - 999*p"), known, rows(0)), 0.3, "nearly the surface")
	assert.Zero(t, Scatter(parse("2*p - 2*u*i"), known, [][]float64{{1, 2, 2}, {2, 3, 6}}), "the surface itself")
}

// TestFindNoMultiple: the heat of a pump is its power times the coefficient of performance, within rounding, and power and ambient heat to
// larger errors. Cells of the coefficient are so coarse that the latter times the heat holds within their rounding.
func TestFindNoMultiple(t *testing.T) {
	tenths := func(x float64) float64 { return math.Round(10*x) / 10 }
	for _, seed := range []uint64{6, 7} {
		rows := draw(200, seed, func(rng *rand.Rand) []float64 {
			power := tenths(4 + 22*rng.Float64())
			ambient := tenths(power * (3.9 - 0.055*power + 0.25*rng.NormFloat64()))
			heat := tenths(power + ambient + 0.15*rng.NormFloat64())
			return []float64{power, ambient, heat, heat / power}
		})
		laws, err := Find(context.Background(), rounded(t, []string{"power", "ambient", "heat", "cop"}, []int{1, 1, 1, 2}, rows), Options{})
		require.NoError(t, err)
		assert.Equal(t, []string{"power*cop - heat"}, texts(laws))
	}
}

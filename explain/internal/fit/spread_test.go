package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/problem"
)

func TestSpreadIsWhite(t *testing.T) {
	rng := explaintest.Source(202)
	rows := explaintest.Draw(50, rng, func(rng *rand.Rand) []float64 {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		return []float64{a + 4, 2*a + b, a - b + 0.1*rng.NormFloat64()}
	})
	d := covarianceSpread(rows)
	for j := range 3 {
		for l := range 3 {
			mj, ml, cov, product := 0.0, 0.0, 0.0, 0.0
			for _, x := range rows {
				mj, ml = mj+x[j]/50, ml+x[l]/50
			}
			for _, x := range rows {
				cov += (x[j] - mj) * (x[l] - ml) / 50
			}
			assert.InDelta(t, cov, d.cov.At(j, l), 1e-12)
			// W Σ Wᵀ = I.
			for k := range 3 {
				for i := range 3 {
					product += d.white.At(j, k) * d.cov.At(k, i) * d.white.At(l, i)
				}
			}
			if j == l {
				product--
			}
			assert.InDelta(t, 0, product, 1e-9)
		}
	}
	// The mean square distance of two rows is twice the number of columns.
	total := 0.0
	white := d.whitened(rows)
	for _, x := range white {
		for _, y := range white {
			total += problem.Distance2(x, y) / (50 * 50)
		}
	}
	assert.InDelta(t, 6, total, 1e-9)

	diagonal := diagonalSpread([]float64{2, 0.5})
	w := diagonal.whitened([][]float64{{3, 2}, {0, 0}})
	assert.Equal(t, 9.0/4+4*4, problem.Distance2(w[0], w[1]))
	assert.Equal(t, 9.0*4+4*0.25, diagonal.norm2([]float64{3, 2}))
}

// Rows on a plane have a finite inverse all the same.
func TestSpreadOfPlane(t *testing.T) {
	rng := explaintest.Source(203)
	d := covarianceSpread(explaintest.Draw(40, rng, func(rng *rand.Rand) []float64 {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		return []float64{a, b, a + b}
	}))
	w := d.whitened([][]float64{{1, 1, -1}, {1, 1, 2}, {0, 0, 0}})
	across := problem.Distance2(w[0], w[2])
	assert.False(t, math.IsInf(across, 0) || math.IsNaN(across))
	assert.Greater(t, across, 1e9, "far across the plane in its own units")
	assert.Less(t, problem.Distance2(w[1], w[2]), 10.0, "near along it")
}

// Far rows do not widen a column, and few values do not narrow it to nothing.
func TestColumnSpread(t *testing.T) {
	normal := explaintest.Draw(2000, explaintest.Source(204), func(rng *rand.Rand) []float64 {
		return []float64{3 * rng.NormFloat64(), float64(rng.IntN(2)), rng.Float64()}
	})
	d := columnSpread(normal)
	assert.InEpsilon(t, 9, d.cov.At(0, 0), 0.1)
	assert.InEpsilon(t, math.Pow(0.5/decile, 2), d.cov.At(1, 1), 1e-9, "zeros and ones")
	assert.InEpsilon(t, 1.0/12, d.cov.At(2, 2), 0.1)
	assert.Zero(t, d.cov.At(0, 1))

	normal[7][0] = 1e6
	assert.InEpsilon(t, 9, columnSpread(normal).cov.At(0, 0), 0.1, "one far row")
	for i := range normal {
		normal[i][1] = 0
	}
	normal[3][1] = 1
	assert.InEpsilon(t, 1.0/2000, columnSpread(normal).cov.At(1, 1), 0.01, "all equal but one")
}

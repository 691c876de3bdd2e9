package explain_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/internal/sweeptest"
)

// TestLearnWide: among hundreds of monomials three or four make a law, and no two or three of these are near one. KEXPLAIN_SWEEP takes
// the tables of more columns too.
func TestLearnWide(t *testing.T) {
	sweeptest.Sweep(t)
	tests := []struct {
		columns int
		obey    func(x []float64)
		law     string
	}{
		{16, func(x []float64) { x[6] = x[0]*x[1] - x[2]*x[3] + x[4]*x[5] }, "x*y - z*u + v*w - c6"},
		{20, func(x []float64) { x[6] = x[0]*x[1] - x[2]*x[3] + x[4]*x[5] }, "x*y - z*u + v*w - c6"},
		{33, func(x []float64) { x[6] = x[0]*x[1] - x[5]*x[5] }, "x*y - w^2 - c6"},
	}
	for _, tt := range tests {
		rng := explaintest.Source(2800)
		rows := explaintest.Draw(400, rng, func(rng *rand.Rand) []float64 {
			x := make([]float64, tt.columns)
			for j := range x {
				x[j] = rng.NormFloat64()
			}
			tt.obey(x)
			for j := range x {
				x[j] += 0.01 * rng.NormFloat64()
			}
			return x
		})
		r, err := explain.Learn(t.Context(), explain.DataOf(strings.Join(explaintest.Names(tt.columns), ","), rows), explain.Options{MaxDegree: 2})
		require.NoError(t, err, "%d columns", tt.columns)
		assert.Equal(t, []string{tt.law}, explain.Texts(r), "%d columns", tt.columns)
	}
}

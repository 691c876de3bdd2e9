package learn

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
)

// Whitened features u(x) = κ_X(x) U S⁻² are orthonormal on the training data, and equal
// the whitened v(x); plain ones have the singular values as lengths (CKI-31).
func TestWhitenedKernelPCA(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	x := mat.NewDense(40, 2, nil)
	for i := range 40 {
		x.SetRow(i, []float64{2 * rng.NormFloat64(), rng.NormFloat64()})
	}
	m, err := IPCA{Kernel: feature.Polynomial{Degree: 2}, Cutoff: Rank{K: 6}}.Fit(context.Background(), x)
	require.NoError(t, err)
	for _, scaling := range []Scaling{Plain, Whitened} {
		u, err := m.KernelPCA(context.Background(), x, x, scaling)
		require.NoError(t, err)
		v, err := m.Principal(context.Background(), x, scaling)
		require.NoError(t, err)
		var gram mat.Dense
		gram.Mul(u.T(), u)
		for i := range 6 {
			for j := range 6 {
				want := 0.0
				switch s := m.Spectrum().Values[i]; {
				case i == j && scaling == Plain:
					want = s * s
				case i == j:
					want = 1
				}
				assert.InDelta(t, want, gram.At(i, j), 1e-8*(1+want), "%v", scaling)
			}
		}
		assert.True(t, mat.EqualApprox(u, v, 1e-7), "%v", scaling)
	}
}

package learn

import (
	"context"
	"math"
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

// TestSpanTolerance: directions of K_ZZ are kept down to M·2⁻⁴⁶ of its largest eigenvalue, in
// any unit, and none below.
func TestSpanTolerance(t *testing.T) {
	for _, unit := range []float64{1e-5, 1, 1e5} {
		for _, c := range []struct {
			size float64 // relative size of the smaller eigenvalue
			dim  int
		}{{1, 2}, {1e-10, 2}, {1.2 * 2 * 0x1p-46, 2}, {0.8 * 2 * 0x1p-46, 1}, {1e-20, 1}} {
			z := mat.NewDense(2, 2, []float64{unit, 0, 0, unit * math.Sqrt(c.size)})
			f, err := NewFrame(context.Background(), feature.Linear{}, z, 0)
			require.NoError(t, err)
			assert.Equal(t, c.dim, f.Dim(), "%g in units of %g", c.size, unit)
			f, err = NewFrame(context.Background(), feature.Linear{}, z, 0.5)
			require.NoError(t, err)
			assert.Equal(t, map[bool]int{true: 2, false: 1}[c.size == 1], f.Dim(), "a tolerance that is given")
		}
	}
}

package duality_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/duality"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// The points i and −i over Q(i), d = 2, θ = 1: I = ⟨t² + 1⟩ with φ-norm² 2, K_XX = 4·1, and for
// Z = {0, 1, i} the null vector (−2, i, 1) of K_XZ expands to (−1 + i)(t² + 1).
func TestComplexInstance(t *testing.T) {
	number := func(re, im int64) ring.Gaussian {
		return ring.NewGaussian(ring.RatFromInt(re), ring.RatFromInt(im))
	}
	R := poly.MustRing(ring.Qi, []string{"t"})
	s, err := duality.NewSpace(R, feature.Polynomial{Degree: 2})
	require.NoError(t, err)
	X := [][]ring.Gaussian{{number(0, 1)}, {number(0, -1)}}
	Z := [][]ring.Gaussian{{number(0, 0)}, {number(1, 0)}, {number(0, 1)}}
	f, err := R.Parse("t^2 + 1")
	require.NoError(t, err)
	inverse := func(m *numeric.Matrix[ring.Gaussian]) *numeric.Matrix[ring.Gaussian] {
		p, err := numeric.PseudoInverse(m)
		require.NoError(t, err)
		return p
	}

	I := s.VanishingIdeal(X)
	require.Equal(t, 1, I.Dim())
	assert.True(t, I.Contains(f))
	norm, err := s.Inner(f, f)
	require.NoError(t, err)
	assert.Equal(t, "2", ring.Qi.Format(norm))

	kXX, kXZ, kZZ := s.KernelMatrix(X, X), s.KernelMatrix(X, Z), s.KernelMatrix(Z, Z)
	assert.Equal(t, ring.Yes, kXX.Equal(numeric.MatrixOf[ring.Gaussian](ring.Qi, [][]ring.Gaussian{{number(4, 0), {}}, {{}, number(4, 0)}})))
	assert.Equal(t, ring.Yes, kZZ.Equal(numeric.MatrixOf[ring.Gaussian](ring.Qi, [][]ring.Gaussian{
		{number(1, 0), number(1, 0), number(1, 0)},
		{number(1, 0), number(4, 0), number(0, -2)},
		{number(1, 0), number(0, 2), number(4, 0)},
	})))
	assert.Equal(t, "4", ring.Qi.Format(numeric.Det(kZZ)))
	v := []ring.Gaussian{number(-2, 0), number(0, 1), number(1, 0)}
	for _, value := range kXZ.MulVec(v) {
		assert.Equal(t, "0", ring.Qi.Format(value))
	}
	assert.Equal(t, 2, numeric.Rank(kXZ))
	assert.True(t, s.Expand(v, Z).Equal(f.Scale(number(-1, 1))), "%v", s.Expand(v, Z))
	assert.Equal(t, ring.Yes, kXZ.Mul(inverse(kZZ)).Mul(kXZ.ConjT()).Equal(kXX), "K_XX = K_XZ K_ZZ⁻¹ K_XZ*")
	// |v⊥|² at 1 is k(1,1) minus what X sees: 4 − 2 = |t² + 1|²/2.
	one := [][]ring.Gaussian{{number(1, 0)}}
	row := s.KernelMatrix(one, X)
	seen := row.Mul(inverse(kXX)).Mul(row.ConjT())
	assert.Equal(t, "2", ring.Qi.Format(seen.At(0, 0)))
	assert.Equal(t, "4", ring.Qi.Format(s.KernelMatrix(one, one).At(0, 0)))
}

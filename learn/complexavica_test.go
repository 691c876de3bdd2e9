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

// In every degree the new generators are those of the ideal, and its multiples are absorbed:
// dimensions of I_≤d are those of the points.
func TestComplexAVICA(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	var curve, dual [][]complex128
	for range 40 {
		s, c := math.Sincos(2 * math.Pi * rng.Float64())
		z := complex(c, s) * complex(0.5+rng.Float64(), 0)
		curve = append(curve, []complex128{z, 1i * z * z})
		dual = append(dual, []complex128{z, complex(rng.NormFloat64(), rng.NormFloat64()), 1 / z})
	}
	for _, test := range []struct {
		name           string
		x              [][]complex128
		new, multiples []int
	}{
		{"t² + 1", [][]complex128{{1i}, {-1i}}, []int{0, 1, 0}, []int{0, 0, 2}},
		{"y = i x²", curve, []int{0, 1, 0}, []int{0, 0, 3}},
		{"x z = 1", dual, []int{0, 1, 0}, []int{0, 0, 4}},
	} {
		found, err := ComplexAVICA{Kernel: feature.Polynomial{Degree: 1}, Degree: 3}.Fit(context.Background(), test.x)
		require.NoError(t, err, test.name)
		require.Len(t, found, 3)
		for i, d := range found {
			assert.Equal(t, i+1, d.Degree)
			assert.Equal(t, test.multiples[i], d.Multiples, "%s, degree %d", test.name, i+1)
			c, _, err := d.Polynomials()
			require.NoError(t, err)
			k := 0
			if c != nil {
				_, k = c.Dims()
			}
			assert.Equal(t, test.new[i], k, "%s, degree %d", test.name, i+1)
			if d.Multiples > 0 { // they vanish on the points
				kernel, err := feature.ComplexMatrix(context.Background(), d.kernel, test.x, d.points)
				require.NoError(t, err)
				var values mat.Dense
				values.Product(realForm(kernel), d.root, d.absorbed)
				assert.InDelta(t, 0, mat.Norm(&values, 2), 1e-6, test.name)
			}
		}
		// The new function vanishes on the points and not beside them.
		on, err := found[1].Distance(context.Background(), test.x)
		require.NoError(t, err)
		for _, v := range on {
			assert.InDelta(t, 0, v, 1e-7, test.name)
		}
		beside := make([]complex128, len(test.x[0]))
		for j := range beside {
			beside[j] = complex(1+float64(j), 0.5)
		}
		off, err := found[1].Distance(context.Background(), [][]complex128{beside})
		require.NoError(t, err)
		assert.Greater(t, off[0], 0.1, test.name)
	}
	_, err := ComplexAVICA{Kernel: feature.Polynomial{Degree: 2}, Degree: 2}.Fit(context.Background(), curve)
	require.ErrorIs(t, err, ErrKernel)
	_, err = ComplexAVICA{Kernel: feature.Polynomial{Degree: 1}, Degree: 2}.Fit(context.Background(), nil)
	require.ErrorIs(t, err, ErrData)
}

// What vanishes in a degree is multiplied on in the next: of one function f of degree 2 the
// multiples of degree 4 are q f for the six monomials q of degree up to 2 in two variables.
func TestComplexAVICAMultiplesOfMultiples(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	var curve [][]complex128
	for range 60 {
		s, c := math.Sincos(2 * math.Pi * rng.Float64())
		z := complex(c, s) * complex(0.5+rng.Float64(), 0)
		curve = append(curve, []complex128{z, 1i * z * z})
	}
	found, err := ComplexAVICA{Kernel: feature.Polynomial{Degree: 1}, Degree: 4}.Fit(context.Background(), curve)
	require.NoError(t, err)
	require.Len(t, found, 4)
	assert.Equal(t, []int{0, 0, 3, 6}, []int{found[0].Multiples, found[1].Multiples, found[2].Multiples, found[3].Multiples})
}

// Beside an exact generator what has small values by chance is none: points of a curve of degree 2
// have no generator of degree 3 or 4.
func TestComplexAVICAChance(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 6))
		var x [][]complex128
		for range 30 {
			s, c := math.Sincos(2 * math.Pi * rng.Float64())
			z := complex(c, s) * complex(0.5+rng.Float64(), 0)
			x = append(x, []complex128{z, (z*z - 3i*z) / 4})
		}
		found, err := ComplexAVICA{Kernel: feature.Polynomial{Degree: 1}, Degree: 4, Seed: seed}.Fit(t.Context(), x)
		require.NoError(t, err)
		var generators []int
		for _, d := range found {
			generators = append(generators, len(d.spectrum.Values)-d.cut.Rank)
		}
		assert.Equal(t, []int{0, 1, 0, 0}, generators, "seed %d", seed)
	}
}

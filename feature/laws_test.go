package feature_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/interrupttest"
	"github.com/kexplain/kexplain/ring"
)

// made is what every function returns, whatever it makes.
func made[M any](_ M, err error) error { return err }

// TestInterrupted: wherever its context ends, a matrix, a rank or a choice of points is an error.
func TestInterrupted(t *testing.T) {
	quadratic, gaussian := feature.Polynomial{Degree: 2}, feature.Gaussian{Sigma: 1}
	x := mat.NewDense(5, 2, []float64{1, 0, 0, 1, 1, 1, -1, 2, 0.5, 3})
	basis, err := quadratic.Basis(2)
	require.NoError(t, err)
	var complexes [][]complex128
	var exact [][]ring.Rat
	for i := range int64(5) {
		complexes = append(complexes, []complex128{complex(float64(i), 1), 2i})
		exact = append(exact, []ring.Rat{ring.RatFromInt(i), ring.NewRat(i, 3)})
	}
	for name, f := range map[string]func(ctx context.Context) error{
		"matrix":    func(ctx context.Context) error { return made(feature.Matrix(ctx, gaussian, x, x)) },
		"Gram":      func(ctx context.Context) error { return made(feature.Gram(ctx, gaussian, x)) },
		"diagonal":  func(ctx context.Context) error { return made(feature.Diagonal(ctx, gaussian, x)) },
		"gradients": func(ctx context.Context) error { return made(feature.Gradients(ctx, gaussian, x, x)) },
		"features":  func(ctx context.Context) error { return made(basis.Features(ctx, x)) },
		"monomials": func(ctx context.Context) error { return made(basis.Monomials(ctx, x)) },
		"complex": func(ctx context.Context) error {
			return made(feature.ComplexMatrix(ctx, quadratic, complexes, complexes))
		},
		"exact": func(ctx context.Context) error {
			return made(feature.ExactMatrix(ctx, ring.Field[ring.Rat](ring.Q), quadratic, exact, exact))
		},
		"semidefinite": func(ctx context.Context) error {
			return made(feature.ExactlySemidefinite(ctx, ring.Field[ring.Rat](ring.Q), quadratic, exact))
		},
		"rank":       func(ctx context.Context) error { return made(feature.NumericalFeatureRank(ctx, quadratic, x, 0)) },
		"pivots, QR": func(ctx context.Context) error { return made(feature.Pivoted{}.Points(ctx, quadratic, x, 1)) },
		"pivots":     func(ctx context.Context) error { return made(feature.Pivoted{M: 3}.Points(ctx, gaussian, x, 1)) },
		"many features": func(ctx context.Context) error {
			return made(feature.Pivoted{M: 3, Pool: 4}.Points(ctx, quadratic, x, 1))
		},
	} {
		t.Run(name, func(t *testing.T) { assert.Positive(t, interrupttest.Everywhere(t, f)) })
	}
}

// TestPartsOfKernels: what a part cannot do the whole cannot: be defined at a point, be valid, be
// differentiated, be written to a file.
func TestPartsOfKernels(t *testing.T) {
	wholes := func(k feature.Kernel) []feature.Kernel {
		return []feature.Kernel{
			feature.Sum{feature.Linear{}, k}, feature.Product{feature.Linear{}, k}, feature.Multiple{Factor: half, Kernel: k},
			feature.PolynomialOf{Coefficients: []ring.Rat{half, half}, Kernel: k}, feature.Normalised{Kernel: k},
			feature.Blocks{{Columns: []int{0, 1}, Kernel: feature.Linear{}}, {Columns: []int{0, 1}, Kernel: k}},
			feature.Columns{Rows: 2, Kernel: k}, feature.Compose{Kernel: k, Map: feature.LinearMap{A: mat.NewDense(2, 2, []float64{1, 0, 0, 1})}},
			feature.InvariantGaussian(k, 1), feature.Average{Kernel: k, Group: feature.Signs{}},
		}
	}
	one, zero := []float64{1, 2}, []float64{0, 0}
	for _, k := range wholes(feature.PositiveScale{}) {
		assert.NoError(t, feature.CheckPoint(k, one), "%v", k)
		assert.ErrorIs(t, feature.CheckPoint(k, zero), feature.ErrDomain, "%v", k)
		for _, table := range []*mat.Dense{mat.NewDense(1, 2, zero), mat.NewDense(2, 2, []float64{1, 2, 0, 0})} {
			assert.ErrorIs(t, made(feature.Diagonal(t.Context(), k, table)), feature.ErrDomain, "%v", k)
			assert.ErrorIs(t, made(feature.Gram(t.Context(), k, table)), feature.ErrDomain, "%v", k)
		}
	}
	for _, k := range wholes(feature.Gaussian{Sigma: -1}) {
		assert.ErrorIs(t, feature.Validate(k), feature.ErrParameter, "%v", k)
		assert.ErrorIs(t, feature.CheckComplex(k), feature.ErrParameter, "%v", k)
	}
	grad := make([]float64, 2)
	for _, k := range wholes(feature.Spline{}) {
		assert.NoError(t, feature.Validate(k), "%v", k)
		assert.ErrorIs(t, feature.Gradient(k, grad, one, []float64{2, 1}), feature.ErrNotDifferentiable, "%v", k)
	}
	for _, k := range wholes(feature.Linear{}) {
		if _, ok := k.(feature.Average); !ok {
			assert.NoError(t, feature.Gradient(k, grad, one, []float64{2, 1}), "%v", k)
		}
	}
	for _, k := range wholes(feature.Weighted{Name: "w", F: func([]float64) float64 { return 1 }, Kernel: feature.Linear{}}) {
		_, err := feature.Encode(k)
		assert.ErrorIs(t, err, feature.ErrNoCode, "%v", k)
	}
}

// TestGradientDomain: where a kernel is not differentiable its rows are named.
func TestGradientDomain(t *testing.T) {
	x, z := mat.NewDense(2, 1, []float64{1, 2}), mat.NewDense(2, 1, []float64{0, 2})
	_, err := feature.Gradients(t.Context(), feature.Laplacian{Sigma: 1}, x, z)
	assert.ErrorIs(t, err, feature.ErrDomain)
	assert.ErrorContains(t, err, "rows 2 and 2")
	invariant := feature.Through{Outer: feature.Laplacian{Sigma: 1}, Inner: feature.Linear{}}
	assert.ErrorIs(t, feature.Gradient(invariant, make([]float64, 1), []float64{2}, []float64{2}), feature.ErrDomain)
	assert.ErrorIs(t, made(feature.Gradients(t.Context(), feature.Spline{}, x, x)), feature.ErrNotDifferentiable)
	assert.ErrorIs(t, made(feature.Gradients(t.Context(), feature.Gaussian{}, x, x)), feature.ErrParameter)
}

// TestComplexRefusals: points of two lengths, and points where a kernel is not defined.
func TestComplexRefusals(t *testing.T) {
	one := [][]complex128{{1}, {2i}}
	for _, wrong := range [][][][]complex128{{{{1}, {1, 2}}, one}, {one, {{1}, {}}}} {
		assert.ErrorIs(t, made(feature.ComplexMatrix(t.Context(), feature.Linear{}, wrong[0], wrong[1])), feature.ErrShape)
	}
	_, err := feature.ComplexMatrix(t.Context(), feature.Projective{}, one, [][]complex128{{1i}, {0}})
	assert.ErrorIs(t, err, feature.ErrDomain)
	assert.ErrorContains(t, err, "rows 1 and 2")
	assert.ErrorIs(t, made(feature.ComplexMatrix(t.Context(), feature.Gaussian{}, one, one)), feature.ErrParameter)
	assert.True(t, math.IsNaN(real(feature.EvalComplex(feature.Spline{}, one[0], one[1]))), "no complex values")
	k, err := feature.ComplexMatrix(t.Context(), feature.Linear{}, one, one)
	require.NoError(t, err)
	assert.Equal(t, -2i, k.At(0, 1), "1·conj(2i)")
}

// TestRankText: the rank beside its gap.
func TestRankText(t *testing.T) {
	r, err := feature.NumericalFeatureRank(t.Context(), feature.Polynomial{Degree: 1}, mat.NewDense(3, 2, []float64{1, 1, 2, 2, 3, 3}), 0)
	require.NoError(t, err)
	assert.Equal(t, 2, r.Rank)
	assert.Equal(t, 3, r.Dim)
	assert.False(t, r.Spans())
	assert.Contains(t, r.String(), "feature rank 2 of 3 (smallest ")
	r.Smallest, r.Refused = 0.02, 1e-17
	assert.Equal(t, "feature rank 2 of 3 (smallest 0.02, next 1e-17)", r.String())
}

// TestPartsInFiles: in a file a kernel made of others has as many parts as it must, and none of them
// is unknown or invalid.
func TestPartsInFiles(t *testing.T) {
	identity := feature.Compose{Kernel: feature.Linear{}, Map: feature.LinearMap{A: mat.NewDense(1, 1, []float64{1})}}
	for _, k := range []feature.Kernel{
		feature.Sum{feature.Linear{}}, feature.Product{feature.Linear{}}, feature.Multiple{Factor: half, Kernel: feature.Linear{}},
		feature.PolynomialOf{Coefficients: []ring.Rat{half}, Kernel: feature.Linear{}}, feature.Normalised{Kernel: feature.Linear{}},
		feature.RealPart{Kernel: feature.Linear{}}, feature.InvariantGaussian(feature.Linear{}, 1), feature.Columns{Rows: 1, Kernel: feature.Linear{}},
		feature.Blocks{{Columns: []int{0}, Kernel: feature.Linear{}}}, feature.Average{Kernel: feature.Linear{}, Group: feature.Signs{}}, identity,
	} {
		code, err := feature.Encode(k)
		require.NoError(t, err, "%v", k)
		back, err := code.Kernel()
		require.NoError(t, err, "%v", k)
		require.Equal(t, k, back)
		parts := code.Parts
		for _, wrong := range []feature.Code{{Type: "magic"}, {Type: "gaussian", Sigma: -1}, {Type: "polynomial", Theta: "1/0"}} {
			code.Parts = append([]feature.Code{wrong}, parts[1:]...)
			assert.Error(t, made(code.Kernel()), "%v with %q", k, wrong.Type)
		}
		switch k.(type) {
		case feature.Sum, feature.Product: // of any number
			continue
		}
		for _, wrong := range [][]feature.Code{nil, append(parts, parts[0])} {
			code.Parts = wrong
			assert.Error(t, made(code.Kernel()), "%v with %d parts", k, len(wrong))
		}
	}
}

// TestWidths: rows of monomials are of points with as many coordinates as there are variables.
func TestWidths(t *testing.T) {
	basis, err := feature.Polynomial{Degree: 2}.Basis(2)
	require.NoError(t, err)
	for _, n := range []int{1, 3} {
		assert.Panics(t, func() { feature.EvaluationRow(ring.Field[ring.Rat](ring.Q), basis, make([]ring.Rat, n)) })
		assert.Panics(t, func() { basis.FeaturesTo(make([]float64, 6), make([]float64, n)) })
		assert.Panics(t, func() { basis.MonomialsTo(make([]float64, 6), make([]float64, n)) })
		assert.Panics(t, func() { basis.FeaturesTo(make([]float64, 4+n), make([]float64, 2)) })
		assert.ErrorIs(t, made(basis.Features(t.Context(), mat.NewDense(1, n, nil))), feature.ErrShape)
	}
}

package feature_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/feature/featuretest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

var half = ring.NewRat(1, 2)

// a23 takes three coordinates to two.
var a23 = mat.NewDense(2, 3, []float64{1, -2, 0.5, 0, 3, 0.25})

func TestPolynomialLaws(t *testing.T) {
	for _, k := range polynomialKernels() {
		t.Run(k.String(), func(t *testing.T) { featuretest.Test(t, k, featuretest.Points(3)) })
	}
}

func TestKernelLaws(t *testing.T) {
	p := feature.Polynomial{Degree: 2, Theta: half}
	for _, k := range []feature.Kernel{
		feature.Linear{},
		feature.Linear{A: a23},
		feature.Gaussian{Sigma: 0.7},
		feature.Gaussian{Sigma: 0.01}, // far-off points: differences, not products
		feature.Laplacian{Sigma: 2},
		feature.Exponential{},
		feature.Exponential{A: 0.25},
		feature.ANOVA{},
		feature.ANOVA{Degree: 1},
		feature.ANOVA{Degree: 2},
		feature.ANOVA{Degree: 7},
		feature.Sum{p, feature.Gaussian{Sigma: 1}},
		feature.Sum{p, feature.ANOVA{}, feature.Linear{A: a23}},
		feature.Sum{},
		feature.Product{p, feature.Laplacian{Sigma: 1}},
		feature.Product{p, feature.ANOVA{}, feature.Linear{}},
		feature.Product{},
		feature.Multiple{Factor: ring.NewRat(3, 7), Kernel: p},
		feature.Multiple{Kernel: feature.Gaussian{Sigma: 1}},
		feature.PolynomialOf{Coefficients: []ring.Rat{half, {}, ring.NewRat(2, 1)}, Kernel: feature.Linear{}},
		feature.PolynomialOf{Kernel: feature.Linear{}},
		feature.Through{Outer: feature.Gaussian{Sigma: 3}, Inner: p},
		feature.Compose{Kernel: p, Map: feature.LinearMap{A: a23}},
		feature.Compose{Kernel: feature.Gaussian{Sigma: 1}, Map: feature.Function{Name: "squares", F: func(x []float64) []float64 {
			y := make([]float64, len(x))
			for i, v := range x {
				y[i] = v * v
			}
			return y
		}}},
		feature.Weighted{Name: "f", F: func(x []float64) float64 { return 1 - x[0] }, Kernel: feature.Sum{p, feature.ANOVA{}}},
		plain{p},
	} {
		t.Run(k.String(), func(t *testing.T) { featuretest.Test(t, k, featuretest.Points(3)) })
	}
}

func TestSigmoidIsNoKernel(t *testing.T) {
	featuretest.Test(t, feature.Sigmoid{A: 1, B: -1}, featuretest.Points(2), featuretest.Indefinite())
}

func TestInvariantKernelLaws(t *testing.T) {
	for _, k := range []feature.Kernel{
		feature.FiniteRotation{Order: 1},
		feature.FiniteRotation{Order: 2},
		feature.FiniteRotation{Order: 4, Complex: true},
		feature.FiniteRotation{Order: 3, Complex: true},
		feature.Phase{},
		feature.PositiveScale{},
		feature.Projective{},
		feature.Projective{Complex: true},
	} {
		for _, of := range []feature.Kernel{
			k,
			feature.InvariantPolynomial(k, 2),
			feature.InvariantGaussian(k, 5),
		} {
			t.Run(of.String(), func(t *testing.T) { featuretest.Test(t, of, featuretest.NonZeroPoints(4)) })
		}
	}
}

// What the group does to either argument does not show.
func TestInvariance(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	times := func(z complex128) func(x []float64) []float64 {
		return func(x []float64) []float64 {
			y := make([]float64, len(x))
			for i := 0; i < len(x); i += 2 {
				c := z * complex(x[i], x[i+1])
				y[i], y[i+1] = real(c), imag(c)
			}
			return y
		}
	}
	for _, row := range []struct {
		k    feature.Kernel
		acts []complex128
	}{
		{feature.FiniteRotation{Order: 2}, []complex128{-1}},
		{feature.FiniteRotation{Order: 4, Complex: true}, []complex128{1i, -1, -1i}},
		{feature.Phase{}, []complex128{0.6 + 0.8i, -1i}},
		{feature.PositiveScale{}, []complex128{2, 0.125}},
		{feature.Projective{}, []complex128{-3, 0.5}},
		{feature.Projective{Complex: true}, []complex128{3 + 4i, -0.5i}},
	} {
		for _, k := range []feature.Kernel{row.k, feature.InvariantPolynomial(row.k, 3), feature.InvariantGaussian(row.k, 2)} {
			for range 20 {
				x, y := normal(rng, 1, 4).RawRowView(0), normal(rng, 1, 4).RawRowView(0)
				for _, z := range row.acts {
					want := k.Eval(x, y)
					assert.InDelta(t, want, k.Eval(times(z)(x), y), 1e-12*(1+math.Abs(want)), "%v under %v", k, z)
					assert.InDelta(t, want, k.Eval(x, times(z)(y)), 1e-12*(1+math.Abs(want)), "%v under %v", k, z)
				}
			}
		}
	}
	x := []float64{1, 2, 3, 4}
	assert.InDelta(t, 0, feature.SquaredDistance(feature.FiniteRotation{Order: 4, Complex: true}, x, times(1i)(x)), 1e-9, "one orbit is one point")
}

func TestKernelErrors(t *testing.T) {
	neg := ring.NewRat(-1, 2)
	p := feature.Polynomial{Degree: 2}
	for _, k := range []feature.Kernel{
		feature.Gaussian{},
		feature.Gaussian{Sigma: math.NaN()},
		feature.Laplacian{Sigma: -1},
		feature.Exponential{A: -1},
		feature.Sigmoid{A: math.Inf(1)},
		feature.ANOVA{Degree: -1},
		feature.FiniteRotation{},
		feature.Sum{p, feature.Gaussian{}},
		feature.Product{feature.Gaussian{}},
		feature.Multiple{Factor: neg, Kernel: p},
		feature.Multiple{Factor: half, Kernel: feature.Gaussian{}},
		feature.PolynomialOf{Coefficients: []ring.Rat{half, neg}, Kernel: p},
		feature.PolynomialOf{Kernel: feature.Gaussian{}},
		feature.InvariantGaussian(p, 0),
		feature.InvariantGaussian(feature.Gaussian{}, 1),
		feature.Compose{Kernel: feature.Gaussian{}, Map: feature.LinearMap{A: a23}},
	} {
		x := mat.NewDense(1, 3, nil)
		_, err := feature.Matrix(ctx, k, x, x)
		assert.ErrorIs(t, err, feature.ErrParameter, "%v", k)
		_, err = feature.Values(ring.Q, k)
		assert.ErrorIs(t, err, feature.ErrParameter, "%v", k)
	}
	for _, k := range []feature.Kernel{
		feature.RealPart{}, feature.Normalised{}, feature.Through{}, feature.Columns{Rows: 1}, feature.Average{Group: feature.QuarterTurns{}},
	} {
		assert.ErrorIs(t, feature.Validate(k), feature.ErrParameter, "%T of no kernel", k)
	}
	for _, row := range []struct {
		k    feature.Kernel
		x    []float64
		want error
	}{
		{feature.PositiveScale{}, []float64{0, 0}, feature.ErrDomain},
		{feature.InvariantPolynomial(feature.Projective{}, 2), []float64{0, 0}, feature.ErrDomain},
		{feature.Sum{feature.Linear{}, feature.PositiveScale{}}, []float64{0}, feature.ErrDomain},
		{feature.Phase{}, []float64{1}, feature.ErrShape},
		{feature.RealPart{Kernel: feature.Linear{}}, []float64{1}, feature.ErrShape},
		{feature.RealPart{Kernel: feature.Projective{}}, []float64{0, 0}, feature.ErrDomain},
		{feature.Projective{Complex: true}, []float64{1}, feature.ErrShape},
		{feature.Linear{A: a23}, []float64{1, 2}, feature.ErrShape},
		{feature.Multiple{Factor: half, Kernel: feature.Linear{A: a23}}, []float64{1, 2}, feature.ErrShape},
		{feature.Compose{Kernel: feature.PositiveScale{}, Map: feature.LinearMap{A: a23}}, []float64{0, 0, 0}, feature.ErrDomain},
		{feature.Compose{Kernel: feature.Linear{}, Map: feature.LinearMap{A: a23}}, []float64{1}, feature.ErrShape},
		{feature.InvariantGaussian(feature.Phase{}, 1), []float64{1}, feature.ErrShape},
		{feature.Minimum{}, []float64{1, -1}, feature.ErrDomain},
		{feature.Spline{}, []float64{-1}, feature.ErrDomain},
		{feature.Normalised{Kernel: feature.Linear{}}, []float64{0, 0}, feature.ErrDomain},
		{feature.Blocks{{Columns: []int{0, 2}, Kernel: feature.Linear{}}}, []float64{1, 2}, feature.ErrShape},
		{feature.RightUnitary{Rows: 2}, []float64{1, 2, 3}, feature.ErrShape},
		{feature.RowTranslation{Rows: 2}, []float64{1, 2, 3}, feature.ErrShape},
		{feature.Columns{Rows: 2, Kernel: feature.Linear{}}, []float64{1, 2, 3}, feature.ErrShape},
		{feature.Average{Kernel: feature.Linear{}, Group: feature.QuarterTurns{}}, []float64{1, 2, 3}, feature.ErrShape},
		{feature.Average{Kernel: feature.Linear{}, Group: feature.ColumnPermutations{Rows: 2}}, []float64{1, 2, 3}, feature.ErrShape},
	} {
		x := mat.NewDense(1, len(row.x), row.x)
		_, err := feature.Matrix(ctx, row.k, x, x)
		assert.ErrorIs(t, err, row.want, "%v", row.k)
		assert.ErrorContains(t, err, "row 1")
	}
	g := make([]float64, 1)
	assert.ErrorIs(t, feature.Gradient(feature.Laplacian{Sigma: 1}, g, []float64{1}, []float64{1}), feature.ErrDomain)
	assert.ErrorIs(t, feature.Gradient(feature.Product{plain{feature.Linear{}}}, g, g, g), feature.ErrNotDifferentiable)
	assert.Panics(t, func() { feature.InvariantPolynomial(feature.Phase{}, -1) })
}

// TestNeighbours: what is just inside the domain of a kernel is no error.
func TestNeighbours(t *testing.T) {
	for _, row := range []struct {
		k feature.Kernel
		x []float64
	}{
		{feature.Minimum{}, []float64{0, 1}},
		{feature.Spline{}, []float64{0}},
		{feature.Normalised{Kernel: feature.Linear{}}, []float64{0, 1e-9}},
		{feature.Blocks{{Columns: []int{0, 2}, Kernel: feature.Linear{}}}, []float64{1, 2, 3}},
		{feature.RightUnitary{Rows: 2}, []float64{1, 2}},
		{feature.Columns{Rows: 2, Kernel: feature.Linear{}}, []float64{1, 2}},
		{feature.Average{Kernel: feature.Linear{}, Group: feature.QuarterTurns{}}, []float64{1, 2}},
		{feature.Average{Kernel: feature.Linear{}, Group: feature.ColumnPermutations{Rows: 1}}, []float64{1, 2, 3, 4, 5, 6, 7}},
	} {
		x := mat.NewDense(1, len(row.x), row.x)
		_, err := feature.Matrix(ctx, row.k, x, x)
		assert.NoError(t, err, "%v", row.k)
	}
}

// TestSigmoidThrough: with ⟨x, y⟩ for the invariant product the kernel is the one without (IKT, section 2.4).
func TestSigmoidThrough(t *testing.T) {
	k := feature.Sigmoid{A: 0.5, B: -0.25}
	of := feature.Through{Outer: k, Inner: feature.Linear{}}
	x, y := []float64{1, 2}, []float64{-0.5, 0.75}
	assert.Equal(t, k.Eval(x, y), of.Eval(x, y))
	want, got := make([]float64, 2), make([]float64, 2)
	require.NoError(t, feature.Gradient(k, want, x, y))
	require.NoError(t, feature.Gradient(of, got, x, y))
	assert.InDeltaSlice(t, want, got, 1e-15)
}

// Close points far from the origin: the Gaussian keeps its digits.
func TestGaussianFarOff(t *testing.T) {
	k := feature.Gaussian{Sigma: 1}
	x := mat.NewDense(2, 1, []float64{1e8, 1e8 + 1})
	g, err := feature.Matrix(ctx, k, x, x)
	require.NoError(t, err)
	assert.InEpsilon(t, math.Exp(-0.5), g.At(0, 1), 1e-15)
	assert.Equal(t, 1.0, g.At(0, 0))
}

// (⟨x,y⟩ + 1)^d in three ways.
func TestAlgebraAgrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 8))
	x, z := normal(rng, 30, 3), normal(rng, 10, 3)
	linear := feature.Polynomial{Degree: 1}
	want, err := feature.Matrix(ctx, feature.Polynomial{Degree: 3}, x, z)
	require.NoError(t, err)
	for _, k := range []feature.Kernel{
		feature.Product{linear, linear, linear},
		feature.InvariantPolynomial(feature.Linear{}, 3),
		feature.PolynomialOf{Coefficients: []ring.Rat{{}, {}, {}, ring.Q.One()}, Kernel: feature.Sum{feature.Linear{}, feature.Product{}}},
	} {
		got, err := feature.Matrix(ctx, k, x, z)
		require.NoError(t, err)
		assert.True(t, mat.EqualApprox(want, got, 1e-11*mat.Norm(want, math.Inf(1))), "%v", k)
	}
	// The Gaussian is an exponential kernel between two factors.
	got, err := feature.Matrix(ctx, feature.Gaussian{Sigma: 1}, x, z)
	require.NoError(t, err)
	e, err := feature.Matrix(ctx, feature.Exponential{}, x, z)
	require.NoError(t, err)
	for i := range 30 {
		for j := range 10 {
			xi, zj := x.RawRowView(i), z.RawRowView(j)
			f := math.Exp(-(feature.Linear{}.Eval(xi, xi) + feature.Linear{}.Eval(zj, zj)) / 2)
			assert.InDelta(t, got.At(i, j), f*e.At(i, j), 1e-13)
		}
	}
	same, err := feature.Matrix(ctx, feature.InvariantGaussian(feature.Linear{}, 1), x, z)
	require.NoError(t, err)
	assert.True(t, mat.EqualApprox(got, same, 1e-13))
}

func TestKernelStrings(t *testing.T) {
	p := feature.Polynomial{Degree: 2}
	for want, k := range map[string]feature.Kernel{
		"(⟨x,y⟩ + 1)^2 + exp(-‖x-y‖²/(2·1²))":   feature.Sum{p, feature.Gaussian{Sigma: 1}},
		"3/2·(⟨x,y⟩ + 1)^2":                     feature.Multiple{Factor: ring.NewRat(3, 2), Kernel: p},
		"⟨x,y⟩·(⟨x,y⟩ + tanh(2⟨x,y⟩ - 1))":      feature.Product{feature.Linear{}, feature.Sum{feature.Linear{}, feature.Sigmoid{A: 2, B: -1}}},
		"(⟨x,y⟩ + 1)^2 with |⟨x,y⟩|² for ⟨x,y⟩": feature.InvariantPolynomial(feature.Phase{}, 2),
		"0 with k = ⟨Ax,Ay⟩":                    feature.PolynomialOf{Kernel: feature.Linear{A: a23}},
		"⟨x,y⟩ after x ↦ Ax":                    feature.Compose{Kernel: feature.Linear{}, Map: feature.LinearMap{A: a23}},
		"Π(1 + x_i y_i) to degree 2":            feature.ANOVA{Degree: 2},
		"exp(2⟨x,y⟩)":                           feature.Exponential{A: 2},
		"f(x)·⟨x,y⟩·f(y)":                       feature.Weighted{Name: "f", Kernel: feature.Linear{}},
		"tanh(2⟨x,y⟩ + 0)":                      feature.Sigmoid{A: 2},
		"0":                                     feature.Sum{},
		"Re ⟨x,y⟩^3":                            feature.FiniteRotation{Order: 3, Complex: true},
		"exp(-‖x-y‖²/(2·2²)) with ⟨x,y⟩^2 for ⟨x,y⟩": feature.InvariantGaussian(feature.FiniteRotation{Order: 2}, 2),
	} {
		assert.Equal(t, want, k.String())
	}
}

// A kernel whose parts are not exact says so, by name.
func TestNotExact(t *testing.T) {
	for _, k := range []feature.Kernel{
		feature.Gaussian{Sigma: 1},
		feature.Sum{feature.Linear{}, feature.Laplacian{Sigma: 1}},
		feature.Compose{Kernel: feature.Linear{}, Map: feature.Function{Name: "f"}},
		plain{feature.Linear{}},
	} {
		_, err := feature.Values(ring.Q, k)
		assert.ErrorIs(t, err, feature.ErrNotExact, "%v", k)
	}
	_, err := feature.ExactMatrix(ctx, ring.Q, feature.PositiveScale{}, rats([]string{"1", "1"}), rats([]string{"1", "0"}))
	assert.ErrorIs(t, err, feature.ErrNotExact, "√2")
	assert.ErrorContains(t, err, "rows 1 and 1")
	_, err = feature.ExactMatrix(ctx, ring.Q, feature.Projective{}, rats([]string{"0"}), rats([]string{"1"}))
	assert.ErrorIs(t, err, ring.ErrDomain)
	_, err = feature.ExactMatrix(ctx, ring.Q, feature.Projective{Complex: true}, rats([]string{"0", "0"}), rats([]string{"1", "0"}))
	assert.ErrorIs(t, err, ring.ErrDomain, "1/0 over Q(i)")
	_, err = feature.Section(feature.Projective{Complex: true}, poly.MustRing(ring.Q, []string{"x", "y"}, poly.WithMaxDegree(3)), q(1, 0))
	assert.ErrorIs(t, err, poly.ErrDegree, "|x + iy|⁴ is of degree 4")
	_, err = feature.ExactMatrix(ctx, ring.Q, feature.Compose{Kernel: feature.Linear{}, Map: feature.LinearMap{A: a23}}, rats([]string{"1", "2", "3", "4"}), rats([]string{"1", "2", "3", "4"}))
	assert.ErrorIs(t, err, feature.ErrShape, "a matrix of three columns")
	k, err := ring.NewZp(2)
	require.NoError(t, err)
	for _, of := range []feature.Kernel{
		feature.Polynomial{Degree: 2, Theta: half},
		feature.RealPart{Kernel: feature.Through{Outer: feature.Polynomial{Degree: 2, Theta: half}, Inner: feature.FiniteRotation{Order: 2, Complex: true}}},
	} {
		_, err = feature.Values(k, of)
		assert.ErrorIs(t, err, ring.ErrDomain, "%v: 1/2 in characteristic 2", of)
	}
	_, err = feature.ExactMatrix(ctx, ring.Q, feature.Phase{}, rats([]string{"1", "2", "3"}), rats([]string{"1", "2", "3"}))
	assert.ErrorIs(t, err, feature.ErrShape, "three coordinates for complex ones")
	_, err = feature.ExactMatrix(ctx, ring.Q, feature.Blocks{{Columns: []int{0, 2}, Kernel: feature.Linear{}}}, rats([]string{"1", "2"}), rats([]string{"1", "2"}))
	assert.ErrorIs(t, err, feature.ErrShape, "the third coordinate of two")
}

// A foreign kernel with rational values of its own.
type minimum struct{}

func (minimum) String() string { return "min(x,y)" }

func (minimum) Eval(x, y []float64) float64 {
	if len(x) != len(y) {
		panic("min: points of different dimension")
	}
	return min(x[0], y[0])
}

func (minimum) EvalRat(x, y []ring.Rat) (ring.Rat, error) {
	if len(x) != len(y) {
		panic("min: points of different dimension")
	}
	if x[0].Cmp(y[0]) < 0 {
		return x[0], nil
	}
	return y[0], nil
}

func TestForeignExactKernel(t *testing.T) {
	featuretest.Test(t, cosine{}, featuretest.Points(1))
	featuretest.Test(t, minimum{}, func(rng *rand.Rand) []float64 { return []float64{float64(rng.IntN(50)) / 8} })
	s, err := feature.ExactlySemidefinite(ctx, ring.Q, feature.Sum{minimum{}, feature.Linear{}}, rats([]string{"1/3"}, []string{"5"}, []string{"1/3"}))
	require.NoError(t, err)
	assert.True(t, s.Yes)
	_, err = feature.Values(ring.Qi, minimum{})
	assert.ErrorIs(t, err, feature.ErrNotExact)
	assert.False(t, errors.Is(err, feature.ErrParameter), fmt.Sprint(err))
}

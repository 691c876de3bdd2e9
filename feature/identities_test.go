package feature_test

import (
	"math"
	"math/big"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/feature/featuretest"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/ring"
)

// The identities that connect invariant kernels, in exact arithmetic.
func TestInvariantIdentities(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	theta := ring.NewRat(1, 3)
	for range 30 {
		point := func() []ring.Rat {
			p := make([]ring.Rat, 4)
			for i := range p {
				p[i] = ring.NewRat(int64(r.IntN(9)-4), int64(1+r.IntN(3)))
			}
			return p
		}
		x, y := point(), point()
		same := func(a, b feature.Kernel) {
			t.Helper()
			assert.Equal(t, at(t, ring.Q, a, x, y).String(), at(t, ring.Q, b, x, y).String(), "%v and %v at %v, %v", a, b, x, y)
		}
		same(feature.Through{Outer: feature.Polynomial{Degree: 3, Theta: theta}, Inner: feature.Phase{}},
			feature.Product{
				feature.Sum{feature.Multiple{Factor: theta, Kernel: feature.Phase{}}, feature.Product{}},
				feature.Sum{feature.Multiple{Factor: theta, Kernel: feature.Phase{}}, feature.Product{}},
				feature.Sum{feature.Multiple{Factor: theta, Kernel: feature.Phase{}}, feature.Product{}},
			})
		same(feature.RightUnitary{Rows: 4}, feature.FiniteRotation{Order: 2})
		same(feature.RightUnitary{Rows: 2, Complex: true}, feature.Phase{})
		same(feature.Average{Kernel: feature.Linear{}, Group: feature.Signs{}}, feature.Multiple{Kernel: feature.Linear{}})
		// Orbits: the squared distance of the images is 0 on one orbit, and
		// positive on two (drawn at random, so different but for symmetry).
		z := []ring.Rat{y[1], y[0], y[3], y[2]}
		assert.True(t, distance2(t, feature.Columns{Rows: 2, Kernel: feature.Polynomial{Degree: 2}}, y, z).IsZero())
	}
	// Floats: normalised kernels are the known ones.
	for range 30 {
		x, y := featuretest.NonZeroPoints(4)(r), featuretest.NonZeroPoints(4)(r)
		// Z/3 and scale: Normalised of the powers is the power of the cosine, and a turn by a third,
		// with a factor, is not seen.
		turn := feature.Normalised{Kernel: feature.FiniteRotation{Order: 3, Complex: true}}
		zx, zy := complexOf(x), complexOf(y)
		product := zx[0]*cmplx.Conj(zy[0]) + zx[1]*cmplx.Conj(zy[1])
		lengths := math.Sqrt((norm2(x) * norm2(y)))
		assert.InDelta(t, real(cmplx.Pow(product/complex(lengths, 0), 3)), turn.Eval(x, y), 1e-12)
		third := cmplx.Exp(2i*math.Pi/3) * 1.7
		var turned []float64
		for _, z := range zx {
			turned = append(turned, real(third*z), imag(third*z))
		}
		assert.InDelta(t, turn.Eval(x, y), turn.Eval(turned, y), 1e-12)
		// The Gaussian kernel through ι.
		for _, inner := range []feature.Kernel{feature.Phase{}, feature.RigidMotion{Rows: 2}, feature.CoordinateSigns(4), turn} {
			d := inner.Eval(x, x) + inner.Eval(y, y) - 2*inner.Eval(x, y)
			assert.InDelta(t, math.Exp(-d/(2*9)), feature.InvariantGaussian(inner, 3).Eval(x, y), 1e-12, "%v", inner)
		}
		for _, pair := range [][2]feature.Kernel{
			{feature.Normalised{Kernel: feature.Linear{}}, feature.PositiveScale{}},
			{feature.Normalised{Kernel: feature.Phase{}}, feature.Projective{Complex: true}},
			{feature.Normalised{Kernel: feature.FiniteRotation{Order: 2}}, feature.Projective{}},
			// The order of commuting reductions does not matter: sign, then scale, and the other way.
			{feature.PolynomialOf{Coefficients: q(0, 0, 1), Kernel: feature.PositiveScale{}}, feature.Normalised{Kernel: feature.FiniteRotation{Order: 2}}},
			// Translations, then rotations.
			{feature.Compose{Kernel: feature.RightUnitary{Rows: 2}, Map: feature.LinearMap{A: centred()}}, feature.RigidMotion{Rows: 2}},
		} {
			assert.InDelta(t, pair[1].Eval(x, y), pair[0].Eval(x, y), 1e-14, "%v and %v", pair[0], pair[1])
		}
	}
}

// TestAverageOfPowers: the mean of (s + 1)^d over s ↦ ζs, ζ^m = 1, is Σ C(d, j) s^j over the
// multiples j of m.
func TestAverageOfPowers(t *testing.T) {
	x, y := q(1, -2, 3, 1), q(2, 1, -1, 4)
	for d := 1; d <= 9; d++ {
		powers := func(m int) (c []ring.Rat) {
			for j := 0; j <= d; j += m {
				c = append(c, ring.RatFromBigInt(new(big.Int).Binomial(int64(d), int64(j))))
			}
			return c
		}
		k := feature.Polynomial{Degree: d}
		for _, row := range []struct{ mean, sum feature.Kernel }{
			{feature.Average{Kernel: k, Group: feature.Signs{}}, feature.PolynomialOf{Coefficients: powers(2), Kernel: feature.FiniteRotation{Order: 2}}},
			{feature.Average{Kernel: feature.RealPart{Kernel: k}, Group: feature.QuarterTurns{}},
				feature.RealPart{Kernel: feature.PolynomialOf{Coefficients: powers(4), Kernel: feature.FiniteRotation{Order: 4, Complex: true}}}},
		} {
			assert.Equal(t, at(t, ring.Q, row.sum, x, y).String(), at(t, ring.Q, row.mean, x, y).String(), "%v and %v", row.mean, row.sum)
		}
	}
}

// TestThroughEveryProduct: a function of scalar products with ι in place of ⟨x,y⟩ is that function
// of ι(x,x), ι(x,y), ι(y,y), for every function and every ι.
func TestThroughEveryProduct(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	theta := ring.NewRat(1, 3)
	for _, row := range []struct {
		outer feature.Kernel
		f     func(xx, xy, yy float64) float64
	}{
		{feature.Polynomial{Degree: 3, Theta: theta}, func(_, xy, _ float64) float64 { return math.Pow(xy/3+1, 3) }},
		{feature.Polynomial{Degree: 3, Theta: theta, Homogeneous: true}, func(_, xy, _ float64) float64 { return math.Pow(xy/3, 3) }},
		{feature.Gaussian{Sigma: 9}, func(xx, xy, yy float64) float64 { return math.Exp(-(xx + yy - 2*xy) / (2 * 81)) }},
		{feature.Laplacian{Sigma: 9}, func(xx, xy, yy float64) float64 { return math.Exp(-math.Sqrt(max(0, xx+yy-2*xy)) / 9) }},
		{feature.Exponential{A: 0x1p-10}, func(_, xy, _ float64) float64 { return math.Exp(xy * 0x1p-10) }},
		{feature.Sigmoid{A: 0x1p-8, B: 0.5}, func(_, xy, _ float64) float64 { return math.Tanh(xy*0x1p-8 + 0.5) }},
		{feature.PolynomialOf{Coefficients: q(2, 0, 1), Kernel: feature.Linear{}}, func(_, xy, _ float64) float64 { return 2 + xy*xy }},
	} {
		for _, g := range groups() {
			k := feature.Through{Outer: row.outer, Inner: g.k}
			for range 5 {
				x, y := featuretest.NonZeroPoints(g.n)(r), featuretest.NonZeroPoints(g.n)(r)
				want := row.f(g.k.Eval(x, x), g.k.Eval(x, y), g.k.Eval(y, y))
				assert.InDelta(t, want, k.Eval(x, y), 1e-12*(1+math.Abs(want)), "%v at %v, %v", k, x, y)
			}
		}
	}
}

// TestComplexMatrices: ‖X*Y‖² = tr(XX*YY*) and ‖XY*‖² = tr(X*XY*Y) of complex matrices, over Q(i)
// and on pairs of real coordinates; unitary matrices do not show on their side.
func TestComplexMatrices(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	number := func(re, im int64) ring.Gaussian {
		return ring.NewGaussian(ring.RatFromInt(re), ring.RatFromInt(im))
	}
	matrix := func(x []ring.Gaussian) *numeric.Matrix[ring.Gaussian] {
		return numeric.MatrixOf[ring.Gaussian](ring.Qi, [][]ring.Gaussian{x[:2], x[2:]})
	}
	entries := func(m *numeric.Matrix[ring.Gaussian]) []ring.Gaussian { return slices.Concat(m.Rows()...) }
	fifth := ring.NewGaussian(ring.NewRat(1, 5), ring.Rat{})
	unitary := matrix([]ring.Gaussian{number(3, 0), number(0, 4), number(0, 4), number(3, 0)}).Scale(fifth)
	right, left := feature.RightUnitary{Rows: 2, Complex: true}, feature.LeftUnitary{Rows: 2, Complex: true}
	for range 20 {
		var x, y []ring.Gaussian
		for range 4 {
			x, y = append(x, number(r.Int64N(9)-4, r.Int64N(9)-4)), append(y, number(r.Int64N(9)-4, r.Int64N(9)-4))
		}
		X, Y := matrix(x), matrix(y)
		for _, row := range []struct {
			k     feature.Kernel
			trace *numeric.Matrix[ring.Gaussian]
			moved []ring.Gaussian
		}{
			{right, X.Mul(X.ConjT()).Mul(Y).Mul(Y.ConjT()), entries(X.Mul(unitary))},
			{left, X.ConjT().Mul(X).Mul(Y.ConjT()).Mul(Y), entries(unitary.Mul(X))},
		} {
			want := row.trace.At(0, 0).Re().Add(row.trace.At(1, 1).Re())
			assert.Equal(t, want.String(), at(t, ring.Qi, row.k, x, y).String(), "%v", row.k)
			assert.Equal(t, want.String(), at(t, ring.Qi, row.k, row.moved, y).String(), "%v", row.k)
			assert.Equal(t, want.String(), at(t, ring.Q, row.k, pairs(x), pairs(y)).String(), "%v", row.k)
			assert.InDelta(t, want.Float64(), row.k.Eval(floatsOf(pairs(x)), floatsOf(pairs(y))), 1e-9, "%v", row.k)
			assert.True(t, distance2(t, row.k, pairs(x), pairs(row.moved)).IsZero(), "%v: one orbit", row.k)
			assert.Positive(t, distance2(t, row.k, pairs(x), pairs(y)).Sign(), "%v: two orbits", row.k)
		}
	}
}

// floatsOf are the nearest floats.
func floatsOf(x []ring.Rat) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = v.Float64()
	}
	return out
}

func norm2(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v * v
	}
	return s
}

// complexOf reads pairs of coordinates.
func complexOf(x []float64) []complex128 {
	var z []complex128
	for i := 0; i < len(x); i += 2 {
		z = append(z, complex(x[i], x[i+1]))
	}
	return z
}

// centred is 1 - 11ᵀ/2 on the rows of 2 × 2 matrices.
func centred() *mat.Dense {
	return mat.NewDense(4, 4, []float64{.5, 0, -.5, 0, 0, .5, 0, -.5, -.5, 0, .5, 0, 0, -.5, 0, .5})
}

package feature_test

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/feature/featuretest"
	"github.com/kexplain/kexplain/ring"
)

// The identities that connect invariant kernels, in exact arithmetic.
func TestInvariantIdentities(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	theta := ring.NewRat(1, 3)
	turn := feature.FiniteRotation{Order: 4, Complex: true}
	// The mean of (s + 1)^5 over s, is, −s, −is is Σ C(5, j) s^j over the
	// multiples j of 4.
	mean := feature.Average{Kernel: feature.RealPart{Kernel: feature.Polynomial{Degree: 5}}, Group: feature.QuarterTurns{}}
	powers := feature.PolynomialOf{Coefficients: q(1, 5), Kernel: turn}
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
		same(mean, powers)
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

package learn

import (
	"context"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/ring"
)

// The points i and -i are the zeros of t² + 1, of φ-norm² 2 for d = 2 and θ = 1; at 1 the
// squared distance is 4 - 2 = 2, for Z = {0, 1, i} with det K_ZZ = 4 too.
func TestComplexInstance(t *testing.T) {
	x := [][]complex128{{1i}, {-1i}}
	for _, z := range [][][]complex128{nil, {{0}, {1}, {1i}}} {
		m, err := ComplexIPCA{Kernel: feature.Polynomial{Degree: 2}, Points: z}.Fit(context.Background(), x)
		require.NoError(t, err)
		require.Equal(t, 2, m.Rank())
		d, err := m.Distance(context.Background(), [][]complex128{{1}, {1i}, {-1i}, {0}, {1 + 1i}})
		require.NoError(t, err)
		for i, want := range []float64{2, 0, 0, 0.5, 2.5} { // |t² + 1|²/2
			assert.InDelta(t, want, d[i]*d[i], 1e-10, "%v", z)
		}
		c, basis, err := m.Polynomials()
		require.NoError(t, err)
		_, k := c.Dims()
		require.Equal(t, 1, k)
		at := map[int]complex128{}
		for a := range basis.Len() {
			at[basis.Exponents(a)[0]] = c.At(a, 0)
		}
		assert.InDelta(t, 0, cmplx.Abs(at[2]-at[0]), 1e-9, "t² and 1 have one coefficient")
		assert.InDelta(t, 0, cmplx.Abs(at[1]), 1e-9)
		assert.InDelta(t, math.Sqrt(0.5), cmplx.Abs(at[2]), 1e-9, "φ-norm 1")
	}
}

// TestComplexResidual: the squared distance is κ K_ZZ⁺ κ* − b G⁺ b*, b = κ K_ZZ⁺ K_ZX and
// G = K_XZ K_ZZ⁺ K_ZX, over Q(i).
func TestComplexResidual(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 7))
	draw := func(count int) (exact [][]ring.Gaussian, floats [][]complex128) {
		for range count {
			a, b := r.Int64N(7)-3, r.Int64N(7)-3
			exact = append(exact, []ring.Gaussian{ring.NewGaussian(ring.RatFromInt(a), ring.RatFromInt(b))})
			floats = append(floats, []complex128{complex(float64(a), float64(b))})
		}
		return exact, floats
	}
	kernel, positive := feature.Polynomial{Degree: 3, Theta: ring.NewRat(1, 2)}, 0
	for range 10 {
		X, x := draw(2)
		Z, z := draw(3)
		C, c := draw(4)
		matrix := func(a, b [][]ring.Gaussian) *numeric.Matrix[ring.Gaussian] {
			m, err := feature.ExactMatrix(context.Background(), ring.Qi, kernel, a, b)
			require.NoError(t, err)
			return m
		}
		inverse := func(m *numeric.Matrix[ring.Gaussian]) *numeric.Matrix[ring.Gaussian] {
			p, err := numeric.PseudoInverse(m)
			require.NoError(t, err)
			return p
		}
		kappa, zx, zz := matrix(C, Z), matrix(Z, X), inverse(matrix(Z, Z))
		g := zx.ConjT().Mul(zz).Mul(zx)
		b := kappa.Mul(zz).Mul(zx)
		want := kappa.Mul(zz).Mul(kappa.ConjT()).Sub(b.Mul(inverse(g)).Mul(b.ConjT()))
		m, err := ComplexIPCA{Kernel: kernel, Points: z, Cutoff: Rank{K: numeric.Rank(g)}}.Fit(context.Background(), x)
		require.NoError(t, err)
		d, err := m.Distance(context.Background(), c)
		require.NoError(t, err)
		for i := range d {
			square := want.At(i, i).Re().Float64()
			assert.InDelta(t, square, d[i]*d[i], 1e-8*(1+square), "X = %v, Z = %v, c = %v", x, z, c[i])
			if square > 0.01 {
				positive++
			}
		}
	}
	assert.Greater(t, positive, 10)
}

// On real data the singular values and distances are those of IPCA.
func TestComplexOfReal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(30, 2, nil)
	z := make([][]complex128, 30)
	for i := range z {
		s, c := math.Sincos(2 * math.Pi * rng.Float64())
		x.SetRow(i, []float64{c, s})
		z[i] = []complex128{complex(c, 0), complex(s, 0)}
	}
	kernel := feature.Polynomial{Degree: 2}
	want, err := IPCA{Kernel: kernel, Road: FeatureRoad{}}.Fit(context.Background(), x)
	require.NoError(t, err)
	got, err := ComplexIPCA{Kernel: kernel}.Fit(context.Background(), z)
	require.NoError(t, err)
	assert.InDeltaSlice(t, want.Spectrum().Values, got.Spectrum().Values, 1e-9)
	d, err := got.Distance(context.Background(), [][]complex128{{2, 0}, {0.6, 0.8}, {1i, cmplx.Sqrt(2)}})
	require.NoError(t, err)
	e, err := want.Distance(context.Background(), mat.NewDense(2, 2, []float64{2, 0, 0.6, 0.8}))
	require.NoError(t, err)
	assert.InDelta(t, e[0], d[0], 1e-8)
	assert.InDelta(t, 0, d[1], 1e-8)
	assert.InDelta(t, 0, d[2], 1e-7, "i² + 2 = 1: a complex point of the circle")
}

// The polynomial t₂ = t₁² over C: complex equations, not those of real and imaginary parts.
func TestComplexParabola(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	x := make([][]complex128, 40)
	for i := range x {
		u := complex(rng.NormFloat64(), rng.NormFloat64())
		x[i] = []complex128{u, (1 + 2i) * u * u}
	}
	m, err := ComplexIPCA{Kernel: feature.Polynomial{Degree: 2}}.Fit(context.Background(), x)
	require.NoError(t, err)
	require.Equal(t, 5, m.Rank())
	c, basis, err := m.Polynomials()
	require.NoError(t, err)
	var square, linear complex128
	for a := range basis.Len() {
		switch e := basis.Exponents(a); {
		case e[0] == 2:
			square = c.At(a, 0)
		case e[0] == 0 && e[1] == 1:
			linear = c.At(a, 0)
		default:
			assert.InDelta(t, 0, cmplx.Abs(c.At(a, 0)), 1e-8)
		}
	}
	assert.InDelta(t, 0, cmplx.Abs(square/linear+(1+2i)), 1e-8)
}

func TestComplexErrors(t *testing.T) {
	c := ComplexIPCA{Kernel: feature.Polynomial{Degree: 2}}
	for _, x := range [][][]complex128{nil, {{}}, {{1}, {1, 2}}, {{cmplx.NaN()}}, {{cmplx.Inf()}}} {
		_, err := c.Fit(context.Background(), x)
		assert.ErrorIs(t, err, ErrData)
	}
	_, err := ComplexIPCA{Kernel: feature.Polynomial{Degree: 1}}.Fit(context.Background(), [][]complex128{{1}, {2i}, {3}})
	assert.ErrorIs(t, err, ErrNoGap)
	data := [][]complex128{{1}, {2i}, {3}}
	_, err = ComplexIPCA{Kernel: feature.Polynomial{Degree: 2, Homogeneous: true}, Points: [][]complex128{{0}}}.Fit(context.Background(), data)
	assert.ErrorIs(t, err, ErrKernel, "the kernel is zero at all spanning points")
	for _, tolerance := range []float64{-1, 1, math.NaN()} {
		_, err = ComplexIPCA{Kernel: feature.Polynomial{Degree: 2}, RankTolerance: tolerance, Cutoff: Rank{K: 1}}.Fit(context.Background(), data)
		assert.ErrorIs(t, err, ErrCutoff, "rank tolerance %g", tolerance)
	}
	_, err = ComplexIPCA{Kernel: feature.Polynomial{Degree: 2}, Points: [][]complex128{{1, 2}}}.Fit(context.Background(), data)
	assert.Error(t, err, "points of another length")
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = c.Fit(cancelled, data)
	assert.ErrorIs(t, err, context.Canceled)
}

// TestComplexSpan: directions of K_ZZ that are as small as rounding are left out, in any unit.
func TestComplexSpan(t *testing.T) {
	for _, unit := range []complex128{1e-5, 1i, 1e5} {
		for _, c := range []struct {
			size float64
			dim  int
		}{{1e-5, 2}, {1.2 * 0x1p-22, 2}, {0.8 * 0x1p-22, 1}, {1e-10, 1}} {
			z := [][]complex128{{unit, 0}, {0, unit * complex(c.size, 0)}} // relative eigenvalue size², tolerance 4·2⁻⁴⁶
			m, err := ComplexIPCA{Kernel: feature.Polynomial{Degree: 1, Homogeneous: true}, Points: z, Cutoff: Rank{K: 0}}.Fit(context.Background(), z)
			require.NoError(t, err)
			assert.Len(t, m.Spectrum().Values, c.dim, "%g in units of %v", c.size, unit)
		}
	}
}

// TestComplexRandomPoints: the spanning points are of the size of the data; of data that are all
// zero, of size 1.
func TestComplexRandomPoints(t *testing.T) {
	c := ComplexIPCA{Kernel: feature.Polynomial{Degree: 2}, Cutoff: Rank{K: 1}}
	m, err := c.Fit(context.Background(), [][]complex128{{0}, {0}})
	require.NoError(t, err)
	assert.Len(t, m.Spectrum().Values, 3, "1, t and t²")
	none, err := m.Distance(context.Background(), nil)
	assert.NoError(t, err)
	assert.Empty(t, none)
	_, err = m.Distance(context.Background(), [][]complex128{{1, 2}})
	assert.Error(t, err, "a point of another length")
	m.Spectrum().Values[0] = -1
	assert.Positive(t, m.Spectrum().Values[0])
	for _, size := range []float64{1e-3, 1, 1e3} {
		points, err := ComplexIPCA{Kernel: feature.Polynomial{Degree: 12}, Seed: 3}.random([][]complex128{{complex(3*size, 4*size), complex(0, 5*size)}})
		require.NoError(t, err)
		require.Len(t, points, 91, "monomials of degree ≤ 12 in two variables")
		square := 0.0
		for _, p := range points {
			require.Len(t, p, 2)
			for _, v := range p {
				square += real(v)*real(v) + imag(v)*imag(v)
			}
		}
		assert.InEpsilon(t, 5*size, math.Sqrt(square/182), 0.15)
	}
}

// TestComplexFloor: on real data the bound of rounding errors is that of IPCA with the same points,
// times 2 for the real form; the singular value 0 of the circle is below it, the others are not.
func TestComplexFloor(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	for _, radius := range []float64{0.1, 1, 10} {
		x, w := mat.NewDense(30, 2, nil), make([][]complex128, 30)
		for i := range w {
			s, c := math.Sincos(2 * math.Pi * rng.Float64())
			x.SetRow(i, []float64{radius * c, radius * s})
			w[i] = []complex128{complex(radius*c, 0), complex(radius*s, 0)}
		}
		kernel := feature.Polynomial{Degree: 2}
		m, err := IPCA{Kernel: kernel, Road: KernelRoad{}}.Fit(context.Background(), x)
		require.NoError(t, err)
		z := make([][]complex128, 6)
		for i := range z {
			p := m.Points().RawRowView(i)
			z[i] = []complex128{complex(p[0], 0), complex(p[1], 0)}
		}
		c, err := ComplexIPCA{Kernel: kernel, Points: z}.Fit(context.Background(), w)
		require.NoError(t, err)
		got := c.Spectrum()
		assert.InEpsilon(t, 2*m.Spectrum().Floor, got.Floor, 1e-6, "radius %g", radius)
		assert.LessOrEqual(t, got.Values[5], got.Floor)
		assert.Greater(t, got.Values[4], got.Floor)
	}
}

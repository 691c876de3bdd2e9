package featuretest

import (
	"context"
	"errors"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
	"github.com/kexplain/kexplain/ring/ringtest"
)

// Gen draws a point. All points have the same number of coordinates; they
// should be short dyadic fractions, so that exact values stay short.
type Gen func(rng *rand.Rand) []float64

// Points draws points with n coordinates that are multiples of 1/8 up to 2:
// the origin, points on an axis, integer points, and any.
func Points(n int) Gen {
	return func(rng *rand.Rand) []float64 {
		x := make([]float64, n)
		switch rng.IntN(6) {
		case 0:
			if n > 0 && rng.IntN(2) == 0 {
				x[rng.IntN(n)] = float64(rng.IntN(5) - 2)
			}
			return x
		case 1:
			for i := range x {
				x[i] = float64(rng.IntN(3) - 1)
			}
			return x
		}
		for i := range x {
			x[i] = float64(rng.IntN(33)-16) / 8
		}
		return x
	}
}

// NonZeroPoints draws as Points does, without the origin.
func NonZeroPoints(n int) Gen {
	draw := Points(n)
	return func(rng *rand.Rand) []float64 {
		for {
			if x := draw(rng); slices.ContainsFunc(x, func(v float64) bool { return v != 0 }) {
				return x
			}
		}
	}
}

// Option changes what is checked.
type Option func(*suite)

// Indefinite says that the function is used like a kernel but is not positive
// semidefinite. The suite then demands points that prove it.
func Indefinite() Option { return func(s *suite) { s.indefinite = true } }

// suite is a kernel under test.
type suite struct {
	k          feature.Kernel
	gen        Gen
	indefinite bool
}

// rounds is how often a law is tried.
const rounds = 60

// Test runs the suite on the kernel k with points drawn by gen.
func Test(t *testing.T, k feature.Kernel, gen Gen, options ...Option) {
	t.Helper()
	s := &suite{k: k, gen: gen}
	for _, o := range options {
		o(s)
	}
	require.NoError(t, feature.Validate(k))
	assert.NotEmpty(t, k.String())
	t.Run("symmetric", s.symmetric)
	t.Run("semidefinite", s.semidefinite)
	t.Run("blocks", s.blocks)
	t.Run("gradient", s.gradient)
	t.Run("exact", s.exact)
	t.Run("polynomials", s.polynomials)
	t.Run("points", s.points)
	t.Run("complex", s.complex)
}

func rng(test uint64) *rand.Rand { return rand.New(rand.NewPCG(2, test)) }

// unit is the scale of k(x, y).
func (s *suite) unit(x, y []float64) float64 {
	return math.Sqrt(math.Abs(s.k.Eval(x, x)*s.k.Eval(y, y))) + math.Abs(s.k.Eval(x, y)) + math.SmallestNonzeroFloat64
}

// rounding allows for some hundred operations of 2⁻⁵³ each.
const rounding = 1e-13

func (s *suite) symmetric(t *testing.T) {
	r := rng(1)
	for range ringtest.Rounds(rounds) {
		x, y := s.gen(r), s.gen(r)
		require.NoError(t, feature.CheckPoint(s.k, x), "%v", x)
		a, b := s.k.Eval(x, y), s.k.Eval(y, x)
		require.InDelta(t, a, b, rounding*s.unit(x, y), "k(x,y) and k(y,x) at %v, %v", x, y)
		require.Equal(t, a, s.k.Eval(x, y), "the same points, the same value: %v, %v", x, y)
	}
}

// table draws r points, some of them twice.
func (s *suite) table(rng *rand.Rand, r int) *mat.Dense {
	rows := make([][]float64, r)
	for i := range rows {
		rows[i] = s.gen(rng)
		if i > 0 && rng.IntN(5) == 0 {
			rows[i] = rows[rng.IntN(i)]
		}
	}
	x := mat.NewDense(r, len(rows[0]), nil)
	for i, row := range rows {
		x.SetRow(i, row)
	}
	return x
}

func (s *suite) semidefinite(t *testing.T) {
	r := rng(2)
	negative := false
	for range ringtest.Rounds(rounds) / 4 {
		x := s.table(r, 1+r.IntN(12))
		gram, err := feature.Gram(context.Background(), s.k, x)
		require.NoError(t, err)
		// Entries are right to a multiple of the rounding error, n of them in
		// a row, so eigenvalues move by at most that of n entries.
		n := gram.SymmetricDim()
		d, err := feature.DefinitenessOf(gram, 16*rounding*float64(n))
		require.NoError(t, err)
		if d.Semidefinite == ring.No {
			negative = true
			require.True(t, s.indefinite, "eigenvalue %v beside %v on the points\n%v", d.Least, d.Largest, mat.Formatted(x))
		}
	}
	require.Equal(t, s.indefinite, negative)
}

func (s *suite) blocks(t *testing.T) {
	r := rng(3)
	for _, size := range [][2]int{{1, 1}, {5, 3}, {70, 200}} {
		x, z := s.table(r, size[0]), s.table(r, size[1])
		k, err := feature.Matrix(context.Background(), s.k, x, z)
		require.NoError(t, err)
		for i := range size[0] {
			for j := range size[1] {
				xi, zj := x.RawRowView(i), z.RawRowView(j)
				require.InDelta(t, s.k.Eval(xi, zj), k.At(i, j), 4*rounding*s.unit(xi, zj), "k(%v, %v)", xi, zj)
			}
		}
	}
}

// skipWithout skips the test if err says that the kernel lacks what is tested.
// What a kernel has does not depend on the points, so the tests ask once; any
// other error, or one that comes later, is theirs to fail on.
func skipWithout(t *testing.T, what string, err, lacks error) {
	t.Helper()
	if errors.Is(err, lacks) {
		t.Skipf("no %s: %v", what, err)
	}
}

// gradient compares with the symmetric difference quotient of fourth order,
// whose error is some h⁴/30 times the fifth derivative plus 2⁻⁵²/h times the
// value; with h = 2⁻¹⁰ both are below 10⁻⁹ where derivatives are moderate.
func (s *suite) gradient(t *testing.T) {
	if _, ok := s.k.(feature.Differentiable); !ok {
		t.Skip("no gradient")
	}
	const h = 0x1p-10
	r := rng(4)
	asked := false
	for range ringtest.Rounds(rounds) {
		x, y := s.gen(r), s.gen(r)
		got := make([]float64, len(x))
		for l := range got {
			got[l] = math.NaN() // what was there before does not count
		}
		err := feature.Gradient(s.k, got, x, y)
		if errors.Is(err, feature.ErrDomain) {
			continue
		}
		if !asked {
			skipWithout(t, "gradient", err, feature.ErrNotDifferentiable)
			asked = true
		}
		require.NoError(t, err)
		at := func(l int, d float64) float64 {
			moved := slices.Clone(x)
			moved[l] += d
			return s.k.Eval(moved, y)
		}
		for l := range x {
			want := (8*(at(l, h)-at(l, -h)) - (at(l, 2*h) - at(l, -2*h))) / (12 * h)
			unit := 1 + s.unit(x, y) + math.Abs(want)
			require.InDelta(t, want, got[l], 1e-6*unit, "∂/∂x_%d at %v, %v", l+1, x, y)
		}
	}
}

// rats returns the point with exact coordinates.
func rats(t *testing.T, x []float64) []ring.Rat {
	out := make([]ring.Rat, len(x))
	for i, v := range x {
		q, err := ring.RatFromFloat(v)
		require.NoError(t, err)
		out[i] = q
	}
	return out
}

func (s *suite) exact(t *testing.T) {
	value, err := feature.Values(ring.Q, s.k)
	skipWithout(t, "exact values", err, feature.ErrNotExact)
	require.NoError(t, err)
	r := rng(5)
	for range ringtest.Rounds(rounds) {
		x, y := s.gen(r), s.gen(r)
		v, err := value(rats(t, x), rats(t, y))
		if errors.Is(err, feature.ErrNotExact) {
			continue
		}
		require.NoError(t, err)
		require.InDelta(t, v.Float64(), s.k.Eval(x, y), rounding*s.unit(x, y), "k(%v, %v) = %v", x, y, v)
	}
}

func (s *suite) polynomials(t *testing.T) {
	r := rng(6)
	n := len(s.gen(r))
	names := make([]string, n)
	for i := range names {
		names[i] = "x" + strconv.Itoa(i+1)
	}
	R, err := poly.NewRing(ring.Q, names)
	require.NoError(t, err)
	value, errValue := feature.Values(ring.Q, s.k)
	for round := range ringtest.Rounds(rounds) / 4 {
		x, z := s.gen(r), s.gen(r)
		qx := rats(t, x)
		f, err := feature.Section(s.k, R, rats(t, z))
		if round == 0 {
			skipWithout(t, "polynomials", err, feature.ErrNotPolynomial)
		}
		require.NoError(t, err)
		require.NoError(t, errValue, "a kernel with polynomials has exact values")
		want, err := value(qx, rats(t, z))
		require.NoError(t, err)
		require.True(t, f.Eval(qx).Equal(want), "%v at %v: %v, the kernel gives %v", f, x, f.Eval(qx), want)
		grad := make([]float64, n)
		if err := feature.Gradient(s.k, grad, x, z); err != nil {
			continue
		}
		for l, df := range f.Gradient() {
			exact := df.Eval(qx).Float64()
			require.InDelta(t, exact, grad[l], 100*rounding*(1+math.Abs(exact)+s.unit(x, z)), "∂/∂x_%d of %v at %v", l+1, f, x)
		}
	}
}

func (s *suite) points(t *testing.T) {
	r := rng(7)
	x, y := s.gen(r), s.gen(r)
	cx, cy := slices.Clone(x), slices.Clone(y)
	s.k.Eval(x, y)
	_ = feature.Gradient(s.k, make([]float64, len(x)), x, y)
	require.Equal(t, cx, x, "x is read only")
	require.Equal(t, cy, y, "y is read only")
	require.Panics(t, func() { s.k.Eval(x, append(cy, 1, 2)) }, "points of different lengths")
	if e, ok := s.k.(feature.Exact); ok {
		require.Panics(t, func() { _, _ = e.EvalRat(rats(t, x), rats(t, append(cy, 1, 2))) }, "exact points of different lengths")
	}
	if value, err := feature.Values(ring.Q, s.k); err == nil {
		require.Panics(t, func() {
			if _, err := value(rats(t, x), rats(t, append(cy, 1, 2))); err != nil {
				panic(err)
			}
		}, "exact points of different lengths")
	}
}

// complex checks that k(y, x) is the conjugate of k(x, y) on complex points, so k(x, x) is real.
func (s *suite) complex(t *testing.T) {
	if err := feature.CheckComplex(s.k); err != nil {
		t.Skip("no complex values")
	}
	r := rng(8)
	point := func() []complex128 {
		re, im := s.gen(r), s.gen(r)
		z := make([]complex128, len(re))
		for i := range z {
			z[i] = complex(re[i], im[i])
		}
		return z
	}
	for range ringtest.Rounds(rounds) {
		x, y := point(), point()
		xx, yy := feature.EvalComplex(s.k, x, x), feature.EvalComplex(s.k, y, y)
		xy, yx := feature.EvalComplex(s.k, x, y), feature.EvalComplex(s.k, y, x)
		if cmplx.IsNaN(xy) {
			continue
		}
		unit := math.Sqrt(cmplx.Abs(xx)*cmplx.Abs(yy)) + cmplx.Abs(xy)
		require.InDelta(t, 0, cmplx.Abs(yx-cmplx.Conj(xy)), rounding*unit, "k(x,y) = %v, k(y,x) = %v at %v, %v", xy, yx, x, y)
		require.InDelta(t, 0, imag(xx), rounding*cmplx.Abs(xx), "k(x,x) at %v", x)
	}
}

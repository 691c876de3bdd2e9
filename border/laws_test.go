package border

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/internal/interrupttest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// made is what every function returns, whatever it makes.
func made[M any](_ M, err error) error { return err }

// TestInterrupted: wherever its context ends, an ideal, a basis or the zeros are an error.
func TestInterrupted(t *testing.T) {
	R := ringIn(2, poly.Deglex)
	points := ratPoints(rand.New(rand.NewPCG(1, 43)), 2, 7, 5, 3)
	k, err := ring.NewZp(101)
	require.NoError(t, err)
	Z := poly.MustRing(k, []string{"x", "y"})
	var residues [][]uint64
	for i := range uint64(7) {
		residues = append(residues, []uint64{i, i * i * i % 11})
	}
	id, err := BuchbergerMoller(t.Context(), R, points)
	require.NoError(t, err)
	far, err := BuchbergerMoller(t.Context(), R, ratPoints(rand.New(rand.NewPCG(1, 46)), 2, 3, 1<<60, 1<<30)) // zeros of many digits
	require.NoError(t, err)
	one := Options{Workers: 1}
	for name, f := range map[string]func(ctx context.Context) error{
		"plain":          func(ctx context.Context) error { return made(BuchbergerMoller(ctx, R, points)) },
		"fast":           func(ctx context.Context) error { return made(BuchbergerMollerQ(ctx, R, points, one)) },
		"low degree":     func(ctx context.Context) error { return made(BuchbergerMollerUpTo(ctx, R, points, 2, one)) },
		"Hilbert":        func(ctx context.Context) error { return made(HilbertUpTo(ctx, R, points, 2)) },
		"modulo":         func(ctx context.Context) error { return made(BuchbergerMollerModulo(ctx, Z, residues)) },
		"modulo, low":    func(ctx context.Context) error { return made(BuchbergerMollerModuloUpTo(ctx, Z, residues, 3)) },
		"Hilbert modulo": func(ctx context.Context) error { return made(HilbertModuloUpTo(ctx, Z, residues, 3)) },
		"from Gröbner":   func(ctx context.Context) error { return made(FromGroebner(ctx, id.GroebnerBasis())) },
		"from border":    func(ctx context.Context) error { return made(FromBorder(ctx, id.OrderIdeal(), id.BorderBasis())) },
		"commutes":       func(ctx context.Context) error { return made(id.Commutes(ctx)) },
		"zeros":          func(ctx context.Context) error { return made(RationalZeros(ctx, far)) },
	} {
		t.Run(name, func(t *testing.T) { assert.Positive(t, interrupttest.Everywhere(t, f)) })
	}
}

// TestHeight: the bits of the least common denominator of all coefficients, and of the longest
// numerator over it.
func TestHeight(t *testing.T) {
	R := ringIn(2, poly.Deglex)
	for seed := range uint64(6) {
		id, err := BuchbergerMollerQ(t.Context(), R, ratPoints(rand.New(rand.NewPCG(seed, 44)), 2, 3+int(seed), 30, 1), Options{})
		require.NoError(t, err)
		assert.Same(t, R, id.Ring())
		assert.Same(t, R, id.Ideal().Ring())
		assert.Equal(t, id.Points(), id.Ideal().Points())
		common := big.NewInt(1)
		for _, f := range id.BorderBasis() {
			for _, c := range f.Terms() {
				d := c.Den()
				common.Mul(common, d.Quo(d, new(big.Int).GCD(nil, nil, common, d)))
			}
		}
		longest := 0
		for _, f := range id.BorderBasis() {
			for m, c := range f.Terms() {
				if m != f.LeadingMonomial() {
					scaled := c.Mul(ring.RatFromBigInt(common))
					require.True(t, scaled.IsInt())
					longest = max(longest, scaled.Num().BitLen())
				}
			}
		}
		denominator, numerator := id.Height()
		assert.Equal(t, common.BitLen(), denominator, "seed %d", seed)
		assert.Equal(t, longest, numerator, "seed %d", seed)
	}
}

// TestMisuse: what the source of a call shows to be wrong panics, and a field that rounds is
// refused.
func TestMisuse(t *testing.T) {
	R := ringIn(2, poly.Deglex)
	var points [][]ring.Rat
	for i := range int64(4) { // a square, whose border has x²y too
		points = append(points, []ring.Rat{ring.RatFromInt(i / 2), ring.RatFromInt(i % 2)})
	}
	fast, err := BuchbergerMollerQ(t.Context(), R, points, Options{CornersOnly: true})
	require.NoError(t, err)
	assert.Panics(t, func() { fast.BorderBasis() })
	for j := -1; j < 5; j++ { // x², y², and beside them x²y and xy²
		if slices.Contains(fast.GroebnerPlaces(), j) {
			assert.Equal(t, 2, fast.Element(j).Degree())
			continue
		}
		assert.PanicsWithValue(t, fmt.Sprintf("border: no element %d", j), func() { fast.Element(j) })
	}
	assert.Panics(t, func() { fast.Contains(R.One()) })
	seven, err := ring.NewZp(7)
	require.NoError(t, err)
	id, err := BuchbergerMoller(t.Context(), R, points)
	require.NoError(t, err)
	other := ringIn(2, poly.Deglex)
	assert.Panics(t, func() { id.Contains(other.One()) })
	assert.Panics(t, func() { id.NormalForm(other.One()) })
	assert.Panics(t, func() { id.Interpolate(points[0]) })
	assert.Panics(t, func() { id.DivideByBorder(other.One()) })
	assert.Panics(t, func() { FromGroebner(t.Context(), []*poly.Polynomial[ring.Rat]{R.Var(0), other.Var(1)}) })
	for v := range 2 { // the coordinates are the values of the variables
		values := make([]ring.Rat, len(points))
		for i, p := range points {
			values[i] = p[v]
		}
		f := id.Interpolate(values)
		for i, p := range points {
			assert.True(t, f.Eval(p).Equal(values[i]))
		}
	}
	for _, n := range []int{1, 3} {
		assert.Panics(t, func() { BuchbergerMoller(t.Context(), ringIn(n, poly.Deglex), points) })
		assert.Panics(t, func() { BuchbergerMollerQ(t.Context(), ringIn(n, poly.Deglex), points, Options{}) })
		R := poly.MustRing(ring.Field[uint64](seven), []string{"x", "y", "z"}[:n])
		for name, f := range map[string]func(){
			"modulo":         func() { BuchbergerMollerModulo(t.Context(), R, [][]uint64{{1, 2}}) },
			"modulo, low":    func() { BuchbergerMollerModuloUpTo(t.Context(), R, [][]uint64{{1, 2}}, 1) },
			"Hilbert modulo": func() { HilbertModuloUpTo(t.Context(), R, [][]uint64{{1, 2}}, 1) },
		} {
			assert.Panics(t, f, "%s, %d variables", name, n)
		}
	}
	lex := poly.MustRing(ring.Field[uint64](seven), []string{"x", "y"}, poly.WithOrder(poly.Lex))
	assert.Panics(t, func() { HilbertModuloUpTo(t.Context(), lex, [][]uint64{{1, 2}}, 1) })
	rationals := poly.MustRing[ring.Rat](ring.Q, []string{"x", "y"}, poly.WithOrder(poly.Lex), poly.WithMaxDegree(4))
	var curve [][]ring.Rat
	for i := range int64(4) { // x = y³, whose multiple by x² has degree 5
		curve = append(curve, []ring.Rat{ring.RatFromInt(i * i * i), ring.RatFromInt(i)})
	}
	narrow, err := BuchbergerMoller(t.Context(), rationals, curve)
	require.NoError(t, err)
	_, _, err = narrow.DivideByBorder(parsed(t, rationals, "x^3"))
	assert.ErrorIs(t, err, poly.ErrDegree)
	for _, wrong := range []string{"x", "y - x*y", "x^2 - y"} { // no monomial outside {1, x}, or two
		o, err := NewOrderIdeal(R, []poly.Monomial{{}, R.VarMonomial(0)})
		require.NoError(t, err)
		_, err = FromBorder(t.Context(), o, []*poly.Polynomial[ring.Rat]{parsed(t, R, wrong), parsed(t, R, "x*y"), parsed(t, R, "x^2")})
		assert.ErrorIs(t, err, ErrNotBasis, wrong)
	}
	floats := poly.MustRing[float64](ring.Float64, []string{"x"})
	_, err = BuchbergerMoller(t.Context(), floats, [][]float64{{1}})
	assert.ErrorIs(t, err, ring.ErrUnable)
	two, err := ring.NewZp(2)
	require.NoError(t, err)
	Z2 := poly.MustRing(two, []string{"x"})
	assert.Panics(t, func() { HilbertModuloUpTo(t.Context(), Z2, [][]uint64{{1}}, 1) })
	_, err = HilbertModuloUpTo(t.Context(), Z2, nil, 1)
	assert.ErrorIs(t, err, ErrNoPoints)
	var size *SizeError
	_, err = BuchbergerMollerUpTo(t.Context(), R, ratPoints(rand.New(rand.NewPCG(1, 45)), 2, 30, 999, 9), 7, Options{MaxBytes: 10})
	assert.ErrorAs(t, err, &size)
}

// TestZerosOfSquares: x² = k has two rational zeros where k is a square, one where k is 0, which is
// none to be separated, and none where it is no square, be it one modulo a prime.
func TestZerosOfSquares(t *testing.T) {
	R := ringIn(1, poly.Deglex)
	for k := range int64(30) {
		id, err := FromGroebner(t.Context(), []*poly.Polynomial[ring.Rat]{parsed(t, R, fmt.Sprintf("x^2 - %d", k))})
		require.NoError(t, err)
		zeros, err := RationalZeros(t.Context(), id)
		if k == 0 {
			require.ErrorIs(t, err, ErrMultiple)
			continue
		}
		require.NoError(t, err)
		var want [][]ring.Rat
		for r := range int64(6) {
			if r*r == k {
				want = [][]ring.Rat{{ring.RatFromInt(-r)}, {ring.RatFromInt(r)}}
			}
		}
		require.Equal(t, want, zeros, "x^2 = %d", k)
	}
}

func parsed(t *testing.T, R *poly.Ring[ring.Rat], text string) *poly.Polynomial[ring.Rat] {
	t.Helper()
	p, err := R.Parse(text)
	require.NoError(t, err)
	return p
}

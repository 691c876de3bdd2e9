package border_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/border"
	"github.com/kexplain/kexplain/border/bordertest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestPointsComeBack goes from points to the basis and back.
func TestPointsComeBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 50))
	for _, order := range []poly.Order{poly.Deglex, poly.Degrevlex, poly.Lex} {
		for range 8 {
			n := 1 + rng.IntN(3)
			R := poly.MustRing(ring.Q, []string{"x", "y", "z"}[:n], poly.WithOrder(order))
			points := bordertest.DrawPoints(rng, ring.Q, n, 12, drawRat)
			id, err := fast(t.Context(), R, points)
			require.NoError(t, err)
			zeros, err := border.RationalZeros(t.Context(), id)
			require.NoError(t, err)
			want := border.Distinct(ring.Q, points)
			slices.SortFunc(want, func(p, q []ring.Rat) int { return slices.CompareFunc(p, q, ring.Rat.Cmp) })
			require.Equalf(t, want, zeros, "%v", R)
		}
	}
}

func TestRationalZeros(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y"}, poly.WithOrder(poly.Lex))
	tests := []struct {
		name, why string
		basis     []string
		zeros     int
		err       error
	}{
		{"irrational", "the square roots of 2", []string{"y^2 - 2", "x - y"}, 0, nil},
		{"some rational", "1, and the square roots of 2", []string{"y^3 - y^2 - 2*y + 2", "x - y^2"}, 1, nil},
		{"complex", "±i", []string{"y^2 + 1", "x"}, 0, nil},
		{"double", "one point with a tangent", []string{"y^2", "x - y"}, 0, border.ErrMultiple},
		{"fat", "one point with all tangents", []string{"y^2", "x*y", "x^2"}, 0, border.ErrMultiple},
		{"no point", "the whole ring", []string{"1"}, 0, nil},
		{"vertical", "two points with one coordinate in common", []string{"y^2 - 1/4", "x - 1/3"}, 2, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var basis []*poly.Polynomial[ring.Rat]
			for _, s := range tt.basis {
				p, err := R.Parse(s)
				require.NoError(t, err)
				basis = append(basis, p)
			}
			id, err := border.FromGroebner(t.Context(), basis)
			require.NoError(t, err)
			zeros, err := border.RationalZeros(t.Context(), id)
			require.ErrorIs(t, err, tt.err, tt.why)
			require.Len(t, zeros, tt.zeros, tt.why)
		})
	}
	id, err := fast(t.Context(), R, [][]ring.Rat{{ring.RatFromInt(1), ring.NewRat(1, 3)}, {ring.RatFromInt(5), ring.RatFromInt(7)}})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = border.RationalZeros(ctx, id)
	if err != nil { // short coordinates are determined before the first look
		require.ErrorIs(t, err, context.Canceled)
	}
}

func TestConversionsRefuse(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	parse := func(texts ...string) (basis []*poly.Polynomial[ring.Rat]) {
		for _, s := range texts {
			p, err := R.Parse(s)
			require.NoError(t, err)
			basis = append(basis, p)
		}
		return basis
	}
	tests := []struct {
		name  string
		basis []*poly.Polynomial[ring.Rat]
		err   error
	}{
		{"a curve", parse("x^2 - y"), border.ErrInfinite},
		{"not monic", parse("2*x - 1", "y"), border.ErrNotBasis},
		{"zero", parse("x - x", "y"), border.ErrNotBasis},
		{"not minimal", parse("x", "y", "x*y"), border.ErrNotBasis},
		{"not reduced", parse("x^2 - x*y", "x*y", "y^2"), border.ErrNotBasis},
		{"no Gröbner basis", parse("x^2 - y", "x*y - 1", "y^2"), border.ErrNotBasis},
		{"twice", parse("x", "y", "y - 1"), border.ErrNotBasis},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := border.FromGroebner(t.Context(), tt.basis)
			require.ErrorIs(t, err, tt.err)
		})
	}
	o, err := border.NewOrderIdeal(R, []poly.Monomial{{}, R.VarMonomial(0)})
	require.NoError(t, err)
	for _, basis := range [][]*poly.Polynomial[ring.Rat]{
		nil, parse("y", "x^2"), parse("y", "x*y", "x*y - 1"), parse("y", "x*y", "x^3"), parse("y", "x*y - 1", "x^2"),
		parse("y - x", "x*y - 1", "x^2 - 2"),
	} {
		_, err := border.FromBorder(t.Context(), o, basis)
		require.ErrorIs(t, err, border.ErrNotBasis, "%v", basis)
	}
	// x² = 1, y = x is an ideal with O = {1, x}, though deglex would have it so too.
	id, err := border.FromBorder(t.Context(), o, parse("y - x", "x*y - 1", "x^2 - 1"))
	require.NoError(t, err)
	require.False(t, id.HasOrderOfRing(), "x is above y")
	in, err := id.Contains(parse("y^2 - 1")[0])
	require.NoError(t, err)
	require.True(t, in)
}

func TestOrderIdeals(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	mon := func(e ...int) poly.Monomial {
		m, err := R.Monomial(e...)
		require.NoError(t, err)
		return m
	}
	_, err := border.NewOrderIdeal(R, []poly.Monomial{mon(0, 0), mon(1, 1)})
	require.ErrorIs(t, err, border.ErrNotOrderIdeal)
	_, err = border.NewOrderIdeal(R, []poly.Monomial{mon(0, 0), mon(0, 0)})
	require.Error(t, err)
	empty, err := border.NewOrderIdeal(R, nil)
	require.NoError(t, err)
	require.Equal(t, []poly.Monomial{{}}, empty.Border())
	require.Equal(t, []poly.Monomial{{}}, empty.Corners())
	require.Equal(t, []int{0}, empty.HilbertFunction())
	require.Equal(t, 3, empty.Index(mon(1, 1)))
	small := poly.MustRing(ring.Q, []string{"x"}, poly.WithMaxDegree(3))
	var members []poly.Monomial
	for e := range 4 {
		m, err := small.Monomial(e)
		require.NoError(t, err)
		members = append(members, m)
	}
	_, err = border.NewOrderIdeal(small, members)
	require.ErrorIs(t, err, poly.ErrDegree, "the border is of degree 4")
	c := border.NewCorners(R)
	require.Panics(t, func() { c.Avoid(mon(1, 0)) })
}

package border

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/numeric/modular"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestUpTo compares with the elements of low degree of the whole reduced
// Gröbner basis, found by the plain algorithm, for primes that are good and for
// primes modulo which points coincide and ranks are too small.
func TestUpTo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 23))
	for range 40 {
		n, d := 1+rng.IntN(3), rng.IntN(5)
		R := poly.MustRing(ring.Q, []string{"x", "y", "z"}[:n], poly.WithOrder([]poly.Order{poly.Deglex, poly.Degrevlex}[rng.IntN(2)]))
		points := ratPoints(rng, n, 1+rng.IntN(20), 1+rng.Int64N(9), 1+rng.Int64N(4))
		if rng.IntN(2) == 0 { // on a parabola, some of them twice
			for _, p := range points {
				p[n-1] = p[0].Mul(p[0])
			}
			points = append(points, points[0])
		}
		id, err := BuchbergerMoller(t.Context(), R, points)
		require.NoError(t, err)
		hilbert, err := HilbertUpTo(t.Context(), R, points, d)
		require.NoError(t, err)
		whole := id.OrderIdeal().HilbertFunction()
		for e := range hilbert {
			require.Equalf(t, whole[min(e, len(whole)-1)], hilbert[e], "degree ≤ %d at %v", e, points)
		}
		want := slices.DeleteFunc(id.GroebnerBasis(), func(p *poly.Polynomial[ring.Rat]) bool { return p.Degree() > d })
		for _, primes := range []primeSource{new(modular.Primes), new(smallPrimes)} {
			got, err := upTo(t.Context(), R, points, d, primes, Options{}.withDefaults())
			require.NoError(t, err)
			require.Equalf(t, texts(want), texts(got), "degree ≤ %d at %v, %T", d, points, primes)
		}
	}
}

// TestUpToMany takes points on a sphere, a hundred times as many as monomials.
func TestUpToMany(t *testing.T) {
	R := ringIn(3, poly.Deglex)
	rng := rand.New(rand.NewPCG(1, 24))
	points := make([][]ring.Rat, 2000)
	one := ring.RatFromInt(1)
	for i := range points { // stereographic projection of rational points
		u, v := ring.NewRat(rng.Int64N(199)-99, 100), ring.NewRat(rng.Int64N(199)-99, 100)
		s := u.Mul(u).Add(v.Mul(v))
		inv, err := s.Add(one).Inv()
		require.NoError(t, err)
		points[i] = []ring.Rat{u.Add(u).Mul(inv), v.Add(v).Mul(inv), s.Sub(one).Mul(inv)}
	}
	got, err := BuchbergerMollerUpTo(t.Context(), R, points, 3)
	require.NoError(t, err)
	require.Equal(t, []string{"x^2 + y^2 + z^2 - 1"}, texts(got))
}

func TestUpToRefusals(t *testing.T) {
	R := ringIn(2, poly.Deglex)
	_, err := BuchbergerMollerUpTo(t.Context(), R, nil, 2)
	require.ErrorIs(t, err, ErrNoPoints)
	point := [][]ring.Rat{{ring.RatFromInt(1), ring.RatFromInt(2)}}
	require.Panics(t, func() { BuchbergerMollerUpTo(t.Context(), ringIn(2, poly.Lex), point, 2) })
	require.Panics(t, func() { BuchbergerMollerUpTo(t.Context(), ringIn(2, poly.Elimination(1)), point, 2) })
	for _, vars := range []int{1, 3} {
		require.Panics(t, func() { BuchbergerMollerUpTo(t.Context(), ringIn(vars, poly.Deglex), point, 2) })
		require.Panics(t, func() { HilbertUpTo(t.Context(), ringIn(vars, poly.Deglex), point, 2) })
	}
	require.Panics(t, func() { HilbertUpTo(t.Context(), ringIn(2, poly.Lex), point, 2) })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = BuchbergerMollerUpTo(ctx, R, point, 2)
	require.ErrorIs(t, err, context.Canceled)
	_, err = HilbertUpTo(ctx, R, point, 2)
	require.ErrorIs(t, err, context.Canceled)
	_, err = HilbertUpTo(t.Context(), R, nil, 2)
	require.ErrorIs(t, err, ErrNoPoints)
	// Two points on a line have the corner y² of degree 2, which does not fit.
	narrow := poly.MustRing(ring.Q, []string{"x", "y"}, poly.WithMaxDegree(1))
	_, err = BuchbergerMollerUpTo(t.Context(), narrow, append(point, []ring.Rat{ring.RatFromInt(3), ring.RatFromInt(4)}), 1)
	require.ErrorIs(t, err, poly.ErrDegree)
}

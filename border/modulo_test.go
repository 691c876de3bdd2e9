package border

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestModulo holds the fast functions over Z/p to the plain algorithm, for small
// primes, where many points coincide and all x^p - x vanish, and for long ones.
func TestModulo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 31))
	for range 60 {
		k, err := ring.NewZp([]uint64{2, 3, 5, 7, 101, 32003, 1<<60 - 93, 1<<61 - 1}[rng.IntN(8)])
		require.NoError(t, err)
		n, d := 1+rng.IntN(3), rng.IntN(5)
		R := poly.MustRing(k, []string{"x", "y", "z"}[:n], poly.WithOrder([]poly.Order{poly.Deglex, poly.Degrevlex}[rng.IntN(2)]))
		points := make([][]uint64, 1+rng.IntN(25))
		for i := range points {
			points[i] = make([]uint64, n)
			for j := range points[i] {
				points[i][j] = rng.Uint64N(min(k.Modulus(), 9))
			}
			if n > 1 && i%3 > 0 { // most on a parabola
				points[i][n-1] = k.Mul(points[i][0], points[i][0])
			}
		}
		want, err := BuchbergerMoller(t.Context(), R, points)
		require.NoError(t, err)
		got, err := BuchbergerMollerModulo(t.Context(), R, points)
		require.NoError(t, err)
		require.Equal(t, want.String(), got.String(), "%v: %v", R, points)
		require.Equal(t, texts(want.BorderBasis()), texts(got.BorderBasis()), "%v: %v", R, points)

		few, err := BuchbergerMollerModuloUpTo(t.Context(), R, points, d)
		require.NoError(t, err)
		low := slices.DeleteFunc(want.GroebnerBasis(), func(f *poly.Polynomial[uint64]) bool { return f.Degree() > d })
		require.Equal(t, texts(low), texts(few), "%v up to degree %d: %v", R, d, points)
		if p := k.Modulus(); p == 2 || p > 1<<60 {
			continue
		}
		ranks, err := HilbertModuloUpTo(t.Context(), R, points, d)
		require.NoError(t, err)
		whole := want.OrderIdeal().HilbertFunction()
		for e, r := range ranks {
			require.Equal(t, whole[min(e, len(whole)-1)], r, "%v at degree %d: %v", R, e, points)
		}
	}
}

func TestModuloRefusals(t *testing.T) {
	k, err := ring.NewZp(7)
	require.NoError(t, err)
	R := poly.MustRing(k, []string{"x"})
	_, err = BuchbergerMollerModulo(t.Context(), R, nil)
	require.ErrorIs(t, err, ErrNoPoints)
	_, err = BuchbergerMollerModuloUpTo(t.Context(), R, nil, 2)
	require.ErrorIs(t, err, ErrNoPoints)
	lex := poly.MustRing(k, []string{"x"}, poly.WithOrder(poly.Lex))
	require.Panics(t, func() { _, _ = BuchbergerMollerModuloUpTo(t.Context(), lex, [][]uint64{{1}}, 2) })
}

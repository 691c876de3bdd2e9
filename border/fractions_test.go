package border

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/numeric/modular"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// fractions returns points that keep their own denominators, whatever they are.
func fractions(points [][]ring.Rat, n int) *scaledPoints {
	p := &scaledPoints{x: make([][]*big.Int, n), scale: make([]*big.Int, n), size: len(points)}
	p.keepFractions(points)
	return p
}

// rationalCircle returns the first rational points of the unit circle, with
// denominators up to the given one.
func rationalCircle(largest int64) [][]ring.Rat {
	var points [][]ring.Rat
	seen := map[[2]string]bool{}
	for c := int64(1); c <= largest; c++ {
		for a := -c; a <= c; a++ {
			for b := -c; b <= c; b++ {
				x, y := ring.NewRat(a, c), ring.NewRat(b, c)
				if a*a+b*b == c*c && !seen[[2]string{x.String(), y.String()}] {
					seen[[2]string{x.String(), y.String()}] = true
					points = append(points, []ring.Rat{x, y})
				}
			}
		}
	}
	return points
}

// TestOwnDenominators solves with own denominators what the plain algorithm solves,
// for good primes and for small ones that divide denominators.
func TestOwnDenominators(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 41))
	for range 25 {
		n := 1 + rng.IntN(3)
		R := ringIn(n, []poly.Order{poly.Deglex, poly.Degrevlex, poly.Lex}[rng.IntN(3)])
		points := Distinct(ring.Q, ratPoints(rng, n, 1+rng.IntN(14), 1+rng.Int64N(30), 1+rng.Int64N(30)))
		want, err := BuchbergerMoller(t.Context(), R, points)
		require.NoError(t, err)
		for _, primes := range []primeSource{new(modular.Primes), new(smallPrimes)} {
			got, err := solveWith(t.Context(), R, fractions(points, n), primes, Options{}.withDefaults(), Options{}.targets)
			require.NoError(t, err)
			require.Equalf(t, texts(want.BorderBasis()), texts(got.BorderBasis()), "%v, %T", points, primes)
		}
	}
}

// TestRowBounds compares the bounds of the integral rows with the values.
func TestRowBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 42))
	for range 20 {
		n := 1 + rng.IntN(3)
		R := ringIn(n, poly.Deglex)
		points := ratPoints(rng, n, 1+rng.IntN(8), 1+rng.Int64N(99), 1+rng.Int64N(99))
		all := R.MonomialsUpTo(1 + rng.IntN(6))
		var columns, rhs [][]factor
		for i, m := range all {
			if i%3 == 0 {
				rhs = append(rhs, factors(R, m))
			} else {
				columns = append(columns, factors(R, m))
			}
		}
		in := fractions(points, n).integral(columns, rhs)
		volume := big.NewInt(1)
		for j, x := range points {
			sum := new(big.Int)
			value := func(fs []factor) *big.Int {
				v := new(big.Rat).SetInt(in.rows[j])
				for _, f := range fs {
					power, err := x[f.v].Pow(f.e)
					require.NoError(t, err)
					v.Mul(v, power.Big())
				}
				require.True(t, v.IsInt(), "%v at %v", fs, x)
				return new(big.Int).Abs(v.Num())
			}
			for _, fs := range columns {
				sum.Add(sum, value(fs))
			}
			for _, fs := range rhs {
				require.LessOrEqual(t, value(fs).Cmp(in.maxRHS), 0)
			}
			require.LessOrEqual(t, sum.Cmp(in.rowSum), 0)
			volume.Mul(volume, sum)
		}
		require.LessOrEqual(t, volume.Cmp(in.volume), 0)
		// And they are no worse than they must be: eight digits, for whole points.
		whole := fractions([][]ring.Rat{points[0]}, n).integral([][]factor{nil}, [][]factor{nil})
		require.Equal(t, "2", whole.maxRHS.String())
	}
}

// TestCircleAndLongFractions takes the sets for which one common denominator is too
// long: points of a circle, lifted, and points with fractions of twenty digits,
// reconstructed from the determinant.
func TestCircleAndLongFractions(t *testing.T) {
	R := ringIn(2, poly.Deglex)
	rng := rand.New(rand.NewPCG(1, 43))
	long := make([][]ring.Rat, 12)
	for i := range long {
		for range 2 {
			long[i] = append(long[i], ring.NewRat(rng.Int64()-1<<62, 1+rng.Int64()))
		}
	}
	circle := rationalCircle(37)
	require.Len(t, circle, 52)
	for _, points := range [][][]ring.Rat{circle, long} {
		scaled := scalePoints(points, 2)
		require.NotNil(t, scaled.den, "own denominators")
		id, err := BuchbergerMollerQ(t.Context(), R, points, Options{})
		require.NoError(t, err)
		want, err := BuchbergerMoller(t.Context(), R, points)
		require.NoError(t, err)
		require.Equal(t, texts(want.GroebnerBasis()), texts(id.GroebnerBasis()))
	}
}

// TestWithoutContent multiplies a denominator, and gets it back.
func TestWithoutContent(t *testing.T) {
	R := ringIn(2, poly.Deglex)
	rng := rand.New(rand.NewPCG(1, 44))
	points := Distinct(ring.Q, ratPoints(rng, 2, 12, 99, 9))
	scaled := scalePoints(points, 2)
	var primes modular.Primes
	o, lu, err := orderIdealModulo(t.Context(), R, scaled, primes.Next(), func(string, int, int) {})
	require.NoError(t, err)
	s := newSolver(R, scaled, o, lu, &primes, Options{}.withDefaults(), Options{}.targets(o))
	id, err := s.solve(t.Context())
	require.NoError(t, err)
	require.NoError(t, s.need(t.Context(), 1, len(s.images)+2))
	require.Greater(t, id.den.BitLen(), 20)
	factor := big.NewInt(2 * 3 * 7 * 1000003)
	require.Equal(t, id.den, s.withoutContent(factor.Mul(factor, id.den)))
}

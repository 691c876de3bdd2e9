package border

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/numeric/modular"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// smallPrimes yields the odd primes upwards. Modulo these points coincide,
// order ideals are wrong, matrices singular and denominators short of primes:
// everything that hardly ever happens with the primes in use.
type smallPrimes struct {
	last uint64
	used []uint64
}

func (s *smallPrimes) Next() modular.Modulus {
	s.last = max(s.last, 1) + 2
	for !modular.IsPrime(s.last) {
		s.last += 2
	}
	s.used = append(s.used, s.last)
	return modular.NewModulus(s.last)
}

func ratPoints(rng *rand.Rand, n, s int, span int64, denominators int64) [][]ring.Rat {
	points := make([][]ring.Rat, s)
	for j := range points {
		for range n {
			points[j] = append(points[j], ring.NewRat(rng.Int64N(2*span+1)-span, 1+rng.Int64N(denominators)))
		}
	}
	return points
}

func ringIn(n int, order poly.Order) *poly.Ring[ring.Rat] {
	return poly.MustRing(ring.Q, []string{"x", "y", "z", "u", "v", "w"}[:n], poly.WithOrder(order))
}

func texts[E any](basis []*poly.Polynomial[E]) []string {
	s := make([]string, len(basis))
	for i, p := range basis {
		s[i] = p.String()
	}
	return s
}

func TestBadPrimesGiveGoodAnswers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 20))
	for range 12 {
		n := 1 + rng.IntN(3)
		R := ringIn(n, poly.Deglex)
		points := Distinct(ring.Q, ratPoints(rng, n, 1+rng.IntN(14), 1+rng.Int64N(9), 1+rng.Int64N(4)))
		want, err := BuchbergerMoller(t.Context(), R, points)
		require.NoError(t, err)
		var primes smallPrimes
		got, err := solveWith(t.Context(), R, scalePoints(points, n), &primes, Options{}.withDefaults(), Options{}.targets)
		require.NoError(t, err)
		require.Equalf(t, texts(want.BorderBasis()), texts(got.BorderBasis()), "%v", points)
	}
}

// TestUnluckyPrime has three points that lie on the line y = 0 modulo 5, but
// not over Q.
func TestUnluckyPrime(t *testing.T) {
	R := ringIn(2, poly.Deglex)
	points := [][]ring.Rat{{ring.RatFromInt(0), ring.RatFromInt(0)}, {ring.RatFromInt(1), ring.RatFromInt(5)},
		{ring.RatFromInt(2), ring.RatFromInt(0)}}
	scaled := scalePoints(points, 2)
	o, lu, err := orderIdealModulo(t.Context(), R, scaled, modular.NewModulus(5), func(string, int, int) {})
	require.NoError(t, err)
	require.Equal(t, 3, o.Len())
	_, err = newSolver(R, scaled, o, lu, new(modular.Primes), Options{}.withDefaults(), Options{}.targets(o)).solve(t.Context())
	require.ErrorIs(t, err, errUnlucky)
}

// TestBlindChecks takes away the combinations that find the denominator and
// foresee the number of primes. What remains is the certificate, and it must
// drive the solver to the answer.
func TestBlindChecks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 21))
	R := ringIn(2, poly.Deglex)
	points := Distinct(ring.Q, ratPoints(rng, 2, 12, 9, 3))
	scaled := scalePoints(points, 2)
	var primes modular.Primes
	o, lu, err := orderIdealModulo(t.Context(), R, scaled, primes.Next(), func(string, int, int) {})
	require.NoError(t, err)
	s := newSolver(R, scaled, o, lu, &primes, Options{}.withDefaults(), Options{}.targets(o))
	for range weightVectors {
		s.weights = append(s.weights, make([]uint64, o.Len()))
	}
	got, err := s.solve(t.Context())
	require.NoError(t, err)
	want, err := BuchbergerMoller(t.Context(), R, points)
	require.NoError(t, err)
	got.points = points
	require.Equal(t, texts(want.BorderBasis()), texts(got.BorderBasis()))
}

// TestCertain: where the certificate takes more primes than the fractions, nothing is lifted, and
// random points are.
func TestCertain(t *testing.T) {
	R := ringIn(3, poly.Deglex)
	var cubic [][]ring.Rat
	for i := range int64(80) {
		x := i - 40
		cubic = append(cubic, []ring.Rat{ring.RatFromInt(x), ring.RatFromInt(x * x), ring.RatFromInt(x * x * x)})
	}
	for name, c := range map[string]struct {
		points [][]ring.Rat
		lifted bool
	}{
		"twisted cubic": {cubic, false},
		"random":        {ratPoints(rand.New(rand.NewPCG(1, 23)), 3, 60, 99, 1), true},
	} {
		lifted := false
		_, err := BuchbergerMollerQ(t.Context(), R, c.points, Options{Workers: 1, CornersOnly: true,
			Progress: func(stage string, _, _ int) { lifted = lifted || stage == "denominator" }})
		require.NoError(t, err)
		require.Equal(t, c.lifted, lifted, name)
	}
}

// TestVanishesOverZ puts the points into every polynomial, in integers, for
// sizes where denominators are lifted and the reducer is at work.
func TestVanishesOverZ(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 22))
	sizes := []struct{ n, s, span, den int }{{2, 40, 99, 1}, {3, 60, 99, 1}, {2, 25, 30, 7}, {1, 30, 99, 1}, {4, 50, 99, 1}}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, size := range sizes {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			R := ringIn(size.n, poly.Deglex)
			points := ratPoints(rng, size.n, size.s, int64(size.span), int64(size.den))
			for _, p := range points {
				if size.n == 4 { // in a hyperplane: elements with shorter denominators
					p[0] = p[1].Add(p[2]).Add(p[3])
				}
			}
			id, err := BuchbergerMollerQ(t.Context(), R, points, Options{})
			require.NoError(t, err)
			requireVanishing(t, id)
			requireLowestTerms(t, id)
			var b bytes.Buffer
			require.NoError(t, id.Write(t.Context(), &b, poly.Text, 2, id.GroebnerPlaces(), func(int) string { return "\n" }))
			require.Equal(t, strings.Join(texts(id.GroebnerBasis()), "\n")+"\n", b.String())
		})
	}
}

// requireVanishing checks D·y^b = Σ N·y^o at the scaled points.
func requireVanishing(t *testing.T, id *RationalIdeal) {
	t.Helper()
	scaled := scalePoints(id.points, id.ring.NumVars())
	value := func(m poly.Monomial, j int) *big.Int {
		v := big.NewInt(1)
		for _, f := range factors(id.ring, m) {
			v.Mul(v, new(big.Int).Exp(scaled.x[f.v][j], big.NewInt(int64(f.e)), nil))
		}
		return v
	}
	for j := range id.points {
		values := make([]*big.Int, id.order.Len())
		for i, m := range id.order.members {
			values[i] = value(m, j)
		}
		for k, b := range id.targets {
			sum := new(big.Int).Mul(id.den, value(id.order.border[b], j))
			for i, v := range values {
				sum.Sub(sum, new(big.Int).Mul(v, id.numerator(new(big.Int), k, i)))
			}
			require.Zerof(t, sum.Sign(), "element %d at point %v", b, id.points[j])
		}
	}
}

// requireLowestTerms compares the reduced fractions with big.Rat.
func requireLowestTerms(t *testing.T, id *RationalIdeal) {
	t.Helper()
	for k, j := range id.targets {
		b := id.ring.Exponents(id.order.border[j])
		for i, m := range id.order.members {
			want := new(big.Rat).SetFrac(id.numerator(new(big.Int), k, i), id.den)
			for v, e := range id.ring.Exponents(m) {
				d := new(big.Rat).SetInt(id.scale[v])
				for ; e < b[v]; e++ {
					want.Quo(want, d)
				}
				for ; e > b[v]; e-- {
					want.Mul(want, d)
				}
			}
			n, d := id.fraction(k, i)
			require.Zerof(t, want.Num().Cmp(n.Neg(n)), "numerator of %d, %d", k, i)
			require.Zerof(t, want.Denom().Cmp(d), "denominator of %d, %d", k, i)
		}
	}
}

// TestReducerIsAtWork makes sure that the test above is not about the
// fallback.
func TestReducerIsAtWork(t *testing.T) {
	id, err := BuchbergerMollerQ(t.Context(), ringIn(3, poly.Deglex), ratPoints(rand.New(rand.NewPCG(1, 23)), 3, 60, 99, 1), Options{})
	require.NoError(t, err)
	assert.Less(t, id.reducer.smooth.BitLen(), id.den.BitLen()/2)
	free := 0
	for _, ok := range id.reducer.rowFree {
		if ok {
			free++
		}
	}
	assert.Greater(t, free, id.order.Len()/2)
}

// TestImageModuloUnusedPrime compares the answer over Q, reduced modulo a prime
// that had no part in it, with the algorithm over that prime field.
func TestImageModuloUnusedPrime(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 24))
	k, err := ring.NewZp(1000003)
	require.NoError(t, err)
	image := func(x ring.Rat) (uint64, error) { return ring.FromRat(k, x) }
	for _, order := range []poly.Order{poly.Deglex, poly.Degrevlex, poly.Lex} {
		R := ringIn(3, order)
		S := poly.MustRing(k, R.Vars(), poly.WithOrder(order))
		points := ratPoints(rng, 3, 30, 50, 3)
		id, err := BuchbergerMollerQ(t.Context(), R, points, Options{})
		require.NoError(t, err)
		var images [][]uint64
		for _, p := range points {
			var q []uint64
			for _, x := range p {
				y, err := image(x)
				require.NoError(t, err)
				q = append(q, y)
			}
			images = append(images, q)
		}
		mod, err := BuchbergerMoller(t.Context(), S, images)
		require.NoError(t, err)
		want := mod.BorderBasis()
		for j, g := range id.BorderBasis() {
			h, err := poly.Convert(g, S, image)
			require.NoError(t, err)
			require.Truef(t, want[j].Equal(h), "%v: %v, want %v", order, h, want[j])
		}
	}
}

func TestWorkersDoNotMatter(t *testing.T) {
	points := ratPoints(rand.New(rand.NewPCG(1, 25)), 2, 45, 99, 1)
	R := ringIn(2, poly.Deglex)
	var first []byte
	for _, workers := range []int{1, 2, 5} {
		id, err := BuchbergerMollerQ(t.Context(), R, points, Options{Workers: workers})
		require.NoError(t, err)
		var b bytes.Buffer
		require.NoError(t, id.Write(t.Context(), &b, poly.Text, workers, id.BorderPlaces(), func(int) string { return "\n" }))
		if first == nil {
			first = b.Bytes()
		}
		require.Equal(t, string(first), b.String())
	}
}

// TestWriteIsFormat holds the writer of elements to that of polynomials.
func TestWriteIsFormat(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 26))
	for range 10 {
		n := 1 + rng.IntN(3)
		R := ringIn(n, []poly.Order{poly.Deglex, poly.Degrevlex, poly.Lex}[rng.IntN(3)])
		id, err := BuchbergerMollerQ(t.Context(), R, ratPoints(rng, n, 1+rng.IntN(12), 4, 1+rng.Int64N(3)), Options{})
		require.NoError(t, err)
		for _, style := range poly.Styles() {
			var got bytes.Buffer
			require.NoError(t, id.Write(t.Context(), &got, style, 2, id.BorderPlaces(), func(i int) string { return fmt.Sprintf(" #%d\n", i) }))
			want := ""
			for i, p := range id.BorderBasis() {
				want += fmt.Sprintf("%s #%d\n", p.Format(style), i)
			}
			require.Equal(t, want, got.String())
		}
	}
}

// failingWriter fails after some bytes.
type failingWriter struct{ left int }

var errFull = errors.New("disk full")

func (w *failingWriter) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteFails(t *testing.T) {
	id, err := BuchbergerMollerQ(t.Context(), ringIn(2, poly.Deglex), ratPoints(rand.New(rand.NewPCG(1, 27)), 2, 20, 99, 1), Options{})
	require.NoError(t, err)
	newline := func(int) string { return "\n" }
	require.ErrorIs(t, id.Write(t.Context(), &failingWriter{2000}, poly.Text, 2, id.BorderPlaces(), newline), errFull)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, id.Write(ctx, &failingWriter{1 << 30}, poly.Text, 2, id.BorderPlaces(), newline), context.Canceled)
}

func TestLimits(t *testing.T) {
	R := ringIn(2, poly.Deglex)
	points := ratPoints(rand.New(rand.NewPCG(1, 28)), 2, 60, 99, 1)
	_, err := BuchbergerMollerQ(t.Context(), R, points, Options{MaxPoints: 10})
	var size *SizeError
	require.ErrorAs(t, err, &size)
	assert.Contains(t, err.Error(), "distinct points, the limit is 10")
	_, err = BuchbergerMollerQ(t.Context(), R, points, Options{MaxBytes: 1000})
	require.ErrorAs(t, err, &size)
	assert.Contains(t, err.Error(), "to print, the limit is 1 kB")
	_, err = BuchbergerMollerQ(t.Context(), R, nil, Options{})
	require.ErrorIs(t, err, ErrNoPoints)
	_, err = BuchbergerMoller(t.Context(), R, nil)
	require.ErrorIs(t, err, ErrNoPoints)
	assert.Panics(t, func() { _, _ = BuchbergerMollerQ(t.Context(), ringIn(3, poly.Deglex), points, Options{}) })
}

func TestCancelled(t *testing.T) {
	R := ringIn(2, poly.Deglex)
	points := ratPoints(rand.New(rand.NewPCG(1, 29)), 2, 50, 99, 1)
	for stages := range 4 { // stop in each stage
		ctx, cancel := context.WithCancel(t.Context())
		seen := map[string]bool{}
		_, err := BuchbergerMollerQ(ctx, R, points, Options{Progress: func(stage string, done, total int) {
			seen[stage] = true
			if len(seen) > stages {
				cancel()
			}
		}})
		cancel()
		if err != nil {
			require.ErrorIsf(t, err, context.Canceled, "stage %d", stages)
		} else {
			require.Equal(t, 3, stages, "the last stage may end before it looks")
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := BuchbergerMoller(ctx, R, points)
	require.ErrorIs(t, err, context.Canceled)
}

// TestGridIsCheap: one prime proves short coefficients.
func TestGridIsCheap(t *testing.T) {
	var points [][]ring.Rat
	for i := range int64(6) {
		for j := range int64(6) {
			points = append(points, []ring.Rat{ring.RatFromInt(i), ring.RatFromInt(j)})
		}
	}
	id, err := BuchbergerMollerQ(t.Context(), ringIn(2, poly.Deglex), points, Options{})
	require.NoError(t, err)
	assert.Equal(t, 1, id.Primes())
	assert.Equal(t, []string{"y^6 - 15*y^5 + 85*y^4 - 225*y^3 + 274*y^2 - 120*y",
		"x^6 - 15*x^5 + 85*x^4 - 225*x^3 + 274*x^2 - 120*x"}, texts(id.GroebnerBasis()))
}

// TestLongEntries has points on a twisted cubic with coordinates up to 10¹⁵,
// where monomials have hundreds of bits.
func TestLongEntries(t *testing.T) {
	R := ringIn(3, poly.Deglex)
	var points [][]ring.Rat
	for i := range int64(20) {
		u := ring.RatFromInt(100000 - 7919*i)
		points = append(points, []ring.Rat{u, u.Mul(u), u.Mul(u).Mul(u)})
	}
	id, err := BuchbergerMollerQ(t.Context(), R, points, Options{})
	require.NoError(t, err)
	requireVanishing(t, id)
	assert.Equal(t, []string{"x*z - y^2", "x*y - z", "x^2 - y"}, texts(id.GroebnerBasis())[:3])
}

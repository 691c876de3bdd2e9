package poly_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/poly/polytest"
	"github.com/kexplain/kexplain/ring"
	"github.com/kexplain/kexplain/ring/ringtest"
)

// names returns x1 … xn.
func names(n int) []string {
	vars := make([]string, n)
	for i := range vars {
		vars[i] = fmt.Sprintf("x%d", i+1)
	}
	return vars
}

func newRing(t testing.TB, n int, opts ...poly.Option) *poly.Ring[ring.Rat] {
	t.Helper()
	R, err := poly.NewRing(ring.Q, names(n), opts...)
	require.NoError(t, err)
	return R
}

// compareSlices is the definition of the orders, on exponents.
func compareSlices(o poly.Order, a, b []int) int {
	switch o {
	case poly.Deglex:
		return cmp.Or(cmp.Compare(sum(a), sum(b)), slices.Compare(a, b))
	case poly.Degrevlex:
		return degrevlex(a, b)
	case poly.Lex:
		return slices.Compare(a, b)
	case poly.Elimination(1):
		return cmp.Or(degrevlex(a[:1], b[:1]), degrevlex(a[1:], b[1:]))
	case poly.Elimination(2):
		k := min(2, len(a))
		return cmp.Or(degrevlex(a[:k], b[:k]), degrevlex(a[k:], b[k:]))
	}
	panic(o)
}

func degrevlex(a, b []int) int {
	if c := cmp.Compare(sum(a), sum(b)); c != 0 {
		return c
	}
	for i := range slices.Backward(a) {
		if c := cmp.Compare(b[i], a[i]); c != 0 {
			return c
		}
	}
	return 0
}

func sum(a []int) int {
	s := 0
	for _, e := range a {
		s += e
	}
	return s
}

func total(a []int) float64 {
	s := 0.0
	for _, e := range a {
		s += float64(e)
	}
	return s
}

// layouts are numbers of variables and degree bounds where the packing changes
// its form: one word, fields that end at a word, the last one that fits.
var layouts = []struct{ n, bound int }{
	{1, 1}, {1, math.MaxInt32}, {2, 0}, {3, 32767}, {3, 1 << 20}, {4, 100}, {5, math.MaxInt32}, {6, 0}, {7, 7},
	{14, 0}, {15, 0}, {26, 127}, {28, 0}, {54, 7}, {71, 3}, {110, 1},
}

func forLayouts(t *testing.T, f func(t *testing.T, rng *rand.Rand, R *poly.Ring[ring.Rat])) {
	for i, c := range layouts {
		for _, o := range polytest.Orders() {
			t.Run(fmt.Sprintf("n=%d/bound=%d/%v", c.n, c.bound, o), func(t *testing.T) {
				R := newRing(t, c.n, poly.WithMaxDegree(c.bound), poly.WithOrder(o))
				f(t, rand.New(rand.NewPCG(1, uint64(i))), R)
			})
		}
	}
}

// draw returns a monomial, often of the largest degree.
func drawExponents(rng *rand.Rand, n, bound int) []int {
	exponents := make([]int, n)
	left := bound
	if rng.IntN(3) > 0 {
		left = rng.IntN(min(bound, 6) + 1)
	}
	for _, i := range rng.Perm(n) {
		exponents[i] = int(rng.Int64N(int64(left) + 1))
		if rng.IntN(3) == 0 {
			exponents[i] = left
		}
		left -= exponents[i]
	}
	return exponents
}

func TestMonomialsAgainstExponents(t *testing.T) {
	forLayouts(t, func(t *testing.T, rng *rand.Rand, R *poly.Ring[ring.Rat]) {
		for range ringtest.Rounds(200) {
			a, b := drawExponents(rng, R.NumVars(), R.MaxDegree()), drawExponents(rng, R.NumVars(), R.MaxDegree())
			if rng.IntN(4) == 0 {
				b = slices.Clone(a)
				rng.Shuffle(len(b), func(i, j int) { b[i], b[j] = b[j], b[i] })
			}
			m, err := R.Monomial(a...)
			require.NoError(t, err)
			n, err := R.Monomial(b...)
			require.NoError(t, err)
			checkPair(t, R, m, n, a, b)
		}
	})
}

// checkPair compares every operation on m and n with the same on exponents.
func checkPair(t *testing.T, R *poly.Ring[ring.Rat], m, n poly.Monomial, a, b []int) {
	t.Helper()
	at := func(f func(x, y int) int) []int {
		c := make([]int, len(a))
		for i := range a {
			c[i] = f(a[i], b[i])
		}
		return c
	}
	require.Equal(t, a, R.Exponents(m))
	require.Equal(t, sum(a), m.Degree())
	require.Equal(t, compareSlices(R.Order(), a, b), R.Compare(m, n), "%v %v", a, b)
	require.Equal(t, slices.Equal(a, b), m == n)

	divides := !slices.ContainsFunc(at(func(x, y int) int { return y - x }), func(d int) bool { return d < 0 })
	require.Equal(t, divides, R.Divides(m, n), "%v | %v", a, b)
	q, ok := R.DivMonomial(n, m)
	require.Equal(t, divides, ok)
	if ok {
		require.Equal(t, at(func(x, y int) int { return y - x }), R.Exponents(q))
	}
	require.Equal(t, at(func(x, y int) int { return min(x, y) }), R.Exponents(R.GCD(m, n)))
	require.Equal(t, R.GCD(m, n).IsOne(), R.Coprime(m, n))
	for _, c := range []struct {
		exponents []int
		degree    float64 // an int of 32 bits may be too short
		get       func(m, n poly.Monomial) (poly.Monomial, error)
	}{
		{at(func(x, y int) int { return x + y }), float64(sum(a)) + float64(sum(b)), R.MulMonomial},
		{at(func(x, y int) int { return max(x, y) }), total(at(func(x, y int) int { return max(x, y) })), R.LCM},
	} {
		got, err := c.get(m, n)
		if c.degree > float64(R.MaxDegree()) {
			require.ErrorIs(t, err, poly.ErrDegree, "%v %v", a, b)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.exponents, R.Exponents(got), "%v %v", a, b)
		again, err := R.Monomial(c.exponents...)
		require.NoError(t, err)
		require.Equal(t, again, got, "one packing for one monomial")
	}
}

// The axioms of a monomial order [Cox, Little, O'Shea, Definition 2.2.1].
func TestOrdersAreMonomialOrders(t *testing.T) {
	for _, o := range polytest.Orders() {
		R := newRing(t, 3, poly.WithOrder(o))
		all := R.MonomialsUpTo(3)
		for i, m := range all {
			assert.Equal(t, cmp.Compare(i, 0), R.Compare(m, poly.Monomial{}), "%v: 1 is smallest", o)
			for j, n := range all {
				require.Equal(t, cmp.Compare(i, j), R.Compare(m, n), "%v: total and transitive", o)
				for _, w := range all {
					mw, _ := R.MulMonomial(m, w)
					nw, _ := R.MulMonomial(n, w)
					require.Equal(t, R.Compare(m, n), R.Compare(mw, nw), "%v: compatible with products", o)
				}
			}
		}
	}
}

func TestMonomialLists(t *testing.T) {
	// Cox, Little, O'Shea, 4th ed., Example 2.2.4 ff.: the order of monomials
	// of degree 2 in x > y > z tells deglex from degrevlex at xz and y².
	R := poly.MustRing(ring.Q, []string{"x", "y", "z"})
	format := func(R *poly.Ring[ring.Rat], ms []poly.Monomial) string {
		texts := make([]string, len(ms))
		for i, m := range ms {
			texts[i] = R.FormatMonomial(m)
		}
		return strings.Join(texts, " ")
	}
	assert.Equal(t, "z^2 y*z y^2 x*z x*y x^2", format(R, R.MonomialsOf(2)))
	S := poly.MustRing(ring.Q, []string{"x", "y", "z"}, poly.WithOrder(poly.Degrevlex))
	assert.Equal(t, "z^2 y*z x*z y^2 x*y x^2", format(S, S.MonomialsOf(2)))
	L := poly.MustRing(ring.Q, []string{"x", "y"}, poly.WithOrder(poly.Lex))
	assert.Equal(t, "1 y y^2 x x*y x^2", format(L, L.MonomialsUpTo(2)))
	E := poly.MustRing(ring.Q, []string{"x", "y", "z"}, poly.WithOrder(poly.Elimination(1)))
	assert.Equal(t, "1 z y z^2 y*z y^2 x x*z x*y x^2", format(E, E.MonomialsUpTo(2)))

	for n := range 5 {
		R := newRing(t, n)
		for d := range 5 {
			assert.Len(t, R.MonomialsUpTo(d), binomial(n+d, d), "n=%d d=%d", n, d)
		}
		assert.Empty(t, R.MonomialsUpTo(-1))
	}
	assert.Panics(t, func() { newRing(t, 2, poly.WithMaxDegree(3)).MonomialsOf(4) })
}

func binomial(n, k int) int {
	b := 1
	for i := range k {
		b = b * (n - i) / (i + 1)
	}
	return b
}

// At the bound every way to a monomial of too high a degree is ErrDegree, and
// none wraps.
func TestDegreeBound(t *testing.T) {
	forLayouts(t, func(t *testing.T, _ *rand.Rand, R *poly.Ring[ring.Rat]) {
		bound := R.MaxDegree()
		exponents := make([]int, R.NumVars())
		exponents[len(exponents)-1] = bound
		top, err := R.Monomial(exponents...)
		require.NoError(t, err)
		_, err = R.MulMonomial(top, R.VarMonomial(0))
		require.ErrorIs(t, err, poly.ErrDegree)
		_, err = R.MulMonomial(top, top)
		require.ErrorIs(t, err, poly.ErrDegree)
		p := R.Term(ring.RatFromInt(2), top).Add(R.One())
		_, err = p.Mul(p)
		require.ErrorIs(t, err, poly.ErrDegree)
		_, err = p.MulTerm(R.VarMonomial(0), ring.RatFromInt(1))
		require.ErrorIs(t, err, poly.ErrDegree)
		_, err = p.Pow(2)
		require.ErrorIs(t, err, poly.ErrDegree)
		_, err = p.Pow(math.MaxInt32)
		require.ErrorIs(t, err, poly.ErrDegree)
		_, err = p.Substitute(slices.Repeat([]*poly.Polynomial[ring.Rat]{R.Var(0).Add(p)}, R.NumVars()))
		if bound > 1 {
			require.ErrorIs(t, err, poly.ErrDegree)
		}
		if exponents[0]++; exponents[0] > 0 { // an int of 32 bits wraps by itself
			_, err = R.Monomial(exponents...)
			require.ErrorIs(t, err, poly.ErrDegree)
		}
		_, err = R.Parse(fmt.Sprintf("x1*%s^%d", R.Vars()[R.NumVars()-1], bound))
		require.ErrorIs(t, err, poly.ErrDegree)
		q, err := p.Mul(R.Zero())
		require.NoError(t, err)
		require.True(t, q.IsZero())
	})
	R := newRing(t, 2)
	_, err := R.Monomial(1, -1)
	assert.ErrorContains(t, err, "negative exponent -1")
	_, err = R.Monomial(math.MaxInt, math.MaxInt)
	assert.ErrorIs(t, err, poly.ErrDegree)
	assert.Panics(t, func() { _, _ = R.Monomial(1) })
}

func TestNewRingErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		vars []string
		opts []poly.Option
		want string
	}{
		{"too many", names(113), nil, "113 variables, the limit is 112"},
		{"too many for the degree", names(15), []poly.Option{poly.WithMaxDegree(32767)}, "the limit for 15 variables is degree 2047"},
		{"degree beyond all", names(1), []poly.Option{poly.WithMaxDegree(math.MaxInt32), poly.WithMaxDegree(-1)}, "degree bound -1"},
		{"pixels", names(256), []poly.Option{poly.WithMaxDegree(2)}, "256 variables, the limit is 112"},
		{"twice", []string{"x", "y", "x"}, nil, `variables 1 and 3 are both called "x"`},
		{"empty", []string{""}, nil, `"" is not a variable name`},
		{"digit first", []string{"1x"}, nil, `"1x" is not a variable name`},
		{"blank", []string{"x y"}, nil, `"x y" is not a variable name`},
		{"operator", []string{"x*y"}, nil, `"x*y" is not a variable name`},
		{"superscript", []string{"x²"}, nil, `"x²" is not a variable name`},
		{"broken UTF-8", []string{"x\xff"}, nil, "is not a variable name"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := poly.NewRing(ring.Q, c.vars, c.opts...)
			require.ErrorContains(t, err, c.want)
		})
	}
	_, err := poly.NewRing(ring.Q, names(113))
	require.ErrorIs(t, err, poly.ErrLayout)
	_, err = poly.NewRing(ring.Qi, []string{"i"})
	require.ErrorContains(t, err, "reads it as a number")
	_, err = poly.NewRing(ring.Q, []string{"i", "e", "E5", "Inf", "nan"})
	require.NoError(t, err, "over Q these are names")
	assert.Panics(t, func() { poly.MustRing(ring.Q, []string{"x", "x"}) })
}

func TestMaxDegree(t *testing.T) {
	for _, c := range []struct{ n, want int }{ // as the doc comment of NewRing says
		{1, 32767}, {14, 32767}, {15, 2047}, {28, 127}, {73, 3}, {112, 1},
	} {
		assert.Equal(t, c.want, newRing(t, c.n).MaxDegree(), "n=%d", c.n)
	}
	assert.Equal(t, math.MaxInt32, newRing(t, 7, poly.WithMaxDegree(math.MaxInt32)).MaxDegree())
}

func TestParseOrder(t *testing.T) {
	for _, o := range []poly.Order{poly.Deglex, poly.Degrevlex, poly.Lex} {
		got, err := poly.ParseOrder(o.String())
		require.NoError(t, err)
		assert.Equal(t, o, got)
	}
	_, err := poly.ParseOrder("up")
	assert.ErrorContains(t, err, `unknown order "up"`)
	assert.Equal(t, "elimination(3)", poly.Elimination(3).String())
	assert.Panics(t, func() { poly.Elimination(-1) })
}

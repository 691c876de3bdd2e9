package ringtest

import (
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/ring"
)

// Gen draws an element. It must depend on nothing but the source.
type Gen[E any] func(rng *rand.Rand) E

// Variant tests objects built over a field, with elements drawn by gen.
type Variant[E any] func(t *testing.T, k ring.Field[E], gen Gen[E])

// rounds is how often a law is tried.
const rounds = 200

// Rounds returns n times the value of the environment variable
// KEXPLAIN_TESTMULT, which is 1 when unset, and a tenth of that under -short.
func Rounds(n int) int {
	if m, err := strconv.Atoi(os.Getenv("KEXPLAIN_TESTMULT")); err == nil && m > 0 {
		n *= m
	}
	if testing.Short() {
		n = max(1, n/10)
	}
	return n
}

// Test runs the suite on the field k, and then the variants.
func Test[E any](t *testing.T, k ring.Field[E], gen Gen[E], variants ...Variant[E]) {
	t.Helper()
	s := &suite[E]{k: k, gen: gen}
	t.Run("laws", s.laws)
	t.Run("small integers", s.smallIntegers)
	t.Run("division", s.division)
	t.Run("text", s.text)
	t.Run("malformed text", s.malformed)
	t.Run("elements do not change", s.unchanged)
	t.Run("rows", s.rows)
	t.Run("conjugation", s.conjugation)
	t.Run("order", s.order)
	t.Run("rationals", s.rationals)
	for i, v := range variants {
		t.Run("variant "+strconv.Itoa(i+1), func(t *testing.T) { v(t, k, gen) })
	}
}

// suite is a field under test.
type suite[E any] struct {
	k   ring.Field[E]
	gen Gen[E]
}

// rng is the source of the test with the given number.
func rng(test uint64) *rand.Rand { return rand.New(rand.NewPCG(1, test)) }

// draw takes zero, one, minus one and small integers often, else what gen gives.
func (s *suite[E]) draw(r *rand.Rand) E {
	switch r.IntN(8) {
	case 0:
		return s.k.Zero()
	case 1:
		return s.k.FromInt(int64(r.IntN(5)) - 2)
	}
	return s.gen(r)
}

// holds requires that x and y are equal as far as the field can tell.
func (s *suite[E]) holds(t *testing.T, law string, x, y E, of ...E) {
	t.Helper()
	switch got := s.k.Equal(x, y); {
	case got == ring.Yes, got == ring.Unknown && !s.k.Exact():
	default:
		require.Fail(t, "law broken", "%s in %v: %s against %s answers %v; elements %q",
			law, s.k, s.k.Format(x), s.k.Format(y), got, s.texts(of))
	}
}

// texts prints elements, ready to paste.
func (s *suite[E]) texts(xs []E) []string {
	out := make([]string, len(xs))
	for i, x := range xs {
		out[i] = s.k.Format(x)
	}
	return out
}

// check tries the laws of a commutative ring on x, y, z.
func (s *suite[E]) check(t *testing.T, holds func(*testing.T, string, E, E, ...E), x, y, z E) {
	t.Helper()
	k, zero, one := s.k, s.k.Zero(), s.k.One()
	holds(t, "x+y = y+x", k.Add(x, y), k.Add(y, x), x, y)
	holds(t, "xy = yx", k.Mul(x, y), k.Mul(y, x), x, y)
	holds(t, "(x+y)+z = x+(y+z)", k.Add(k.Add(x, y), z), k.Add(x, k.Add(y, z)), x, y, z)
	holds(t, "(xy)z = x(yz)", k.Mul(k.Mul(x, y), z), k.Mul(x, k.Mul(y, z)), x, y, z)
	holds(t, "x(y+z) = xy+xz", k.Mul(x, k.Add(y, z)), k.Add(k.Mul(x, y), k.Mul(x, z)), x, y, z)
	holds(t, "x+0 = x", k.Add(x, zero), x, x)
	holds(t, "x·1 = x", k.Mul(x, one), x, x)
	holds(t, "x·0 = 0", k.Mul(x, zero), zero, x)
	holds(t, "x-x = 0", k.Sub(x, x), zero, x)
	holds(t, "x+(-x) = 0", k.Add(x, k.Neg(x)), zero, x)
	holds(t, "x-y = x+(-y)", k.Sub(x, y), k.Add(x, k.Neg(y)), x, y)
	holds(t, "-(-x) = x", k.Neg(k.Neg(x)), x, x)
	holds(t, "x³ = x·x·x", ring.Power(k, x, 3), k.Mul(x, k.Mul(x, x)), x)
}

func (s *suite[E]) laws(t *testing.T) {
	r := rng(1)
	for range Rounds(rounds) {
		s.check(t, s.holds, s.draw(r), s.draw(r), s.draw(r))
	}
	k := s.k
	assert.NotEmpty(t, k.String())
	assert.Equal(t, ring.Yes, k.IsZero(k.Zero()))
	assert.NotEqual(t, ring.Yes, k.IsZero(k.One()), "0 ≠ 1")
	assert.NotEqual(t, ring.Yes, k.Equal(k.Zero(), k.One()), "0 ≠ 1")
	c := k.Characteristic()
	require.True(t, c.Sign() == 0 || c.ProbablyPrime(20), "characteristic %v", c)
	c.SetInt64(4)
	assert.NotZero(t, k.Characteristic().Cmp(c), "the characteristic is a new value each time")
	if k.Exact() {
		for range Rounds(rounds) {
			x, y := s.draw(r), s.draw(r)
			require.Equal(t, k.Equal(x, y), k.IsZero(k.Sub(x, y)), "x = y when x-y = 0: %q", s.texts([]E{x, y}))
			require.NotEqual(t, ring.Unknown, k.Equal(x, y), "an exact field knows")
		}
	}
}

// smallIntegers: FromInt is a homomorphism, and on its small values, which
// every field has exactly, all laws hold with the answer Yes.
func (s *suite[E]) smallIntegers(t *testing.T) {
	k := s.k
	yes := func(t *testing.T, law string, x, y E, of ...E) {
		t.Helper()
		if got := k.Equal(x, y); got != ring.Yes {
			require.Fail(t, "law broken on small integers", "%s in %v: %s against %s answers %v; elements %q",
				law, k, k.Format(x), k.Format(y), got, s.texts(of))
		}
	}
	p := k.Characteristic()
	for a := int64(-7); a <= 7; a++ {
		for b := int64(-7); b <= 7; b++ {
			x, y := k.FromInt(a), k.FromInt(b)
			s.check(t, yes, x, y, k.FromInt(a-b))
			yes(t, "integers add", k.Add(x, y), k.FromInt(a+b), x, y)
			yes(t, "integers multiply", k.Mul(x, y), k.FromInt(a*b), x, y)
			same := p.Sign() == 0 && a == b ||
				p.Sign() > 0 && new(big.Int).Mod(big.NewInt(a-b), p).Sign() == 0
			require.Equal(t, same, k.Equal(x, y) == ring.Yes, "%d and %d in %v", a, b, k)
		}
	}
	const least = -1 << 63
	s.holds(t, "the least int64", k.Neg(k.FromInt(least)), k.Add(k.FromInt(-(least+1)), k.One()))
}

func (s *suite[E]) division(t *testing.T) {
	k, r := s.k, rng(3)
	_, err := k.Inv(k.Zero())
	require.ErrorIs(t, err, ring.ErrDomain, "1/0")
	_, err = k.Inv(k.Sub(k.One(), k.One()))
	require.ErrorIs(t, err, ring.ErrDomain, "1/(1-1)")
	one, err := k.Inv(k.One())
	require.NoError(t, err)
	require.Equal(t, ring.Yes, k.Equal(one, k.One()), "1/1")
	for range Rounds(rounds) {
		x := s.draw(r)
		inv, err := k.Inv(x)
		if k.IsZero(x) == ring.Yes {
			require.ErrorIs(t, err, ring.ErrDomain)
			continue
		}
		if err != nil {
			require.False(t, k.Exact(), "1/%s: %v", k.Format(x), err)
			require.ErrorIs(t, err, ring.ErrUnable)
			continue
		}
		s.holds(t, "x·(1/x) = 1", k.Mul(x, inv), k.One(), x)
		if back, err := k.Inv(inv); err == nil || k.Exact() {
			require.NoError(t, err)
			s.holds(t, "1/(1/x) = x", back, x, x)
		}
	}
}

// text: what is printed is read back as the same element, also over inexact
// fields, and the same element prints the same text.
func (s *suite[E]) text(t *testing.T) {
	k, r := s.k, rng(4)
	for range Rounds(rounds) {
		x := s.draw(r)
		text := k.Format(x)
		y, err := k.Parse(text)
		require.NoError(t, err, "%v reads its own %q", k, text)
		require.Equal(t, ring.Yes, k.Equal(x, y), "%v prints %q and reads %q", k, text, k.Format(y))
		require.Equal(t, text, k.Format(y))
	}
	for _, text := range []string{"0", "1", "-1", "−1", "+1", " 1 "} {
		_, err := k.Parse(text)
		assert.NoError(t, err, "every field reads %q", text)
	}
	minus, err := k.Parse("−1")
	require.NoError(t, err)
	assert.Equal(t, ring.Yes, k.Equal(minus, k.Neg(k.One())), "U+2212 is a minus")
}

func (s *suite[E]) malformed(t *testing.T) {
	for _, text := range []string{"", " ", "-", "+", "--1", "1 1", "1/", "/1", "NaN", "Inf", "-Inf", "1_0", "(",
		")", "()", "1)", "\x00", "\xff"} {
		_, err := s.k.Parse(text)
		assert.Error(t, err, "%v reads %q", s.k, text)
	}
	_, err := s.k.Parse("1e1000000000")
	assert.Error(t, err, "an exponent that would take all memory")
	_, err = s.k.Parse("1/0")
	assert.Error(t, err)
}

// unchanged: no operation writes into its arguments.
func (s *suite[E]) unchanged(t *testing.T) {
	k, r := s.k, rng(5)
	for range Rounds(rounds) / 4 {
		x, y := s.draw(r), s.draw(r)
		tx, ty := k.Format(x), k.Format(y)
		k.Add(x, y)
		k.Sub(x, y)
		k.Mul(x, y)
		k.Neg(x)
		_, _ = k.Inv(x)
		k.Mul(x, x)
		ring.ConjOf(k)(x)
		require.Equal(t, tx, k.Format(x))
		require.Equal(t, ty, k.Format(y))
	}
}

// rows: the Vectorer against loops over single elements, at lengths around
// those at which an unrolled loop changes its step.
func (s *suite[E]) rows(t *testing.T) {
	k, v, r := s.k, ring.VectorerOf(s.k), rng(6)
	for n := range 20 {
		x, y, a := s.row(r, n), s.row(r, n), s.draw(r)
		dot := k.Zero()
		axpy, scaled := clone(y), clone(y)
		for i := range n {
			dot = k.Add(dot, k.Mul(x[i], y[i]))
			axpy[i] = k.Add(axpy[i], k.Mul(a, x[i]))
			scaled[i] = k.Mul(a, y[i])
		}
		s.holds(t, "dot", v.Dot(x, y), dot, append(clone(x), y...)...)
		before := s.texts(x)
		got := clone(y)
		v.Axpy(got, a, x)
		require.Equal(t, before, s.texts(x), "Axpy leaves x alone")
		s.holdRow(t, "axpy", got, axpy)
		got = clone(y)
		v.Scale(got, a)
		s.holdRow(t, "scale", got, scaled)
	}
	for _, n := range []int{2, 4} {
		assert.Panics(t, func() { v.Axpy(s.row(r, n), k.One(), s.row(r, 3)) }, "Axpy of different lengths")
		assert.Panics(t, func() { v.Dot(s.row(r, n), s.row(r, 3)) }, "Dot of different lengths")
	}
}

func (s *suite[E]) row(r *rand.Rand, n int) []E {
	x := make([]E, n)
	for i := range x {
		x[i] = s.draw(r)
	}
	return x
}

func (s *suite[E]) holdRow(t *testing.T, law string, got, want []E) {
	t.Helper()
	require.Len(t, got, len(want))
	for i := range got {
		s.holds(t, law, got[i], want[i])
	}
}

func clone[E any](x []E) []E { return append([]E(nil), x...) }

// conjugation is an involution that is compatible with sum and product.
func (s *suite[E]) conjugation(t *testing.T) {
	k, conj, r := s.k, ring.ConjOf(s.k), rng(7)
	for range Rounds(rounds) / 4 {
		x, y := s.draw(r), s.draw(r)
		s.holds(t, "conj conj x = x", conj(conj(x)), x, x)
		s.holds(t, "conj(x+y)", conj(k.Add(x, y)), k.Add(conj(x), conj(y)), x, y)
		s.holds(t, "conj(xy)", conj(k.Mul(x, y)), k.Mul(conj(x), conj(y)), x, y)
	}
	s.holds(t, "conj 1 = 1", conj(k.One()), k.One())
}

// order is total and, where exact, compatible with the operations.
func (s *suite[E]) order(t *testing.T) {
	k, r := s.k, rng(8)
	o, ok := k.(ring.Orderer[E])
	if !ok {
		t.Skip("not an ordered field")
	}
	assert.Equal(t, -1, o.Cmp(k.Zero(), k.One()), "0 < 1")
	for range Rounds(rounds) {
		x, y, z := s.draw(r), s.draw(r), s.draw(r)
		c := o.Cmp(x, y)
		require.Equal(t, -c, o.Cmp(y, x), "%q", s.texts([]E{x, y}))
		if c <= 0 && o.Cmp(y, z) <= 0 {
			require.LessOrEqual(t, o.Cmp(x, z), 0, "%q", s.texts([]E{x, y, z}))
		}
		require.GreaterOrEqual(t, o.Cmp(k.Mul(x, x), k.Zero()), 0, "x² ≥ 0: %q", s.texts([]E{x}))
		if k.Exact() {
			require.Equal(t, c, o.Cmp(k.Add(x, z), k.Add(y, z)), "%q", s.texts([]E{x, y, z}))
			require.Equal(t, c == 0, k.Equal(x, y) == ring.Yes)
		}
	}
}

// rationals: FromRat agrees with division in the field.
func (s *suite[E]) rationals(t *testing.T) {
	k := s.k
	for _, x := range []ring.Rat{{}, ring.NewRat(1, 2), ring.NewRat(-3, 4), ring.NewRat(22, 7), ring.NewRat(-5, 1)} {
		p, _, _ := x.Frac64()
		_, q, _ := x.Frac64()
		got, err := ring.FromRat(k, x)
		den, errDen := k.Inv(k.FromInt(q))
		if errDen != nil {
			require.ErrorIs(t, err, ring.ErrDomain, "%v in %v", x, k)
			continue
		}
		require.NoError(t, err, "%v in %v", x, k)
		s.holds(t, "p/q", got, k.Mul(k.FromInt(p), den))
	}
}

package groebner_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/border"
	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/poly/polytest"
	"github.com/kexplain/kexplain/ring"
	"github.com/kexplain/kexplain/ring/ringtest"
)

// Ideals of every kind have normal forms with one signature.
var _ = []interface {
	NormalForm(*poly.Polynomial[ring.Rat]) (*poly.Polynomial[ring.Rat], error)
}{(*border.Ideal[ring.Rat])(nil), (*groebner.Ideal[ring.Rat])(nil), (*groebner.Truncated[ring.Rat])(nil)}

func TestTruncated(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y", "z"})
	gens := read(t, R, "x^2 - y, x*y - z, 0")
	for d, want := range map[int]string{
		-1: "", 0: "", 1: "",
		2: "x*y - z, x^2 - y",
		// In degree 3 y·(x² - y) - x·(x·y - z) = x·z - y² appears, with its multiples.
		3: "x*z - y^2, x*y - z, x^2 - y, y^3 - z^2, x*z^2 - y^2*z, x*y*z - z^2, x*y^2 - y*z, x^2*z - y*z, x^2*y - y^2, x^3 - z",
	} {
		assert.Equal(t, want, text(truncated(t, gens, d).Basis()), "degree %d", d)
	}
	_, err := groebner.TruncatedOf(t.Context(), gens, 1<<20)
	require.ErrorIs(t, err, poly.ErrDegree)

	two := truncated(t, gens, 2)
	assert.Equal(t, "⟨x*y - z, x^2 - y⟩ up to degree 2", two.String())
	assert.True(t, two.Equal(truncated(t, read(t, R, "x^2 - y + x*y - z, 2*x*y - 2*z"), 2)))
	assert.False(t, two.Equal(truncated(t, read(t, R, "x^2 - y, x*y - z, x*z - y^2"), 2)))
	assert.False(t, two.Contains(read(t, R, "x^3 - z")[0]), "of higher degree")
	_, err = two.NormalForm(read(t, R, "x^3 - z")[0])
	require.ErrorIs(t, err, poly.ErrDegree)

	_, err = groebner.NewTruncated(poly.MustRing(ring.Float64, []string{"x"}), 2)
	require.ErrorIs(t, err, groebner.ErrInexact)
	lex := poly.MustRing(ring.Q, []string{"x"}, poly.WithOrder(poly.Lex))
	assert.Panics(t, func() { _, _ = groebner.NewTruncated(lex, 2) })
	S := poly.MustRing(ring.Q, []string{"x", "y", "z"})
	assert.Panics(t, func() { two.Contains(S.Zero()) })
}

// Buchberger's algorithm and the truncated ideal agree: on homogeneous generators
// in every degree, on a Gröbner basis in every degree, on any generators once the
// degree is that of the Gröbner basis and of the S-polynomials on the way to it.
func TestTruncatedAgainstBuchberger(t *testing.T) {
	small := func(rng *rand.Rand) ring.Rat { return ring.NewRat(int64(rng.IntN(9)-4), int64(1+rng.IntN(3))) }
	for _, o := range []poly.Order{poly.Deglex, poly.Degrevlex} {
		R := poly.MustRing(ring.Q, []string{"x", "y", "z"}, poly.WithOrder(o))
		rng := rand.New(rand.NewPCG(1, 12))
		for range ringtest.Rounds(20) {
			gens := make([]*poly.Polynomial[ring.Rat], 1+rng.IntN(3))
			for i := range gens {
				gens[i] = polytest.Draw(rng, R, 3, 2, small)
				if rng.IntN(2) == 0 {
					gens[i] = gens[i].Homogenize(2)
				}
			}
			ideal, err := groebner.NewIdeal(t.Context(), gens)
			require.NoError(t, err)
			homogeneous := true
			for _, g := range gens {
				homogeneous = homogeneous && g.IsHomogeneous()
			}
			for d := range 5 {
				mustAgree(t, rng, ideal, truncated(t, append(ideal.GroebnerBasis(), R.Zero()), d), true)
				mustAgree(t, rng, ideal, truncated(t, gens, d), homogeneous)
			}
		}
	}
}

// mustAgree holds a truncated ideal to the ideal: all its elements are in it, and
// where it is to be complete its leading monomials and normal forms are the same.
func mustAgree(t *testing.T, rng *rand.Rand, ideal *groebner.Ideal[ring.Rat], part *groebner.Truncated[ring.Rat], complete bool) {
	t.Helper()
	R := ideal.Ring()
	for _, f := range part.Basis() {
		in, err := ideal.Contains(f)
		require.NoError(t, err)
		require.True(t, in, "%v in %v", f, ideal)
		require.True(t, part.Contains(f))
	}
	if !complete {
		return
	}
	for _, m := range R.MonomialsUpTo(part.Degree()) {
		want := false
		for _, g := range ideal.GroebnerBasis() {
			want = want || R.Divides(g.LeadingMonomial(), m)
		}
		require.Equal(t, want, part.IsLeading(m), "%s of %v, %v", R.FormatMonomial(m), ideal, part)
	}
	if part.Degree() >= 1 {
		f := polytest.Draw(rng, R, 6, part.Degree(), func(rng *rand.Rand) ring.Rat { return ring.RatFromInt(int64(rng.IntN(9) - 4)) })
		want, err := ideal.NormalForm(f)
		require.NoError(t, err)
		got, err := part.NormalForm(f)
		require.NoError(t, err)
		require.True(t, want.Equal(got), "%v modulo %v: %v, %v", f, ideal, want, got)
		require.Equal(t, want.IsZero(), part.Contains(f))
	}
}

// For a Gröbner basis the dimensions are those of the affine Hilbert function.
func TestTruncatedAgainstHilbert(t *testing.T) {
	for _, c := range known {
		if !c.order.IsGraded() || c.elements == 0 {
			continue
		}
		basis, err := groebner.Basis(t.Context(), knownGens(t, c.vars, c.list, c.order))
		require.NoError(t, err)
		h, err := groebner.HilbertOf(t.Context(), basis)
		require.NoError(t, err)
		part := truncated(t, basis, 3)
		for d := range 4 {
			all := len(basis[0].Ring().MonomialsUpTo(d))
			require.Equal(t, big.NewInt(int64(all-part.Dim(d))), h.Affine(d), "%s, degree %d", c.name, d)
		}
	}
}

// Without variables the closure is Gaussian elimination.
func TestClosureIsElimination(t *testing.T) {
	k := ring.Q
	rng := rand.New(rand.NewPCG(1, 13))
	for range ringtest.Rounds(30) {
		rows := make([][]ring.Rat, 1+rng.IntN(5))
		c := groebner.NewClosure(k, 6, 0, nil)
		for i := range rows {
			rows[i] = make([]ring.Rat, 6)
			for j := range rows[i] {
				rows[i][j] = ring.RatFromInt(int64(rng.IntN(3) - 1))
			}
			require.NoError(t, c.Add(t.Context(), rows[i]))
			require.Equal(t, numeric.Rank(numeric.MatrixOf(k, rows[:i+1])), c.Dim(6))
		}
		sum := make([]ring.Rat, 6)
		for _, row := range rows {
			k.Axpy(sum, ring.RatFromInt(int64(rng.IntN(5)-2)), row)
		}
		require.Equal(t, -1, c.Reduce(sum))
	}
	c := groebner.NewClosure(k, 6, 0, nil)
	assert.Panics(t, func() { c.Reduce(make([]ring.Rat, 5)) })
}

// Package numerictest checks that the exact linear algebra of package numeric
// obeys its laws over a given field. One call tests a new field:
//
//	numerictest.Test(t, ring.Q, ringtest.Rat)
//
// and Test is a variant of ringtest.Test, to be named there beside the field.
// The matrices are drawn towards the corners: empty, of one row, of low rank,
// with equal rows and zero columns.
package numerictest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/ring"
	"github.com/kexplain/kexplain/ring/ringtest"
)

// matrices is how many matrices a field is tried on.
const matrices = 40

// Test checks the laws over the exact field k with entries drawn by gen, which
// should return zero now and then.
func Test[E any](t *testing.T, k ring.Field[E], gen ringtest.Gen[E]) {
	t.Helper()
	require.True(t, k.Exact(), "the laws hold over exact fields")
	s := suite[E]{k, gen}
	for seed := range uint64(ringtest.Rounds(matrices)) {
		t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, seed))
			a := s.matrix(rng)
			t.Logf("%v:\n%v", k, a)
			s.arithmetic(t, rng, a)
			s.echelon(t, rng, a)
			s.solve(t, rng, a)
			s.square(t, rng)
			s.subspaces(t, rng, a)
		})
	}
}

type suite[E any] struct {
	k   ring.Field[E]
	gen ringtest.Gen[E]
}

// random returns an r×c matrix of drawn entries.
func (s suite[E]) random(rng *rand.Rand, r, c int) *numeric.Matrix[E] {
	m := numeric.NewMatrix(s.k, r, c)
	for i := range r {
		for j := range c {
			m.Set(i, j, s.gen(rng))
		}
	}
	return m
}

// matrix returns a matrix of up to 6 rows and columns, often not of full rank.
func (s suite[E]) matrix(rng *rand.Rand) *numeric.Matrix[E] {
	r, c := rng.IntN(7), rng.IntN(7)
	switch rng.IntN(4) {
	case 0:
		return s.random(rng, r, c)
	case 1:
		k := rng.IntN(min(r, c) + 1)
		return s.random(rng, r, k).Mul(s.random(rng, k, c))
	case 2:
		m := s.random(rng, r, c)
		for i := 1; i < r; i++ { // rows repeat
			for j := range c {
				m.Set(i, j, m.At(i%2, j))
			}
		}
		return m
	}
	m := s.random(rng, r, c)
	for j := 0; j < c; j += 2 {
		for i := range r {
			m.Set(i, j, s.k.Zero())
		}
	}
	return m
}

func (s suite[E]) equal(t *testing.T, want, got *numeric.Matrix[E], law string) {
	t.Helper()
	require.Equal(t, ring.Yes, want.Equal(got), "%s:\n%v\nand\n%v", law, want, got)
}

func (s suite[E]) arithmetic(t *testing.T, rng *rand.Rand, a *numeric.Matrix[E]) {
	r, c := a.Dims()
	b, d := s.random(rng, r, c), s.random(rng, c, rng.IntN(4))
	s.equal(t, a, a.Add(b).Sub(b), "a + b − b = a")
	s.equal(t, a.Mul(d).Add(b.Mul(d)), a.Add(b).Mul(d), "(a + b) d = a d + b d")
	s.equal(t, a.Mul(d).T(), d.T().Mul(a.T()), "(a d)ᵀ = dᵀ aᵀ")
	s.equal(t, a, a.ConjT().ConjT(), "a** = a")
	s.equal(t, a, numeric.Identity(s.k, r).Mul(a).Mul(numeric.Identity(s.k, c)), "1 a 1 = a")
	two := s.k.FromInt(2)
	s.equal(t, a.Add(a), a.Scale(two), "a + a = 2 a")
	require.Equal(t, s.k, a.Field())
	if r > 0 {
		s.equal(t, a, numeric.MatrixOf(s.k, a.Rows()), "rows make the matrix")
	}
	before := a.Clone()
	clone := a.Clone()
	if r > 0 && c > 0 {
		clone.Set(0, 0, s.k.Add(clone.At(0, 0), s.k.One()))
		require.Equal(t, ring.No, clone.Equal(a))
	}
	s.equal(t, before, a, "a clone is independent")
}

func (s suite[E]) echelon(t *testing.T, rng *rand.Rand, a *numeric.Matrix[E]) {
	before := a.Clone()
	rows, cols := a.Dims()
	r, pivots := numeric.RREF(a)
	s.equal(t, before, a, "RREF leaves its argument alone")
	rank, rc := r.Dims()
	require.Equal(t, cols, rc)
	require.Len(t, pivots, rank)
	require.Equal(t, rank, numeric.Rank(a))
	require.Equal(t, rank, numeric.Rank(a.T()), "row rank = column rank")
	s.equal(t, numeric.Identity(s.k, rank), r.Columns(pivots), "unit vectors at the pivots")
	for i, p := range pivots {
		for j := range p {
			require.Equal(t, ring.Yes, s.k.IsZero(r.At(i, j)), "zeros left of the pivot")
		}
	}
	// a = a[:, pivots] r: each row is the combination its pivots say.
	s.equal(t, a, a.Columns(pivots).Mul(r), "a = a[:, pivots] RREF(a)")
	// Another spanning set of the same row space.
	mixed := a.Stack(s.random(rng, 3, rows).Mul(a))
	again, _ := numeric.RREF(mixed)
	s.equal(t, r, again, "RREF is canonical")
	s.equal(t, r, numeric.RowSpace(a), "RowSpace is RREF")

	null := numeric.NullSpace(a)
	nr, nc := null.Dims()
	require.Equal(t, cols, nc)
	require.Equal(t, cols-rank, nr, "rank and nullity")
	require.Equal(t, nr, numeric.Rank(null), "a basis of the null space")
	require.Equal(t, ring.Yes, a.Mul(null.T()).IsZero(), "a x = 0")
}

func (s suite[E]) solve(t *testing.T, rng *rand.Rand, a *numeric.Matrix[E]) {
	r, c := a.Dims()
	b := a.Mul(s.random(rng, c, 2))
	x, err := numeric.Solve(a, b)
	require.NoError(t, err)
	s.equal(t, b, a.Mul(x), "a x = b")
	if numeric.Rank(a) < r {
		// Some unit vector is outside the column space.
		missed := false
		for i := range r {
			e := numeric.NewMatrix(s.k, r, 1)
			e.Set(i, 0, s.k.One())
			if _, err := numeric.Solve(a, e); err != nil {
				require.ErrorIs(t, err, numeric.ErrNoSolution)
				missed = true
			}
		}
		require.True(t, missed)
	}
	p, err := numeric.PseudoInverse(a)
	if err != nil {
		require.ErrorIs(t, err, numeric.ErrSingular)
		require.NotZero(t, s.k.Characteristic().Sign(), "over Q and Q(i) it exists")
		return
	}
	s.equal(t, a, a.Mul(p).Mul(a), "a a⁺ a = a")
	s.equal(t, p, p.Mul(a).Mul(p), "a⁺ a a⁺ = a⁺")
	s.equal(t, a.Mul(p), a.Mul(p).ConjT(), "a a⁺ is Hermitian")
	s.equal(t, p.Mul(a), p.Mul(a).ConjT(), "a⁺ a is Hermitian")
}

func (s suite[E]) square(t *testing.T, rng *rand.Rand) {
	n := rng.IntN(5)
	a, b := s.random(rng, n, n), s.random(rng, n, n)
	da, db := numeric.Det(a), numeric.Det(b)
	require.Equal(t, ring.Yes, s.k.Equal(s.k.Mul(da, db), numeric.Det(a.Mul(b))), "det(ab) = det a det b")
	require.Equal(t, ring.Yes, s.k.Equal(da, numeric.Det(a.T())), "det aᵀ = det a")
	require.Equal(t, ring.Yes, s.k.Equal(s.leibniz(a), da), "Laplace expansion")
	inv, err := numeric.Inverse(a)
	if s.k.IsZero(da) == ring.Yes {
		require.ErrorIs(t, err, numeric.ErrSingular)
		require.ErrorIs(t, err, ring.ErrDomain)
		return
	}
	require.NoError(t, err)
	s.equal(t, numeric.Identity(s.k, n), a.Mul(inv), "a a⁻¹ = 1")
}

// leibniz returns the determinant by expansion along the first row.
func (s suite[E]) leibniz(a *numeric.Matrix[E]) E {
	n, _ := a.Dims()
	if n == 0 {
		return s.k.One()
	}
	sum := s.k.Zero()
	for j := range n {
		minor := numeric.NewMatrix(s.k, n-1, n-1)
		for i := 1; i < n; i++ {
			for l, c := 0, 0; l < n; l++ {
				if l != j {
					minor.Set(i-1, c, a.At(i, l))
					c++
				}
			}
		}
		x := s.k.Mul(a.At(0, j), s.leibniz(minor))
		if j%2 == 1 {
			x = s.k.Neg(x)
		}
		sum = s.k.Add(sum, x)
	}
	return sum
}

func (s suite[E]) subspaces(t *testing.T, rng *rand.Rand, a *numeric.Matrix[E]) {
	rows, cols := a.Dims()
	u := numeric.NewSubspace(a)
	v := numeric.NewSubspace(s.random(rng, rng.IntN(3), cols).Stack(s.random(rng, rng.IntN(2), rows).Mul(a)))
	for i := range rows {
		require.True(t, u.Contains(a.Row(i)))
		require.True(t, numeric.Contains(a, a.Row(i)))
	}
	require.Equal(t, cols, u.Ambient())
	sum, meet := u.Sum(v), u.Intersect(v)
	require.Equal(t, u.Dim()+v.Dim(), sum.Dim()+meet.Dim(), "dimension formula")
	require.True(t, sum.Includes(u) && sum.Includes(v))
	require.True(t, u.Includes(meet) && v.Includes(meet))
	require.True(t, u.Annihilator().Annihilator().Equal(u))
	require.Equal(t, u.Includes(v), u.Sum(v).Equal(u))
	x := s.random(rng, 1, cols).Row(0)
	rest := u.Reduce(x)
	require.Equal(t, u.Contains(x), allZero(s.k, rest))
	for _, p := range u.Pivots() {
		require.Equal(t, ring.Yes, s.k.IsZero(rest[p]))
	}
}

func allZero[E any](k ring.Field[E], v []E) bool {
	for _, x := range v {
		if k.IsZero(x) != ring.Yes {
			return false
		}
	}
	return true
}

package known

import (
	"context"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/internal/judge"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

func TestResidue(t *testing.T) {
	p := big.NewInt(1<<60 - 93)
	require.True(t, p.ProbablyPrime(20))
	tab, err := moment.NewMonomials(1, 2)
	require.NoError(t, err)
	k := New(tab, 1)
	values := []float64{0, 1, -1, 2, 0.5, -0.75, 1e-3, math.Pi, 1 << 60, -(1 << 62), 1e300, 1e-300, math.SmallestNonzeroFloat64, math.MaxFloat64}
	rng := explaintest.Source(110)
	for range 200 {
		values = append(values, rng.NormFloat64()*math.Exp(20*rng.NormFloat64()))
	}
	for _, x := range values {
		r := new(big.Rat)
		require.NotNil(t, r.SetFloat64(x))
		want := new(big.Int).ModInverse(r.Denom(), p)
		want.Mul(want, r.Num()).Mod(want, p)
		assert.Equal(t, want.Uint64(), k.residue(x), "%v", x)
	}
}

// ideals are generators with the degree up to which what follows is known.
var ideals = []struct {
	name   string
	vars   []string
	gens   []string
	degree int
}{
	{"one equation", []string{"x", "y"}, []string{"x^2 + y^2 - 25"}, 4},
	{"an equation of the full degree", []string{"x", "y"}, []string{"x^3 - 2*y^2 + 7"}, 3},
	{"twisted cubic, minimal", []string{"x", "y", "z"}, []string{"x^2 - y", "x*y - z"}, 3},
	{"linear and quadratic", []string{"a", "b", "c"}, []string{"a + 2*b - 3*c", "a*b - c^2 + 1"}, 3},
	{"the second first", []string{"a", "b", "c"}, []string{"a*b - c^2 + 1", "a + 2*b - 3*c"}, 3},
	{"a repeated equation", []string{"x", "y"}, []string{"x - y", "3*x - 3*y"}, 2},
	{"points", []string{"x", "y"}, []string{"x^2 - 1", "y^2 - 4", "x*y - 2"}, 4},
}

// What is known against a Gröbner basis: the leading monomials are those of the
// ideal where generators of low degree suffice, and the multiples up to degree
// D are in it.
func TestKnownAgainstIdeal(t *testing.T) {
	for _, tt := range ideals {
		t.Run(tt.name, func(t *testing.T) {
			R := explaintest.RingOf(t, tt.vars...)
			tab, err := moment.NewMonomials(len(tt.vars), 2*tt.degree)
			require.NoError(t, err)
			k := New(tab, tt.degree)
			var gens []*poly.Polynomial[ring.Rat]
			for _, g := range tt.gens {
				f := explaintest.Parse(t, R, g)
				gens = append(gens, f)
				idx, c := explaintest.Places(tab, f)
				k.Add(idx, c)
				assert.True(t, k.Follows(idx, c))
				assert.True(t, k.Dependent(idx))
			}
			basis, err := groebner.Basis(context.Background(), gens)
			require.NoError(t, err)
			part := numeric.NewSubspace(judge.Part(R, basis, tt.degree))
			assert.Equal(t, part.Dim(), k.DimensionBelow(tab.Len(tt.degree)), "the dimension of the part of degree ≤ %d of the ideal", tt.degree)
			for i, m := range R.MonomialsUpTo(tt.degree) {
				e := make([]uint8, len(tt.vars))
				for j, v := range R.Exponents(m) {
					e[j] = uint8(v)
				}
				at := tab.Position(e)
				lead := false
				for _, b := range basis {
					lead = lead || R.Divides(b.LeadingMonomial(), m)
				}
				assert.Equal(t, !lead, k.Standard(at), "monomial %d, %s", i, R.FormatMonomial(m))
			}
			for d := 1; d <= tt.degree; d++ {
				n := tab.Len(d)
				assert.Len(t, k.StandardBelow(n), n-k.DimensionBelow(n))
			}
			// Random elements of the ideal follow, others do not.
			rng := explaintest.Source(111)
			ms := R.MonomialsUpTo(tt.degree)
			for range 20 {
				f := R.Zero()
				for _, g := range basis {
					for range 2 {
						m := ms[rng.IntN(len(ms))]
						if m.Degree()+g.Degree() <= tt.degree {
							h, err := g.MulTerm(m, ring.RatFromInt(rng.Int64N(19)-9))
							require.NoError(t, err)
							f = f.Add(h)
						}
					}
				}
				if !f.IsZero() {
					idx, c := explaintest.Places(tab, f)
					assert.True(t, k.Follows(idx, c), "%v", f)
					assert.True(t, k.Dependent(idx), "%v", f)
				}
				f = f.Add(R.Term(ring.RatFromInt(1), ms[rng.IntN(len(ms))]))
				if !f.IsZero() {
					idx, c := explaintest.Places(tab, f)
					in, err := groebner.Member(f, basis)
					require.NoError(t, err)
					assert.Equal(t, in, k.Follows(idx, c), "%v", f)
				}
			}
		})
	}
}

// A support is stale where some combination of its monomials is in the ideal,
// by elimination over Q.
func TestDependentAgainstElimination(t *testing.T) {
	for _, tt := range ideals {
		t.Run(tt.name, func(t *testing.T) {
			R := explaintest.RingOf(t, tt.vars...)
			tab, err := moment.NewMonomials(len(tt.vars), 2*tt.degree)
			require.NoError(t, err)
			k := New(tab, tt.degree)
			assert.False(t, k.Dependent(numeric.FirstInts(tab.Len(tt.degree))), "nothing is known yet")
			var gens []*poly.Polynomial[ring.Rat]
			for _, g := range tt.gens {
				gens = append(gens, explaintest.Parse(t, R, g))
				idx, c := explaintest.Places(tab, gens[len(gens)-1])
				k.Add(idx, c)
			}
			basis, err := groebner.Basis(context.Background(), gens)
			require.NoError(t, err)
			ms := R.MonomialsUpTo(tt.degree)
			part := numeric.NewSubspace(judge.Part(R, basis, tt.degree))
			place := make([]int, len(ms)) // in the table
			for i, m := range ms {
				e := make([]uint8, len(tt.vars))
				for j, v := range R.Exponents(m) {
					e[j] = uint8(v)
				}
				place[i] = tab.Position(e)
			}
			rng := explaintest.Source(112)
			for range 60 {
				size := 1 + rng.IntN(min(6, len(ms)))
				chosen := rng.Perm(len(ms))[:size]
				idx := make([]int, size)
				rows := make([][]ring.Rat, size)
				for i, c := range chosen {
					idx[i] = place[c]
					rows[i] = make([]ring.Rat, len(ms))
					rows[i][c] = ring.RatFromInt(1)
				}
				span := numeric.NewSubspace(numeric.MatrixOf(ring.Q, rows))
				want := part.Sum(span).Dim() < part.Dim()+size
				assert.Equal(t, want, k.Dependent(idx), "%v", idx)
			}
		})
	}
}

// What is trivial follows, and laws have all monomials all the same.
// Modulo a plane the monomials in any two of the columns are a basis; those wanted come first.
func TestBasisBelow(t *testing.T) {
	R := explaintest.RingOf(t, "x", "y", "z")
	tab, err := moment.NewMonomials(3, 6)
	require.NoError(t, err)
	k := New(tab, 3)
	n := tab.Len(3)
	assert.Equal(t, numeric.FirstInts(n), k.BasisBelow(n, func(int) bool { return false }), "nothing is known yet")
	k.Add(explaintest.Places(tab, explaintest.Parse(t, R, "x + y + z - 1")))
	for without := range 3 {
		in := func(a int) bool { return tab.Exponents(a)[without] == 0 }
		basis := k.BasisBelow(n, in)
		assert.Len(t, basis, 10)
		for _, a := range basis {
			assert.True(t, in(a), "%v", tab.Exponents(a))
		}
		assert.False(t, k.Dependent(basis))
		assert.True(t, slices.IsSorted(basis))
	}
	onlyZ := k.BasisBelow(tab.Len(1), func(a int) bool { e := tab.Exponents(a); return e[0] == 0 && e[1] == 0 })
	assert.Len(t, onlyZ, 3, "z, and one column more")
	assert.Contains(t, onlyZ, tab.Position([]uint8{0, 0, 1}))
}

// An equation that follows is on a circuit; with further terms it is dependent only.
func TestCircuit(t *testing.T) {
	R := explaintest.RingOf(t, "x", "y", "z")
	tab, err := moment.NewMonomials(3, 6)
	require.NoError(t, err)
	k := New(tab, 3)
	k.Add(explaintest.Places(tab, explaintest.Parse(t, R, "x^2 - y")))
	for text, want := range map[string]bool{
		"x^2 - y": true, "x^3 - x*y": true, "x^2 - y - z": false, "x^2 - y - x^3 + x*y": false, "x^2 - z": false,
	} {
		idx, _ := explaintest.Places(tab, explaintest.Parse(t, R, text))
		assert.Equal(t, want, k.Circuit(idx), text)
	}
}

// TestWith: a further equation, whose leading monomial x is in the rows of the others, leaves the ideal as it was.
func TestWith(t *testing.T) {
	R := explaintest.RingOf(t, "x", "y", "z")
	tab, err := moment.NewMonomials(3, 6)
	require.NoError(t, err)
	places := func(text string) ([]int, []float64) { return explaintest.Places(tab, explaintest.Parse(t, R, text)) }
	k := New(tab, 3)
	k.Add(places("x^2 - y"))
	k.Add(places("z - x"))
	before := k.DimensionBelow(tab.Len(3))
	idx, c := places("x - 2")
	more, both := k.With(idx, c), New(tab, 3)
	for _, text := range []string{"x^2 - y", "z - x", "x - 2"} {
		both.Add(places(text))
	}
	for _, text := range []string{"y - 4", "z - 2", "x*z - y"} {
		idx, c := places(text)
		assert.True(t, more.Follows(idx, c), text)
		assert.Equal(t, text == "x*z - y", k.Follows(idx, c), text)
	}
	assert.Equal(t, before, k.DimensionBelow(tab.Len(3)))
	assert.Equal(t, both.StandardBelow(tab.Len(3)), more.StandardBelow(tab.Len(3)))
}

func TestAddTrivial(t *testing.T) {
	R := explaintest.RingOf(t, "x", "y")
	tab, err := moment.NewMonomials(2, 8)
	require.NoError(t, err)
	k := NewEquations(tab, 4)
	assert.Same(t, k.UpTo(3), k.LawsUpTo(3), "nothing is trivial yet")
	k.AddTrivial(explaintest.Places(tab, explaintest.Parse(t, R, "x^2 - 5*x + 6")))
	k.Add(explaintest.Places(tab, explaintest.Parse(t, R, "y^2 - x")))
	square := func(v int) int { e := []uint8{0, 0}; e[v] = 2; return tab.Position(e) }
	assert.False(t, k.UpTo(3).Standard(square(0)))
	assert.True(t, k.LawsUpTo(3).Standard(square(0)))
	assert.False(t, k.LawsUpTo(3).Standard(square(1)), "a law")
	idx, c := explaintest.Places(tab, explaintest.Parse(t, R, "y^4 - 5*x + 6"))
	assert.True(t, k.All().Follows(idx, c))
	assert.False(t, k.LawsUpTo(4).Follows(idx, c))
}

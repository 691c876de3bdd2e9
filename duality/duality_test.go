package duality_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/duality"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// world is a field with a way to draw small elements, corners first.
type world[E any] struct {
	field ring.Field[E]
	draw  func(*rand.Rand) E
}

var rationals = world[ring.Rat]{ring.Q, func(rng *rand.Rand) ring.Rat {
	return ring.NewRat(int64(rng.IntN(7)-3), int64(1+rng.IntN(2)))
}}

var gaussians = world[ring.Gaussian]{ring.Qi, func(rng *rand.Rand) ring.Gaussian {
	return ring.NewGaussian(rationals.draw(rng), ring.RatFromInt(int64(rng.IntN(3)-1)))
}}

func (w world[E]) points(rng *rand.Rand, count, n int) [][]E {
	P := make([][]E, count)
	for i := range P {
		P[i] = make([]E, n)
		for j := range P[i] {
			P[i][j] = w.draw(rng)
		}
		if i > 0 && rng.IntN(5) == 0 {
			P[i] = P[i-1]
		}
	}
	return P
}

// spaces calls f for kernels of both kinds in a few sizes.
func (w world[E]) spaces(t *testing.T, f func(t *testing.T, s *duality.Space[E], n int, rng *rand.Rand)) {
	rng := rand.New(rand.NewPCG(1, 4))
	for n := 1; n <= 3; n++ {
		R, err := poly.NewRing(w.field, []string{"x", "y", "z"}[:n])
		require.NoError(t, err)
		for d := 0; d <= 4-n; d++ {
			for _, theta := range []ring.Rat{{}, ring.NewRat(1, 2), ring.NewRat(3, 1)} {
				for _, homogeneous := range []bool{false, true} {
					k := feature.Polynomial{Degree: d, Theta: theta, Homogeneous: homogeneous}
					s, err := duality.NewSpace(R, k)
					require.NoError(t, err)
					t.Run(fmt.Sprintf("%v/n=%d", k, n), func(t *testing.T) { f(t, s, n, rng) })
				}
			}
		}
	}
}

func TestSpace(t *testing.T) {
	t.Run("Q", func(t *testing.T) { rationals.spaces(t, rationals.testSpace) })
	t.Run("Qi", func(t *testing.T) { gaussians.spaces(t, gaussians.testSpace) })
}

// testSpace holds expansions, polynomials, features and values together.
func (w world[E]) testSpace(t *testing.T, s *duality.Space[E], n int, rng *rand.Rand) {
	equal := func(x, y E, text string) { assert.Equal(t, w.field.Format(x), w.field.Format(y), text) }
	Z := w.points(rng, 1+rng.IntN(5), n)
	c := w.points(rng, 1, len(Z))[0]
	x := w.points(rng, 1, n)[0]
	F := s.Expand(c, Z)
	kernelRow := s.KernelMatrix([][]E{x}, Z).MulVec(c)
	equal(kernelRow[0], F.Eval(x), "value of an expansion")

	sum := s.Ring().Zero()
	for j, z := range Z {
		sum = sum.Add(s.Section(z).Scale(c[j]))
	}
	assert.True(t, sum.Equal(F), "expansion as a sum of sections")

	value, err := s.Inner(F, s.Section(x))
	require.NoError(t, err)
	equal(value, F.Eval(x), "reproducing property")
	equal(s.FeatureProduct(s.Feature(x), s.Feature(Z[0])), s.Eval(x, Z[0]), "feature map")

	form, err := s.Phi(F)
	require.NoError(t, err)
	paired := w.field.Zero()
	for i, v := range s.Feature(x) {
		paired = w.field.Add(paired, w.field.Mul(form[i], v))
	}
	equal(paired, F.Eval(x), "φ(f) at Φ(x)")
	for i, m := range s.Monomials() {
		weight, err := ring.FromRat(w.field, s.Kernel().Weight(s.Ring().Exponents(m)))
		require.NoError(t, err)
		equal(weight, s.Weight(i), "γ²")
	}
	assert.True(t, s.Expand(nil, nil).IsZero(), "the empty expansion")
	assert.Panics(t, func() { s.Eval(x, append(slices.Clone(x), x...)) })
	zero := w.points(rng, 1, n)[0]
	v, err := s.Vector(F.Sub(s.Ring().Const(F.Eval(zero))))
	if err == nil {
		assert.True(t, s.Vanishes(v, [][]E{zero}))
	}
	if w.field.IsZero(F.Eval(x)) != ring.Yes {
		v, err := s.Vector(F)
		require.NoError(t, err)
		assert.False(t, s.Vanishes(v, [][]E{x}))
	}

	u, err := s.Psi(F)
	require.NoError(t, err)
	assert.True(t, s.PsiInverse(u).Equal(F), "ψ and back")
	norm, err := s.Inner(F, F)
	require.NoError(t, err)
	equal(s.FeatureProduct(u, u), norm, "ψ is an isometry")

	back, err := s.Coefficients(F, Z)
	require.NoError(t, err)
	assert.True(t, s.Expand(back, Z).Equal(F), "coefficients and back")
	for _, v := range s.Redundant(Z).Rows() {
		assert.True(t, s.Expand(v, Z).IsZero(), "a redundant expansion is 0")
	}
}

func TestIdeals(t *testing.T) {
	t.Run("Q", func(t *testing.T) { rationals.spaces(t, rationals.testIdeals) })
	t.Run("Qi", func(t *testing.T) { gaussians.spaces(t, gaussians.testIdeals) })
}

// testIdeals holds ideals, interpolation spaces and what kernels find together.
func (w world[E]) testIdeals(t *testing.T, s *duality.Space[E], n int, rng *rand.Rand) {
	X, Z := w.points(rng, 1+rng.IntN(4), n), w.points(rng, s.Dim()+2, n)
	I, K := s.VanishingIdeal(X), s.Interpolation(X)
	assert.True(t, I.Equal(K.Complement()), "I = K^⊥")
	assert.True(t, K.Equal(I.Complement()), "K = I^⊥")
	assert.Equal(t, s.FeatureRank(X), K.Dim())
	assert.True(t, I.Sum(K).Equal(s.Whole()))
	assert.Zero(t, I.Meet(K).Dim())
	for _, f := range I.Basis() {
		v, err := s.Vector(f)
		require.NoError(t, err)
		assert.True(t, s.Vanishes(v, X) && I.Contains(f))
	}
	assert.True(t, s.Found(X, Z).Equal(I.Meet(s.Interpolation(Z))))
	assert.Equal(t, s.Spans(Z, X), s.Interpolation(Z).Includes(K))
	f := s.Polynomial(w.points(rng, 1, s.Dim())[0])
	p, err := K.Project(f)
	require.NoError(t, err)
	assert.True(t, K.Contains(p) && I.Contains(f.Sub(p)), "projection")

	N, err := s.NewGenerators(X)
	require.NoError(t, err)
	kernelN, err := s.KernelNewGenerators(X, Z)
	if s.FeatureRank(Z) < s.Dim() {
		require.ErrorIs(t, err, duality.ErrNotSpanning)
		return
	}
	require.NoError(t, err)
	assert.True(t, N.Equal(kernelN), "new generators with and without monomials")
}

// TestTwistedCubic has three new generators in degree 2 and none in degree 3.
func TestTwistedCubic(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y", "z"})
	var X [][]ring.Rat
	for i := int64(-4); i <= 4; i++ {
		X = append(X, []ring.Rat{ring.RatFromInt(i), ring.RatFromInt(i * i), ring.RatFromInt(i * i * i)})
	}
	for d, want := range []int{0, 0, 3} {
		s, err := duality.NewSpace(R, feature.Polynomial{Degree: d})
		require.NoError(t, err)
		N, err := s.NewGenerators(X)
		require.NoError(t, err)
		assert.Equal(t, want, N.Dim(), "degree %d", d)
	}
}

func TestErrors(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x"}, poly.WithMaxDegree(3))
	_, err := duality.NewSpace(R, feature.Polynomial{Degree: 4})
	require.ErrorIs(t, err, duality.ErrDegree)
	_, err = duality.NewSpace(R, feature.Polynomial{Degree: 1, Theta: ring.NewRat(-1, 2)})
	require.ErrorIs(t, err, feature.ErrParameter)
	_, err = duality.NewSpace(poly.MustRing(ring.Float64, []string{"x"}), feature.Polynomial{Degree: 1})
	require.ErrorIs(t, err, duality.ErrInexact)
	z2, err := ring.NewZp(2)
	require.NoError(t, err)
	_, err = duality.NewSpace(poly.MustRing(z2, []string{"x"}), feature.Polynomial{Degree: 1, Theta: ring.NewRat(1, 2)})
	require.ErrorIs(t, err, ring.ErrDomain)

	s, err := duality.NewSpace(R, feature.Polynomial{Degree: 1})
	require.NoError(t, err)
	square, err := R.Parse("x^2")
	require.NoError(t, err)
	_, err = s.Vector(square)
	require.ErrorIs(t, err, duality.ErrDegree)
	_, err = s.Inner(square, R.One())
	require.ErrorIs(t, err, duality.ErrDegree)
	_, err = s.Inner(R.One(), square)
	require.ErrorIs(t, err, duality.ErrDegree)
	assert.False(t, s.Whole().Contains(square))
	other, err := duality.NewSpace(R, feature.Polynomial{Degree: 1})
	require.NoError(t, err)
	for _, f := range []func(w, v *duality.Subspace[ring.Rat]){
		func(w, v *duality.Subspace[ring.Rat]) { w.Equal(v) }, func(w, v *duality.Subspace[ring.Rat]) { w.Includes(v) },
		func(w, v *duality.Subspace[ring.Rat]) { w.Sum(v) }, func(w, v *duality.Subspace[ring.Rat]) { w.Meet(v) },
	} {
		assert.PanicsWithValue(t, "duality: subspaces of two spaces", func() { f(s.Whole(), other.Whole()) })
	}
	assert.Panics(t, func() { s.Expand([]ring.Rat{{}}, nil) })
	assert.Panics(t, func() { s.Rows(numeric.NewMatrix(ring.Q, 1, 5)) })
	assert.Panics(t, func() { s.Whole().TimesLinear(other) })
	for _, v := range [][]ring.Rat{make([]ring.Rat, 1), make([]ring.Rat, 3)} {
		want := fmt.Sprintf("duality: %d coordinates in a space of dimension 2", len(v))
		assert.PanicsWithValue(t, want, func() { s.PsiInverse(v) })
		assert.PanicsWithValue(t, want, func() { s.Polynomial(v) })
		assert.PanicsWithValue(t, want, func() { s.FeatureProduct(v, make([]ring.Rat, 2)) })
		assert.PanicsWithValue(t, want, func() { s.FeatureProduct(make([]ring.Rat, 2), v) })
		assert.PanicsWithValue(t, want, func() { s.InnerVector(v, make([]ring.Rat, 2)) })
		assert.PanicsWithValue(t, want, func() { s.InnerVector(make([]ring.Rat, 2), v) })
	}
}

// Over Z/3 the weight 3 of x in (3xy + 1)¹ is 0: expansions are there, a product is not.
func TestZeroWeights(t *testing.T) {
	z3, err := ring.NewZp(3)
	require.NoError(t, err)
	R := poly.MustRing(z3, []string{"x"})
	s, err := duality.NewSpace(R, feature.Polynomial{Degree: 1, Theta: ring.RatFromInt(3)})
	require.NoError(t, err)
	two := z3.FromInt(2)
	assert.True(t, s.Section([]uint64{two}).Equal(R.One()))
	assert.PanicsWithValue(t, "duality: a weight is zero, so there is no φ-product", func() { _, _ = s.Inner(R.One(), R.One()) })
	assert.PanicsWithValue(t, "duality: a weight is zero, so there is no φ-product", func() { s.Whole().Complement() })
	assert.PanicsWithValue(t, "duality: a weight is zero, so there is no φ-product", func() { _, _ = s.Psi(R.One()) })
}

// The multiples of the form x by forms of degree 1 are those of x² and xy; x itself is no form of degree 2.
func TestTimesLinearForms(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	lines, err := duality.NewSpace(R, feature.Polynomial{Degree: 1, Homogeneous: true})
	require.NoError(t, err)
	conics, err := duality.NewSpace(R, feature.Polynomial{Degree: 2, Homogeneous: true})
	require.NoError(t, err)
	var w *duality.Subspace[ring.Rat]
	for _, row := range []struct {
		line            string
		inside, outside []string
	}{{"x", []string{"x^2", "x*y - 3*x^2"}, []string{"y^2"}}, {"y", []string{"y^2", "x*y"}, []string{"x^2"}}} {
		f, err := R.Parse(row.line)
		require.NoError(t, err)
		w, err = lines.Span(f)
		require.NoError(t, err)
		m := w.TimesLinear(conics)
		assert.Equal(t, 2, m.Dim())
		for inside, list := range map[bool][]string{true: row.inside, false: row.outside} {
			for _, text := range list {
				f, err := R.Parse(text)
				require.NoError(t, err)
				assert.Equal(t, inside, m.Contains(f), text)
			}
		}
	}
	affine, err := duality.NewSpace(R, feature.Polynomial{Degree: 2})
	require.NoError(t, err)
	assert.Panics(t, func() { w.TimesLinear(affine) })
}

// TestWrongWeights breaks the reproducing property on purpose.
func TestWrongWeights(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x"})
	half := ring.NewRat(1, 2)
	k := feature.Polynomial{Degree: 1, Theta: half}
	s, err := duality.NewWeightedSpace(R, k, half, func([]int) ring.Rat { return half })
	require.NoError(t, err)
	p := []ring.Rat{ring.Q.One()}
	assert.NotEqual(t, s.Eval(p, p), s.FeatureProduct(s.Feature(p), s.Feature(p)))
}

// TestRefusals: a polynomial beyond the degree, a field without a weight, points that are lacking.
func TestRefusals(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x"})
	s, err := duality.NewSpace(R, feature.Polynomial{Degree: 1})
	require.NoError(t, err)
	square, err := R.Parse("x^2")
	require.NoError(t, err)
	zero, one := []ring.Rat{{}}, []ring.Rat{ring.RatFromInt(1)}
	for name, f := range map[string]func() error{
		"span":         func() error { _, err := s.Span(R.One(), square); return err },
		"coefficients": func() error { _, err := s.Coefficients(square, [][]ring.Rat{zero}); return err },
		"projection":   func() error { _, err := s.Whole().Project(square); return err },
		"psi":          func() error { _, err := s.Psi(square); return err },
		"phi":          func() error { _, err := s.Phi(square); return err },
	} {
		assert.ErrorIs(t, f(), duality.ErrDegree, name)
	}
	assert.Same(t, s, s.Whole().Space())
	_, err = s.KernelNewGenerators([][]ring.Rat{zero}, [][]ring.Rat{one})
	assert.ErrorIs(t, err, duality.ErrNotSpanning)
	_, err = s.At(-1)
	assert.Error(t, err)

	// Over Z/2 a weight 1/2 has no value; a weight of 0 has no inverse, and then K_ZZ may have no
	// pseudo-inverse either.
	z2, err := ring.NewZp(2)
	require.NoError(t, err)
	_, err = duality.NewWeightedSpace(poly.MustRing(z2, []string{"x"}), feature.Polynomial{Degree: 1}, ring.RatFromInt(1), func([]int) ring.Rat { return ring.NewRat(1, 2) })
	assert.ErrorIs(t, err, ring.ErrDomain)
	// k(1,1) = 1 + 1 = 0 over Z/2, so ⟨x+1, x+1⟩_φ = 0: nothing projects on x + 1.
	F := poly.MustRing(z2, []string{"x"})
	w, err := duality.NewSpace(F, feature.Polynomial{Degree: 1})
	require.NoError(t, err)
	f := F.Var(0).Add(F.One())
	span, err := w.Span(f)
	require.NoError(t, err)
	_, err = span.Project(F.One())
	assert.ErrorContains(t, err, "duality: φ-projection: ")
	_, err = w.Coefficients(f, [][]uint64{{1}, {1}, {0}})
	assert.ErrorContains(t, err, "duality: K_ZZ: ")
}

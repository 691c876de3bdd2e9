package groebner_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/poly/polytest"
	"github.com/kexplain/kexplain/ring"
	"github.com/kexplain/kexplain/ring/ringtest"
)

func TestNormalForm(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y"}, poly.WithOrder(poly.Lex))
	basis, err := groebner.Basis(t.Context(), read(t, R, "x^2 + y^2 = 1, x*y = 1"))
	require.NoError(t, err)
	for in, want := range map[string]string{
		"x": "-y^3 + y", "x*y": "1", "y^4": "y^2 - 1", "x^2 + y^2": "1", "7": "7", "x^10": "y^2",
	} {
		f := read(t, R, in)[0]
		r, err := groebner.NormalForm(f, basis)
		require.NoError(t, err)
		assert.Equal(t, want, r.String(), in)
	}
}

func TestIrredundant(t *testing.T) {
	for _, c := range []struct{ why, vars, gens, want string }{
		{"a multiple goes", "x y", "x, x*y + x", "x"},
		{"of equally large ones the last goes", "x y", "x + y, x - y, y", "x + y, y"},
		{"the long one of a degree goes", "x y", "x + y + 1, x - 1, y + 2", "x - 1, y + 2"},
		{"all stay", "x y z w", "x*z - y^2, y*w - z^2, x*w - y*z", "-y^2 + x*z, -z^2 + y*w, x*w - y*z"},
		{"third equation of the twisted cubic", "x y z", "x^2 - y, x*y - z, x*z - y^2", "x^2 - y, x*y - z"},
		{"the last of equals goes", "x", "x - 1, 2*x - 2", "x - 1"},
		{"zeros go", "x", "0, x, 0", "x"},
		{"only zeros", "x", "0, 0", ""},
		{"everything", "x", "x, x - 1, x^2", "x, x - 1"},
	} {
		R := poly.MustRing(ring.Q, strings.Fields(c.vars))
		got, err := groebner.Irredundant(t.Context(), read(t, R, c.gens))
		require.NoError(t, err)
		want := ""
		if c.want != "" {
			want = text(read(t, R, c.want))
		}
		assert.Equal(t, want, text(got), c.why)
	}
}

func TestMinimalGenerators(t *testing.T) {
	for _, c := range []struct{ why, vars, gens, want string }{
		// x·z - y² is y·(x² - y) - x·(x·y - z), of degree 3: in degree 2 it is new.
		{"three quadrics of the twisted cubic", "x y z", "x*z - y^2, x^2 - y, x*y - z", "x^2 - y, x*y - z, x*z - y^2"},
		{"but not the cubic", "x y z", "x^3 - z, x^2 - y, x*y - z", "x^2 - y, x*y - z"},
		{"homogeneous", "x y z w", "x*z - y^2, y*w - z^2, x*w - y*z, x*y*w - y^2*z, x^2*z^2 - y^4", "x*z - y^2, y*w - z^2, x*w - y*z"},
		{"zero", "x", "0", ""},
		{"a variable called h", "h x", "h*x - 1, h^2*x - h", "h*x - 1"},
	} {
		R := poly.MustRing(ring.Q, strings.Fields(c.vars))
		got, err := groebner.MinimalGenerators(t.Context(), read(t, R, c.gens))
		require.NoError(t, err)
		want := ""
		if c.want != "" {
			want = text(read(t, R, c.want))
		}
		assert.Equal(t, sorted(want), sorted(text(got)), c.why)
	}
}

func sorted(list string) []string {
	parts := strings.Split(list, ", ")
	slices.Sort(parts)
	return parts
}

// MinimalGenerators keeps the truncated ideal of every degree.
// truncated returns the ideal up to a degree.
func truncated[E any](t testing.TB, gens []*poly.Polynomial[E], d int) *groebner.Truncated[E] {
	t.Helper()
	ideal, err := groebner.TruncatedOf(t.Context(), gens, d)
	require.NoError(t, err)
	return ideal
}

func TestMinimalGeneratorsKeepDegrees(t *testing.T) {
	small := func(rng *rand.Rand) ring.Rat { return ring.RatFromInt(int64(rng.IntN(5) - 2)) }
	R := poly.MustRing(ring.Q, []string{"x", "y", "z"})
	rng := rand.New(rand.NewPCG(1, 7))
	for range ringtest.Rounds(15) {
		gens := make([]*poly.Polynomial[ring.Rat], 3)
		for i := range gens {
			gens[i] = polytest.Draw(rng, R, 3, 2, small)
		}
		p, err := gens[0].Mul(gens[1].Add(R.One()))
		require.NoError(t, err)
		gens = append(gens, p.Add(gens[1]))
		minimal, err := groebner.MinimalGenerators(t.Context(), gens)
		require.NoError(t, err)
		if len(minimal) == 0 {
			continue
		}
		for d := range 5 {
			all, few := truncated(t, gens, d), truncated(t, minimal, d)
			require.True(t, all.Equal(few), "%v, %v, degree %d", gens, minimal, d)
		}
	}
}

func TestEliminate(t *testing.T) {
	for _, c := range []struct {
		why, vars, gens string
		out             []int
		want            string
	}{
		{"implicit twisted cubic", "t x y z", "x = t, y = t^2, z = t^3", []int{0}, "x*z - y^2, x*y - z, x^2 - y, y^3 - z^2"},
		// Cox, Little, O'Shea, section 3.3: the Whitney umbrella.
		{"Whitney umbrella", "u v x y z", "x = u*v, y = v, z = u^2", []int{0, 1}, "y^2*z - x^2"},
		{"variables in the middle", "x t y", "x = t^2, y = t^3", []int{1}, "x^3 - y^2"},
		{"nothing is left", "x y", "x*y = 1", []int{0}, ""},
		{"no variable", "x y", "y - 1, x - y", nil, "y - 1, x - 1"},
		{"all variables", "x y", "x, y", []int{0, 1}, ""},
		{"all variables of everything", "x y", "x, x - 1", []int{0, 1}, "1"},
	} {
		R := poly.MustRing(ring.Q, strings.Fields(c.vars))
		got, err := groebner.Eliminate(t.Context(), read(t, R, c.gens), c.out)
		require.NoError(t, err)
		assert.Equal(t, sorted(c.want), sorted(text(got)), c.why)
	}
}

// The series against counting, on monomial ideals drawn at random: values,
// polynomials for large degrees, the dimension by independent sets of variables.
func TestHilbert(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for n := 1; n <= 4; n++ {
		vars := []string{"x", "y", "z", "w"}[:n]
		R := poly.MustRing(ring.Q, vars)
		for range ringtest.Rounds(20) {
			gens := []*poly.Polynomial[ring.Rat]{R.Zero()}
			for range rng.IntN(5) {
				gens = append(gens, R.Term(ring.RatFromInt(1), polytest.DrawMonomial(rng, R, 4)))
			}
			checkHilbert(t, R, gens)
		}
	}
}

func checkHilbert(t *testing.T, R *poly.Ring[ring.Rat], gens []*poly.Polynomial[ring.Rat]) {
	t.Helper()
	h, err := groebner.HilbertOf(t.Context(), gens)
	require.NoError(t, err)
	isLeft := func(m poly.Monomial) bool {
		return !slices.ContainsFunc(gens[1:], func(g *poly.Polynomial[ring.Rat]) bool { return R.Divides(g.LeadingMonomial(), m) })
	}
	const far = 17 // above the degrees of all least common multiples
	affine := int64(0)
	for d := range far + 2 {
		left := int64(0)
		for _, m := range R.MonomialsOf(d) {
			if isLeft(m) {
				left++
			}
		}
		affine += left
		require.Equal(t, big.NewInt(left).String(), h.Function(d).String(), "%v at %d", gens, d)
		require.Equal(t, big.NewInt(affine).String(), h.Affine(d).String(), "%v up to %d", gens, d)
		if d >= far {
			at := []ring.Rat{ring.RatFromInt(int64(d))}
			require.Equal(t, ring.RatFromInt(left), h.Polynomial().Eval(at), "%v at %d: %v", gens, d, h.Polynomial())
			require.Equal(t, ring.RatFromInt(affine), h.AffinePolynomial().Eval(at), "%v up to %d", gens, d)
		}
	}
	require.Equal(t, independent(R, isLeft), h.Dimension(), "%v", gens)
	require.Equal(t, h.Dimension(), h.AffinePolynomial().Degree(), "%v", gens)

	standard, err := groebner.QuotientBasis(t.Context(), gens)
	if h.Dimension() > 0 {
		require.ErrorIs(t, err, groebner.ErrInfinite)
		return
	}
	require.NoError(t, err)
	require.Equal(t, h.Degree().String(), fmt.Sprint(len(standard)))
	require.True(t, slices.IsSortedFunc(standard, R.Compare))
	for _, m := range standard {
		require.True(t, isLeft(m))
	}
}

// independent is the largest number of variables all of whose products are left
// over [Cox, Little, O'Shea, 4th ed., Proposition 9.1.3, p. 471].
func independent(R *poly.Ring[ring.Rat], isLeft func(poly.Monomial) bool) int {
	const high = 5 // above all exponents
	best := -1
	for set := range 1 << R.NumVars() {
		exponents := make([]int, R.NumVars())
		size := 0
		for i := range exponents {
			if set>>i&1 == 1 {
				exponents[i] = high
				size++
			}
		}
		m, err := R.Monomial(exponents...)
		if err == nil && isLeft(m) {
			best = max(best, size)
		}
	}
	return best
}

func TestHilbertPolynomials(t *testing.T) {
	for _, c := range []struct{ why, vars, gens, series, poly, affine string }{
		// Macaulay2: hilbertPolynomial(I, Projective => false) and hilbertSeries.
		{"Segre 2x3", "a b c d e f", "a*e - b*d, a*f - c*d, b*f - c*e", "[1 0 -3 2]", "1/2*d^3 + 2*d^2 + 5/2*d + 1", ""},
		{"projective twisted cubic", "x y z w", "x*z - y^2, y*w - z^2, x*w - y*z", "[1 0 -3 2]", "3*d + 1", ""},
		{"twisted cubic", "x y z", "x^2 - y, x*y - z", "", "", "3*d + 1"},
		{"plane quartic", "x y z", "x^4 + y^4 - z^4", "[1 0 0 0 -1]", "4*d - 2", ""},
		{"four points", "x y", "x*y, x^2 + y^2 - 1", "", "0", "4"},
		{"space", "x y z", "0", "[1]", "1/2*d^2 + 3/2*d + 1", "1/6*d^3 + d^2 + 11/6*d + 1"},
		{"empty", "x y", "1", "[]", "0", "0"},
	} {
		R := poly.MustRing(ring.Q, strings.Fields(c.vars))
		basis, err := groebner.Basis(t.Context(), read(t, R, c.gens))
		require.NoError(t, err)
		h, err := groebner.HilbertOf(t.Context(), append(basis, R.Zero()))
		require.NoError(t, err)
		if c.series != "" {
			assert.Equal(t, c.series, fmt.Sprint(h.Numerator()), c.why)
		}
		if c.poly != "" {
			assert.Equal(t, c.poly, h.Polynomial().String(), c.why)
		}
		if c.affine != "" {
			assert.Equal(t, c.affine, h.AffinePolynomial().String(), c.why)
		}
	}
}

// Package bordertest holds the laws that every implementation of the ideal of
// finitely many points obeys. A new algorithm, or an old one over a new field,
// is tested by one line:
//
//	bordertest.Test(t, ring.Q, border.BuchbergerMoller[ring.Rat], drawRat)
//
// The point sets are drawn towards the corners: single points, points on an
// axis, on a line, on a grid, with repetitions, far more often than chance
// would have it. A failure names the order and prints the points.
package bordertest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/border"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Finder is an implementation: it returns the ideal of all polynomials of R
// that vanish at the points, of which some may be repeated.
type Finder[E any] func(ctx context.Context, R *poly.Ring[E], points [][]E) (*border.Ideal[E], error)

// Test checks every law for ideals that find makes of point sets with
// coordinates drawn by draw. The environment variable KEXPLAIN_TESTMULT
// multiplies the number of sets.
func Test[E any](t *testing.T, k ring.Field[E], find Finder[E], draw func(*rand.Rand) E) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 100))
	for _, order := range []poly.Order{poly.Deglex, poly.Degrevlex, poly.Lex} {
		t.Run(order.String(), func(t *testing.T) {
			for range 8 * multiple() {
				n := 1 + rng.IntN(4)
				R, err := poly.NewRing(k, []string{"x", "y", "z", "w"}[:n], poly.WithOrder(order))
				require.NoError(t, err)
				checkPoints(t, rng, R, find, DrawPoints(rng, k, n, 10, draw), draw)
			}
		})
	}
}

func multiple() int {
	if n, err := strconv.Atoi(os.Getenv("KEXPLAIN_TESTMULT")); err == nil && n > 0 {
		return n
	}
	return 1
}

// DrawPoints returns between 1 and max points with n coordinates, often in a
// special position, often with repetitions.
func DrawPoints[E any](rng *rand.Rand, k ring.Field[E], n, max int, draw func(*rand.Rand) E) [][]E {
	size := 1 + rng.IntN(max)
	at := func() []E {
		p := make([]E, n)
		for i := range p {
			p[i] = draw(rng)
		}
		return p
	}
	points := make([][]E, size)
	start, direction := at(), at()
	shape := rng.IntN(6)
	for j := range points {
		switch p := at(); shape {
		case 0: // on a line
			s := draw(rng)
			for i := range p {
				p[i] = k.Add(start[i], k.Mul(s, direction[i]))
			}
			points[j] = p
		case 1: // on one axis or another
			axis := rng.IntN(n)
			for i := range p {
				if i != axis {
					p[i] = k.Zero()
				}
			}
			points[j] = p
		case 2: // on a grid
			for i := range p {
				p[i] = k.FromInt(int64(rng.IntN(3)))
			}
			points[j] = p
		case 3: // in a coordinate hyperplane
			p[rng.IntN(n)] = k.One()
			points[j] = p
		case 4: // with repetitions
			points[j] = p
			if j > 0 && rng.IntN(2) == 0 {
				points[j] = points[rng.IntN(j)]
			}
		default:
			points[j] = p
		}
	}
	return points
}

// checkPoints checks the laws for one point set.
func checkPoints[E any](t *testing.T, rng *rand.Rand, R *poly.Ring[E], find Finder[E], points [][]E, draw func(*rand.Rand) E) {
	t.Helper()
	id, err := find(t.Context(), R, points)
	c := checker[E]{R: R, k: R.Field(), points: border.Distinct(R.Field(), points), rng: rng, draw: draw,
		at: fmt.Sprintf("%v, points %s", R, formatPoints(R.Field(), points))}
	require.NoError(t, err, c.at)
	c.CheckIdeal(t, id)
}

func formatPoints[E any](k ring.Field[E], points [][]E) string {
	s := ""
	for _, p := range points {
		s += "("
		for i, x := range p {
			if i > 0 {
				s += ", "
			}
			s += k.Format(x)
		}
		s += ") "
	}
	return s
}

// checker knows what an ideal should be.
type checker[E any] struct {
	R      *poly.Ring[E]
	k      ring.Field[E]
	points [][]E
	rng    *rand.Rand
	draw   func(*rand.Rand) E
	at     string
}

// CheckIdeal checks everything.
func (c checker[E]) CheckIdeal(t *testing.T, id *border.Ideal[E]) {
	t.Helper()
	c.orderIdeal(t, id.OrderIdeal())
	c.bases(t, id)
	c.normalForms(t, id)
	c.separators(t, id)
	c.conversions(t, id)
}

// orderIdeal: as many members as points, closed under division, corners and
// border as the definitions have them, the Hilbert function counts.
func (c checker[E]) orderIdeal(t *testing.T, o *border.OrderIdeal) {
	t.Helper()
	require.Len(t, c.points, o.Len(), c.at)
	for _, m := range o.Members() {
		for i := range c.R.NumVars() {
			if d, ok := c.R.DivMonomial(m, c.R.VarMonomial(i)); ok {
				require.Truef(t, o.Contains(d), "%s is standard, %s is not; %s", c.R.FormatMonomial(m), c.R.FormatMonomial(d), c.at)
			}
		}
	}
	for _, b := range o.Border() {
		require.False(t, o.Contains(b), c.at)
		require.Equal(t, 1, o.Index(b), c.at)
	}
	h := o.HilbertFunction()
	require.Equal(t, o.Len(), h[len(h)-1], c.at)
	require.Equal(t, 1, h[0], c.at)
}

// bases: every element vanishes at every point, is a border monomial and
// standard monomials below it, and the Gröbner basis is its part at the corners.
func (c checker[E]) bases(t *testing.T, id *border.Ideal[E]) {
	t.Helper()
	o := id.OrderIdeal()
	basis := id.BorderBasis()
	require.Len(t, basis, len(o.Border()), c.at)
	for j, g := range basis {
		require.Equalf(t, o.Border()[j], g.LeadingMonomial(), "%v; %s", g, c.at)
		require.Equalf(t, ring.Yes, c.k.Equal(g.LeadingCoefficient(), c.k.One()), "%v is not monic; %s", g, c.at)
		for m := range g.Terms() {
			require.Truef(t, m == o.Border()[j] || o.Contains(m), "%v; %s", g, c.at)
		}
		for _, p := range c.points {
			require.Equalf(t, ring.Yes, c.k.IsZero(g.Eval(p)), "%v at %s", g, formatPoints(c.k, [][]E{p}))
		}
		require.Truef(t, contains(t, id, g), "%v is not in its own ideal; %s", g, c.at)
	}
	corners := o.Corners()
	for i, g := range id.GroebnerBasis() {
		require.Equal(t, corners[i], g.LeadingMonomial(), c.at)
		j, ok := o.BorderPlace(corners[i])
		require.True(t, ok, c.at)
		require.Truef(t, g.Equal(basis[j]), "%v and %v; %s", g, basis[j], c.at)
	}
}

// normalForms: the normal form is standard and has the same values at the
// points; division by the border basis, division by the Gröbner basis and
// multiplication matrices agree with it; a polynomial is in the ideal exactly if
// it vanishes at the points.
func (c checker[E]) normalForms(t *testing.T, id *border.Ideal[E]) {
	t.Helper()
	gb := id.GroebnerBasis()
	for range 4 {
		p := c.polynomial(1 + c.rng.IntN(5))
		nf := normalForm(t, id, p)
		for m := range nf.Terms() {
			require.Truef(t, id.OrderIdeal().Contains(m), "%v has normal form %v; %s", p, nf, c.at)
		}
		vanishes := true
		for _, pt := range c.points {
			v := p.Eval(pt)
			require.Equalf(t, ring.Yes, c.k.Equal(v, nf.Eval(pt)), "%v has normal form %v; %s", p, nf, c.at)
			vanishes = vanishes && c.k.IsZero(v) == ring.Yes
		}
		require.Equalf(t, vanishes, contains(t, id, p), "%v; %s", p, c.at)
		require.Truef(t, contains(t, id, p.Sub(nf)), "%v minus its normal form; %s", p, c.at)

		rem, err := p.Rem(gb)
		require.NoError(t, err)
		require.Truef(t, nf.Equal(rem), "%v: normal form %v, remainder %v; %s", p, nf, rem, c.at)

		quotients, rest, err := id.DivideByBorder(p)
		require.NoError(t, err)
		require.Truef(t, nf.Equal(rest), "%v: normal form %v, border division %v; %s", p, nf, rest, c.at)
		for j, b := range id.BorderBasis() {
			product, err := quotients[j].Mul(b)
			require.NoError(t, err)
			rest = rest.Add(product)
		}
		require.Truef(t, p.Equal(rest), "%v: the quotients add up to %v; %s", p, rest, c.at)

		c.matrices(t, id, p)
	}
	ok, err := id.Commutes(t.Context())
	require.NoError(t, err)
	require.True(t, ok, c.at)
}

// matrices: multiplication by p on the column of q gives the normal form of
// p·q.
func (c checker[E]) matrices(t *testing.T, id *border.Ideal[E], p *poly.Polynomial[E]) {
	t.Helper()
	m := id.MultiplicationMatrix(p)
	vec := ring.VectorerOf(c.k)
	q := normalForm(t, id, c.polynomial(2))
	column := make([]E, id.OrderIdeal().Len())
	for i, o := range id.OrderIdeal().Members() {
		column[i] = q.Coefficient(o)
	}
	product, err := p.Mul(q)
	require.NoError(t, err)
	want := normalForm(t, id, product)
	for i, o := range id.OrderIdeal().Members() {
		require.Equalf(t, ring.Yes, c.k.Equal(want.Coefficient(o), vec.Dot(m[i], column)), "%v times %v; %s", p, q, c.at)
	}
}

// separators: one at their point, zero at the others, standard; a polynomial
// through given values is their combination.
func (c checker[E]) separators(t *testing.T, id *border.Ideal[E]) {
	t.Helper()
	separators := id.Separators()
	if separators == nil {
		return
	}
	require.Len(t, separators, len(c.points), c.at)
	values := make([]E, len(c.points))
	for i, s := range separators {
		values[i] = c.draw(c.rng)
		for j, p := range c.points {
			want := c.k.Zero()
			if i == j {
				want = c.k.One()
			}
			require.Equalf(t, ring.Yes, c.k.Equal(want, s.Eval(p)), "separator %v; %s", s, c.at)
		}
		require.True(t, s.Equal(normalForm(t, id, s)), c.at)
	}
	f := id.Interpolate(values)
	for j, p := range c.points {
		require.Equal(t, ring.Yes, c.k.Equal(values[j], f.Eval(p)), c.at)
	}
}

// conversions: Gröbner basis and border basis determine one another.
func (c checker[E]) conversions(t *testing.T, id *border.Ideal[E]) {
	t.Helper()
	same := func(other *border.Ideal[E], err error) {
		require.NoError(t, err, c.at)
		for j, g := range id.BorderBasis() {
			require.Truef(t, g.Equal(other.BorderBasis()[j]), "%v came back as %v; %s", g, other.BorderBasis()[j], c.at)
		}
		require.Equal(t, id.OrderIdeal().Members(), other.OrderIdeal().Members(), c.at)
		require.True(t, other.HasOrderOfRing(), c.at)
	}
	same(border.FromGroebner(t.Context(), id.GroebnerBasis()))
	same(border.FromBorder(t.Context(), id.OrderIdeal(), id.BorderBasis()))
}

// polynomial returns a few random terms of degree up to d.
func (c checker[E]) polynomial(d int) *poly.Polynomial[E] {
	mons := c.R.MonomialsUpTo(d)
	var terms []poly.Term[E]
	for range 1 + c.rng.IntN(4) {
		terms = append(terms, poly.Term[E]{Monomial: mons[c.rng.IntN(len(mons))], Coefficient: c.draw(c.rng)})
	}
	return c.R.FromTerms(terms)
}

// normalForm returns the normal form of p, which takes no error.
func normalForm[E any](t testing.TB, id *border.Ideal[E], p *poly.Polynomial[E]) *poly.Polynomial[E] {
	t.Helper()
	nf, err := id.NormalForm(p)
	require.NoError(t, err)
	return nf
}

func contains[E any](t testing.TB, id *border.Ideal[E], p *poly.Polynomial[E]) bool {
	t.Helper()
	in, err := id.Contains(p)
	require.NoError(t, err)
	return in
}

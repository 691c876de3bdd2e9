// Package polytest checks that polynomials over a given field obey their laws.
// One call tests a new field:
//
//	polytest.Test(t, ring.Q, ringtest.Rat)
//
// and Test is a variant of ringtest.Test, to be named there beside the field.
// Every law is tried in every monomial order, on polynomials drawn towards the
// corners: zero, constants, variables, one term, equal terms, high degrees.
package polytest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
	"github.com/kexplain/kexplain/ring/ringtest"
)

// rounds is how often a law is tried in one order.
const rounds = 30

// Orders returns an order of every kind.
func Orders() []poly.Order {
	return []poly.Order{poly.Deglex, poly.Degrevlex, poly.Lex, poly.Elimination(1), poly.Elimination(2)}
}

// Test checks the laws over k with coefficients drawn by gen. Over an inexact
// field, where sums depend on their order, the coefficients of the laws are
// small integers, which it has exactly, and gen is used for the texts only.
func Test[E any](t *testing.T, k ring.Field[E], gen ringtest.Gen[E]) {
	t.Helper()
	for i, order := range Orders() {
		t.Run(order.String(), func(t *testing.T) {
			R, err := poly.NewRing(k, []string{"x", "y_1", "θ"}, poly.WithOrder(order), poly.WithMaxDegree(1000))
			require.NoError(t, err)
			s := &suite[E]{t: t, R: R, rng: rand.New(rand.NewPCG(1, uint64(i))), coef: gen}
			if !k.Exact() {
				s.coef = func(rng *rand.Rand) E { return k.FromInt(int64(rng.IntN(9)) - 4) }
			}
			for range ringtest.Rounds(rounds) {
				s.arithmetic()
				s.evaluation()
				s.calculus()
				s.substitution()
				s.homogeneity()
				s.division()
				s.accumulation()
			}
			s.coef = gen
			for range ringtest.Rounds(rounds) {
				s.text()
			}
		})
	}
}

// Draw returns a polynomial of up to the given number of terms and degree.
func Draw[E any](rng *rand.Rand, R *poly.Ring[E], terms, degree int, coef ringtest.Gen[E]) *poly.Polynomial[E] {
	switch rng.IntN(10) {
	case 0:
		return R.Zero()
	case 1:
		return R.Const(coef(rng))
	case 2:
		return R.Var(rng.IntN(R.NumVars()))
	}
	list := make([]poly.Term[E], 1+rng.IntN(terms))
	for i := range list {
		list[i] = poly.Term[E]{Monomial: DrawMonomial(rng, R, degree), Coefficient: coef(rng)}
		if rng.IntN(8) == 0 {
			list[i].Monomial = list[0].Monomial
		}
	}
	return R.FromTerms(list)
}

// DrawMonomial returns a monomial of at most the given degree, often in a few
// variables only.
func DrawMonomial[E any](rng *rand.Rand, R *poly.Ring[E], degree int) poly.Monomial {
	exponents := make([]int, R.NumVars())
	left := rng.IntN(degree + 1)
	for _, i := range rng.Perm(len(exponents)) {
		exponents[i] = rng.IntN(left + 1)
		left -= exponents[i]
	}
	m, err := R.Monomial(exponents...)
	if err != nil {
		panic(err)
	}
	return m
}

type suite[E any] struct {
	t    *testing.T
	R    *poly.Ring[E]
	rng  *rand.Rand
	coef ringtest.Gen[E]
}

func (s *suite[E]) draw() *poly.Polynomial[E] { return Draw(s.rng, s.R, 6, 5, s.coef) }

func (s *suite[E]) point(n int) []E {
	point := make([]E, n)
	for i := range point {
		point[i] = s.coef(s.rng)
		if s.rng.IntN(4) == 0 {
			point[i] = s.R.Field().Zero()
		}
	}
	return point
}

// get passes on a result that must come without an error, in canonical form.
func (s *suite[E]) get(p *poly.Polynomial[E], err error) *poly.Polynomial[E] {
	s.t.Helper()
	require.NoError(s.t, err)
	Canonical(s.t, p)
	return p
}

func (s *suite[E]) mul(p, q *poly.Polynomial[E]) *poly.Polynomial[E] {
	s.t.Helper()
	return s.get(p.Mul(q))
}

func (s *suite[E]) equal(law string, p, q *poly.Polynomial[E], of ...*poly.Polynomial[E]) {
	s.t.Helper()
	Canonical(s.t, p)
	Canonical(s.t, q)
	require.True(s.t, p.Equal(q), "%s in %v:\n%v\n%v\nfor %v", law, s.R, p, q, of)
}

func (s *suite[E]) same(law string, x, y E, of ...*poly.Polynomial[E]) {
	s.t.Helper()
	k := s.R.Field()
	require.Equal(s.t, ring.Yes, k.Equal(x, y), "%s over %v: %s %s for %v", law, k, k.Format(x), k.Format(y), of)
}

// Canonical requires that terms strictly decrease, that no coefficient is
// zero and that the degree is right.
func Canonical[E any](t testing.TB, p *poly.Polynomial[E]) {
	t.Helper()
	R := p.Ring()
	degree := -1
	for i := range p.Len() {
		term := p.Term(i)
		require.NotEqual(t, ring.Yes, R.Field().IsZero(term.Coefficient), "zero term in %v", p)
		again, err := R.Monomial(R.Exponents(term.Monomial)...)
		require.NoError(t, err)
		require.Equal(t, term.Monomial, again, "monomial of %v", p)
		if i > 0 {
			require.Positive(t, R.Compare(p.Term(i-1).Monomial, term.Monomial), "order of terms of %v", p)
		}
		degree = max(degree, term.Monomial.Degree())
	}
	require.Equal(t, degree, p.Degree(), "degree of %v", p)
}

func (s *suite[E]) arithmetic() {
	R := s.R
	p, q, r := s.draw(), s.draw(), s.draw()
	zero, one := R.Zero(), R.One()
	s.equal("p+q = q+p", p.Add(q), q.Add(p), p, q)
	s.equal("(p+q)+r = p+(q+r)", p.Add(q).Add(r), p.Add(q.Add(r)), p, q, r)
	s.equal("pq = qp", s.mul(p, q), s.mul(q, p), p, q)
	s.equal("(pq)r = p(qr)", s.mul(s.mul(p, q), r), s.mul(p, s.mul(q, r)), p, q, r)
	s.equal("p(q+r) = pq+pr", s.mul(p, q.Add(r)), s.mul(p, q).Add(s.mul(p, r)), p, q, r)
	s.equal("p+0 = p", p.Add(zero), p, p)
	s.equal("1p = p", s.mul(one, p), p, p)
	s.equal("0p = 0", s.mul(zero, p), zero, p)
	s.equal("p-p = 0", p.Sub(p), zero, p)
	s.equal("p-q = p+(-q)", p.Sub(q), p.Add(q.Neg()), p, q)
	s.equal("p³ = ppp", s.get(p.Pow(3)), s.mul(p, s.mul(p, p)), p)
	s.equal("p⁰ = 1", s.get(p.Pow(0)), one, p)

	c := s.coef(s.rng)
	m := DrawMonomial(s.rng, R, 4)
	s.equal("cp = (c)p", p.Scale(c), s.mul(R.Const(c), p), p)
	s.equal("cmp = (cm)p", s.get(p.MulTerm(m, c)), s.mul(R.Term(c, m), p), p)

	var terms []poly.Term[E]
	for n, a := range p.Terms() {
		s.same("coefficient", p.Coefficient(n), a, p)
		terms = append(terms, poly.Term[E]{Monomial: n, Coefficient: a})
	}
	s.rng.Shuffle(len(terms), func(i, j int) { terms[i], terms[j] = terms[j], terms[i] })
	s.equal("sum of the terms", R.FromTerms(terms), p, p)
}

func (s *suite[E]) evaluation() {
	k := s.R.Field()
	p, q := s.draw(), s.draw()
	points := make([][]E, 1+s.rng.IntN(3))
	for i := range points {
		points[i] = s.point(s.R.NumVars())
	}
	sum, values := p.Add(q), [][]E{make([]E, len(points)), make([]E, len(points))}
	poly.NewEvaluator(p, q).EvalTo(values, points)
	for i, x := range points {
		s.same("p(x) by terms", p.Eval(x), s.evalByTerms(p, x), p)
		s.same("p(x) with others", values[0][i], p.Eval(x), p)
		s.same("(p+q)(x) = p(x)+q(x)", sum.Eval(x), k.Add(values[0][i], values[1][i]), p, q)
		s.same("(pq)(x) = p(x)q(x)", s.mul(p, q).Eval(x), k.Mul(values[0][i], values[1][i]), p, q)
	}
}

// evalByTerms is the value as it is defined.
func (s *suite[E]) evalByTerms(p *poly.Polynomial[E], x []E) E {
	k := s.R.Field()
	sum := k.Zero()
	for m, c := range p.Terms() {
		for i, xi := range x {
			c = k.Mul(c, ring.Power(k, xi, uint(s.R.Exponent(m, i))))
		}
		sum = k.Add(sum, c)
	}
	return sum
}

func (s *suite[E]) calculus() {
	p, q := s.draw(), s.draw()
	gradient := p.Gradient()
	for i := range s.R.NumVars() {
		dp, dq := p.Derivative(i), q.Derivative(i)
		s.equal("gradient", gradient[i], dp, p)
		s.equal("(p+q)' = p'+q'", p.Add(q).Derivative(i), dp.Add(dq), p, q)
		s.equal("(pq)' = p'q+pq'", s.mul(p, q).Derivative(i), s.mul(dp, q).Add(s.mul(p, dq)), p, q)
		for j := range i {
			s.equal("∂ᵢ∂ⱼ = ∂ⱼ∂ᵢ", dp.Derivative(j), p.Derivative(j).Derivative(i), p)
		}
		s.equal("∂ᵢxᵢ = 1", s.R.Var(i).Derivative(i), s.R.One())
	}
}

func (s *suite[E]) substitution() {
	R := s.R
	S, err := poly.NewRing(R.Field(), []string{"u", "v"}, poly.WithMaxDegree(500))
	require.NoError(s.t, err)
	values := make([]*poly.Polynomial[E], R.NumVars())
	variables := make([]*poly.Polynomial[E], R.NumVars())
	for i := range values {
		values[i] = Draw(s.rng, S, 3, 2, s.coef)
		variables[i] = R.Var(i)
	}
	p, q := s.draw(), s.draw()
	image := func(f *poly.Polynomial[E]) *poly.Polynomial[E] { return s.get(f.Substitute(values)) }
	s.equal("p(x) = p", s.get(p.Substitute(variables)), p, p)
	require.True(s.t, image(p.Add(q)).Equal(image(p).Add(image(q))), "(p+q)(f) = p(f)+q(f): %v, %v, %v", p, q, values)
	require.True(s.t, image(s.mul(p, q)).Equal(s.get(image(p).Mul(image(q)))), "(pq)(f) = p(f)q(f): %v, %v, %v", p, q, values)
	if !R.Field().Exact() {
		return // the value at values of a polynomial outgrows what is exact
	}
	x := s.point(2)
	at := make([]E, len(values))
	for i, v := range values {
		at[i] = v.Eval(x)
	}
	s.same("p(f)(x) = p(f(x))", image(p).Eval(x), p.Eval(at), p)
}

func (s *suite[E]) homogeneity() {
	p := s.draw()
	for i := range s.R.NumVars() {
		h := p.Homogenize(i)
		Canonical(s.t, h)
		require.True(s.t, h.IsHomogeneous(), "%v of %v", h, p)
		s.equal("dehomogenisation", h.Dehomogenize(i), p.Dehomogenize(i), p)
	}
}

func (s *suite[E]) division() {
	R := s.R
	if !R.Field().Exact() {
		return // rounded quotients leave remainders
	}
	p := s.draw()
	var divisors []*poly.Polynomial[E]
	for range s.rng.IntN(4) {
		if f := Draw(s.rng, R, 3, 2, s.coef); !f.IsZero() {
			divisors = append(divisors, f)
		}
	}
	quotients, remainder, err := p.DivMod(divisors)
	require.NoError(s.t, err)
	sum := remainder
	for i, q := range quotients {
		Canonical(s.t, q)
		product := s.mul(q, divisors[i])
		sum = sum.Add(product)
		if !q.IsZero() {
			require.LessOrEqual(s.t, R.Compare(product.LeadingMonomial(), p.LeadingMonomial()), 0, "quotients of %v by %v", p, divisors)
		}
	}
	s.equal("p = Σ qf + r", sum, p, append(divisors, p)...)
	for m := range remainder.Terms() {
		require.False(s.t, slices.ContainsFunc(divisors, func(f *poly.Polynomial[E]) bool {
			return R.Divides(f.LeadingMonomial(), m)
		}), "remainder %v of %v by %v", remainder, p, divisors)
	}
	again, err := p.Rem(divisors)
	require.NoError(s.t, err)
	s.equal("Rem", again, remainder, p)
	if !p.IsZero() {
		monic := s.get(p.Monic())
		s.same("monic", monic.LeadingCoefficient(), R.Field().One(), p)
		s.equal("multiple of monic", monic.Scale(p.LeadingCoefficient()), p, p)
	}
}

func (s *suite[E]) text() {
	p := s.draw()
	for _, c := range p.Terms() {
		if k := s.R.Field(); k.Equal(c, c) != ring.Yes {
			return // a sum beyond the range of an inexact field is no element
		}
	}
	for _, style := range poly.Styles() {
		text := p.Format(style)
		q, err := s.R.ParseStyle(text, style)
		require.NoError(s.t, err, "%v: %s", style, text)
		s.equal("reading "+style.String()+": "+text, q, p, p)
	}
}

// accumulation compares an Accumulator with plain sums.
func (s *suite[E]) accumulation() {
	R := s.R
	a := poly.NewAccumulator(R)
	sum := R.Zero()
	for range 1 + s.rng.IntN(40) {
		switch s.rng.IntN(6) {
		case 0:
			m, c, ok := a.Pop()
			require.Equal(s.t, !sum.IsZero(), ok)
			if ok {
				s.same("largest coefficient", c, sum.LeadingCoefficient(), sum)
				require.Equal(s.t, sum.LeadingMonomial(), m)
				sum = sum.Sub(sum.LeadingTerm())
			}
		case 1:
			a.Scale(R.Field().FromInt(-1))
			sum = sum.Neg()
		case 2:
			p, m := s.draw(), DrawMonomial(s.rng, R, 3)
			require.NoError(s.t, a.AddMulTerm(R.Field().FromInt(-1), m, p))
			sum = sum.Sub(s.get(p.MulTerm(m, R.Field().One())))
		default:
			p := Draw(s.rng, R, 30, 5, s.coef)
			a.Add(p)
			sum = sum.Add(p)
		}
	}
	s.equal("accumulated sum", a.Sum(), sum)
}

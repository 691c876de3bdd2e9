package explain

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/factor"
	"github.com/kexplain/kexplain/explain/internal/integer"
	"github.com/kexplain/kexplain/explain/internal/judge"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/rounding"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/internal/decimal"
	"github.com/kexplain/kexplain/internal/sides"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// newGenerator is the equation with these terms in a ring that has their monomials, in its
// order.
func newGenerator(R *poly.Ring[ring.Rat], terms []Term) Generator {
	g := Generator{Rational: true, Terms: slices.Clone(terms)}
	stable.Sort(g.Terms, func(a, b Term) int { return R.Compare(b.monomial(R), a.monomial(R)) })
	sum := make([]poly.Term[ring.Rat], len(terms))
	for i, t := range g.Terms {
		sum[i] = poly.Term[ring.Rat]{Monomial: t.monomial(R), Coefficient: t.Coefficient}
		g.Rational = g.Rational && t.Exact
	}
	g.Polynomial = R.FromTerms(sum)
	return g
}

// monomial is that of a term, in a ring that has it.
func (t Term) monomial(R *poly.Ring[ring.Rat]) poly.Monomial {
	m, err := R.Monomial(t.Exponents...)
	if err != nil {
		panic(fmt.Sprintf("explain: a monomial of a ring that was made for it: %v", err))
	}
	return m
}

// degree is that of the monomial.
func (t Term) degree() int {
	sum := 0
	for _, e := range t.Exponents {
		sum += e
	}
	return sum
}

// exactTerms are the terms of a polynomial whose coefficients are known.
func exactTerms(f *poly.Polynomial[ring.Rat]) []Term {
	var terms []Term
	for m, c := range f.Terms() {
		terms = append(terms, Term{Exponents: f.Ring().Exponents(m), Coefficient: c, Estimate: c.Float64(), Exact: true})
	}
	return terms
}

// writer turns equations of a problem into polynomials in the variables of the data.
type writer struct {
	ring *poly.Ring[ring.Rat]
	p    *problem.Problem
	into []*poly.Polynomial[ring.Rat] // x_j - origin_j, nil where nothing is shifted
}

// newRing is the ring that equations are written in. A column whose name is not that of a variable is ErrData.
func newRing(names []string, degree int) (*poly.Ring[ring.Rat], error) {
	R, err := poly.NewRing(ring.Q, names, poly.WithMaxDegree(degree))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrData, err)
	}
	return R, nil
}

// newWriter returns the writer of the equations of a problem.
func newWriter(p *problem.Problem) (*writer, error) {
	R, err := newRing(p.Scaling.Names, p.Degree)
	if err != nil {
		return nil, err
	}
	w := &writer{ring: R, p: p}
	for j, o := range p.Scaling.Origin {
		w.into = append(w.into, R.Var(j).Sub(R.Const(o)))
	}
	return w, nil
}

// sigma is the noise that an equation needs, in the unit of Noise.Sigma.
func (w *writer) sigma(e equation.Equation) float64 {
	return math.Sqrt(e.Variance()) / w.p.Scaling.NoiseUnit
}

// generator writes an equation.
func (w *writer) generator(e equation.Equation) (Generator, error) {
	if e.Exact {
		return w.exact(e)
	}
	return w.decimal(e)
}

// exact writes an equation with exact coefficients, integer and primitive.
func (w *writer) exact(e equation.Equation) (Generator, error) {
	f, err := w.p.Polynomial(w.ring, e.Estimate.Fit.Idx, e.Rounding.Best.N)
	if err != nil {
		return Generator{}, err
	}
	return w.rational(f, e), nil
}

// rational is the generator whose coefficients are those of f, all of them exact, with
// the estimates that e has of them.
func (w *writer) rational(f *poly.Polynomial[ring.Rat], e equation.Equation) Generator {
	g := newGenerator(w.ring, exactTerms(poly.Primitive(f)))
	g.Sigma, g.Deviations, g.noiseless = w.sigma(e), w.deviations(e), e.Estimate.Evidence.WithoutNoise()
	places := make([]int, len(g.Terms))
	for i, t := range g.Terms {
		places[i] = w.p.Table.PositionOf(t.Exponents)
	}
	a, cov := w.unshifted(e)
	b, c := restricted(a, cov, places)
	setEstimates(g.Terms, b, c)
	if e.Variance() > limit.ExactVariance {
		g.Measured = measured(g.Terms, b, c)
	}
	return g
}

// decimal writes an equation with a coefficient 1: the leading one, or that of the column that it is solved for. Each
// other coefficient is a rational number that the data determine, or a decimal with an error. Where all are rational and
// may be claimed, the equation gets integers.
func (w *writer) decimal(e equation.Equation) (Generator, error) {
	a, cov := w.unshifted(e)
	lead := len(a) - 1
	for a[lead] == 0 {
		lead--
	}
	var places []int
	for i, v := range a {
		if v != 0 {
			places = append(places, i)
		}
	}
	coefficients, errors := withUnit(nil, nil, 0)
	if len(places) > 1 {
		b, c := restricted(a, cov, places)
		ratio, rcov := integer.Ratios(b, c, len(b)-1)
		others, covariance := integer.Settle(ratio, rcov, w.permuted(places)) // than the leading one
		if integer.AllExact(others) && !w.settledIntegers(e, places, others) {
			others, covariance = integer.Decimals(ratio, rcov), rcov
		}
		coefficients, errors = withUnit(others, covariance, len(others))
		if at := w.subject(places, b, c); at >= 0 && !integer.AllExact(coefficients) {
			coefficients, errors = solvedFor(at, coefficients, errors, func() ([]float64, *mat.SymDense) { return integer.Ratios(b, c, at) })
		}
		coefficients = w.withEnoughDigits(places, coefficients)
	}

	terms := make([]Term, len(places))
	for i, c := range coefficients {
		terms[i] = Term{
			Exponents: w.p.Table.IntExponents(places[i]), Coefficient: c.Value, Estimate: c.Estimate, Stderr: c.Stderr, Exact: c.Exact,
		}
	}
	g := newGenerator(w.ring, terms)
	if g.Rational {
		return w.rational(g.Polynomial, e), nil
	}
	g.Sigma, g.Deviations, g.noiseless = w.sigma(e), w.deviations(e), e.Estimate.Evidence.WithoutNoise()
	g.Covariance, g.Named = reordered(errors, terms, g.Terms), g.multiplesOfPi()
	return g, nil
}

// permuted says which monomials differ from the last one in the order of the variables only.
func (w *writer) permuted(places []int) []bool {
	last := w.p.Table.IntExponents(places[len(places)-1])
	out := make([]bool, len(places)-1)
	for i := range out {
		out[i] = permutation(w.p.Table.IntExponents(places[i]), last)
	}
	return out
}

// permutation reports whether two monomials of degree two or more differ in the order of the
// variables only, as y² from x².
func permutation(a, b []int) bool {
	degree := 0
	for _, k := range a {
		degree += k
	}
	return degree > 1 && slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// settledIntegers reports whether an equation is claimed to be exact although it is not by
// round: all coefficients were settled, the last of places being 1, and the integers
// are larger than those that were tried. Integers that were tried and not taken are in
// doubt, however near each single coefficient is to a fraction: there are others, or the
// rows are few, or something else describes the data as well.
func (w *writer) settledIntegers(e equation.Equation, places []int, others []integer.Coefficient) bool {
	if e.Rival != nil || judge.Approximate(e) != "" {
		return false
	}
	if w.p.Scaling.Origin != nil {
		return true // integers were tried measured from there only
	}
	a, cov, _ := w.p.ToDataUnits(e.Estimate.Fit.Idx, e.Estimate.Fit.C, e.Estimate.Cov)
	ref := integer.Reference(a, cov)
	terms := make([]poly.Term[ring.Rat], len(places))
	for i, at := range places {
		value := ring.RatFromInt(1)
		if i < len(others) {
			value = others[i].Value
		}
		m, err := w.monomial(at)
		if err != nil {
			return false
		}
		terms[i] = poly.Term[ring.Rat]{Monomial: m, Coefficient: value.Mul(problem.PowerOfTen(w.p.DecadeOf(at)))}
	}
	m, err := w.monomial(e.Estimate.Fit.Idx[ref])
	if err != nil {
		return false
	}
	n := poly.Primitive(w.ring.FromTerms(terms)).Coefficient(m)
	return n.Abs().Cmp(ring.RatFromInt(limit.MaxScale)) > 0
}

// monomial translates a place in the table to a monomial of the ring.
func (w *writer) monomial(a int) (poly.Monomial, error) {
	return w.ring.Monomial(w.p.Table.IntExponents(a)...)
}

// unshifted returns the estimated coefficients of all monomials up to the degree
// of the equation and their covariance, in the variables of the data.
func (w *writer) unshifted(e equation.Equation) ([]float64, *mat.SymDense) {
	idx := e.Estimate.Fit.Idx
	a, c, _ := w.p.ToDataUnits(idx, e.Estimate.Fit.C, e.Estimate.Cov)
	n := w.p.Table.Len(e.Degree(w.p))
	t := mat.NewDense(n, len(idx), nil)
	for i, m := range idx {
		unit := math.Pow10(-w.p.DecadeOf(m))
		if w.p.Scaling.Origin == nil {
			t.Set(m, i, unit)
			continue
		}
		w.expand(t, i, w.p.Table.Exponents(m), unit)
	}
	var out, half, full mat.Dense
	out.Mul(t, mat.NewDense(len(a), 1, a))
	half.Mul(t, c)
	full.Mul(&half, t.T())
	all := make([]float64, n)
	mat.Col(all, 0, &out)
	cov := numeric.Symmetric(&full)
	if w.p.Scaling.Origin != nil {
		withoutCancelled(all, cov)
	}
	return all, cov
}

// expand writes the coefficients of unit Π (x_j - origin_j)^e_j to column i of t.
func (w *writer) expand(t *mat.Dense, i int, e []uint8, unit float64) {
	terms := map[string]float64{string(make([]byte, len(e))): unit}
	for j, k := range e {
		o := w.p.Scaling.Origin[j].Float64()
		for range k {
			next := map[string]float64{}
			for m, c := range terms {
				up := []byte(m)
				up[j]++
				next[string(up)] += c
				if o != 0 {
					next[m] -= o * c
				}
			}
			terms = next
		}
	}
	for m, c := range terms {
		t.Set(w.p.Table.Position([]uint8(m)), i, c)
	}
}

// String returns the polynomial, decimals with their errors: 3.14159(23).
func (g Generator) String() string {
	if g.Rational {
		return g.Polynomial.String()
	}
	return g.sum(Term.text)
}

// Equation is String with two sides: y = 1.20(1)*x + 3.4(1), x^2 + y^2 = 25.
func (g Generator) Equation() string { return g.equation(Term.text) }

// brief is Equation with a few digits of large integers, for what is not claimed to be anything.
func (g Generator) brief() string { return g.equation(Term.brief) }

// equation writes two sides with coefficients in the given notation.
func (g Generator) equation(text func(Term) string) string {
	list := make([]sides.Term, len(g.Terms))
	for i, t := range g.Terms {
		list[i] = sides.Term{Coefficient: text(t), Monomial: g.Polynomial.Ring().FormatMonomial(t.monomial(g.Polynomial.Ring())), Exponents: t.Exponents}
	}
	return sides.Equation(list)
}

// sum writes the terms with coefficients in the given notation.
func (g Generator) sum(text func(Term) string) string {
	R := g.Polynomial.Ring()
	return poly.FormatSum(func(yield func(coefficient, monomial string) bool) {
		for _, t := range g.Terms {
			if !yield(text(t), R.FormatMonomial(t.monomial(R))) {
				return
			}
		}
	})
}

// text is the coefficient with the error of its last digits.
func (t Term) text() string {
	if t.Exact {
		return t.Coefficient.String()
	}
	return decimal.Uncertain(t.Coefficient.Float64(), t.Stderr)
}

// brief is text, and 4e36 where that has more than eight digits.
func (t Term) brief() string {
	const shown = 4
	if x := t.Coefficient.Float64(); t.Exact && math.Abs(x) >= limit.BriefInteger {
		mantissa, exponent, _ := strings.Cut(decimal.Number(x, shown), "e+")
		return mantissa + "e" + strings.TrimPrefix(exponent, "0")
	}
	return t.text()
}

// inForm is the generator with another polynomial, which says the same beside the other
// equations. Coefficients keep their relative errors; those of new terms have the largest one.
func (g Generator) inForm(f *poly.Polynomial[ring.Rat]) Generator {
	relative := func(t Term) float64 { return t.Stderr / math.Abs(t.Coefficient.Float64()) }
	largest := 0.0
	for _, t := range g.Terms {
		largest = math.Max(largest, relative(t))
	}
	form := newGenerator(f.Ring(), exactTerms(f))
	for i, t := range form.Terms {
		r := largest
		if k := slices.IndexFunc(g.Terms, func(old Term) bool { return slices.Equal(old.Exponents, t.Exponents) }); k >= 0 {
			r = relative(g.Terms[k])
		}
		form.Terms[i].Stderr = r * math.Abs(t.Estimate)
	}
	g.Polynomial, g.Terms, g.Measured, g.Covariance = form.Polynomial, form.Terms, nil, nil
	return g
}

// nearer reports whether the rows are nearer to the zero set of a generator than rounded cells
// can be.
func (g Generator) nearer(set *points.Set) bool {
	if g.Holds {
		return false
	}
	return rounding.Nearer(g.Polynomial, rounding.RowsOf(set, make([]bool, g.Polynomial.Ring().NumVars())))
}

// Factors returns factors over the rationals of an equation's polynomial: those of degree 1, each as often as it divides, and what
// is left. All are primitive; the equation holds at a row where one of them is 0. It returns nil if there is no factor of
// degree 1 beside another one, or if coefficients are estimates.
func (g Generator) Factors() []*poly.Polynomial[ring.Rat] {
	if !g.Rational {
		return nil
	}
	factors, rest := factor.Linear(g.Polynomial)
	if len(factors) == 0 {
		return nil
	}
	return append(factors, rest)
}

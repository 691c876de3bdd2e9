package groebner

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Hilbert tells how many monomials of every degree a monomial ideal leaves over:
// the Hilbert series of K[x₁, …, x_n] modulo the leading monomials of a Gröbner
// basis. For homogeneous polynomials, and in a graded order for all, it is the
// Hilbert series of the ideal itself; the dimension is that of the ideal in every
// order [Kredel, Weispfenning, Computing dimension and independent sets for
// polynomial ideals, J. Symbolic Computation 6, 1988].
type Hilbert struct {
	n         int
	numerator []*big.Int // of the series with denominator (1-t)ⁿ, no trailing zeros
	reduced   []*big.Int // the numerator with denominator (1-t)^max(dim, 0)
	dimension int
}

// HilbertOf returns the Hilbert series from a Gröbner basis. The error is that of
// the context. It panics if there are no polynomials; the zero ideal has {0}.
func HilbertOf[E any](ctx context.Context, basis []*poly.Polynomial[E]) (*Hilbert, error) {
	if len(basis) == 0 {
		panic("groebner: no polynomials")
	}
	R := basis[0].Ring()
	var leading [][]int
	for _, g := range basis {
		if !g.IsZero() {
			leading = append(leading, R.Exponents(g.LeadingMonomial()))
		}
	}
	numerator, err := hilbertNumerator(ctx, leading)
	if err != nil {
		return nil, fmt.Errorf("groebner: Hilbert series: %w", err)
	}
	h := &Hilbert{n: R.NumVars(), numerator: numerator, dimension: -1}
	if len(numerator) == 0 {
		return h, nil
	}
	// Every factor 1-t of the numerator takes one off the dimension.
	h.reduced, h.dimension = numerator, h.n
	for h.dimension > 0 && sumOf(h.reduced).Sign() == 0 {
		h.reduced = divideByOneMinusT(h.reduced)
		h.dimension--
	}
	return h, nil
}

// Numerator returns the coefficients, by increasing powers of t, of the numerator
// of the series over (1-t)ⁿ, where n is the number of variables.
func (h *Hilbert) Numerator() []*big.Int {
	out := make([]*big.Int, len(h.numerator))
	for i, c := range h.numerator {
		out[i] = new(big.Int).Set(c)
	}
	return out
}

// Dimension returns the Krull dimension: that of the zero set over the algebraic
// closure, -1 where it is empty.
func (h *Hilbert) Dimension() int { return h.dimension }

// Degree returns the degree: the number of points, with multiplicity, in which
// the zero set or its projective closure meets a general linear space of
// complementary dimension. It is 0 where the zero set is empty. In an order that
// is not graded it is that of the leading monomials.
func (h *Hilbert) Degree() *big.Int { return sumOf(h.reduced) }

// Function returns the number of monomials of degree d that are left over: the
// Hilbert function of a homogeneous ideal.
func (h *Hilbert) Function(d int) *big.Int { return coefficientAt(h.numerator, h.n, d) }

// Affine returns the number of monomials of degree at most d that are left over:
// the affine Hilbert function, the dimension of the polynomials of degree at most
// d modulo those in the ideal [Cox, Little, O'Shea, 4th ed., Definition 9.3.2,
// p. 488], when the order is graded.
func (h *Hilbert) Affine(d int) *big.Int { return coefficientAt(h.numerator, h.n+1, d) }

// Polynomial returns the Hilbert polynomial, in the variable d: what Function is
// for all large d.
func (h *Hilbert) Polynomial() *poly.Polynomial[ring.Rat] {
	return hilbertPolynomial(h.reduced, h.dimension)
}

// AffinePolynomial returns what Affine is for all large d, a polynomial whose
// degree is the dimension.
func (h *Hilbert) AffinePolynomial() *poly.Polynomial[ring.Rat] {
	return hilbertPolynomial(h.reduced, h.dimension+1)
}

// String returns the numerator of the series, the dimension and the degree, as in
// "(1 - 3*t^2 + 2*t^3)/(1 - t)^3, dimension 1, degree 3".
func (h *Hilbert) String() string {
	R := poly.MustRing(ring.Q, []string{"t"})
	terms := make([]string, 0, len(h.numerator))
	for i, c := range h.numerator {
		if c.Sign() != 0 {
			m, err := R.Monomial(i)
			if err != nil {
				terms = append(terms, fmt.Sprintf("%v*t^%d", c, i))
				continue
			}
			terms = append(terms, R.Term(ring.RatFromBigInt(c), m).String())
		}
	}
	sum := strings.ReplaceAll(strings.Join(terms, " + "), "+ -", "- ")
	if len(terms) == 0 {
		sum = "0"
	}
	return fmt.Sprintf("(%s)/(1 - t)^%d, dimension %d, degree %v", sum, h.n, h.dimension, h.Degree())
}

// coefficientAt returns the coefficient of t^d in numerator/(1-t)^k.
func coefficientAt(numerator []*big.Int, k, d int) *big.Int {
	sum := new(big.Int)
	for j, c := range numerator {
		if j > d {
			break
		}
		ways := new(big.Int)
		switch {
		case k > 0:
			ways.Binomial(int64(d-j+k-1), int64(k-1))
		case j == d:
			ways.SetInt64(1)
		}
		sum.Add(sum, ways.Mul(ways, c))
	}
	return sum
}

// hilbertPolynomial returns Σ numerator[j]·C(d-j+k-1, k-1), in d; 0 for k ≤ 0.
func hilbertPolynomial(numerator []*big.Int, k int) *poly.Polynomial[ring.Rat] {
	R := poly.MustRing(ring.Q, []string{"d"})
	sum := R.Zero()
	if k <= 0 {
		return sum
	}
	for j, c := range numerator {
		product := R.Const(ring.RatFromBigInt(c))
		for i := 1; i < k; i++ { // (d - j + i)/i
			factor := R.Var(0).Add(R.FromInt(int64(i - j))).Scale(ring.NewRat(1, int64(i)))
			next, err := product.Mul(factor)
			if err != nil {
				panic(err) // there are no 32767 variables
			}
			product = next
		}
		sum = sum.Add(product)
	}
	return sum
}

// hilbertNumerator returns the numerator of the Hilbert series of a monomial
// ideal I by the formula K(I) = K(I + p) + t^deg(p)·K(I : p) for a power p of the
// variable in most generators [Bigatti, Computation of Hilbert–Poincaré series, J.
// Pure and Applied Algebra 119, 1997].
func hilbertNumerator(ctx context.Context, gens [][]int) ([]*big.Int, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	gens = minimalMonomials(gens)
	v, e := pivot(gens)
	if e == 0 { // no variable is in two generators
		k := []*big.Int{big.NewInt(1)}
		for _, g := range gens {
			k = addShifted(k, k, total(g), -1)
		}
		return k, nil
	}
	p := make([]int, len(gens[0]))
	p[v] = e
	with, err := hilbertNumerator(ctx, append(slices.Clone(gens), p))
	if err != nil {
		return nil, err
	}
	colon := make([][]int, len(gens))
	for i, g := range gens {
		colon[i] = slices.Clone(g)
		colon[i][v] = max(0, g[v]-e)
	}
	quotient, err := hilbertNumerator(ctx, colon)
	if err != nil {
		return nil, err
	}
	return addShifted(with, quotient, e, 1), nil
}

// pivot returns the variable in most generators and its least exponent there; the
// exponent is 0 where no variable is in two of them. That power is not in the
// ideal, because a pure power in a minimal system has the largest exponent.
func pivot(gens [][]int) (v, e int) {
	best := 1
	for i := range variables(gens) {
		count, least := 0, 0
		for _, g := range gens {
			if g[i] > 0 {
				count++
				if least == 0 || g[i] < least {
					least = g[i]
				}
			}
		}
		if count > best {
			best, v, e = count, i, least
		}
	}
	return v, e
}

func variables(gens [][]int) int {
	if len(gens) == 0 {
		return 0
	}
	return len(gens[0])
}

// minimalMonomials returns the generators that no other one divides, each once.
func minimalMonomials(gens [][]int) [][]int {
	sorted := slices.Clone(gens)
	stable.Sort(sorted, func(a, b []int) int { return total(a) - total(b) })
	var minimal [][]int
	for _, g := range sorted {
		if !slices.ContainsFunc(minimal, func(m []int) bool { return dividesExponents(m, g) }) {
			minimal = append(minimal, g)
		}
	}
	return minimal
}

func dividesExponents(a, b []int) bool {
	for i, e := range a {
		if e > b[i] {
			return false
		}
	}
	return true
}

func total(exponents []int) int {
	sum := 0
	for _, e := range exponents {
		sum += e
	}
	return sum
}

// addShifted returns a + sign·t^shift·b without trailing zeros.
func addShifted(a, b []*big.Int, shift int, sign int64) []*big.Int {
	out := make([]*big.Int, max(len(a), len(b)+shift))
	for i := range out {
		out[i] = new(big.Int)
		if i < len(a) {
			out[i].Set(a[i])
		}
		if j := i - shift; j >= 0 && j < len(b) {
			out[i].Add(out[i], new(big.Int).Mul(b[j], big.NewInt(sign)))
		}
	}
	for len(out) > 0 && out[len(out)-1].Sign() == 0 {
		out = out[:len(out)-1]
	}
	return out
}

func sumOf(coefficients []*big.Int) *big.Int {
	sum := new(big.Int)
	for _, c := range coefficients {
		sum.Add(sum, c)
	}
	return sum
}

// divideByOneMinusT returns k/(1-t) for k with k(1) = 0.
func divideByOneMinusT(k []*big.Int) []*big.Int {
	out := make([]*big.Int, len(k)-1)
	sum := new(big.Int)
	for i := range out {
		sum.Add(sum, k[i])
		out[i] = new(big.Int).Set(sum)
	}
	return out
}

// Dimension returns the dimension of the ideal with the given Gröbner basis, see
// Hilbert.Dimension.
func Dimension[E any](ctx context.Context, basis []*poly.Polynomial[E]) (int, error) {
	h, err := HilbertOf(ctx, basis)
	if err != nil {
		return 0, err
	}
	return h.Dimension(), nil
}

// ErrInfinite says that the polynomials modulo the ideal are not a space of
// finite dimension.
var ErrInfinite = fmt.Errorf("groebner: the quotient has infinite dimension: %w", ring.ErrDomain)

// QuotientBasis returns the monomials that no leading monomial of the Gröbner
// basis divides, ascending. They are a basis of the polynomials modulo the ideal
// [Cox, Little, O'Shea, 4th ed., Proposition 5.3.4, p. 250]. It is ErrInfinite
// where some variable has no power among the leading monomials.
func QuotientBasis[E any](ctx context.Context, basis []*poly.Polynomial[E]) ([]poly.Monomial, error) {
	if len(basis) == 0 {
		return nil, ErrInfinite
	}
	R := basis[0].Ring()
	isLeading := func(m poly.Monomial) bool {
		return slices.ContainsFunc(basis, func(g *poly.Polynomial[E]) bool {
			return !g.IsZero() && R.Divides(g.LeadingMonomial(), m)
		})
	}
	for i := range R.NumVars() {
		if !slices.ContainsFunc(basis, func(g *poly.Polynomial[E]) bool {
			return !g.IsZero() && R.Exponent(g.LeadingMonomial(), i) == g.LeadingMonomial().Degree()
		}) {
			return nil, ErrInfinite
		}
	}
	var all []poly.Monomial
	layer := map[poly.Monomial]bool{{}: true}
	for len(layer) > 0 {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("groebner: quotient basis: %w", ctx.Err())
		}
		next := map[poly.Monomial]bool{}
		for m := range layer {
			if isLeading(m) {
				continue
			}
			all = append(all, m)
			for i := range R.NumVars() {
				up, err := R.MulMonomial(m, R.VarMonomial(i))
				if err != nil {
					return nil, fmt.Errorf("groebner: quotient basis: %w", err)
				}
				next[up] = true
			}
		}
		layer = next
	}
	stable.Sort(all, R.Compare)
	return all, nil
}

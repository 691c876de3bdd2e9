package border

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"slices"

	"github.com/kexplain/kexplain/numeric/modular"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Options are the choices for BuchbergerMollerQ. The zero value is useful.
type Options struct {
	// Workers is the number of goroutines; 0 means one for each processor. The
	// result does not depend on it.
	Workers int

	// CornersOnly leaves out the elements of the border basis that are not in
	// the reduced Gröbner basis.
	CornersOnly bool

	// MaxPoints is the largest number of distinct points that is accepted, and
	// MaxBytes the largest size of the answer in decimal digits, foreseen as
	// soon as it is known. 0 means no limit. The errors are a *SizeError.
	MaxPoints int
	MaxBytes  int64

	// Foresee, if not nil, is called once, with what the coefficients may take: when the
	// standard monomials are known, or, if that is quick, when it has been seen that the
	// coefficients are not short.
	Foresee func(Estimate)

	// Progress, if not nil, is told what is being done and how much of it is
	// done. It is called by one goroutine at a time, often.
	Progress func(stage string, done, total int)
}

// Estimate is what the coefficients of an ideal take: at least, where they are short, as
// for the points of a grid, and at most, by Hadamard's bound of the denominator. Random
// points take about half of that.
type Estimate struct {
	Points      int     // distinct points
	Least, Most float64 // multiplications modulo primes below 2⁶², of all processors together
	Memory      int64   // bytes at most
	Answer      int64   // bytes of decimal digits at most
}

// withDefaults fills in what zero stands for.
func (o Options) withDefaults() Options {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Foresee == nil {
		o.Foresee = func(Estimate) {}
	}
	if o.Progress == nil {
		o.Progress = func(string, int, int) {}
	}
	return o
}

// SizeError says that an answer would be larger than a limit of Options.
type SizeError struct {
	Points   int   // distinct points
	Bytes    int64 // size that the printed answer has at least, 0 if it has not come so far
	AtMost   int64 // about what it has at most
	MaxBytes int64
	Max      int // limit of points
}

// Error returns the numbers in one line.
func (e *SizeError) Error() string {
	if e.Bytes == 0 {
		return fmt.Sprintf("border: %d distinct points, the limit is %d (time grows with the third power, memory with the second)",
			e.Points, e.Max)
	}
	return fmt.Sprintf("border: the exact ideal of these %d points takes %s to %s to print, the limit is %s",
		e.Points, bytesText(e.Bytes), bytesText(e.AtMost), bytesText(e.MaxBytes))
}

// bytesText returns a number of bytes in readable units.
func bytesText(n int64) string {
	units := []string{"B", "kB", "MB", "GB", "TB"}
	x := float64(n)
	for len(units) > 1 && x >= 1000 {
		x, units = x/1000, units[1:]
	}
	return fmt.Sprintf("%.3g %s", x, units[0])
}

// RationalIdeal is the ideal of rational points, in the form in which it is
// found: one common denominator, and integer numerators as residues modulo the
// primes that prove them. Written out in lowest terms the coefficients take
// more than twice the space in binary and five times in decimal, so they are
// put together one by one when they are asked for.
//
// With y_v = scale_v·x_v the elements of the border basis are
// y^b - Σ (num/den)·y^o. A RationalIdeal does not change and is safe for use by
// several goroutines.
type RationalIdeal struct {
	ring     *poly.Ring[ring.Rat]
	order    *OrderIdeal
	points   [][]ring.Rat // distinct
	scale    []*big.Int
	integral bool  // every scale is 1
	targets  []int // places in the border, ascending
	den      *big.Int
	images   []*image     // the tails modulo the primes
	crt      *modular.CRT // makes numerators of them
	reducer  reducer
	written  func() *Ideal[ring.Rat] // Ideal, at the first call
}

// BuchbergerMollerQ returns what BuchbergerMoller does, over the rationals and
// fast. The order ideal is found modulo one prime below 2⁶⁰; then the
// coefficients, with one common denominator D, from their residues modulo as
// many primes as it takes:
//
//  1. The standard monomials o₁ … o_s make a matrix V = (oᵢ(pⱼ)) that is
//     regular modulo the first prime, so they are independent over Q.
//  2. D is found from the first residues if it is short, otherwise by lifting
//     one random combination of the right-hand sides p-adically.
//  3. Modulo each prime the tails V⁻¹·b, where b are the values of the border
//     monomials, are found by one triangular factorisation of V.
//  4. Numerators N come from Chinese remaindering, |N| ≤ M/2.
//
// The result is certain, not probable. V·N ≡ D·b holds modulo the product M of
// the primes; when Σ|V|·max|N| + D·max|b| < M it holds over the integers, so
// every element vanishes at every point; and Nᵢ = 0 for all oᵢ above the border
// monomial is looked at. Together with 1 this proves that the order ideal and
// the basis are right. An unlucky prime, one modulo which the points have
// another order ideal, is found out here and replaced; a wrong guess of D
// makes the bound fail and is mended.
//
// The points may be rational; repeated ones count once. It panics if a point
// does not have one coordinate for each variable.
func BuchbergerMollerQ(ctx context.Context, R *poly.Ring[ring.Rat], points [][]ring.Rat, opts Options) (*RationalIdeal, error) {
	mustFit(R, points)
	distinct := Distinct(R.Field(), points)
	if len(distinct) == 0 {
		return nil, ErrNoPoints
	}
	if opts.MaxPoints > 0 && len(distinct) > opts.MaxPoints {
		return nil, &SizeError{Points: len(distinct), Max: opts.MaxPoints}
	}
	opts = opts.withDefaults()
	scaled := scalePoints(distinct, R.NumVars())
	id, err := solveWith(ctx, R, scaled, modular.FastPrimes(), opts, opts.targets)
	if err != nil {
		return nil, err
	}
	id.points = distinct
	id.integral = scaled.den == nil && !slices.ContainsFunc(id.scale, func(d *big.Int) bool { return d.BitLen() > 1 })
	return id, nil
}

// targets returns the places in the border of the elements that are wanted.
func (o Options) targets(order *OrderIdeal) []int {
	if o.CornersOnly {
		return order.CornerPlaces()
	}
	places := make([]int, len(order.border))
	for j := range places {
		places[j] = j
	}
	return places
}

// solveWith takes one prime after the other for the order ideal until one
// turns out to be good, and finds the elements at the places that targets
// chooses in ascending order, at least one.
func solveWith(ctx context.Context, R *poly.Ring[ring.Rat], scaled *scaledPoints, primes primeSource, opts Options,
	targets func(*OrderIdeal) []int) (*RationalIdeal, error) {
	primes = scaled.primesFor(primes)
	for {
		o, lu, err := orderIdealModulo(ctx, R, scaled, primes.Next(), opts.Progress)
		if err != nil {
			return nil, err
		}
		if o.Len() < scaled.size {
			continue // two points are equal modulo the prime
		}
		id, err := newSolver(R, scaled, o, lu, primes, opts, targets(o)).solve(ctx)
		if errors.Is(err, errUnlucky) {
			continue
		}
		return id, err
	}
}

// Ring returns the polynomial ring.
func (id *RationalIdeal) Ring() *poly.Ring[ring.Rat] { return id.ring }

// OrderIdeal returns the order ideal of the standard monomials.
func (id *RationalIdeal) OrderIdeal() *OrderIdeal { return id.order }

// Points returns the distinct points, in the order in which they first occur.
// The caller must not change them.
func (id *RationalIdeal) Points() [][]ring.Rat { return id.points }

// Height returns the number of bits of the common denominator and of the
// longest numerator.
func (id *RationalIdeal) Height() (denominator, numerator int) {
	x := new(big.Int)
	for k := range id.targets {
		for i := range id.order.members {
			numerator = max(numerator, id.numerator(x, k, i).BitLen())
		}
	}
	return id.den.BitLen(), numerator
}

// numerator sets x to the numerator of border[targets[k]] at members[i] and
// returns x.
func (id *RationalIdeal) numerator(x *big.Int, k, i int) *big.Int {
	residues := make([]uint64, len(id.images))
	gather(residues, id.images, k*id.order.Len()+i)
	if !slices.ContainsFunc(residues, func(r uint64) bool { return r != 0 }) {
		return x.SetInt64(0) // as many are where points have structure
	}
	return id.crt.Int(x, residues)
}

// setDenominator sets the common denominator, of which the numerators are
// multiples.
func (id *RationalIdeal) setDenominator(den *big.Int) {
	moduli := make([]modular.Modulus, len(id.images))
	for i, im := range id.images {
		moduli[i] = im.m
	}
	id.den, id.crt = den, modular.NewCRT(moduli).Scaled(den)
}

// stripContent returns the denominator without the factor that it has in
// common with all numerators. It looks at no more numerators than it takes to
// see that there is none, along the diagonals, since those of one element or of one
// member may have more in common than all.
func (id *RationalIdeal) stripContent() *big.Int {
	g, x := new(big.Int).Set(id.den), new(big.Int)
	members := len(id.order.members)
	for diagonal := range members {
		for k := range id.targets {
			if g.BitLen() == 1 {
				return id.den
			}
			if id.numerator(x, k, (k+diagonal)%members).Sign() != 0 {
				g.GCD(nil, nil, g, x.Abs(x))
			}
		}
	}
	return new(big.Int).Quo(id.den, g)
}

// Primes returns the number of primes that the coefficients took.
func (id *RationalIdeal) Primes() int { return len(id.images) }

// GroebnerBasis returns the reduced Gröbner basis in ascending order of the
// leading monomials.
func (id *RationalIdeal) GroebnerBasis() []*poly.Polynomial[ring.Rat] {
	return id.elements(id.GroebnerPlaces())
}

// BorderBasis returns the border basis in ascending order of the border
// monomials. It panics if the ideal was made with CornersOnly.
func (id *RationalIdeal) BorderBasis() []*poly.Polynomial[ring.Rat] {
	return id.elements(id.BorderPlaces())
}

// GroebnerPlaces returns the places in the border of the elements of the
// reduced Gröbner basis, as Write and Element take them.
func (id *RationalIdeal) GroebnerPlaces() []int { return id.order.CornerPlaces() }

// BorderPlaces returns the places of all elements of the border basis.
// It panics if the ideal was made with CornersOnly.
func (id *RationalIdeal) BorderPlaces() []int {
	if len(id.targets) != len(id.order.border) {
		panic("border: border basis of an ideal that was made with CornersOnly")
	}
	places := make([]int, len(id.targets))
	copy(places, id.targets)
	return places
}

func (id *RationalIdeal) elements(places []int) []*poly.Polynomial[ring.Rat] {
	basis := make([]*poly.Polynomial[ring.Rat], len(places))
	for i, j := range places {
		basis[i] = id.Element(j)
	}
	return basis
}

// Element returns the element of the border basis at the j-th border monomial.
// It panics if there is none or if CornersOnly left it out.
func (id *RationalIdeal) Element(j int) *poly.Polynomial[ring.Rat] {
	k := id.target(j)
	terms := []poly.Term[ring.Rat]{{Monomial: id.order.border[j], Coefficient: ring.RatFromInt(1)}}
	for i, m := range id.order.members {
		terms = append(terms, poly.Term[ring.Rat]{Monomial: m, Coefficient: id.coefficient(k, i)})
	}
	return id.ring.FromTerms(terms)
}

// target returns the place of the j-th border monomial among the targets.
func (id *RationalIdeal) target(j int) int {
	k, ok := slices.BinarySearch(id.targets, j)
	if !ok {
		panic(fmt.Sprintf("border: no element %d", j))
	}
	return k
}

// NormalForm returns the polynomial in the span of the order ideal that is congruent to
// p modulo the ideal, as Ideal.NormalForm does; the error is nil. The first call writes
// every coefficient out, and the ideal keeps them. It panics if p is of another ring, or
// if the ideal was made with CornersOnly.
func (id *RationalIdeal) NormalForm(p *poly.Polynomial[ring.Rat]) (*poly.Polynomial[ring.Rat], error) {
	return id.written().NormalForm(p)
}

// Contains reports whether p is in the ideal. The errors and panics are those of
// NormalForm.
func (id *RationalIdeal) Contains(p *poly.Polynomial[ring.Rat]) (bool, error) {
	return id.written().Contains(p)
}

// Ideal returns the same ideal with every coefficient written out, for what else an
// Ideal does; the separators when they are first asked for. It panics if the ideal was made with
// CornersOnly.
func (id *RationalIdeal) Ideal() *Ideal[ring.Rat] {
	out := &Ideal[ring.Rat]{ring: id.ring, order: id.order, points: id.points,
		tails: make([][]ring.Rat, len(id.BorderPlaces()))}
	for k := range out.tails {
		out.tails[k] = make([]ring.Rat, id.order.Len())
		for i := range out.tails[k] {
			out.tails[k][i] = id.coefficient(k, i).Neg()
		}
	}
	return out
}

// errUnlucky says that the order ideal modulo the first prime is not that over
// the rationals.
var errUnlucky = errors.New("border: unlucky prime")

// orderIdealModulo is the Buchberger–Möller algorithm modulo a prime without
// the coefficients: the order ideal, and the factorisation of its matrix of
// values.
func orderIdealModulo(ctx context.Context, mons Monomials, p *scaledPoints, m modular.Modulus,
	progress func(string, int, int)) (*OrderIdeal, *modular.LU, error) {
	ev := newEvaluator(p, m)
	lu := modular.NewLU(m, p.size)
	columns := ev.panel()
	c := NewCorners(mons)
	var independent []bool
	for few := c.NextFew(len(columns)); len(few) > 0; few = c.NextFew(len(columns)) {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if lu.Rank() == p.size {
			c.Avoid(few[0]) // everything depends on a basis
			continue
		}
		for j, t := range few {
			ev.column(columns[j], factors(mons, t))
		}
		independent = lu.AppendEach(independent[:0], columns[:len(few)])
		for j, t := range few {
			if !independent[j] {
				c.Avoid(t)
			} else if err := c.Keep(t); err != nil {
				return nil, nil, fmt.Errorf("border: order ideal at degree %d: %w", t.Degree(), err)
			}
		}
		progress("order ideal", lu.Rank(), p.size)
	}
	o, err := c.OrderIdeal()
	return o, lu, err
}

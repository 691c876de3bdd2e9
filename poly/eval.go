package poly

import (
	"fmt"
	"slices"

	"github.com/kexplain/kexplain/internal/stable"
)

// Eval returns p(point). It panics if the point has not one coordinate a
// variable.
func (p *Polynomial[E]) Eval(point []E) E {
	dst := make([]E, 1)
	NewEvaluator(p).EvalTo([][]E{dst}, [][]E{point})
	return dst[0]
}

// EvalTo sets dst[i] to p(points[i]). It panics if the lengths of dst and
// points differ or a point has not one coordinate a variable. For several
// polynomials at the same points an Evaluator shares their monomials.
func (p *Polynomial[E]) EvalTo(dst []E, points [][]E) {
	NewEvaluator(p).EvalTo([][]E{dst}, points)
}

// Evaluator evaluates a list of polynomials of one ring at many points. It is
// a straight-line program: every monomial is one product of two earlier ones,
// computed once for all polynomials and for a block of points at a time, so
// that the work is done by the row operations of the field. Over an inexact
// field a value depends in its last digits on the list of polynomials, through
// the products they share, and on nothing else. An Evaluator
// does not change and is safe for use by several goroutines.
type Evaluator[E any] struct {
	ring  *Ring[E]
	mul   func(dst, x, y []E)
	steps []step // step i makes column i; the first ones are the variables
	sums  [][]addend[E]
}

// step makes a column: variable left where right < 0, else the product of the
// columns left and right.
type step struct{ left, right int }

type addend[E any] struct {
	column int // -1 for the constant term
	coef   E
}

// evalBlock is the number of points that go through the program together:
// columns of a few hundred monomials stay in the cache of the processor.
const evalBlock = 128

// columnMultiplier is implemented by fields that multiply columns entry by
// entry faster than one element at a time.
type columnMultiplier[E any] interface{ MulTo(dst, x, y []E) }

// NewEvaluator compiles the polynomials. It panics if there are none or if
// they are of several rings.
func NewEvaluator[E any](polys ...*Polynomial[E]) *Evaluator[E] {
	if len(polys) == 0 {
		panic("poly: evaluator of no polynomials")
	}
	R := polys[0].ring
	e := &Evaluator[E]{ring: R, sums: make([][]addend[E], len(polys))}
	if v, ok := R.k.(columnMultiplier[E]); ok {
		e.mul = v.MulTo
	} else {
		e.mul = func(dst, x, y []E) {
			for i, xi := range x {
				dst[i] = R.k.Mul(xi, y[i])
			}
		}
	}
	c := compiler[E]{Evaluator: e, column: map[Monomial]int{}}
	for _, m := range sortedMonomials(polys) {
		c.columnOf(m)
	}
	for i, p := range polys {
		e.sums[i] = make([]addend[E], len(p.mons))
		for j, m := range p.mons {
			a := addend[E]{-1, p.coefs[j]}
			if !m.IsOne() {
				a.column = c.column[m]
			}
			e.sums[i][j] = a
		}
	}
	return e
}

// sortedMonomials returns the monomials other than 1 by increasing degree, so
// that small ones are there when larger ones look for a factor.
func sortedMonomials[E any](polys []*Polynomial[E]) []Monomial {
	seen := map[Monomial]bool{{}: true}
	var all []Monomial
	for _, p := range polys {
		mustSame(polys[0].ring, p.ring)
		for _, m := range slices.Backward(p.mons) {
			if !seen[m] {
				seen[m] = true
				all = append(all, m)
			}
		}
	}
	stable.Sort(all, func(a, b Monomial) int { return a.Degree() - b.Degree() })
	return all
}

type compiler[E any] struct {
	*Evaluator[E]
	column map[Monomial]int
}

// columnOf returns the column of m, which is not 1, adding the steps that are
// missing.
func (c *compiler[E]) columnOf(m Monomial) int {
	if i, ok := c.column[m]; ok {
		return i
	}
	s := c.factor(m)
	c.steps = append(c.steps, s)
	c.column[m] = len(c.steps) - 1
	return len(c.steps) - 1
}

// factor chooses the step that makes m.
func (c *compiler[E]) factor(m Monomial) step {
	R := c.ring
	exponents := R.Exponents(m)
	first := slices.IndexFunc(exponents, func(e int) bool { return e > 0 })
	if m.Degree() == 1 {
		return step{first, -1}
	}
	for i, e := range exponents {
		if e == 0 {
			continue
		}
		x := R.VarMonomial(i)
		if j, ok := c.column[quotient(&m, &x)]; ok {
			return step{j, c.columnOf(x)}
		}
	}
	// Split off the power of the first variable, or halve it.
	x := R.VarMonomial(first)
	e := exponents[first]
	if e == m.Degree() {
		e /= 2
	}
	part := timesPower(Monomial{}, x, e)
	return step{c.columnOf(part), c.columnOf(quotient(&m, &part))}
}

// EvalTo sets dst[i][j] to the value of the i-th polynomial at points[j]. It
// panics if lengths do not match.
func (e *Evaluator[E]) EvalTo(dst [][]E, points [][]E) {
	if len(dst) != len(e.sums) {
		panic(fmt.Sprintf("poly: %d columns for the values of %d polynomials", len(dst), len(e.sums)))
	}
	for _, d := range dst {
		if len(d) != len(points) {
			panic(fmt.Sprintf("poly: %d places for the values at %d points", len(d), len(points)))
		}
	}
	size := min(evalBlock, len(points))
	ones := slices.Repeat([]E{e.ring.one}, size)
	store := make([]E, size*len(e.steps))
	columns := make([][]E, len(e.steps))
	for start := 0; start < len(points); start += size {
		block := points[start:min(start+size, len(points))]
		for i := range columns {
			columns[i] = store[i*size : i*size+len(block)]
		}
		e.run(columns, block)
		for i, sum := range e.sums {
			out := dst[i][start : start+len(block)]
			e.addTo(out, sum, columns, ones[:len(block)])
		}
	}
}

// run fills the columns for a block of points.
func (e *Evaluator[E]) run(columns [][]E, block [][]E) {
	for _, point := range block {
		if len(point) != e.ring.n {
			panic(fmt.Sprintf("poly: point with %d coordinates for %d variables", len(point), e.ring.n))
		}
	}
	for i, s := range e.steps {
		if s.right >= 0 {
			e.mul(columns[i], columns[s.left], columns[s.right])
			continue
		}
		for j, point := range block {
			columns[i][j] = point[s.left]
		}
	}
}

// addTo sets out to the combination of the columns.
func (e *Evaluator[E]) addTo(out []E, sum []addend[E], columns [][]E, ones []E) {
	zero := e.ring.k.Zero()
	for i := range out {
		out[i] = zero
	}
	for _, a := range sum {
		column := ones
		if a.column >= 0 {
			column = columns[a.column]
		}
		e.ring.vec.Axpy(out, a.coef, column)
	}
}

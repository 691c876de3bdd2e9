package groebner

import (
	"context"
	"fmt"
	"slices"

	"github.com/kexplain/kexplain/ring"
)

// Closure is a space of polynomials of degree at most d that is closed under
// multiplication by variables as far as the degree allows: with f of degree
// below d it contains x_v·f. Polynomials are coefficient vectors on the list of
// all monomials of degree at most d in ascending order, lower degrees first.
//
// It is the linear algebra of [Truncated], for callers that have their own list
// of monomials. The space is held as its reduced echelon basis: monic rows with
// distinct leading monomials, none of which occurs in another row. A Closure may
// be read by several goroutines while none adds to it.
type Closure[E any] struct {
	k     ring.Field[E]
	vec   ring.Vectorer[E]
	vars  int
	times func(i, v int) int
	rows  [][]E // rows[i] has i+1 entries, the last one 1; nil where monomial i does not lead
}

// NewClosure returns the zero space on the first size monomials of a list, over
// an exact field. times returns the place of x_v times monomial i, and a number
// outside the list where the product is no member of it. With no variables the
// space is closed under nothing, and Add is plain Gaussian elimination.
func NewClosure[E any](k ring.Field[E], size, vars int, times func(i, v int) int) *Closure[E] {
	return &Closure[E]{k: k, vec: ring.VectorerOf(k), vars: vars, times: times, rows: make([][]E, size)}
}

// Add enters f and all that follows from it and from what is there already. The
// error is that of ctx. It panics unless f has one coefficient for each monomial.
func (c *Closure[E]) Add(ctx context.Context, f []E) error {
	for queue := [][]E{append([]E(nil), f...)}; len(queue) > 0; queue = queue[1:] {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("groebner: truncated ideal: %w", err)
		}
		row := queue[0]
		lead := c.Reduce(row)
		if lead < 0 {
			continue
		}
		row = c.enter(row, lead)
		// The leading monomial has the greatest degree: if its product fits, all do.
		for v := range c.vars {
			if at := c.times(lead, v); at < 0 || at >= len(c.rows) {
				break
			}
			queue = append(queue, c.shifted(row, v))
		}
	}
	return nil
}

// Clone returns a copy: what is added to one of them is not added to the other.
func (c *Closure[E]) Clone() *Closure[E] {
	out := *c
	out.rows = make([][]E, len(c.rows))
	for i, row := range c.rows {
		out.rows[i] = slices.Clone(row)
	}
	return &out
}

// enter makes the remainder row, which has the leading monomial lead, monic and
// takes that monomial out of the other rows.
func (c *Closure[E]) enter(row []E, lead int) []E {
	row = row[:lead+1]
	inv, err := c.k.Inv(row[lead])
	if err != nil {
		panic(err) // Reduce saw that it is not 0
	}
	c.vec.Scale(row, inv)
	for _, other := range c.rows[lead+1:] {
		if other != nil && c.k.IsZero(other[lead]) != ring.Yes {
			c.vec.Axpy(other[:lead+1], c.k.Neg(other[lead]), row)
		}
	}
	c.rows[lead] = row
	return row
}

// shifted returns x_v times a row whose products are all in the list.
func (c *Closure[E]) shifted(row []E, v int) []E {
	out := ring.Zeros(c.k, len(c.rows))
	for i, a := range row {
		if c.k.IsZero(a) != ring.Yes {
			out[c.times(i, v)] = a
		}
	}
	return out
}

// Reduce turns f into its normal form: it subtracts multiples of the rows until
// no monomial of f is a leading one. It returns the place of the leading monomial
// of what remains, or -1 for 0. It panics unless f has one coefficient for each
// monomial.
func (c *Closure[E]) Reduce(f []E) int {
	if len(f) != len(c.rows) {
		panic(fmt.Sprintf("groebner: a vector of %d coefficients on %d monomials", len(f), len(c.rows)))
	}
	lead := -1
	for i := len(f) - 1; i >= 0; i-- {
		switch row := c.rows[i]; {
		case c.k.IsZero(f[i]) == ring.Yes:
		case row != nil:
			c.vec.Axpy(f[:i+1], c.k.Neg(f[i]), row)
		case lead < 0:
			lead = i
		}
	}
	return lead
}

// Leads reports whether monomial i is the leading monomial of an element.
func (c *Closure[E]) Leads(i int) bool { return c.rows[i] != nil }

// Dim returns the number of leading monomials among the first n: for n the number
// of monomials of a degree, the dimension of the elements up to that degree.
func (c *Closure[E]) Dim(n int) int {
	dim := 0
	for _, row := range c.rows[:n] {
		if row != nil {
			dim++
		}
	}
	return dim
}

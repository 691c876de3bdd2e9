package border

import (
	"errors"
	"fmt"
	"slices"

	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/poly"
)

// Monomials is what this package asks of a polynomial ring where coefficients
// do not matter. Every *poly.Ring is one.
type Monomials interface {
	NumVars() int
	MaxDegree() int
	Order() poly.Order
	VarMonomial(i int) poly.Monomial
	Exponents(m poly.Monomial) []int
	Exponent(m poly.Monomial, i int) int
	Compare(m, n poly.Monomial) int
	MulMonomial(m, n poly.Monomial) (poly.Monomial, error)
	Divides(m, n poly.Monomial) bool
	DivMonomial(n, m poly.Monomial) (poly.Monomial, bool)
	FormatMonomial(m poly.Monomial) string
}

// ErrNotOrderIdeal says that a set of monomials has a member with a divisor
// that is not a member.
var ErrNotOrderIdeal = errors.New("border: not an order ideal")

// ErrInfinite says that the monomials outside a monomial ideal are infinitely
// many, so that they are no finite order ideal: some variable has no power
// among the generators.
var ErrInfinite = errors.New("border: infinitely many standard monomials")

// OrderIdeal is a finite set O of monomials that contains every divisor of its
// members [KR05, Definition 6.4.3]. It knows its border, the monomials
// x_i·o outside O, and its corners, the minimal monomials outside O, which are
// among the border. All three lists are ascending in the order of the ring. An
// OrderIdeal does not change and is safe for use by several goroutines.
type OrderIdeal struct {
	mons    Monomials
	members []poly.Monomial
	border  []poly.Monomial
	corners []int // places in border
	place   map[poly.Monomial]int
	outside map[poly.Monomial]int // places in border
}

// NewOrderIdeal returns the order ideal with the given members, in any order
// and without repetition. The error is ErrNotOrderIdeal if a divisor of a
// member is missing, and poly.ErrDegree if the border does not fit the degree
// bound of the ring. The empty set is an order ideal, with the border {1}.
func NewOrderIdeal(mons Monomials, members []poly.Monomial) (*OrderIdeal, error) {
	o := &OrderIdeal{mons: mons, members: slices.Clone(members),
		place: make(map[poly.Monomial]int, len(members)), outside: make(map[poly.Monomial]int)}
	stable.Sort(o.members, mons.Compare)
	for i, m := range o.members {
		if _, ok := o.place[m]; ok {
			return nil, fmt.Errorf("border: %s occurs twice in an order ideal", mons.FormatMonomial(m))
		}
		o.place[m] = i
	}
	for _, m := range o.members {
		for i := range mons.NumVars() {
			if d, ok := mons.DivMonomial(m, mons.VarMonomial(i)); ok && !o.Contains(d) {
				return nil, fmt.Errorf("%w: %s without its divisor %s", ErrNotOrderIdeal,
					mons.FormatMonomial(m), mons.FormatMonomial(d))
			}
		}
	}
	if err := o.findBorder(); err != nil {
		return nil, err
	}
	return o, nil
}

func (o *OrderIdeal) findBorder() error {
	if len(o.members) == 0 {
		o.border = []poly.Monomial{{}}
	}
	for _, m := range o.members {
		for i := range o.mons.NumVars() {
			t, err := o.mons.MulMonomial(m, o.mons.VarMonomial(i))
			if err != nil {
				return fmt.Errorf("border: border of the order ideal: %w", err)
			}
			if _, ok := o.outside[t]; !ok && !o.Contains(t) {
				o.outside[t] = 0
				o.border = append(o.border, t)
			}
		}
	}
	stable.Sort(o.border, o.mons.Compare)
	for j, t := range o.border {
		o.outside[t] = j
		if o.isCorner(t) {
			o.corners = append(o.corners, j)
		}
	}
	return nil
}

// isCorner reports whether all proper divisors of t, which is not in O, are in O.
func (o *OrderIdeal) isCorner(t poly.Monomial) bool {
	for i := range o.mons.NumVars() {
		if d, ok := o.mons.DivMonomial(t, o.mons.VarMonomial(i)); ok && !o.Contains(d) {
			return false
		}
	}
	return true
}

// Standard returns the order ideal of the monomials that no given monomial
// divides: the standard monomials of an ideal with these leading monomials.
// The error is ErrInfinite if there are infinitely many.
func Standard(mons Monomials, leading []poly.Monomial) (*OrderIdeal, error) {
	power := make([]bool, mons.NumVars())
	one := false
	for _, m := range leading {
		one = one || m.IsOne()
		for i := range power {
			power[i] = power[i] || mons.Exponent(m, i) == m.Degree()
		}
	}
	if i := slices.Index(power, false); i >= 0 && !one {
		return nil, fmt.Errorf("%w: no power of %s is a leading monomial", ErrInfinite,
			mons.FormatMonomial(mons.VarMonomial(i)))
	}
	c := NewCorners(mons)
	for t, ok := c.Next(); ok; t, ok = c.Next() {
		if slices.ContainsFunc(leading, func(l poly.Monomial) bool { return mons.Divides(l, t) }) {
			c.Avoid(t)
		} else if err := c.Keep(t); err != nil {
			return nil, err
		}
	}
	return c.OrderIdeal()
}

// Len returns the number of members.
func (o *OrderIdeal) Len() int { return len(o.members) }

// Members returns the members in ascending order. The caller must not change
// the slice; the same holds for Border.
func (o *OrderIdeal) Members() []poly.Monomial { return o.members }

// Border returns the border in ascending order [KR05, Definition 6.4.4].
func (o *OrderIdeal) Border() []poly.Monomial { return o.border }

// Corners returns the minimal monomials outside O in ascending order: the
// minimal generators of the monomial ideal that O leaves over.
func (o *OrderIdeal) Corners() []poly.Monomial {
	c := make([]poly.Monomial, len(o.corners))
	for k, j := range o.corners {
		c[k] = o.border[j]
	}
	return c
}

// CornerPlaces returns the places of the corners in Border, ascending.
func (o *OrderIdeal) CornerPlaces() []int { return slices.Clone(o.corners) }

// Contains reports whether m is a member.
func (o *OrderIdeal) Contains(m poly.Monomial) bool {
	_, ok := o.place[m]
	return ok
}

// Place returns the place of m in Members, and whether it is there.
func (o *OrderIdeal) Place(m poly.Monomial) (int, bool) {
	i, ok := o.place[m]
	return i, ok
}

// BorderPlace returns the place of m in Border, and whether it is there.
func (o *OrderIdeal) BorderPlace(m poly.Monomial) (int, bool) {
	j, ok := o.outside[m]
	return j, ok
}

// Index returns the index of m with respect to O: 0 for a member, 1 for the
// border, k for a product of a border monomial and k-1 variables at best
// [KR05, Definition 6.4.7].
func (o *OrderIdeal) Index(m poly.Monomial) int {
	if len(o.members) == 0 {
		return m.Degree() + 1
	}
	// The index is the degree of m divided by a member of greatest degree that
	// divides m [KR05, Proposition 6.4.8].
	index := m.Degree()
	for _, t := range o.members {
		if o.mons.Divides(t, m) {
			index = min(index, m.Degree()-t.Degree())
		}
	}
	return index
}

// HilbertFunction returns the affine Hilbert function, the number of members
// of degree at most d for d = 0, 1, … up to the degree where it becomes
// constant. Where the order ideal belongs to an ideal by a graded order, this
// is the dimension of the polynomials of degree at most d modulo the ideal
// [KR05, Definition 5.6.1]. The empty order ideal has the function 0.
func (o *OrderIdeal) HilbertFunction() []int {
	degree := 0
	for _, m := range o.members {
		degree = max(degree, m.Degree())
	}
	h := make([]int, degree+1)
	for _, m := range o.members {
		h[m.Degree()]++
	}
	for d := 1; d < len(h); d++ {
		h[d] += h[d-1]
	}
	return h
}

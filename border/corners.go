package border

import (
	"container/heap"
	"slices"

	"github.com/kexplain/kexplain/poly"
)

// Corners is the combinatorial half of the Buchberger–Möller algorithm: the
// order ideal under construction, its corners so far, and the monomials that
// are still to be decided. What decides them, linear algebra on evaluations at
// points, or anything else that respects divisibility, is the caller's:
//
//	c := border.NewCorners(R)
//	for t, ok := c.Next(); ok; t, ok = c.Next() {
//		if dependent(t) {
//			c.Avoid(t) // t is a leading monomial of the ideal
//		} else if err := c.Keep(t); err != nil {
//			return err
//		}
//	}
//
// After the loop Kept is an order ideal and Avoided are its corners. The idea
// of separating the two halves is CoCoALib's QBGenerator (J. Abbott, A. M.
// Bigatti). A Corners is not for use by several goroutines.
type Corners struct {
	mons    Monomials
	kept    []poly.Monomial
	avoided []poly.Monomial
	few     []poly.Monomial // what NextFew returned and is not decided
	open    monomialHeap
	// parents counts, for monomials not yet offered, how many of their quotients
	// by a variable have been kept. When all have, the monomial is offered.
	parents map[poly.Monomial]int
}

// NewCorners returns the empty order ideal, with 1 to be decided.
func NewCorners(mons Monomials) *Corners {
	return &Corners{mons: mons, open: monomialHeap{mons: mons, items: []poly.Monomial{{}}},
		parents: make(map[poly.Monomial]int)}
}

// Next returns the smallest monomial to be decided and false when there is
// none. All its proper divisors have been kept. The same monomial is returned
// until Keep or Avoid decides it.
func (c *Corners) Next() (poly.Monomial, bool) {
	if len(c.few) > 0 {
		return c.few[0], true
	}
	if len(c.open.items) == 0 {
		return poly.Monomial{}, false
	}
	return c.open.items[0], true
}

// NextFew returns up to n monomials that are to be decided one after the other, the one that Next returns first, whatever is
// decided of each: of one degree where the order goes by degree first, and else one. They are valid until the next call.
func (c *Corners) NextFew(n int) []poly.Monomial {
	t, ok := c.Next()
	if len(c.few) > 0 || !ok {
		return c.few
	}
	if !c.mons.Order().IsGraded() {
		n = 1
	}
	for c.few = c.few[:0]; n > 0 && len(c.open.items) > 0 && c.open.items[0].Degree() == t.Degree(); n-- {
		c.few = append(c.few, heap.Pop(&c.open).(poly.Monomial))
	}
	return c.few
}

// Keep takes t into the order ideal and offers the multiples of t by a variable
// whose divisors are all kept. It returns poly.ErrDegree when a multiple does
// not fit the degree bound of the ring. It panics if t is not what Next
// returned.
func (c *Corners) Keep(t poly.Monomial) error {
	c.decide(t)
	c.kept = append(c.kept, t)
	for i := range c.mons.NumVars() {
		m, err := c.mons.MulMonomial(t, c.mons.VarMonomial(i))
		if err != nil {
			return err
		}
		c.parents[m]++
		if c.parents[m] == c.support(m) {
			delete(c.parents, m)
			heap.Push(&c.open, m)
		}
	}
	return nil
}

// Avoid makes t a corner, so that no multiple of it is offered. It panics if t
// is not what Next returned.
func (c *Corners) Avoid(t poly.Monomial) {
	c.decide(t)
	c.avoided = append(c.avoided, t)
}

func (c *Corners) decide(t poly.Monomial) {
	if next, ok := c.Next(); !ok || t != next {
		panic("border: decided a monomial that is not next: " + c.mons.FormatMonomial(t))
	}
	if len(c.few) > 0 {
		c.few = c.few[1:]
		return
	}
	heap.Pop(&c.open)
}

// support returns the number of variables that occur in m.
func (c *Corners) support(m poly.Monomial) int {
	n := 0
	for i := range c.mons.NumVars() {
		if c.mons.Exponent(m, i) > 0 {
			n++
		}
	}
	return n
}

// Kept returns the monomials kept so far, in ascending order.
func (c *Corners) Kept() []poly.Monomial { return slices.Clone(c.kept) }

// Avoided returns the corners found so far, in ascending order.
func (c *Corners) Avoided() []poly.Monomial { return slices.Clone(c.avoided) }

// OrderIdeal returns the order ideal of the monomials kept so far.
func (c *Corners) OrderIdeal() (*OrderIdeal, error) { return NewOrderIdeal(c.mons, c.kept) }

// monomialHeap is a heap with the smallest monomial on top.
type monomialHeap struct {
	mons  Monomials
	items []poly.Monomial
}

func (h *monomialHeap) Len() int           { return len(h.items) }
func (h *monomialHeap) Less(i, j int) bool { return h.mons.Compare(h.items[i], h.items[j]) < 0 }
func (h *monomialHeap) Swap(i, j int)      { h.items[i], h.items[j] = h.items[j], h.items[i] }
func (h *monomialHeap) Push(m any)         { h.items = append(h.items, m.(poly.Monomial)) }
func (h *monomialHeap) Pop() any {
	last := len(h.items) - 1
	m := h.items[last]
	h.items = h.items[:last]
	return m
}

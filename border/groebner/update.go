package groebner

import (
	"fmt"
	"slices"

	"github.com/kexplain/kexplain/poly"
)

// update adds h to the basis and its useful pairs to the list. It is algorithm
// UPDATE of Gebauer and Möller [On an installation of Buchberger's algorithm, J.
// Symbolic Computation 6, 1988], in the form of Becker and Weispfenning [Gröbner
// Bases, 1993, p. 230]:
//
//  1. A new pair goes when its lcm is a multiple of that of another new pair,
//     unless its own leading monomials are coprime (criteria M and F).
//  2. Then the new pairs with coprime leading monomials go (product criterion).
//  3. An old pair goes when the leading monomial of h divides its lcm, which is
//     not the lcm of h with either of the two (criterion B).
//  4. Elements whose leading monomial h divides make no more pairs.
func (b *buchberger[E]) update(h *element[E]) error {
	candidates, err := b.newPairs(h)
	if err != nil {
		return err
	}
	kept := b.chain(candidates, h)
	b.pairs = slices.DeleteFunc(b.pairs, func(p pair) bool { return b.isCovered(p, h) })
	b.pairs = append(b.pairs, kept...)
	for _, e := range b.basis {
		if b.ring.Divides(h.lead, e.lead) {
			e.redundant = true
		}
	}
	b.basis = append(b.basis, h)
	return nil
}

// newPairs returns the pairs of h with the elements that make pairs.
func (b *buchberger[E]) newPairs(h *element[E]) ([]pair, error) {
	var pairs []pair
	for i, e := range b.basis {
		if e.redundant {
			continue
		}
		lcm, err := b.ring.LCM(e.lead, h.lead)
		if err != nil {
			return nil, fmt.Errorf("least common multiple: %w", err)
		}
		pairs = append(pairs, pair{i: i, j: len(b.basis), lcm: lcm, sugar: pairSugar(e, h, lcm)})
	}
	return pairs, nil
}

// pairSugar is the degree of the S-polynomial of homogenised elements.
func pairSugar[E any](e, h *element[E], lcm poly.Monomial) int {
	return max(e.sugar-e.lead.Degree(), h.sugar-h.lead.Degree()) + lcm.Degree()
}

// chain does steps 1 and 2 of update.
func (b *buchberger[E]) chain(candidates []pair, h *element[E]) []pair {
	var chosen []pair
	for k, p := range candidates {
		covers := func(q pair) bool { return b.ring.Divides(q.lcm, p.lcm) }
		if b.isCoprime(p, h) || !slices.ContainsFunc(candidates[k+1:], covers) && !slices.ContainsFunc(chosen, covers) {
			chosen = append(chosen, p)
		}
	}
	return slices.DeleteFunc(chosen, func(p pair) bool { return b.isCoprime(p, h) })
}

func (b *buchberger[E]) isCoprime(p pair, h *element[E]) bool {
	return p.lcm.Degree() == b.basis[p.i].lead.Degree()+h.lead.Degree()
}

// isCovered is step 3 of update.
func (b *buchberger[E]) isCovered(p pair, h *element[E]) bool {
	if !b.ring.Divides(h.lead, p.lcm) {
		return false
	}
	for _, i := range []int{p.i, p.j} {
		lcm, err := b.ring.LCM(b.basis[i].lead, h.lead)
		if err == nil && lcm == p.lcm {
			return false
		}
	}
	return true
}

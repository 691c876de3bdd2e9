package groebner

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/poly"
)

// Ideal is the ideal of some generators with its reduced Gröbner basis. It does
// not change and is safe for use by several goroutines.
type Ideal[E any] struct {
	ring  *poly.Ring[E]
	gens  []*poly.Polynomial[E]
	basis []*poly.Polynomial[E]
}

// NewIdeal returns the ideal that the generators generate. The errors and panics
// are those of Basis.
func NewIdeal[E any](ctx context.Context, gens []*poly.Polynomial[E], opts ...Option) (*Ideal[E], error) {
	basis, err := Basis(ctx, gens, opts...)
	if err != nil {
		return nil, err
	}
	return &Ideal[E]{ring: gens[0].Ring(), gens: slices.Clone(gens), basis: basis}, nil
}

// Ring returns the polynomial ring.
func (id *Ideal[E]) Ring() *poly.Ring[E] { return id.ring }

// Generators returns the generators as they were given.
func (id *Ideal[E]) Generators() []*poly.Polynomial[E] { return slices.Clone(id.gens) }

// GroebnerBasis returns the reduced Gröbner basis, see Basis.
func (id *Ideal[E]) GroebnerBasis() []*poly.Polynomial[E] { return slices.Clone(id.basis) }

// NormalForm returns the remainder of p modulo the ideal, see the function of
// this name. The error is poly.ErrDegree where the division leaves the degree
// bound of the ring, which it never does in an order that goes by degree first.
// It panics if p is of another ring.
func (id *Ideal[E]) NormalForm(p *poly.Polynomial[E]) (*poly.Polynomial[E], error) {
	if p.Ring() != id.ring {
		panic(fmt.Sprintf("groebner: polynomial of %v, not of %v", p.Ring(), id.ring))
	}
	return NormalForm(p, id.basis)
}

// Contains reports whether p is in the ideal. The errors and panics are those of
// NormalForm.
func (id *Ideal[E]) Contains(p *poly.Polynomial[E]) (bool, error) {
	r, err := id.NormalForm(p)
	return err == nil && r.IsZero(), err
}

// String returns the reduced Gröbner basis between angle brackets.
func (id *Ideal[E]) String() string { return formatIdeal(id.basis) }

// formatIdeal writes polynomials that generate an ideal.
func formatIdeal[E any](gens []*poly.Polynomial[E]) string {
	texts := make([]string, len(gens))
	for i, g := range gens {
		texts[i] = g.String()
	}
	return "⟨" + strings.Join(texts, ", ") + "⟩"
}

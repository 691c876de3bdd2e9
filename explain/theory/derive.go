package theory

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// ErrContradiction says that the axioms cannot all hold: 1 is a combination of them.
var ErrContradiction = errors.New("theory: the axioms contradict one another")

// Consequence is a polynomial in the targets that vanishes where the axioms do.
type Consequence struct {
	Polynomial *poly.Polynomial[ring.Rat] // in the ring of the axioms
	// Cofactors are multiplied by the axioms and add up to Polynomial. Nil where they are
	// too long to be found.
	Cofactors []*poly.Polynomial[ring.Rat]
}

// Derive returns polynomials that generate all consequences of the axioms in the target
// variables, of low degree first, none a combination of the others; none where nothing
// follows. The error is ErrContradiction, groebner.ErrLimit or that of the context. It panics
// if there are no axioms or if they are of several rings.
func Derive(ctx context.Context, axioms []*poly.Polynomial[ring.Rat], targets []int) ([]Consequence, error) {
	left, err := Eliminate(ctx, axioms, targets)
	if err != nil {
		return nil, err
	}
	var out []Consequence
	for _, f := range left {
		cofactors, ok, err := groebner.Lift(ctx, f, axioms, groebner.WithLimits(groebner.Limits{Pairs: limit.DeriveCofactorPairs}))
		if err != nil && !errors.Is(err, groebner.ErrLimit) && !errors.Is(err, poly.ErrDegree) {
			return nil, fmt.Errorf("theory: %w", err)
		}
		if err == nil && !ok {
			panic("theory: a consequence is no combination of the axioms")
		}
		out = append(out, Consequence{f, cofactors})
	}
	return out, nil
}

// Eliminate is Derive without cofactors.
func Eliminate(ctx context.Context, axioms []*poly.Polynomial[ring.Rat], targets []int) ([]*poly.Polynomial[ring.Rat], error) {
	R := axioms[0].Ring()
	var others []int
	for v := range R.Vars() {
		if !slices.Contains(targets, v) {
			others = append(others, v)
		}
	}
	limits := groebner.WithLimits(groebner.Limits{Pairs: limit.DerivePairs, Terms: limit.DeriveTerms, Degree: limit.DeriveDegree})
	left, err := groebner.Eliminate(ctx, axioms, others, limits)
	if err != nil {
		return nil, fmt.Errorf("theory: %w", err)
	}
	if len(left) == 0 {
		return nil, nil
	}
	if left[0].Degree() < 1 {
		return nil, ErrContradiction
	}
	if left, err = groebner.Irredundant(ctx, left, limits); err != nil {
		return nil, fmt.Errorf("theory: %w", err)
	}
	stable.Sort(left, func(a, b *poly.Polynomial[ring.Rat]) int { return a.Degree() - b.Degree() })
	for i, f := range left {
		left[i] = poly.Primitive(f)
	}
	return left, nil
}

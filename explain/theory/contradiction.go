package theory

import (
	"context"
	"errors"
	"slices"

	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Contradiction names axioms that cannot all hold.
type Contradiction struct {
	// Axioms are places in the list of axioms, in increasing order. The others are not
	// needed for the contradiction; where the search reached no limit, each of these is.
	Axioms []int
	// Cofactors are multiplied by all axioms and add up to 1; zero for those not named. Nil
	// where they are too long to be found.
	Cofactors []*poly.Polynomial[ring.Rat]
}

// Contradict finds axioms that contradict one another, where Derive has found
// ErrContradiction. The axioms are left out in turn, and stay out where the others still
// contradict one another. The error is that of the context. It panics if there are no axioms
// or if they are of several rings.
func Contradict(ctx context.Context, axioms []*poly.Polynomial[ring.Rat]) (*Contradiction, error) {
	var named []int
	for k := range axioms {
		named = append(named, k)
	}
	pick := func(places []int) (list []*poly.Polynomial[ring.Rat]) {
		for _, k := range places {
			list = append(list, axioms[k])
		}
		return list
	}
	for k := range axioms {
		rest := slices.DeleteFunc(slices.Clone(named), func(i int) bool { return i == k })
		if len(rest) == 0 {
			break
		}
		_, err := Eliminate(ctx, pick(rest), nil)
		switch {
		case errors.Is(err, ErrContradiction):
			named = rest
		case ctx.Err() != nil:
			return nil, ctx.Err()
		}
	}
	c := &Contradiction{Axioms: named}
	R := axioms[0].Ring()
	cofactors, ok, err := groebner.Lift(ctx, R.One(), pick(named), groebner.WithLimits(groebner.Limits{Pairs: limit.DeriveCofactorPairs}))
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil: // a limit
		return c, nil
	case !ok:
		panic("theory: axioms that contradict one another do not generate 1")
	}
	c.Cofactors = make([]*poly.Polynomial[ring.Rat], len(axioms))
	for k := range axioms {
		c.Cofactors[k] = R.Zero()
	}
	for i, k := range named {
		c.Cofactors[k] = cofactors[i]
	}
	return c, nil
}

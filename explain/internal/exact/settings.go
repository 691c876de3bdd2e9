package exact

import (
	"context"
	"slices"

	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// followsAtSettings reports whether a law follows from those of lower degree at each value of some
// setting. Beside total = qty*unit that is the product of the total - v*unit over the values v
// of qty.
func followsAtSettings(ctx context.Context, l law, laws []law, settings []Setting) (bool, error) {
	lower := slices.DeleteFunc(slices.Clone(laws), func(o law) bool { return o.degree >= l.degree })
	for _, s := range settings {
		if !slices.ContainsFunc(lower, func(o law) bool { return slices.Contains(o.vars, s.Column) }) {
			continue
		}
		follows := true
		for _, v := range s.Values {
			var err error
			if follows, err = followsAt(ctx, l, lower, s.Column, v); err != nil {
				return false, err
			}
			if !follows {
				break
			}
		}
		if follows {
			return true, nil
		}
	}
	return false, nil
}

// followsAt reports whether a law follows from others, without higher degrees, where a column has a value.
func followsAt(ctx context.Context, l law, others []law, column int, v ring.Rat) (bool, error) {
	vars := linked(l, others)
	if numeric.CountMonomials(len(vars), l.degree) > limit.ExactMonomials {
		return false, nil
	}
	R := l.poly.Ring()
	var names []string
	for _, j := range vars {
		names = append(names, R.Vars()[j])
	}
	few, err := poly.NewRing[ring.Rat](ring.Q, names, poly.WithMaxDegree(l.degree+1))
	if err != nil {
		return false, nil
	}
	at := func(o law) (*poly.Polynomial[ring.Rat], error) {
		p, err := o.poly.SubstituteVar(column, R.Const(v))
		if err != nil {
			return nil, err
		}
		return p.In(few)
	}
	var known []*poly.Polynomial[ring.Rat]
	for _, o := range others {
		if !within(o.vars, vars) {
			continue
		}
		if p, err := at(o); err == nil && !p.IsZero() {
			known = append(known, p)
		}
	}
	p, err := at(l)
	if err != nil || len(known) == 0 {
		return false, nil
	}
	ideal, err := groebner.TruncatedOf(ctx, known, l.degree)
	return err == nil && ideal.Contains(p), ctx.Err()
}

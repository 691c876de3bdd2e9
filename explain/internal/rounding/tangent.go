package rounding

import (
	"context"
	"slices"

	"github.com/kexplain/kexplain/poly"
)

// withoutTangents takes linear laws with a constant for what they may be where readings vary little: tangents of laws of two
// terms and degree 2, as f + 3.6*T = 120 is of f*T = 1000. These say less and so they stand instead.
func (s *search) withoutTangents(ctx context.Context, seed uint64) error {
	hasConstant := func(l Law) bool { return !l.Polynomial.Coefficient(poly.Monomial{}).IsZero() }
	if !slices.ContainsFunc(s.laws, hasConstant) {
		return nil
	}
	tangents := slices.DeleteFunc(slices.Clone(s.laws), func(l Law) bool { return !hasConstant(l) })
	s.laws = slices.DeleteFunc(s.laws, hasConstant)
	s.ideals = nil
	lines := len(s.laws)
	if err := s.stage(ctx, seed, 2, 2); err != nil {
		return err
	}
	curves := slices.Clone(s.laws[lines:])
	tangents = slices.DeleteFunc(tangents, func(l Law) bool {
		return len(curves) > 0 && Follows(l.Polynomial, s.known(), nil, s.x) || s.followsShorter(l)
	})
	s.laws = append(s.laws[:lines], tangents...)
	for _, l := range curves {
		if !Follows(l.Polynomial, s.known(), nil, s.x) {
			s.laws = append(s.laws, l)
		}
	}
	s.ideals = nil
	return nil
}

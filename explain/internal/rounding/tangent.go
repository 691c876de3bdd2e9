package rounding

import (
	"context"
	"slices"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
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
	if err := s.stage(ctx, seed, 2, 2, 2); err != nil {
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

// asSum is the sum of columns that a law of two terms stands for where readings of one thing vary little: r + s + t = 3*mean
// for r*s*t = mean^3, the exponents being the coefficients. The rows do not tell the two apart if both hold within
// rounding at the same rows, and then the law of lower degree is taken. Any other law is returned as it is.
func (s *search) asSum(l Law) Law {
	R := s.t.Ring
	var terms []poly.Term[ring.Rat]
	first := true
	for m, c := range l.Polynomial.Terms() {
		if l.Polynomial.Len() != 2 || m.Degree() < 2 || m.Degree() != l.Polynomial.Degree() || !c.Abs().IsOne() ||
			!first && c.Equal(l.Polynomial.LeadingCoefficient()) {
			return l
		}
		first = false
		for j := range R.NumVars() {
			e := c.Mul(ring.RatFromInt(int64(R.Exponent(m, j))))
			terms = append(terms, poly.Term[ring.Rat]{Monomial: R.VarMonomial(j), Coefficient: e})
		}
	}
	sum := Decimal(R.FromTerms(terms))
	if failing, ok := s.failingRows(sum); !ok || !slices.Equal(failing, l.Failing) {
		return l
	}
	l.Polynomial = sum
	return l
}

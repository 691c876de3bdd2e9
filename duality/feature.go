package duality

import (
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Feature returns Φ(x) in the rational frame: the monomials x^α.
func (s *Space[E]) Feature(x []E) []E {
	v := s.zeros()
	for i := range v {
		v[i] = s.monomialAt(i, x)
	}
	return v
}

// FeatureProduct returns the scalar product Σ_α γ_α²·u_α·conj(v_α) of two
// vectors of the feature space in the rational frame, so that
// FeatureProduct(Φ(x), Φ(y)) = k(x, y).
func (s *Space[E]) FeatureProduct(u, v []E) E {
	s.mustFit(u)
	s.mustFit(v)
	sum := s.field.Zero()
	for i := range u {
		sum = s.field.Add(sum, s.field.Mul(s.field.Mul(u[i], s.conj(v[i])), s.gamma2[i]))
	}
	return sum
}

// Psi returns ψ(f) in the rational frame, the coordinates f_α/γ_α². ψ is an
// isometry from the φ-product to FeatureProduct, and FeatureProduct(ψ(f), Φ(x))
// is f(x) over Q (over Q(i) it is f(conj x)). It fails with ErrDegree when f is
// not in the space.
func (s *Space[E]) Psi(f *poly.Polynomial[E]) ([]E, error) {
	s.mustHaveProduct()
	v, err := s.Vector(f)
	if err != nil {
		return nil, err
	}
	for i := range v {
		v[i] = s.field.Mul(v[i], s.inverse[i])
	}
	return v, nil
}

// PsiInverse returns the polynomial f with ψ(f) = u.
func (s *Space[E]) PsiInverse(u []E) *poly.Polynomial[E] {
	s.mustFit(u)
	v := s.zeros()
	for i := range v {
		v[i] = s.field.Mul(u[i], s.gamma2[i])
	}
	return s.Polynomial(v)
}

// Phi returns the linear form φ(f) = f^∨ on the feature space by its values on
// the rational frame, which are the coefficients of f: f^∨(Φ(x)) = Σ f_α·x^α,
// without conjugation. It fails with ErrDegree when f is not in the space.
func (s *Space[E]) Phi(f *poly.Polynomial[E]) ([]E, error) { return s.Vector(f) }

// FeatureRank returns frk(X), the dimension of the span of the Φ(x_i).
func (s *Space[E]) FeatureRank(X [][]E) int {
	return numeric.Rank(s.Evaluation(X))
}

// Spans reports whether the feature span of X lies in that of Z.
func (s *Space[E]) Spans(Z, X [][]E) bool {
	span := numeric.NewSubspace(s.Evaluation(Z))
	for _, x := range X {
		if !span.Contains(s.Feature(x)) {
			return false
		}
	}
	return true
}

// VanishingIdeal returns I(X) ∩ R_*, the polynomials of the space that are zero
// at every x_i.
func (s *Space[E]) VanishingIdeal(X [][]E) *Subspace[E] {
	return s.Rows(numeric.NullSpace(s.Evaluation(X)))
}

// Interpolation returns K[X]_* = span k(·, x_i), the φ-orthogonal complement of
// the vanishing ideal in the space (DKL Definition 2.6, truncated).
func (s *Space[E]) Interpolation(X [][]E) *Subspace[E] {
	return s.Rows(s.Sections(X))
}

// Vanishes reports whether the polynomial with coordinates v is zero at all
// points of X.
func (s *Space[E]) Vanishes(v []E, X [][]E) bool {
	for _, y := range s.Evaluation(X).MulVec(v) {
		if s.field.IsZero(y) != ring.Yes {
			return false
		}
	}
	return true
}

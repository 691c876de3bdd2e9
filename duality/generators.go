package duality

import (
	"errors"
	"fmt"

	"github.com/kexplain/kexplain/numeric"
)

// ErrNotSpanning says that points do not feature-span the space.
var ErrNotSpanning = errors.New("duality: the points do not feature-span the space")

// At returns the space of the same kernel in degree d, over the same ring and
// with the weights of the kernel.
func (s *Space[E]) At(d int) (*Space[E], error) {
	k := s.kernel
	k.Degree = d
	return NewSpace(s.ring, k)
}

// NewGenerators returns N_d = I(X)_{≤d} ∩ (R_{≤1}·I(X)_{≤d-1})^⊥, the part of
// the vanishing ideal that is new in the degree of the space. Its
// dimension is the number of minimal generators of degree d of the homogenised
// ideal. In degree 0 it is I(X) ∩ R_0.
func (s *Space[E]) NewGenerators(X [][]E) (*Subspace[E], error) {
	ideal := s.VanishingIdeal(X)
	if s.kernel.Degree == 0 {
		return ideal, nil
	}
	below, err := s.At(s.kernel.Degree - 1)
	if err != nil {
		return nil, err
	}
	return ideal.Meet(below.VanishingIdeal(X).TimesLinear(s).Complement()), nil
}

// KernelNewGenerators returns the same space from kernel matrices alone, without
// a monomial: with h = K_YY^{(d-1)}·u for u in null K_XY^{(d-1)} and
// ℓ in the row space of K_YY^{(1)}, the expansions Σ v_j·k(·, y_j) with
// K_XY^{(d)}·v = 0 and Σ_j v_j·h_j·ℓ_j = 0. It fails with ErrNotSpanning unless
// Y feature-spans the space.
func (s *Space[E]) KernelNewGenerators(X, Y [][]E) (*Subspace[E], error) {
	if r := s.FeatureRank(Y); r < s.Dim() {
		return nil, fmt.Errorf("%w: rank %d of %d", ErrNotSpanning, r, s.Dim())
	}
	v, err := s.NewCoefficients(X, Y)
	if err != nil {
		return nil, err
	}
	return s.Expansions(v, Y), nil
}

// NewCoefficients returns the coefficient vectors v of KernelNewGenerators as
// rows. They include the redundant ones, null K_YY. It does not ask whether Y
// feature-spans.
func (s *Space[E]) NewCoefficients(X, Y [][]E) (*numeric.Matrix[E], error) {
	conditions := s.KernelMatrix(X, Y)
	if s.kernel.Degree > 0 {
		products, err := s.lowerProducts(X, Y)
		if err != nil {
			return nil, err
		}
		conditions = conditions.Stack(products)
	}
	return numeric.NullSpace(conditions), nil
}

// lowerProducts returns the rows h∘ℓ of KernelNewGenerators, the conjugated values at Y of
// the products of vanishing polynomials of lower degree with linear ones.
func (s *Space[E]) lowerProducts(X, Y [][]E) (*numeric.Matrix[E], error) {
	below, err := s.At(s.kernel.Degree - 1)
	if err != nil {
		return nil, err
	}
	linear, err := s.At(1)
	if err != nil {
		return nil, err
	}
	vanishing := numeric.RowSpace(numeric.NullSpace(below.KernelMatrix(X, Y)).Mul(below.KernelMatrix(Y, Y).T()))
	factors := numeric.RowSpace(linear.KernelMatrix(Y, Y).T())
	nv, _ := vanishing.Dims()
	nf, _ := factors.Dims()
	out := numeric.NewMatrix(s.field, nv*nf, len(Y))
	for i := range nv {
		for j := range nf {
			for k := range Y {
				h := s.field.Mul(vanishing.At(i, k), factors.At(j, k))
				out.Set(i*nf+j, k, s.conj(h))
			}
		}
	}
	return out, nil
}

package duality

import (
	"fmt"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
)

// Section returns k(·, z) as a polynomial: the coefficient of t^α is
// γ_α²·conj(z)^α.
func (s *Space[E]) Section(z []E) *poly.Polynomial[E] {
	return s.Polynomial(s.section(z))
}

func (s *Space[E]) section(z []E) []E {
	zc := make([]E, len(z))
	for i, c := range z {
		zc[i] = s.conj(c)
	}
	v := s.zeros()
	for i := range v {
		v[i] = s.field.Mul(s.gamma2[i], s.monomialAt(i, zc))
	}
	return v
}

// Sections returns the coordinates of k(·, z_j), one a row: the matrix
// conj(E_Z)·diag(γ²).
func (s *Space[E]) Sections(Z [][]E) *numeric.Matrix[E] {
	rows := make([][]E, len(Z))
	for j, z := range Z {
		rows[j] = s.section(z)
	}
	return s.matrix(rows)
}

// Expand returns the kernel expansion Σ_j c_j·k(·, z_j) as a polynomial: the
// coefficient of t^α is γ_α²·Σ_j c_j·conj(z_j)^α. It panics when c and Z differ
// in length.
func (s *Space[E]) Expand(c []E, Z [][]E) *poly.Polynomial[E] {
	return s.Polynomial(s.ExpandVector(c, Z))
}

// ExpandVector is Expand in coordinates.
func (s *Space[E]) ExpandVector(c []E, Z [][]E) []E {
	if len(c) != len(Z) {
		panic(fmt.Sprintf("duality: %d coefficients for %d points", len(c), len(Z)))
	}
	if len(Z) == 0 {
		return s.zeros()
	}
	return s.Sections(Z).T().MulVec(c)
}

// Expansions returns the subspace of all Σ_j c_j·k(·, z_j) with c in the row
// space of the matrix C, whose columns belong to the points of Z.
func (s *Space[E]) Expansions(C *numeric.Matrix[E], Z [][]E) *Subspace[E] {
	return s.Rows(C.Mul(s.Sections(Z)))
}

// Coefficients returns c = K_ZZ⁺·f(Z), the coefficients of least Euclidean norm
// for which Σ_j c_j·k(·, z_j) is the φ-projection of f onto span k(·, z_j). When
// f lies in that span the expansion is f itself; Spans(Z, …) or a comparison
// with Expand decides whether it does. It fails with ErrDegree when f is not in
// the space.
func (s *Space[E]) Coefficients(f *poly.Polynomial[E], Z [][]E) ([]E, error) {
	v, err := s.Vector(f)
	if err != nil {
		return nil, err
	}
	inverse, err := numeric.PseudoInverse(s.KernelMatrix(Z, Z))
	if err != nil {
		return nil, fmt.Errorf("duality: K_ZZ: %w", err)
	}
	return inverse.MulVec(s.Evaluation(Z).MulVec(v)), nil
}

// Redundant returns the coefficient vectors of expansions that are zero, as
// rows: the null space of K_ZZ.
func (s *Space[E]) Redundant(Z [][]E) *numeric.Matrix[E] {
	return numeric.NullSpace(s.KernelMatrix(Z, Z))
}

// Found returns the polynomials Σ_j c_j·k(·, z_j) with K_XZ·c = 0, which is
// I(X) ∩ span k(·, z_j) (CKI 3.3(c)).
func (s *Space[E]) Found(X, Z [][]E) *Subspace[E] {
	return s.Expansions(numeric.NullSpace(s.KernelMatrix(X, Z)), Z)
}

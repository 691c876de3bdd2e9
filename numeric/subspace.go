package numeric

import (
	"fmt"

	"github.com/kexplain/kexplain/ring"
)

// Subspace is a linear subspace of k^n in canonical form: two subspaces are
// equal exactly when their bases are. It does not change.
type Subspace[E any] struct {
	basis  *Matrix[E] // reduced row echelon form, no zero rows
	pivots []int
}

// NewSubspace returns the row space of m. It panics if the field is not exact.
func NewSubspace[E any](m *Matrix[E]) *Subspace[E] {
	r, pivots := RREF(m)
	return &Subspace[E]{r, pivots}
}

// Dim returns the dimension.
func (s *Subspace[E]) Dim() int { return s.basis.rows }

// Ambient returns n for a subspace of k^n.
func (s *Subspace[E]) Ambient() int { return s.basis.cols }

// Basis returns the basis in reduced row echelon form, as rows of a new matrix.
func (s *Subspace[E]) Basis() *Matrix[E] { return s.basis.Clone() }

// Pivots returns the pivot columns of Basis, as a new slice.
func (s *Subspace[E]) Pivots() []int { return append([]int(nil), s.pivots...) }

// Reduce returns the vector that differs from v by an element of s and is zero
// at the pivots: the zero vector exactly when v is in s. It panics if the
// length is not Ambient.
func (s *Subspace[E]) Reduce(v []E) []E {
	b := s.basis
	if len(v) != b.cols {
		panic(fmt.Sprintf("numeric: vector of length %d and a subspace of dimension %d in %d", len(v), b.rows, b.cols))
	}
	r := append([]E(nil), v...)
	for i, p := range s.pivots {
		if x := r[p]; !isZero(b.k, x) {
			b.v.Axpy(r[p:], b.k.Neg(x), b.row(i)[p:])
		}
	}
	return r
}

// Contains reports whether v lies in s. It panics if the length is not Ambient.
func (s *Subspace[E]) Contains(v []E) bool {
	for _, x := range s.Reduce(v) {
		if !isZero(s.basis.k, x) {
			return false
		}
	}
	return true
}

// Includes reports whether t is a subspace of s. It panics if the ambient
// spaces differ.
func (s *Subspace[E]) Includes(t *Subspace[E]) bool {
	for i := range t.basis.rows {
		if !s.Contains(t.basis.row(i)) {
			return false
		}
	}
	return true
}

// Equal reports whether s and t are the same subspace.
func (s *Subspace[E]) Equal(t *Subspace[E]) bool { return s.basis.Equal(t.basis) == ring.Yes }

// Sum returns s + t. It panics if the ambient spaces differ.
func (s *Subspace[E]) Sum(t *Subspace[E]) *Subspace[E] {
	return NewSubspace(s.basis.Stack(t.basis))
}

// Annihilator returns the vectors w with Σ v_i w_i = 0, without conjugation,
// for all v in s.
func (s *Subspace[E]) Annihilator() *Subspace[E] { return NewSubspace(NullSpace(s.basis)) }

// Intersect returns s ∩ t, as the annihilator of the sum of the annihilators.
// It panics if the ambient spaces differ.
func (s *Subspace[E]) Intersect(t *Subspace[E]) *Subspace[E] {
	return s.Annihilator().Sum(t.Annihilator()).Annihilator()
}

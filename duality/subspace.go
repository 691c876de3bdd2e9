package duality

import (
	"fmt"
	"strings"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
)

// Subspace is a linear subspace of a Space, kept as a reduced row echelon basis
// of coordinate vectors: leading monomials of different basis elements differ,
// and none occurs in another element. Equal subspaces have equal bases.
type Subspace[E any] struct {
	space *Space[E]
	rows  *numeric.Subspace[E]
}

// Rows returns the subspace spanned by the rows of m, taken as coordinates. It
// panics when m has another number of columns than the space has dimensions.
func (s *Space[E]) Rows(m *numeric.Matrix[E]) *Subspace[E] {
	if _, c := m.Dims(); c != s.Dim() {
		panic(fmt.Sprintf("duality: %d columns in a space of dimension %d", c, s.Dim()))
	}
	return &Subspace[E]{space: s, rows: numeric.NewSubspace(m)}
}

// Span returns the subspace spanned by polynomials, or ErrDegree.
func (s *Space[E]) Span(fs ...*poly.Polynomial[E]) (*Subspace[E], error) {
	rows := make([][]E, len(fs))
	for i, f := range fs {
		v, err := s.Vector(f)
		if err != nil {
			return nil, err
		}
		rows[i] = v
	}
	return s.Rows(s.matrix(rows)), nil
}

// Whole returns the space itself as a subspace.
func (s *Space[E]) Whole() *Subspace[E] { return s.Rows(numeric.Identity(s.field, s.Dim())) }

// Dim returns the dimension.
func (w *Subspace[E]) Dim() int { return w.rows.Dim() }

// String returns the basis between angle brackets.
func (w *Subspace[E]) String() string {
	texts := make([]string, 0, w.Dim())
	for _, f := range w.Basis() {
		texts = append(texts, f.String())
	}
	return "⟨" + strings.Join(texts, ", ") + "⟩"
}

// Space returns the space that contains w.
func (w *Subspace[E]) Space() *Space[E] { return w.space }

// Matrix returns the coordinates of the basis, one element a row. The matrix is
// the caller's.
func (w *Subspace[E]) Matrix() *numeric.Matrix[E] { return w.rows.Basis() }

// Basis returns the reduced basis as polynomials, each monic, leading monomials
// decreasing.
func (w *Subspace[E]) Basis() []*poly.Polynomial[E] {
	fs := make([]*poly.Polynomial[E], 0, w.Dim())
	for _, v := range w.Matrix().Rows() {
		fs = append(fs, w.space.Polynomial(v))
	}
	return fs
}

// Contains reports whether f lies in w; false when f is not even in the space.
func (w *Subspace[E]) Contains(f *poly.Polynomial[E]) bool {
	v, err := w.space.Vector(f)
	return err == nil && w.rows.Contains(v)
}

// Includes reports whether v is a subspace of w.
func (w *Subspace[E]) Includes(v *Subspace[E]) bool {
	w.mustShare(v)
	return w.rows.Includes(v.rows)
}

// Equal reports whether w and v are the same subspace.
func (w *Subspace[E]) Equal(v *Subspace[E]) bool {
	w.mustShare(v)
	return w.rows.Equal(v.rows)
}

// Sum returns w + v.
func (w *Subspace[E]) Sum(v *Subspace[E]) *Subspace[E] {
	w.mustShare(v)
	return &Subspace[E]{w.space, w.rows.Sum(v.rows)}
}

// Meet returns the intersection of w and v.
func (w *Subspace[E]) Meet(v *Subspace[E]) *Subspace[E] {
	w.mustShare(v)
	return &Subspace[E]{w.space, w.rows.Intersect(v.rows)}
}

// Complement returns the φ-orthogonal complement {g : ⟨g, f⟩_φ = 0 for f in w}.
func (w *Subspace[E]) Complement() *Subspace[E] {
	s := w.space
	s.mustHaveProduct()
	rows := w.Matrix().Rows()
	for _, row := range rows {
		for j, c := range row {
			row[j] = s.field.Mul(s.conj(c), s.inverse[j])
		}
	}
	return s.Rows(numeric.NullSpace(s.matrix(rows)))
}

// Project returns the φ-orthogonal projection of f onto w, or ErrDegree.
func (w *Subspace[E]) Project(f *poly.Polynomial[E]) (*poly.Polynomial[E], error) {
	s := w.space
	v, err := s.Vector(f)
	if err != nil {
		return nil, err
	}
	rows := w.Matrix().Rows()
	gram, rhs := numeric.NewMatrix(s.field, len(rows), len(rows)), numeric.NewMatrix(s.field, len(rows), 1)
	for i, b := range rows {
		rhs.Set(i, 0, s.InnerVector(v, b))
		for j, c := range rows {
			gram.Set(i, j, s.InnerVector(c, b))
		}
	}
	coeffs, err := numeric.Solve(gram, rhs)
	if err != nil {
		return nil, fmt.Errorf("duality: φ-projection: %w", err)
	}
	return s.Polynomial(coeffs.T().Mul(w.Matrix()).Row(0)), nil
}

// TimesLinear returns the subspace R_{≤1}·w of the space up, which must belong
// to the kernel one degree higher; R_1·w for homogeneous kernels. It panics when
// up is not one degree higher or lies over another ring.
func (w *Subspace[E]) TimesLinear(up *Space[E]) *Subspace[E] {
	s := w.space
	if up.ring != s.ring || up.kernel.Degree != s.kernel.Degree+1 || up.kernel.Homogeneous != s.kernel.Homogeneous {
		panic("duality: TimesLinear needs the space one degree higher")
	}
	factors := s.ring.MonomialsUpTo(1)
	if s.kernel.Homogeneous {
		factors = s.ring.MonomialsOf(1)
	}
	var products [][]E
	for _, v := range w.Matrix().Rows() {
		for _, x := range factors {
			products = append(products, s.shift(v, x, up))
		}
	}
	return up.Rows(up.matrix(products))
}

// shift returns the coordinates in up of x times the polynomial with
// coordinates v in s.
func (s *Space[E]) shift(v []E, x poly.Monomial, up *Space[E]) []E {
	out := up.zeros()
	for a, c := range v {
		m, err := s.ring.MulMonomial(s.monomials[a], x)
		if err != nil {
			panic(err) // up exists, so the ring holds the degree
		}
		out[up.index[m]] = c
	}
	return out
}

func (w *Subspace[E]) mustShare(v *Subspace[E]) {
	if w.space != v.space {
		panic("duality: subspaces of two spaces")
	}
}

package numeric

import (
	"fmt"

	"github.com/kexplain/kexplain/ring"
)

// RREF returns the reduced row echelon form of m without its zero rows, and the
// pivot columns: row i has a 1 in column pivots[i], all other rows a 0 there.
// It is a canonical basis of the row space.
//
// Over ring.Q denominators are cleared first and the elimination is over the
// integers; over other fields it is elimination by rows.
// It panics if the field is not exact.
func RREF[E any](m *Matrix[E]) (r *Matrix[E], pivots []int) {
	m.mustExact("RREF")
	if q, ok := rational(m); ok {
		r, pivots := rrefRational(q)
		return any(r).(*Matrix[E]), pivots
	}
	return rrefPlain(m)
}

// rational returns m as a matrix over ring.Q, where it is one.
func rational[E any](m *Matrix[E]) (*Matrix[ring.Rat], bool) {
	if _, ok := any(m.k).(ring.Rationals); !ok {
		return nil, false
	}
	q, ok := any(m).(*Matrix[ring.Rat])
	return q, ok
}

// rrefPlain is RREF by Gauss–Jordan elimination over any exact field.
func rrefPlain[E any](m *Matrix[E]) (*Matrix[E], []int) {
	w := m.Clone()
	var pivots []int
	for j := 0; j < w.cols && len(pivots) < w.rows; j++ {
		top := len(pivots)
		p := top
		for p < w.rows && isZero(w.k, w.row(p)[j]) {
			p++
		}
		if p == w.rows {
			continue
		}
		w.swapRows(p, top)
		pivot := w.row(top)
		w.v.Scale(pivot[j:], mustInv(w.k, pivot[j]))
		for i := range w.rows {
			if x := w.row(i)[j]; i != top && !isZero(w.k, x) {
				w.v.Axpy(w.row(i)[j:], w.k.Neg(x), pivot[j:])
			}
		}
		pivots = append(pivots, j)
	}
	w.rows = len(pivots)
	w.data = w.data[:w.rows*w.cols]
	return w, pivots
}

func (m *Matrix[E]) swapRows(i, j int) {
	if i == j {
		return
	}
	x, y := m.row(i), m.row(j)
	for l := range x {
		x[l], y[l] = y[l], x[l]
	}
}

// mustInv inverts an element that is known not to be zero.
func mustInv[E any](k ring.Field[E], x E) E {
	y, err := k.Inv(x)
	if err != nil {
		panic(fmt.Sprintf("numeric: %v gives no inverse of the non-zero element %s: %v", k, k.Format(x), err))
	}
	return y
}

// Rank returns the dimension of the row space. It panics if the field is not
// exact.
func Rank[E any](m *Matrix[E]) int {
	if m.rows > m.cols {
		m = m.T()
	}
	_, pivots := RREF(m)
	return len(pivots)
}

// RowSpace returns a basis of the row space, as rows in reduced echelon form.
// It panics if the field is not exact.
func RowSpace[E any](m *Matrix[E]) *Matrix[E] {
	r, _ := RREF(m)
	return r
}

// NullSpace returns a basis of the columns x with m x = 0, as rows: one for
// each column that is not a pivot, with a 1 there and a 0 at the others. It
// panics if the field is not exact.
func NullSpace[E any](m *Matrix[E]) *Matrix[E] {
	r, pivots := RREF(m)
	n := NewMatrix(m.k, m.cols-len(pivots), m.cols)
	next, row := 0, 0
	for j := range m.cols {
		if next < len(pivots) && pivots[next] == j {
			next++
			continue
		}
		x := n.row(row)
		x[j] = m.k.One()
		for i, p := range pivots[:next] {
			x[p] = m.k.Neg(r.row(i)[j])
		}
		row++
	}
	return n
}

// Solve returns a solution x of a x = b, with zeros for the unknowns that are
// free, or ErrNoSolution. NullSpace(a) spans the other solutions. It panics if
// the numbers of rows differ or the field is not exact.
func Solve[E any](a, b *Matrix[E]) (*Matrix[E], error) {
	if a.rows != b.rows {
		panic(fmt.Sprintf("numeric: %d×%d system with a right-hand side of %d rows", a.rows, a.cols, b.rows))
	}
	r, pivots := RREF(a.beside(b))
	x := NewMatrix(a.k, a.cols, b.cols)
	for i, p := range pivots {
		if p >= a.cols {
			return nil, ErrNoSolution
		}
		copy(x.row(p), r.row(i)[a.cols:])
	}
	return x, nil
}

// Inverse returns the inverse of a square matrix, or ErrSingular. It panics if
// m is not square or the field is not exact.
func Inverse[E any](m *Matrix[E]) (*Matrix[E], error) {
	m.mustSquare("inverse")
	r, pivots := RREF(m.beside(Identity(m.k, m.rows)))
	if m.rows > 0 && pivots[m.rows-1] != m.rows-1 {
		return nil, ErrSingular
	}
	inv := NewMatrix(m.k, m.rows, m.rows)
	for i := range m.rows {
		copy(inv.row(i), r.row(i)[m.rows:])
	}
	return inv, nil
}

func (m *Matrix[E]) mustSquare(what string) {
	if m.rows != m.cols {
		panic(fmt.Sprintf("numeric: %s of a %d×%d matrix", what, m.rows, m.cols))
	}
}

// PseudoInverse returns the Moore–Penrose inverse A⁺ by a full-rank
// factorisation A = B C: A⁺ = C*(CC*)⁻¹(B*B)⁻¹B*, with * the conjugate
// transpose. It exists over Q and Q(i) always; over a field where a vector can
// be orthogonal to itself it may not, and the error is ErrSingular. It panics
// if the field is not exact.
//
// Reference: A. Ben-Israel, T. Greville, Generalized Inverses, 2nd ed., 2003,
// section 1.6.
func PseudoInverse[E any](a *Matrix[E]) (*Matrix[E], error) {
	c, pivots := RREF(a)
	b := a.Columns(pivots)
	bh, ch := b.ConjT(), c.ConjT()
	// (B*B)⁻¹B*, r×m. B* has rank r, so there is a solution only if B*B has.
	right, err := Solve(bh.Mul(b), bh)
	if err != nil {
		return nil, fmt.Errorf("numeric: pseudo-inverse: %w", ErrSingular)
	}
	inv, err := Inverse(c.Mul(ch))
	if err != nil {
		return nil, fmt.Errorf("numeric: pseudo-inverse: %w", err)
	}
	return ch.Mul(inv.Mul(right)), nil
}

// Det returns the determinant; that of the 0×0 matrix is 1. Over ring.Q it is
// computed by fraction-free elimination. It panics if m is not square or the
// field is not exact.
func Det[E any](m *Matrix[E]) E {
	m.mustSquare("determinant")
	m.mustExact("determinant")
	if q, ok := rational(m); ok {
		return any(detRational(q)).(E)
	}
	return detPlain(m)
}

// detPlain is Det by elimination over any exact field.
func detPlain[E any](m *Matrix[E]) E {
	w := m.Clone()
	det := w.k.One()
	for j := range w.cols {
		p := j
		for p < w.rows && isZero(w.k, w.row(p)[j]) {
			p++
		}
		if p == w.rows {
			return w.k.Zero()
		}
		if p != j {
			w.swapRows(p, j)
			det = w.k.Neg(det)
		}
		pivot := w.row(j)
		det = w.k.Mul(det, pivot[j])
		inv := w.k.Neg(mustInv(w.k, pivot[j]))
		for i := j + 1; i < w.rows; i++ {
			if x := w.row(i)[j]; !isZero(w.k, x) {
				w.v.Axpy(w.row(i)[j:], w.k.Mul(x, inv), pivot[j:])
			}
		}
	}
	return det
}

// Contains reports whether v lies in the row space of m. For several vectors
// make a Subspace once. It panics if the lengths differ or the field is not
// exact.
func Contains[E any](m *Matrix[E], v []E) bool { return NewSubspace(m).Contains(v) }

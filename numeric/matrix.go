package numeric

import (
	"errors"
	"fmt"
	"strings"

	"github.com/kexplain/kexplain/ring"
)

// ErrSingular says that a matrix has no inverse, or no pseudo-inverse. It wraps
// ring.ErrDomain.
var ErrSingular = fmt.Errorf("numeric: matrix is singular: %w", ring.ErrDomain)

// ErrNoSolution says that a linear system contradicts itself.
var ErrNoSolution = errors.New("numeric: linear system has no solution")

// Matrix is a matrix over a field, any number of rows and columns, zero
// included. Set is the only method that changes it; everything else returns a
// new matrix. Reading is safe for several goroutines at once.
type Matrix[E any] struct {
	k          ring.Field[E]
	v          ring.Vectorer[E]
	rows, cols int
	data       []E // row-major
}

// NewMatrix returns the zero matrix with r rows and c columns over k. It panics
// if one of them is negative.
func NewMatrix[E any](k ring.Field[E], r, c int) *Matrix[E] {
	if r < 0 || c < 0 {
		panic(fmt.Sprintf("numeric: matrix of %d rows and %d columns", r, c))
	}
	m := &Matrix[E]{k: k, v: ring.VectorerOf(k), rows: r, cols: c, data: make([]E, r*c)}
	zero := k.Zero()
	for i := range m.data {
		m.data[i] = zero
	}
	return m
}

// MatrixOf returns the matrix with the given rows, which are copied; without
// rows it is 0×0. It panics if the rows differ in length.
func MatrixOf[E any](k ring.Field[E], rows [][]E) *Matrix[E] {
	if len(rows) == 0 {
		return NewMatrix(k, 0, 0)
	}
	m := NewMatrix(k, len(rows), len(rows[0]))
	for i, row := range rows {
		if len(row) != m.cols {
			panic(fmt.Sprintf("numeric: matrix with rows of length %d and %d", m.cols, len(row)))
		}
		copy(m.row(i), row)
	}
	return m
}

// Identity returns the n×n matrix with ones on its diagonal.
func Identity[E any](k ring.Field[E], n int) *Matrix[E] {
	m := NewMatrix(k, n, n)
	for i := range n {
		m.data[i*n+i] = k.One()
	}
	return m
}

// Field returns the field of the entries.
func (m *Matrix[E]) Field() ring.Field[E] { return m.k }

// Dims returns the numbers of rows and columns.
func (m *Matrix[E]) Dims() (r, c int) { return m.rows, m.cols }

// At returns the entry in row i and column j. It panics outside the matrix.
func (m *Matrix[E]) At(i, j int) E {
	m.mustHold(i, j)
	return m.data[i*m.cols+j]
}

// Set changes the entry in row i and column j. It panics outside the matrix.
func (m *Matrix[E]) Set(i, j int, x E) {
	m.mustHold(i, j)
	m.data[i*m.cols+j] = x
}

func (m *Matrix[E]) mustHold(i, j int) {
	if i < 0 || i >= m.rows || j < 0 || j >= m.cols {
		panic(fmt.Sprintf("numeric: entry (%d, %d) of a %d×%d matrix", i, j, m.rows, m.cols))
	}
}

// row returns row i, not a copy.
func (m *Matrix[E]) row(i int) []E { return m.data[i*m.cols : (i+1)*m.cols : (i+1)*m.cols] }

// Row returns a copy of row i.
func (m *Matrix[E]) Row(i int) []E { return append([]E(nil), m.row(i)...) }

// Rows returns a copy of all rows.
func (m *Matrix[E]) Rows() [][]E {
	rows := make([][]E, m.rows)
	for i := range rows {
		rows[i] = m.Row(i)
	}
	return rows
}

// Clone returns an independent copy.
func (m *Matrix[E]) Clone() *Matrix[E] {
	c := *m
	c.data = append([]E(nil), m.data...)
	return &c
}

// T returns the transpose, without conjugation.
func (m *Matrix[E]) T() *Matrix[E] {
	return m.transpose(func(x E) E { return x })
}

// ConjT returns the conjugate transpose; over a field without conjugation the
// transpose.
func (m *Matrix[E]) ConjT() *Matrix[E] {
	return m.transpose(ring.ConjOf(m.k))
}

func (m *Matrix[E]) transpose(conj func(E) E) *Matrix[E] {
	t := NewMatrix(m.k, m.cols, m.rows)
	for i := range m.rows {
		for j, x := range m.row(i) {
			t.data[j*t.cols+i] = conj(x)
		}
	}
	return t
}

// Columns returns the matrix of the named columns, in the order of the list.
func (m *Matrix[E]) Columns(list []int) *Matrix[E] {
	c := NewMatrix(m.k, m.rows, len(list))
	for i := range m.rows {
		for j, l := range list {
			c.data[i*c.cols+j] = m.data[i*m.cols+l]
		}
	}
	return c
}

// Stack returns the matrix with the rows of m above those of b. It panics if
// the numbers of columns differ.
func (m *Matrix[E]) Stack(b *Matrix[E]) *Matrix[E] {
	if m.cols != b.cols {
		panic(fmt.Sprintf("numeric: %d×%d above %d×%d", m.rows, m.cols, b.rows, b.cols))
	}
	s := *m
	s.rows += b.rows
	s.data = append(append(make([]E, 0, s.rows*s.cols), m.data...), b.data...)
	return &s
}

// beside returns the matrix with the columns of b to the right of those of m.
func (m *Matrix[E]) beside(b *Matrix[E]) *Matrix[E] {
	s := NewMatrix(m.k, m.rows, m.cols+b.cols)
	for i := range m.rows {
		copy(s.row(i), m.row(i))
		copy(s.row(i)[m.cols:], b.row(i))
	}
	return s
}

// Mul returns the matrix product m b. It panics if the shapes do not fit.
func (m *Matrix[E]) Mul(b *Matrix[E]) *Matrix[E] {
	if m.cols != b.rows {
		panic(fmt.Sprintf("numeric: product of %d×%d and %d×%d", m.rows, m.cols, b.rows, b.cols))
	}
	p := NewMatrix(m.k, m.rows, b.cols)
	bt := b.T()
	for i := range m.rows {
		row := m.row(i)
		for j := range b.cols {
			p.data[i*p.cols+j] = m.v.Dot(row, bt.row(j))
		}
	}
	return p
}

// MulVec returns m x for a column x. It panics if the shapes do not fit.
func (m *Matrix[E]) MulVec(x []E) []E {
	if m.cols != len(x) {
		panic(fmt.Sprintf("numeric: product of %d×%d and a column of length %d", m.rows, m.cols, len(x)))
	}
	y := make([]E, m.rows)
	for i := range y {
		y[i] = m.v.Dot(m.row(i), x)
	}
	return y
}

// Add returns m + b. It panics if the shapes differ.
func (m *Matrix[E]) Add(b *Matrix[E]) *Matrix[E] { return m.entrywise(b, m.k.Add) }

// Sub returns m − b. It panics if the shapes differ.
func (m *Matrix[E]) Sub(b *Matrix[E]) *Matrix[E] { return m.entrywise(b, m.k.Sub) }

func (m *Matrix[E]) entrywise(b *Matrix[E], op func(x, y E) E) *Matrix[E] {
	if m.rows != b.rows || m.cols != b.cols {
		panic(fmt.Sprintf("numeric: sum of %d×%d and %d×%d", m.rows, m.cols, b.rows, b.cols))
	}
	s := NewMatrix(m.k, m.rows, m.cols)
	for i := range s.data {
		s.data[i] = op(m.data[i], b.data[i])
	}
	return s
}

// Scale returns a m.
func (m *Matrix[E]) Scale(a E) *Matrix[E] {
	s := m.Clone()
	s.v.Scale(s.data, a)
	return s
}

// Equal compares shape and entries. Over an inexact field the answer may be
// Unknown.
func (m *Matrix[E]) Equal(b *Matrix[E]) ring.Truth {
	if m.rows != b.rows || m.cols != b.cols {
		return ring.No
	}
	answer := ring.Yes
	for i, x := range m.data {
		switch m.k.Equal(x, b.data[i]) {
		case ring.No:
			return ring.No
		case ring.Unknown:
			answer = ring.Unknown
		}
	}
	return answer
}

// IsZero reports whether all entries are zero. Over an inexact field the answer
// may be Unknown.
func (m *Matrix[E]) IsZero() ring.Truth {
	answer := ring.Yes
	for _, x := range m.data {
		switch m.k.IsZero(x) {
		case ring.No:
			return ring.No
		case ring.Unknown:
			answer = ring.Unknown
		}
	}
	return answer
}

// String returns the rows in brackets, one a line, entries as the field prints
// them: "[1 0]\n[0 1/2]". A matrix without entries prints as its shape.
func (m *Matrix[E]) String() string {
	if len(m.data) == 0 {
		return fmt.Sprintf("[%d×%d]", m.rows, m.cols)
	}
	var b strings.Builder
	for i := range m.rows {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteByte('[')
		for j, x := range m.row(i) {
			if j > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(m.k.Format(x))
		}
		b.WriteByte(']')
	}
	return b.String()
}

// isZero decides over an exact field.
func isZero[E any](k ring.Field[E], x E) bool { return k.IsZero(x) == ring.Yes }

// mustExact panics over a field with rounding, where no zero can be decided.
func (m *Matrix[E]) mustExact(what string) {
	if !m.k.Exact() {
		panic(fmt.Sprintf("numeric: %s over the inexact field %v", what, m.k))
	}
}

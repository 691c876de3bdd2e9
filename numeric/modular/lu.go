package modular

import "fmt"

// LU is a triangular factorisation modulo a prime that grows by columns.
//
// After r independent columns a₁ … a_r of n entries have been appended it
// holds a permutation of the rows, an n×r matrix L (1 on the diagonal, 0
// above) and an upper triangular r×r matrix U with P·(a₁ … a_r) = L·U. Both
// are found left-looking, by dot products of rows of L with columns of U: for
// the columns of a square matrix n³/3 multiplications, and for each dependent
// column at most n²/2.
//
// An LU is not for use by several goroutines while it grows; once it is
// square, Solve may be called by many.
type LU struct {
	m    Modulus
	n    int
	rank int
	rows [][]uint64 // rows[k] is row k of L, left of the diagonal, and row k of U, right of it
	inv  []uint64   // 1/U[k][k]
	perm []int      // row k of L is row perm[k] of the columns
	det  uint64     // ± Π U[k][k]
	col  []uint64   // the column at work, in the order of perm
	col2 []uint64   // and the next one

	panel []uint64 // columns at work in AppendAll, nil until it is needed
}

// NewLU returns the factorisation of the n×0 matrix modulo m.
func NewLU(m Modulus, n int) *LU {
	f := &LU{m: m, n: n, rows: make([][]uint64, n),
		inv: make([]uint64, n), perm: make([]int, n), col: make([]uint64, n), col2: make([]uint64, n)}
	flat := make([]uint64, n*n)
	for k := range n {
		f.rows[k], flat = flat[:n:n], flat[n:]
	}
	f.Reset(m)
	return f
}

// Reset empties the factorisation and sets the modulus, keeping the memory.
func (f *LU) Reset(m Modulus) {
	f.m, f.rank, f.det = m, 0, m.one
	for k := range f.perm {
		f.perm[k] = k
	}
}

// Modulus returns the modulus.
func (f *LU) Modulus() Modulus { return f.m }

// Rank returns the number of independent columns so far.
func (f *LU) Rank() int { return f.rank }

// Perm returns the order in which the rows became pivots, the rows without
// pivot behind them. The caller must not change it.
func (f *LU) Perm() []int { return f.perm }

// Append adds the column v of residues and returns true if it does not depend
// on the columns before; a dependent column is forgotten. It panics if v does
// not have n entries.
func (f *LU) Append(v []uint64) bool {
	m, r, c := &f.m, f.rank, f.col
	f.permute(c, v)
	f.forward(c[:r])
	for k := r; k < f.n; k++ {
		c[k] = m.Sub(c[k], m.reduce(m.dot(f.rows[k][:r], c[:r])))
	}
	return f.take(c, nil)
}

// AppendTwo appends two columns, in less time than Append does one after the
// other. It returns false if they are not independent of one another and of
// the columns before; the factorisation is then of no further use. It panics
// if a column does not have n entries.
func (f *LU) AppendTwo(v, w []uint64) bool {
	m, r, c, d := &f.m, f.rank, f.col, f.col2
	f.permute(c, v)
	f.permute(d, w)
	f.forwardTwo(c[:r], d[:r])
	for k := r; k < f.n; k++ {
		s, t := m.dot2(f.rows[k][:r], c[:r], d[:r])
		c[k], d[k] = m.Sub(c[k], s), m.Sub(d[k], t)
	}
	if !f.take(c, d) {
		return false
	}
	for k := r + 1; k < f.n; k++ {
		d[k] = m.Sub(d[k], m.Mul(f.rows[k][r], d[r]))
	}
	return f.take(d, nil)
}

// permute sets c to the column v in the order of perm.
func (f *LU) permute(c, v []uint64) {
	if len(v) != f.n {
		panic(fmt.Sprintf("modular: column of length %d, want %d", len(v), f.n))
	}
	for k, i := range f.perm {
		c[k] = v[i]
	}
}

// take finds a pivot in c, which has been reduced by the columns so far, and
// makes it the next column. Where rows change places, they do so in next as
// well.
func (f *LU) take(c, next []uint64) bool {
	m, r := &f.m, f.rank
	pivot := r
	for pivot < f.n && c[pivot] == 0 {
		pivot++
	}
	if pivot == f.n {
		return false
	}
	if pivot != r {
		f.rows[r], f.rows[pivot] = f.rows[pivot], f.rows[r]
		f.perm[r], f.perm[pivot] = f.perm[pivot], f.perm[r]
		c[r], c[pivot] = c[pivot], c[r]
		if next != nil {
			next[r], next[pivot] = next[pivot], next[r]
		}
		f.det = m.Neg(f.det)
	}
	f.det = m.Mul(f.det, c[r])
	f.inv[r] = m.Inv(c[r])
	for k := range r {
		f.rows[k][r] = c[k]
	}
	for k := r + 1; k < f.n; k++ {
		f.rows[k][r] = m.Mul(c[k], f.inv[r])
	}
	f.rank++
	return true
}

// forward replaces c, a column in the order of perm, by the solution of
// L·y = c in the leading len(c) rows.
func (f *LU) forward(c []uint64) {
	m := &f.m
	for k := range c {
		c[k] = m.Sub(c[k], m.reduce(m.dot(f.rows[k][:k], c[:k])))
	}
}

// forwardTwo is forward for two columns.
func (f *LU) forwardTwo(c, d []uint64) {
	m := &f.m
	for k := range c {
		s, t := m.dot2(f.rows[k][:k], c[:k], d[:k])
		c[k], d[k] = m.Sub(c[k], s), m.Sub(d[k], t)
	}
}

// Solve sets dst to the solution x of A·x = b, where A is the square matrix of
// the appended columns. dst and b must not overlap. It panics if A is not yet
// square or if a length is wrong.
func (f *LU) Solve(dst, b []uint64) {
	f.mustBeSquare(dst, b)
	m := &f.m
	f.permute(dst, b)
	f.forward(dst)
	for k := f.n - 1; k >= 0; k-- {
		t := m.reduce(m.dot(f.rows[k][k+1:], dst[k+1:]))
		dst[k] = m.Mul(m.Sub(dst[k], t), f.inv[k])
	}
}

// SolveTwo solves A·x = b into x and A·y = c into y, in less time than Solve
// does one after the other. The slices must not overlap. It panics if A is not
// yet square or if a length is wrong.
func (f *LU) SolveTwo(x, y, b, c []uint64) {
	f.mustBeSquare(x, b)
	f.mustBeSquare(y, c)
	m := &f.m
	f.permute(x, b)
	f.permute(y, c)
	f.forwardTwo(x, y)
	for k := f.n - 1; k >= 0; k-- {
		s, t := m.dot2(f.rows[k][k+1:], x[k+1:], y[k+1:])
		x[k], y[k] = m.Mul(m.Sub(x[k], s), f.inv[k]), m.Mul(m.Sub(y[k], t), f.inv[k])
	}
}

func (f *LU) mustBeSquare(dst, b []uint64) {
	if f.rank != f.n || len(dst) != f.n || len(b) != f.n {
		panic(fmt.Sprintf("modular: solving %d equations of rank %d for %d right-hand sides into %d",
			f.n, f.rank, len(b), len(dst)))
	}
}

// Det returns the determinant of the square matrix of the appended columns. It
// panics if the matrix is not yet square.
func (f *LU) Det() uint64 {
	if f.rank != f.n {
		panic(fmt.Sprintf("modular: determinant of %d columns with %d entries", f.rank, f.n))
	}
	return f.det
}

// Inverse returns the inverse of the square matrix of the appended columns, by
// rows. It panics if the matrix is not yet square.
func (f *LU) Inverse() [][]uint64 {
	inv := make([][]uint64, f.n)
	for i := range inv {
		inv[i] = make([]uint64, f.n)
	}
	e, x := make([]uint64, f.n), make([]uint64, f.n)
	for j := range f.n {
		e[j] = f.m.one
		f.Solve(x, e)
		e[j] = 0
		for i, xi := range x {
			inv[i][j] = xi
		}
	}
	return inv
}

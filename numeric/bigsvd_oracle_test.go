package numeric_test

import (
	"fmt"
	"math/big"

	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/ring"
)

// bigSVD is a singular value decomposition in big.Float arithmetic, without the
// left singular vectors.
type bigSVD struct {
	// Values are the singular values in decreasing order, one for each column.
	Values []*big.Float
	// V is orthogonal; column j belongs to Values[j].
	V *numeric.Matrix[*big.Float]
	// Loss is the largest |v_i·v_j|, i ≠ j, before null vectors are filled in:
	// what the iteration reached.
	Loss *big.Float
}

// bigSVDOf returns the singular values and right singular vectors of a at the
// precision prec in bits, by QR with column pivoting and one-sided Jacobi as
// SVDOf: a check for results in float64, several hundred times slower. Values
// are right to about prec bits less those that the condition of a takes away
// once its columns are scaled to equal length. It panics if prec is below 24.
func bigSVDOf(a *numeric.Matrix[*big.Float], prec uint) (*bigSVD, error) {
	if prec < 24 {
		panic(fmt.Sprintf("numeric: singular values at %d bits", prec))
	}
	w := &bigWork{prec: prec}
	cols := w.columns(a)
	m, n := a.Dims()
	perm := w.pivotedQR(cols, m)
	// Rows of the triangle.
	k := min(m, n)
	rows := make([][]big.Float, k)
	for i := range rows {
		rows[i] = w.vector(n)
		for j := i; j < n; j++ {
			rows[i][j].Set(&cols[j][i])
		}
	}
	if err := w.orthogonaliseRows(rows); err != nil {
		return nil, err
	}
	return w.collect(rows, perm), nil
}

// oracleSweeps bounds the sweeps of Jacobi rotations.
const oracleSweeps = 60

// bigWork is a precision and temporaries, which are reused. A sum that is
// written over one of its terms makes math/big allocate, so sums go to a
// temporary that changes places with the term.
type bigWork struct {
	prec       uint
	t, u, dot  big.Float
	zeta, c, s big.Float
	bound, one big.Float
	sum        big.Float
}

// vector returns n zeros at the precision.
func (w *bigWork) vector(n int) []big.Float {
	v := make([]big.Float, n)
	for i := range v {
		v[i].SetPrec(w.prec)
	}
	return v
}

// columns returns the columns of a, rounded to the precision.
func (w *bigWork) columns(a *numeric.Matrix[*big.Float]) [][]big.Float {
	for _, x := range []*big.Float{&w.t, &w.u, &w.dot, &w.zeta, &w.c, &w.s, &w.bound, &w.one, &w.sum} {
		x.SetPrec(w.prec)
	}
	m, n := a.Dims()
	cols := make([][]big.Float, n)
	for j := range cols {
		cols[j] = w.vector(m)
		for i := range cols[j] {
			cols[j][i].Set(a.At(i, j))
		}
	}
	return cols
}

// dotTo writes x·y to dst.
func (w *bigWork) dotTo(dst *big.Float, x, y []big.Float) {
	dst.SetInt64(0)
	for i := range x {
		if x[i].Sign() != 0 && y[i].Sign() != 0 {
			w.sum.Add(dst, w.t.Mul(&x[i], &y[i]))
			*dst, w.sum = w.sum, *dst
		}
	}
}

// pivotedQR overwrites the columns with the triangle of a QR factorisation that
// always takes the longest remaining column first, and returns their order.
func (w *bigWork) pivotedQR(cols [][]big.Float, m int) []int {
	perm := make([]int, len(cols))
	norms := w.vector(len(cols))
	for j := range perm {
		perm[j] = j
	}
	beta, tau := new(big.Float).SetPrec(w.prec), new(big.Float).SetPrec(w.prec)
	for k := range min(m, len(cols)) {
		p := k
		for j := k; j < len(cols); j++ {
			w.dotTo(&norms[j], cols[j][k:], cols[j][k:])
			if norms[j].Cmp(&norms[p]) > 0 {
				p = j
			}
		}
		cols[k], cols[p] = cols[p], cols[k]
		perm[k], perm[p] = perm[p], perm[k]
		norms[k], norms[p] = norms[p], norms[k]
		if norms[k].Sign() == 0 {
			break
		}
		// v = x − βe₁ with β = −sign(x₁)‖x‖; H = 1 − v vᵀ/(β(β − x₁)).
		v := cols[k][k:]
		beta.Sqrt(&norms[k])
		if v[0].Sign() >= 0 {
			beta.Neg(beta)
		}
		tau.Sub(beta, &v[0])
		tau.Mul(tau, beta)
		v[0].Sub(&v[0], beta)
		for j := k + 1; j < len(cols); j++ {
			c := cols[j][k:]
			w.dotTo(&w.dot, v, c)
			if w.dot.Sign() == 0 {
				continue
			}
			w.dot.Quo(&w.dot, tau)
			for i := range c {
				w.sum.Sub(&c[i], w.t.Mul(&w.dot, &v[i]))
				c[i], w.sum = w.sum, c[i]
			}
		}
		v[0].Set(beta)
	}
	return perm
}

// orthogonaliseRows is orthogonaliseRows of float64, step by step.
func (w *bigWork) orthogonaliseRows(rows [][]big.Float) error {
	if len(rows) == 0 {
		return nil
	}
	// bound = (n 2^(1−prec))², compared with squares of cosines.
	w.bound.SetMantExp(big.NewFloat(float64(max(len(rows[0]), 4))), 1-int(w.prec))
	w.bound.Mul(&w.bound, &w.bound)
	sq := w.vector(len(rows))
	for range oracleSweeps {
		for i := range rows {
			w.dotTo(&sq[i], rows[i], rows[i])
		}
		sortByNorm(rows, sq)
		rotated := false
		for p := range rows {
			for q := p + 1; q < len(rows); q++ {
				w.dotTo(&w.dot, rows[p], rows[q])
				w.u.Mul(&sq[p], &sq[q])
				w.u.Mul(&w.u, &w.bound)
				if w.t.Mul(&w.dot, &w.dot).Cmp(&w.u) <= 0 {
					continue
				}
				rotated = true
				w.rotate(rows[p], rows[q], &sq[p], &sq[q])
			}
		}
		if !rotated {
			return nil
		}
	}
	return fmt.Errorf("%w of the Jacobi rotations in %d sweeps", numeric.ErrNoConvergence, oracleSweeps)
}

// sortByNorm puts the longest rows first.
func sortByNorm(rows [][]big.Float, sq []big.Float) {
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	stable.Sort(order, func(i, j int) int { return sq[j].Cmp(&sq[i]) })
	sortedRows, sortedSq := make([][]big.Float, len(rows)), make([]big.Float, len(rows))
	for i, o := range order {
		sortedRows[i], sortedSq[i] = rows[o], sq[o]
	}
	copy(rows, sortedRows)
	copy(sq, sortedSq)
}

// rotate makes x and y, with product w.dot and squared norms xx and yy,
// orthogonal, and updates the norms.
func (w *bigWork) rotate(x, y []big.Float, xx, yy *big.Float) {
	// ζ = (yy − xx)/(2 x·y), tan = sign ζ/(|ζ| + √(1 + ζ²)).
	w.u.Add(&w.dot, &w.dot)
	w.zeta.Sub(yy, xx)
	w.zeta.Quo(&w.zeta, &w.u)
	one := w.one.SetInt64(1)
	w.u.Mul(&w.zeta, &w.zeta)
	w.u.Add(&w.u, one)
	w.u.Sqrt(&w.u)
	negative := w.zeta.Sign() < 0
	w.u.Add(&w.u, w.zeta.Abs(&w.zeta))
	tan := w.zeta.Quo(one, &w.u)
	if negative {
		tan.Neg(tan)
	}
	w.u.Mul(tan, tan)
	w.u.Add(&w.u, one)
	w.u.Sqrt(&w.u)
	w.c.Quo(one, &w.u)
	w.s.Mul(&w.c, tan)
	// ‖x‖² − tan x·y and ‖y‖² + tan x·y, as good as computed afresh until the
	// next sweep does so.
	w.t.Mul(tan, &w.dot)
	w.sum.Sub(xx, &w.t)
	*xx, w.sum = w.sum, *xx
	w.sum.Add(yy, &w.t)
	*yy, w.sum = w.sum, *yy
	for i := range x {
		// (x, y) ← (c x − s y, s x + c y)
		w.t.Mul(&w.c, &x[i])
		w.u.Mul(&w.s, &y[i])
		w.sum.Sub(&w.t, &w.u)
		w.t.Mul(&w.s, &x[i])
		w.u.Mul(&w.c, &y[i])
		x[i], w.sum = w.sum, x[i]
		w.sum.Add(&w.t, &w.u)
		y[i], w.sum = w.sum, y[i]
	}
}

// collect turns orthogonal rows σ vᵀ, with permuted columns, into the result.
func (w *bigWork) collect(rows [][]big.Float, perm []int) *bigSVD {
	n := len(perm)
	s := &bigSVD{
		Values: make([]*big.Float, n),
		V:      numeric.NewMatrix[*big.Float](ring.NewBigFloats(w.prec), n, n),
		Loss:   new(big.Float).SetPrec(w.prec),
	}
	for j := range s.Values {
		s.Values[j] = new(big.Float).SetPrec(w.prec)
	}
	var basis [][]big.Float
	for j, row := range rows {
		w.dotTo(&w.dot, row, row)
		if w.dot.Sign() == 0 {
			break
		}
		s.Values[j].Sqrt(&w.dot)
		unit := w.vector(n)
		for i := range row {
			unit[perm[i]].Quo(&row[i], s.Values[j])
		}
		for _, v := range basis {
			w.dotTo(&w.dot, v, unit)
			if w.dot.Abs(&w.dot).Cmp(s.Loss) > 0 {
				s.Loss.Set(&w.dot)
			}
		}
		basis = append(basis, unit)
	}
	for len(basis) < n {
		basis = append(basis, w.furthestUnit(basis, n))
	}
	for j, v := range basis {
		for i := range v {
			s.V.Set(i, j, new(big.Float).Copy(&v[i]))
		}
	}
	return s
}

// furthestUnit returns a unit vector orthogonal to the orthonormal basis: the
// part outside its span of the coordinate vector that has most of it there.
func (w *bigWork) furthestUnit(basis [][]big.Float, n int) []big.Float {
	best := w.vector(n)
	length := new(big.Float).SetPrec(w.prec)
	for e := range n {
		v := w.vector(n)
		v[e].SetInt64(1)
		for range 2 { // twice is enough (Kahan, Parlett)
			for _, b := range basis {
				w.dotTo(&w.dot, b, v)
				for i := range v {
					v[i].Sub(&v[i], w.t.Mul(&w.dot, &b[i]))
				}
			}
		}
		if w.dotTo(&w.dot, v, v); w.dot.Cmp(length) > 0 {
			length.Set(&w.dot)
			best = v
		}
	}
	length.Sqrt(length)
	for i := range best {
		best[i].Quo(&best[i], length)
	}
	return best
}

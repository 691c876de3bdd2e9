package explain

import (
	"slices"

	"github.com/kexplain/kexplain/numeric/moment"
)

// blockRows is the number of points that are worked on at a time: enough for
// the work on a monomial to be a loop over numbers side by side, and few enough
// for the powers of all variables to stay in the fastest memory.
const blockRows = 64

// block holds some numbers for each of up to blockRows points: block[j][r] is
// number j at point r.
type block [][]float64

// newBlock returns space for n numbers a point.
func newBlock(n int) block {
	flat := make([]float64, n*blockRows)
	b := make(block, n)
	for j := range b {
		b[j] = flat[j*blockRows : (j+1)*blockRows : (j+1)*blockRows]
	}
	return b
}

// load copies the points, with a number for each coordinate.
func (b block) load(points [][]float64) {
	for r, x := range points {
		for j, v := range x {
			b[j][r] = v
		}
	}
}

// point returns the numbers of one point.
func (b block) point(r int) []float64 {
	x := make([]float64, len(b))
	for j, column := range b {
		x[j] = column[r]
	}
	return x
}

// inBlocks calls f for consecutive blocks of the rows, the first of them in
// place lo.
func inBlocks(rows [][]float64, f func(lo int, x block, points int)) {
	if len(rows) == 0 {
		return
	}
	x := newBlock(len(rows[0]))
	for lo := 0; lo < len(rows); lo += blockRows {
		some := rows[lo:min(lo+blockRows, len(rows))]
		x.load(some)
		f(lo, x, len(some))
	}
}

// factor is a power of one variable.
type factor struct{ variable, exponent int }

// lower is the power k below.
func (f factor) lower(k int) factor { return factor{f.variable, f.exponent - k} }

// evaluator computes values, gradients and Hessians of polynomials on one
// support, at the points of a block.
type evaluator struct {
	factors [][]factor // of every monomial
	powers  []block    // of every variable, from 1
	points  int
	value   []float64
	work    []float64

	values [][]float64 // of the monomials: powers, and products
	second block       // derivatives, that by variables j ≤ l in place j·n + l
}

func newEvaluator(t *moment.Monomials, idx []int) *evaluator {
	e := &evaluator{
		factors: make([][]factor, len(idx)), powers: make([]block, t.Vars()),
		value: make([]float64, blockRows), work: make([]float64, blockRows),
	}
	top := 1
	for i, a := range idx {
		for j, k := range t.Exponents(a) {
			if k > 0 {
				e.factors[i] = append(e.factors[i], factor{j, int(k)})
				top = max(top, int(k))
			}
		}
	}
	for j := range e.powers {
		e.powers[j] = newBlock(top + 1)
		for r := range e.powers[j][0] {
			e.powers[j][0][r] = 1
		}
	}
	return e
}

// at prepares the powers of the coordinates of the first points of x. All else is
// said of these points.
func (e *evaluator) at(x block, points int) {
	e.points = points
	for j, p := range e.powers {
		x := x[j][:points]
		for k := 1; k < len(p); k++ {
			multiply(p[k], p[k-1], x)
		}
	}
}

// power returns a power of a variable.
func (e *evaluator) power(f factor) []float64 { return e.powers[f.variable][f.exponent][:e.points] }

// monomials returns the values of the monomials, which the next call overwrites.
func (e *evaluator) monomials() [][]float64 {
	if e.values == nil {
		e.values = newBlock(len(e.factors))
	}
	for i, fs := range e.factors {
		switch len(fs) {
		case 0:
			e.values[i] = e.powers[0][0]
		case 1:
			e.values[i] = e.powers[fs[0].variable][fs[0].exponent]
		default:
			multiply(e.values[i], e.power(fs[0]), e.power(fs[1]))
			for _, f := range fs[2:] {
				multiply(e.values[i], e.values[i], e.power(f))
			}
		}
	}
	return e.values
}

// addSums adds to each of dst the sum of the products of a with one column.
func addSums(dst, a []float64, columns [][]float64) {
	for len(columns) >= 4 {
		// Four sums at a time do not wait for one another.
		c0, c1, c2, c3 := columns[0][:len(a)], columns[1][:len(a)], columns[2][:len(a)], columns[3][:len(a)]
		s0, s1, s2, s3 := dst[0], dst[1], dst[2], dst[3]
		for r, v := range a {
			s0 += v * c0[r]
			s1 += v * c1[r]
			s2 += v * c2[r]
			s3 += v * c3[r]
		}
		dst[0], dst[1], dst[2], dst[3] = s0, s1, s2, s3
		dst, columns = dst[4:], columns[4:]
	}
	for i, c := range columns {
		c = c[:len(a)]
		for r, v := range a {
			dst[i] += v * c[r]
		}
	}
}

// multiply writes the products of a and b.
func multiply(dst, a, b []float64) {
	a, dst = a[:len(b)], dst[:len(b)]
	for r, v := range b {
		dst[r] = a[r] * v
	}
}

// add adds a to dst.
func add(dst, a []float64) {
	dst = dst[:len(a)]
	for r, v := range a {
		dst[r] += v
	}
}

// addTimes adds c times a to dst.
func addTimes(dst []float64, c float64, a []float64) {
	dst = dst[:len(a)]
	for r, v := range a {
		dst[r] += c * v
	}
}

// addProduct adds c times a times b to dst.
func addProduct(dst []float64, c float64, a, b []float64) {
	dst, b = dst[:len(a)], b[:len(a)]
	for r, v := range a {
		dst[r] += c * v * b[r]
	}
}

// gradient writes the gradients of Σ v_i m_i and returns its values, which the
// next call overwrites.
func (e *evaluator) gradient(v []float64, grad block) []float64 {
	value := e.value[:e.points]
	clear(value)
	for _, g := range grad {
		clear(g[:e.points])
	}
	for i, fs := range e.factors {
		switch len(fs) {
		case 0:
			for r := range value {
				value[r] += v[i]
			}
		case 1:
			f := fs[0]
			addTimes(value, v[i], e.power(f))
			addTimes(grad[f.variable], v[i]*float64(f.exponent), e.power(f.lower(1)))
		case 2:
			f, g := fs[0], fs[1]
			addProduct(value, v[i], e.power(f), e.power(g))
			addProduct(grad[f.variable], v[i]*float64(f.exponent), e.power(f.lower(1)), e.power(g))
			addProduct(grad[g.variable], v[i]*float64(g.exponent), e.power(g.lower(1)), e.power(f))
		default:
			add(value, e.product(v[i], nil, fs))
			for a, f := range fs {
				add(grad[f.variable], e.product(v[i]*float64(f.exponent), []factor{f.lower(1)}, fs, a))
			}
		}
	}
	return value
}

// product returns c times the factors first and those of fs but in the places
// skip, in the work space.
func (e *evaluator) product(c float64, first, fs []factor, skip ...int) []float64 {
	w := e.work[:e.points]
	for r := range w {
		w[r] = c
	}
	for _, f := range first {
		multiply(w, w, e.power(f))
	}
	for i, f := range fs {
		if !slices.Contains(skip, i) {
			multiply(w, w, e.power(f))
		}
	}
	return w
}

// hessian returns the second derivatives of f = Σ v_i m_i, that by variables
// j ≤ l of n in place j·n + l, which the next call overwrites.
func (e *evaluator) hessian(v []float64) block {
	n := len(e.powers)
	if e.second == nil {
		e.second = newBlock(n * n)
	}
	for _, h := range e.second {
		clear(h[:e.points])
	}
	for i, fs := range e.factors {
		for a, f := range fs {
			if f.exponent > 1 {
				c := v[i] * float64(f.exponent*(f.exponent-1))
				add(e.second[f.variable*n+f.variable], e.product(c, []factor{f.lower(2)}, fs, a))
			}
			for b := a + 1; b < len(fs); b++ {
				g := fs[b]
				c := v[i] * float64(f.exponent*g.exponent)
				add(e.second[f.variable*n+g.variable], e.product(c, []factor{f.lower(1), g.lower(1)}, fs, a, b))
			}
		}
	}
	return e.second
}

package eval

import (
	"slices"
	"sync"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// BlockRows is the number of points that are worked on at a time: enough for
// the work on a monomial to be a loop over numbers side by side, and few enough
// for the powers of all variables to stay in the fastest memory.
const BlockRows = 128

// Block holds some numbers for each of up to blockRows points: block[j][r] is
// number j at point r.
type Block [][]float64

// NewBlock returns space for n numbers a point.
func NewBlock(n int) Block {
	flat := make([]float64, n*BlockRows)
	b := make(Block, n)
	for j := range b {
		b[j] = flat[j*BlockRows : (j+1)*BlockRows : (j+1)*BlockRows]
	}
	return b
}

// spaces are blocks to be used again, by how many numbers of a point they hold.
var spaces [64]sync.Pool

// Take returns space for n numbers a point that may have been used before, whatever stands there. Free gives it back.
func Take(n int) Block {
	if n < len(spaces) {
		if b, ok := spaces[n].Get().(*Block); ok {
			return *b
		}
	}
	return NewBlock(n)
}

// Free gives back space that nothing looks at any more.
func (b Block) Free() {
	if len(b) < len(spaces) {
		spaces[len(b)].Put(&b)
	}
}

// load copies the points, with a number for each coordinate.
func (b Block) load(points [][]float64) {
	for j, column := range b {
		column = column[:len(points)]
		for r, x := range points {
			column[r] = x[j]
		}
	}
}

// Point returns the numbers of one point.
func (b Block) Point(r int) []float64 {
	x := make([]float64, len(b))
	for j, column := range b {
		x[j] = column[r]
	}
	return x
}

// InBlocks calls f for consecutive blocks of the rows, the first of them in
// place lo. The block is used again after f.
func InBlocks(rows [][]float64, f func(lo int, x Block, points int)) {
	if len(rows) == 0 {
		return
	}
	x := Take(len(rows[0]))
	defer x.Free()
	for lo := 0; lo < len(rows); lo += BlockRows {
		some := rows[lo:min(lo+BlockRows, len(rows))]
		x.load(some)
		f(lo, x, len(some))
	}
}

// factor is a power of one variable.
type factor struct{ variable, exponent int }

// lower is the power k below.
func (f factor) lower(k int) factor { return factor{f.variable, f.exponent - k} }

// Evaluator computes values, gradients and Hessians of polynomials on one
// support, at the points of a block.
type Evaluator struct {
	factors [][]factor // of every monomial
	powers  []Block    // of every variable that a monomial has, from 1
	points  int
	value   []float64
	work    []float64

	values [][]float64 // of the monomials: powers, and products
	second Block       // derivatives, that by variables j ≤ l in place j·n + l
	curved []int       // the places of those that may not be zero

	taken []Block
}

// ones are the powers 0, and zeros the derivatives of what is linear. Nothing writes to them.
var (
	ones  = [BlockRows]float64(slices.Repeat([]float64{1}, BlockRows))
	zeros [BlockRows]float64
)

// New returns an evaluator of the polynomials on the monomials idx. Free gives its memory back.
func New(t *moment.Monomials, idx []int) *Evaluator {
	e := &Evaluator{factors: make([][]factor, len(idx)), powers: make([]Block, t.Vars())}
	work := e.take(2)
	e.value, e.work = work[0], work[1]
	top, all := 1, make([]factor, 0, 2*len(idx)) // most monomials have no more
	used := make([]bool, t.Vars())
	for i, a := range idx {
		first := len(all)
		for j, k := range t.Exponents(a) {
			if k > 0 {
				all = append(all, factor{j, int(k)})
				top = max(top, int(k))
				used[j] = true
			}
		}
		e.factors[i] = all[first:len(all):len(all)]
	}
	n := 0
	for _, u := range used {
		if u {
			n++
		}
	}
	powers := e.take(top * n)
	for j, u := range used {
		if u {
			e.powers[j] = append(Block{ones[:]}, powers[:top]...)
			powers = powers[top:]
		}
	}
	return e
}

// take returns space that Free gives back.
func (e *Evaluator) take(n int) Block {
	b := Take(n)
	e.taken = append(e.taken, b)
	return b
}

// Free gives the memory of an evaluator back that nothing looks at any more.
func (e *Evaluator) Free() {
	for _, b := range e.taken {
		b.Free()
	}
	e.taken = nil
}

// At prepares the powers of the coordinates of the first points of x. All else is
// said of these points.
func (e *Evaluator) At(x Block, points int) {
	e.points = points
	for j, p := range e.powers {
		x := x[j][:points]
		for k := 1; k < len(p); k++ {
			numeric.Multiply(p[k][:points], p[k-1], x)
		}
	}
}

// power returns a power of a variable.
func (e *Evaluator) power(f factor) []float64 { return e.powers[f.variable][f.exponent][:e.points] }

// Monomials returns the values of the monomials, which the next call overwrites.
func (e *Evaluator) Monomials() [][]float64 {
	if e.values == nil {
		e.values = make([][]float64, len(e.factors))
		products := 0
		for _, fs := range e.factors {
			if len(fs) > 1 {
				products++
			}
		}
		space := e.take(products)
		for i, fs := range e.factors {
			if len(fs) > 1 {
				e.values[i], space = space[0], space[1:]
			}
		}
	}
	for i, fs := range e.factors {
		switch len(fs) {
		case 0:
			e.values[i] = ones[:]
		case 1:
			e.values[i] = e.powers[fs[0].variable][fs[0].exponent]
		default:
			v := e.values[i][:e.points]
			numeric.Multiply(v, e.power(fs[0]), e.power(fs[1]))
			for _, f := range fs[2:] {
				numeric.Multiply(v, v, e.power(f))
			}
		}
	}
	return e.values
}

// AddSums adds to each of dst the sum of the products of a with one column.
func AddSums(dst, a []float64, columns [][]float64) {
	for range len(columns) / 8 {
		addSums8((*[8]float64)(dst), a, (*[8][]float64)(columns))
		dst, columns = dst[8:], columns[8:]
	}
	for len(columns) > 0 {
		// Four sums at a time do not wait for one another. Of the last ones one may be there more than once.
		last := len(columns) - 1
		i1, i2, i3 := min(1, last), min(2, last), min(3, last)
		c0, c1, c2, c3 := columns[0][:len(a)], columns[i1][:len(a)], columns[i2][:len(a)], columns[i3][:len(a)]
		s0, s1, s2, s3 := dst[0], dst[i1], dst[i2], dst[i3]
		for r, v := range a {
			s0 += v * c0[r]
			s1 += v * c1[r]
			s2 += v * c2[r]
			s3 += v * c3[r]
		}
		dst[0], dst[i1], dst[i2], dst[i3] = s0, s1, s2, s3
		dst, columns = dst[i3+1:], columns[i3+1:]
	}
}

// addSums8 adds to eight sums, which do not wait for one another.
func addSums8(dst *[8]float64, a []float64, columns *[8][]float64) {
	c0, c1, c2, c3 := columns[0][:len(a)], columns[1][:len(a)], columns[2][:len(a)], columns[3][:len(a)]
	c4, c5, c6, c7 := columns[4][:len(a)], columns[5][:len(a)], columns[6][:len(a)], columns[7][:len(a)]
	s0, s1, s2, s3, s4, s5, s6, s7 := dst[0], dst[1], dst[2], dst[3], dst[4], dst[5], dst[6], dst[7]
	for r, v := range a {
		s0 += v * c0[r]
		s1 += v * c1[r]
		s2 += v * c2[r]
		s3 += v * c3[r]
		s4 += v * c4[r]
		s5 += v * c5[r]
		s6 += v * c6[r]
		s7 += v * c7[r]
	}
	*dst = [8]float64{s0, s1, s2, s3, s4, s5, s6, s7}
}

// add adds a to dst.
func add(dst, a []float64) { numeric.Axpy(1, a, dst) }

// Gradient writes the gradients of Σ v_i m_i and returns its values, which the
// next call overwrites.
func (e *Evaluator) Gradient(v []float64, grad Block) []float64 {
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
			numeric.Axpy(v[i], e.power(f), value)
			numeric.Axpy(v[i]*float64(f.exponent), e.power(f.lower(1)), grad[f.variable])
		case 2:
			f, g := fs[0], fs[1]
			numeric.AddProduct(value, v[i], e.power(f), e.power(g))
			numeric.AddProduct(grad[f.variable][:e.points], v[i]*float64(f.exponent), e.power(f.lower(1)), e.power(g))
			numeric.AddProduct(grad[g.variable][:e.points], v[i]*float64(g.exponent), e.power(g.lower(1)), e.power(f))
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
func (e *Evaluator) product(c float64, first, fs []factor, skip ...int) []float64 {
	w := e.work[:e.points]
	for r := range w {
		w[r] = c
	}
	for _, f := range first {
		numeric.Multiply(w, w, e.power(f))
	}
	for i, f := range fs {
		if !slices.Contains(skip, i) {
			numeric.Multiply(w, w, e.power(f))
		}
	}
	return w
}

// Hessian returns the second derivatives of f = Σ v_i m_i, that by variables
// j ≤ l of n in place j·n + l, which the next call overwrites.
func (e *Evaluator) Hessian(v []float64) Block {
	n := len(e.powers)
	if e.second == nil {
		e.layOut(n)
	}
	for _, at := range e.curved {
		clear(e.second[at][:e.points])
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

// layOut makes space for the second derivatives by n variables.
func (e *Evaluator) layOut(n int) {
	e.second = slices.Repeat(Block{zeros[:]}, n*n)
	for _, fs := range e.factors {
		for a, f := range fs {
			if f.exponent > 1 {
				e.curved = append(e.curved, f.variable*n+f.variable)
			}
			for _, g := range fs[a+1:] {
				e.curved = append(e.curved, f.variable*n+g.variable)
			}
		}
	}
	slices.Sort(e.curved)
	e.curved = slices.Compact(e.curved)
	space := e.take(len(e.curved))
	for i, at := range e.curved {
		e.second[at] = space[i]
	}
}

package numeric

import (
	"math"

	"github.com/kexplain/kexplain/numeric/internal/kernel"
)

// reflectors is the work space of one fold.
type reflectors struct {
	t [tsqrPanel * tsqrPanel]float64 // T of the compact WY form, upper triangular, by rows
	w [tsqrPanel]float64
	v [tsqrPanel / kernel.Rows][kernel.Rows][]float64 // the reflectors of a whole panel
}

// panel is some columns lo … hi-1 of a triangle R above a matrix Y.
type panel struct {
	r      []float64 // n×n, by rows
	n      int
	y      []float64 // column j is y[j*ld:][:h]
	ld, h  int
	lo, hi int
}

// fold replaces R by the triangular factor of [R; Y]. R is n×n and row-major;
// column j of Y is y[j*ld:], of which the first height(j) entries count, a
// number that must not decrease with j; the entries up to the height of any
// later column must be zero. Y is used up.
//
// The reflectors have the form I − τ [1; v][1; v]ᵀ with the 1 in row j of R,
// so the triangle keeps its shape. Each panel of columns is reduced by single
// reflectors, the columns to its right by the compact WY form I − V Tᵀ Vᵀ
// (Schreiber and Van Loan, SIAM J. Sci. Stat. Comput. 10 (1989), p. 53).
func (p *reflectors) fold(r []float64, n int, y []float64, ld int, height func(j int) int) {
	for lo := 0; lo < n; lo += tsqrPanel {
		hi := min(lo+tsqrPanel, n)
		h := height(hi - 1)
		s := &panel{r, n, y, ld, h, lo, hi}
		for j := lo; j < hi; j++ {
			p.reflect(s, j)
		}
		k := hi
		if hi-lo == tsqrPanel {
			for i := range tsqrPanel {
				p.v[i/kernel.Rows][i%kernel.Rows] = y[(lo+i)*ld:][:h:h]
			}
			for ; k+kernel.Columns <= n; k += kernel.Columns {
				p.applyBlock(s, k)
			}
		}
		for ; k < n; k++ {
			p.apply(s, k)
		}
	}
}

// reflect annihilates column j of Y, applies the reflector to the columns
// after it in the panel and appends a column to T.
func (p *reflectors) reflect(of *panel, j int) {
	r, n, y, ld, h, lo := of.r, of.n, of.y, of.ld, of.h, of.lo
	v := y[j*ld : j*ld+h]
	norm := norm2(v)
	i := j - lo
	tcol := func(l int) *float64 { return &p.t[l*tsqrPanel+i] } // column i of T
	if norm == 0 {
		for l := range i + 1 {
			*tcol(l) = 0
		}
		return
	}
	alpha := r[j*n+j]
	beta := -math.Copysign(math.Hypot(alpha, norm), alpha)
	tau := (beta - alpha) / beta
	scaleBy(v, alpha-beta)
	r[j*n+j] = beta

	// T[:i,i] = −τ T[:i,:i] V₂ᵀv; the unit parts of V are orthogonal.
	dotsOf(p.w[:i], y[lo*ld:], ld, v)
	for l := range i {
		s := 0.0
		row := p.t[l*tsqrPanel : (l+1)*tsqrPanel]
		for m := l; m < i; m++ {
			s += float64(row[m] * p.w[m])
		}
		*tcol(l) = -tau * s
	}
	*tcol(i) = tau

	products := p.w[:of.hi-j-1]
	if len(products) > 0 {
		dotsOf(products, y[(j+1)*ld:], ld, v)
	}
	for i, product := range products {
		k := j + 1 + i
		w := float64(tau * (r[j*n+k] + product))
		r[j*n+k] -= w
		kernel.Axpy(-w, v, y[k*ld:k*ld+h])
	}
}

// dotsOf sets w[i] to the dot product of v and the i-th column of y.
func dotsOf(w []float64, y []float64, ld int, v []float64) {
	for ; len(w) >= kernel.Rows; w, y = w[kernel.Rows:], y[min(kernel.Rows*ld, len(y)):] {
		columns := [kernel.Rows][]float64{y[:len(v)], y[ld:][:len(v)], y[2*ld:][:len(v)], y[3*ld:][:len(v)]}
		kernel.Dots((*[kernel.Rows]float64)(w), &columns, v)
	}
	for i := range w {
		w[i] = kernel.Dot(v, y[i*ld:])
	}
}

// apply applies the reflectors of a panel to column k.
func (p *reflectors) apply(of *panel, k int) {
	r, n, y, ld, h, lo := of.r, of.n, of.y, of.ld, of.h, of.lo
	c := y[k*ld : k*ld+h]
	nb := of.hi - lo
	w := p.w[:nb]
	for i := range w {
		w[i] = r[(lo+i)*n+k] + kernel.Dot(c, y[(lo+i)*ld:])
	}
	for i := nb - 1; i >= 0; i-- {
		// w ← Tᵀ w from the bottom up, in place.
		s := 0.0
		for l := range i + 1 {
			s += float64(p.t[l*tsqrPanel+i] * w[l])
		}
		w[i] = s
	}
	for i, wi := range w {
		r[(lo+i)*n+k] -= wi
		kernel.Axpy(-wi, y[(lo+i)*ld:][:h], c)
	}
}

// applyBlock is apply for the columns k and k+1 and a whole panel of reflectors, with the same
// bits.
func (p *reflectors) applyBlock(of *panel, k int) {
	r, n, y, ld, h, lo := of.r, of.n, of.y, of.ld, of.h, of.lo
	const columns = kernel.Columns
	c := [columns][]float64{y[k*ld:][:h:h], y[(k+1)*ld:][:h:h]}
	var w [columns][tsqrPanel]float64
	var block [kernel.Rows * columns]float64
	for g := range p.v {
		kernel.DotBlock(&block, &p.v[g], &c)
		for q := range kernel.Rows {
			i := kernel.Rows*g + q
			row := (*[columns]float64)(r[(lo+i)*n+k:])
			w[0][i], w[1][i] = row[0]+block[columns*q], row[1]+block[columns*q+1]
		}
	}
	kernel.Triangle(&w, &p.t)
	for g := range p.v {
		for q := range kernel.Rows {
			i := kernel.Rows*g + q
			row := (*[columns]float64)(r[(lo+i)*n+k:])
			row[0] -= w[0][i]
			row[1] -= w[1][i]
			block[columns*q], block[columns*q+1] = -w[0][i], -w[1][i]
		}
		kernel.UpdateBlock(&block, &p.v[g], &c)
	}
}

// norm2 returns the Euclidean norm, without overflow or underflow.
func norm2(v []float64) float64 {
	// Sums of squares in this range have lost nothing to the ends of the
	// exponent range.
	const small, large = 0x1p-900, 0x1p+900
	if s := kernel.Dot(v, v); s > small && s < large {
		return math.Sqrt(s)
	}
	return blas.Dnrm2(len(v), v, 1)
}

// scaleBy divides v by d.
func scaleBy(v []float64, d float64) {
	if inv := 1 / d; inv != 0 && !math.IsInf(inv, 0) && math.Abs(inv) < 0x1p+1000 {
		blas.Dscal(len(v), inv, v, 1)
		return
	}
	for i := range v {
		v[i] /= d
	}
}

//go:build amd64 && !purego

package kernel

//go:noescape
func lanesAVX2(sum *[Lanes]float64, x, y *float64, n int)

//go:noescape
func lanesAVX512(sum *[Lanes]float64, x, y *float64, n int)

//go:noescape
func axpyAVX2(a float64, x, y *float64, n int)

//go:noescape
func axpyAVX512(a float64, x, y *float64, n int)

//go:noescape
func mulAVX2(dst, a, b *float64, n int)

//go:noescape
func mulAVX512(dst, a, b *float64, n int)

//go:noescape
func addProductAVX2(c float64, dst, a, b *float64, n int)

//go:noescape
func addProductAVX512(c float64, dst, a, b *float64, n int)

//go:noescape
func lastAtMostAVX2(f, c float64, base, column, pivots, least *float64, n int) int

//go:noescape
func lastAtMostAVX512(f, c float64, base, column, pivots, least *float64, n int) int

//go:noescape
func gramAVX2(sum, w, x *float64, n int) // of four columns of w

//go:noescape
func gramAVX512(sum, w, x *float64, n int)

//go:noescape
func dotBlockAVX512(w *[Rows * Columns]float64, v0, v1, v2, v3, c0, c1 *float64, n int)

//go:noescape
func dotsAVX512(w *[Rows]float64, v0, v1, v2, v3, c *float64, n int)

//go:noescape
func updateBlockAVX512(w *[Rows * Columns]float64, v0, v1, v2, v3, c0, c1 *float64, n int)

//go:noescape
func triangleAVX512(w *[Columns][Order]float64, t *[Order * Order]float64)

// Dot returns Σ xᵢ·yᵢ in the order of lanes. It panics if there are fewer in y than in x.
func Dot(x, y []float64) float64 {
	var sum [Lanes]float64
	y = y[:len(x)]
	if n := len(x) &^ (Lanes - 1); n > 0 && level >= AVX2 {
		if level >= AVX512 {
			lanesAVX512(&sum, &x[0], &y[0], n)
		} else {
			lanesAVX2(&sum, &x[0], &y[0], n)
		}
		x, y = x[n:], y[n:]
	}
	lanes(&sum, x, y)
	return total(&sum)
}

// Axpy adds a·x to y. It panics if there are fewer in y than in x.
func Axpy(a float64, x, y []float64) {
	y = y[:len(x)]
	if n := len(x) &^ (Lanes - 1); n > 0 && level >= AVX2 {
		if level >= AVX512 {
			axpyAVX512(a, &x[0], &y[0], n)
		} else {
			axpyAVX2(a, &x[0], &y[0], n)
		}
		x, y = x[n:], y[n:]
	}
	axpy(a, x, y)
}

// Mul writes the products of a and b to dst. It panics if there are fewer in a or b than in dst.
func Mul(dst, a, b []float64) {
	a, b = a[:len(dst)], b[:len(dst)]
	if n := len(dst) &^ (Lanes - 1); n > 0 && level >= AVX2 {
		if level >= AVX512 {
			mulAVX512(&dst[0], &a[0], &b[0], n)
		} else {
			mulAVX2(&dst[0], &a[0], &b[0], n)
		}
		dst, a, b = dst[n:], a[n:], b[n:]
	}
	mul(dst, a, b)
}

// AddProduct adds the products of c·a and b to dst. It panics if there are fewer in a or b than in dst.
func AddProduct(dst []float64, c float64, a, b []float64) {
	a, b = a[:len(dst)], b[:len(dst)]
	if n := len(dst) &^ (Lanes - 1); n > 0 && level >= AVX2 {
		if level >= AVX512 {
			addProductAVX512(c, &dst[0], &a[0], &b[0], n)
		} else {
			addProductAVX2(c, &dst[0], &a[0], &b[0], n)
		}
		dst, a, b = dst[n:], a[n:], b[n:]
	}
	addProduct(dst, c, a, b)
}

// LastAtMost returns the last place at which the next pivot is at most least, or -1. It panics if there
// are fewer numbers in a list of b than in least.
func (b *Bordered) LastAtMost(least []float64) int {
	n := len(least)
	if n < Lanes || level < AVX2 {
		return b.lastAtMost(least)
	}
	base, column, pivots := b.Base[:n], b.Column[:n], b.Pivots[:n]
	if level >= AVX512 {
		return b.lastAtMost(least[:lastAtMostAVX512(b.F, b.C, &base[0], &column[0], &pivots[0], &least[0], n)])
	}
	n &^= Lanes - 1
	rest := Bordered{base[n:], column[n:], pivots[n:], b.F, b.C}
	if i := rest.lastAtMost(least[n:]); i >= 0 {
		return n + i
	}
	return b.lastAtMost(least[:lastAtMostAVX2(b.F, b.C, &base[0], &column[0], &pivots[0], &least[0], n)])
}

// Gram adds wᵀx to sum, by rows, where w and x have rows of Lanes numbers, one row after the other. It
// panics if there are fewer rows in x than in w.
func Gram(sum *[Lanes * Lanes]float64, w, x []float64) {
	x = x[:len(w)]
	switch n := len(w) / Lanes; {
	case level < AVX2 || n == 0:
		gram(sum, w, x)
	case level < AVX512:
		gramAVX2(&sum[0], &w[0], &x[0], n)
		gramAVX2(&sum[Lanes*Lanes/2], &w[Lanes/2], &x[0], n)
	default:
		gramAVX512(&sum[0], &w[0], &x[0], n)
	}
}

// DotBlock sets w[2q+j] to the dot product of v[q] and c[j], all of one length.
func DotBlock(w *[Rows * Columns]float64, v *[Rows][]float64, c *[Columns][]float64) {
	n := checkBlock(v, c)
	if level < AVX512 || n == 0 || n%Lanes != 0 {
		dotBlock(w, v, c)
		return
	}
	dotBlockAVX512(w, &v[0][0], &v[1][0], &v[2][0], &v[3][0], &c[0][0], &c[1][0], n)
}

// UpdateBlock adds to each c[j] the w[2q+j]·v[q], one q after the other, all of one length.
func UpdateBlock(w *[Rows * Columns]float64, v *[Rows][]float64, c *[Columns][]float64) {
	n := checkBlock(v, c)
	if level < AVX512 || n == 0 || n%Lanes != 0 {
		updateBlock(w, v, c)
		return
	}
	updateBlockAVX512(w, &v[0][0], &v[1][0], &v[2][0], &v[3][0], &c[0][0], &c[1][0], n)
}

// Triangle multiplies both columns w[j] by Tᵀ, where T is upper triangular, by rows in t.
func Triangle(w *[Columns][Order]float64, t *[Order * Order]float64) {
	if level < AVX512 {
		triangle(w, t)
		return
	}
	triangleAVX512(w, t)
}

// Dots sets w[q] to the dot product of v[q] and c, all of one length.
func Dots(w *[Rows]float64, v *[Rows][]float64, c []float64) {
	n := checkBlock(v, &[Columns][]float64{c, c})
	if level < AVX512 || n == 0 || n%Lanes != 0 {
		dots(w, v, c)
		return
	}
	dotsAVX512(w, &v[0][0], &v[1][0], &v[2][0], &v[3][0], &c[0], n)
}

//go:build !amd64 || purego

package kernel

// Dot returns Σ xᵢ·yᵢ in the order of lanes. It panics if there are fewer in y than in x.
func Dot(x, y []float64) float64 {
	var sum [Lanes]float64
	lanes(&sum, x, y)
	return total(&sum)
}

// Axpy adds a·x to y. It panics if there are fewer in y than in x.
func Axpy(a float64, x, y []float64) { axpy(a, x, y) }

// Mul writes the products of a and b to dst. It panics if there are fewer in a or b than in dst.
func Mul(dst, a, b []float64) { mul(dst, a, b) }

// AddProduct adds the products of c·a and b to dst. It panics if there are fewer in a or b than in dst.
func AddProduct(dst []float64, c float64, a, b []float64) { addProduct(dst, c, a, b) }

// LastAtMost returns the last place at which the next pivot is at most least, or -1. It panics if there
// are fewer numbers in a list of b than in least.
func (b *Bordered) LastAtMost(least []float64) int { return b.lastAtMost(least) }

// Gram adds wᵀx to sum, by rows, where w and x have rows of Lanes numbers, one row after the other. It
// panics if there are fewer rows in x than in w.
func Gram(sum *[Lanes * Lanes]float64, w, x []float64) { gram(sum, w, x[:len(w)]) }

// DotBlock sets w[2q+j] to the dot product of v[q] and c[j], all of one length.
func DotBlock(w *[Rows * Columns]float64, v *[Rows][]float64, c *[Columns][]float64) {
	checkBlock(v, c)
	dotBlock(w, v, c)
}

// UpdateBlock adds to each c[j] the w[2q+j]·v[q], one q after the other, all of one length.
func UpdateBlock(w *[Rows * Columns]float64, v *[Rows][]float64, c *[Columns][]float64) {
	checkBlock(v, c)
	updateBlock(w, v, c)
}

// Triangle multiplies both columns w[j] by Tᵀ, where T is upper triangular, by rows in t.
func Triangle(w *[Columns][Order]float64, t *[Order * Order]float64) { triangle(w, t) }

// Dots sets w[q] to the dot product of v[q] and c, all of one length.
func Dots(w *[Rows]float64, v *[Rows][]float64, c []float64) {
	checkBlock(v, &[Columns][]float64{c, c})
	dots(w, v, c)
}

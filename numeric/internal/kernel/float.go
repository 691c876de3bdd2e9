package kernel

// Lanes is the number of partial sums of a dot product: lane l holds the products at the places
// l, l+8, l+16, … in this order. Every product is rounded before it is added.
const Lanes = 8

// lanes adds the products xᵢ·yᵢ to their lanes.
func lanes(sum *[Lanes]float64, x, y []float64) {
	y = y[:len(x)]
	for ; len(x) >= Lanes; x, y = x[Lanes:], y[Lanes:] {
		a, b := (*[Lanes]float64)(x), (*[Lanes]float64)(y)
		sum[0] += float64(a[0] * b[0])
		sum[1] += float64(a[1] * b[1])
		sum[2] += float64(a[2] * b[2])
		sum[3] += float64(a[3] * b[3])
		sum[4] += float64(a[4] * b[4])
		sum[5] += float64(a[5] * b[5])
		sum[6] += float64(a[6] * b[6])
		sum[7] += float64(a[7] * b[7])
	}
	for l, a := range x {
		sum[l] += float64(a * y[l])
	}
}

// total is the sum of the lanes, by halves.
func total(s *[Lanes]float64) float64 {
	return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
}

// axpy adds a·x to y.
func axpy(a float64, x, y []float64) {
	y = y[:len(x)]
	for i, xi := range x {
		y[i] += float64(a * xi)
	}
}

// mul writes the products of a and b to dst.
func mul(dst, a, b []float64) {
	a, b = a[:len(dst)], b[:len(dst)]
	for i, x := range a {
		dst[i] = x * b[i]
	}
}

// addProduct adds the products of c·a and b to dst.
func addProduct(dst []float64, c float64, a, b []float64) {
	a, b = a[:len(dst)], b[:len(dst)]
	for i, x := range a {
		dst[i] += float64(float64(c*x) * b[i])
	}
}

// Bordered is what a symmetric elimination knows of its next pivots: where F·Column is added to Base, this is the row of the
// next monomial, and C times its squares are added to the pivots.
type Bordered struct {
	Base, Column, Pivots []float64
	F, C                 float64
}

// lastAtMost returns the last place at which the next pivot is at most least, or -1.
func (b *Bordered) lastAtMost(least []float64) int {
	base, column, pivots := b.Base[:len(least)], b.Column[:len(least)], b.Pivots[:len(least)]
	for i := len(least) - 1; i >= 0; i-- {
		x := base[i] + float64(b.F*column[i])
		if pivots[i]+float64(float64(b.C*x)*x) <= least[i] {
			return i
		}
	}
	return -1
}

// gram adds wᵀx to sum, by rows, where w and x have rows of Lanes numbers, one row after the other.
func gram(sum *[Lanes * Lanes]float64, w, x []float64) {
	for i := 0; i < len(w); i += Lanes {
		a, b := (*[Lanes]float64)(w[i:]), (*[Lanes]float64)(x[i:])
		for j, v := range a {
			s := (*[Lanes]float64)(sum[Lanes*j:])
			for l, u := range b {
				s[l] += float64(v * u)
			}
		}
	}
}

// Rows and Columns are the shape of the products of DotBlock and UpdateBlock.
const (
	Rows    = 4
	Columns = 2
)

// dotBlock sets w[2q+j] to the dot product of v[q] and c[j].
func dotBlock(w *[Rows * Columns]float64, v *[Rows][]float64, c *[Columns][]float64) {
	for q, row := range v {
		for j, column := range c {
			w[Columns*q+j] = Dot(row, column)
		}
	}
}

// dots sets w[q] to the dot product of v[q] and c.
func dots(w *[Rows]float64, v *[Rows][]float64, c []float64) {
	for q, row := range v {
		w[q] = Dot(row, c)
	}
}

// updateBlock adds to each c[j] the w[2q+j]·v[q], one q after the other.
func updateBlock(w *[Rows * Columns]float64, v *[Rows][]float64, c *[Columns][]float64) {
	for q, row := range v {
		for j, column := range c {
			Axpy(w[Columns*q+j], row, column)
		}
	}
}

// Order is the order of the matrices of Triangle.
const Order = 16

// triangle multiplies both columns w[j] by Tᵀ, where T is upper triangular, by rows in t.
func triangle(w *[Columns][Order]float64, t *[Order * Order]float64) {
	for i := Order - 1; i >= 0; i-- {
		s0, s1 := 0.0, 0.0
		for l := range i + 1 {
			s0 += float64(t[Order*l+i] * w[0][l])
			s1 += float64(t[Order*l+i] * w[1][l])
		}
		w[0][i], w[1][i] = s0, s1
	}
}

// checkBlock returns the common length of the vectors.
func checkBlock(v *[Rows][]float64, c *[Columns][]float64) int {
	n := len(v[0])
	if len(v[1]) != n || len(v[2]) != n || len(v[3]) != n || len(c[0]) != n || len(c[1]) != n {
		panic("kernel: vectors of different lengths")
	}
	return n
}

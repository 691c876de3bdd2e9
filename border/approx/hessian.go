package approx

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
)

// hessian holds the matrix A of the values of the order ideal, its Gram matrix
// AᵀA/N, half the Hessian of every problem that OAVI solves, and the Cholesky
// factor of it, which grows with the order ideal and stands for its inverse.
type hessian struct {
	n       float64
	columns [][]float64
	gram    [][]float64 // row i holds entries 0…i
	chol    [][]float64 // L with L Lᵀ = gram
}

// newHessian returns the Hessian of an empty order ideal.
func newHessian(x *mat.Dense) *hessian {
	n, _ := x.Dims()
	return &hessian{n: float64(n)}
}

// correlate returns Aᵀb/N.
func (h *hessian) correlate(b []float64) []float64 {
	c := make([]float64, len(h.columns))
	for j, a := range h.columns {
		c[j] = floats.Dot(a, b) / h.n
	}
	return c
}

// append makes b, with Aᵀb/N given, the last column of A. The rest of b that is
// orthogonal to A must not be zero.
func (h *hessian) append(b, correlation []float64) {
	l := forwardSolve(h.chol, correlation)
	square := floats.Dot(b, b) / h.n
	h.gram = append(h.gram, append(append([]float64(nil), correlation...), square))
	// The pivot is the mean square of the rest of b, which the caller found to
	// be above ψ. Where cancellation makes nonsense of the difference it is
	// computed from the values.
	pivot := square - floats.Dot(l, l)
	if pivot <= square*cancellation {
		pivot = h.meanSquare(h.minimiser(&quadratic{linear: correlation, target: b}), b)
	}
	h.chol = append(h.chol, append(l, math.Sqrt(pivot)))
	h.columns = append(h.columns, b)
}

// cancellation is the relative size below which a difference of mean squares has
// lost more than half of its digits.
const cancellation = 1e-8

// minimiser returns −(AᵀA)⁻¹Aᵀb, the unconstrained optimum of q, with one step of
// iterative refinement on the true residual, which gives back what forming AᵀA
// loses.
func (h *hessian) minimiser(q *quadratic) []float64 {
	y := h.solve(q.linear)
	floats.Scale(-1, y)
	r := h.residual(y, q.target)
	floats.Sub(y, h.solve(h.correlate(r)))
	return y
}

// solve returns (AᵀA/N)⁻¹ c.
func (h *hessian) solve(c []float64) []float64 {
	y := forwardSolve(h.chol, c)
	for j := len(y) - 1; j >= 0; j-- {
		y[j] /= h.chol[j][j]
		for i := range j {
			y[i] -= y[j] * h.chol[j][i]
		}
	}
	return y
}

// forwardSolve returns L⁻¹ c.
func forwardSolve(l [][]float64, c []float64) []float64 {
	y := append([]float64(nil), c...)
	for i, row := range l {
		y[i] = (y[i] - floats.Dot(row[:i], y[:i])) / row[i]
	}
	return y
}

// residual returns A y + b.
func (h *hessian) residual(y, b []float64) []float64 {
	r := append([]float64(nil), b...)
	for j, c := range y {
		if c != 0 {
			floats.AddScaled(r, c, h.columns[j])
		}
	}
	return r
}

// meanSquare returns ‖A y + b‖²/N from the values, without cancellation.
func (h *hessian) meanSquare(y, b []float64) float64 {
	r := h.residual(y, b)
	return floats.Dot(r, r) / h.n
}

// rounding returns the mean square of A y + b that is rounding: what threshold
// says of the polynomial when its coefficients (1, y) have norm 1, with the
// Frobenius norm of (b, A) for the largest singular value.
func (h *hessian) rounding(q *quadratic, y []float64) float64 {
	size := q.constant
	for i, row := range h.gram {
		size += row[i]
	}
	tol := numeric.RankTolerance(len(y) + 1)
	return tol * tol * size * (1 + floats.Dot(y, y))
}

// problem returns the quadratic problem of a border term with values b.
func (h *hessian) problem(b []float64) *quadratic {
	return &quadratic{gram: h.gram, linear: h.correlate(b), constant: floats.Dot(b, b) / h.n, target: b}
}

// quadratic is the function f(y) = yᵀGy + 2 hᵀy + c = ‖A y + b‖²/N.
type quadratic struct {
	gram     [][]float64 // G, row i holds entries 0…i
	linear   []float64   // h = Aᵀb/N
	constant float64     // c = bᵀb/N
	target   []float64   // b
}

// gradient returns 2(Gy + h).
func (q *quadratic) gradient(y []float64) []float64 {
	g := q.times(y)
	for i := range g {
		g[i] = 2 * (g[i] + q.linear[i])
	}
	return g
}

// times returns G y.
func (q *quadratic) times(y []float64) []float64 {
	g := make([]float64, len(y))
	for i, row := range q.gram {
		g[i] += floats.Dot(row, y[:i+1])
		floats.AddScaled(g[:i], y[i], row[:i])
	}
	return g
}

// value returns f(y), which may come out below zero by rounding.
func (q *quadratic) value(y []float64) float64 {
	return floats.Dot(y, q.times(y)) + 2*floats.Dot(q.linear, y) + q.constant
}

// norm1 returns Σ |y_i|.
func norm1(y []float64) float64 { return floats.Norm(y, 1) }

package numeric

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// ErrNotFinite says that a matrix has an entry that is NaN or infinite.
var ErrNotFinite = errors.New("numeric: matrix has an entry that is not a finite number")

// ErrNoConvergence says that an iteration stopped at its limit. It does not
// occur for finite matrices as far as is known.
var ErrNoConvergence = errors.New("numeric: no convergence")

// maxSweeps bounds the sweeps of the Jacobi iterations. Convergence is
// quadratic at the end; more than 15 sweeps have not been seen.
const maxSweeps = 60

// epsilon is the distance from 1 to the next float64.
const epsilon = 0x1p-52

// rowNorms is what orthogonaliseRows returns: the norms in decreasing order
// and, for each, the row it belongs to.
type rowNorms struct {
	norm []float64
	row  []int
}

// orthogonaliseRows makes the n rows of length m stored in a, row i at
// a[i*ld:], mutually orthogonal by plane rotations from the left, and applies
// the same rotations to the rows of u where u is not nil. Rows p and q count
// as orthogonal when |p·q| ≤ tol ‖p‖ ‖q‖, tol = m·2⁻⁵²; relative to the norms,
// so the norms of rows far smaller than the largest are right to relative
// precision too (J. Demmel, K. Veselić, Jacobi's method is more accurate than
// QR, SIAM J. Matrix Anal. Appl. 13 (1992)). This is the one-sided method of
// Hestenes on the transpose.
func orthogonaliseRows(a []float64, n, m, ld int, u []float64, ldu int) (rowNorms, error) {
	tol := float64(max(m, 4)) * epsilon
	order := make([]int, n)
	sq := make([]float64, n)
	for i := range order {
		order[i] = i
	}
	for sweep := 0; ; sweep++ {
		if sweep == maxSweeps {
			return rowNorms{}, fmt.Errorf("%w of the Jacobi rotations in %d sweeps", ErrNoConvergence, maxSweeps)
		}
		for i := range sq {
			row := a[i*ld : i*ld+m]
			sq[i] = blas.Ddot(m, row, 1, row, 1)
		}
		// Larger rows first: fewer sweeps (de Rijk).
		slices.SortStableFunc(order, func(i, j int) int { return compareDescending(sq[i], sq[j]) })
		rotated := false
		for i := range n {
			p := order[i]
			for _, q := range order[i+1:] {
				x, y := a[p*ld:p*ld+m], a[q*ld:q*ld+m]
				dot := blas.Ddot(m, x, 1, y, 1)
				if math.Abs(dot) <= tol*math.Sqrt(sq[p])*math.Sqrt(sq[q]) {
					continue
				}
				rotated = true
				c, s, t := jacobiAngle(sq[p], sq[q], dot)
				rotate(x, y, c, s)
				if u != nil {
					rotate(u[p*ldu:p*ldu+ldu], u[q*ldu:q*ldu+ldu], c, s)
				}
				sq[p] = max(0, sq[p]-t*dot)
				sq[q] += t * dot
				if sq[p] <= sq[q]*cancelled || sq[q] <= sq[p]*cancelled {
					// The update has lost its leading digits.
					sq[p] = blas.Ddot(m, x, 1, x, 1)
					sq[q] = blas.Ddot(m, y, 1, y, 1)
				}
			}
		}
		if !rotated {
			break
		}
	}
	norms := make([]float64, n)
	for i, p := range order {
		norms[i] = math.Sqrt(sq[p])
	}
	return rowNorms{norms, order}, nil
}

// cancelled is the ratio of squared norms beyond which a difference of squared
// norms is computed afresh: half the digits are gone there.
const cancelled = 0x1p-26

// jacobiAngle returns cosine, sine and tangent of the smaller angle for which
// rotate makes two vectors with squared norms pp, qq and product pq orthogonal.
func jacobiAngle(pp, qq, pq float64) (c, s, t float64) {
	zeta := (qq - pp) / (2 * pq)
	if math.Abs(zeta) > 0x1p+500 { // zeta² would overflow
		t = 1 / (2 * zeta)
	} else {
		t = math.Copysign(1, zeta) / (math.Abs(zeta) + math.Sqrt(1+zeta*zeta))
	}
	c = 1 / math.Sqrt(1+t*t)
	return c, c * t, t
}

// rotate replaces (x, y) by (c x − s y, s x + c y).
func rotate(x, y []float64, c, s float64) {
	y = y[:len(x)]
	for i, xi := range x {
		yi := y[i]
		x[i] = c*xi - s*yi
		y[i] = s*xi + c*yi
	}
}

// compareDescending orders numbers from large to small.
func compareDescending(x, y float64) int {
	switch {
	case x > y:
		return -1
	case x < y:
		return 1
	}
	return 0
}

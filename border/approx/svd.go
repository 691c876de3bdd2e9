package approx

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
)

// SVD returns the right singular vectors of the matrix of all monomials up to a
// degree whose singular value is small: the plainest method, with which the
// others must bear comparison. A generator has coefficients of norm 1.
type SVD struct {
	// Degree is the largest degree of a monomial; 0 means that of the ring.
	Degree int
	// Epsilon is the largest root mean square of the values of a polynomial
	// with coefficients of norm 1 that counts as vanishing. 0 means to cut at the
	// largest ratio of consecutive singular values.
	Epsilon float64
}

// String returns "svd".
func (s SVD) String() string { return "svd" }

// Fit implements Method. Degree must be at most that of the ring.
func (s SVD) Fit(ctx context.Context, R *poly.Ring[float64], x *mat.Dense) (*Model, error) {
	degree, err := s.degree(R)
	if err != nil {
		return nil, err
	}
	if s.Epsilon < 0 || math.IsNaN(s.Epsilon) {
		return nil, fmt.Errorf("%w: Epsilon = %v", ErrParameter, s.Epsilon)
	}
	if err := start(R, x); err != nil {
		return nil, err
	}
	o := newOrderIdeal(R, x)
	for o.level < degree {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		o.growAll()
	}
	svd, err := numeric.TallSVD(ctx, o.matrix(nil), false)
	if err != nil {
		return nil, err
	}
	cut := largestGap(svd.Values)
	if s.Epsilon > 0 {
		n, _ := x.Dims()
		cut = above(svd.Values, s.Epsilon*math.Sqrt(float64(n)))
	}
	m := &Model{ring: R}
	e := &termEvaluator{terms: o.terms}
	if null := svd.Null(cut); null != nil {
		e.tails = mat.DenseCopyOf(null.T())
		count, _ := null.Dims()
		for range count {
			m.degrees = append(m.degrees, degree)
		}
	}
	m.eval = e
	return m, nil
}

// degree returns the degree to use.
func (s SVD) degree(R *poly.Ring[float64]) (int, error) {
	if s.Degree < 0 || s.Degree > R.MaxDegree() {
		return 0, fmt.Errorf("%w: Degree = %d for a ring of degrees up to %d", ErrParameter, s.Degree, R.MaxDegree())
	}
	if s.Degree == 0 {
		return R.MaxDegree(), nil
	}
	return s.Degree, nil
}

// largestGap returns the k for which values[k-1]/values[k] is largest.
func largestGap(values []float64) int {
	// Below the rounding of the largest value all values are alike.
	floor := values[0] * numeric.RankTolerance(len(values))
	best, at := 0.0, len(values)
	for k := 1; k < len(values); k++ {
		if values[k-1] <= floor {
			break
		}
		if r := values[k-1] / max(values[k], floor); r > best {
			best, at = r, k
		}
	}
	return at
}

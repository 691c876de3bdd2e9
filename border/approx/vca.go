package approx

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
)

// VCA is vanishing component analysis [Livni et al. 2013, Algorithms 1 and 2].
// Degree by degree the products of non-vanishing polynomials are made orthogonal,
// as functions on the points, to all non-vanishing polynomials of lower degree;
// the right singular vectors of their values whose singular value is small give
// generators, the others, scaled to unit length, the non-vanishing polynomials of
// the degree. No monomials and no order on them are used.
//
// As printed the non-vanishing polynomials have values of Euclidean norm 1 and
// the threshold is a norm. The candidates of degree 1 are then of size 1 and
// those of higher degrees of size 1/√N, so one threshold does not fit both. By
// default they have mean square 1 here, and Epsilon is a root mean square in
// every degree; AsPrinted restores the original, for comparisons.
//
// Combinations of candidates that are the zero polynomial, of which there are
// many from degree 3 on, are left out.
type VCA struct {
	// Epsilon is the largest root mean square of a generator's values, for a
	// combination of candidates with coefficients of norm 1. AsPrinted makes it
	// the Euclidean norm of the values. It must be positive.
	Epsilon   float64
	AsPrinted bool
}

// String returns "vca".
func (v VCA) String() string { return "vca" }

// Fit implements Method.
func (v VCA) Fit(ctx context.Context, R *poly.Ring[float64], x *mat.Dense) (*Model, error) {
	if err := start(R, x, epsilon(v.Epsilon)); err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	size := math.Sqrt(float64(n)) // the norm of a non-vanishing polynomial's values
	threshold := v.Epsilon * size
	if v.AsPrinted {
		size, threshold = 1, v.Epsilon
	}
	s := newNested(x, size/math.Sqrt(float64(n)))
	return s.run(R, func(l *layer, rests *mat.Dense) error {
		svd, err := numeric.TallSVD(ctx, rests, false)
		if err != nil {
			return err
		}
		k := above(svd.Values, threshold)
		l.split(svd.V, k)
		for j := range k {
			scaleColumn(l.keep, j, size/svd.Values[j])
		}
		if l.vanish != nil {
			l.vanish, err = s.withoutZero(*l)
		}
		return err
	})
}

// scaleColumn multiplies column j by f.
func scaleColumn(m *mat.Dense, j int, f float64) {
	r, _ := m.Dims()
	for i := range r {
		m.Set(i, j, f*m.At(i, j))
	}
}

package approx

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
)

// ABM is the approximate Buchberger–Möller algorithm [J. Limbeck, Computation of
// approximate border bases and applications, Algorithm 4.1.12 and 5.1]. The terms
// of the border are tried in ascending order. With the matrix (values of t,
// values of the order ideal), t is the leading term of a new generator when the
// smallest singular value is at most Epsilon, and joins the order ideal
// otherwise. A generator is the right singular vector: its coefficients have
// Euclidean norm 1.
type ABM struct {
	// Epsilon is the largest root mean square of the values of a polynomial
	// with coefficients of norm 1 that counts as vanishing. It must be positive.
	Epsilon float64
	// Corners leaves out border terms that are multiples of earlier leading
	// terms: what is found is then like a Gröbner basis, not a border basis.
	Corners bool
}

// String returns "abm".
func (a ABM) String() string { return "abm" }

// Fit implements Method.
func (a ABM) Fit(ctx context.Context, R *poly.Ring[float64], x *mat.Dense) (*Model, error) {
	if err := start(R, x, epsilon(a.Epsilon)); err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	o := newOrderIdeal(R, x)
	qr := new(growingQR)
	qr.append(qr.reduce(o.values[0]))
	return o.oneByOne(ctx, a.Corners, func(t term, c []float64) (*generator, error) {
		step := qr.reduce(c)
		svd, err := numeric.SVDOf(qr.with(step))
		if err != nil {
			return nil, err
		}
		last := len(svd.Values) - 1
		if svd.Values[last] > threshold(a.Epsilon, n, svd.Values) {
			qr.append(step)
			return nil, nil
		}
		v := mat.Col(nil, last, svd.V)
		return &generator{border: t, lead: v[last], tail: v[:last]}, nil
	})
}

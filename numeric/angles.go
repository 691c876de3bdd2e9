package numeric

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// PrincipalAngles returns the angles between the column spaces of a and b, in
// increasing order, in radians from 0 to π/2; there are as many as the smaller
// space has dimensions. Small angles come from their sines and large ones from
// their cosines, so all are right to about 2⁻⁵⁰ plus the condition of a and b
// (Å. Björck, G. Golub, Numerical methods for computing angles between linear
// subspaces, Math. Comp. 27 (1973)).
//
// a and b must have linearly independent columns. It panics if the numbers of
// rows differ or are smaller than the numbers of columns.
func PrincipalAngles(a, b mat.Matrix) ([]float64, error) {
	m, p := a.Dims()
	mb, q := b.Dims()
	if m != mb || m < p || m < q {
		panic(fmt.Sprintf("numeric: angles between the columns of %d×%d and %d×%d matrices", m, p, mb, q))
	}
	if p < q {
		a, b, p, q = b, a, q, p
	}
	qa, _ := ThinQR(a)
	qb, _ := ThinQR(b)
	var product, rest mat.Dense
	product.Mul(qa.T(), qb)
	rest.Mul(qa, &product)
	rest.Sub(qb, &rest)
	cosines, err := SVDOf(&product)
	if err != nil {
		return nil, err
	}
	sines, err := SVDOf(&rest)
	if err != nil {
		return nil, err
	}
	angles := make([]float64, q)
	for i := range angles {
		// Cosines decrease with the angle, sines increase.
		angles[i] = math.Asin(min(1, sines.Values[q-1-i]))
		if c := cosines.Values[i]; c*c < 0.5 {
			angles[i] = math.Acos(c)
		}
	}
	return angles, nil
}

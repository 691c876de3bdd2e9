package explain

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric/moment"
)

// degreeLength is the description length of one degree more, in nats: the price
// at which a multiple of an equation is not taken for the equation because its
// noise happens to be less.
const degreeLength = 1

// supportLength is the description length of a support in nats: its degree,
// and which monomials of that degree it has.
func (s *study) supportLength(idx []int) float64 {
	d := s.table.DegreeOf(idx[len(idx)-1])
	return float64(d)*degreeLength + math.Log(float64(moment.Binomial(s.table.Len(d), len(idx))))
}

// decimalLength is the description length of k coefficients, one of them 1, to
// the precision that n rows give.
func decimalLength(k, n int) float64 { return float64(k-1) / 2 * math.Log(float64(n)) }

// likelihoodLength is the description length of the distances of n rows at the noise
// variance s, but for a constant. It ranks the many fits of a search for a closer look;
// equations are compared by tempered.
func likelihoodLength(n int, s float64) float64 { return float64(n) / 2 * math.Log(s+indistinct) }

// tempered is the evidence in nats of n rows for the noise variance b over a
// larger one a. It is a sixth of the logarithm of the likelihood of Gaussian
// distances, since the distance to a zero set is not a likelihood: a polynomial
// of degree d can be nearer than the true one by lying on both sides of the
// data. But it cannot be nearer by more than a factor that bothSides bounds;
// what goes beyond counts in full.
func tempered(n, a, b float64) float64 {
	l := math.Log((a + indistinct) / (b + indistinct))
	if l < 0 {
		return -tempered(n, b, a)
	}
	return math.Max(n/12*l, n/2*(l-math.Log(bothSides)))
}

// indistinct is the noise variance, in units of the mean squares of the variables,
// below which one equation is as true as another: five digits. Tables and
// integrators of differential equations have errors of this size that are not noise,
// and a multiple of the law with a small term more is nearer to them than the law.
const indistinct = 1e-10

// bothSides is the square of the factor by which a polynomial of degree 3 or 4
// can be nearer to the data than the true equation.
const bothSides = 9

// original returns the coefficients and their covariance in the variables of the
// data, each in its decade, and the size at which each would make its term the largest.
func (s *study) original(f fit, cov *mat.SymDense) (a []float64, c *mat.SymDense, size []float64) {
	k := len(f.idx)
	a, size, c = make([]float64, k), make([]float64, k), mat.NewSymDense(k, nil)
	top := 0.0
	for i, v := range f.v {
		size[i] = 1 / s.unitOf(f.idx[i])
		a[i] = v * size[i]
		top = math.Max(top, math.Abs(v))
	}
	for i := range k {
		for j := i; j < k; j++ {
			c.SetSym(i, j, cov.At(i, j)*size[i]*size[j])
		}
	}
	for i := range size {
		size[i] *= top
	}
	return a, c, size
}

// scaled is the way back: coefficients in the units of the search.
func (s *study) scaled(idx []int, a []float64) []float64 {
	v := make([]float64, len(a))
	for i, m := range idx {
		v[i] = a[i] * s.unitOf(m)
	}
	return v
}

// decadeOf returns the power of ten that a monomial of the variables in their
// decades has to be multiplied by for its value in data units.
func (s *study) decadeOf(m int) int {
	d := 0
	for j, k := range s.table.Exponents(m) {
		d += int(k) * s.decades[j]
	}
	return d
}

// unitOf returns the unit of a monomial.
func (s *study) unitOf(m int) float64 {
	u := 1.0
	for j, k := range s.table.Exponents(m) {
		for range k {
			u *= s.inDecade[j]
		}
	}
	return u
}

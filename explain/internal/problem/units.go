package problem

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// ToDataUnits returns coefficients v and their covariance in the variables of the
// data, each in its decade, and the size at which each would make its term the largest.
func (p *Problem) ToDataUnits(idx []int, v []float64, cov *mat.SymDense) (a []float64, c *mat.SymDense, size []float64) {
	k := len(idx)
	a, size, c = make([]float64, k), make([]float64, k), mat.NewSymDense(k, nil)
	top := 0.0
	for i, v := range v {
		size[i] = 1 / p.unitOf(idx[i])
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

// ToSearchUnits is the way back: coefficients in the units of the search.
func (p *Problem) ToSearchUnits(idx []int, a []float64) []float64 {
	v := make([]float64, len(a))
	for i, m := range idx {
		v[i] = a[i] * p.unitOf(m)
	}
	return v
}

// DecadeOf returns the power of ten that a monomial of the variables in their
// decades has to be multiplied by for its value in data units.
func (p *Problem) DecadeOf(m int) int {
	d := 0
	for j, k := range p.Table.Exponents(m) {
		d += int(k) * p.Scaling.Decades[j]
	}
	return d
}

// unitOf returns the unit of a monomial.
func (p *Problem) unitOf(m int) float64 {
	u := 1.0
	for j, k := range p.Table.Exponents(m) {
		for range k {
			u *= p.Scaling.Units[j] / math.Pow10(p.Scaling.Decades[j])
		}
	}
	return u
}

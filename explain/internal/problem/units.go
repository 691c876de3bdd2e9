package problem

import (
	"math"
	"math/big"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
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

// DecadesOf returns DecadeOf of the monomials idx, or nil where it is the same for all.
func (p *Problem) DecadesOf(idx []int) []int {
	out, alike := make([]int, len(idx)), true
	for i, m := range idx {
		out[i] = p.DecadeOf(m)
		alike = alike && out[i] == out[0]
	}
	if alike {
		return nil
	}
	return out
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

// Polynomial returns the polynomial with integers at places of the table, in a ring with the
// columns that vary: they are measured from 0 in data units, and not from the origin of the search.
func (p *Problem) Polynomial(R *poly.Ring[ring.Rat], idx []int, n []int64) (*poly.Polynomial[ring.Rat], error) {
	f, err := p.fromOrigin(R, idx, n)
	if err != nil || p.Scaling.Origin == nil {
		return f, err
	}
	into := make([]*poly.Polynomial[ring.Rat], R.NumVars())
	for j, o := range p.Scaling.Origin {
		into[j] = R.Var(j).Sub(R.Const(o))
	}
	return f.Substitute(into)
}

// fromOrigin is Polynomial with columns measured from the origin of the search.
func (p *Problem) fromOrigin(R *poly.Ring[ring.Rat], idx []int, n []int64) (*poly.Polynomial[ring.Rat], error) {
	terms := make([]poly.Term[ring.Rat], len(idx))
	for i, a := range idx {
		m, err := R.Monomial(p.Table.IntExponents(a)...)
		if err != nil {
			return nil, err
		}
		terms[i] = poly.Term[ring.Rat]{Monomial: m, Coefficient: ring.RatFromInt(n[i]).Mul(PowerOfTen(-p.DecadeOf(a)))}
	}
	return R.FromTerms(terms), nil
}

// WholeFromZero reports whether integers at places of the table, of columns measured from the origin of
// the search, are integers where columns are measured from 0, too: they are none where the
// origin has decimals that do not cancel.
func (p *Problem) WholeFromZero(idx []int, n []int64) bool {
	if p.Scaling.Origin == nil {
		return true
	}
	R, err := poly.NewRing(ring.Q, p.Scaling.Names, poly.WithMaxDegree(p.Degree))
	if err != nil {
		return false
	}
	from, err := p.fromOrigin(R, idx, n)
	if err != nil {
		return false
	}
	to, err := p.Polynomial(R, idx, n)
	return err == nil && poly.Primitive(from).LeadingCoefficient().Equal(poly.Primitive(to).LeadingCoefficient())
}

// PowerOfTen is 10^k.
func PowerOfTen(k int) ring.Rat {
	p := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(k, -k))), nil)
	if k < 0 {
		return ring.RatFromBig(new(big.Rat).SetFrac(big.NewInt(1), p))
	}
	return ring.RatFromBigInt(p)
}

package integer

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/ring"
)

// tied are coefficients that are fitted again with the ratios of a mixture.
type tied struct {
	values []float64     // that of lead is 1
	cov    *mat.SymDense // of their errors; 0 for the group of lead
	chi2   float64       // squared distance from the estimate in standard errors
	logDet float64       // of the precision of the factors
}

// quotients are estimates divided by that of lead, with the factorisation of the covariance of their errors.
type quotients struct {
	lead   int
	values []float64 // of the others
	chol   mat.Cholesky
}

// newQuotients is nil where the covariance is as good as singular.
func newQuotients(a []float64, cov *mat.SymDense, lead int) *quotients {
	ratio, rcov := Ratios(a, cov, lead)
	for i, r := range ratio {
		rcov.SetSym(i, i, rcov.At(i, i)*(1+1e-9)+1e-20*r*r)
	}
	q := &quotients{lead: lead, values: ratio}
	if !q.chol.Factorize(rcov) {
		return nil
	}
	return q
}

// tie fits the factors of the groups to quotients by least squares. The factor is known in the group of lead.
func (m Mixture) tie(q *quotients) (tied, bool) {
	k, lead := len(m.N), q.lead
	own := m.Group[lead]
	free := slices.Max(m.Group) // groups beside that of lead
	if free == 0 {
		return tied{}, false
	}
	column := func(i int) int { // of the factor of a coefficient
		if m.Group[i] > own {
			return m.Group[i] - 1
		}
		return m.Group[i]
	}
	out := tied{values: make([]float64, k), cov: mat.NewSymDense(k, nil)}
	design, rest := mat.NewDense(k-1, free, nil), mat.NewVecDense(k-1, nil)
	for i, r := 0, 0; i < k; i++ {
		known := float64(m.N[i]) / float64(m.N[lead])
		if m.Group[i] == own {
			out.values[i] = known
		}
		if i == lead {
			continue
		}
		if rest.SetVec(r, q.values[r]-out.values[i]); m.Group[i] != own {
			design.Set(r, column(i), float64(m.N[i]))
		}
		r++
	}
	var weighted, normal mat.Dense
	var right, factors, solved mat.VecDense
	var precision mat.Cholesky
	if q.chol.SolveTo(&weighted, design) != nil || q.chol.SolveVecTo(&solved, rest) != nil {
		return tied{}, false
	}
	normal.Mul(design.T(), &weighted)
	right.MulVec(weighted.T(), rest)
	inverse := mat.NewSymDense(free, nil)
	if !precision.Factorize(numeric.Symmetric(&normal)) || precision.SolveVecTo(&factors, &right) != nil || precision.InverseTo(inverse) != nil {
		return tied{}, false
	}
	out.chi2 = mat.Dot(rest, &solved) - mat.Dot(&right, &factors)
	out.logDet = precision.LogDet()
	for i := range k {
		if m.Group[i] == own {
			continue
		}
		out.values[i] = factors.AtVec(column(i)) * float64(m.N[i])
		for j := range i + 1 {
			if m.Group[j] != own {
				out.cov.SetSym(i, j, inverse.At(column(i), column(j))*float64(m.N[i])*float64(m.N[j]))
			}
		}
	}
	return out, true
}

// Coefficients are those of a mixture in the units of the file, that of lead being 1, with the covariance of their errors. Estimates
// and whole numbers are in the decades of the monomials. The result is nil where the data do not determine the factors.
func (m Mixture) Coefficients(a []float64, cov *mat.SymDense, decades []int, lead int) ([]Coefficient, *mat.SymDense) {
	q := newQuotients(a, cov, lead)
	if q == nil {
		return nil, nil
	}
	t, ok := m.tie(q)
	if !ok {
		return nil, nil
	}
	out := make([]Coefficient, len(a))
	unit := make([]float64, len(a))
	for i, v := range t.values {
		ten := 0 // the power of ten that is in the unit
		if decades != nil {
			ten = decades[lead] - decades[i]
		}
		unit[i] = math.Pow10(ten)
		if m.Group[i] != m.Group[lead] {
			out[i] = decimalCoefficient(v*unit[i], t.cov.At(i, i)*unit[i]*unit[i])
			continue
		}
		out[i] = Coefficient{Value: ring.NewRat(m.N[i], m.N[lead]).Mul(tenTo(ten)), Estimate: v * unit[i], Exact: true}
	}
	for i := range a {
		for j := range i + 1 {
			t.cov.SetSym(i, j, t.cov.At(i, j)*unit[i]*unit[j])
		}
	}
	return out, t.cov
}

// tenTo is a power of ten.
func tenTo(k int) ring.Rat {
	power := ring.RatFromInt(1)
	for range max(k, -k) {
		power = power.Mul(ring.RatFromInt(10))
	}
	if k < 0 {
		power, _ = power.Inv() // it is not 0
	}
	return power
}

// differ reports whether two coefficients, or one and the negative of the other, differ by more than SettleErrors standard errors.
func (t tied) differ(i, j int, opposite bool) bool {
	sign := 1.0
	if opposite {
		sign = -1
	}
	d := t.values[i] - sign*t.values[j]
	return d*d > limit.SettleErrors*limit.SettleErrors*(t.cov.At(i, i)+t.cov.At(j, j)-2*sign*t.cov.At(i, j))
}

package equation

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/poly"
)

// Steps say in words what was done.
type Steps struct{ Lines []string }

// Add adds a line.
func (s *Steps) Add(format string, args ...any) {
	s.Lines = append(s.Lines, fmt.Sprintf(format, args...))
}

// AddEquations lists the first of the candidates.
func (s *Steps) AddEquations(p *problem.Problem, list []Equation) {
	for _, e := range list[:min(len(list), limit.StepCandidates)] {
		s.Add("  %s: description %.1f nats, noise %.3g", e.Text(p), e.Cost, math.Sqrt(e.Variance()))
	}
}

// Text writes an equation with four digits, leading monomial first, in the variables of
// the data, shifted to the origin of the search.
func (e Equation) Text(p *problem.Problem) string {
	// All are multiplied by a power of ten so that integers stay integers.
	a, most := make([]float64, e.Terms()), math.MinInt
	for _, m := range e.Estimate.Fit.Idx {
		most = max(most, p.DecadeOf(m))
	}
	for i, m := range e.Estimate.Fit.Idx {
		a[i] = e.Coefficients[i] * math.Pow10(most-p.DecadeOf(m))
	}
	lead := a[len(a)-1]
	if e.Exact {
		lead = math.Copysign(content(a), lead)
	}
	return poly.FormatSum(func(yield func(coefficient, monomial string) bool) {
		for i := len(a) - 1; i >= 0; i-- {
			if !yield(strconv.FormatFloat(a[i]/lead, 'g', 4, 64), monomialName(p, e.Estimate.Fit.Idx[i])) {
				return
			}
		}
	})
}

// content is the greatest common divisor of integers.
func content(a []float64) (d float64) {
	for _, v := range a {
		for v != 0 {
			d, v = v, math.Mod(d, v)
		}
	}
	return math.Abs(d)
}

// monomialName is a monomial as text.
func monomialName(p *problem.Problem, m int) string {
	var factors []string
	for j, k := range p.Table.Exponents(m) {
		switch {
		case k == 1:
			factors = append(factors, p.Scaling.Names[j])
		case k > 1:
			factors = append(factors, p.Scaling.Names[j]+"^"+strconv.Itoa(int(k)))
		}
	}
	if len(factors) == 0 {
		return "1"
	}
	return strings.Join(factors, "*")
}

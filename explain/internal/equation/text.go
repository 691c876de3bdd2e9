package equation

import (
	"fmt"
	"math"
	"slices"
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

// AddExactness says whether the coefficients of an equation are exact, and what of them is.
func (s *Steps) AddExactness(p *problem.Problem, e Equation) {
	r := e.Rounding
	switch {
	case e.Exact && e.Terms() > 1:
		s.Add("  exact: integers are favoured over real coefficients by %.1f nats, with a probability of %.4f for these integers", r.Gain, r.Posterior)
	case !e.Exact && r.Best.N != nil:
		s.Add("  not exact: the nearest whole numbers, %v, are favoured over real coefficients by %.1f nats (%.1f needed), with a probability of %.4f among whole numbers (%.2f needed)",
			r.Best.N, r.Gain, e.NeededGain(), r.Posterior, limit.MinPosterior)
	}
	if !e.Exact && r.Mixture != nil {
		s.Add("  partly exact: multiples of %s", strings.Join(e.groups(p), "; "))
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
		lead = 1
	}
	return poly.FormatSum(func(yield func(coefficient, monomial string) bool) {
		for i := len(a) - 1; i >= 0; i-- {
			if !yield(strconv.FormatFloat(a[i]/lead, 'g', 4, 64), monomialName(p, e.Estimate.Fit.Idx[i])) {
				return
			}
		}
	})
}

// groups are the parts of an equation that is partly exact, each of which has the ratios of whole numbers: x^4 + 2*x^2*y^2 + y^4 and x^2 - y^2.
func (e Equation) groups(p *problem.Problem) []string {
	m := e.Rounding.Mixture
	var out []string
	for g := range slices.Max(m.Group) + 1 {
		out = append(out, poly.FormatSum(func(yield func(coefficient, monomial string) bool) {
			for i := len(m.N) - 1; i >= 0; i-- {
				if m.Group[i] == g && !yield(strconv.FormatInt(m.N[i], 10), monomialName(p, e.Estimate.Fit.Idx[i])) {
					return
				}
			}
		}))
	}
	slices.Reverse(out)
	return out
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

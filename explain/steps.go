package explain

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/poly"
)

// stepCandidates is the number of candidates that the steps list.
const stepCandidates = 5

// say adds a line to the steps of the result.
func (s *study) say(format string, args ...any) {
	s.steps = append(s.steps, fmt.Sprintf(format, args...))
}

// sayEquations lists the first of the candidates.
func (s *study) sayEquations(list []equation) {
	for _, e := range list[:min(len(list), stepCandidates)] {
		s.say("  %s: description %.1f nats, noise %.3g", s.show(e), e.cost, math.Sqrt(e.s))
	}
}

// show writes an equation with four digits, leading monomial first, in the
// variables of the search.
func (s *study) show(e equation) string {
	a := s.inDataUnits(e)
	lead := a[len(a)-1]
	if e.exact {
		lead = 1
	}
	return poly.FormatSum(func(yield func(coefficient, monomial string) bool) {
		for i := len(e.idx) - 1; i >= 0; i-- {
			if !yield(strconv.FormatFloat(a[i]/lead, 'g', 4, 64), s.monomialName(e.idx[i])) {
				return
			}
		}
	})
}

// inDataUnits returns the coefficients of an equation without the decades of the
// variables, all multiplied by a power of ten so that integers stay integers.
func (s *study) inDataUnits(e equation) []float64 {
	a, most := slices.Clone(e.a), math.MinInt
	for _, m := range e.idx {
		most = max(most, s.decadeOf(m))
	}
	for i, m := range e.idx {
		a[i] *= math.Pow10(most - s.decadeOf(m))
	}
	return a
}

// monomialName is a monomial as text.
func (s *study) monomialName(m int) string {
	var factors []string
	for j, k := range s.table.Exponents(m) {
		switch {
		case k == 1:
			factors = append(factors, s.names[j])
		case k > 1:
			factors = append(factors, s.names[j]+"^"+strconv.Itoa(int(k)))
		}
	}
	if len(factors) == 0 {
		return "1"
	}
	return strings.Join(factors, "*")
}

package explain

import (
	"fmt"
	"math"
	"strconv"
	"strings"
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
	var text strings.Builder
	lead := e.a[len(e.a)-1]
	if e.exact {
		lead = 1
	}
	for i := len(e.idx) - 1; i >= 0; i-- {
		c := e.a[i] / lead
		sign := " + "
		if c < 0 {
			sign = " - "
		}
		if i == len(e.idx)-1 {
			sign = strings.TrimRight(strings.Replace(sign, " + ", "", 1), " ")
		}
		text.WriteString(sign)
		name := s.monomialName(e.idx[i])
		switch number := strconv.FormatFloat(math.Abs(c), 'g', 4, 64); {
		case name == "":
			text.WriteString(number)
		case number == "1":
			text.WriteString(name)
		default:
			text.WriteString(number + "*" + name)
		}
	}
	return text.String()
}

// monomialName is a monomial as text, empty for 1.
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
	return strings.Join(factors, "*")
}

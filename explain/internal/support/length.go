package support

import (
	"math"

	"github.com/kexplain/kexplain/explain/internal/integer"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/numeric"
)

// Length is the description length of a support in nats: its degree,
// and which of the monomials that it may have up to that degree.
//
// Where the user bounds the degrees in some columns, all that the bounds allow together is as
// likely as all parts of it: it costs nothing more, and a part costs how many monomials it has, and which.
func Length(p *problem.Problem, idx []int) float64 {
	d := p.Table.DegreeOf(idx[len(idx)-1])
	length := float64(d)*limit.DegreeLength + math.Log(float64(numeric.Binomial(p.Choices(d), len(idx))))
	if p.Bounded() && !p.Declared(idx) {
		length += math.Log(float64(p.Choices(d)))
	}
	return length
}

// Monomials are those of a support as far as the length of its coefficients depends on them.
func Monomials(p *problem.Problem, idx []int) integer.Monomials {
	m := integer.Monomials{Decades: p.DecadesOf(idx), Choices: p.Choices}
	for _, a := range idx {
		m.Exponents = append(m.Exponents, p.Table.Exponents(a))
	}
	return m
}

// DecimalLength is the description length of k coefficients, one of them 1, to
// the precision that n rows give.
func DecimalLength(k, n int) float64 { return float64(k-1) / 2 * math.Log(float64(n)) }

// likelihoodLength is the description length of the distances of n rows at the noise variance
// s, up to a constant. It ranks the many fits of a search for a closer look; equations are
// compared by fit.Tempered.
func likelihoodLength(n int, s float64) float64 {
	return float64(n) / 2 * math.Log(s+limit.MinNoiseVariance)
}

package equation

import (
	"math"

	"github.com/kexplain/kexplain/explain/internal/factor"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/integer"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
)

// Equation is an estimate with its coefficients in data units and what can be said of
// them.
type Equation struct {
	Estimate     fit.Estimate
	Coefficients []float64 // in the variables of the data, each in its decade; the integers where they are exact
	Rounding     integer.Rounding
	Exact        bool        // the integers are claimed
	Cost         float64     // description length and evidence, nats
	Floor        float64     // noise variance that its own is compared with in Cost
	Shape        noise.Shape // of the errors with which it was fitted
	Rivals       []Rival     // all that contradict it
	RivalOdds    float64     // of them together, against it
	Rival        *Equation   // the nearest of them, where they are not unlikely enough, or nil
	// Contested says that the rival has taken the exactness.
	Contested bool
	Rarity    float64 // nats: by how much less integers are expected than ExactPrior says
}

// Rival is an equation that may be right in place of another.
type Rival struct {
	Equation Equation
	Odds     float64 // against the other
}

// Integers is an exact equation as a polynomial with integer coefficients.
func (e Equation) Integers(p *problem.Problem) factor.Polynomial {
	var f factor.Polynomial
	for k, a := range e.Estimate.Fit.Idx {
		f.Exponents, f.Coefficients = append(f.Exponents, p.Table.Exponents(a)), append(f.Coefficients, int64(e.Coefficients[k]))
	}
	return f
}

// Recognise looks for the exact coefficients of an estimate, and compares its noise with
// a floor on so many rows, or fewer where rows repeat its columns. Costs can be compared where the floors are alike.
func Recognise(p *problem.Problem, e fit.Estimate, rows, floor float64) Equation {
	a, _, _ := p.ToDataUnits(e.Fit.Idx, e.Fit.C, e.Cov)
	q := Equation{Estimate: e, Coefficients: a, Rounding: e.Integers.Find(), Floor: floor, Shape: p.Shape}
	q.Cost = q.Length() + fit.Tempered(math.Min(rows, e.Rows), e.Fit.Variance, floor)
	if (q.Rounding.Sure() || q.Rounding.Exact() && len(p.Sample) >= limit.FewRows) &&
		p.WholeFromZero(e.Fit.Idx, q.Rounding.Best.N) {
		q.Exact = true
		for i, n := range q.Rounding.Best.N {
			q.Coefficients[i] = float64(n)
		}
	}
	return q
}

// Refitted is the equation with another estimate on its support, recognised anew. What a
// rival has cast doubt on stays decimal.
func (e Equation) Refitted(p *problem.Problem, fine fit.Estimate, rows, floor float64) Equation {
	out := Recognise(p, fine, rows, floor)
	out.SetRarity(p, e.Rarity)
	if e.Rival != nil {
		out.Rival, out.Rivals, out.Contested = e.Rival, e.Rivals, e.Contested
		out.MakeDecimal(p)
	}
	return out
}

// SetRarity says by how many nats integers are less expected than ExactPrior says, and takes them back where that makes them too
// unlikely. If any three of ten columns lie about a plane, the coefficients of some of the 120 planes are near integers by chance.
func (e *Equation) SetRarity(p *problem.Problem, nats float64) {
	e.Rarity = nats
	if e.Exact && e.Certainty() <= limit.MinPosterior {
		e.MakeDecimal(p)
	}
}

// Certainty is the probability that the integers are right where they are less expected by Rarity.
func (e Equation) Certainty() float64 { return e.Rounding.Probability(e.Rarity) }

// MakeDecimal takes back the claim that the coefficients are exact.
func (e *Equation) MakeDecimal(p *problem.Problem) {
	e.Exact = false
	e.Coefficients, _, _ = p.ToDataUnits(e.Estimate.Fit.Idx, e.Estimate.Fit.C, e.Estimate.Cov)
}

// Length is the description length of support and coefficients in nats.
func (e Equation) Length() float64 { return e.Estimate.SupportLength + e.Rounding.Length() }

// Terms is the number of terms.
func (e Equation) Terms() int { return len(e.Estimate.Fit.Idx) }

// Variance is the noise variance that the data need to satisfy the equation.
func (e Equation) Variance() float64 { return e.Estimate.Fit.Variance }

// NoiseFree reports whether the data satisfy the equation as data without noise do.
func (e Equation) NoiseFree() bool { return e.Variance() <= limit.ExactVariance }

// BelowRounding reports whether the rounding of moments alone may cause the noise that the equation needs.
func (e Equation) BelowRounding() bool { return e.Variance() <= limit.RoundingVariance }

// Degree is that of the polynomial.
func (e Equation) Degree(p *problem.Problem) int {
	return p.Table.DegreeOf(e.Estimate.Fit.Idx[e.Terms()-1])
}

// ExactFit is the fit with the exact coefficients, where there are any.
func (e Equation) ExactFit(p *problem.Problem) support.Fit {
	f := e.Estimate.Fit
	if e.Exact {
		f.C = p.ToSearchUnits(f.Idx, e.Coefficients)
	}
	return f
}

// ExactFits are those of a list.
func ExactFits(p *problem.Problem, list []Equation) []support.Fit {
	var fits []support.Fit
	for _, e := range list {
		fits = append(fits, e.ExactFit(p))
	}
	return fits
}

// LeastT is the least number of standard errors that a coefficient is away from 0. Where whole numbers are claimed and some of the
// terms are a square, these hold together: the one that is known best counts.
func (e Equation) LeastT() float64 {
	single := e.Terms()
	if e.Exact {
		single -= e.Rounding.Square
	}
	t, square := math.Inf(1), 0.0
	for i, v := range e.Estimate.Fit.C {
		sure := math.Abs(v) / math.Sqrt(math.Max(e.Estimate.Cov.At(i, i), 1e-300))
		if i >= single {
			square = math.Max(square, sure)
			sure = square
			if i < e.Terms()-1 {
				continue
			}
		}
		t = math.Min(t, sure)
	}
	return t
}

// Proves reports whether the integers of an equation prove it by their bits: a
// single one does not, several do where the data leave none of them in doubt.
func (e Equation) Proves() bool {
	return e.Exact && e.Terms() > 1 && e.LeastT() > limit.MinExactT
}

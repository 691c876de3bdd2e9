package judge

import (
	"iter"
	"math"
	"slices"
	"sync"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/numeric"
)

// Contest measures the posterior of an equation among its rivals in a list, beside equations
// that were accepted before it. An equation with a posterior below MinPosterior, or
// MinFitPosterior for decimals, gets a rival. It loses its exactness where the rival has exact
// coefficients, since the data do not say which of the two is right. It loses it as well where
// the rows are few, its integers are no strong evidence, and its residuals are more than noise.
// (Of many rows, the noise itself may be seen to vary where the zero set has a cusp.)
func Contest(p *problem.Problem, accepted []equation.Equation, e *equation.Equation, list []equation.Equation) {
	e.Rivals = nil
	for r, cost := range rivals(p, accepted, *e, list) {
		e.Rivals = append(e.Rivals, equation.Rival{Equation: *r, Odds: math.Exp(e.Cost - cost)})
	}
	if weigh(e); e.Rival != nil && e.Terms() < limit.FurtherTerms {
		byEvidence(p, accepted, e)
		weigh(e)
	}
	if !e.Exact {
		return
	}
	e.Contested = e.Rival != nil
	if e.Contested || len(p.Sample) < limit.FewRows && e.Rounding.Gain < limit.MinIntegerGain &&
		e.Estimate.Evidence.Correlation().Systematic() {
		e.MakeDecimal(p)
	}
}

// byEvidence takes the odds of rivals to be those of the evidence, where that is less. The costs of a search are for noise of one size
// at all rows, and a part of them; the evidence knows the shape of the noise. Of two long equations, both of which may be
// approximations, neither is sure for being the nearer.
func byEvidence(p *problem.Problem, accepted []equation.Equation, e *equation.Equation) {
	c := newComparison(p, append(slices.Clip(accepted), *e), len(accepted))
	own := c.evidenceOf(*e)
	for i := range e.Rivals {
		r := &e.Rivals[i]
		if behind := own - c.evidenceOf(r.Equation); behind > 0 {
			r.Odds = math.Min(r.Odds, math.Exp(-behind))
		}
	}
}

// weigh sums the odds of the rivals of an equation.
func weigh(e *equation.Equation) {
	e.RivalOdds, e.Rival = 0, nil
	nearest, most := (*equation.Equation)(nil), 0.0
	for i := range e.Rivals {
		r := &e.Rivals[i]
		e.RivalOdds += r.Odds
		if r.Odds > most {
			nearest, most = &r.Equation, r.Odds
		}
	}
	least := limit.MinFitPosterior
	if e.Exact {
		least = limit.MinPosterior
	}
	if 1/(1+e.RivalOdds) < least {
		e.Rival = nearest
	}
}

// Acquit takes from an equation of a list the rivals that hold where it and the others of the list do: they say the same. It
// gives the equation back the integers that a rival took, where the other rivals no longer outweigh it.
// m1 x1 + m2 x2 = (m1 + m2) x3 has three other forms beside m3 = m1 + m2, which is found later. So have two planes in four
// columns, each of which leaves out one. With decimals such planes lie off each other by their standard errors.
func Acquit(p *problem.Problem, list []equation.Equation, i int) {
	e := list[i]
	if e.Rival == nil {
		return
	}
	if e.Contested {
		e = withIntegers(e)
	}
	all := slices.Clone(list)
	all[i] = e
	zeros := fit.NewZeroSet(p, p.Sample, equation.ExactFits(p, all), nil)
	isPlane := func(e equation.Equation) bool { return e.Degree(p) == 1 }
	planes := !slices.ContainsFunc(all, func(e equation.Equation) bool { return !isPlane(e) })
	e.Rivals = slices.DeleteFunc(slices.Clone(e.Rivals), func(r equation.Rival) bool {
		f, within := r.Equation.ExactFit(p), limit.ZeroOnSet
		if !e.Exact {
			f = r.Equation.Estimate.Fit // decimals are compared with decimals
			if planes && isPlane(r.Equation) {
				within = math.Max(within, math.Sqrt(r.Equation.Variance()/float64(len(p.Sample))))
			}
		}
		return zeros.Relate(f).Quantile80 <= within
	})
	if weigh(&e); e.Rival == nil {
		e.Contested = false
		list[i] = e
	}
}

// rivals are the equations of a list that contradict e, with their costs.
func rivals(p *problem.Problem, accepted []equation.Equation, e equation.Equation,
	list []equation.Equation) iter.Seq2[*equation.Equation, float64] {
	return func(yield func(*equation.Equation, float64) bool) {
		c := newContest(p, accepted, e)
		for i := range list {
			if cost, contradicts := c.rival(list[i]); contradicts && !yield(&list[i], cost) {
				return
			}
		}
	}
}

// contest is what says whether equations contradict e.
type contest struct {
	p     *problem.Problem
	e     equation.Equation
	ideal *known.Ideal        // of e and of the equations accepted before it
	zeros func() *fit.ZeroSet // of these
	last  bool                // nothing holds beside e: it is a curve in the plane, with noise
}

func newContest(p *problem.Problem, accepted []equation.Equation, e equation.Equation) contest {
	return contest{
		p: p, e: e, ideal: ideal(p, accepted, e),
		zeros: sync.OnceValue(func() *fit.ZeroSet {
			return fit.NewZeroSet(p, p.Sample, append(equation.ExactFits(p, accepted), e.ExactFit(p)), nil)
		}),
		last: p.Metric.Vars() == 2 && !e.NoiseFree() && !Places(p),
	}
}

// rival reports whether an equation contradicts e, and returns its cost. What follows from e and the accepted
// equations is no rival, nor what holds beside them, nor what would be refused as an equation. Where e has all monomials
// that the user allowed, decimals with fewer of them say the same.
func (c contest) rival(r equation.Equation) (cost float64, contradicts bool) {
	idx := r.Estimate.Fit.Idx
	switch {
	case c.ideal.Follows(idx, r.Coefficients):
		return 0, false
	case numeric.IsSubset(c.e.Estimate.Fit.Idx, idx):
		return c.rivalWithMore(r)
	case c.p.Declared(c.e.Estimate.Fit.Idx) && !r.Exact && !c.e.Exact:
		return 0, false
	}
	return r.Cost, c.near(r.Cost) && !c.ideal.Dependent(idx) && !c.zeros().Admits(idx) && !c.holdsBeside(r) && Refusal(Proof(c.p, r)) == ""
}

// rivalWithMore is rival for an equation with the terms of e and more. It is none as a rule: e says that the data do not
// show the further terms. There are two exceptions, where r has integers that the data favour and one of the two is exact.
//
// Of many terms, integers with further ones are others elsewhere, as 6z² + z⁴ for 7z² where |z| < 1, whether the data
// determine the further terms or not. But where they are the integers of e with further terms, e says the same.
//
// Where e is exact and the data single out one vector of integers for r, that contradicts e. Where they do not, integers
// are always near.
func (c contest) rivalWithMore(r equation.Equation) (cost float64, contradicts bool) {
	if r.Rounding.Gain <= 0 || !c.e.Exact && !r.Exact {
		return 0, false
	}
	many := c.e.Terms() >= limit.ManyTerms
	others := many && !(c.e.Exact && extends(r, c.e))
	if single := c.e.Exact && r.Rounding.Posterior > limit.MinPosterior; !single && !others {
		return 0, false
	}
	cost = r.Cost + (r.Rounding.Best.Cost - r.Rounding.Length())
	return cost, many || c.near(cost) && !c.holdsBeside(withIntegers(r))
}

// near reports whether a cost is little above that of e, or below it.
func (c contest) near(cost float64) bool { return cost <= c.e.Cost+limit.VectorMargin }

// holdsBeside reports whether an equation holds where e and the accepted ones do: it vanishes there, or it is a further
// one that cuts the dimension, or needs no more noise along their zero set than e.
func (c contest) holdsBeside(r equation.Equation) bool {
	rel := c.zeros().Relate(r.ExactFit(c.p))
	return rel.Quantile80 <= limit.ZeroOnSet ||
		!c.last && (rel.MedianSine > limit.MinSine || rel.NoiseAcross <= limit.MaxAcross*c.e.Variance())
}

// Strongest returns the last equation of a chain that begins with e. The others are in a list that is sorted by cost, and little
// longer than e. Each follows from the next one beside the accepted equations, and the next one does not follow from it there:
// m*E = c*p^2 follows from E = c*v*p where p = m*v. Consequences are looked for up to a degree, so that a chain might come back;
// it has no more steps than the list has equations.
func Strongest(p *problem.Problem, accepted []equation.Equation, e equation.Equation, list []equation.Equation) equation.Equation {
	if len(accepted) == 0 {
		return e
	}
	most := e.Cost + limit.VectorMargin
	for range list {
		next := stronger(p, accepted, e, list, most)
		if next == nil {
			break
		}
		e = *next
	}
	return e
}

// stronger is the first equation of a list, sorted by cost, from which e follows beside the accepted equations and
// which does not follow from e there. It is nil where none up to a cost is so.
func stronger(p *problem.Problem, accepted []equation.Equation, e equation.Equation, list []equation.Equation, most float64) *equation.Equation {
	all := append(slices.Clip(accepted), e)
	var without, with *known.Ideal // what follows without e and with it, by multiples up to a degree
	at := 0                        // that degree
	for i, r := range list {
		if r.Cost > most {
			return nil
		}
		// Multiples of one degree more: the third quadric of the twisted cubic follows from two of them.
		degree := min(1+highest(p, append(slices.Clip(all), r)), p.Table.Degree())
		if p.Table.Len(degree) > limit.ConsequenceMonomials {
			degree = p.Degree
		}
		if at != degree {
			without, at = equation.Ideal(p, degree, nil, accepted...), degree
			with = without.With(e.Estimate.Fit.Idx, e.Coefficients)
		}
		if !with.Dependent(r.Estimate.Fit.Idx) && without.With(r.Estimate.Fit.Idx, r.Coefficients).Circuit(e.Estimate.Fit.Idx) {
			return &list[i]
		}
	}
	return nil
}

// highest is the highest degree of a list of equations.
func highest(p *problem.Problem, list []equation.Equation) (degree int) {
	for _, e := range list {
		degree = max(degree, e.Degree(p))
	}
	return degree
}

// ideal is what follows from accepted equations and a further one.
func ideal(p *problem.Problem, accepted []equation.Equation, e equation.Equation) *known.Ideal {
	return equation.Ideal(p, p.Degree, nil, append(slices.Clip(accepted), e)...)
}

// withIntegers is an equation with the best integers for it.
func withIntegers(r equation.Equation) equation.Equation {
	if !r.Exact {
		r.Exact, r.Coefficients = true, nil
		for _, n := range r.Rounding.Best.N {
			r.Coefficients = append(r.Coefficients, float64(n))
		}
	}
	return r
}

// extends reports whether the best integers for r are those of e with further terms.
func extends(r, e equation.Equation) bool {
	scale := 0.0
	for i, a := range e.Estimate.Fit.Idx {
		at, _ := slices.BinarySearch(r.Estimate.Fit.Idx, a)
		ratio := float64(r.Rounding.Best.N[at]) / e.Coefficients[i]
		if scale != 0 && ratio != scale {
			return false
		}
		scale = ratio
	}
	return true
}

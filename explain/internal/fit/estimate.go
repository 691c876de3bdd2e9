package fit

import (
	"context"
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/integer"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/internal/parallel"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// Estimate is an equation fitted with weights, with what is known of its reliability.
type Estimate struct {
	Fit    support.Fit
	Cov    *mat.SymDense // of the coefficients
	Share  []float64     // of every row: its contribution to the noise variance, which is their mean
	Stderr float64       // of the noise variance
	Rows   float64       // that it is fitted to, copies counted once
	// Regularity is the mean square gradient at the true points over that at the noisy ones.
	Regularity Regularity
	// SupportLength is the description length of the support, Length that with decimal
	// coefficients, in nats.
	SupportLength, Length float64
	Evidence              *Evidence
	Integers              *Integers
}

// Integers is what the coefficients of a fit are as integers. That is found when it is first
// asked for, and kept: an estimate is compared with others on several numbers of rows.
type Integers struct {
	p     *problem.Problem
	f     support.Fit
	cov   *mat.SymDense
	once  sync.Once
	found integer.Rounding
}

// NewIntegers prepares a fit whose coefficients have a covariance.
func NewIntegers(p *problem.Problem, f support.Fit, cov *mat.SymDense) *Integers {
	return &Integers{p: p, f: f, cov: cov}
}

// Find returns the integers.
func (i *Integers) Find() integer.Rounding {
	i.once.Do(func() {
		a, cov, size := i.p.ToDataUnits(i.f.Idx, i.f.C, i.cov)
		i.found = integer.Round(a, cov, size, support.Monomials(i.p, i.f.Idx))
	})
	return i.found
}

// Evidence is how the sample lies about a zero set. Each is measured when it is first
// asked for, and kept.
type Evidence struct {
	WithoutNoise    func() bool // the noise variance is one that the rounding of moments may cause
	Correlation     func() Correlation
	ColumnLayer     func() Layer // in units of independent columns
	CovarianceLayer func() Layer // in units of the covariance of the columns
}

// Gather returns the evidence about a fit.
func Gather(p *problem.Problem, f support.Fit) *Evidence {
	return &Evidence{
		WithoutNoise:    sync.OnceValue(func() bool { return withoutNoise(p, f) }),
		Correlation:     sync.OnceValue(func() Correlation { return correlate(p, f) }),
		ColumnLayer:     sync.OnceValue(func() Layer { return measureLayer(p, f, columnSpread(p.Sample)) }),
		CovarianceLayer: sync.OnceValue(func() Layer { return measureLayer(p, f, covarianceSpread(p.Sample)) }),
	}
}

// Refine fits the support to the rows with weights, iterated, and estimates the
// uncertainty of the result. It fails where the support has no finite fit.
func Refine(ctx context.Context, p *problem.Problem, f support.Fit, rows [][]float64, iterations int) (Estimate, bool) {
	f, flow, w, ok := refit(ctx, p, f, rows, iterations)
	if !ok {
		return Estimate{}, false
	}
	return assess(ctx, p, f, flow, w, rows)
}

// refit is Refine without the uncertainty; it returns the weights and the moments of the last fit. It fails also where a fit
// without noise turns out to need some, for which its rows are too few.
func refit(ctx context.Context, p *problem.Problem, f support.Fit, rows [][]float64, iterations int) (support.Fit, *moment.Flow, []float64, bool) {
	w := make([]float64, len(rows))
	var flow *moment.Flow
	for range iterations {
		weighTo(ctx, w, p, f, rows)
		flow = WeightedFlow(ctx, p, f.Idx, w, rows)
		g, ok := Root(flow, f.Idx, f.Variance)
		if !ok || f.Variance <= limit.ExactVariance && g.Variance > limit.ExactVariance && !support.EnoughRows(p, g) {
			return f, nil, nil, false
		}
		f = g
	}
	return f, flow, w, true
}

// Unweighted fits a support to all rows with equal weights, by their moments. That is consistent: the
// error falls as 1/√N for ever, where that with weights at the feet of noisy
// points ends at a multiple of the fourth power of the noise.
func Unweighted(ctx context.Context, p *problem.Problem, f support.Fit) (Estimate, bool) {
	f, ok := Root(p.Flow, f.Idx, f.Variance)
	if !ok {
		return Estimate{}, false
	}
	e, ok := assess(ctx, p, f, p.Flow, problem.UnitScales(len(p.Rows)), p.Rows)
	if more := p.Total / float64(len(p.Rows)); ok && more > 1 {
		// The scatter is that of a sample of the rows that the moments are of.
		e.Cov.ScaleSym(1/more, e.Cov)
		e.Stderr /= math.Sqrt(more)
		e.Rows *= more
	}
	return e, ok
}

// assess is the estimate that belongs to a fit to the rows with weights, if it is finite.
func assess(ctx context.Context, p *problem.Problem, f support.Fit, flow *moment.Flow, w []float64, rows [][]float64) (Estimate, bool) {
	e := Estimate{
		Fit: f, Rows: p.IndependentOn(f.Idx) * float64(len(rows)), Regularity: regularity(p, f), Evidence: Gather(p, f),
		SupportLength: support.Length(p, f.Idx),
	}
	e.Length = e.SupportLength + support.DecimalLength(len(f.Idx), len(p.Sample))
	e.Cov, e.Share, e.Stderr = sandwich(ctx, p, f, flow, w, rows)
	e.Integers = NewIntegers(p, f, e.Cov)
	return e, !math.IsNaN(e.Stderr) && !math.IsNaN(e.Regularity.At(f.Variance))
}

// Candidates refines the most promising fits.
func Candidates(ctx context.Context, p *problem.Problem, fits []support.Fit) []Estimate {
	fits = support.Shortlist(ctx, p, fits)
	found := make([]*Estimate, len(fits))
	parallel.Each(ctx, len(fits), func(i int) { found[i] = Candidate(ctx, p, fits[i], limit.RefineSteps) })
	var out []Estimate
	for _, e := range found {
		if e != nil {
			out = append(out, *e)
		}
	}
	return out
}

// Candidate refines one fit to the sample; nil where there is no regular equation.
func Candidate(ctx context.Context, p *problem.Problem, f support.Fit, steps int) *Estimate {
	f, flow, w, ok := refit(ctx, p, f, p.Sample, steps)
	// What rules a fit out without its uncertainty comes first.
	if !ok || f.Variance > p.MaxVariance() || singularAt(p, f) || !regularAt(regularity(p, f), f.Variance) {
		return nil
	}
	again := numeric.Scratch(len(p.Sample))
	defer numeric.Reuse(again)
	if efficiency(w, weighTo(ctx, again, p, f, p.Sample)) < limit.MinWeightEfficiency {
		return nil
	}
	e, ok := assess(ctx, p, f, flow, w, p.Sample)
	if !ok {
		return nil
	}
	return &e
}

// RegularAt reports whether an estimate is regular if the noise variance of the
// data is s. The gradient at the noisy points differs from that at the true ones
// by the curvature times the noise: true equations of curves with cusps and
// nodes have a regularity of 0.88 and more at 5 % noise, the least for the three cusps
// of the deltoid, 0.99 at 1 %. Products of two equations have a half or less, sums of
// such products at most 0.9: with more than 4.1 % of noise these may pass.
func (e Estimate) RegularAt(s float64) bool { return regularAt(e.Regularity, s) }

func regularAt(r Regularity, s float64) bool {
	return r.At(s) > 1-math.Max(limit.MinIrregularity, limit.IrregularityPerVariance*s)
}

// NoiseVariance returns the noise variance with its standard error. The k - 1 fitted ratios of
// coefficients make the residuals of n rows smaller by as many parts of n; this is put back.
func (e Estimate) NoiseVariance() (variance, stderr float64) {
	free := e.Rows / math.Max(1, e.Rows-float64(len(e.Fit.Idx)-1))
	return e.Fit.Variance * free, e.Stderr * free
}

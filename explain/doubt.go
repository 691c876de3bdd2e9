package explain

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/judge"
	"github.com/kexplain/kexplain/explain/internal/search"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/numeric"
)

// doubt is what speaks against an accepted equation, in the order of weight, and
// whether that makes it an approximation.
type doubt struct {
	texts         []string
	approximation bool
}

// add adds a reason unless it is empty.
func (d *doubt) add(text string) {
	if text != "" {
		d.texts = append(d.texts, text)
	}
}

// addDoubt writes the doubt down. An equation that is exact is no approximation.
func (g *Generator) addDoubt(d doubt) {
	if len(d.texts) == 0 {
		return
	}
	if g.Doubt != "" {
		d.texts = append([]string{g.Doubt}, d.texts...)
	}
	g.Doubt = strings.Join(d.texts, "; ")
	g.Approximation = g.Approximation || d.approximation && !g.Rational
}

// doubts collects what speaks against an equation, written as g: a rival, residuals
// that are no noise, coefficients of which none is recognised, and noise levels that
// do not fit.
func (w *writer) doubts(e equation.Equation, g Generator, o Options) (doubt, error) {
	var d doubt
	if e.Rival != nil {
		r, err := w.generator(*e.Rival)
		if err != nil {
			return d, err
		}
		d.add(fmt.Sprintf("%s = 0 describes the data as well", r))
	}
	text := judge.Approximate(e)
	if text == "" {
		text = g.interpolates()
	}
	d.add(text)
	d.approximation = text != ""
	d.add(g.undetermined())
	if o.Noise != nil {
		d.add(judge.NoiseContradiction(w.p, e.Estimate.Fit))
	}
	return d, nil
}

// interpolates says why a generator may be a polynomial that follows something that
// obeys none, or returns "": it has many coefficients, and few that are exact.
func (g Generator) interpolates() string {
	exact, others := 0, g.Terms[1:]
	for _, t := range others {
		if t.Exact {
			exact++
		}
	}
	if len(g.Terms) < limit.ManyTerms || 2*exact >= len(others) {
		return ""
	}
	return fmt.Sprintf("%d of its %d coefficients are recognised, so it may only follow the data closely", exact, len(others))
}

// follows reports whether a generator may only follow rows that lie on the zero set of
// others: it is curved, has several coefficients, and none of them is exact.
func (g Generator) follows() bool {
	curved := false
	for _, t := range g.Terms[1:] {
		if t.Exact {
			return false
		}
	}
	for _, t := range g.Terms {
		degree := 0
		for _, e := range t.Exponents {
			degree += e
		}
		curved = curved || degree > 1
	}
	return curved && len(g.Terms) >= limit.FurtherTerms
}

// undetermined names the coefficient that the data determine least, where that may be 0.
func (g Generator) undetermined() string {
	for _, t := range g.Terms {
		if !t.Exact && t.Stderr > 0 && math.Abs(t.Estimate) < limit.MinEstimate*t.Stderr {
			return fmt.Sprintf("the data do not determine all coefficients: one is %.1f standard errors from 0", math.Abs(t.Estimate)/t.Stderr)
		}
	}
	return ""
}

// outsideCertifyingSpace is the doubt about an equation of which little lies in the certifying
// space.
func outsideCertifyingSpace(k KernelReading) doubt {
	var d doubt
	if k.Certifying < limit.MinCertifyingShare {
		d.add(fmt.Sprintf("only %.0f %% of it lies in the certifying space of Ideal PCA on the same data, "+
			"so it may be an approximation", 100*k.Certifying))
		d.approximation = true
	}
	return d
}

// refusal says what came nearest to an equation.
func (w *writer) refusal(ctx context.Context, v *search.Verdict, o Options) error {
	nearest, reason := v.Nearest, v.Reason
	if nearest == nil {
		// Nothing regular needs less noise than the limit, so that what does is not meant.
		if f, ok := support.Nearest(ctx, w.p, v.Known); ok {
			nearest = w.unweighted(f)
			reason = fmt.Sprintf("everything needs noise of more than %.0f %% of the root mean squares", 100*limit.MaxNoise)
		}
	}
	e := &NoEquationError{Degree: w.p.Degree, Unit: w.noiseUnit(o), Reason: reason, Steps: v.Steps.Lines}
	if nearest != nil {
		if g, err := w.generator(*nearest); err == nil {
			e.Best, e.Terms, e.Sigma = g.brief(), len(g.Terms), g.Sigma
		}
		if nearest.Variance() < limit.RoundingVariance {
			e.Sigma = 0
		}
	}
	return e
}

// unweighted is a fit as an equation, with the errors that equal weights give to first
// order.
func (w *writer) unweighted(f support.Fit) *equation.Equation {
	m, _ := w.p.Flow.FormsOn(0, f.Idx)
	cov := numeric.InverseBeside(m, f.C)
	rows := float64(len(w.p.Sample))
	cov.ScaleSym(math.Max(f.Variance, limit.RoundingVariance)/rows, cov)
	e := equation.Recognise(w.p, fit.Estimate{Fit: f, Cov: cov, Evidence: fit.Gather(w.p, f)}, rows, f.Variance)
	return &e
}

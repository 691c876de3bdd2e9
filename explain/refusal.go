package explain

import (
	"context"
	"fmt"
	"math"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/search"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/numeric"
)

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

package explain

import (
	"fmt"
	"math"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
	"github.com/kexplain/kexplain/explain/internal/search"
)

// noise pools the noise of the accepted equations, those that are not
// noise-free where there are both.
func (w *writer) noise(v *search.Verdict, o Options) Noise {
	s := w.p.Scaling
	variance, stderr := pooled(v.Accepted[v.Level:])
	out := Noise{Sigma: math.Sqrt(variance), Unit: w.noiseUnit(o)}
	if variance >= limit.RoundingVariance {
		out.Stderr = stderr / 2 / out.Sigma
	}
	for j, u := range s.Units {
		out.Std = append(out.Std, out.Sigma*u*s.Noise[j])
	}
	out.Sigma, out.Stderr = out.Sigma/s.NoiseUnit, out.Stderr/s.NoiseUnit
	return out
}

// noiseUnit says what a noise σ is a multiple of.
func (w *writer) noiseUnit(o Options) string {
	switch {
	case o.Noise != nil || o.Relative != nil:
		return "noise levels given"
	case o.Covariance != nil:
		return "noise given"
	case w.p.Shape.Kind != noise.Absolute:
		return w.p.Shape.Unit(w.p.Scaling.Names)
	case w.p.Scaling.Origin != nil:
		return "root mean square of each variable, measured from the origin of the search"
	}
	return "root mean square of each variable"
}

// pooled is the mean of the noise variances of equations, each with the weight
// of its precision, and its standard error. Equations whose gradients are not
// at right angles see the same noise in part: the correlation of their shares
// over the rows says how much.
func pooled(list []equation.Equation) (variance, stderr float64) {
	errors, weight, scatter := make([]float64, len(list)), make([]float64, len(list)), make([]float64, len(list))
	total := 0.0
	for i, e := range list {
		v, se := e.Estimate.NoiseVariance()
		errors[i], weight[i] = se, 1/(se*se+limit.RoundingVariance*limit.RoundingVariance)
		scatter[i] = math.Sqrt(jointScatter(e.Estimate, e.Estimate))
		total += weight[i]
		variance += weight[i] * v
	}
	sum := 0.0
	for i, e := range list {
		for j, f := range list {
			c := errors[i] * errors[j]
			if i != j && scatter[i] > 0 && scatter[j] > 0 {
				c *= jointScatter(e.Estimate, f.Estimate) / scatter[i] / scatter[j]
			}
			sum += weight[i] * weight[j] * c
		}
	}
	return math.Max(0, variance/total), math.Sqrt(math.Max(0, sum)) / total
}

// jointScatter is the covariance of the shares of two estimates over the rows.
func jointScatter(e, f fit.Estimate) float64 {
	sum := 0.0
	for i, v := range e.Share {
		sum += (v - e.Fit.Variance) * (f.Share[i] - f.Fit.Variance)
	}
	return sum / float64(len(e.Share))
}

// noiseOf is the noise of the variables of polynomial k, which are columns of these names:
// the one given, or the one that it was learned with, or nil.
func (c *check) noiseOf(k int, columns []int, names []string) ([]float64, error) {
	of := c.options.Noise
	if of == nil && k < len(c.options.Learned) {
		of = c.options.Learned[k]
	}
	if of == nil {
		return nil, nil
	}
	if len(of) != len(names) {
		return nil, fmt.Errorf("%w: %d noise levels for %d variables", ErrData, len(of), len(names))
	}
	var out []float64
	for _, j := range columns {
		if s := of[j]; !(s >= 0) || math.IsInf(s, 0) {
			return nil, fmt.Errorf("%w: noise %g of %s", ErrData, s, names[j])
		}
		out = append(out, of[j])
	}
	return out, nil
}

package fit

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
)

// Layer says how the points lie about the zero set of an equation.
type Layer struct {
	// Thickness is the standard deviation of the noise across the zero set over
	// that of the data in the same direction: 1 for points that have nothing to do
	// with it. In units of independent columns, it is √(1-ρ) for a linear relation
	// of two columns with the correlation ρ.
	Thickness float64
	// Places is the number of different points, where two rows count as one if noise alone may
	// separate them, and an isolated cluster counts as one.
	Places int
}

// measureLayer measures the layer of data about the zero set of f in units of a
// spread: that of independent columns, or the covariance, in whose units linear
// relations of the columns are as thick as anything.
func measureLayer(p *problem.Problem, f support.Fit, in spread) Layer {
	rows := problem.Sample(p.Sample, 2*limit.LayerPoints)
	feet, grads := FootPoints(p, f, rows)
	l := Layer{Places: min(places(p, f, rows), p.Clusters())}
	thick, count := 0.0, 0.0
	for i, grad := range grads {
		if norm2 := in.norm2(grad); norm2 > 0 {
			thick += f.Variance * p.Metric.Norm2At(feet[i], grad) / norm2
			count++
		}
	}
	l.Thickness = math.Sqrt(thick / math.Max(1, count))
	return l
}

// places counts rows that are farther from one another, in the columns of f, than noisy
// observations of one point are: √2 σ (√n + √(2 ln N)) bounds the distances of N standard
// normal vectors of n variables, for it bounds the norm of one with probability
// 1 - 1/N.
func places(p *problem.Problem, f support.Fit, rows [][]float64) int {
	in := p.ColumnsOf(f.Idx)
	n := float64(len(in))
	radius := math.Sqrt(2*f.Variance) * (math.Sqrt(n) + math.Sqrt(2*math.Log(float64(len(rows)))))
	// In units of the noise the distance is that of the rows, and a variable
	// without noise has as little as rounding leaves it.
	white := p.Metric.Stabilised(rows)
	if white != nil {
		white = problem.Selected(white, in)
	} else {
		cov := mat.NewSymDense(len(in), nil)
		for _, c := range p.Metric.Entries() {
			j, k := slices.Index(in, c.Row), slices.Index(in, c.Col)
			if j >= 0 && k >= 0 {
				cov.SetSym(j, k, c.Value)
			}
		}
		white = spreadOf(cov).whitened(problem.Selected(rows, in))
	}
	var centres [][]float64
next:
	for _, x := range white {
		for _, c := range centres {
			if problem.Distance2(x, c) <= radius*radius {
				continue next
			}
		}
		centres = append(centres, x)
	}
	return len(centres)
}

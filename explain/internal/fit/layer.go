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
	// Across is the mean square of the component across the zero set of the
	// step from a point to the nearest one beyond the noise, over the mean
	// square of the step divided by the number of variables, in units of a
	// spread of the data: 1 for points that fill space, near 0 for a layer.
	Across float64
	// steps is the number of points that have a point beyond the noise.
	steps int
	// Places is the number of different points, where two rows count as one if noise alone may
	// separate them, and an isolated cluster counts as one.
	Places int
}

// StepsAcross is Across where it says something: 0 of few steps.
func (l Layer) StepsAcross() float64 {
	if l.steps < limit.MinStepsBeyondNoise {
		return 0
	}
	return l.Across
}

// measureLayer measures the layer of data about the zero set of f in units of a
// spread: that of independent columns, or the covariance, in whose units linear
// relations of the columns are as thick as anything.
//
// The nearest point is sought in units of the deviations of the columns, and where the noise is thin
// enough for it, so that points beyond it are neighbours still, in units of the
// spread as well: where columns are strongly correlated the one is seldom across the
// correlation, and of a few rows with some noise the other is anywhere. The larger
// across counts.
func measureLayer(p *problem.Problem, f support.Fit, in spread) Layer {
	rows := problem.Sample(p.Sample, 2*limit.LayerPoints)
	white := in.whitened(rows)
	feet, grads := FootPoints(p, f, rows)
	l := Layer{Places: min(places(p, f, rows), p.Clusters())}
	noise := noiseAcross(p, f, feet, grads, in)
	thick, count := 0.0, 0.0
	for i, grad := range grads {
		if in.norm2(grad) > 0 {
			thick += noise[i]
			count++
		}
	}
	l.Thickness = math.Sqrt(thick / math.Max(1, count))
	columns := columnSpread(p.Sample)
	beyond := limit.StepBeyondNoise * limit.StepBeyondNoise * f.Variance * columns.meanPart(p)
	l.Across, l.steps = stepsAcross(rows, white, grads, in, noise, columns.whitened(rows), func(int) float64 { return beyond })
	if limit.StepBeyondNoise*l.Thickness < 1 {
		across, steps := stepsAcross(rows, white, grads, in, noise, white, func(i int) float64 {
			return limit.StepBeyondNoise * limit.StepBeyondNoise * noise[i]
		})
		if across > l.Across {
			l.Across, l.steps = across, steps
		}
	}
	return l
}

// meanPart is the mean over the columns of the variance of their noise, at σ = 1, in units of
// a spread of independent columns.
func (d spread) meanPart(p *problem.Problem) float64 {
	part, vars := 0.0, p.Metric.Vars()
	for _, c := range p.Metric.Entries() {
		if c.Row == c.Col {
			part += c.Value / d.cov.At(c.Row, c.Row) / float64(vars)
		}
	}
	return part
}

// noiseAcross is the variance of the noise across the zero set, in units of the spread,
// where the gradients are.
func noiseAcross(p *problem.Problem, f support.Fit, feet, grads [][]float64, in spread) []float64 {
	out := make([]float64, len(grads))
	for i, grad := range grads {
		if norm2 := in.norm2(grad); norm2 > 0 {
			out[i] = f.Variance * p.Metric.Norm2At(feet[i], grad) / norm2
		}
	}
	return out
}

// stepsAcross compares steps from rows to their nearest neighbours: near has the neighbour of
// each row, and steps whose square is below least do not count. The ratio is the mean square of
// the component along the gradient, over the mean square of the step divided by the number of
// variables, in units of the spread. The part of the component that is due to the noise of the
// two rows is taken away: in units in which the noise is large, it may be all there is.
func stepsAcross(rows, white, grads [][]float64, in spread, noise []float64, near [][]float64,
	least func(i int) float64) (ratio float64, steps int) {
	across, total := 0.0, 0.0
	for i, grad := range grads {
		norm2 := in.norm2(grad)
		if norm2 == 0 || len(rows) > limit.LayerPoints && i%2 == 1 {
			continue
		}
		best, at, bound, x := math.Inf(1), -1, least(i), near[i]
		for j, z := range near {
			d := 0.0 // Distance2, without a call
			for l, v := range x {
				d += (v - z[l]) * (v - z[l])
			}
			if d < best && d > bound {
				best, at = d, j
			}
		}
		if at < 0 {
			continue
		}
		c := 0.0
		for j, g := range grad {
			c += (rows[at][j] - rows[i][j]) * g
		}
		across += c*c/norm2 - 2*noise[i]
		total += problem.Distance2(white[i], white[at]) / float64(len(grad))
		steps++
	}
	if steps == 0 {
		return 0, 0
	}
	return math.Max(0, across) / total, steps
}

// places counts rows that are farther from one another, in the columns of f, than noisy
// observations of one point are: √2 σ (√n + √(2 ln N)) bounds the distances of N standard
// normal vectors of n variables, for it bounds the norm of one with probability
// 1 - 1/N.
func places(p *problem.Problem, f support.Fit, rows [][]float64) int {
	in := ColumnsOf(p, f)
	n := float64(len(in))
	radius := math.Sqrt(2*f.Variance) * (math.Sqrt(n) + math.Sqrt(2*math.Log(float64(len(rows)))))
	// In units of the noise the distance is that of the rows, and a variable
	// without noise has as little as rounding leaves it.
	white := p.Metric.Stabilised(rows)
	if white != nil {
		white = selected(white, in)
	} else {
		cov := mat.NewSymDense(len(in), nil)
		for _, c := range p.Metric.Entries() {
			j, k := slices.Index(in, c.Row), slices.Index(in, c.Col)
			if j >= 0 && k >= 0 {
				cov.SetSym(j, k, c.Value)
			}
		}
		white = spreadOf(cov).whitened(selected(rows, in))
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

// ColumnsOf are the columns that occur in f.
func ColumnsOf(p *problem.Problem, f support.Fit) (in []int) {
	for j := range p.Metric.Vars() {
		if slices.ContainsFunc(f.Idx, func(a int) bool { return p.Table.Exponents(a)[j] > 0 }) {
			in = append(in, j)
		}
	}
	return in
}

// selected are some columns of rows.
func selected(rows [][]float64, columns []int) [][]float64 {
	out := make([][]float64, len(rows))
	for i, x := range rows {
		for _, j := range columns {
			out[i] = append(out[i], x[j])
		}
	}
	return out
}

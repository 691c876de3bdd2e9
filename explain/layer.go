package explain

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// layer says how the points lie about the zero set of an equation.
type layer struct {
	// thickness is the standard deviation of the noise across the zero set over
	// that of the data in the same direction: 1 for points that have nothing to do
	// with it. In units of independent columns, it is √(1-ρ) for a linear relation
	// of two columns with the correlation ρ.
	thickness float64
	// across is the mean square of the component across the zero set of the
	// step from a point to the nearest one beyond the noise, over the mean
	// square of the step divided by the number of variables, in units of a
	// spread of the data: 1 for points that fill space, near 0 for a layer.
	across float64
	// steps is the number of points that have a point beyond the noise.
	steps int
	// places is how many points the data are, where those that the noise may
	// have made of one another are one, and so is an isolated cluster.
	places int
}

// fills reports whether neighbours lie apart across the zero set nearly as far
// as along it.
func (l layer) fills() bool { return l.steps >= minSteps && l.across > maxThin }

const (
	beyondNoise = 5   // standard deviations: shorter steps may be noise, longer ones leave a fold
	thinPoints  = 400 // points from which steps are taken
)

// layer measures the layer of data about the zero set of f in units of a
// spread: that of independent columns, or the covariance, in whose units linear
// relations of the columns are as thick as anything.
//
// The nearest point is sought in units of the columns, and where the noise is thin
// enough for it, so that points beyond it are neighbours still, in units of the
// spread as well: where columns are strongly correlated the one is seldom across the
// correlation, and of a few rows with some noise the other is anywhere. The larger
// across counts.
func (s *study) layer(f fit, spread dataSpread) layer {
	rows := sampleRows(s.sample, 2*thinPoints)
	white := spread.whitened(rows)
	feet, grads := s.footPoints(f, rows)
	l := layer{places: min(s.places(f, rows), s.clusters(rows))}
	noise := s.noiseAcross(f, feet, grads, spread)
	thick, count := 0.0, 0.0
	for i, grad := range grads {
		if spread.norm2(grad) > 0 {
			thick += noise[i]
			count++
		}
	}
	l.thickness = math.Sqrt(thick / math.Max(1, count))
	column := func(int) float64 { return beyondNoise * beyondNoise * f.s }
	l.across, l.steps = stepsAcross(rows, white, grads, spread, noise, rows, column)
	if beyondNoise*l.thickness < 1 {
		across, steps := stepsAcross(rows, white, grads, spread, noise, white, func(i int) float64 {
			return beyondNoise * beyondNoise * noise[i]
		})
		if across > l.across {
			l.across, l.steps = across, steps
		}
	}
	return l
}

// noiseAcross is the variance of the noise across the zero set, in units of the spread,
// where the gradients are.
func (s *study) noiseAcross(f fit, feet, grads [][]float64, spread dataSpread) []float64 {
	out := make([]float64, len(grads))
	for i, grad := range grads {
		if norm2 := spread.norm2(grad); norm2 > 0 {
			out[i] = f.s * s.metric.norm2At(feet[i], grad) / norm2
		}
	}
	return out
}

// stepsAcross is the mean square of the component along the gradient of the step
// from a row to the nearest one, as the points near have it, beyond the squared
// distance least, over that of the whole step by the number of variables, both in
// units of the spread; and the number of steps. The part of the component that is
// due to the noise of the two rows does not count: in units in which the noise is large
// it may be all there is.
func stepsAcross(rows, white, grads [][]float64, spread dataSpread, noise []float64, near [][]float64, least func(i int) float64) (ratio float64, steps int) {
	across, total := 0.0, 0.0
	for i, grad := range grads {
		norm2 := spread.norm2(grad)
		if norm2 == 0 || len(rows) > thinPoints && i%2 == 1 {
			continue
		}
		best, at, bound := math.Inf(1), -1, least(i)
		for j, z := range near {
			if d := distance2(near[i], z); d > bound && d < best {
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
		total += distance2(white[i], white[at]) / float64(len(grad))
		steps++
	}
	if steps == 0 {
		return 0, 0
	}
	return math.Max(0, across) / total, steps
}

// places counts rows that are farther from one another than noisy observations
// of one point are: √2 σ (√n + √(2 ln N)) bounds the distances of N standard
// normal vectors of n variables, for it bounds the norm of one with probability
// 1 - 1/N.
func (s *study) places(f fit, rows [][]float64) int {
	n := float64(s.metric.Vars())
	radius := math.Sqrt(2*f.s) * (math.Sqrt(n) + math.Sqrt(2*math.Log(float64(len(rows)))))
	// In units of the noise the distance is that of the rows, and a variable
	// without noise has as little as rounding leaves it.
	cov := mat.NewSymDense(s.metric.Vars(), nil)
	for _, c := range s.metric.Entries() {
		cov.SetSym(c.Row, c.Col, c.Value)
	}
	white := s.metric.apart(rows)
	if white == nil {
		white = spreadOf(cov).whitened(rows)
	}
	var centres [][]float64
next:
	for _, x := range white {
		for _, c := range centres {
			if distance2(x, c) <= radius*radius {
				continue next
			}
		}
		centres = append(centres, x)
	}
	return len(centres)
}

// clusters is the number of isolated clusters, counted once.
func (s *study) clusters(rows [][]float64) int {
	if s.clustered == 0 {
		s.clustered = clusters(rows)
	}
	return s.clustered
}

func distance2(x, y []float64) float64 {
	d := 0.0
	for j, v := range x {
		d += (v - y[j]) * (v - y[j])
	}
	return d
}

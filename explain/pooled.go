package explain

import "math"

// noise pools the noise of the accepted equations, those that are not
// noise-free where there are both.
func (s *study) noise(p *prepared, o Options) Noise {
	variance, stderr := pooled(s.accepted[s.level:])
	out := Noise{Sigma: math.Sqrt(variance), Unit: p.noiseUnit(o)}
	if variance >= negligible {
		out.Stderr = stderr / 2 / out.Sigma
	}
	for j, u := range p.units {
		out.Std = append(out.Std, out.Sigma*u*p.noise[j])
	}
	out.Sigma, out.Stderr = out.Sigma/p.given, out.Stderr/p.given
	return out
}

// noiseUnit says what a noise σ is a multiple of.
func (p *prepared) noiseUnit(o Options) string {
	switch {
	case o.Noise != nil:
		return "noise levels given"
	case o.Covariance != nil:
		return "noise given"
	case p.origin != nil:
		return "root mean square of each variable, measured from the origin of the search"
	}
	return "root mean square of each variable"
}

// pooled is the mean of the noise variances of equations, each with the weight
// of its precision, and its standard error. Equations whose gradients are not
// at right angles see the same noise in part: the correlation of their shares
// over the rows says how much.
func pooled(list []equation) (variance, stderr float64) {
	weight, scatter := make([]float64, len(list)), make([]float64, len(list))
	total := 0.0
	for i, e := range list {
		v, se := e.noise()
		weight[i] = 1 / (se*se + negligible*negligible)
		scatter[i] = math.Sqrt(jointScatter(e.estimate, e.estimate))
		total += weight[i]
		variance += weight[i] * v
	}
	sum := 0.0
	for i, e := range list {
		_, si := e.noise()
		for j, f := range list {
			_, sj := f.noise()
			c := si * sj
			if i != j && scatter[i] > 0 && scatter[j] > 0 {
				c *= jointScatter(e.estimate, f.estimate) / scatter[i] / scatter[j]
			}
			sum += weight[i] * weight[j] * c
		}
	}
	return math.Max(0, variance/total), math.Sqrt(math.Max(0, sum)) / total
}

// jointScatter is the covariance of the shares of two estimates over the rows.
func jointScatter(e, f estimate) float64 {
	sum := 0.0
	for i, v := range e.share {
		sum += (v - e.s) * (f.share[i] - f.s)
	}
	return sum / float64(len(e.share))
}

package equation

import (
	"math"

	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/limit"
)

// PooledNoise is the mean of the noise variances of equations, each with the weight
// of its precision, and its standard error. Equations whose gradients are not
// at right angles see the same noise in part: the correlation of their shares
// over the rows says how much.
func PooledNoise(list []Equation) (variance, stderr float64) {
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

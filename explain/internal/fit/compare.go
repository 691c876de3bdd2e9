package fit

import (
	"math"

	"github.com/kexplain/kexplain/explain/internal/limit"
)

// Tempered is the evidence in nats of n rows for the noise variance b over a
// larger one a. It is a sixth of the logarithm of the likelihood of Gaussian
// distances, since the distance to a zero set is not a likelihood: a polynomial
// of degree d can be nearer than the true one by lying on both sides of the
// data. But it cannot be nearer by more than a factor of MaxVarianceRatio;
// what goes beyond counts in full.
func Tempered(n, a, b float64) float64 {
	l := math.Log((a + limit.MinNoiseVariance) / (b + limit.MinNoiseVariance))
	if l < 0 {
		return -Tempered(n, b, a)
	}
	return math.Max(n/limit.TemperedRows*l, n/2*(l-math.Log(limit.MaxVarianceRatio)))
}

// standardErrorsAbove returns how many standard errors the noise that e needs exceeds the
// noise that f needs, paired over the rows.
func (e Estimate) standardErrorsAbove(f Estimate) float64 {
	n := float64(len(e.Share))
	mean, sum2 := e.Fit.Variance-f.Fit.Variance, 0.0
	for i := range e.Share {
		d := e.Share[i] - f.Share[i] - mean
		sum2 += d * d
	}
	if sum2 == 0 {
		return 0
	}
	return mean / math.Sqrt(sum2) * n
}

// effectiveRows is the number of rows that carry the noise of e. Among few rows, some far from
// the origin may carry all of it; then a coefficient more for each of them is no evidence. The
// number is 3 (Σ share)²/Σ share²: so many squares of normal residuals, whose fourth moment is
// 3, are as unequal as the shares.
func (e Estimate) effectiveRows() float64 {
	n := float64(len(e.Share))
	if len(e.Share) >= limit.FewRows {
		return n
	}
	sum, sum2 := 0.0, 0.0
	for _, v := range e.Share {
		sum, sum2 = sum+math.Abs(v), sum2+v*v
	}
	if sum2 == 0 {
		return n
	}
	return math.Min(n, 3*sum*sum/sum2)
}

// Beats reports whether e needs so much less noise than f that f is not an
// equation of the same points: by an evidence that exceeds EvidenceMargin and the length that e has
// more. What is singular along the data at the noise that f needs does not
// count: there, less noise is no evidence.
//
// independent is the part of the rows that counts as evidence.
func (e Estimate) Beats(f Estimate, independent float64) bool {
	if e.Fit.Variance >= f.Fit.Variance || f.Fit.Variance < limit.MinNoiseVariance {
		return false
	}
	independent = math.Min(independent, f.Rows/float64(len(f.Share))) // rows that repeat the columns of f repeat what it misses
	z := math.Max(0, f.standardErrorsAbove(e))
	evidence := math.Max(independent*z*z/2, Tempered(independent*f.effectiveRows(), f.Fit.Variance, e.Fit.Variance))
	return evidence > limit.EvidenceMargin+math.Max(0, e.Length-f.Length) && e.RegularAt(f.Fit.Variance)
}

// Unbeaten is the model confidence set: the candidates that no other beats.
func Unbeaten(list []Estimate, independent float64) []Estimate {
	var out []Estimate
	for i, f := range list {
		beaten := false
		for j, g := range list {
			if i != j && g.Beats(f, independent) {
				beaten = true
				break
			}
		}
		if !beaten {
			out = append(out, f)
		}
	}
	return out
}

// LeastNoise returns for every candidate the least noise variance that another candidate needs
// which is regular at the noise of the first: the variance of the first is compared with it.
func LeastNoise(list []Estimate) []float64 {
	least := make([]float64, len(list))
	for i, f := range list {
		least[i] = f.Fit.Variance
		for _, g := range list {
			if g.Fit.Variance < least[i] && g.RegularAt(f.Fit.Variance) {
				least[i] = g.Fit.Variance
			}
		}
	}
	return least
}

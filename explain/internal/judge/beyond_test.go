package judge

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/limit"
)

// The errors of x, y and z = x + y explain how far y is from x with the same errors, and not a scatter about it of ten
// times their size. The errors of u are not known from the sum.
func TestBeyondErrors(t *testing.T) {
	beyond := func(sum, scatter float64, first, further string) float64 {
		p := explaintest.Plain(t, explaintest.Draw(300, explaintest.Source(51), func(rng *rand.Rand) []float64 {
			x := rng.NormFloat64()
			y := x + scatter*rng.NormFloat64()
			return []float64{x + sum*rng.NormFloat64(), y + sum*rng.NormFloat64(), x + y + sum*rng.NormFloat64(), y + scatter*rng.NormFloat64()}
		}), 2)
		var list []equation.Equation
		for _, text := range []string{first, further} {
			e := exactEquation(t, p, text, 0)
			square, slopes := meanSquares(p, e)
			e.Estimate.Fit.Variance = square / slopes[0]
			e.Estimate.Evidence = fit.Gather(p, e.Estimate.Fit)
			list = append(list, e)
		}
		return beyondErrors(p, list[:1], list[1])
	}
	assert.InDelta(t, 0.6, beyond(0.02, 0, "x + y - z", "x - y"), 0.1)
	assert.Greater(t, beyond(0.02, 0.2, "x + y - z", "x - y"), limit.MaxBeyondErrors)
	assert.Zero(t, beyond(0.02, 0.2, "x + y - z", "x - u"), "another column")
	assert.Zero(t, beyond(0, 0.2, "x + y - z", "x - y"), "computed")
}

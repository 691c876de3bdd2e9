package integer

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
)

// Of two coefficients there is no mixture: one let free is both.
func TestMixtureOfTwo(t *testing.T) {
	a := []float64{1, -6}
	r := Round(a, explaintest.Covariance(a, 1e-3, explaintest.Source(300)), []float64{1, 6}, Monomials{})
	assert.True(t, math.IsInf(r.MixtureGain, 1))
	assert.InDelta(t, 1/(1/r.Posterior+math.Exp(2-r.Gain)), r.Probability(2), 1e-12)
}

// Relations that hold pay for no number that does not.
func TestMixtureOfPi(t *testing.T) {
	tests := []struct {
		name  string
		a     []float64
		rel   float64
		exact bool
	}{
		{"a circle of radius 5", []float64{-25, 1, 1}, 1e-3, true},
		{"a sphere of radius 5", []float64{-25, 1, 1, 1}, 1e-3, true},
		{"a circle with π", []float64{-math.Pi, 1, 1}, 2e-4, false},
		{"a sphere with π", []float64{-math.Pi, 1, 1, 1}, 2e-4, false},
		{"a lemniscate with π", []float64{-math.Pi, math.Pi, 1, 2, 1}, 2e-4, false},
		{"a circle off the origin, with roots", []float64{3.5 - math.E, 2 * math.Sqrt(3), -math.Sqrt2, 1, 1}, 1e-3, false},
		{"the same with thirds", []float64{4. / 3, 2. / 3, -5. / 3, 1, 1}, 1e-3, true},
		{"22/7 itself, long before it is sure", []float64{-22, 7, 7}, 2e-4, false},
		{"22/7 itself", []float64{-22, 7, 7}, 1e-6, true},
	}
	for k, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rng := explaintest.Source(310 + uint64(k))
			exact := 0
			for range 100 {
				c := mat.NewSymDense(len(tt.a), nil)
				b := make([]float64, len(tt.a))
				size := make([]float64, len(tt.a))
				for i, v := range tt.a {
					c.SetSym(i, i, math.Pow(tt.rel*v, 2))
					b[i] = v * (1 + tt.rel*rng.NormFloat64())
					size[i] = math.Abs(v)
				}
				if Round(b, c, size, Monomials{}).Exact() {
					exact++
				}
			}
			if tt.exact {
				assert.GreaterOrEqual(t, exact, 95)
			} else {
				assert.LessOrEqual(t, exact, 2)
			}
		})
	}
}

package explain

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
)

// A circle shows the noise of either coordinate; a line shows their sum alone.
func TestMisfit(t *testing.T) {
	explaintest.Slow(t)
	circle := explaintest.Draw(400, explaintest.Source(950), func(rng *rand.Rand) []float64 {
		a := 2 * math.Pi * rng.Float64()
		return []float64{5*math.Cos(a) + 0.1*rng.NormFloat64(), 5*math.Sin(a) + 0.1*rng.NormFloat64()}
	})
	line := explaintest.Draw(400, explaintest.Source(951), func(rng *rand.Rand) []float64 {
		x := 10 * rng.Float64()
		return []float64{x, 2*x + 3 + 0.1*rng.NormFloat64()}
	})
	tests := []struct {
		name  string
		rows  [][]float64
		noise []float64
		want  string
	}{
		{"right levels", circle, []float64{1, 1}, ""},
		{"right ratio, other unit", circle, []float64{7, 7}, ""},
		{"y without noise", circle, []float64{1, 0}, "contradict"},
		{"y of ten times the noise", circle, []float64{1, 10}, "contradict"},
		{"wrong, but a line cannot tell", line, []float64{1, 0}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := Learn(context.Background(), dataOf("x,y", tt.rows), Options{MaxDegree: 2, Noise: tt.noise})
			require.NoError(t, err)
			if tt.want == "" {
				assert.Empty(t, r.Generators[0].Doubt)
			} else {
				assert.Contains(t, r.Generators[0].Doubt, tt.want)
			}
		})
	}
}

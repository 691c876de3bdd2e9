package explain

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// A circle shows the noise of either coordinate; a line shows their sum alone.
func TestMisfit(t *testing.T) {
	circle := draw(400, source(950), func(rng *rand.Rand) []float64 {
		a := 2 * math.Pi * rng.Float64()
		return []float64{5*math.Cos(a) + 0.1*rng.NormFloat64(), 5*math.Sin(a) + 0.1*rng.NormFloat64()}
	})
	line := draw(400, source(951), func(rng *rand.Rand) []float64 {
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

func TestFitLevels(t *testing.T) {
	rng := source(952)
	want := []float64{0.04, 1e-4, 0.25}
	n := 20000
	grad2, square := mat.NewDense(n, 3, nil), make([]float64, n)
	for i := range n {
		v := 0.0
		for j := range want {
			g := rng.NormFloat64()
			grad2.Set(i, j, g*g)
			v += want[j] * g * g
		}
		e := rng.NormFloat64()
		square[i] = v * e * e
	}
	got := fitLevels(square, grad2, []float64{1, 0, 0})
	require.Len(t, got, 3)
	assert.InEpsilon(t, want[0], got[0], 0.1)
	assert.InDelta(t, want[1], got[1], 2e-3)
	assert.InEpsilon(t, want[2], got[2], 0.1)
	assert.Less(t, levelLength(square, grad2, got), levelLength(square, grad2, []float64{0.1, 0.1, 0.1}))
	assert.Nil(t, fitLevels([]float64{1, 2}, mat.NewDense(2, 2, []float64{1, 1, 2, 2}), []float64{1, 1}), "one direction only")
}

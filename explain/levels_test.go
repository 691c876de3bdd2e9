package explain_test

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/internal/sweeptest"
)

// A circle shows the noise of either coordinate; a line shows their sum alone.
func TestMisfit(t *testing.T) {
	sweeptest.Sweep(t)
	circle := explaintest.Draw(150, explaintest.Source(950), func(rng *rand.Rand) []float64 {
		a := 2 * math.Pi * rng.Float64()
		return []float64{5*math.Cos(a) + 0.1*rng.NormFloat64(), 5*math.Sin(a) + 0.1*rng.NormFloat64()}
	})
	line := explaintest.Draw(150, explaintest.Source(951), func(rng *rand.Rand) []float64 {
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
			r, err := explain.Learn(context.Background(), explain.DataOf("x,y", tt.rows), explain.Options{MaxDegree: 2, Noise: tt.noise})
			require.NoError(t, err)
			if tt.want == "" {
				assert.Empty(t, r.Generators[0].Doubt)
			} else {
				assert.Contains(t, r.Generators[0].Doubt, tt.want)
			}
		})
	}
}

// Volume and surface of cylinders obey two laws, of which one is known 20 times more closely than the other.
func TestSecondLevel(t *testing.T) {
	sweeptest.Sweep(t)
	rows := explaintest.Draw(45, explaintest.Source(953), func(rng *rand.Rand) []float64 {
		tenths := func(x float64) float64 { return math.Round(10*x) / 10 }
		r, h := tenths(2+6*rng.Float64()), tenths(3+12*rng.Float64())
		return []float64{r, h, tenths(math.Pi * r * r * h), tenths(2 * math.Pi * r * (r + h))}
	})
	r, err := explain.Learn(context.Background(), explain.DataOf("r,h,V,A", rows), explain.Options{})
	require.NoError(t, err)
	require.Len(t, r.Generators, 2, "%v", r)
	assert.Len(t, r.Generators[0].Terms, 2, "V = π r² h")
	assert.Equal(t, "r*h*A - 2*r*V - 2*h*V", r.Generators[1].String())
	assert.Empty(t, r.Generators[1].Doubt)
}

// Two pipes, wires or balls: where a column takes two values only, its square and its cube are there for the law,
// and no equation is a product over the values, or holds at one of them.
func TestLearnTwoValues(t *testing.T) {
	sweeptest.Sweep(t)
	for _, c := range []struct {
		name, columns, terms string
		row                  func(rng *rand.Rand) []float64
	}{
		{"pipes", "pipe,v,Q", "pipe^2*v Q", func(rng *rand.Rand) []float64 {
			d, v := float64(20+12*rng.IntN(2)), math.Round(100*(0.3+2*rng.Float64()))/100
			return []float64{d, v, math.Round(100*0.0471*d*d*v*(1+0.005*rng.NormFloat64())) / 100}
		}},
		{"wires", "L,d,R", "d^2*R L", func(rng *rand.Rand) []float64 {
			l, d := 50+150*rng.Float64(), 0.3+0.2*float64(rng.IntN(2))
			return []float64{l, d, 0.0143 * l / (d * d) * (1 + 0.005*rng.NormFloat64())}
		}},
		{"balls", "diam,count,mass", "diam^3*count mass", func(rng *rand.Rand) []float64 {
			d, n := 12.7*float64(1+rng.IntN(2)), float64(1+rng.IntN(10))
			return []float64{d, n, math.Round(100*0.00408*d*d*d*n*(1+0.003*rng.NormFloat64())) / 100}
		}},
	} {
		r, err := explain.Learn(context.Background(), explain.DataOf(c.columns, explaintest.Draw(40, explaintest.Source(960), c.row)), explain.Options{})
		require.NoError(t, err)
		require.Len(t, r.Generators, 1, "%s: %v", c.name, r)
		R := r.Generators[0].Polynomial.Ring()
		var terms []string
		for m := range r.Generators[0].Polynomial.Terms() {
			terms = append(terms, R.FormatMonomial(m))
		}
		assert.Equal(t, c.terms, strings.Join(terms, " "), c.name)
		assert.Empty(t, r.Generators[0].Doubt, c.name)
	}
}

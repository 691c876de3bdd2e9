package explain_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/sharedtest"
	"github.com/kexplain/kexplain/internal/sweeptest"
)

// A mass on an air track: the acceleration is proportional to the place. What it
// misses depends on the velocity, so that cubics in all three need less noise.
func TestLearnBesideAnotherColumn(t *testing.T) {
	sweeptest.Sweep(t)
	path := sharedtest.Path(t, "data", "schmidt-lipson", "real_linear_a_1.txt")
	b, err := table.Read(context.Background(), path, table.Options{})
	require.NoError(t, err)
	names := b.Names()
	data := explain.ReadTable(t, path, names[len(names)-3:]...)
	r, err := explain.Learn(context.Background(), data, explain.Options{})
	require.NoError(t, err)
	require.Len(t, r.Generators, 1, "%v", explain.Texts(r))
	require.Len(t, r.Generators[0].Terms, 2, "%v", explain.Texts(r))
	assert.InEpsilon(t, 6.035, math.Abs(r.Generators[0].Terms[0].Estimate), 0.01, "%v", explain.Texts(r))
}

// Ten points without noise determine a circle, also among quartics; as many
// anywhere, or five places, determine nothing.
func TestLearnFewExactPoints(t *testing.T) {
	on := func(n int, point func(a float64) []float64) [][]float64 {
		var rows [][]float64
		for i := range n {
			rows = append(rows, point(0.3+0.6*float64(i)))
		}
		return rows
	}
	circle := func(a float64) []float64 { return []float64{5 * math.Cos(a), 5 * math.Sin(a)} }
	ellipse := func(a float64) []float64 { return []float64{math.Cos(a) + 1, 2*math.Sin(a) - 1} }
	tests := []struct {
		name   string
		rows   [][]float64
		degree int
		want   []string // nil where nothing is determined
	}{
		{"ten of a circle", on(10, circle), 2, []string{"x^2 + y^2 - 25"}},
		{"ten of a circle, among quartics", on(10, circle), 4, []string{"x^2 + y^2 - 25"}},
		{"fifteen of an ellipse", on(15, ellipse), 2, []string{"4*x^2 + y^2 - 8*x + 2*y + 1"}},
		{"six of an ellipse", on(6, ellipse), 2, nil},
		{"ten anywhere", explaintest.Draw(10, explaintest.Source(312), func(rng *rand.Rand) []float64 { return []float64{rng.Float64(), rng.Float64()} }), 3, nil},
		{"five places, ten times each", func() [][]float64 {
			five := explaintest.Draw(5, explaintest.Source(313), func(rng *rand.Rand) []float64 { return []float64{rng.Float64(), rng.Float64()} })
			var rows [][]float64
			for range 10 {
				rows = append(rows, five...)
			}
			return rows
		}(), 2, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := explain.Learn(context.Background(), explain.DataOf("x,y", tt.rows), explain.Options{MaxDegree: tt.degree})
			if tt.want == nil {
				assert.ErrorAs(t, err, new(*explain.NoEquationError), "%v", r)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.want, explain.Texts(r))
		})
	}
}

// A refusal names what came nearest, however far it is.
func TestRefusalNamesTheNearest(t *testing.T) {
	rows := explaintest.Draw(100, explaintest.Source(314), func(rng *rand.Rand) []float64 { return []float64{rng.NormFloat64(), rng.NormFloat64()} })
	_, err := explain.Learn(context.Background(), explain.DataOf("x,y", rows), explain.Options{MaxDegree: 2})
	var no *explain.NoEquationError
	require.ErrorAs(t, err, &no)
	assert.NotEmpty(t, no.Best)
	assert.Greater(t, no.Sigma, limit.MaxNoise)
	assert.Contains(t, no.Reason, "more than 15 %")

	s := explaintest.Plain(t, explaintest.NoisyUnit(300, 0.2, 315), 2)
	f, ok := support.Nearest(context.Background(), s, known.NewEquations(s.Table, 2))
	require.True(t, ok)
	assert.LessOrEqual(t, len(f.Idx), limit.ClosestTerms)
	assert.InDelta(t, 0.2, math.Sqrt(f.Variance), 0.05, "the circle of the points, however noisy")
}

package search_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/search"
)

// A product with a factor that varies little has two terms where it is measured from 0;
// a parabola about a point far away is found where it is measured from there.
func TestRunBoth(t *testing.T) {
	rng := explaintest.Source(733)
	product, parabola := make([][]float64, 80), make([][]float64, 80)
	for i := range product {
		u, v := 230+2*rng.NormFloat64(), 1+9*rng.Float64()
		product[i] = []float64{u, v, u * v * (1 + 0.001*rng.NormFloat64())}
		w := 2*rng.Float64() - 1
		parabola[i] = []float64{500 + w, w*w + 0.01*rng.NormFloat64()}
	}
	for _, tt := range []struct {
		rows    [][]float64
		terms   int
		shifted bool
	}{{product, 2, false}, {parabola, 4, true}} {
		d := problem.Data{Names: []string{"x", "y", "z"}[:len(tt.rows[0])], Points: explaintest.Points(tt.rows), MaxDegree: 2}
		s, err := d.Scale()
		require.NoError(t, err)
		require.NotNil(t, s.Origin)
		p, err := problem.New(context.Background(), s, s.Apply(d.Points), 2)
		require.NoError(t, err)
		v, err := search.RunBoth(context.Background(), d, p)
		require.NoError(t, err)
		require.Len(t, v.Accepted, 1)
		assert.Equal(t, tt.terms, v.Accepted[0].Terms(), v.Accepted[0].Text(v.Problem))
		assert.Equal(t, tt.shifted, v.Problem.Scaling.Origin != nil)
	}
}

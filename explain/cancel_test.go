package explain

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/problem"
)

// Whenever the context ends, Learn returns its error or an answer and does not
// panic on what was left undone.
func TestLearnStopsAnywhere(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 400))
	x := mat.NewDense(300, 3, nil)
	for i := range 300 {
		u, v := rng.NormFloat64(), rng.NormFloat64()
		for j, c := range []float64{u, v, u*v + 0.01*rng.NormFloat64()} {
			x.Set(i, j, c)
		}
	}
	data := Data{Variables: []string{"x", "y", "z"}, Points: Dense(x)}
	for k := range 24 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(1<<(k/2))*100*time.Microsecond)
		_, err := Learn(ctx, data, Options{MaxDegree: 3})
		cancel()
		assert.True(t, err == nil || errors.Is(err, context.DeadlineExceeded), "%v", err)
		if err == nil {
			break
		}
	}
}

// The stage of the search says how much there is to do, and about how long it takes.
func TestEstimate(t *testing.T) {
	for _, tt := range []struct {
		columns int
		text    string
	}{
		{2, "search among 15 monomials of degree ≤ 4 in 2 columns"},
		{33, "search among 595 monomials of degree ≤ 2 in 33 columns, about 2 to 10 s"},
		{40, "search among 861 monomials of degree ≤ 2 in 40 columns, about 4 to 17 s"},
	} {
		data := explaintest.Draw(20, explaintest.Source(751), func(rng *rand.Rand) []float64 {
			x := make([]float64, tt.columns)
			for j := range x {
				x[j] = rng.NormFloat64()
			}
			return x
		})
		d := problem.Data{Points: explaintest.Points(data), Names: make([]string, tt.columns)}
		s, err := d.Scale()
		require.NoError(t, err)
		p, err := problem.New(t.Context(), s, s.Apply(d.Points), DefaultDegree(tt.columns))
		require.NoError(t, err)
		assert.Equal(t, tt.text, describeSearch(p))
	}
}

// TestInterrupted: what was found when the context ended is in the error.
func TestInterrupted(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 401))
	x := mat.NewDense(60, 4, nil)
	for i := range 60 {
		u, v := float64(rng.IntN(50)), float64(rng.IntN(50))
		for j, c := range []float64{u, v, u * v, rng.NormFloat64()} {
			x.Set(i, j, c)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Learn(ctx, Data{Variables: []string{"x", "y", "z", "w"}, Points: Dense(x)}, Options{MaxDegree: 3, Progress: func(stage string) {
		if strings.HasPrefix(stage, "search") {
			cancel()
		}
	}})
	cancel()
	var stopped *InterruptedError
	require.ErrorAs(t, err, &stopped)
	require.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, []string{"x*y - z"}, stopped.Found)
}

package search

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/noise"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/internal/sweeptest"
)

// Where one equation shows that errors go together, the search is made again with such errors for all. What it found
// stays where it then finds less.
func TestTogetherForAll(t *testing.T) {
	sweeptest.Sweep(t)
	rng := explaintest.Source(15)
	rows := make([][]float64, 300)
	for i := range rows {
		u, shared := 3*rng.Float64()-1.5, math.Sqrt(0.9)*rng.NormFloat64()
		err := func(size float64) float64 { return 0.01 * size * (shared + math.Sqrt(0.1)*rng.NormFloat64()) }
		rows[i] = []float64{u + err(0.87), u*u + err(1.01), u*u*u + err(1.28)} // the root mean squares
	}
	p := explaintest.Scaled(t, rows, 4)
	run := func(propose Proposer) *Verdict {
		return RunWith(t.Context(), p, known.NewEquations(p.Table, p.Degree), propose)
	}
	v := run(support.Propose)
	assert.GreaterOrEqual(t, len(v.Accepted), 2)
	for _, e := range v.Accepted {
		assert.Equal(t, noise.Together, e.Shape.Kind)
	}
	again := false
	v = run(func(ctx context.Context, q *problem.Problem, k *known.Equations, floor, ceiling float64) []support.Fit {
		if q.Shape.Kind == noise.Together && !k.Modulo { // for a first equation
			again = true
			return nil
		}
		return support.Propose(ctx, q, k, floor, ceiling)
	})
	assert.True(t, again)
	assert.GreaterOrEqual(t, len(v.Accepted), 2)
}

package support_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/support"
)

// TestLowestDegree finds the degree of a circle from points without noise, nothing beside the
// circle, and nothing where there is noise.
func TestLowestDegree(t *testing.T) {
	rows := make([][]float64, 60)
	for i := range rows {
		a := float64(i * i)
		rows[i] = []float64{3 + 2*math.Cos(a), 1 + 2*math.Sin(a)}
	}
	p := explaintest.Plain(t, rows, 4)
	none := known.NewEquations(p.Table, 4)
	d, ok := support.LowestDegree(p, none, limit.ExactVariance)
	assert.True(t, ok)
	assert.Equal(t, 2, d)

	circle := known.NewEquations(p.Table, 4)
	var idx []int
	for _, e := range [][]uint8{{0, 0}, {1, 0}, {0, 1}, {2, 0}, {0, 2}} {
		idx = append(idx, p.Table.Position(e))
	}
	circle.Add(idx, []float64{6, -6, -2, 1, 1})
	_, ok = support.LowestDegree(p, circle, limit.ExactVariance)
	assert.False(t, ok)

	noisy := explaintest.Plain(t, explaintest.Noisy(rows, 0.01, explaintest.Source(1)), 4)
	_, ok = support.LowestDegree(noisy, none, limit.ExactVariance)
	assert.False(t, ok)
	d, ok = support.LowestDegree(noisy, none, 0.01)
	assert.True(t, ok)
	assert.Equal(t, 2, d)
}

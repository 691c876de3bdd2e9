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

// TestEnoughPlaces: nine terms are too many for twenty places, however many rows repeat these, and not for rows that differ.
func TestEnoughPlaces(t *testing.T) {
	p := explaintest.Plain(t, explaintest.Copies(200, 20, 0.01, 71), 3)
	enough := func(text string) bool {
		idx, c := explaintest.Polynomial(t, p, text)
		return support.EnoughRows(p, support.Fit{Idx: idx, C: c, Variance: 1e-4})
	}
	assert.False(t, enough("x^3 + x^2*y + x*y^2 + y^3 + x^2 + x*y + y^2 + x + y"))
	assert.True(t, enough("x^2 + x*y + y^2 + x + y"), "five terms")
	assert.True(t, enough("x^3 + x^2*y + x*y^2 + y^3 + x^2 + x*y + y^2 + x + z"))
}

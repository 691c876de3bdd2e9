package search

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
)

// Columns that were set have no errors in some of the shapes, and those far from 0 errors
// in proportion to their spread in one.
func TestShapesOf(t *testing.T) {
	rng := explaintest.Source(731)
	rows := make([][]float64, 60)
	for i := range rows {
		rows[i] = []float64{float64(1 + i%3), rng.Float64(), rng.Float64()}
	}
	p := explaintest.Scaled(t, rows, 2)
	count := func(kind noise.Kind) (n int) {
		for _, s := range shapesOf(p) {
			if s.Kind == kind {
				n++
			}
		}
		return n
	}
	assert.Zero(t, count(noise.RelativeBut))
	assert.Equal(t, 1, count(noise.Spread), "the mean of the first column is more than twice its deviation")
	p.Scaling.Levels = []int{3, 0, 0}
	assert.Equal(t, 1, count(noise.RelativeBut))
	assert.Equal(t, 1, count(noise.AbsoluteBut))
	p.Scaling.Levels = []int{3, 2, 0}
	assert.Zero(t, count(noise.RelativeBut), "errors of the one column that is left")
	assert.Equal(t, 3, count(noise.OneColumn))
	p.Scaling.Dev = []float64{0.9, 0.8, 0.7}
	assert.Zero(t, count(noise.Spread))
}

// Errors in settings cost SettingLength, whatever the shape is.
func TestSettingLength(t *testing.T) {
	rng := explaintest.Source(733)
	rows := make([][]float64, 60)
	for i := range rows {
		x := float64(1 + i%6)
		rows[i] = []float64{x, 2*x + 0.1*rng.NormFloat64()}
	}
	p := explaintest.Scaled(t, rows, 2)
	e := equationOf(t, p, "2*x - y", true)
	score := func(shape noise.Shape) float64 {
		out := make([]shaped, 1)
		scoreShapes(p, rows, e, []noise.Shape{shape}, out)
		return out[0].score
	}
	both, x, y := noise.NewAbsolute(2), noise.NewOneColumn(2, 0), noise.NewOneColumn(2, 1)
	before := []float64{score(both), score(x), score(y)}
	assert.InDelta(t, before[1], before[2], 1, "the rows do not tell which column has the errors")
	p.Scaling.Levels = []int{6, 0}
	assert.InDeltaSlice(t, []float64{before[0] - limit.SettingLength, before[1] - limit.SettingLength, before[2]},
		[]float64{score(both), score(x), score(y)}, 1e-9)
}

// Errors in proportion to the values of a column that the search measures from its middle are of one size, and those of the other columns are not.
func TestShapesShifted(t *testing.T) {
	rng := explaintest.Source(734)
	rows := make([][]float64, 60)
	for i := range rows {
		rows[i] = []float64{100 + rng.Float64(), rng.Float64()}
	}
	p := explaintest.Scaled(t, rows, 2)
	far := p.Scaling.Shifts()
	assert.Greater(t, far[0], 10.0)
	assert.Zero(t, far[1])
	for _, s := range shapesOf(p) {
		if s.Kind == noise.Relative {
			assert.Equal(t, []float64{0, 1}, s.Rel)
			assert.Equal(t, []float64{far[0], limit.NoNoise}, s.Abs)
		}
	}
}

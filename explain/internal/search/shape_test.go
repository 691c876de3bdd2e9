package search

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
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

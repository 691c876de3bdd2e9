package evidence

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Where x is 2 or 3, x² = 5x - 6 and x³ = 19x - 30.
func TestAtValues(t *testing.T) {
	f := Polynomial{Exponents: [][]uint8{{2, 1}, {3, 0}, {1, 1}, {0, 2}}, Coefficients: []float64{1, 1, 2, 4}}
	got := f.AtValues(0, []float64{2, 3})
	assert.Equal(t, Polynomial{Exponents: [][]uint8{{0, 1}, {1, 1}, {0, 0}, {1, 0}, {0, 2}}, Coefficients: []float64{-6, 7, -30, 19, 4}}, got)
	assert.Equal(t, f, f.AtValues(1, []float64{1, 2, 3}), "its degree is lower")
}

package problem_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
)

// Of settings of two and nine values only the first has a polynomial of degree 4 that vanishes at all.
func TestFixed(t *testing.T) {
	p := explaintest.Plain(t, [][]float64{{1, 1, 5}, {2, 1, 6}, {1, 3, 8}}, 4)
	assert.Empty(t, p.Fixed())
	p.Scaling.Levels = []int{2, 9, 0}
	assert.Equal(t, []int{0}, p.Fixed())
	assert.Empty(t, p.UpTo(1).Fixed())
}

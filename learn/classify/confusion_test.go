package classify

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/mat"
)

func TestConfusion(t *testing.T) {
	c := NewConfusion([]int{0, 0, 1, 2, 2}, []int{0, 1, 1, 2, 0}, 3)
	assert.Equal(t, [][]int{{1, 1, 0}, {0, 1, 0}, {1, 0, 1}}, c.Counts)
	assert.Equal(t, 2, c.Errors())
	c.Add(c)
	assert.Equal(t, 10, c.Total())
	assert.InDelta(t, 0.4, c.ErrorRate(), 1e-15)
	assert.Zero(t, NewConfusion(nil, nil, 2).ErrorRate())
	assert.Panics(t, func() { NewConfusion([]int{0}, nil, 2) })
	assert.Panics(t, func() { NewConfusion(nil, []int{0}, 2) })
	assert.Panics(t, func() { c.Add(NewConfusion(nil, nil, 2)) })
}

// Folds are even in size and in every class, and repeat with the seed.
func TestFolds(t *testing.T) {
	class := make([]int, 103)
	for i := range class {
		class[i] = i * i % 4 // classes 0 and 1 only, uneven runs
	}
	const k = 5
	fold := Folds(class, k, 7)
	assert.Equal(t, fold, Folds(class, k, 7))
	assert.NotEqual(t, fold, Folds(class, k, 8))
	size := make([]int, k)
	perClass := map[[2]int]int{}
	for i, f := range fold {
		size[f]++
		perClass[[2]int{class[i], f}]++
	}
	for f := range k {
		assert.InDelta(t, 103.0/k, float64(size[f]), 1)
		for _, c := range []int{0, 1} {
			assert.InDelta(t, float64(perClass[[2]int{c, 0}]), float64(perClass[[2]int{c, f}]), 1)
		}
	}
	single := Folds(class, len(class), 1) // leave one out
	slices.Sort(single)
	for i, f := range single {
		assert.Equal(t, i, f)
	}
	assert.Panics(t, func() { Folds(class, 1, 0) })
	assert.Panics(t, func() { Folds([]int{0}, 2, 0) })
}

func TestArgmaxRows(t *testing.T) {
	assert.Equal(t, []int{1, 0}, argmaxRows(mat.NewDense(2, 3, []float64{1, 3, 2, 5, 5, 5})))
}

func ExampleConfusion() {
	truth, predicted := []int{0, 0, 0, 1}, []int{0, 0, 1, 1}
	c := NewConfusion(truth, predicted, 2)
	fmt.Println(c.Counts, c.ErrorRate())
	// Output: [[2 1] [0 1]] 0.25
}

func ExampleFolds() {
	fold := Folds([]int{0, 0, 1, 1}, 2, 1)
	fmt.Println(fold[0] != fold[1], fold[2] != fold[3]) // each class in both folds
	// Output: true true
}

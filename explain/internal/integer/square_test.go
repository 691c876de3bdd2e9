package integer

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/limit"
)

// quartics are the exponents of terms of degree four and less, in two columns and in three.
var (
	lemniscate = [][]uint8{{0, 2}, {2, 0}, {0, 4}, {2, 2}, {4, 0}}
	torus      = [][]uint8{{0, 0, 0}, {0, 0, 2}, {0, 2, 0}, {2, 0, 0}, {0, 0, 4}, {0, 2, 2}, {0, 4, 0}, {2, 0, 2}, {2, 2, 0}, {4, 0, 0}}
)

func TestSquare(t *testing.T) {
	s := NewSquare(lemniscate)
	require.NotNil(t, s)
	assert.Equal(t, []int{2, 4}, s.Root, "x² and y²; not xy, whose products with these are missing")
	assert.Equal(t, 3, s.Terms())

	got, places, ok := s.reduced([]int64{4, -4, 1, 2, 1})
	require.True(t, ok)
	assert.Equal(t, []int64{1, 1, 4, -4}, got)
	assert.Equal(t, []int{2, 4, 0, 1}, places)
	got, _, ok = s.reduced([]int64{5, -5, -12, 12, -3})
	require.True(t, ok, "-3 (x² - 2y²)² + 5y² - 5x²")
	assert.Equal(t, []int64{-6, 3, 5, -5}, got)
	for _, n := range [][]int64{{4, -4, 1, 3, 1}, {4, -4, 1, 2, 2}, {4, -4, 1, 2, -1}} {
		_, _, ok := s.reduced(n)
		assert.False(t, ok, n)
	}

	s = NewSquare(torus)
	require.NotNil(t, s)
	assert.Equal(t, []int{4, 6, 9}, s.Root)
	got, _, ok = s.reduced([]int64{9, 6, -10, -10, 1, 2, 1, 2, 2, 1})
	require.True(t, ok)
	assert.Equal(t, []int64{1, 1, 1, 9, 6, -10, -10}, got)

	for name, exponents := range map[string][][]uint8{
		"an odd degree":            {{0, 1}, {0, 3}, {3, 0}},
		"one square":               {{0, 1}, {2, 0}},
		"a product is missing":     {{0, 2}, {0, 4}, {4, 0}},
		"a term beside the square": {{0, 4}, {1, 3}, {2, 2}, {4, 0}},
	} {
		assert.Nil(t, NewSquare(exponents), name)
	}
	var many [][]uint8 // all quadratic monomials of as many columns as a root may have, and one more
	for i := range limit.SquareTerms + 1 {
		for j := range i + 1 {
			e := make([]uint8, limit.SquareTerms+1)
			e[i]++
			e[j]++
			many = append(many, e)
		}
	}
	assert.Nil(t, NewSquare(many))
}

// A square takes the length of its root, and what it saves of the support.
func TestLengthOfSquare(t *testing.T) {
	n := []int64{9, 6, -10, -10, 1, 2, 1, 2, 2, 1}
	terms := Terms{Square: NewSquare(torus), Saved: 3}
	assert.InDelta(t, lengthOf([]int64{1, 1, 1, 9, 6, -10, -10})-3, terms.length(n), 1.5)
	assert.Equal(t, Terms{}.length([]int64{9, 7, -10, -10, 1, 3, 1, 2, 2, 1}), terms.length([]int64{9, 7, -10, -10, 1, 3, 1, 2, 2, 1}), "no square")
	assert.Less(t, terms.LeastLength(len(n)), terms.length(n))
	decades := make([]int, len(n))
	for i, e := range torus {
		for _, k := range e {
			decades[i] += 2 * int(k)
		}
	}
	assert.Less(t, Terms{Decades: decades, Square: terms.Square, Saved: 3}.length(n), Terms{Decades: decades}.length(n)-3)

	// What is known of some terms is what all know of them.
	part := terms.of([]int{9, 8, 7, 6, 5, 4})
	require.NotNil(t, part.Square)
	assert.Equal(t, terms.Saved, part.Saved)
	_, places, ok := part.Square.reduced([]int64{1, 2, 2, 1, 2, 1})
	require.True(t, ok)
	assert.Equal(t, []int{5, 3, 0}, places)
	assert.Nil(t, terms.of([]int{9, 8, 7, 6, 5, 3}).Square, "one of its terms is elsewhere")
}

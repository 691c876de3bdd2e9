package integer

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
)

// TestLengthIn: 7·v·p = E with energies in the hundreds is 7·v·p = 100·E' in decades, and short in the units of the file; a
// circle of 5 m in micrometres is short in decades.
func TestLengthIn(t *testing.T) {
	assert.InDelta(t, shortest([]int64{7, -1})+math.Ln2, lengthIn([]int64{7, -100}, []int{0, 2}), 0.2)
	assert.Less(t, lengthIn([]int64{7, -100}, []int{0, 2}), shortest([]int64{7, -100}))
	circle := []int64{1, 1, -25}
	assert.InDelta(t, shortest(circle)+math.Ln2, lengthIn(circle, []int{12, 12, 0}), 0.1)
	assert.InDelta(t, shortest(circle), lengthIn(circle, nil), 0)
	assert.InDelta(t, shortest(circle), lengthIn(circle, []int{3, 3, 3}), 0, "the same integers in both")
	assert.InDelta(t, shortest(circle), lengthIn(circle, []int{40, 40, 0}), 0, "no integers of 64 bits")
}

func TestUnits(t *testing.T) {
	n := []int64{7, -100}
	assert.True(t, times(n, []int{0, 2}, -1))
	assert.Equal(t, []int64{7, -1}, n)
	assert.True(t, units{0, 2}.from(n))
	assert.Equal(t, []int64{7, -100}, n)
	l := mat.NewTriDense(2, mat.Lower, []float64{2, 0, 3, 4})
	u := units{1, 0, 2} // the second is the one that others are divided by
	assert.InDeltaSlice(t, []float64{0.5, 0.07}, u.to([]float64{5, 7}, 1), 1e-15)
	assert.InDelta(t, 0.2, u.factor(l, 1).At(0, 0), 1e-15)
	assert.InDelta(t, 0.03, u.factor(l, 1).At(1, 0), 1e-15)
	assert.InDelta(t, 0.04, u.factor(l, 1).At(1, 1), 1e-15)
}

// TestRoundInUnits: x - 7·y + 13·z is found in columns whose decades are 0, 2 and -3.
func TestRoundInUnits(t *testing.T) {
	a, size := []float64{1000, -700000, 13}, []float64{3000, 1e6, 39}
	c := explaintest.Covariance(a, 2e-4, explaintest.Source(67))
	r := Round(a, c, size, Monomials{Decades: []int{0, 2, -3}})
	assert.Equal(t, []int64{1000, -700000, 13}, signed(r.Best.N))
	assert.Positive(t, r.Gain)
	assert.Less(t, Round(a, c, size, Monomials{}).Gain, r.Gain-5)
}

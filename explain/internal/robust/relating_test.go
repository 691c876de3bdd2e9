package robust

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/search"
	"github.com/kexplain/kexplain/explain/internal/support"
)

// TestRelating: an equation relates columns at the rows where its gradient has no column's direction.
func TestRelating(t *testing.T) {
	rng := explaintest.Source(5)
	var rows [][]float64 // 60 with x = 1 or 2, 30 with z = 7 and 10 with y = 3 x
	for i := range 100 {
		row := []float64{float64(1 + i%2), 10 * rng.Float64(), 3 + 9*rng.Float64()}
		if i >= 60 {
			row[0], row[2] = 3+4*rng.Float64(), 7
		}
		if i >= 90 {
			row[1], row[2] = 3*row[0], 20
		}
		rows = append(rows, row)
	}
	p := explaintest.Scaled(t, rows, 4)
	for _, c := range []struct {
		equations []string
		want      int
	}{
		{[]string{"x^2 - 3*x + 2"}, 0},
		{[]string{"x^2*z - 3*x*z + 2*z - 7*x^2 + 21*x - 14"}, 10}, // that are no zeros of it
		{[]string{"y - 3*x"}, 100},
		{[]string{"y*z - 3*x*z - 7*y + 21*x"}, 70},
		{[]string{"y - 3*x", "y*z - 3*x*z - 7*y + 21*x"}, 70},
	} {
		v := &search.Verdict{Problem: p}
		for _, text := range c.equations {
			idx, coefficients := explaintest.Polynomial(t, p, text)
			v.Accepted = append(v.Accepted, equation.Equation{Estimate: fit.Estimate{Fit: support.Fit{Idx: idx, C: coefficients}}})
		}
		assert.Equal(t, c.want, (&Selection{Verdict: v}).relating(), "%q", c.equations)
	}
}

// TestReduced leaves out the powers of columns that take few values at most rows.
func TestReduced(t *testing.T) {
	rows := explaintest.Draw(100, explaintest.Source(6), func(rng *rand.Rand) []float64 {
		return []float64{float64(rng.IntN(2)), rng.Float64()}
	})
	for i := range 12 {
		rows[8*i][0] = rows[i][1]
	}
	p := explaintest.Scaled(t, rows, 3)
	var got [][]uint8
	for _, a := range reduced(p.Table, rows, 3) {
		got = append(got, p.Table.Exponents(a))
	}
	assert.ElementsMatch(t, [][]uint8{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0, 2}, {1, 2}, {0, 3}}, got)
	assert.Equal(t, 4, fewestValues(rows, 1, 3))
}

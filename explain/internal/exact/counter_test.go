package exact_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/ring"
)

// TestCounterStandsAside: a column that numbers the rows does not hide what the others obey,
// for whose monomials alone there are rows enough; and it takes part where it has a law.
func TestCounterStandsAside(t *testing.T) {
	rows := func(n int, row func(k, a, b int64) []int64) (out [][]ring.Rat) {
		a, b := int64(0), int64(1)
		for k := range int64(n) {
			var list []ring.Rat
			for _, c := range row(k, a, b) {
				list = append(list, ring.RatFromInt(c))
			}
			out = append(out, list)
			a, b = b, a+b
		}
		return out
	}
	const cassini = "a^4 + 2*a^3*b - a^2*b^2 - 2*a*b^3 + b^4 - 1"
	for _, c := range []struct {
		names    []string
		n        int
		row      func(k, a, b int64) []int64
		want     []string
		distinct int
	}{
		{[]string{"n", "a", "b"}, 18, func(k, a, b int64) []int64 { return []int64{k, a, b} }, []string{cassini}, 18},
		{[]string{"a", "n", "b", "s"}, 45, func(k, a, b int64) []int64 { return []int64{a, k, b, k * k} }, []string{"n^2 - s", cassini}, 45},
		{[]string{"n", "x", "y"}, 20, func(k, _, _ int64) []int64 { return []int64{k, k % 2, 1 - k%2} }, nil, 2},
	} {
		r, err := exact.Find(t.Context(), exact.Table{Names: c.names, Rows: rows(c.n, c.row)}, exact.Options{})
		require.NoError(t, err)
		var got []string
		for _, e := range r.Equations {
			got = append(got, e.Polynomial.String())
			assert.Empty(t, e.Failing)
		}
		assert.Equal(t, c.want, got, "%v", c.names)
		assert.Equal(t, c.distinct, r.Distinct, "%v", c.names)
	}
}
